"""How strong the opponents of each system are: `python -m benchmarks.ladder` writes docs/ladder.md.

With names of systems only their parts are made anew, the others stay as they are.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Final

from hexfront import __version__
from hexfront.agents import agent_factories
from hexfront.arena.arena import run_arena
from hexfront.arena.preparation import Wishes, prepare
from hexfront.arena.report import crosstable, pairings_table, ratings_table
from hexfront.core.documents.files import write_whole
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario
from hexfront.jit import compile_always
from hexfront.study.reports.report import Table

PAGE: Final = Path(__file__).parents[1] / "docs" / "ladder.md"
SEED: Final = 1
HEAD: Final = """# Ladder

How strong the machine opponents are: all against all on the default scenario of each system, sides
swapped with the same dice (where there are more than two sides, one agent sits alone, on each side
in turn). Ratings are Elo by the model of Bradley and Terry, their mean is 0, intervals are of 95 %;
they compare agents of one system alone. A turn is all that a side orders at one time of the game.
`make ladder` makes this page anew; [the guide](guides/arena.md) says what stands behind the
numbers, and how to enter an agent of your own.
"""


def section(name: str, games: int | None, seconds: float | None, workers: int) -> str:
    """The part of a system."""
    system = find_system(name)
    # At random a war of IDAHEX comes to nothing, and takes the longest of all.
    agents = [*agent_factories(system)] if system.studying.chance else [*system.playing.agents]
    scenario = load_scenario(system)
    wishes = Wishes(agents, games=games, seconds=seconds, seed=SEED, workers=workers)
    results = run_arena(prepare(system, [scenario], wishes))
    typed = ["hexfront arena", name, *agents, *(["--games", str(games)] if games else [])]
    typed += [] if seconds is None else ["--time", f"{seconds:g}s"]
    made = (
        f"{results.games} games of {scenario.title}, rules {system.version}, Hexfront {__version__}"
    )
    tables = [ratings_table(results.agents), pairings_table(results.pairings)]
    if len(agents) > 2:
        tables.insert(1, crosstable(results))
    parts = [
        f"## {system.title}",
        f"`{' '.join(typed)}`: {made}.",
        *map(table_text, tables),
    ]
    return "\n\n".join([*parts, *(f"Beware: {warning}." for warning in results.warnings)])


def table_text(table: Table) -> str:
    """A table in Markdown."""
    rule = ["---" if place < table.right_from else "---:" for place in range(len(table.headings))]
    rows = [table.headings, rule, *table.rows]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([*([f"{table.title}:", ""] if table.title else []), *lines])


def main() -> None:
    """Make the parts of some systems anew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("systems", nargs="*", default=system_names())
    parser.add_argument("--games", type=int, help="of each pairing; usually 200")
    parser.add_argument("--time", type=float, help="seconds a turn, for agents by the clock")
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    compile_always()
    old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    sections = dict(re.findall(r"<!-- (\w+) -->\n(.*?)\n<!-- end -->", old, re.DOTALL))
    for name in asked.systems:
        sections[name] = section(name, asked.games, asked.time, asked.workers)
        known = [one for one in system_names() if one in sections]
        text = [f"<!-- {one} -->\n{sections[one]}\n<!-- end -->" for one in known]
        write_whole(PAGE, "\n\n".join([HEAD.strip(), *text]) + "\n")
        print(sections[name], flush=True)


if __name__ == "__main__":
    main()
