"""What live matches on one scenario keep once, and what each has of its own."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

from hexfront.core.contract import SPECTATOR, UMPIRE
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.live import LiveMatch
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store

PERSONS = [SeatPlan("person", adds=False)] * 2


def begin(store: Store, scenario: object, system: str = "brigade") -> LiveMatch:
    found = find_system(system)
    made = store.create(found.name, found.version, scenario, bytes(32), PERSONS)
    return LiveMatch(store, store.load(made.match))


def test_a_scenario_is_kept_once_as_long_as_a_match_needs_it(tmp_path: Path) -> None:
    store = Store(tmp_path)
    system = find_system("brigade")
    scenario = load_scenario(system)
    assert system.scenarios.with_options is not None
    other = system.scenarios.with_options(scenario, {"sequence": "igougo"})
    first, second = begin(store, scenario.document), begin(store, scenario.document)
    assert first.shared is second.shared
    assert first.record.scenario is second.record.scenario
    assert first.match.rules is not second.match.rules
    assert begin(store, other.document).shared.document == other.document != scenario.document
    kept = weakref.ref(first.shared)
    del first
    gc.collect()
    assert kept() is second.shared
    del second
    gc.collect()
    assert kept() is None
    store.close()


def test_matches_of_idahex_have_room_for_kernels_of_their_own(tmp_path: Path) -> None:
    """They are played on in several threads at once."""
    store = Store(tmp_path)
    document = load_scenario(find_system("idahex")).document
    matches = [begin(store, document, "idahex") for _ in range(2)]
    first, second = (live.match.rules.setting for live in matches)  # type: ignore[attr-defined]
    assert first.scratch is not second.scratch
    assert first.design is second.design
    store.close()


def test_an_entry_is_kept_once_for_all_who_are_told_the_same(tmp_path: Path) -> None:
    store = Store(tmp_path)
    system = find_system("brigade")
    assert system.scenarios.with_options is not None
    scenario = system.scenarios.with_options(load_scenario(system), {"sequence": "igougo"})
    live = begin(store, scenario.document)
    while not live.match.logs[SPECTATOR]:
        (side,) = live.waiting
        view = live.match.view(side)
        assert live.give(side, live.offers(view)[0].orders, f"key {live.end[0]}").refusal is None
    lines = [live.match.logs[viewer][0] for viewer in (0, 1, SPECTATOR, UMPIRE)]
    assert all(line is lines[0] for line in lines)
    store.close()
