"""Who serves a match: one process at a time, and one that believes it still does writes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hexfront.core.contract import Step
from hexfront.core.errors import InputError
from hexfront.play.storage.database import NotSaved, Superseded, Transaction
from hexfront.play.storage.leases import Lease
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store
from tests.play.test_store import new_match

A, B = "http://a:1", "http://b:2"


class Process:
    """A server process, as far as the store knows it."""

    def __init__(self, where: str | Path, address: str) -> None:
        self.store = Store(where)
        self.lease = Lease(self.store, address)

    def order(self, match: str, number: int) -> None:
        self.store.append(match, number, [Step(0, number)], [f"{number}"], [number + 1])

    def fence(self, match: str) -> int:
        rows = self.store.read("SELECT fence FROM holders WHERE match_id = ?", (match,))
        return int(rows[0][0])

    def stands_still(self) -> None:
        """Its lease runs out, by the database's clock, and it does not know."""
        with self.store.transaction() as db:
            db.execute(
                "UPDATE processes SET expires = unix_now() - 1 WHERE id = ?", (self.lease.process,)
            )


@pytest.fixture
def two(where: str | Path) -> Iterator[tuple[Process, Process]]:
    processes = Process(where, A), Process(where, B)
    yield processes
    for process in processes:
        process.store.close()


def test_a_match_is_served_by_who_takes_it_first(two: tuple[Process, Process]) -> None:
    a, b = two
    match, _ = new_match(a.store)
    assert a.lease.take(match) == ""
    assert b.lease.take(match) == A
    assert (a.lease.holds(match), b.lease.holds(match)) == (True, False)
    a.order(match, 0)
    with pytest.raises(Superseded):
        b.order(match, 1)
    assert len(a.store.load(match).steps) == 1
    assert b.lease.holder(match) == a.lease.process


def test_a_process_that_stood_still_writes_nothing_more(two: tuple[Process, Process]) -> None:
    a, b = two
    match, _ = new_match(a.store)
    assert a.lease.take(match) == ""
    a.order(match, 0)
    a.stands_still()
    assert b.lease.take(match) == ""
    assert a.lease.holds(match)  # it believes so
    writes = [
        lambda: a.order(match, 1),
        lambda: a.store.rewrite(match, 0, [], [], [], length=1),
        lambda: a.store.add_share(match, 0, "5"),
        lambda: a.store.note_hint(match, 0),
    ]
    for write in writes:
        with pytest.raises(Superseded):
            write()
    b.order(match, 1)
    assert not a.lease.renew()
    assert not a.lease.holds(match)
    a.lease.begin()
    assert a.lease.take(match) == B
    assert len(b.store.load(match).steps) == 2


def test_a_fence_never_goes_back(two: tuple[Process, Process]) -> None:
    a, b = two
    match, _ = new_match(a.store)
    fences = []
    for process, other in ((a, b), (b, a), (a, b)):
        assert process.lease.take(match) == ""
        fences.append(process.fence(match))
        process.order(match, len(fences) - 1)
        process.lease.let_go(match)
        with pytest.raises(Superseded):
            process.order(match, len(fences))
        assert other.lease.process != process.lease.process
    assert fences == [1, 2, 3]


def test_taking_back_what_one_held_before_is_another_fence(two: tuple[Process, Process]) -> None:
    """An order that was thought out under the first is not written under the third."""
    a, b = two
    match, _ = new_match(a.store)
    a.lease.take(match)
    a.stands_still()
    b.lease.take(match)
    b.stands_still()
    with pytest.raises(Superseded):
        b.lease.forget(match)
        b.lease.take(match)
    a.lease.begin()
    assert a.lease.take(match) == ""
    assert a.fence(match) == 3


def test_the_end_of_a_process_frees_its_matches_at_once(two: tuple[Process, Process]) -> None:
    a, b = two
    match, _ = new_match(a.store)
    a.lease.take(match)
    a.lease.end()
    assert b.lease.take(match) == ""
    with pytest.raises(NotSaved):
        a.order(match, 0)


def test_a_machine_that_was_to_move_is_gone_on_with_by_one_process(
    two: tuple[Process, Process],
) -> None:
    a, b = two
    seats = [SeatPlan("person"), SeatPlan("machine", "random")]
    waiting, person = (a.store.create("duel", "1", {}, bytes(32), seats).match for _ in range(2))
    for match, side in ((waiting, 1), (person, 0)):
        a.lease.take(match)
        a.store.append(match, 0, [Step(0, 1)], ["a"], [1], must_act=[side])
    assert b.lease.left_behind() == []
    a.stands_still()
    assert b.lease.left_behind() == [waiting]
    assert b.lease.left_behind() == []
    assert b.lease.take(waiting) == ""


def test_a_process_that_drains_sends_others_on(two: tuple[Process, Process]) -> None:
    a, b = two
    (held, _), (new, _) = new_match(a.store), new_match(a.store)
    a.lease.take(held)
    with b.store.transaction() as db:
        db.execute("UPDATE processes SET draining = 1 WHERE id = ?", (a.lease.process,))
    assert a.lease.renew()
    assert a.lease.take(new) == B
    assert a.lease.take(held) == ""
    b.lease.end()
    assert a.lease.take(new) == ""  # better than nobody


def test_who_has_lost_its_lease_holds_nothing_also_what_it_was_about_to_take(
    two: tuple[Process, Process],
) -> None:
    a, _ = two
    (held, _), (late, _) = new_match(a.store), new_match(a.store)
    a.lease.take(held)
    transaction = a.store.transaction

    @contextmanager
    def loses_it_then(about: str) -> Iterator[Transaction]:
        with transaction(about) as db:
            yield db
        a.store.transaction = transaction
        a.stands_still()
        assert not a.lease.renew()

    a.store.transaction = loses_it_then
    a.lease.take(late)
    assert [a.lease.fence(match) for match in (held, late)] == [0, 0]
    a.lease.begin()
    assert a.lease.take(late) == ""
    assert (a.lease.fence(late), a.fence(late)) == (2, 2)


def test_nobody_takes_a_match_that_is_not_there(two: tuple[Process, Process]) -> None:
    a, _ = two
    with pytest.raises(InputError, match="found 'nowhere', expected a match of this server"):
        a.lease.take("nowhere")
    assert a.lease.processes()[0].matches == 0


def test_messages_arrive_once_and_in_their_order(two: tuple[Process, Process]) -> None:
    a, b = two
    for number in range(3):
        a.lease.send(b.lease.process, {"number": number})
    a.lease.send("", {"to": "all"})
    a.lease.send("nobody", {"to": "nobody"})
    assert b.lease.messages() == [*({"number": n} for n in range(3)), {"to": "all"}]
    assert b.lease.messages() == []
    assert a.lease.messages() == [{"to": "all"}]


def test_processes_are_listed_with_what_they_hold(two: tuple[Process, Process]) -> None:
    a, b = two
    match, _ = new_match(a.store)
    b.lease.take(match)
    a.stands_still()
    found = [(each.address, each.alive, each.matches) for each in b.lease.processes()]
    assert found == [(A, False, 0), (B, True, 1)]
