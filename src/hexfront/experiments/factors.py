"""Factors: what their values are at a point of a design, and which games are played there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final

from hexfront.core.contract import Rules, Scenario
from hexfront.core.dice import dice_from_seed, draw
from hexfront.core.errors import InputError
from hexfront.core.scenario import Reading, load_scenario
from hexfront.core.study.tally import column_names
from hexfront.core.system import System
from hexfront.experiments.document import ExperimentEntry, FactorEntry
from hexfront.study.batch import make_plan
from hexfront.study.games import Plan
from hexfront.study.sweeps.vary import Variation, make_changer, read_variation

Level = float | str
KINDS: Final = ("number", "option", "seat", "scenarios")
STEPS: Final = 2**20 + 1
"""Values to which jitter may move a number."""
DIGITS: Final = 12
"""Of a value between low and high."""


@dataclass(frozen=True)
class Factor:
    """Something that is varied."""

    entry: FactorEntry
    place: str
    """Of its entry in the file, for errors."""
    variation: Variation | None = None
    """Of a number."""
    seat: int = -1
    """Of an agent: which side."""

    @property
    def name(self) -> str:
        """As formulas and tables call it."""
        return self.entry.name

    @property
    def levels(self) -> list[Level]:
        """All values, where there are but some."""
        return self.entry.levels

    @cached_property
    def is_number(self) -> bool:
        """Whether all values are numbers."""
        return not any(isinstance(level, str) for level in self.levels)

    def value(self, share: float) -> Level:
        """The value at a place from 0 to 1 of a design."""
        entry = self.entry
        if self.levels:
            return self.levels[min(int(share * len(self.levels)), len(self.levels) - 1)]
        low, high = entry.low or 0.0, entry.high or 0.0
        value = low + share * (high - low)
        return float(round(value)) if entry.whole else float(f"{value:.{DIGITS}g}")

    def jittered(self, level: Level, seed: int, game: int) -> Level:
        """The value in a game: the point's own in the first, up to `jitter` from it in others."""
        if not self.entry.jitter or not game:
            return level
        share = draw(dice_from_seed(seed, game, f"jitter-{self.name}"), STEPS) / (STEPS - 1)
        value = float(level) + self.entry.jitter * (2 * share - 1)
        return float(round(value)) if self.entry.whole else float(f"{value:.{DIGITS}g}")

    @property
    def words(self) -> str:
        """What is varied, as the file has it."""
        entry = self.entry
        what = entry.number or entry.option or entry.seat or "scenario"
        if self.levels:
            values = ", ".join(map(level_text, self.levels))
        else:
            values = f"{entry.low:g} to {entry.high:g}{', whole' if entry.whole else ''}"
        moved = f", each game up to {entry.jitter:g} from it" if entry.jitter else ""
        return f"{what}{' ×' if entry.times else ''}: {values}{moved}"


def level_text(level: Level) -> str:
    """A value in words."""
    return level if isinstance(level, str) else f"{level:g}"


def read_factors(entry: ExperimentEntry, sides: Sequence[str]) -> list[Factor]:
    """The factors of an experiment. Errors: `InputError` with all that is wrong."""
    reading = Reading()
    names = [one.name for one in entry.factors]
    for number, one in enumerate(entry.factors):
        place = f"factors[{number}]"
        if names.index(one.name) != number:
            reading.report(f"{place}: name", one.name, "each name once")
        _check_values(one, place, reading)
    found = [
        reading.attempt(partial(_factor, one, f"factors[{number}]", sides))
        for number, one in enumerate(entry.factors)
    ]
    factors = [one for one in found if one is not None]
    by_scenario = [one for one in factors if one.entry.scenarios]
    for factor in factors if by_scenario else ():
        path = factor.entry.number is not None and factor.entry.number.startswith("/")
        if path or factor.entry.option:
            expected = "no option and no path beside a factor of scenarios"
            reading.report(factor.place, factor.words, expected)
    return reading.finish(factors)


