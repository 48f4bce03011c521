"""States: copies, digests, saves, and saves that somebody has damaged."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from hexfront.core.errors import InputError
from hexfront.core.state import (
    _FORMAT,
    copy_into,
    copy_state,
    digest,
    load_state,
    save_state,
    state_arrays,
)


class Inner(NamedTuple):
    marks: NDArray[np.bool_]
    rows: NDArray[np.int64]


class Outer(NamedTuple):
    clock: NDArray[np.int64]
    inner: Inner
    strength: NDArray[np.float64]
    single: NDArray[np.int8]


def make() -> Outer:
    return Outer(
        np.arange(3),
        Inner(np.array([True, False]), np.arange(6).reshape(2, 3)),
        np.array([0.5, -1.25]),
        np.array(7, dtype=np.int8),
    )


def test_names_of_arrays() -> None:
    assert [name for name, _ in state_arrays(make())] == [
        "clock",
        "inner.marks",
        "inner.rows",
        "strength",
        "single",
    ]


def test_published_digest() -> None:
    """The same on any platform and Python: it stands in journals."""
    assert digest(make()) == "27036d99b6688a0f"


def test_digest_does_not_mind_memory_order() -> None:
    state = make()
    big = state._replace(
        clock=state.clock.astype(">i8"),
        inner=state.inner._replace(rows=np.asfortranarray(state.inner.rows)),
        strength=np.array([0.5, 9, -1.25, 9])[::2],
    )
    assert digest(big) == digest(state)


CHANGES: list[Callable[[Outer], Outer]] = [
    lambda s: s._replace(clock=s.clock + 1),
    lambda s: s._replace(clock=s.clock.astype(np.int32)),
    lambda s: s._replace(clock=s.clock.reshape(3, 1)),
    lambda s: s._replace(inner=s.inner._replace(marks=~s.inner.marks)),
    lambda s: s._replace(inner=s.inner._replace(rows=s.inner.rows.reshape(3, 2))),
    lambda s: s._replace(strength=-s.strength),
    lambda s: s._replace(single=np.array(8, dtype=np.int8)),
    lambda s: s._replace(strength=s.strength[:1]),
]


@pytest.mark.parametrize("change", CHANGES)
def test_digest_sees_every_difference(change: Callable[[Outer], Outer]) -> None:
    assert digest(change(make())) != digest(make())


def test_digest_tells_the_names_apart() -> None:
    class Other(NamedTuple):
        clocks: NDArray[np.int64]

    class Same(NamedTuple):
        clock: NDArray[np.int64]

    assert digest(Other(np.arange(3))) != digest(Same(np.arange(3)))


def test_copies_are_independent() -> None:
    state = make()
    before = digest(state)
    copy = copy_state(state)
    assert type(copy) is Outer and type(copy.inner) is Inner
    for _, array in state_arrays(copy):
        array[...] = 1
    assert digest(state) == before
    copy_into(copy, state)
    assert digest(copy) == before
    state.inner.rows[0, 0] = 99
    assert digest(copy) == before


def test_save_and_load() -> None:
    state = make()
    loaded = load_state(copy_state(state), save_state(state))
    assert digest(loaded) == digest(state)
    loaded.clock[0] = 9
    assert state.clock[0] == 0


def test_loading_leaves_the_template_alone() -> None:
    template, other = make(), CHANGES[0](make())
    load_state(template, save_state(other))
    assert digest(template) == digest(make())


@pytest.mark.parametrize("change", [CHANGES[1], CHANGES[2], CHANGES[4], CHANGES[7]])
def test_other_types_and_shapes_are_refused(change: Callable[[Outer], Outer]) -> None:
    with pytest.raises(InputError, match=r"game\.sav: [a-z.]+: found <.*shape.*expected .*shape"):
        load_state(make(), save_state(change(make())), "game.sav")


def test_other_arrays_are_refused() -> None:
    with pytest.raises(
        InputError, match=r"found \['marks', 'rows'\], expected the arrays \['clock'"
    ):
        load_state(make(), save_state(make().inner))


def test_nothing_but_a_saved_state_is_read() -> None:
    for data in (b"", b"x", b"PK\x03\x04", save_state(make())[5:], b"\x80\x04K\x01."):
        with pytest.raises(InputError, match="a state saved by Hexfront"):
            load_state(make(), data)


def test_pickled_objects_are_refused() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        for name, array in state_arrays(make()):
            inside = io.BytesIO()
            np.save(inside, array.astype(object), allow_pickle=True)
            packed.writestr(f"{name}.npy", inside.getvalue())
    with pytest.raises(InputError, match="undamaged"):
        load_state(make(), _FORMAT + buffer.getvalue())


def test_a_bomb_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexfront.core.state.MAX_STATE_BYTES", 1000)
    big = make()._replace(clock=np.zeros(10_000, dtype=np.int64))
    with pytest.raises(InputError, match="found <too large>, expected at most 1000 bytes"):
        load_state(big, save_state(big))


def test_a_lying_header_does_not_take_memory() -> None:
    """An array that claims more elements than the file holds."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        for name, array in state_arrays(make()):
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
                assert [(n, a.shape, a.dtype) for n, a in state_arrays(loaded)] == [
                    (n, a.shape, a.dtype) for n, a in state_arrays(make())
                ]
    assert refused > len(data)


def test_every_truncation_is_refused() -> None:
    data = save_state(make())
    for length in range(len(data)):
        with pytest.raises(InputError):
            load_state(make(), data[:length])
