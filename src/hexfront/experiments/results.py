"""What an experiment has found, as tables for people and as a document for programs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from hexfront.core.documents.strictjson import Json
from hexfront.experiments.analysis import (
    Effects,
    Index,
    Pairs,
    fit_effects,
    morris_indices,
    sobol_indices,
)
from hexfront.experiments.designs import Float
from hexfront.experiments.factors import level_text
from hexfront.experiments.numbers import number_words
from hexfront.experiments.playing import Bounds, Outcome
from hexfront.study.reports.report import Table

DIGITS = 6
MOST_ROWS = 40
"""Of a table of points on the screen; files and JSON have all of them."""


class Results:
    """The figures of an experiment that has been played."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self._experiment = outcome.experiment
        self._entry = self._experiment.entry
        self._names = [factor.name for factor in self._experiment.factors]
        self._responses = self._experiment.reader.names

    @cached_property
    def means(self) -> Float:
        """(points, responses)"""
        rows = [[mean.mean for mean in point.means] for point in self.outcome.points]
        return np.array(rows, dtype=np.float64)

    @cached_property
    def effects(self) -> dict[str, Effects]:
        """By response the effects of factors whose values have an order."""
        ordered = [
            number
            for number, factor in enumerate(self._experiment.factors)
            if factor.is_number or len(factor.levels) == 2
        ]
        points = _from_end_to_end(self._experiment.design.points[:, ordered])
        names = [self._names[number] for number in ordered]
        found = {}
        for place, response in enumerate(self._responses):
            values = self.means[:, place]
            fitted = fit_effects(points, names, values, self._entry.confidence) if names else None
            if fitted is not None:
                found[response] = fitted if self._experiment.has_spread else fitted.without_bounds
        return found

    @cached_property
    def indices(self) -> dict[str, list[Index]]:
        """By response the indices of the design's own analysis; none for most designs."""
        design, entry = self._experiment.design, self._entry
        if design.kind != "morris":
            return {response: indices for response, (indices, _) in self._sobol.items()}
        levels, seed = max(entry.design.levels, 4), entry.seed % 2**32
        return {
            response: morris_indices(
                self._names, design, levels, self.means[:, place], entry.confidence, seed
            )
            for place, response in enumerate(self._responses)
        }

    @property
    def pairs(self) -> dict[str, Pairs]:
        """By response the Sobol' indices of pairs of factors; none unless asked for."""
        return {response: pairs for response, (_, pairs) in self._sobol.items() if pairs}

    @cached_property
    def _sobol(self) -> dict[str, tuple[list[Index], Pairs]]:
        entry = self._entry
        if self._experiment.design.kind != "saltelli":
            return {}
        return {
            response: sobol_indices(
                self._names,
                self.means[:, place],
                entry.confidence,
                entry.seed % 2**32,
                second_order=entry.design.second_order,
            )
            for place, response in enumerate(self._responses)
        }

    def tables(self) -> Iterator[Table]:
        """The points with the means of responses, and what the design says of its factors."""
        yield self._points_table()
        for response, effects in self.effects.items():
            if self._experiment.design.kind not in ("morris", "saltelli"):
                yield _effects_table(response, effects)
        for response, indices in self.indices.items():
            yield _indices_table(response, indices, self._experiment.design.kind)
        for response, pairs in self.pairs.items():
            ordered = sorted(pairs.items(), key=lambda one: -one[1][0])[:MOST_ROWS]
            rows = [[" × ".join(two), f"{s:.3f} ± {spread:.3f}"] for two, (s, spread) in ordered]
            yield Table(f"{response}: parts of pairs", ["factors", "together (S)"], rows, 1)

    def _points_table(self) -> Table:
        rows = [self._point_row(point) for point in range(len(self.outcome.points))]
        title = "Points"
        if len(rows) > MOST_ROWS:
            title = f"Points: the first {MOST_ROWS} of {len(rows)}"
        headings = [*self._names, "games", *self._responses]
        return Table(title, headings, rows[:MOST_ROWS], 0)

    def _point_row(self, point: int) -> list[str]:
        levels = map(level_text, self._experiment.points[point])
        values = [self._words(point, place) for place in range(len(self._responses))]
        return [*levels, str(self.outcome.points[point].games), *values]

    def _words(self, point: int, response: int) -> str:
        mean = self.outcome.points[point].means[response].mean
        bounds = self.outcome.interval(point, response)
        return (
            number_words(mean)
            if bounds is None
            else f"{number_words(mean)} ({number_words(bounds[0])} to {number_words(bounds[1])})"
        )

    def document(self) -> dict[str, Json]:
        """The figures as JSON."""
        experiment, design = self._experiment, self._experiment.design
        return {
            "system": experiment.system.name,
            "title": self._entry.title,
            "agents": list(experiment.agents),
            "design": {
                "kind": design.kind,
                "points": len(experiment.points),
                "left_out": experiment.left_out,
                "correlation": _rounded(design.correlation),
                "condition": _rounded(design.condition),
            },
            "games": self.outcome.games,
            "digest": self.outcome.digest,
            "points": [self._point_document(point) for point in range(len(experiment.points))],
            "effects": {
                response: {
                    "middle": _rounded(effects.middle),
                    "explained": _rounded(effects.explained),
                    "factors": {
                        " * ".join(one.names): {
                            "effect": _rounded(one.size),
                            "low": _rounded(one.low),
                            "high": _rounded(one.high),
                        }
                        for one in effects.effects
                    },
                }
                for response, effects in self.effects.items()
            },
            "indices": {
                response: {one.name: _index_document(one, design.kind) for one in indices}
                for response, indices in self.indices.items()
            },
            "pairs": {
                response: {
                    " * ".join(two): {"second": _rounded(s), "second_spread": _rounded(spread)}
                    for two, (s, spread) in pairs.items()
                }
                for response, pairs in self.pairs.items()
            },
        }

    def _point_document(self, point: int) -> dict[str, Json]:
        responses: dict[str, Json] = {}
        for place, name in enumerate(self._responses):
            bounds: Bounds | tuple[None, None] = self.outcome.interval(point, place) or (None, None)
            responses[name] = {
                "mean": _rounded(float(self.means[point, place])),
                "low": _rounded(bounds[0]),
                "high": _rounded(bounds[1]),
            }
        return {
            "levels": dict(zip(self._names, self._experiment.points[point], strict=True)),
            "games": self.outcome.points[point].games,
            "responses": responses,
        }


