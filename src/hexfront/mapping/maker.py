"""A map of hexes from shapes and additions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.scenario import Reading
from hexfront.hex.coordinates import Hex, Orientation
from hexfront.mapping.additions import Additions, add, read_additions
from hexfront.mapping.features import LAYERS, PLACES, Kind, Line, Material, Spot
from hexfront.mapping.geojson import read_geojson
from hexfront.mapping.geometry import Point, area, clipped, simplified
from hexfront.mapping.ground import Landscape, look_at, shores
from hexfront.mapping.plane import Box, HexGround, lay_out
from hexfront.mapping.snapping import Corner, Snapper, corners_of
from hexfront.mechanics.drawing_model import MAX_LINES, MAX_POINTS
from hexfront.mechanics.hexmap import load_hexmap
from hexfront.mechanics.hexmap_model import HexMap

LAND_FROM: Final = 0.5
"""A hex is land where land covers at least this share of it, unless one says otherwise."""
_SMOOTH: Final = 0.04
"""How far a point of the drawn coast may be from the real one, in sides of a hex."""
_BEYOND: Final = 4.0
"""How far beyond the map's edge coast is kept, in sides of a hex."""
_SPECK: Final = 0.05
"""Islands and lakes smaller than this are not drawn, in squares of a hex's side."""

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Order:
    """What map is wanted."""

    shapes: Path
    """A GeoJSON file."""
    box: Box
    hex_km: float
    orientation: Orientation = Orientation.FLAT
    additions: Path | None = None
    layer: str = "layer"
    """The property of features that names their layer."""
    layers: Mapping[str, Kind] | None = None
    """What the features of each layer are; None for what the additions say, or is usual."""
    land_from: float = LAND_FROM
    name: str = ""
    title: str = ""


@dataclass
class MadeMap:
    """A map, and what a designer wants to know of its making."""

    map: HexMap
    document: Json
    facts: dict[str, Json] = field(default_factory=dict)


def make_map(order: Order, progress: Progress = lambda stage: None) -> MadeMap:
    """The map that an order asks for; the same for the same files.

    Errors: `InputError` with every problem of the files, or of the order.
    """
    if not 0 < order.land_from <= 1:
        raise InputError.at("--land-from", order.land_from, "more than 0, at most 1")
    ground = lay_out(order.box, order.hex_km, order.orientation)
    progress("reading")
    material, additions = _gather(order)
    progress("measuring land")
    land = look_at(ground, material, order.land_from)
    if not any(land.is_land(hex_) for hex_ in land.labels):
        expected = f"land that covers at least {order.land_from:.0%} of a hex of the box"
        raise InputError.at(str(order.shapes), "<no land hex>", expected)
    work = _Work(order, land, material)
    progress("placing towns")
    work.spots()
    for number, line in enumerate(material.lines, 1):
        progress(f"laying lines, {number} of {len(material.lines)}")
        work.line(line)
    work.reading.finish(work)
    document = work.document(additions)
    hexmap = load_hexmap(document, None, "map")
    return MadeMap(hexmap, document, work.facts())


def _gather(order: Order) -> tuple[Material, Additions | None]:
    additions = read_additions(order.additions) if order.additions else None
    kinds = order.layers or (additions.layers if additions else None) or LAYERS
    reading = Reading()
    material = reading.attempt(lambda: read_geojson(order.shapes, order.layer, kinds))
    if material is None or additions is None:
        return reading.finish(material), additions
    named = {layer: kind for layer, kind in LAYERS.items() if kind in PLACES}
    known = read_geojson(order.shapes, order.layer, named).spots
    add(material, additions, known, str(order.additions))
    return material, additions


