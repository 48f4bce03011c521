"""axe finds no fault in manuals, first games and dialogs of any system, light and dark."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import WebSocketRoute

from tests.browser.axe import is_sound
from tests.browser.conftest import Open, make_match
from tests.browser.test_guides import SYSTEMS, first_game

pytestmark = pytest.mark.browser

DIALOGS = ("help", "share", "alerts")


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_manual_the_first_game_and_dialogs(
    open_screen: Open, address: str, system: str
) -> None:
    manual = open_screen(f"/rules/{system}", bypass_csp=True)
    is_sound(manual, "manual")
    screen = first_game(open_screen, address, system, bypass_csp=True)
    page = screen.page
    is_sound(screen, "first game")
    for dialog in DIALOGS:
        page.get_by_test_id(dialog).first.click()
        is_sound(screen, dialog, f"[data-testid={dialog}-dialog]")
        page.keyboard.press("Escape")
    # Where something has been told already, its rule opens.
    if page.get_by_test_id("why").count():
        page.get_by_test_id("why").first.click()
        is_sound(screen, "why", "[data-testid=why-dialog]")


def test_what_bars_the_way(open_screen: Open, address: str) -> None:
    """Dialogs that cannot be closed: an address without a match, and a screen that is passed on."""
    screen = open_screen("/play#nobody", bypass_csp=True)
    screen.page.get_by_test_id("refused").wait_for()
    is_sound(screen, "refused")
    screen.problems.clear()  # The browser notes the refusal.


def test_a_screen_that_is_passed_on(open_screen: Open, address: str) -> None:
    match = make_match(address, "person", "person")
    screen = open_screen(f"/play#{'.'.join(match['tokens'].values())}", bypass_csp=True)
    screen.page.get_by_test_id("handover").wait_for()
    is_sound(screen, "handover")


def test_while_time_runs_for_both(open_screen: Open, address: str) -> None:
    match = make_match(address, "person", "person", system="idahex")
    screen = open_screen("/", bypass_csp=True)
    page, agreed = screen.page, list[str | bytes]()

    def carry(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            # What both have agreed to goes on; that time then runs does not, so it runs on and on.
            if agreed and '"key"' in str(text):
                agreed.append(text)
                if len(agreed) > 2:
                    return
            server.send(text)

        socket.on_message(pass_on)

    page.route_web_socket(re.compile("/api/match"), carry)
    page.goto(f"{address}/play#{'.'.join(match['tokens'].values())}")
    for side in (0, 1):
        screen.wait(
            f"window.hexfront && hexfront.state().open && hexfront.state().handover === {side}"
        )
        page.get_by_test_id("take-screen").click()
        screen.wait("hexfront.state().mustAct")
        if side == 0:
            page.get_by_test_id("clock-stops").uncheck()
            page.get_by_test_id("clock-run").click()
    agreed.append("from here on")
    page.get_by_test_id("clock-agree").click()
    page.get_by_test_id("joint").wait_for()
    is_sound(screen, "joint", "[data-testid=joint]")
