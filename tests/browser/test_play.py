"""Games in a real browser, by mouse, from opening the page to the result."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect
from websockets.sync.client import connect

from tests.browser.axe import is_sound
from tests.browser.conftest import Open, Screen, Server, make_match

pytestmark = pytest.mark.browser
SYSTEM = "brigade"


def start(screen: Screen, opponent: str | None) -> None:
    """From the home page to the table; without an opponent both seats are at this screen."""
    page = screen.page
    page.goto(screen.address)
    page.get_by_test_id(f"choose-{SYSTEM}").click()
    page.get_by_test_id(f"system-{SYSTEM}").wait_for()
    page.get_by_test_id("seat-1").select_option(opponent or "person")
    page.get_by_test_id(f"start-{SYSTEM}").click()
    page.wait_for_url(re.compile("/play#"))
    screen.wait("window.hexfront && hexfront.state().open")


def plan(screen: Screen, units: int) -> int:
    """Plot a move or an attack for some units; the number of marks afterwards."""
    ordered = 0
    for counter in screen.page.evaluate("hexfront.orderable()")[:units]:
        if not screen.choose(counter):
            continue
        places = screen.targets("attack") or screen.targets("move")
        if places:
            screen.go(places[-1])
            ordered += 1
    assert ordered
    marks = screen.state()["marks"]
    assert isinstance(marks, int)
    return marks


def test_a_whole_game_against_the_machine(screen: Screen) -> None:
    start(screen, "greedy")
    page = screen.page
    state = screen.settle()
    assert state["seat"] == 0
    assert plan(screen, 3) >= 1
    for _ in range(40):
        if screen.press_main()["over"]:
            break
        if screen.page.evaluate("hexfront.orderable().length"):
            plan(screen, 1)
    expect(page.get_by_test_id("result")).to_be_visible()
    assert page.get_by_test_id("log").locator("li").count() > 2
    page.get_by_test_id("why").first.click()
    expect(page.get_by_test_id("why-dialog")).to_contain_text("Source:")
    page.keyboard.press("Escape")
    page.get_by_test_id("watch-again").click()
    page.get_by_test_id("eyes--3").click()
    expect(page.get_by_test_id("seat")).to_have_text("Umpire")
    page.get_by_test_id("eyes-0").click()
    expect(page.get_by_test_id("seat")).to_have_text("Opfor")
    page.get_by_test_id("tab-orders").click()
    ended = page.url
    page.get_by_test_id("again").click()
    page.wait_for_url(lambda url: url != ended)
    screen.wait("window.hexfront && hexfront.state().open && !hexfront.state().over")
    screen.settle()
    page.goto(screen.address)
    expect(page.get_by_test_id("my-matches").locator("li")).to_have_count(2)


def test_two_people_at_one_screen(screen: Screen) -> None:
    start(screen, None)
    page = screen.page
    seats = []
    planned = ""
    for _ in range(80):
        state = screen.settle()
        if state["over"]:
            break
        if state["handover"] is not None:
            expect(page.get_by_test_id("handover")).to_be_visible()
            assert page.evaluate("hexfront.counters()") == []
            assert page.evaluate("hexfront.title()") == ""
            if planned:
                assert planned not in page.content()
            page.get_by_test_id("take-screen").click()
            screen.wait("hexfront.state().handover === null")
            seats.append(screen.settle()["seat"])
            continue
        planned = ""
        if page.evaluate("hexfront.orderable().length") and plan(screen, 1):
            planned = (
                page.locator(".plan").first.inner_text() if page.locator(".plan").count() else ""
            )
        screen.press_main()
    expect(page.get_by_test_id("result")).to_be_visible()
    assert set(seats) == {0, 1}


def test_a_draw_that_is_agreed_asks_nobody_any_more(open_screen: Open, address: str) -> None:
    tokens = make_match(address, "person", "person")["tokens"]
    red, blue = (open_screen(f"/play#{tokens[side]}") for side in "01")
    for screen, other in ((red, blue), (blue, red)):
        screen.wait("window.hexfront && hexfront.state().open")
        screen.page.get_by_test_id("end").click()
        screen.page.get_by_test_id("draw").click()
        if screen is red:
            expect(other.page.get_by_test_id("notices")).to_contain_text("offers a draw")
    for screen in (red, blue):
        expect(screen.page.get_by_test_id("result").locator("h2")).to_have_text("A draw")
        expect(screen.page.get_by_test_id("notices")).not_to_contain_text("offers a draw")


def test_nothing_of_one_player_stays_when_the_screen_changes_hands(screen: Screen) -> None:
    page = screen.page
    sockets: list[WebSocketRoute] = []

    def pass_on(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket("**/api/match", pass_on)
    start(screen, None)
    screen.settle()
    page.get_by_test_id("take-screen").click()
    screen.wait("hexfront.state().handover === null")
    screen.settle()
    refusal = {"type": "refused", "key": "", "clause": "", "reason": "1-44 cannot", "found": ""}
    sockets[-1].send(json.dumps(refusal))
    expect(page.get_by_test_id("notices")).to_contain_text("1-44 cannot")
    state = screen.press_main()
    assert state["handover"] == 1
    expect(page.get_by_test_id("notices")).not_to_contain_text("1-44 cannot")


def test_a_plan_can_be_taken_back_and_a_reload_keeps_it(screen: Screen) -> None:
    start(screen, "random")
    page = screen.page
    screen.settle()
    marks = plan(screen, 2)
    page.reload()
    screen.wait("window.hexfront && hexfront.state().open")
    assert screen.settle()["marks"] == marks


def test_a_killed_server_comes_back_with_the_plan(screen: Screen, server: Server) -> None:
    start(screen, "random")
    screen.settle()
    marks = plan(screen, 2)
    server.kill()
    screen.wait("!hexfront.state().open")
    expect(screen.page.get_by_test_id("lost")).to_contain_text("tried again by itself")
    server.start()
    screen.page.get_by_role("button", name="Try now").click()
    screen.wait("hexfront.state().open")
    expect(screen.page.get_by_test_id("lost")).to_have_count(0)
    assert screen.settle()["marks"] == marks
    assert plan(screen, 3) >= marks
    # The browser itself notes that it could not connect for a while.
    screen.problems = [p for p in screen.problems if "ERR_CONNECTION_REFUSED" not in p]


def test_a_page_gives_way_to_five_others_of_its_seat_until_it_is_wanted_again(
    open_screen: Open, address: str
) -> None:
    token = make_match(address, "person", "random")["tokens"]["0"]
    screen = open_screen(f"/play#{token}", bypass_csp=True)
    screen.wait("window.hexfront && hexfront.state().open")
    where = f"{address.replace('http', 'ws')}/api/match"
    with ExitStack() as others:
        for _ in range(5):
            other = others.enter_context(connect(where, max_size=None))
            other.send(json.dumps({"type": "join", "tokens": [token]}))
            assert json.loads(other.recv())["type"] == "board"
        replaced = screen.page.get_by_test_id("replaced")
        expect(replaced).to_contain_text("opened on other pages")
        is_sound(screen, "replaced")
        replaced.get_by_test_id("retry").click()
        screen.wait("hexfront.state().open")
        expect(replaced).to_have_count(0)


def test_keys_choose_zoom_and_help(screen: Screen) -> None:
    start(screen, "random")
    page = screen.page
    screen.settle()
    page.keyboard.press("Space")
    first = screen.state()["selected"]
    page.keyboard.press("Space")
    assert first
    assert screen.state()["selected"] not in ("", first)
    page.keyboard.press("Escape")
    assert screen.state()["selected"] == ""
    page.keyboard.press("?")
    expect(page.get_by_test_id("help-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("help-dialog")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_test_id("help-dialog")).to_be_visible()
    page.get_by_test_id("typed").focus()
    expect(page.get_by_test_id("typed-list")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("help-dialog")).to_have_count(0)
    page.get_by_test_id("map").focus()
    place = page.evaluate("hexfront.counters()[0].place")
    before = page.evaluate("place => hexfront.placePoint(place)", place)
    page.keyboard.press("+")
    assert page.evaluate("place => hexfront.placePoint(place)", place) != before
    page.keyboard.press("f")
    assert page.evaluate("place => hexfront.placePoint(place)", place) == before


def test_the_theme_is_kept(screen: Screen) -> None:
    page = screen.page
    page.goto(screen.address)
    page.get_by_test_id("theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (390, 844)])
def test_everything_fits_on_screens_of_all_sizes(
    browser: Browser, address: str, size: tuple[int, int]
) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
    )
    screen = Screen(context.new_page(), address)
    start(screen, "random")
    screen.settle()
    assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = screen.page.get_by_test_id("map").bounding_box()
    assert box is not None
    assert box["height"] > size[1] * 0.4
    for counter in screen.page.evaluate("hexfront.counters()"):
        point = screen.page.evaluate("place => hexfront.placePoint(place)", counter["place"])
        assert box["x"] < point["x"] < box["x"] + box["width"]
        assert box["y"] < point["y"] < box["y"] + box["height"]
    assert screen.problems == []
    context.close()
