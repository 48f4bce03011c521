"""Declared events: what is refused, and that compiled kernels write what Python writes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import njit

from hexfront.core.contract import Kind, View
from hexfront.core.errors import SystemBroken
from hexfront.core.event_rows import note
from hexfront.core.events import (
    NO_LOG,
    PUBLIC,
    EventLog,
    as_event,
    clause_code,
    event,
    kind_of,
)
from hexfront.core.table.log import LogWriter

FIRST, SECOND = clause_code("TST-1"), clause_code("TST-2")
VIEW = View(0, 0, Kind.ORDERS, False, "", "", ())


@event(
    "TST-1",
    "{unit} moves to {there} for {cost}",
    places="here there",
    subjects="unit",
    details="cost",
)
class Moved(NamedTuple):
    unit: int
    here: int
    there: int
    cost: int
    secret: int


@event("", "{unit} is lost", word="loss")
class Lost(NamedTuple):
    unit: int
    clause: int


@event("TST-2", "night falls")
class NightFalls(NamedTuple):
    pass


def write(out: Any, unit: int, why: int) -> None:
    note(out, PUBLIC, Moved(unit, 2, 3, 4, 5))
    note(out, 1 << unit, Lost(unit, FIRST if why > 0 else SECOND))
    note(out, 0, NightFalls())


def told(function: Any) -> list[Any]:
    log = EventLog(8)
    function(log.rows, 1, 0)
    return log.events()


def test_events_are_read_by_name() -> None:
    moved, lost, night = told(write)
    assert (moved.what, moved.clause, moved.audience) == (Moved(1, 2, 3, 4, 5), "TST-1", PUBLIC)
    assert (lost.kind, lost.what.unit, lost.clause, lost.audience) == ("Lost", 1, "TST-2", 2)
    assert isinstance(night.what, NightFalls)
    assert as_event(Lost(1, SECOND), 2) == lost


def test_compiled_kernels_write_the_same() -> None:
    assert told(njit(write)) == told(write)


def test_events_of_equal_numbers_differ_by_their_kind() -> None:
    @event("TST-1", "{unit} is found")
    class Found(NamedTuple):
        unit: int

    @event("TST-1", "{unit} is saved")
    class Saved(NamedTuple):
        unit: int

    assert as_event(Found(1)) != as_event(Saved(1))


def test_a_log_without_room_keeps_nothing() -> None:
    write(NO_LOG, 0, 0)
    assert not NO_LOG.any()


def test_a_log_that_is_too_small_is_a_fault_of_the_system() -> None:
    log = EventLog(2)
    write(log.rows, 0, 0)
    with pytest.raises(SystemBroken, match="wrote 3 events into a log of 2"):
        log.events()


def test_codes_depend_on_names_alone() -> None:
    codes = {kind_of(what).code for what in (Moved, Lost, NightFalls)}
    assert len(codes) == 3
    assert clause_code("TST-1") == FIRST
    assert FIRST != SECOND


@pytest.mark.parametrize(
    ("clause", "fields", "options", "words"),
    [
        ("TST-1", "a b c d e f", {}, "6 fields, at most 5"),
        ("", "a", {}, "needs a clause"),
        ("TST-1", "a clause", {}, "needs a clause"),
        ("TST-1", "a", {"places": "b"}, "no field b"),
    ],
)
def test_a_wrong_declaration_is_refused(
    clause: str, fields: str, options: dict[str, str], words: str
) -> None:
    made: Any = NamedTuple("Wrong", [(name, int) for name in fields.split()])  # type: ignore[misc]
    with pytest.raises(ValueError, match=words):
        event(clause, **options)(made)


def test_words_hang_on_the_declaration() -> None:
    writer = LogWriter({"unit": ("the guard", "the scout"), "there": ("A", "B", "C", "D")})
    entry = writer.describe(as_event(Moved(1, -1, 3, 4, 5)), VIEW)
    assert entry.text == "The scout moves to D for 4"
    assert (entry.clause, entry.kind) == ("TST-1", "moved")
    assert (entry.places, entry.subjects, entry.details) == (("D",), ("the scout",), {"cost": 4})
    assert writer.describe(as_event(Lost(0, FIRST)), VIEW).kind == "loss"


def test_rows_hold_whole_numbers_of_64_bits() -> None:
    log = EventLog(1)
    note(log.rows, PUBLIC, Moved(True, -(2**40), 2**40, np.int64(3), 0))  # type: ignore[arg-type]
    assert log.events()[0].what == Moved(1, -(2**40), 2**40, 3, 0)
    assert kind_of(Moved).fields == ("unit", "here", "there", "cost", "secret")
