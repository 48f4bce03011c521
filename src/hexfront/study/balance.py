"""How even a scenario is: the wins of each side where one opponent plays all of them."""

from __future__ import annotations

from hexfront.agents.balance import BalanceRow
from hexfront.core.contract import Scenario
from hexfront.core.study.tally import Tally
from hexfront.core.system import System
from hexfront.study.batch import make_plan, play_games, shard_games
from hexfront.study.games import DRAW, Plan, make_tally
from hexfront.study.spread import Mean
from hexfront.study.summary import Summary


def is_current(row: BalanceRow, system: System, scenario: Scenario) -> bool:
    """Whether a row was measured of just this scenario, with its options, by these rules."""
    plan = Plan(system.name, scenario.document, (), row.seed)
    return (row.rules, row.scenario_hash) == (system.version, plan.scenario_hash)


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
