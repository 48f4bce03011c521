"""Learn one side of a system by PPO with masked actions: one file, PyTorch, a processor will do.

    python examples/train_ppo.py --system brigade --side opfor --minutes 10 --out runs/opfor

All games are stepped in one call. A policy that may choose legal orders alone is improved by
proximal policy optimization (Schulman and others, 2017) with generalized advantages, in the manner
of CleanRL. Every so many updates it plays 100 fresh games, and stops once it has won enough of
them twice running. The folder gets `weights.safetensors` (`weights.pt` without safetensors),
`curve.csv` and, with matplotlib, `curve.png`.

On Brigade each own unit sees the board from where it will stand, by the same weights as all others,
and chooses among its own orders; other systems are one row of numbers and one of orders.

Rewards: 1 won, -1 lost, 0 drawn, at the end. On Brigade progress is rewarded, too: how near the
side that must take towns stands to them, and enemies lost, each step by its change. Unlike a
potential of the environment (`hexfront.adapters.shaping`) it is not taken back at the end: where a
side that orders by chance never wins, a sum that is the same for all games would teach nothing. It
fades as the share of games won rises. `--progress none` learns without it.

The same seed gives the same updates and the same curve on the same machine with the same PyTorch
and number of threads; `--minutes` alone decides how far it gets.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hexfront.adapters.vector_env import HexfrontVectorEnv
from hexfront.core.errors import HexfrontError
from hexfront.study.intervals import wilson

try:
    import torch
    from torch import nn
except ImportError:  # `main` says how to install it.
    torch = nn = None

GAMES = 100
"""Games of an examination."""
Seen = dict[str, np.ndarray]
"""Observations, with an axis of games before."""
Progress = Callable[[Seen], Any]
"""(games,) how far a side has come."""
TAKES_BACK = {"brigade": (2, 4), "aggressor": (4,)}
"""By system the verbs that take orders back, with which a learner would put off the end."""
ONE_HOT = 200
"""Figures of up to so many values are told apart value by value; those of more are scaled."""


@dataclass
class Settings:
    """What to learn, and how."""

    system: str = "brigade"
    scenario: str | None = None
    side: str | None = None
    opponent: str = "random"
    minutes: float = 10.0
    wins: int = 90
    seed: int = 1
    out: Path = Path("runs/ppo")
    progress: str = "auto"
    threads: int = 2
    games: int = 512
    steps: int = 32
    width: int = 64
    epochs: int = 2
    batch: int = 1024
    rate: float = 2e-3
    discount: float = 1.0
    trace: float = 0.95
    clip: float = 0.2
    entropy: float = 0.03
    every: int = 25
    updates: int = 0


class Point(NamedTuple):
    """An examination."""

    minutes: float
    update: int
    orders: int
    """That the learner has given in training."""
    training: float
    """The share of games won while training, since the update before."""
    won: int


def main(words: list[str] | None = None) -> int:
    """Learn; 0 once enough games are won, 1 if time is up before, 2 for wrong arguments."""
    settings = read_settings(words)
    try:
        exam = environment(settings, GAMES)
        if torch is None:
            return complain("PyTorch is not installed: pip install -e '.[rl,train]'")
        settings.out.mkdir(parents=True, exist_ok=True)
        return learn(settings, exam)
    except (HexfrontError, OSError) as error:
        return complain(str(error))


def complain(words: str) -> int:
    """Say on stderr what is wrong."""
    print(f"train_ppo.py: error: {words}", file=sys.stderr)
    return 2


def read_settings(words: list[str] | None) -> Settings:
    """The command line; wrong words end the program."""
    usual = Settings()
    parser = argparse.ArgumentParser(
        description="Learn one side of a system by PPO with masked actions.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    some, share, count = number(float, 0, above=True), number(float, 0, 1), number(int, 1)
    told: dict[str, tuple[Callable[[str], Any], str]] = {
        "system": (str, "its name"),
        "scenario": (str, "a name or a file; the system's own if left out"),
        "side": (str, "a name or a number; the first if left out"),
        "opponent": (str, "who plays all other sides: random, or a machine opponent"),
        "minutes": (some, "when to stop at the latest"),
        "wins": (number(int, 0, GAMES), f"of {GAMES} games, at which to stop"),
        "seed": (number(int, 0, 2**62), "of weights, choices and games"),
        "out": (Path, "the folder for weights and curve"),
        "threads": (count, "that PyTorch uses"),
        "games": (count, "that are stepped together"),
        "steps": (count, "of each game between updates"),
        "width": (count, "of the two hidden layers"),
        "epochs": (count, "how often an update goes over what was played"),
        "batch": (count, "positions in a gradient"),
        "rate": (some, "learning rate; it falls to a tenth as time passes"),
        "discount": (share, "of a step"),
        "trace": (share, "lambda of the generalized advantages"),
        "clip": (some, "how far the odds of an order may change in an update"),
        "entropy": (
            number(float, 0),
            "what chance in the choices is worth; it falls with the rate",
        ),
        "every": (count, "updates between examinations"),
        "updates": (number(int, 0), "after which to stop; 0 for no limit"),
    }
    for name, (kind, meaning) in told.items():
        parser.add_argument(f"--{name}", type=kind, default=getattr(usual, name), help=meaning)
    parser.add_argument(
        "--progress",
        choices=("auto", "none"),
        default="auto",
        help="what is rewarded on the way; auto is nearness to towns and losses on Brigade",
    )
    return Settings(**vars(parser.parse_args(words)))


def number(
    kind: type[int] | type[float], least: float, most: float = float("inf"), *, above: bool = False
) -> Callable[[str], float]:
    """A reader of numbers within limits."""

    def read(word: str) -> float:
        try:
            value = kind(word)
        except ValueError:
            value = float("nan")
        if not least <= value <= most or (above and value == least) or value == float("inf"):
            name = "a whole number" if kind is int else "a number"
            lower = f"above {least:g}" if above else f"from {least:g}"
            upper = "" if most == float("inf") else f" to {most:g}"
            raise argparse.ArgumentTypeError(f"found {word!r}, expected {name} {lower}{upper}")
        return value

    return read


# What the policy sees


class Features:
    """Observations as what the network takes: the numbers of values, and scaled figures."""

    def __init__(self, env: HexfrontVectorEnv, system: str) -> None:
        space: Any = env.single_observation_space
        factors = env.factors
        verbs = TAKES_BACK.get(system, ())
        self.wise = np.ones(env.rules.actions, dtype=np.bool_)
        if factors is not None:
            self.wise = ~np.isin(factors.table[:, factors.names.index("verb")], verbs)
        self.orders = np.arange(env.rules.actions)
        self.names = [name for name in space.spaces if name != "action_mask"]
        boxes = [space[name] for name in self.names]
        low = np.concatenate([box.low.ravel() for box in boxes]).astype(np.float32)
        high = np.concatenate([box.high.ravel() for box in boxes]).astype(np.float32)
        plane = np.concatenate([np.full(box.low.size, len(box.shape) > 1) for box in boxes])
        plane &= np.concatenate([np.full(box.low.size, box.dtype == np.int8) for box in boxes])
        values = high - low + 1
        told = (values > 2) & (values <= ONE_HOT) & ~plane
        self.told, self.scaled = np.flatnonzero(told), np.flatnonzero(~told)
        counts = values[told].astype(np.int64)
        first = np.cumsum(counts) - counts
        self.shift = first - low[told].astype(np.int64)
        self.values = int(counts.sum())
        span = np.where(plane, np.minimum(np.maximum(abs(low), abs(high)), 4), high - low)[~told]
        self.low = np.where(plane, 0, low)[~told]
        self.span = np.maximum(span, 1).astype(np.float32)

    def __call__(self, seen: Seen) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """(games, told) numbers of values, (games, scaled) figures, and (games, actions) a mask.

        Of the legal orders those are left out that take others back, where there are any besides.
        """
        games = len(seen[self.names[0]])
        flat = np.concatenate(
            [seen[name].reshape(games, -1).astype(np.int16) for name in self.names], axis=1
        )
        values = (flat[:, self.told] + self.shift).astype(np.int32)
        figures = (flat[:, self.scaled] - self.low) / self.span
        legal = seen["action_mask"] == 1
        wise = legal & self.wise
        mask = np.where(wise.any(axis=1, keepdims=True), wise, legal)
        parts = values, figures.astype(np.float32), mask
        return torch.from_numpy(parts[0]), torch.from_numpy(parts[1]), torch.from_numpy(parts[2])


class UnitFeatures:
    """Brigade as its own units see it: where each will stand, and what is around that hex."""

    def __init__(self, env: HexfrontVectorEnv, system: str) -> None:
        rules: Any = env.rules
        factors: Any = env.factors
        ground, table = rules.setting.ground, factors.table
        first, last = ground.rules.first_unit[env.side : env.side + 2].tolist()
        self.units, self.hexes = slice(first, last), ground.rules.off_map
        column, row = ground.hexes.column[: self.hexes], ground.hexes.row[: self.hexes]
        self.place = np.full((column.max() + 1, row.max() + 1), self.hexes)
        self.place[column, row] = np.arange(self.hexes)
        around = np.full((self.hexes + 1, 7), self.hexes)
        around[:, 0] = np.arange(self.hexes + 1)
        around[: self.hexes, 1:] = ground.hexes.neighbour[: self.hexes]
        self.around, self.turns = torch.from_numpy(around), ground.rules.turns + 1
        unit, verb = table[:, 0], table[:, 1]
        own = (unit == 0) & (verb == 1) | (unit > first) & (unit <= last)
        self.orders = np.flatnonzero(own & ~np.isin(verb, TAKES_BACK[system]))
        self.each = (len(self.orders) - 1) // (last - first)

    def __call__(self, seen: Seen) -> tuple[torch.Tensor, ...]:
        """Planes (games, 5, hexes + 1), places and rows of own units, the turn, and a mask."""
        units, own = seen["units"], seen["units"][:, self.units]
        games = len(units)
        planes = np.zeros((games, 5, self.hexes + 1), dtype=np.int8)
        planes[:, :4, :-1] = seen["hexes"][:, [1, 2, 4, 0]]
        standing, target = self.place[units[..., 1], units[..., 2]], own[..., 13]
        for attacker in target.T:  # How many are to attack the enemy in a hex.
            rows = np.flatnonzero(attacker)
            planes[rows, 4, standing[rows, attacker[rows] - 1]] += 1
        rank, steps = own[..., 12], own[..., 11]
        moves = (rank == rank.max(axis=1, keepdims=True)) & (steps > 0)
        row = np.stack([moves, own[..., 10], steps, target > 0, own[..., 14], own[..., 15]], axis=2)
        parts = (
            planes,
            self.place[own[..., 3], own[..., 4]],
            row.astype(np.int8),
            seen["game"][:, 0].astype(np.int64),
            seen["action_mask"][:, self.orders] == 1,
        )
        return tuple(torch.from_numpy(part) for part in parts)


class UnitNetwork(nn.Module if nn else object):  # type: ignore[misc]
    """The same two layers for every own unit, with the whole board as their common context."""

    def __init__(self, features: UnitFeatures, width: int) -> None:
        super().__init__()
        self.around, self.hexes, self.turns = features.around, features.hexes, features.turns
        self.place = nn.Embedding(self.hexes + 1, width)
        nn.init.normal_(self.place.weight, std=0.5)
        self.near, self.row = layer(7 * 5, width, 1.0), layer(6, width, 1.0)
        self.board, self.context = (
            layer(3 * self.hexes + self.turns, width, 1.0),
            layer(width, width, 2**0.5),
        )
        self.hidden, self.policy = layer(width, width, 2**0.5), layer(width, features.each, 0.01)
        self.done, self.last = layer(width, 1, 0.01), layer(2 * width, width, 2**0.5)
        self.value = layer(width, 1, 1.0)
        # At first a plan goes on, and so does the unit that has begun to move.
        nn.init.constant_(self.done.bias, -3.0)
        self.onward = nn.Parameter(torch.tensor(2.0))

    def forward(self, planes: Any, places: Any, rows: Any, turn: Any, mask: Any) -> Any:
        """(games, orders) log-probabilities, and (games,) values."""
        board, row = planes.float(), rows.float()
        turns = nn.functional.one_hot(turn.clamp(0, self.turns - 1), self.turns).float()
        seen = torch.cat([board[:, [0, 1, 4], :-1].flatten(1), turns], dim=1)
        seen = torch.relu(self.board(seen))
        game = torch.arange(len(board))[:, None, None]
        near = board.transpose(1, 2)[game, self.around[places]].flatten(2)
        unit = self.place(places) + self.near(near) + self.row(row) + self.context(seen)[:, None]
        unit = torch.relu(self.hidden(torch.relu(unit)))
        orders = self.policy(unit) + self.onward * row[..., :1]
        mean = unit.mean(dim=1)
        logits = torch.cat([self.done(mean), orders.flatten(1)], dim=1).masked_fill(~mask, -1e9)
        worth = self.value(torch.relu(self.last(torch.cat([mean, seen], dim=1))))
        return torch.log_softmax(logits, dim=1), worth.squeeze(1)


class Network(nn.Module if nn else object):  # type: ignore[misc]
    """Two hidden layers; from them the logits of all orders and the value of the position."""

    def __init__(self, features: Features, actions: int, width: int) -> None:
        super().__init__()
        self.values = nn.EmbeddingBag(max(1, features.values), width, mode="sum")
        nn.init.normal_(self.values.weight, std=0.5 / max(1, len(features.told)) ** 0.5)
        self.figures = layer(len(features.scaled), width, 1.0)
        self.hidden = layer(width, width, 2**0.5)
        self.policy = layer(width, actions, 0.01)
        self.value = layer(width, 1, 1.0)

    def forward(self, values: torch.Tensor, figures: torch.Tensor, mask: torch.Tensor) -> Any:
        """(games, actions) log-probabilities, and (games,) values."""
        first = torch.relu(self.values(values) + self.figures(figures))
        deep = torch.relu(self.hidden(first))
        logits = self.policy(deep).masked_fill(~mask, -1e9)
        return torch.log_softmax(logits, dim=1), self.value(deep).squeeze(1)


def layer(inputs: int, outputs: int, gain: float) -> nn.Linear:
    """A linear layer with orthogonal weights."""
    made = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(made.weight, gain)
    nn.init.zeros_(made.bias)
    return made


def draw(logs: torch.Tensor) -> torch.Tensor:
    """An order for each game, by its probability."""
    return (logs - torch.empty_like(logs).exponential_().log()).argmax(dim=1)


# Progress on Brigade


def nothing(seen: Seen) -> Any:
    """No progress is rewarded."""
    return np.zeros(len(next(iter(seen.values()))))


def weigh(progress: Progress, weight: float, seen: Seen) -> Any:
    """Progress that counts so much."""
    return weight * progress(seen)


def nearness(rules: Any, side: int) -> Progress:
    """How near the side with the objective stands to the towns, by open hexes, and enemies lost.

    1.5 in all towns, half for where it stands and half for where its plan takes it; to the other
    side this counts negative. An enemy counts a tenth.
    """
    ground = rules.setting.ground
    count, cost = ground.rules.off_map, ground.hexes.cost
    towns = np.flatnonzero(ground.hexes.town[:count])
    close = np.zeros((len(towns), count), dtype=np.float32)
    for town, here in enumerate(towns.tolist()):
        steps, front, distance = {here}, {here}, 0
        while front:
            close[town, list(front)] = 0.5 * 0.85**distance if distance else 1
            around = {int(there) for place in front for there in ground.hexes.neighbour[place]}
            front = {there for there in around - steps if there != count and cost[there] > 0}
            steps |= front
            distance += 1
    attacks = ground.rules.objective_side == side

    def progress(seen: Seen) -> Any:
        planes = (0, 2) if attacks else (1, 1)
        near = [
            ((seen["hexes"][..., plane, None, :] > 0) * close).max(axis=-1).mean(axis=-1)
            for plane in planes
        ]
        enemies = (seen["hexes"][..., 1, :] > 0).sum(axis=-1)
        return 0.75 * sum(near) * (1 if attacks else -1) - 0.1 * enemies

    return progress


# Learning


def environment(settings: Settings, games: int) -> HexfrontVectorEnv:
    """So many games that begin anew as they end. Errors: `InputError`."""
    word = settings.side
    return HexfrontVectorEnv(
        settings.system,
        games,
        settings.scenario,
        side=0 if word is None else int(word) if word.isdecimal() else word,
        opponent=settings.opponent,
        autoreset="same_step",
        copy=False,
    )


def learn(settings: Settings, exam: HexfrontVectorEnv) -> int:
    """Play and update until enough games are won or time is up."""
    torch.manual_seed(settings.seed)
    torch.set_num_threads(settings.threads)
    shaped = settings.progress == "auto" and settings.system == "brigade"
    progress = nearness(exam.rules, exam.side) if shaped else nothing
    env = environment(settings, settings.games)
    features, network = policy(env, settings)
    print(
        f"{settings.system} {env.rules.sides[env.side]} against {settings.opponent}: "
        f"{sum(each.numel() for each in network.parameters())} weights, "
        f"reward {'result, nearness to towns and losses' if shaped else 'result'}"
    )
    curve: list[Point] = []
    orders = settings.games * settings.steps
    begun, passed = time.monotonic(), 0
    for update, share in enumerate(updates(settings, env, features, network, progress, begun)):
        last = time.monotonic() - begun > 60 * settings.minutes or update == settings.updates > 0
        if update % settings.every and not last and not passed:
            continue
        won = examine(exam, features, network, settings.seed + (update + 1) * GAMES)
        minutes = (time.monotonic() - begun) / 60
        curve.append(Point(minutes, update, update * orders, share, won))
        report(curve[-1])
        passed = passed + 1 if won >= settings.wins else 0
        if passed == 2 or last:
            break
    write(settings.out, network, curve)
    print(f"{'reached' if passed == 2 else 'not reached'}; see {settings.out}")
    return 0 if passed == 2 else 1


def policy(env: HexfrontVectorEnv, settings: Settings) -> tuple[Any, Any]:
    """What a network takes of observations, and the network."""
    if settings.system == "brigade":
        units = UnitFeatures(env, settings.system)
        return units, UnitNetwork(units, settings.width)
    features = Features(env, settings.system)
    return features, Network(features, env.rules.actions, settings.width)


def report(point: Point) -> None:
    """A line for an examination."""
    low, high = (100 * share for share in wilson(point.won, GAMES))
    print(
        f"{point.minutes:5.1f} min  update {point.update:4d}  {point.orders / 1e6:6.2f} M orders  "
        f"training {100 * point.training:3.0f} %  "
        f"won {point.won:3d} of {GAMES} (95 %: {low:.0f} to {high:.0f})",
        flush=True,
    )


def updates(
    settings: Settings,
    env: HexfrontVectorEnv,
    features: Any,
    network: Any,
    progress: Progress,
    begun: float,
) -> Iterator[float]:
    """Play and improve without end; tells after each update the share of games won in it."""
    seen, _ = env.reset(seed=settings.seed)
    optimizer = torch.optim.Adam(network.parameters(), lr=settings.rate, eps=1e-5)
    share = 0.0
    yield share
    while True:
        left = 1 - (time.monotonic() - begun) / (60 * settings.minutes)
        if settings.updates == 0:
            optimizer.param_groups[0]["lr"] = settings.rate * max(0.1, left)
        weighed = partial(weigh, progress, 1 - share)
        seen, played, share = play(settings, env, features, network, weighed, seen)
        improve(settings, network, optimizer, played)
        yield share


def play(
    settings: Settings,
    env: HexfrontVectorEnv,
    features: Any,
    network: Any,
    progress: Progress,
    seen: Seen,
) -> tuple[Seen, tuple[torch.Tensor, ...], float]:
    """Step all games; gives what is seen then, and the share of games won.

    Between them: inputs, orders, their log-probabilities, advantages and returns.
    """
    kept: list[tuple[torch.Tensor, ...]] = []
    values, rewards, ends, won, before = [], [], [], 0, progress(seen)
    with torch.no_grad():
        for _ in range(settings.steps):
            inputs = features(seen)
            logs, value = network(*inputs)
            order = draw(logs)
            seen, reward, over, cut, _ = env.step(features.orders[order.numpy()])
            won += int((env.batch.rewards[over, env.side] > 0).sum())
            last, here, ended = env.batch.final_observation, progress(seen), over | cut
            reward = np.asarray(reward, np.float32) - before
            reward += np.where(ended, progress(last), here) if ended.any() else here
            if cut.any():  # A game that was cut off is worth what it promised.
                worth = network(*features(last | {"action_mask": seen["action_mask"]}))[1].numpy()
                reward += settings.discount * np.where(cut, worth, 0)
            before = here
            kept.append((*inputs, order, logs.gather(1, order[:, None]).squeeze(1)))
            values.append(value)
            rewards.append(torch.from_numpy(reward.astype(np.float32)))
            ends.append(torch.from_numpy(ended))
        values.append(network(*features(seen))[1])
    gain, gains = torch.zeros(settings.games), []
    for at in reversed(range(settings.steps)):
        on = settings.discount * (~ends[at]).float()
        gain = rewards[at] + on * values[at + 1] - values[at] + on * settings.trace * gain
        gains.append(gain)
    advantages = torch.stack(gains[::-1]).flatten()
    parts = [torch.cat(part) for part in zip(*kept, strict=True)]
    returns = advantages + torch.stack(values[:-1]).flatten()
    games = sum(int(end.sum()) for end in ends)
    return seen, (*parts, advantages, returns), won / max(1, games)


def improve(
    settings: Settings, network: Any, optimizer: Any, played: tuple[torch.Tensor, ...]
) -> None:
    """Some epochs of gradients over what was played."""
    entropy = settings.entropy * optimizer.param_groups[0]["lr"] / settings.rate
    for _ in range(settings.epochs):
        for rows in torch.randperm(len(played[0])).split(settings.batch):
            *inputs, order, before, gain, worth = (part[rows] for part in played)
            logs, value = network(*inputs)
            gain = (gain - gain.mean()) / (gain.std(correction=0) + 1e-8)
            ratio = (logs.gather(1, order[:, None]).squeeze(1) - before).exp()
            clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            chance = -(logs.exp() * logs).sum(dim=1).mean()
            loss = 0.5 * (value - worth).square().mean() - entropy * chance
            loss = loss - torch.minimum(ratio * gain, clipped * gain).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def examine(env: HexfrontVectorEnv, features: Any, network: Any, seed: int) -> int:
    """How many of fresh games the policy wins, with the order that it thinks best."""
    seen, _ = env.reset(seed=seed)
    first, won = np.ones(GAMES, dtype=np.bool_), 0
    while first.any():
        with torch.no_grad():
            orders = network(*features(seen))[0].argmax(dim=1)
        seen, rewards, over, cut, _ = env.step(features.orders[orders.numpy()])
        won += int((first & over & (rewards > 0)).sum())
        first &= ~(over | cut)
    return won


def write(folder: Path, network: Any, curve: list[Point]) -> None:
    """Weights and curve."""
    try:
        from safetensors.torch import save_file
    except ImportError:
        torch.save(network.state_dict(), folder / "weights.pt")
    else:
        save_file(network.state_dict(), folder / "weights.safetensors")
    with (folder / "curve.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow((*Point._fields, "low", "high"))
        for point in curve:
            bounds = [round(GAMES * share, 1) for share in wilson(point.won, GAMES)]
            table.writerow((round(point.minutes, 3), *point[1:], *bounds))
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return
    figure = Figure(figsize=(5, 3), layout="constrained")
    axes = figure.subplots()
    minutes, won = [point.minutes for point in curve], [point.won for point in curve]
    low, high = np.array([wilson(each, GAMES) for each in won]).T * GAMES
    axes.fill_between(minutes, low, high, alpha=0.2, linewidth=0)
    axes.plot(minutes, won)
    axes.set(xlabel="minutes", ylabel=f"won of {GAMES}", ylim=(0, GAMES))
    figure.savefig(folder / "curve.png", dpi=100)


if __name__ == "__main__":
    sys.exit(main())
