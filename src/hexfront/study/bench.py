"""Benchmarks of any system: speed, time to the first game, memory, and behaviour.

Speed is counted in CPU-seconds of this process on one core.  What is compared
is timed alternately, and medians are given, so that a busy machine disturbs
all alike.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import perf_counter, process_time
from typing import Any

from hexfront.agents import agent_factories, steady_agents
from hexfront.agents.networks import shipped_networks
from hexfront.blocks import copy_block
from hexfront.core.contract import Kind, Rules, Step
from hexfront.core.dice import secret_from_seed
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import HexfrontError
from hexfront.core.events import EventLog
from hexfront.core.scenario import load_scenario, scenario_names
from hexfront.core.state import digest
from hexfront.core.system import System
from hexfront.jit import COMPILE
from hexfront.play.match import Match
from hexfront.study.batch import make_plan
from hexfront.study.bench_batches import measure_batches
from hexfront.study.bench_search import measure_search
from hexfront.study.calibration import calibration_rate
from hexfront.study.games import GameRunner
from hexfront.study.memory import peak_memory

SEED = 1
ROUNDS = 7
ROUND_SECONDS = 0.4
CALL_SECONDS = 0.1
FINGERPRINT_PLAYOUTS = 200
FINGERPRINT_GAMES = 2
MAX_STEPS = 10_000
"""Of a long game between opponents so much is played."""
MAX_POSITIONS = 500
"""Of a long game so many positions are timed, evenly apart."""
MEBIBYTE = 1024 * 1024
REPORT_MARK = "first-game "


def benchmark(system: System) -> dict[str, Json]:
    """All figures of a system; the README of `benchmarks/` explains each."""
    rules = system.rules(load_scenario(system))
    return {
        "system": system.name,
        "scenario": rules.scenario.name,
        **measure_playouts(system, rules),
        **measure_calls(system),
        **measure_batches(system, rules),
        **measure_search(system, rules),
        "measures": measure_work(system, rules),
        **measure_first_game(system.name),
        "fingerprint": fingerprint(system),
    }


def measure_playouts(system: System, rules: Rules[Any]) -> dict[str, Json]:
    """Random games inside one kernel call, alternately with the calibration kernel."""
    calibration_rate()
    system.studying.playouts(rules, 1, SEED)
    games = _games_for(ROUND_SECONDS, lambda count: system.studying.playouts(rules, count, SEED))
    speeds, rates = [], []
    for number in range(ROUNDS):
        rates.append(calibration_rate())
        started = process_time()
        report = system.studying.playouts(rules, games, SEED + number)
        speeds.append(report.steps / (process_time() - started))
    return {
        "steps_per_second": round(median(speeds)),
        "calibration_per_second": round(median(rates)),
        "ratio": round(median(s / r for s, r in zip(speeds, rates, strict=True)), 6),
        "playout_games": games,
    }


def measure_calls(system: System) -> dict[str, Json]:
    """Microseconds of the calls that a program makes through the Python API.

    Along one random game of the default scenario: `apply` a step, `choices`
    and `view` of a side that must act, and the copy of a state.
    """
    runner, seats = _runner(system, ["random"])
    rules = runner.rules
    steps: list[Step] = []
    runner.play_out(0, steps.append, most=MAX_STEPS)
    start = rules.start()
    state = start.copy()
    positions = _positions(rules, start, steps)
    log = EventLog()

    def apply_all() -> int:
        copy_block(state, start)
        for step in steps:
            log.clear()
            rules.apply(state, step, log)
        return len(steps)

    def choose_all() -> int:
        for position, side in positions:
            rules.choices(position, side)
        return len(positions)

    def view_all() -> int:
        for position, side in positions:
            rules.view(position, side)
        return len(positions)

    def copy_all() -> int:
        for position, _ in positions:
            position.copy()
        return len(positions)

    calls = {
        "python_step_us": apply_all,
        "choices_us": choose_all,
        "view_us": view_all,
        "state_copy_us": copy_all,
    }
    return {name: round(value, 3) for name, value in _microseconds(calls).items()} | {
        "game_steps": len(steps),
        "seats": seats,
    }


def measure_work(system: System, rules: Rules[Any]) -> Json:
    """What else the system wants timed, alternately with the calibration kernel.

    Microseconds of each, and how many iterations of that kernel take as long.
    """
    jobs = {name: make(rules) for name, make in system.studying.measures.items()}
    calibration_rate()
    for job in jobs.values():
        job()
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in jobs}
    for _ in range(ROUNDS if jobs else 0):
        rate = calibration_rate()
        for name, job in jobs.items():
            seconds = _seconds(job)
            taken[name].append((1e6 * seconds, seconds * rate))
    return {
        name: {
            "us": round(median(us for us, _ in values), 3),
            "iterations": round(median(iterations for _, iterations in values), 1),
        }
        for name, values in taken.items()
    }


def measure_first_game(name: str, rounds: int = 3) -> dict[str, Json]:
    """Seconds from the command to a person's first order, and until all is compiled.

    Measured from outside, in new processes: with an empty cache of kernels, while
    that is filled, and when it is (the median of some).
    Errors: `HexfrontError` where the process fails.
    """
    with tempfile.TemporaryDirectory(prefix="hexfront-bench-") as cache:
        cold, cold_peak = _time_first_game(name, cache)
        compile_all = _time_command([sys.executable, "-m", "hexfront", "compile", name], cache)
        warm = [_time_first_game(name, cache) for _ in range(rounds)]
    return {
        "cold_seconds": round(cold, 3),
        "compile_seconds": round(compile_all[0], 3),
        "warm_seconds": round(median(seconds for seconds, _ in warm), 3),
        "peak_mib": round(cold_peak, 1),
        "warm_peak_mib": round(median(peak for _, peak in warm), 1),
    }


def play_first_order(name: str) -> str:
    """What a new process does up to the first order; a report line with its peak memory."""
    from hexfront.core.registry import find_system

    system = find_system(name)
    rules = system.rules(load_scenario(system))
    match = Match(system, rules, secret=secret_from_seed(SEED))
    match.settle()
    side = match.decision.sides[0]
    rules.offers(match.view(side))
    match.order(side, rules.choices(match.state, side)[-1])
    return REPORT_MARK + json.dumps({"peak_mib": peak_memory() / MEBIBYTE})


def fingerprint(system: System) -> str:
    """A digest of how a system behaves, as 32 hex digits: any change of rules or opponents shows.

    Over the last states of fixed random games of every shipped scenario, and
    of fixed games of the default one between each of its opponents and `random`. Networks are left
    out: their sums are those of the machine's own arithmetic.
    """
    running = hashlib.blake2b(digest_size=16)
    for name in scenario_names(system):
        rules = system.rules(load_scenario(system, name))
        report = system.studying.playouts(rules, FINGERPRINT_PLAYOUTS, SEED)
        running.update(f"{name}:{report.steps}:{report.wins}:{report.fingerprint};".encode())
    for agent in sorted(steady_agents(system).keys() - shipped_networks(system).keys()):
        for seats in ([agent, "random"], ["random", agent]):
            runner, _ = _runner(system, seats)
            for game in range(FINGERPRINT_GAMES):
                state, steps = runner.play_out(game, most=MAX_STEPS)
                running.update(f"{agent}:{game}:{steps}:{digest(state)};".encode())
    return running.hexdigest()


def changed_fingerprints(
    committed: Mapping[str, Json], found: Mapping[str, str]
) -> dict[str, tuple[Json, str]]:
    """Systems whose behaviour is not the committed one, with both fingerprints."""
    return {
        name: (committed.get(name), now)
        for name, now in found.items()
        if committed.get(name) != now
    }


def _runner(system: System, wanted: list[str]) -> tuple[GameRunner, list[str]]:
    """A runner of the default scenario whose sides take the wanted agents in turn."""
    scenario = load_scenario(system)
    sides = len(system.rules(scenario).sides)
    known = agent_factories(system)
    names = [name if name in known else "random" for name in wanted]
    seats = [names[side % len(names)] for side in range(sides)]
    plan, _ = make_plan(system, scenario, seats, SEED)
    return GameRunner(plan), seats


def _positions(rules: Rules[Any], start: Any, steps: list[Step]) -> list[tuple[Any, int]]:
    """States of a game in which sides must act, each with the first of them."""
    positions = []
    state = start.copy()
    log = EventLog()
    orders = sum(step.actor >= 0 for step in steps)
    apart = max(1, -(-orders // MAX_POSITIONS))
    seen = 0
    for step in steps:
        decision = rules.decision(state)
        if decision.kind == Kind.ORDERS:
            if seen % apart == 0:
                positions.append((state.copy(), min(decision.sides)))
            seen += 1
        log.clear()
        rules.apply(state, step, log)
    return positions


def _games_for(seconds: float, run: Callable[[int], object]) -> int:
    """How many games take about so long."""
    games = 16
    while True:
        started = process_time()
        run(games)
        taken = process_time() - started
        if taken >= seconds / 4:
            return max(1, round(games * seconds / taken))
        games *= 4


def _microseconds(calls: Mapping[str, Callable[[], int]]) -> dict[str, float]:
    """Median CPU time a call, the kinds timed alternately. Each function says how many it made."""
    taken: dict[str, list[float]] = {name: [] for name in calls}
    gc.collect()
    gc.disable()
    try:
        for _ in range(ROUNDS):
            for name, call in calls.items():
                taken[name].append(1e6 * _seconds(call))
    finally:
        gc.enable()
    return {name: median(values) for name, values in taken.items()}


def _seconds(call: Callable[[], int]) -> float:
    """CPU-seconds of one of what a call does; the call says how many it did."""
    count, started = 0, process_time()
    while (spent := process_time() - started) < CALL_SECONDS:
        count += call()
    return spent / count


def _time_first_game(name: str, cache: str) -> tuple[float, float]:
    command = [sys.executable, "-m", "hexfront", "bench", name, "--first-order"]
    seconds, output = _time_command(command, cache)
    for line in output.splitlines():
        if line.startswith(REPORT_MARK):
            return seconds, float(json.loads(line.removeprefix(REPORT_MARK))["peak_mib"])
    raise HexfrontError(f"{' '.join(command)} gave no report")


def _time_command(command: Sequence[str], cache: str) -> tuple[float, str]:
    """Seconds that a command takes with a cache folder of its own, and what it prints."""
    left_out = {"NUMBA_CACHE_DIR", COMPILE}
    environment = {key: value for key, value in os.environ.items() if key not in left_out}
    environment["HEXFRONT_CACHE_DIR"] = cache
    started = perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    seconds = perf_counter() - started
    if done.returncode != 0:
        raise HexfrontError(f"{' '.join(command)} failed:\n{done.stderr.strip()}")
    return seconds, done.stdout
