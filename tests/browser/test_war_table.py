"""A war in continuous time at the table: questions, files, far goals, a shared screen, fights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import is_sound
from tests.browser.conftest import Open, Screen, make_match
from tests.browser.test_table import token
from tests.browser.test_war import ran, war

pytestmark = pytest.mark.browser
CLOSED = "[data-testid=numbers] [aria-expanded=false]"


def commands(open_screen: Open, address: str, **settings: Any) -> Screen:
    """Red at the first stop at which both sides may give commands."""
    screen, _ = war(open_screen, address, "person", "greedy", **settings)
    screen.page.get_by_test_id("order-go").click()
    screen.settle()
    return screen


def type_order(screen: Screen, text: str) -> None:
    typed = screen.page.get_by_test_id("typed")
    typed.fill(text)
    typed.press("Enter")


def test_a_far_goal_becomes_a_mission_of_many_legs(open_screen: Open, address: str) -> None:
    screen = commands(open_screen, address)
    page = screen.page
    assert screen.choose("2")
    expect(page.get_by_test_id("chosen")).to_contain_text("leg by leg")
    screen.click_place("49")
    way = page.get_by_test_id("menu-way")
    expect(way).to_contain_text("Mission to 49 by 38: 0.555 days if nobody fights")
    page.get_by_test_id("menu-write").click()
    typed = page.get_by_test_id("typed")
    expect(typed).to_have_value("mission 2: 38 10, 49 10")
    typed.press("End")
    typed.press_sequentially(" at 1.5")
    typed.press("Enter")
    plans = page.get_by_test_id("plans")
    expect(plans).to_contain_text("7TH MOT RIFLE: mission 38 hold (10), 49 hold (10) from 1.5")
    page.get_by_test_id("map").focus()
    page.keyboard.press("Escape")
    assert screen.choose("7")
    expect(page.get_by_test_id("chosen")).to_contain_text("leg by leg")
    screen.click_place("62")
    way.click()
    expect(plans).to_contain_text("102ND MOT RIFLE: mission")
    expect(plans).to_contain_text("62 hold (10)")


def test_a_form_and_the_typed_words_are_the_same_order(open_screen: Open, address: str) -> None:
    screen = commands(open_screen, address)
    page = screen.page
    assert screen.choose("2")
    page.get_by_test_id("form-open").click()
    typed = page.get_by_test_id("typed")
    expect(typed).to_have_value("mission 2: … …")
    # What is missing is told beside its field, and the order cannot be given.
    expect(page.get_by_test_id("form-Leg-0-cell-problem")).to_contain_text("a cell")
    expect(page.get_by_test_id("form-give")).to_be_disabled()
    expect(page.locator(".primary:visible")).to_have_text(["Give it"])
    screen.click_place("38")
    page.get_by_test_id("form-Leg-0-posture").select_option("hold")
    expect(typed).to_have_value("mission 2: 38 hold")
    page.get_by_test_id("form-add-Leg").click()
    screen.click_place("49")
    page.get_by_test_id("form-Leg-1-posture").select_option("hold")
    page.get_by_test_id("form-Leg-1-time").fill("1.5")
    expect(typed).to_have_value("mission 2: 38 hold, 49 hold at 1.5")
    expect(page.get_by_test_id("form-preview")).to_contain_text("That takes")
    # And the other way: what is typed stands in the fields.
    typed.fill("mission 2: 38 hold, 999 10")
    expect(page.get_by_test_id("form-Leg-1-cell")).to_have_value("999")
    expect(page.get_by_test_id("form-Leg-1-posture")).to_have_value("hold")
    expect(page.get_by_test_id("form-Leg-1-time")).to_have_value("")
    expect(page.get_by_test_id("form-Leg-1-cell-problem")).to_contain_text("1 to 115")
    # The rules' own refusal names the word, too.
    typed.fill("mission 2: 38 hold, 38 move")
    expect(page.get_by_test_id("form-problem")).to_contain_text("an order could never")
    page.get_by_label("Remove Leg 2").click()
    expect(typed).to_have_value("mission 2: 38 hold")
    expect(page.get_by_test_id("form-give")).to_be_enabled()
    page.get_by_test_id("form-Leg-0-cell").press("Enter")
    expect(page.get_by_test_id("plans")).to_contain_text("7TH MOT RIFLE: mission 38 hold (10)")
    expect(typed).to_have_value("")


def test_a_whole_stack_gets_the_mission_to_a_far_goal(open_screen: Open, address: str) -> None:
    screen = commands(open_screen, address)
    page = screen.page
    assert screen.choose("2")
    chosen = page.get_by_test_id("chosen")
    chosen.get_by_role("button", name="All 3 together").click()
    expect(chosen).to_contain_text("Together, 3 units")
    expect(chosen).to_contain_text("leg by leg")
    screen.click_place("49")
    way = page.get_by_test_id("menu-way")
    expect(way).to_contain_text("All 3: Mission to 49 by 38")
    way.click()
    expect(page.get_by_test_id("plans").locator("li")).to_have_count(3)
    for line in page.get_by_test_id("plans").locator("li").all():
        expect(line).to_contain_text("49 hold (10)")


def test_a_refusal_says_why_and_goes_with_the_next_order(open_screen: Open, address: str) -> None:
    screen = commands(open_screen, address)
    page = screen.page
    type_order(screen, "mission 2: 38 10, 38 30")
    fault = page.get_by_test_id("typed-fault")
    expect(fault).to_contain_text("expected what the rules allow: an order could never")
    type_order(screen, "save here")
    expect(page.get_by_test_id("notices").locator("code")).to_have_text("restore here")
    type_order(screen, "mission 2: 38 10")
    expect(page.get_by_test_id("plans")).to_contain_text("mission 38 hold (10)")
    expect(page.get_by_test_id("notices")).to_be_empty()


def test_show_save_and_restore(open_screen: Open, address: str) -> None:
    screen = commands(open_screen, address, bypass_csp=True)
    page = screen.page
    type_order(screen, "show units 2 153")
    answer = page.get_by_test_id("answer")
    expect(answer).to_contain_text("BLUE MECH INF BD")
    expect(answer).to_contain_text("7TH MOT RIFLE holds")
    is_sound(screen, "answer", "[data-testid=answer]")
    page.keyboard.press("Escape")
    type_order(screen, "mission 2: 38 10")
    expect(page.get_by_test_id("plans")).to_contain_text("mission 38 hold (10)")
    type_order(screen, "save before the war")
    expect(page.get_by_test_id("typed-fault")).to_be_visible()
    type_order(screen, "save eve")
    expect(page.get_by_test_id("notices")).to_contain_text("Kept as eve")
    is_sound(screen, "notices", "[data-testid=notices]")
    page.get_by_test_id("clock-event").click()
    ran(screen)
    assert screen.page.evaluate("hexfront.title()") != "Day 0"
    type_order(screen, "saves")
    expect(answer).to_contain_text("eve")
    page.keyboard.press("Escape")
    type_order(screen, "restore eve")
    expect(page.get_by_test_id("clock-time")).to_have_text("Day 0")
    expect(page.get_by_test_id("plans")).to_contain_text("mission 38 hold (10)")


def test_a_script_is_read_and_outputs_are_saved(
    open_screen: Open, address: str, tmp_path: Path
) -> None:
    screen, _ = war(open_screen, address, "person", "greedy")
    page = screen.page
    script = tmp_path / "red.txt"
    # The strikes of the first cycle are taken to be over.
    script.write_text("# crossing\nmission 2: 38 10\nmission 99: 1 1\nshow units\ngo\nrestore x\n")
    page.get_by_test_id("script-file").set_input_files(script)
    answer = page.get_by_test_id("answer")
    expect(answer).to_contain_text("red.txt: 2 problems")
    expect(answer).to_contain_text("Line 3: ")
    expect(answer).to_contain_text("Line 6: restore is not carried out from a script")
    page.keyboard.press("Escape")
    assert screen.page.evaluate("hexfront.title()") == "Day 0.5"
    with page.expect_download() as download:
        page.get_by_test_id("print").click()
    assert download.value.suggested_filename.endswith("-red.txt")
    printed = Path(download.value.path()).read_text(encoding="utf-8")
    assert printed.startswith("IDAHEX: Sinai\nRed: file11")
    assert "2 7TH MOT RIFLE" in printed
    assert printed.rstrip().splitlines()[-1].startswith("Day 0.")
    long = tmp_path / "long.txt"
    long.write_text("go\n" * 400_000)
    page.get_by_test_id("script-file").set_input_files(long)
    expect(page.get_by_test_id("notices")).to_contain_text("long.txt is too long")
    assert screen.page.evaluate("hexfront.title()") == "Day 0.5"


def test_a_watcher_asks_and_sees_the_time(open_screen: Open, address: str) -> None:
    match = make_match(address, "person", "greedy", system="idahex")
    watcher = open_screen(f"/play#{match['spectator']}")
    page = watcher.page
    watcher.wait("window.hexfront && hexfront.state().open && hexfront.title()")
    expect(page.get_by_test_id("clock-time")).to_have_text("Day 0")
    assert page.get_by_test_id("clock-run").count() == 0
    type_order(watcher, "show units 2 153")
    expect(page.get_by_test_id("answer")).to_contain_text("7TH MOT RIFLE")
    assert "holds" not in page.get_by_test_id("answer").inner_text()
    page.keyboard.press("Escape")
    type_order(watcher, "show losses")
    shown = page.get_by_test_id("typed-fault").or_(page.get_by_test_id("answer"))
    expect(shown.first).to_be_visible()


def test_time_runs_at_a_shared_screen_when_both_agree(open_screen: Open, address: str) -> None:
    match = make_match(address, "person", "person", system="idahex")
    screen = open_screen(f"/play#{token(match, 0)}.{token(match, 1)}")
    page = screen.page
    screen.wait("window.hexfront && hexfront.state().open && hexfront.state().handover !== null")
    page.get_by_test_id("take-screen").click()
    screen.wait("hexfront.state().mustAct")
    page.get_by_test_id("clock-stops").uncheck()
    page.get_by_test_id("clock-run").click()
    screen.wait("hexfront.state().handover === 1")
    page.get_by_test_id("take-screen").click()
    screen.wait("hexfront.state().mustAct")
    assert screen.state()["seat"] == 1
    page.get_by_test_id("clock-agree").click()
    screen.wait("hexfront.state().handover !== null")
    # While nobody looks, and time may run, nothing is on the page.
    assert screen.page.evaluate("hexfront.counters()") == []
    expect(page.get_by_test_id("joint-why")).to_have_text("Day 1. The time is up.")
    page.get_by_test_id("take-screen").click()
    screen.wait("hexfront.state().mustAct")
    screen.finish_playback()
    expect(page.get_by_test_id("clock-time")).to_have_text("Day 1")


def test_an_engagement_opens_down_to_the_data_groups(open_screen: Open, address: str) -> None:
    screen = commands(open_screen, address)
    page = screen.page
    type_order(screen, "mission 3: 39 10")
    expect(page.get_by_test_id("plans")).to_contain_text("mission 39 hold (10)")
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    page.get_by_test_id("clock-stops").uncheck()
    page.get_by_test_id("clock-run").click()
    expect(page.get_by_test_id("clock-time")).to_have_text("Day 1")
    screen.wait("(hexfront.reading()?.places['39'] ?? 0) > 0")
    screen.click_place("39")
    page.get_by_test_id("tab-numbers").click()
    page.get_by_test_id("ask-engagement").click()
    expect(page.get_by_test_id("numbers-caption")).to_contain_text("Engagement in 39: Red attacks")
    numbers = page.get_by_test_id("numbers")
    for words in ("Force ratio", "FEBA"):
        expect(numbers).to_contain_text(words, ignore_case=True)
    # Whatever is closed is opened, until a number of the deck is reached.
    sources = page.get_by_test_id("source").filter(has_text="group")
    for _ in range(12):
        if sources.count():
            break
        page.locator(CLOSED).first.click()
    expect(sources.first).to_contain_text("group ")
