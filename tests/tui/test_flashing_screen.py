"""The screen with a unit that flashes: the keys of Aggressor, targets, the set-up, kept armies."""

from __future__ import annotations

import re
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from hexfront.tui.screen.app import TableApp
from hexfront.tui.screen.screens import HandOver, Menu, Sheet
from hexfront.tui.session import Session
from tests.tui.conftest import MakeField, MakeSession, check_snapshot
from tests.tui.test_screen import LARGE, SMALL, drive, settled, text_of

HUGE = (150, 44)
KEYS = {"1": "@GH", "2": "@GI", "3": "@HG", "4": "@HI", "5": "@IH", "6": "@II"}


def place_of(session: Session, unit: str) -> str:
    return next(c.place for c in session.match.view(0).counters if (c.side, c.id) == (0, unit))


def told(app: TableApp) -> str:
    return "\n".join(note.message for note in app._notifications)


def below_map(app: TableApp) -> str:
    """The line with the unit that flashes."""
    return str(app.screen_stack[0].query_one("#flashing").render())


async def typed(pilot: Pilot[Any], text: str) -> None:
    await pilot.press(*("space" if c == " " else "at" if c == "@" else c for c in text), "enter")
    await pilot.pause()


@pytest.mark.clause("AGR-44")
@pytest.mark.parametrize("key", KEYS)
def test_the_keys_one_to_six_move_the_flashing_unit(make_field: MakeField, key: str) -> None:
    session = make_field()

    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        assert below_map(app) == "[1] Armor @HH  range 3  strength 3"
        await pilot.press(key)
        await pilot.pause()
        assert place_of(session, "1") == app.table.cursor == KEYS[key]
        assert app.table.selected == "1"
        assert below_map(app) == f"[1] Armor {KEYS[key]}  range 3  strength 3  (moved)"

    drive(session, steps)


@pytest.mark.clause("AGR-44")
def test_any_other_key_goes_on_to_the_next_unit_in_order(make_field: MakeField) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        given = list(app.session.match.journal.steps)
        seen = [app.table.selected]
        for key in ("x", "space", "9", "asterisk", "j"):
            await pilot.press(key)
            await pilot.pause()
            seen.append(app.table.selected)
            assert app.table.cursor == place_of(app.session, seen[-1])
        assert seen == ["1", "2", "3", "4", "1", "2"]
        # What has a meaning of its own goes on to no other unit.
        for key in ("up", "plus", "n", "d", "pageup", "f5", "ctrl+x", "c", "c"):
            await pilot.press(key)
        await pilot.pause()
        assert app.table.selected == "2"
        assert app.session.match.journal.steps == given

    drive(make_field(), steps)


def test_the_chosen_unit_blinks(make_field: MakeField) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        looks = set()
        span = app.table.chart.cells["@HH"].spans[-1]
        for _ in range(40):
            await pilot.pause(0.02)
            looks.add(app.table.map._canvas.inks[span.row][span.column + 1])
        assert len(looks) == 2

    drive(make_field(), steps, blink=0.05)


def test_a_unit_of_another_system_does_not_blink(make_session: MakeSession) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("tab", "x", "7", "0")
        await pilot.pause()
        first = app.table.map._canvas
        await pilot.pause(0.3)
        assert app.table.map._canvas is first
        assert app.table.selected == "1"
        assert not app.screen.query("#flashing")

    drive(make_session(), steps, blink=0.05)


@pytest.mark.clause("AGR-30", "AGR-31", "AGR-44")
def test_seven_asks_for_a_target_and_which_mission(make_field: MakeField) -> None:
    session = make_field()

    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("x", "7")
        await pilot.pause()
        line = app.table.order_line
        assert app.focused is line
        assert "Target of 2: recon: any place such as @AA; strike: @LM" in line.placeholder
        await typed(pilot, "@zz")
        assert "target: found '@zz', expected recon" in told(app)
        assert isinstance(app.focused, Input)
        await pilot.press("ctrl+u")
        await typed(pilot, "@lm")
        assert isinstance(app.screen, Menu)
        menu = text_of(app)
        assert "2 strike @LM" in menu and "2 recon @LM" in menu
        await pilot.press("escape")
        assert app.table.aiming == []
        assert app.focused is app.table.map
        await pilot.press("7")
        await pilot.press("escape", "colon")
        await typed(pilot, "7 @lm")
        assert isinstance(app.screen, Menu)
        await pilot.press("escape", "escape", "7")
        await typed(pilot, "recon @lm")
        await settled(pilot, app)
        assert any("flies to @LM" in entry.text for entry in session.log_entries())

    drive(session, steps, LARGE)


@pytest.mark.clause("AGR-44")
def test_a_target_is_given_up_by_escape_or_an_empty_line_and_may_be_clicked(
    make_field: MakeField,
) -> None:
    session = make_field()

    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        before = len(session.match.journal.steps)
        await pilot.press("x", "7", "escape")
        await pilot.pause()
        assert (app.table.aiming, app.focused) == ([], app.table.map)
        await pilot.press("7", "enter")
        await pilot.pause()
        assert (app.table.aiming, app.focused) == ([], app.table.map)
        assert len(session.match.journal.steps) == before
        await pilot.press("7")
        await pilot.pause()
        span = app.table.chart.cells["@AD"].spans[-1]
        left, top = app.table.map._margin()
        scroll = app.table.map.scroll_offset
        offset = (span.column + left + 1 - scroll.x, span.row + top - scroll.y)
        await pilot.click("#map", offset=offset)
        await settled(pilot, app)
        assert any("flies to @AD" in entry.text for entry in session.log_entries())

    drive(session, steps, HUGE)


