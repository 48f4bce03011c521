"""Curves of a war file, brought to the points that a deck has room for (IDX-5.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexfront.systems.idahex.warfile.curves import merge
from hexfront.systems.idahex.warfile.labels import build
from hexfront.systems.idahex.warfile.reader import WarReader
from hexfront.systems.idahex.warfile.tables import (
    FORMULA,
    GRIDS,
    SIDES,
    SPEED_POINTS,
    CurveField,
    Grid,
    Steps,
    pick,
)


class CurveReader:
    """Reads all curves of a war."""

    def __init__(self, reader: WarReader) -> None:
        self.reader = reader
        self.labels = reader.labels
        self.values = reader.values
        self.trees = {curve.others: reader.trees(curve) for grid in GRIDS for curve in grid.curves}

    def read(self) -> None:
        """The values of all functions, and the points at which they are given."""
        for grid in GRIDS:
            self._grid(grid)
        self._front()

    def _grid(self, grid: Grid) -> None:
        if not grid.is_by_side:
            self.values[grid.at] = self._merge(grid, None)
            return
        self.values[grid.at] = [self._merge(grid, side) for side in (0, 1)]

    def _merge(self, grid: Grid, side: int | None) -> list[float]:
        """The points of a grid, and the values of all its curves at them."""
        found: list[tuple[CurveField, Sequence[int], Any]] = []
        for curve in grid.curves:
            self._gather(curve, side, found)
        is_from_zero = bool(grid.curves[0].first)
        count = grid.points + is_from_zero
        given = [points for _, _, points in found if points]
        # A curve that is left out is level, and needs no point of its own
        start = 0.0 if is_from_zero else min((points[0][0] for points in given), default=0.0)
        curves = [points or [[start, curve.default or 0.0]] for curve, _, points in found]
        merged = merge(curves, count, from_zero=is_from_zero)
        if merged is None:
            self._too_many(grid, side, count)
            return [0.0] * grid.points
        for (curve, places, _), row in zip(found, merged.values, strict=True):
            self._put(curve, places, row)
        return merged.at[1:] if is_from_zero else merged.at

    def _gather(
        self,
        curve: CurveField,
        side: int | None,
        found: list[tuple[CurveField, Sequence[int], Any]],
    ) -> None:
        """All curves of a variable, or one side's, and where they stand in it."""
        trees = self.trees[curve.others]

        def leaf(places: Sequence[int], at: int, own: int, names: tuple[str, ...]) -> None:
            if side is not None and at != side:
                return
            points = trees[at, own]
            for name in names:
                points = points.get(name) if points else None
            steps = (*self.labels.steps(curve.owner, at, own), *curve.key, *names)
            self._check_points(steps, points or ())
            found.append((curve, places, points))

        for name in (curve.first, curve.others):
            if name and name not in self.values:
                self.values[name] = build(curve, self.labels, lambda *_: None)
        build(curve, self.labels, leaf)

    def _put(self, curve: CurveField, places: Sequence[int], row: list[float]) -> None:
        if curve.first:
            table: Any = pick(self.values[curve.first], tuple(places[:-1]))
            table[places[-1]] = row[0]
            row = row[1:]
            if curve.default == FORMULA and table[places[-1]] < 0:
                # The formula holds, and nothing looks at the rest
                row = [max(0.0, value) for value in row]
        table = pick(self.values[curve.others], tuple(places[:-1]))
        table[places[-1]] = row

    def _check_points(self, steps: Steps, points: Any) -> None:
        """Points stand from left to right."""
        for n in range(1, len(points)):
            if points[n][0] < points[n - 1][0]:
                expected = f"at least the one before, which is {points[n - 1][0]:g}"
                self.reader.report((*steps, n, 0), points[n][0], expected)

    def _too_many(self, grid: Grid, side: int | None, count: int) -> None:
        curve = grid.curves[0]
        steps = (*(() if side is None else (SIDES[side],)), *curve.key)
        steps = ("types",) if curve.owner == "type" else steps
        found = f"<more than {count} different x>"
        self.reader.report(steps, found, f"at most {count} over all curves of this kind: {grid.at}")

    def _front(self) -> None:
        v = self.values
        found: list[tuple[int, tuple[int, int]]] = []
        curves = []
        for side, name in enumerate(SIDES):
            for n, entry in enumerate(self.reader.document[name]["front"]):
                steps = (name, "front", n)
                one = self.reader.posture((*steps, "attack"), entry["attack"]) or 0
                other = self.reader.posture((*steps, "against"), entry["against"]) or 0
                if not 40 <= one <= 49:
                    self.reader.report((*steps, "attack"), one, "an attack posture, 40 to 49")
                if not 10 <= other <= 29:
                    expected = "a hold or disengagement posture, 10 to 29"
                    self.reader.report((*steps, "against"), other, expected)
                if (side, (one, other)) in found:
                    self.reader.report(steps, f"<{one} against {other}>", "each pair once")
                self._check_points((*steps, "speed"), entry["speed"])
                found.append((side, (one, other)))
                curves.append(entry["speed"])
        merged = merge(curves, SPEED_POINTS + 1, from_zero=True)
        if merged is None:
            found_text = f"<more than {SPEED_POINTS + 1} different x>"
            expected = f"at most {SPEED_POINTS + 1} over all curves of both fronts: vfeba.fr"
            self.reader.report(("red", "front"), found_text, expected)
            return
        v["vfeba.fr"] = merged.at[1:]
        v["vfeba.f0"], v["vfeba.f"] = [{}, {}], [{}, {}]
        for (side, pair), row in zip(found, merged.values, strict=True):
            v["vfeba.f0"][side][pair] = row[0]
            v["vfeba.f"][side][pair] = row[1:]
