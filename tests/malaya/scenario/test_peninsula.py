"""The map of the Malay peninsula: where towns, ways, rivers and coasts lie (MAL-4)."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import hexfront
from hexfront.hex.coordinates import Hex, distance, neighbour
from hexfront.mapping.maker import Order, make_map
from hexfront.mapping.plane import Box
from hexfront.mapping.toml_writer import to_toml
from hexfront.mechanics.hexmap import read_hexmap
from hexfront.mechanics.hexmap_model import CLOSED, SEA, HexMap

DATA = Path(hexfront.__file__).parent / "systems" / "malaya" / "data"
FILE = DATA / "maps" / "peninsula.toml"
GEOGRAPHY = DATA / "geography"
WEST, EAST = "West Coast", "East Coast"


@pytest.fixture(scope="module")
def peninsula() -> HexMap:
    return read_hexmap(FILE)


@pytest.fixture(scope="module")
def hexes(peninsula: HexMap) -> dict[str, Hex]:
    return peninsula.hexes


@pytest.fixture(scope="module")
def at(peninsula: HexMap) -> dict[str, str]:
    return {place.name: place.hex for place in peninsula.place}


def is_land(peninsula: HexMap, label: str) -> bool:
    return peninsula.hex[label].terrain not in (SEA, CLOSED)


@pytest.mark.clause("MAL-4")
def test_the_command_of_the_guide_makes_the_file() -> None:
    made = make_map(
        Order(
            shapes=GEOGRAPHY / "malaya.geojson",
            box=Box(99.787, 1.1, 104.6, 7.497),
            hex_km=18.0,
            additions=GEOGRAPHY / "peninsula-additions.toml",
            land_from=0.45,
            name="peninsula",
        )
    )
    assert to_toml(made.document) == FILE.read_text(encoding="utf-8")


@pytest.mark.clause("MAL-4")
def test_the_island_is_made_of_the_same_shapes() -> None:
    made = make_map(
        Order(
            shapes=GEOGRAPHY / "malaya.geojson",
            box=Box(103.56, 1.18, 104.10, 1.60),
            hex_km=5.0,
            additions=GEOGRAPHY / "singapore-additions.toml",
            land_from=0.35,
            name="singapore",
        )
    )
    shipped = DATA / "maps" / "singapore.toml"
    assert to_toml(made.document) == shipped.read_text(encoding="utf-8")


@pytest.mark.clause("MAL-4")
def test_the_land_is_as_large_as_the_real_one(peninsula: HexMap) -> None:
    """The mainland of today's states is 131,000 square km, and Siam's part some 20,000."""
    cell = 3**0.5 / 2 * peninsula.hex_km**2
    land = sum(e.land for e in peninsula.hex.values() if e.terrain not in (SEA, CLOSED)) * cell
    assert 145_000 < land < 175_000
    found = Counter(entry.terrain for entry in peninsula.hex.values())
    assert set(found) == {SEA, CLOSED, "clear", "plantation", "jungle", "mountain", "swamp"}
    assert found["jungle"] > found["plantation"] > found["swamp"]


@pytest.mark.clause("MAL-4")
@pytest.mark.parametrize(
    ("south", "north"),
    [
        ("Hat Yai", "Singora"), ("Jitra", "Sadao"), ("Alor Star", "Jitra"), ("Gurun", "Alor Star"),
        ("Ipoh", "Kuala Kangsar"), ("Kampar", "Ipoh"), ("Slim River", "Kampar"),
        ("Kuala Lumpur", "Slim River"), ("Kuala Lumpur", "Ipoh"), ("Seremban", "Kuala Lumpur"),
        ("Segamat", "Gemas"), ("Kluang", "Segamat"), ("Johore Bahru", "Kluang"),
        ("Singapore", "Johore Bahru"), ("Kuala Krai", "Kota Bharu"), ("Kuantan", "Kemaman"),
        ("Endau", "Pekan"), ("Mersing", "Endau"), ("Muar", "Malacca"), ("Grik", "Kroh"),
    ],
)  # fmt: skip
def test_towns_lie_south_of_others(
    hexes: dict[str, Hex], at: dict[str, str], south: str, north: str
) -> None:
    (a, b), (c, d) = hexes[at[south]], hexes[at[north]]
    assert b + a / 2 > d + c / 2


@pytest.mark.clause("MAL-4")
@pytest.mark.parametrize(
    ("west", "east"),
    [
        ("Penang", "Butterworth"), ("Butterworth", "Kroh"), ("Ipoh", "Gua Musang"),
        ("Gua Musang", "Dungun"), ("Telok Anson", "Bidor"), ("Kuala Lumpur", "Bentong"),
        ("Bentong", "Mentakab"), ("Mentakab", "Maran"), ("Maran", "Kuantan"),
        ("Batu Pahat", "Kluang"), ("Kluang", "Mersing"), ("Alor Star", "Kota Bharu"),
        ("Tengah", "Kallang"),
    ],
)  # fmt: skip
def test_towns_lie_west_of_others(
    hexes: dict[str, Hex], at: dict[str, str], west: str, east: str
) -> None:
    assert hexes[at[west]].q < hexes[at[east]].q


@pytest.mark.clause("MAL-4", "MAL-13")
def test_ports_lie_at_their_seas(peninsula: HexMap) -> None:
    ports = {place.name: place.seas for place in peninsula.place if "port" in place.kinds}
    east = {"Singora", "Patani", "Kota Bharu", "Kuantan", "Endau", "Mersing"}
    west = {"Penang", "Port Swettenham", "Port Dickson", "Malacca"}
    assert ports == {
        **dict.fromkeys(east, (EAST,)),
        **dict.fromkeys(west, (WEST,)),
        "Singapore": (),
    }


@pytest.mark.clause("MAL-13")
def test_the_sea_areas(peninsula: HexMap, hexes: dict[str, Hex], at: dict[str, str]) -> None:
    labels = {hex_: label for label, hex_ in hexes.items()}
    for name in ("Singapore", "Kallang", "Sembawang"):
        assert peninsula.hex[at[name]].seas == ()
    beside = [labels[neighbour(hexes[at["Singapore"]], d)] for d in range(6)]
    assert any(peninsula.hex[label].terrain == SEA for label in beside)
    for place in peninsula.place:
        seas = set(peninsula.hex[place.hex].seas)
        assert seas in (set(), {WEST}, {EAST}), place.name
    for one, entry in peninsula.hex.items():
        if entry.seas == (WEST,) and entry.terrain == SEA:
            near = {labels.get(neighbour(hexes[one], d)) for d in range(6)} - {None}
            assert all(
                peninsula.hex[label].seas != (EAST,)
                for label in near
                if label is not None and peninsula.hex[label].terrain == SEA
            )


@pytest.mark.clause("MAL-4", "MAL-12")
def test_railways_join_the_towns_in_their_order(peninsula: HexMap, at: dict[str, str]) -> None:
    lines = {rail.name: rail.path for rail in peninsula.rail}
    courses = {
        "West coast line": (
            "Singora", "Hat Yai", "Padang Besar", "Alor Star", "Butterworth", "Taiping", "Ipoh",
            "Kampar", "Slim River", "Kuala Lumpur", "Seremban", "Gemas", "Segamat", "Kluang",
            "Johore Bahru", "Singapore",
        ),
        "East coast line": (
            "Gemas", "Mentakab", "Jerantut", "Kuala Lipis", "Gua Musang", "Kuala Krai",
            "Pasir Mas", "Tumpat",
        ),
        "Hat Yai to Kelantan": ("Hat Yai", "Yala", "Sungai Kolok", "Pasir Mas"),
    }  # fmt: skip
    for name, towns in courses.items():
        places = [lines[name].index(at[town]) for town in towns]
        assert places == sorted(places), name
        assert (places[0], places[-1]) == (0, len(lines[name]) - 1)
        assert len(set(lines[name])) == len(lines[name]), name


@pytest.mark.clause("MAL-4")
def test_all_roads_are_one_net_and_all_railways_too(peninsula: HexMap) -> None:
    for ways in (peninsula.road, peninsula.rail):
        left = [set(way.path) for way in ways]
        net = left.pop()
        while joined := [some for some in left if some & net]:
            for some in joined:
                net |= some
                left.remove(some)
        assert left == []


@pytest.mark.clause("MAL-4")
def test_every_place_but_penang_has_a_road_or_railway(peninsula: HexMap) -> None:
    served = {h for ways in (peninsula.road, peninsula.rail) for way in ways for h in way.path}
    alone = [place.name for place in peninsula.place if place.hex not in served]
    assert alone == ["Penang"]


@pytest.mark.clause("MAL-4")
def test_ways_follow_one_another_over_land(peninsula: HexMap, hexes: dict[str, Hex]) -> None:
    for way in (*peninsula.road, *peninsula.rail, *peninsula.ferry):
        for one, other in pairwise(way.path):
            assert distance(hexes[one], hexes[other]) == 1
            assert is_land(peninsula, one)
            assert is_land(peninsula, other)


@pytest.mark.clause("MAL-4")
def test_rivers_are_chains_that_reach_the_sea(peninsula: HexMap, hexes: dict[str, Hex]) -> None:
    labels = {hex_: label for label, hex_ in hexes.items()}
    names = {river.name for river in peninsula.river}
    assert names >= {
        "Perak", "Pahang", "Kelantan", "Muar", "Johor", "Slim", "Patani", "Trengganu", "Kedah",
        "Muda", "Bernam", "Endau",
    }  # fmt: skip
    assert len(names) == len(peninsula.river)
    for river in peninsula.river:
        for one, other in pairwise(river.sides):
            three = [hexes[label] for label in {*one, *other}]
            assert len(three) == 3
            assert all(distance(a, b) <= 1 for a in three for b in three)
        ends = {label for side in (river.sides[0], river.sides[-1]) for label in side}
        near = {labels.get(neighbour(hexes[label], d)) for label in ends for d in range(6)}
        at_sea = any(label and peninsula.hex[label].terrain == SEA for label in near)
        assert at_sea or river.name == "Slim", river.name


@pytest.mark.clause("MAL-4")
def test_islands_are_reached_by_causeway_and_ferry_alone(
    peninsula: HexMap, hexes: dict[str, Hex], at: dict[str, str]
) -> None:
    straits = {frozenset(side) for side in peninsula.straits}
    crossed = {
        (way.name, pair)
        for way in (*peninsula.road, *peninsula.rail)
        for pair in map(frozenset, pairwise(way.path))
        if pair in straits
    }
    causeway = frozenset((at["Johore Bahru"], crossing_end(peninsula, at)))
    assert crossed == {("Trunk road", causeway), ("West coast line", causeway)}
    ferry = peninsula.ferry[0].path
    assert (ferry[0], ferry[-1]) == (at["Butterworth"], at["Penang"])
    for island in ("Penang", "Singapore"):
        reached = {at[island]}
        waiting = [at[island]]
        while waiting:
            here = waiting.pop()
            for label, hex_ in hexes.items():
                if (
                    label not in reached
                    and is_land(peninsula, label)
                    and distance(hexes[here], hex_) == 1
                    and frozenset((here, label)) not in straits
                ):
                    reached.add(label)
                    waiting.append(label)
        assert len(reached) <= 3, island


def crossing_end(peninsula: HexMap, at: dict[str, str]) -> str:
    """The hex of Singapore island that the causeway reaches."""
    rail = next(rail.path for rail in peninsula.rail if rail.name == "West coast line")
    return rail[rail.index(at["Johore Bahru"]) + 1]


@pytest.mark.clause("MAL-4")
def test_the_north_edge_is_land_of_siam(peninsula: HexMap) -> None:
    (edge,) = peninsula.edge
    assert edge.name == "north"
    assert len(edge.hexes) >= 3
    assert all(label.endswith("01") and is_land(peninsula, label) for label in edge.hexes)
    for ways in (peninsula.road, peninsula.rail):
        assert any(way.path[-1] in edge.hexes for way in ways), "nothing leads to Bangkok"


@pytest.mark.clause("MAL-4")
def test_places_are_near_the_centres_of_their_hexes(peninsula: HexMap) -> None:
    far = {place.name for place in peninsula.place if place.off > peninsula.hex_km / 3**0.5}
    assert far <= {"Patani", "Malacca", "Muar", "Kallang"}
    assert max(place.off for place in peninsula.place) < peninsula.hex_km
    assert len({p.hex for p in peninsula.place if {"town", "city"} & set(p.kinds)}) == 33


@pytest.mark.clause("MAL-4")
def test_sources_are_stated(peninsula: HexMap) -> None:
    said = {"Natural Earth", "history", "judgement"}
    assert {place.source for place in peninsula.place} <= said
    for way in (*peninsula.road, *peninsula.rail, *peninsula.ferry):
        assert way.source in said
    shapes = json.loads((GEOGRAPHY / "malaya.geojson").read_text(encoding="utf-8"))
    assert shapes["attribution"] == "Made with Natural Earth"
    assert "Public domain" in shapes["licence"]
