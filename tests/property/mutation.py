"""Seeded damage: to JSON values, to texts, and the judge of what may come of it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from types import FrameType
from typing import Any

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from tests.amounts import amount

SEED = int(os.environ.get("HEXFRONT_FUZZ_SEED", "1"))
CASES = amount(72_000, 720_000)
"""Over all systems together; with the frames and requests, which follow from it, at least
100,000 are required."""
PATIENCE = 10.0
"""Seconds after which a case counts as a hang."""

Path = tuple[str | int, ...]

NUMBERS: list[Json] = [
    0,
    -1,
    1,
    2,
    7,
    255,
    2**31,
    2**63,
    -(2**63),
    10**29,
    0.5,
    -0.0,
    1e300,
    1e-300,
]
TEXTS: list[Json] = [
    "",
    " ",
    "a",
    "0101",
    "9999",
    "-1",
    "../../etc/passwd",
    "/dev/zero",
    "x.json",
    "a\x00b",
    "\u202e\u2028",
    "é" * 300,
    "A" * 70_000,
    "<b>",
    "data:image/png;base64,AAAA",
    "%s{0}",
]
ATOMS: list[Json] = [None, True, False, *NUMBERS, *TEXTS]


def junk(random: Random, depth: int = 0) -> Json:
    """Any small JSON value."""
    kind = random.random()
    if depth > 3 or kind < 0.6:
        return random.choice(ATOMS)
    if kind < 0.8:
        return [junk(random, depth + 1) for _ in range(random.randrange(4))]
    return {
        str(random.choice(TEXTS))[:20]: junk(random, depth + 1) for _ in range(random.randrange(4))
    }


def deep(levels: int) -> Json:
    """Lists in lists."""
    value: Json = []
    for _ in range(levels):
        value = [value]
    return value


def paths(value: Json, at: Path = ()) -> Iterator[Path]:
    """The way to every value inside a value, itself included."""
    yield at
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*at, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from paths(inner, (*at, place))


def find(value: Json, path: Path) -> Json:
    """The value at the end of a way."""
    for part in path:
        value = value[part]
    return value


def changed(value: Json, path: Path, change: Callable[[Any, str | int], None]) -> Json:
    """A copy in which the container of the last part of the way was changed."""
    if isinstance(value, dict):
        copy: Any = dict(value)
    else:
        copy = list(value)
    if len(path) == 1:
        change(copy, path[0])
    else:
        copy[path[0]] = changed(copy[path[0]], path[1:], change)
    return copy


def damaged(random: Random, value: Json, ways: list[Path]) -> Json:
    """A value with one to three places deleted, replaced, doubled, swapped or bent."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        path = random.choice(ways)
        try:
            value = _damaged_at(random, value, path, ways)
        except (KeyError, IndexError, TypeError):
            continue  # An earlier change has taken the place away.
    return value


def _damaged_at(random: Random, value: Json, path: Path, ways: list[Path]) -> Json:
    if not path:
        return junk(random) if random.random() < 0.2 else value
    old = find(value, path)
    kind = random.randrange(7)
    if kind == 0:
        return changed(value, path, lambda c, k: c.pop(k))
    if kind == 1:
        new = junk(random)
    elif kind == 2:
        new = find(value, random.choice(ways))
    elif kind == 3:
        new = deep(random.choice((1, 5, 30)))
    elif kind == 4:
        return changed(value, path, lambda c, k: _double(random, c, k))
    else:
        new = bent(random, old)
    return changed(value, path, lambda c, k: c.__setitem__(k, new))


def _double(random: Random, container: Any, key: Any) -> None:
    if isinstance(container, list):
        container.insert(random.randrange(len(container) + 1), container[key])
    else:
        container[f"{key}{random.choice(('', '2', ' '))}"] = container[key]


def bent(random: Random, value: Json) -> Json:
    """Something near a value."""
    if isinstance(value, bool) or value is None:
        return random.choice((True, False, None, 0, 1))
    if isinstance(value, int | float):
        return random.choice((value + 1, value - 1, -value, value * 1000, value / 2, str(value)))
    if isinstance(value, str):
        place = random.randrange(len(value) + 1)
        letter = random.choice("0189Aa@#-/.\x00é ")
        return random.choice(
            (value[:place], value[:place] + letter + value[place + 1 :], value * 2, value.upper())
        )
    if isinstance(value, list):
        return random.choice((value[:-1], value + value, list(reversed(value)), value[:1] * 50))
    return random.choice((list(value.items()), {k: value[k] for k in list(value)[:-1]}, {}))


PIECES = [
    b"NaN",
    b"Infinity",
    b"-Infinity",
    b"1e999",
    b"[" * 40,
    b"{" * 40,
    b"]",
    b"}",
    b'"',
    b"\\",
    b"\\ud800",
    b"\xff",
    b"\xed\xa0\x80",
    b"\x00",
    b"\xef\xbb\xbf",
    b"\n",
    b"\r",
    b",",
    b":",
    b"9" * 50,
    b"null",
    b"true",
    b'{"a":1,"a":2}',
    "\u2028".encode(),
]


def damaged_text(random: Random, data: bytes) -> bytes:
    """Bytes with one to three pieces flipped, cut out, put in, repeated or cut off."""
    for _ in range(random.choice((1, 1, 2, 3))):
        start = random.randrange(len(data) + 1)
        length = random.choice((1, 1, 2, 10, 200))
        kind = random.randrange(5)
        if kind == 0:
            data = data[:start] + bytes([random.randrange(256)]) + data[start + 1 :]
        elif kind == 1:
            data = data[:start] + data[start + length :]
        elif kind == 2:
            data = data[:start] + random.choice(PIECES) + data[start:]
        elif kind == 3:
            data = data[:start] + data[start : start + length] * 2 + data[start + length :]
        elif random.random() < 0.3:
            data = data[:start]
    return data


class Hang(BaseException):
    """A case took too long."""


def _too_long(signum: int, frame: FrameType | None) -> None:
    raise Hang


@contextmanager
def watched() -> Iterator[Callable[[str, int, Callable[[Random], object]], bool]]:
    """Runs cases; one that raises anything but `InputError`, or hangs, fails with its seed."""
    old = signal.signal(signal.SIGALRM, _too_long)

    def run(kind: str, number: int, case: Callable[[Random], object]) -> bool:
        """Whether the input was accepted."""
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        try:
            case(Random(f"{SEED}:{kind}:{number}"))
        except InputError as error:
            if not error.problems or not all(line.isprintable() for line in str(error).split("\n")):
                raise AssertionError(f"{kind}, seed {SEED}, case {number}: {error!r}") from error
            return False
        except (Exception, Hang) as error:
            what = f"{type(error).__name__}: {str(error)[:300]}"
            raise AssertionError(f"{kind}, seed {SEED}, case {number}: {what}") from error
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        return True

    try:
        yield run
    finally:
        signal.signal(signal.SIGALRM, old)
