"""The tables of a scenario, as players read them."""

from __future__ import annotations

from hexfront.core.table.rule_tables import RuleTable, TableRow
from hexfront.systems.malaya.scenario.loader import MalayaScenario


def malaya_tables(scenario: MalayaScenario) -> tuple[RuleTable, ...]:
    """The results of battles (MAL-23), and what terrain and ways cost (MAL-9)."""
    file = scenario.file
    odds = [f"{one.attacker}-{one.defender}" for one in file.results.columns]
    results = RuleTable(
        title="Results: steps of attacker / defender; R, r: defender, attackers retreat",
        clause="MAL-23",
        corner="die",
        columns=tuple(odds),
        keys=tuple(odds),
        rows=tuple(
            TableRow(str(face), tuple(row), str(face))
            for face, row in enumerate(file.results.rows, 1)
        ),
        row_detail="row",
        column_detail="column",
    )
    terrain = RuleTable(
        title="Terrain",
        clause="MAL-9",
        corner="terrain",
        columns=("points to enter", "to the die"),
        rows=tuple(
            TableRow(name, (f"{ground.cost:g}", f"{ground.die:+d}" if ground.die else "0"))
            for name, ground in file.terrain.items()
        ),
    )
    ways = RuleTable(
        title="Ways and waters",
        clause="MAL-9",
        corner="way",
        columns=("points",),
        rows=(
            TableRow("along a road", (f"{file.ways.road:g}",)),
            TableRow("along a track", (f"{file.ways.track:g}",)),
            TableRow("across a river, more", (f"{file.ways.river:g}",)),
            TableRow("by ferry, more", (f"{file.ways.ferry:g}",)),
        ),
    )
    return results, terrain, ways
