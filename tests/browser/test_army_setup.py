"""Setting an army up in a real browser: by mouse, finger, keys and words, from files and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import serious_faults
from tests.browser.conftest import Open, Screen, make_match
from tests.browser.test_table import token, type_order

pytestmark = pytest.mark.browser
SIZE = 18


def set_up(open_screen: Open, address: str, side: int = 0, **settings: Any) -> Screen:
    """The set-up of one side; a machine has the other."""
    seats = ["random", "random"]
    seats[side] = "person"
    match = make_match(address, *seats, system="aggressor")
    screen = open_screen(f"/play#{token(match, side)}", **settings)
    screen.wait("window.hexfront && hexfront.state().open && hexfront.state().mustAct")
    return screen


def placed(screen: Screen) -> dict[str, str]:
    """The names of the units on the map, by place."""
    return {c["place"]: c["name"] for c in screen.page.evaluate("hexfront.counters()")}


def wait_for(screen: Screen, count: int) -> None:
    screen.wait(f"hexfront.counters().length === {count} && !hexfront.state().busy")


def drag(screen: Screen, start: dict[str, float], place: str) -> None:
    end = screen.page.evaluate("place => hexfront.placePoint(place)", place)
    mouse = screen.page.mouse
    mouse.move(start["x"], start["y"])
    mouse.down()
    mouse.move((start["x"] + end["x"]) / 2, (start["y"] + end["y"]) / 2, steps=3)
    mouse.move(end["x"], end["y"], steps=3)
    mouse.up()


def middle(screen: Screen, testid: str) -> dict[str, float]:
    box = screen.page.get_by_test_id(testid).bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def test_units_are_placed_moved_and_taken_away(open_screen: Open, address: str) -> None:
    screen = set_up(open_screen, address)
    page, keys = screen.page, screen.page.keyboard
    expect(page.get_by_test_id("order-ready")).to_be_disabled()
    expect(page.get_by_test_id("lacking")).to_have_text("18 more units to place")
    # A type by its button, a place by a click; the type stays chosen.
    page.get_by_test_id("type-armor").click()
    assert screen.page.evaluate("hexfront.aim().places.length") == 150
    screen.click_place("@CD")
    wait_for(screen, 1)
    screen.click_place("@CE")
    wait_for(screen, 2)
    # Not abroad, and not on the border.
    screen.click_place("@KD")
    expect(page.get_by_test_id("notices")).to_contain_text("@KD is not open to Armor")
    # A type by its digit, a place by its letters, or by the arrow keys.
    keys.press("5")
    keys.type("hf")
    keys.press("Enter")
    wait_for(screen, 3)
    keys.press("Escape")
    keys.press("6")
    keys.press("ArrowLeft")
    cursor = str(screen.state()["cursor"])
    keys.press("Enter")
    wait_for(screen, 4)
    keys.press("Escape")
    # In words.
    type_order(screen, "airbase @ab")
    wait_for(screen, 5)
    keys.press("Escape")
    # From the panel onto the map with the button held down.
    drag(screen, middle(screen, "type-missile"), "@BB")
    wait_for(screen, 6)
    assert placed(screen) == {
        "@CD": "Armor",
        "@CE": "Armor",
        "@HF": "Infantry",
        cursor: "Support",
        "@AB": "Airbase",
        "@BB": "Missile",
    }
    sums = page.get_by_test_id("sums")
    expect(sums).to_contain_text("6 of 18 placed")
    expect(sums).to_contain_text("range 11, strength 13")
    # Elsewhere: by two clicks, or carried there.
    screen.click_place("@CD")
    assert screen.state()["selected"] != ""
    screen.click_place("@DD")
    screen.wait("hexfront.counters().some(c => c.place === '@DD')")
    drag(screen, page.evaluate("hexfront.placePoint('@CE')"), "@DE")
    screen.wait("hexfront.counters().some(c => c.place === '@DE') && !hexfront.state().busy")
    assert {"@CD", "@CE"}.isdisjoint(placed(screen))
    screen.click_place("@BB")
    keys.press("Delete")
    wait_for(screen, 5)
    page.get_by_test_id("undo").click()
    wait_for(screen, 6)
    assert placed(screen)["@BB"] == "Missile"
    page.get_by_test_id("setup-clear").click()
    wait_for(screen, 0)


def test_a_whole_army_and_ready(open_screen: Open, address: str) -> None:
    match = make_match(address, "person", "person", system="aggressor")
    west, east = (open_screen(f"/play#{token(match, side)}") for side in (0, 1))
    for screen in (west, east):
        screen.wait("window.hexfront && hexfront.state().open && hexfront.state().mustAct")
        armies = screen.page.locator(
            ".army-setup [aria-label='Whole armies'] button[data-testid^=army-]"
        )
        assert armies.count() >= 3
        for army in armies.all():
            army.click()
            wait_for(screen, SIZE)
        expect(screen.page.get_by_test_id("lacking")).to_have_text("")
    # A full army has no room, but its units can change places, also after a reload.
    page = west.page
    place = next(iter(placed(west)))
    free = next(p for p in ("@AA", "@AB", "@AC") if p not in placed(west))
    page.reload()
    west.wait("window.hexfront && hexfront.state().open && hexfront.state().mustAct")
    west.click_place(place)
    west.click_place(free)
    west.wait(f"hexfront.counters().some(c => c.place === '{free}') && !hexfront.state().busy")
    wait_for(west, SIZE)
    page.keyboard.press("0")
    expect(page.get_by_test_id("order-recall")).to_be_visible()
    expect(page.get_by_test_id("type-armor")).to_be_disabled()
    page.get_by_test_id("order-recall").click()
    expect(page.get_by_test_id("order-ready")).to_be_enabled()
    assert west.state()["log"] == west.state()["log_length"]
    # Nobody is shown anything of the other side.
    assert {c["side"] for c in page.evaluate("hexfront.counters()")} == {0}
    page.keyboard.press("Enter")
    east.page.keyboard.press("0")
    for screen in (west, east):
        screen.wait_past_playback("hexfront.title().startsWith('Round 1')")
        expect(screen.page.get_by_test_id("army-setup")).to_have_count(0)


def army_file(*units: dict[str, Any], side: str = "west") -> str:
    head = {"format": "hexfront-army/1", "system": "aggressor", "board": "x", "side": side}
    return json.dumps({**head, "units": units})


def choose_file(screen: Screen, folder: Path, text: str, name: str = "Iron wall.json") -> None:
    (folder / name).write_text(text, encoding="utf-8")
    screen.page.get_by_test_id("army-import").set_input_files(folder / name)


GOOD = [{"type": "armor", "hex": f"@{c}{r}"} for c in "AB" for r in "ABCDEFGHI"]


def test_armies_are_saved_and_mirrored(open_screen: Open, address: str, tmp_path: Path) -> None:
    screen = set_up(open_screen, address)
    page = screen.page
    page.get_by_test_id("kept").locator("summary").click()
    page.get_by_test_id("army-name").fill("Too few")
    expect(page.get_by_test_id("army-save")).to_be_disabled()
    expect(page.get_by_test_id("kept")).to_contain_text("18 more to place")
    page.get_by_test_id("army-random").click()
    wait_for(screen, SIZE)
    army = placed(screen)
    page.get_by_test_id("army-name").fill("Wild bunch")
    page.get_by_test_id("army-save").click()
    with page.expect_download() as saved:
        page.get_by_test_id("army-export").click()
    assert saved.value.suggested_filename == "wild-bunch.json"
    text = saved.value.path().read_text(encoding="utf-8")
    document = json.loads(text)
    assert document["side"] == "west"
    assert {unit["hex"]: unit["type"].title() for unit in document["units"]} == army
    page.get_by_test_id("setup-clear").click()
    wait_for(screen, 0)
    page.get_by_test_id("army-load").click()
    wait_for(screen, SIZE)
    assert placed(screen) == army
    page.get_by_test_id("army-delete").click()
    expect(page.get_by_test_id("kept-army")).to_have_count(0)
    # The other side gets the mirror image, from a file.
    other = set_up(open_screen, address, side=1)
    other.page.get_by_test_id("kept").locator("summary").click()
    choose_file(other, tmp_path, text)
    wait_for(other, SIZE)
    assert other.page.get_by_test_id("kept-army").inner_text().startswith("Iron wall")
    letters = "ABCDEFGHIJKLMNOPQRSTU"
    mirrored = {f"@{letters[20 - letters.index(h[1])]}{h[2]}": name for h, name in army.items()}
    assert placed(other) == mirrored


WRONG_FILES = [
    (army_file(*GOOD[:-1]), "units: found 17 units, expected 18"),
    (
        army_file(*GOOD[:-1], GOOD[2]),
        'unit 18, hex: found "@AC", where unit 3 stands, expected a place of its own',
    ),
    (
        army_file(*GOOD[:-1], {"type": "tank", "hex": "@BI"}),
        'unit 18, type: found "tank", expected one of: airbase, missile, artillery, armor',
    ),
    (
        army_file({"type": "armor", "hex": "@ZZ"}, *GOOD[1:]),
        'unit 1, hex: found "@ZZ", expected a place of this map, @AA to @UO',
    ),
    (
        army_file({"type": "armor", "hex": "@KA"}, *GOOD[1:]),
        'unit 1, hex: found "@KA", expected a place at home in the west',
    ),
    (army_file(*GOOD, side="north"), 'side: found "north", expected one of: west, east'),
    (
        army_file(*GOOD).replace("aggressor", "brigade"),
        'system: found "brigade", expected "aggressor"',
    ),
    (army_file(*GOOD).replace("army/1", "army/9"), 'expected "hexfront-army/1"'),
    ('{"format": ', "expected a JSON file of an army"),
    ("[]", "found [], expected an object"),
]
"""Texts of a file of an army, and what the page says of each."""


def test_a_wrong_file_says_what_is_wrong(open_screen: Open, address: str, tmp_path: Path) -> None:
    screen = set_up(open_screen, address)
    screen.page.get_by_test_id("type-armor").click()
    screen.click_place("@CD")
    wait_for(screen, 1)
    screen.page.get_by_test_id("kept").locator("summary").click()
    for text, words in WRONG_FILES:
        choose_file(screen, tmp_path, text)
        expect(screen.page.get_by_test_id("army-faults")).to_contain_text(words)
        expect(screen.page.get_by_test_id("kept-army")).to_have_count(0)
        assert placed(screen) == {"@CD": "Armor"}


def test_an_army_on_a_phone(open_screen: Open, address: str) -> None:
    size = {"width": 390, "height": 844}
    screen = set_up(open_screen, address, viewport=size, has_touch=True, is_mobile=True)
    page = screen.page
    page.get_by_test_id("type-artillery").tap()
    for count, place in enumerate(("@CD", "@DE", "@HG"), 1):
        point = page.evaluate("place => hexfront.placePoint(place)", place)
        page.touchscreen.tap(point["x"], point["y"])
        wait_for(screen, count)
    for _ in range(2):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for button in page.locator(".palette button").all():
            box = button.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size["width"]
            assert box["height"] >= 44
        page.get_by_test_id("grip").tap()
    page.get_by_test_id("army-balanced").tap()
    wait_for(screen, SIZE)
    page.get_by_test_id("order-ready").tap()
    screen.wait("hexfront.title().startsWith('Round')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault_in_the_set_up(
    open_screen: Open, address: str, tmp_path: Path, scheme: str
) -> None:
    screen = set_up(open_screen, address, color_scheme=scheme)
    page = screen.page
    page.get_by_test_id("type-armor").click()
    page.get_by_test_id("kept").locator("summary").click()
    choose_file(screen, tmp_path, army_file(*GOOD[:-1]))
    expect(page.get_by_test_id("army-faults")).to_be_visible()
    assert serious_faults(screen) == []
    choose_file(screen, tmp_path, army_file(*GOOD))
    wait_for(screen, SIZE)
    screen.click_place("@AA")
    expect(page.get_by_test_id("setup-remove")).to_be_visible()
    assert serious_faults(screen) == []
