"""Two players and a watcher talk; one mutes and reports, and the operator acts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.axe import faults
from tests.browser.conftest import Open, Screen, Server
from tests.browser.players import PHONE, SECRET, meet, sign_up

TOKEN = "an-operators-token-of-this-test"
SETTINGS = f'[operator]\ntoken_hash = "{hashlib.sha256(TOKEN.encode()).hexdigest()}"\n'


@pytest.fixture
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = Server(tmp_path_factory.mktemp("chat") / "data", settings=SETTINGS)
    yield server.address
    server.kill()


def say(screen: Screen, text: str) -> None:
    screen.page.get_by_test_id("say").fill(text)
    screen.page.get_by_test_id("say-it").click()


def lines(screen: Screen) -> Locator:
    return screen.page.get_by_test_id("said").get_by_test_id("line")


@pytest.mark.slow
def test_players_and_a_watcher_talk_and_the_operator_acts(club: str, open_screen: Open) -> None:
    anna = open_screen("/account", club, bypass_csp=True)
    berta = open_screen("/account", club, bypass_csp=True, **PHONE)
    sign_up(anna, "Anna")
    sign_up(berta, "Berta")
    meet(anna, berta, "none")
    watcher = open_screen("/lobby", club)
    watcher.page.get_by_test_id("watch-best").click()
    watcher.wait("window.hexfront && hexfront.state().open")
    expect(watcher.page.get_by_test_id("follow-best")).to_be_checked()
    expect(watcher.page.get_by_test_id("terms")).to_have_text("This match is rated.")

    # What is said comes to those who play, and is told politely where the tab is not open.
    for screen in (anna, watcher):
        screen.page.get_by_test_id("tab-chat").click()
    say(anna, "<b>Good</b> luck!")
    expect(lines(anna)).to_contain_text("<b>Good</b> luck!")
    expect(berta.page.get_by_test_id("unread")).to_contain_text("1")
    expect(berta.page.get_by_test_id("live")).to_contain_text("Anna: <b>Good</b> luck!")
    say(watcher, "Who leads?")
    expect(lines(watcher)).to_have_count(1)
    expect(lines(watcher)).to_contain_text("guest")
    berta.page.get_by_test_id("tab-chat").click()
    expect(berta.page.get_by_test_id("unread")).to_have_count(0)
    say(berta, "You will lose, fool")
    expect(lines(anna)).to_have_count(2)
    expect(lines(berta)).to_have_count(2)
    for screen in (anna, berta):
        assert faults(screen) == []
        assert screen.page.evaluate("document.documentElement.scrollWidth") <= (
            390 if screen is berta else 1280
        )

    # One tells the operator, and does not want to hear more.
    anna.page.get_by_role("button", name="What to do about Berta").click()
    anna.page.get_by_test_id("report-about").fill("He is rude.")
    assert faults(anna) == []
    anna.page.get_by_test_id("report-line").click()
    expect(anna.page.get_by_role("status")).to_contain_text("can read it")
    anna.page.get_by_role("button", name="What to do about Berta").click()
    anna.page.get_by_test_id("mute").click()
    expect(lines(anna)).to_have_count(1)
    say(berta, "Hello?")
    expect(lines(berta)).to_have_count(3)
    say(anna, "Let us play.")
    expect(lines(anna)).to_have_count(2)
    expect(lines(berta)).to_have_count(4)

    operator = open_screen("/operator", club, bypass_csp=True)
    page = operator.page
    page.get_by_test_id("token").fill(TOKEN)
    page.get_by_test_id("enter").click()
    report = page.get_by_test_id("report-row")
    expect(report).to_contain_text("Berta reported by Anna")
    expect(report.locator(".context .this")).to_contain_text("You will lose, fool")
    assert faults(operator) == []
    report.get_by_test_id("reason").fill("Be kind")
    report.get_by_test_id("mute-account").click()
    expect(page.get_by_test_id("restricted")).to_contain_text("muted until")
    say(berta, "What did I do?")
    expect(berta.page.get_by_test_id("chat").get_by_role("alert")).to_contain_text("Be kind")
    report.get_by_test_id("reason").fill("Rude again")
    report.get_by_test_id("ban-account").click()
    report.get_by_test_id("ban-account-yes").click()
    expect(berta.page.get_by_test_id("banned")).to_contain_text("Rude again")
    report.get_by_test_id("note").fill("banned")
    report.get_by_test_id("close-report").click()
    expect(page.get_by_text("None waits.")).to_be_visible()
    expect(page.get_by_test_id("deed")).to_have_count(3)
    page.get_by_test_id("signals").click()
    expect(page.get_by_test_id("signal")).to_contain_text("used from the same network")
    assert faults(operator) == []

    # The match has ended by it: now all read everything, and why it moved no rating.
    expect(lines(watcher)).to_have_count(5)
    expect(watcher.page.get_by_test_id("notices")).to_contain_text("No other game")
    over = anna.page.get_by_test_id("over-banner")
    expect(over).to_contain_text("Victory")
    over.get_by_role("button").click()
    expect(anna.page.get_by_test_id("result").locator("h2")).to_have_text("Victory")
    expect(anna.page.get_by_test_id("rated")).to_contain_text("fewer than 3 turns")
    berta.page.goto(f"{club}/account")
    berta.page.get_by_test_id("account-name").fill("Berta")
    berta.page.get_by_test_id("password").fill(SECRET)
    berta.page.get_by_test_id("enter").click()
    expect(berta.page.get_by_test_id("banned")).to_contain_text("Rude again")
    assert faults(berta) == []
    berta.problems.clear()  # the browser itself tells of the answers 403
    anna.page.goto(f"{club}/player?name=Anna")
    anna.page.get_by_test_id("luck").click()
    expect(anna.page.get_by_test_id("review")).to_be_visible()
    anna.page.get_by_test_id("tab-chat").click()
    anna.page.get_by_test_id("chat-off").click()
    expect(anna.page.get_by_test_id("said")).to_have_count(0)
    anna.page.get_by_test_id("chat-on").click()
    expect(lines(anna)).not_to_have_count(0)
