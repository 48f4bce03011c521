"""Counters and arrows on a board."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Protocol

from hexfront.pictures.boards import Board, Place
from hexfront.pictures.palette import Palette
from hexfront.pictures.svg import NARROW, element, escape, number

SIZE = 116.0
"""The side of a counter, in hundredths of a hex's side."""


class CounterLike(Protocol):
    """One playing piece as a viewer knows it; `hexfront.core.contract.Counter` is one."""

    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def side(self) -> int: ...  # noqa: D102
    @property
    def place(self) -> str: ...  # noqa: D102
    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def sidc(self) -> str: ...  # noqa: D102
    @property
    def known(self) -> bool: ...  # noqa: D102
    @property
    def values(self) -> Mapping[str, int | float | str]: ...  # noqa: D102
    @property
    def badges(self) -> tuple[str, ...]: ...  # noqa: D102


class MarkLike(Protocol):
    """A drawing on the board; `hexfront.core.contract.Mark` is one."""

    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def places(self) -> tuple[str, ...]: ...  # noqa: D102


class PositionLike(Protocol):
    """What a viewer knows of counters and marks; `hexfront.core.contract.View` is one."""

    @property
    def counters(self) -> Sequence[CounterLike]: ...  # noqa: D102
    @property
    def marks(self) -> Sequence[MarkLike]: ...  # noqa: D102


def counters(board: Board, view: PositionLike) -> str:
    """The counters, those of one place shifted so that all can be seen."""
    stacks: dict[str, list[CounterLike]] = {}
    for counter in view.counters:
        if counter.place in board.places:
            stacks.setdefault(counter.place, []).append(counter)
    parts = []
    for label, stack in stacks.items():
        place = board.places[label]
        step = min(16.0, 40.0 / len(stack))
        for i, counter in enumerate(stack):
            shift = (i - (len(stack) - 1) / 2) * step
            at = f"translate({number(place.x + shift)} {number(place.y - shift)})"
            parts.append(element("g", card(counter, board.colour(counter.side)), transform=at))
    return element("g", *parts, font_family=NARROW, text_anchor="middle")


def card(counter: CounterLike, colour: str) -> str:
    """A counter around 0, 0."""
    half = SIZE / 2
    box = element(
        "rect", x=-half, y=-half, width=SIZE, height=SIZE, rx=13, fill=colour, stroke="#333",
        stroke_width=3,
    )  # fmt: skip
    if not counter.known:
        return box + element("text", "?", y=28, font_size=80, font_weight=700, fill="#fff")
    values = [str(v) for v in counter.values.values() if isinstance(v, (int, float))][:3]
    return (
        box
        + element("text", escape(counter.name), y=-40, font_size=17, fill="#fff")
        + element("text", escape("–".join(values)), y=52, font_size=30, fill="#fff")
    )


def arrows(board: Board, view: PositionLike, colours: Palette, *, attacks: bool) -> str:
    """The marks as arrows: attacks over the counters, everything else under them."""
    parts = []
    for mark in view.marks:
        points = [board.places[label] for label in mark.places if label in board.places]
        if (mark.kind == "attack") == attacks and len(points) > 1:
            colour = {"move": colours.move, "attack": colours.fight}.get(mark.kind)
            parts.append(_arrow(points, colour or colours.other_edge, colours.casing, attacks))
    return "".join(parts)


def _arrow(points: Sequence[Place], colour: str, casing: str, attack: bool) -> str:
    width, gap = (20.0, 50.0) if attack else (15.0, 10.0)
    last, before = points[-1], points[-2]
    angle = math.atan2(last.y - before.y, last.x - before.x)
    across, down = math.cos(angle), math.sin(angle)
    head = width * 2.4
    tip = last.x - across * gap, last.y - down * gap
    neck = tip[0] - across * head * 0.8, tip[1] - down * head * 0.8
    line = [(p.x, p.y) for p in points[:-1]] + [neck]
    shaft = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in line)
    wings = [
        (tip[0] + math.cos(angle + turn) * head, tip[1] + math.sin(angle + turn) * head)
        for turn in (2.5, -2.5)
    ]
    point = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in (tip, *wings)) + "z"
    parts = []
    for paint, extra in ((casing, 7.0), (colour, 0.0)):
        parts.append(
            element("path", d=shaft, fill="none", stroke=paint, stroke_width=width + extra)
            + element("path", d=point, fill=paint, stroke=paint, stroke_width=extra or None)
        )
    return element("g", *parts, stroke_linejoin="round", stroke_linecap="round", opacity=".95")
