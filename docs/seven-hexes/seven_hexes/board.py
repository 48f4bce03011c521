"""What the screen draws and never changes."""

from __future__ import annotations

from hexfront.core.strictjson import Json
from hexfront.hex.layout import Layout
from seven_hexes.scenario import SevenScenario
from seven_hexes.state import HEXES, LABELS

COLOURS = ("#b3352c", "#2a5fa8")


def board_document(scenario: SevenScenario) -> Json:
    """Seven hexes of open ground (SEV-1), as `docs/guides/board.md` describes them."""
    layout = Layout()
    places = [
        {"id": label, "x": layout.centre(hex_).x, "y": layout.centre(hex_).y, "terrain": "open"}
        for label, hex_ in zip(LABELS, HEXES, strict=True)
    ]
    return {
        "kind": "hex",
        "orientation": "flat",
        "title": scenario.title,
        "sides": [
            {"name": name, "title": name, "colour": colour}
            for name, colour in zip(scenario.file.sides, COLOURS, strict=True)
        ],
        "places": places,
        "terrain": {"open": {"title": "Open ground", "art": "clear", "facts": []}},
        "legend": {"taken": "the hex is taken", "mine": "a mine goes off"},
    }
