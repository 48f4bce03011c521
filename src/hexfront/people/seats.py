"""The seats of accounts in matches, and the keys by which a session opens them.

A key is made from the token of the session, which only its holder has, and is kept as a hash:
who reads the store can open no seat by it, and who ends a session ends its keys.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from hexfront.core.errors import InputError
from hexfront.people.accounts import Account
from hexfront.people.clocks import create_clocks, read_pace
from hexfront.people.notices import News, tell
from hexfront.play.storage.database import Database
from hexfront.play.storage.records import SeatRecord
from hexfront.play.storage.store import Store
from hexfront.play.storage.tokens import derived, hash_token

MAX_SEATS = 2000
"""Of an account, with those that it claims."""
MAX_CLAIMED = 200
"""Keys that are given at once: of the newest seats."""
MAX_PLAYED = 200
"""Games of an account that go on, and that wait in the lobby, when it comes to another."""


class OwnSeat(NamedTuple):
    """A seat of an account, and what opens it in this session."""

    match: str
    side: int
    token: str


class Seats:
    """The seats of the accounts of a store. Blocks; safe to use from several threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def claim(self, account: Account, token: str) -> SeatRecord:
        """Give an account the seat that a guest played, by its token.

        Errors: `InputError` where that is no person's seat or another's, `NotSaved`.
        """
        seat = self._store.seat(token)
        if seat is None or seat.side < 0 or seat.kind != "person":
            raise InputError.at("body: /token", "<no player's token>", "that of a player's seat")
        with self._store.transaction() as db:
            row = db.execute(
                "SELECT account FROM account_seats WHERE match_id = ? AND side = ?",
                (seat.match, seat.side),
            ).fetchone()
            if row is not None and row[0] != account.id:
                raise InputError.at("body: /token", "<another player's seat>", "one of your own")
            (count,) = db.execute(
                "SELECT count(*) FROM account_seats WHERE account = ?", (account.id,)
            ).fetchone()
            if count >= MAX_SEATS:
                raise InputError.at("body: /token", f"<{count} seats>", f"at most {MAX_SEATS}")
            seat_accounts(db, seat.match, {seat.side: account.id})
            # He sees whose turn it is: no notice comes later, when another does something unseen.
            db.execute(
                "UPDATE seats SET noticed = 1 WHERE match_id = ? AND side = ? AND must_act = 1",
                (seat.match, seat.side),
            )
            db.execute(
                "UPDATE seats SET name = ? WHERE match_id = ? AND side = ? AND name = ''",
                (account.name, seat.match, seat.side),
            )
        return seat

    def follow(
        self,
        match_id: str,
        new_match: str,
        sides: list[int],
        now: float,
        present: Collection[int] = (),
    ) -> None:
        """Give the accounts on some sides of a match the same sides of its rematch.

        It is played on the same terms, and by the same clocks once all of them have come. Who has
        not come is told that he is wanted, but for the sides that are `present` and see it.
        Errors: `NotSaved`.
        """
        with self._store.transaction() as db:
            if not db.execute(
                "SELECT 1 FROM account_seats WHERE match_id = ?", (new_match,)
            ).fetchone():
                _invite(db, match_id, sides, present)
            for side in sides:
                db.execute(
                    "INSERT INTO account_seats SELECT ?, side, account FROM account_seats"
                    " WHERE match_id = ? AND side = ? ON CONFLICT (match_id, side) DO NOTHING",
                    (new_match, match_id, side),
                )
            db.execute(
                "INSERT INTO match_terms SELECT ?, title, pace, rated, 0 FROM match_terms"
                " WHERE match_id = ? ON CONFLICT (match_id) DO NOTHING",
                (new_match, match_id),
            )
            pace = read_pace(self._store, match_id)
            before, came = (
                [row[0] for row in db.execute(query, (match,)).fetchall()]
                for match in (match_id, new_match)
                for query in ["SELECT side FROM account_seats WHERE match_id = ?"]
            )
            if pace is not None and set(before) == set(came):
                create_clocks(db, new_match, pace[0], came, now)

    def of(self, account: Account, session_token: str) -> list[OwnSeat]:
        """The newest seats of an account with their keys in this session. Errors: `NotSaved`."""
        rows = self._store.read(
            "SELECT match_id, side FROM account_seats JOIN matches ON matches.id = match_id"
            " WHERE account = ? ORDER BY over, created DESC, match_id, side LIMIT ?",
            (account.id, MAX_CLAIMED),
        )
        found = [
            OwnSeat(match, side, derived(session_token.encode(), f"seat:{match}:{side}"))
            for match, side in rows
        ]
        kept = self._store.read(
            "SELECT match_id, side FROM seat_keys WHERE session = ?", (account.session,)
        )
        new = [seat for seat in found if (seat.match, seat.side) not in set(kept)]
        if new:
            with self._store.transaction() as db:
                for seat in new:
                    db.execute(
                        "INSERT INTO seat_keys VALUES (?, ?, ?, ?)"
                        " ON CONFLICT (token_hash) DO NOTHING",
                        (hash_token(seat.token), seat.match, seat.side, account.session),
                    )
        return found

    def titles(self, account: str) -> dict[str, str]:
        """What matches of an account are called in the lobby, such as the round of a tournament."""
        rows = self._store.read(
            "SELECT DISTINCT match_id, title FROM account_seats JOIN match_terms USING (match_id)"
            " WHERE account = ?",
            (account,),
        )
        return {str(match): str(title) for match, title in rows}

    def counts(self, account: str) -> tuple[int, int]:
        """How many matches of an account go on, and in how many of them it must act."""
        (row,) = self._store.read(
            "SELECT count(*), coalesce(sum(must), 0) FROM"
            " (SELECT max(coalesce(must_act, 0)) AS must"
            " FROM account_seats JOIN seats USING (match_id, side)"
            " JOIN matches ON matches.id = match_id WHERE account = ? AND over = 0"
            " GROUP BY match_id) AS mine",
            (account,),
        )
        return int(row[0]), int(row[1])

    def unfinished(self, account: str) -> list[tuple[str, int]]:
        """The seats of an account in matches that go on."""
        rows = self._store.read(
            "SELECT match_id, side FROM account_seats JOIN matches ON matches.id = match_id"
            " WHERE account = ? AND over = 0 ORDER BY match_id, side",
            (account,),
        )
        return [(str(match), int(side)) for match, side in rows]

    def not_resigned(self, seats: Collection[tuple[str, int]]) -> list[tuple[str, int]]:
        """Those of some seats whose resignation is not noted yet, with the result that it gave."""
        noted = (
            "SELECT 1 FROM matches LEFT JOIN match_terms ON match_id = id"
            " WHERE id = ? AND over = 1 AND coalesce(settled, 1) = 1"
            " UNION SELECT 1 FROM withdrawals WHERE match_id = ? AND side = ?"
        )
        return [
            (match_id, side)
            for match_id, side in seats
            if not self._store.read(noted, (match_id, match_id, side))
        ]


