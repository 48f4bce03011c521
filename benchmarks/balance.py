"""How even each scenario is: `python -m benchmarks.balance` writes docs/balance.md.

All sides are played by the same opponent, many times. What was found stands in `balance.json` of
each system, a row for each scenario, options and opponent; a run makes its own rows anew and
leaves the others as they are:

    python -m benchmarks.balance                                   # all scenarios with chance
    python -m benchmarks.balance brigade --scenario iron-few --games 400
    python -m benchmarks.balance takeover --option players=3 --agent commander --agent greedy
    python -m benchmarks.balance --page                            # the page alone, nothing played

Without `--agent` the level `hard` plays, and `hardest` with so many trials a turn in place of
seconds as `--trials` says, if it says so. Systems without chance are left out: there one game
says all that two opponents can.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from hexfront.agents.balance import BALANCE_FILE, BalanceRow, read_balance
from hexfront.agents.levels import LEVELS_FILE, read_levels
from hexfront.core.contract import Scenario
from hexfront.core.documents.files import write_whole
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario, scenario_names
from hexfront.core.system import System
from hexfront.jit import compile_always
from hexfront.study.balance import is_current, measure_balance
from hexfront.study.intervals import wilson

PAGE: Final = Path(__file__).parents[1] / "docs" / "balance.md"
_SECONDS: Final = re.compile(r"\btime=[^,]*")
HEAD: Final = """# Balance

How even the scenarios are: how many games each side wins when the same opponent plays all of
them. Intervals are of 95 %, by Wilson; what is missing to 100 % was drawn. Where two sides are
meant to be equal, either should win 40 to 60 % of the games that somebody wins; of all games its
share may be less than 40 % where many are drawn. Uneven on purpose is each `first-game`, a lesson
that whoever follows its guide shall win, and any other scenario whose description says so. Length
is the mean; seconds are those of all games together on one busy core, with the loading of kernels.

`make balance` plays 200 games of every scenario anew by the level `hard`, and leaves rows of other
opponents and options as they are; `make balance ARGS="malaya --scenario johore --games 1000"`
makes one row of more games, and `--agent`, `--option` one by others.
"""
ELSEWHERE: Final = {
    "idahex": """\
Nothing is left to chance here, so one war says all that two opponents can. How even `crossways`
and `varnland` are in 24 wars, each with other stocks, stands in the system's README
(`src/hexfront/systems/idahex/README.md`), and more of `varnland` in
[how it was made](systems/idahex-varnland.md). `first-war` is a lesson, and `sinai` the sample of
the manual."""
}
"""Of systems without rows, where such figures stand."""


def main() -> None:
    """Play, and write rows and page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help="all, where none is named")
    parser.add_argument("--scenario", action="append", help="only this one; repeatable")
    parser.add_argument("--agent", action="append", help="who plays; repeatable")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--games", type=int, default=200, help="of each scenario and opponent")
    parser.add_argument("--trials", type=int, help="of `hardest`, a turn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--page", action="store_true", help="write the page alone")
    asked = parser.parse_args()
    compile_always()
    options = dict(option.split("=", 1) for option in asked.option)
    try:
        for name in [] if asked.page else asked.systems or system_names():
            system = find_system(name)
            if not system.studying.chance:
                print(f"{name}: left out, as nothing in it is left to chance")
                continue
            for agent in asked.agent or usual_agents(system, asked.trials):
                for scenario in chosen(system, asked.scenario, options):
                    row = measure(system, scenario, agent, options, asked)
                    keep(system, row)
                    print(name, *cells(system, row), flush=True)
    except InputError as error:
        parser.exit(2, f"{error}\n")
    write_whole(PAGE, page_text())


def usual_agents(system: System, trials: int | None) -> list[str]:
    """Who plays where nobody was named: the levels `hard` and, by trials, `hardest`."""
    levels = read_levels(system.folder / LEVELS_FILE)
    wanted = [levels["hard"], levels["hardest"]] if levels else [*system.playing.agents][-1:]
    by_trials = [_SECONDS.sub(f"iterations={trials}", a) for a in wanted] if trials else wanted
    return [agent for agent in by_trials if not _SECONDS.search(agent)]


def chosen(
    system: System, names: Sequence[str] | None, options: Mapping[str, str]
) -> Iterable[Scenario]:
    """The scenarios that were asked for, one by one."""
    for name in names or scenario_names(system):
        scenario = load_scenario(system, name)
        if options and system.scenarios.with_options is not None:
            scenario = system.scenarios.with_options(scenario, options)
        yield scenario


def measure(
    system: System,
    scenario: Scenario,
    agent: str,
    options: Mapping[str, str],
    asked: argparse.Namespace,
) -> BalanceRow:
    """Play a scenario."""
    began = time.perf_counter()
    row = measure_balance(system, scenario, agent, asked.games, asked.seed, asked.workers)
    seconds = round(time.perf_counter() - began, 1)
    return row.model_copy(update={"options": dict(options), "seconds": seconds})


def keep(system: System, row: BalanceRow) -> None:
    """Put a row in place of the one that it makes anew, and leave out scenarios that are gone."""
    shipped = scenario_names(system)
    rows = [
        old for old in read_balance(system.folder) if old.key != row.key and old.scenario in shipped
    ]
    rows.append(row)
    rows.sort(key=lambda one: (shipped.index(one.scenario), sorted(one.options.items()), one.agent))
    lines = ",\n".join(f"    {one.model_dump_json()}" for one in rows)
    write_whole(system.folder / BALANCE_FILE, f'{{\n  "rows": [\n{lines}\n  ]\n}}\n')


def cells(system: System, row: BalanceRow) -> list[str]:
    """A row of the page."""
    options = ", ".join(f"`{key}={value}`" for key, value in row.options.items())
    shares = []
    for side, won in row.wins.items():
        low, high = wilson(won, row.games)
        shares.append(f"{side} {won / row.games:.0%} ({100 * low:.0f} to {100 * high:.0f})")
    length = "" if row.length is None else f"{row.length:.1f} {row.unit}s"
    title = f"`{row.scenario}`{' ' * bool(options)}{options}{'' if current(system, row) else ' †'}"
    drawn = f"{row.draws / row.games:.0%}" if row.draws else ""
    name = f"`{row.agent}`"
    return [title, name, str(row.games), " · ".join(shares), drawn, length, f"{row.seconds:.0f}"]


def current(system: System, row: BalanceRow) -> bool:
    """Whether the scenario and the rules are still those that were measured."""
    (scenario,) = chosen(system, [row.scenario], row.options)
    return is_current(row, system, scenario)


def page_text() -> str:
    """The page, from the rows of all systems."""
    parts = [HEAD.strip()]
    for name in system_names():
        system = find_system(name)
        rows = [cells(system, row) for row in read_balance(system.folder)]
        if rows:
            heads = ["scenario", "played by", "games", "wins", "drawn", "length", "seconds"]
            table = [heads, ["---", "---", "---:", "---", "---:", "---:", "---:"], *rows]
            parts.append(f"## {system.title}")
            parts.append("\n".join(f"| {' | '.join(row)} |" for row in table))
            if any("†" in row[0] for row in rows):
                parts.append("† measured before the scenario or the rules were changed.")
        elif name in ELSEWHERE:
            parts += [f"## {system.title}", ELSEWHERE[name]]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    main()
