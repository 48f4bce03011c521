"""The screen in the terminal, driven by keys."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, OptionList

from hexfront.core.contract import UMPIRE
from hexfront.core.errors import HexfrontError
from hexfront.core.journal import read_journal, verify
from hexfront.play.storage.database import NotSaved
from hexfront.tui.screen.app import TableApp
from hexfront.tui.screen.keys import KEYS, overlay_keys
from hexfront.tui.screen.screens import Battle, Ending, HandOver, Menu, Rules, Saving, Sheet
from hexfront.tui.session import MachineFailed, Session
from tests.tui.conftest import MakeSession, check_snapshot

SMALL, LARGE = (80, 24), (120, 40)
FASTEST = 4
TRIES = 6000
"""Of a fiftieth of a second, after which something will not come any more."""


def drive(
    session: Session,
    steps: Callable[[Pilot[Any], TableApp], Awaitable[None]],
    size: tuple[int, int] = SMALL,
    blink: float = 0,
) -> TableApp:
    app = TableApp(session, speed=FASTEST, blink=blink)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await steps(pilot, app)

    asyncio.run(run())
    return app


def text_of(app: TableApp) -> str:
    """What stands on the screen."""
    width, height = app.size
    strips = app.screen._compositor.render_strips()
    return "".join(f"{strip.text[:width].rstrip()}\n" for strip in strips[:height])


async def settled(pilot: Pilot[Any], app: TableApp) -> None:
    """Wait for the machines, and skip what is played back."""
    for _ in range(TRIES):
        await pilot.pause(0.02)
        if app.table.playing is not None:
            await pilot.press("escape")
        elif not app.table.thinking:
            await pilot.pause()
            return
    pytest.fail("the machine thinks for ever")


async def shown(pilot: Pilot[Any], app: TableApp, words: str) -> None:
    """Wait until words stand on the screen: lists scroll some refreshes after they grow."""
    for _ in range(TRIES):
        if words in text_of(app):
            return
        await pilot.pause(0.02)
    pytest.fail(f"never shown: {words}")


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
def test_how_it_looks(make_session: MakeSession, size: tuple[int, int]) -> None:
    name = f"screen-{size[0]}"

    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        check_snapshot(f"{name}-start", text_of(app))
        await pilot.press("tab", "tab", "tab", "down", "down", "right")
        await pilot.pause()
        check_snapshot(f"{name}-reach", text_of(app))
        await pilot.press("enter")
        await pilot.pause()
        check_snapshot(f"{name}-plotted", text_of(app))
        await pilot.press("o")
        await pilot.pause()
        check_snapshot(f"{name}-battle", text_of(app))
        await pilot.press("escape", "question_mark")
        await pilot.pause()
        check_snapshot(f"{name}-keys", text_of(app))

    drive(make_session(), steps, size)


def test_a_whole_game_by_keys_is_saved_and_sound(make_session: MakeSession, tmp_path: Path) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        for turn in range(4):
            await pilot.press("tab", "tab", "down", "down", "enter")
            await pilot.press("colon", *("5 move 0602" if turn == 0 else "done"), "enter")
            await settled(pilot, app)
            if turn == 0:
                assert app.table.view.marks
                await pilot.press("escape", "e", "enter")
                await settled(pilot, app)
            if turn < 3:
                await pilot.press("escape")
        assert isinstance(app.screen, Ending)
        await shown(pilot, app, "60 B-7 moves")
        check_snapshot("screen-80-end", text_of(app))
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(app.screen, Saving)
        await pilot.press("ctrl+u", *str(tmp_path / "game.jsonl"), "enter")
        await pilot.pause()
        await pilot.press("q")

    app = drive(make_session(), steps)
    assert app.return_code == 0
    journal, rules, _ = read_journal(tmp_path / "game.jsonl")
    assert verify(journal, rules) == app.session.result


def test_odds_stand_in_the_panel_before_an_attack(make_session: MakeSession) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("colon", *"3 move 0405", "enter", "escape")
        await pilot.pause()
        app.table.select("3")
        app.table.put_cursor("0406")
        app.table.show()
        await pilot.pause()
        text = text_of(app)
        assert "Enter: Attack C-7" in text
        assert "1/6" in text and "█" in text
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, Menu)
        await pilot.press("enter")
        await pilot.pause()
        assert [mark.kind for mark in app.table.view.marks] == ["move", "attack"]

    drive(make_session(), steps, LARGE)


def test_undo_and_redo_and_why_not(make_session: MakeSession) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("u")
        await pilot.pause()
        assert app.table.view.marks == ()
        await pilot.press("tab", "down", "enter")
        await pilot.pause()
        assert len(app.table.view.marks) == 1
        await pilot.press("u")
        await pilot.pause()
        assert app.table.view.marks == ()
        assert app.table.log.option_count == 0
        await pilot.press("y")
        await pilot.pause()
        assert len(app.table.view.marks) == 1
        assert app.table.log.option_count == 1

    drive(make_session(), steps)


def test_what_happened_is_played_step_by_step(make_session: MakeSession) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("tab", "down", "enter", "e", "enter")
        for _ in range(400):
            await pilot.pause(0.02)
            if app.table.playing is not None:
                break
        await pilot.press("space")
        queue = app.table.playing
        assert queue is not None
        assert queue.paused
        at = queue.at
        assert "paused" in text_of(app)
        await pilot.press("right")
        assert queue.at == at + 1
        await pilot.press("left", "left", "left", "left", "left")
        assert queue.at == 0
        await pilot.press("escape")
        await pilot.pause()
        assert app.table.playing is None
        await pilot.press("p")
        assert app.table.playing is not None
        await pilot.press("escape", "h")
        assert app.table.playing is not None
        assert app.table.playing.number == len(app.session.log_entries())
        await pilot.press("escape")

    drive(make_session(), steps)


def test_log_finds_the_place_and_says_why(make_session: MakeSession) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("tab", "down", "enter", "down", "l", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Sheet)
        assert app.table.cursor == app.session.log_entries()[-1].places[-1]
        assert "BRG-9" in text_of(app)
        await pilot.press("escape")

    drive(make_session(), steps)


def test_order_of_battle_sorts_and_finds(make_session: MakeSession) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("o")
        await pilot.pause()
        assert isinstance(app.screen, Battle)
        table = app.screen.query_one(DataTable)
        await pilot.press("1", "1")
        assert table.get_row_at(0)[0] == "(10)"
        await pilot.press("enter")
        await pilot.pause()
        assert app.table.selected == "10"
        assert app.table.cursor == "0608"

    drive(make_session(), steps)


def test_rulebook_is_searched(make_session: MakeSession) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("b", *"infiltration", "down")
        await pilot.pause()
        assert isinstance(app.screen, Rules)
        titles = app.screen.query_one("#titles", OptionList)
        assert "BRG-19" in {option.id for option in titles.options}
        await pilot.press("escape")

    drive(make_session(), steps)


def test_overlays_show_their_figures(make_session: MakeSession) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("z")
        await pilot.pause()
        assert app.table.reading is not None
        assert "Zones of control" in text_of(app)
        await pilot.press("escape")
        assert app.table.reading is None
        app.table.put_cursor("0608")
        await pilot.press("r")
        await pilot.pause()
        assert app.table.reading is not None
        assert app.table.reading.subject == "10"

    drive(make_session(), steps, LARGE)


def test_two_persons_hand_the_table_over_unseen(make_session: MakeSession) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("tab", "down", "enter", "e", "enter")
        await pilot.pause()
        assert isinstance(app.screen, HandOver)
        hidden = text_of(app)
        assert "Bluefor" in hidden
        assert "0101" not in hidden and "1-44" not in hidden
        await pilot.press("enter")
        await pilot.pause()
        assert app.session.viewer == 1
        assert app.table.view.marks == ()
        assert "1-44 is to move" not in text_of(app)
        assert "[1 M4]" in text_of(app)
        await pilot.press("u")
        await pilot.pause()
        assert app.session.viewer == 1

    drive(make_session(opponent="person"), steps, LARGE)


def test_zoom_theme_numbers_and_counters(make_session: MakeSession) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("plus", "plus", "d", "n", "c")
        await pilot.pause()
        assert app.table.chart.zoom.name == "large"
        assert app.theme == "textual-light"
        map_text = "\n".join(app.table.map._canvas.lines())
        assert "0101" not in map_text and "[" not in map_text

    drive(make_session(), steps)


def test_a_click_chooses_and_orders(make_session: MakeSession) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        for place in ("0501", "0502"):
            span = app.table.chart.cells[place].spans[-1]
            left, top = app.table.map._margin()
            await pilot.click("#map", offset=(span.column + left + 1, span.row + top))
            await pilot.pause()
        assert [mark.subject for mark in app.table.view.marks] == ["4"]

    drive(make_session(), steps, LARGE)


def test_a_typed_order_without_a_meaning_changes_nothing(make_session: MakeSession) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        before = app.session.match.journal.digests[:]
        await pilot.press("colon", *"3 fly home", "enter")
        await pilot.pause()
        assert app.session.match.journal.digests == before
        assert "3 move" in " ".join(note.message for note in app._notifications)

    drive(make_session(), steps)


def test_a_board_without_hexes_for_three(make_session: MakeSession, duel: None) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("m", "down", "enter")
        await pilot.pause()
        assert app.session.match.journal.steps
        assert not isinstance(app.screen, Menu)
        await pilot.press("q")  # while a machine may be thinking

    drive(make_session("duel", "three"), steps)


@pytest.mark.parametrize("error", [MachineFailed("opponent x failed"), NotSaved("not saved")])
def test_a_failure_ends_the_table_with_its_reason(
    make_session: MakeSession, monkeypatch: pytest.MonkeyPatch, error: HexfrontError
) -> None:
    session = make_session()

    def fail(*_: object) -> None:
        raise error

    name = "think" if isinstance(error, MachineFailed) else "give"
    monkeypatch.setattr(session, name, fail)

    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        await pilot.press("e", "enter")
        await pilot.pause(0.1)

    app = drive(session, steps)
    assert app.failure is error
    assert app.return_value == 1


def test_after_the_end_the_umpires_eyes_are_lent(make_session: MakeSession) -> None:
    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        for _ in range(4):
            await pilot.press("e", "enter")
            await settled(pilot, app)
        await pilot.press("enter")
        await pilot.pause()
        assert app.session.viewer == UMPIRE
        await pilot.press("tab", "e", "u", "h", "left", "escape")

    drive(make_session(), steps)


def test_no_key_is_bound_twice_and_overlays_take_free_ones(make_session: MakeSession) -> None:
    keys = [part for key in KEYS for part in key.keys.split(",")]
    assert len(keys) == len(set(keys))
    overlays = make_session().rules.overlays
    assert not set(overlay_keys(overlays)) & set(keys)
    assert list(overlay_keys([*overlays, *overlays]).values()) == [*overlays, *overlays]


def test_an_order_that_leaves_something_undone_asks_first(make_session: MakeSession) -> None:
    session = make_session(opponent="person")

    async def steps(pilot: Pilot[Any], app: TableApp) -> None:
        title = app.table.view.title
        for keys in (("escape",), ("down", "enter")):
            await pilot.press("e")
            await pilot.pause()
            assert isinstance(app.screen, Menu)
            assert "companies could still be given orders." in text_of(app)
            await pilot.press(*keys)
            await pilot.pause()
            assert (app.table.view.title, app.table.view.must_act) == (title, True)
        await pilot.press("e", "down", "down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, HandOver)
        await pilot.press("enter")
        await settled(pilot, app)
        # Whoever does not want to be asked again is not.
        await pilot.press("e")
        await settled(pilot, app)
        assert not isinstance(app.screen, Menu)

    drive(session, steps)
