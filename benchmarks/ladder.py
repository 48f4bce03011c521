"""How strong the opponents of each system are: `python -m benchmarks.ladder` writes docs/ladder.md.

With names of systems only their parts are made anew, the others stay as they are. `--levels`
measures the levels alone, and writes `ratings.json` of a system, which the home page shows.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from benchmarks.exploits import exploits_table
from benchmarks.trials import OLD, TRIALS, USUAL_TRIALS, by_trials, fingerprint

from hexfront import __version__
from hexfront.agents import agent_factories
from hexfront.agents.levels import (
    LEVELS_FILE,
    RATINGS_FILE,
    LevelRating,
    Ratings,
    read_levels,
    read_ratings,
)
from hexfront.arena.arena import run_arena
from hexfront.arena.preparation import USUAL_GAMES, Wishes, prepare
from hexfront.arena.report import crosstable, pairings_table, ratings_table
from hexfront.arena.results import ArenaResults
from hexfront.core.documents.files import write_whole
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario
from hexfront.core.system import System
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

Below each system stand its levels, as a player chooses them: Elo above `easy`. An agent that has
seconds at a table has so many trials a turn here, so that everybody can measure it again.

Last stands how far opponents can be exploited: what scripts get from them that nobody would call
good play ([exploit scripts](guides/arena.md#exploit-scripts)), and what a network gets that has
trained against one of them, which does not learn. The exploiter sits alone, on each side in turn;
with two sides its part of the points counts, with four sides the games that it won (a quarter would
be even). Both are lower bounds: a better exploiter, or a longer training, may get more.
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


def measure_levels(name: str, games: int, trials: int, workers: int) -> Ratings | None:
    """Let the levels of a system play each other; None where it has none, and without chance.

    Without chance all games of a pairing are one. With no trials those whose agents have seconds
    are left out.
    """
    system = find_system(name)
    agents = read_levels(system.folder / LEVELS_FILE)
    if not agents or not system.studying.chance:
        return None
    measured = {
        level: by_trials(agent, trials)
        for level, agent in agents.items()
        if trials or by_trials(agent, trials) == agent
    }
    easy = measured["easy"]
    scenario = load_scenario(system)
    wishes = Wishes([*measured.values()], games=games, seed=SEED, workers=workers, anchor=easy)
    results = run_arena(prepare(system, [scenario], wishes))
    rated = {agent.name: agent for agent in results.agents}
    levels = []
    for level, shown in measured.items():
        one = rated[shown]
        assert one.rating is not None, f"{level} has played no game"
        levels.append(
            LevelRating(
                level=level,
                agent=agents[level],
                measured=one.name,
                rating=round(one.rating.rating, 1),
                low=round(one.rating.low, 1),
                high=round(one.rating.high, 1),
                games=one.games,
                against_easy=_against(results, one.name, easy),
            )
        )
    typed = ["hexfront arena", name, *measured.values(), f"--games {games} --anchor {easy}"]
    return Ratings(
        scenario=scenario.title,
        rules=system.version,
        fingerprint=fingerprint(name),
        command=" ".join(typed),
        levels=levels,
    )


def _against(results: ArenaResults, agent: str, easy: str) -> float | None:
    """The part of the points of an agent against the weakest."""
    for one in results.pairings:
        if (one.first, one.second) == (agent, easy):
            return round(one.score, 4)
        if (one.first, one.second) == (easy, agent):
            return round(1 - one.score, 4)
    return None


def levels_text(system: System) -> str:
    """What was measured of a system's levels, in Markdown; empty where nothing was."""
    ratings = read_ratings(system.folder / RATINGS_FILE)
    if ratings is None:
        return ""
    rows = []
    for one in ratings.levels:
        share = "" if one.against_easy is None else f"{one.against_easy:.1%}"
        interval = "" if one.level == "easy" else f"{one.low:+.0f} to {one.high:+.0f}"
        figures = [f"{one.rating:+.0f}", interval, str(one.games), share]
        rows.append([f"**{one.level}**", f"`{one.agent}`", f"`{one.measured}`", *figures])
    heads = ["level", "plays", "measured", "Elo", "95 % interval", "games", "against easy"]
    old = "" if ratings.fingerprint == fingerprint(system.name) else f"; {OLD}"
    about = f"Levels: `{ratings.command}`, {ratings.scenario}, rules {ratings.rules}{old}."
    return f"{about}\n\n{table_text(Table('', heads, rows, 3))}"


def exploits_text(name: str) -> str:
    """What exploiters got from a system's opponents, in Markdown; empty where nothing was tried."""
    table = exploits_table(name)
    if table is None:
        return ""
    about = f"Exploited: `python -m benchmarks.exploits {name} OPPONENT [--learn MINUTES]`."
    text = f"{about}\n\n{table_text(table)}"
    return f"{text}\n\n† {OLD}." if "†" in text else text


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
    parser.add_argument("--levels", action="store_true", help="only the levels")
    parser.add_argument("--trials", type=int, help="a turn of `search` among the levels; 0: none")
    asked = parser.parse_args()
    compile_always()
    sections = read_sections()
    for name in asked.systems:
        trials = TRIALS.get(name, USUAL_TRIALS) if asked.trials is None else asked.trials
        ratings = measure_levels(name, asked.games or USUAL_GAMES, trials, asked.workers)
        if ratings is not None:
            path = find_system(name).folder / RATINGS_FILE
            write_whole(path, f"{json.dumps(ratings.model_dump(), indent=2)}\n")
        if not asked.levels:
            sections[name] = section(name, asked.games, asked.time, asked.workers)
        text = write_page(sections)
        print(text[name], flush=True)


def read_sections() -> dict[str, str]:
    """The parts of the page by system, as they are."""
    old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    return dict(re.findall(r"<!-- (\w+) -->\n(.*?)\n<!-- end -->", old, re.DOTALL))


def remake_page() -> dict[str, str]:
    """Write the page anew from what was measured of levels and exploiters; its parts by system."""
    return write_page(read_sections())


def write_page(sections: Mapping[str, str]) -> dict[str, str]:
    """Write the page; its parts by system."""
    parts = page_parts(sections)
    write_whole(PAGE, page_text(parts))
    return parts


def page_parts(sections: Mapping[str, str]) -> dict[str, str]:
    """Of each system its ladder as it was, and its levels and exploiters as they are measured."""
    parts = {}
    for name in system_names():
        own = re.split("\n\n(?:Levels|Exploited): ", sections.get(name, ""))[0]
        found = [own or f"## {find_system(name).title}", levels_text(find_system(name))]
        parts[name] = "\n\n".join(filter(None, [*found, exploits_text(name)]))
    return parts


def page_text(parts: Mapping[str, str]) -> str:
    """The page of the parts of all systems."""
    text = [f"<!-- {name} -->\n{part}\n<!-- end -->" for name, part in parts.items()]
    return "\n\n".join([HEAD.strip(), *text]) + "\n"


if __name__ == "__main__":
    main()
