"""The drawing of a terrain: what it may name; the screen gets it, and no rule reads it."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from hexfront.core.errors import InputError
from hexfront.core.hex_lists.expanding import expand
from hexfront.core.scenario import load_scenario
from hexfront.systems.brigade import SYSTEM
from hexfront.systems.brigade.scenario.enclosures import DATA
from hexfront.systems.brigade.scenario.loader import load, load_terrain
from hexfront.systems.brigade.scenario.map_layers import hex_lists
from hexfront.systems.brigade.table.board import board_document

TERRAINS = sorted(path.stem for path in (DATA / "terrain").glob("*.json"))


def terrain(drawing: dict[str, Any]) -> dict[str, Any]:
    """Four hexes, 0101 to 0202, with a drawing."""
    return {
        "format": "hexfront-terrain/1",
        "system": "brigade",
        "name": "small",
        "title": "Small",
        "columns": 2,
        "rows": 2,
        "types": [{"id": 0, "name": "clear", "title": "Clear", "cost": 1, "art": "clear"}],
        "hexes": [{"hex": label, "terrain": "clear"} for label in ("0101", "0102", "0201", "0202")],
        "drawing": drawing,
    }


def test_every_mistake_is_told_at_once() -> None:
    drawing = {
        "heights": {"0909": 2},
        "rivers": [
            {"sides": [["0101", "0102"], ["0101", "0202"], ["0101", "0303"]]},
            {"name": "Nowhere"},
        ],
        "roads": [{"path": ["0102", "0202", "0101", "0301"]}],
    }
    with pytest.raises(InputError) as caught:
        load_terrain(terrain(drawing), None, "T")
    found = {problem.place: (problem.found, problem.expected) for problem in caught.value.problems}
    assert set(found) == {
        "T: /drawing/heights/0909",
        "T: /drawing/rivers/0/sides/1",
        "T: /drawing/rivers/0/sides/2",
        "T: /drawing/rivers/1",
        "T: /drawing/roads/0/path/2",
        "T: /drawing/roads/0/path/3",
    }
    assert found["T: /drawing/roads/0/path/2"][1] == "a hex beside 0202"
    assert found["T: /drawing/rivers/0/sides/1"][1] == "two hexes with a side in common"


@pytest.mark.parametrize(
    ("drawing", "place"),
    [
        ({"roads": [{"path": ["0101"]}]}, "/drawing/roads/0/path"),
        ({"roads": [{"path": ["0101", "0102"], "kind": "canal"}]}, "/drawing/roads/0/kind"),
        ({"coast": [{"kind": "sea", "points": [[0, 0], [1, 1]]}]}, "/drawing/coast/0/points"),
        ({"labels": [{"text": "x", "x": 0, "y": 5000}]}, "/drawing/labels/0/y"),
        ({"contours": 0}, "/drawing/contours"),
        ({"bridges": []}, "/drawing/bridges"),
    ],
)
def test_a_wrong_form(drawing: dict[str, Any], place: str) -> None:
    with pytest.raises(InputError, match=place):
        load_terrain(terrain(drawing), None, "T")


@pytest.mark.parametrize("name", TERRAINS)
def test_shipped_drawings_reach_the_board(name: str) -> None:
    document = json.loads((DATA / "terrain" / f"{name}.json").read_text(encoding="utf-8"))
    document = expand(document, hex_lists(document)).document
    scenario = next(
        loaded
        for path in (DATA / "scenarios").glob("*.json")
        if (loaded := load_scenario(SYSTEM, path.stem)).terrain.name == name
    )
    board = board_document(scenario)
    drawing = document["drawing"]
    for lines in ("roads", "rivers"):
        assert len(board.get(lines, [])) == len(drawing.get(lines, []))
    assert board["roads"]
    assert board.get("heights", {}) == drawing.get("heights", {})


def test_no_rule_reads_it() -> None:
    scenario = load_scenario(SYSTEM)
    plain = deepcopy(scenario.document)
    del plain["terrain"]["drawing"]
    bare = SYSTEM.rules(load(plain, None, "bare"))
    drawn = SYSTEM.rules(scenario)
    report = SYSTEM.studying.playouts(drawn, 20, 1)
    assert report == SYSTEM.studying.playouts(bare, 20, 1)
