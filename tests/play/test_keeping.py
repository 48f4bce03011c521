"""How long matches are kept, and how they are deleted."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from hexfront.core.contract import Step
from hexfront.core.errors import InputError
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.retention import (
    FRESH_DAYS,
    NOTICE_DAYS,
    Limit,
    Limits,
    Retention,
    agree_to_delete,
    delete,
    note_visit,
)
from hexfront.play.storage.store import Store

PERSON, MACHINE = SeatPlan("person"), SeatPlan("machine", "random")
START = date(2026, 1, 1)
"""When the matches of these tests are made; the other days are counted from it."""


def on(days: int) -> date:
    return START + timedelta(days)


@pytest.fixture
def store(where: str | Path) -> Iterator[Store]:
    store = Store(where)
    yield store
    store.close()


def made(store: Store, *seats: SeatPlan) -> tuple[str, dict[int, str]]:
    new = store.create("duel", "1", {"title": "A duel"}, bytes(32), seats or (PERSON, MACHINE))
    begin(store, new.match)
    return new.match, new.tokens


def begin(store: Store, match: str) -> None:
    change(store, "UPDATE seats SET visited = ? WHERE match_id = ?", (str(START), match))


def change(store: Store, statement: str, values: tuple[object, ...]) -> None:
    with store.transaction() as db:
        db.execute(statement, values)


def finished(store: Store) -> str:
    match, _ = made(store)
    store.append(match, 0, [Step(0, 1)], ["aa"], [1], result={"winners": [0]})
    return match


def uploaded(store: Store) -> str:
    new = store.keep_finished(
        "duel", "1", {}, bytes(32), ["a", "b"], [], [], {"winners": []}, head=""
    )
    begin(store, new.match)
    return new.match


def keeping(store: Store, **limits: Limit) -> Retention:
    """Limits that hold for long already."""
    return Retention(store, Limits(**limits), on(-1000))


def test_without_limits_everything_is_kept(store: Store) -> None:
    made(store), finished(store), uploaded(store)
    nothing = keeping(store)
    assert nothing.expired(on(10_000)) == []
    assert nothing.limits.in_words() == ""


def test_each_sort_of_match_has_limits_of_its_own(store: Store) -> None:
    (open_match, _), over, brought = made(store), finished(store), uploaded(store)
    limit = Limit(days=30)
    assert keeping(store, unfinished=limit).expired(on(31)) == [open_match]
    assert keeping(store, finished=limit).expired(on(31)) == [over]
    assert keeping(store, uploaded=limit).expired(on(31)) == [brought]
    assert keeping(store, unfinished=limit).expired(on(30)) == []


def test_a_match_that_somebody_opens_is_kept_longer(store: Store) -> None:
    match, tokens = made(store, PERSON, PERSON)
    limits = keeping(store, unfinished=Limit(days=30))
    assert limits.last_days([tokens[0]]) == {match: on(30)}
    note_visit(store, match, [1], on(20))
    # When the other looked at it is nobody's business.
    assert limits.last_days([tokens[0]]) == {match: on(30)}
    assert limits.last_days([tokens[1]]) == {match: on(50)}
    assert limits.expired(on(50)) == []
    assert limits.expired(on(51)) == [match]


def test_new_limits_delete_nothing_before_players_could_read_them(store: Store) -> None:
    match, tokens = made(store)
    limits = Limits(unfinished=Limit(days=1, matches=0))
    Retention(store, limits, on(100))
    again = Retention(store, limits, on(103))  # a restart is no change
    assert again.last_days([tokens[0]]) == {match: on(100 + NOTICE_DAYS)}
    assert again.expired(on(100 + NOTICE_DAYS)) == []
    assert again.expired(on(101 + NOTICE_DAYS)) == [match]


def test_of_too_many_matches_the_unplayed_and_the_longest_unopened_go_first(store: Store) -> None:
    (old, _), (late, _), (unplayed, _) = made(store), made(store), made(store)
    for match in (old, late):
        store.append(match, 0, [Step(0, 1)], ["aa"], [1], request=(0, "key-0001", 1))
    note_visit(store, late, [0], on(5))
    note_visit(store, unplayed, [0], on(9))
    day = on(9 + FRESH_DAYS + 1)
    assert keeping(store, unfinished=Limit(matches=2)).expired(day) == [unplayed]
    assert sorted(keeping(store, unfinished=Limit(matches=1)).expired(day)) == sorted(
        [old, unplayed]
    )


def test_new_matches_drive_out_none_that_was_opened_lately(store: Store) -> None:
    for _ in range(5):
        made(store)
    limits = keeping(store, unfinished=Limit(matches=0))
    assert limits.expired(on(FRESH_DAYS)) == []
    assert len(limits.expired(on(FRESH_DAYS + 1))) == 5


def test_a_match_is_kept_while_one_of_its_family_is_opened(store: Store) -> None:
    (first, _), (later, _) = made(store), made(store)
    change(store, "UPDATE matches SET family = ? WHERE id = ?", (first, later))
    note_visit(store, later, [0], on(40))
    assert keeping(store, unfinished=Limit(days=30)).expired(on(50)) == []


def test_the_limits_are_said_in_words() -> None:
    limits = Limits(unfinished=Limit(days=180), uploaded=Limit(30, 100))
    assert limits.in_words() == (
        "This server deletes unfinished matches 180 days after they were last opened; uploaded"
        " matches 30 days after they were last opened and when there are more than 100, the"
        " longest unopened first."
    )


def test_nothing_of_a_deleted_match_stays(store: Store) -> None:
    """Whatever the tables of the store are called."""
    (gone, _), (before, _) = made(store), made(store)
    store.append(gone, 0, [Step(0, 1)], ["aa"], [1], request=(0, "key-0001", 1))
    change(store, "UPDATE matches SET next_match = ? WHERE id = ?", (gone, before))
    channel = (
        "INSERT INTO channels (id, match_id, side, way, address)"
        " VALUES ('c', ?, 0, 'email', 'a@b.c')"
    )
    change(store, channel, (gone,))
    change(
        store, "INSERT INTO notices VALUES ('n', 'c', 'turn', ?, 0, '', '', 0, 0, 0, 0)", (gone,)
    )
    change(store, "INSERT INTO warned VALUES (?, 0, 5)", (gone,))
    saved = "INSERT INTO saves VALUES (?, 0, 'here', ?, '', '', ?)"
    change(store, saved, (gone, gone, b"[]"))
    change(store, "INSERT INTO holders VALUES (?, 'process', 7)", (gone,))
    delete(store, gone)
    tables = store.backend.tables()
    assert len(tables) > 12
    rows = [row for table in tables for row in store.read(f"SELECT * FROM {table}")]
    assert not [row for row in rows if gone in row]
    assert store.load(before).next_match is None


def test_a_match_is_deleted_when_all_its_persons_want_that(store: Store) -> None:
    match, _ = made(store, PERSON, PERSON, MACHINE, SeatPlan("person", invited=True))
    assert agree_to_delete(store, match, [0]) == [1]
    note_visit(store, match, [0], on(0))
    assert agree_to_delete(store, match, [1]) == [0]  # the first has opened it again
    assert agree_to_delete(store, match, [0]) == []


def test_who_only_watches_deletes_nothing(store: Store) -> None:
    match, _ = made(store)
    for sides in ([-2], [1], []):
        with pytest.raises(InputError, match="a player's seat"):
            agree_to_delete(store, match, sides)
