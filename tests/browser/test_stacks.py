"""Stacks, battles, landings and supply at the table, by mouse, in a game of stacks and odds."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser import sure
from tests.browser.conftest import Open, Screen, Server, make_match

pytestmark = pytest.mark.browser
TITLE = "hexfront.title()"


@pytest.fixture(scope="module")
def stacks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that also has the system in which every attack succeeds."""
    folder = tmp_path_factory.mktemp("sure")
    sure.write_system(folder)
    paths = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    server = Server(folder / "data", {**os.environ, "PYTHONPATH": paths})
    yield server
    server.kill()


@pytest.fixture
def table(stacks: Server, open_screen: Open) -> Screen:
    """Japan's first naval phase; both sides sit at this screen."""
    made = make_match(stacks.address, "person", "person", system=sure.NAME)
    tokens = ".".join(made["tokens"].values())
    screen = open_screen(f"/play#{tokens}", address=stacks.address)
    screen.wait("window.hexfront && hexfront.state().open")
    for phase in ("Japan reinforcements", "Japan naval moves"):
        pass_on(screen)
        assert phase in title(screen)
    return screen


def between(screen: Screen, one: str, other: str) -> float:
    """Pixels from one place to another."""
    ends = [screen.page.evaluate("id => hexfront.placePoint(id)", id) for id in (one, other)]
    return math.dist(*((end["x"], end["y"]) for end in ends))


def title(screen: Screen) -> str:
    found: str = screen.page.evaluate(TITLE)
    return found


def pass_on(screen: Screen) -> None:
    """Press the main button, and hand the screen over where another side is next."""
    screen.settle()
    if screen.state()["handover"] is not None:
        take_screen(screen)
    before = title(screen)
    screen.click_main()
    screen.wait(f"hexfront.state().handover !== null || {TITLE} !== {before!r}")
    screen.settle()
    if screen.state()["handover"] is not None:
        take_screen(screen)


def take_screen(screen: Screen) -> None:
    screen.page.get_by_test_id("take-screen").click()
    screen.wait("hexfront.state().handover === null")
    screen.settle()


def place_of(screen: Screen, counter: str) -> str:
    found: str = screen.page.evaluate(
        "id => hexfront.counters().find((counter) => counter.id === id).place", counter
    )
    return found


def forms(screen: Screen) -> list[str]:
    found: list[str] = screen.page.evaluate("hexfront.forms()")
    return found


def order(screen: Screen, place: str) -> None:
    """Click a place, and wait until what that orders is done."""
    screen.click_place(place)
    screen.rendered()
    screen.settle()


def choose_in_menu(screen: Screen, place: str, words: str) -> None:
    """Click a stack, and what its menu calls so."""
    screen.click_place(place)
    screen.page.get_by_test_id("menu-item").filter(has_text=words).first.click()
    screen.rendered()
    screen.settle()


def advance_to_combat(screen: Screen) -> None:
    """Two regiments march together from Singora to Jitra, and combat begins."""
    pass_on(screen)
    screen.click_place("0602")
    screen.page.keyboard.press("j")
    screen.page.mouse.move(500, 600)
    order(screen, "0507")
    while "combat" not in title(screen):
        pass_on(screen)


def test_the_next_unit_is_shown_near_enough_to_read_it(table: Screen) -> None:
    page = table.page
    pass_on(table)
    # It opens near enough.
    assert between(table, "0602", "0603") > 50
    page.keyboard.press("f")
    assert between(table, "0602", "0603") < 25
    page.keyboard.press("Space")
    table.wait("hexfront.state().selected !== ''")
    place = place_of(table, table.state()["selected"])
    assert between(table, "0602", "0603") > 50
    point = page.evaluate("id => hexfront.placePoint(id)", place)
    size = page.viewport_size
    assert size and 0 < point["x"] < size["width"] and 0 < point["y"] < size["height"]
    page.keyboard.press("f")
    assert between(table, "0602", "0603") < 25


