from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import textual.app
import textual.pilot
from textual._context import active_app

from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store
from hexfront.tui.session import Session, new_match
from tests.aggressor.positions import scenario_document

SNAPSHOTS = Path(__file__).parent / "snapshots"

MakeSession = Callable[..., Session]
Places = dict[str, list[tuple[str, str]] | None]
MakeField = Callable[..., Session]

FIELD: Places = {
    "west": [("armor", "@HH"), ("airbase", "@BB"), ("infantry", "@JC"), ("artillery", "@JM")],
    "east": [("armor", "@LM"), ("infantry", "@SO"), ("infantry", "@NH"), ("support", "@UA")],
}


STILL = 10
"""Turns of the loop in which nothing has anything to do: a message goes through some of them."""


async def until_still(min_sleep: float = 0, max_sleep: float = 0) -> None:
    """Wait until no part of the screen has a message before it."""
    app, turns = active_app.get(), 0
    while turns < STILL:
        await asyncio.sleep(0)
        parts = [app, *(part for screen in app.screen_stack for part in screen.walk_children())]
        waiting = any(part.message_queue_size for part in (*parts, *app.screen_stack))
        turns = 0 if waiting else turns + 1


@pytest.fixture(autouse=True)
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual takes the screen for done when the processor rests for 20 ms; these look at it."""
    monkeypatch.setattr(textual.app, "wait_for_idle", until_still)
    monkeypatch.setattr(textual.pilot, "wait_for_idle", until_still)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "data")
    yield store
    store.close()


@pytest.fixture
def make_session(store: Store) -> MakeSession:
    """A match of a person on the first side with the same dice every time."""

    def make(system: str = "brigade", scenario: str | None = None, opponent: str = "") -> Session:
        found = find_system(system)
        loaded = load_scenario(found, scenario)
        other = SeatPlan("machine", opponent or "random")
        if opponent == "person":
            other = SeatPlan("person")
        seats = [SeatPlan("person"), *[other] * (len(found.rules(loaded).sides) - 1)]
        return Session(store, new_match(store, found, loaded, seats, seed=1))

    return make


EAST_FAR = [("armor", "@UA"), ("armor", "@UB"), ("armor", "@UC")]


@pytest.fixture
def make_field(make_session: MakeSession, tmp_path: Path) -> MakeField:
    """A game on clear ground whose armies stand; West begins."""

    def make(armies: Places = FIELD, opponent: str = "person", **options: Any) -> Session:
        units = {
            side: [{"type": type, "hex": hex} for type, hex in army]
            for side, army in armies.items()
            if army is not None
        }
        size = len(armies["west"] or range(18))
        document = scenario_document(units, size=size, first="west", **options)
        path = tmp_path / "field.json"
        path.write_text(json.dumps(document))
        return make_session("aggressor", str(path), opponent)

    return make


def check_snapshot(name: str, text: str) -> None:
    """Compare with a text that was looked at; HEXFRONT_SNAPSHOTS=write writes it anew."""
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("HEXFRONT_SNAPSHOTS") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), f"differs from {path}"