class _Work:
    """Puts the parts of a map together, and keeps every problem."""

    def __init__(self, order: Order, land: Landscape, material: Material) -> None:
        self.order, self.land, self.material = order, land, material
        self.snapper = Snapper(land)
        self.reading = Reading()
        self.places: list[dict[str, Json]] = []
        self.ways: dict[Kind, list[dict[str, Json]]] = {}
        self.rivers: list[dict[str, Json]] = []
        self.corners: set[Corner] = set()
        self.left_out: list[str] = []
        self.moved: list[str] = []

    @property
    def ground(self) -> HexGround:
        return self.land.ground

    def label(self, hex_: Hex) -> str:
        return self.land.labels[hex_]

    # Places

    def spots(self) -> None:
        by_name: dict[str, dict[str, Json]] = {}
        for spot in self.material.spots:
            found = self.spot(spot)
            if found is None:
                continue
            before = by_name.get(spot.name)
            if before is not None and not spot.firm:
                before["kinds"] += [kind for kind in spot.kinds if kind not in before["kinds"]]
                continue
            by_name[spot.name] = found
            self.places.append(found)

    def spot(self, spot: Spot) -> dict[str, Json] | None:
        layout = self.ground.layout
        point = self.ground.projection.point(spot.at)
        inside = layout.hex_at(*point) in self.land.labels
        hex_ = self.snapper.place(point) if inside else None
        if hex_ is None:
            if spot.firm:
                expected = "a place on land of the map, or beside it"
                self.reading.report(spot.place, f"<{spot.name} at {list(spot.at)}>", expected)
            elif inside:
                self.left_out.append(spot.name)
            return None
        if hex_ != layout.hex_at(*point):
            self.moved.append(spot.name)
        strangers = [sea for sea in spot.seas if sea not in self.land.seas[hex_]]
        if strangers:
            beside = ", ".join(self.land.seas[hex_]) or "none"
            expected = f"a sea beside its hex {self.label(hex_)}: {beside}"
            self.reading.report(f"{spot.place}/seas", ", ".join(strangers), expected)
            return None
        x, y = layout.centre(hex_)
        off = ((point[0] - x) ** 2 + (point[1] - y) ** 2) ** 0.5
        seas = spot.seas or (self.land.seas[hex_] if "port" in spot.kinds and not spot.firm else ())
        return {
            "name": spot.name,
            "hex": self.label(hex_),
            "kinds": list(spot.kinds),
            "at": list(spot.at),
            "off": round(off, 1),
            **({"seas": list(seas)} if seas else {}),
            **({"source": spot.source} if spot.source else {}),
        }

    # Lines

    def line(self, line: Line) -> None:
        around = self.order.box.around()
        near = [leg for leg in line.legs if line.firm or not around.misses(leg)]
        legs = [list(map(self.ground.projection.point, leg)) for leg in near]
        if line.kind is Kind.RIVER:
            self.river(line, [run for leg in legs for run in self.snapper.runs(leg)])
        elif line.firm:
            path = self.firm_path(line, legs)
            if path:
                self.way(line, path)
        else:
            for leg in legs:
                for run in self.snapper.runs(leg):
                    self.way(line, self.snapper.way(run) or [])

    def firm_path(self, line: Line, legs: Sequence[Sequence[Point]]) -> list[Hex] | None:
        path: list[Hex] = []
        for number, leg in enumerate(legs):
            part = self.snapper.way(leg)
            if part is None:
                ends = f"<part {number + 1}: {list(line.legs[number][0])} to "
                found = f"{ends}{list(line.legs[number][-1])}>"
                self.reading.report(line.place, found, "a way over land of the map")
                return None
            path += part[1:] if path else part
        return path

    def way(self, line: Line, path: Sequence[Hex]) -> None:
        if len(path) < 2:
            if line.firm:
                expected = "a way through two hexes or more"
                self.reading.report(line.place, f"<{line.name}>", expected)
            return
        kind = Kind.ROAD if line.kind is Kind.TRACK else line.kind
        entry = {"path": [self.label(hex_) for hex_ in path]}
        extra = {"kind": "track"} if line.kind is Kind.TRACK else {}
        self.ways.setdefault(kind, []).append({**_said(line), **extra, **entry})

    def river(self, line: Line, runs: Sequence[list[Point]]) -> None:
        found = False
        for run in runs:
            sides = self.snapper.river(run, self.corners)
            if not sides:
                continue
            found = True
            self.corners |= corners_of(sides)
            pairs = [sorted(map(self.label, side)) for side in sides]
            self.rivers.append({**_said(line), "sides": pairs})
        if not found and line.firm:
            expected = "a course over land of the map, longer than the side of a hex"
            self.reading.report(line.place, f"<{line.name}>", expected)
        elif not found and runs:
            self.left_out.append(line.name or "a river without a name")

    # The document

    def document(self, additions: Additions | None) -> Json:
        order, ground = self.order, self.ground
        title = order.title or (additions.title if additions else None) or order.name
        first = ground.layout.origin
        made: dict[str, Any] = {"source": order.shapes.name}
        if order.additions:
            made["additions"] = order.additions.name
        if additions and additions.credit:
            made["credit"] = additions.credit
        made |= {
            "bbox": list(order.box),
            "projection": "azimuthal equidistant",
            "middle": list(order.box.middle),
            "first": [round(first.x, 3), round(-first.y, 3)],
            "land_from": order.land_from,
        }
        return {
            "format": "hexfront-map/1",
            "name": order.name,
            "title": title,
            "orientation": ground.orientation.value,
            "columns": ground.columns,
            "rows": ground.rows,
            "hex_km": order.hex_km,
            "made": made,
            "straits": sorted(sorted(map(self.label, side)) for side in self.land.straits),
            "hex": {label: self.hex_entry(hex_) for hex_, label in self.land.labels.items()},
            "river": self.rivers,
            "road": self.ways.get(Kind.ROAD, []),
            "rail": self.ways.get(Kind.RAIL, []),
            "ferry": self.ways.get(Kind.FERRY, []),
            "place": self.places,
            "edge": [self.edge(name, side) for name, side in self.material.edges.items()],
            "label": list(self.words()),
            "shore": list(self.shores()),
        }

    def hex_entry(self, hex_: Hex) -> Json:
        names = self.ground.orientation.direction_names
        entry: dict[str, Json] = {
            "terrain": self.land.terrain[hex_],
            "land": self.land.share[hex_],
        }
        coast = [names[direction] for direction in self.land.coast(hex_)]
        if coast:
            entry["coast"] = coast
        if self.land.seas[hex_]:
            entry["seas"] = list(self.land.seas[hex_])
        return entry

    def edge(self, name: str, side: str) -> Json:
        last = {"east": self.ground.columns - 1, "south": self.ground.rows - 1}.get(side, 0)
        across = side in ("east", "west")
        labels = [
            label
            for hex_, label in self.land.labels.items()
            if self.ground.offset.from_axial(hex_)[0 if across else 1] == last
            and self.land.is_land(hex_)
        ]
        return {"name": name, "hexes": labels}

    def words(self) -> Iterator[Json]:
        for word in self.material.words:
            x, y = self.ground.in_sides(self.ground.projection.point(word.at))
            yield {
                "text": word.text,
                "at": list(word.at),
                "size": word.size,
                "turn": word.turn,
                "kind": word.kind,
                "x": x,
                "y": y,
            }

    def shores(self) -> Iterator[Json]:
        """The coast near the map, the largest pieces, with fewer points."""
        size = self.ground.layout.size
        box = self.ground.layout.bounds(self.land.labels)
        far = _BEYOND * size
        for kind, rings in shores(self.land).items():
            kept = []
            for whole in rings:
                ring: Sequence[Point] = whole
                for a, b, c in (
                    (-1, 0, far - box.left),
                    (1, 0, box.right + far),
                    (0, -1, far - box.top),
                    (0, 1, box.bottom + far),
                ):
                    ring = clipped(ring, a, b, c)
                ring = simplified(ring, _SMOOTH * size)
                if len(ring) > 2 and area(ring) > _SPECK * size * size:
                    kept.append(ring)
            kept.sort(key=area, reverse=True)
            for ring in kept[: MAX_LINES // 2]:
                points = [list(self.ground.in_sides(point)) for point in ring[:MAX_POINTS]]
                yield {"kind": kind, "points": points}

    def facts(self) -> dict[str, Json]:
        """What a designer wants to know, by what it is in words."""
        terrain = list(self.land.terrain.values())
        return {
            "columns": self.ground.columns,
            "rows": self.ground.rows,
            "hexes": len(terrain),
            **{f"{name} hexes": terrain.count(name) for name in sorted(set(terrain))},
            "straits": len(self.land.straits),
            "rivers": len(self.rivers),
            "roads": len(self.ways.get(Kind.ROAD, [])),
            "railways": len(self.ways.get(Kind.RAIL, [])),
            "ferries": len(self.ways.get(Kind.FERRY, [])),
            "places": len(self.places),
            "moved to land beside": self.moved,
            "left out": self.left_out,
            "layers not used": [f"{k} ({n})" for k, n in sorted(self.material.unused.items())],
        }


def _said(line: Line) -> dict[str, Json]:
    said = {"name": line.name, "source": line.source}
    return {key: value for key, value in said.items() if value}
