"""How long matches are kept: limits that an operator sets, and deletion by players.

The age of a match counts from the day on which anybody last opened it from any
seat; what was restored from it counts too, since its saves may still be
wanted.  Days, not orders: a list of matches may tell its reader the day of his
own last visit, but not when somebody else made plans.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from hexfront.core.documents.strictjson import write_json
from hexfront.core.errors import InputError
from hexfront.core.table.plurals import counted
from hexfront.play.storage.database import marks
from hexfront.play.storage.families import is_left
from hexfront.play.storage.store import Store
from hexfront.play.storage.tokens import hash_token

NOTICE_DAYS: Final = 7
"""After a change of the limits nothing is deleted, so that players can read them first."""
FRESH_DAYS: Final = 1
"""A match opened so lately is not deleted for being one too many: else anybody could drive out
those of others by making new ones."""

# Nobody ever had a seat on the sides of an uploaded match.
_SORT: Final = """CASE WHEN over = 0 THEN 'unfinished' WHEN EXISTS (
    SELECT 1 FROM seats WHERE match_id = matches.id AND side >= 0
    AND (kind <> 'person' OR token_hash IS NOT NULL OR invite_hash IS NOT NULL)
) THEN 'finished' ELSE 'uploaded' END"""
# Those in which no person gave an order are the first to go.
_ALL: Final = f"""
WITH visits AS (SELECT match_id, max(visited) AS day FROM seats GROUP BY match_id),
dated AS (
    SELECT id, made, {_SORT} AS sort,
        max(day) OVER (PARTITION BY coalesce(family, id)) AS day,
        EXISTS (SELECT 1 FROM requests WHERE match_id = id AND accepted >= 0) AS played
    FROM matches JOIN visits ON visits.match_id = id
)
SELECT id, sort, day,
    row_number() OVER (PARTITION BY sort ORDER BY played DESC, day DESC, made DESC)