def _check_values(entry: FactorEntry, place: str, reading: Reading) -> None:
    given = [kind for kind in KINDS if getattr(entry, kind)]
    if len(given) != 1:
        reading.report(place, ", ".join(given) or "<none>", f"exactly one of: {', '.join(KINDS)}")
    ends = entry.low is not None, entry.high is not None
    if entry.levels:
        if any(ends):
            reading.report(place, "levels with low or high", "either levels, or low and high")
        if len(set(entry.levels)) < len(entry.levels):
            reading.report(f"{place}: levels", entry.levels, "each level once")
        strings = any(isinstance(level, str) for level in entry.levels)
        if given == ["number"] and strings:
            reading.report(f"{place}: levels", entry.levels, "numbers")
        if given != ["number"] and not all(isinstance(level, str) for level in entry.levels):
            reading.report(f"{place}: levels", entry.levels, "texts")
    elif not all(ends):
        reading.report(place, "<no values>", "levels, or low and high")
    elif given and given != ["number"]:
        reading.report(place, "low and high", f"levels: {given[0]} has no numbers")
    elif entry.low is not None and entry.high is not None and entry.low >= entry.high:
        reading.report(f"{place}: high", entry.high, f"more than low, {entry.low:g}")
    if entry.jitter and given != ["number"]:
        reading.report(f"{place}: jitter", entry.jitter, "a factor of a number")


def _factor(entry: FactorEntry, place: str, sides: Sequence[str]) -> Factor:
    """Errors: `InputError`."""
    if entry.number is not None:
        try:
            made = read_variation(f"{entry.number}{'=' if entry.times else ':='}1")
        except InputError as error:
            raise error.within(f"{place}: number") from None
        return Factor(entry, place, made)
    if entry.seat is not None:
        names = column_names(sides)
        if entry.seat not in names:
            raise InputError.at(f"{place}: seat", entry.seat, f"one of: {', '.join(names)}")
        return Factor(entry, place, seat=names.index(entry.seat))
    return Factor(entry, place)


class PointMaker:
    """Makes the plan of the games of a point; scenarios are read once."""

    def __init__(self, system: System, entry: ExperimentEntry, folder: Path) -> None:
        """`folder` is that of the file, where scenarios by paths lie."""
        self._system, self._entry, self._folder = system, entry, folder
        self._scenarios: dict[str, Scenario] = {}
        self._changers: dict[tuple[Any, ...], Callable[..., Scenario]] = {}

    def scenario(self, name: str | None) -> Scenario:
        """A scenario by its name, or by its path beside the file. Errors: `InputError`."""
        known = self._scenarios.get(name or "")
        if known is None:
            found = name
            if name is not None and name.endswith((".json", ".toml")):
                found = str(self._folder / name)
            known = self._scenarios[name or ""] = load_scenario(self._system, found)
        return known

    def plan(
        self, factors: Sequence[Factor], levels: Sequence[Level], agents: Sequence[str]
    ) -> tuple[Plan, Rules[Any]]:
        """The games of a point; `agents` play where no factor says who. Errors: `InputError`."""
        seats, name = list(agents), self._entry.scenario
        options: dict[str, str] = {}
        numbers: list[tuple[Variation, float]] = []
        for factor, level in zip(factors, levels, strict=True):
            if factor.variation is not None:
                numbers.append((factor.variation, float(level)))
            elif factor.entry.option is not None:
                options[factor.entry.option] = str(level)
            elif factor.seat >= 0:
                seats[factor.seat] = str(level)
            else:
                name = str(level)
        scenario = self._with_options(name, options)
        if numbers:
            key = (name, *options.items())
            change = self._changers.get(key)
            if change is None:
                variations = [variation for variation, _ in numbers]
                change = make_changer(self._system, scenario, variations)
                self._changers[key] = change
            scenario = change(tuple(value for _, value in numbers))
        return make_plan(self._system, scenario, seats, self._entry.seed, self._entry.step_limit)

    def _with_options(self, name: str | None, options: dict[str, str]) -> Scenario:
        scenario = self.scenario(name)
        if not options:
            return scenario
        with_options = self._system.scenarios.with_options
        if with_options is None:
            found = next(iter(options))
            raise InputError.at("option", found, f"nothing: {self._system.name} has no options")
        return with_options(scenario, options)
