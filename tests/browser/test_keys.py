"""A turn whose units are ordered one after another, by single keys, aimed orders and menus."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.axe import serious_faults
from tests.browser.conftest import Open, Screen, make_match
from tests.browser.test_army_setup import SIZE, army_file, choose_file
from tests.browser.test_table import token

pytestmark = pytest.mark.browser
LETTERS = "ABCDEFGHIJKLMNOPQRSTU"
ARMY = [
    *({"type": "armor", "hex": f"@J{row}"} for row in "CDEH"),
    *({"type": "infantry", "hex": f"@J{row}"} for row in "FGI"),
    *({"type": "artillery", "hex": f"@I{row}"} for row in "EF"),
    *({"type": "missile", "hex": f"@H{row}"} for row in "EF"),
    *({"type": "airbase", "hex": f"@A{row}"} for row in "HI"),
    *({"type": "support", "hex": f"@I{row}"} for row in "DG"),
    *({"type": "infantry", "hex": f"@H{row}"} for row in "ABC"),
]


class Two(NamedTuple):
    """The screens of the side to move and of the other."""

    mover: Screen
    other: Screen
    side: int

    def place(self, west: str) -> str:
        """A hex as the side to move has it, by what it is from the west."""
        if self.side == 0:
            return west
        return f"@{LETTERS[20 - LETTERS.index(west[1])]}{west[2]}"

    def key(self, west: str) -> str:
        """A key of a direction, by what it is from the west."""
        return west if self.side == 0 else west.translate(str.maketrans("1256", "5612"))


@pytest.fixture
def two(open_screen: Open, address: str, tmp_path: Path) -> Two:
    """Both sides stand along the border, in each other's sight."""
    match = make_match(address, "person", "person", system="aggressor")
    screens = [open_screen(f"/play#{token(match, side)}") for side in (0, 1)]
    for screen in screens:
        screen.wait("window.hexfront && hexfront.state().open && hexfront.state().mustAct")
        screen.page.get_by_test_id("kept").locator("summary").click()
        choose_file(screen, tmp_path, army_file(*ARMY))
        screen.wait(f"hexfront.counters().length === {SIZE} && !hexfront.state().busy")
        screen.page.keyboard.press("0")
    for screen in screens:
        screen.wait_past_playback("hexfront.title().startsWith('Round 1')")
        screen.page.evaluate("hexfront.setLate(0)")  # a test is never late with its Enter
    side = 0 if screens[0].state()["mustAct"] else 1
    return Two(screens[side], screens[1 - side], side)


def choose_type(screen: Screen, name: str) -> str:
    """Go through the units by keys until one of a type is chosen."""
    for _ in range(SIZE + 1):
        chosen = screen.state()["selected"]
        units = {c["id"]: c["name"] for c in screen.page.evaluate("hexfront.counters()")}
        if chosen and units[str(chosen)] == name:
            return str(chosen)
        screen.page.keyboard.press("x")
    raise AssertionError(f"no {name}")


def still(screen: Screen) -> None:
    screen.wait("!hexfront.state().busy && !hexfront.state().playing")


def test_keys_choose_and_order(two: Two) -> None:
    screen, page, keys = two.mover, two.mover.page, two.mover.page.keyboard
    order = [c["id"] for c in page.evaluate("hexfront.counters()") if c["side"] == two.side]
    able = [unit for unit in order if unit in page.evaluate("hexfront.orderable()")]
    # Space, Tab and any letter that means nothing else go through the units in their order.
    seen = []
    for key in ("Space", "Tab", "e", "x", "Z"):
        keys.press(key)
        seen.append(screen.state()["selected"])
    assert seen == able[:5]
    keys.press("Shift+Tab")
    assert screen.state()["selected"] == able[3]
    # Tab is the page's again when nothing is chosen.
    keys.press("Escape")
    keys.press("Tab")
    assert screen.state()["selected"] == ""
    assert page.evaluate("document.activeElement.tagName") == "BUTTON"
    page.get_by_test_id("map").focus()
    keys.press("Space")
    unit = screen.state()["selected"]
    keys.press(two.key("5"))
    place = two.place("@KC")
    screen.wait(f"hexfront.counters().some(c => c.id === '{unit}' && c.place === '{place}')")
    still(screen)
    assert screen.state()["selected"] == unit
    expect(page.get_by_test_id("chosen")).to_contain_text("moved")
    # A key without an order does nothing.
    keys.press("8")
    expect(page.get_by_test_id("live")).to_contain_text("has no such order now")
    # Digits open no tabs here.
    keys.press("2" if two.side else "6")
    still(screen)
    assert screen.state()["tab"] == "orders"
    keys.press(">")
    assert screen.state()["tab"] == "units"
    keys.press("<")
    assert screen.state()["tab"] == "orders"


