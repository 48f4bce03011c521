"""A game without hexes, for two to six: the ring, purchases, dice, cards and standings."""

from __future__ import annotations

import itertools
import json
import re
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.conftest import Open, Screen
from tests.browser.test_table import token

pytestmark = pytest.mark.browser
DECISIONS = 80
LOOKED_BACK = """(() => {
  const found = document.querySelector("[data-testid=show-contest]");
  if (!found) document.querySelector("[data-testid=log]").scrollTop -= 200;
  return found;
})()"""
"""Only what is in sight of the log is in the page, and others may have done much since."""
SPACES = 32


def new_match(address: str, *seats: str) -> dict[str, Any]:
    """A match; a seat is `person` or the name of a machine."""
    chosen = [
        {"kind": "person"} if s == "person" else {"kind": "machine", "agent": s} for s in seats
    ]
    order = {"system": "takeover", "seats": chosen, "options": {"players": str(len(seats))}}
    headers = {"Content-Type": "application/json"}
    body = json.dumps(order).encode()
    request = urllib.request.Request(f"{address}/api/matches", body, headers)
    with urllib.request.urlopen(request) as answer:
        made: dict[str, Any] = json.loads(answer.read())
    return made


def ring(open_screen: Open, address: str, *seats: str, **settings: Any) -> Screen:
    """A table seen from the first seat, which is to decide."""
    match = new_match(address, *seats)
    screen = open_screen(f"/play#{token(match)}", **settings)
    screen.wait("window.hexfront && hexfront.state().open")
    screen.settle()
    screen.page.evaluate("hexfront.setLate(0)")  # a test is never late with its Enter
    return screen


def kinds(screen: Screen) -> set[str]:
    targets = screen.page.evaluate("hexfront.targets()")
    return {kind for target in targets for kind in target["kinds"]}


def decide(screen: Screen) -> None:
    """Buy the Title, or end what is open."""
    now = "`${hexfront.state().log_length} ${hexfront.title()} ${hexfront.state().handover}`"
    before = json.dumps(screen.page.evaluate(now))
    screen.page.keyboard.press("Escape")
    screen.page.keyboard.press("Enter")
    screen.wait(f"{now} !== {before}")


def until(screen: Screen, kind: str) -> None:
    """Go on until an order of a kind is open."""
    for _ in range(DECISIONS):
        if screen.settle()["over"]:
            break
        if kind in kinds(screen):
            return
        decide(screen)
    pytest.fail(f"no {kind} in {DECISIONS} decisions")


def test_the_keys_walk_around_the_ring(open_screen: Open, address: str) -> None:
    screen = ring(open_screen, address, "person", "random", "random")
    page = screen.page
    page.get_by_test_id("map").focus()
    page.keyboard.press("Escape")
    walked = []
    for key in itertools.chain(["ArrowRight"] * 9, ["ArrowDown"] * 10, ["ArrowLeft"] * 9):
        page.keyboard.press(key)
        walked.append(str(screen.state()["cursor"]))
    # Each step is to the next space, none is left out.
    order = page.evaluate("hexfront.places()")
    steps = [order.index(there) - order.index(here) for here, there in itertools.pairwise(walked)]
    assert {step % SPACES for step in steps if step} <= {1, SPACES - 1}
    assert len(set(walked)) > 20


def test_every_space_is_found_under_the_pointer(open_screen: Open, address: str) -> None:
    screen = ring(open_screen, address, "person", "random")
    page = screen.page
    for place in page.evaluate("hexfront.places()")[::5]:
        point = page.evaluate("place => hexfront.placePoint(place)", place)
        page.mouse.move(point["x"], point["y"])
        screen.wait(f"hexfront.state().cursor === {json.dumps(place)}")
    expect(page.get_by_test_id("tooltip")).to_be_visible()


def test_a_title_is_bought_and_goods_are_added(open_screen: Open, address: str) -> None:
    screen = ring(open_screen, address, "person", "random")
    page = screen.page
    until(screen, "buy")
    expect(page.get_by_test_id("order-buy")).to_contain_text("Buy ")
    page.get_by_test_id("order-buy").click()
    screen.settle()
    until(screen, "add")
    standings = page.get_by_test_id("standings").locator("tr.on")
    expect(standings).to_contain_text("you")
    money = int(page.get_by_test_id("purses").locator(".on b").inner_text())
    button = page.get_by_test_id("shop").locator("td button").first
    expect(button).to_be_visible()
    caption = str(button.get_attribute("aria-label"))
    price = int(caption.rpartition(", ")[2])
    button.click()
    screen.wait("!hexfront.state().busy")
    screen.settle()
    expect(page.get_by_test_id("log")).to_contain_text(f"{price}.")
    if screen.page.get_by_test_id("shop").count():
        assert int(page.get_by_test_id("purses").locator(".on b").inner_text()) == money - price


