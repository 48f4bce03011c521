"""An experiment made ready: its factors, the points that are played, and what is asked of them."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from hexfront.agents import best_agent
from hexfront.core.contract import Rules
from hexfront.core.documents.strictjson import read_bytes
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.system import System
from hexfront.experiments import designs
from hexfront.experiments.designs import Design, Float
from hexfront.experiments.document import ExperimentEntry
from hexfront.experiments.factors import Factor, Level, PointMaker, level_text, read_factors
from hexfront.experiments.formulas import Formula, Value, read_formula
from hexfront.experiments.responses import Reader, read_responses
from hexfront.study.games import Plan, make_tally


@dataclass(frozen=True)
class Experiment:
    """What is played, and what is asked."""

    entry: ExperimentEntry
    system: System
    factors: Sequence[Factor]
    design: Design
    points: Sequence[tuple[Level, ...]]
    """The levels of the factors at each point of the design."""
    left_out: int
    """Points of the design at which a constraint does not hold."""
    reader: Reader
    maker: PointMaker
    agents: Sequence[str]

    @property
    def most_games(self) -> int:
        """All games, if no point has enough sooner."""
        return len(self.points) * self.entry.games

    @cached_property
    def is_jittered(self) -> bool:
        """Whether the games of a point differ in more than dice."""
        return any(factor.entry.jitter for factor in self.factors)

    @property
    def has_spread(self) -> bool:
        """Whether games of a point may differ: by chance, or by jitter."""
        return self.system.studying.chance or self.is_jittered

    def plans(self, point: int, games: range) -> Iterator[tuple[Plan, range]]:
        """Games of a point with what each plays. Errors: as of `plan`."""
        parts = [range(game, game + 1) for game in games] if self.is_jittered else [games]
        for part in parts:
            yield self.plan(point, part[0])[0], part

    def plan(self, point: int, game: int = 0) -> tuple[Plan, Rules[Any]]:
        """The games of a point, or what one of them plays where a factor has jitter.

        Errors: `InputError` that names its levels.
        """
        levels = self.points[point]
        if self.is_jittered:
            pairs = zip(self.factors, levels, strict=True)
            levels = tuple(factor.jittered(v, self.entry.seed, game) for factor, v in pairs)
        try:
            return self.maker.plan(self.factors, levels, self.agents)
        except InputError as error:
            raise error.within(f"point {point + 1} ({self.words(point)})") from None

    def words(self, point: int) -> str:
        """The levels of a point in words."""
        pairs = zip(self.factors, self.points[point], strict=True)
        return ", ".join(f"{factor.name} {level_text(level)}" for factor, level in pairs)


def prepare(entry: ExperimentEntry, folder: Path) -> Experiment:
    """An experiment made ready; `folder` is that of its file. Errors: `InputError`."""
    system = find_system(entry.system)
    maker = PointMaker(system, entry, folder)
    usual = system.rules(maker.scenario(entry.scenario))
    agents = entry.agents or [best_agent(system)] * len(usual.sides)
    if len(agents) != len(usual.sides):
        expected = f"{len(usual.sides)}, one a side: {', '.join(usual.sides)}"
        raise InputError.at("agents", agents, expected)
    factors = read_factors(entry, usual.sides)
    design, points = make_design(entry, factors, folder)
    names = [factor.name for factor in factors]
    conditions = [
        read_formula(text, f"constraints[{number}]", names)
        for number, text in enumerate(entry.constraints)
    ]
    kept = [point for point in range(len(points)) if _holds(conditions, names, points[point])]
    left_out = len(points) - len(kept)
    if left_out and design.kind in ("morris", "saltelli"):
        expected = f"none, since every point of {design.kind} is needed"
        raise InputError.at("constraints", f"<{left_out} points are left out>", expected)
    if not kept:
        raise InputError.at("constraints", entry.constraints, "some point at which all hold")
    design = Design(design.kind, design.points[kept])
    reader = read_responses(entry.responses, usual.sides, make_tally(system, usual))
    asked = [("stop: responses", name) for name in (entry.stop.responses if entry.stop else ())]
    for place, name in [*asked, *(("better", name) for name in entry.better)]:
        if name not in reader.formulas:
            raise InputError.at(place, name, f"one of: {', '.join(reader.names)}")
    if entry.discover is not None:
        read_formula(entry.discover.cases, "discover: cases", reader.names)
    made = Experiment(
        entry,
        system,
        factors,
        design,
        [points[point] for point in kept],
        left_out,
        reader,
        maker,
        agents,
    )
    # What is wrong with the first and the last point is found before any game.
    for point in sorted({0, len(kept) - 1}):
        made.plan(point)
    return made


def _holds(conditions: Sequence[Formula], names: Sequence[str], levels: Sequence[Level]) -> bool:
    values: dict[str, Value] = dict(zip(names, levels, strict=True))
    try:
        return all(bool(condition.value(values)) for condition in conditions)
    except (ArithmeticError, ValueError, TypeError) as error:
        texts = ", ".join(condition.text for condition in conditions)
        found = f"{texts} at {', '.join(map(level_text, levels))}"
        raise InputError.at("constraints", found, f"a value ({error})") from None


def make_design(
    entry: ExperimentEntry, factors: Sequence[Factor], folder: Path
) -> tuple[Design, list[tuple[Level, ...]]]:
    """The design of an experiment, and the levels of its factors. Errors: `InputError`."""
    if entry.design.kind == "file":
        return _from_file(entry, factors, folder)
    points = _crossed(entry, factors)
    levels = [
        tuple(factor.value(float(share)) for factor, share in zip(factors, row, strict=True))
        for row in points
    ]
    return Design(entry.design.kind, points), levels


def _crossed(entry: ExperimentEntry, factors: Sequence[Factor]) -> Float:
    """The points of the design; where factors are decided, each decision with all of the others.

    Errors: `InputError`.
    """
    decided = [number for number, factor in enumerate(factors) if factor.entry.decided]
    others = [number for number in range(len(factors)) if number not in decided]
    if not decided or entry.design.kind == "factorial":
        return _unit_points(entry, factors)
    if entry.design.kind in ("morris", "saltelli"):
        expected = f"none: {entry.design.kind} asks of all factors alike"
        raise InputError.at(f"{factors[decided[0]].place}: decided", "true", expected)
    if not others:
        raise InputError.at("factors", "<all are decided>", "one that is uncertain")
    levels = _factorial([factors[number] for number in decided], entry.design.levels)
    states = _unit_points(entry, [factors[number] for number in others])
    points = np.empty((len(levels) * len(states), len(factors)))
    points[:, decided] = np.repeat(levels, len(states), axis=0)
    points[:, others] = np.tile(states, (len(levels), 1))
    return points


def _factorial(factors: Sequence[Factor], levels: int) -> Float:
    """Errors: `InputError`."""
    return designs.factorial([(len(f.levels),) if f.levels else levels for f in factors])


def _unit_points(entry: ExperimentEntry, factors: Sequence[Factor]) -> Float:
    asked, count, seed = entry.design, len(factors), entry.seed % 2**32
    if asked.kind == "factorial":
        return _factorial(factors, asked.levels)
    if asked.kind == "fractional":
        for factor in factors:
            if factor.levels and len(factor.levels) != 2:
                raise InputError.at(factor.place, factor.words, "two levels, or low and high")
        signs = designs.fractional_factorial(count, asked.resolution)
        halves = np.array([bool(factor.levels) for factor in factors])
        points: Float = np.where(halves, 0.25 + signs / 2, signs)
        return points
    if asked.kind == "morris":
        if asked.levels % 2:
            raise InputError.at("design: levels", asked.levels, "an even number")
        levels = max(asked.levels, 4)
        return designs.morris_points(asked.trajectories, count, levels, seed)
    if asked.kind == "saltelli":
        return designs.saltelli_points(asked.base, count, seed, second_order=asked.second_order)
    if asked.points is None:
        raise InputError.at("design", asked.kind, "`points` beside it: how many")
    if asked.kind == "nearly-orthogonal":
        return designs.nearly_orthogonal(asked.points, count, seed)
    if asked.kind == "sobol":
        return designs.sobol_points(asked.points, count, seed)
    return designs.latin_hypercube(asked.points, count, seed, maximin=asked.kind == "maximin")


def _from_file(
    entry: ExperimentEntry, factors: Sequence[Factor], folder: Path
) -> tuple[Design, list[tuple[Level, ...]]]:
    """Points from a CSV file. Errors: `InputError` with its line."""
    if entry.design.file is None:
        raise InputError.at("design", "file", "`file` beside it: a CSV file")
    path = folder / entry.design.file
    lines = read_bytes(path, designs.MOST_POINTS * 100).decode("utf-8", "replace").splitlines()
    rows = list(csv.DictReader(lines))
    if not rows:
        raise InputError.at(str(path), "<no points>", "a line with names, and one a point")
    for factor in factors:
        if factor.name not in rows[0]:
            raise InputError.at(str(path), ", ".join(rows[0]), f"a column {factor.name}")
    levels = [
        tuple(_cell(row[factor.name], factor, f"{path}: line {number}") for factor in factors)
        for number, row in enumerate(rows, 2)
    ]
    columns = [_shares(factor, [row[at] for row in levels]) for at, factor in enumerate(factors)]
    return Design("file", np.array(columns, dtype=np.float64).T), levels


def _cell(text: str | None, factor: Factor, place: str) -> Level:
    """Errors: `InputError`."""
    if factor.levels and not factor.is_number:
        if text not in factor.levels:
            known = ", ".join(map(level_text, factor.levels))
            raise InputError.at(f"{place}: {factor.name}", text, f"one of: {known}")
        return str(text)
    try:
        value = float(text or "")
    except ValueError:
        value = float("nan")
    if not np.isfinite(value):
        raise InputError.at(f"{place}: {factor.name}", text, "a number")
    return value


def _shares(factor: Factor, values: Sequence[Level]) -> list[float]:
    """Where values stand from 0 to 1."""
    if factor.levels and not factor.is_number:
        return [(factor.levels.index(value) + 0.5) / len(factor.levels) for value in values]
    numbers = [float(value) for value in values]
    low, high = min(numbers), max(numbers)
    return [(value - low) / (high - low) if high > low else 0.5 for value in numbers]
