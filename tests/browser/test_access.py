"""Whoever hears the game, or sees it by other means, can play it; axe finds no fault anywhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from tests.browser.axe import faults
from tests.browser.conftest import Open, Screen, make_match

pytestmark = pytest.mark.browser

SYSTEMS = [
    ("aggressor", "light"),
    ("brigade", "dark"),
    ("idahex", "light"),
    ("malaya", "dark"),
    ("takeover", "light"),
]


def sit_down(open_screen: Open, address: str, system: str, scheme: str) -> Screen:
    """The first seat of a match between people."""
    found = find_system(system)
    sides = len(found.rules(load_scenario(found)).sides)
    match = make_match(address, *["person"] * sides, system=system)
    token = next(iter(match["tokens"].values()))
    screen = open_screen(f"/play#{token}", color_scheme=scheme, bypass_csp=True)
    screen.wait("window.hexfront && hexfront.state().open && !hexfront.state().playing")
    return screen


def ask(screen: Screen, words: str) -> None:
    """Type a line of the game in words, and wait for its answer."""
    line = screen.page.get_by_test_id("words-line")
    line.fill(words)
    line.press("Enter")
    expect(screen.page.get_by_test_id("words-answers").locator("h2").first).to_have_text(words)


@pytest.mark.parametrize(("system", "scheme"), SYSTEMS)
def test_the_position_is_told_in_words(
    open_screen: Open, address: str, system: str, scheme: str
) -> None:
    screen = sit_down(open_screen, address, system, scheme)
    page = screen.page
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("words-button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("words-line")).to_be_focused()
    answers = page.get_by_test_id("words-answers")
    place = page.evaluate("hexfront.places()[0]")
    for question in ("units", "orders", f"at {place}", f"around {place}", f"from {place} s"):
        ask(screen, question)
        first = answers.locator("article").first
        expect(first.locator("h3").first).not_to_contain_text("There is no")
    expect(answers).to_contain_text(place)
    if not page.get_by_test_id("map-key").count():
        page.get_by_test_id("tool-key").click(force=True)
    assert faults(screen) == []


def test_a_turn_is_played_in_words(open_screen: Open, address: str) -> None:
    screen = sit_down(open_screen, address, "brigade", "light")
    page = screen.page
    page.get_by_test_id("words-button").press("Enter")
    answers = page.get_by_test_id("words-answers").locator("article").first
    ask(screen, "units opfor")
    expect(answers).to_contain_text("0301")
    expect(answers).not_to_contain_text("Bluefor")
    ask(screen, "from 0305 south")
    expect(answers.locator("li").first).to_contain_text("0306 Harnau. Town")
    ask(screen, "around 0306")
    expect(answers.locator("li")).to_have_count(6)
    expect(answers).to_contain_text("north: 0305")
    ask(screen, "from 0306 up")
    expect(answers).to_contain_text("Say one of e, se")
    ask(screen, "march to the sea")
    expect(answers).to_contain_text("Not done")
    move = page.evaluate("hexfront.forms().find((form) => form.includes('0302'))")
    ask(screen, move)
    expect(answers).to_contain_text("Done")
    expect(page.get_by_test_id("words-position")).to_contain_text("Planned")


def test_axe_finds_no_fault_where_a_table_has_the_most_tabs(
    open_screen: Open, address: str
) -> None:
    screen = sit_down(open_screen, address, "idahex", "dark")
    page = screen.page
    for tab in page.get_by_role("tab").all()[1:]:
        tab.click()
        assert faults(screen) == [], tab.text_content()
    for dialog in ("help", "share", "alerts"):
        page.get_by_test_id(dialog).first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert faults(screen) == [], dialog
        page.keyboard.press("Escape")
