"""Levels on the home page, hints at the table, and thoughts about a match that is over."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.axe import serious_faults
from tests.browser.conftest import Open

pytestmark = pytest.mark.browser


def test_a_level_is_chosen_hints_are_taken_and_the_match_is_thought_about(
    open_screen: Open,
) -> None:
    screen = open_screen("/")
    page = screen.page
    page.get_by_test_id("choose-brigade").click()
    seat = page.get_by_test_id("seat-1")
    levels = seat.locator("optgroup").first.locator("option")
    expect(levels).to_have_count(4)
    assert [text.split()[1] for text in levels.all_inner_texts()] == [
        *("easy", "fair", "hard", "hardest"),
    ]
    assert seat.input_value() == "hard"
    seat.select_option("easy")
    page.get_by_test_id("start-brigade").click()
    screen.wait("window.hexfront && hexfront.state().open && hexfront.state().mustAct")
    expect(page.get_by_text("machine easy")).to_be_visible()

    page.get_by_test_id("hint").click()
    shown = page.get_by_test_id("hint-shown")
    expect(shown.locator("li").first).to_be_visible()
    assert screen.state()["marks"] > 0  # type: ignore[operator]
    assert serious_faults(screen) == []
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    assert screen.state()["marks"] == 0

    page.get_by_test_id("hint").click()
    page.get_by_test_id("hint-follow").click()
    while not screen.settle()["over"]:
        screen.press_main()

    page.get_by_test_id("tab-review").click()
    page.get_by_test_id("thoughts-ask").click()
    thoughts = page.get_by_test_id("thoughts")
    expect(thoughts.locator("[role=status]")).to_have_count(0)
    assert thoughts.locator(".turns > li").count() == 8
    expect(thoughts.get_by_test_id("chart-mark").locator("circle")).to_have_count(2)
    turned = page.get_by_test_id("swings").locator("li")
    assert turned.first.inner_text().startswith("The turning point")
    assert {text.split(" decision")[0] for text in turned.all_inner_texts()[1:]} <= {
        "Best",
        "Worst",
    }
    page.get_by_test_id("thought-0").click()
    expect(page.get_by_test_id("thought-shown")).to_contain_text("Submit the plan")
    assert screen.state()["marks"] > 0  # type: ignore[operator]
    page.get_by_test_id("thought-believed").click()
    expect(page.get_by_test_id("thought-banner")).to_contain_text("What was believed then")
    assert serious_faults(screen) == []
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("thought-banner")).to_have_count(0)

    page.goto(screen.address)
    expect(page.get_by_test_id("hinted").first).to_contain_text("With hints for Opfor")
