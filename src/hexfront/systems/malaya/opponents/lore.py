"""What never changes in a scenario and opponents reckon with: distances, worth of units."""

from __future__ import annotations

from typing import Final

import numpy as np

from hexfront.blocks import Block, Float, Int, Record, array
from hexfront.systems.malaya.opponents.paths import FAR, spread_field
from hexfront.systems.malaya.opponents.room import MalayaRoom, make_scratch
from hexfront.systems.malaya.scenario.setting import Setting
from hexfront.systems.malaya.scenario.state import (
    ARMOUR,
    EAST,
    INFANTRY,
    JAPAN,
    POINT,
    MalayaGround,
)

WITHOUT_SUPPLY: Final = 40
"""Halves of points that a port is farther which is no source of supply."""


class Counts(Record):
    """Lengths of lists, and a number of the scenario as a float."""

    goals: int
    eastern: int
    step_points: float
    """Victory points for a step."""


class MalayaLore(Block):
    """What opponents know of a scenario before a game."""

    counts: Counts
    goals: Int = array("place")
    """The hexes that decide the game (MAL-32)."""
    goal_far: Int = array(2, "place")
    """Halves of points to the nearest of them on an empty map, for infantry and armour."""
    prize_far: Int = array("place")
    """The same for infantry to the shipping of the west coast."""
    port_far: Int = array("port", "place")
    """The same to each port on the map."""
    port_cost: Int = array("port")
    """How far a port is from the goal, with what the lack of supplies there costs."""
    ports: Int = array("port")
    """Ports by this, the nearest first."""
    eastern: Int = array("port")
    """Hexes of ports through which a landing from the east can be supplied, nearest first."""
    by_attack: Int = array("unit")
    """Units of both sides, the strongest attack first."""
    step_worth: Float = array("unit")
    """What a step of a unit is worth: the mean of its factors, shared by its steps."""
    value: Float = array("place")
    """Victory points for holding a hex."""


def make_lore(setting: Setting) -> MalayaLore:
    """What opponents know of a scenario."""
    ground, rules = setting.ground, setting.ground.rules
    lore = MalayaLore.new(place=rules.hexes + 1, port=max(1, rules.ports), unit=rules.units)
    room = make_scratch(setting)
    goals = np.flatnonzero(ground.hexes.victory)
    lore.counts.goals = len(goals)
    lore.counts.step_points = rules.step_points / POINT
    lore.goals[: len(goals)] = goals
    for arm in (INFANTRY, ARMOUR):
        _write_far(ground, room, goals.tolist(), arm, lore.goal_far[arm])
    _write_far(ground, room, [rules.shipping_hex], INFANTRY, lore.prize_far)
    _write_ports(ground, room, lore)
    units = ground.units
    order = sorted(range(rules.units), key=lambda unit: (-int(units.attack[unit]), unit))
    lore.by_attack[:] = order
    lore.step_worth[:] = np.maximum(0.5, (units.attack + units.defence) / 2 / units.full_steps)
    lore.value[:] = ground.hexes.value / POINT
    return lore


def _write_ports(ground: MalayaGround, room: MalayaRoom, lore: MalayaLore) -> None:
    """Distances of ports."""
    ports, sources = ground.ports, ground.sources
    supplied = set(sources.hex[sources.side == JAPAN].tolist())
    far = lore.goal_far[INFANTRY]
    for port in range(ground.rules.ports):
        place = int(ports.hex[port])
        _write_far(ground, room, [place], INFANTRY, lore.port_far[port])
        lore.port_cost[port] = far[place] + (0 if place in supplied else WITHOUT_SUPPLY)
    by_cost = sorted(range(ground.rules.ports), key=lambda port: int(lore.port_cost[port]))
    lore.ports[: len(by_cost)] = by_cost
    eastern = [place for place in ports.hex[ports.sea == EAST].tolist() if place in supplied]
    eastern.sort(key=lambda place: int(far[place]))
    lore.counts.eastern = len(eastern)
    lore.eastern[: len(eastern)] = eastern


def _write_far(
    ground: MalayaGround, room: MalayaRoom, targets: list[int], arm: int, field: Int
) -> None:
    """Halves of points from every hex to the nearest target, on an empty map."""
    field[:] = FAR
    for place in targets:
        if place != ground.rules.hexes:
            field[place] = 0
    spread_field(ground, room, arm, room.free_of_cost, field)
