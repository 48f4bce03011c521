"""Steps a second of the learning environments: `python -m benchmarks.bench_environments`.

Random masked play of each system's default scenario, in CPU-seconds of one process; the part
that the policy takes to draw an action is given apart. Beside them games of others, where they are
installed: PettingZoo's chess and Connect Four, OpenSpiel's Connect Four, and Pgx's Connect Four,
Go and chess on the processor. The median of several rounds, in which all take turns, so other work
on the machine disturbs all alike.
"""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from hexfront.adapters.gymnasium_env import HexfrontEnv
from hexfront.adapters.pettingzoo_env import env, parallel_env, raw_env
from hexfront.adapters.vector_env import HexfrontVectorEnv
from hexfront.batch import Batch
from hexfront.batch.games import batch_game, choose_rules
from hexfront.core.registry import find_system, system_names

Round = Callable[[int], tuple[int, float, float]]
"""(steps at least) -> steps, CPU-seconds in all, and of these the policy's."""


class Policy:
    """Draws any legal action, and counts the time that it takes."""

    def __init__(self) -> None:
        self._random = np.random.default_rng(1)
        self.seconds = 0.0

    def __call__(self, mask: np.ndarray) -> int:
        began = process_time()
        legal = np.flatnonzero(mask)
        action = int(legal[self._random.integers(len(legal))])
        self.seconds += process_time() - began
        return action

    def among(self, actions: list[int]) -> int:
        """One of a list."""
        began = process_time()
        action = actions[self._random.integers(len(actions))]
        self.seconds += process_time() - began
        return action

    def many(self, batch: Batch) -> np.ndarray:
        """One for each game."""
        began = process_time()
        actions = batch.sample(self._random)
        self.seconds += process_time() - began
        return actions


def cycle(game: Any) -> Round:
    """All sides of a PettingZoo game in turns."""

    def play(steps: int) -> tuple[int, float, float]:
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
        return steps, process_time() - began, policy.seconds

    return play


def together(game: Any) -> Round:
    """All sides at once; each action of each side is a step."""

    def play(steps: int) -> tuple[int, float, float]:
        policy, done = Policy(), 0
        began = process_time()
        while done < steps:
            seen, _ = game.reset(seed=done)
            while game.agents and done < steps:
                actions = {agent: policy(seen[agent]["action_mask"]) for agent in game.agents}
                seen, *_ = game.step(actions)
                done += len(actions)
        return done, process_time() - began, policy.seconds

    return play


def single(game: HexfrontEnv) -> Round:
    """One side in Gymnasium, against the random opponent; its orders are no steps."""

    def play(steps: int) -> tuple[int, float, float]:
        policy, done = Policy(), True
        began = process_time()
        for step in range(steps):
            if done:
                seen, _ = game.reset(seed=step)
            seen, _, ended, truncated, _ = game.step(np.int64(policy(seen["action_mask"])))
            done = ended or truncated
        return steps, process_time() - began, policy.seconds

    return play