def test_a_takeover_is_weighed_fought_and_looked_at_again(open_screen: Open, address: str) -> None:
    screen = ring(open_screen, address, "person", "random", "random")
    page = screen.page
    until(screen, "attack")
    page.get_by_test_id("weigh").first.click()
    weighed = page.get_by_test_id("weighed")
    expect(weighed).to_contain_text("to win the takeover")
    expect(weighed).to_contain_text("aggressor, to begin with")
    expect(weighed).to_contain_text("how it ends")
    assert faults(screen) == []
    page.keyboard.press("Escape")
    expect(weighed).to_have_count(0)
    page.get_by_test_id("weigh").first.click()
    page.get_by_test_id("declare").click()
    screen.wait("hexfront.stage()?.rounds > 0 || hexfront.state().over")
    screen.settle()
    screen.wait(LOOKED_BACK)
    page.get_by_test_id("show-contest").last.click()
    duel = page.get_by_test_id("duel")
    expect(duel).to_contain_text(" attacks ")
    rounds = duel.get_by_test_id("duel-round")
    rounds.first.click()
    for role in ("aggressor", "defender"):
        party = duel.get_by_test_id(f"party-{role}")
        shown, dice, value = (
            party.locator(".dice").get_attribute("aria-label"),
            party.locator(".cube").count(),
            party.locator(".value"),
        )
        assert shown and shown.startswith("d")
        assert dice == len(shown.partition("; ")[2].split(", "))
        figure, times = (int(part) for part in value.locator("span").inner_text().split(" × "))
        assert int(value.locator("b").inner_text()) == figure * times
        marked = party.locator(".cube.on").count()
        assert (marked > 0) is (times > 1)
    duel.get_by_test_id("why-pool").first.click()
    expect(page.get_by_test_id("why-dialog")).to_contain_text("to begin with")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("why-dialog")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("close-duel")).to_have_count(0)


def test_a_shared_screen_hides_the_cards_between_two(open_screen: Open, address: str) -> None:
    match = new_match(address, "person", "person")
    both = ".".join(match["tokens"][side] for side in ("0", "1"))
    screen = open_screen(f"/play#{both}")
    screen.wait("window.hexfront && hexfront.state().open")
    page = screen.page
    page.evaluate("hexfront.setLate(0)")
    for _ in range(DECISIONS):
        state = screen.settle()
        if state["handover"] is not None:
            assert page.evaluate("hexfront.counters()") == []
            assert page.get_by_test_id("card").count() == 0
            assert page.get_by_test_id("standings").count() == 0
            page.keyboard.press("Enter")
            screen.wait("hexfront.state().handover === null")
            continue
        counters = page.evaluate("hexfront.counters()")
        cards = [counter for counter in counters if ".card." in counter["id"]]
        assert all(card["known"] is (card["side"] == state["seat"]) for card in cards)
        mine = [card["name"] for card in cards if card["known"]]
        if mine:
            hand = page.get_by_test_id("hand")
            assert all(name in hand.inner_text() for name in mine)
            return
        decide(screen)
    pytest.fail("nobody has drawn a card")


def test_a_match_of_six_is_set_up_on_the_home_page(open_screen: Open) -> None:
    screen = open_screen("/")
    page = screen.page
    page.get_by_test_id("choose-takeover").click()
    page.get_by_test_id("seat-2").select_option("greedy")
    page.get_by_test_id("players-2").click()
    expect(page.get_by_test_id("seat-2")).to_have_count(0)
    page.get_by_test_id("seat-1").select_option("random")
    page.get_by_test_id("players-6").click()
    # Who plays a seat is remembered while fewer play.
    expect(page.get_by_test_id("seat-2")).to_have_value("greedy")
    for side in range(1, 6):
        page.get_by_test_id(f"seat-{side}").select_option("invited" if side == 1 else "random")
    page.get_by_test_id("start-takeover").click()
    links = page.get_by_test_id("links").locator("input")
    expect(links.first).to_be_visible()
    assert "/join#" in links.first.input_value()
    page.get_by_test_id("go").click()
    screen.wait("window.hexfront && hexfront.state().open")
    # The dice may leave nothing to decide: then it is the guest's turn, who is not here.
    rows = page.get_by_test_id("standings").locator("tbody tr")
    expect(rows).to_have_count(6)


