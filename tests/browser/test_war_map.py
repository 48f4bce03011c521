"""The map of a war in continuous time in a real browser: its layers, its key, commands by mouse."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.axe import serious_faults
from tests.browser.conftest import Open, Screen, make_match
from tests.browser.test_table import token

pytestmark = pytest.mark.browser


def sit_down(open_screen: Open, address: str, **settings: object) -> Screen:
    """At the first stop of the Sinai war at which commands can be given, as Red."""
    made = make_match(address, "person", "greedy", system="idahex")
    screen = open_screen(f"/play#{token(made)}", **settings)
    screen.wait("window.hexfront && hexfront.state().open && hexfront.state().mustAct")
    screen.settle()
    if not screen.page.evaluate("hexfront.orderable().length"):
        screen.page.get_by_test_id("order-go").click()
        screen.settle()
    return screen


def pixels(screen: Screen) -> str:
    """The map as a picture in text; another where anything on it is drawn differently."""
    found: str = screen.page.evaluate("document.querySelector('[data-testid=map]').toDataURL()")
    return found


def pixels_at_rest(screen: Screen, other_than: str = "") -> str:
    """The picture when nothing on it changes any more, and it is another than one before."""
    frames = "new Promise(done => { let left = 5; (function next() {"
    frames += " left-- ? requestAnimationFrame(next) : done(); })(); })"
    for _ in range(200):
        before = pixels(screen)
        screen.page.evaluate(frames)
        if before == pixels(screen) != other_than:
            return before
    raise AssertionError("the map never comes to rest")


def test_a_tank_regiment_is_sent_across_the_canal_by_mouse(open_screen: Open, address: str) -> None:
    screen = sit_down(open_screen, address)
    page = screen.page
    assert screen.choose("3")
    assert "39" in screen.targets("attack")
    screen.go("39")
    expect(page.get_by_test_id("plans")).to_contain_text("mission 39 hold (10)")
    assert screen.state()["marks"] == 1
    expect(page.get_by_test_id("chosen")).to_contain_text("towards 39")


def test_a_mission_is_written_by_clicks_and_buttons(open_screen: Open, address: str) -> None:
    screen = sit_down(open_screen, address)
    page = screen.page
    assert screen.choose("2")
    page.get_by_test_id("chosen").get_by_test_id("order-mission").click()
    page.get_by_test_id("order-unit-5").click()  # a second division of the task force
    prompt = page.get_by_test_id("prompt")
    expect(prompt).to_contain_text("5 5TH MOT RIFLE")
    for place in ("38", "49"):
        screen.wait("hexfront.aim()?.places?.length > 0 && !hexfront.state().busy")
        screen.click_place(place)
        expect(prompt).to_contain_text(f"{place} …")
        page.get_by_test_id("order-posture").first.click()  # hold
        expect(prompt).to_contain_text(f"{place} hold (10)")
    page.get_by_test_id("order-end").click()
    expect(page.get_by_test_id("plans")).to_contain_text("mission 38 hold (10), 49 hold (10)")
    page.keyboard.press("/")
    page.keyboard.type("mission 3: 60 10")
    page.keyboard.press("Enter")
    fault = page.get_by_test_id("typed-fault")
    expect(fault).to_contain_text("IDX-3.2.3")
    expect(fault).to_contain_text("a march goes no further than to the next cell")
    page.keyboard.press("Escape")


def test_layers_can_be_put_away_and_the_key_names_them(open_screen: Open, address: str) -> None:
    screen = sit_down(open_screen, address)
    page = screen.page
    page.mouse.move(5, 5)
    before = pixels_at_rest(screen)
    page.keyboard.press("w")
    assert pixels_at_rest(screen, other_than=before) != before
    page.keyboard.press("w")
    page.keyboard.press("k")
    key = page.get_by_test_id("map-key")
    for words in ("Open desert", "Not part of the war", "Poor roads", "Suez Canal", "Held by Blue"):
        expect(key).to_contain_text(words)


@pytest.mark.parametrize("wide", [1280, 390])
def test_nothing_overflows(open_screen: Open, address: str, wide: int) -> None:
    size = {"width": wide, "height": 800}
    screen = sit_down(open_screen, address, viewport=size, color_scheme="dark")
    assert screen.page.evaluate("document.documentElement.scrollWidth") <= wide
    page = screen.page
    if not page.get_by_test_id("tool-key").count():
        page.get_by_test_id("tools").click()
    page.get_by_test_id("tool-key").click()
    box = page.get_by_test_id("map-key").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= wide
    assert serious_faults(screen) == []
