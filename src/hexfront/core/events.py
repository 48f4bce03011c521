"""Events: what happened, declared with named fields, written by kernels, read by name.

A system declares each kind of event beside the rule that causes it::

    @event("TKO-16", "{player} is paid {amount}.", subjects="player")
    class Paid(NamedTuple):
        player: int
        amount: int

A kernel writes one in a line, `note(out, PUBLIC, Paid(player, amount))`, as a row of numbers
(`hexfront.core.event_rows`); everybody else reads `Event`s, whose `what` is a `Paid` again.
An event that may rest on several clauses has a field `clause`, whose value is a `clause_code`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from hexfront.core.errors import SystemBroken

KIND: Final = 0
CLAUSE: Final = 1
AUDIENCE: Final = 2
FIRST_FIELD: Final = 3
FIELDS: Final = 5
WIDTH: Final = FIRST_FIELD + FIELDS

PUBLIC: Final = -1
"""The audience of all: every bit set."""

NO_LOG: Final = np.zeros((1, WIDTH), dtype=np.int64)
"""A log without room: kernels that write into it lose the rows, which playouts want."""

_T = TypeVar("_T", bound=type)


@dataclass(frozen=True, slots=True)
class EventKind:
    """What is declared of a class of events."""

    what: type[Any]
    code: int
    """The number in its rows; follows from its name alone."""
    clause: int
    """The code of its clause; 0 where a field says it."""
    text: str
    """Its words, with `{field}` for the name of a field; empty where a method has them."""
    word: str
    """The `kind` of its log entries."""
    places: tuple[str, ...]
    """The fields that are places on the board."""
    subjects: tuple[str, ...]
    """The fields that are counters or players, as log entries name them."""
    details: tuple[str, ...]
    """The fields that the "why?" shows."""
    fields: tuple[str, ...]
    """Those that are written, without `clause`."""
    clause_at: int
    """Where the field `clause` stands among all; -1 where there is none."""


class Event(NamedTuple):
    """One thing that happened."""

    kind: str
    """The name of its class: NamedTuples of equal numbers are equal, whatever their class."""
    what: Any
    """Of a class that the system declares."""
    clause: str
    """The id of the clause in the system's rulebook."""
    audience: int
    """Bit `s` is set if side `s` may know of it; `PUBLIC` for all."""


_KINDS: dict[type[Any], EventKind] = {}
_BY_CODE: dict[int, EventKind] = {}
_CLAUSES: dict[int, str] = {}


def clause_code(clause: str) -> int:
    """The number of a clause in rows of events; follows from its id alone."""
    code = crc32(clause.encode())
    if _CLAUSES.setdefault(code, clause) != clause:
        raise ValueError(f"clauses {clause} and {_CLAUSES[code]} have one code; rename one")
    return code


def event(
    clause: str,
    text: str = "",
    *,
    word: str = "",
    places: str = "",
    subjects: str = "",
    details: str = "",
) -> Callable[[_T], _T]:
    """Declare a NamedTuple of at most five whole numbers, and `clause` besides, as an event.

    `clause` is an id, or empty where the field of this name gives a code.  `text` are its
    words, `word` the kind of its log entries (usually the name of the class in small letters);
    `places`, `subjects` and `details` name fields, with blanks between.  Errors: ValueError.
    """

    def declare(what: _T) -> _T:
        names: tuple[str, ...] = getattr(what, "_fields", ())
        fields = tuple(name for name in names if name != "clause")
        if len(fields) > FIELDS:
            raise ValueError(f"event {what.__name__} has {len(fields)} fields, at most {FIELDS}")
        if bool(clause) == ("clause" in names):
            raise ValueError(f"event {what.__name__} needs a clause, or a field `clause`")
        lists = tuple(tuple(given.split()) for given in (places, subjects, details))
        for name in (name for listed in lists for name in listed):
            if name not in fields:
                raise ValueError(f"event {what.__name__} has no field {name}")
        code = crc32(f"{what.__module__}.{what.__qualname__}".encode())
        found = _BY_CODE.get(code)
        if found is not None and found.what.__qualname__ != what.__qualname__:
            raise ValueError(f"events {what.__name__} and {found.what.__name__} have one code")
        kind = EventKind(
            what,
            code,
            clause_code(clause) if clause else 0,
            text,
            word or what.__name__.lower(),
            places=lists[0],
            subjects=lists[1],
            details=lists[2],
            fields=fields,
            clause_at=-1 if clause else names.index("clause"),
        )
        _KINDS[what] = _BY_CODE[code] = kind
        return what

    return declare


def words_of_events(package: str) -> list[str]:
    """The words that the events of a package declare; methods have others."""
    return [
        kind.text
        for what, kind in _KINDS.items()
        if f"{what.__module__}.".startswith(f"{package}.")
    ]


def kind_of(what: type[Any]) -> EventKind:
    """What is declared of a class of events. Errors: KeyError for a class that is none."""
    return _KINDS[what]


def has_kind(what: object) -> bool:
    """Whether a class is declared as an event."""
    return what in _KINDS


def as_event(what: Any, audience: int = PUBLIC) -> Event:
    """An event as `note` would write it."""
    clause = getattr(what, "clause", None) or _KINDS[type(what)].clause
    return Event(type(what).__name__, what, _CLAUSES[clause], audience)


class EventLog:
    """A reusable buffer for the events of one step."""

    __slots__ = ("rows",)

    def __init__(self, capacity: int = 4096) -> None:
        self.rows: NDArray[np.int64] = (
            np.zeros((capacity + 1, WIDTH), dtype=np.int64) if capacity else NO_LOG
        )

    def clear(self) -> None:
        """Forget all rows."""
        self.rows[0, 0] = 0

    def __len__(self) -> int:
        return int(self.rows[0, 0])

    def written(self) -> NDArray[np.int64]:
        """The rows that were written, in their order, as a part of the buffer itself."""
        count = len(self)
        if count >= self.rows.shape[0]:
            raise SystemBroken(
                f"one step wrote {count} events into a log of {self.rows.shape[0] - 1}"
            )
        return self.rows[1 : count + 1]

    def events(self) -> list[Event]:
        """The rows as events, in their order."""
        return [read_event(row) for row in self.written().tolist()] if len(self) else []


def codes_of(*kinds: type[Any]) -> frozenset[int]:
    """The numbers of classes of events in rows. Errors: KeyError for a class that is none."""
    return frozenset(kind_of(kind).code for kind in kinds)


def read_some(rows: NDArray[np.int64], codes: Collection[int]) -> Iterator[Any]:
    """What happened, in its order, of the kinds with these numbers (`codes_of`)."""
    for row in rows.tolist():
        if row[KIND] in codes:
            yield read_event(row).what


def read_event(row: list[int]) -> Event:
    """A row as an event."""
    kind = _BY_CODE[row[KIND]]
    values = row[FIRST_FIELD : FIRST_FIELD + len(kind.fields)]
    if kind.clause_at >= 0:
        values.insert(kind.clause_at, row[CLAUSE])
    what = kind.what(*values)
    return Event(kind.what.__name__, what, _CLAUSES[row[CLAUSE]], row[AUDIENCE])
