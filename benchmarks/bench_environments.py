"""Steps a second of the learning environments: `python -m benchmarks.bench_environments`.

Random masked play of each system's default scenario, in CPU-seconds of one process; the part
that the policy takes to draw an action is given apart. The median of several rounds, in which
the environments take turns, so other work on the machine disturbs all alike.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from hexfront.adapters.gymnasium_env import HexfrontEnv
from hexfront.adapters.pettingzoo_env import env, raw_env
from hexfront.core.registry import system_names

Round = Callable[[int], tuple[float, float]]
"""(steps) -> CPU-seconds in all, and of these the policy's."""


class Policy:
    """Draws any legal action, and counts the time that it takes."""

    def __init__(self) -> None:
        self._random = np.random.default_rng(1)
        self.seconds = 0.0

    def __call__(self, mask: np.ndarray) -> int:
        began = process_time()
        legal = np.flatnonzero(mask.view(np.bool_))
        action = int(legal[self._random.integers(len(legal))])
        self.seconds += process_time() - began
        return action


def cycle(game: Any) -> Round:
    """Both sides of a PettingZoo game in turns."""

    def play(steps: int) -> tuple[float, float]:
        policy, left = Policy(), steps
        began = process_time()
        while left > 0:
            game.reset(seed=left)
            for _ in game.agent_iter():
                seen, _, ended, truncated, _ = game.last()
                if ended or truncated or left <= 0:
                    break
                game.step(policy(seen["action_mask"]))
                left -= 1
        return process_time() - began, policy.seconds

    return play


def single(game: HexfrontEnv) -> Round:
    """One side in Gymnasium, against the random opponent; its orders are no steps."""

    def play(steps: int) -> tuple[float, float]:
        policy, done = Policy(), True
        began = process_time()
        for step in range(steps):
            if done:
                seen, _ = game.reset(seed=step)
            seen, _, ended, truncated, _ = game.step(np.int64(policy(seen["action_mask"])))
            done = ended or truncated
        return process_time() - began, policy.seconds

    return play


def measure(steps: int, rounds: int) -> dict[str, dict[str, int]]:
    """Steps a CPU-second with the policy, and without it."""
    games: dict[str, Round] = {}
    for name in system_names():
        games[f"{name}, PettingZoo"] = cycle(env(name))
        games[f"{name}, PettingZoo without wrappers"] = cycle(raw_env(name))
        games[f"{name}, Gymnasium"] = single(HexfrontEnv(name))
    for play in games.values():
        play(steps)
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in games}
    for _ in range(rounds):
        for name, play in games.items():
            times[name].append(play(steps))
    return {
        name: {
            "steps_per_second": round(median(steps / whole for whole, _ in found)),
            "without_policy": round(median(steps / (whole - policy) for whole, policy in found)),
        }
        for name, found in times.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    print(json.dumps(measure(options.steps, options.rounds), indent=2))


if __name__ == "__main__":
    main()
