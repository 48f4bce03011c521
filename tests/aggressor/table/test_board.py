"""The board and its drawings: homes, borders, sectors, contour lines, symbols, NBC."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest

from hexfront.core.contract import Counter, Kind, Mark, View
from hexfront.core.documents.strictjson import read_json
from hexfront.pictures import board_svg
from hexfront.pictures.boards import UNIT, Board
from hexfront.pictures.land.heights import contours
from hexfront.systems.aggressor.knowledge.symbols import SYMBOLS, symbol
from hexfront.systems.aggressor.scenario.ground_tables import hex_tables
from hexfront.systems.aggressor.scenario.mapmaker import random_terrain
from hexfront.systems.aggressor.scenario.state import FOLDER
from hexfront.systems.aggressor.scenario.terrain import Terrain, load_terrain
from hexfront.systems.aggressor.table.board import COLOURS, board_document
from hexfront.tui.map.chart import ZOOMS, Chart
from hexfront.tui.map.chart import Board as Table
from hexfront.tui.map.map_painter import draw_map
from hexfront.tui.map.painter import Scene
from hexfront.tui.map.palette import DARK, LIGHT
from hexfront.tui.map.symbols import ASCII, branch
from tests.aggressor.positions import make_rules, scenario_document

STANDARD = load_terrain(
    read_json(FOLDER / "data" / "terrain" / "standard.json"), None, "standard.json"
)
SIDES = ({"name": "west", "title": "West"}, {"name": "east", "title": "East", "colour": "#123456"})


def document(terrain: Terrain = STANDARD, **changes: Any) -> dict[str, Any]:
    made: dict[str, Any] = board_document(terrain, "A game", SIDES, None, **changes)
    return made


def mark(*places: str) -> Mark:
    return Mark("contaminated", "", places, "NBC", "AGR-2")


def view(marks: tuple[Mark, ...] = (), counters: tuple[Counter, ...] = ()) -> View:
    return View(0, 0, Kind.ORDERS, True, "Turn", "", counters, marks)


@pytest.mark.clause("AGR-1")
def test_places_stand_in_number_order_every_second_column_lower() -> None:
    places = document()["places"]
    assert [place["id"] for place in places] == list(STANDARD.labels)
    by_id = {place["id"]: (place["x"], place["y"]) for place in places}
    assert by_id["@AA"] == (0, 0)
    assert by_id["@BA"] == pytest.approx((1.5, math.sqrt(3) / 2))
    assert by_id["@CA"] == pytest.approx((3, 0))
    assert by_id["@AB"] == pytest.approx((0, math.sqrt(3)))


@pytest.mark.clause("AGR-2")
def test_terrain_is_clear_with_a_dot_or_rough_with_contour_lines() -> None:
    made = document(rough_cover=2)
    kinds = {place["id"]: place["terrain"] for place in made["places"]}
    assert {label for label, kind in kinds.items() if kind == "rough"} == set(STANDARD.rough)
    assert set(kinds.values()) == {"clear", "rough"}
    assert made["terrain"]["clear"]["art"] == "dotted"
    assert made["terrain"]["rough"]["art"] == "contoured"
    assert (
        "2 faces of the die off every hit on a unit here (AGR-21)"
        in (made["terrain"]["rough"]["facts"])
    )


@pytest.mark.clause("AGR-4")
def test_homes_and_the_border_between_them() -> None:
    made = document()
    homes = {place["id"]: place["side"] for place in made["places"]}
    assert (homes["@AA"], homes["@JO"], homes["@KA"], homes["@LA"], homes["@UO"]) == (
        0, 0, None, 1, 1,
    )  # fmt: skip
    (border,) = (line for line in made["borders"] if line["kind"] == "border")
    assert len(border["sides"]) == 2 * 29
    assert all(sorted((one[1], other[1])) in (["J", "K"], ["K", "L"])
               for one, other in border["sides"])  # fmt: skip
    assert [side["colour"] for side in made["sides"]] == [COLOURS[0], "#123456"]


@pytest.mark.clause("AGR-46")
def test_sectors_and_the_lines_between_them() -> None:
    made = document()
    assert len(made["sectors"]) == 9
    assert made["sectors"][1]["title"] == "North (H–N by A–E)"
    assert made["sectors"][5]["title"] == "East (O–U by F–J)"
    assert sorted(label for sector in made["sectors"] for label in sector["places"]) == sorted(
        STANDARD.labels
    )
    (lines,) = (line for line in made["borders"] if line["kind"] == "sector")
    number = {label: i for i, sector in enumerate(made["sectors"]) for label in sector["places"]}
    assert all(number[one] != number[other] for one, other in lines["sides"])
    assert len({frozenset(pair) for pair in lines["sides"]}) == len(lines["sides"])


def test_sectors_of_a_large_map_name_two_letters() -> None:
    titles = [sector["title"] for sector in document(random_terrain(99, 99, 1))["sectors"]]
    assert titles[0] == "North-west (AA–BG by AA–BG)"


@pytest.mark.clause("AGR-2")
@pytest.mark.parametrize("seed", [None, 1, 2, 3])
def test_contour_lines_run_through_rough_hexes_and_past_the_dots(seed: int | None) -> None:
    terrain = STANDARD if seed is None else random_terrain(21, 15, seed)
    tables = hex_tables(terrain)
    drawn = Board(document(terrain))
    points = [point for _, loops in contours(drawn, 20.0) for loop in loops for point in loop]
    nearest: dict[str, float] = {}
    for point in points:
        place = drawn.nearest(point)
        if place is not None:
            far = math.dist(point, (place.x, place.y))
            nearest[place.id] = min(far, nearest.get(place.id, 2 * UNIT))
    for label, rough in zip(terrain.labels, tables.rough.tolist(), strict=True):
        if rough:
            assert nearest[label] < 0.8 * UNIT, label
        else:
            assert nearest.get(label, UNIT) > 0.3 * UNIT, label


@pytest.mark.clause("AGR-7")
def test_types_are_told_apart_in_characters_but_for_the_unidentified() -> None:
    letters = {
        shown: branch(Counter("1", 0, "@AA", shown, symbol(shown, 0), True)) for shown in SYMBOLS
    }
    assert letters.pop("unidentified") == ""
    assert len(set(letters.values())) == len(letters)
    assert all(letters.values())


@pytest.mark.parametrize("dark", [False, True])
def test_the_picture_shows_dots_borders_and_homes(dark: bool) -> None:
    made = document()
    svg = board_svg(made, dark=dark)
    clear = len(STANDARD.labels) - len(STANDARD.rough)
    assert svg.count("h0") == 2 * clear
    without = board_svg({**made, "borders": []}, dark=dark)
    assert len(svg) - len(without) > 500
    for place in made["places"]:
        place["side"] = None
    assert COLOURS[0] in svg
    assert COLOURS[0] not in board_svg(made, dark=dark)


@pytest.mark.clause("AGR-2")
def test_the_picture_shows_contaminated_hexes() -> None:
    made = document()
    svg = board_svg(made, view((mark("@KH"), mark("@CC", "@DD"), mark("@ZZ"))))
    assert svg.count(">NBC<") == 3
    assert len(re.findall(r'<use href="#\w+n" ', svg)) == 3
    assert "NBC" not in board_svg(made, view())
    assert "NBC" not in board_svg(made, view((mark("@KH"),)), width=200)


def lines(scene: Scene, zoom: int = 0, terrain: Terrain = STANDARD) -> list[str]:
    return draw_map(Chart(Table(document(terrain)), ZOOMS[zoom]), scene, ASCII, None).lines()


@pytest.mark.clause("AGR-2", "AGR-4", "AGR-46")
def test_the_terminal_shows_ground_border_and_sectors() -> None:
    drawn = lines(Scene())
    # @AB and @BA are clear, @CB is rough; the border lies at K, a side of sectors at G and H.
    assert drawn[3].startswith("/@AB.\\_.._/@CB^\\")
    assert "#@KB.#" in drawn[3]
    assert "@GB.:_" in drawn[3]
    assert "\\:" in drawn[10]


@pytest.mark.clause("AGR-2")
@pytest.mark.parametrize("zoom", [0, 1, 2])
def test_the_terminal_shows_contaminated_hexes(zoom: int) -> None:
    assert any("NBC" in line for line in lines(Scene(marks=(mark("@KH"),)), zoom))
    assert not any("NBC" in line for line in lines(Scene(), zoom))


def test_the_word_gives_way_to_a_counter() -> None:
    counter = Counter("7", 0, "@KH", "Armor", symbol("armor", 0), True)
    scene = Scene((counter,), (mark("@KH"),))
    assert any("@KH!" in line for line in lines(scene, 0))
    assert any("@KHNBC" in line for line in lines(scene, 1))
    assert any("NBC" in line for line in lines(scene, 2))


def test_labels_of_two_letters_fit_the_smallest_hexes() -> None:
    terrain = random_terrain(27, 9, 1)
    counter = Counter("7", 0, "@ABAC", "Armor", symbol("armor", 0), True)
    drawn = "\n".join(lines(Scene(), 0, terrain))
    assert all(label[1:] in drawn for label in terrain.labels)
    assert "NBC" in "\n".join(lines(Scene((counter,), (mark("@ABAC"),)), 0, terrain))


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_colours_tell_homes_borders_and_contaminated_hexes(palette: Any) -> None:
    chart = Chart(Table(document()), ZOOMS[0])

    def inks(scene: Scene, place: str) -> set[str]:
        canvas = draw_map(chart, scene, ASCII, palette)
        span = chart.cells[place].spans[0]
        return {canvas.inks[span.row][span.column + i].ground for i in range(span.width)}

    assert len({*inks(Scene(), "@DE"), *inks(Scene(), "@KE"), *inks(Scene(), "@RE")}) == 3
    assert inks(Scene(), "@KH") != inks(Scene(marks=(mark("@KH"),)), "@KH")
    canvas = draw_map(chart, Scene(), ASCII, palette)
    span = chart.cells["@KE"].spans[0]
    assert canvas.inks[span.row][span.column - 1].colour == palette.border


@pytest.mark.clause("AGR-8")
def test_what_an_army_is_made_of_is_drawn_as_it_stands_on_the_map() -> None:
    types = make_rules(scenario_document()).board()["army_setup"]["types"]
    for side in (0, 1):
        shown = [entry["sidcs"][side] for entry in types.values()]
        assert shown == [symbol(name, side) for name in types]
