"""What Brigade's search knows of the start of a turn: learned from games, last turn first.

States at the start of the last turn are judged by games that `greedy` plays to the end against
itself. A small network learns these values. With it a search of one turn, against `greedy`, judges
states at the start of the turn before; and so on, to the second turn. States come from games in
which one side gives any of the plans that a search would try. Then more come from plans that a
search likes best with the values so far: where these are too high by chance, it is sure to go, and
learns better. The same seed gives the same numbers, whatever the number of workers.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.core.dice import dice_from_seed
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.search.plans import best_plan
from hexfront.core.search.workspace import FORESEEN, PLANS
from hexfront.jit import compile_always
from hexfront.networks.files import scenario_digest
from hexfront.networks.safetensors import Tensors, write_tensors

Array = NDArray[Any]
Weights = dict[str, Array]
PARTS: Final = 8
"""Of the states of a turn, each with dice of its own."""
BRANCHES: Final = 6
"""Plans of one side that are tried from one state."""
GAMES: Final = 2
"""That judge a state at the start of the last turn."""
ITERATIONS: Final = 200
"""Of a search that judges an earlier one."""
LIKING: Final = 400
"""Of a search for plans that it likes best."""
LEAST: Final = 8
"""Trials of each plan in both."""
DOUBT: Final = 0.3
ROUNDS: Final = 2
"""With plans of any kind, and with those that are liked best."""
WIDE: Final = 128
NARROW: Final = 32
BATCH: Final = 256
RATE: Final = 5e-3
DECAY: Final = 0.5
"""How much weights shrink in a step, times its rate."""
FIRST, SECOND = 0.9, 0.999
"""Of the means of slopes, and of their squares, what a step keeps (Adam)."""
HELD_OUT: Final = 20
"""One in so many states is not learned from, and tells how well values fit."""
FARTHEST: Final = 9
"""Movement points to a town that hexes are told apart by."""


class Samples(NamedTuple):
    """States at the start of turns, and what they are worth."""

    stands: Array
    """(states, sides * hexes) 1 where a unit of the side stands."""
    turn: Array
    """(states,) from 0."""
    worth: Array
    """(states, sides) from 0 to 1; not a number where it was not judged."""


class Walker:
    """Games of whole turns."""

    def __init__(
        self, rules: Any, seed: list[int], later: Weights | None, liked: Weights | None
    ) -> None:
        """Games of a scenario.

        Args:
            later: values of the turns after that of the states.
            liked: values of that turn as well, if plans are to be those that are liked best.
        """
        # Not before the compiler has been told.
        from hexfront.systems.brigade.opponents.search import BrigadeSearch, make_game
        from hexfront.systems.brigade.opponents.team import OF_SEARCHES
        from hexfront.systems.brigade.opponents.values import make_values, no_values
        from hexfront.systems.brigade.rules.turn import winning_side

        def searchers(weights: Weights | None, **asked: Any) -> list[BrigadeSearch]:
            class Searcher(BrigadeSearch):
                """A search with these values."""

                @staticmethod
                def make_game(rules: Any) -> Any:
                    return make_game(rules, make_values(weights) if weights else no_values())

            return [
                Searcher(rules, side, dice[side], iterations=1, lead=0.0, **asked)
                for side in range(2)
            ]

        self.rules, self.random = rules, np.random.default_rng(seed)
        self.greedy = 1 + OF_SEARCHES.index("greedy")
        self.hasty = 1 + OF_SEARCHES.index("hasty")
        self._winner = winning_side
        self._stream = 0
        dice = [dice_from_seed(int(self.random.integers(1 << 31)), side) for side in range(2)]
        self._any = searchers(None, widening=100.0, least=1)
        self._likers = searchers(liked, least=LEAST) if liked else None
        self._judges = searchers(later, least=LEAST) if later else None

    def plans(self, root: Any, side: int, count: int) -> list[list[int]]:
        """Some of the plans that a search looks at, the one it likes best more often."""
        agent = self._search(self._any, root, side, int(self.random.integers(8, 60)))
        orders, length = agent._search.plans.orders, agent._search.plans.length
        found = []
        for _ in range(count):
            plan = int(self.random.integers(agent._search.now[PLANS]))
            if self.random.random() < 0.4:
                plan = best_plan(agent._search, DOUBT)
            found.append(orders[plan, : length[plan]].tolist())
        return found

    def liked(self, root: Any, side: int, count: int) -> list[list[int]]:
        """The plans that a search likes best."""
        found = self._search(self._likers, root, side, LIKING).worth
        found.sort(key=lambda plan: -plan[2] if plan[1] >= LEAST else 0.0)
        return [orders for orders, _, _ in found[:count]]

    def judge(self, root: Any, side: int) -> float:
        """What the start of a turn is worth: by a search, or by games to the end."""
        if self._judges is None:
            share = self.play(root)
            return share if side == 0 else 1.0 - share
        search = self._search(self._judges, root, side, ITERATIONS)._search
        plan = best_plan(search, DOUBT)
        return float(search.plans.value[plan] / search.plans.visits[plan])

    def go_on(self, root: Any, side: int, plan: list[int], other: int) -> Any:
        """The start of the next turn, or which side has won; the others play by a script.

        So does the side, where it has no plan.
        """
        agent = self._any[side]
        plans = agent._search.plans
        plans.orders[0, : len(plan)] = plan
        plans.length[0], plans.author[0] = len(plan), 0
        self._stream += 1
        manner = agent._manner._replace(stream=self._stream << 32, reply=other)
        ahead = root.copy()
        agent._call("foresee", root, manner, side, ahead)
        if agent._search.now[FORESEEN]:
            return ahead
        return int(self._winner(self.rules.ground, agent._search.state))

    def script(self) -> int:
        """Who plays a side without a plan."""
        return self.hasty if self.random.random() < 1 / 3 else self.greedy

    def walk(self, turn: int) -> Any:
        """A state at the start of a turn, from 1."""
        root = self.rules.start()
        for _ in range(1, turn):
            side = int(self.random.integers(2))
            plan = [] if self.random.random() < 0.3 else self.plans(root, side, 1)[0]
            root = self.go_on(root, side, plan, self.script())
        return root

    def play(self, root: Any) -> float:
        """How often the first side wins, if `greedy` plays both."""
        wins = 0
        for _ in range(GAMES):
            found = root
            while not isinstance(found, int):
                found = self.go_on(found, 0, [], self.greedy)
            wins += found == 0
        return wins / GAMES

    def branch(self, turn: int) -> Iterator[tuple[Any, int]]:
        """States at the start of a turn that plans of a side lead to, and the side."""
        root = self.walk(turn - 1)
        for side in range(2):
            if self._likers is None:
                plans = self.plans(root, side, BRANCHES)
            else:
                plans = self.liked(root, side, BRANCHES)
            for plan in plans:
                yield self.go_on(root, side, plan, self.script()), side

    def _search(self, agents: Any, root: Any, side: int, iterations: int) -> Any:
        agent = agents[side]
        self._stream += 1
        agent._thoughts = self._stream
        agent._search_from(root, (), iterations, float("inf"))
        return agent


def choose_rules(scenario: str | None) -> Any:
    """The rules of a scenario of Brigade."""
    system = find_system("brigade")
    return system.rules(load_scenario(system, scenario))


def gather(
    scenario: str | None, seed: list[int], count: int, later: Weights | None, liked: Weights | None
) -> Samples:
    """So many states at the start of a turn, judged; the seed ends with turn, round and part."""
    compile_always()
    rules, turn = choose_rules(scenario), seed[1]
    walker = Walker(rules, seed, later, liked)
    stands, worth = [], []
    while len(stands) < count:
        for root, side in walker.branch(turn):
            own = [np.nan, np.nan]
            # It is the side that chose the way here which must know what it is worth.
            judge = side if walker.random.random() < 0.7 else 1 - side
            own[judge] = walker.judge(root, judge)
            if later is None:
                own[1 - judge] = 1.0 - own[judge]
            stands.append(stands_of(rules.ground, root))
            worth.append(own)
    return Samples(np.array(stands), np.full(len(stands), turn - 1), np.array(worth))


def stands_of(ground: Any, state: Any) -> Array:
    """1 where a unit of a side stands, by side and hex."""
    off, first = int(ground.rules.off_map), ground.rules.first_unit
    stands = np.zeros((2, off + 1), dtype=np.uint8)
    for side in range(2):
        stands[side, state.units.place[first[side] : first[side + 1]]] = 1
    return stands[:, :off].ravel()


# --- What is learned from them ---


def hex_features(rules: Any) -> Array:
    """(sides * hexes, features) what hexes have in common: how far from towns, and where.

    The first layer has weights for these as well, so that it learns of hexes by their likes.
    """
    from hexfront.systems.brigade.opponents.lore import make_lore

    ground = rules.ground
    off = int(ground.rules.off_map)
    columns, rows = ground.hexes.column[:off], 2 * ground.hexes.row[:off]
    rows = rows + (columns % 2 == 0)
    features = [np.ones(off, dtype=bool)]
    for way in make_lore(rules.setting).distance[:, :off]:
        features += [way <= most for most in range(FARTHEST)]
    features += [columns >= least for least in range(2, int(columns.max()) + 1)]
    features += [rows >= least for least in range(4, int(rows.max()) + 1, 2)]
    one = np.stack(features, axis=1) / 3.0
    none = np.zeros_like(one)
    return np.block([[one, none], [none, one]])


def value_of(weights: Weights, inputs: Array, turn: Array) -> tuple[Array, ...]:
    """The layers of the network, and what it says of states."""
    wide = np.maximum(inputs @ weights["stands"] + weights["turn"][turn], 0.0)
    narrow = np.maximum(wide @ weights["inner"] + weights["inner_bias"], 0.0)
    lead = narrow @ weights["outer"].T + weights["outer_bias"]
    return wide, narrow, lead, 0.5 + 0.5 * lead / (1.0 + np.abs(lead))


def slopes(weights: Weights, inputs: Array, turn: Array, worth: Array) -> Weights:
    """Which way the squared error rises."""
    wide, narrow, lead, value = value_of(weights, inputs, turn)
    error = np.nan_to_num(value - worth) / (1.0 + np.abs(lead)) ** 2 / len(inputs)
    into_narrow = (error @ weights["outer"]) * (narrow > 0.0)
    into_wide = (into_narrow @ weights["inner"].T) * (wide > 0.0)
    into_turn = np.zeros_like(weights["turn"])
    np.add.at(into_turn, turn, into_wide)
    return {
        "stands": inputs.T @ into_wide,
        "turn": into_turn,
        "inner": wide.T @ into_narrow,
        "inner_bias": into_narrow.sum(axis=0),
        "outer": error.T @ narrow,
        "outer_bias": error.sum(axis=0),
    }


def new_weights(random: np.random.Generator, inputs: int, turns: int) -> Weights:
    """A network that knows nothing."""
    drawn: Weights = {
        "stands": random.normal(0.0, 0.3, (inputs, WIDE)),
        "turn": np.zeros((turns, WIDE)),
        "inner": random.normal(0.0, (2.0 / WIDE) ** 0.5, (WIDE, NARROW)),
        "inner_bias": np.zeros(NARROW),
        "outer": random.normal(0.0, 0.3, (2, NARROW)),
        "outer_bias": np.zeros(2),
    }
    return {name: array.astype(np.float32) for name, array in drawn.items()}


def fit(samples: Samples, features: Array, turns: int, seed: int, epochs: int) -> Weights:
    """Weights that fit the samples, by Adam with a rate that falls as half a cosine."""
    random = np.random.default_rng(seed)
    inputs = np.hstack([samples.stands, samples.stands @ features]).astype(np.float32)
    worth = samples.worth.astype(np.float32)
    weights = new_weights(random, inputs.shape[1], turns)
    mean = {name: np.zeros_like(array) for name, array in weights.items()}
    square = {name: np.zeros_like(array) for name, array in weights.items()}
    step, steps = 0, epochs * (len(inputs) // BATCH)
    for _ in range(epochs):
        order = random.permutation(len(inputs))
        for at in range(0, len(inputs) - BATCH + 1, BATCH):
            rows = order[at : at + BATCH]
            step += 1
            rate = RATE * 0.5 * (1.0 + np.cos(np.pi * step / steps))
            for name, slope in slopes(
                weights, inputs[rows], samples.turn[rows], worth[rows]
            ).items():
                mean[name] += (1.0 - FIRST) * (slope - mean[name])
                square[name] += (1.0 - SECOND) * (slope * slope - square[name])
                size = np.sqrt(square[name] / (1.0 - SECOND**step)) + 1e-8
                way = mean[name] / (1.0 - FIRST**step) / size
                weights[name] -= np.float32(rate) * (way + DECAY * weights[name])
    return weights


def fold(weights: Weights, features: Array) -> Weights:
    """The same network with weights for hexes alone, by side, hex and hidden number."""
    hexes = len(features)
    whole = weights["stands"][:hexes] + features @ weights["stands"][hexes:]
    return {**weights, "stands": whole.reshape(2, hexes // 2, WIDE).astype(np.float32)}


def report(weights: Weights, held: Samples) -> list[list[float]]:
    """For each turn the squared error, and that of always saying the mean."""
    rows = []
    stands = weights["stands"].reshape(held.stands.shape[1], WIDE)
    value = value_of({**weights, "stands": stands}, held.stands, held.turn)[-1]
    for turn in np.unique(held.turn).tolist():
        here = (held.turn == turn)[:, None] & ~np.isnan(held.worth)
        error = ((value - held.worth)[here] ** 2).mean()
        rows.append([turn + 1, int(here.sum()), round(float(error), 5)])
        rows[-1].append(round(float(held.worth[here].var()), 5))
    return rows


def join(parts: list[Samples]) -> Samples:
    """All in one."""
    return Samples(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def commit() -> str:
    """The commit of the source that learns; `+` where files were changed."""
    command = ["git", "describe", "--always", "--abbrev=40", "--dirty=+", "--match="]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def main() -> None:
    """Gather, learn, and write the values of a scenario."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--scenario")
    parser.add_argument("--out", type=Path, help="by default where the search reads it")
    parser.add_argument("--last", type=int, default=16_000, help="states of the last turn, a round")
    parser.add_argument("--earlier", type=int, default=3_500, help="of each turn before")
    parser.add_argument("--epochs", type=int, default=25)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    compile_always()
    from hexfront.systems.brigade.opponents.values import FORMAT, VALUES

    began, rules = perf_counter(), choose_rules(chosen.scenario)
    turns, features = int(rules.ground.rules.turns), hex_features(rules)
    learned: list[Samples] = []
    held: list[Samples] = []
    weights: Weights | None = None
    with ProcessPoolExecutor(chosen.workers, mp_context=get_context("spawn")) as pool:
        for turn in range(turns, 1, -1):
            later = weights
            count = -(-(chosen.last if turn == turns else chosen.earlier) // PARTS)
            for number in range(ROUNDS):
                liked = weights if number > 0 else None
                seeds = [[chosen.seed, turn, number, part] for part in range(PARTS)]
                asked = [
                    pool.submit(gather, chosen.scenario, seed, count, later, liked)
                    for seed in seeds
                ]
                found = join([each.result() for each in asked])
                out = np.arange(len(found.turn)) % HELD_OUT == 0
                learned.append(Samples(*(array[~out] for array in found)))
                held.append(Samples(*(array[out] for array in found)))
                whole = fit(join(learned), features, turns, chosen.seed, chosen.epochs)
                weights = fold(whole, features)
                curve = report(weights, join(held))
                print(f"turn {turn}", curve, f"{perf_counter() - began:.0f} s", flush=True)
    assert weights is not None
    path = chosen.out or VALUES / f"{rules.scenario.name}.safetensors"
    path.parent.mkdir(parents=True, exist_ok=True)
    notes = {
        "format": FORMAT,
        "scenario": rules.scenario.name,
        "scenario_digest": scenario_digest(rules),
        "rules": find_system("brigade").version,
        "commit": commit(),
        "seed": str(chosen.seed),
        "hours": f"{(perf_counter() - began) / 3600:.3f}",
        "machine": f"{platform.machine()}, {os.cpu_count()} processors",
        "settings": json.dumps({"last": chosen.last, "earlier": chosen.earlier,
                                "epochs": chosen.epochs}),
        "curve": json.dumps([["turn", "states held out", "squared error", "variance"], *curve]),
    }  # fmt: skip
    write_tensors(path, Tensors(weights, notes))


if __name__ == "__main__":
    main()
