"""How offers and views are written for a page: short, and nothing that it need not know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexfront.core.contract import Aim, Kind, Offer, View
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.live import LiveMatch
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store
from hexfront.server.tables.snapshots import take_snapshot
from hexfront.server.wire.frames import write_frame

LAND = Offer((), "land", "Land", "BRG-1", "3", key="7", word="boats")


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveMatch]:
    brigade = find_system("brigade")
    store = Store(tmp_path)
    document = load_scenario(brigade).document
    made = store.create("brigade", brigade.version, document, bytes(32), [SeatPlan("person")] * 2)
    yield LiveMatch(store, store.load(made.match))
    store.close()


def offered(live: LiveMatch, monkeypatch: pytest.MonkeyPatch, *offers: Offer) -> list[Any]:
    """Offers as they are sent."""
    monkeypatch.setattr(LiveMatch, "offers", lambda *_: offers)
    sent = json.loads(f"{{{take_snapshot(live, 0, None).text}}}")["offers"]
    assert isinstance(sent, list)
    return sent


def test_places_to_aim_at_are_sent_as_runs_of_numbers(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    labels = list(live.language.place_numbers)
    chosen = tuple(labels[i] for i in (12, 3, 4, 5, 9, 11))
    several = Offer((), "land", "Land", "BRG-1", aim=Aim(100, chosen))
    everywhere = Offer((), "land", "Land", "BRG-1", aim=Aim(7))
    nowhere = Offer((), "land", "Land", "BRG-1", aim=Aim(7, ()))
    sent = offered(live, monkeypatch, several, everywhere, nowhere)
    assert sent[0]["aim"] == {"first": 100, "runs": [3, 5, 9, 9, 11, 12]}
    assert sent[1]["aim"] == {"first": 7, "runs": None}
    assert sent[2]["aim"] == {"first": 7, "runs": []}


def test_word_key_and_aim_stand_only_where_there_are_any(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, special = offered(live, monkeypatch, Offer((1,), "done", "Done", "BRG-1"), LAND)
    assert not {"aim", "word", "key"} & plain.keys()
    assert (special["word"], special["key"]) == ("boats", "7")
    assert special["typed"] == "3 land boats"


def test_of_the_facts_only_what_a_page_draws_is_sent() -> None:
    view = View(0, 1, Kind.ORDERS, True, "", "", (), facts={"sectors": [1], "dice": [2]})
    assert json.loads(write_frame(view))["facts"] == {"sectors": [1]}
    bare = View(0, 1, Kind.ORDERS, True, "", "", (), facts={"dice": [2]})
    assert "facts" not in json.loads(write_frame(bare))
