"""The journal store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexfront.core.contract import CHANCE, SPECTATOR, Step
from hexfront.core.errors import InputError
from hexfront.play.storage.database import NotSaved
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.retention import delete
from hexfront.play.storage.store import Store


@pytest.fixture
def store(where: str | Path) -> Iterator[Store]:
    """In each of the databases."""
    store = Store(where)
    yield store
    store.close()


@pytest.fixture
def another(where: str | Path, store: Store) -> Iterator[Store]:
    """What another process has of the same database."""
    other = Store(where)
    yield other
    other.close()


def new_match(store: Store) -> tuple[str, dict[int, str]]:
    made = store.create(
        "duel",
        "1",
        {"title": "A duel"},
        bytes(32),
        [SeatPlan("person"), SeatPlan("machine", "random")],
    )
    return made.match, made.tokens


def test_what_was_stored_comes_back(store: Store, another: Store) -> None:
    match, _ = new_match(store)
    store.append(match, 0, [Step(CHANCE, 2), Step(0, 7)], ["aa", "bb"], [1, 2])
    store.append(match, 2, [Step(1, 3)], ["cc"], [3], result={"winner": 0})
    record = another.load(match)
    assert record.steps == (Step(CHANCE, 2), Step(0, 7), Step(1, 3))
    assert record.digests == ("aa", "bb", "cc")
    assert record.bundles == (1, 2, 3)
    assert record.scenario == {"title": "A duel"}
    assert record.secret == bytes(32)
    assert record.seat_names == ["person", "random"]


def rows_of(store: Store, table: str) -> list[tuple[object, ...]]:
    return store.read(f"SELECT * FROM {table}")


def test_tokens_open_their_seats_and_are_stored_hashed(store: Store) -> None:
    match, tokens = new_match(store)
    assert set(tokens) == {SPECTATOR, 0}
    seat = store.seat(tokens[0])
    assert seat is not None
    assert (seat.match, seat.side, seat.kind) == (match, 0, "person")
    assert store.seat(tokens[0][:-1]) is None
    stored = [str(row) for table in store.backend.tables() for row in rows_of(store, table)]
    assert not any(token in row for token in tokens.values() for row in stored)


def test_a_request_is_remembered_with_its_steps(store: Store) -> None:
    match, _ = new_match(store)
    store.append(match, 0, [Step(0, 7)], ["aa"], [1], request=(0, "key-0001", 1))
    assert store.accepted(match, 0, "key-0001") == 1
    assert store.accepted(match, 1, "key-0001") is None


def test_a_second_writer_is_refused_and_nothing_is_half_done(store: Store, another: Store) -> None:
    match, _ = new_match(store)
    another.append(match, 0, [Step(0, 1)], ["aa"], [1])
    with pytest.raises(NotSaved, match="another server"):
        store.append(match, 0, [Step(0, 2), Step(0, 3)], ["bb", "cc"], [1, 1], request=(0, "k", 2))
    assert store.load(match).steps == (Step(0, 1),)
    assert store.accepted(match, 0, "k") is None


def test_an_unknown_match_is_named(store: Store) -> None:
    with pytest.raises(InputError, match="no-such"):
        store.load("no-such")


def test_a_match_that_somebody_deleted_leaves_the_list(store: Store) -> None:
    (gone, first), (kept, second) = new_match(store), new_match(store)
    delete(store, gone)
    assert [found.id for found in store.summaries([first[0], second[0]])] == [kept]


def test_summaries_show_no_time_of_play(store: Store) -> None:
    match, tokens = new_match(store)
    (before,) = store.summaries([tokens[0], "unknown-token-unknown-token"])
    store.append(match, 0, [Step(0, 1)], ["aa"], [1])
    (after,) = store.summaries([tokens[0]])
    assert before == after
    assert (after.title, after.over, after.sides) == ("A duel", False, (0,))


def test_an_undo_replaces_the_end_of_a_match_at_once(store: Store) -> None:
    match, _ = new_match(store)
    store.append(match, 0, [Step(0, n) for n in range(4)], list("abcd"), [1, 1, 3, 3])
    store.rewrite(match, 2, [Step(1, 9)], ["e"], [3], length=4, request=(0, "undo-key", 2))
    record = store.load(match)
    assert record.steps == (Step(0, 0), Step(0, 1), Step(1, 9))
    assert record.bundles == (1, 1, 3)
    assert store.accepted(match, 0, "undo-key") == 2


def test_an_undo_of_what_another_process_changed_is_refused(store: Store, another: Store) -> None:
    match, _ = new_match(store)
    store.append(match, 0, [Step(0, 1), Step(0, 2)], ["aa", "bb"], [1, 2])
    another.append(match, 2, [Step(1, 3)], ["cc"], [3])
    with pytest.raises(NotSaved, match="another server"):
        store.rewrite(match, 1, [], [], [], length=2)
    assert len(store.load(match).steps) == 3


def test_an_append_after_an_undo_elsewhere_is_refused(store: Store, another: Store) -> None:
    match, _ = new_match(store)
    store.append(match, 0, [Step(0, 1), Step(0, 2)], ["aa", "bb"], [1, 2])
    another.rewrite(match, 1, [], [], [], length=2)
    with pytest.raises(NotSaved, match="another server"):
        store.append(match, 2, [Step(0, 3)], ["cc"], [3])
    assert store.load(match).steps == (Step(0, 1),)


def test_an_append_after_an_undo_and_another_order_elsewhere_is_refused(
    store: Store, another: Store
) -> None:
    match, _ = new_match(store)
    store.append(match, 0, [Step(0, 1), Step(0, 2)], ["aa", "bb"], [1, 2])
    another.rewrite(match, 1, [Step(0, 3)], ["dd"], [2], length=2, last="bb")
    with pytest.raises(NotSaved, match="another server"):
        store.append(match, 2, [Step(1, 1)], ["cc"], [3], last="bb")
    with pytest.raises(NotSaved, match="another server"):
        store.rewrite(match, 1, [], [], [], length=2, last="bb")
    assert store.load(match).steps == (Step(0, 1), Step(0, 3))
    store.append(match, 2, [Step(1, 1)], ["cc"], [3], last="dd")
