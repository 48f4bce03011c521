"""What shapes do not tell: a TOML file of places, ways, rivers and grounds, entered by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, Field

from hexfront.core.documents.stricttoml import read_document
from hexfront.core.scenario import Reading, check_model
from hexfront.mapping.features import Area, Degrees, Kind, Line, Material, Spot, Words
from hexfront.mechanics import hexmap_model as form
from hexfront.mechanics.file_model import FROM_LIST, Items, Model, Slug
from hexfront.mechanics.file_model import Line as Text

MAX_ENTRIES: Final = 1000
"""Of each list."""
Ring = Annotated[tuple[form.Degrees, ...], FROM_LIST, Field(min_length=3, max_length=500)]
Stop = Text | form.Degrees


def _kind(value: object) -> Kind:
    try:
        return Kind(str(value))
    except ValueError:
        raise ValueError(f"one of: {', '.join(Kind)}") from None


class AddedPlace(Model):
    """A place; it must be on the map."""

    name: Text
    at: form.Degrees | None = None
    known: Text | None = None
    """Instead of `at`: what a place is called in the file of shapes."""
    kinds: Items[Slug] = Field(min_length=1, max_length=12)
    seas: Items[Text] = Field(default=(), max_length=6)
    """Of a port: the sea areas that it lies at."""
    source: Text | None = None


class AddedWay(Model):
    """A road, railway, ferry or river; it must be on the map."""

    name: Text | None = None
    through: Annotated[tuple[Stop, ...], FROM_LIST] = Field(min_length=2, max_length=200)
    """Names of places, and points in degrees."""
    source: Text | None = None


class AddedRoad(AddedWay):
    """A road or a track."""

    kind: Literal["road", "track"] = "road"


class AddedGround(Model):
    """Ground of one terrain; a later one lies over those before."""

    terrain: Slug
    area: Ring
    source: Text | None = None


class AddedSea(Model):
    """A sea area."""

    name: Text
    area: Ring


class AddedEdge(Model):
    """An edge of the map whose land hexes are wanted."""

    name: Slug
    side: Literal["north", "east", "south", "west"]


class AddedLabel(Model):
    """Words on the map."""

    text: Text
    at: form.Degrees
    size: float = Field(default=0.6, ge=0.1, le=10)
    turn: float = Field(default=0, ge=-180, le=180)
    kind: Literal["land", "water"] = "land"


class Additions(Model):
    """A file of additions to a file of shapes."""

    format: Literal["hexfront-map-additions/1"]
    title: Text | None = None
    """Of the map."""
    credit: Text | None = None
    """Of the shapes."""
    layers: dict[str, Annotated[Kind, BeforeValidator(_kind)]] | None = None
    """What the features of each layer of the shapes are, instead of what is usual."""
    place: Items[AddedPlace] = Field(default=(), max_length=MAX_ENTRIES)
    road: Items[AddedRoad] = Field(default=(), max_length=MAX_ENTRIES)
    rail: Items[AddedWay] = Field(default=(), max_length=MAX_ENTRIES)
    ferry: Items[AddedWay] = Field(default=(), max_length=MAX_ENTRIES)
    river: Items[AddedWay] = Field(default=(), max_length=MAX_ENTRIES)
    ground: Items[AddedGround] = Field(default=(), max_length=MAX_ENTRIES)
    sea: Items[AddedSea] = Field(default=(), max_length=MAX_ENTRIES)
    edge: Items[AddedEdge] = Field(default=(), max_length=4)
    label: Items[AddedLabel] = Field(default=(), max_length=MAX_ENTRIES)


def read_additions(path: Path) -> Additions:
    """The additions in a file, .toml or .json. Errors: `InputError` with every problem."""
    return check_model(Additions, read_document(path), str(path))


def add(material: Material, additions: Additions, known: Sequence[Spot], place: str) -> None:
    """Put additions to what shapes hold.

    Args:
        material: what a map is made from; it is added to.
        additions: what to add.
        known: the places of the shapes, to which additions may refer by name.
        place: the file of the additions, for errors.

    Errors: `InputError` with every name that is not known.
    """
    reading = Reading()
    named = {spot.name: spot.at for spot in known}
    found: dict[str, Degrees] = {spot.name: spot.at for spot in material.spots}
    for number, entry in enumerate(additions.place):
        where = f"{place}: /place/{number}"
        at = entry.at or (named.get(entry.known) if entry.known else None)
        if (entry.at is None) == (entry.known is None):
            reading.report(where, entry.name, "either at, in degrees, or known, a name")
        elif at is None:
            reading.report(f"{where}/known", entry.known, "a place of the shapes")
        else:
            found[entry.name] = at
            source = entry.source or ""
            material.spots.append(
                Spot(entry.name, at, entry.kinds, source, where, entry.seas, firm=True)
            )
    names = ((f"{place}: /place/{n}/name", entry.name) for n, entry in enumerate(additions.place))
    reading.once(names, "each name once")
    for kind, number, way in _ways(additions):
        where = f"{place}: /{kind}/{number}"
        for at_, stop in enumerate(way.through):
            if isinstance(stop, str) and stop not in found:
                expected = "the name of a place, or longitude and latitude"
                reading.report(f"{where}/through/{at_}", stop, expected)
        legs = tuple(_legs(way.through, found, split=kind is not Kind.RIVER))
        real = Kind.TRACK if isinstance(way, AddedRoad) and way.kind == "track" else kind
        name, source = way.name or "", way.source or ""
        material.lines.append(Line(real, legs, name, source, where, firm=True))
    material.areas += [
        Area(Kind.GROUND, ((entry.area,),), entry.terrain, entry.source or "")
        for entry in additions.ground
    ]
    material.areas += [Area(Kind.SEA, ((entry.area,),), entry.name) for entry in additions.sea]
    material.edges.update({entry.name: entry.side for entry in additions.edge})
    material.words += [
        Words(entry.text, entry.at, entry.size, entry.turn, entry.kind) for entry in additions.label
    ]
    reading.finish(material)


def _ways(additions: Additions) -> Iterator[tuple[Kind, int, AddedWay]]:
    lists: tuple[tuple[Kind, Sequence[AddedWay]], ...] = (
        (Kind.ROAD, additions.road),
        (Kind.RAIL, additions.rail),
        (Kind.FERRY, additions.ferry),
        (Kind.RIVER, additions.river),
    )
    for kind, ways in lists:
        for number, way in enumerate(ways):
            yield kind, number, way


def _legs(
    through: Sequence[Stop], found: dict[str, Degrees], *, split: bool
) -> Iterator[tuple[Degrees, ...]]:
    """Parts of a way from named place to named place; its ends are ends of parts too."""
    leg: list[Degrees] = []
    for number, stop in enumerate(through):
        point = found.get(stop) if isinstance(stop, str) else stop
        if point is None:
            continue
        leg.append(point)
        last = number == len(through) - 1
        if len(leg) > 1 and (last or (split and isinstance(stop, str))):
            yield tuple(leg)
            leg = [point]
