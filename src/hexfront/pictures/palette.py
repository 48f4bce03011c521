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
    shade: str
    clear: str
    fields: tuple[str, ...]
    furrow: str
    hedge: str
    woods: str
    woods_edge: str
    crowns: tuple[str, ...]
    crown_light: str
    conifers: tuple[str, ...]
    tree_shadow: str
    jungle: str
    jungle_edge: str
    jungle_crowns: tuple[str, ...]
    plantation: str
    plantation_tree: str
    plantation_edge: str
    swamp: str
    swamp_water: str
    swamp_grass: str
    rough: str
    rock: str
    rock_light: str
    rock_dark: str
    desert: str
    dune: str
    beach: str
    sand: str
    town: str
    town_edge: str
    street: str
    street_edge: str
    roofs: tuple[str, ...]
    roof_dark: str
    house_shadow: str
    plaza: str
    deep: str
    water_bands: tuple[str, ...]
    water_line: str
    shore: str
    wave: str
    river: str
    bank: str
    water_name: str
    hill: str
    mountain: str
    tint: str
    tint_most: float
    lit: str
    lit_most: float
    dark: str
    dark_most: float
    contour: str
    contour_strong: str
    contoured: str
    dot: str
    dot_edge: str
    home_most: float
    border: str
    border_glow: str
    part: str
    part_glow: str
    hazard: str
    hazard_stripe: str
    hazard_edge: str
    hazard_ink: str
    hazard_halo: str
    road: str
    road_edge: str
    track: str
    rail: str
    rail_gap: str
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
    closed_line: str
    beneath: str
    beneath_edge: str
    canal: str
    wall: str
    route: str
    route_edge: str
    land: float
    land_edge: float
    image: float
    """How much of a picture under the map is seen."""


def _palette(colours: Mapping[str, Any]) -> Palette:
    """The colours that pictures need, of those that a theme of the table has."""
    values: dict[str, Any] = {}
    for field in fields(Palette):
        value = colours[_in_table(field.name)]
        values[field.name] = tuple(value) if isinstance(value, list) else value
    return Palette(**values)


def _in_table(name: str) -> str:
    """`crown_light` is `crownLight` in the table."""
    first, *more = name.split("_")
    return first + "".join(word.title() for word in more)


def table_colour(colours: Palette, name: str) -> str:
    """The colour that a table of shapes names: `houseShadow`, or `roofs.4` for one of several."""
    key, _, index = name.partition(".")
    attribute = "".join(f"_{c.lower()}" if c.isupper() else c for c in key)
    value = getattr(colours, attribute)
    return str(value[int(index)] if index else value)


_TABLE: Final[Mapping[str, Any]] = table("palette")

LIGHT: Final = _palette(_TABLE["light"])
DARK: Final = _palette(_TABLE["dark"])

SIDES: Final[tuple[str, ...]] = tuple(_TABLE["sides"])
"""For sides without a colour of their own; told apart by people who see few colours."""
