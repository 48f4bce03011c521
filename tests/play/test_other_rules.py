"""Stored matches when the version of the rules has changed since."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexfront.conformance.games import random_step
from hexfront.core.contract import SPECTATOR, UMPIRE
from hexfront.core.dice import dice_from_seed, secret_from_seed
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play import saves
from hexfront.play.live import LiveMatch
from hexfront.play.outputs import journal_file
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store
from hexfront.server.matches import restored

VIEWERS = (0, 1, SPECTATOR, UMPIRE)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path)
    yield store
    store.close()


@pytest.fixture
def live(store: Store) -> LiveMatch:
    """A match of two turns, whose rules have another version now."""
    system = find_system("brigade")
    document = load_scenario(system).document
    made = store.create(
        system.name, system.version, document, secret_from_seed(3), [SeatPlan("person")] * 2
    )
    live = LiveMatch(store, store.load(made.match))
    dice = dice_from_seed(4)
    while len(live.match.journal.steps) < 24:
        step = random_step(live.match.rules, live.match.state, dice)
        assert step is not None
        live.give(step.actor, [step.order], f"k{live.end}")
    with store.transaction() as db:
        db.execute("UPDATE matches SET rules_version = 'old'")
    live.record = store.load(made.match)
    return live


def known(live: LiveMatch) -> list[object]:
    return [(live.match.view(viewer), live.match.log_entries(viewer)) for viewer in VIEWERS]


def test_a_match_that_replays_equal_goes_on(store: Store, live: LiveMatch) -> None:
    again = LiveMatch(store, live.record)
    assert again.locked is None
    assert known(again) == known(live)
    side = again.match.decision.sides[0]
    order = again.match.rules.choices(again.match.state, side)[0]
    assert again.give(side, [order], "further").refusal is None
    assert LiveMatch(store, store.load(live.record.id)).end == again.end


def differ(store: Store, step: int) -> None:
    """Let the rules of the past have given another digest for a step."""
    with store.transaction() as db:
        db.execute("UPDATE steps SET digest = 'other' WHERE number = ?", (step,))


def test_a_match_that_differs_is_read_to_its_end_and_begun_anew(
    store: Store, live: LiveMatch
) -> None:
    differ(store, 20)
    past = LiveMatch(store, store.load(live.record.id))
    assert past.locked is not None and "rules have changed" in past.locked.reason
    for viewer in VIEWERS:
        assert past.match.log_entries(viewer) == live.match.log_entries(viewer)
        assert past.history.view(viewer, len(past.match.logs[viewer]))
    assert len(past.match.journal.steps) == 19
    assert past.machine_to_move() is None
    assert past.give(0, [0], "a").refusal == past.locked
    assert past.undo(0, "b").refusal == past.locked
    with pytest.raises(InputError, match="rules have changed"):
        journal_file(past)
    with pytest.raises(InputError, match="rules have changed"):
        saves.save(store, past, 0, "x")
    # Nothing of it was written over.
    assert store.load(live.record.id).digests[19] == "other"
    made, _ = restored(store, live.record.id, {0: "a" * 30, 1: "b" * 30}, "")
    anew = LiveMatch(store, store.load(made.match))
    assert anew.locked is None
    assert anew.match.journal.digests[:19] == list(live.match.journal.digests[:19])
    assert anew.record.restored == (live.record.id, 19)
    assert anew.record.rules_version == find_system("brigade").version
    assert anew.closed is None


def test_a_match_of_these_very_rules_that_differs_is_damaged(store: Store, live: LiveMatch) -> None:
    with store.transaction() as db:
        version = find_system("brigade").version
        db.execute("UPDATE matches SET rules_version = ?", (version,))
    differ(store, 20)
    with pytest.raises(InputError, match="step 20 /digest"):
        LiveMatch(store, store.load(live.record.id))
    with pytest.raises(InputError, match="restore"):
        saves.begin_anew(store, live)
