"""The memory of a batch: what is made for it, and arrays that the caller gives."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.batch.checks import whole_number
from hexfront.core.batch.game import BatchGame
from hexfront.core.batch.masks import BITS
from hexfront.core.batch.rows import Answer, Games, Players, Room
from hexfront.core.dice import BLOCK_WORDS
from hexfront.core.errors import InputError
from hexfront.core.events import NO_LOG

KEY_WORDS: Final = 8
MOST_GAMES: Final = 1 << 24
ANSWERS: Final = {
    "mask": "int8", "rewards": "float32", "scores": "float32", "terminated": "bool",
    "truncated": "bool",
}  # fmt: skip
"""The arrays beside what is observed, with their types."""


class Form(NamedTuple):
    """Shape, without the axis of games, and type of an array that a batch writes."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]


def forms_of(game: BatchGame, masks: bool = True) -> dict[str, Form]:
    """Every array that a batch of these games writes, by name: what is observed comes first.

    Without `masks` the mask has no columns.
    """
    forms = {spec.name: Form(spec.shape, np.dtype(spec.dtype)) for spec in game.spec}
    sides = (len(game.rules.sides),)
    shapes = {"mask": (game.rules.actions if masks else 0,), "rewards": sides, "scores": sides}
    return forms | {
        name: Form(shapes.get(name, ()), np.dtype(kind)) for name, kind in ANSWERS.items()
    }


def size_of(
    game: BatchGame, final: bool = False, masks: bool = True, opponents: bool = False
) -> int:
    """Bytes that one game of a batch takes.

    `final`: with last observations apart; `masks`: with masks of bytes; `opponents`: with what
    machine opponents remember.
    """
    sides, actions = len(game.rules.sides), game.rules.actions
    dice = KEY_WORDS * 4 + 2 * 8 + BLOCK_WORDS * 8
    own = len(game.start.words) * 8 + -(-actions // BITS) * 4 + 5 * 8
    memory = game.opponents.fresh.shape[1] * 8 * sides if opponents and game.opponents else 0
    seen = sum(spec.size for spec in game.spec)
    answers = sum(
        form.dtype.itemsize * int(np.prod(form.shape, dtype=int))
        for name, form in forms_of(game, masks).items()
        if name in ANSWERS
    )
    return own + dice * (1 + sides) + 8 * sides + memory + seen * (2 if final else 1) + answers


def check_memory(games: int, size: int) -> None:
    """Errors: `InputError` where games of so many bytes would not fit into what is free."""
    whole_number("games", games, 1, MOST_GAMES)
    needed, free = size * games, _free_memory()
    if needed > free:
        most = free // size
        found = f"{games:,} games, which take {needed / 2**20:,.0f} MiB"
        raise InputError.at(
            "games", f"<{found}>", f"at most {most:,}: {free / 2**20:,.0f} MiB are free"
        )


def _free_memory() -> int:
    """Bytes that can be taken without others being written to the disk."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 1 << 62


def new_games(game: BatchGame, games: int) -> Games:
    """Rows with the header of a state, and nothing begun."""
    words, actions = game.start.words, game.rules.actions
    states = np.empty((games, len(words)), dtype=np.int64)
    states[:] = words
    numbers = (np.zeros(games, dtype=np.int64) for _ in range(5))
    return Games(
        states,
        np.zeros((games, KEY_WORDS), dtype=np.uint32),
        np.zeros((games, 2), dtype=np.int64),
        np.zeros((games, BLOCK_WORDS), dtype=np.int64),
        np.zeros((games, -(-actions // BITS)), dtype=np.uint32),
        *numbers,
    )


def new_players(game: BatchGame, games: int, plays: NDArray[np.int64]) -> Players:
    """Players of all sides, who remember nothing yet. `plays` is (sides,)."""
    sides, opponents = len(game.rules.sides), game.opponents
    fresh = opponents.fresh if opponents else np.zeros((sides, 1), dtype=np.int64)
    played = max(plays) > 0
    return Players(
        np.tile(plays, (games, 1)),
        np.zeros((games, sides, KEY_WORDS), dtype=np.uint32),
        np.zeros((games, sides, 2), dtype=np.int64),
        np.zeros((games, sides, BLOCK_WORDS), dtype=np.int64),
        np.zeros((games * sides if played else 1, fresh.shape[1]), dtype=np.int64),
        fresh,
    )


def new_room(game: BatchGame) -> Room:
    """Space for one thread."""
    return Room(
        np.zeros(game.rules.actions, dtype=np.int64),
        np.zeros(-(-game.rules.actions // BITS), dtype=np.uint32),
        np.zeros(len(game.rules.sides)),
        NO_LOG,
        game.start.copy(),
        game.opponents.make_room() if game.opponents else game.start.copy(),
    )


def arrays_for(
    game: BatchGame, games: int, given: Mapping[str, NDArray[Any]], masks: bool = True
) -> dict[str, NDArray[Any]]:
    """All arrays that a batch writes: those of the caller, and new ones. Errors: `InputError`."""
    forms = forms_of(game, masks)
    unknown = sorted(given.keys() - forms.keys())
    if unknown:
        raise InputError.at("arrays", unknown, f"names among: {', '.join(forms)}")
    return {
        name: _checked(name, given[name], (games, *form.shape), form.dtype)
        if name in given
        else np.zeros((games, *form.shape), dtype=form.dtype)
        for name, form in forms.items()
    }


def _checked(
    name: str, array: NDArray[Any], shape: tuple[int, ...], dtype: np.dtype[Any]
) -> NDArray[Any]:
    found = f"<{getattr(array, 'dtype', type(array).__name__)} {getattr(array, 'shape', '')}>"
    fits = isinstance(array, np.ndarray) and array.shape == shape and array.dtype == dtype
    if not fits or not array.flags.c_contiguous or not array.flags.writeable:
        expected = f"{dtype} of shape {shape}, in one piece and writable"
        raise InputError.at(f"arrays: {name}", found, expected)
    return array


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """The same memory, which whoever gets it cannot write into."""
    view = array.view()
    view.flags.writeable = False
    return view


def answer_of(arrays: Mapping[str, NDArray[Any]]) -> Answer:
    """The arrays beside what is observed, as kernels take them."""
    return Answer(*(arrays[name] for name in ANSWERS))
