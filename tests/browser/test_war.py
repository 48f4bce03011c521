"""A war in continuous time at the table: its clock, numbers that open, charts over time."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open, Screen, make_match
from tests.browser.test_table import token

pytestmark = pytest.mark.browser


def war(
    open_screen: Open, address: str, *seats: str, **settings: Any
) -> tuple[Screen, dict[str, Any]]:
    match = make_match(address, *(seats or ("person", "commander")), system="idahex")
    settings.setdefault("viewport", {"width": 1400, "height": 900})
    screen = open_screen(f"/play#{token(match)}", **settings)
    screen.wait("window.hexfront && hexfront.state().open && hexfront.state().mustAct")
    return screen, match


def ran(screen: Screen) -> str:
    """Wait until the clock stands still; why it does."""
    screen.wait("!document.querySelector('[data-testid=clock-pause]')")
    return screen.page.get_by_test_id("clock-why").inner_text()


def run_for_days(screen: Screen, days: int) -> None:
    screen.page.get_by_test_id("clock-span").select_option(str(days))
    screen.page.get_by_test_id("clock-stops").uncheck()
    screen.page.get_by_test_id("clock-run").click()
    assert ran(screen) == "The time is up."


def test_the_clock_runs_pauses_and_stops_at_events(open_screen: Open, address: str) -> None:
    screen, _ = war(open_screen, address)
    page = screen.page
    expect(page.get_by_test_id("clock-time")).to_have_text("Day 0")
    run_for_days(screen, 1)
    expect(page.get_by_test_id("clock-time")).to_have_text("Day 1")
    page.get_by_test_id("clock-stops").check()
    page.get_by_test_id("clock-event").click()
    why = ran(screen)
    assert why not in ("", "Paused.", "The time is up.")
    assert why.split(" And ")[0] in page.get_by_test_id("log").inner_text()
    assert screen.state()["mustAct"]
    page.get_by_test_id("clock-stops").uncheck()
    page.get_by_test_id("clock-event").click()
    page.get_by_test_id("clock-pause").click()
    assert ran(screen) == "Paused."


def test_the_clock_waits_for_a_command_that_is_begun(open_screen: Open, address: str) -> None:
    screen, _ = war(open_screen, address)
    page = screen.page
    page.get_by_test_id("order-go").click()
    screen.wait("!hexfront.state().busy && hexfront.state().mustAct")
    page.get_by_test_id("order-mission").click()
    screen.wait("document.querySelector('[data-testid=order-abandon]')")
    expect(page.get_by_test_id("clock-event")).to_be_disabled()


def test_numbers_open_down_to_the_data(open_screen: Open, address: str) -> None:
    screen, _ = war(open_screen, address)
    page = screen.page
    screen.click_place("38")
    page.get_by_test_id("tab-numbers").click()
    page.get_by_test_id("ask-cell").click()
    expect(page.get_by_test_id("numbers-caption")).to_contain_text("Cell 38")
    page.get_by_test_id("cell").first.click()
    expect(page.get_by_test_id("source").first).to_contain_text("group 14: basic_rtetype(38,26)")
    # Another place that is clicked is what one wants to know of.
    screen.click_place("50")
    expect(page.get_by_test_id("numbers-caption")).to_contain_text("Cell 50")
    page.get_by_test_id("tab-orders").click()
    page.get_by_test_id("typed").fill("mission 7: 39 10")
    page.get_by_test_id("ask-foresee").click()
    expect(page.get_by_test_id("numbers")).to_contain_text("An attack on the enemy")


def test_charts_show_what_a_side_may_know(open_screen: Open, address: str) -> None:
    screen, _ = war(open_screen, address)
    page = screen.page
    run_for_days(screen, 1)
    page.get_by_test_id("tab-charts").click()
    charts = page.get_by_test_id("charts")
    expect(charts).to_contain_text("Strength")
    assert "Blue" not in charts.locator(".chart").filter(has_text="Strength").inner_text()
    assert "Blue" in charts.locator(".chart").filter(has_text="Cells owned").inner_text()
    page.get_by_role("button", name="As a table").first.click()
    rows = page.get_by_test_id("chart-table").first.locator("tbody tr")
    expect(rows).to_have_count(3)


def test_of_a_long_log_the_page_holds_what_is_in_sight(open_screen: Open, address: str) -> None:
    screen, _ = war(open_screen, address)
    page, log = screen.page, screen.page.get_by_test_id("log")
    run_for_days(screen, 5)
    page.get_by_test_id("log-what").select_option("all")
    screen.rendered()
    size = int(log.locator("[data-at]").last.get_attribute("aria-setsize") or 0)
    assert size > 200
    expect(log.locator(f"[data-at='{size - 1}']")).to_be_in_viewport()
    assert log.locator("li").count() < 150
    log.evaluate("box => { box.scrollTop = 0; }")
    first = log.locator("[data-at='0']")
    expect(first).to_be_in_viewport()
    assert log.locator("li").count() < 150
    # Keys go on from line to line into what was not in the page, and what they are in stays.
    first.get_by_test_id("why").focus()
    for _ in range(150):
        page.keyboard.press("Tab")
        page.evaluate("() => new Promise(requestAnimationFrame)")  # as the page draws more lines
    at = page.evaluate("document.activeElement.closest('[data-at]')?.dataset.at")
    assert int(at) > 50
    log.evaluate("box => { box.scrollTop = box.scrollHeight; }")
    expect(log.locator(f"[data-at='{size - 1}']")).to_be_in_viewport()
    assert page.evaluate("document.activeElement.closest('[data-at]')?.dataset.at") == at
    assert log.locator("li").count() < 200
