"""Checks of orders: choices, refusals, offers, and orders in words."""

from __future__ import annotations

import itertools

from hexfront.conformance.snapshots import Snapshot, payload
from hexfront.core.contract import SPECTATOR, UMPIRE, Counter, Kind, Offer, Refusal, Step, View
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.state import copy_state
from hexfront.core.strictjson import Json

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

    Asks for every order code and for some that are none. Returns how many.
    """
    rules, state = snapshot.rules, snapshot.state
    actions = rules.actions
    outside = (-1, -(2**31), actions, actions + 1, 2**31, 2**63, 2**70)
    for side in snapshot.sides:
        legal = {int(code) for code in rules.choices(state, side)}
        for code in (*range(actions), *outside):
            refusal = rules.refuse(state, side, code)
            if (refusal is None) != (code in legal):
                snapshot.fail(
                    f"side {side}, order {code}: choices "
                    f"{'have' if code in legal else 'lack'} it, refuse says {refusal}"
                )
            if refusal is not None:
                _check_refusal(snapshot, f"side {side}, order {code}", refusal)
    return len(snapshot.sides) * (actions + len(outside))


def _check_refusal(snapshot: Snapshot, where: str, refusal: Refusal) -> None:
    clauses = {clause.id for clause in snapshot.book.clauses}
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


def check_offers(snapshot: Snapshot) -> None:
    """Offers begin with choices, can be carried out to their end, and explain themselves.

    A side that must act has at least one.  An offer of several orders may break
    off where chance, another side or the end comes between, or where a step
    showed the side something new about a counter that is not its own.
    """
    rules, state = snapshot.rules, snapshot.state
    for side in snapshot.sides:
        view = rules.view(state, side)
        offers = rules.offers(view)
        legal = {int(code) for code in rules.choices(state, side)}
        snapshot.demand(
            bool(offers) or side not in snapshot.decision.sides, f"side {side}: no offers"
        )
        for offer in offers:
            _check_offer(snapshot, side, view, offer, legal)
    for viewer in (SPECTATOR, UMPIRE):
        snapshot.demand(not rules.offers(rules.view(state, viewer)), f"offers to viewer {viewer}")


def _check_offer(snapshot: Snapshot, side: int, view: View, offer: Offer, legal: set[int]) -> None:
    where = f"side {side}, offer {offer.caption!r}"
    snapshot.demand(bool(offer.orders), f"{where}: no orders")
    snapshot.demand(
        bool(offer.kind and offer.caption), f"{where}: kind {offer.kind!r} or caption is missing"
    )
    clauses = {clause.id for clause in snapshot.book.clauses}
    snapshot.demand(offer.clause in clauses, f"{where}: clause {offer.clause!r} does not exist")
    known = {counter.id for counter in view.counters}
    snapshot.demand(
        not offer.subject or offer.subject in known, f"{where}: counter {offer.subject!r}"
    )
    snapshot.demand(offer.orders[0] in legal, f"{where}: order {offer.orders[0]} is no choice")
    if len(offer.orders) > 1:
        _check_sequence(snapshot, side, offer, where)


def _check_sequence(snapshot: Snapshot, side: int, offer: Offer, where: str) -> None:
    rules = snapshot.rules
    state = copy_state(snapshot.state)
    log = EventLog()
    before = _foreign(rules.view(state, side), side)
    for number, order in enumerate(offer.orders):
        refusal = rules.refuse(state, side, order)
        if refusal is not None:
            after = _foreign(rules.view(state, side), side)
            interrupted = not rules.view(state, side).must_act or after != before
            snapshot.demand(
                interrupted, f"{where}: order {number + 1} of {offer.orders} refused by {refusal}"
            )
            return
        log.clear()
        rules.apply(state, Step(side, order), log)
        if rules.decision(state).kind != Kind.ORDERS:
            return


def _foreign(view: View, side: int) -> list[Counter]:
    return [counter for counter in view.counters if counter.side != side]
