"""The opponent `greedy`: heads for the towns it needs and fights where the exact odds pay.

It sees what a person in its seat sees: it plans on a state imagined from its
view, with the same kernels that carry the rules.  In plotted play it makes one
plan for each choice of towns and tries them against a few imagined turns.
"""

from __future__ import annotations

import numpy as np

from hexfront.blocks import Int, copy_block, direct
from hexfront.core.agent import Position
from hexfront.core.dice import Dice, draw
from hexfront.core.tables import is_among
from hexfront.jit import inline_kernel, kernel, outlined_kernel, small_kernel
from hexfront.systems.brigade.game import BrigadeRules
from hexfront.systems.brigade.knowledge.packed import imagine
from hexfront.systems.brigade.knowledge.view import packed_facts
from hexfront.systems.brigade.opponents.battles import (
    choose_advance,
    choose_retreat,
    plan_battles,
)
from hexfront.systems.brigade.opponents.goals import (
    order_picked,
    pick_next,
    rank_towns,
    set_goals,
)
from hexfront.systems.brigade.opponents.lore import GreedyLore, make_lore
from hexfront.systems.brigade.opponents.moves import choose_places, march, mark_enemies, survey
from hexfront.systems.brigade.opponents.room import (
    CHOICES_OF_TOWNS,
    TRIALS,
    ZEALS,
    GreedyMemory,
    GreedyRoom,
    GreedyWork,
    make_room,
    new_memory,
)
from hexfront.systems.brigade.opponents.trials import prepare_trials, try_plan
from hexfront.systems.brigade.opponents.worth import take_stance
from hexfront.systems.brigade.rules.orders import DONE
from hexfront.systems.brigade.scenario.state import (
    NOBODY,
    BrigadeGround,
    BrigadeState,
    Phase,
)


@kernel
def decide_greedy(
    ground: BrigadeGround,
    lore: GreedyLore,
    room: GreedyRoom,
    memory: GreedyMemory,
    packed: BrigadeState,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
) -> int:
    """The next order of its plan; a new plan where the old one is used up or overtaken.

    `packed` is the packed view of the side, `codes` has its `count` legal orders.
    """
    return decide_by_trials(ground, lore, room, memory, packed, side, dice, codes, count, TRIALS)


@outlined_kernel
def decide_by_trials(
    ground: BrigadeGround,
    lore: GreedyLore,
    room: GreedyRoom,
    memory: GreedyMemory,
    packed: BrigadeState,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
    trials: int,
) -> int:
    """The same with so many trials; without any, one of the plans that it would try, by chance."""
    if needs_plan(memory, codes, count):
        copy_block(room.imagined, packed)
        imagine(ground, room.imagined, dice)
        make_plan(ground, lore, room, memory, side, dice, codes, count, trials)
    return next_order(memory, codes, count)


@inline_kernel
def next_order(memory: GreedyMemory, codes: Int, count: int) -> int:
    """The next order of the plan; where that is not legal, the first that is."""
    order = memory.orders[memory.progress.given]
    memory.progress.given += 1
    return order if is_among(codes, count, order) else codes[0]


@small_kernel
def needs_plan(memory: GreedyMemory, codes: Int, count: int) -> bool:
    """Whether no order is left that may be given now."""
    if memory.progress.given >= memory.progress.count:
        return True
    return not is_among(codes, count, memory.orders[memory.progress.given])


@outlined_kernel
def make_plan(
    ground: BrigadeGround,
    lore: GreedyLore,
    room: GreedyRoom,
    memory: GreedyMemory,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
    trials: int,
) -> None:
    """Orders for what the phase asks, from the imagined state; plans are tried on so many turns."""
    work, state = room.work, room.imagined
    take_stance(ground, work, state)
    phase = state.game.phase
    work.length[0] = 0
    best = 0
    if phase == Phase.PLAN:
        if trials == 0:
            any_plan(ground, lore, room, side, dice)
        else:
            best = best_plan(ground, lore, room, side, dice, trials)
    elif phase == Phase.MOVE:
        rank_towns(ground, lore, work, state, side)
        survey(ground, room, state, side)
        set_goals(ground, lore, work, state, side)
        choose_places(ground, lore, work, state, side)
        march(ground, room, state, side, 0)
        append(work, 0, DONE)
    elif phase == Phase.COMBAT:
        mark_enemies(ground, work, state, side)
        if state.game.defender == NOBODY:
            plan_battles(ground, lore, room, state, side, 0, 1)
        append(work, 0, DONE)
    elif phase == Phase.RETREAT:
        append(work, 0, choose_retreat(ground, lore, state, codes, count))
    else:
        append(work, 0, choose_advance(ground, lore, work, state, codes, count))
    for number in range(work.length[best]):
        memory.orders[number] = work.orders[best, number]
    memory.progress.count = work.length[best]
    memory.progress.given = 0


