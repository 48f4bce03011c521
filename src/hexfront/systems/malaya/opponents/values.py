"""What a battle is worth to who attacks, in points of factors."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.malaya.opponents.appraisal import AT_SEA, Prospect
from hexfront.systems.malaya.opponents.lore import MalayaLore
from hexfront.systems.malaya.opponents.room import GOAL_FIELD, MalayaRoom, first_of, last_of
from hexfront.systems.malaya.rules.movement import side_of
from hexfront.systems.malaya.scenario.state import JAPAN, NOBODY, MalayaGround, MalayaState

FRONT: Final = 28
"""Halves of points behind the foremost unit within which ground counts as the front."""
GOAL: Final = 40.0
"""Worth of what decides the game."""
WORN: Final = 0.55
"""The part of this that it is worth to kill all who hold it: it may take several battles."""
LEAST: Final = (0.8, 1.5)
"""What a battle must promise, for Japan and the Commonwealth."""
LATE: Final = 1 / 70
"""Worth of a factor that stands half a point farther from the goal than it could: a battle that
turns a regiment back by a week costs a point and a half."""
THREAT: Final = 0.3
"""Worth of a factor that is cut off no longer, or cannot be next turn."""
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


@inline_kernel
def factors_late(
    ground: MalayaGround, lore: MalayaLore, room: MalayaRoom, units: Int, origins: Int, count: int
) -> float:
    """Factors of the attackers, each times the halves of points by which it turns back."""
    total = 0.0
    for number in range(count):
        unit, here = units[number], origins[number]
        if room.onward[unit] != NOBODY and here != AT_SEA:
            far = room.fields[GOAL_FIELD + ground.units.arm[unit], here]
            factors = lore.step_worth[unit] * ground.units.full_steps[unit]
            total += max(0, far - room.onward[unit]) * factors
    return total


@outlined_kernel
def value_of(
    ground: MalayaGround,
    lore: MalayaLore,
    room: MalayaRoom,
    state: MalayaState,
    units: Int,
    origins: Int,
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
    steps, total, left = 0, 0.0, 0
    for unit in range(first_of(ground, 1 - side), last_of(ground, 1 - side)):
        if state.units.place[unit] == target:
            left += state.units.steps[unit]
            steps += ground.units.full_steps[unit]
            total += lore.step_worth[unit] * ground.units.full_steps[unit]
    enemy = total / max(1, steps)
    vacated, lost, taken, thrown_back = prospect
    own_weight = OWN[0] if side == JAPAN else OWN[1]
    falls = vacated
    if side == JAPAN and ground.hexes.victory[target] == 1:
        falls = max(falls, WORN * taken / max(1, left))
    gain = enemy * taken + ground_value(ground, lore, room, side, target) * falls
    gain += THREAT * room.threat[target] * vacated
    gain += lore.counts.step_points * (taken - lost)
    gain -= LATE * factors_late(ground, lore, room, units, origins, count)
    return gain - own_weight * own * (lost + thrown_back / 2)
