"""Going through the statements of the groups, whether to read values or to write them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from hexfront.systems.idahex.deck import known
from hexfront.systems.idahex.deck.groups import GROUPS
from hexfront.systems.idahex.deck.language import (
    Item,
    Listing,
    Loop,
    Part,
    Read,
    Statement,
    Unknown,
    Unless,
    evaluate,
)

Flat = tuple[int, ...]
"""Where a value stands in its variable: places and keys, one after the other."""
Shape = tuple[tuple[bool, int], ...]
"""Of each level of a variable's nested lists: whether it is a dictionary, and how many numbers
its key has."""


class Target(NamedTuple):
    """A field of a read statement and what it fills."""

    item: Item
    flat: Flat | None
    """None where the field counts for nothing."""


def _shape(item: Item) -> Shape:
    return tuple((part.is_key, len(part.expressions)) for part in item.parts)


def items_of(body: Iterable[Statement]) -> Iterator[Item]:
    """The items that fill a variable."""
    for statement in body:
        if isinstance(statement, Read):
            yield from (item for item in statement.items if len(item.name) > 1)
        else:
            yield from items_of(statement.body)


SHAPES: Final[dict[str, Shape]] = {
    item.name: _shape(item) for group in GROUPS for item in items_of(group.body)
}


class Walk:
    """The words of the statement at hand, and how statements are taken apart."""

    def __init__(self) -> None:
        self.words: dict[str, int] = {}

    # What a reader or writer adds

    def find(self, name: str, index: Flat) -> float | None:
        """A variable; None where it is not known."""
        raise NotImplementedError

    def entries(self, name: str) -> list[tuple[int, int]]:
        """The keys and values of a dictionary of whole numbers, in order."""
        raise NotImplementedError

    def statement(self, read: Read) -> None:
        """One read statement."""
        raise NotImplementedError

    def listing(self, listing: Listing) -> None:
        """A loop that a card ends."""
        raise NotImplementedError

    def nothing(self, item: Item, prefix: Flat) -> None:
        """There is a list or dictionary here, even if nothing stands in it."""
        raise NotImplementedError

    # What both share

    def number(self, name: str, index: Flat) -> int:
        """A variable, or what follows from others. Errors: `Unknown`."""
        return known.number(self, name, index)

    def run(self, body: Iterable[Statement]) -> None:
        """Statements in order."""
        for statement in body:
            match statement:
                case Read():
                    self.statement(statement)
                case Loop():
                    self._loop(statement)
                case Listing():
                    for item in items_of(statement.body):
                        self._mark(item)
                    self.listing(statement)
                    for index in statement.index:
                        self.words.pop(index, None)
                case Unless(word, inner):
                    if not self.words.get(word, 0):
                        self.run(inner)

    def _loop(self, loop: Loop) -> None:
        start = evaluate(loop.start, self.words, self)
        stop = evaluate(loop.stop, self.words, self)
        if stop < start:
            for item in items_of(loop.body):
                self._mark(item)
        for value in range(start, stop + 1):
            self.words[loop.index] = value
            self.run(loop.body)
        self.words.pop(loop.index, None)

    def targets(self, read: Read) -> Iterator[Target]:
        """The fields of a read statement; each may depend on the values of those before it."""
        for item in read.items:
            if not item.over or item.start is None or item.stop is None:
                yield self._target(item)
                continue
            start = evaluate(item.start, self.words, self)
            stop = evaluate(item.stop, self.words, self)
            if stop < start:
                self._mark(item)
            for value in range(start, stop + 1):
                self.words[item.over] = value
                yield self._target(item)
            self.words.pop(item.over, None)

    def _target(self, item: Item) -> Target:
        if item.is_skipped or item.is_word:
            return Target(item, None)
        flat = tuple(n for part in item.parts for n in self._values(part))
        return Target(item, None if -1 in flat else flat)

    def _values(self, part: Part) -> Flat:
        return tuple(evaluate(e, self.words, self) for e in part.expressions)

    def _mark(self, item: Item) -> None:
        prefix: Flat = ()
        try:
            for part in item.parts:
                prefix += self._values(part)
        except Unknown:
            pass
        self.nothing(item, prefix)

    def shown(self, item: Item) -> str:
        """A variable with its indices as the manual writes them."""
        try:
            index = [str(evaluate(e, self.words, self)) for e in item.index]
        except Unknown:
            return item.name
        return f"{item.name}({','.join(index)})" if index else item.name


def split_flat(shape: Shape, flat: Flat) -> Iterator[tuple[bool, int | Flat]]:
    """The levels of a place: whether each is a key, and the key, or the place counted from 0."""
    at = 0
    for is_key, length in shape:
        part = flat[at : at + length]
        if len(part) < length:
            return
        at += length
        if is_key:
            yield True, part[0] if length == 1 else part
        else:
            yield False, part[0] - 1


def empty(shape: Shape, level: int) -> Any:
    """What stands at a level of nested lists before anything is put there."""
    if level >= len(shape):
        return None
    return {} if shape[level][0] else []


def assemble(shape: Shape, found: dict[Flat, Any], marks: Iterable[Flat]) -> Any:
    """The nested lists of a variable. Places that nothing fills hold None."""
    if not shape:
        return found.get(())
    root = empty(shape, 0)
    for flat in marks:
        _put(root, shape, list(split_flat(shape, flat)), None)
    for flat, value in found.items():
        _put(root, shape, list(split_flat(shape, flat)), value)
    return root


def _put(root: Any, shape: Shape, steps: list[tuple[bool, Any]], value: Any) -> None:
    here = root
    for level, (is_key, step) in enumerate(steps):
        new = value if level + 1 == len(shape) else empty(shape, level + 1)
        is_last = level + 1 == len(shape)
        if is_key:
            if is_last or step not in here:
                here[step] = new
        else:
            while len(here) <= step:
                here.append(empty(shape, level + 1))
            if is_last:
                here[step] = new
        here = here[step]


def look_up(shape: Shape, root: Any, flat: Flat) -> Any:
    """What stands at a place of nested lists; None where there is nothing."""
    here = root
    for _, step in split_flat(shape, flat):
        try:
            here = here[step]
        except (KeyError, IndexError, TypeError):
            return None
    return here