@inline_kernel
def append(work: GreedyWork, plan: int, order: int) -> None:
    """One more order of a plan."""
    work.orders[plan, work.length[plan]] = order
    work.length[plan] += 1


@outlined_kernel
def best_plan(
    ground: BrigadeGround, lore: GreedyLore, room: GreedyRoom, side: int, dice: Dice, trials: int
) -> int:
    """One plan for each promising choice of towns; the one that fares best in trials."""
    work = room.work
    rank_towns(ground, lore, work, room.imagined, side)
    survey(ground, room, room.imagined, side)
    prepare_trials(ground, room, side, dice, trials)
    needed = min(lore.needs.towns[side], len(lore.towns.place))
    best, best_value, plans = 0, 0.0, 0
    for _ in range(CHOICES_OF_TOWNS):
        order_picked(lore, work, needed)
        set_goals(ground, lore, work, room.imagined, side)
        for zeal in range(len(ZEALS)):
            work.stance.zeal = ZEALS[zeal]
            write_plan(ground, lore, room, side, plans)
            if is_new(work, plans):
                value = try_plan(ground, lore, room, side, trials)
                if plans == 0 or value > best_value:
                    best, best_value = plans, value
                plans += 1
        if not pick_next(lore, work, needed):
            break
    return best


@outlined_kernel
def any_plan(
    ground: BrigadeGround, lore: GreedyLore, room: GreedyRoom, side: int, dice: Dice
) -> None:
    """A plan for any of the promising choices of towns."""
    work = room.work
    rank_towns(ground, lore, work, room.imagined, side)
    survey(ground, room, room.imagined, side)
    needed = min(lore.needs.towns[side], len(lore.towns.place))
    for _ in range(draw(dice, CHOICES_OF_TOWNS)):
        if not pick_next(lore, work, needed):
            break
    order_picked(lore, work, needed)
    set_goals(ground, lore, work, room.imagined, side)
    work.stance.zeal = ZEALS[draw(dice, len(ZEALS))]
    write_plan(ground, lore, room, side, 0)


@outlined_kernel
def write_plan(
    ground: BrigadeGround, lore: GreedyLore, room: GreedyRoom, side: int, plan: int
) -> None:
    """Moves and battles for the goals that are set."""
    work, state = room.work, room.planned
    copy_block(state, room.imagined)
    work.length[plan] = 0
    choose_places(ground, lore, work, state, side)
    march(ground, room, state, side, plan)
    units = ground.rules.first_unit[side + 1] - ground.rules.first_unit[side]
    plan_battles(ground, lore, room, state, side, plan, units)
    append(work, plan, DONE)


@inline_kernel
def is_new(work: GreedyWork, plan: int) -> bool:
    """Whether no plan before has the same orders."""
    for other in range(plan):
        same = work.length[other] == work.length[plan]
        number = 0
        while same and number < work.length[plan]:
            same = work.orders[other, number] == work.orders[plan, number]
            number += 1
        if same:
            return False
    return True


class GreedyAgent:
    """Plans each of its turns at once: moves unit by unit, then battles by expected gain."""

    _decide = direct(decide_greedy)

    def __init__(self, rules: BrigadeRules, side: int, dice: Dice) -> None:
        self._setting = rules.setting
        self._side = side
        self._dice = dice
        self._lore = make_lore(rules.setting)
        self._room = make_room(rules.setting)
        self._memory = new_memory(rules.setting, side)
        self._packed = rules.setting.start.copy()
        self._codes: Int = np.zeros(rules.actions, dtype=np.int64)

    def decide(self, position: Position) -> int:
        """The next order of its plan; a new plan where the old one is used up or overtaken."""
        choices = position.choices
        count = len(choices)
        self._codes[:count] = choices
        if needs_plan(self._memory, self._codes, count):
            self._packed = packed_facts(self._setting, position.view.facts)
        return int(
            self._decide(
                self._setting.ground,
                self._lore,
                self._room,
                self._memory,
                self._packed,
                self._side,
                self._dice,
                self._codes,
                count,
            )
        )
