"""Map files: whatever does not fit together is told at once, with its place."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from hexfront.core.errors import InputError
from hexfront.mechanics.hexmap import load_hexmap
from hexfront.mechanics.hexmap_board import board_parts

SMALL: dict[str, Any] = {
    "format": "hexfront-map/1",
    "name": "small",
    "title": "Small",
    "columns": 4,
    "rows": 2,
    "hex_km": 10.0,
    "hex": {
        "0101": {"terrain": "clear"},
        "0102": {"terrain": "jungle"},
        "0201": {"terrain": "clear", "coast": ["NE"], "seas": ["Sea"]},
        "0202": {"terrain": "clear"},
        "0301": {"terrain": "sea", "land": 0.2, "seas": ["Sea"]},
        "0302": {"terrain": "closed"},
    },
    "straits": [["0102", "0202"]],
    "river": [{"name": "Styx", "sides": [["0101", "0201"], ["0102", "0201"]]}],
    "road": [{"path": ["0101", "0102", "0202"]}],
    "rail": [{"path": ["0101", "0201"]}],
    "ferry": [{"path": ["0102", "0202"]}],
    "place": [
        {"name": "Town", "hex": "0101", "kinds": ["town"], "at": [0.0, 0.0]},
        {"name": "Haven", "hex": "0201", "kinds": ["port"], "at": [0.1, 0.0], "seas": ["Sea"]},
        {"name": "Fort", "hex": "0201", "kinds": ["fort", "city"], "at": [0.1, 0.0]},
    ],
    "edge": [{"name": "west", "hexes": ["0101", "0102"]}],
}


def changed(*path: str | int, to: Any) -> dict[str, Any]:
    document: Any = copy.deepcopy(SMALL)
    inner = document
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = to
    return document  # type: ignore[no-any-return]


def test_a_sound_map_is_read_and_drawn() -> None:
    hexmap = load_hexmap(SMALL, None, "x")
    board = board_parts(hexmap)
    names = {place["id"]: place["name"] for place in board["places"]}
    assert names["0201"] == "Fort"
    assert names["0101"] == "Town"
    assert names["0202"] is None
    assert board["terrain"]["closed"]["art"] == "closed"
    assert board["coast"] == []
    assert [road["kind"] for road in board["roads"]] == ["road", "rail"]


@pytest.mark.parametrize(
    ("path", "to", "words"),
    [
        (("columns",), 2, "/hex/0301: found '0301', expected column 01 to 02"),
        (("hex", "0201", "coast"), ["E"], "/hex/0201/coast/0: found 'E', expected one of: N, NE"),
        (("hex", "0201", "coast"), ["N"], "/hex/0201/coast: found 'N', expected the sides towards"),
        (("river", 0, "sides", 1), ["0201", "0202"], "expected a side that meets the one between"),
        (("river", 0, "sides", 1), ["0101", "0202"], "expected two hexes with a side in common"),
        (("river", 0, "sides", 1), ["0101", "0201"], "/river/0/sides/1: found '0101, 0201'"),
        (
            ("river", 0, "sides", 1),
            ["0201", "0301"],
            "found '0301', expected a land hex of the map",
        ),
        (("river", 0, "sides"), [], "/river/0/sides"),
        (("straits", 0), ["0102", "0301"], "/straits/0: found '0301', expected a land hex"),
        (
            ("road", 0, "path"),
            ["0101", "0202"],
            "/road/0/path/1: found '0202', expected a hex beside",
        ),
        (("rail", 0, "path", 1), "0302", "/rail/0/path/1: found '0302', expected a land hex"),
        (("ferry", 0, "path", 1), "0404", "/ferry/0/path/1: found '0404', expected a land hex"),
        (("place", 0, "hex"), "0301", "/place/0/hex: found '0301', expected a land hex"),
        (("place", 0, "seas"), ["Sea"], "/place/0/seas/0: found 'Sea', expected a sea beside 0101"),
        (("place", 0, "name"), "Haven", "/place/1/name: found 'Haven', expected each name once"),
        (("edge", 0, "hexes", 0), "0301", "/edge/0/hexes/0: found '0301', expected a land hex"),
        (("hex", "01"), {"terrain": "clear"}, "/hex/01"),
        (("hex", "0101", "terrain"), "Deep Sea", "/hex/0101/terrain"),
    ],
)
def test_what_does_not_fit_is_told(path: tuple[str | int, ...], to: Any, words: str) -> None:
    with pytest.raises(InputError) as error:
        load_hexmap(changed(*path, to=to), None, "x")
    assert words in str(error.value)


def test_all_problems_are_told_at_once() -> None:
    document = changed("place", 0, "hex", to="0301")
    document["rail"][0]["path"][1] = "0202"
    document["edge"][0]["hexes"][0] = "0302"
    with pytest.raises(InputError) as error:
        load_hexmap(document, None, "x")
    assert [problem.place for problem in error.value.problems] == [
        "x: /rail/0/path/1",
        "x: /place/0/hex",
        "x: /edge/0/hexes/0",
    ]
