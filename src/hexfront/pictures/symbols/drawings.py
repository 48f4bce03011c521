"""Drawings that stand inside the frame of a symbol."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hexfront.pictures.svg import number
from hexfront.pictures.symbols.frames import Frame

INK: Final = "#000"
Part = dict[str, Any]
"""A part of a shape: the data of a path with what it is filled and stroked with, or a text.

A stroke without a `width` is as wide as the symbol's own. `move` holds the point that the part
stands around, and its scale.
"""
Icon = Callable[[Frame], list[Part]]
"""A drawing that may depend on the frame."""


def line(data: str) -> Icon:
    """Strokes."""
    return lambda frame: [{"path": data, "stroke": INK}]


def solid(data: str) -> Icon:
    """A filled shape."""
    return lambda frame: [{"path": data, "fill": INK}]


def text(words: str, y: float = 100, size: float | None = None, x: float = 100) -> Icon:
    """Bold letters around a point, smaller the more there are."""
    size = size or {1: 45, 2: 45, 3: 39}.get(len(words), 33)
    part = {"text": words, "x": x, "y": round(y + 0.33 * size, 2), "size": size, "fill": INK}
    return lambda frame: [part]


def circle(x: float, y: float, r: float) -> str:
    """A circle as data of a path."""
    r_, d = number(r), number(2 * r)
    return f"M{number(x - r)} {number(y)}a{r_} {r_} 0 1 1 {d} 0a{r_} {r_} 0 1 1-{d} 0z"


def disc(x: float, y: float, r: float) -> Icon:
    """A disc."""
    return lambda frame: [{"path": circle(x, y, r), "fill": INK, "stroke": INK}]


def rings(r: float, *centres: tuple[float, float]) -> Icon:
    """Rings of one size."""
    return line("".join(circle(x, y, r) for x, y in centres))


def all_of(*icons: Icon) -> Icon:
    """Several drawings as one."""
    return lambda frame: [part for icon in icons for part in icon(frame)]


def _slash(frame: Frame) -> list[Part]:
    left, top, right, bottom = frame.box
    return line(f"M{left} {bottom}L{right} {top}")(frame)


def _cross(frame: Frame) -> list[Part]:
    left, top, right, bottom = frame.box
    return line(f"M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}")(frame)


def _tent(frame: Frame) -> list[Part]:
    """The anti-tank mark, from the lower corners to the top."""
    left, _, right, bottom = frame.box
    return line(f"M{left} {bottom}L100 {frame.top + 3}L{right} {bottom}")(frame)


def _upright(frame: Frame) -> list[Part]:
    return line(f"M100 {frame.top}V{frame.bottom}")(frame)


def _level(frame: Frame) -> list[Part]:
    return line(f"M{frame.left} 100H{frame.right}")(frame)


def _wall(frame: Frame) -> list[Part]:
    top, bottom = frame.wall
    return line(f"M55 {top}V{bottom}")(frame)


def _lightning(frame: Frame) -> list[Part]:
    left, top, right, bottom = frame.box
    return line(f"M{left} {top}L100 110V90L{right} {bottom}")(frame)


def _dome(frame: Frame) -> list[Part]:
    left, low, rise = frame.arch
    high = low - rise
    return line(f"M{left} {low}C{left} {high} {200 - left} {high} {200 - left} {low}")(frame)


def _floor(frame: Frame) -> list[Part]:
    """The line of supply."""
    left, right = frame.chord
    return line(f"M{left} 120H{right}")(frame)


def ceiling(frame: Frame) -> list[Part]:
    """A line across the upper part."""
    left, right = frame.chord
    return line(f"M{left} 80H{right}")(frame)


def _notched_floor(frame: Frame) -> list[Part]:
    left, right = frame.chord
    return line(f"M{left} 120H85L100 135 115 120H{right}")(frame)


def _waves(frame: Frame) -> list[Part]:
    """Water from side to side, at half height."""
    wide = frame.right - frame.left > 140 and frame.box[0] == frame.left
    if wide or frame.box[0] == frame.left:
        count = 8 if wide else 6
        step = number((frame.right - frame.left) / count)
        start, up, ends = f"M{frame.left} {90 if wide else 110}", not wide, ("", "")
    else:
        stub = 43.7 - frame.left - 3
        count, step, up = 6, "18.8", True
        start = f"M{number(frame.left + 3)} 95"
        ends = f"c10 0 0 15 {number(stub)} 15", f"c{number(stub)} 0 2-15 {number(stub)}-15"
    halves = "".join(
        f"c{step} 0 0{'-20' if (i % 2 == 0) == up else ' 20'} {step}"
        f"{'-20' if (i % 2 == 0) == up else ' 20'}"
        for i in range(count)
    )
    return line(start + ends[0] + halves + ends[1])(frame)


def anchor(x: float, y: float, size: float) -> Icon:
    """An anchor around a point; at size 1 it is 35 high."""
    data = "M0-15m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0M-15-10H15M0-10V20M-14 10Q-8 19 0 20 8 19 14 10"
    flukes = "M-17 15-16 5-8 11zM17 15 16 5 8 11z"
    drawn = all_of(line(data), solid(flukes))
    return lambda frame: [{**part, "move": [x, y, size]} for part in drawn(frame)]


ICONS: Final[dict[str, Icon]] = {
    "cross": _cross,
    "slash": _slash,
    "tent": _tent,
    "upright": _upright,
    "level": _level,
    "wall": _wall,
    "lightning": _lightning,
    "dome": _dome,
    "floor": _floor,
    "ceiling": ceiling,
    "notch": _notched_floor,
    "waves": _waves,
    "capsule": line("M75 80H125C150 80 150 120 125 120H75C50 120 50 80 75 80z"),
    "inner cross": line("M70 80 130 120M70 120 130 80"),
    "gun": disc(100, 100, 15),
    "rotor": solid("M60 85 100 100 140 85V115L100 100 60 115z"),
    "wing": solid("M100 100 130 88c15 0 15 24 0 24L100 100 70 112c-15 0-15-24 0-24z"),
    "propeller": solid(
        "M100 100 116 108C128 108 128 92 116 92L84 108C72 108 72 92 84 92z"
        "M100 100 90 80H110L90 120H110z"
    ),
    "tower": all_of(
        solid("M60 85 100 100 140 85V115L100 100 60 115z"),
        disc(100, 87.5, 7.5),
        line("M100 95V120"),
    ),
    "drone": solid("M60 84 100 105 140 84V93L100 116 60 93z"),
    "missile": line("M100 83V120M90 120V90C90 80 110 80 110 90V120"),
    "mortar": all_of(line("M100 110V81M90 90 100 80 110 90"), rings(5, (100, 115))),
    "low track": line("M90 125H110C120 125 120 140 110 140H90C80 140 80 125 90 125z"),
    "low wheels": all_of(line("M60 120H140"), rings(5, (65, 125), (135, 125))),
    "towed": all_of(line("M82 130H118"), rings(7, (75, 130), (125, 130))),
    "triangle": line("M100 80 122 118H78z"),
    "full triangle": solid("M100 80 124 120H76z"),
    "retorts": all_of(
        line("M74 120C74 105 88 87 139 84M126 120C126 105 112 87 61 84"),
        disc(65, 90, 6),
        disc(135, 90, 6),
    ),
    "shield": solid("M85 80H115V105L100 120 85 105z"),
    "bridge": line("M60 118V83H140V118M100 83V110"),
    "small bridge": line("M75 110V90H125V110M100 90V105"),
    "wrench": line("M70 90C80 90 80 110 70 110M80 100H120M130 90C120 90 120 110 130 110"),
    "wheel": all_of(line("M100 82V118M83 91 117 109M83 109 117 91"), rings(18.5, (100, 100))),
    "cartridge": line("M90 117V92C90 77 110 77 110 92V117M85 117H115"),
    "ticks": line("M70 90V110M130 90V110"),
    "parachute": line("M100 120 80 100C80 75 120 75 120 100L100 120M80 100H120"),
    "sight": line("M60 85H90M110 85H140M100 90V115"),
    "anchor": anchor(100, 99, 1),
    "carrier": solid("M80 80H100V100H120L100 120 80 100z"),
    "warship": solid("M96 80h8v6h16v5h-16v9h18l-22 20-22-20h18v-9H80v-5h16z"),
    "landing ship": solid("M90 80H110V100H120L100 120H120 100L80 100H90z"),
    "patrol boat": solid("M90 80H110V100H120L100 120 80 100H90z"),
}
