"""What a battle is worth to who attacks, in points of factors."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.malaya.opponents.appraisal import Prospect
from hexfront.systems.malaya.opponents.lore import MalayaLore
from hexfront.systems.malaya.opponents.room import MalayaRoom, first_of, last_of
from hexfront.systems.malaya.rules.movement import side_of
from hexfront.systems.malaya.scenario.state import JAPAN, MalayaGround, MalayaState

FRONT: Final = 28
"""Halves of points behind the foremost unit within which ground counts as the front."""
GOAL: Final = 40.0
"""Worth of what decides the game."""
LEAST: Final = (0.8, 1.5)
"""What a battle must promise, for Japan and the Commonwealth."""
OWN: Final = (0.7, 1.3)
"""Worth of own factors that are lost; of enemy factors it is 1."""


@inline_kernel
def least_value(side: int) -> float:
    """What a battle must promise."""
    return LEAST[0] if side == JAPAN else LEAST[1]


@outlined_kernel
def ground_value(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, side: int, place: int
) -> float:
    """Worth of taking a hex."""
    if side != JAPAN:
        return 0.5 + lore.value[place]
    if ground.hexes.victory[place] == 1:
        return GOAL
    behind = max(0, lore.goal_far[0, place] - room.now.foremost)
    front = max(0.0, 1 - behind / FRONT)
    return 2.5 + 3 * front + 2 * lore.value[place]


@outlined_kernel
def value_of(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    units: Int,
    count: int,
    target: int,
    prospect: Prospect,
) -> float:
    """What a battle promises, in points of factors."""
    side = side_of(ground, units[0])
    steps, total = 0, 0.0
    for number in range(count):
        steps += ground.units.full_steps[units[number]]
        total += lore.step_worth[units[number]] * ground.units.full_steps[units[number]]
    own = total / max(1, steps)
    steps, total = 0, 0.0
    for unit in range(first_of(ground, 1 - side), last_of(ground, 1 - side)):
        if state.units.place[unit] == target:
            steps += ground.units.full_steps[unit]
            total += lore.step_worth[unit] * ground.units.full_steps[unit]
    enemy = total / max(1, steps)
    vacated, lost, taken, thrown_back = prospect
    own_weight = OWN[0] if side == JAPAN else OWN[1]
    gain = enemy * taken + ground_value(ground, lore, room, side, target) * vacated
    gain += lore.counts.step_points * (taken - lost)
    return gain - own_weight * own * (lost + thrown_back / 2)
