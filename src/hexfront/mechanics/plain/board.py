"""A board of hexes alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.hex.coordinates import Hex, distance
from hexfront.hex.layout import Layout

COLOURS: Final = ("#b3352c", "#2a5fa8", "#3c7a3f", "#b58a1d", "#6b4a8c", "#4a5560")
"""Of the sides, in their order, unless others are given."""


@dataclass(frozen=True)
class PlainHexes:
    """Hexes by their labels, all of one ground; events and orders know them by number.

    >>> from hexfront.hex.coordinates import ORIGIN, spiral
    >>> PlainHexes(dict(zip("ABCDEFG", spiral(ORIGIN, 1)))).near[1]
    (0, 2, 6)
    """

    hexes: Mapping[str, Hex]
    art: str = "clear"
    ground: str = "Open ground"
    legend: Mapping[str, str] = field(default_factory=dict)
    """Explains outcomes and marks."""
    colours: Sequence[str] = COLOURS

    def __len__(self) -> int:
        return len(self.hexes)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Of each hex, by its number."""
        return tuple(self.hexes)

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """Of each hex, the numbers of its neighbours."""
        hexes = self.hexes.values()
        return tuple(
            tuple(number for number, there in enumerate(hexes) if distance(here, there) == 1)
            for here in hexes
        )

    def board(self, title: str, sides: Sequence[str]) -> Json:
        """The board document (docs: `board`). Each side's name is its title too."""
        layout = Layout()
        centres = {label: layout.centre(hex_) for label, hex_ in self.hexes.items()}
        return {
            "kind": "hex",
            "orientation": "flat",
            "title": title,
            "sides": [
                {"name": side, "title": side, "colour": colour}
                for side, colour in zip(sides, self.colours, strict=False)
            ],
            "places": [
                {"id": label, "x": centre.x, "y": centre.y, "terrain": "ground"}
                for label, centre in centres.items()
            ],
            "terrain": {"ground": {"title": self.ground, "art": self.art, "facts": []}},
            "legend": dict(self.legend),
        }
