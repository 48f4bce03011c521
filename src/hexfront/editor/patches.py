"""JSON Patch (RFC 6902), strict, with the patch that takes it back.

Documents are never changed: what a patch touches is copied along the way to it, and all else
is shared between old and new. So a thousand hexes of a large map cost one copy of their list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from hexfront.core.documents.strictjson import MAX_DEPTH, Json, pointer
from hexfront.core.errors import InputError, shown

MAX_OPERATIONS: Final = 100_000
"""In one patch: every hex of a map of 200 by 200 twice."""
MAX_COPIED: Final = 100_000
"""Values that the copies of one patch may hold; each could double what is there."""

Operation: TypeAlias = "dict[str, Json]"
Patch: TypeAlias = "list[Operation]"

_MEMBERS: Final = {
    "add": {"value"},
    "remove": set[str](),
    "replace": {"value"},
    "move": {"from"},
    "copy": {"from"},
    "test": {"value"},
}


class Patched(NamedTuple):
    """A document after a patch, and the way back."""

    document: Json
    inverse: Patch


def apply_patch(document: Json, patch: Sequence[Operation], place: str = "patch") -> Patched:
    """The document after all operations; a failed one changes nothing.

    Args:
        document: is left as it is; the new one shares what is equal.
        patch: operations in their order.
        place: of the patch, for errors.

    Errors: `InputError` with the operation, and where a pointer leads nowhere.
    """
    if not isinstance(patch, Sequence) or isinstance(patch, str | bytes):
        raise InputError.at(place, patch, "a list of operations")
    if len(patch) > MAX_OPERATIONS:
        found = f"<{len(patch)} operations>"
        raise InputError.at(place, found, f"at most {MAX_OPERATIONS} operations")
    work = _Work(document)
    for number, operation in enumerate(patch):
        work.place = f"{place}: /{number}"
        work.take(operation)
    work.inverse.reverse()
    return Patched(work.root, work.inverse)


def parse_pointer(text: Json, place: str) -> tuple[str, ...]:
    """The parts of a JSON pointer (RFC 6901). Errors: `InputError`."""
    if not isinstance(text, str) or (text and not text.startswith("/")):
        raise InputError.at(place, text, "a JSON pointer: empty, or parts that each begin with /")
    parts = text.split("/")[1:]
    if len(parts) > MAX_DEPTH:
        raise InputError.at(place, f"<{len(parts)} parts>", f"at most {MAX_DEPTH} parts")
    if "~" in text and any("~" in part.replace("~0", "").replace("~1", "") for part in parts):
        raise InputError.at(place, text, "a JSON pointer, in which ~ is ~0 and / is ~1")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in parts)


def value_at(document: Json, parts: Sequence[str], place: str) -> Json:
    """What stands at a place of a document. Errors: `InputError`."""
    for number, part in enumerate(parts):
        document = _child(document, part, f"{place}: {pointer(*parts[: number + 1])}")
    return document


def same(one: Json, other: Json) -> bool:
    """Whether two values are the same JSON: true is not 1, while 1 is 1.0."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def _child(value: Json, part: str, place: str) -> Json:
    if isinstance(value, dict):
        if part in value:
            return value[part]
    elif isinstance(value, list):
        return value[_index(part, len(value) - 1, place)]
    raise InputError.at(place, "<nothing>", "a value of the document")


def _index(part: str, last: int, place: str) -> int:
    # Only ASCII digits without a zero before them are an index (RFC 6901).
    sound = part.isascii() and part.isdigit() and (part == "0" or part[0] != "0")
    if not sound or len(part) > 9 or int(part) > last:
        raise InputError.at(place, part, f"an index from 0 to {last}")
    return int(part)


