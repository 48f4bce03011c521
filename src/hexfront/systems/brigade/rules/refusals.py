"""The words for each reason that the kernels give against an order."""

from __future__ import annotations

from typing import Final

from hexfront.core.contract import Refusal
from hexfront.core.table.changes import MOST_CHANGES
from hexfront.systems.brigade.rules import choices, combat, movement, turn

_WORDS: Final[dict[int, tuple[str, str]]] = {
    movement.GONE: ("BRG-24", "the unit is no longer on the map"),
    movement.OFF_MAP: ("BRG-13", "units never leave the map"),
    movement.ENEMY_THERE: ("BRG-13", "an enemy holds that hex"),
    movement.CLOSED_TERRAIN: ("BRG-14", "units may not enter that terrain"),
    movement.NO_STACKING: ("BRG-15", "the move could not end there, nor go on to a legal end"),
    movement.ZONE_STOPS: ("BRG-17", "entering an enemy zone of control has ended the move"),
    movement.ZONE_TO_ZONE: ("BRG-19", "no step leads from an enemy zone directly to another"),
    movement.TOO_FEW_POINTS: ("BRG-20", "the hex costs more movement points than are left"),
    movement.NO_POINTS: ("BRG-12", "the unit has no movement points left"),
    movement.NOT_ITS_MOVE: ("BRG-15", "units move one after another, and this one has moved"),
    movement.OTHER_IN_TRANSIT: ("BRG-15", "a unit that passes through friends must go on first"),
    movement.HAS_ATTACK: ("BRG-9", "the unit has an attack order: withdraw it first"),
    movement.NOT_ADJACENT: ("BRG-11", "the unit is no longer next to that hex"),
    combat.OCCUPIED: ("BRG-25", "no retreat into an occupied hex"),
    combat.NO_HAVEN: ("BRG-25", "no retreat into that terrain"),
    combat.ENEMY_ZONE: ("BRG-25", "no retreat into an enemy zone of control"),
    choices.NOT_YOUR_TURN: ("BRG-9", "it is not this side's time to give orders"),
    choices.UNKNOWN_ORDER: ("BRG-9", "there is no such order"),
    choices.NOT_YOUR_UNIT: ("BRG-9", "players order their own units only"),
    choices.WRONG_PHASE: ("BRG-9", "that order does not belong to this phase"),
    choices.ALREADY_SUBMITTED: ("BRG-9", "the plan is submitted: take it back first"),
    choices.NOTHING_TO_RECALL: ("BRG-9", "no plan is submitted"),
    choices.ALREADY_ATTACKS: ("BRG-22", "the unit already has an attack order"),
    choices.NOBODY_THERE: ("BRG-21", "only an adjacent enemy can be attacked, and none is there"),
    choices.ALREADY_ATTACKED: ("BRG-22", "that enemy has been attacked in this step"),
    choices.OTHER_BATTLE: (
        "BRG-22",
        "another battle is being prepared: fight or withdraw it first",
    ),
    choices.ADVANCE_TAKEN: ("BRG-26", "another unit of this battle already advances"),
    choices.NOTHING_TO_WITHDRAW: ("BRG-9", "the unit has no orders to withdraw"),
    choices.OTHER_RETREATS: ("BRG-26", "a retreat is due first"),
    choices.CANNOT_ADVANCE: ("BRG-26", "only an attacker of this battle may advance"),
    choices.HAS_FOUGHT: ("BRG-22", "the unit has attacked in this step"),
    choices.TOO_MANY_ATTACKERS: ("BRG-22", "at most six units attack one enemy"),
    choices.ADVANCE_LATER: ("BRG-26", "whether to advance is chosen after the battle"),
    choices.GAME_OVER: ("BRG-27", "the game is over"),
    choices.TOO_MANY_CHANGES: (
        "BRG-9",
        f"the side has taken orders back {MOST_CHANGES} times in this turn, and may not again",
    ),
}


def refusal_of(reason: int) -> Refusal | None:
    """The refusal for a kernel's reason; None for OK."""
    return None if reason == movement.OK else Refusal(*_WORDS[reason])


def words_for(reason: int) -> str:
    """The reason alone, for the log."""
    return _WORDS[reason][1]


def irrevocable(what: object, plotted: bool) -> Refusal | None:
    """Why an order that led to an event cannot be taken back; None where it can."""
    if isinstance(what, movement.Detected):
        return Refusal("BRG-28", "a unit has been identified by it")
    if isinstance(what, turn.StageBegins) and plotted:
        return Refusal("BRG-9", "both plans have been carried out since")
    return None
