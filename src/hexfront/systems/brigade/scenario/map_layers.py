"""What a map of Brigade Operations holds, layer by layer (BRG-1 to BRG-4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.hex_lists.forms import HexLists
from hexfront.core.map_layers import (
    Documents,
    ItemList,
    Layer,
    LayerValue,
    MapLayers,
    Records,
    Size,
    map_document,
    map_root,
)
from hexfront.mechanics.drawing_layers import drawing_layers, drawing_lists, drawing_stores
from hexfront.mechanics.file_model import MAX_SIDE

FORM: Final = "hexfront-terrain/1"


def hex_lists(document: Json) -> HexLists | None:
    """Where a scenario or a map file holds hexes (BRG-1)."""
    root = map_root(document, FORM, "terrain")
    if root is None:
        return None
    terrain = Records(f"{root}/hexes", "hex", "terrain", whole=True)
    return HexLists("digits", _size(root), (terrain, *drawing_stores(root)))


def _size(root: str) -> Size:
    return Size(f"{root}/columns", f"{root}/rows", (1, 1), (MAX_SIDE, MAX_SIDE))


def map_layers(documents: Documents) -> MapLayers:
    """The layers of a draft's map; terrain is what the map itself has for types (BRG-2)."""
    role, root, ground = map_document(documents, "terrain")
    at = f"{root}/hexes"
    terrain = Layer(
        "terrain", "Terrain", "hexes", Records(at, "hex", "terrain", whole=True), "terrain",
        tuple(_values(ground.get("types"))), about="What units pay, and where they fight (BRG-2).",
    )  # fmt: skip
    names = Layer(
        "names", "Names of towns", "hexes", Records(at, "hex", "name"), "names",
        about="A town has a name, and no other hex has one (BRG-3).",
    )  # fmt: skip
    types = ItemList("types", "Types of terrain", f"{root}/types", "/$defs/TerrainType", "", {})
    return MapLayers(
        role,
        numbering="digits",
        size=_size(root),
        layers=(terrain, names, *drawing_layers(root)),
        lists=(types, *drawing_lists(root)),
    )


def _values(types: Json) -> Iterable[LayerValue]:
    """Types as they stand in a document that need not be sound."""
    for kind in types if isinstance(types, list) else ():
        if isinstance(kind, dict) and isinstance(kind.get("name"), str):
            yield LayerValue(
                kind["name"],
                str(kind.get("title", kind["name"])),
                str(kind.get("art", "clear")),
                about=f"cost {kind.get('cost', '?')}",
                named=kind.get("town") is True,
            )
