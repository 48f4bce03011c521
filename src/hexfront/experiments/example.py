"""The file of an experiment to begin with, for any system."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from hexfront.agents import best_agent
from hexfront.core.contract import Scenario
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.tally import column_names
from hexfront.core.system import System
from hexfront.study.sweeps.vary import make_changer, read_variation

HEAD = """\
# An experiment: `hexfront study FILE --out DIR` plays it, `--plan` says before what that means.
title = "{title}: what decides it?"
system = "{system}"
agents = [{agents}]
games = {games}            # of each point
seed = 1
"""
FACTOR = """
[[factors]]
name = "{name}"
number = "{number}"     # {about}
times = true        # what the scenario has is multiplied
low = {low}
high = {high}
"""
SEAT = """
[[factors]]
name = "who_plays_{side}"
seat = "{side}"       # levels are agents
levels = ["{best}", "random"]
"""
TAIL = """
[design]
# Or fractional, latin, maximin, sobol, nearly-orthogonal, morris, saltelli, file.
kind = "factorial"
levels = 2

[responses]         # columns of the games, and formulas of these
{responses}
"""
LOW: Final = 0.5
HIGH: Final = 1.5
SHOWN: Final = 3
"""Factors of the example."""


def example_file(name: str) -> str:
    """The text of a file for a system. Errors: `InputError`."""
    system = find_system(name)
    scenario = load_scenario(system)
    sides = system.rules(scenario).sides
    agents = ", ".join(f'"{best_agent(system)}"' for _ in sides)
    head = HEAD.format(
        title=scenario.title,
        system=name,
        agents=agents,
        games=20 if system.studying.chance else 1,
    )
    responses = "\n".join(f'wins_{side} = "wins_{side}"' for side in column_names(sides))
    first = column_names(sides)[0]
    seat = SEAT.format(side=first, best=best_agent(system))
    parts = [head, *_factors(system, scenario), seat, TAIL.format(responses=responses)]
    return "".join(parts).rstrip("\n")


def _factors(system: System, scenario: Scenario) -> list[str]:
    """Numbers that can be halved and raised by half: named ones, or paths in the document."""
    named = system.scenarios.numbers.names if system.scenarios.numbers else {}
    known = [(name, number.about) for name, number in named.items() if number.unit]
    candidates = known or [(path, "a path in the scenario") for path in _paths(scenario.document)]
    sound = (one for one in candidates if _can_vary(system, scenario, one[0]))
    return [
        FACTOR.format(
            name=_short(number), number=number, about=about.rstrip("."), low=LOW, high=HIGH
        )
        for number, about in islice(sound, SHOWN)
    ]


def _can_vary(system: System, scenario: Scenario, number: str) -> bool:
    """Whether the scenario is sound at both ends."""
    try:
        change = make_changer(system, scenario, [read_variation(f"{number}={LOW},{HIGH}")])
        for value in (LOW, HIGH):
            system.rules(change((value,)))
    except InputError:
        return False
    return True


def _paths(document: dict[str, Json]) -> Iterator[str]:
    """Where numbers stand near the top of a document."""
    for key, value in document.items():
        if _is_number(value) and key != "format":
            yield f"/{key}"
        elif isinstance(value, dict):
            yield from (f"/{key}/{name}" for name, inner in value.items() if _is_number(inner))
        elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            entries = [one for one in value if isinstance(one, dict)]
            names = [n for n in entries[0] if all(_is_number(one.get(n)) for one in entries)]
            yield from (f"/{key}/*/{name}" for name in names)


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _short(number: str) -> str:
    """A name for a factor."""
    return re.sub(r"[^a-z0-9]+", "_", number.rsplit("/", 1)[-1].lower()).strip("_")
