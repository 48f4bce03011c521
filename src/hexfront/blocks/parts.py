"""A block: all words of a state, or of a scenario, in one piece of memory, read by names.

A word has 64 bits and holds an integer or a float; rows and arrays of `Short` have numbers of
16 bits, four to a word.  A class says which parts a block has:

    class Game(Record):
        round: int
        pool: Int = columns(2)

    class Players(Rows):
        money: Int
        place: Int

    class State(Block):
        game: Game
        players: Players = rows("player")
        hands: Int = array("player", "card")

    state = State.new(player=4, card=6)
    state.game.round = 1
    state.players.money[2] += state.hands[2, 5]

The same lines work in kernels.  There a block is one address, and a field is that address and
a distance (`kernels`).  Outside, a column or an array is a NumPy view of the block.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar, Final, Self, TypeAlias, cast, get_type_hints

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks.shorts import SHORTS, Short, ShortView

Int: TypeAlias = NDArray[np.int64]
Float: TypeAlias = NDArray[np.float64]

_OF_HINT: Final = {int: (1, False), float: (1, True), Int: (0, False), Float: (0, True)}


@dataclass(frozen=True, slots=True)
class Field:
    """Where the words of a name lie in a record, or in each row."""

    name: str
    at: int
    count: int | None
    """Of its columns; None for one alone, which has no number."""
    floats: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a block as its class declares it."""

    name: str
    axes: tuple[str | int, ...]
    """What each axis counts, or its length; none for a record."""
    fields: tuple[Field, ...]
    """None for an array."""
    floats: bool
    """Of an array."""
    short: bool = False
    """Of rows, or an array: the numbers have 16 bits."""

    @property
    def width(self) -> int:
        """Numbers of a record, or of a row."""
        return sum(field.count or 1 for field in self.fields) if self.fields else 1

    def size(self, shape: Iterable[int]) -> int:
        """Words of the part, by the lengths of its axes."""
        numbers = math.prod(shape) * self.width
        return -(-numbers // SHORTS) if self.short else numbers


class Columns:
    """Several words under one name; the class of what `columns` gives."""

    def __init__(self, count: int) -> None:
        self.count = count


class Axes:
    """What a part counts; the class of what `rows` and `array` give."""

    def __init__(self, axes: tuple[str | int, ...]) -> None:
        self.axes = axes


def columns(count: int) -> Any:
    """Several words under one name, with an index: `game.pool[side]`, `hexes.holder[hex, n]`."""
    return Columns(count)


def rows(*axes: str | int) -> Any:
    """A row of named columns for each entry of an axis: `units.strength[unit]`.

    An axis is named after what it counts, or has a fixed length.
    """
    return Axes(axes)


def array(*axes: str | int) -> Any:
    """An array without names for its columns: `hands[player, card]`.

    An axis is named after what it counts, or has a fixed length.
    """
    return Axes(axes)


def _own_hints(cls: type) -> dict[str, Any]:
    """What a class itself declares, with the kinds of its names."""
    hints = get_type_hints(cls)
    return {name: hints[name] for name in cls.__annotations__}


def _is_short(cls: type) -> bool:
    """Whether rows have numbers of 16 bits. Errors: `TypeError` where only some columns do."""
    hints = set(_own_hints(cls).values())
    if Short in hints and len(hints) > 1:
        raise TypeError(f"{cls.__name__}: all columns are Short, or none")
    return Short in hints


def _declared(cls: type, base: type) -> tuple[Field, ...]:
    """The fields of a record or of rows, one after the other."""
    fields: list[Field] = []
    at = 0
    for name, declared in _own_hints(cls).items():
        hint = Int if declared == Short and base is Rows else declared
        if hint not in _OF_HINT or hasattr(base, name) or name == "words":
            raise TypeError(
                f"{cls.__name__}.{name}: expected int, float, Int or Float, and no "
                f"name that {base.__name__} has"
            )
        given = cls.__dict__.get(name)
        count = given.count if isinstance(given, Columns) else None
        fields.append(Field(name, at, count, _OF_HINT[hint][1]))
        at += count or 1
    return tuple(fields)


_ByName = Callable[[Int], dict[str, Any]]


def _by_name(fields: tuple[Field, ...]) -> _ByName:
    """What gives the values of a record, or of a row, by the names of its fields."""
    names = tuple(field.name for field in fields)
    if all(field.count is None and not field.floats for field in fields):
        return lambda words: dict(zip(names, words.tolist(), strict=True))
    has_floats = any(field.floats for field in fields)
    places = [
        (f.name, f.floats, f.at if f.count is None else slice(f.at, f.at + f.count)) for f in fields
    ]

    def read(words: Int) -> dict[str, Any]:
        ints = words.tolist()
        floats = words.view(np.float64).tolist() if has_floats else ints
        return {name: (floats if float_ else ints)[at] for name, float_, at in places}

    return read


def _no_setting(part: Any, name: str, value: Any) -> None:
    """A view is written into, not replaced: what is put in its place would not be in the block."""
    raise AttributeError(f"write {type(part).__name__}.{name}[...] = value")


class Record:
    """One of each field: `game.phase` is a number, `game.pool[side]` one of several."""

    fields: ClassVar[tuple[Field, ...]] = ()
    has_floats: ClassVar[bool] = False
    _by_name: ClassVar[_ByName] = staticmethod(_by_name(()))

    def __init_subclass__(cls) -> None:
        cls.fields = _declared(cls, Record)
        cls.has_floats = any(field.floats for field in cls.fields)
        cls._by_name = staticmethod(_by_name(cls.fields))
        for field in cls.fields:
            if field.count is None:
                setattr(cls, field.name, _word(field))
            else:
                setattr(cls, field.name, _several(field))

    def __init__(self, words: Int) -> None:
        self.words = words
        """All fields, one after the other."""
        # Python's own numbers, since NumPy's are slow one by one.
        self._ints: Any = memoryview(cast(Any, words))
        if self.has_floats:
            self._floats: Any = memoryview(cast(Any, words.view(np.float64)))

    def values(self) -> dict[str, Any]:
        """Each field by its name, as a number or a list of numbers."""
        return type(self)._by_name(self.words)

    def write(self, values: Mapping[str, Any]) -> None:
        """Take over what `values` gives."""
        for field in self.fields:
            target = _typed(self.words, field.floats)
            last = field.at + (field.count or 1)
            target[field.at : last] = values[field.name]

    def __reduce__(self) -> Any:
        return type(self), (self.words,)


class Rows:
    """Rows with named columns: `units.strength[unit]`, `hexes.holder[hex, level]`."""

    fields: ClassVar[tuple[Field, ...]] = ()
    short: ClassVar[bool] = False
    _by_name: ClassVar[_ByName] = staticmethod(_by_name(()))

    def __init_subclass__(cls) -> None:
        cls.fields = _declared(cls, Rows)
        cls.short = _is_short(cls)
        cls._by_name = staticmethod(_by_name(cls.fields))
        for field in cls.fields:
            setattr(cls, field.name, _Made(_column(field), field.name))

    def __init__(self, words: Int) -> None:
        self.__dict__["words"] = words

    words: Int
    """All columns, one beside the other, in the last axis; a `ShortView` of short ones."""

    @property
    def floats(self) -> Float:
        """The same words as floats."""
        return self.words.view(np.float64)

    __setattr__ = _no_setting

    def values(self, row: int) -> dict[str, Any]:
        """Each field of a row by its name, as a number or a list of numbers."""
        return type(self)._by_name(self.words[row])

    def write(self, row: int, values: Mapping[str, Any]) -> None:
        """Take over in a row what `values` gives."""
        for field in self.fields:
            getattr(self, field.name)[row] = values[field.name]

    def __reduce__(self) -> Any:
        return type(self), (self.words,)

    def __len__(self) -> int:
        return len(self.words)

    def at(self, row: int) -> Any:
        """A copy of a row: an object with a number, or a list of numbers, for each field."""
        return SimpleNamespace(**self.values(row))

    def lists(self) -> Any:
        """A copy with a list for each column, which is faster to read one by one."""
        columns = {field.name: getattr(self, field.name).tolist() for field in self.fields}
        return SimpleNamespace(**columns)


class _Made:
    """Makes a view of a part when it is first asked for; then the part has it."""

    def __init__(self, make: Callable[[Any], Any], name: str) -> None:
        self._make, self._name = make, name

    def __get__(self, part: Any, owner: type) -> Any:
        if part is None:
            return self
        made = part.__dict__[self._name] = self._make(part)
        return made


def _word(field: Field) -> property:
    """A number of a record."""
    at = field.at

    def write(record: Record, value: int) -> None:
        record._ints[at] = value

    def write_float(record: Record, value: float) -> None:
        record._floats[at] = value

    if field.floats:
        return property(lambda record: record._floats[at], write_float)
    return property(lambda record: record._ints[at], write)


def _several(field: Field) -> property:
    """Some words of a record, as a view."""
    name, last = f"_{field.name}", field.at + (field.count or 1)

    def read(record: Record) -> Any:
        made = record.__dict__.get(name)
        if made is None:
            made = record.__dict__[name] = _typed(record.words, field.floats)[field.at : last]
        return made

    return property(read, lambda record, value: _no_setting(record, field.name, value))


def _column(field: Field) -> Callable[[Rows], Any]:
    last = field.at + (field.count or 1)
    at: int | slice = field.at if field.count is None else slice(field.at, last)

    def read(part: Rows) -> Any:
        if part.short:
            return ShortView(cast(ShortView, part.words).array[..., at])
        return _typed(part.words, field.floats)[..., at]

    return read


def _typed(words: Int, floats: bool) -> NDArray[Any]:
    return words.view(np.float64) if floats else words


def _shorts(words: Int, shape: tuple[int, ...]) -> Any:
    """The first numbers of 16 bits in some words, in a shape."""
    return ShortView(words.view(np.uint16)[: math.prod(shape)].reshape(shape))


class Block(tuple[Int]):
    """All words of a state or a scenario: a tuple of one array, which Numba knows quickly.

    The first word says which class the words belong to, the second how many they are; then
    come, for each part, where it begins and how long its axes are.
    """

    parts: ClassVar[tuple[Part, ...]] = ()
    mark: ClassVar[int] = 0
    """The first word: it changes with every name and every kind of a class."""
    _header: ClassVar[int] = 2

    def __init_subclass__(cls) -> None:
        hints = _own_hints(cls)
        cls.parts = tuple(_part(cls, name, kind) for name, kind in hints.items())
        cls._header = 2 + sum(1 + len(part.axes) for part in cls.parts)
        place, at = 2, cls._header
        fixed = True
        for part in cls.parts:
            make = _maker(part, hints[part.name], place, at if fixed else None)
            setattr(cls, part.name, _Made(make, part.name))
            place += 1 + len(part.axes)
            fixed = fixed and not part.axes
            at += part.width
        written = hashlib.blake2b(f"{cls.__name__}: {cls.parts}".encode(), digest_size=8)
        cls.mark = int.from_bytes(written.digest(), "little", signed=True)

    def __new__(cls, words: Int) -> Self:
        """A block over words that one of the same class had."""
        if len(words) < 2 or words[0] != cls.mark or words[1] != len(words):
            raise TypeError(f"these are not the words of a {cls.__name__}")
        return tuple.__new__(cls, (words,))

    @classmethod
    def new(cls, **lengths: int) -> Self:
        """A block of zeros, given for each named axis its length."""
        words = np.zeros(cls._size(lengths), dtype=np.int64)
        words[0], words[1] = cls.mark, len(words)
        at, place = cls._header, 2
        for part in cls.parts:
            shape = _shape(part, lengths)
            words[place], place = at, place + 1
            words[place : place + len(shape)] = shape
            place += len(shape)
            at += part.size(shape)
        return cls(words)

    @classmethod
    def _size(cls, lengths: dict[str, int]) -> int:
        return cls._header + sum(part.size(_shape(part, lengths)) for part in cls.parts)

    @property
    def words(self) -> Int:
        """All words, the header too."""
        return self[0]

    @property
    def header(self) -> Int:
        """The words that never change: class, size, and the places and lengths of the parts."""
        return self[0][: self._header]

    def arrays(self) -> Iterator[tuple[str, NDArray[Any]]]:
        """Every array with its dotted name: records as one, rows by their columns."""
        for part in self.parts:
            value = getattr(self, part.name)
            if isinstance(value, Rows):
                for field in part.fields:
                    yield f"{part.name}.{field.name}", _memory(getattr(value, field.name))
            else:
                yield part.name, _memory(value.words if part.fields else value)

    def copy(self) -> Self:
        """An independent copy."""
        return tuple.__new__(type(self), (self[0].copy(),))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and np.array_equal(self[0], other[0])

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return type(self), (self[0],)


def _memory(view: Any) -> NDArray[Any]:
    return view.array if isinstance(view, ShortView) else view


def _part(cls: type[Block], name: str, kind: Any) -> Part:
    """A part as a class of blocks declares it."""
    given = cls.__dict__.get(name)
    fields: tuple[Field, ...] = getattr(kind, "fields", ())
    axes = given.axes if isinstance(given, Axes) else ()
    short = getattr(kind, "short", False) if fields else kind == Short
    return Part(name, axes, fields, not fields and kind == Float, short)


def _maker(part: Part, kind: Any, place: int, at: int | None) -> Callable[[Block], Any]:
    """What makes a part of a block, of which the header tells at a place.

    `at` is where the part begins, if that is the same in all blocks.
    """
    end, width = place + 1 + len(part.axes), part.width
    if not part.axes and at is not None:
        begin, beyond = at, at + width
        return lambda block: kind(block[0][begin:beyond])
    is_class = isinstance(kind, type)

    def make(block: Block) -> Any:
        at, *shape = block[0][place:end].tolist()
        words = block[0][at : at + part.size(shape)]
        if part.short:
            shorts = _shorts(words, (*shape, width) if is_class else tuple(shape))
            return kind(shorts) if is_class else shorts
        if is_class:
            return kind(words.reshape(*shape, width) if shape else words)
        return _typed(words, part.floats).reshape(shape)

    return make


def _shape(part: Part, lengths: dict[str, int]) -> tuple[int, ...]:
    return tuple(axis if isinstance(axis, int) else lengths[axis] for axis in part.axes)
