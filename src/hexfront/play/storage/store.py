"""The journal store: every match, seat and step in one database.

Seat tokens and invites are stored as SHA-256.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from hexfront.core.contract import SPECTATOR, UMPIRE, Step
from hexfront.core.documents.strictjson import Json, parse_json, write_json
from hexfront.core.errors import InputError
from hexfront.core.journal import Restored
from hexfront.play.storage.database import Database, Transaction, marks
from hexfront.play.storage.match_rows import (
    check_end,
    conclude,
    end_match,
    insert_match,
    insert_seats,
    insert_steps,
    new_tokens,
    set_share,
    step_rows,
    write_log,
)
from hexfront.play.storage.records import (
    MatchRecord,
    MatchSummary,
    NewTokens,
    SeatPlan,
    SeatRecord,
    ToldOfStep,
)
from hexfront.play.storage.tokens import (
    derived,
    hash_token,
    new_token,
    spectator_token,
    token_again,
)

REFUSED: Final = -1
"""In place of the number of orders that were carried out."""
MAX_REFUSED: Final = 1000
"""Requests of a side that are remembered as refused; then they are forgotten, all at once."""
_SEAT = "match_id, side, kind, agent, name, invite_hash IS NOT NULL, share_hash, share, hints"


class Store(Database):
    """Matches in a database. Safe to use from several threads."""

    check_fence: Callable[[Transaction, str], None] | None = None
    """Refuses, within the transaction of an order, where another process serves its match."""

    def create(
        self,
        system: str,
        rules_version: str,
        scenario: Json,
        secret: bytes,
        seats: Sequence[SeatPlan],
        *,
        umpire: bool = False,
        also: Callable[[Any, NewTokens], None] | None = None,
    ) -> NewTokens:
        """Store a new match with one seat a side, perhaps with an umpire.

        `also`: what is done in the same transaction; where it fails there is no match.
        Errors: `NotSaved`.
        """
        made = new_tokens(secret, seats)
        if umpire:
            made.tokens[UMPIRE] = new_token()
        with self.transaction() as db:
            insert_match(db, made.match, system, rules_version, scenario, secret)
            insert_seats(db, made, seats)
            if also is not None:
                also(db, made)
        return made

    def keep_finished(
        self,
        system: str,
        rules_version: str,
        scenario: Json,
        secret: bytes,
        players: Sequence[str],
        steps: Sequence[Step],
        digests: Sequence[str],
        result: Json,
        *,
        head: str,
        shares: Sequence[str] = (),
        restored: Restored | None = None,
        also: Callable[[Any, NewTokens], None] | None = None,
    ) -> NewTokens:
        """Store a match that was played elsewhere, to be looked at. Errors: `NotSaved`.

        `head`: the first line of its journal, `shares` what was added to its dice, `also`
        what is done in the same transaction.

        Nobody sits on its sides; only spectators get a token.
        """
        plans = [SeatPlan("person", agent=player) for player in players]
        made = new_tokens(secret, plans)
        made = made._replace(tokens={SPECTATOR: made.tokens[SPECTATOR]})
        with self.transaction() as db:
            insert_match(db, made.match, system, rules_version, scenario, secret)
            insert_seats(db, made, plans)
            rows = step_rows(steps, digests, range(1, len(steps) + 1))
            insert_steps(db, made.match, 0, rows)
            conclude(db, made.match, None, [])
            end_match(db, made.match, result)
            before = None if restored is None else write_json(restored._asdict())
            db.execute(
                "UPDATE matches SET head = ?, restored = ? WHERE id = ?",
                (head, before, made.match),
            )
            for side, share in enumerate(shares):
                set_share(db, made.match, side, share)
            if also is not None:
                also(db, made)
        return made

    def promise_share(self, match_id: str, side: int, share_hash: str) -> None:
        """Note the hash of a share, where none is noted yet. Errors: `NotSaved`."""
        with self.fenced(match_id) as db:
            db.execute(
                "UPDATE seats SET share_hash = ?"
                " WHERE match_id = ? AND side = ? AND share IS NULL AND share_hash = ''",
                (share_hash, match_id, side),
            )

    def add_share(self, match_id: str, side: int, share: str) -> None:
        """Note what a screen adds to the dice, where it is awaited. Errors: `NotSaved`."""
        with self.fenced(match_id) as db:
            set_share(db, match_id, side, share, "AND share IS NULL")

    def note_hint(self, match_id: str, side: int) -> None:
        """Note that the person on a side has asked what to do. Errors: `NotSaved`."""
        with self.fenced(match_id) as db:
            db.execute(
                "UPDATE seats SET hints = hints + 1 WHERE match_id = ? AND side = ?",
                (match_id, side),
            )

    def knows_log(self, match_id: str) -> bool:
        """Whether what was told in a match is kept, if anything was. Errors: `NotSaved`."""
        return bool(
            self.read("SELECT 1 FROM log WHERE match_id = ? LIMIT 1", (match_id,))
        ) or not self.read("SELECT 1 FROM steps WHERE match_id = ? LIMIT 1", (match_id,))

    def log(self, match_id: str) -> list[ToldOfStep]:
        """What everybody was told in a match, step by step. Errors: `NotSaved`."""
        rows = self.read(
            "SELECT step, viewers, entries FROM log WHERE match_id = ? ORDER BY step",
            (match_id,),
        )
        return [
            ToldOfStep(step, tuple(map(int, viewers.split(","))), parse_json(text, "what was told"))
            for step, viewers, text in rows
        ]

    def claim(self, invite: str, name: str, key: str = "") -> tuple[SeatRecord, str]:
        """Seat a person by an invite, which is used up. Returns the seat and its token.

        `key`: a secret of the person's own, with which he gets the same answer
        again if the first one was lost. Errors: `InputError` where nobody waits
        for this invite, `NotSaved`.
        """
        token = derived(f"{invite}:{key}".encode(), "claim") if key else new_token()
        with self.transaction() as db:
            db.execute(
                "UPDATE seats SET token_hash = ?, invite_hash = NULL, name = ?"
                " WHERE invite_hash = ?",
                (hash_token(token), name, hash_token(invite)),
            )
            seat = self.seat(token)
            if seat is None:
                raise InputError.at(
                    "invite", "<an invite that is unknown or used>", "an invite nobody has used"
                )
        return seat, token

    def rematch(self, match_id: str, rules_version: str = "") -> str:
        """The match that follows a match, made by whoever asks first. Errors: `NotSaved`.

        Same scenario and players; its persons have no tokens before `seat_again`.
        """
        with self.transaction() as db:
            (found,) = db.execute(
                "SELECT next_match FROM matches WHERE id = ?", (match_id,)
            ).fetchone()
            if found is not None:
                return str(found)
            old = self.load(match_id)
            secret = secrets.token_bytes(len(old.secret))
            plans = old.plans
            made = new_tokens(secret, plans)
            made = made._replace(tokens={SPECTATOR: made.tokens[SPECTATOR]})
            version = rules_version or old.rules_version
            insert_match(db, made.match, old.system, version, old.scenario, secret)
            insert_seats(db, made, plans)
            db.execute("UPDATE matches SET next_match = ? WHERE id = ?", (made.match, match_id))
            db.execute(
                "UPDATE matches SET (chat, chat_closer) ="
                " (SELECT chat, chat_closer FROM matches WHERE id = ?) WHERE id = ?",
                (match_id, made.match),
            )
        return made.match

    def seat_again(self, match_id: str, held: Mapping[int, str]) -> NewTokens:
        """Seat who held sides of a match (their tokens there) in a rematch of it.

        The same tokens at every asking. Errors: `NotSaved`.
        """
        tokens = {side: token_again(token, match_id) for side, token in held.items() if side >= 0}
        with self.transaction() as db:
            for side, token in tokens.items():
                db.execute(
                    "UPDATE seats SET token_hash = ?"
                    " WHERE match_id = ? AND side = ? AND kind = 'person'",
                    (hash_token(token), match_id, side),
                )
        return NewTokens(match_id, tokens | {SPECTATOR: self.spectator_token(match_id)}, {})

    def spectator_token(self, match_id: str) -> str:
        """The spectator's token of a match. Errors: `InputError` where there is no match."""
        rows = self.read("SELECT secret FROM matches WHERE id = ?", (match_id,))
        if not rows:
            raise InputError.at("match", match_id, "a match of this server")
        return spectator_token(rows[0][0], match_id)

    def append(
        self,
        match_id: str,
        number: int,
        steps: Sequence[Step],
        digests: Sequence[str],
        bundles: Sequence[int],
        *,
        last: str = "",
        request: tuple[int, str, int] | None = None,
        must_act: Sequence[int] | None = None,
        result: Json = None,
        log: Sequence[ToldOfStep] = (),
        also: Callable[[Any], None] | None = None,
    ) -> None:
        """Commit steps that follow the first `number` steps of a match.

        `bundles`: for each step the number of the first step of the request that
        it belongs to. `last`: the digest after those first steps, as the caller
        knows it; empty where he does not. `request` is (side, idempotency key,
        orders accepted). `must_act`: the sides that must act now, by their own
        views; None where that is as it was. A `result` ends the match.  `log`: what
        everybody was told about these steps. `also`: what is done in the same transaction.
        Errors: `NotSaved`, also where another process has played on.
        """
        with self.fenced(match_id) as db:
            check_end(db, match_id, number, last)
            insert_steps(db, match_id, number, step_rows(steps, digests, bundles))
            write_log(db, match_id, log)
            conclude(db, match_id, request, must_act)
            if result is not None:
                end_match(db, match_id, result)
            if also is not None:
                also(db)

    def rewrite(
        self,
        match_id: str,
        keep: int,
        steps: Sequence[Step],
        digests: Sequence[str],
        bundles: Sequence[int],
        *,
        length: int,
        last: str = "",
        request: tuple[int, str, int] | None = None,
        must_act: Sequence[int] | None = None,
        log: Sequence[ToldOfStep] = (),
        also: Callable[[Any], None] | None = None,
    ) -> None:
        """Put other steps in the place of those after number `keep`, for an undo.

        `length`, `last`: how many steps the caller knows the match to have, and the
        digest after them. The rest is as in `append`.
        Errors: `NotSaved`, also where another process has played on.
        """
        with self.fenced(match_id) as db:
            check_end(db, match_id, length, last)
            db.execute("DELETE FROM steps WHERE match_id = ? AND number > ?", (match_id, keep))
            db.execute("DELETE FROM log WHERE match_id = ? AND step > ?", (match_id, keep))
            insert_steps(db, match_id, keep, step_rows(steps, digests, bundles))
            write_log(db, match_id, log)
            conclude(db, match_id, request, must_act)
            if also is not None:
                also(db)

    @contextmanager
    def fenced(self, match_id: str) -> Iterator[Transaction]:
        """A transaction of a match, in which this process must still be the one that serves it."""
        with self.transaction(match_id) as db:
            if self.check_fence is not None:
                self.check_fence(db, match_id)
            yield db

    def refuse(self, match_id: str, side: int, request: str) -> None:
        """Note that a request was refused: a copy of it that comes late must not be carried out.

        Errors: `NotSaved`.
        """
        with self.fenced(match_id) as db:
            refused = "FROM requests WHERE match_id = ? AND side = ? AND accepted = ?"
            about = (match_id, side, REFUSED)
            if db.execute(f"SELECT count(*) {refused}", about).fetchone()[0] >= MAX_REFUSED:
                db.execute(f"DELETE {refused}", about)
            db.execute(
                "INSERT INTO requests VALUES (?, ?, ?, ?)", (match_id, side, request, REFUSED)
            )

    def accepted(self, match_id: str, side: int, request: str) -> int | None:
        """How many orders of a request were carried out; None if it is not known.

        `REFUSED` where it was refused as a whole.
        """
        row = self.read(
            "SELECT accepted FROM requests WHERE match_id = ? AND side = ? AND request_key = ?",
            (match_id, side, request),
        )
        return row[0][0] if row else None

    def seat(self, token: str) -> SeatRecord | None:
        """The seat that a token opens."""
        rows = self.read(
            f"SELECT {_SEAT} FROM seats WHERE (match_id, side) IN"
            " (SELECT match_id, side FROM seat_tokens WHERE token_hash = ?)",
            (hash_token(token),),
        )
        return _seat_record(rows[0]) if rows else None

    def seats(self, match_id: str) -> list[SeatRecord]:
        """The seats of a match, the spectator's first."""
        rows = self.read(f"SELECT {_SEAT} FROM seats WHERE match_id = ? ORDER BY side", (match_id,))
        return [_seat_record(row) for row in rows]

    def is_over(self, match_id: str) -> bool:
        """Whether a match has ended; also where there is none. Errors: `NotSaved`."""
        rows = self.read("SELECT over FROM matches WHERE id = ?", (match_id,))
        return not rows or bool(rows[0][0])

    def load(self, match_id: str) -> MatchRecord:
        """A stored match. Errors: `InputError` where there is none."""
        rows = self.read(
            "SELECT id, system, rules_version, scenario, secret, created, over, next_match,"
            " head, restored FROM matches WHERE id = ?",
            (match_id,),
        )
        if not rows:
            raise InputError.at("match", match_id, "a match of this server")
        ident, system, version, scenario, secret, created, over, next_match = rows[0][:8]
        head, restored = rows[0][8:]
        steps = self.read(
            "SELECT actor, order_code, digest, bundle FROM steps"
            " WHERE match_id = ? ORDER BY number",
            (match_id,),
        )
        return MatchRecord(
            ident,
            system,
            version,
            parse_json(scenario, f"match {ident}: scenario"),
            secret,
            created,
            bool(over),
            next_match,
            tuple(self.seats(match_id)),
            tuple(Step(actor, order) for actor, order, _, _ in steps),
            tuple(after for _, _, after, _ in steps),
            tuple(bundle for _, _, _, bundle in steps),
            not self.read(
                "SELECT 1 FROM seats WHERE match_id = ? AND side >= 0 AND must_act IS NULL",
                (ident,),
            ),
            head,
            None if restored is None else Restored(**parse_json(restored, f"match {ident}")),
        )

    def summaries(self, tokens: Sequence[str]) -> list[MatchSummary]:
        """The matches that some tokens open, newest first."""
        hashes = [hash_token(token) for token in tokens]
        held: dict[str, list[int]] = {}
        for match_id, side in self.read(
            f"SELECT match_id, side FROM seat_tokens WHERE token_hash IN ({marks(hashes)})"
            " ORDER BY side",
            hashes,
        ):
            if side not in held.setdefault(match_id, []):
                held[match_id].append(side)
        seats: dict[str, list[tuple[SeatRecord, bool, bool]]] = {}
        for *row, must_act, deletes in self.read(
            f"SELECT {_SEAT}, must_act, deletes FROM seats WHERE side >= 0"
            f" AND match_id IN ({marks(list(held))}) ORDER BY side",
            list(held),
        ):
            seats.setdefault(row[0], []).append((_seat_record(row), bool(must_act), bool(deletes)))
        rows = self.read(
            "SELECT id, system, json_extract(scenario, '$.title'), created, over, result"
            f" FROM matches WHERE id IN ({marks(list(held))}) ORDER BY created DESC, id",
            list(held),
        )
        return [_summary(row, held[row[0]], seats.get(row[0], [])) for row in rows]


def _summary(
    row: Sequence[Json], held: Sequence[int], seats: Sequence[tuple[SeatRecord, bool, bool]]
) -> MatchSummary:
    match_id, system, title, created, over, result = row
    others = [seat for seat, _, _ in seats if seat.side not in held]
    return MatchSummary(
        match_id,
        system,
        title or "",
        created,
        bool(over),
        tuple(held),
        tuple(seat.side for seat, must_act, _ in seats if must_act and seat.side in held),
        tuple(seat.player for seat in others),
        tuple(seat.side for seat in others if seat.invited),
        None if result is None else parse_json(result, f"match {match_id}: result"),
        tuple(seat.side for seat, _, deletes in seats if deletes),
        # Before the end nobody learns that another thinks about his orders.
        tuple(seat.side for seat, _, _ in seats if seat.hints and (over or seat.side in held)),
    )


def _seat_record(row: Sequence[Json]) -> SeatRecord:
    match, side, kind, agent, name, invited, share_hash, share, hints = row
    return SeatRecord(match, side, kind, agent, name, bool(invited), share_hash, share, hints)
