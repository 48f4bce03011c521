"""Parts of maps: hexes keep their numbers, and what lies in and between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfront.core.errors import InputError
from hexfront.hex.coordinates import neighbour
from hexfront.mapping.cutting import cut_out
from hexfront.mechanics.hexmap import read_hexmap
from hexfront.mechanics.hexmap_model import HexMap
from hexfront.systems.malaya.scenario.loader import DATA


@pytest.fixture(scope="module")
def whole() -> HexMap:
    return read_hexmap(DATA / "maps" / "peninsula.toml")


def test_a_part_keeps_numbers_places_and_ways(whole: HexMap) -> None:
    part = cut_out(whole, "0504", "1013", name="part", title="A part")
    assert all("05" <= label[:2] <= "10" and "04" <= label[2:] <= "13" for label in part.hex)
    assert len(part.hex) == 6 * 10
    assert {label: entry.terrain for label, entry in part.hex.items()} == {
        label: whole.hex[label].terrain for label in part.hex
    }
    assert {place.name for place in part.place} == {
        place.name for place in whole.place if place.hex in part.hex
    }
    trunk = [road.path for road in part.road if road.name == "Trunk road"]
    assert trunk == [tuple(f"05{row:02}" for row in range(4, 14))]
    sides = {frozenset(side) for river in part.river for side in river.sides}
    assert sides == {
        frozenset(side)
        for river in whole.river
        for side in river.sides
        if set(side) <= set(part.hex)
    }


def test_ways_are_cut_at_the_edge(whole: HexMap) -> None:
    """A road with one hex of a part in it is none there."""
    roads = [road for road in whole.road if {"0602", "0503"} <= set(road.path)]
    part = cut_out(whole, "0503", "0613", name="part", title="A part")
    (trunk,) = (road for road in part.road if road.name == roads[0].name)
    assert "0602" not in trunk.path
    assert all(len(road.path) > 1 for road in part.road)


def test_coast_is_only_towards_sea_that_is_kept(whole: HexMap) -> None:
    part = cut_out(whole, "1527", "3239", name="part", title="A part")
    labels = {hex_: label for label, hex_ in part.hexes.items()}
    for label, entry in part.hex.items():
        for direction, side in enumerate(part.direction_names):
            beside = labels.get(neighbour(part.hexes[label], direction))
            if side in entry.coast:
                assert beside is not None
                assert part.hex[beside].terrain == "sea"
            elif side in whole.hex[label].coast:
                assert beside is None
    assert all(len(shore.points) > 2 for shore in part.shore)


@pytest.mark.parametrize(("corner", "opposite"), [("3504", "3506"), ("0504", "0403")])
def test_corners_must_be_on_the_map_and_in_order(whole: HexMap, corner: str, opposite: str) -> None:
    with pytest.raises(InputError, match=r"--(from|to): found"):
        cut_out(whole, corner, opposite, name="part", title="A part")


@pytest.mark.parametrize(
    ("name", "corner", "opposite"), [("north-west", "0101", "1629"), ("johore", "1527", "3239")]
)
def test_shipped_parts_are_those_of_the_peninsula(
    whole: HexMap, name: str, corner: str, opposite: str
) -> None:
    shipped = read_hexmap(Path(DATA / "maps" / f"{name}.toml"))
    assert shipped == cut_out(whole, corner, opposite, name=name, title=shipped.title)