def _invite(db: Any, match_id: str, sides: list[int], present: Collection[int]) -> None:
    """Tell the accounts on the other sides of a match that these want to play it again."""
    rows = db.execute(
        "SELECT side, account, name, json_extract(scenario, '$.title') FROM account_seats"
        " JOIN accounts ON accounts.id = account JOIN matches ON matches.id = match_id"
        " WHERE match_id = ? ORDER BY side",
        (match_id,),
    ).fetchall()
    here = {account: name for side, account, name, _ in rows if side in sides}
    for side, account, _, title in rows:
        if account in here or side in present:
            continue
        blocks = db.execute("SELECT other FROM blocks WHERE account = ?", (account,)).fetchall()
        names = [name for other, name in here.items() if (other,) not in map(tuple, blocks)]
        if names:
            who = f"{' and '.join(names)} would play it again: the old game leads to the new one."
            tell(db, account, News("invited", title, match_id, side, who))


def check_room(store: Database, account: str) -> None:
    """Errors: `InputError` where an account plays in too many games for another, `NotSaved`."""
    ((count,),) = store.read(
        "SELECT (SELECT count(DISTINCT match_id) FROM account_seats"
        " JOIN matches ON matches.id = match_id WHERE account = ? AND over = 0)"
        " + (SELECT count(*) FROM open_seats WHERE account = ?)",
        (account, account),
    )
    if count >= MAX_PLAYED:
        found = f"<{count} games of yours that go on or wait>"
        raise InputError.at("games", found, f"fewer than {MAX_PLAYED}: end some first")


def seat_accounts(db: Any, match_id: str, accounts: Mapping[int, str]) -> None:
    """Note whose the sides of a match are, in a transaction."""
    for side, account in accounts.items():
        db.execute(
            "INSERT INTO account_seats VALUES (?, ?, ?) ON CONFLICT (match_id, side) DO NOTHING",
            (match_id, side, account),
        )
