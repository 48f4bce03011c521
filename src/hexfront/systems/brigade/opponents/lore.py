"""What `greedy` knows of a scenario before a game: ways to towns, and exact odds (BRG-23)."""

from __future__ import annotations

from typing import Final

import numpy as np

from hexfront.blocks import Block, Float, Int, Record, Rows, array, columns, rows
from hexfront.hex.search import UNLIMITED, new_search_scratch, search
from hexfront.systems.brigade.knowledge.odds import FACES
from hexfront.systems.brigade.rules.combat import COLUMNS, battle_face
from hexfront.systems.brigade.scenario.state import RESULT_CODES, BrigadeGround, Setting

NEAR_TOWN: Final = 4
"""Movement points within which an enemy threatens a town."""
MODIFIERS: Final = 2
"""Modifiers of the die besides that of the hex: 0, and 1 where the attackers are too weak."""


class Needs(Record):
    """What the sides need."""

    towns: Int = columns(2)
    """How many towns each side must hold to win (BRG-27)."""


class Towns(Rows):
    """A row a town, by number of the hex."""

    place: Int


class Surroundings(Rows):
    """A row a hex, and a last one for "off the map"."""

    near_town: Int
    """1 within NEAR_TOWN of a town."""


class GreedyLore(Block):
    """What never changes in the games of a scenario."""

    needs: Needs
    towns: Towns = rows("town")
    hexes: Surroundings = rows("place")
    distance: Int = array("town", "place")
    """Movement points between a town and every hex, units and zones aside."""
    odds: Float = array("place", MODIFIERS, COLUMNS, len(RESULT_CODES))
    """The chance of each result, by the defender's hex, modifier and column less 1 (BRG-23)."""


def make_lore(setting: Setting) -> GreedyLore:
    """What `greedy` knows of a scenario."""
    ground = setting.ground
    off = int(ground.rules.off_map)
    towns = np.flatnonzero(ground.hexes.town)
    lore = GreedyLore.new(town=len(towns), place=off + 1)
    attacker, needed = ground.rules.objective_side, ground.rules.objective_towns
    lore.needs.towns[attacker] = needed
    lore.needs.towns[1 - attacker] = len(towns) - needed + 1
    lore.towns.place[:] = towns
    for number, town in enumerate(towns.tolist()):
        lore.distance[number] = _distances(ground, town)
    lore.hexes.near_town[:] = (lore.distance <= NEAR_TOWN).any(axis=0)
    # Hexes whose terrain changes the die alike have the same odds.
    for change in np.unique(ground.hexes.modifier):
        places = np.flatnonzero(ground.hexes.modifier == change)
        for modifier in range(MODIFIERS):
            chances = np.zeros((COLUMNS, len(RESULT_CODES)))
            for die in range(1, FACES + 1):
                row = ground.results[int(battle_face(ground, int(places[0]), die, modifier)) - 1]
                chances[np.arange(COLUMNS), row] += 1
            lore.odds[places, modifier] = chances
    lore.odds[:] /= FACES
    return lore


def _distances(ground: BrigadeGround, town: int) -> Int:
    """Movement points between a town and every hex; 4 for each hex of the map where no way is."""
    off = int(ground.rules.off_map)
    scratch = new_search_scratch(off)
    neighbours = np.ascontiguousarray(ground.hexes.neighbour, dtype=np.int32)
    cost = np.ascontiguousarray(ground.hexes.cost)
    zone = np.zeros(off + 1, np.uint8)
    search(neighbours, cost, None, zone, False, False, town, UNLIMITED, off, scratch)
    distances = np.full(off + 1, 4 * off, dtype=np.int64)
    reached = scratch.reached[: int(scratch.size[0])]
    distances[reached] = scratch.cost[reached]
    return distances
