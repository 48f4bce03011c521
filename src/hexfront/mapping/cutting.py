"""A part of a map of hexes as a map of its own, whose hexes keep their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.hex.coordinates import Orientation, neighbour
from hexfront.hex.layout import Layout
from hexfront.hex.numbering import LabelError
from hexfront.mapping.geometry import clipped
from hexfront.mechanics.hexmap import load_hexmap
from hexfront.mechanics.hexmap_model import SEA, HexMap

_CHAINS: Final = {"river": "sides", "road": "path", "rail": "path", "ferry": "path"}
_MARGIN: Final = 1.0
"""Sides of a hex by which coasts go on beyond the hexes."""


def cut_out(whole: HexMap, corner: str, opposite: str, *, name: str, title: str) -> HexMap:
    """The hexes between two corners, with all that lies in and between them.

    Ways and rivers that leave the part and come back become several.

    Args:
        whole: the map.
        corner: the number of a hex in the first column and row that are kept.
        opposite: the number of a hex in the last ones.
        name: of the part.
        title: of the part.

    Errors: `InputError` where a number is not one of the map, or nothing lies between them.
    """
    kept = _between(whole, corner, opposite)
    document: dict[str, Json] = whole.model_dump(mode="json", exclude_none=True)
    document |= {"name": name, "title": title}
    document["hex"] = {label: _entry(whole, label, kept) for label in sorted(kept)}
    document["straits"] = [side for side in document["straits"] if kept.issuperset(side)]
    for kind, key in _CHAINS.items():
        document[kind] = [
            {**entry, key: part}
            for entry in document[kind]
            for part in _parts(entry[key], kept, alone=key == "sides")
        ]
    document["place"] = [place for place in document["place"] if place["hex"] in kept]
    edges = [
        {**edge, "hexes": [label for label in edge["hexes"] if label in kept]}
        for edge in document["edge"]
    ]
    document["edge"] = [edge for edge in edges if edge["hexes"]]
    left, top, right, bottom = _box(whole, kept)
    document["label"] = [
        label
        for label in document["label"]
        if left < label["x"] < right and top < label["y"] < bottom
    ]
    document["shore"] = [
        {**shore, "points": points}
        for shore in document["shore"]
        if len(points := _inside(shore["points"], (left, top, right, bottom))) >= 3
    ]
    return load_hexmap(document, None, name)


def _between(whole: HexMap, corner: str, opposite: str) -> set[str]:
    """The numbers of the hexes that are kept."""
    ends = []
    for option, label in (("--from", corner), ("--to", opposite)):
        try:
            ends.append(whole.numbering.parse(label))
        except LabelError as error:
            raise InputError.at(option, label, error.expected) from error
    (left, top), (right, bottom) = ends
    kept = set()
    for label in whole.hex:
        column, row = whole.numbering.parse(label)
        if left <= column <= right and top <= row <= bottom:
            kept.add(label)
    if not kept:
        raise InputError.at("--to", opposite, f"a hex to the right of and below {corner}")
    return kept


def _entry(whole: HexMap, label: str, kept: set[str]) -> Json:
    """A hex, which has coast only towards sea that is kept."""
    entry = whole.hex[label]
    if entry.terrain != SEA:
        labels = {hex_: other for other, hex_ in whole.hexes.items() if other in kept}
        coast = {
            side: whole.hex[labels[beside]]
            for direction, side in enumerate(whole.direction_names)
            if side in entry.coast
            and (beside := neighbour(whole.hexes[label], direction)) in labels
        }
        seas = {name for beside in coast.values() for name in beside.seas}
        entry = entry.model_copy(
            update={
                "coast": tuple(side for side in entry.coast if side in coast),
                "seas": tuple(name for name in entry.seas if name in seas),
            }
        )
    return entry.model_dump(mode="json", exclude_defaults=True)


def _parts(chain: Sequence[Json], kept: set[str], *, alone: bool) -> Iterator[list[Json]]:
    """The pieces of a way, or of a river, that lie in the part; a way needs two hexes."""
    part: list[Json] = []
    for link in [*chain, None]:
        if link is not None and kept.issuperset(link if alone else [link]):
            part.append(link)
            continue
        if len(part) > (0 if alone else 1):
            yield part
        part = []


def _box(whole: HexMap, kept: set[str]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the hexes, in sides of a hex from the centre of hex 0101."""
    layout = Layout(Orientation(whole.orientation))
    first = layout.centre(whole.offset.to_axial(0, 0))
    spots = [layout.centre(whole.hexes[label]) for label in kept]
    across = [spot.x - first.x for spot in spots]
    down = [spot.y - first.y for spot in spots]
    return (
        min(across) - _MARGIN,
        min(down) - _MARGIN,
        max(across) + _MARGIN,
        max(down) + _MARGIN,
    )


def _inside(
    points: Sequence[Json], box: tuple[float, float, float, float]
) -> list[tuple[float, float]]:
    """What of an area lies in a box."""
    left, top, right, bottom = box
    ring = [(float(x), float(y)) for x, y in points]
    for a, b, c in ((-1, 0, -left), (1, 0, right), (0, -1, -top), (0, 1, bottom)):
        ring = clipped(ring, a, b, c)
    return [(round(x, 3), round(y, 3)) for x, y in ring]
