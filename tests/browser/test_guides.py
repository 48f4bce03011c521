"""The guided first games: who does what each step says comes to the free game at the end."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from hexfront.core.registry import find_system
from hexfront.core.table.guide import load_guide
from tests.browser.axe import faults
from tests.browser.conftest import Open, Screen, make_match
from tests.browser.test_table import token

pytestmark = pytest.mark.browser
SYSTEMS = ("brigade", "aggressor", "idahex", "malaya", "takeover")
READ_IN_TABLES = ("brigade", "malaya")
GAMES = 4
TRIES = 60
"""Times that something may have to be done, such as ending turns, before a step is over."""


def first_game(open_screen: Open, address: str, system: str, **settings: Any) -> Screen:
    """Begin the first game of a system as the home page does."""
    guide: Any = load_guide(find_system(system).folder)
    with urllib.request.urlopen(f"{address}/api/systems") as answer:
        (info,) = (one for one in json.loads(answer.read()) if one["name"] == system)
    (scenario,) = (one for one in info["scenarios"] if one["name"] == guide["scenario"])
    seats = ["person", *[guide["opponent"]] * (len(scenario["sides"]) - 1)]
    match = make_match(address, *seats, system=system, scenario=guide["scenario"])
    screen = open_screen(f"/play?guide=0#{token(match)}", **settings)
    screen.wait("window.hexfront && hexfront.state().open && hexfront.guide()")
    screen.settle()
    screen.page.evaluate("hexfront.setLate(0)")  # a test is never late with its Enter
    return screen


def step_of(screen: Screen) -> dict[str, Any]:
    found: dict[str, Any] = screen.page.evaluate("hexfront.guide()")
    return found


def is_missed(screen: Screen) -> bool:
    """Whether the game was over before what a step waits for could be done, which the page says."""
    return screen.page.get_by_test_id("guide-missed").count() > 0


def act(screen: Screen, step: dict[str, Any]) -> None:
    """Do what a step points at, as its reader would."""
    page = screen.page
    if step["unit"] and screen.state()["selected"] != step["unit"]:
        assert screen.choose(step["unit"]), step
    elif step["when"] == "selected":
        assert screen.choose(page.evaluate("hexfront.orderable()")[0]), step
    elif step["when"] == "pointed":
        if screen.touch:
            screen.click_place(step["at"][0])
        else:
            point = page.evaluate("place => hexfront.placePoint(place)", step["at"][0])
            page.mouse.move(point["x"], point["y"])
    elif step["control"] and page.evaluate("hexfront.aim()") is None:
        screen.wait("document.querySelector('[data-meant]')")
        if step_of(screen)["number"] == step["number"]:  # time may have brought the next
            press(screen, "[data-meant]")
    elif page.get_by_test_id("menu-item").count():
        press(screen, "[data-testid=menu-item]")
    elif step["at"]:
        screen.click_place(step["at"][0])
        screen.rendered()
        if page.get_by_test_id("menu-item").count():
            press(screen, "[data-testid=menu-item]")
    elif screen.touch:
        press(screen, ".orders .primary")
    else:
        screen.click_main()
    screen.rendered()
    if screen.state()["asked"]:
        press(screen, "[data-testid=confirm-yes]" if screen.touch else "[data-meant]")


def press(screen: Screen, what: str) -> None:
    """Press a control: with a finger where that is what one has."""
    control = screen.page.locator(what).first
    if screen.touch:
        control.tap()
    else:
        control.click()


def play(begin: Callable[[], Screen]) -> Screen:
    """Do what a guide says up to its end, and miss no step.

    In Takeover dice bring no takeover in one game of twenty; then another is begun.
    """
    for _ in range(GAMES):
        screen = begin()
        if follow(screen):
            return screen
    raise AssertionError("the games were over too soon")


def follow(screen: Screen) -> bool:
    """Do what a guide says; whether it came to its end before the game did."""
    steps = screen.page.evaluate("hexfront.guide().of")
    done = []
    for _ in range(steps * 2 + TRIES):
        screen.settle()
        if is_missed(screen):
            return False
        step = step_of(screen)
        if step["when"] == "over":
            break
        done.append(step["number"])
        act(screen, step)
        if screen.page.get_by_test_id("why-dialog").count():
            screen.page.keyboard.press("Escape")
    assert step_of(screen)["when"] == "over", step_of(screen)
    assert sorted(set(done)) == list(range(steps - 1))
    return True


@pytest.mark.parametrize("system", SYSTEMS)
def test_on_a_phone_a_finger_comes_to_the_end(open_screen: Open, address: str, system: str) -> None:
    size = {"width": 390, "height": 844}
    phone = {"viewport": size, "has_touch": True, "is_mobile": True}
    play(lambda: first_game(open_screen, address, system, **phone))


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_does_what_it_says_comes_to_the_end(
    open_screen: Open, address: str, system: str
) -> None:
    screen = play(lambda: first_game(open_screen, address, system))
    # In a battle that was read in a table, its cell is lit.
    if system in READ_IN_TABLES:
        fold = screen.page.get_by_test_id("fold-battle").first
        if fold.get_attribute("aria-expanded") == "false":
            fold.click()
        screen.page.locator(".battlecard .result").first.get_by_test_id("why").click()
        expect(screen.page.locator("[data-testid=rule-table] .lit")).to_have_count(1)


def test_a_step_is_read_again_and_begun_again(open_screen: Open, address: str) -> None:
    screen = first_game(open_screen, address, "brigade")
    page = screen.page
    guide = page.get_by_test_id("guide")
    expect(guide.get_by_role("button", name="Next")).to_have_count(0)
    expect(page.get_by_test_id("guide-back")).to_be_disabled()
    expect(page.get_by_test_id("meant-place")).to_have_count(1)
    for _ in range(4):
        act(screen, step_of(screen))
        screen.settle()
    assert step_of(screen)["when"] == "ordered:move"
    page.get_by_test_id("guide-back").click()
    expect(guide).to_contain_text("4 of 13, done")
    page.get_by_test_id("guide-back").click()
    expect(guide).to_have_attribute("data-step", "3")
    page.get_by_test_id("guide-forward").click()
    expect(guide).to_have_attribute("data-step", "4")
    # The game goes back to where the company had its order, in a match that takes this one's place.
    before = page.url
    expect(page.get_by_test_id("guide-restart")).to_be_enabled()
    page.get_by_test_id("guide-restart").click()
    page.wait_for_url(lambda url: url != before)
    screen.wait("window.hexfront && hexfront.state().open && hexfront.guide()")
    screen.settle()
    assert step_of(screen)["number"] == 3
    assert screen.state()["marks"] == 1
    page.reload()
    screen.wait("window.hexfront && hexfront.state().open && hexfront.guide()")
    assert step_of(screen)["number"] == 3
    page.get_by_label("Close the guide").click()
    expect(guide).to_have_count(0)


def test_words_and_rules_explain_themselves(open_screen: Open, address: str) -> None:
    screen = first_game(open_screen, address, "brigade", bypass_csp=True)
    page = screen.page
    term = page.get_by_test_id("guide-text").locator("[data-term='movement points']")
    tip = page.get_by_test_id("word-tip")
    term.hover()
    expect(tip).to_contain_text("What a company may spend on its way")
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    term.focus()
    expect(tip).to_contain_text("BRG-12")
    page.get_by_test_id("tab-rules").click()
    expect(page.get_by_test_id("rule-summary")).to_contain_text("Three against one")
    page.get_by_test_id("rule-parts").select_option(label="Combat")
    expect(page.locator("[data-clause='BRG-21']")).to_be_in_viewport()
    expect(page.locator("[data-clause='BRG-23'] table")).to_contain_text("4 or more")
    picture = page.locator("[data-clause='BRG-21'] img")
    picture.scroll_into_view_if_needed()
    screen.wait("document.querySelector(\"[data-clause='BRG-21'] img\").naturalWidth > 0")
    assert faults(screen) == []


def test_the_rules_are_a_page_with_a_search(open_screen: Open) -> None:
    screen = open_screen("/rules/brigade", bypass_csp=True)
    page = screen.page
    expect(page.locator("#BRG-1")).to_be_visible()
    page.locator("#search").fill("zone infiltration")
    expect(page.locator("#found")).to_have_text("1 found")
    expect(page.locator("#BRG-1")).to_be_hidden()
    page.locator("#search").fill("")
    page.emulate_media(media="print")
    expect(page.locator("#print")).to_be_hidden()
    page.emulate_media(media="screen")
    assert faults(screen) == []
