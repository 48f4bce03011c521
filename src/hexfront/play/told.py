"""What everybody was told in a match, as it is stored and as it is read again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import groupby

from hexfront.core.contract import LogEntry
from hexfront.core.documents.strictjson import Json
from hexfront.core.table.log import entry_document
from hexfront.play.match import LogLine
from hexfront.play.storage.records import ToldOfStep


def told_of(
    logs: Mapping[int, Sequence[LogLine]], after: int, until: int | None = None
) -> list[ToldOfStep]:
    """What viewers were told about the steps after a number; of each step once for all alike."""
    told: dict[int, list[tuple[list[LogEntry], list[int]]]] = {}
    for viewer, lines in logs.items():
        first = bisect_right(lines, after, key=lambda one: one.step)
        for step, group in groupby(lines[first:], key=lambda one: one.step):
            if until is not None and step > until:
                break
            entries = [one.entry for one in group]
            groups = told.setdefault(step, [])
            same = next((viewers for known, viewers in groups if known == entries), None)
            if same is None:
                groups.append((entries, [viewer]))
            else:
                same.append(viewer)
    documents: dict[int, Json] = {}  # Most entries are told to several viewers.

    def stored(entry: LogEntry) -> Json:
        if id(entry) not in documents:
            documents[id(entry)] = entry_document(entry)
        return documents[id(entry)]

    return [
        ToldOfStep(step, tuple(viewers), [stored(entry) for entry in entries])
        for step, groups in told.items()
        for entries, viewers in groups
    ]


def lines_of(told: ToldOfStep) -> list[LogLine]:
    """The lines of a log that were stored so."""
    return [LogLine(_entry(document), told.step) for document in told.entries]


def _entry(document: dict[str, Json]) -> LogEntry:
    places, subjects = tuple(document["places"]), tuple(document["subjects"])
    return LogEntry(**document | {"places": places, "subjects": subjects})
