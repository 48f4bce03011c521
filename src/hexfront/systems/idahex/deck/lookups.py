"""What follows from the nested lists of `GameDesign.values`, where groups leave things open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hexfront.systems.idahex.deck import known
from hexfront.systems.idahex.deck.statements import SHAPES, Flat, look_up

MAPS: Final = ("envmap", "rtemap", "barmap")


class Values:
    """Nested lists, asked as `known` asks."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values

    def find(self, name: str, index: Flat) -> Any:
        """A variable; None where it is not known."""
        found = look_up(SHAPES[name], self.values.get(name), index)
        return None if isinstance(found, dict | list) else found

    def entries(self, name: str) -> list[tuple[int, int]]:
        """The keys and values of a dictionary of whole numbers, in order."""
        return [(k, v) for k, v in (self.values.get(name) or {}).items() if v is not None]

    def number(self, name: str, *index: int) -> int:
        """A variable, or what follows from others. Errors: `language.Unknown`."""
        return known.number(self, name, index)


def defence_postures(values: Values) -> list[int]:
    """The hold and disengagement postures that a design has (groups 17, 63)."""
    hold, leave = values.number("npost", 1), values.number("npost", 2)
    return [*range(10, 10 + hold), *range(20, 20 + leave)]


def attack_postures(values: Values) -> list[int]:
    """The attack postures that a design has (groups 17, 62)."""
    return list(range(40, 40 + values.number("npost", 4)))


def consumption_table(values: Values, side: int, posture: int) -> int | None:
    """mapps: the number of the table for a posture; that of its class's first where it has none
    and is beyond npost (group 40)."""
    given: dict[int, int] = {}
    for posture_given, table in values.values["mapps"][side].items():
        given[known.place_of_posture(values, posture_given)] = table
    found = given.get(known.place_of_posture(values, posture))
    has = values.number("npost", posture // 10)
    if found is None and posture % 10 >= has:
        found = given.get(known.place_of_posture(values, posture // 10 * 10))
    return found


def speed_keys(values: Values, side: int) -> dict[tuple[int, int], tuple[int, int]]:
    """Of each pair of combat columns, the attack and defence posture that vfeba has it for.

    The last pair of postures wins where several have the same columns (group 65).
    """
    column = known.columns(values)
    return {(column[a], column[d]): (a, d) for a, d in values.values["vfeba.f0"][side]}


def speed_key(
    values: Values, side: int, attack: int, defence: int
) -> tuple[tuple[int, int] | None, bool]:
    """The pair of postures whose vfeba holds for a pair, and whether it stands in for another.

    Without an entry that for hold posture 10 holds, then that for attack posture 40.
    """
    keys, column = speed_keys(values, side), known.columns(values)
    tries = ((attack, defence), (attack, 10), (40, defence), (40, 10))
    for place, (one, other) in enumerate(tries):
        found = keys.get((column[one], column[other]))
        if found:
            return found, place > 0
    return None, True


def first_map(values: Mapping[str, Any], which: int, basic: int, *, as_printed: bool) -> int:
    """What a basic type is in the first cycle: itself, or 1 by the text of 9.1.2."""
    cycles = values[MAPS[which]]
    if cycles and basic in cycles[0]:
        return int(cycles[0][basic])
    return 1 if as_printed and not (which == 2 and basic == 0) else basic
