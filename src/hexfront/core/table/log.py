"""Events in words: what each declares, with the names that a system gives to fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Any, ClassVar, Final, Literal

from hexfront.core.battles import BattlePart
from hexfront.core.contract import LogEntry, LogViews, Rules, View
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import Event, EventKind, kind_of

Describe = Callable[[Any, Event, View], LogEntry]
"""A method of a writer for one class of events."""


_SOMETIMES: Final[dict[str, Json]] = {
    "heading": False,
    "topic": "",
    "side": None,
    "weight": 0,
    "battle": None,
    "digest": (),
}
"""What few entries have, and what it is where they have it not."""
_ALWAYS: Final = tuple(name for name in LogEntry.__slots__ if name not in _SOMETIMES)
_read_always: Final = attrgetter(*_ALWAYS)


def entry_document(entry: LogEntry) -> dict[str, Json]:
    """An entry as JSON, from which it can be made again; what few have only where they have it."""
    document: dict[str, Json] = dict(zip(_ALWAYS, _read_always(entry), strict=True))
    for name, none in _SOMETIMES.items():
        if (value := getattr(entry, name)) != none:
            document[name] = value
    return document


def log_views(rules: Rules[Any]) -> Callable[[Any, int], View]:
    """What makes, of a state and for a viewer, the views from which `Rules.describe` tells."""
    return rules.log_view if isinstance(rules, LogViews) else rules.view


class LogWriter:
    """Words for events; a system says how fields are named, and what is too rich for a template."""

    methods: ClassVar[Mapping[type[Any], Describe]] = {}
    """For classes of events whose words depend on more than their fields."""
    topics: ClassVar[Mapping[str, str]] = {}
    """What the log can be filtered by: for each topic the kinds of its entries, with blanks."""
    headings: ClassVar[str] = ""
    """The kinds of entries that begin a turn, or what the game has instead."""
    major: ClassVar[str] = ""
    """The kinds of entries that decide something."""
    minor: ClassVar[str] = ""
    """The kinds of entries that most people need no word of."""

    def __init__(self, names: Mapping[str, Sequence[str]] | None = None) -> None:
        """`names`: for a field, the names of what its numbers count, where these are all."""
        self._names = names or {}

    def name(self, field: str, value: int, view: View) -> str:
        """A field in a text: the number itself, unless a system names it."""
        return self._names[field][value] if field in self._names else str(value)

    def label(self, field: str, value: int, view: View) -> str:
        """A place on the board or a subject, as log entries name it; empty for none."""
        return "" if value < 0 else self.name(field, value, view)

    def side(self, what: Any, view: View) -> int | None:
        """Whose doing an event is: by its first field that names a side or a unit of one."""
        for field in kind_of(type(what)).fields:
            value = getattr(what, field)
            found = value if field in ("side", "player") else self.side_of(field, value, view)
            if found is not None and found >= 0:
                return int(found)
        return None

    def side_of(self, field: str, value: int, view: View) -> int | None:
        """Whose a unit is, where a field is one."""
        return None

    def describe(self, event: Event, view: View) -> LogEntry:
        """An event in words."""
        method = self.methods.get(type(event.what))
        return self.entry(event, view) if method is None else method(self, event, view)

    def entry(
        self,
        event: Event,
        view: View,
        text: str | None = None,
        *,
        places: Iterable[str] | None = None,
        subjects: Iterable[str] | None = None,
        details: Mapping[str, Json] | None = None,
        battle: BattlePart | None = None,
        weight: Literal[-1, 0, 1] | None = None,
    ) -> LogEntry:
        """The log entry of an event: as declared, but for what is given here."""
        kind = kind_of(type(event.what))
        if text is None:
            text = self._text(kind, event.what, view)
        if places is None:
            places = self._labels(kind.places, event.what, view)
        if subjects is None:
            subjects = self._labels(kind.subjects, event.what, view)
        if details is None:
            details = {field: getattr(event.what, field) for field in kind.details}
        return LogEntry(
            text=text[:1].upper() + text[1:],
            clause=event.clause,
            kind=kind.word,
            places=tuple(places),
            subjects=tuple(subjects),
            details=details,
            heading=kind.word in self._headings,
            topic=self._topics.get(kind.word, ""),
            side=self.side(event.what, view),
            weight=self._weights.get(kind.word, 0) if weight is None else weight,
            battle=battle,
        )

    @cached_property
    def _headings(self) -> frozenset[str]:
        return frozenset(self.headings.split())

    @cached_property
    def _topics(self) -> dict[str, str]:
        return {kind: topic for topic, kinds in self.topics.items() for kind in kinds.split()}

    @cached_property
    def _weights(self) -> dict[str, Literal[-1, 0, 1]]:
        found: dict[str, Literal[-1, 0, 1]] = dict.fromkeys(self.major.split(), 1)
        return found | dict.fromkeys(self.minor.split(), -1)

    def _text(self, kind: EventKind, what: Any, view: View) -> str:
        names = {field: self.name(field, getattr(what, field), view) for field in kind.fields}
        return kind.text.format(**names)

    def _labels(self, fields: tuple[str, ...], what: Any, view: View) -> list[str]:
        return [
            label for field in fields if (label := self.label(field, getattr(what, field), view))
        ]
