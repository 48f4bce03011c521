"""The words for each reason that the kernels give against an order."""

from __future__ import annotations

from typing import Final

from hexfront.core.contract import Refusal
from hexfront.systems.aggressor import (
    choices,
    combat,
    knowledge,
    movement,
    special,
    turn,
)

_WORDS: Final[dict[int, tuple[str, str]]] = {
    choices.UNKNOWN_ORDER: ("AGR-44", "there is no such order"),
    choices.NOT_YOUR_TURN: ("AGR-41", "it is not this side's time to give orders"),
    choices.GAME_OVER: ("AGR-50", "the game is over"),
    choices.WRONG_PHASE: ("AGR-41", "that order does not belong to this phase"),
    choices.GONE: ("AGR-22", "the unit is not on the map"),
    choices.OFF_MAP: ("AGR-1", "there is no hex in that direction"),
    choices.OWN_UNIT_THERE: ("AGR-3", "a unit of your own stands there"),
    choices.HAS_HALTED: ("AGR-12", "an enemy zone of control has ended the unit's movement"),
    choices.IS_FROZEN: ("AGR-40", "partisans keep the unit busy this turn"),
    choices.HAS_SPECIAL: ("AGR-28", "the unit has performed a special function this turn"),
    choices.NO_ALLOWANCE: ("AGR-9", "the unit's range allows no further hex this turn"),
    choices.TRIED: ("AGR-11", "a unit without range moves one hex a turn, and has tried"),
    choices.HAS_ATTACKED: ("AGR-20", "the unit has attacked this turn"),
    choices.IN_CONTAMINATION: ("AGR-20", "a unit in a contaminated hex does not attack"),
    choices.FUNCTION_IN_CONTAMINATION: (
        "AGR-28",
        "a unit in a contaminated hex performs no special function",
    ),
    choices.NO_MOVEMENT_POINT: ("AGR-27", "a mobile attack needs a movement point left"),
    choices.NOT_DEPLETED: ("AGR-29", "the unit has lost nothing that could be restored"),
    choices.NOT_FRESH: (
        "AGR-28",
        "a special function needs a unit that has done nothing else this turn",
    ),
    choices.AGGRESSOR_KNOWN: ("AGR-28", "the aggressor is declared, so no partisans can be met"),
    choices.NOT_IN_ENEMY_HOME: (
        "AGR-28",
        "partisans are contacted by a unit that starts its turn in enemy territory",
    ),
    choices.NOTHING_TO_REPLACE: ("AGR-36", "the unit has lost nothing that could be replaced"),
    choices.NO_REPLACEMENT_TYPE: ("AGR-36", "only infantry and support get replacements"),
    choices.NO_TARGET_TYPE: ("AGR-30", "this type of unit has no special function with a target"),
    choices.NO_STRIKE_TYPE: ("AGR-31", "only an airbase flies strikes"),
    choices.NOBODY_SEEN: ("AGR-31", "no enemy is seen in that hex"),
    choices.TOO_FAR: ("AGR-33", "the hex is out of the missiles' reach"),
    choices.NOBODY_IN_RANGE: ("AGR-35", "no enemy is seen in that hex"),
    choices.OUT_OF_RANGE: ("AGR-35", "the hex is out of the unit's range"),
    choices.OWN_HEX: ("AGR-33", "a unit does not launch at its own hex"),
    choices.MISSILES_GONE: ("AGR-33", "the missiles have been launched"),
    choices.NOT_BESIDE: ("AGR-37", "only the own or a neighbouring hex can be decontaminated"),
    choices.NOT_CONTAMINATED: ("AGR-37", "the hex is not contaminated"),
    choices.NOT_HOME: ("AGR-52", "units are placed in their home territory"),
    choices.ARMY_FULL: ("AGR-6", "the army has its full number of units"),
    choices.ARMY_INCOMPLETE: ("AGR-6", "the army has not its full number of units yet"),
    choices.HEX_TAKEN: ("AGR-3", "a unit stands there already"),
    choices.HEX_EMPTY: ("AGR-3", "no unit of yours stands there"),
    choices.IS_READY: ("AGR-52", "the set-up is finished: take that back first"),
    choices.NOT_READY: ("AGR-52", "the set-up is not finished"),
}


def refusal_of(reason: int) -> Refusal | None:
    """The refusal for a kernel's reason; None for OK."""
    return None if reason == choices.OK else Refusal(*_WORDS[reason])


def irrevocable(kind: int, taught: bool) -> Refusal | None:
    """Why an order that led to a kind of event cannot be taken back; None where it can."""
    if kind == movement.BLOCKED:
        return Refusal("AGR-19", "it has shown an enemy that was not seen before")
    if kind == knowledge.CONTACT_MADE:
        return Refusal("AGR-19", "it has brought an enemy in sight")
    if kind == movement.MOVED_TO and taught:
        return Refusal("AGR-19", "it has shown that hexes out of sight were free of enemies")
    if kind == special.RECONNOITRED:
        return Refusal("AGR-30", "the flight has shown who stands along its way")
    if kind == combat.HEX_CONTAMINATED:
        return Refusal("AGR-33", "the missiles are launched")
    if kind == combat.RETREATED:
        return Refusal("AGR-27", "it has shown which hexes beside the defender were free")
    if kind == turn.GAME_BEGINS:
        return Refusal("AGR-52", "both sides are ready: the game has begun")
    return None
