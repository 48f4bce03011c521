"""What opponents know of a ring before the first throw: where pawns come, and what fights promise.

All of it follows from the scenario; nothing here depends on the course of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from hexfront.blocks import Block, Float, Int, Record, array
from hexfront.jit import inline_kernel
from hexfront.systems.takeover.knowledge.odds import win_chances
from hexfront.systems.takeover.rules.pools import FACES
from hexfront.systems.takeover.rules.takeovers import pools
from hexfront.systems.takeover.scenario import state as s
from hexfront.systems.takeover.scenario.loader import Setting

FADING: Final = 0.9
"""What a visit counts for against one a turn earlier: until then much may change."""
DOUBT: Final = 0.12
"""Of a mean price: how much a gain must be for an attack to be likely rather than even."""
SPREAD: Final = 0.45
"""Of a mean price: how far worth strays in a turn, which decides what a lead is worth."""


class Measures(Record):
    """What decides whether money is much or little."""

    mean_price: float
    """Of a Title."""
    doubt: float
    """How much a gain must be for an attack to be likely rather than even."""


class TakeoverLore(Block):
    """The same for all opponents and all games of a scenario."""

    measures: Measures
    members: Int = array("territory")
    """Territories by quadrant."""
    first_member: Int = array("edge")
    """Where the members of each quadrant begin; after the last quadrant, where they end."""
    first_of_group: Int = array("group")
    """The first territory of each colour group, or NOBODY."""
    group_size: Int = array("group")
    spread: Float = array("turn")
    """How far worth may yet stray, by turns left."""
    passes: Float = array("turn", "space")
    """By turns left and space: how often the Administration pays on average."""
    visits: Float = array("turn", "space", "territory")
    """By turns left, space and territory: visits, later ones counting for less."""
    win: Float = array("aggressor", "defender")
    """The aggressor's exact chance, by the six-sided dice of both (TKO-17)."""


def make_lore(setting: Setting) -> TakeoverLore:
    """What follows from a scenario."""
    ring = setting.ring
    rules, most = ring.rules, setting.most_dice
    quadrants, groups = ring.titles.quadrant, ring.titles.group
    chances = win_chances(rules.polygon.tolist(), most, ring.multipliers.tolist())
    lore = TakeoverLore.new(
        territory=rules.territories,
        edge=int(quadrants.max()) + 2,
        group=int(groups.max()) + 1,
        turn=rules.rounds + 1,
        space=rules.spaces,
        aggressor=most[0] + 1,
        defender=most[1] + 1,
    )
    mean_price = max(1.0, int(ring.titles.price.sum()) / rules.territories)
    lore.measures.mean_price, lore.measures.doubt = mean_price, DOUBT * mean_price
    lore.members[:] = np.argsort(quadrants, kind="stable")
    lore.first_member[1:] = np.cumsum(np.bincount(quadrants))
    for group in range(len(lore.group_size)):
        members = np.flatnonzero(groups == group)
        lore.first_of_group[group] = members[0] if len(members) else s.NOBODY
        lore.group_size[group] = len(members)
    lore.spread[:] = [SPREAD * mean_price * (1 + turns) ** 0.5 for turns in range(rules.rounds + 1)]
    lore.win[:] = [[float(chance) for chance in row] for row in chances]
    _foresee(ring, lore)
    return lore


def _foresee(ring: s.TakeoverRing, lore: TakeoverLore) -> None:
    """How often pawns pass the Administration and come to territories, for every lead."""
    spaces = ring.rules.spaces
    step, paid = np.zeros((spaces, spaces)), np.zeros(spaces)
    offices = ring.spaces.kind == s.ADMINISTRATION
    for space in range(spaces):
        for first in range(1, FACES + 1):
            for second in range(1, FACES + 1):
                way = (space + 1 + np.arange(first + second)) % spaces
                step[space, way[-1]] += 1 / FACES**2
                paid[space] += offices[way].sum() / FACES**2
    lands = np.zeros((spaces, ring.rules.territories))
    at: Sequence[int] = ring.spaces.territory.tolist()
    for space, territory in enumerate(at):
        if territory != s.NOBODY:
            lands[space, territory] = 1.0
    for turns in range(1, ring.rules.rounds + 1):
        lore.passes[turns] = paid + step @ lore.passes[turns - 1]
        lore.visits[turns] = step @ (lands + FADING * lore.visits[turns - 1])


@inline_kernel
def chance_of(
    ring: s.TakeoverRing, lore: TakeoverLore, state: s.TakeoverState, origin: int, target: int
) -> float:
    """The exact chance of a takeover between two territories that have owners (TKO-17)."""
    mine, theirs = pools(ring, state, origin, target)
    return lore.win[mine, theirs]


@inline_kernel
def turns_left(ring: s.TakeoverRing, state: s.TakeoverState, player: int) -> int:
    """Throws that a player has still to come (TKO-16)."""
    left = ring.rules.rounds - state.game.round
    if player > state.game.active:
        left += 1
    return max(0, left)


@inline_kernel
def passes_left(
    ring: s.TakeoverRing, lore: TakeoverLore, state: s.TakeoverState, player: int
) -> float:
    """How often the Administration will yet pay a player on average (TKO-16)."""
    return lore.passes[turns_left(ring, state, player), state.players.place[player]]
