"""States: blocks. Digest and save are the same for every system."""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from typing import Any, Final, TypeVar

import numpy as np

from hexfront.blocks import Block
from hexfront.core.errors import InputError

S = TypeVar("S", bound=Block)

_FORMAT = b"hexfront-state/2\0"
CHUNK: Final = 512
"""Words that a `Digester` hashes together."""
MAX_STATE_BYTES = 256 * 1024 * 1024
_DAMAGE = (
    MemoryError,
    OSError,
    ValueError,
    KeyError,
    EOFError,
    NotImplementedError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)


def digest(state: Block) -> str:
    """64 bits of BLAKE2b over class, lengths and little-endian contents, as 16 hex digits."""
    return str(hash_state(state, hashlib.blake2b(digest_size=8)).hexdigest())


def hash_state(state: Block, running: Any) -> Any:
    """Feed a state into a running hash and return it."""
    # All but the mark: a new name of a field makes no other state.
    running.update(f"{type(state).__name__}:".encode())
    running.update(state.words[1:].astype("<i8", copy=False).data)
    return running


class Digester:
    """The digests of states that follow one another, as `digest` gives them.

    What comes before the first word that has changed is not hashed again: most steps change
    little, and a state may be long.
    """

    def __init__(self) -> None:
        self._of: type[Block] = Block
        self._words = np.empty(0, dtype=np.int64)
        """Of the last state."""
        self._until: list[Any] = []
        """Running hashes: of everything before each chunk, and of all of it."""

    def digest(self, state: Block) -> str:
        """The digest of the next state."""
        words = state.words
        if type(state) is not self._of or len(words) != len(self._words):
            self._of, self._words = type(state), words.copy()
            self._go_on_from(0)
        else:
            other = words != self._words
            first = int(other.argmax())
            if other[first]:
                chunk = max(first - 1, 0) // CHUNK
                self._words[first:] = words[first:]
                self._go_on_from(chunk)
        return str(self._until[-1].hexdigest())

    def _go_on_from(self, chunk: int) -> None:
        """Hash from a chunk on."""
        if not chunk:
            running = hashlib.blake2b(f"{self._of.__name__}:".encode(), digest_size=8)
            self._until = [running]
        del self._until[chunk + 1 :]
        contents = self._words[1:].astype("<i8", copy=False)
        for first in range(chunk * CHUNK, len(contents), CHUNK):
            running = self._until[-1].copy()
            running.update(contents[first : first + CHUNK].data)
            self._until.append(running)


def save_state(state: Block) -> bytes:
    """A state as bytes; `load_state` gives back an equal one."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **dict(state.arrays()))
    return _FORMAT + buffer.getvalue()


def load_state(template: S, data: bytes, place: str = "saved state") -> S:
    """The saved state, checked against the names, types and shapes of a template.

    Errors: `InputError`; nothing but arrays of numbers is ever read.
    """
    if not data.startswith(_FORMAT):
        raise InputError.at(place, data[:20], "a state saved by Hexfront")
    try:
        with zipfile.ZipFile(io.BytesIO(data[len(_FORMAT) :])) as packed:
            if sum(item.file_size for item in packed.infolist()) > MAX_STATE_BYTES:
                raise InputError.at(place, "<too large>", f"at most {MAX_STATE_BYTES} bytes")
        arrays = np.load(io.BytesIO(data[len(_FORMAT) :]), allow_pickle=False)
        loaded = {name: arrays[name] for name in arrays.files}
    except _DAMAGE as error:
        raise InputError.at(place, f"<{error}>", "an undamaged saved state") from None
    result = template.copy()
    expected = dict(result.arrays())
    if loaded.keys() != expected.keys():
        raise InputError.at(place, sorted(loaded), f"the arrays {sorted(expected)}")
    for name, array in expected.items():
        found = loaded[name]
        if found.dtype != array.dtype or found.shape != array.shape:
            raise InputError.at(
                f"{place}: {name}",
                f"<{found.dtype} of shape {found.shape}>",
                f"{array.dtype} of shape {array.shape}",
            )
        array[...] = found
    return result
