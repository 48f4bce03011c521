"""The opponent `commander`: plans for sectors, on a belief over enemies that it does not see.

Each turn it flies reconnaissance, chooses the sectors that it can win most
easily, and gives orders in the sequence of what they promise: first attacks of
all kinds by what they are expected to take, then moves, replacements, supplies.
It looks again after everything that it learns.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Float, Int
from hexfront.core.dice import Dice
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.aggressor.opponents import style
from hexfront.systems.aggressor.opponents.agency import (
    is_overtaken,
    next_order,
    set_up,
    take_note,
)
from hexfront.systems.aggressor.opponents.belief import judge_contacts, update_belief
from hexfront.systems.aggressor.opponents.deeds import (
    can_fly,
    clear_best,
    find_actions,
    look,
    mark_bars,
    order_best,
    order_one,
)
from hexfront.systems.aggressor.opponents.gunnery import clear_gains, place_of_own
from hexfront.systems.aggressor.opponents.plans import make_plan
from hexfront.systems.aggressor.opponents.scene import (
    MIXES,
    OF_COMMANDER,
    Lore,
    Memory,
    Room,
    Scene,
    turn_time,
)
from hexfront.systems.aggressor.opponents.tactics import (
    consider_flights,
    consider_functions,
    consider_melee,
    consider_move,
    consider_shots,
    prepare,
)
from hexfront.systems.aggressor.rules.orders import DONE
from hexfront.systems.aggressor.scenario.state import AggressorGround, AggressorState, Phase

AT_ONCE: Final = 24
"""Units whose attacks are compared with each other; more would take too long."""
FLIERS: Final = 3
"""Airbases whose flights are compared with each other."""
OWN_MIXES: Final = len(MIXES)


@kernel
def decide_commander(
    ground: AggressorGround,
    lore: Lore,
    room: Room,
    memory: Memory,
    packed: AggressorState,
    side: int,
    own_style: Float,
    dice: Dice,
    codes: Int,
    count: int,
) -> int:
    """One of the legal orders, of which there are so many in `codes`."""
    s = Scene(ground, lore, room.trails, room.desk, memory, packed, side, own_style)
    phase = packed.game.phase
    if phase == Phase.SET_UP:
        return set_up(s, OF_COMMANDER, 0, OWN_MIXES, dice, codes, count)
    look(s)
    update_belief(s)
    if turn_time(s) != memory.mind.time:
        begin_turn(s)
    if phase != Phase.ACTION:
        # Partisans rise at once: an enemy who is pinned down now cannot strike back.  A defender
        # is always pressed: he loses ground, and his cover.
        return codes[1]
    if is_overtaken(s, codes, count):
        take_note(s)
        think(s, codes, count)
    return next_order(s, codes, count)


@inline_kernel
def begin_turn(s: Scene) -> None:
    """A new plan, and every unit has its orders before it."""
    s.memory.mind.time = turn_time(s)
    for number in range(s.ground.rules.army):
        s.memory.troops.settled[number] = s.memory.troops.passed[number] = 0
    make_plan(s)


@outlined_kernel
def think(s: Scene, codes: Int, count: int) -> None:
    """The best attack or flight; where there is none, what is best for the next unit."""
    judge_contacts(s)
    mark_bars(s)
    clear_gains(s)
    prepare(s)
    sort_units(s)
    for at in range(s.desk.pad.units):
        find_actions(s, s.desk.order[at], codes, count)
    if find_attack(s, codes):
        order_best(s)
        return
    for at in range(s.desk.pad.units):
        number = s.desk.order[at]
        if s.memory.troops.settled[number] == 0:
            s.memory.troops.settled[number] = 1
            clear_best(s)
            consider_functions(s, number, codes)
            consider_move(s, number)
            if s.desk.pad.best >= s.style[style.LEAST_VALUE]:
                order_best(s)
                return
    order_one(s, DONE)


@inline_kernel
def sort_units(s: Scene) -> None:
    """Those come first that stand nearest to the enemy's home."""
    order = s.desk.order
    for at in range(1, s.desk.pad.units):
        number, slot = order[at], at
        while slot > 0 and comes_before(s, number, order[slot - 1]):
            order[slot] = order[slot - 1]
            slot -= 1
        order[slot] = number


@inline_kernel
def comes_before(s: Scene, number: int, other: int) -> bool:
    """Whether a unit has its turn before another."""
    rows = s.ground.rules.map_rows
    ahead = place_of_own(s, number) // rows - place_of_own(s, other) // rows
    if ahead == 0:
        return number < other
    return ahead < 0 if s.side == 1 else ahead > 0


@inline_kernel
def is_able(s: Scene, number: int) -> bool:
    """Whether a unit has orders, and may have something to attack."""
    own = s.desk.own
    return own.high[number] > own.low[number] and s.memory.troops.passed[number] == 0


@inline_kernel
def find_attack(s: Scene, codes: Int) -> bool:
    """The best attack or flight; in a large army, of those who come first.

    Whether there is one that is worth an order.
    """
    own, at = s.desk.own, 0
    while at < s.desk.pad.units:
        first, taken = at, 0
        clear_best(s)
        for number in range(s.ground.rules.army):
            own.compared[number] = 0
        while at < s.desk.pad.units and taken < AT_ONCE:
            number = s.desk.order[at]
            if is_able(s, number):
                taken += 1
                own.compared[number] = 1
                consider_shots(s, number, codes)
                consider_melee(s, number)
            at += 1
        consider_fliers(s)
        if s.desk.pad.best >= s.style[style.LEAST_VALUE]:
            return True
        if is_anybody_able(s, at):
            for each in range(first, at):
                if own.compared[s.desk.order[each]] == 1:
                    s.memory.troops.passed[s.desk.order[each]] = 1
    return False


@inline_kernel
def is_anybody_able(s: Scene, first: int) -> bool:
    """Whether a unit that comes later in the order may have something to attack."""
    for at in range(first, s.desk.pad.units):  # noqa: SIM110 (kernels have no generators)
        if is_able(s, s.desk.order[at]):
            return True
    return False


@inline_kernel
def consider_fliers(s: Scene) -> None:
    """Compare flights of the first airbases that are considered at all."""
    fliers = 0
    for number in range(s.ground.rules.army):
        if fliers < FLIERS and s.desk.own.compared[number] == 1 and can_fly(s, number):
            fliers += 1
            consider_flights(s, number)
