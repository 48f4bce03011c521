"""What all opponents of Malaya do alike: plan a phase, and give its orders one by one."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import numpy as np

from hexfront.blocks import Int, copy_block, direct
from hexfront.core.agent import Position
from hexfront.core.dice import Dice
from hexfront.core.tables import fill, is_among
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.knowledge.facts import state_of
from hexfront.systems.malaya.opponents.appraisal import AT_SEA
from hexfront.systems.malaya.opponents.lore import make_lore
from hexfront.systems.malaya.opponents.paths import cost_of_arm
from hexfront.systems.malaya.opponents.room import (
    MalayaMemory,
    MalayaRoom,
    Room,
    add_order,
    first_of,
    forget_orders,
    last_of,
    make_room,
    new_memory,
    next_order,
)
from hexfront.systems.malaya.rules.combat import direction_to
from hexfront.systems.malaya.rules.orders import (
    ATTACK_WITH,
    CANCEL,
    DONE,
    FIRST_AIR,
    GO_BACK,
    ROLL,
    block,
    first_hex,
    first_unit,
    unit_order,
)
from hexfront.systems.malaya.scenario.state import (
    ATTACKER,
    LANDING,
    NOBODY,
    ON_MAP,
    MalayaGround,
    MalayaState,
)

MANY: Final = 100
"""Plans of one phase; more, and something goes in circles."""


@kernel
def planned_order(memory: MalayaMemory, codes: Int, count: int) -> int:
    """The next order of the plan, taken off it, while that is legal; NOBODY where none is."""
    order = next_order(memory)
    if order == NOBODY or not is_among(codes, count, order):
        return NOBODY
    memory.plan.next += 1
    return order


@kernel
def begin_thinking(memory: MalayaMemory, room: Room, packed: MalayaState) -> bool:
    """Drop the plan and imagine the position; False where too many plans have been refused."""
    plan = memory.plan
    forget_orders(memory)
    again = plan.turn == packed.game.turn and plan.phase == packed.game.phase
    plan.tries = plan.tries + 1 if again else 0
    plan.turn, plan.phase = packed.game.turn, packed.game.phase
    copy_block(room.state, packed)
    room.scratch.now.version += 1
    return plan.tries < MANY


@kernel
def first_order(
    ground: MalayaGround, memory: MalayaMemory, packed: MalayaState, codes: Int, count: int
) -> int:
    """The first order of a new plan; where that is not legal, one that ends something."""
    order = planned_order(memory, codes, count)
    if order != NOBODY:
        return order
    forget_orders(memory)
    if packed.game.selected != NOBODY:
        if is_among(codes, count, ROLL):
            return ROLL
        return CANCEL if is_among(codes, count, CANCEL) else codes[0]
    if is_among(codes, count, DONE):
        return DONE
    for number in range(count):
        order = codes[number]
        if action_of(ground, order) == GO_BACK:
            return order
        if first_hex(ground) <= order < first_unit(ground):
            return order
    return codes[0]


@inline_kernel
def action_of(ground: MalayaGround, code: int) -> int:
    """The action that an order code means; NOBODY where it is no unit's."""
    first = first_unit(ground)
    return (code - first) % block(ground) if code >= first else NOBODY


@inline_kernel
def unit_of(ground: MalayaGround, code: int) -> int:
    """The unit of an order code; NOBODY where it is no unit's."""
    first = first_unit(ground)
    return (code - first) // block(ground) if code >= first else NOBODY


@kernel
def mark_units(ground: MalayaGround, waiting: Int, codes: Int, count: int) -> None:
    """Mark the units that have any choice."""
    fill(waiting, 0)
    for number in range(count):
        unit = unit_of(ground, codes[number])
        if unit != NOBODY:
            waiting[unit] = 1


@kernel
def finish_battle(
    ground: MalayaGround, state: MalayaState, memory: MalayaMemory, codes: Int, count: int
) -> None:
    """Go on with a battle that somebody declared before: all who can, and the die."""
    joining = 0
    for number in range(count):
        order = codes[number]
        if action_of(ground, order) != ATTACK_WITH:
            continue
        if state.units.duty[unit_of(ground, order)] != ATTACKER:
            add_order(memory, order)
            joining += 1
    fights = joining > 0 or is_among(codes, count, ROLL)
    add_order(memory, ROLL if fights else CANCEL)


@kernel
def add_battle(
    ground: MalayaGround,
    memory: MalayaMemory,
    target: int,
    units: Int,
    origins: Int,
    count: int,
    air: int,
) -> None:
    """Add the orders of a battle; who lands there takes part anyway."""
    add_order(memory, first_hex(ground) + target)
    for number in range(count):
        if origins[number] != AT_SEA:
            add_order(memory, unit_order(ground, units[number], ATTACK_WITH))
    if air > 0:
        add_order(memory, FIRST_AIR + air)
    add_order(memory, ROLL)


@outlined_kernel
def gather_landing(
    ground: MalayaGround, room: MalayaRoom, state: MalayaState, side: int, target: int
) -> None:
    """Add to the force who is at sea before a hex, and must still attack it (MAL-18)."""
    for unit in range(first_of(ground, side), last_of(ground, side)):
        if state.units.status[unit] != LANDING or state.units.fought[unit] == 1:
            continue
        if ground.ports.hex[state.units.port[unit]] == target:
            room.force[room.now.force] = unit
            room.force_from[room.now.force] = AT_SEA
            room.now.force += 1


@outlined_kernel
def gather_beside(
    ground: MalayaGround, room: MalayaRoom, state: MalayaState, side: int, target: int
) -> None:
    """Add to the force who can still attack a hex from where it stands (MAL-16, MAL-17)."""
    for unit in range(first_of(ground, side), last_of(ground, side)):
        if state.units.status[unit] != ON_MAP or state.units.fought[unit] == 1:
            continue
        here = state.units.place[unit]
        direction = direction_to(ground, here, target)
        if direction == NOBODY:
            continue
        if cost_of_arm(ground, ground.units.arm[unit], here, direction) > 0:
            room.force[room.now.force] = unit
            room.force_from[room.now.force] = here
            room.now.force += 1


class Commanding:
    """An opponent: its kernel decides from what the side knows and may order."""

    _decide: ClassVar[Any]
    _take_planned = direct(planned_order)

    def __init__(self, rules: MalayaRules, side: int, dice: Dice) -> None:
        self.rules, self.side, self.dice = rules, side, dice
        self._lore, self._room = make_lore(rules.setting), make_room(rules.setting)
        self._memory = new_memory(rules.setting, side)
        self._codes = np.zeros(rules.actions, dtype=np.int64)

    def __reduce__(self) -> tuple[Any, ...]:
        """The plan goes along; all else is made anew."""
        return _unpickled, (type(self), self.rules, self.side, self.dice, self._memory)

    def decide(self, position: Position) -> int:
        """The next order: of the plan while that is legal, which needs no look at the view."""
        choices = position.choices
        count = len(choices)
        self._codes[:count] = choices
        order = int(self._take_planned(self._memory, self._codes, count))
        if order != NOBODY:
            return order
        packed = state_of(self.rules.setting, position.view.facts)
        return int(
            self._decide(
                self.rules.ground,
                self._lore,
                self._room,
                self._memory,
                packed,
                self.side,
                self.dice,
                self._codes,
                count,
            )
        )


def _unpickled(
    kind: type[Commanding], rules: MalayaRules, side: int, dice: Dice, memory: MalayaMemory
) -> Commanding:
    agent = kind(rules, side, dice)
    agent._memory = memory
    return agent
