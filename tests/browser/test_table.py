"""What a player can do at the table, each in a real browser against a real server."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.axe import faults
from tests.browser.conftest import Open, Screen, make_match

pytestmark = pytest.mark.browser
UMPIRE = -3


def token(match: dict[str, Any], side: int = 0) -> str:
    return str(match["tokens"][str(side)])


def sit_down(open_screen: Open, address: str, opponent: str = "random", **settings: Any) -> Screen:
    """A table against a machine, seen from the first side."""
    match = make_match(address, "person", opponent)
    screen = open_screen(f"/play#{token(match)}", **settings)
    screen.wait("window.hexfront && hexfront.state().open && hexfront.state().mustAct")
    return screen


def type_order(screen: Screen, text: str) -> None:
    screen.page.keyboard.press("/")
    screen.wait("document.activeElement.id === 'typed-order'")
    screen.page.keyboard.type(text)
    screen.page.keyboard.press("Enter")


def test_a_whole_game_by_keyboard(open_screen: Open, address: str) -> None:
    screen = sit_down(open_screen, address)
    keys = screen.page.keyboard
    # A unit by Space, a place by the arrow keys, the order by Enter.
    keys.press("Space")
    unit = screen.state()["selected"]
    assert unit
    reach = screen.targets("move")
    for _ in range(12):
        keys.press("ArrowDown")
        if screen.state()["cursor"] in reach:
            break
    keys.press("Enter")
    screen.wait("hexfront.state().marks === 1")
    keys.press("Escape")
    keys.press("Escape")
    keys.press("Enter")
    # Other units have no orders yet: once more to confirm.
    keys.press("Enter")
    # The rest in words.
    for _ in range(40):
        if screen.settle()["over"]:
            break
        forms = screen.page.evaluate("hexfront.forms()")
        attacks = [form for form in forms if " attack " in form]
        before = screen.state()["log"]
        if attacks:
            type_order(screen, attacks[0])
            screen.wait(f"hexfront.state().log > {before} && !hexfront.state().busy")
            keys.press("Escape")
        screen.settle()
        if screen.state()["mustAct"]:
            type_order(screen, "done")
            screen.wait(f"hexfront.state().playing || hexfront.state().log > {before}")
            keys.press("Escape")
    assert screen.state()["over"]
    expect(screen.page.get_by_test_id("result")).to_be_visible()


def test_a_typed_order_that_cannot_be_says_what_could(open_screen: Open, address: str) -> None:
    screen = sit_down(open_screen, address)
    screen.page.keyboard.press("/")
    screen.page.keyboard.type("1 mo")
    expect(screen.page.get_by_test_id("typed-list").locator("li").first).to_contain_text("1 move")
    screen.page.keyboard.type("vve 0909")
    screen.page.keyboard.press("Enter")
    fault = screen.page.get_by_test_id("typed-fault")
    expect(fault).to_contain_text("1 movve 0909")
    expect(fault).to_contain_text("expected one of: 1 move")
    assert screen.state()["marks"] == 0


def test_undo_redo_and_why_not(open_screen: Open, address: str) -> None:
    screen = sit_down(open_screen, address)
    page = screen.page
    page.get_by_test_id("undo").click(force=True)
    expect(page.get_by_test_id("notices")).to_contain_text("there is nothing to take back")
    assert screen.choose("1")
    screen.go(screen.targets("move")[-1])
    assert screen.state()["marks"] == 1
    page.keyboard.press("Control+z")
    screen.wait("hexfront.state().marks === 0 && hexfront.state().log === 0")
    expect(page.get_by_test_id("redo")).to_be_visible()
    page.keyboard.press("Control+y")
    screen.wait("hexfront.state().marks === 1")
    expect(page.get_by_test_id("redo")).to_have_count(0)
    # The list of what is planned takes single orders back.
    page.get_by_test_id("withdraw").click()
    screen.wait("hexfront.state().marks === 0")
    screen.press_main()
    page.get_by_test_id("undo").click(force=True)
    why = page.get_by_test_id("undo").get_attribute("title") or ""
    assert "Cannot be taken back" in why
    expect(page.get_by_test_id("notices")).to_contain_text("This cannot be taken back")


def play_to_the_end(screen: Screen) -> None:
    for _ in range(40):
        if screen.press_main()["over"]:
            return
    raise AssertionError("the game does not end")


def test_replay_with_everybodys_eyes(open_screen: Open, address: str) -> None:
    screen = sit_down(open_screen, address)
    page = screen.page
    assert screen.choose("1")
    screen.go(screen.targets("move")[-1])
    start = page.evaluate("hexfront.counters()")
    # In the middle of a match: orders are impossible while one looks at the past.
    page.get_by_test_id("tab-replay").click()
    page.get_by_test_id("replay-first").click()
    screen.wait("hexfront.state().past && hexfront.state().at === 0")
    expect(page.get_by_test_id("past")).to_contain_text("You look at the past")
    assert screen.state()["marks"] == 0
    assert page.evaluate("hexfront.forms()") == []
    page.get_by_test_id("to-now").click()
    assert screen.state()["marks"] == 1
    page.get_by_test_id("tab-orders").click()
    play_to_the_end(screen)
    page.get_by_test_id("watch-again").click()
    told = {}
    for seat in (0, 1, UMPIRE):
        page.get_by_test_id(f"eyes-{seat}").click()
        screen.wait(f"hexfront.state().seat === {seat} && hexfront.state().log_length > 0")
        told[seat] = screen.state()["log_length"]
        page.get_by_test_id("replay-first").click()
        screen.wait("hexfront.state().past && hexfront.state().at === 0")
        assert [c["place"] for c in page.evaluate("hexfront.counters()")] == [
            c["place"] for c in start
        ]
        page.get_by_test_id("replay-next").click()
        screen.wait("hexfront.state().at > 0")
    # The umpire was told both plans.
    assert told[UMPIRE] > max(told[0], told[1])
    page.get_by_test_id("replay-slider").fill(str(told[UMPIRE]))
    screen.wait(f"hexfront.state().at === {told[UMPIRE]}")
    page.get_by_test_id("speed").select_option("4")
    page.get_by_test_id("replay-first").click()
    screen.wait("hexfront.state().at === 0")
    page.get_by_test_id("replay-play").click()
    screen.wait("hexfront.state().at > 3")
    # Going elsewhere ends the run; other eyes may be asked for at any time.
    page.get_by_test_id("replay-slider").fill("1")
    screen.wait("hexfront.state().at === 1 && !hexfront.state().playing")
    page.get_by_test_id("replay-play").click()
    screen.wait("hexfront.state().playing")
    page.get_by_test_id("eyes-0").click()
    screen.wait("hexfront.state().seat === 0 && hexfront.state().past")
    page.get_by_test_id("replay-play").click()
    screen.wait("hexfront.state().playing")
    page.get_by_test_id("replay-stop").click()
    screen.wait("!hexfront.state().playing")
    page.get_by_test_id("to-now").click()
    assert not screen.state()["past"]


def test_two_browsers_and_a_spectator(open_screen: Open, address: str) -> None:
    match = make_match(address, "person", "person")
    players = [open_screen(f"/play#{token(match, side)}") for side in (0, 1)]
    spectator = open_screen(f"/play#{match['spectator']}")
    for screen in (*players, spectator):
        screen.wait("window.hexfront && hexfront.counters().length > 0")
    sent: list[str] = []
    spectator.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: sent.append(str(frame))),
    )
    spectator.page.reload()
    spectator.wait("window.hexfront && hexfront.counters().length > 0")
    for turn in range(40):
        if players[0].state()["over"]:
            break
        for screen in players:
            screen.settle()
            if not screen.state()["mustAct"]:
                continue
            units = screen.page.evaluate("hexfront.orderable()")
            if units and turn == 0:
                assert screen.choose(units[0])
                screen.go(screen.targets("move")[-1])
                caption = screen.page.get_by_test_id("plans").inner_text()
                assert " moves to " in caption
                for other in (spectator, *players):
                    if other is not screen:
                        assert caption not in other.page.content()
                assert not any(" moves to " in text or "is to move" in text for text in sent)
            screen.press_main_soon()
    for screen in (*players, spectator):
        screen.finish_playback()
        screen.wait("hexfront.state().over")
    assert spectator.page.evaluate("hexfront.forms()") == []
    expect(spectator.page.get_by_test_id("undo")).to_have_count(0)
    titles = {screen.page.get_by_test_id("result").locator("h2").inner_text() for screen in players}
    assert titles == {"Victory", "Defeat"}
    # One asks for a rematch; the other is told, and both sit at the same new table.
    players[0].page.get_by_test_id("again").click()
    players[0].wait("window.hexfront && hexfront.state().open && !hexfront.state().over")
    players[1].page.get_by_test_id("notices").get_by_role("button", name="Play").click()
    # The board comes first, and the seat with the first view.
    players[1].wait("window.hexfront && hexfront.state().seat === 1 && !hexfront.state().over")


def test_the_order_of_battle_sorts_and_finds(open_screen: Open, address: str) -> None:
    screen = sit_down(open_screen, address)
    page = screen.page
    page.keyboard.press("2")
    rows = page.get_by_test_id("unit-row")
    expect(rows).to_have_count(10)

    def column(number: int) -> list[str]:
        return (
            page.get_by_test_id("units").locator(f"tbody td:nth-child({number})").all_inner_texts()
        )

    page.get_by_test_id("sort-place").click()
    assert column(3) == sorted(column(3))
    page.get_by_test_id("sort-place").click()
    assert column(3) == sorted(column(3), reverse=True)
    expect(page.locator("th[aria-sort=descending]")).to_have_count(1)
    page.get_by_test_id("units-side").select_option("1")
    expect(rows).to_have_count(4)
    page.get_by_test_id("find-units").fill("0406")
    expect(rows).to_have_count(1)
    # By keys: the name is a button; an enemy that is found shows its reach.
    rows.first.get_by_role("button").focus()
    page.keyboard.press("Enter")
    found = next(c for c in page.evaluate("hexfront.counters()") if c["name"] == "C-7")
    assert screen.state()["selected"] == found["id"]
    screen.wait("hexfront.reading()?.overlay === 'reach'")
    expect(page.get_by_test_id("legend")).to_contain_text("Reach of C-7")


def test_overlays_by_key_and_button(open_screen: Open, address: str) -> None:
    screen = sit_down(open_screen, address)
    page = screen.page
    page.keyboard.press("t")
    screen.wait("hexfront.reading()?.overlay === 'threat'")
    expect(page.get_by_test_id("overlay-threat")).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("legend").get_by_test_id("why").click()
    expect(page.get_by_test_id("why-dialog")).to_contain_text("BRG-21")
    page.get_by_role("button", name="Open in the rules").click()
    expect(page.locator("article[data-clause='BRG-21']")).to_be_in_viewport()
    page.get_by_test_id("search-rules").fill("zone of control retreat")
    expect(page.get_by_test_id("rules")).to_contain_text("BRG-25")
    page.get_by_test_id("overlay-zones").click()
    screen.wait("hexfront.reading()?.overlay === 'zones'")
    # The threat lies below, and comes up again.
    expect(page.get_by_test_id("overlay-threat")).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("overlay-zones").click()
    screen.wait("hexfront.reading()?.overlay === 'threat'")
    page.get_by_test_id("overlay-threat").click()
    screen.wait("hexfront.reading() === null")


def test_playback_can_be_paused_stepped_and_shown_again(open_screen: Open, address: str) -> None:
    screen = sit_down(open_screen, address)
    page = screen.page
    page.clock.install()
    assert screen.choose("1")
    screen.go(screen.targets("move")[-1])
    screen.click_main()
    screen.wait("hexfront.state().playing")
    page.get_by_test_id("pause").click()
    shown = screen.state()["log"]
    page.clock.fast_forward(60_000)
    assert screen.state()["log"] == shown
    page.get_by_test_id("step").click()
    screen.wait(f"hexfront.state().log > {shown}")
    expect(page.get_by_test_id("pause")).to_have_text("Go on")
    screen.settle()
    whole = screen.state()["log"]
    page.get_by_test_id("play-again").click()
    screen.wait("hexfront.state().playing")
    screen.settle()
    assert screen.state()["log"] == whole


def test_a_phone_with_touch(open_screen: Open, address: str) -> None:
    size = {"width": 390, "height": 844}
    screen = sit_down(open_screen, address, viewport=size, has_touch=True, is_mobile=True)
    page = screen.page

    def tap(place: str) -> None:
        point = page.evaluate("place => hexfront.placePoint(place)", place)
        page.touchscreen.tap(point["x"], point["y"])
        screen.rendered()

    first = page.evaluate("hexfront.counters()[0]")
    tap(first["place"])
    assert screen.state()["selected"] == first["id"]
    # One tap shows the way, the second orders.
    place = screen.targets("move")[-1]
    tap(place)
    expect(page.get_by_test_id("tooltip")).to_contain_text("Tap again")
    assert screen.state()["marks"] == 0
    tap(place)
    screen.wait("hexfront.state().marks === 1")
    for tab in ("units", "rules", "replay", "orders"):
        page.get_by_test_id(f"tab-{tab}").tap()
        for wide in (False, True):
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            high = page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
            assert high[0] <= high[1]
            page.get_by_test_id("grip").tap()
            expect(page.get_by_test_id("grip")).to_have_attribute(
                "aria-expanded", str(not wide).lower()
            )
    page.get_by_test_id("tools").tap()
    for button in page.locator(".tools button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["height"] >= 40
    assert faults(screen) == []
    play_to_the_end(screen)


def test_links_to_share_and_a_seat_that_nobody_has(open_screen: Open, address: str) -> None:
    screen = sit_down(open_screen, address)
    page = screen.page
    page.get_by_test_id("share").click()
    expect(page.get_by_test_id("share-dialog")).to_contain_text("key of your own seat")
    # The focus stays in the dialog and goes back after it.
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate("!!document.activeElement.closest('[role=dialog]')")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.testid") == "share"
    stranger = open_screen("/play#" + "x" * 43)
    refused = stranger.page.get_by_test_id("refused")
    expect(refused).to_contain_text("cannot be opened")
    expect(refused.get_by_role("link", name="Home")).to_be_visible()


def test_the_title_says_whose_turn_it_is(open_screen: Open, address: str) -> None:
    screen = sit_down(open_screen, address)
    page = screen.page
    expect(page).to_have_title("Your turn – Three Towns – Hexfront")
    assert "data:image" in str(page.locator("link[rel=icon]").get_attribute("href"))
    play_to_the_end(screen)
    expect(page).to_have_title("Three Towns – Hexfront")
    page.get_by_test_id("alerts").click()
    expect(page.get_by_test_id("sound")).not_to_be_checked()


NOTES = """
window.notes = [];
window.Notification = class {
  static permission = "granted";
  constructor(title, options) { window.notes.push([title, options.body]); }
  close() {}
};
Object.defineProperty(document, "hidden", { get: () => window.away === true });
"""


def test_a_hidden_page_says_that_it_is_your_turn_and_no_more(
    open_screen: Open, address: str
) -> None:
    match = make_match(address, "person", "person")
    here = open_screen(f"/play#{token(match, 0)}")
    away = open_screen(f"/play#{token(match, 1)}")
    away.page.add_init_script(NOTES)
    away.page.reload()
    for screen in (here, away):
        screen.wait("window.hexfront && hexfront.state().open && hexfront.state().mustAct")
    away.press_main_soon()
    away.wait("!hexfront.state().mustAct")
    expect(away.page).to_have_title("Three Towns – Hexfront")
    away.page.evaluate("window.away = true")
    assert away.page.evaluate("notes") == []
    here.press_main_soon()
    away.finish_playback()
    away.wait("hexfront.state().mustAct && !hexfront.state().playing")
    assert away.page.evaluate("notes") == [["Three Towns", "It is your turn."]]


def test_the_tools_of_the_map(open_screen: Open, address: str) -> None:
    screen = sit_down(open_screen, address)
    page = screen.page
    for key, tool in (("g", "grid"), ("n", "numbers"), ("b", "names"), ("h", "counters")):
        button = page.get_by_test_id(f"tool-{tool}")
        before = button.get_attribute("aria-pressed")
        page.keyboard.press(key)
        expect(button).to_have_attribute("aria-pressed", "false" if before == "true" else "true")
    page.keyboard.press("m")
    expect(page.get_by_test_id("minimap")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_test_id("tool-picture").click()
    assert saved.value.suggested_filename == "Three Towns.png"
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    # What is switched off stays so, but counters are never hidden when a page opens.
    page.reload()
    screen.wait("window.hexfront && hexfront.state().open")
    expect(page.get_by_test_id("tool-grid")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_test_id("tool-counters")).to_have_attribute("aria-pressed", "false")


def test_what_happened_meanwhile_is_played_back_to_who_comes_back(
    open_screen: Open, address: str
) -> None:
    match = make_match(address, "person", "person")
    first, second = (open_screen(f"/play#{token(match, side)}") for side in (0, 1))
    for screen in (first, second):
        screen.wait("window.hexfront && hexfront.state().open && hexfront.state().mustAct")
    assert first.choose("1")
    first.go(first.targets("move")[-1])
    first.press_main_soon()
    first.wait("!hexfront.state().mustAct")
    first.page.goto(address)
    second.press_main()
    first.page.goto(f"{address}/play#{token(match, 0)}")
    first.wait("window.hexfront && hexfront.state().playing")
    first.settle()
    assert first.page.get_by_test_id("play-again").count() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault(open_screen: Open, address: str, scheme: str) -> None:
    screen = sit_down(open_screen, address, color_scheme=scheme)
    page = screen.page
    assert faults(screen) == []
    screen.choose("1")
    screen.go(screen.targets("move")[-1])
    page.keyboard.press("t")
    screen.wait("hexfront.reading() !== null")
    type_order(screen, "nonsense")
    expect(page.get_by_test_id("typed-fault")).to_be_visible()
    page.get_by_test_id("undo").focus()
    assert faults(screen) == []
    page.keyboard.press("Escape")
    for tab in ("units", "rules", "replay"):
        page.get_by_test_id(f"tab-{tab}").click()
        assert faults(screen) == []
    page.get_by_test_id("replay-first").click()
    screen.wait("hexfront.state().past")
    assert faults(screen) == []
    page.get_by_test_id("to-now").click()
    for button, dialog in (("help", "help"), ("share", "share"), ("alerts", "alerts")):
        page.get_by_test_id(button).click()
        expect(page.get_by_test_id(f"{dialog}-dialog")).to_be_visible()
        assert faults(screen) == []
        page.keyboard.press("Escape")
    page.get_by_test_id("tab-orders").click()
    screen.press_main()
    page.get_by_test_id("undo").click(force=True)
    expect(page.get_by_test_id("notices")).to_contain_text("cannot be taken back")
    assert faults(screen) == []
    play_to_the_end(screen)
    assert faults(screen) == []


def test_a_system_without_a_map(browser: Browser, address: str) -> None:
    match = make_match(address, "person", "random")
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    screen = Screen(context.new_page(), address)

    def without_places(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "board":
                message["board"] |= {"kind": "none", "places": []}
            socket.send(json.dumps(message))

        server.on_message(pass_on)

    screen.page.route_web_socket("**/api/match", without_places)
    screen.page.goto(f"{address}/play#{token(match)}")
    screen.wait("window.hexfront && hexfront.state().mustAct && !hexfront.state().playing")
    for key in ("ArrowUp", "f", "+", "t", "Space", "Escape", "Escape"):
        screen.page.keyboard.press(key)
    expect(screen.page.get_by_test_id("map")).not_to_be_visible()
    type_order(screen, "1 move 0202")
    screen.wait("hexfront.state().marks === 1")
    screen.page.keyboard.press("Escape")
    play_to_the_end(screen)
    assert screen.problems == []
    context.close()
