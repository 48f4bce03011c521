"""The colours of the map, by theme, and of the sides: from the table that the browser reads too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from hexfront.pictures.tables import table


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of one theme; three numbers alone are red, green and blue."""

    rim: str
    clear: str
    fields: tuple[str, ...]
    furrow: str
    hedge: str
    town: str
    roofs: tuple[str, ...]
    deep: str
    water_bands: tuple[str, ...]
    water_line: str
    shore: str
    water_name: str
    tint: str
    tint_most: float
    lit: str
    lit_most: float
    dark: str
    dark_most: float
    dot: str
    dot_edge: str
    home_most: float
    hazard: str
    hazard_stripe: str
    hazard_edge: str
    hazard_ink: str
    hazard_halo: str
    grid: str
    number: str
    number_halo: str
    land_name: str
    name: str
    halo: str
    other_edge: str
    move: str
    fight: str
    casing: str
    closed: str
    beneath: str
    wall: str
    land: float
    land_edge: float
    image: float
    """How much of a picture under the map is seen."""
    named: Mapping[str, Any]
    """All colours of the theme by their names in the table."""


def _palette(colours: Mapping[str, Any]) -> Palette:
    """The colours that pictures need, of those that a theme of the table has."""
    values: dict[str, Any] = {"named": colours}
    for field in fields(Palette):
        if field.name in values:
            continue
        value = colours[_in_table(field.name)]
        values[field.name] = tuple(value) if isinstance(value, list) else value
    return Palette(**values)


def _in_table(name: str) -> str:
    """`crown_light` is `crownLight` in the table."""
    first, *more = name.split("_")
    return first + "".join(word.title() for word in more)


def table_colour(colours: Palette, name: str) -> str:
    """The colour that a table of shapes names.

    `houseShadow`; `roofs.4` for one of several; `shade 0.1` for one with an opacity.
    """
    key, _, alpha = name.partition(" ")
    key, _, index = key.partition(".")
    value = colours.named[key]
    if alpha:
        return f"rgba({value}, {alpha})"
    return str(value[int(index)] if index else value)


_TABLE: Final[Mapping[str, Any]] = table("palette")

LIGHT: Final = _palette(_TABLE["light"])
DARK: Final = _palette(_TABLE["dark"])

SIDES: Final[tuple[str, ...]] = tuple(_TABLE["sides"])
"""For sides without a colour of their own; told apart by people who see few colours."""