def test_an_order_is_aimed_by_letters_or_a_click(two: Two) -> None:
    screen, page, keys = two.mover, two.mover.page, two.mover.page.keyboard
    base = choose_type(screen, "Airbase")
    keys.press("7")
    aim = page.get_by_test_id("aim")
    expect(aim).to_contain_text("recon or strike")
    # At an enemy both are possible: the menu asks, with the odds.
    foe = next(c for c in page.evaluate("hexfront.counters()") if c["side"] != two.side)
    screen.click_place(foe["place"])
    assert sorted(page.evaluate("hexfront.menu()")) == ["recon", "strike"]
    expect(page.get_by_test_id("menu")).to_contain_text("%")
    expect(page.get_by_test_id("menu")).to_contain_text("AGR-21")
    keys.press("Escape")
    # One of the two alone.
    page.get_by_test_id("aim-strike").click()
    places = page.evaluate("hexfront.targets().map(t => t.place)")
    assert foe["place"] in places
    assert page.evaluate("hexfront.aim()") is None
    screen.click_place(two.place("@AA"))
    expect(page.get_by_test_id("live")).to_contain_text("cannot be aimed at")
    keys.press("Escape")
    expect(aim).to_have_count(0)
    assert screen.state()["selected"] == base
    # The target in letters, which are keys of the page otherwise.
    keys.press("7")
    place = two.place("@SH")
    keys.type(place)
    expect(page.get_by_test_id("aim-place")).to_have_value(place)
    assert screen.state()["cursor"] == place
    keys.press("Enter")
    screen.wait("!hexfront.aim()")
    still(screen)
    expect(page.get_by_test_id("log")).to_contain_text(f"flies to {place}")
    keys.press("Escape")
    # A place that is none is refused in words.
    choose_type(screen, "Missile")
    keys.press("7")
    reach = page.evaluate("hexfront.aim().places")
    assert two.place("@AA") in reach
    assert two.place("@UO") not in reach
    keys.type("uo" if two.side == 0 else "ao")
    keys.press("Enter")
    expect(page.get_by_test_id("notices")).to_contain_text("cannot be aimed at")
    taken = {c["place"] for c in page.evaluate("hexfront.counters()")}
    beyond = [p for p in reach if (p[1] > "K") == (two.side == 0) and p[1] != "K"]
    target = next(p for p in beyond if p not in taken)
    page.get_by_test_id("aim-place").fill(target.lower())
    keys.press("Enter")
    # Across the border, which makes one the aggressor.
    expect(page.get_by_test_id("confirm-yes")).to_be_focused()
    keys.press("Enter")
    screen.wait("!hexfront.aim()")
    still(screen)
    point = page.evaluate("place => hexfront.placePoint(place)", target)
    page.mouse.move(point["x"], point["y"])
    expect(page.get_by_test_id("tooltip")).to_contain_text("NBC: Contaminated")


