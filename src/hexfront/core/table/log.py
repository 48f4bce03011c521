"""Events in words: what each declares, with the names that a system gives to fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from hexfront.core.contract import LogEntry, View
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import Event, EventKind, kind_of

Describe = Callable[[Any, Event, View], LogEntry]
"""A method of a writer for one class of events."""


class LogWriter:
    """Words for events; a system says how fields are named, and what is too rich for a template."""

    methods: ClassVar[Mapping[type[Any], Describe]] = {}
    """For classes of events whose words depend on more than their fields."""

    def __init__(self, names: Mapping[str, Sequence[str]] | None = None) -> None:
        """`names`: for a field, the names of what its numbers count, where these are all."""
        self._names = names or {}

    def name(self, field: str, value: int, view: View) -> str:
        """A field in a text: the number itself, unless a system names it."""
        return self._names[field][value] if field in self._names else str(value)

    def label(self, field: str, value: int, view: View) -> str:
        """A place on the board or a subject, as log entries name it; empty for none."""
        return "" if value < 0 else self.name(field, value, view)

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
        )

    def _text(self, kind: EventKind, what: Any, view: View) -> str:
        names = {field: self.name(field, getattr(what, field), view) for field in kind.fields}
        return kind.text.format(**names)

    def _labels(self, fields: tuple[str, ...], what: Any, view: View) -> list[str]:
        labels = (self.label(field, getattr(what, field), view) for field in fields)
        return [label for label in labels if label]
