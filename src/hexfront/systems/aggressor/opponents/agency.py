"""What all opponents of Aggressor do alike: set up an army, and give their orders one by one."""

from __future__ import annotations

from hexfront.blocks import Int
from hexfront.core.dice import Dice, draw
from hexfront.core.tables import is_among
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.aggressor.opponents.scene import (
    Scene,
    first_foe,
    turn_time,
)
from hexfront.systems.aggressor.rules.orders import DONE, FIRST_DEPLOY
from hexfront.systems.aggressor.scenario.armies import arrange_army


@outlined_kernel
def set_up(s: Scene, posts: int, first: int, last: int, dice: Dice, codes: Int, count: int) -> int:
    """Place the army unit by unit; what stands already, from an earlier life, stays.

    The army is any of some mixes, each type at its depth.
    """
    if codes[0] == DONE:
        return DONE
    mind, orders = s.memory.mind, s.memory.orders
    if mind.at == mind.end:
        mix = first + draw(dice, last - first)
        units = arrange_army(
            s.ground, s.side, s.lore.mixes[mix], s.lore.posts[posts], dice, s.desk.army
        )
        for unit in range(units):
            kind, place = s.desk.army[unit, 0], s.desk.army[unit, 1]
            orders[unit] = FIRST_DEPLOY + kind * s.ground.rules.hexes + place
        mind.at, mind.end = 0, units
    while mind.at < mind.end:
        order = orders[mind.at]
        mind.at += 1
        if is_among(codes, count, order):
            return order
    return codes[0]


@inline_kernel
def is_overtaken(s: Scene, codes: Int, count: int) -> bool:
    """Whether to think again: where a contact is new, or told otherwise, or the orders are out."""
    mind, known, first = s.memory.mind, s.memory.known, first_foe(s)
    if mind.known_time != turn_time(s) or mind.known_units != s.desk.pad.units:
        return True
    if mind.known_contacts != s.desk.pad.contacts:
        return True
    for contact in range(s.desk.pad.contacts):
        seen = first + contact
        if (
            known.number[contact] != s.packed.contact_number[seen]
            or known.place[contact] != s.packed.units.place[seen]
            or known.level[contact] != s.packed.sightings.level[seen]
            or known.kind[contact] != s.packed.units.kind[seen]
            or known.hits[contact] != s.packed.sightings.hits[seen]
        ):
            return True
    return mind.at == mind.end or not is_among(codes, count, s.memory.orders[mind.at])


@inline_kernel
def take_note(s: Scene) -> None:
    """Remember what the orders are thought of for."""
    mind, known, first = s.memory.mind, s.memory.known, first_foe(s)
    mind.known_time, mind.known_units = turn_time(s), s.desk.pad.units
    mind.known_contacts = s.desk.pad.contacts
    for contact in range(s.desk.pad.contacts):
        seen = first + contact
        known.number[contact] = s.packed.contact_number[seen]
        known.place[contact] = s.packed.units.place[seen]
        known.level[contact] = s.packed.sightings.level[seen]
        known.kind[contact] = s.packed.units.kind[seen]
        known.hits[contact] = s.packed.sightings.hits[seen]


@inline_kernel
def next_order(s: Scene, codes: Int, count: int) -> int:
    """The next of the orders to come, if it is legal."""
    order = s.memory.orders[s.memory.mind.at]
    s.memory.mind.at += 1
    return order if is_among(codes, count, order) else DONE