@pytest.mark.clause("AGR-28", "AGR-44")
def test_a_contact_and_the_end_of_turns(make_field: MakeField) -> None:
    session = make_field()

    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("x", "x", "5", "6", "0", "enter")
        await settled(pilot, app)
        for other in ("East", "West"):
            assert isinstance(app.screen, HandOver)
            assert other in text_of(app)
            assert "Infantry" not in text_of(app)
            await pilot.press("enter")
            await settled(pilot, app)
            if other == "East":
                await pilot.press("0", "enter")
                await settled(pilot, app)
        assert app.table.selected == "1"
        await pilot.press("x", "x", "7")
        await typed(pilot, "@@")
        await settled(pilot, app)
        assert any("partisans" in entry.text for entry in session.log_entries())

    drive(session, steps, LARGE)


def test_a_key_without_an_order_says_which_have_one(make_field: MakeField) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("7")
        await pilot.pause()
        assert "7 does nothing now. 1 move @GH; 2 move @GI; 3 move @HG" in told(app)
        assert app.table.aiming == []

    drive(make_field(), steps)


def test_enter_on_the_flashing_unit_orders_nothing(make_field: MakeField) -> None:
    session = make_field()

    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        before = len(session.match.journal.steps)
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert len(session.match.journal.steps) == before
        await pilot.press("down", "enter")
        await pilot.pause()
        assert place_of(session, "1") == "@HI"

    drive(session, steps)


@pytest.mark.clause("AGR-6", "AGR-52")
def test_an_army_is_set_up_with_the_palette(make_session: MakeSession) -> None:
    session = make_session("aggressor")

    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        assert "Army: 0 of 18" in text_of(app)
        await pilot.press("4", "enter", "down", "enter", "2", "down", "enter", "enter")
        await pilot.pause()
        text = text_of(app)
        assert "Army: 3 of 18" in text
        assert re.search(r"4 Armor +2 +3/3", text)
        assert re.search(r">2 Missile +1 +1/1", text)
        await pilot.press("colon")
        await typed(pilot, "@BA")
        await typed(pilot, "deploy airbase @CA")
        await typed(pilot, "remove @AB")
        await pilot.press("escape")
        await pilot.pause()
        counters = session.match.view(0).counters
        assert {c.place: c.name for c in counters} == {
            "@AA": "Armor",
            "@AC": "Missile",
            "@BA": "Missile",
            "@CA": "Airbase",
        }
        app.table.put_cursor("@AA")
        await pilot.press("enter", "w")
        await pilot.pause()
        assert "Army: 3 of 18" in text_of(app)
        app.table.put_cursor("@UA")
        await pilot.press("enter")
        await pilot.pause()
        assert "Army: 3 of 18" in text_of(app)
        await pilot.press("0")
        await pilot.pause()
        assert "0 does nothing now" in told(app)

    drive(session, steps, LARGE)


@pytest.mark.clause("AGR-53")
def test_armies_are_kept_and_used_again(make_session: MakeSession) -> None:
    session = make_session("aggressor")

    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("colon")
        for line, answer in (
            ("armies", "No army is kept yet"),
            ("army balanced", ""),
            ("save Mine", "kept as mine"),
            ("army random", ""),
            ("load none", "one of: mine"),
            ("save a/b", "letters, digits"),
            ("load mine", ""),
        ):
            app.table.order_line.clear()
            await typed(pilot, line)
            assert answer in told(app)
        assert app.session.armies.names() == ["mine"]
        view = session.match.view(0)
        army_setup = session.board.army_setup
        assert army_setup is not None
        assert army_setup.army(view) == session.armies.load("mine").units
        await pilot.press("escape", "0")
        await settled(pilot, app)
        assert session.view.title.startswith("Round 1")

    drive(session, steps)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
def test_how_the_set_up_looks(make_field: MakeField, size: tuple[int, int]) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("4", "down", "enter")
        await pilot.pause()
        check_snapshot(f"aggressor-{size[0]}-setup", text_of(app))

    drive(make_field({"west": None, "east": None}, rough=["@AC", "@BC", "@BD"]), steps, size)


@pytest.mark.parametrize("size", [SMALL, LARGE, HUGE], ids=["80x24", "120x40", "150x44"])
def test_how_a_turn_looks(make_field: MakeField, size: tuple[int, int]) -> None:
    name = f"aggressor-{size[0]}"

    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("1", "x")
        await pilot.pause()
        check_snapshot(f"{name}-turn", text_of(app))
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, Sheet)
        check_snapshot(f"{name}-keys", text_of(app))

    drive(make_field(rough=["@AC", "@BC", "@BD"]), steps, size)


@pytest.mark.clause("AGR-49")
def test_who_would_become_the_aggressor_is_asked_every_time(make_field: MakeField) -> None:
    session = make_field({"west": [("armor", "@JH")], "east": [("armor", "@LG")]})

    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("5")
        await settled(pilot, app)
        before = len(session.match.journal.steps)
        for _ in range(2):
            await pilot.press("5")
            await pilot.pause()
            assert isinstance(app.screen, Menu)
            assert "This makes West the aggressor" in text_of(app)
            assert "do not ask again" not in text_of(app)
            await pilot.press("down", "enter")
            await pilot.pause()
            assert len(session.match.journal.steps) == before
        await pilot.press("5", "enter")
        await pilot.pause()
        assert len(session.match.journal.steps) > before

    drive(session, steps)
