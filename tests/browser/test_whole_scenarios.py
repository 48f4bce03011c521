"""Map, forces and scenario made on the editor's page, and the first turn of it played."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.conftest import Open, Screen
from tests.browser.test_map_editor import Board, begin, check, terrain_of

pytestmark = pytest.mark.browser


def saved(screen: Screen) -> Any:
    screen.wait("hexfront.draft().state === 'saved' && !hexfront.draft().loading")
    return screen.page.evaluate("hexfront.draft().documents")


def fill(screen: Screen, field: str, text: str) -> None:
    """Fill a field of a form, and wait until the draft has it."""
    screen.page.get_by_test_id(field).fill(text)
    screen.page.get_by_test_id(field).press("Enter")
    saved(screen)


LATER = "/\\b(Turn|Round|Day) [1-9]/.test(hexfront.title().replace(/(Turn|Round) 1\\b/, ''))"
"""Whether the first turn, round or day is over: turns are counted from 1, days from 0."""
DECISIONS = 40


def play_the_first_turn(screen: Screen) -> dict[str, str]:
    """Sit down to it against machines, and decide until the first turn, round or day is over.

    Returns: where the counters stood at the start, by name.
    """
    page = screen.page
    screen.wait("hexfront.draft().problems.every(({warning}) => warning)")
    page.get_by_test_id("tab-test").click()
    seats = page.locator("select[data-testid^=seat-]")
    expect(page.get_by_test_id("seat-1")).to_be_visible()
    for side in range(1, seats.count()):
        seats.nth(side).select_option("random")
    page.get_by_test_id("play").click()
    screen.wait("window.hexfront?.counters?.().length > 0")
    screen.settle()
    places = {one["name"]: one["place"] for one in page.evaluate("hexfront.counters()")}
    assert not page.evaluate(LATER)
    for _ in range(DECISIONS):
        if page.get_by_test_id("clock-run").count():
            page.get_by_test_id("clock-run").click()
            screen.wait(f"{LATER} && !document.querySelector('[data-testid=clock-pause]')")
        else:
            before = screen.state()["log_length"]
            screen.click_main()
            screen.wait_past_playback(f"hexfront.state().log_length > {before}")
            screen.settle()
        if page.evaluate(LATER):
            return places
    raise AssertionError(f"the first turn does not end: {page.evaluate('hexfront.title()')}")


def put_on_map(screen: Screen, place: str) -> Any:
    """Click the place of the map where the chosen unit shall stand."""
    screen.page.get_by_test_id("place-unit").click()
    screen.wait(f"hexfront.place('{place}') !== null")
    point = screen.page.evaluate(f"hexfront.place('{place}')")
    screen.page.mouse.click(point["x"], point["y"])
    return saved(screen)


def test_a_river_line_is_made_by_mouse_and_played(open_screen: Open, address: str) -> None:
    """Map, army and scenario from an empty map."""
    path = begin(address, "brigade", columns=12, rows=9)
    board = Board(open_screen(path))
    board.page.get_by_test_id("size").fill("1")
    board.choose("brush", "terrain", "woods")
    board.drag(board.at("0303"))
    terrain = terrain_of(board.document("terrain"))
    woods = {label for label, kind in terrain.items() if kind == "woods"}
    assert woods == {"0303", "0302", "0304", "0203", "0202", "0403", "0402"}
    board.page.get_by_test_id("size").fill("0")
    board.choose("brush", "terrain", "town")
    board.drag(board.at("0805"))
    board.choose("brush", "names")
    board.drag(board.at("0805"))
    board.page.get_by_test_id("name").fill("Ardhaven")
    board.page.get_by_test_id("name").press("Enter")
    # A river between two columns, and a road over it: the bridge is told.
    board.choose("brush", "rivers")
    sides = [("0604", "0704"), ("0604", "0705"), ("0605", "0705"), ("0605", "0706")]
    board.drag(*(board.between(one, other) for one, other in sides))
    board.choose("line", "roads", "road")
    board.drag(board.at("0504"), board.at("0805"))
    document = board.document("terrain")
    check("brigade", document)
    (river,) = document["drawing"]["rivers"]
    assert {tuple(sorted(side)) for side in river["sides"]} >= set(sides)
    (road,) = document["drawing"]["roads"]
    assert road["path"][0] == "0504" and road["path"][-1] == "0805"
    assert {h["hex"]: h.get("name") for h in document["hexes"] if "name" in h} == {
        "0805": "Ardhaven"
    }
    crossed = next(label for label in road["path"] if label.startswith("06"))
    board.page.mouse.move(*board.at(crossed))
    board.screen.wait("document.querySelector('.status').innerText.includes('bridge to 07')")
    assert faults(board.screen, within=".mapedit") == []
    screen, page = board.screen, board.page
    page.get_by_test_id("tab-forces").click()
    for number, (side, place) in enumerate((("opfor", "0204"), ("bluefor", "1004"))):
        page.get_by_test_id("add-unit").click()
        saved(screen)
        page.get_by_test_id(f"field-scenario-units-{number}-side").select_option(side)
        made = put_on_map(screen, place)["scenario"]["units"][number]
        assert (made["side"], made["hex"]) == (side, place)
    page.get_by_test_id("tab-scenario").click()
    page.get_by_test_id("group-objective").click()
    fill(screen, "field-scenario-objective-towns", "1")
    fill(screen, "field-scenario-title", "The bridge of Ardhaven")
    places = play_the_first_turn(screen)
    assert sorted(places.values()) == ["0204", "1004"]


def test_a_ring_is_made_by_mouse_and_played(open_screen: Open, address: str) -> None:
    screen = open_screen(begin(address, "takeover", scenario="first-game"))
    page = screen.page
    page.get_by_test_id("list-groups").locator("summary").click()
    page.get_by_test_id("choose-groups").select_option("0")
    page.get_by_test_id("field-scenario-groups-0-title").wait_for()
    fill(screen, "field-scenario-groups-0-title", "Honey")
    # A space is chosen on the ring itself, another is put behind it.
    screen.wait("hexfront.place('bell-tower') !== null")
    point = page.evaluate("hexfront.place('bell-tower')")
    page.mouse.click(point["x"], point["y"])
    fill(screen, "field-scenario-ring-1-price", "90")
    page.get_by_test_id("add-ring").click()
    ring = saved(screen)["scenario"]["ring"]
    assert ring[1]["price"] == 90 and ring[2]["name"].startswith("new")
    fill(screen, "field-scenario-ring-2-title", "Toll Gate")
    page.get_by_test_id("tab-scenario").click()
    fill(screen, "field-scenario-title", "Tolls")
    scenario = saved(screen)["scenario"]
    assert (scenario["title"], scenario["ring"][2]["title"]) == ("Tolls", "Toll Gate")
    play_the_first_turn(screen)
    assert {"bell-tower", ring[2]["name"]} <= set(page.evaluate("hexfront.places()"))


def test_a_ring_begins_with_nothing_but_names_and_is_played(open_screen: Open) -> None:
    screen = open_screen("/")
    page = screen.page
    page.get_by_test_id("new-name").fill("Harbour Wars")
    page.get_by_test_id("begin-with").select_option("takeover/ empty")
    page.get_by_test_id("territories").fill("6")
    page.get_by_test_id("quadrants").fill("Docks, Docks")
    page.get_by_test_id("begin").click()
    expect(page.get_by_role("alert")).to_contain_text("Quadrants: found 'docks'")
    page.get_by_test_id("quadrants").fill("Docks, Old Town")
    page.get_by_test_id("begin").click()
    screen.wait("window.hexfront?.place?.('territory-2')")
    point = page.evaluate("hexfront.place('territory-2')")
    page.mouse.click(point["x"], point["y"])
    # What names a quadrant is chosen among them, by what they are called.
    quadrant = page.get_by_test_id("field-scenario-ring-2-quadrant")
    expect(quadrant).to_have_value("docks")
    quadrant.select_option(label="Old Town")
    scenario = saved(screen)["scenario"]
    assert scenario["ring"][2]["quadrant"] == "old-town"
    assert (scenario["name"], scenario["title"]) == ("harbour-wars", "Harbour Wars")
    screen.problems.clear()  # The browser notes the refusal.
    play_the_first_turn(screen)
    assert "territory-2" in page.evaluate("hexfront.places()")


def test_a_war_begins_with_an_empty_area_and_is_played(open_screen: Open, address: str) -> None:
    screen = open_screen(begin(address, "idahex", columns=5, rows=4))
    page = screen.page
    page.get_by_test_id("tab-forces").click()
    for place in ("1", "8"):
        page.get_by_test_id("add-unit").click()
        put_on_map(screen, place)
    kind = page.get_by_test_id("field-scenario-war-units-1-type")
    expect(kind).to_have_value("Rifle division")
    kind.select_option("Armored brigade")
    units = saved(screen)["scenario"]["war"]["units"]
    found = [(unit["number"], unit["name"], unit["type"], unit["cell"]) for unit in units]
    assert found == [
        (1, "unit-1", "Rifle division", 1),
        (2, "unit-2", "Armored brigade", 8),
    ]
    assert sorted(play_the_first_turn(screen).values()) == ["1", "8"]


def test_an_area_of_war_is_made_by_mouse_and_played(open_screen: Open, address: str) -> None:
    screen = open_screen(begin(address, "idahex", scenario="first-war"))
    board, page = Board(screen), screen.page
    page.get_by_text("Size:").click()
    page.get_by_test_id("resize-columns").fill("5")
    page.get_by_test_id("resize").click()
    saved(screen)
    board.choose("brush", "environments", "plain")
    board.drag(board.at("12"), board.at("13"))
    board.choose("line", "routes", "road")
    board.drag(board.at("9"), board.at("13"))
    board.choose("brush", "barriers", "river")
    board.drag(board.between("12", "13"))
    area = saved(screen)["scenario"]["war"]["map"]
    active = {cell["number"] for cell in area["cells"]}
    assert {12, 13} <= active
    link = next(link for link in area["links"] if link["cells"] == [12, 13])
    assert link["barrier"] == "river"
    page.get_by_test_id("tab-forces").click()
    page.get_by_test_id("unit").filter(has_text="RESERVE").click()
    war = put_on_map(screen, "13")["scenario"]["war"]
    units = {unit["name"]: unit["cell"] for unit in war["units"]}
    assert units["RESERVE"] == 13
    page.get_by_test_id("overlay").select_option("march")
    expect(page.get_by_test_id("reading")).to_contain_text("RESERVE")
    page.get_by_test_id("tab-scenario").click()
    fill(screen, "field-scenario-title", "A wider river")
    places = play_the_first_turn(screen)
    assert [place for name, place in places.items() if "RESERVE" in name] == ["13"]


def test_a_front_is_made_by_mouse_and_played(open_screen: Open, address: str) -> None:
    screen = open_screen(begin(address, "aggressor", scenario="first-game", columns=9, rows=9))
    board, page = Board(screen), screen.page
    board.choose("line", "terrain", "rough")
    board.drag(board.at("@CB"), board.at("@CF"))
    board.choose("line", "roads", "road")
    board.drag(board.at("@BE"), board.at("@HE"))
    page.get_by_test_id("tab-forces").click()
    for side, (army, place) in enumerate((("west", "@CE"), ("east", "@GE"))):
        page.get_by_test_id("add-unit").nth(side).click()
        saved(screen)
        page.get_by_test_id(f"field-scenario-armies-{army}-0-type").select_option("armor")
        saved(screen)
        armies = put_on_map(screen, place)["scenario"]["armies"]
        assert armies[army] == [{"type": "armor", "hex": place}]
    page.get_by_test_id("tab-scenario").click()
    fill(screen, "field-scenario-army_size", "1")
    fill(screen, "field-scenario-title", "Two of them")
    terrain = saved(screen)["terrain"]
    assert terrain["rough"] == ["@CB", "@CC", "@CD", "@CE", "@CF"]
    assert terrain["drawing"]["roads"][0]["path"][0] == "@BE"
    places = play_the_first_turn(screen)
    assert "@CE" in places.values()


def test_a_coast_is_made_by_mouse_and_played(open_screen: Open, address: str) -> None:
    """The places that the smallest scenario names, on a map which grows beyond 99 columns."""
    screen = open_screen(begin(address, "malaya", scenario="first-game", columns=9, rows=9))
    board, page = Board(screen), screen.page
    board.choose("line", "terrain", "sea")
    board.drag(board.at("0101"), board.at("0108"))
    board.choose("brush", "place")
    names = {"0302": "Singora", "0502": "Hat Yai", "0507": "Alor Star", "0509": "Butterworth"}
    for place, name in names.items():
        board.drag(board.at(place))
        page.get_by_test_id("name").fill(name)
        page.get_by_test_id("name").press("Enter")
        saved(screen)
    board.choose("line", "road", "road")
    board.drag(board.at("0502"), board.at("0509"))
    page.get_by_test_id("list-edge").locator("summary").click()
    page.get_by_test_id("add-edge").click()
    page.get_by_test_id("field-map-edge-0-name").wait_for()
    fill(screen, "field-map-edge-0-name", "north")
    board.choose("brush", "edge-north", "north")
    board.drag(board.at("0501"))
    page.get_by_test_id("tab-forces").click()
    sides = {"japan": ("41st Infantry", "0504"), "commonwealth": ("6th Indian", "0506")}
    for number, (side, (name, place)) in enumerate(sides.items()):
        page.get_by_test_id("add-unit").click()
        saved(screen)
        unit = f"field-forces-units-{number}"
        page.get_by_test_id(f"{unit}-side").select_option(side)
        for field, text in (("name", name), ("attack", "4"), ("defence", "4"), ("stacking", "1")):
            fill(screen, f"{unit}-{field}", text)
        forces = put_on_map(screen, place)["forces"]
        made = forces["units"][number]
        assert (made["name"], made["side"], made["start"]) == (name, side, place)
    page.get_by_test_id("tab-scenario").click()
    fill(screen, "field-scenario-title", "Alor Star again")
    page.get_by_test_id("tab-map").click()
    before = saved(screen)
    page.get_by_text("Size:").click()
    for columns in ("101", "9", "101"):
        page.get_by_test_id("resize-columns").fill(columns)
        page.get_by_test_id("resize").click()
        screen.wait(f"hexfront.mapEditor().grid.columns === {columns}")
        after = saved(screen)
        assert (after == before) == (columns == "9")
    assert [unit["start"] for unit in after["forces"]["units"]][-1] == "005006"
    places = play_the_first_turn(screen)
    assert places["6th Indian"] == "005006"


def test_a_scenario_is_made_from_nothing_by_keyboard_and_played(
    open_screen: Open, address: str
) -> None:
    screen = open_screen(begin(address, "brigade", columns=8, rows=7))
    page = screen.page
    Board(screen)
    press = page.keyboard.press

    def write(field: str, text: str) -> None:
        page.get_by_test_id(field).press("Control+a")
        page.keyboard.type(text)
        press("Tab")
        saved(screen)

    page.get_by_test_id("map").focus()
    for key in ("b", "ArrowRight", "ArrowRight", "ArrowDown", "3", "Space"):
        press(key)
    towns = [one for one in saved(screen)["terrain"]["hexes"] if one["terrain"] == "town"]
    assert len(towns) == 1 and towns[0]["name"]
    page.get_by_test_id("tab-map").press("ArrowRight")
    for number, place in enumerate(("0101", "0807")):
        page.get_by_test_id("add-unit").press("Enter")
        saved(screen)
        write(f"field-scenario-units-{number}-hex", place)
        write(f"field-scenario-units-{number}-name", f"Unit {number}")
    page.get_by_test_id("field-scenario-units-1-side").press("ArrowDown")
    sides = saved(screen)["scenario"]["sides"]
    units = saved(screen)["scenario"]["units"]
    assert [unit["side"] for unit in units] == [side["name"] for side in sides]
    page.get_by_test_id("tab-forces").press("ArrowRight")
    page.get_by_test_id("group-objective").press("Enter")
    write("field-scenario-objective-towns", "1")
    screen.wait("hexfront.draft().problems.every(({warning}) => warning)")
    for _ in range(2):
        page.locator("[role=tab][aria-selected=true]").press("ArrowRight")
    page.get_by_test_id("seat-1").focus()
    page.keyboard.type("random")
    expect(page.get_by_test_id("seat-1")).to_have_value("random")
    page.get_by_test_id("play").press("Enter")
    screen.wait("window.hexfront?.counters?.().length === 2")
    screen.settle()
    for _ in range(DECISIONS):
        before = screen.state()["log_length"]
        press("Escape")
        press("Enter")
        if screen.state()["asked"]:
            page.get_by_test_id("confirm-yes").press("Enter")
        screen.wait_past_playback(f"hexfront.state().log_length > {before}")
        screen.settle()
        if page.evaluate(LATER):
            break
    assert page.evaluate(LATER)
