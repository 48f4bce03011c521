"""The board as all may know it: the map, the boxes beside it, what terrain does (MAL-4, MAL-9)."""

from __future__ import annotations

from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.mechanics.hexmap_board import board_parts
from hexfront.systems.malaya.scenario.checks import STRONG
from hexfront.systems.malaya.scenario.loader import MalayaScenario
from hexfront.systems.malaya.scenario.model import BOXES, Ground
from hexfront.systems.malaya.scenario.setting import Setting

BOX: Final = "box"
"""The terrain of boxes beside the map."""
BESIDE: Final = 6.0
"""How far from the map boxes stand, in sides of a hex."""
BELOW: Final = 5.2
"""How far from each other."""


def board_document(scenario: MalayaScenario, setting: Setting) -> dict[str, Json]:
    """Everything that the screen draws and that never changes.

    The places begin with the land hexes in the order of their indices.
    """
    file = scenario.file
    parts = board_parts(file.map)
    places = {place["id"]: place for place in parts["places"]}
    land = [places.pop(label) for label in setting.labels]
    for place in land:
        if set(STRONG) & set(place.get("signs", ())) and file.modifiers.town:
            place["facts"] = [
                f"{_signed(file.modifiers.town)} to the die for city or fort (MAL-23)"
            ]
    parts["places"] = [*land, *places.values(), *_boxes(scenario, parts["places"])]
    for name, kind in file.terrain.items():
        if name in parts["terrain"]:
            parts["terrain"][name]["facts"] = _facts(kind)
    parts["terrain"][BOX] = {"title": "Off the map", "art": BOX, "facts": []}
    return {
        **parts,
        "title": scenario.title,
        "open": True,
        "sides": [
            {"name": side.name, "title": side.title, "colour": side.colour} for side in file.sides
        ],
    }


def _boxes(scenario: MalayaScenario, places: list[dict[str, Json]]) -> list[dict[str, Json]]:
    """The reinforcement boxes, and the ports off the map, along its right edge."""
    right = max(place["x"] for place in places)
    top = min(place["y"] for place in places)
    named = [
        (box, f"{side.title}: arriving")
        for box, side in zip(BOXES, scenario.file.sides, strict=True)
    ]
    named += [(port.name, port.name) for port in scenario.file.ports]
    return [
        {
            "id": label,
            "x": round(right + BESIDE, 4),
            "y": round(top + BELOW * (number + 1), 4),
            "terrain": BOX,
            "name": name,
        }
        for number, (label, name) in enumerate(named)
    ]


def _facts(kind: Ground) -> list[str]:
    """What a player wants to know of a terrain (MAL-9, MAL-23)."""
    facts = [f"{kind.cost:g} movement point{'' if kind.cost == 1 else 's'} off the roads (MAL-9)"]
    if kind.die:
        facts.append(f"{_signed(kind.die)} to the die of an attack (MAL-23)")
    if kind.covered:
        facts.append("Armour gains nothing against it, and aircraft see less (MAL-22, MAL-23)")
    return facts


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "\u2212")
