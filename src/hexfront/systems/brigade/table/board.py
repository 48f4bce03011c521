"""The board as all may know it: places, terrain, sides (BRG-1 to BRG-4), and its drawing."""

from __future__ import annotations

from hexfront.core.documents.strictjson import Json
from hexfront.core.table.plurals import counted
from hexfront.hex.coordinates import Offset, Orientation
from hexfront.hex.layout import Layout
from hexfront.hex.numbering import split_number
from hexfront.systems.brigade.knowledge.odds import RESULT_WORDS
from hexfront.systems.brigade.scenario.loader import BrigadeScenario
from hexfront.systems.brigade.scenario.model import Drawing, TerrainType


def board_document(scenario: BrigadeScenario) -> Json:
    """Everything that the screen draws and that never changes.

    Lengths are in sides of a hex, y runs down, hex 0101 stands at (0, 0).
    """
    terrain = scenario.terrain
    layout = Layout(Orientation.FLAT)
    image = terrain.image
    places = []
    for entry in terrain.hexes:
        x, y = layout.centre(Offset.ODD_Q.to_axial(*split_number(entry.hex)))
        places.append(
            {"id": entry.hex, "x": x, "y": y, "terrain": entry.terrain, "name": entry.name}
        )
    return {
        "kind": "hex",
        "orientation": "flat",
        "title": scenario.title,
        "sides": [
            {"name": side.name, "title": side.title, "colour": side.colour}
            for side in scenario.file.sides
        ],
        "places": places,
        "terrain": {
            kind.name: {
                "title": kind.title,
                "art": kind.art,
                "facts": _facts(kind, scenario.file.options.rules),
            }
            for kind in terrain.types
        },
        "legend": {code: f"{words} ({code})" for code, words in RESULT_WORDS.items()},
        "image": image
        and {
            "href": image.data,
            "x": image.x,
            "y": image.y,
            "width": image.width,
            "height": image.height,
            "opacity": image.opacity,
        },
        **_drawing(terrain.drawing),
    }


def _drawing(drawing: Drawing | None) -> dict[str, Json]:
    """Rivers, roads, heights and more, under the same names as in the terrain file."""
    if drawing is None:
        return {}
    given = drawing.model_dump(mode="json", exclude_defaults=True)
    return {key: value for key, value in given.items() if value}


def _facts(kind: TerrainType, rules: str) -> list[str]:
    """What a player wants to know of a terrain (BRG-2, BRG-14, BRG-25)."""
    facts = []
    if rules in kind.closed_in:
        facts.append("closed to units")
    else:
        facts.append(counted(kind.cost, "movement point"))
    if kind.modifier:
        facts.append(f"{kind.modifier:+d} to the die against a defender here")
    if not kind.retreat:
        facts.append("no retreat into it")
    return facts
