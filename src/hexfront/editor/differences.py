"""What two versions of a document differ in: as a patch, and as a list for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, Literal, NamedTuple

from hexfront.core.documents.strictjson import Json, pointer
from hexfront.editor.checks import entry_label
from hexfront.editor.documents import Documents
from hexfront.editor.patches import Patch, same

MAX_DIFFERENCES: Final = 2000
MAX_WORDS: Final = 120
"""Letters that are told of a value."""
MAX_LISTED: Final = 8
"""Entries that are told of a list."""

At = tuple[str | int, ...]


class Difference(NamedTuple):
    """One thing that is otherwise."""

    role: str
    pointer: str
    """In the newer document; of what is no more there, in the older one."""
    place: str
    """The hex, the unit or the entry, as it is called; empty for none."""
    kind: Literal["added", "removed", "changed"]
    text: str


def patch_between(old: Json, new: Json, at: At = ()) -> Patch:
    """The patch that makes one document of another; lists keep what is alike at both ends."""
    if same(old, new):
        return []
    if isinstance(old, dict) and isinstance(new, dict):
        patch: Patch = [
            {"op": "remove", "path": pointer(*at, key)} for key in old if key not in new
        ]
        for key, value in new.items():
            if key in old:
                patch += patch_between(old[key], value, (*at, key))
            else:
                patch.append({"op": "add", "path": pointer(*at, key), "value": value})
        return patch
    if isinstance(old, list) and isinstance(new, list):
        return _list_patch(old, new, at)
    return [{"op": "replace", "path": pointer(*at), "value": new}]


def _list_patch(old: list[Json], new: list[Json], at: At) -> Patch:
    start = 0
    while start < min(len(old), len(new)) and same(old[start], new[start]):
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and same(old[-1 - end], new[-1 - end]):
        end += 1
    both = min(len(old), len(new)) - start - end
    patch: Patch = []
    for index in range(start, start + both):
        patch += patch_between(old[index], new[index], (*at, index))
    first = start + both
    # From the last on, so that the others keep their numbers.
    for index in range(len(old) - end - 1, first - 1, -1):
        patch.append({"op": "remove", "path": pointer(*at, index)})
    for index in range(first, len(new) - end):
        patch.append({"op": "add", "path": pointer(*at, index), "value": new[index]})
    return patch


def differences(old: Documents, new: Documents) -> tuple[list[Difference], int]:
    """What is otherwise in newer documents, entry by entry: the first `MAX_DIFFERENCES`, and how
    many there are beside these."""
    every = (one for role in new for one in _differ(role, old.get(role), new[role], (), ""))
    first = [*islice(every, MAX_DIFFERENCES)]
    return first, sum(1 for _ in every)


def _differ(role: str, old: Json, new: Json, at: At, place: str) -> Iterator[Difference]:
    if old is new or same(old, new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*new, *(key for key in old if key not in new)]:
            # An object by numbers is one of hexes.
            where = key if key.isdecimal() else place
            inside = (*at, key)
            if key not in old:
                yield _one(role, inside, where, "added", new[key])
            elif key not in new:
                yield _one(role, inside, where, "removed", old[key])
            else:
                yield from _differ(role, old[key], new[key], inside, where)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _differ_lists(role, old, new, at, place)
    else:
        text = f"{_member(at)}: {_in_words(old)} → {_in_words(new)}"
        yield Difference(role, pointer(*at), place, "changed", text)


def _differ_lists(
    role: str, old: Sequence[Json], new: Sequence[Json], at: At, place: str
) -> Iterator[Difference]:
    before, after = _by_label(old), _by_label(new)
    if before is None or after is None:
        for index in range(max(len(old), len(new))):
            inside = (*at, index)
            if index >= len(old):
                yield _one(role, inside, place, "added", new[index])
            elif index >= len(new):
                yield _one(role, inside, place, "removed", old[index])
            else:
                yield from _differ(role, old[index], new[index], inside, place)
        return
    for label, index in after.items():
        if label in before:
            yield from _differ(role, old[before[label]], new[index], (*at, index), label)
        else:
            yield _one(role, (*at, index), label, "added", new[index])
    for label, index in before.items():
        if label not in after:
            yield _one(role, (*at, index), label, "removed", old[index])


def _by_label(entries: Sequence[Json]) -> dict[str, int] | None:
    """The numbers of entries by what they are called; None where not each has a name of its own."""
    labels = {entry_label(entry): index for index, entry in enumerate(entries)}
    return labels if len(labels) == len(entries) and "" not in labels else None


def _one(
    role: str, at: At, place: str, kind: Literal["added", "removed"], value: Json
) -> Difference:
    label = entry_label(value) or place
    return Difference(role, pointer(*at), label, kind, f"{_member(at)}: {_in_words(value)}")


def _in_words(value: Json) -> str:
    """A value for people who read no file: `hex 0905, terrain town`."""
    if isinstance(value, dict):
        told = ", ".join(
            f"{_spaced(key)} {_in_words(one)}"
            for key, one in value.items()
            if one not in ("", None)
        )
    elif isinstance(value, list):
        told = ", ".join(_in_words(one) for one in value[:MAX_LISTED])
        told += f", and {len(value) - MAX_LISTED} more" if len(value) > MAX_LISTED else ""
    elif isinstance(value, bool):
        told = "yes" if value else "no"
    else:
        told = "" if value is None else str(value)
    if len(told) > MAX_WORDS:
        told = f"{told[: MAX_WORDS - 1].rstrip()}…"
    return told or "nothing"


def _spaced(key: str) -> str:
    return key.replace("_", " ")


def _member(at: At) -> str:
    """The last key on the way, in words."""
    keys = [key for key in at if isinstance(key, str) and not key.isdecimal()]
    return _spaced(keys[-1]) if keys else "document"
