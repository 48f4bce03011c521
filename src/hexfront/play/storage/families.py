"""Families: matches that come from one another by restoring what was kept."""

from __future__ import annotations

from hexfront.core.errors import InputError
from hexfront.play.storage.store import Store


def awaited(store: Store, match_id: str) -> list[int]:
    """The sides of a restored match whose persons have not followed yet; of others none.

    What they had ordered when it was kept is in it: without them it must not go
    on, or somebody would see here what they plan where they still play.
    """
    rows = store.read(
        "SELECT side FROM seats JOIN matches ON matches.id = match_id WHERE match_id = ?"
        " AND family IS NOT NULL AND side >= 0 AND kind = 'person' AND token_hash IS NULL",
        (match_id,),
    )
    return sorted(row[0] for row in rows)


def is_left(store: Store, match_id: str) -> bool:
    """Whether all persons of a match have followed into a later one of its family.

    It is closed then. Were the old match to go on too, the end of the one would
    open what is still hidden in the other: both have the same orders up to the save.
    """
    rows = store.read(
        "SELECT 1 FROM matches AS mine JOIN matches AS later"
        " ON later.family = coalesce(mine.family, mine.id) AND later.made > mine.made"
        " JOIN seats ON seats.match_id = later.id AND side >= 0 AND kind = 'person'"
        " WHERE mine.id = ? GROUP BY later.id HAVING count(token_hash) = count(*)",
        (match_id,),
    )
    return bool(rows)


def family_of(store: Store, match_id: str) -> str:
    """The first match of the family that a match belongs to."""
    rows = store.read("SELECT coalesce(family, id) FROM matches WHERE id = ?", (match_id,))
    if not rows:
        raise InputError.at("match", match_id, "a match that is kept")
    return str(rows[0][0])
