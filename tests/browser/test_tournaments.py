"""A tournament of four in real browsers, from registration to the final table."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.conftest import Open, Screen

SECRET = "five quiet hexes"
NAMES = ("Ada", "Bruno", "Carl", "Dina")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "dark"}


def ask(screen: Screen, path: str, body: dict[str, Any]) -> Any:
    """Send something as the page does, with its cookie."""
    answer = screen.page.request.post(
        f"{screen.address}/api/{path}", data=body, headers={"Origin": screen.address}
    )
    assert answer.ok, answer.text()
    return answer.json()


def state(screen: Screen, state: str, round_number: int) -> None:
    """Wait until a page shows how the tournament stands."""
    shown = screen.page.get_by_test_id("tournament-state")
    expect(shown).to_have_attribute("data-state", state)
    expect(shown).to_have_attribute("data-round", str(round_number))


def resign(screen: Screen) -> None:
    """Go to one's own game from the page, resign it, and come back."""
    screen.page.get_by_test_id("play-own").click()
    screen.wait("window.hexfront && hexfront.state().open")
    screen.page.get_by_test_id("end").click()
    screen.page.get_by_test_id("resign").click()
    screen.page.get_by_test_id("resign-yes").click()
    expect(screen.page.get_by_test_id("result")).to_be_visible()
    screen.page.get_by_test_id("tournament").click()
    expect(screen.page.get_by_test_id("tournament-state")).to_be_visible()


def check_page(screen: Screen) -> None:
    """No fault for axe, and nothing beyond the edge."""
    assert faults(screen) == []
    wide = screen.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


@pytest.mark.slow
def test_a_knockout_of_four_and_a_round_robin(open_screen: Open, address: str) -> None:
    light = {"viewport": {"width": 1280, "height": 720}, "bypass_csp": True}
    dark = {**PHONE, "bypass_csp": True}
    settings: list[dict[str, Any]] = [light, dark, {}, {}]
    screens = [open_screen("/account", **one) for one in settings]
    for screen, name in zip(screens, NAMES, strict=True):
        ask(screen, "people/sign-up", {"name": name, "password": SECRET})
    ada, bruno, *_ = screens
    page = ada.page
    page.goto(f"{address}/lobby")
    page.get_by_test_id("to-tournaments").click()
    page.get_by_test_id("tournament-name").fill("Autumn cup")
    page.get_by_test_id("tournament-system").select_option("brigade")
    page.get_by_test_id("tournament-form").select_option("knockout")
    check_page(ada)
    page.get_by_test_id("make-tournament").click()
    for screen in screens[1:]:
        screen.page.goto(f"{address}/tournaments")
        screen.page.get_by_role("link", name="Autumn cup").click()
    for number, screen in enumerate(screens):
        state(screen, "open", 0)
        screen.page.get_by_test_id("enter-tournament").click()
        expect(screen.page.get_by_test_id("leave-tournament")).to_be_visible()
        expect(page.get_by_test_id("entrants").locator("li")).to_have_count(number + 1)
    check_page(ada)
    check_page(bruno)
    page.get_by_test_id("start-tournament").click()
    for screen in screens:
        state(screen, "running", 1)
        expect(screen.page.get_by_test_id("play-own")).to_be_visible()
    # The pages of all follow what becomes of the games.
    resign(screens[2])
    expect(page.get_by_test_id("board-1-2").locator(".result")).to_be_visible()
    page.get_by_test_id("correct-game").select_option("1/1/1")
    page.get_by_test_id("correct").click()
    state(ada, "running", 2)
    state(bruno, "running", 2)
    check_page(ada)
    check_page(bruno)
    resign(bruno)
    state(ada, "done", 2)
    expect(page.get_by_test_id("winners")).to_have_text("Won by Ada.")
    rows = page.get_by_test_id("standings").locator("tbody tr")
    expect(rows).to_have_count(4)
    table = [row.split() for row in rows.all_inner_texts()]
    assert [(row[0], row[1]) for row in table] == [
        ("1", "Ada"),
        ("2", "Bruno"),
        ("3", "Carl"),
        ("3", "Dina"),
    ]
    assert faults(ada) == []

    terms = {"name": "Winter league", "system": "brigade", "form": "round-robin", "rated": False}
    made = ask(ada, "tournaments", terms)
    league = {"tournament": made["info"]["id"]}
    for screen in screens[:3]:
        ask(screen, "tournaments/enter", league)
    page.goto(f"{address}/tournaments?id={league['tournament']}")
    page.get_by_test_id("start-tournament").click()
    state(ada, "running", 1)
    page.get_by_test_id("correct-result").select_option("1")
    page.get_by_test_id("correct").click()
    state(ada, "running", 2)
    expect(page.get_by_test_id("record")).to_contain_text("to 0.5 – 0.5")
    expect(page.get_by_test_id("cross")).to_contain_text("½")
    bruno.page.goto(f"{address}/tournaments?id={league['tournament']}")
    state(bruno, "running", 2)
    check_page(ada)
    check_page(bruno)
    bruno.page.get_by_test_id("leave-tournament").click()
    bruno.page.get_by_test_id("leave-sure").click()
    expect(bruno.page.get_by_text("You have left this tournament.")).to_be_visible()
