"""Rated games with clocks between two real browsers, on a server whose time is set."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.conftest import Screen, Server
from tests.browser.players import PHONE, meet, sign_up, take_turns
from tests.browser.timed_server import FILE


class TimedServer(Server):
    """Its time is set by how far it is ahead."""

    module = "tests.browser.timed_server"

    def __init__(self, folder: Path) -> None:
        self.file = folder / "ahead"
        self.seconds = 0.0
        self.wait(0)
        super().__init__(folder / "data", os.environ | {FILE: str(self.file)})

    def wait(self, seconds: float) -> None:
        """Let so much time go by at once."""
        self.seconds += seconds
        new = self.file.with_suffix(".new")
        new.write_text(str(self.seconds), encoding="ascii")
        new.replace(self.file)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[TimedServer]:
    server = TimedServer(tmp_path)
    yield server
    server.kill()


DAY = 24 * 3600


HOLIDAY = """async ([first, last]) => {
  const body = JSON.stringify({ first, last });
  return (await fetch("/api/people/holidays", { method: "POST", body })).status;
}"""


def test_a_clock_stands_while_its_player_is_on_holiday(
    open_screen: Callable[..., Screen], club: TimedServer
) -> None:
    anna, berta = open_screen("/account", club.address), open_screen("/account", club.address)
    sign_up(anna, "Anna")
    sign_up(berta, "Berta")
    meet(anna, berta, "slow")
    anna.settle()
    shown = anna.page.get_by_test_id("time-1")
    today = datetime.now(UTC).date()
    days = [today + timedelta(days=ahead) for ahead in (2, 9)]
    assert berta.page.evaluate(HOLIDAY, [str(day) for day in days]) == 200
    club.wait(2.5 * DAY)
    seen = set()
    for _ in range(2):
        anna.page.reload()
        anna.settle()
        expect(shown).to_contain_text("holiday")
        seen.add(shown.text_content())
        club.wait(DAY)
    assert len(seen) == 1
    anna.page.get_by_test_id("times").click()
    expect(anna.page.get_by_test_id("holiday-1")).to_contain_text("the clock stands")
    assert faults(anna) == []


@pytest.mark.slow
def test_rated_games_to_a_loss_on_time_and_to_resignation(
    open_screen: Callable[..., Screen], club: TimedServer
) -> None:
    anna = open_screen("/account", club.address, bypass_csp=True)
    berta = open_screen("/account", club.address, bypass_csp=True, **PHONE)
    sign_up(anna, "Anna")
    sign_up(berta, "Berta")
    for screen in (anna, berta):
        expect(screen.page.get_by_test_id("announce")).to_be_disabled()
        assert faults(screen) == []
    meet(anna, berta, "quick")
    for screen in (anna, berta):
        expect(screen.page.get_by_test_id("time-0")).to_contain_text(":")
    watcher = open_screen("/lobby", club.address)
    expect(watcher.page.get_by_test_id("live-games")).to_contain_text("Berta 1500?")
    watcher.page.get_by_test_id("watch-best").click()
    expect(watcher.page.get_by_test_id("time-1")).to_contain_text(":")
    watcher.page.goto("about:blank")
    take_turns([anna, berta], 3)
    pause(anna, berta)
    decline_a_draw(anna, berta)
    # Anna is ready, and Berta thinks for too long.
    anna.settle()
    anna.press_main_soon()
    club.wait(1300)
    for screen, title in ((anna, "Victory"), (berta, "Defeat")):
        result = screen.page.get_by_test_id("result")
        expect(result.locator("h2")).to_have_text(title)
        expect(result).to_contain_text("run out of time")
    anna.page.goto(f"{club.address}/player?name=anna")
    expect(anna.page.get_by_test_id("games")).to_contain_text("Won")
    rating = anna.page.get_by_test_id("rating-brigade")
    expect(rating).to_be_visible()
    assert int((rating.text_content() or "0").strip("?")) > 1550
    expect(anna.page.get_by_test_id("chart")).to_be_visible()

    meet(anna, berta, "slow")
    take_turns([anna, berta], 1)
    berta.page.goto("about:blank")
    anna.page.goto("about:blank")
    club.kill()
    club.wait(100 * DAY)  # nobody pays for that
    club.start()
    club.wait(4.4 * DAY)
    anna.page.goto(f"{club.address}/lobby")
    expect(anna.page.get_by_test_id("left")).to_contain_text("2 h")
    anna.page.get_by_test_id("own-games").locator("a").first.click()
    anna.wait("window.hexfront && hexfront.state().open")
    expect(anna.page.get_by_test_id("notices")).to_contain_text("left")
    anna.settle()
    anna.press_main_soon()
    anna.page.get_by_test_id("times").click()
    anna.page.get_by_test_id("claim").click()
    expect(anna.page.get_by_test_id("time-said")).to_contain_text("Nobody")
    anna.page.get_by_test_id("prepare").locator("summary").click()
    anna.page.get_by_test_id("prepare-lines").fill("1-44 move 0301")
    anna.page.get_by_test_id("prepare-keep").click()
    expect(anna.page.get_by_test_id("prepare")).to_contain_text("1 line kept")
    assert faults(anna) == []
    anna.page.keyboard.press("Escape")
    anna.page.get_by_test_id("end").click()
    anna.page.get_by_test_id("resign").click()
    anna.page.get_by_test_id("resign-yes").click()
    result = anna.page.get_by_test_id("result")
    expect(result.locator("h2")).to_have_text("Defeat")
    expect(result).to_contain_text("resigns")


def decline_a_draw(anna: Screen, berta: Screen) -> None:
    """One page offers a draw, and the other declines it."""
    berta.page.get_by_test_id("end").click()
    berta.page.get_by_test_id("draw").click()
    expect(anna.page.get_by_test_id("notices")).to_contain_text("offers a draw")
    anna.page.get_by_role("button", name="Answer …").last.click()
    anna.page.get_by_test_id("decline").click()
    berta.page.get_by_test_id("end").click()
    expect(berta.page.get_by_test_id("draw")).to_be_enabled()
    berta.page.keyboard.press("Escape")


def pause(anna: Screen, berta: Screen) -> None:
    """One page asks for a pause, the other agrees, and either goes on."""
    anna.page.get_by_test_id("times").click()
    anna.page.get_by_test_id("pause").click()
    expect(anna.page.get_by_test_id("time-said")).to_contain_text("You have asked")
    berta.page.get_by_role("button", name="Answer …").click()
    berta.page.get_by_test_id("pause").click()
    expect(berta.page.get_by_test_id("times")).to_contain_text("Paused")
    for screen in (anna, berta):
        assert faults(screen) == []
        expect(screen.page.get_by_test_id("notices")).not_to_contain_text("asks for a pause")
    berta.page.get_by_test_id("give-0").click()
    expect(anna.page.get_by_test_id("notices")).to_contain_text("You are given 1 minute.")
    berta.page.get_by_test_id("go-on").click()
    expect(anna.page.get_by_test_id("times")).not_to_contain_text("Paused")
    anna.page.get_by_test_id("claim").click()
    expect(anna.page.get_by_test_id("time-said")).to_contain_text("Nobody")
    for screen in (anna, berta):
        screen.page.keyboard.press("Escape")
