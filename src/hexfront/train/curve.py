"""How strong a run has been in its examinations: a table and a picture."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple


class Point(NamedTuple):
    """An examination."""

    minutes: float
    updates: int
    orders: int
    """That the sides have given in training."""
    training: tuple[float, ...]
    """The share of points of each side while training, since the examination before."""
    shares: Mapping[str, Sequence[float]]
    """By examiner, the share of points of each side."""

    def share(self, name: str) -> float:
        """The share of points against an examiner, of all sides together."""
        own = self.shares[name]
        return sum(own) / len(own)

    def line(self, sides: Sequence[str]) -> str:
        """As progress is told."""
        parts = [f"{self.minutes:6.1f} min  update {self.updates:5d}  {self.orders / 1e6:6.2f} M"]
        for name, own in self.shares.items():
            each = ", ".join(f"{s} {100 * p:.0f}" for s, p in zip(sides, own, strict=True))
            parts.append(f"{name}: {100 * self.share(name):5.1f} % ({each})")
        return "  ".join(parts)


def write_curve(folder: Path, sides: Sequence[str], curve: Sequence[Point]) -> None:
    """Write `curve.csv` and, with matplotlib, `curve.png`."""
    names = list(curve[-1].shares)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    columns = [f"{name} as {side}" for name in names for side in sides]
    trained = [f"training as {side}" for side in sides]
    table.writerow(["minutes", "updates", "orders", *trained, *columns])
    for point in curve:
        training = [f"{share:.4f}" for share in point.training] or [""] * len(sides)
        shares = [f"{share:.4f}" for name in names for share in point.shares[name]]
        row = [round(point.minutes, 3), point.updates, point.orders, *training, *shares]
        table.writerow(row)
    replace(folder / "curve.csv", text.getvalue().encode())
    _draw(folder, names, curve)


def _draw(folder: Path, names: Sequence[str], curve: Sequence[Point]) -> None:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return
    figure = Figure(figsize=(5, 3), layout="constrained")
    axes: Any = figure.subplots()
    minutes = [point.minutes for point in curve]
    for name in names:
        axes.plot(minutes, [100 * point.share(name) for point in curve], label=f"against {name}")
    axes.set(xlabel="minutes", ylabel="% of points, all sides", ylim=(0, 100))
    axes.legend()
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=100)
    replace(folder / "curve.png", picture.getvalue())


def replace(path: Path, data: bytes) -> None:
    """Write a file at once: whoever looks meanwhile sees the old one."""
    new = path.with_name(path.name + ".new")
    new.write_bytes(data)
    new.replace(path)