def test_odds_say_what_makes_them_up(two: Two) -> None:
    screen, page, keys = two.mover, two.mover.page, two.mover.page.keyboard
    keys.press("Space")
    keys.press(two.key("5"))
    still(screen)
    target = screen.targets("attack")[0]
    point = page.evaluate("place => hexfront.placePoint(place)", target)
    page.mouse.move(point["x"], point["y"])
    tooltip = page.get_by_test_id("tooltip")
    expect(tooltip.get_by_test_id("odds").locator("b")).to_contain_text("%")
    expect(tooltip.locator(".terms")).to_contain_text("strength of the attacker")
    # The right button asks before anything is done, and leads to the rule and to the overlays.
    before = screen.state()["log"]
    page.mouse.click(point["x"], point["y"], button="right")
    menu = page.get_by_test_id("menu")
    expect(menu.get_by_test_id("menu-item")).to_have_count(1)
    menu.get_by_test_id("menu-why").first.click()
    expect(page.get_by_test_id("why-dialog")).to_contain_text("AGR-")
    keys.press("Escape")
    keys.press("Escape")
    page.mouse.click(point["x"], point["y"], button="right")
    menu.get_by_role("menuitem", name="Why it is seen").click()
    screen.wait("hexfront.reading()?.overlay === 'sight'")
    expect(page.get_by_test_id("legend")).to_be_visible()
    assert screen.state()["log"] == before
    # A digit takes a line of the menu.
    page.mouse.click(point["x"], point["y"], button="right")
    keys.press("1")
    # Who attacks becomes the aggressor.
    expect(page.get_by_test_id("confirm-yes")).to_be_focused()
    keys.press("Enter")
    screen.wait(f"hexfront.state().log > {before}")
    still(screen)
    expect(page.get_by_test_id("log")).to_contain_text(target)


def test_the_end_of_the_turn_is_confirmed(two: Two) -> None:
    screen, page, keys = two.mover, two.mover.page, two.mover.page.keyboard
    keys.press("0")
    confirm = page.get_by_test_id("confirm")
    expect(confirm).to_contain_text("could still act")
    keys.press("Escape")
    expect(confirm).to_have_count(0)
    assert screen.state()["mustAct"]
    before = screen.state()["log_length"]
    page.get_by_test_id("order-end").click()
    expect(confirm).to_be_visible()
    keys.press("0")
    screen.wait("!hexfront.state().mustAct")
    two.other.wait_past_playback("hexfront.state().mustAct")
    two.other.page.get_by_test_id("order-end").click()
    two.other.page.get_by_label("do not ask again").check()
    two.other.page.get_by_test_id("confirm-yes").click()
    screen.wait_past_playback("hexfront.state().mustAct")
    # What can be shown again begins with the end of one's own turn, and has the enemy's.
    state = screen.state()
    assert state["played"] == list(range(before, state["log_length"]))
    keys.press("a")
    expect(page.get_by_test_id("playback")).to_be_visible()
    screen.finish_playback()
    page.keyboard.press("0")
    page.keyboard.press("0")
    two.other.wait_past_playback("hexfront.state().mustAct")
    two.other.page.keyboard.press("0")
    screen.wait_past_playback("hexfront.state().mustAct")


def test_areas_show_who_holds_them(two: Two) -> None:
    page = two.mover.page
    areas = page.get_by_test_id("areas")
    expect(areas.locator("button")).to_have_count(9)
    for area, holder in ((0, "West"), (1, "nobody"), (8, "East")):
        words = page.get_by_test_id(f"area-{area}").get_attribute("aria-label") or ""
        assert holder in words.rpartition(":")[2]
    page.get_by_test_id("area-4").click()
    expect(page.get_by_test_id("area-4")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("area-4")).to_have_attribute("aria-pressed", "false")
    boxes = [page.get_by_test_id(f"area-{i}").bounding_box() for i in range(9)]
    rows = [[box["y"] for box in boxes[i : i + 3] if box] for i in (0, 3, 6)]
    assert all(len(set(row)) == 1 for row in rows)
    assert rows[0] < rows[1] < rows[2]


def test_axe_finds_no_fault_in_a_turn(two: Two) -> None:
    screen, page, keys = two.mover, two.mover.page, two.mover.page.keyboard
    choose_type(screen, "Airbase")
    keys.press("7")
    assert serious_faults(screen) == []
    foe = next(c for c in page.evaluate("hexfront.counters()") if c["side"] != two.side)
    screen.click_place(foe["place"])
    assert serious_faults(screen) == []
    for _ in range(3):
        keys.press("Escape")
    keys.press("0")
    expect(page.get_by_test_id("confirm")).to_be_visible()
    assert serious_faults(screen) == []
    keys.press("Escape")
    keys.press("?")
    expect(page.get_by_test_id("help-dialog")).to_contain_text("the next unit")
    assert serious_faults(screen) == []
