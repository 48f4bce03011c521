"""A database that takes nothing or is away: what pages say meanwhile, and how they come back."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from hexfront.play.storage.database import FILE_NAME
from tests.browser.axe import faults
from tests.browser.conftest import Open, Screen, Server
from tests.browser.players import meet, sign_up
from tests.postgresql import NOT_INSTALLED, PostgreSQL, postgresql, programs

resource = pytest.importorskip("resource", reason="limits of a process are Unix's")
Broken = Callable[[], contextlib.AbstractContextManager[None]]


class Club(Server):
    """A server whose process can be told what it may write."""

    @property
    def process(self) -> int:
        """Its number."""
        return self._process.pid

    @contextlib.contextmanager
    def full(self) -> Iterator[None]:
        """No file of the server may be written to beyond its first byte."""
        kept = resource.prlimit(self.process, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process, resource.RLIMIT_FSIZE, (1, kept[1]))
        try:
            yield
        finally:
            resource.prlimit(self.process, resource.RLIMIT_FSIZE, kept)

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Another program writes to the file of the server, and does not end."""
        with contextlib.closing(sqlite3.connect(self._data / FILE_NAME)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.rollback()


def order_is_refused_and_then_taken(
    anna: Screen, broken: Broken, why: str, *, kept: int = 0
) -> None:
    """Give one order while the database is broken and after that; it is kept once.

    `kept`: how many were given before.
    """
    anna.settle()
    own = "(kept) => hexfront.counters().filter((one) => one.side === 0)[kept].id"
    anna.choose(anna.page.evaluate(own, kept))
    taken = anna.page.evaluate("hexfront.counters().map((one) => one.place)")
    goal = next(place for place in anna.targets("move") if place not in taken)
    with broken():
        anna.click_place(goal)
        expect(anna.page.get_by_test_id("notices")).to_contain_text(f"Not saved: {why}")
        assert anna.state()["log"] == kept, "nothing of it is shown as done"
    anna.click_place(goal)
    anna.wait(f"hexfront.state().log === {kept + 1}")
    anna.page.reload()
    anna.wait(f"window.hexfront && hexfront.state().open && hexfront.state().log === {kept + 1}")


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="another process's limits are Linux's")
def test_a_full_disk_and_a_file_that_is_held(open_screen: Open, tmp_path: Path) -> None:
    club = Club(tmp_path / "data")
    try:
        anna, berta = (open_screen("/account", club.address) for _ in range(2))
        sign_up(anna, "Anna")
        sign_up(berta, "Berta")
        meet(anna, berta)
        order_is_refused_and_then_taken(anna, club.full, "the database's disk fails")
        order_is_refused_and_then_taken(anna, club.held, "the database is busy", kept=1)
        page = berta.page
        page.goto(f"{club.address}/lobby")
        with club.full():
            page.get_by_test_id("open-game").click()
            told = page.get_by_role("alert")
            expect(told).to_have_text(
                "Not saved: the database's disk fails. Try again in a moment."
            )
            page.get_by_test_id("ratings").scroll_into_view_if_needed()
            expect(told).to_be_in_viewport()
        page.get_by_test_id("open-game").click()
        expect(page.get_by_test_id("leave")).to_be_visible()
        berta.problems.clear()  # the browser itself tells of the answer 503
    finally:
        club.kill()


@contextlib.contextmanager
def gone(database: PostgreSQL) -> Iterator[None]:
    """The database is stopped, as by a kill, and started again."""
    database.stop()
    try:
        yield
    finally:
        database.start()


@contextlib.contextmanager
def read_only(database: PostgreSQL) -> Iterator[None]:
    """All that the server writes is refused, as by a standby."""
    import psycopg

    for state in ("on", "off"):
        database.execute(f"ALTER SYSTEM SET default_transaction_read_only = {state}")
        database.execute("SELECT pg_reload_conf()")
        seen = ""
        while seen != state:  # whoever connects now comes after all were told
            with psycopg.connect(database.address("postgres")) as connection:
                row = connection.execute("SHOW default_transaction_read_only").fetchone()
                seen = row[0] if row else ""
        if state == "on":
            yield


@pytest.mark.slow
@pytest.mark.skipif(programs() is None, reason=NOT_INSTALLED)
def test_a_database_that_can_only_be_read_and_one_that_is_gone(
    open_screen: Open, tmp_path: Path
) -> None:
    with postgresql() as database:
        environment = os.environ | {"HEXFRONT_DATABASE": database.database()}
        club = Club(tmp_path / "data", environment)
        try:
            anna, berta = (open_screen("/account", club.address) for _ in range(2))
            sign_up(anna, "Anna")
            sign_up(berta, "Berta")
            meet(anna, berta)
            order_is_refused_and_then_taken(
                anna, lambda: read_only(database), "the database can only be read now"
            )
            pages_wait(open_screen, anna, berta, database)
        finally:
            club.kill()


def pages_wait(open_screen: Open, anna: Screen, berta: Screen, database: PostgreSQL) -> None:
    """Pages that are opened while the database is gone say so, and are there when it is back."""
    address, state = anna.address, anna.page.context.storage_state()
    opened = {
        "/account": ("link", "Games and ratings"),
        "/player?name=Berta": ("heading", "Games"),
        "/tournaments": ("heading", "A new tournament"),
        "/lobby": ("heading", "Your matches"),
    }
    with gone(database):
        screens = {}
        for path in opened:
            screens[path] = open_screen(path, address, storage_state=state, bypass_csp=True)
        for path in ("/account", "/player?name=Berta"):
            said = screens[path].page.get_by_test_id("unanswered")
            expect(said).to_have_text(
                "The server cannot look that up now: the database is gone."
                " It is tried again by itself."
            )
        assert faults(screens["/account"]) == []
        berta.page.reload()
        expect(berta.page.get_by_test_id("lost")).to_contain_text("the database is gone. It is")
    for path, (role, name) in opened.items():
        shown = screens[path].page
        expect(shown.get_by_role(role, name=name, exact=True).first).to_be_visible()  # type: ignore[arg-type]
        expect(shown.get_by_test_id("unanswered")).to_have_text("")
        screens[path].problems.clear()  # the browser itself tells of answers 503
    berta.wait("window.hexfront && hexfront.state().open && hexfront.state().mustAct")
    berta.settle()
    berta.press_main_soon()
    anna.settle()
    anna.press_main_soon()
    berta.wait_past_playback("hexfront.state().log > 1")
    for screen in (anna, berta, *screens.values()):
        screen.problems.clear()
        screen.page.close()  # before the server goes for good
