"""Maps of hexes with real geography: read, and checked whether their parts fit together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from hexfront.core.documents.strictjson import Json, pointer
from hexfront.core.documents.stricttoml import read_document
from hexfront.core.scenario import Reading, check_form
from hexfront.hex.coordinates import Hex, distance, neighbour
from hexfront.hex.numbering import LabelError
from hexfront.mechanics.hexmap_layers import hexmap_lists
from hexfront.mechanics.hexmap_model import CLOSED, SEA, HexEntry, HexMap

_LAND: Final = "a land hex of the map"


def read_hexmap(path: Path) -> HexMap:
    """The map in a file, .toml or .json. Errors: `InputError` with every problem."""
    return load_hexmap(read_document(path), path.parent, str(path))


def load_hexmap(document: Json, folder: Path | None, place: str) -> HexMap:
    """A map from a document; it refers to no other file, so `folder` is not used.

    Errors: `InputError` with every problem, each with its JSON pointer.
    """
    reading = Reading()
    document = reading.expanded(document, hexmap_lists("", document), place)
    hexmap, beside = check_form(HexMap, document, place, reading)
    if hexmap is not None:
        _Check(hexmap, place, beside).all()
    return reading.finish(hexmap)


class _Check:
    """The parts of a map against each other."""

    def __init__(self, hexmap: HexMap, place: str, reading: Reading) -> None:
        self.map, self.place, self.reading = hexmap, place, reading
        self.hexes: dict[str, Hex] = {}
        for label in hexmap.hex:
            try:
                column, row = hexmap.numbering.parse(label)
            except LabelError as error:
                self.report(label, error.expected, "hex", label)
            else:
                self.hexes[label] = hexmap.offset.to_axial(column, row)
        self.labels = {hex_: label for label, hex_ in self.hexes.items()}

    def report(self, found: object, expected: str, *at: str | int) -> None:
        self.reading.report(f"{self.place}: {pointer(*at)}", found, expected)

    def is_land(self, label: str) -> bool:
        return label in self.hexes and self.map.hex[label].terrain not in (SEA, CLOSED)

    def all(self) -> None:
        for label in self.hexes:
            self.hex_entry(label, self.map.hex[label])
        self.sides(self.map.straits, "straits")
        for number, river in enumerate(self.map.river):
            self.sides(river.sides, "river", number, "sides")
            self.chain(river.sides, "river", number, "sides")
        for kind in ("road", "rail", "ferry"):
            for number, way in enumerate(getattr(self.map, kind)):
                self.path(way.path, kind, number, "path")
        for number, place in enumerate(self.map.place):
            self.named_place(number, place.hex, place.seas)
        names = ((f"{self.place}: /place/{n}/name", p.name) for n, p in enumerate(self.map.place))
        self.reading.once(names, "each name once")
        for number, edge in enumerate(self.map.edge):
            for at, label in enumerate(edge.hexes):
                if not self.is_land(label):
                    self.report(label, _LAND, "edge", number, "hexes", at)

    def hex_entry(self, label: str, entry: HexEntry) -> None:
        known = self.map.direction_names
        for number, side in enumerate(entry.coast):
            if side not in known:
                self.report(side, f"one of: {', '.join(known)}", "hex", label, "coast", number)
        facing = tuple(known[d] for d in self.sea_sides(label)) if entry.terrain != SEA else ()
        if not set(entry.coast) <= set(facing) and set(entry.coast) <= set(known):
            expected = f"the sides towards sea: {', '.join(facing) or 'none'}"
            self.report(", ".join(entry.coast), expected, "hex", label, "coast")

    def sea_sides(self, label: str) -> Iterator[int]:
        for direction in range(6):
            there = self.labels.get(neighbour(self.hexes[label], direction))
            if there is not None and self.map.hex[there].terrain == SEA:
                yield direction

    def sides(self, sides: Sequence[tuple[str, str]], *at: str | int) -> None:
        for number, (one, other) in enumerate(sides):
            strangers = [label for label in (one, other) if not self.is_land(label)]
            for label in strangers:
                self.report(label, _LAND, *at, number)
            if not strangers and distance(self.hexes[one], self.hexes[other]) != 1:
                self.report(f"{one}, {other}", "two hexes with a side in common", *at, number)

    def chain(self, sides: Sequence[tuple[str, str]], *at: str | int) -> None:
        """Each side of a river meets the one before in a corner, and comes once."""
        seen: set[frozenset[str]] = set()
        for number, side in enumerate(sides):
            if frozenset(side) in seen:
                self.report(", ".join(side), "each side once", *at, number)
            seen.add(frozenset(side))
            if number and not self.meet(sides[number - 1], side):
                before = " and ".join(sides[number - 1])
                expected = f"a side that meets the one between {before} in a corner"
                self.report(", ".join(side), expected, *at, number)

    def meet(self, one: Iterable[str], other: Iterable[str]) -> bool:
        """Whether two sides share a corner: then they part three hexes, all beside each other."""
        three = {*one, *other}
        if not three <= set(self.hexes):
            return True  # told already
        centres = [self.hexes[label] for label in three]
        return len(centres) == 3 and all(distance(a, b) <= 1 for a in centres for b in centres)

    def path(self, path: Sequence[str], *at: str | int) -> None:
        for number, label in enumerate(path):
            before = path[max(number - 1, 0)]
            if not self.is_land(label):
                self.report(label, _LAND, *at, number)
            elif (
                number
                and before in self.hexes
                and distance(self.hexes[before], self.hexes[label]) != 1
            ):
                self.report(label, f"a hex beside {before}", *at, number)

    def named_place(self, number: int, label: str, seas: Sequence[str]) -> None:
        if not self.is_land(label):
            self.report(label, _LAND, "place", number, "hex")
            return
        known = self.map.hex[label].seas
        for at, sea in enumerate(seas):
            if sea not in known:
                expected = f"a sea beside {label}: {', '.join(known) or 'none'}"
                self.report(sea, expected, "place", number, "seas", at)
