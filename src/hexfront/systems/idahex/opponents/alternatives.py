"""Alternatives of the staff, among which a search chooses: doctrines, and changes of their plans.

Each doctrine is an opponent by number, and so is each that improvises: it plans by its doctrine,
but with a taste for some cells and against others, so that attacks, marches and air strikes take
other axes, or with some fighters left where they are.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int, game_of
from hexfront.core.batch.game import BatchOpponents, OpponentRoom, make_opponents
from hexfront.core.dice import Dice, draw
from hexfront.jit import outlined_kernel
from hexfront.systems.idahex.opponents.commander import command_so, take_manner
from hexfront.systems.idahex.opponents.greedy import decide_greedy
from hexfront.systems.idahex.opponents.staff.headquarters import (
    FIGHTER,
    Doctrine,
    Staff,
    StaffWorkspace,
)
from hexfront.systems.idahex.opponents.word_queue import (
    THINKS,
    new_memory,
    remember,
    say_next,
)
from hexfront.systems.idahex.opponents.workspace import Workspace, make_lore, make_workspace
from hexfront.systems.idahex.rules.command.theatre import Theatre
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario.design import SIDES
from hexfront.systems.idahex.scenario.setting import Setting
from hexfront.systems.idahex.scenario.state import State

NEVER: Final = 1e6
"""A ratio that is not met."""
DOCTRINES: Final = {
    "holding": Doctrine(attack_at=NEVER, hold_fast=NEVER, bold_at=NEVER),
    "guarding": Doctrine(attack_at=NEVER, bold_at=NEVER),
    "patient": Doctrine(attack_at=3.0, enough=8.0),
    "bold": Doctrine(attack_at=1.5, hold_fast=0.4),
    "reckless": Doctrine(attack_at=1.0, hold_fast=0.2, guard=0.0, bold_at=0.0),
    "stubborn": Doctrine(withdraw_at=NEVER, break_off_at=NEVER),
    "elusive": Doctrine(withdraw_at=1.4, break_off_at=1.0),
    "careful": Doctrine(guard=0.8, hold_fast=1.0, bold_at=1.0),
}
"""Beside that of `commander`."""
MANNERS: Final = 1 + len(DOCTRINES)
IMPROVISES: Final = "-improvising"
NAMES: Final = (
    "commander",
    *DOCTRINES,
    *(name + IMPROVISES for name in ("commander", *DOCTRINES)),
    "greedy",
)
GREEDY: Final = len(NAMES)

BY_TASTE: Final = 1
BY_SPARING: Final = 2
WAYS: Final = 3
"""How one improvises: by taste, by sparing units, or by both."""
MOST_TASTE: Final = 3
"""Tastes are 0, 1 or 2."""
ONE_OF: Final = 4
"""So few cells are disliked or liked, and so few fighters are left where they are."""


@outlined_kernel
def decide(
    opponent: int,
    theatre: Theatre,
    staff: Staff,
    room: OpponentRoom,
    memory: Int,
    at: int,
    packed: State,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
) -> int:
    """The next word of one of `NAMES`, counted from 1."""
    own = game_of(room.memory, memory, at)
    if opponent == GREEDY:
        return decide_greedy(theatre, staff, room.room, own, packed, side, dice, codes, count)
    if own.progress.stage == THINKS:
        command_by(opponent - 1, theatre, staff, room.room, packed, side, dice)
        remember(own, room.room.words)
    return say_next(own, codes, count)


@outlined_kernel
def order_all(
    opponent: int,
    theatre: Theatre,
    staff: Staff,
    room: OpponentRoom,
    memory: Int,
    at: int,
    state: State,
    side: int,
    dice: Dice,
) -> int:
    """Give all commands of a stop to the war itself, of which a commander reads what he may know.

    What is left to say is "go"; -1 for `greedy`, and whoever is about to say something.
    """
    own = game_of(room.memory, memory, at)
    if opponent == GREEDY or own.progress.stage != THINKS or state.drafts[side, 0] > 0:
        return -1
    command_by(opponent - 1, theatre, staff, room.room, state, side, dice)
    return o.GO


@outlined_kernel
def command_by(
    manner: int,
    theatre: Theatre,
    staff: Staff,
    workspace: Workspace,
    state: State,
    side: int,
    dice: Dice,
) -> None:
    """Give all commands of a stop by a doctrine; those from `MANNERS` on improvise."""
    room, words = workspace.room, workspace.words
    take_manner(staff, room, side, manner % MANNERS)
    if manner >= MANNERS:
        improvise(staff, room, state, dice)
    words[0] = 0
    command_so(
        theatre.design,
        staff,
        state,
        theatre.scratch,
        room,
        workspace.desk,
        side,
        words,
        theatre.unheard,
    )


@outlined_kernel
def improvise(staff: Staff, room: StaffWorkspace, state: State, dice: Dice) -> None:
    """Draw a taste, and who is left where he is."""
    way = 1 + draw(dice, WAYS)
    if way & BY_TASTE:
        for cell in range(1, len(room.taste)):
            if draw(dice, ONE_OF) == 0:
                room.taste[cell] = draw(dice, MOST_TASTE)
    if way & BY_SPARING:
        for unit in range(len(state.units)):
            if staff.role[state.units.kind[unit]] == FIGHTER and draw(dice, ONE_OF) == 0:
                room.spared[unit] = 1


def alternatives(setting: Setting) -> BatchOpponents:
    """The staff's alternatives in a scenario, `greedy` the last."""
    memory = [new_memory(setting)] * SIDES
    lore = make_lore(setting, tuple(DOCTRINES.values()))
    return make_opponents(NAMES, lore, lambda: make_workspace(setting), memory)
