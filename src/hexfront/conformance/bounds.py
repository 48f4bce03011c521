"""Checks that every game ends: each order leaves fewer that can still be given.

A game in which orders can be taken back for ever is not found by playing at random,
since a random player submits his plan some time. So nothing is concluded from games
that happen to end: `Rules.orders_left` must fall with every order that is open, and
where it does no play can go on for ever, however long the bound is.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from hexfront.conformance.offers import check_offers
from hexfront.conformance.orders import check_choices, check_refusals
from hexfront.conformance.snapshot import Snapshot
from hexfront.conformance.snapshots import random_step
from hexfront.core.contract import CHANCE, Kind, Rules, Step
from hexfront.core.dice import Dice, dice_from_seed, draw
from hexfront.core.events import EventLog
from hexfront.core.system import System

TRIED = 24
"""So many open orders of each side are tried at a position where it has more."""
LOOKED_AT = 6
"""Among so many orders the wavering player takes the one that leads back."""
WAVERING = 600
"""So many orders he gives in one game."""
CHECKED_EVERY = 23
"""At one of so many positions choices, refusals and offers are compared."""


def check_bound(snapshot: Snapshot) -> None:
    """Every order that is open lowers `orders_left`, and no answer of chance raises it."""
    rules = snapshot.rules
    dice = dice_from_seed(snapshot.seed, snapshot.step, "conformance bounds")
    if snapshot.decision.kind == Kind.CHANCE:
        for outcome in range(len(rules.chances(snapshot.state).weights)):
            _try(snapshot, Step(CHANCE, outcome))
    for side in snapshot.sides:
        for order in _some(list(rules.choices(snapshot.state, side)), TRIED, dice):
            _try(snapshot, Step(side, int(order)))
    if snapshot.decision.kind == Kind.OVER:
        _demand_left(snapshot, _left(snapshot, snapshot.state), 0, "when the game is over")


def check_wavering(system: System, rules: Rules[Any], seed: int, limit: int = WAVERING) -> int:
    """A player who seeks cycles on purpose: of some orders he gives the one that leads back.

    Back is where the same orders are open as most often before. Each order must lower
    `orders_left` all the same; and where the rules come to refuse what takes back, choices,
    refusals and offers must still agree. Returns how many orders were given.
    """
    dice = dice_from_seed(seed, purpose="conformance wavering")
    state, log = rules.start(), EventLog()
    been: Counter[tuple[Any, ...]] = Counter()
    given = 0
    for number in range(limit):
        snapshot = Snapshot(system, rules, state, seed, number)
        step = random_step(rules, state, dice)
        if step is None:
            check_bound(snapshot)
            break
        if step.actor != CHANCE:
            step = _back(snapshot, step.actor, been, dice)
            given += 1
        if number % CHECKED_EVERY == CHECKED_EVERY - 1:
            check_choices(snapshot)
            check_refusals(snapshot)
            check_offers(snapshot)
        left = _left(snapshot, state)
        log.clear()
        rules.apply(state, step, log)
        _compare(snapshot, step, left, _left(snapshot, state))
        been[_open(rules, state)] += 1
    return given


def _back(snapshot: Snapshot, side: int, been: Counter[tuple[Any, ...]], dice: Dice) -> Step:
    """The order, of some that are open, that leads where one has been most often."""
    rules = snapshot.rules
    choices = list(rules.choices(snapshot.state, side))
    steps = [Step(side, int(order)) for order in _some(choices, LOOKED_AT, dice)]
    visits = []
    for step in steps:
        after = snapshot.copy()
        rules.apply(after, step, EventLog())
        visits.append(been[_open(rules, after)])
    return steps[visits.index(max(visits))]


def _open(rules: Rules[Any], state: Any) -> tuple[Any, ...]:
    """What a player may do now: positions that are alike in this are the same to a cycle."""
    decision = rules.decision(state)
    return decision, tuple(tuple(map(int, rules.choices(state, s))) for s in decision.sides)


def _some(orders: list[int], most: int, dice: Dice) -> list[int]:
    """Some of many orders, each as likely as the others."""
    for place in range(min(most, len(orders))):
        other = place + int(draw(dice, len(orders) - place))
        orders[place], orders[other] = orders[other], orders[place]
    return orders[:most]


def _try(snapshot: Snapshot, step: Step) -> None:
    after = snapshot.state.copy()
    snapshot.rules.apply(after, step, EventLog())
    _compare(snapshot, step, _left(snapshot, snapshot.state), _left(snapshot, after))


def _left(snapshot: Snapshot, state: Any) -> int:
    """`orders_left` of the position, or of one that follows from it."""
    try:
        return snapshot.rules.orders_left(state)
    except ValueError as error:
        snapshot.fail(f"orders_left: {error}")


def _compare(snapshot: Snapshot, step: Step, before: int, after: int) -> None:
    if step.actor == CHANCE:
        _demand_left(snapshot, after, before, f"after answer {step.order} of chance")
        return
    words = snapshot.rules.write_order(step.order)
    _demand_left(snapshot, after, before - 1, f"after {words} of side {step.actor}")


def _demand_left(snapshot: Snapshot, left: int, most: int, when: str) -> None:
    """An integer, not negative, and no more than it may be."""
    snapshot.demand(type(left) is int and left >= 0, f"{left!r} orders are left {when}")
    snapshot.demand(
        left <= most,
        lambda: (
            f"{left} orders are left {when}, expected at most {most}: "
            "a game must not go round for ever (Rules.orders_left)"
        ),
    )
