"""A grid of coloured characters."""

from __future__ import annotations

from typing import NamedTuple


class Ink(NamedTuple):
    """How a character is printed; colours as `#rrggbb`, empty for the terminal's own."""

    colour: str = ""
    ground: str = ""
    bold: bool = False
    underline: bool = False


PLAIN = Ink()


class Canvas:
    """Characters with their inks; what lies outside is not drawn."""

    def __init__(self, width: int, height: int, ink: Ink = PLAIN) -> None:
        self.width = width
        self.height = height
        self.characters = [[" "] * width for _ in range(height)]
        self.inks = [[ink] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, ink: Ink | None = None) -> None:
        """Write a text; without an ink the characters keep the one that is there."""
        if not 0 <= row < self.height:
            return
        for i, character in enumerate(text, column):
            if 0 <= i < self.width:
                self.characters[row][i] = character
                if ink is not None:
                    self.inks[row][i] = ink

    def lines(self) -> list[str]:
        """The characters alone, without blanks at the ends."""
        return ["".join(row).rstrip() for row in self.characters]

    def runs(self, row: int) -> list[tuple[str, Ink]]:
        """A row as pieces of equal ink."""
        pieces: list[tuple[str, Ink]] = []
        for character, ink in zip(self.characters[row], self.inks[row], strict=True):
            if pieces and pieces[-1][1] == ink:
                pieces[-1] = (pieces[-1][0] + character, ink)
            else:
                pieces.append((character, ink))
        return pieces
