"""What the terminal says of the signs that it draws."""

from __future__ import annotations

import json

import pytest

from hexfront.core.contract import Counter, Mark
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario
from hexfront.tui.map.board import Board
from hexfront.tui.map.chart import ZOOMS, Chart
from hexfront.tui.map.map_painter import map_legend, map_painter
from hexfront.tui.map.painter import Scene
from hexfront.tui.map.symbols import ASCII, BRANCH_WORDS, branch

GRID = set("/\\|_ -\n")
"""What parts places, and dashes in the names of places."""
TANK, SHIP = "10031000151205000000", "10033000001401000000"


def board_of(system: str) -> tuple[Board, Scene, list[str]]:
    found = find_system(system)
    rules = found.rules(load_scenario(found))
    view = rules.view(rules.start(), 0)
    board = Board(json.loads(json.dumps(rules.board())))
    scene = Scene(view.counters, view.marks, owners=view.owners)
    return board, scene, [side["title"] for side in board.sides]


@pytest.mark.parametrize("system", [name for name in system_names() if name != "takeover"])
def test_the_legend_has_every_sign_of_a_map(system: str) -> None:
    board, scene, titles = board_of(system)
    painter = map_painter(Chart(board, ZOOMS[1]), scene, ASCII, None)
    text = "\n".join(painter.paint().lines())
    for place in board.places.values():
        text = text.replace(place.id, "")
    for name in painter.shortened.values():
        text = text.replace(name[:5].rstrip() + ASCII.cut, "")
    signs = {sign for sign in text if not sign.isalnum()} - GRID
    explained = {sign for entry in map_legend(board, scene, titles) for sign in entry.split()[0]}
    explained |= {"(", ")", "[", "]", "?", "+"} if scene.counters else set()
    assert signs <= explained


def test_signs_of_the_moment_are_explained_while_they_are_drawn() -> None:
    board, _, titles = board_of("aggressor")
    ours = Counter("1", 0, "@CC", "Armor", TANK, True)
    theirs = Counter("c1", 1, "@LC", "?", TANK, False)
    plain = map_legend(board, Scene([ours]), titles)
    marks = [
        Mark("contaminated", "", ("@CD",), "NBC", "AGR-2"),
        Mark("engagement", "", ("@CE",), "", ""),
        Mark("move", "1", ("@CC", "@CD"), "", ""),
    ]
    legend = map_legend(board, Scene([ours, ours, theirs], marks), titles)
    assert "# Border" in plain and ": Edge of a sector" in plain
    assert {entry.split()[0] for entry in set(legend) - set(plain)} == {
        "()",
        "x2,",
        "?",
        "NBC",
        "!!",
        "N,",
    }


def test_a_ship_is_a_ship() -> None:
    """Each set of symbols numbers its icons anew: 1401 means something else on land."""
    letters = [branch(Counter("1", 0, "a", "x", code, True)) for code in (TANK, SHIP, "", "?")]
    assert letters == ["A", "B", "", ""]
    assert BRANCH_WORDS["B"] == "ship"


def test_names_without_room_end_in_a_sign_and_are_told_in_full() -> None:
    board, _, _ = board_of("brigade")
    painter = map_painter(Chart(board, ZOOMS[1]), Scene(), ASCII, None)
    text = "\n".join(painter.paint().lines())
    assert "Harnau" in text and "Sankt." in text and "Veldh." in text
    assert painter.shortened == {"0109": "Sankt Orlen", "0808": "Veldhof"}
