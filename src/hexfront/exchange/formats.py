"""Which program a file is from, by its name and its first words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from hexfront.core.documents.strictjson import read_bytes
from hexfront.core.errors import InputError

MAPS: Final = ("tiled", "wesnoth", "geojson", "geotiff", "vassal")
FORCES: Final = ("msdl", "orbat-mapper")
_ENDINGS: Final = {
    ".tmx": "tiled",
    ".tmj": "tiled",
    ".map": "wesnoth",
    ".geojson": "geojson",
    ".tif": "geotiff",
    ".tiff": "geotiff",
    ".vmod": "vassal",
    ".vext": "vassal",
}
_SIGNS: Final = (
    (rb"<(\w+:)?MilitaryScenario[\s>]", "msdl"),
    (rb"<(VASSAL\.build\.GameModule|VASSAL\.launch\.)", "vassal"),
    (rb"<map\s[^>]*orientation=", "tiled"),
    (rb'"type"\s*:\s*"ORBAT-mapper"', "orbat-mapper"),
    (rb'"type"\s*:\s*"FeatureCollection"', "geojson"),
    (rb'"tiledversion"|"tilesets"|"staggeraxis"', "tiled"),
)
_HEAD: Final = 64 * 1024


def format_of(path: Path) -> str:
    """The name of a file's format. Errors: `InputError` for one that is not known."""
    if path.suffix.lower() in _ENDINGS:
        return _ENDINGS[path.suffix.lower()]
    head = read_bytes(path, _HEAD)
    for sign, name in _SIGNS:
        if re.search(sign, head):
            return name
    if path.name == "buildFile":
        return "vassal"
    expected = f"a file of one of these, or --from NAME: {', '.join((*MAPS, *FORCES))}"
    raise InputError.at(str(path), f"<{path.suffix or 'no ending'}>", expected)
