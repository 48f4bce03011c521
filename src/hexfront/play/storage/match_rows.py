"""How a match is written, row by row, within a transaction."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from hexfront.core.contract import SPECTATOR, UMPIRE, Step
from hexfront.core.dice import share_hash
from hexfront.core.documents.strictjson import Json, write_json
from hexfront.play.storage.database import Superseded, Transaction, marks
from hexfront.play.storage.records import NewTokens, SeatPlan, ToldOfStep
from hexfront.play.storage.tokens import hash_token, new_token, spectator_token


def new_tokens(secret: bytes, seats: Sequence[SeatPlan]) -> NewTokens:
    """A name for a new match, and what opens its seats."""
    match_id = secrets.token_urlsafe(9)
    tokens = {SPECTATOR: spectator_token(secret, match_id)}
    invites: dict[int, str] = {}
    for side, plan in enumerate(seats):
        if plan.kind == "person":
            opened = invites if plan.invited else tokens
            opened[side] = new_token()
    return NewTokens(match_id, tokens, invites)


def insert_match(
    db: Transaction,
    match_id: str,
    system: str,
    rules_version: str,
    scenario: Json,
    secret: bytes,
) -> None:
    """Write the row of a new match."""
    created = datetime.now(UTC).isoformat(timespec="seconds")
    db.execute(
        "INSERT INTO matches (id, system, rules_version, scenario, secret, created, made)"
        " VALUES (?, ?, ?, ?, ?, ?, (SELECT coalesce(max(made), 0) + 1 FROM matches))",
        (match_id, system, rules_version, write_json(scenario), secret, created),
    )


def insert_seats(db: Transaction, made: NewTokens, seats: Sequence[SeatPlan]) -> None:
    """Write the rows of its seats."""

    def hashed(opened: Mapping[int, str], side: int) -> bytes | None:
        return hash_token(opened[side]) if side in opened else None

    today = datetime.now(UTC).date().isoformat()
    watchers = [side for side in (UMPIRE, SPECTATOR) if side in made.tokens]
    for side, plan in [*((side, SeatPlan("spectator")) for side in watchers), *enumerate(seats)]:
        db.execute(
            "INSERT INTO seats (match_id, side, kind, agent, name,"
            " token_hash, invite_hash, visited, share)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                made.match,
                side,
                plan.kind,
                plan.agent,
                plan.name,
                hashed(made.tokens, side),
                hashed(made.invites, side),
                today,
                None if plan.adds else "",
            ),
        )


def check_end(db: Transaction, match_id: str, length: int, last: str) -> None:
    """Check that a match is as it was: another process may have played on, or taken orders back.

    Errors: `Superseded`.
    """
    row = db.execute(
        "SELECT number, digest FROM steps WHERE match_id = ? ORDER BY number DESC LIMIT 1",
        (match_id,),
    ).fetchone()
    number, digest = row or (0, "")
    if number != length or last not in ("", digest):
        raise Superseded


def step_rows(
    steps: Sequence[Step], digests: Sequence[str], bundles: Sequence[int]
) -> list[list[Json]]:
    """For each step its actor, order, digest and bundle, in the order of their columns."""
    return [
        [step.actor, step.order, digest, bundle]
        for step, digest, bundle in zip(steps, digests, bundles, strict=True)
    ]


def insert_steps(
    db: Transaction, match_id: str, number: int, rows: Sequence[Sequence[Json]]
) -> None:
    """Write steps, as `step_rows` gives them, after the first `number` steps of a match."""
    db.executemany(
        "INSERT INTO steps (match_id, number, actor, order_code, digest, bundle)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [(match_id, after, *row) for after, row in enumerate(rows, number + 1)],
    )


def write_log(db: Transaction, match_id: str, log: Sequence[ToldOfStep]) -> None:
    """Write what everybody was told about steps."""
    # A match whose entries were not kept from the start gets them when it is opened.
    db.executemany(
        "INSERT INTO log (match_id, step, viewers, entries) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (match_id, step, viewers) DO UPDATE SET entries = excluded.entries",
        [
            (
                match_id,
                told.step,
                ",".join(map(str, told.viewers)),
                write_json(told.entries),
            )
            for told in log
        ],
    )


def conclude(
    db: Transaction,
    match_id: str,
    request: tuple[int, str, int] | None,
    must_act: Sequence[int] | None,
) -> None:
    """Note a request that was carried out, and which sides must act now; None: as it was."""
    if request is not None:
        db.execute("INSERT INTO requests VALUES (?, ?, ?, ?)", (match_id, *request))
    if must_act is not None:
        # A turn that ends takes with it that its player was told of it.
        db.execute(
            "UPDATE seats SET must_act = 0, noticed = 0 WHERE match_id = ? AND side >= 0"
            f" AND side NOT IN ({marks(must_act)})",
            (match_id, *must_act),
        )
        db.execute(
            f"UPDATE seats SET must_act = 1 WHERE match_id = ? AND side IN ({marks(must_act)})",
            (match_id, *must_act),
        )


def set_share(db: Transaction, match_id: str, side: int, share: str, condition: str = "") -> None:
    """Note what a screen adds to the dice, and its hash."""
    db.execute(
        f"UPDATE seats SET share = ?, share_hash = ? WHERE match_id = ? AND side = ? {condition}",
        (share, share_hash(share) if share else "", match_id, side),
    )


def end_match(db: Transaction, match_id: str, result: Json) -> None:
    """Note how a match ended."""
    db.execute(
        "UPDATE matches SET over = 1, result = ? WHERE id = ?", (write_json(result), match_id)
    )
