"""All of a turn by the keyboard alone, in every system; and what keys and lists say is left."""

from __future__ import annotations

import json
import urllib.request

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open, Screen, make_match
from tests.browser.test_table import token

pytestmark = pytest.mark.browser


def sit(open_screen: Open, address: str, system: str, *others: str) -> Screen:
    """The first seat against others, when it must act."""
    screen = open_screen(f"/play#{token(make_match(address, 'person', *others, system=system))}")
    screen.wait("window.hexfront && hexfront.state().open")
    screen.settle()
    screen.page.evaluate("hexfront.setLate(0)")  # a test is never late with its Enter
    screen.page.get_by_test_id("map").focus()
    return screen


def press(screen: Screen, *keys: str) -> None:
    """Press keys, each when what the one before did is shown."""
    for key in keys:
        screen.page.keyboard.press(key)
        screen.rendered()
        screen.wait("!hexfront.state().busy")


def answer(screen: Screen) -> None:
    """Enter once more, where something is asked first."""
    if screen.state()["asked"]:
        press(screen, "Enter")


def test_brigade(open_screen: Open, address: str) -> None:
    screen = sit(open_screen, address, "brigade", "person")
    expect(screen.page.get_by_test_id("left")).to_have_text("6 units without orders.")
    press(screen, "Space", ".", "Enter")
    screen.wait("hexfront.state().marks === 1")
    expect(screen.page.get_by_test_id("left")).to_have_text("5 units without orders.")
    # Space goes to a unit that has no orders yet.
    first = screen.state()["selected"]
    press(screen, "Escape", "Space")
    assert screen.state()["selected"] not in ("", first)
    press(screen, "Control+z")
    screen.wait("hexfront.state().marks === 0")
    press(screen, "?")
    expect(screen.page.get_by_test_id("keys-now")).to_contain_text("units without orders")
    press(screen, "Escape", "Control+Enter")
    answer(screen)
    screen.wait("!hexfront.state().mustAct")


def test_malaya(open_screen: Open, address: str) -> None:
    screen = sit(open_screen, address, "malaya", "greedy")
    done = ""
    for _ in range(8):
        title = screen.page.evaluate("hexfront.title()")
        if "Japan" not in title:
            break
        if "movement" in title:
            press(screen, "Space", ".", "Enter")
            answer(screen)
            screen.settle()
            expect(screen.page.get_by_test_id("undo")).to_have_attribute("aria-disabled", "false")
            done = title
        press(screen, "Escape", "Escape", "Control+Enter")
        answer(screen)
        screen.settle()
    assert done


def test_aggressor(open_screen: Open, address: str) -> None:
    # Not against `random`, whose first turn can lose the game.
    screen = sit(open_screen, address, "aggressor", "commander")
    page = screen.page
    page.get_by_role("button", name="Balanced").focus()
    press(screen, "Enter")
    screen.wait("hexfront.counters().length === 18 && !hexfront.state().busy")
    page.get_by_test_id("map").focus()
    press(screen, "0")
    screen.settle()
    screen.wait_past_playback("hexfront.title().startsWith('Round') && hexfront.state().mustAct")
    press(screen, "Space")
    known = screen.state()["log_length"]
    press(screen, ".", "Enter")
    if page.get_by_test_id("menu-item").count():  # more than one thing can be done there
        press(screen, "1")
    answer(screen)
    screen.wait_past_playback(f"hexfront.state().log_length > {known}")
    press(screen, "Escape", "Escape", "0")
    answer(screen)
    screen.wait("!hexfront.state().busy")


def test_idahex(open_screen: Open, address: str) -> None:
    screen = sit(open_screen, address, "idahex", "greedy")
    page = screen.page
    # Before Go a unit says why it cannot be ordered.
    press(screen, "ArrowRight", "Enter")
    screen.page.evaluate("hexfront.places()")
    page.keyboard.press("/")
    page.keyboard.type("go")
    page.keyboard.press("Enter")
    screen.settle()
    page.get_by_test_id("map").focus()
    press(screen, "Escape", "Escape", "Space", ".")
    expect(page.get_by_test_id("tooltip")).to_be_visible()
    press(screen, "Enter")
    screen.settle()
    expect(page.get_by_test_id("plans")).to_be_visible()
    press(screen, "Escape", "Escape", "Control+Enter")
    screen.wait("hexfront.title() !== 'Day 0'")
    # One main button at a time.
    assert page.locator("aside .primary").count() == 1


def test_takeover(open_screen: Open, address: str) -> None:
    seats = [{"kind": "person"}, {"kind": "machine", "agent": "random"}]
    body = {"system": "takeover", "seats": seats, "options": {"players": "2"}}
    request = urllib.request.Request(
        f"{address}/api/matches", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as made:
        screen = open_screen(f"/play#{token(json.loads(made.read()))}")
    screen.wait("window.hexfront && hexfront.state().open")
    screen.settle()
    screen.page.evaluate("hexfront.setLate(0)")
    screen.page.get_by_test_id("map").focus()
    page = screen.page
    while "build" not in page.evaluate("hexfront.title()"):
        press(screen, "Control+Enter")
        answer(screen)
        screen.settle()
    # The places at which one may buy, one after another; a digit buys, and the list stays.
    press(screen, ".", "Enter")
    expect(page.get_by_test_id("menu-item").first).to_be_visible()
    money = page.get_by_test_id("log").inner_text()
    press(screen, "1")
    screen.wait("hexfront.state().undo.can")
    assert page.get_by_test_id("log").inner_text() != money
    press(screen, "Escape", "Escape", "Control+Enter")
    answer(screen)
    screen.wait("!hexfront.state().busy")


def test_panels_stand_still_and_overlays_lie_over_one_another(
    open_screen: Open, address: str
) -> None:
    screen = sit(open_screen, address, "brigade", "person")
    page = screen.page
    fixed = (
        "['.orders .slot', '#typed-order', 'section.log'].map((where) => "
        "document.querySelector(where).getBoundingClientRect().top).join()"
    )
    before = page.evaluate(fixed)
    log = page.locator("section.log").bounding_box()
    assert log is not None
    assert log["height"] > 150  # five lines and their heading
    press(screen, "Space", ".", "Enter")
    assert page.evaluate(fixed) == before
    press(screen, "Escape", "Escape", "z", "t")
    screen.wait("hexfront.reading()?.overlay === 'threat'")
    legend = page.get_by_test_id("legend")
    expect(legend.get_by_role("button", name="Put away")).to_have_count(2)
    assert page.evaluate(fixed) == before
    press(screen, "Escape")
    screen.wait("hexfront.reading()?.overlay === 'zones'")
    # Also of two that are asked for at once, before the server has answered, both are shown.
    press(screen, "Escape")
    expect(legend.get_by_role("button", name="Put away")).to_have_count(0)
    page.evaluate(
        "for (const key of ['t', 'z']) document.activeElement"
        ".dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))"
    )
    screen.wait("hexfront.reading()?.overlay === 'zones'")
    expect(legend.get_by_role("button", name="Put away")).to_have_count(2)
    press(screen, "Escape")
    screen.wait("hexfront.reading()?.overlay === 'threat'")
    press(screen, "Escape")
    press(screen, "q", "ArrowDown")
    expect(page.get_by_test_id("lens")).to_be_visible()
