"""Checks of orders: choices, refusals, and orders as JSON objects."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from hexfront.conformance.snapshot import Snapshot, payload
from hexfront.core.contract import Kind, Refusal
from hexfront.core.dice import dice_from_seed, draw
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError

SAMPLE = 1024
"""So many order codes are asked about at a position where a system has more."""

WHOLE = 16
"""At one position in so many, all of them are."""

JUNK: tuple[Json, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1e300,
    10**29,
    "",
    "pass",
    "\ud800",
    [],
    [[]],
    {},
    {"": ""},
    {"order": None},
    {"order": "no such order"},
    {"kind": [], "type": {}, "unit": -1},
)


def check_decision(snapshot: Snapshot) -> None:
    """The game waits for sides, for chance, or for nobody, and says so consistently."""
    decision = snapshot.decision
    sides = list(decision.sides)
    snapshot.demand(decision.kind in tuple(Kind), f"kind {decision.kind!r} of decision")
    snapshot.demand(
        sides == sorted(set(sides)) and all(side in snapshot.sides for side in sides),
        f"sides {sides} of the decision are not ascending sides of the game",
    )
    snapshot.demand(
        bool(sides) == (decision.kind == Kind.ORDERS),
        f"sides {sides} at a decision of kind {decision.kind!r}",
    )
    over = snapshot.rules.result(snapshot.state) is not None
    snapshot.demand(over == (decision.kind == Kind.OVER), "there is a result before the end")
    for side in snapshot.sides:
        view = snapshot.rules.view(snapshot.state, side)
        snapshot.demand(
            view.must_act == (side in sides), f"side {side}: must_act is {view.must_act}"
        )


def check_choices(snapshot: Snapshot) -> None:
    """Choices are ascending order codes; a side that must act has some.

    Nobody has any while chance is due or when the game is over.
    """
    decision = snapshot.decision
    for side in snapshot.sides:
        choices = [int(code) for code in snapshot.rules.choices(snapshot.state, side)]
        where = f"side {side}: choices"
        snapshot.demand(bool(choices) or side not in decision.sides, f"{where} are empty")
        snapshot.demand(
            not choices or decision.kind == Kind.ORDERS,
            f"{where} {choices[:9]} although no orders are due",
        )
        snapshot.demand(
            all(a < b for a, b in itertools.pairwise(choices)),
            f"{where} {choices[:9]} are not ascending, each once",
        )
        snapshot.demand(
            all(0 <= code < snapshot.rules.actions for code in choices),
            f"{where} are not within 0 … {snapshot.rules.actions - 1}",
        )


def check_refusals(snapshot: Snapshot) -> int:
    """`refuse` accepts the choices, and refuses everything else with clause and reason.

    Asks for the order codes of `asked_codes` and for some that are none. Returns how many.
    """
    rules, state = snapshot.rules, snapshot.state
    actions = rules.actions
    outside = (-1, -(2**31), actions, actions + 1, 2**31, 2**63, 2**70)
    asked = 0
    for side in snapshot.sides:
        legal = {int(code) for code in rules.choices(state, side)}
        near = {code + by for code in legal for by in (-1, 0, 1) if 0 <= code + by < actions}
        codes = sorted({*asked_codes(snapshot), *near})
        asked += len(codes) + len(outside)
        for code in (*codes, *outside):
            refusal = rules.refuse(state, side, code)
            if (refusal is None) != (code in legal):
                snapshot.fail(
                    f"side {side}, order {code}: choices "
                    f"{'have' if code in legal else 'lack'} it, refuse says {refusal}"
                )
            if refusal is not None:
                _check_refusal(snapshot, f"side {side}, order {code}", refusal)
    return asked


def asked_codes(snapshot: Snapshot) -> Sequence[int]:
    """The order codes to ask about at a position: all, or a sample where they are many.

    The sample is the same every time and other at other positions: one code out
    of each of `SAMPLE` equal stretches. At the beginning of a game, and at one
    position in `WHOLE`, all are asked about.
    """
    actions = snapshot.rules.actions
    if actions <= SAMPLE or not snapshot.step % WHOLE:
        return range(actions)
    dice = dice_from_seed(snapshot.seed, snapshot.step, "conformance codes")
    ends = [actions * i // SAMPLE for i in range(SAMPLE + 1)]
    return [low + int(draw(dice, high - low)) for low, high in itertools.pairwise(ends)]


def _check_refusal(snapshot: Snapshot, where: str, refusal: Refusal) -> None:
    clauses = snapshot.book.by_id
    snapshot.demand(
        refusal.clause in clauses, f"{where}: refused by {refusal.clause!r}, no such clause"
    )
    snapshot.demand(
        isinstance(refusal.reason, str) and bool(refusal.reason.strip()),
        f"{where}: refused without a reason",
    )


def check_orders_in_words(snapshot: Snapshot) -> None:
    """Every choice can be written as a JSON object and read again; junk gives `InputError`."""
    rules = snapshot.rules
    for side in snapshot.sides:
        for code in rules.choices(snapshot.state, side):
            words = rules.write_order(int(code))
            snapshot.demand(isinstance(words, dict), f"order {code} is written as {words!r}")
            payload(words)
            found = rules.read_order(words)
            snapshot.demand(found == code, f"order {code}: {words} reads as {found}")
    for junk in JUNK:
        try:
            code = rules.read_order(junk)
        except InputError:
            continue
        except Exception as error:
            snapshot.fail(f"reading {junk!r} raises {type(error).__name__}: {error}")
        snapshot.demand(
            type(code) is int and 0 <= code < rules.actions, f"{junk!r} reads as {code!r}"
        )
