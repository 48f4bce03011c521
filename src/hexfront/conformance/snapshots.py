"""Positions out of random games: the same from the same seed, on any machine."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

from hexfront.conformance.parts import check_parts
from hexfront.conformance.snapshot import Snapshot
from hexfront.core.contract import CHANCE, Kind, Rules, Step
from hexfront.core.dice import Dice, dice_from_seed, draw, draw_outcome
from hexfront.core.events import Event, EventLog
from hexfront.core.state import digest
from hexfront.core.system import System

STEP_LIMIT = 100_000
"""A random game that takes more steps than this does not count as one that ends."""

OUT_OF_TURN = 20
"""One order in so many goes to a side that may act but need not."""


def random_step(rules: Rules[Any], state: Any, dice: Dice) -> Step | None:
    """A random legal step; None when the game is over.

    A side that may act without having to gets a word in now and then, so that
    plans are taken back too.
    """
    decision = rules.decision(state)
    if decision.kind == Kind.OVER:
        return None
    if decision.kind == Kind.CHANCE:
        return Step(CHANCE, draw_outcome(rules.chances(state).weights, dice))
    side = decision.sides[int(draw(dice, len(decision.sides)))]
    if not int(draw(dice, OUT_OF_TURN)):
        others = [s for s in range(len(rules.sides)) if s not in decision.sides]
        willing = [s for s in others if len(rules.choices(state, s))]
        side = willing[int(draw(dice, len(willing)))] if willing else side
    choices = rules.choices(state, side)
    if not len(choices):
        raise AssertionError(f"side {side} must act and has no choices")
    order = int(choices[int(draw(dice, len(choices)))])
    if not 0 <= order < rules.actions:
        raise AssertionError(f"side {side}: choice {order} is not within 0 … {rules.actions - 1}")
    return Step(side, order)


def random_game(
    system: System, rules: Rules[Any], seed: int, limit: int = STEP_LIMIT
) -> Iterator[tuple[Snapshot, Step | None, list[Event]]]:
    """A random game: the position, the step to be taken and, after it, its events.

    The position is the caller's only until the next one is asked for; the
    events are those of the step before.
    """
    dice = dice_from_seed(seed, purpose="conformance")
    log = EventLog()
    state = rules.start()
    events: list[Event] = []
    for number in range(limit):
        snapshot = Snapshot(system, rules, state, seed, number)
        if not number:
            check_parts(snapshot)
        try:
            step = random_step(rules, state, dice)
        except AssertionError as error:
            snapshot.fail(str(error))
        yield snapshot, step, events
        if step is None:
            return
        log.clear()
        rules.apply(state, step, log)
        events = log.events()
    Snapshot(system, rules, state, seed, limit).fail(f"no end within {limit} steps")


def snapshots(
    system: System,
    rules: Rules[Any],
    seed: int,
    per_game: int = 8,
    keep: Callable[[Snapshot], bool] = lambda snapshot: True,
) -> list[Snapshot]:
    """Positions spread evenly through one random game, its start always among them.

    `keep` says which positions count. Reservoir sampling: each of them is as
    likely as the others, however long the game.
    """
    dice = dice_from_seed(seed, purpose="conformance sample")
    chosen: list[Snapshot] = []
    seen = 0
    for snapshot, _, _ in random_game(system, rules, seed):
        if not keep(snapshot):
            continue
        if len(chosen) < per_game:
            chosen.append(dataclasses.replace(snapshot, state=snapshot.copy()))
        else:
            place = int(draw(dice, seen))
            if place + 1 < per_game:
                chosen[place + 1] = dataclasses.replace(snapshot, state=snapshot.copy())
        seen += 1
    return chosen


def unchanged(
    snapshot: Snapshot, what: str, question: Callable[..., Any], *arguments: object
) -> Any:
    """The answer to a question that must leave the state alone."""
    before = digest(snapshot.state)
    answer = question(*arguments)
    snapshot.demand(digest(snapshot.state) == before, f"{what} changed the state")
    return answer
