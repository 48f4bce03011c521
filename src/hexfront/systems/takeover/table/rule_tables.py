"""The tables of a scenario, as players read them."""

from __future__ import annotations

from hexfront.core.table.rule_tables import RuleTable, TableRow
from hexfront.systems.takeover.scenario.loader import TakeoverScenario


def takeover_tables(scenario: TakeoverScenario) -> tuple[RuleTable, ...]:
    """What patterns multiply by (TKO-8), and what can be bought (TKO-16)."""
    file = scenario.file
    patterns = RuleTable(
        title="Patterns of the six-sided dice",
        clause="TKO-8",
        corner="best pattern",
        columns=("times the polygon die",),
        rows=tuple(
            TableRow(name.replace("_", " "), (str(times),))
            for name, times in file.multipliers.model_dump().items()
        ),
    )
    economy, pools = file.economy, file.pools
    goods = RuleTable(
        title="What can be bought",
        clause="TKO-16",
        corner="for a territory",
        columns=("price", "at most", "what it does"),
        rows=(
            TableRow(
                "R-Unit",
                (
                    str(economy.r_unit),
                    str(economy.most_r_units),
                    "counts where E-D levels are equal",
                ),
            ),
            TableRow(
                "NS-Unit",
                (
                    str(economy.ns_unit),
                    str(economy.most_ns_units),
                    f"{pools.each_ns_unit} die more in each fight of the territory",
                ),
            ),
            TableRow(
                "E-D level",
                (
                    str(economy.level),
                    str(economy.most_levels),
                    f"{economy.each_level} more income; the higher level: "
                    f"{pools.economic_superiority} die more",
                ),
            ),
            TableRow(
                "NI-Agent",
                (
                    str(economy.agent),
                    str(economy.most_agents),
                    f"more of them: {pools.each_agent_superiority} die more; needed for OPs cards",
                ),
            ),
        ),
    )
    return patterns, goods
