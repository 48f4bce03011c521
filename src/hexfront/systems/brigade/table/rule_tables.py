"""The tables of a scenario, as players read them."""

from __future__ import annotations

from hexfront.core.table.rule_tables import RuleTable, TableRow
from hexfront.systems.brigade.scenario.loader import BrigadeScenario


def brigade_tables(scenario: BrigadeScenario) -> tuple[RuleTable, ...]:
    """The combat results table that the scenario plays by (BRG-23), and its terrain (BRG-2)."""
    file = scenario.file
    option = file.options.rules
    rows = getattr(scenario.results, option).rows
    results = RuleTable(
        title=f"Combat results, {option} rules",
        clause="BRG-23",
        corner="die",
        columns=("1", "2", "3", "4 or more"),
        keys=("1", "2", "3", "4"),
        rows=tuple(TableRow(str(die), tuple(row), str(die)) for die, row in enumerate(rows, 1)),
        row_detail="row",
        column_detail="column",
    )
    terrain = RuleTable(
        title="Terrain",
        clause="BRG-2",
        corner="terrain",
        columns=("cost to enter", "to the die", "units may"),
        rows=tuple(
            TableRow(
                kind.title,
                (
                    str(kind.cost),
                    f"{kind.modifier:+d}" if kind.modifier else "0",
                    "not enter" if option in kind.closed_in else "enter",
                ),
            )
            for kind in file.terrain.types
        ),
    )
    return results, terrain
