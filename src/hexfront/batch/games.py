"""Scenarios made ready for batches: by kernels of their system, or step by step through `Rules`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.batch.views import ViewEncoder
from hexfront.blocks import Float, Int
from hexfront.core.batch.game import BatchGame
from hexfront.core.batch.kernels import GameKernels, make_plain_kernels
from hexfront.core.batch.rewards import rewards
from hexfront.core.batch.rows import CHANCE, OVER
from hexfront.core.contract import Kind, Rules, Step
from hexfront.core.dice import Dice, draw_outcome
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.system import System
from hexfront.jit import compile_part


def choose_rules(
    system: str, scenario: str | Path | None, options: Mapping[str, str] | None
) -> Rules[Any]:
    """The rules of a scenario by name or file, with options as typed. Errors: `InputError`."""
    found = find_system(system)
    chosen = load_scenario(found, scenario)
    if options and found.scenarios.with_options is None:
        raise InputError.at("options", dict(options), f"nothing: {system} has no options")
    if options and found.scenarios.with_options is not None:
        chosen = found.scenarios.with_options(chosen, options)
    return found.rules(chosen)


def batch_game(system: System, rules: Rules[Any]) -> BatchGame:
    """A scenario for batches, whose kernels are compiled when they are first called.

    A system that brings none is played step by step: as right, and a thousand times slower.
    """
    if system.learning.batch is None:
        return plain_game(rules)
    compile_part(type(rules).__module__)
    return system.learning.batch(rules)


class ViewArrays(NamedTuple):
    """What is observed of systems without arrays of their own."""

    view: NDArray[np.float32]
    """(games, size) as `hexfront.batch.views` says."""


class _Ground(NamedTuple):
    """What the functions below take as the fixed part."""

    rules: Rules[Any]
    encoder: ViewEncoder


_LOST = EventLog(0)
"""Events that nobody reads."""


def _actor_of(ground: _Ground, state: Any) -> int:
    decision = ground.rules.decision(state)
    if decision.kind == Kind.ORDERS:
        return min(decision.sides)
    return CHANCE if decision.kind == Kind.CHANCE else OVER


def _time_of(ground: _Ground, state: Any) -> int:
    return ground.rules.decision(state).time


def _draw_chance(ground: _Ground, state: Any, dice: Dice) -> int:
    return draw_outcome(ground.rules.chances(state).weights, dice)


def _list_choices(ground: _Ground, state: Any, side: int, codes: Int) -> int:
    found = ground.rules.choices(state, side)
    codes[: len(found)] = found
    return len(found)


def _apply_step(ground: _Ground, state: Any, actor: int, order: int, log: Int) -> None:
    ground.rules.apply(state, Step(actor, int(order)), _LOST)


def _score_game(ground: _Ground, state: Any, scores: Float) -> None:
    scores[:] = rewards(ground.rules.result(state), len(ground.rules.sides))


def _count_scores(ground: _Ground, state: Any, scores: Float) -> None:
    result = ground.rules.result(state)
    scores[:] = result.scores if result is not None and result.scores else 0.0


def _write_observation(ground: _Ground, state: Any, side: int, seen: ViewArrays, row: int) -> None:
    seen.view[row] = ground.encoder.encode(ground.rules.view(state, side))


_KERNELS = make_plain_kernels(
    __name__,
    GameKernels(
        _actor_of,
        _time_of,
        _draw_chance,
        _list_choices,
        _apply_step,
        _score_game,
        _count_scores,
        _write_observation,
    ),
)


def plain_game(rules: Rules[Any]) -> BatchGame:
    """A scenario that is played through the methods of its `Rules`."""
    encoder = ViewEncoder(rules)
    return BatchGame(
        make=plain_game,
        rules=rules,
        ground=_Ground(rules, encoder),
        start=rules.start(),
        spec=(encoder.spec,),
        seen=ViewArrays,
        kernels=_KERNELS,
    )
