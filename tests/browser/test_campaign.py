"""A campaign in a real browser: begun on the home page, briefed, fought, and found again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.conftest import Open


@pytest.mark.parametrize(("scheme", "width"), [("light", 390), ("dark", 1280)])
def test_a_campaign_is_begun_and_gone_on_with(open_screen: Open, scheme: str, width: int) -> None:
    view = {"width": width, "height": 844}
    screen = open_screen("/", color_scheme=scheme, viewport=view, bypass_csp=True)
    page = screen.page
    expect(page.get_by_test_id("begin-third-battalion")).to_be_visible()
    page.get_by_test_id("against-third-battalion").select_option("easy")
    page.get_by_test_id("begin-third-battalion").click()
    expect(page.get_by_test_id("briefing")).to_contain_text("Market day")
    expect(page.get_by_test_id("points")).to_contain_text("1 point")
    assert faults(screen) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_test_id("fight").click()
    screen.wait("Boolean(window.hexfront?.state().open)")
    page.goto(screen.address)
    page.get_by_text("Go on with your campaign").click()
    expect(page.get_by_test_id("fight")).to_have_text("Go on with the battle")
    assert faults(screen) == []
