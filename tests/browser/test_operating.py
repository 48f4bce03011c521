"""The operator's page, in a real browser."""

from __future__ import annotations

import hashlib

from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import Open, Serve, make_match
from tests.browser.players import sign_up

TOKEN = "an-operators-token-of-this-test"
SETTINGS = f'[operator]\ntoken_hash = "{hashlib.sha256(TOKEN.encode()).hexdigest()}"\n'

CUP = """async () => {
  const wanted = { name: "Autumn cup", system: "brigade", rated: false };
  const answer = await fetch("/api/tournaments", { method: "POST", body: JSON.stringify(wanted) });
  return (await answer.json()).info.id;
}"""


def test_an_operator_tells_everybody_bans_and_drains(open_screen: Open, serve: Serve) -> None:
    server = serve(settings=SETTINGS)
    made = make_match(server.address, "person", "greedy")
    table = open_screen(f"/play#{made['tokens']['0']}", address=server.address)
    table.wait("window.hexfront && hexfront.state().open")
    screen = open_screen("/operator", address=server.address)
    page = screen.page
    page.get_by_test_id("token").fill("no-operators-token-at-all")
    page.get_by_test_id("enter").click()
    expect(page.get_by_role("alert")).to_contain_text("the operator's token")
    screen.problems.clear()  # the browser itself tells of the answer 400
    assert faults(screen) == []
    # Of the pages that hear of it at once one is a tournament's.
    there = open_screen("/account", address=server.address)
    sign_up(there, "Anna")
    made_cup = there.page.evaluate(CUP)
    there.page.goto(f"{server.address}/tournaments?id={made_cup}")
    expect(there.page.get_by_test_id("tournament-state")).to_be_visible()
    page.get_by_test_id("token").fill(TOKEN)
    page.get_by_test_id("enter").click()
    expect(page.get_by_test_id("match")).to_contain_text(made["match"])
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_test_id("text").fill("Soup is ready.")
    page.get_by_test_id("announce").click()
    expect(table.page.get_by_text("Soup is ready.")).to_be_visible()
    expect(there.page.get_by_test_id("announcement")).to_contain_text("Soup is ready.")
    assert faults(there) == []
    for path in ("lobby", "tournaments", "player?name=Anna", ""):
        there.page.goto(f"{server.address}/{path}")
        expect(there.page.get_by_test_id("announcement")).to_contain_text("Soup is ready.")
    look_for_accounts(page)
    page.get_by_test_id("network").fill("203.0.113.0/24")
    page.get_by_test_id("ban-it").click()
    expect(page.get_by_test_id("ban")).to_contain_text("203.0.113.0/24")
    page.get_by_test_id("drain").click()
    expect(page.get_by_test_id("process")).to_contain_text("draining")
    expect(table.page.get_by_text("will be started again")).to_be_visible()
    expect(page.get_by_test_id("deed")).to_have_count(6)
    assert faults(screen) == []


def look_for_accounts(page: Page) -> None:
    """Mute an account that is found by a part of its name, and turn chat off in a match."""
    expect(page.get_by_test_id("account")).to_contain_text("Anna")
    part, found = page.get_by_test_id("account-part"), page.get_by_test_id("accounts-found")
    part.fill("zz")
    page.get_by_test_id("look-for-accounts").click()
    expect(found).to_contain_text("0 of 1 accounts")
    part.fill("nn")
    page.get_by_test_id("look-for-accounts").click()
    page.get_by_test_id("limit-account").click()
    page.get_by_test_id("reason").fill("Be kind")
    page.get_by_test_id("mute-account").click()
    expect(page.get_by_test_id("account")).to_contain_text("muted until")
    page.get_by_role("button", name="Lift the mute").click()
    expect(page.get_by_test_id("account")).not_to_contain_text("muted until")
    limits = page.get_by_test_id("limit")
    expect(limits.filter(has_text="matches that go on")).to_contain_text("1")
    page.get_by_test_id("turn-chat").click()
    expect(page.get_by_test_id("turn-chat")).to_have_text("Let them talk")
