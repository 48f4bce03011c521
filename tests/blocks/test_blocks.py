"""Blocks: named parts of one piece of memory, the same for Python and for kernels."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from enum import IntEnum

import numpy as np
import pytest

from hexfront.blocks import (
    Block,
    Float,
    Int,
    Record,
    Rows,
    Short,
    array,
    columns,
    copy_block,
    direct,
    game_of,
    rows,
)
from hexfront.core.state import digest, load_state, save_state
from hexfront.jit import JIT_DISABLED, inline_kernel, kernel
from tests.kit.forms import compiling


class Phase(IntEnum):
    """What is done."""

    MOVING = 1
    FIGHTING = 2


class Game(Record):
    """One of each."""

    round: int
    phase: int
    rate: float
    pool: Int = columns(2)


class Units(Rows):
    """A row a unit."""

    place: Int
    holder: Int = columns(3)
    strength: Float


class Orders(Rows):
    """A row for each order of each force."""

    aim: Int
    start: Float


class Posts(Rows):
    """Rows of numbers of 16 bits."""

    guard: Short
    depth: Short = columns(2)


class War(Block):
    """A state."""

    game: Game
    faces: Int = array(2, 6)
    tokens: Short = array(3)
    posts: Posts = rows("card")
    units: Units = rows("unit")
    orders: Orders = rows("force", "order")
    stock: Float = array("unit", "good")
    pack: Int = array("card")


class Peace(Block):
    """Another state."""

    game: Game


def war() -> War:
    return War.new(unit=4, force=2, order=3, good=5, card=6)


with compiling():

    @inline_kernel
    def total(row: Int) -> int:
        """A kernel that takes whatever has an index."""
        found = 0
        for place in range(len(row)):
            found += row[place]
        return found

    @kernel
    def change(state: War, unit: int) -> int:
        """Touches a field of every kind."""
        game = state.game
        game.round, game.phase = unit + 3, Phase.FIGHTING
        game.rate = unit
        game.rate += 0.5
        game.pool[1] -= 2
        if game.phase == Phase.FIGHTING:
            state.units.place[unit] += 7
        state.units.holder[unit, 2] = 9
        state.units.strength[unit] = 2.5 * unit
        state.orders.aim[1, 2] = unit
        state.orders.start[0, 1] -= 0.25
        state.stock[unit, 3] = 1.5
        state.faces[1, 5] = 4
        state.pack[unit] = 3
        state.posts.guard[unit] = 7
        state.posts.depth[unit, 1] += 40_000
        state.posts.depth[unit, 0] -= 1
        state.tokens[2] = 300 * state.posts.guard[unit]
        found = 20 * state.tokens[2] + total(state.posts.depth[unit]) + total(state.posts.guard)
        for other in range(len(state.units)):
            found += state.units.place[other]
        return found + total(state.units.holder[unit]) + total(state.pack) + len(state.orders)

    @kernel
    def read(state: War, card: int) -> int:
        """A word that may not be there."""
        return state.pack[card]  # type: ignore[no-any-return]

    @kernel
    def restart(state: War, start: War) -> None:
        """All words at once."""
        copy_block(state, start)

    @kernel
    def play_all(like: War, games: Int) -> int:
        """The same change in every game of a batch."""
        found = 0
        for row in range(games.shape[0]):
            found += change(game_of(like, games, row), row)
        return found


def test_a_kernel_writes_what_python_writes() -> None:
    one, other = war(), war()
    by_python = getattr(change, "py_func", change)(other, 2)
    assert change(one, 2) == by_python == 7 + 9 + 3 + 2 + 42_000 + 39_999 + 7
    assert one == other
    assert (one.game.round, one.game.phase, one.game.rate) == (5, 2, 2.5)
    assert one.game.pool.tolist() == [0, -2]
    assert one.units.holder.tolist() == [[0] * 3, [0] * 3, [0, 0, 9], [0] * 3]
    assert one.units.strength.tolist() == [0, 0, 5.0, 0]
    assert one.orders.start[0].tolist() == [0, -0.25, 0]
    assert one.posts.depth.tolist() == [[-1, 40_000] if c == 2 else [0, 0] for c in range(6)]
    assert one.tokens.tolist() == [0, 0, 2100]


def test_numbers_of_16_bits_are_reckoned_with_as_any_others() -> None:
    state = war()
    assert state.posts.guard.array.nbytes == 12  # type: ignore[attr-defined]
    state.posts.guard[1:3] = 30_000
    assert state.posts.guard[1] * 100 == 3_000_000
    assert (state.posts.guard * 2).tolist() == [0, 60_000, 60_000, 0, 0, 0]
    assert np.flatnonzero(state.posts.guard == 30_000).tolist() == [1, 2]
    part = state.posts.guard[2:]
    part[0] = 5
    assert state.posts.guard.copy().tolist() == [0, 30_000, 5, 0, 0, 0]
    state.posts.guard[0:2] = -1
    assert (state.posts.guard[0], state.posts.guard.tolist()[1]) == (-1, -1)
    for several in ((7, -1), [7, -1], np.array([7, -1]), state.posts.guard[[2, 1]] + (2, 0)):
        state.posts.depth[4] = several
        assert state.posts.depth[4].tolist() == [7, -1]
    for wrong in (-2, 65_535):
        with pytest.raises(OverflowError):
            state.posts.guard[0] = wrong


def test_parts_are_views_of_one_piece_of_memory() -> None:
    state = war()
    state.units.place[1] = 5
    state.game.pool[0] = 6
    state.stock[3, 4] = 0.5
    assert np.count_nonzero(state.words[len(state.header) :]) == 3
    names = [name for name, _ in state.arrays()]
    assert names[:4] == ["game", "faces", "tokens", "posts.guard"]
    assert all(np.shares_memory(state.words, part) for _, part in state.arrays())


def test_a_copy_is_independent_and_equal() -> None:
    state = war()
    change(state, 1)
    copy = state.copy()
    assert copy == state and digest(copy) == digest(state)
    copy.game.round += 1
    assert copy != state and digest(copy) != digest(state)
    restart(copy, state)
    assert copy == state


def test_a_pickled_block_and_its_parts_come_back() -> None:
    state = war()
    change(state, 1)
    assert pickle.loads(pickle.dumps(state)) == state
    assert pickle.loads(pickle.dumps(state.game)).rate == 1.5
    assert pickle.loads(pickle.dumps(state.units)).place.tolist() == [0, 7, 0, 0]


def test_a_saved_block_comes_back() -> None:
    state = war()
    change(state, 1)
    assert load_state(war(), save_state(state)) == state
    assert dict(state.arrays()).keys() == dict(war().arrays()).keys()


def test_a_batch_has_a_game_in_each_row() -> None:
    games = np.stack([war().words for _ in range(3)])
    play_all(war(), games)
    for row in range(3):
        state = war()
        change(state, row)
        assert War(games[row]) == state


def test_a_view_cannot_be_replaced_by_mistake() -> None:
    state = war()
    with pytest.raises(AttributeError, match=r"write Units\.place\[\.\.\.\] = value"):
        state.units.place = np.zeros(4, dtype=np.int64)
    with pytest.raises(AttributeError, match=r"write Game\.pool\[\.\.\.\] = value"):
        state.game.pool = np.zeros(2, dtype=np.int64)


def test_words_of_another_class_are_refused() -> None:
    with pytest.raises(TypeError, match="not the words of a Peace"):
        Peace(war().words)
    with pytest.raises(TypeError, match="not the words of a War"):
        War(war().words[:-1])


def test_what_is_no_field_is_refused_where_it_is_declared() -> None:
    with pytest.raises(TypeError, match=r"Wrong\.name: expected int, float, Int or Float"):

        class Wrong(Record):
            name: str

    with pytest.raises(TypeError, match=r"Clash\.words: expected .* no name that Rows has"):

        class Clash(Rows):
            words: Int

    with pytest.raises(TypeError, match=r"Mixed: all columns are Short, or none"):

        class Mixed(Rows):
            place: Int
            guard: Short


class Caller:
    """What a system's rules are to their kernels."""

    change = direct(change)


@pytest.mark.skipif(JIT_DISABLED, reason="plain Python checks nothing at a kernel's door")
def test_machine_code_refuses_a_block_of_another_class() -> None:
    caller = Caller()
    state = war()
    for _ in range(3):
        caller.change(state, 1)
    assert state.units.place[1] == 21
    other: tuple[object, ...]
    for other in (Peace.new(), (np.zeros(1, dtype=np.int64),), (war().words[:1],)):
        with pytest.raises(TypeError, match="expected a block of type War"):
            caller.change(other, 1)  # type: ignore[arg-type]


@pytest.mark.skipif(JIT_DISABLED, reason="NumPy checks by itself")
def test_bounds_are_checked_where_numba_is_told_to() -> None:
    code = (
        "from tests.blocks.test_blocks import read, war\n"
        "for place in (-1, 6):\n"
        "    try:\n        read(war(), place)\n"
        "    except IndexError as error:\n        print(error)\n"
    )
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.count("index is out of the bounds of a part of a block") == 2
