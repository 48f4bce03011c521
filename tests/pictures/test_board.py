"""Pictures of boards and positions."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
import resvg_py
from playwright.sync_api import Page

from hexfront.core.contract import SPECTATOR, UMPIRE, Counter, Kind, Mark, Result, View
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.pictures import (
    MapPicture,
    PositionPicture,
    board_svg,
    counter_svg,
    rates_html,
    result_html,
    seat_html,
)
from hexfront.pictures.boards import UNIT, Board
from hexfront.pictures.land.heights import contours
from hexfront.pictures.land.scatter import SCATTERS
from hexfront.pictures.lines import chance, courses, noise
from hexfront.pictures.palette import DARK, LIGHT, Palette
from hexfront.pictures.svg import escape, number
from hexfront.pictures.tables import table
from hexfront.play.match import Match

EVIL = "<script>alert('1')</script>\"&\x00\ud800"
MAX_BYTES = 300_000


def rules_of(scenario: str) -> Any:
    system = find_system("brigade")
    return system.rules(load_scenario(system, scenario))


def area_board(count: int = 4) -> dict[str, Any]:
    """A board without hexes."""
    return {
        "kind": "areas",
        "title": EVIL,
        "sides": [{"name": "a", "title": EVIL, "colour": None} for _ in range(count)],
        "places": [
            {"id": f"{EVIL}{i}", "x": 3.0 * i, "y": 1.0 + i, "terrain": EVIL, "name": EVIL}
            for i in range(count)
        ],
        "terrain": {EVIL: {"title": EVIL, "art": EVIL, "facts": [EVIL]}},
        "image": None,
    }


def evil_counter(place: str, **changes: Any) -> Counter:
    counter = Counter("1", 0, place, EVIL, EVIL, True, {EVIL: 3, "b": EVIL}, (EVIL,))
    return replace(counter, **changes)


def view_of(counters: list[Counter], marks: tuple[Mark, ...] = ()) -> View:
    return View(0, 0, Kind.ORDERS, True, EVIL, EVIL, tuple(counters), marks)


def uses(svg: str) -> list[str]:
    return re.findall(r'href="#([^"]+)"', svg) + re.findall(r"url\(#([^)]+)\)", svg)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("scenario", ["across-the-drau", "iron-few", "night-on-the-moor"])
def test_positions_are_drawn(scenario: str, dark: bool) -> None:
    rules = rules_of(scenario)
    board, view = rules.board(), rules.view(rules.start(), UMPIRE)
    svg = board_svg(board, view, dark=dark, width=2000)
    root = ElementTree.fromstring(svg)
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    assert set(uses(svg)) <= set(ids)
    texts = [node.text for node in root.iterfind(".//{*}text")]
    assert {place["name"] for place in board["places"] if place["name"]} <= set(texts)
    assert {counter.name for counter in view.counters if counter.place} <= set(texts)
    assert len(svg.encode()) < MAX_BYTES
    assert bytes(resvg_py.svg_to_bytes(svg_string=svg, width=200)).startswith(b"\x89PNG")


def test_nothing_in_a_picture_runs_or_points_outside() -> None:
    """Also no styles: a page may forbid them."""
    board = area_board()
    board["image"] = {
        "href": "https://example.org/spy.png", "x": 0, "y": 0, "width": 1, "height": 1, "opacity": 1
    }  # fmt: skip
    first = board["places"][0]["id"]
    marks = (Mark(EVIL, "1", (first, board["places"][1]["id"]), EVIL, EVIL),)
    counters = [evil_counter(first), evil_counter(first, known=False, id=EVIL, side=3)]
    pictures = [
        board_svg(board, view_of(counters, marks)),
        MapPicture(board)._repr_svg_(),
        PositionPicture(board, view_of(counters))._repr_html_(),
        counter_svg(counters[0]),
        counter_svg(counters[0], "#123456"),
        result_html(Result((0, 1), EVIL, EVIL, (1.0,)), [EVIL]),
        result_html(Result((), EVIL, EVIL)),
        rates_html(3, {EVIL: {"rate": 0.5, "low": 0.1, "high": 0.9}}),
    ]
    for picture in pictures:
        assert "<script" not in picture
        assert "example.org" not in picture
        root = ElementTree.fromstring(picture.replace("&#160;", ""))
        for node in root.iter():
            name = node.tag.rpartition("}")[2]
            assert name not in ("script", "style", "foreignObject")
            for key, value in node.items():
                assert not key.startswith("on")
                assert key != "style"
                assert not key.endswith("href") or value.startswith("#")


def test_a_place_without_hexes_is_a_disc() -> None:
    svg = board_svg(area_board(6), view_of([]))
    assert "a100 100 0 1 1" in svg
    assert ElementTree.fromstring(svg).get("viewBox") == "-120 -20 1740 740"


def test_a_stack_is_shifted_and_who_is_off_the_board_is_left_out() -> None:
    board = rules_of("three-towns").board()
    stack = [evil_counter("0101", id=str(i), name=f"unit {i}") for i in range(4)]
    away = evil_counter("", name="absent")
    svg = board_svg(board, view_of([*stack, away, evil_counter("9999", name="nowhere")]))
    shifts = re.findall(r'<g transform="translate\(([^)]*)\)"><title>unit', svg)
    assert len(set(shifts)) == 4
    assert "absent" not in svg
    assert "nowhere" not in svg


def test_plans_are_drawn_under_counters_and_attacks_over_them() -> None:
    board = rules_of("three-towns").board()
    counter = evil_counter("0101", name="mover")
    move = Mark("move", "1", ("0101", "0102", "0103"), "", "")
    attack = Mark("attack", "1", ("0103", "0104"), "", "")
    svg = board_svg(board, view_of([counter], (attack, move)))
    real = svg.rindex("<title>mover")
    assert svg.index(LIGHT.move) < real < svg.index(LIGHT.fight)
    assert svg.count("<title>mover") == 2, "the counter and where its plan takes it"


def test_an_unknown_counter_shows_nothing_of_itself() -> None:
    shown = counter_svg(Counter("1", 0, "0101", "?", "10031000000000000000", False))
    assert re.findall(r"<text[^>]*>([^<]*)<", shown) == ["?"]
    assert "use" in shown


def test_numbers_and_width_are_as_asked() -> None:
    board = rules_of("three-towns").board()
    assert ">0101<" in board_svg(board)
    assert ">0101<" not in board_svg(board, numbers=False)
    assert ">0101<" not in board_svg(board, width=100), "no room for them"
    assert ElementTree.fromstring(board_svg(board, width=321)).get("width") == "321"


def test_a_match_shows_no_more_than_its_viewer_knows() -> None:
    rules = rules_of("night-on-the-moor")
    match = Match(find_system("brigade"), rules, secret=bytes(32))
    match.settle()
    hidden = {c.name for c in match.view(UMPIRE).counters} - {
        c.name for c in match.view(SPECTATOR).counters
    }
    assert hidden
    for name in hidden:
        assert f">{escape(name)}<" not in match._repr_html_()
    for side in range(2):
        known = {c.name for c in match.view(side).counters}
        shown = seat_html(match.seat(side))
        assert all(f">{escape(name)}<" not in shown for name in hidden - known)
        assert any(f">{escape(name)}<" in shown for name in hidden & known)


def test_spectators_see_what_their_view_has() -> None:
    rules = rules_of("night-on-the-moor")
    view = rules.view(rules.start(), SPECTATOR)
    hidden = rules.view(rules.start(), UMPIRE)
    svg = board_svg(rules.board(), view)
    assert svg.count("<title>") - 1 == sum(bool(counter.place) for counter in view.counters)
    assert sum(bool(c.place) for c in view.counters) <= sum(bool(c.place) for c in hidden.counters)


@pytest.mark.parametrize(("theme", "ours"), [("light", LIGHT), ("dark", DARK)])
def test_colours_are_those_of_the_browser(page: Page, theme: str, ours: Palette) -> None:
    theirs = page.evaluate(
        "async (theme) => (await import('/js/map/palette.js')).palette(theme)", theme
    )
    assert theirs == ours.named


def test_chance_is_that_of_the_browser(page: Page) -> None:
    points = [(i * i - 40, 7 * i - 90, i % 5) for i in range(30)]
    theirs = page.evaluate(
        "async (points) => { const { chance, noise } = await import('/js/map/geometry.js');"
        " return points.map(([i, j, seed]) =>"
        " [chance(i, j, seed), noise(i * 0.37, j * 0.37, seed)]); }",
        points,
    )
    ours = [(chance(i, j, seed), noise(i * 0.37, j * 0.37, seed)) for i, j, seed in points]
    assert theirs == [pytest.approx(pair, abs=1e-12) for pair in ours]


def test_both_themes_have_the_same_colours() -> None:
    themes = table("palette")
    assert set(themes["light"]) == set(themes["dark"])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.04, "0"),
        (-0.04, "0"),
        (0.5, ".5"),
        (-0.5, "-.5"),
        (12.0, "12"),
        (-100.26, "-100.3"),
        (10.0, "10"),
    ],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_texts_are_fit_for_xml() -> None:
    assert ElementTree.fromstring(f'<a b="{escape(EVIL)}">{escape(EVIL)}</a>').text


def hexes(columns: int, rows: int, **more: Any) -> dict[str, Any]:
    """A board of clear flat-topped hexes, labelled column and row."""
    places = [
        {
            "id": f"{i:02}{j:02}",
            "x": 1.5 * i,
            "y": 3**0.5 * (j + i % 2 / 2),
            "terrain": "clear",
            "name": None,
        }
        for i in range(columns)
        for j in range(rows)
    ]
    kinds = {"clear": {"title": "", "art": "clear", "facts": []}}
    board = {"kind": "hex", "orientation": "flat", "title": "", "sides": [], "image": None}
    return {**board, "places": places, "terrain": kinds, **more}


def test_contours_lie_around_what_is_high() -> None:
    document = hexes(7, 7, heights={"0303": 100.0}, contours=20.0)
    levels = contours(Board(document))
    assert [level for level, _ in levels] == [1, 2, 3, 4]
    top = Board(document).places["0303"]
    for _, loops in levels:
        assert len(loops) == 1
        for x, y in loops[0]:
            assert math.hypot(x - top.x, y - top.y) < 150
    widths = [max(x for x, _ in loops[0]) - min(x for x, _ in loops[0]) for _, loops in levels]
    assert widths == sorted(widths, reverse=True)


def test_level_ground_has_no_contours() -> None:
    assert contours(Board(hexes(3, 3))) == []
    assert contours(Board(hexes(3, 3, heights={"0000": 0.0}))) == []
    assert contours(Board(area_board())) == []


def test_an_area_has_one_edge_and_its_holes() -> None:
    board = Board(hexes(5, 5))
    ring = board.around((board.places["0202"].x, board.places["0202"].y))
    assert [len(loop) for loop in board.loops(ring)] in ([18, 6], [6, 18])


def test_a_river_along_sides_is_one_line_and_forks_end_it() -> None:
    board = Board(hexes(5, 5))
    sides = [board.side("0101", other) for other in ("0100", "0201", "0202", "0102")]
    assert None not in sides
    lines = courses([side for side in sides if side is not None])
    assert [len(line) for line in lines] == [5]
    assert board.side("0000", "0404") is None
    fork = [
        ((0.0, 0.0), (100.0, 0.0)),
        ((100.0, 0.0), (150.0, 87.0)),
        ((100.0, 0.0), (150.0, -87.0)),
    ]
    assert sorted(len(line) for line in courses(fork)) == [2, 2, 2]


def test_rivers_roads_coasts_and_labels_are_drawn() -> None:
    drawing = {
        "rivers": [{"name": "Iser", "sides": [["0101", "0201"], ["0101", "0202"]], "width": 0.2}],
        "roads": [
            {"kind": kind, "path": ["0000", "0100", "0200"]} for kind in ("road", "track", "rail")
        ],
        "coast": [{"kind": "sea", "points": [[0, 0], [2, 0], [1, 3]]}],
        "labels": [{"text": EVIL, "x": 1, "y": 2, "turn": 30, "kind": "water"}],
    }
    plain, drawn = board_svg(hexes(4, 4)), board_svg(hexes(4, 4, **drawing))
    for name in ("river", "road", "track", "rail", "deep"):
        assert LIGHT.named[name] not in plain
        assert LIGHT.named[name] in drawn
    assert ">Iser<" in drawn
    assert "<script" not in drawn
    assert set(uses(drawn)) <= set(re.findall(' id="([^"]+)"', drawn))


@pytest.mark.parametrize("art", [*SCATTERS, "hill", "town", "something else"])
@pytest.mark.parametrize("kind", ["hex", "areas"])
def test_every_art_is_drawn(art: str, kind: str) -> None:
    kinds = {"clear": {"title": "", "art": art, "facts": []}}
    drawn = board_svg({**hexes(3, 3), "terrain": kinds, "kind": kind})
    assert set(uses(drawn)) <= set(re.findall(' id="([^"]+)"', drawn))
    assert drawn != board_svg({**hexes(3, 3), "kind": kind})


def test_a_large_board_stays_small() -> None:
    board = hexes(60, 40)
    for i, place in enumerate(board["places"]):
        place["terrain"] = ("clear", "woods", "hill", "water")[i // 40 % 4]
    board["terrain"] = {
        art: {"title": "", "art": art, "facts": []} for art in ("clear", "woods", "hill", "water")
    }
    assert len(board_svg(board).encode()) < 1_000_000


def geography() -> Any:
    """Rules with a map made from coasts and rivers."""
    system = find_system("malaya")
    return system.rules(load_scenario(system, None))


def test_a_map_of_geography_shows_ports_airfields_and_settlements() -> None:
    board: Any = geography().board()
    picture = board_svg(board, width=1800)
    signs = table("shapes")["signs"]
    kinds = [kind for place in board["places"] for kind in place.get("signs", ())]
    assert set(kinds) <= set(signs)
    badges = {kind: kinds.count(kind) for kind in ("port", "airfield")}
    assert sum(badges.values()) > 20
    for kind, count in badges.items():
        assert picture.count(signs[kind]["parts"][-1]["path"]) == count


def test_names_of_settlements_do_not_run_into_each_other() -> None:
    board: Any = geography().board()
    small, large = (board_svg(board, width=width) for width in (700, 3000))
    assert small.count("Singapore") == large.count("Singapore") == 1
    assert "Kallang" in large
    assert "Kallang" not in small


def test_land_on_a_map_of_geography_has_closed_outlines() -> None:
    # Documents round coordinates: still each corner that hexes share is one point.
    board: Board = Board(geography().board())
    land = [(p.x, p.y) for p in board.places.values() if p.terrain not in ("sea", "box")]
    for loop in board.loops(land):
        for (x, y), (p, q) in pairwise([*loop, loop[0]]):
            assert math.hypot(x - p, y - q) < 1.01 * UNIT