def _from_end_to_end(points: Float) -> Float:
    """Columns whose least place is 0 and whose greatest is 1: levels stand inside of a design."""
    low, high = points.min(axis=0), points.max(axis=0)
    found: Float = np.where(high > low, (points - low) / np.where(high > low, high - low, 1), 0.5)
    return found


def _rounded(value: float | None) -> float | None:
    return None if value is None or not np.isfinite(value) else round(value, DIGITS)


def _signed(value: float) -> str:
    """With a sign; what is nothing but rounding is 0."""
    return number_words(round(value, DIGITS), "+")


def _effects_table(response: str, effects: Effects) -> Table:
    ordered = sorted(effects.effects, key=lambda one: -abs(one.size))
    rows = []
    for one in ordered:
        bounds = "–"
        if one.low is not None and one.high is not None:
            bounds = f"{_signed(one.low)} to {_signed(one.high)}"
        rows.append([" × ".join(one.names), _signed(one.size), bounds])
    title = (
        f"{response}: from low to high, R² {effects.explained:.2f}, "
        f"{number_words(effects.middle)} in the middle"
    )
    return Table(title, ["factor", "effect", "interval"], rows[:MOST_ROWS], 1)


def _indices_table(response: str, indices: list[Index], kind: str) -> Table:
    rows = []
    for one in sorted(indices, key=lambda one: -max(one.first, one.total)):
        total = f"{one.total:.3f}"
        if one.total_spread is not None:
            total += f" ± {one.total_spread:.3f}"
        rows.append([one.name, f"{one.first:.3f} ± {one.first_spread:.3f}", total])
    if kind == "morris":
        return Table(f"{response}: elementary effects", ["factor", "μ*", "σ"], rows, 1)
    title = f"{response}: parts of its variance"
    return Table(title, ["factor", "alone (S)", "with others (ST)"], rows, 1)


def _index_document(one: Index, kind: str) -> dict[str, Json]:
    names = ("mu_star", "sigma") if kind == "morris" else ("first", "total")
    found: dict[str, Json] = {
        names[0]: _rounded(one.first),
        f"{names[0]}_spread": _rounded(one.first_spread),
        names[1]: _rounded(one.total),
    }
    if one.total_spread is not None:
        found[f"{names[1]}_spread"] = _rounded(one.total_spread)
    return found
