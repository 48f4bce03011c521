"""Maps of Malaya from and for other programs."""

from __future__ import annotations

from functools import cache
from typing import Any

from hexfront.core.documents.stricttoml import read_document
from hexfront.core.grid_map import MapForm
from hexfront.mechanics.hexmap_exchange import hexmap_form
from hexfront.mechanics.hexmap_model import HexMap
from hexfront.systems.malaya.scenario.loader import DEFAULT, MalayaScenario


@cache
def map_form() -> MapForm:
    """What a map file holds: the kinds of land and the seas of the campaign (MAL-9, MAL-13)."""
    campaign = read_document(DEFAULT)
    return hexmap_form(list(campaign["terrain"]), _map, campaign["seas"]["west"])()


def _map(thing: Any) -> HexMap:
    found: HexMap = thing.file.map if isinstance(thing, MalayaScenario) else thing
    return found