class _Work:
    """A document while a patch is carried out."""

    def __init__(self, document: Json) -> None:
        self.root = document
        self.inverse: Patch = []
        self.place = ""
        self._own: dict[int, Json] = {}
        """Lists and objects that were copied already, by their `id`; kept, so that it stays."""
        self._copied = 0

    def take(self, operation: Json) -> None:
        """Carry out one operation. Errors: `InputError`."""
        name = operation.get("op") if isinstance(operation, dict) else None
        if not isinstance(name, str) or name not in _MEMBERS:
            raise InputError.at(f"{self.place}/op", name, f"one of: {', '.join(_MEMBERS)}")
        wanted = {"op", "path"} | _MEMBERS[name]
        if operation.keys() != wanted:
            found = ", ".join(sorted(operation, key=str))
            expected = f"an operation with exactly: {', '.join(sorted(wanted))}"
            raise InputError.at(self.place, f"<{found}>", expected)
        path = parse_pointer(operation["path"], f"{self.place}/path")
        act: dict[str, Callable[[], None]] = {
            "add": lambda: self._add(path, self._fits(path, operation["value"])),
            "remove": lambda: self._remove(path),
            "replace": lambda: self._replace(path, self._fits(path, operation["value"])),
            "move": lambda: self._move(operation["from"], path),
            "copy": lambda: self._copy(operation["from"], path),
            "test": lambda: self._test(path, operation["value"]),
        }
        act[name]()

    def _fits(self, path: tuple[str, ...], value: Json) -> Json:
        """A value that makes the document no deeper than files may be."""
        room = MAX_DEPTH - len(path)
        if _deeper(value, room):
            raise InputError.at(self.place, "<a deep value>", f"nesting of at most {MAX_DEPTH}")
        return value

    def _owned(self, path: Sequence[str]) -> Json:
        """The list or object at a place, which may be changed."""
        self.root = self._copy_once(self.root)
        value = self.root
        for number, part in enumerate(path):
            at = f"{self.place}: {pointer(*path[: number + 1])}"
            inner = self._copy_once(_child(value, part, at))
            value[part if isinstance(value, dict) else int(part)] = inner
            value = inner
        return value

    def _copy_once(self, value: Json) -> Json:
        if id(value) in self._own or not isinstance(value, list | dict):
            return value
        copied = value.copy()
        self._own[id(copied)] = copied
        return copied

    def _parent(self, path: tuple[str, ...]) -> tuple[Json, str, str]:
        at = f"{self.place}: {pointer(*path)}"
        parent = self._owned(path[:-1])
        if not isinstance(parent, list | dict):
            raise InputError.at(at, shown(parent), "a place in a list or an object")
        return parent, path[-1], at

    def _add(self, path: tuple[str, ...], value: Json) -> None:
        if not path:
            return self._replace(path, value)
        parent, key, at = self._parent(path)
        if isinstance(parent, dict):
            if key in parent:
                return self._replace(path, value)
            parent[key] = value
        else:
            index = len(parent) if key == "-" else _index(key, len(parent), at)
            parent.insert(index, value)
            path = (*path[:-1], str(index))
        self.inverse.append({"op": "remove", "path": pointer(*path)})
        return None

    def _remove(self, path: tuple[str, ...]) -> None:
        if not path:
            raise InputError.at(self.place, "<the whole document>", "a part of it")
        parent, key, at = self._parent(path)
        old = _child(parent, key, at)
        if isinstance(parent, dict):
            del parent[key]
        else:
            del parent[int(key)]
        self._disown(old)
        self.inverse.append({"op": "add", "path": pointer(*path), "value": old})

    def _replace(self, path: tuple[str, ...], value: Json) -> None:
        if not path:
            old, self.root = self.root, value
        else:
            parent, key, at = self._parent(path)
            old = _child(parent, key, at)
            parent[key if isinstance(parent, dict) else int(key)] = value
        self._disown(old)
        self.inverse.append({"op": "replace", "path": pointer(*path), "value": old})

    def _move(self, source: Json, path: tuple[str, ...]) -> None:
        origin = parse_pointer(source, f"{self.place}/from")
        if path[: len(origin)] == origin and path != origin:
            raise InputError.at(f"{self.place}/from", source, "no place that holds the target")
        value = value_at(self.root, origin, self.place)
        if path == origin:
            return
        self._fits(path, value)
        self._remove(origin)
        self._add(path, value)

    def _copy(self, source: Json, path: tuple[str, ...]) -> None:
        origin = parse_pointer(source, f"{self.place}/from")
        value = value_at(self.root, origin, self.place)
        self._copied += _count(value, MAX_COPIED + 1 - self._copied)
        if self._copied > MAX_COPIED:
            expected = f"copies of at most {MAX_COPIED} values in one patch"
            raise InputError.at(f"{self.place}/from", source, expected)
        self._disown(value)
        self._add(path, self._fits(path, value))

    def _disown(self, value: Json) -> None:
        """What stands in the way back, or in two places, is no more to be changed."""
        todo = [value]
        while todo:
            one = todo.pop()
            if isinstance(one, list | dict):
                self._own.pop(id(one), None)
                todo.extend(one.values() if isinstance(one, dict) else one)

    def _test(self, path: tuple[str, ...], value: Json) -> None:
        found = value_at(self.root, path, self.place)
        if not same(found, value):
            raise InputError.at(
                f"{self.place}: {pointer(*path)}", found, f"the value {shown(value)}"
            )


def _deeper(value: Json, room: int) -> bool:
    """Whether lists and objects are nested deeper than there is room."""
    if not isinstance(value, list | dict):
        return False
    inner: Any = value.values() if isinstance(value, dict) else value
    return room <= 0 or any(_deeper(one, room - 1) for one in inner)


def _count(value: Json, most: int) -> int:
    """How many values a value holds, itself included; no further than `most`."""
    counted, todo = 0, [value]
    while todo and counted < most:
        one = todo.pop()
        counted += 1
        if isinstance(one, list | dict):
            todo.extend(one.values() if isinstance(one, dict) else one)
    return counted
