"""What a map of Malaya holds, layer by layer (MAL-9, MAL-13)."""

from __future__ import annotations

from functools import cache
from typing import Any

from hexfront.core.documents.strictjson import Json
from hexfront.core.documents.stricttoml import read_document
from hexfront.core.hex_lists.forms import HexLists
from hexfront.core.map_layers import Documents, MapLayers, map_document, map_root
from hexfront.mechanics.hexmap_layers import hexmap_layers, hexmap_lists
from hexfront.systems.malaya.scenario.loader import DEFAULT


def hex_lists(document: Json) -> HexLists | None:
    """Where a scenario or a map file holds hexes."""
    root = map_root(document, "hexfront-map/1", "map")
    return None if root is None else hexmap_lists(root, document)


def map_layers(documents: Documents) -> MapLayers:
    """The layers of a draft's map, with the kinds of land and the seas of its scenario."""
    role, root, document = map_document(documents, "map")
    scenario = documents.get("scenario")
    given = scenario if isinstance(scenario, dict) else {}
    terrains, seas = (_table(given, name) for name in ("terrain", "seas"))
    return hexmap_layers(role, root, document, list(terrains), str(seas.get("west", "")))


def _table(scenario: dict[str, Any], name: str) -> dict[str, Any]:
    found = scenario.get(name)
    return found if isinstance(found, dict) and found else _campaign()[name]


@cache
def _campaign() -> dict[str, dict[str, Any]]:
    """Of the shipped campaign, where a draft does not say."""
    return read_document(DEFAULT)
