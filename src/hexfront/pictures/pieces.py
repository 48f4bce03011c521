"""Counters and arrows on a board."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hexfront.core.contract import Counter, View
from hexfront.pictures.areas import area_pieces
from hexfront.pictures.boards import Board, Place
from hexfront.pictures.holdings import ENGAGEMENT
from hexfront.pictures.land.hazard import CONTAMINATED, hazards
from hexfront.pictures.palette import Palette
from hexfront.pictures.svg import element, number
from hexfront.pictures.symbols.cards import TEXT, definitions, place_counter


def position(board: Board, view: View, colours: Palette, prefix: str, scale: float) -> str:
    """Counters and arrows: plans under the counters, attacks over them."""
    codes = sorted({counter.sidc for counter in view.counters if not counter.sign})
    sides = sorted({counter.side for counter in view.counters})
    return element(
        "g",
        definitions([(side, board.colour(side)) for side in sides], codes, prefix),
        hazards(board, view, colours, prefix, scale),
        _arrows(board, view, colours, attacks=False),
        _ghosts(board, view, prefix, codes, scale),
        _counters(board, view, prefix, codes, scale),
        area_pieces(board, view),
        _arrows(board, view, colours, attacks=True),
        **TEXT,
    )


def _counters(board: Board, view: View, prefix: str, codes: list[str], scale: float) -> str:
    """The counters, those of one place shifted so that all can be seen."""
    stacks: dict[str, list[Counter]] = {}
    for counter in view.counters:
        at = board.places.get(counter.place)
        small = at is not None and bool(at.outline) and bool(counter.sign)
        if at is not None and not small:
            stacks.setdefault(counter.place, []).append(counter)
    parts = []
    for label, stack in stacks.items():
        place = board.places[label]
        step = min(16.0, 40.0 / len(stack))
        for i, counter in enumerate(stack):
            shift = (i - (len(stack) - 1) / 2) * step
            x, y = place.x + shift, place.y - shift
            colour = board.colour(counter.side)
            parts.append(place_counter(counter, x, y, prefix, codes, scale=scale, colour=colour))
    return "".join(parts)


def _ghosts(board: Board, view: View, prefix: str, codes: list[str], scale: float) -> str:
    """Counters where their plan takes them."""
    counters = {counter.id: counter for counter in view.counters}
    ghosts = [
        place_counter(
            counters[mark.subject], place.x, place.y, prefix, codes, size=0.86, scale=scale
        )
        for mark in view.marks
        if mark.kind == "move" and mark.places and mark.subject in counters
        if (place := board.places.get(mark.places[-1]))
    ]
    return element("g", *ghosts, opacity=".5") if ghosts else ""


def _arrows(board: Board, view: View, colours: Palette, *, attacks: bool) -> str:
    """The marks as arrows: attacks over the counters, everything else under them."""
    parts = []
    for mark in view.marks:
        if mark.kind in (CONTAMINATED, ENGAGEMENT):
            continue
        points = [board.places[label] for label in mark.places if label in board.places]
        if (mark.kind == "attack") == attacks and len(points) > 1:
            colour = {"move": colours.move, "course": colours.move, "attack": colours.fight}.get(
                mark.kind
            )
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
