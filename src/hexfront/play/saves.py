"""Situations of matches, kept under a name; to restore one makes a new match that goes on from it.

The match in which somebody saves goes on as it was, until all its persons have
followed into the restored one: then it is closed, since the end of either would
open what is still hidden in the other.  A save belongs to the side that made it;
in the restored match every side knows again what it knew then, and nothing of
the other's.  Its dice are new from the save on, so it counts for no ladder, and
all are told.  Matches that come from one another in this way are a family, with
the same saves.
"""

from __future__ import annotations

import re
import secrets
import zlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, NamedTuple

from hexfront.core.contract import SPECTATOR, Kind
from hexfront.core.documents.strictjson import Json, parse_json, write_json
from hexfront.core.errors import InputError
from hexfront.play.live import LiveMatch
from hexfront.play.match import Match
from hexfront.play.storage.database import Transaction
from hexfront.play.storage.families import family_of
from hexfront.play.storage.match_rows import (
    insert_match,
    insert_seats,
    insert_steps,
    new_tokens,
    step_rows,
)
from hexfront.play.storage.records import MatchRecord
from hexfront.play.storage.store import Store

MOST_SAVES: Final = 40
"""Of a side in a family of matches. A limit of bytes would tell of hidden orders."""
_NAME: Final = re.compile(r"[\w.+-]{1,40}")


class Saved(NamedTuple):
    """A situation that was kept."""

    name: str
    side: int
    created: str
    about: str
    """What the side saw as the title, such as the time in the game."""


def check_name(name: str, place: str) -> str:
    """The name without space around it. Errors: `InputError`."""
    name = name.strip()
    if not _NAME.fullmatch(name):
        expected = "a name: one word of up to 40 letters, digits, and . + - _"
        raise InputError.at(place, name or "<nothing>", expected)
    return name


def save(store: Store, live: LiveMatch, side: int, name: str) -> Saved:
    """Keep the situation for a side; a save of the same name is replaced.

    Errors: `InputError`, `NotSaved`.
    """
    name = check_name(name, "save")
    if live.locked is not None:
        raise InputError.at("save", f"<{live.locked}>", "a match that goes on")
    if live.match.decision.kind == Kind.OVER:
        raise InputError.at("save", "<a match that is over>", "a match that goes on")
    if side not in live.record.persons:
        raise InputError.at("save", "<nobody's seat>", "the seat of a person who plays")
    family = family_of(store, live.record.id)
    kept = [saved.name for saved in saves(store, live.record.id, [side])]
    if name not in kept and len(kept) >= MOST_SAVES:
        raise InputError.at("save", name, f"one of the {MOST_SAVES} names that you have used")
    packed = zlib.compress(write_json(_packed(live.match)).encode())
    created = datetime.now(UTC).isoformat(timespec="seconds")
    about = live.match.view(side).title
    with store.transaction() as db:
        db.execute(
            "INSERT INTO saves (family, side, name, match_id, created, about, steps)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (family, side, name) DO UPDATE SET"
            " match_id = excluded.match_id, created = excluded.created, about = excluded.about,"
            " steps = excluded.steps",
            (family, side, name, live.record.id, created, about, packed),
        )
    return Saved(name, side, created, about)


def saves(store: Store, match_id: str, sides: Sequence[int]) -> list[Saved]:
    """What some sides have kept in the family of a match, the newest first. Errors: `NotSaved`."""
    rows = store.read(
        "SELECT name, side, created, about FROM saves WHERE family = ? ORDER BY created DESC, name",
        (family_of(store, match_id),),
    )
    return [Saved(*row) for row in rows if row[1] in sides]


def restore(store: Store, match_id: str, sides: Sequence[int], name: str) -> str:
    """Make the match that goes on from a situation which one of some sides has kept; its id.

    Its persons have no tokens before `Store.seat_again`.  It draws with a secret of
    its own from there on: the end of one match must not open the dice of another.
    Errors: `InputError` where there is no such save, `NotSaved`.
    """
    name = check_name(name, "restore")
    family = family_of(store, match_id)
    known = saves(store, match_id, sides)
    side = next((saved.side for saved in known if saved.name == name), None)
    if side is None:
        names = ", ".join(dict.fromkeys(saved.name for saved in known)) or "none is kept"
        raise InputError.at("restore", name, f"one of: {names}")
    with store.transaction() as db:
        (source, packed) = db.execute(
            "SELECT match_id, steps FROM saves WHERE family = ? AND side = ? AND name = ?",
            (family, side, name),
        ).fetchone()
        return _go_on(db, store.load(source), family, _unpacked(packed))


def begin_anew(store: Store, live: LiveMatch) -> str:
    """Make the match that goes on from the last step that old and new rules both give; its id.

    As `restore`.  Errors: `InputError` where the rules are the same, `NotSaved`.
    """
    if live.locked is None:
        raise InputError.at("restore", "<no name>", "the name of what was kept")
    family, version = family_of(store, live.record.id), live.match.system.version
    with store.transaction() as db:
        record = replace(live.record, rules_version=version)
        return _go_on(db, record, family, _packed(live.match))


def _packed(match: Match) -> list[Json]:
    """The steps of a match with their digests and requests."""
    return step_rows(match.journal.steps, match.journal.digests, match.bundles)


def _go_on(db: Transaction, old: MatchRecord, family: str, steps: Sequence[Json]) -> str:
    """Write the match that goes on from some steps of another; its id."""
    secret = secrets.token_bytes(len(old.secret))
    made = new_tokens(secret, old.plans)
    made = made._replace(tokens={SPECTATOR: made.tokens[SPECTATOR]})
    insert_match(db, made.match, old.system, old.rules_version, old.scenario, secret)
    insert_seats(db, made, old.plans)
    insert_steps(db, made.match, 0, steps)
    restored = write_json({"match": old.id, "steps": len(steps)})
    db.execute(
        "UPDATE matches SET family = ?, restored = ? WHERE id = ?", (family, restored, made.match)
    )
    return made.match


def _unpacked(packed: bytes) -> list[Json]:
    """The steps of a save; older ones are stored as JSON that is not packed."""
    text = packed if packed.startswith(b"[") else zlib.decompress(packed)
    steps: list[Json] = parse_json(text, "kept situation")
    return steps


def is_restored(store: Store, match_id: str, of: str) -> bool:
    """Whether a match was made by `restore` from one of the family of another."""
    rows = store.read("SELECT family FROM matches WHERE id = ?", (match_id,))
    return bool(rows) and rows[0][0] is not None and rows[0][0] == family_of(store, of)
