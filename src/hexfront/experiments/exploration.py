"""What the points of an experiment say together: metamodels, trees, boxes and choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.experiments.factors import level_text
from hexfront.experiments.formulas import Value, read_formula
from hexfront.experiments.models.choices import Choice, Choices, weigh_choices
from hexfront.experiments.models.inputs import Inputs
from hexfront.experiments.models.metamodels import Metamodel, metamodels
from hexfront.experiments.models.prim import Bool, Box, find_boxes
from hexfront.experiments.models.tree import Tree, grow_tree
from hexfront.experiments.numbers import number_words
from hexfront.experiments.results import Results
from hexfront.study.reports.report import Table

MOST_MODELLED: Final = 12
"""Responses that have metamodels and trees; the first of an experiment's file."""
TOP: Final = 0.75
"""Where nobody says which points are of interest: those above this quantile of the first response.

"""
LEAST_FOR_BOXES: Final = 30
"""Points."""
MOST_ROWS: Final = 40
DIGITS: Final = 6


@dataclass(frozen=True)
class Discovery:
    """Which points are of interest, and the boxes that hold them."""

    cases: str
    interesting: int
    points: int
    boxes: Sequence[Box]


class Exploration:
    """Models of an experiment's results; each is made when it is first asked for."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self._experiment = results.outcome.experiment
        self._names = [factor.name for factor in self._experiment.factors]
        self.responses = self._experiment.reader.names[:MOST_MODELLED]
        self._seed = self._experiment.entry.seed % 2**32

    @cached_property
    def inputs(self) -> Inputs:
        """The levels of all points."""
        return Inputs(self._names, self._experiment.points)

    def values(self, response: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """(points,) the means of a response."""
        place = self._experiment.reader.names.index(response)
        column: np.ndarray[tuple[int], np.dtype[np.float64]] = self.results.means[:, place]
        return column

    @cached_property
    def metamodels(self) -> dict[str, list[Metamodel]]:
        """By response, the better one first."""
        matrix = self.inputs.matrix
        found = {name: metamodels(matrix, self.values(name), self._seed) for name in self.responses}
        return {name: models for name, models in found.items() if models}

    @cached_property
    def trees(self) -> dict[str, Tree]:
        """By response, where anything divides the points."""
        found = {
            name: grow_tree(self.inputs, self.values(name), self._seed) for name in self.responses
        }
        return {name: tree for name, tree in found.items() if tree is not None}

    @cached_property
    def discovery(self) -> Discovery | None:
        """Under which conditions the points of interest come about.

        None for few points that nobody asked about. Errors: `InputError`.
        """
        asked, count = self._experiment.entry.discover, len(self._experiment.points)
        if asked is None:
            if count < LEAST_FOR_BOXES:
                return None
            name = self.responses[0]
            values = self.values(name)
            bound = float(np.quantile(values, TOP))
            interesting, cases = values > bound, f"{name} > {number_words(bound)}"
            density = 0.8
        else:
            interesting, cases, density = self._interesting(asked.cases), asked.cases, asked.density
        boxes = find_boxes(self.inputs, interesting, density)
        return Discovery(cases, int(interesting.sum()), count, boxes)

    def _interesting(self, text: str) -> Bool:
        names = self._experiment.reader.names
        formula = read_formula(text, "discover: cases", names)
        found = []
        for point, row in enumerate(self.results.means):
            values: dict[str, Value] = dict(zip(names, map(float, row), strict=True))
            try:
                found.append(bool(formula.value(values)))
            except (ArithmeticError, ValueError, TypeError) as error:
                where = f"{text} at point {point + 1}"
                raise InputError.at("discover: cases", where, f"a value ({error})") from None
        return np.array(found, dtype=bool)

    @cached_property
    def choices(self) -> dict[str, Choices]:
        """By response the table of decisions against what is uncertain."""
        decided = [factor.entry.decided for factor in self._experiment.factors]
        better = self._experiment.entry.better
        found = {
            name: weigh_choices(
                self._experiment.points, decided, self.values(name), better.get(name, "high")
            )
            for name in self._experiment.reader.names
        }
        return {name: choices for name, choices in found.items() if choices is not None}

    def tables(self) -> Iterator[Table]:
        """All of it, for people."""
        for response, choices in self.choices.items():
            yield self._choices_table(response, choices)
        if self.metamodels:
            yield self._models_table()
        for response, tree in self.trees.items():
            rows = [
                [" and ".join(group.conditions), str(group.points), number_words(group.mean)]
                for group in sorted(tree.groups, key=lambda one: -one.mean)
            ]
            title = f"{response}: groups (Q² {tree.explained:.2f})"
            yield Table(title, ["where", "points", "mean"], rows)
        if self.discovery is not None and self.discovery.boxes:
            yield boxes_table(self.discovery)

    def _models_table(self) -> Table:
        rows = [
            [response, model.name, f"{model.explained:.2f}", number_words(model.error)]
            for response, models in self.metamodels.items()
            for model in models
        ]
        heads = ["response", "model", "Q²", "error"]
        return Table("Metamodels, judged at points that they had not seen", heads, rows, 2)

    def _choices_table(self, response: str, choices: Choices) -> Table:
        form = "{:.1%}".format if self._experiment.reader.is_rate(response) else number_words
        rows = [
            [
                self.choice_words(one),
                *(form(v) for v in (one.expected, one.worst, one.most_regret, one.mean_regret)),
                f"{one.best_at} of {choices.states}",
            ]
            for one in choices.choices[:MOST_ROWS]
        ]
        heads = ["decision", "expected", "worst case", "most regret", "mean regret", "best at"]
        return Table(f"{response}: decisions ({choices.better} is better)", heads, rows)

    def choice_words(self, choice: Choice) -> str:
        """The levels of a decision."""
        names = [factor.name for factor in self._experiment.factors if factor.entry.decided]
        pairs = zip(names, choice.levels, strict=True)
        return ", ".join(f"{name} {level_text(level)}" for name, level in pairs)

    def document(self) -> dict[str, Json]:
        """All of it as JSON."""
        found = self.discovery
        return {
            "metamodels": {
                response: {
                    one.name: {"q2": _rounded(one.explained), "error": _rounded(one.error)}
                    for one in models
                }
                for response, models in self.metamodels.items()
            },
            "trees": {
                response: {
                    "q2": _rounded(tree.explained),
                    "error": _rounded(tree.error),
                    "groups": [
                        {
                            "conditions": list(one.conditions),
                            "points": one.points,
                            "mean": _rounded(one.mean),
                        }
                        for one in tree.groups
                    ],
                }
                for response, tree in self.trees.items()
            },
            "discovery": None if found is None else _discovery_document(found),
            "choices": {
                response: [self._choice_document(one) for one in choices.choices]
                for response, choices in self.choices.items()
            },
        }

    def _choice_document(self, one: Choice) -> dict[str, Json]:
        names = [factor.name for factor in self._experiment.factors if factor.entry.decided]
        return {
            "decision": dict(zip(names, one.levels, strict=True)),
            "expected": _rounded(one.expected),
            "worst": _rounded(one.worst),
            "most_regret": _rounded(one.most_regret),
            "mean_regret": _rounded(one.mean_regret),
            "best_at": one.best_at,
        }


def boxes_table(found: Discovery) -> Table:
    """The boxes of a scenario discovery."""
    rows = [
        [
            " and ".join(limit.words for limit in box.limits),
            f"{box.interesting} of {box.points}",
            f"{box.density:.0%}",
            f"{box.coverage:.0%}",
            f"{max(limit.p for limit in box.limits):.2g}",
        ]
        for box in found.boxes
    ]
    title = f"Where {found.cases} ({found.interesting} of {found.points} points)"
    return Table(title, ["where", "points", "density", "coverage", "p of the weakest limit"], rows)


def _discovery_document(found: Discovery) -> dict[str, Json]:
    return {
        "cases": found.cases,
        "interesting": found.interesting,
        "points": found.points,
        "boxes": [
            {
                "limits": [
                    {
                        "factor": one.factor,
                        "low": one.low,
                        "high": one.high,
                        "levels": list(one.levels),
                        "p": one.p,
                    }
                    for one in box.limits
                ],
                "points": box.points,
                "density": _rounded(box.density),
                "coverage": _rounded(box.coverage),
            }
            for box in found.boxes
        ],
    }


def _rounded(value: float) -> float:
    return round(value, DIGITS)
