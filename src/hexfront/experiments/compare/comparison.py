"""A comparison made ready: what each arm plays, and what is asked of its games."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from hexfront.agents import best_agent
from hexfront.core.errors import InputError
from hexfront.core.study.tally import Tally, column_names
from hexfront.core.system import System
from hexfront.experiments.compare.arms import Arm, ArmKind, read_arms
from hexfront.experiments.designs import Design
from hexfront.experiments.document import ExperimentEntry, FactorEntry
from hexfront.experiments.experiment import Experiment
from hexfront.experiments.factors import Factor, PointMaker
from hexfront.experiments.responses import columns_of, read_responses
from hexfront.study.games import make_tally

USUAL_GAMES: Final = 200
USUAL_CURVES: Final = 3
"""So many curves are asked for where nobody says which: a system lists the foremost first."""
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")


@dataclass(frozen=True)
class Wishes:
    """What is played beside what the arms say."""

    scenario: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    agents: Sequence[str] | None = None
    """One a side; the best of the system on all seats without."""
    side: str | None = None
    """Whose seat arms that are agents take; the first side's without."""
    games: int | None = None
    """Of each arm."""
    seed: int = 1
    confidence: float = 0.95
    responses: Sequence[str] = ()
    """Columns of games, or NAME=FORMULA."""
    step_limit: int = 1_000_000


@dataclass(frozen=True)
class Comparison:
    """What is held against each other."""

    arms: Sequence[Arm]
    experiment: Experiment
    """A point for each arm; of versions all are the same, since others play them."""

    @property
    def kind(self) -> ArmKind:
        """What the arms are."""
        return self.arms[0].kind

    @property
    def games(self) -> int:
        """Of each arm."""
        return self.experiment.entry.games


def prepare(system: System, texts: Sequence[str], wishes: Wishes) -> Comparison:
    """A comparison made ready. Errors: `InputError`, before any game."""
    arms = read_arms(system, texts)
    if wishes.scenario is not None and arms[0].kind is ArmKind.SCENARIO:
        raise InputError.at("--scenario", wishes.scenario, "nothing: the arms are scenarios")
    first = arms[0].text if arms[0].kind is ArmKind.SCENARIO else wishes.scenario
    entry = _entry(system, arms, wishes)
    maker = PointMaker(system, entry, Path())
    rules = system.rules(maker.scenario(first))
    agents = list(wishes.agents or [best_agent(system)] * len(rules.sides))
    if len(agents) != len(rules.sides):
        expected = f"{len(rules.sides)}, one a side: {', '.join(rules.sides)}"
        raise InputError.at("--seats", ", ".join(agents), expected)
    side = _side(wishes.side, rules.sides, arms)
    factors, points = _points(arms, wishes, side)
    tally = make_tally(system, rules)
    texts_of = read_questions(wishes.responses, rules.sides, tally)
    reader = read_responses(texts_of, rules.sides, tally)
    design = Design("compare", np.zeros((len(points), max(len(factors), 1))))
    made = Experiment(entry, system, factors, design, points, 0, reader, maker, agents)
    for number, arm in enumerate(arms):
        try:
            _, own = maker.plan(factors, points[number], agents)
        except InputError as error:
            raise error.within(arm.text) from None
        if list(own.sides) != list(rules.sides):
            expected = f"those of {arms[0].text}: {', '.join(rules.sides)}"
            raise InputError.at(f"{arm.text}: sides", ", ".join(own.sides), expected)
    return Comparison(arms, made)


def _entry(system: System, arms: Sequence[Arm], wishes: Wishes) -> ExperimentEntry:
    usual = USUAL_GAMES if system.studying.chance else 1
    return ExperimentEntry(
        title=" against ".join(arm.text for arm in arms),
        system=system.name,
        scenario=wishes.scenario,
        games=wishes.games or usual,
        seed=wishes.seed,
        confidence=wishes.confidence,
        step_limit=wishes.step_limit,
        factors=[FactorEntry(name="arm", levels=[arm.text for arm in arms])],
    )


def _side(name: str | None, sides: Sequence[str], arms: Sequence[Arm]) -> int:
    """The seat that agents take. Errors: `InputError`."""
    if name is None:
        return 0
    if arms[0].kind is not ArmKind.AGENT:
        raise InputError.at("--side", name, f"nothing: the arms are no agents but {arms[0].kind}s")
    if name in sides:
        return list(sides).index(name)
    columns = column_names(sides)
    if name not in columns:
        raise InputError.at("--side", name, f"one of: {', '.join(columns)}")
    return columns.index(name)


def _points(
    arms: Sequence[Arm], wishes: Wishes, side: int
) -> tuple[list[Factor], list[tuple[str, ...]]]:
    """What differs, and what it is in each arm; the options that all share come last."""
    factors: list[Factor] = []
    points: list[list[str]] = [[] for _ in arms]

    def add(entry: FactorEntry, levels: Sequence[str], seat: int = -1) -> None:
        factors.append(Factor(entry, "ARM", seat=seat))
        for point, level in zip(points, levels, strict=True):
            point.append(level)

    texts = [arm.text for arm in arms]
    kind = arms[0].kind
    if kind is ArmKind.SCENARIO:
        add(FactorEntry(name="scenario", scenarios=True), texts)
    elif kind is ArmKind.AGENT:
        add(FactorEntry(name="agent", seat="seat"), texts, side)
    elif kind is ArmKind.OPTIONS:
        for key in arms[0].options:
            add(FactorEntry(name="option", option=key), [arm.options[key] for arm in arms])
    for key, value in wishes.options.items():
        add(FactorEntry(name="option", option=key), [value] * len(arms))
    return factors, [tuple(point) for point in points]


def read_questions(
    texts: Sequence[str], sides: Sequence[str], tally: Tally | None
) -> dict[str, str]:
    """Formulas by names; without any who wins, what is lost, how long it takes, and curves' ends.

    Errors: `InputError`.
    """
    if not texts:
        return {name: name for name in usual_questions(sides, tally)}
    found: dict[str, str] = {}
    for text in texts:
        name, mark, formula = text.partition("=")
        # A formula may compare, such as `steps >= 10`.
        if not mark or not _NAME.fullmatch(name.strip()) or formula.startswith("="):
            name, formula = text, text
        name = name.strip()
        if not _NAME.fullmatch(name):
            raise InputError.at("--response", text, "a column of the games, or NAME=FORMULA")
        if name in found:
            raise InputError.at("--response", text, "each name once")
        found[name] = formula.strip()
    return found


def usual_questions(sides: Sequence[str], tally: Tally | None) -> list[str]:
    """What is asked where nobody says what."""
    columns = column_names(sides)
    found = [f"wins_{name}" for name in columns] + ["draw"]
    found += [f"losses_{name}" for name in columns] + ["end_time"]
    if tally is not None:
        known = columns_of(sides, tally)
        curves = list(dict.fromkeys(curve.name for curve in tally.curves))[:USUAL_CURVES]
        found += [
            name
            for curve in curves
            for name in known
            if name in {f"{curve}_at_end", *(f"{curve}_{side}_at_end" for side in columns)}
        ]
    return found
