"""The home page and the page of an invite, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.amounts import sampled
from tests.browser.axe import faults
from tests.browser.conftest import Open, Screen

SEATS = {"seat-0": "person", "seat-1": "invited"}


def invite(screen: Screen, name: str) -> str:
    """Make a match for a friend; the link to his seat."""
    page = screen.page
    page.get_by_test_id("choose-brigade").click()
    for seat, who in SEATS.items():
        page.get_by_test_id(seat).select_option(who)
    page.get_by_test_id("name").fill(name)
    page.get_by_test_id("start-brigade").click()
    link = page.get_by_test_id("links").locator("input").first
    expect(link).to_be_visible()
    return link.input_value()


def test_two_browsers_meet_by_an_invite_link(open_screen: Open, address: str) -> None:
    ann = open_screen("/")
    link = invite(ann, "Ann")
    assert link.startswith(f"{address}/join#")
    watch = ann.page.get_by_test_id("links").locator("input").nth(1).input_value()

    bob = open_screen(link.removeprefix(address))
    bob.page.get_by_test_id("name").fill("<b>Bob</b> & co")
    bob.page.get_by_test_id("sit").click()
    bob.wait("window.hexfront && hexfront.state().open")
    assert "/play#" in bob.page.url

    late = open_screen(link.removeprefix(address))
    late.page.get_by_test_id("name").fill("Eve")
    late.page.get_by_test_id("sit").click()
    expect(late.page.get_by_role("alert")).to_contain_text("This invite has been used already")
    late.problems.clear()  # The browser notes the refusal.

    ann.page.goto(address)
    entry = ann.page.get_by_test_id("my-matches").locator("li").first
    expect(entry).to_contain_text("against <b>Bob</b> & co")
    expect(entry).to_contain_text("Your turn")
    expect(ann.page).to_have_title("(1) Hexfront")
    bob.page.goto(address)
    expect(bob.page.get_by_test_id("my-matches")).to_contain_text("against Ann")

    watcher = open_screen(watch.removeprefix(address))
    watcher.wait("window.hexfront && hexfront.state().open")
    assert watcher.state()["mustAct"] is False


def test_the_links_stand_beside_the_match_until_they_are_used(open_screen: Open) -> None:
    ann = open_screen("/")
    link = invite(ann, "Ann")
    ann.page.reload()
    ann.page.get_by_test_id("more").first.click()
    shown = ann.page.get_by_test_id("links").locator("input")
    assert [shown.nth(i).input_value().split("#")[0].split("/")[-1] for i in range(2)] == [
        "join",
        "play",
    ]
    assert shown.first.input_value() == link
    ann.page.get_by_role("button", name="Take").first.click()
    expect(ann.page.get_by_test_id("my-matches")).to_have_count(0)


def test_a_first_game_is_guided(open_screen: Open) -> None:
    screen = open_screen("/")
    expect(screen.page.locator(".system").first).to_contain_text("Start here")
    expect(screen.page.locator(".system").first).to_contain_text("20–60 min")
    screen.page.get_by_test_id("guide-brigade").click()
    screen.wait("window.hexfront && hexfront.state().open")
    assert "/play?guide=0#" in screen.page.url
    expect(screen.page.get_by_test_id("guide")).to_contain_text("1 of 13")


def test_a_game_is_set_up_by_keyboard_alone(open_screen: Open) -> None:
    screen = open_screen("/")
    page = screen.page
    expect(page.get_by_test_id("choose-brigade")).to_be_visible()
    focus = "document.activeElement?.dataset?.testid ?? document.activeElement?.value"
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(focus))
        if seen[-1] == "choose-brigade":
            page.keyboard.press("Enter")
            expect(page.get_by_test_id("start-brigade")).to_be_visible()
        if seen[-1] == "three-towns":
            page.keyboard.press("ArrowDown")
            expect(page.locator(".choice.on")).to_contain_text("Across the Drau")
        if seen[-1] == "start-brigade":
            break
    assert {"theme", "guide-brigade", "seat-0", "seat-1", "start-brigade"} <= set(seen)
    page.keyboard.press("Enter")
    screen.wait("window.hexfront && hexfront.state().open")
    expect(page.get_by_text("Across the Drau").first).to_be_visible()


def test_a_file_that_is_no_match_is_refused_in_words(open_screen: Open, tmp_path: Path) -> None:
    screen = open_screen("/")
    path = tmp_path / "letter.jsonl"
    path.write_text('{"to": "you"}\n')
    screen.page.get_by_test_id("open-file").set_input_files(path)
    expect(screen.page.locator(".file [role=status]")).to_contain_text("hexfront-journal/3")
    screen.problems.clear()  # The browser notes the refusal.


SCREENS = [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")]


@pytest.mark.parametrize(("width", "scheme"), sampled(SCREENS, 3))
def test_axe_finds_no_fault(
    open_screen: Callable[..., Screen], address: str, width: int, scheme: str
) -> None:
    view = {"width": width, "height": 844}
    screen = open_screen("/", color_scheme=scheme, viewport=view, bypass_csp=True)
    link = invite(screen, "Ann")
    assert faults(screen) == []
    screen.page.goto(address)
    screen.page.get_by_test_id("more").first.click()
    screen.page.locator("summary").click()
    assert faults(screen) == []
    assert screen.page.evaluate("document.documentElement.scrollWidth") == width
    screen.page.goto(link)
    expect(screen.page.get_by_test_id("sit")).to_be_visible()
    assert faults(screen) == []


NATURAL = """(() => {
  const select = document.querySelector("[data-testid=seat-1]");
  const wide = select.offsetWidth;
  const copy = select.cloneNode(true);
  const free = { width: "auto", maxWidth: "none", flex: "none", position: "absolute" };
  Object.assign(copy.style, free);
  select.after(copy);
  const natural = copy.offsetWidth;
  copy.remove();
  return wide - natural;
})()"""


def test_no_name_of_a_machine_is_cut_off(open_screen: Open) -> None:
    screen = open_screen("/")
    for wide in (1280, 390):
        screen.page.set_viewport_size({"width": wide, "height": 844})
        screen.page.get_by_test_id("choose-aggressor").click()
        screen.page.get_by_test_id("seat-1").wait_for()
        assert screen.page.evaluate(NATURAL) >= 0, wide