def test_a_stack_is_spread_out_and_moves_together(table: Screen) -> None:
    page = table.page
    pass_on(table)
    assert "Japan movement" in title(table)
    point = page.evaluate("hexfront.placePoint('0602')")
    page.mouse.move(point["x"], point["y"])
    table.wait("hexfront.fan()?.length === 2")
    page.mouse.move(point["x"], point["y"] + 400)
    table.wait("hexfront.fan() === null")

    page.mouse.move(point["x"], point["y"])
    table.wait("hexfront.fan() !== null")
    top, below = page.evaluate("hexfront.fan()")
    page.mouse.click(below["x"], below["y"])
    assert table.state()["selected"] == below["id"]
    page.get_by_test_id(f"top-{below['id']}").click()
    page.keyboard.press("Escape")
    table.click_place("0602")
    assert table.state()["selected"] == below["id"]

    alone = len(page.evaluate("hexfront.targets()"))
    page.keyboard.down("Shift")
    table.click_place("0602")
    page.keyboard.up("Shift")
    assert table.state()["group"] == [top["id"]]
    expect(page.get_by_test_id("chosen")).to_contain_text("Together, 2 units")
    assert 0 < len(page.evaluate("hexfront.targets()")) <= alone
    page.mouse.move(500, 600)
    table.wait("hexfront.fan() === null")
    order(table, "0506")
    assert {place_of(table, top["id"]), place_of(table, below["id"])} == {"0506"}
    page.keyboard.press("Control+z")
    table.wait("hexfront.counters().filter(({ place }) => place === '0602').length === 2")


def test_units_of_a_stack_are_chosen_by_keys_and_boxes(table: Screen) -> None:
    page = table.page
    pass_on(table)
    table.click_place("0602")
    chosen = str(table.state()["selected"])
    page.keyboard.press("j")
    group = table.state()["group"]
    assert isinstance(group, list)
    other = group[0]
    page.get_by_test_id(f"with-{other}").uncheck()
    assert table.state()["group"] == []
    page.get_by_test_id(f"with-{other}").check()
    page.get_by_test_id(f"with-{chosen}").uncheck()
    assert table.state()["selected"] == other
    page.mouse.move(500, 600)
    order(table, "0506")
    assert (place_of(table, other), place_of(table, chosen)) == ("0506", "0602")


@pytest.mark.clause("MAL-31")
def test_a_battle_from_the_choice_of_the_enemy_to_the_advance(table: Screen) -> None:
    page = table.page
    advance_to_combat(table)
    assert table.targets("attack") == ["0508"]
    for cancel in ("Escape", "0508"):
        order(table, "0508")
        assert table.targets("cancel") == ["0508"]
        assert table.targets("join") == ["0507"]
        assert page.get_by_test_id("order-roll").count() == 0
        if cancel == "Escape":
            page.keyboard.press(cancel)
        else:
            table.click_place(cancel)
        table.wait("hexfront.targets().some(({ kinds }) => kinds.includes('attack'))")
        table.settle()

    order(table, "0508")
    table.wait("hexfront.targets().some(({ kinds }) => kinds.includes('join'))")
    choose_in_menu(table, "0507", "All 2: join")
    assert {"jp-11 leave 0507", "jp-41 leave 0507"} <= set(forms(table))
    choose_in_menu(table, "0507", "11th Infantry stays out")
    assert {"jp-11 join 0507", "jp-41 leave 0507"} <= set(forms(table))
    choose_in_menu(table, "0507", "11th Infantry attacks")
    page.get_by_test_id("order-air").filter(has_text="2 air points").click()
    table.settle()
    expect(page.get_by_test_id("tracks")).to_contain_text("Japan air points here2")
    foreseen = page.get_by_test_id("foreseen")
    expect(foreseen).to_contain_text("the hex is vacated")
    expect(foreseen).to_contain_text("100 %")

    page.get_by_test_id("order-roll").click()
    table.wait_past_playback("hexfront.title().includes('advance')")
    expect(page.get_by_test_id("undo")).to_have_attribute("aria-disabled", "true")
    retreat = page.locator(".kind-retreat")
    expect(retreat.first).to_contain_text("retreats from Jitra")
    retreat.first.get_by_test_id("why").click()
    expect(page.get_by_test_id("why-dialog")).to_contain_text("the path that is taken")
    expect(page.get_by_test_id("why-dialog")).to_contain_text("an enemy holds 0507")
    page.keyboard.press("Escape")

    choose_in_menu(table, "0507", "11th Infantry advances")
    assert place_of(table, "jp-11") == "0508"
    order(table, "0508")
    assert place_of(table, "jp-11") == "0507"
    choose_in_menu(table, "0507", "11th Infantry advances")
    page.get_by_test_id("order-done").click()
    # There is nothing else to attack: the other side is next.
    table.wait_past_playback("hexfront.state().handover !== null")
    take_screen(table)
    assert (place_of(table, "jp-11"), place_of(table, "jp-41")) == ("0508", "0507")