def vector(game: HexfrontVectorEnv) -> Round:
    """One side of many games, against the random opponent."""
    game.reset(seed=1)

    def play(steps: int) -> tuple[int, float, float]:
        policy, calls = Policy(), max(1, steps // game.num_envs)
        began = process_time()
        for _ in range(calls):
            game.step(policy.many(game.batch))
        return calls * game.num_envs, process_time() - began, policy.seconds

    return play


def rows(batch: Batch) -> Round:
    """All sides of many games."""
    batch.reset(1)

    def play(steps: int) -> tuple[int, float, float]:
        policy, calls = Policy(), max(1, steps // batch.games)
        began = process_time()
        for _ in range(calls):
            batch.step(policy.many(batch))
        return calls * batch.games, process_time() - began, policy.seconds

    return play


def tree(name: str) -> Round:
    """OpenSpiel's loop; an answer of chance is no step."""
    spiel = importlib.import_module("pyspiel")
    game = spiel.load_game(name)

    def play(steps: int) -> tuple[int, float, float]:
        policy, chance, left = Policy(), np.random.default_rng(1), steps
        began = process_time()
        while left > 0:
            state = game.new_initial_state()
            while left > 0 and not state.is_terminal():
                if state.is_chance_node():
                    outcomes, likely = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(int(chance.choice(outcomes, p=likely)))
                else:
                    state.observation_tensor(state.current_player())
                    state.apply_action(policy.among(state.legal_actions()))
                    left -= 1
        return steps, process_time() - began, policy.seconds

    return play


def compiled(name: str, games: int) -> Round:
    """Many games of Pgx in one call, begun anew when they end; its compiling is not counted.

    What it computes in threads of its own is counted with the rest, as CPU time.
    """
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    wrappers = importlib.import_module("pgx.experimental.wrappers")
    game = pgx.make(name)
    step = jax.jit(jax.vmap(wrappers.auto_reset(game.step, game.init)))
    keys = jax.jit(lambda key: jax.random.split(key, games))

    @jax.jit  # type: ignore[untyped-decorator]
    def choose(key: Any, mask: Any) -> Any:
        return jax.random.categorical(key, jax.numpy.where(mask, 0.0, -jax.numpy.inf))

    def play(steps: int) -> tuple[int, float, float]:
        seconds, calls, key = 0.0, max(1, steps // games), jax.random.PRNGKey(1)
        state = jax.block_until_ready(jax.jit(jax.vmap(game.init))(keys(key)))
        began = process_time()
        for _ in range(calls):
            before = process_time()
            key, own, drawn = jax.random.split(key, 3)
            actions = jax.block_until_ready(choose(own, state.legal_action_mask))
            seconds += process_time() - before
            state = jax.block_until_ready(step(state, actions, keys(drawn)))
        return calls * games, process_time() - began, seconds

    return play


def has(module: str) -> bool:
    """Whether something optional can be imported."""
    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True


def games_of(name: str, games: int) -> dict[str, Round]:
    """The environments of a system."""
    system = find_system(name)
    game = batch_game(system, choose_rules(name, None, None))
    found = {
        f"{name}, batch of {games}": rows(Batch(game, games)),
        f"{name}, Gymnasium, {games} games": vector(HexfrontVectorEnv(name, games, copy=False)),
        f"{name}, Gymnasium": single(HexfrontEnv(name)),
        f"{name}, PettingZoo": cycle(env(name)),
        f"{name}, PettingZoo without wrappers": cycle(raw_env(name)),
        f"{name}, PettingZoo in parallel": together(parallel_env(name)),
    }
    if has("pyspiel"):
        importlib.import_module("hexfront.adapters.open_spiel_game")
        found[f"{name}, OpenSpiel"] = tree(f"hexfront(system={name})")
    return found


def games_of_others(games: int) -> dict[str, Round]:
    """What there is to compare with, of what is installed."""
    found: dict[str, Round] = {}
    for module in ("pettingzoo.classic.chess_v6", "pettingzoo.classic.connect_four_v3"):
        if has(module):
            found[module] = cycle(importlib.import_module(module).env())
    if has("pyspiel"):
        found["OpenSpiel, connect_four"] = tree("connect_four")
    if has("pgx"):
        for name in ("connect_four", "go_9x9", "chess"):
            found[f"Pgx, {name}, {games} games"] = compiled(name, games)
    return found


def measure(games: dict[str, Round], steps: int, rounds: int) -> dict[str, dict[str, int]]:
    """Steps a CPU-second with the policy, and without it."""
    for play in games.values():
        play(steps)
    times: dict[str, list[tuple[int, float, float]]] = {name: [] for name in games}
    for _ in range(rounds):
        for name, play in games.items():
            times[name].append(play(steps))
    return {
        name: {
            "steps_per_second": round(median(done / whole for done, whole, _ in found)),
            "without_policy": round(
                median(done / (whole - policy) for done, whole, policy in found)
            ),
        }
        for name, found in times.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("systems", nargs="*", help="by default all")
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=1024, help="of a batch")
    options = parser.parse_args()
    games: dict[str, Round] = {}
    for name in options.systems or system_names():
        games |= games_of(name, options.games)
    found = measure(games | games_of_others(options.games), options.steps, options.rounds)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
