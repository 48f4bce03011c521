"""Until when a match is kept, and deleting it, in a real browser."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect

from tests.browser.axe import faults, is_sound
from tests.browser.conftest import Open, Serve, make_match

KEEP = "match => localStorage.setItem('hexfront.matches', JSON.stringify([match]))"


def test_the_day_of_deletion_is_shown_and_a_player_deletes_his_match(
    open_screen: Open, serve: Serve
) -> None:
    server = serve(settings="[keep.unfinished]\ndays = 20\n")
    made = make_match(server.address, "person", "greedy")
    token = made["tokens"]["0"]
    # Far in the west it is still the day before.
    screen = open_screen("/", address=server.address, timezone_id="Pacific/Honolulu")
    kept = {"match": made["match"], "title": made["title"], "tokens": [token]}
    screen.page.evaluate(KEEP, kept)
    screen.page.reload()
    day = datetime.now(UTC).date() + timedelta(20)
    told = screen.page.get_by_test_id("kept-until")
    expect(told).to_contain_text(f"{day:%b} {day.day}, {day.year}")
    expect(screen.page.get_by_test_id("keeping")).to_contain_text("20 days")

    table = open_screen(f"/play#{token}", address=server.address, bypass_csp=True)
    table.wait("window.hexfront && hexfront.state().open")
    screen.page.get_by_test_id("delete").click()
    assert faults(screen) == []
    screen.page.get_by_test_id("delete-now").click()
    expect(screen.page.get_by_test_id("my-matches")).to_have_count(0)
    expect(table.page.get_by_test_id("deleted")).to_contain_text("has been deleted")
    is_sound(table, "deleted")

    again = make_match(server.address, "person", "greedy")["tokens"]["0"]
    lost = open_screen(f"/play#{again}", address=server.address, bypass_csp=True)
    lost.wait("window.hexfront && hexfront.state().open")
    server.kill()
    lost.page.get_by_test_id("lost").wait_for()
    is_sound(lost, "lost")
    for page in (lost, table, screen):
        page.page.close()
        page.problems.clear()  # The browser itself notes that it could not connect.
