"""The map in characters: every counter once, nothing that the view does not hold."""

from __future__ import annotations

import re
from collections import Counter as Count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.core.contract import Counter, Mark
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario, scenario_names
from hexfront.tui.map.board import Board
from hexfront.tui.map.canvas import Canvas
from hexfront.tui.map.chart import ZOOMS, Chart, Zoom
from hexfront.tui.map.map_painter import draw_map
from hexfront.tui.map.painter import Scene, stacks
from hexfront.tui.map.palette import DARK, LIGHT
from hexfront.tui.map.symbols import ASCII, DRAWN, counter_text, direction, shape
from tests.tui.conftest import check_snapshot

ROOT3 = 3**0.5
INFANTRY = "10061000151211000000"


def hex_board(columns: int, rows: int, orientation: str = "flat") -> Board:
    places = []
    for a in range(columns):
        for b in range(rows):
            x, y = 1.5 * a, ROOT3 * (b + a % 2 / 2)
            place = {"id": f"{a + 1:02}{b + 1:02}", "x": x, "y": y, "terrain": "clear"}
            places.append(place if orientation == "flat" else {**place, "x": y, "y": x})
    return Board({"kind": "hex", "orientation": orientation, "places": places})


BOARDS = {
    "flat": hex_board(6, 5),
    "pointy": hex_board(6, 5, "pointy"),
    "areas": Board(
        {
            "kind": "areas",
            "places": [{"id": f"area {i}", "x": i * 7 % 5, "y": i * 3 % 4} for i in range(8)],
        }
    ),
    "bare": Board({"places": [{"id": name} for name in ("Red", "Blue", "Green")]}),
    "heap": Board({"places": [{"id": f"p{i}", "x": 1, "y": 1} for i in range(5)]}),
}


@st.composite
def positions(draw: st.DrawFn, board: Board) -> list[Counter]:
    places = st.sampled_from(["", *board.places])
    count = draw(st.integers(0, 14))
    return [
        Counter(
            str(number + 1),
            draw(st.integers(0, 5)),
            draw(places),
            f"unit {number}",
            INFANTRY,
            known := draw(st.booleans()),
            {"strength": draw(st.integers(0, 99))} if known else {},
        )
        for number in range(count)
    ]


def boxes(lines: list[str], chart: Chart, place: str) -> list[str]:
    """What stands inside the borders of a place."""
    return [
        lines[s.row].ljust(chart.width)[s.column : s.column + s.width]
        for s in chart.cells[place].spans
    ]


@pytest.mark.parametrize("zoom", ZOOMS, ids=lambda zoom: zoom.name)
@pytest.mark.parametrize("kind", BOARDS)
@settings(max_examples=30)
@given(data=st.data())
def test_shows_each_counter_once_where_it_is_and_no_other(kind: str, zoom: Zoom, data: Any) -> None:
    chart = Chart(BOARDS[kind], zoom)
    counters = data.draw(positions(BOARDS[kind]))
    lines = draw_map(chart, Scene(counters, numbers=False), ASCII, None).lines()
    here = stacks(counters)
    for place in chart.board.places:
        inside = "\n".join(boxes(lines, chart, place)).replace("_", " ")
        found = re.findall(r"[\[(<{|=]\S[^\])>}|=]*[\])>}|=]", inside)
        stack = here.get(place, [])
        assert len(found) == min(
            len(stack),
            1
            if zoom.half == 1 and kind in ("flat", "pointy")
            else max(1, len(chart.cells[place].spans) - 2),
        )
        for text, counter in zip(found, stack, strict=False):
            assert text[0] + text[-1] == shape(counter.side)
        if len(stack) == 1:
            assert re.match(rf"{stack[0].id}\b|{stack[0].id}[A-Z:?]", found[0][1:-1])
        if not stack:
            assert not any(c.isdigit() for c in inside.replace(place, ""))


@pytest.mark.parametrize("zoom", ZOOMS, ids=lambda zoom: zoom.name)
@pytest.mark.parametrize("kind", BOARDS)
def test_places_do_not_overlap(kind: str, zoom: Zoom) -> None:
    chart = Chart(BOARDS[kind], zoom)
    used = Count(
        (span.row, column)
        for cell in chart.cells.values()
        for span in cell.spans
        for column in range(span.column, span.column + span.width)
    )
    assert set(used.values()) == {1}
    for id, cell in chart.cells.items():
        span = cell.spans[0]
        assert chart.at(span.row, span.column) == id
        assert 0 <= span.row < chart.height
        assert span.column >= 1


