"""How `greedy` tries its plans: on imagined turns against an enemy of random orders.

The enemy's plan, the dice, and whatever happens before a plan of its own comes
into play are the same for all plans that are tried, so they are made once for each trial.
"""

from __future__ import annotations

from hexfront.blocks import Int, copy_block, game_of
from hexfront.core.dice import BLOCK_WORDS, Dice, draw
from hexfront.core.tables import copy_row
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.brigade.opponents.lore import GreedyLore
from hexfront.systems.brigade.opponents.room import GreedyRoom
from hexfront.systems.brigade.opponents.worth import standing
from hexfront.systems.brigade.rules.choices import list_choices
from hexfront.systems.brigade.rules.combat import begin_battle, resolve
from hexfront.systems.brigade.rules.orders import DONE
from hexfront.systems.brigade.rules.plan import plot
from hexfront.systems.brigade.rules.turn import execute_movement, next_defender
from hexfront.systems.brigade.scenario.state import NOBODY, BrigadeGround, BrigadeState

KEY_WORDS = 8


@outlined_kernel
def prepare_trials(
    ground: BrigadeGround, room: GreedyRoom, side: int, dice: Dice, trials: int
) -> None:
    """For each trial dice of its own, and a random plan of the enemy.

    Where the enemy goes first, his half of the turn is played as well.
    """
    for trial in range(trials):
        for word in range(KEY_WORDS):
            value = 0
            for byte in range(4):
                value |= draw(dice, 256) << 8 * byte
            room.keys[trial, word] = value
        room.positions[trial, 0] = 0
        room.positions[trial, 1] = 0
    for trial in range(trials):
        state = game_of(room.imagined, room.trials, trial)
        copy_block(state, room.imagined)
        take_dice(room, trial)
        order_at_random(ground, state, 1 - side, room.dice, room.codes, room.log)
        if side == 1:
            execute_movement(ground, state, 0, room.log)
            fight(ground, state, room.dice, room.log)
        keep_dice(room, trial)


@inline_kernel
def take_dice(room: GreedyRoom, trial: int) -> None:
    """Go on with the dice of a trial."""
    for word in range(KEY_WORDS):
        room.dice.key[word] = room.keys[trial, word]
    for word in range(BLOCK_WORDS):
        room.dice.block[word] = room.blocks[trial, word]
    room.dice.position[0] = room.positions[trial, 0]
    room.dice.position[1] = room.positions[trial, 1]


@inline_kernel
def keep_dice(room: GreedyRoom, trial: int) -> None:
    """Every plan is tried with the same dice from here on, so that luck does not choose."""
    for word in range(BLOCK_WORDS):
        room.blocks[trial, word] = room.dice.block[word]
    room.positions[trial, 0] = room.dice.position[0]
    room.positions[trial, 1] = room.dice.position[1]


@inline_kernel
def order_at_random(
    ground: BrigadeGround, state: BrigadeState, side: int, dice: Dice, codes: Int, log: Int
) -> None:
    """A random plan of a side, ready to be submitted."""
    while True:
        count = list_choices(ground, state, side, codes)
        code = codes[draw(dice, count)]
        if code == DONE:
            return
        plot(ground, state, side, code, log)


@outlined_kernel
def fight(ground: BrigadeGround, state: BrigadeState, dice: Dice, log: Int) -> None:
    """The battles of the side that has moved (BRG-22, BRG-23)."""
    while True:
        defender = next_defender(ground, state, log)
        if defender == NOBODY:
            return
        begin_battle(ground, state, defender, log)
        resolve(ground, state, draw(dice, 6) + 1, log)


@outlined_kernel
def try_plan(
    ground: BrigadeGround, lore: GreedyLore, room: GreedyRoom, side: int, trials: int
) -> float:
    """How its side stands after the turn if it plays `room.planned`, on average of the trials."""
    if side == 0:
        copy_block(room.moved, room.planned)
        execute_movement(ground, room.moved, 0, room.log)
    total = 0.0
    for trial in range(trials):
        enemy = game_of(room.imagined, room.trials, trial)
        take_dice(room, trial)
        if side == 0:
            copy_block(room.tried, room.moved)
            copy_plan(ground, enemy, room.tried, 1)
            fight(ground, room.tried, room.dice, room.log)
        else:
            copy_block(room.tried, enemy)
            copy_plan(ground, room.planned, room.tried, 1)
        execute_movement(ground, room.tried, 1, room.log)
        fight(ground, room.tried, room.dice, room.log)
        total += standing(ground, lore, room.work, room.tried, side)
    return total / trials


@inline_kernel
def copy_plan(ground: BrigadeGround, source: BrigadeState, target: BrigadeState, side: int) -> None:
    """Give the units that are left of a side the orders that they have in another state."""
    target.game.plots[side] = source.game.plots[side]
    for unit in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
        if target.units.place[unit] != ground.rules.off_map:
            target.units.rank[unit] = source.units.rank[unit]
            target.units.steps[unit] = source.units.steps[unit]
            target.units.target[unit] = source.units.target[unit]
            target.units.will_advance[unit] = source.units.will_advance[unit]
            copy_row(target.paths[unit], source.paths[unit])