def test_a_phone_shows_the_dice_beside_the_map(open_screen: Open, address: str) -> None:
    phone = {"width": 390, "height": 844}
    screen = ring(open_screen, address, "person", "random", viewport=phone, has_touch=True)
    page = screen.page
    expect(page.get_by_test_id("thrown")).to_have_count(1)
    assert page.locator(".stage.beside").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_dice_lie_beside_a_board_that_is_looked_at_closely(open_screen: Open, address: str) -> None:
    screen = ring(open_screen, address, "person", "random")
    page = screen.page
    page.get_by_test_id("thrown").get_by_role("button").click()
    dice = page.get_by_test_id("why-dialog").get_by_role("img")
    assert [str(die.get_attribute("aria-label"))[:4] for die in dice.all()] == ["die "] * 2
    page.keyboard.press("Escape")
    page.get_by_test_id("map").focus()
    while not page.get_by_test_id("play-again").count():
        decide(screen)
        screen.settle()
    for _ in range(8):
        page.keyboard.press("+")
    expect(page.get_by_test_id("thrown")).to_have_count(0)
    page.keyboard.press("a")
    expect(page.locator(".stage.docked").get_by_test_id("thrown")).to_be_visible()
    expect(page.get_by_test_id("purses")).to_have_attribute(
        "aria-label", re.compile("before what is shown now$")
    )
    screen.settle()
    expect(page.locator(".stage.docked")).to_have_count(0)
    expect(page.get_by_test_id("purses")).not_to_have_attribute("aria-label", re.compile("before"))


def told(kind: str, **details: Any) -> dict[str, Any]:
    return {
        "number": 0,
        "kind": kind,
        "text": kind,
        "places": [],
        "subjects": [],
        "details": details,
    }


NO_FIGHTS: list[tuple[str, dict[str, Any]]] = [
    ("declare", {}),
    ("pool", {"dice": 4}),
    ("pool", {"dice": [1, 2], "side": "red"}),
    ("round", {"round": 3}),
    ("battle", {"die": 4, "dice": []}),
    ("move", {"dice": [2, 3]}),
]


def test_only_fights_with_pools_of_dice_are_fights(open_screen: Open) -> None:
    page = open_screen("/").page
    found = (
        "async log => (await import('/static/js/store/past/contests.js')).contestsOf(log).length"
    )
    thrown = "async one => (await import('/static/js/store/past/contests.js')).diceOf(one)"
    for kind, details in NO_FIGHTS:
        entry = told(kind, **details)
        assert page.evaluate(found, [told("declare"), entry, told("turn")]) == 0, entry
        dice = details.get("dice")
        assert page.evaluate(thrown, entry) == (dice or None if isinstance(dice, list) else None)


def test_a_name_that_is_too_long_is_cut_until_one_comes_nearer(open_screen: Open) -> None:
    page = open_screen("/").page
    found = """async scale => {
      const { Geometry } = await import("/static/js/map/geometry.js");
      const { placeNames } = await import("/static/js/map/land/names.js");
      const outline = [[0, 0], [2, 0], [2, 4], [0, 4]];
      const places = [{ id: "a", x: 1, y: 2, terrain: "t", name: "Administration", outline }];
      const geometry = new Geometry({ kind: "areas", sides: [], terrain: { t: {} }, places });
      return placeNames(document.createElement("canvas").getContext("2d"), geometry, scale)
        .map(({ text }) => text);
    }"""
    assert page.evaluate(found, 60) == ["Administration"]
    # How wide letters are depends on the fonts of the machine: at some scale it must be cut.
    shown = (page.evaluate(found, scale) for scale in range(59, 3, -1))
    (cut,) = next(names for names in shown if names != ["Administration"])
    assert cut.endswith("…") and "Administration".startswith(cut[:-1]) and len(cut) > 5
    assert page.evaluate(found, 3) == []


def test_the_dice_of_later_are_not_shown_in_the_past(open_screen: Open) -> None:
    page = open_screen("/").page
    found = """async ({ log, replay, until }) => {
      const { Stage } = await import("/static/js/store/past/stage.js");
      const stage = new Stage({ log, replay });
      if (until !== null) stage.take(log[until], false);
      return stage.scene?.thrown?.number ?? null;
    }"""
    log = [{**told("move", dice=[1, number]), "number": number} for number in range(1, 5)]
    for running in (False, True):
        past = {"active": True, "running": running, "at": 3}
        assert page.evaluate(found, {"log": log, "replay": past, "until": None}) == 2
        assert page.evaluate(found, {"log": log, "replay": past, "until": 2}) == 3
    now = {"active": False, "running": False, "at": 0}
    assert page.evaluate(found, {"log": log, "replay": now, "until": None}) == 4