@pytest.mark.parametrize("kind", ["flat", "pointy"])
def test_neighbouring_hexes_differ_in_tint_and_are_one_step_apart(kind: str) -> None:
    board = BOARDS[kind]
    chart = Chart(board, ZOOMS[1])
    for a in board.places.values():
        for b in board.places.values():
            if 0 < (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < 3.1:
                assert chart.cells[a.id].tint != chart.cells[b.id].tint


@pytest.mark.parametrize("kind", BOARDS)
def test_the_cursor_comes_to_every_place(kind: str) -> None:
    chart = Chart(BOARDS[kind], ZOOMS[1])
    start = next(iter(chart.cells))
    seen, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        place = chart.board.places[here]
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = chart.step(here, down, right, place.x if down else place.y)
            if there not in seen:
                seen.add(there)
                waiting.append(there)
    assert seen == set(chart.cells)


def test_along_a_row_and_back_the_cursor_returns() -> None:
    chart = Chart(BOARDS["flat"], ZOOMS[0])
    row = chart.board.places["0103"].y
    here = "0103"
    for _ in range(5):
        here = chart.step(here, 0, 1, row)
    assert here[:2] == "06"
    for _ in range(5):
        here = chart.step(here, 0, -1, row)
    assert here == "0103"


def test_directions_go_clockwise_from_east() -> None:
    ways = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    assert [direction(down, right) for down, right in ways] == list(range(8))


def test_plans_are_arrows_and_costs_are_written() -> None:
    chart = Chart(BOARDS["flat"], ZOOMS[1])
    unit = Counter("1", 0, "0101", "1", INFANTRY, True, {"strength": 4})
    marks = [Mark("move", "1", ("0101", "0102", "0202"), "", "")]
    scene = Scene([unit], marks, costs={"0103": "2.5"})
    lines = draw_map(chart, scene, ASCII, None).lines()
    assert boxes(lines, chart, "0101") == ["0101 S", "[1 I4]"]
    assert boxes(lines, chart, "0102")[0] == "0102SE"
    assert "2.5" in boxes(lines, chart, "0103")[1]


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_numbers_of_a_large_map_are_whole(orientation: str) -> None:
    flat = orientation == "flat"
    spots = [(f"{10_000 + n}", 1.5 * n, ROOT3 / 2 * (n % 2)) for n in range(3)]
    places = [
        {"id": id, "x": x if flat else y, "y": y if flat else x, "terrain": "clear"}
        for id, x, y in spots
    ]
    board = Board({"kind": "hex", "orientation": orientation, "places": places})
    chart = Chart(board, ZOOMS[0])
    lines = draw_map(chart, Scene([]), ASCII, None).lines()
    assert [boxes(lines, chart, id)[0][:5] for id in board.places] == ["10000", "10001", "10002"]


def test_long_names_and_many_figures_are_cut_to_the_width() -> None:
    counter = Counter("2nd/504 PIR", 3, "a", "x", "", True, {"a": 1234567, "b": "long words"})
    for width in range(3, 12):
        assert len(counter_text(counter, width)) <= width
        assert len(counter_text(counter, width, 12)) <= width


@pytest.mark.parametrize("palette", [DARK, LIGHT])
def test_colours_change_nothing_in_what_is_written(palette: Any) -> None:
    chart = Chart(BOARDS["flat"], ZOOMS[2])
    unit = Counter("1", 1, "0202", "1", INFANTRY, True, {"strength": 4})
    scene = Scene([unit], selected="1", cursor="0202", targets=frozenset(["0203"]), way=["0202"])
    plain = draw_map(chart, scene, DRAWN, None)
    coloured = draw_map(chart, scene, DRAWN, palette)
    assert coloured.lines() == plain.lines()
    grounds = {ink.ground for row in coloured.inks for ink in row}
    assert len(grounds) > 4


def test_a_canvas_draws_nothing_outside() -> None:
    canvas = Canvas(3, 1)
    canvas.put(0, -1, "abcdef")
    canvas.put(5, 0, "x")
    assert canvas.lines() == ["bcd"]


@pytest.mark.parametrize("name", scenario_names(find_system("brigade")))
def test_maps_of_brigade(name: str) -> None:
    system = find_system("brigade")
    rules = system.rules(load_scenario(system, name))
    view = rules.view(rules.start(), 0)
    chart = Chart(Board(rules.board()), ZOOMS[1])
    canvas = draw_map(chart, Scene(view.counters, view.marks), ASCII, None)
    check_snapshot(f"map-{name}", "\n".join(canvas.lines()) + "\n")
