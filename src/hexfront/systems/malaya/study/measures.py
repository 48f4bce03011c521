"""Work that `hexfront bench` times for Malaya."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from hexfront.core.dice import dice_from_seed
from hexfront.core.study.self_play import play_on
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.knowledge.odds import battle_odds
from hexfront.systems.malaya.opponents.commander import CommanderAgent
from hexfront.systems.malaya.rules.combat import odds_column, strengths
from hexfront.systems.malaya.rules.movement import side_of
from hexfront.systems.malaya.rules.retreat import retreat_path
from hexfront.systems.malaya.rules.supply import trace_supply
from hexfront.systems.malaya.scenario.state import (
    COMMONWEALTH,
    JAPAN,
    NOBODY,
    ON_MAP,
    MalayaState,
    Phase,
)

TIMES: Final = 100
MIDDLE: Final = 4
"""The turn whose positions are timed."""


def player_turns(rules: MalayaRules) -> Callable[[], int]:
    """Player-turns of `commander` on both sides, with the steps of the rules."""

    def work() -> int:
        seen: set[tuple[int, int]] = set()
        _play(rules, lambda state: seen.add((state.game.turn, state.game.active)))
        return len(seen)

    return work


def supplies(rules: MalayaRules) -> Callable[[], int]:
    """Supply of a side on the whole map."""
    state = middle_of_a_game(rules, Phase.MOVEMENT)

    def work() -> int:
        for _ in range(TIMES):
            trace_supply(rules.ground, state, JAPAN)
        return TIMES

    return work


def retreats(rules: MalayaRules) -> Callable[[], int]:
    """Paths of retreat of every unit on the map."""
    state, ground = middle_of_a_game(rules, Phase.MOVEMENT), rules.ground
    units = np.flatnonzero(state.units.status == ON_MAP).tolist()

    def work() -> int:
        for unit in units:
            side, place = side_of(ground, unit), state.units.place[unit]
            arm, points = ground.units.arm[unit], ground.units.stack[unit]
            retreat_path(ground, state, side, arm, points, place, place)
        return len(units)

    return work


def odds(rules: MalayaRules) -> Callable[[], int]:
    """Exact odds of a battle with all who can join it."""
    state = middle_of_a_game(rules, Phase.COMBAT)

    def work() -> int:
        battle_odds(rules.ground, state)
        return 1

    return work


def middle_of_a_game(rules: MalayaRules, phase: int) -> MalayaState:
    """The first position from the middle of a game on in which a side is in a phase.

    In combat with a battle declared, which can be fought.
    """
    found: list[MalayaState] = []

    def look(state: MalayaState) -> None:
        wanted = state.game.turn >= MIDDLE and state.game.phase == phase
        if found or not wanted:
            return
        if phase == Phase.COMBAT:
            if state.game.selected == NOBODY:
                return
            if odds_column(rules.ground, *strengths(rules.ground, state)) == NOBODY:
                return
        found.append(state.copy())

    _play(rules, look, found)
    return found[0] if found else rules.start()


def _play(
    rules: MalayaRules,
    look: Callable[[MalayaState], None],
    found: Sequence[MalayaState] = (),
) -> None:
    """A game of `commander` against itself, until something is found."""
    agents = [
        CommanderAgent(rules, side, dice_from_seed(1, side)) for side in (JAPAN, COMMONWEALTH)
    ]
    state = rules.start()
    for _ in play_on(rules, state, agents, dice_from_seed(1)):
        look(state)
        if found:
            break
