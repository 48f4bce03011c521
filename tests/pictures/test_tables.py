"""The tables that pictures and the browser read: nothing in them names what is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario
from hexfront.pictures.land.fields import OPEN
from hexfront.pictures.land.ground import BOX
from hexfront.pictures.land.network import CLOSED
from hexfront.pictures.palette import DARK, LIGHT, table_colour
from hexfront.pictures.shapes import GROUND, SHAPES
from hexfront.pictures.tables import table

BARE = {*OPEN, CLOSED, BOX, "plain"}
"""Arts that no area is drawn for."""


def colours_in(value: Any) -> Iterator[str]:
    """The names of colours of lines, areas and parts of shapes."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key in ("fill", "stroke", "edge", "far"):
                yield item
            else:
                yield from colours_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from colours_in(item)


def test_every_colour_is_in_both_themes() -> None:
    own = {key: value for key, value in SHAPES.items() if key != "pieces"}
    names = set(colours_in([GROUND, own])) - {"roof", "edge"}
    assert len(names) > 40
    for name in names:
        assert re.match("#|rgba", table_colour(LIGHT, name))
        assert re.match("#|rgba", table_colour(DARK, name))
    palette = table("palette")
    assert palette["light"].keys() == palette["dark"].keys()


def test_every_cover_has_its_drawing_and_its_area() -> None:
    areas = {mass["art"] for mass in GROUND["masses"]}
    assert {scatter["sprite"] for scatter in GROUND["scatters"]} == GROUND["sprites"].keys()
    assert {scatter["art"] for scatter in GROUND["scatters"]} <= areas


@pytest.mark.parametrize("name", system_names())
def test_what_a_board_shows_is_in_the_tables(name: str) -> None:
    system = find_system(name)
    board = system.rules(load_scenario(system)).board()
    areas = {mass["art"] for mass in GROUND["masses"]}
    assert {kind["art"] for kind in board["terrain"].values()} <= areas | BARE
    signs = {sign for place in board["places"] for sign in place.get("signs") or ()}
    assert signs <= SHAPES["signs"].keys()
    pieces = {piece["sign"] for piece in (board.get("pieces") or {}).values()}
    pieces |= {kind["sign"] for kind in board["terrain"].values() if kind.get("sign")}
    assert pieces <= SHAPES["pieces"].keys()
    assert {road.get("kind", "road") for road in board.get("roads") or ()} <= GROUND["lines"].keys()
