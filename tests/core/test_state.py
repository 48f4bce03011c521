"""States: copies, digests, saves, and saves that somebody has damaged."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import numpy as np
import pytest

from hexfront.blocks import Block, Float, Int, Record, Rows, array, columns, copy_block, rows
from hexfront.core.errors import InputError
from hexfront.core.state import _FORMAT, CHUNK, Digester, digest, load_state, save_state


class Game(Record):
    """One of each."""

    clock: int
    rate: float
    pool: Int = columns(2)


class Units(Rows):
    """A row a unit."""

    place: Int
    strength: Float


class War(Block):
    """A state."""

    game: Game
    units: Units = rows("unit")
    stock: Float = array("unit", "good")


class Peace(Block):
    """A state with the same words and another name."""

    game: Game
    units: Units = rows("unit")
    stock: Float = array("unit", "good")


class Treaty(Block):
    """Another state."""

    game: Game


def make(units: int = 3, goods: int = 2) -> War:
    state = War.new(unit=units, good=goods)
    state.game.clock, state.game.rate = 7, -1.25
    state.game.pool[:] = 4, 5
    state.units.place[:] = np.arange(units)
    state.stock[:] = 0.5
    return state


def test_published_digest() -> None:
    """The same on any platform and Python: it stands in journals."""
    assert digest(make()) == "b2dd8e3d6dbb60c6"


def put(state: War, change: Callable[[War], object]) -> War:
    """The state with a change."""
    change(state)
    return state


CHANGES: list[Callable[[], War]] = [
    lambda: put(make(), lambda s: setattr(s.game, "clock", 8)),
    lambda: put(make(), lambda s: setattr(s.game, "rate", 1.25)),
    lambda: put(make(), lambda s: s.game.pool.__setitem__(1, 4)),
    lambda: put(make(), lambda s: s.units.strength.__setitem__(2, -0.0)),
    lambda: put(make(), lambda s: s.stock.__setitem__((2, 1), 0.25)),
    lambda: make(units=2, goods=3),
    lambda: make(units=4),
]


@pytest.mark.parametrize("change", CHANGES)
def test_digest_sees_every_difference(change: Callable[[], War]) -> None:
    assert digest(change()) != digest(make())


def test_digests_of_states_that_follow_one_another() -> None:
    """Whatever changes, and however little is hashed again."""
    digester, dice = Digester(), np.random.default_rng(1)
    states = [make(), make(units=CHUNK // 2, goods=3), Treaty.new(), make(units=CHUNK // 2)]
    for state in states:
        for _ in range(20):
            assert digester.digest(state) == digest(state)
            for part in [part for _, part in state.arrays()][: dice.integers(4)]:
                part.flat[dice.integers(part.size)] += 1
    assert digester.digest(states[0]) == digest(states[0])


def test_digest_tells_the_classes_apart() -> None:
    words = make().words.copy()
    words[0] = Peace.mark
    assert digest(Peace(words)) != digest(make())


def test_copies_are_independent() -> None:
    state = make()
    before = digest(state)
    copy = state.copy()
    for _, part in copy.arrays():
        part[...] = 1
    assert digest(state) == before
    copy_block(copy, state)
    assert digest(copy) == before
    state.units.place[0] = 99
    assert digest(copy) == before


def test_save_and_load() -> None:
    state = make()
    loaded = load_state(state.copy(), save_state(state))
    assert digest(loaded) == digest(state)
    loaded.game.clock = 9
    assert state.game.clock == 7


def test_loading_leaves_the_template_alone() -> None:
    template = make()
    load_state(template, save_state(CHANGES[0]()))
    assert digest(template) == digest(make())


@pytest.mark.parametrize("units", [1, 4])
def test_other_shapes_are_refused(units: int) -> None:
    with pytest.raises(InputError, match=r"game\.sav: [a-z.]+: found <.*shape.*expected .*shape"):
        load_state(make(), save_state(make(units)), "game.sav")


def test_other_parts_are_refused() -> None:
    with pytest.raises(InputError, match=r"found \['game'\], expected the arrays \['game', 'stock"):
        load_state(make(), save_state(Treaty.new()))


def test_nothing_but_a_saved_state_is_read() -> None:
    for data in (b"", b"x", b"PK\x03\x04", save_state(make())[5:], b"\x80\x04K\x01."):
        with pytest.raises(InputError, match="a state saved by Hexfront"):
            load_state(make(), data)


def test_pickled_objects_are_refused() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        for name, array in make().arrays():
            inside = io.BytesIO()
            np.save(inside, array.astype(object), allow_pickle=True)
            packed.writestr(f"{name}.npy", inside.getvalue())
    with pytest.raises(InputError, match="undamaged"):
        load_state(make(), _FORMAT + buffer.getvalue())


def test_a_bomb_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexfront.core.state.MAX_STATE_BYTES", 1000)
    big = make(units=10_000)
    with pytest.raises(InputError, match="found <too large>, expected at most 1000 bytes"):
        load_state(big, save_state(big))


def test_a_lying_header_does_not_take_memory() -> None:
    """An array that claims more elements than the file holds."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        for name, array in make().arrays():
            inside = io.BytesIO()
            np.save(inside, array)
            data = inside.getvalue().replace(b"(3,), }", b"(3000000000000,), }")
            packed.writestr(f"{name}.npy", data)
    with pytest.raises(InputError):
        load_state(make(), _FORMAT + buffer.getvalue())


def test_every_damaged_byte_is_refused_or_harmless() -> None:
    """A byte that is changed gives an `InputError`, or a state of the same form."""
    data = save_state(make())
    refused = 0
    for place in range(len(data)):
        for change in (0x01, 0x80, 0xFF):
            damaged = bytearray(data)
            damaged[place] ^= change
            try:
                loaded = load_state(make(), bytes(damaged))
            except InputError:
                refused += 1
            else:
                assert [(n, a.shape, a.dtype) for n, a in loaded.arrays()] == [
                    (n, a.shape, a.dtype) for n, a in make().arrays()
                ]
    assert refused > len(data)


def test_every_truncation_is_refused() -> None:
    data = save_state(make())
    for length in range(len(data)):
        with pytest.raises(InputError):
            load_state(make(), data[:length])
