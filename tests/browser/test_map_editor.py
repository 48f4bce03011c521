"""A map drawn by mouse, by keyboard and by finger on the editor's page."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from hexfront.core.documents.strictjson import Json
from hexfront.core.registry import find_system
from hexfront.editor.documents import load
from tests.browser.axe import faults
from tests.browser.conftest import Screen

Open = Callable[..., Screen]


def begin(address: str, system: str, **wishes: Any) -> str:
    """The path at which a new draft is edited; `columns` and `rows` of one with an empty map."""
    size = {name: wishes.pop(name) for name in ("columns", "rows") if name in wishes}
    order = {"system": system, "name": "A map", "blank": size or None, **wishes}
    body = json.dumps(order).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{address}/api/drafts", body, headers)
    with urllib.request.urlopen(request) as answer:
        made = json.loads(answer.read())
    return f"/edit#{made['draft']}.{made['token']}"


class Board:
    """The map of the editor, with what a designer does at it."""

    def __init__(self, screen: Screen) -> None:
        self.screen, self.page = screen, screen.page
        self.page.locator("[data-testid^=layer-]").first.wait_for()
        screen.wait("hexfront.map()?.geometry && hexfront.map().wide > 0")

    def at(self, label: str) -> tuple[float, float]:
        self.screen.wait(f"hexfront.place('{label}') !== null")
        point = self.page.evaluate(f"hexfront.place('{label}')")
        return point["x"], point["y"]

    def between(self, one: str, other: str) -> tuple[float, float]:
        (a, b), (c, d) = self.at(one), self.at(other)
        return (a + c) / 2, (b + d) / 2

    def choose(self, tool: str, layer: str = "", value: str = "") -> None:
        if layer:
            self.page.get_by_test_id(f"layer-{layer}").click()
        if value:
            self.page.get_by_test_id(f"value-{value}").click()
        self.page.get_by_test_id(f"tool-{tool}").click()

    def drag(self, *points: tuple[float, float]) -> None:
        self.page.mouse.move(*points[0])
        self.page.mouse.down()
        for point in points[1:]:
            self.page.mouse.move(*point, steps=4)
        self.page.mouse.up()

    def document(self, role: str) -> Json:
        self.screen.wait("hexfront.draft().state === 'saved'")
        return self.page.evaluate(f"hexfront.draft().documents['{role}']")

    def status(self) -> str:
        return self.page.get_by_test_id("status").inner_text()


def check(system: str, document: Json) -> None:
    """Validate a map on its own. Errors: `InputError`."""
    find_system(system).scenarios.documents[document["format"]](document, None, "drawn")


def terrain_of(document: Json) -> dict[str, str]:
    return {entry["hex"]: entry["terrain"] for entry in document["hexes"]}


def test_the_first_unit_begins_where_it_may_stand(open_screen: Open, address: str) -> None:
    """The first hex of this map is sea."""
    board = Board(open_screen(begin(address, "malaya", columns=12, rows=9)))
    board.page.get_by_test_id("size").fill("0")
    board.choose("brush", "terrain", "sea")
    board.drag(board.at("0101"))
    board.document("map")
    board.page.get_by_test_id("tab-forces").click()
    board.page.get_by_test_id("add-unit").click()
    (unit,) = board.document("forces")["units"]
    assert unit["start"] == "0102"


def test_one_stroke_is_one_undo_and_painting_at_the_edge_adds_nothing(
    open_screen: Open, address: str
) -> None:
    board = Board(open_screen(begin(address, "brigade", columns=10, rows=8)))
    before = board.document("terrain")
    board.page.get_by_test_id("size").fill("3")
    board.choose("brush", "terrain", "woods")
    board.drag(board.at("0101"), board.at("0105"))
    after = board.document("terrain")
    assert len(after["hexes"]) == 80 and after != before
    board.page.get_by_test_id("undo").click()
    assert board.document("terrain") == before
    shown = "hexfront.map().geometry.board.places.every(({terrain}) => terrain === 'clear')"
    board.screen.wait(shown)
    board.page.get_by_test_id("redo").click()
    assert board.document("terrain") == after
    board.page.get_by_test_id("undo").click()
    board.screen.wait(shown)
    board.drag(board.at("0505"))
    assert board.document("terrain") not in (before, after)
    board.page.get_by_test_id("tab-history").click()
    expect(board.page.get_by_test_id("branch")).to_have_text("goes on from 1")


def test_symmetry_repeats_strokes_over_its_axis(open_screen: Open, address: str) -> None:
    board = Board(open_screen(begin(address, "aggressor", columns=15, rows=11)))
    board.page.get_by_text("Symmetry", exact=True).click()
    board.page.get_by_test_id("symmetry").select_option("left-right")
    board.choose("brush", "terrain", "rough")
    # The border in the middle takes none.
    board.drag(board.at("@BC"), board.at("@EC"), board.at("@HC"))
    rough = board.document("terrain")["rough"]
    mirrored = {f"@{chr(ord('A') + 14 - (ord(label[1]) - ord('A')))}{label[2]}" for label in rough}
    assert len(rough) == 12 and set(rough) == mirrored
    check("aggressor", board.document("terrain"))


def test_strokes_are_repeated_around_a_centre_that_a_press_or_a_key_puts(
    open_screen: Open, address: str
) -> None:
    board = Board(open_screen(begin(address, "brigade", columns=12, rows=10)))
    page, before = board.page, board.document("terrain")

    def painted(place: str) -> set[str]:
        """The hexes that one stroke makes woods; it is undone again."""
        board.choose("brush", "terrain", "woods")
        board.drag(board.at(place))
        terrain = terrain_of(board.document("terrain"))
        page.get_by_test_id("undo").click()
        assert board.document("terrain") == before
        return {label for label, kind in terrain.items() if kind == "woods"}

    assert page.get_by_test_id("centre").is_disabled()
    page.get_by_text("Symmetry", exact=True).click()
    page.get_by_test_id("symmetry").select_option("six")
    # The pointer crosses other hexes on its way from the button.
    page.get_by_test_id("centre").click()
    board.drag(board.at("0605"))
    assert painted("0604") == {"0604", "0606", "0505", "0506", "0705", "0706"}
    page.get_by_test_id("symmetry").select_option("three")
    page.mouse.move(*board.at("0406"))
    page.get_by_test_id("map").focus()
    for key in ("c", "ArrowLeft", "Space"):
        page.keyboard.press(key)
    expect(page.get_by_test_id("said")).to_have_text("The centre is at 0306")
    assert painted("0305") == {"0305", "0406", "0206"}


def test_a_part_is_copied_turned_and_put_elsewhere(open_screen: Open, address: str) -> None:
    board = Board(open_screen(begin(address, "brigade", columns=12, rows=10)))
    board.choose("line", "terrain", "woods")
    board.drag(board.at("0303"), board.at("0306"))
    board.choose("line", "roads", "track")
    board.drag(board.at("0303"), board.at("0306"))
    board.choose("wand", "terrain")
    board.drag(board.at("0304"))
    board.page.keyboard.press("Control+c")
    board.page.keyboard.press("Control+v")
    board.page.keyboard.press("r")
    board.drag(board.at("0805"))
    document = board.document("terrain")
    woods = [label for label, kind in terrain_of(document).items() if kind == "woods"]
    assert len(woods) == 8
    assert sorted(len(road["path"]) for road in document["drawing"]["roads"]) == [4, 4]
    check("brigade", document)
    # A selection would keep the fill within it.
    board.page.keyboard.press("Escape")
    board.choose("fill", "terrain", "clear")
    board.drag(board.at("0305"))
    assert sum(kind == "woods" for kind in terrain_of(board.document("terrain")).values()) == 4


def test_a_tool_that_can_do_nothing_says_why(open_screen: Open, address: str) -> None:
    board = Board(open_screen(begin(address, "aggressor", columns=15, rows=11)))
    hint = board.page.get_by_test_id("hint")
    border = board.page.evaluate("hexfront.mapEditor().layer.barred[0]")
    for tool, told in (
        ("stamp", "Nothing was copied yet"),
        ("move", "Select hexes first"),
        ("brush", "border"),
    ):
        board.choose(tool, "terrain", "rough")
        board.drag(board.at(border), board.at(border))
        expect(hint).to_contain_text(told)
    board.drag(board.at("@BB"))
    expect(hint).to_be_empty()
    board.choose("fill", "roads")
    board.drag(board.at("@BB"))
    expect(hint).to_contain_text("choose another layer, such as Terrain")
    board.page.keyboard.press("Enter")
    expect(hint).to_contain_text("Select hexes first")
    board.page.keyboard.press("Control+a")
    board.page.keyboard.press("Enter")
    expect(hint).to_contain_text("Roads are not filled: choose another layer, such as Terrain")


def test_tools_select_move_turn_and_take_and_heights_rise(open_screen: Open, address: str) -> None:
    board = Board(open_screen(begin(address, "brigade", columns=12, rows=10)))
    page, hint = board.page, board.page.get_by_test_id("hint")

    def woods() -> set[str]:
        terrain = terrain_of(board.document("terrain"))
        return {label for label, kind in terrain.items() if kind == "woods"}

    # A rectangle is painted, moved, turned and mirrored.
    board.choose("select", "terrain", "woods")
    board.drag(board.at("0303"), board.at("0404"))
    page.keyboard.press("Enter")
    assert woods() == {"0303", "0304", "0403", "0404"}
    board.choose("move")
    board.drag(board.at("0303"), board.at("0703"))
    moved = {"0703", "0704", "0803", "0804"}
    assert woods() == moved
    page.get_by_text("Selection: 4").click()
    for button in ("turn", "flip"):
        page.get_by_test_id(f"selection-{button}").click()
        assert len(woods()) == 4 and woods() != moved
        page.get_by_test_id("undo").click()
        assert woods() == moved
    # A loop around three hexes, to which Shift adds a fourth.
    page.get_by_test_id("selection-none").click()
    board.choose("lasso")
    board.drag(board.between("0202", "0203"), board.at("0301"), board.at("0504"), board.at("0205"))
    expect(hint).to_contain_text("hexes selected")
    inside = page.evaluate("hexfront.mapEditor().selection.size")
    page.keyboard.down("Shift")
    board.drag(board.at("0908"), board.at("1107"), board.at("1109"))
    page.keyboard.up("Shift")
    assert page.evaluate("hexfront.mapEditor().selection.size") > inside > 2
    page.keyboard.press("Escape")
    # The eyedropper takes what the brush then paints with.
    board.choose("pick", "terrain", "town")
    board.drag(board.at("0703"))
    expect(hint).to_have_text("To paint with: Woods")
    board.choose("brush")
    board.drag(board.at("1101"))
    assert woods() == moved | {"1101"}
    # Names are typed, and neither a line nor Paint writes empty ones.
    before = board.document("terrain")
    board.choose("line", "names")
    board.drag(board.at("0202"), board.at("0502"))
    expect(hint).to_have_text("Names of towns are typed one by one, with the brush")
    page.get_by_test_id("selection-all").click()
    page.get_by_test_id("selection-fill").click()
    expect(hint).to_contain_text("Names of towns are not filled")
    assert board.document("terrain") == before
    page.get_by_test_id("selection-none").click()
    # Heights are set, raised, lowered and made smooth.
    board.choose("brush", "heights")
    heights = []
    for mode, number in (("set", "90"), ("raise", "30"), ("lower", "20"), ("smooth", "")):
        page.get_by_test_id("height-mode").select_option(mode)
        if number:
            page.get_by_test_id("height").fill(number)
            page.get_by_test_id("height").press("Enter")
        board.drag(board.at("0505"))
        heights.append(board.document("terrain")["drawing"]["heights"]["0505"])
    assert heights == [90, 120, 100, round(100 / 7)]


def test_a_map_is_drawn_by_keys_alone(open_screen: Open, address: str) -> None:
    board = Board(open_screen(begin(address, "malaya", columns=8, rows=7)))
    canvas = board.page.get_by_test_id("map")
    canvas.focus()
    press = board.page.keyboard.press
    for key in ("b", "ArrowRight", "ArrowRight", "ArrowDown", "3", "Space"):
        press(key)
    assert "0202" in board.status()
    said = board.page.get_by_test_id("said").inner_text
    press("PageDown")
    assert said() == "Layer: Rivers"
    press("ArrowRight")
    for key in (".", ".", "Space", ".", "Space"):
        press(key)
    press("PageDown")
    press("PageDown")
    assert said() == "Layer: Roads"
    for key in ("l", "Space", "ArrowDown", "ArrowDown", "ArrowDown", "Space"):
        press(key)
    document = board.document("map")
    check("malaya", document)
    terrains = {label: entry["terrain"] for label, entry in document["hex"].items()}
    assert terrains["0202"] == "jungle"
    assert sorted(side for river in document["river"] for side in river["sides"]) == [
        ["0302", "0303"],
        ["0302", "0402"],
    ]
    assert document["road"][0]["path"] == ["0302", "0303", "0304", "0305"]
    assert "bridge to 0303" in _words(board, "0302")


def _words(board: Board, label: str) -> str:
    found: str = board.page.evaluate(
        f"hexfront.mapEditor().words(hexfront.mapEditor().grid.parse('{label}'))"
    )
    return found


def test_sea_keeps_coasts_right(open_screen: Open, address: str) -> None:
    board = Board(open_screen(begin(address, "malaya", columns=8, rows=7)))
    board.choose("brush", "terrain", "sea")
    board.drag(board.at("0404"))
    document = board.document("map")
    check("malaya", document)
    assert document["hex"]["0403"]["coast"] == ["S"]
    board.choose("brush", "terrain", "clear")
    board.drag(board.at("0404"))
    assert "coast" not in board.document("map")["hex"]["0403"]
    check("malaya", board.document("map"))


def test_cells_routes_and_barriers_of_an_area_of_war(open_screen: Open, address: str) -> None:
    board = Board(open_screen(begin(address, "idahex", scenario="first-war")))
    links = board.document("scenario")["war"]["map"]["links"]
    board.choose("brush", "environments", "town")
    board.drag(board.at("5"))
    board.choose("brush", "barriers", "river")
    board.drag(board.between("8", "9"))
    board.choose("brush", "routes", "erase")
    board.drag(board.at("1"), board.at("2"))
    area = board.document("scenario")["war"]["map"]
    assert {"number": 5, "environment": "town"} in area["cells"]
    assert {"cells": [8, 9], "route": "road", "barrier": "river"} in area["links"]
    # A hex that is clicked loses all its routes; what has a barrier stays for that.
    assert [1, 2] in [link["cells"] for link in links]
    assert [1, 2] not in [link["cells"] for link in area["links"]]
    board.screen.wait("hexfront.draft().problems.every(({warning}) => warning)")


def test_spaces_of_a_ring_are_chosen_on_it_and_changed_in_a_form(
    open_screen: Open, address: str
) -> None:
    screen = open_screen("/")
    with screen.held("**/board"):
        screen.page.goto(address + begin(address, "takeover"))
        screen.page.get_by_test_id("list-ring").wait_for()
    screen.wait("hexfront.place('mill-row') !== null")
    point = screen.page.evaluate("hexfront.place('mill-row')")
    screen.page.mouse.click(point["x"], point["y"])
    price = screen.page.get_by_label("Price", exact=True)
    price.fill("95")
    price.press("Enter")
    screen.page.get_by_test_id("add-ring").click()
    screen.wait("hexfront.draft().state === 'saved'")
    ring = screen.page.evaluate("hexfront.draft().documents.scenario.ring")
    at = next(i for i, space in enumerate(ring) if space["name"] == "mill-row")
    assert ring[at]["price"] == 95 and ring[at + 1]["name"] == "new-1"
    screen.wait("hexfront.map().geometry.places.has('new-1')")
    screen.wait("hexfront.draft().problems.every(({warning}) => warning)")
    assert faults(screen, within=".mapedit") == []


def test_a_picture_to_trace_stays_in_the_browser(
    open_screen: Open, address: str, tmp_path: Path
) -> None:
    board = Board(open_screen(begin(address, "brigade", columns=8, rows=6)))
    before = board.document("terrain")
    picture = tmp_path / "sketch.png"
    board.page.screenshot(path=picture)
    board.page.get_by_text("Picture to trace").click()
    board.page.get_by_test_id("underlay-file").set_input_files(picture)
    board.screen.wait("hexfront.map().picture !== null")
    board.page.get_by_test_id("underlay-width").fill("30")
    board.screen.wait("hexfront.map().geometry.board.image.width === 30")
    assert board.document("terrain") == before
    board.page.reload()
    board = Board(board.screen)
    board.screen.wait("hexfront.map().picture !== null")
    assert board.page.evaluate("hexfront.map().geometry.board.image.width") == 30


def test_one_finger_paints_and_two_move_the_map(open_screen: Open, address: str) -> None:
    path = begin(address, "brigade", columns=10, rows=8)
    board = Board(open_screen(path, has_touch=True, viewport={"width": 390, "height": 844}))
    board.choose("brush", "terrain", "woods")
    touch = board.page.context.new_cdp_session(board.page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    one, other = board.at("0303"), board.at("0305")
    send("touchStart", one)
    send("touchMove", other)
    send("touchEnd")
    terrain = terrain_of(board.document("terrain"))
    assert [terrain[label] for label in ("0303", "0304", "0305")] == ["woods"] * 3
    # A second finger gives up what the first has begun, and moves the map.
    before = board.page.evaluate("hexfront.map().camera.scale")
    (x, y), (u, v) = board.at("0602"), board.at("0604")
    send("touchStart", (x, y))
    send("touchStart", (x, y), (u, v))
    send("touchMove", (x, y - 40), (u, v + 40))
    send("touchEnd")
    board.screen.wait(f"hexfront.map().camera.scale > {before}")
    assert terrain_of(board.document("terrain")) == terrain


def test_the_largest_map_opens_and_is_painted(open_screen: Open, address: str) -> None:
    board = Board(open_screen(begin(address, "brigade", columns=99, rows=99)))
    assert board.page.evaluate("hexfront.map().geometry.places.size") == 99 * 99
    board.choose("replace", "terrain", "woods")
    board.drag(board.at("5050"))
    terrain = terrain_of(board.document("terrain"))
    assert set(terrain.values()) == {"woods"}
    board.page.get_by_text("Size: 99 × 99").click()
    board.page.get_by_test_id("resize-columns").fill("20")
    board.page.get_by_test_id("resize-rows").fill("10")
    board.page.get_by_test_id("resize").click()
    board.screen.wait("hexfront.map().geometry.places.size === 200")
    check("brigade", board.document("terrain"))


def test_a_map_grows_on_all_sides_with_all_that_names_its_hexes_and_zones_are_painted(
    open_screen: Open, address: str
) -> None:
    board = Board(open_screen(begin(address, "malaya", scenario="singapore")))
    page, documents = board.page, "hexfront.draft().documents"
    before = page.evaluate(documents)
    size = before["map"]["columns"], before["map"]["rows"]
    page.get_by_text("Size:").click()
    page.get_by_test_id("resize-left").fill("2")
    page.get_by_test_id("resize-top").fill("1")
    page.get_by_test_id("resize").click()
    board.screen.wait("hexfront.draft().version === 2 && hexfront.draft().state === 'saved'")
    after = page.evaluate(documents)
    assert (after["map"]["columns"], after["map"]["rows"]) == (size[0] + 2, size[1] + 1)
    load(find_system("malaya"), after)

    def starts(role: dict[str, Any]) -> list[str]:
        return [unit.get("start", "") for unit in role["forces"]["units"]]

    moved = [f"{int(s) + 201:04}" if s.isdigit() else s for s in starts(before)]
    assert moved == starts(after) != starts(before)
    # What would be lost is told before, and undone in one step.
    page.get_by_test_id("resize-left").fill("-8")
    expect(page.get_by_test_id("resize-lost")).to_contain_text("other things that name them")
    page.get_by_test_id("resize").click()
    board.screen.wait("hexfront.draft().version === 3 && hexfront.draft().state === 'saved'")
    page.get_by_test_id("undo").click()
    board.screen.wait("hexfront.draft().version === 4 && hexfront.draft().state === 'saved'")
    assert page.evaluate(documents) == after

    page.get_by_test_id("list-edge").locator("summary").click()
    page.get_by_test_id("add-edge").click()
    page.get_by_test_id("layer-edge-zone-1").wait_for()
    board.choose("brush", "edge-zone-1", "zone-1")
    land = next(label for label, one in after["map"]["hex"].items() if one["terrain"] != "sea")
    board.drag(board.at(land))
    zones = {zone["name"]: zone["hexes"] for zone in board.document("map")["edge"]}
    assert zones["zone-1"] == [land]
    load(find_system("malaya"), page.evaluate(documents))


@pytest.mark.parametrize(("system", "scenario"), [("malaya", ""), ("brigade", "across-the-drau")])
def test_what_is_drawn_is_the_board_that_is_played(
    open_screen: Open, address: str, system: str, scenario: str
) -> None:
    board = Board(open_screen(begin(address, system, scenario=scenario)))
    board.screen.wait("hexfront.mapEditor().base !== null")
    ours, theirs = board.page.evaluate(
        """() => [hexfront.mapEditor().board, hexfront.mapEditor().base].map((board) => ({
          places: board.places.map(({ id, x, y, terrain, name }) =>
            [id, x.toFixed(2), y.toFixed(2), terrain, name ?? null]).sort(),
          roads: board.roads.map(({ kind, path }) => [kind ?? "road", path]),
          rivers: board.rivers.map(({ sides, path, width }) =>
            [sides ?? [], path ?? [], width ?? 0]),
          heights: board.heights ?? {} }))"""
    )
    for part in ("places", "rivers", "heights"):
        assert ours[part] == theirs[part], part
    assert sorted(map(str, ours["roads"])) == sorted(map(str, theirs["roads"]))
