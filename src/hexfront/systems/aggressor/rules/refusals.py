"""The words for each reason that the kernels give against an order."""

from __future__ import annotations

from typing import Final

from hexfront.core.contract import Refusal
from hexfront.core.table.changes import MOST_CHANGES
from hexfront.systems.aggressor.rules import combat, legality, movement, special
from hexfront.systems.aggressor.rules import observation as knowledge

_WORDS: Final[dict[int, tuple[str, str]]] = {
    legality.UNKNOWN_ORDER: ("AGR-44", "there is no such order"),
    legality.NOT_YOUR_TURN: ("AGR-41", "it is not this side's time to give orders"),
    legality.GAME_OVER: ("AGR-50", "the game is over"),
    legality.WRONG_PHASE: ("AGR-41", "that order does not belong to this phase"),
    legality.GONE: ("AGR-22", "the unit is not on the map"),
    legality.OFF_MAP: ("AGR-1", "there is no hex in that direction"),
    legality.OWN_UNIT_THERE: ("AGR-3", "a unit of your own stands there"),
    legality.HAS_HALTED: ("AGR-12", "an enemy zone of control has ended the unit's movement"),
    legality.IS_FROZEN: ("AGR-40", "partisans keep the unit busy this turn"),
    legality.HAS_SPECIAL: ("AGR-28", "the unit has performed a special function this turn"),
    legality.NO_ALLOWANCE: ("AGR-9", "the unit's range allows no further hex this turn"),
    legality.TRIED: ("AGR-11", "a unit without range moves one hex a turn, and has tried"),
    legality.HAS_ATTACKED: ("AGR-20", "the unit has attacked this turn"),
    legality.IN_CONTAMINATION: ("AGR-20", "a unit in a contaminated hex does not attack"),
    legality.FUNCTION_IN_CONTAMINATION: (
        "AGR-28",
        "a unit in a contaminated hex performs no special function",
    ),
    legality.NO_MOVEMENT_POINT: ("AGR-27", "a mobile attack needs a movement point left"),
    legality.NOT_DEPLETED: ("AGR-29", "the unit has lost nothing that could be restored"),
    legality.NOT_FRESH: (
        "AGR-28",
        "a special function needs a unit that has done nothing else this turn",
    ),
    legality.AGGRESSOR_KNOWN: ("AGR-28", "the aggressor is declared, so no partisans can be met"),
    legality.NOT_IN_ENEMY_HOME: (
        "AGR-28",
        "partisans are contacted by a unit that starts its turn in enemy territory",
    ),
    legality.NOTHING_TO_REPLACE: ("AGR-36", "the unit has lost nothing that could be replaced"),
    legality.NO_REPLACEMENT_TYPE: ("AGR-36", "only infantry and support get replacements"),
    legality.NO_TARGET_TYPE: ("AGR-30", "this type of unit has no special function with a target"),
    legality.NO_STRIKE_TYPE: ("AGR-31", "only an airbase flies strikes"),
    legality.NOBODY_SEEN: ("AGR-31", "no enemy is seen in that hex"),
    legality.TOO_FAR: ("AGR-33", "the hex is out of the missiles' reach"),
    legality.NOBODY_IN_RANGE: ("AGR-35", "no enemy is seen in that hex"),
    legality.OUT_OF_RANGE: ("AGR-35", "the hex is out of the unit's range"),
    legality.OWN_HEX: ("AGR-33", "a unit does not launch at its own hex"),
    legality.MISSILES_GONE: ("AGR-33", "the missiles have been launched"),
    legality.NOT_BESIDE: ("AGR-37", "only the own or a neighbouring hex can be decontaminated"),
    legality.NOT_CONTAMINATED: ("AGR-37", "the hex is not contaminated"),
    legality.NOT_HOME: ("AGR-52", "units are placed in their home territory"),
    legality.ARMY_FULL: ("AGR-6", "the army has its full number of units"),
    legality.TOO_MANY_CHANGES: (
        "AGR-52",
        f"the side has taken units back {MOST_CHANGES} times as often as it has units: "
        "complete the army and be ready",
    ),
    legality.ARMY_INCOMPLETE: ("AGR-6", "the army has not its full number of units yet"),
    legality.HEX_TAKEN: ("AGR-3", "a unit stands there already"),
    legality.HEX_EMPTY: ("AGR-3", "no unit of yours stands there"),
    legality.IS_READY: ("AGR-52", "the set-up is finished: take that back first"),
    legality.NOT_READY: ("AGR-52", "the set-up is not finished"),
    legality.ARMY_GIVEN: ("AGR-53", "the scenario gives this side its army"),
}


def refusal_of(reason: int) -> Refusal | None:
    """The refusal for a kernel's reason; None for OK."""
    return None if reason == legality.OK else Refusal(*_WORDS[reason])


def irrevocable(what: object) -> Refusal | None:
    """Why an order that led to an event cannot be taken back; None where it can."""
    if isinstance(what, movement.Blocked):
        return Refusal("AGR-19", "it has shown an enemy that was not seen before")
    if isinstance(what, knowledge.ContactMade):
        return Refusal("AGR-19", "it has brought an enemy in sight")
    if isinstance(what, movement.Moved) and what.taught:
        return Refusal("AGR-19", "it has shown that hexes out of sight were free of enemies")
    if isinstance(what, special.Reconnoitred):
        return Refusal("AGR-30", "the flight has shown who stands along its way")
    if isinstance(what, combat.Contaminated):
        return Refusal("AGR-33", "the missiles are launched")
    if isinstance(what, combat.Retreated):
        return Refusal("AGR-27", "it has shown which hexes beside the defender were free")
    return None
