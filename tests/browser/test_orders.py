"""Orders that ask first, that are pressed too late, and that are clicked too fast."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Open, Screen, make_match
from tests.browser.test_table import sit_down, token

pytestmark = pytest.mark.browser

AT_END = """(() => {
  const log = document.querySelector("[data-testid=log]");
  return log.scrollHeight > log.clientHeight
    && log.scrollHeight - log.scrollTop - log.clientHeight < 2;
})()"""
CLICKS = """places => {
  const canvas = document.querySelector("[data-testid=map]");
  for (const place of places) {
    const { x, y } = hexfront.placePoint(place);
    const at = { clientX: x, clientY: y, bubbles: true, pointerId: 1, pointerType: "mouse",
      isPrimary: true, button: 0 };
    canvas.dispatchEvent(new PointerEvent("pointermove", { ...at, buttons: 0 }));
    canvas.dispatchEvent(new PointerEvent("pointerdown", { ...at, buttons: 1 }));
    canvas.dispatchEvent(new PointerEvent("pointerup", { ...at, buttons: 0 }));
  }
}"""


def place_of(screen: Screen, counter: str) -> str:
    counters = screen.page.evaluate("hexfront.counters()")
    return str(next(c["place"] for c in counters if c["id"] == counter))


def test_enter_alone_loses_no_turn(open_screen: Open, address: str) -> None:
    screen = sit_down(open_screen, address)
    page, keys = screen.page, screen.page.keyboard
    title = page.evaluate("hexfront.title()")
    keys.down("Enter")
    confirm = page.get_by_test_id("confirm")
    expect(confirm).to_contain_text("could still be given orders")
    # A key that is held answers nothing.
    keys.down("Enter")
    keys.down("Enter")
    keys.up("Enter")
    expect(confirm).to_be_visible()
    assert not screen.state()["busy"]
    assert page.evaluate("hexfront.title()") == title
    keys.press("Escape")
    expect(confirm).to_have_count(0)
    # Clicks that come before an order is done are not lost: a second company gets its own.
    one, other = page.evaluate("hexfront.orderable()")[:2]
    assert screen.choose(other)
    second = screen.targets("move")[-1]
    assert screen.choose(one)
    first = next(place for place in screen.targets("move") if place != second)
    page.evaluate(CLICKS, [first, place_of(screen, other), second])
    screen.wait("hexfront.state().marks === 2")
    expect(page.get_by_test_id("plans").locator("li")).to_have_count(2)
    # What is pressed as a play-back ends was meant to skip it.
    screen.press_main()
    page.evaluate("hexfront.setLate(1e9)")
    screen.press_main()
    expect(page.get_by_test_id("pause")).to_have_count(0)
    assert page.evaluate(AT_END)
    keys.press("Enter")
    expect(page.get_by_test_id("live")).to_contain_text("Press Enter again")
    expect(confirm).to_have_count(0)
    page.evaluate("hexfront.setLate(0)")
    keys.press("Enter")
    expect(confirm).to_be_visible()


ROWS = """() => [...document.querySelectorAll("[data-testid=plans] li")].map((row) => {
  const [box, text] = [row, row.querySelector(".line")].map((part) => part.getBoundingClientRect());
  return { left: box.left, width: box.width, text: text.height,
    kind: row.querySelector(".sign").className };
})"""


def test_planned_moves_and_attacks_stand_in_rows_alike(open_screen: Open, address: str) -> None:
    screen = sit_down(open_screen, address)
    assert screen.choose("3")
    screen.go("0405")
    screen.go("0406")  # where a company of Bluefor stands
    screen.wait("hexfront.state().marks === 2")
    move, attack = screen.page.evaluate(ROWS)
    assert (move.pop("kind"), attack.pop("kind")) == ("sign move", "sign attack")
    assert move == attack
    assert move["text"] < 30, "one line"


TOOLTIP = """(() => {
  const box = (found) => found.getBoundingClientRect();
  const [map, tip, head] = [".map canvas", ".tooltip", ".over > *"].map((path) =>
    box(document.querySelector(path)));
  return { inside: tip.left >= map.left && tip.right <= map.right && tip.bottom <= map.bottom,
    below: tip.top >= head.bottom, name: document.querySelector(".tooltip").innerText };
})()"""


def test_what_lies_in_a_stack_is_told_beside_it_on_the_map(open_screen: Open, address: str) -> None:
    match = make_match(address, "person", "random", system="malaya")
    screen = open_screen(f"/play#{token(match)}", viewport={"width": 900, "height": 640})
    page = screen.page
    screen.wait("window.hexfront && hexfront.state().open && hexfront.state().mustAct")
    expect(page.get_by_test_id("minimap")).to_be_visible()  # the map has been opened
    page.keyboard.press("f")  # a part of the map is shown where counters are small on the whole
    page.keyboard.press("m")  # and the small map beside it, which would lie over the south
    screen.rendered()
    places = [c["place"] for c in page.evaluate("hexfront.counters()") if c["place"]]
    # Boxes beside the map may lie under its buttons.
    for place in sorted({p for p in places if places.count(p) > 1 and p.isdigit()}):
        # A stack that was spread out may lie over the next place.
        page.mouse.move(5, 5)
        screen.wait("hexfront.fan() === null")
        screen.point_at(place)
        screen.wait("document.querySelector('.tooltip') !== null")
        found = page.evaluate(TOOLTIP)
        assert found["inside"], (place, found)
        assert found["below"], (place, found)
    # What lies under a pointer that is still is another place after a jump, and the line follows.
    page.keyboard.press("+")
    page.keyboard.press("+")
    screen.wait(f"hexfront.state().cursor !== '{place}'")
    page.keyboard.press("f")
    screen.wait(f"hexfront.state().cursor === '{place}'")
    page.mouse.move(5, 5)
    # With the cursor of the keys it stays with its place.
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    expect(page.get_by_test_id("tooltip")).to_be_visible()
    page.set_viewport_size({"width": 1100, "height": 700})
    page.keyboard.press("f")
    screen.wait(f"{TOOLTIP}.inside && {TOOLTIP}.below")


def test_why_a_unit_can_be_given_no_order_is_told_beside_it(
    open_screen: Open, address: str
) -> None:
    screen = open_screen("/")
    page = screen.page

    def step_by_step(socket: WebSocketRoute) -> None:
        """Orders as a program may give them: company 1 stops among friends on its way."""
        server = socket.connect_to_server()

        def shortened(message: str | bytes) -> None:
            frame = json.loads(message)
            if frame["type"] == "orders":
                frame["orders"] = [3, 4]
            server.send(json.dumps(frame))

        socket.on_message(shortened)

    page.route_web_socket("**/api/match", step_by_step)
    page.goto(f"{address}/play#{token(make_match(address, 'person', 'random'))}")
    screen.wait("window.hexfront && hexfront.state().open && hexfront.state().mustAct")
    assert screen.choose("1")
    screen.click_place(screen.targets("move")[0])
    screen.wait("hexfront.state().marks === 1 && !hexfront.state().busy")
    why = "a unit that passes through friends must go on first"
    # The same reason is told once, with all whom it concerns.
    told = page.get_by_test_id("barred").locator("li")
    expect(told).to_have_count(1)
    expect(told).to_contain_text(f"2-44, 3-44, 4-44, 5-44, 6-44: {why}")
    assert screen.choose("2")
    expect(page.get_by_test_id("chosen-barred")).to_contain_text(f"No order possible: {why}")
    chosen = str(screen.state()["selected"])
    point = page.evaluate("place => hexfront.placePoint(place)", place_of(screen, chosen))
    page.mouse.move(point["x"], point["y"])
    expect(page.get_by_test_id("tooltip")).to_contain_text(f"No order: {why} BRG-15")
    page.get_by_test_id("chosen-barred").get_by_test_id("why").click()
    expect(page.get_by_role("dialog")).to_contain_text("BRG-15")
