"""The tables of a scenario, as players read them."""

from __future__ import annotations

from hexfront.core.table.rule_tables import RuleTable, TableRow
from hexfront.systems.aggressor.scenario.loader import AggressorScenario

_EVEN = 5
"""Faces that hit between equal strengths (AGR-21)."""
_WIDEST = 3


def aggressor_tables(scenario: AggressorScenario) -> tuple[RuleTable, ...]:
    """The types of units (AGR-6), and the faces of the die that hit (AGR-21)."""
    file = scenario.file
    types = RuleTable(
        title="Units",
        clause="AGR-6",
        corner="type",
        columns=("range", "strength"),
        rows=tuple(
            TableRow(name.capitalize(), (str(kind["range"]), str(kind["strength"])))
            for name, kind in file.units.model_dump().items()
        ),
    )
    faces = int(file.options.die[1:])
    rough, dug_in = file.numbers.rough_cover, file.numbers.dug_in_cover
    covers = (0, rough, dug_in, rough + dug_in)
    hits = RuleTable(
        title=f"Faces of {faces} that hit",
        clause="AGR-21",
        corner="attack less defence",
        columns=("open", "rough", "dug in", "rough, dug in"),
        rows=tuple(
            TableRow(
                f"{ahead:+d}" if ahead else "0",
                tuple(str(min(faces, max(0, _EVEN + ahead - cover))) for cover in covers),
            )
            for ahead in range(-_WIDEST, _WIDEST + 1)
        ),
    )
    return types, hits
