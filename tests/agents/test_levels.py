"""Levels: the same words in every system, agents that there are, and ratings that were measured."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.ladder import PAGE, page_parts, page_text, read_sections
from benchmarks.trials import by_trials

from hexfront.agents import make_agent, named_agent, usual_opponent
from hexfront.agents.levels import (
    LEVELS,
    LEVELS_FILE,
    RATINGS_FILE,
    agent_of,
    levels_of,
    read_levels,
    seat_of,
)
from hexfront.arena.entrants import read_entrants
from hexfront.core.dice import dice_from_seed
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.system import System
from hexfront.play.storage.records import SeatPlan

SYSTEMS = ("aggressor", "brigade", "idahex", "malaya", "takeover")
FOUR = {"easy": "random", "fair": "greedy:slips=0.5", "hard": "greedy", "hardest": "search:time=2"}


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_level_of_every_system_can_be_played(name: str) -> None:
    system = find_system(name)
    rules = system.rules(load_scenario(system))
    assert tuple(levels_of(system)) == LEVELS
    for level in LEVELS:
        assert make_agent(system, level, rules, 0, dice_from_seed(1)) is not None
    assert usual_opponent(system) == "hard"


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_level_is_measured_to_be_stronger_than_the_one_below(name: str) -> None:
    """`python -m benchmarks.ladder --levels` measures them; in IDAHEX's scenario a side decides."""
    levels = levels_of(find_system(name))
    rated = {level: one.rating.rating for level, one in levels.items() if one.rating is not None}
    if name != "idahex":
        assert {"easy", "fair", "hard"} <= set(rated)
        assert rated["easy"] == 0
    assert list(rated.values()) == sorted(set(rated.values()))


def with_levels(folder: Path, **changed: str) -> System:
    levels = FOUR | changed
    folder.mkdir(exist_ok=True)
    text = "".join(f'{level} = "{agent}"\n' for level, agent in levels.items())
    (folder / LEVELS_FILE).write_text(text)
    return replace(find_system("brigade"), folder=folder)


def test_a_match_keeps_the_agent_and_shows_the_level(tmp_path: Path) -> None:
    system = with_levels(tmp_path / "a")
    assert seat_of(system, "hardest") == SeatPlan("machine", "search:time=2", "hardest")
    assert seat_of(system, "greedy") == SeatPlan("machine", "greedy")
    assert seat_of(system, "person") == SeatPlan("person")


def test_an_arena_plays_levels_by_their_names(tmp_path: Path) -> None:
    system = with_levels(tmp_path / "a")
    entrants = read_entrants(system, ["easy", "fair", "hardest"], 0.5)
    assert [(one.name, one.agent) for one in entrants] == [
        ("easy", "random"),
        ("fair", "greedy:slips=0.5"),
        ("hardest", "search:time=2"),
    ]


def test_a_rating_of_another_agent_does_not_count(tmp_path: Path) -> None:
    rating = {"level": "hard", "agent": "greedy", "measured": "greedy", "rating": 100.0}
    rating |= {"low": 50.0, "high": 150.0, "games": 8, "against_easy": 0.75}
    document = {"scenario": "x", "rules": "2", "command": "x", "levels": [rating]}
    for folder, hard in (("same", "greedy"), ("other", "greedy:slips=0.1")):
        system = with_levels(tmp_path / folder, hard=hard)
        (tmp_path / folder / RATINGS_FILE).write_text(json.dumps(document))
        assert (levels_of(system)["hard"].rating is not None) == (folder == "same")


def test_a_system_without_levels_has_its_best_agent(tmp_path: Path) -> None:
    system = replace(find_system("brigade"), folder=tmp_path)
    assert dict(levels_of(system)) == {}
    assert usual_opponent(system) == "greedy"
    assert agent_of(system, "greedy") == "greedy"


def test_what_is_no_level_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="fair, hard, hardest, random, learned, search"):
        named_agent(find_system("brigade"), "nightmare")
    path = tmp_path / LEVELS_FILE
    path.write_text('easy = "random"\n')
    with pytest.raises(InputError, match="all of: easy, fair, hard, hardest"):
        read_levels(path)
    path.write_text("easy = \n")
    with pytest.raises(InputError, match="a TOML file"):
        read_levels(path)


@pytest.mark.parametrize(
    ("agent", "measured"),
    [
        ("greedy:slips=0.3", "greedy:slips=0.3"),
        ("search:time=1", "search:iterations=60"),
        ("search:iterations=300,time=1", "search:iterations=300"),
        ("search:depth=3,time=1", "search:depth=3,iterations=60"),
    ],
)
def test_levels_are_measured_by_trials_instead_of_seconds(agent: str, measured: str) -> None:
    assert by_trials(agent, 60) == measured


def test_the_ladder_shows_what_was_measured() -> None:
    """Its tables of levels and of exploiters follow from `ratings.json` and `exploits.json`."""
    assert page_text(page_parts(read_sections())) == PAGE.read_text(encoding="utf-8")
