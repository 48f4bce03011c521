"""The words for each reason that the kernels give against an order."""

from __future__ import annotations

from typing import Final

from hexfront.core.contract import Refusal
from hexfront.core.table.changes import MOST_CHANGES
from hexfront.systems.malaya.rules import battle, combat, legality, movement, naval

_WORDS: Final[dict[int, tuple[str, str]]] = {
    movement.NOT_ON_MAP: ("MAL-8", "the unit is not on the map"),
    movement.NO_LAND: ("MAL-9", "no land leads there"),
    movement.OFF_ROAD: ("MAL-9", "armour moves along roads and railways alone"),
    movement.ENEMY_THERE: ("MAL-16", "an enemy holds that hex"),
    movement.STOPPED_BY_ZONE: ("MAL-10", "an enemy zone of control has stopped the unit"),
    movement.ZONE_TO_ZONE: ("MAL-10", "no step leads from an enemy zone directly to another"),
    movement.TOO_FAR: ("MAL-8", "the hex costs more movement points than are left"),
    movement.NO_RAILWAY: ("MAL-12", "no railway leads there"),
    movement.NOT_CONTROLLED: ("MAL-12", "trains run through friendly hexes alone"),
    movement.RAIL_USED_UP: ("MAL-12", "all trains of this turn are used"),
    movement.RAIL_UNSUPPLIED: ("MAL-12", "only supplied units go by rail"),
    movement.RAIL_MOVED: ("MAL-12", "the unit has moved already, by land or sea"),
    movement.RAIL_BESIDE_ENEMY: ("MAL-12", "nobody entrains next to an enemy"),
    movement.RAIL_TOO_FAR: ("MAL-12", "the train goes no farther this turn"),
    movement.NOT_OVERSTACKED: ("MAL-7", "a unit goes back only from a hex that holds too much"),
    movement.NOT_MOVED: ("MAL-7", "the unit has not moved in this phase"),
    naval.NOT_IN_BOX: ("MAL-14", "the unit is not in the reinforcement box"),
    naval.NOT_YOUR_ENTRY: ("MAL-14", "reinforcements of the side do not come in there"),
    naval.ENTRY_TAKEN: ("MAL-14", "an enemy holds that hex"),
    naval.NOT_OFFERED: ("MAL-3", "the unit is not offered this turn"),
    naval.NO_HARBOUR: ("MAL-13", "the unit is in no port"),
    naval.SAILED_ALREADY: ("MAL-13", "the unit has moved by sea this turn"),
    naval.SAME_PORT: ("MAL-13", "the unit is in that port"),
    naval.OFF_MAP_PORT: ("MAL-13", "ships do not go back to a port off the map"),
    naval.OTHER_SEA: ("MAL-13", "that port lies at another sea"),
    naval.ONLY_HOME: ("MAL-13", "Commonwealth ships go to Singapore alone"),
    naval.NO_SHIPPING: ("MAL-13", "there is no shipping on the west coast yet"),
    naval.SHIPS_USED_UP: ("MAL-13", "all ships of this turn are used on that sea"),
    naval.ENEMY_PORT: ("MAL-13", "that port is the enemy's: it takes a landing"),
    naval.FRIENDLY_PORT: ("MAL-13", "that port is friendly: one sails there, and does not land"),
    naval.ARMOUR_LANDS: ("MAL-13", "armour never lands at an enemy port"),
    naval.PORT_FULL: ("MAL-7", "the port would hold too many stacking points"),
    combat.NOT_BESIDE: ("MAL-16", "the unit is not next to that hex"),
    combat.CANNOT_ENTER: ("MAL-17", "the unit could not enter that hex"),
    combat.FOUGHT_ALREADY: ("MAL-19", "the unit has attacked in this phase"),
    combat.ATTACKED_ALREADY: ("MAL-19", "a unit of that hex was attacked in this phase"),
    combat.NO_ENEMY: ("MAL-16", "no enemy is there"),
    combat.NOBODY_CAN: ("MAL-17", "no unit that may still attack could enter that hex"),
    combat.NOTHING_SELECTED: ("MAL-31", "no battle is declared"),
    combat.MUST_LAND: ("MAL-18", "a landing must attack the port"),
    combat.NO_ATTACKERS: ("MAL-31", "no unit attacks yet"),
    combat.ODDS_TOO_LOW: ("MAL-23", "the odds are below the lowest column of the results table"),
    combat.NO_AIR: ("MAL-22", "the side has fewer air points left"),
    combat.TOO_MUCH_AIR: ("MAL-22", "that is more than one battle takes"),
    combat.SAME_AIR: ("MAL-22", "so many air points are given already"),
    combat.BATTLE_DECLARED: ("MAL-31", "a battle is declared: fight or cancel it first"),
    combat.MUST_ATTACK: ("MAL-18", "a landing must attack before the phase ends"),
    battle.NO_ATTACKER: ("MAL-29", "only a unit that attacked a vacated hex advances"),
    battle.CANNOT_STACK: ("MAL-29", "the hex would hold too many stacking points"),
    legality.NOT_YOUR_TURN: ("MAL-2", "it is not this side's time to give orders"),
    legality.UNKNOWN_ORDER: ("MAL-2", "there is no such order"),
    legality.NOT_YOUR_UNIT: ("MAL-2", "players order their own units only"),
    legality.WRONG_PHASE: ("MAL-2", "that order does not belong to this phase"),
    legality.OVERSTACKED: ("MAL-7", "a hex holds too many stacking points"),
    legality.NOT_YOUR_OPTION: ("MAL-3", "that option is not the side's"),
    legality.TAKEN_ALREADY: ("MAL-3", "that option is taken"),
    legality.TOO_MANY_CHANGES: (
        "MAL-31",
        f"something was taken back {MOST_CHANGES} times in this phase: go on with what is declared",
    ),
    legality.NO_MORE_MOVES: (
        "MAL-7",
        f"units have gone back {MOST_CHANGES} times in this phase: end it, and where a hex holds "
        "too much, let units go back first",
    ),
    legality.NO_MORE_BATTLES: (
        "MAL-31",
        f"something was taken back {MOST_CHANGES} times in this phase: only a landing that must "
        "attack may do so still",
    ),
    legality.GAME_OVER: ("MAL-32", "the game is over"),
}


def refusal_of(reason: int) -> Refusal | None:
    """The refusal for a kernel's reason; None for OK."""
    return None if reason == movement.OK else Refusal(*_WORDS[reason])


def words_for(reason: int) -> str:
    """The reason alone, for offers that are not made."""
    return _WORDS[reason][1]
