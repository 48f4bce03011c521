"""What the terminal draws of a war: barriers, closed places, owners, engagements."""

from __future__ import annotations

import json

from hexfront.core.contract import Mark
from hexfront.core.scenario import load_scenario
from hexfront.systems.idahex import SYSTEM
from hexfront.systems.idahex.game import IdahexRules
from hexfront.tui.map.board import Board
from hexfront.tui.map.chart import ZOOMS, Chart
from hexfront.tui.map.map_painter import draw_map, map_legend
from hexfront.tui.map.painter import Scene
from hexfront.tui.map.palette import DARK
from hexfront.tui.map.symbols import ASCII, DRAWN


def test_the_map_of_a_war() -> None:
    rules = IdahexRules(load_scenario(SYSTEM))
    board = Board(json.loads(json.dumps(rules.board())))
    chart = Chart(board, ZOOMS[2])
    fight = Mark("engagement", "", ("39",), "Red attacks Blue in 39", "IDX-5.1")
    lines = draw_map(chart, Scene(marks=[fight]), ASCII, None).lines()
    drawn = "\n".join(lines)
    assert drawn.count("!!") == 1
    assert "~39" in drawn  # the canal parts it from 28
    assert next(line for line in lines if "/42" in line).count("x") >= 1
    assert {"~ Suez Canal", "+ Excellent trafficability"} <= set(
        map_legend(board, Scene(), ["Red", "Blue"])
    )


def test_the_land_of_a_side_has_its_tint() -> None:
    rules = IdahexRules(load_scenario(SYSTEM))
    board = Board(json.loads(json.dumps(rules.board())))
    chart = Chart(board, ZOOMS[1])
    owners = rules.view(rules.start(), 0).owners
    plain = draw_map(chart, Scene(), DRAWN, DARK)
    tinted = draw_map(chart, Scene(owners=owners), DRAWN, DARK)
    for place, changed in (("27", True), ("39", True), ("42", False)):
        span = chart.cells[place].spans[0]
        before, after = (m.inks[span.row][span.column].ground for m in (plain, tinted))
        assert (before != after) == changed


def test_owners_and_the_best_routes_are_told_in_characters_alone() -> None:
    rules = IdahexRules(load_scenario(SYSTEM))
    board = Board(json.loads(json.dumps(rules.board())))
    view = rules.view(rules.start(), 0)
    lines = draw_map(Chart(board, ZOOMS[1]), Scene(owners=view.owners), ASCII, None).lines()
    drawn = "\n".join(lines)
    assert "/28[ " in drawn  # Red holds it
    assert "/51( " in drawn
    assert "/13   x" in drawn  # nobody does
    assert "~39(" in drawn
    assert "+53(" in drawn
    assert ("Loose sand, no roads", ["6", "17"]) in list(board.links("5"))
    assert ("Suez Canal", ["26", "27"]) in list(board.links("38"))
