"""What a scenario may say and what leads nowhere all the same: a game that nobody need play."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.core.errors import Problem
from hexfront.systems.aggressor.scenario.loader import AggressorScenario

HOME_SECTORS = 3
"""What each side controls at the start (AGR-47)."""


def scenario_warnings(scenario: AggressorScenario, place: str) -> Iterator[Problem]:
    """A game that the first turn ends, and armies that can take no sector.

    `place` goes before the pointers.
    """
    file = scenario.file
    needed = file.numbers.sectors_to_win
    if needed <= HOME_SECTORS:
        expected = f"more than {HOME_SECTORS}: the second side has those after the first turn"
        yield Problem(f"{place}: /numbers/sectors_to_win", str(needed), f"{expected} (AGR-50)")
    kinds = file.units.model_dump()
    if all(kind["range"] == 0 for kind in kinds.values()):
        expected = "a type with a range: else nothing ever moves (AGR-9)"
        yield Problem(f"{place}: /units", "<range 0 for every type>", expected)
        return
    for name, units in (("west", file.armies.west), ("east", file.armies.east)):
        if units and all(kinds[unit.type]["range"] == 0 for unit in units):
            expected = "a unit with a range: else the side takes no further sector (AGR-9, AGR-48)"
            yield Problem(f"{place}: /armies/{name}", f"<{len(units)} that cannot move>", expected)