@pytest.mark.clause("MAL-13", "MAL-14")
def test_reinforcements_and_landings_by_mouse(stacks: Server, open_screen: Open) -> None:
    made = make_match(stacks.address, "person", "person", system=sure.NAME)
    tokens = ".".join(made["tokens"].values())
    screen = open_screen(f"/play#{tokens}", address=stacks.address)
    screen.wait("window.hexfront && hexfront.state().open")
    pass_on(screen)
    # The boxes are beside the map, of which a part is shown.
    screen.page.keyboard.press("f")
    assert screen.choose("jp-t1")
    assert "Indo-China" in screen.targets("enter")
    assert "0301" in screen.targets("enter")
    order(screen, "0301")
    assert place_of(screen, "jp-t1") == "0301"
    pass_on(screen)

    assert screen.choose("jp-56")
    assert screen.targets("sail") == ["1105"]
    assert "1809" in screen.targets("land")
    point = screen.page.evaluate("hexfront.placePoint('1809')")
    screen.page.mouse.move(point["x"], point["y"])
    expect(screen.page.get_by_test_id("tooltip")).to_contain_text("lands at Kota Bharu")
    expect(screen.page.get_by_test_id("tooltip")).to_contain_text("the hex is vacated")
    # Here every battle is sure, so nothing is asked before it sails.
    order(screen, "1809")
    # It waits on the water before the port until it attacks.
    assert place_of(screen, "jp-56") == "1909"
    screen.page.get_by_test_id("tab-units").click()
    row = screen.page.get_by_test_id("unit-row").filter(has_text="56th Infantry")
    expect(row).to_contain_text("landing")


@pytest.mark.clause("MAL-15")
def test_supply_lies_over_the_map_with_the_way_to_each_unit(table: Screen) -> None:
    page = table.page
    pass_on(table)
    page.keyboard.press("s")
    table.wait("hexfront.reading()?.overlay === 'supply'")
    reading = page.evaluate("hexfront.reading()")
    assert reading["places"]["0602"] == 0
    assert reading["paths"]["0602"][-1] == "0602"
    expect(page.get_by_test_id("legend")).to_contain_text("Hexes in supply of Japan")
    page.keyboard.press("s")
    table.wait("hexfront.reading() === null")
    assert table.choose("jp-42")
    page.keyboard.press("l")
    table.wait("hexfront.reading()?.overlay === 'lifeline'")
    assert list(page.evaluate("hexfront.reading()")["paths"]) == ["1105"]
    for key, overlay in (("z", "zones"), ("t", "threat")):
        page.keyboard.press(key)
        table.wait(f"hexfront.reading()?.overlay === '{overlay}'")


@pytest.mark.clause("MAL-8", "MAL-23")
def test_refusals_name_the_clause_and_long_odds_scroll_beside_the_map(table: Screen) -> None:
    page = table.page
    pass_on(table)
    line = page.get_by_test_id("typed")
    line.fill("jp-11 move 0510")
    line.press("Enter")
    notice = page.get_by_test_id("notices")
    expect(notice).to_contain_text("more movement points than are left")
    notice.get_by_text("why?").click()
    expect(page.get_by_test_id("why-dialog")).to_contain_text("MAL-8")
    page.keyboard.press("Escape")
    line.fill("")
    page.keyboard.press("Escape")
    for words in ("jp-11 move 0507", "jp-41 move 0507", "done", "attack 0508", "jp-11 join"):
        line.fill(words)
        line.press("Enter")
        table.rendered()
        table.settle()
    expect(page.get_by_test_id("foreseen")).to_contain_text("strengths: 8 against 10")
    line.focus()
    moved = "[document.documentElement, document.body].map(({ scrollTop }) => scrollTop).join()"
    assert page.evaluate(moved) == "0,0"
    assert page.evaluate("document.body.scrollHeight <= innerHeight")
