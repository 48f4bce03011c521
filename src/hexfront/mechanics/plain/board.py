"""A board of hexes alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.hex.coordinates import Hex
from hexfront.hex.layout import Layout

COLOURS: Final = ("#b3352c", "#2a5fa8", "#3c7a3f", "#b58a1d", "#6b4a8c", "#4a5560")
"""Of the sides, in their order, unless others are given."""


def plain_hex_board(
    title: str,
    sides: Sequence[str],
    hexes: Mapping[str, Hex],
    *,
    art: str = "clear",
    ground: str = "Open ground",
    legend: Mapping[str, str] | None = None,
    colours: Sequence[str] = COLOURS,
) -> Json:
    """The board document (docs: `board`) of hexes by their labels, all of one ground.

    Each side's name is its title too; `legend` explains outcomes and marks.
    """
    layout = Layout()
    centres = {label: layout.centre(hex_) for label, hex_ in hexes.items()}
    return {
        "kind": "hex",
        "orientation": "flat",
        "title": title,
        "sides": [
            {"name": side, "title": side, "colour": colour}
            for side, colour in zip(sides, colours, strict=False)
        ],
        "places": [
            {"id": label, "x": centre.x, "y": centre.y, "terrain": "ground"}
            for label, centre in centres.items()
        ],
        "terrain": {"ground": {"title": ground, "art": art, "facts": []}},
        "legend": dict(legend or {}),
    }
