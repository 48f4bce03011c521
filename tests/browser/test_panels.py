"""axe finds no fault in any panel of any system, light or dark."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path

import pytest

from hexfront.core.contract import UMPIRE
from tests.browser.axe import faults
from tests.browser.conftest import Open, Screen
from tests.browser.test_access import sit_down

pytestmark = pytest.mark.browser

GOLDEN = Path(__file__).parents[1] / "golden"
SYSTEMS = [
    ("aggressor", "first-game", "dark"),
    ("brigade", "first-game", "light"),
    ("idahex", "first-war", "dark"),
    ("malaya", "first-game", "light"),
    ("takeover", "first-game", "dark"),
]


def read_game(address: str, system: str, game: str) -> str:
    """The path of a page of a match that is over, from a file."""
    request = urllib.request.Request(
        address + "/api/replays",
        data=(GOLDEN / system / f"{game}.jsonl").read_bytes(),
        headers={"Content-Type": "application/x-ndjson", "Origin": address},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return f"/play#{json.load(answer)['spectator']}"


def is_sound(screen: Screen, what: str, within: str = ".side") -> None:
    screen.rendered()
    assert faults(screen, within=within) == [], what


def look_at_a_table(screen: Screen) -> None:
    """All that lies over the map at once, a chosen unit, a word of the game, and every tab."""
    page = screen.page
    if not page.get_by_test_id("map-key").count():
        page.keyboard.press("k")
    if page.get_by_test_id("tool-heights").count():
        page.keyboard.press("Shift+H")
        assert page.get_by_test_id("legend").inner_text().strip().startswith("Heights")
    on_map = page.evaluate("hexfront.counters().filter(({ place }) => place).map(({ id }) => id)")
    if on_map:
        screen.choose(on_map[0])
    word = page.locator(".side [role=term]")
    if word.count():
        word.first.focus()
        page.get_by_test_id("word-tip").wait_for()
    is_sound(screen, "orders", "html")
    for tab in page.get_by_role("tab").all()[1:]:
        tab.click()
        is_sound(screen, tab.inner_text())


def look_back(screen: Screen) -> None:
    """The end, the review of the umpire, and a moment of the past with all that may be set."""
    page = screen.page
    page.get_by_test_id("tab-review").click()
    page.get_by_test_id(f"eyes-{UMPIRE}").click()
    screen.wait(f"hexfront.state().seat === {UMPIRE} && hexfront.state().log > 0")
    is_sound(screen, "review")
    page.get_by_test_id("tab-orders").click()
    is_sound(screen, "end")
    page.get_by_test_id("tab-replay").click()
    page.get_by_test_id("replay-first").click()
    screen.wait("hexfront.state().past && hexfront.state().at === 0")
    page.get_by_test_id("pace").locator("summary").click()
    if page.get_by_test_id("replay-battle").count():
        page.get_by_test_id("replay-battle").click()
        screen.wait("hexfront.state().at > 0")
    is_sound(screen, "past", "html")


@pytest.mark.parametrize(("system", "game", "scheme"), SYSTEMS)
def test_axe_finds_no_fault_in_any_panel(
    open_screen: Open, address: str, system: str, game: str, scheme: str
) -> None:
    look_at_a_table(sit_down(open_screen, address, system, scheme))
    path = read_game(address, system, game)
    over = open_screen(path, color_scheme=scheme, bypass_csp=True)
    over.wait("window.hexfront && hexfront.state().open && hexfront.state().log > 0")
    over.finish_playback()
    look_back(over)
