"""Machine games of Malaya for the benchmarks: who played, what fell when, how long they thought."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any, NamedTuple

from hexfront.agents import make_agent
from hexfront.core.contract import CHANCE, Kind, Rules, Step
from hexfront.core.dice import dice_from_seed, draw_outcome
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import Seat
from hexfront.core.system import System
from hexfront.systems.malaya.rules.planes import control_of
from hexfront.systems.malaya.scenario.state import JAPAN, MalayaState


class Job(NamedTuple):
    """One game."""

    scenario: str
    places: tuple[str, ...]
    """Whose fall is watched."""
    seats: tuple[str, str]
    seed: int
    game: int


class Outcome(NamedTuple):
    """How it went."""

    seats: tuple[str, str]
    level: int
    """2 decisive for Japan … -2 decisive for the Commonwealth."""
    fallen: dict[str, int]
    """The turn in which Japan took a place; those that it did not take are missing."""
    lost: tuple[int, int]
    """Steps of both sides."""
    turns: int
    """Of a game in which nothing falls."""
    thinking: tuple[tuple[str, float], ...]
    """Agent and CPU seconds of each player-turn."""


@cache
def prepared(scenario: str) -> tuple[System, Rules[Any]]:
    """The rules, once in each process."""
    system = find_system("malaya")
    return system, system.rules(load_scenario(system, scenario))


def play(job: Job) -> Outcome:
    """One game, in whatever process."""
    system, rules = prepared(job.scenario)
    agents = [
        make_agent(system, name, rules, side, dice_from_seed(job.seed, job.game, f"agent-{side}"))
        for side, name in enumerate(job.seats)
    ]
    dice, log = dice_from_seed(job.seed, job.game), EventLog()
    state: MalayaState = rules.start()
    hexes = {place.name: place.hex for place in rules.scenario.file.map.place}  # type: ignore[attr-defined]
    index = rules.setting.index_of  # type: ignore[attr-defined]
    watched = {name: index[hexes[name]] for name in job.places}
    fallen: dict[str, int] = {}
    spent: dict[tuple[int, int], float] = defaultdict(float)
    while (decision := rules.decision(state)).kind != Kind.OVER:
        turn = state.game.turn
        if decision.kind == Kind.CHANCE:
            step = Step(CHANCE, draw_outcome(rules.chances(state).weights, dice))
        else:
            side = decision.sides[0]
            began = time.process_time()
            order = agents[side].decide(Seat(rules, side, state))
            spent[side, turn] += time.process_time() - began
            step = Step(side, order)
        log.clear()
        rules.apply(state, step, log)
        for name, place in watched.items():
            if name not in fallen and control_of(state, place) == JAPAN:
                fallen[name] = turn
    lost = state.game.eliminated
    return Outcome(
        job.seats,
        state.game.level,
        fallen,
        (int(lost[0]), int(lost[1])),
        int(rules.ground.rules.turns),  # type: ignore[attr-defined]
        tuple((job.seats[side], seconds) for (side, _), seconds in spent.items()),
    )


def play_all(jobs: Iterable[Job], workers: int) -> list[Outcome]:
    """All games."""
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(play, jobs, chunksize=2))
