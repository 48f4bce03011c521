"""What players do on pages: sign up, meet in the lobby, play turns."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Screen

SECRET = "five quiet hexes"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "dark"}


def sign_up(screen: Screen, name: str, *, passkey: bool = False) -> None:
    """Make an account on its page."""
    page = screen.page
    page.get_by_test_id("to-up").click()
    page.get_by_test_id("account-name").fill(name)
    if passkey:
        page.get_by_test_id("passkey").click()
    else:
        page.get_by_test_id("password").fill(SECRET)
        page.get_by_test_id("enter").click()
    expect(page.get_by_test_id("codes").locator("li")).to_have_count(8)
    page.get_by_test_id("kept").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def meet(host: Screen, other: Screen, pace: str = "none") -> None:
    """Open a rated game of a pace on one page, and join it on the other; both go to the table."""
    host.page.goto(f"{host.address}/lobby")
    other.page.goto(f"{other.address}/lobby")
    host.page.get_by_test_id("wish-system").select_option("brigade")
    host.page.get_by_test_id("wish-side").select_option("0")
    host.page.get_by_test_id("wish-pace").select_option(pace)
    host.page.get_by_test_id("open-game").click()
    other.page.get_by_test_id("join").click()
    other.wait("window.hexfront && hexfront.state().open")
    host.page.get_by_test_id("own-games").locator("a").first.click()
    host.wait("window.hexfront && hexfront.state().open")


def take_turns(screens: list[Screen], count: int) -> None:
    """Let each page end so many turns, all of them planned at the same time."""
    for _ in range(count):
        for screen in screens:
            screen.settle()
            screen.press_main_soon()
    for screen in screens:
        screen.settle()
