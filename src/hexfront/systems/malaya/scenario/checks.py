"""Whether the parts of a scenario fit together: places, ports, units, tables, stacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import Final

from hexfront.core.scenario import Reading
from hexfront.mechanics.hexmap_model import CLOSED, SEA
from hexfront.systems.malaya.scenario.model import BOXES, MAX_AIR, ScenarioFile, UnitEntry

PORT_KIND: Final = "port"
"""The kind of a place where ships call."""
AIRFIELD_KIND: Final = "airfield"
STRONG: Final = ("city", "fort")
"""Kinds of places that help a defender (MAL-23)."""


def check_parts(
    file: ScenarioFile,
    units: Sequence[tuple[int, UnitEntry]],
    map_known: bool,
    place: str,
    reading: Reading,
) -> None:
    """Report every part of a scenario that does not fit the others.

    The units come with their places in their file; where the map cannot be read at all,
    nothing is said about what names its places.
    """
    _Check(file, units, map_known, place, reading).all()


class _Check:
    """The parts of a scenario against each other."""

    def __init__(
        self,
        file: ScenarioFile,
        units: Sequence[tuple[int, UnitEntry]],
        map_known: bool,
        place: str,
        reading: Reading,
    ) -> None:
        self.file, self.place, self.reading = file, place, reading
        self.units, self.map_known = units, map_known
        self.hexes = {p.name: p.hex for p in file.map.place}
        self.edges = {edge.name: edge.hexes for edge in file.map.edge}
        self.harbours = {p.name: p.hex for p in file.map.place if PORT_KIND in p.kinds}
        self.abroad = {port.name: port.side for port in file.ports}

    def report(self, at: str, found: object, expected: str) -> None:
        self.reading.report(f"{self.place}: {at}", found, expected)

    def unknown(self, at: str, found: object, expected: str) -> None:
        """Report a name that nothing has."""
        self.reading.unknown(f"{self.place}: {at}", found, expected)

    def all(self) -> None:
        names = tuple(side.name for side in self.file.sides)
        if names != ("japan", "commonwealth"):
            self.report("/sides", ", ".join(names), "japan, commonwealth")
        self.calendar()
        self.terrain()
        self.tables()
        self.seas()
        self.places()
        self.ports()
        self.entries()
        for number, unit in self.units:
            self.unit(unit, f"/forces/units/{number}")
        self.names()
        self.stacks()

    def names(self) -> None:
        """Orders name options and units, so that no two may share a name (MAL-3, MAL-6)."""
        options = enumerate(self.file.options)
        names = ((f"{self.place}: /options/{n}/name", option.name) for n, option in options)
        self.reading.once(names, "each name once (MAL-3)")
        ids = ((f"{self.place}: /forces/units/{n}/id", unit.id) for n, unit in self.units)
        self.reading.once(ids, "each id once (MAL-6)")

    def calendar(self) -> None:
        """The first day is one, and the last one too (MAL-1)."""
        try:
            first = date.fromisoformat(self.file.first_day)
        except ValueError:
            self.report("/first_day", self.file.first_day, "a day of the calendar (MAL-1)")
            return
        days = self.file.turns * self.file.days
        if days > (date.max - first).days:
            expected = f"a day at least {days} days before the year 10000 (MAL-1)"
            self.report("/first_day", self.file.first_day, expected)

    def terrain(self) -> None:
        """Every kind of land has its row in the chart (MAL-9)."""
        for label, entry in self.file.map.hex.items():
            if entry.terrain not in (SEA, CLOSED) and entry.terrain not in self.file.terrain:
                known = ", ".join(self.file.terrain)
                at = f"/map/hex/{label}/terrain"
                self.unknown(at, entry.terrain, f"a terrain of the chart: {known} (MAL-9)")

    def tables(self) -> None:
        """The columns rise, and all rows are as long as they (MAL-22, MAL-23)."""
        columns = self.file.results.columns
        for number in range(1, len(columns)):
            low, high = columns[number - 1], columns[number]
            if low.attacker * high.defender >= high.attacker * low.defender:
                found = f"{high.attacker}-{high.defender}"
                expected = f"more than {low.attacker}-{low.defender}, the column before (MAL-23)"
                self.report(f"/results/columns/{number}", found, expected)
        for number, row in enumerate(self.file.results.rows):
            if len(row) != len(columns):
                expected = f"{len(columns)} entries, one a column (MAL-23)"
                self.report(f"/results/rows/{number}", f"<{len(row)} entries>", expected)
        defence = self.file.air.defence
        if len(defence) != len(columns):
            expected = f"{len(columns)} rows, one a column of the results (MAL-22)"
            self.report("/air/defence", f"<{len(defence)} rows>", expected)
        for number, weights in enumerate(defence):
            if not 1 <= len(weights) <= MAX_AIR + 1 or sum(weights) == 0:
                expected = f"1 to {MAX_AIR + 1} weights, not all 0 (MAL-22)"
                self.report(f"/air/defence/{number}", list(weights), expected)

    def known(self, at: str, name: str, *more: str) -> None:
        """A name must be that of a place, or one of some others."""
        if self.map_known and name not in self.hexes and name not in more:
            some = f"a place of the map{', or one of: ' + ', '.join(more) if more else ''}"
            self.unknown(at, name, some)

    def seas(self) -> None:
        """The two seas are two, and those of the map, or no ship would find its port (MAL-13)."""
        known = sorted({name for entry in self.file.map.hex.values() for name in entry.seas})
        east, west = self.file.seas.east, self.file.seas.west
        for key, name in (("east", east), ("west", west)):
            if self.harbours and name not in known:
                expected = f"a sea of the map: {', '.join(known) or 'none'} (MAL-13)"
                self.unknown(f"/seas/{key}", name, expected)
        if east == west:
            self.report("/seas", east, "two names (MAL-13)")

    def places(self) -> None:
        """What names places names some that there are."""
        file, edges = self.file, tuple(self.edges)
        self.known("/victory/place", file.victory.place)
        for number, name in enumerate(file.victory.places):
            self.known(f"/victory/places/{number}", name)
        for number, value in enumerate(file.victory.values):
            self.known(f"/victory/values/{number}/place", value.place)
        for side in ("japan", "commonwealth"):
            for number, name in enumerate(getattr(file.sources, side)):
                self.known(f"/sources/{side}/{number}", name, *edges)
        for number, name in enumerate(file.controlled):
            self.known(f"/controlled/{number}", name, *edges)
        shipping = file.shipping
        if self.map_known and shipping is not None and shipping.place not in self.harbours:
            expected = f"a port of the map: {', '.join(self.harbours) or 'none'} (MAL-13)"
            self.unknown("/shipping/place", shipping.place, expected)
        if file.victory.marginal < file.victory.decisive:
            expected = f"{file.victory.decisive} or more, the turn of a decisive victory (MAL-32)"
            self.report("/victory/marginal", file.victory.marginal, expected)
        if file.victory.down >= file.victory.up:
            expected = f"less than {file.victory.up}, the points that help Japan (MAL-32)"
            self.report("/victory/down", file.victory.down, expected)

    def ports(self) -> None:
        """A hex has one port at most, and those off the map have names of their own (MAL-13)."""
        harbours = [
            (f"{self.place}: /map/place/{number}/hex", named.hex)
            for number, named in enumerate(self.file.map.place)
            if PORT_KIND in named.kinds
        ]
        self.reading.once(harbours, "a hex without another port (MAL-13)")
        taken = [("", name) for name in {*self.harbours, *self.file.map.hex, *BOXES}]
        ports = [(f"{self.place}: /ports/{n}/name", p.name) for n, p in enumerate(self.file.ports)]
        self.reading.once(taken + ports, "a name of its own")

    def entries(self) -> None:
        """An entry is in one place, and no two are in the same (MAL-14)."""
        seen: set[str | None] = set()
        for number, entry in enumerate(self.file.entries):
            at = f"/entries/{number}"
            place = entry.place and self.hexes.get(entry.place)
            for name in self.edges.get(entry.edge or "", (entry.port or place,)):
                if name is not None and name in seen:
                    self.report(at, name, "a place where no other entry is (MAL-14)")
                    break
                seen.add(name)
            given = [name for name in (entry.edge, entry.place, entry.port) if name is not None]
            if len(given) != 1:
                self.report(at, ", ".join(given) or "nothing", "one of edge, place, port (MAL-14)")
            elif entry.edge is not None and self.map_known and entry.edge not in self.edges:
                known = ", ".join(self.edges) or "none"
                self.unknown(f"{at}/edge", entry.edge, f"an edge of the map: {known} (MAL-14)")
            elif entry.place is not None:
                self.known(f"{at}/place", entry.place)
            elif entry.port is not None and self.abroad.get(entry.port) != entry.side:
                mine = ", ".join(name for name, side in self.abroad.items() if side == entry.side)
                self.unknown(f"{at}/port", entry.port, f"a port off the map of its side: {mine}")

    def unit(self, unit: UnitEntry, at: str) -> None:
        """A unit begins somewhere, or comes at some time, and is whole when it does."""
        given = [name for name in ("start", "box", "arrives", "offered") if getattr(unit, name)]
        if len(given) != 1:
            expected = "one of start, box, arrives, offered (MAL-5, MAL-14)"
            self.report(at, ", ".join(given) or "nothing", expected)
        if unit.points and unit.offered is None:
            self.report(f"{at}/points", unit.points, "0 for a unit that is not offered (MAL-3)")
        if unit.stacking > self.file.numbers.stacking:
            expected = f"at most {self.file.numbers.stacking}, the limit of a hex (MAL-7)"
            self.report(f"{at}/stacking", unit.stacking, expected)
        if unit.box is not None and self.abroad.get(unit.box) != unit.side:
            mine = ", ".join(name for name, side in self.abroad.items() if side == unit.side)
            self.unknown(f"{at}/box", unit.box, f"a port off the map of its side: {mine}")
        unknown = unit.start is not None and self.place_of(unit.start) is None
        if self.map_known and unknown:
            self.unknown(
                f"{at}/start", unit.start, "a place of the map, or the number of a land hex"
            )

    def place_of(self, name: str) -> str | None:
        """The hex of a place, or a land hex itself."""
        label = self.hexes.get(name, name)
        entry = self.file.map.hex.get(label)
        return None if entry is None or entry.terrain in (SEA, CLOSED) else label

    def stacks(self) -> None:
        """No hex holds two sides, or more than it may (MAL-7)."""
        points: Counter[str] = Counter()
        owner: dict[str, str] = {}
        for number, unit in self.units:
            label = None if unit.start is None else self.place_of(unit.start)
            if label is None:
                continue
            at = f"/forces/units/{number}/start"
            if owner.setdefault(label, unit.side) != unit.side:
                self.report(at, unit.start, "a hex without enemies (MAL-16)")
            points[label] += unit.stacking
            limit = self.file.numbers.stacking
            if points[label] > limit:
                found = f"{unit.start} with {points[label]} stacking points"
                self.report(at, found, f"at most {limit} (MAL-7)")