FROM dated ORDER BY made
"""


class Limit(NamedTuple):
    """How many matches of a sort are kept, and for how long; None is no limit."""

    days: int | None = None
    """Since anybody last opened it."""
    matches: int | None = None

    def in_words(self, sort: str) -> str:
        """What becomes of matches of a sort; empty without a limit."""
        reasons = []
        if self.days is not None:
            reasons.append(f"{counted(self.days, 'day')} after they were last opened")
        if self.matches is not None:
            reasons.append(f"when there are more than {self.matches}, the longest unopened first")
        return f"{sort} matches {' and '.join(reasons)}" if reasons else ""


class Limits(NamedTuple):
    """What is kept of each sort of matches."""

    unfinished: Limit = Limit()
    finished: Limit = Limit()
    uploaded: Limit = Limit()

    def in_words(self) -> str:
        """The limits for players; empty where everything is kept."""
        sentences = [limit.in_words(sort) for sort, limit in self._asdict().items()]
        return (
            f"This server deletes {'; '.join(filter(None, sentences))}." if any(sentences) else ""
        )


class Retention:
    """The limits of one store."""

    def __init__(self, store: Store, limits: Limits, today: date) -> None:
        """Note in the store since when these limits hold. Errors: `NotSaved`."""
        self.limits = limits
        self._store = store
        text = write_json([list(limit) for limit in limits])
        with store.transaction() as db:
            row = db.execute("SELECT limits, since FROM keeping").fetchone()
            if row is None or row[0] != text:
                row = (text, today.isoformat())
                db.execute(
                    "INSERT INTO keeping VALUES (1, ?, ?) ON CONFLICT (id) DO UPDATE SET"
                    " limits = excluded.limits, since = excluded.since",
                    row,
                )
        self._first = date.fromisoformat(row[1]) + timedelta(NOTICE_DAYS)

    def last_days(self, tokens: Sequence[str]) -> dict[str, date]:
        """For matches that tokens open the last day before they are deleted for their age.

        It follows from the visits of these very seats: those of others may move it on.
        Matches of a sort whose age is not limited are not among them.
        """
        hashes = [hash_token(token) for token in tokens]
        rows = self._store.read(
            f"SELECT id, {_SORT}, max(visited) FROM matches JOIN seats ON match_id = id"
            " WHERE (match_id, side) IN"
            f" (SELECT match_id, side FROM seat_tokens WHERE token_hash IN ({marks(hashes)}))"
            " GROUP BY id",
            hashes,
        )
        found = {}
        for match_id, sort, day in rows:
            days = getattr(self.limits, sort).days
            if days is not None:
                last = date.fromisoformat(day) + timedelta(days)
                found[match_id] = max(last, self._first)
        return found

    def expired(self, today: date) -> list[str]:
        """The matches whose time is over or that are too many, as they were made.

        Errors: `NotSaved`.
        """
        if today <= self._first or not self.limits.in_words():
            return []
        gone = []
        for match_id, sort, day, place in self._store.read(_ALL):
            limit: Limit = getattr(self.limits, sort)
            age = (today - date.fromisoformat(day)).days
            old = limit.days is not None and age > limit.days
            surplus = limit.matches is not None and place > limit.matches and age > FRESH_DAYS
            if old or surplus:
                gone.append(str(match_id))
        # A closed match stays closed: what has closed it goes with it, or after it.
        going = set(gone)
        return [one for one in gone if going.issuperset(with_closed(self._store, one))]


def note_visit(
    store: Store, match_id: str, seats: Iterable[int], today: date, *, keeps: bool = True
) -> None:
    """Note the day on which a match was opened from some seats. Errors: `NotSaved`.

    Who opens it again does not want it deleted any more; `keeps` is false where a
    page is only open still.
    """
    wanted = [*seats]
    values = (today.isoformat(), match_id, *wanted)
    news = "(visited < ? OR deletes = 1)" if keeps else "visited < ?"
    where = f"{news} AND match_id = ? AND side IN ({marks(wanted)})"
    if store.read(f"SELECT 1 FROM seats WHERE {where}", values):
        stays = "0" if keeps else "deletes"
        with store.transaction(match_id) as db:
            db.execute(
                f"UPDATE seats SET visited = ?, deletes = {stays} WHERE {where}",
                (values[0], *values),
            )


def agree_to_delete(store: Store, match_id: str, sides: Sequence[int]) -> list[int]:
    """Note that the persons on some sides want a match deleted; the sides that still do not.

    Errors: `InputError` where no person of these sides plays in it, and for a match that goes on
    and is rated or of a tournament: who loses would be rid of it; `NotSaved`.
    """
    with store.transaction() as db:
        if db.execute(
            "SELECT 1 FROM tournament_games WHERE match = ? AND how = ''", (match_id,)
        ).fetchone():
            raise InputError.at("match", "<a tournament's that goes on>", "one that is over")
        if db.execute(
            "SELECT 1 FROM match_terms JOIN matches ON matches.id = match_id"
            " WHERE match_id = ? AND rated = 1 AND over = 0",
            (match_id,),
        ).fetchone():
            raise InputError.at("match", "<a rated match that goes on>", "one that is over")
        changed = db.execute(
            f"UPDATE seats SET deletes = 1 WHERE match_id = ? AND kind = 'person'"
            f" AND side IN ({marks(sides)})",
            (match_id, *sides),
        )
        if not changed.rowcount:
            raise InputError.at("body: /tokens", "<no player's>", "the token of a player's seat")
        # Who has not come yet has nothing to lose.
        rows = db.execute(
            "SELECT side FROM seats WHERE match_id = ? AND side >= 0 AND kind = 'person'"
            " AND token_hash IS NOT NULL AND deletes = 0 ORDER BY side",
            (match_id,),
        ).fetchall()
    return [side for (side,) in rows]


def with_closed(store: Store, match_id: str) -> list[str]:
    """A match and, before it, those that all have left for it: they must not open again."""
    rows = store.read(
        "SELECT earlier.id FROM matches AS earlier JOIN matches AS later ON later.id = ?"
        " AND (earlier.id = later.family OR earlier.family = later.family)"
        " AND earlier.made < later.made ORDER BY earlier.made",
        (match_id,),
    )
    return [*(row[0] for row in rows if is_left(store, row[0])), match_id]


def delete(store: Store, match_id: str, today: date | None = None) -> bool:
    """Delete a match and all that belongs to it.

    With `today` not where it was opened on that day, or has closed one that is still there.
    Returns whether it was deleted. Errors: `NotSaved`.
    """
    with store.transaction() as db:
        opened = "SELECT 1 FROM seats WHERE match_id = ? AND visited >= ?"
        if today and db.execute(opened, (match_id, today.isoformat())).fetchone():
            return False
        if today and with_closed(store, match_id) != [match_id]:
            return False
        db.execute("UPDATE matches SET next_match = NULL WHERE next_match = ?", (match_id,))
        # Whatever tables there are: one that was forgotten would keep what nobody can see.
        for table in store.backend.tables("match_id"):
            db.execute(f"DELETE FROM {table} WHERE match_id = ?", (match_id,))
        db.execute("DELETE FROM matches WHERE id = ?", (match_id,))
    return True
