"""What a map of hexes with real geography (`hexfront-map/1`) holds, layer by layer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.hex_lists.forms import HexLists
from hexfront.core.map_layers import (
    Coast,
    Entries,
    ItemList,
    Layer,
    LayerValue,
    Lines,
    MapLayers,
    Members,
    Pairs,
    Records,
    Size,
    part_of,
)
from hexfront.hex.coordinates import Orientation
from hexfront.mechanics.file_model import MAX_SIDE
from hexfront.mechanics.hexmap_board import ARTS
from hexfront.mechanics.hexmap_model import CLOSED, SEA

_PLACE: Final = {"kinds": ["town"], "at": [0, 0]}


def hexmap_lists(root: str, document: Json) -> HexLists:
    """Where the map at a pointer holds hexes."""
    ways = [Lines(f"{root}/{kind}", "path") for kind in ("road", "rail", "ferry")]
    edges = part_of(document, *root.split("/")[1:], "edge")
    named = [
        Members(f"{root}/edge/{number}/hexes")
        for number, _ in enumerate(edges if isinstance(edges, list) else ())
    ]
    return HexLists(
        "digits",
        _size(root),
        (Entries(f"{root}/hex", "terrain", whole=True), *ways, *named),
        part_of(document, *root.split("/")[1:], "orientation") == "pointy",
        {"land": 1.0, "coast": [], "seas": []},
    )


def _size(root: str) -> Size:
    return Size(f"{root}/columns", f"{root}/rows", (1, 1), (MAX_SIDE, MAX_SIDE))


def hexmap_layers(
    role: str, root: str, document: dict[str, Any], terrains: Sequence[str], sea: str
) -> MapLayers:
    """The layers of a map.

    Args:
        role: of the document that holds it.
        root: where it stands in that.
        document: the map, sound or not.
        terrains: the kinds of land that the rules know, the usual one first.
        sea: the name of the sea of a hex of sea that touches no other.
    """
    pointy = document.get("orientation") == "pointy"
    land = tuple(terrains)
    kinds = tuple(_kind(name) for name in (*land, SEA, CLOSED))
    way = {"on": "ways", "draws": "roads", "within": land}

    def ways(name: str, title: str, values: tuple[LayerValue, ...], kind: str = "") -> Layer:
        store = Lines(f"{root}/{name}", "path", kind)
        about = "Units move along it, and over rivers by it, as over a bridge."
        return Layer(name, title, store=store, values=values, about=about, **way)  # type: ignore[arg-type]

    layers = (
        Layer("terrain", "Terrain", "hexes", Entries(f"{root}/hex", "terrain", whole=True),
              "terrain", kinds, about="What units pay to enter; sea and closed land take none."),
        Layer("river", "Rivers", "sides", Lines(f"{root}/river", "sides", chained=True), "rivers",
              (LayerValue("river", "River"),), about="Costs more to cross where no road does.",
              within=land),
        Layer("straits", "Straits", "sides", Pairs(f"{root}/straits"), "tint",
              (LayerValue("strait", "Strait", colour="#1f6fb2"),),
              about="Water between two hexes of land.", within=land),
        ways("road", "Roads", (LayerValue("road", "Road"), LayerValue("track", "Track")), "kind"),
        ways("rail", "Railways", (LayerValue("rail", "Railway"),)),
        Layer("ferry", "Ferries", "ways", Lines(f"{root}/ferry", "path"), "tint",
              (LayerValue("ferry", "Ferry", colour="#7a4a9c"),), about="Crosses a strait.",
              within=land),
        Layer("place", "Places", "hexes",
              Records(f"{root}/place", "hex", "name", whole=True, fresh=dict(_PLACE)), "names",
              about="What a place is stands in its form below.", within=land),
        *_edges(root, document),
    )  # fmt: skip
    return MapLayers(
        role,
        numbering="digits",
        pointy=pointy,
        size=_size(root),
        layers=layers,
        coast=Coast(
            f"{root}/hex",
            "coast",
            "seas",
            SEA,
            sea,
            Orientation("pointy" if pointy else "flat").direction_names,
            "land",
        ),
        lists=(
            ItemList("place", "Places", f"{root}/place", "/$defs/Place", "", {}),
            ItemList("label", "Words on the map", f"{root}/label", "/$defs/MapLabel", "",
                     {"text": "Words", "at": [0, 0], "x": 0, "y": 0}),
            ItemList("edge", "Zones of arrival", f"{root}/edge", "/$defs/Edge", "",
                     {"name": "zone", "hexes": []},
                     "Each is a layer of its own, which is painted; the scenario names it."),
        ),
    )  # fmt: skip


def _kind(name: str) -> LayerValue:
    title = name.replace("-", " ").capitalize()
    return LayerValue(name, title, name if name in ARTS else "clear")


def _edges(root: str, document: dict[str, Any]) -> Iterable[Layer]:
    edges = document.get("edge")
    for number, edge in enumerate(edges if isinstance(edges, list) else ()):
        name = str(edge.get("name", number)) if isinstance(edge, dict) else str(number)
        yield Layer(
            f"edge-{name}", f"Edge: {name}", "hexes", Members(f"{root}/edge/{number}/hexes"),
            "tint",
            (LayerValue("", "Not of it"), LayerValue(name, name.capitalize(), colour="#c9a227")),
            zone=True, about="Where units of a side may come onto the map.",
        )  # fmt: skip
