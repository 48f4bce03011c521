"""How even a scenario is: the wins of each side where one opponent plays all of them."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from hexfront.core.contract import Scenario
from hexfront.core.study.tally import Tally
from hexfront.core.system import System
from hexfront.study.batch import make_plan, play_games, shard_games
from hexfront.study.games import DRAW, Plan, make_tally
from hexfront.study.spread import Mean
from hexfront.study.summary import Summary

BALANCE_FILE: Final = "balance.json"
"""In the folder of a system: what was measured of its scenarios."""


class BalanceRow(BaseModel):
    """What was measured of a scenario with one opponent."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    scenario: str
    """Its name."""
    options: dict[str, str] = {}
    """Those that were changed, as typed."""
    agent: str
    """Who played all sides."""
    games: int = Field(ge=1)
    seed: int
    wins: dict[str, int]
    """By name of side; sides that win together each count the win."""
    draws: int
    length: float | None
    """Mean number of the last `unit`; None where the system counts none."""
    unit: str = ""
    """What the length counts, in one word: `turn`."""
    seconds: float = 0
    """That all games took."""
    rules: str
    """The version of the rules."""
    scenario_hash: str
    """Of the scenario with its options, as in rows of studies."""

    @property
    def key(self) -> tuple[object, ...]:
        """What tells it from the other rows of a system."""
        return self.scenario, sorted(self.options.items()), self.agent

    def measures(self, system: System, scenario: Scenario) -> bool:
        """Whether it was measured of just this scenario, with its options, by these rules."""
        plan = Plan(system.name, scenario.document, (), self.seed)
        return (self.rules, self.scenario_hash) == (system.version, plan.scenario_hash)


class Balance(BaseModel):
    """`balance.json` of a system."""

    model_config = ConfigDict(extra="forbid")

    rows: list[BalanceRow]


def measure_balance(
    system: System, scenario: Scenario, agent: str, games: int, seed: int = 1, workers: int = 1
) -> BalanceRow:
    """Play a scenario many times, all sides by one opponent.

    Errors: `InputError` for an unknown opponent; `GameFailed`.
    """
    sides = system.rules(scenario).sides
    plan, rules = make_plan(system, scenario, [agent] * len(sides), seed)
    tally: Tally | None = make_tally(system, rules)
    summary, length = Summary(rules.sides), Mean()
    for records in play_games(plan, shard_games(games), workers, rules):
        summary.add(records)
        for record in records:
            if record.at:
                length.add(record.at[-1])
    return BalanceRow(
        scenario=scenario.name,
        agent=agent,
        games=games,
        seed=seed,
        wins={side: summary.wins[side] for side in rules.sides},
        draws=summary.wins[DRAW],
        length=round(length.mean, 2) if length.count else None,
        unit=tally.time_unit if tally is not None and length.count else "",
        rules=system.version,
        scenario_hash=plan.scenario_hash,
    )
