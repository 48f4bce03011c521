"""Points: which games are played at a point of a design."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from hexfront.core.contract import Rules, Scenario
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.system import System
from hexfront.experiments.document import ExperimentEntry
from hexfront.experiments.factors import Factor, Level, level_text
from hexfront.study.batch import make_plan
from hexfront.study.games import Plan
from hexfront.study.sweeps.vary import Cell, Variation, make_changer, with_cells

MOST_CHANGERS: Final = 16
"""Scenarios with their options and cells that are kept."""


class PointMaker:
    """Makes the plan of the games of a point, in any process; scenarios are read once."""

    def __init__(
        self,
        system: System,
        entry: ExperimentEntry,
        factors: Sequence[Factor],
        agents: Sequence[str],
        scenarios: Mapping[str, Scenario],
    ) -> None:
        """`agents` play where no factor says who; `scenarios` are all that points have."""
        self._system, self._entry = system, entry
        self._factors, self._agents = factors, agents
        self._scenarios = scenarios
        self._changers: dict[tuple[Any, ...], Callable[..., Scenario]] = {}

    def __reduce__(self) -> Any:
        documents = {name: scenario.document for name, scenario in self._scenarios.items()}
        known = self._system.name, self._entry, self._factors, self._agents, documents
        return _maker_of, known

    def plan(self, levels: Sequence[Level]) -> tuple[Plan, Rules[Any]]:
        """The games of a point. Errors: `InputError` that names its levels."""
        try:
            return self._plan(levels)
        except InputError as error:
            raise error.within(f"point ({self.words(levels)})") from None

    def words(self, levels: Sequence[Level]) -> str:
        """The levels of a point in words."""
        pairs = zip(self._factors, levels, strict=True)
        return ", ".join(f"{factor.name} {level_text(level)}" for factor, level in pairs)

    def _plan(self, levels: Sequence[Level]) -> tuple[Plan, Rules[Any]]:
        seats, name = list(self._agents), self._entry.scenario
        options = dict(self._entry.options)
        cells: list[Cell] = []
        numbers: list[tuple[Variation, float]] = []
        # Those of one seat come after what is said of all.
        pairs = zip(self._factors, levels, strict=True)
        for factor, level in sorted(pairs, key=lambda pair: pair[0].seat):
            if level is None:
                continue
            if factor.variation is not None:
                numbers.append((factor.variation, float(level)))
            elif factor.entry.cell is not None:
                cells.append((factor.entry.cell, level))
            elif factor.entry.option is not None:
                options[factor.entry.option] = str(level)
            elif factor.entry.sides:
                seats = [agent.strip() for agent in str(level).split(",")]
            elif factor.entry.scenarios:
                name = str(level)
            else:
                seats[factor.seat] = str(level)
        variations = [variation for variation, _ in numbers]
        change = self._changer(name, options, cells, variations)
        scenario = change(tuple(value for _, value in numbers))
        return make_plan(self._system, scenario, seats, self._entry.seed, self._entry.step_limit)

    def _changer(
        self,
        name: str | None,
        options: Mapping[str, str],
        cells: Sequence[Cell],
        variations: Sequence[Variation],
    ) -> Callable[..., Scenario]:
        """What changes the numbers of a scenario that has these options and cells."""
        key = name, tuple(options.items()), tuple(cells), tuple(variations)
        change = self._changers.get(key)
        if change is None:
            scenario = self._with_options(name, options)
            if cells:
                scenario = with_cells(self._system, scenario, cells)
            if len(self._changers) >= MOST_CHANGERS:
                self._changers.clear()
            change = self._changers[key] = make_changer(self._system, scenario, variations)
        return change

    def _with_options(self, name: str | None, options: Mapping[str, str]) -> Scenario:
        scenario = self._scenarios[name or ""]
        if not options:
            return scenario
        with_options = self._system.scenarios.with_options
        if with_options is None:
            found = next(iter(options))
            raise InputError.at("option", found, f"nothing: {self._system.name} has no options")
        return with_options(scenario, options)


def _maker_of(
    name: str,
    entry: ExperimentEntry,
    factors: Sequence[Factor],
    agents: Sequence[str],
    documents: Mapping[str, Json],
) -> PointMaker:
    """As it was pickled."""
    system = find_system(name)
    load = system.scenarios.load
    scenarios = {key: load(document, None, "scenario") for key, document in documents.items()}
    return PointMaker(system, entry, factors, agents, scenarios)


def read_scenario(system: System, name: str | None, folder: Path) -> Scenario:
    """A scenario by its name, or by its path beside the file. Errors: `InputError`."""
    if name is not None and name.endswith((".json", ".toml")):
        return load_scenario(system, folder / name)
    return load_scenario(system, name)
