"""Dice: a counter-based integer generator of our own.

The stream is ChaCha20 (RFC 8439, section 2.3) keyed by a 256-bit secret, with
a 64-bit block counter and a 64-bit stream number.  Whoever has seen every die
of a match still cannot tell the next one, which a statistical generator does
not promise; and the vectors are published, so any language can check a match.
Only 32-bit integer operations are used: the same numbers on any Python,
platform and worker count.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.core.errors import InputError
from hexfront.jit import inline_kernel, kernel, small_kernel

SECRET_BYTES = 32
SHARE_BYTES = 16
BLOCK_WORDS = 16
MAX_FACES = 1 << 32
_WORD = 0xFFFFFFFF


class Dice(NamedTuple):
    """A generator as data: it can be stored with a match and copied with a state."""

    key: NDArray[np.uint32]
    """(8,) the secret, little-endian words."""
    position: NDArray[np.int64]
    """(2,) words used so far, and the stream number."""
    block: NDArray[np.int64]
    """(16,) the words of the current block."""


@inline_kernel
def _rotate(value: int, bits: int) -> int:
    return ((value << bits) | (value >> (32 - bits))) & _WORD


@inline_kernel
def _quarter(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    a = (a + b) & _WORD
    d = _rotate(d ^ a, 16)
    c = (c + d) & _WORD
    b = _rotate(b ^ c, 12)
    a = (a + b) & _WORD
    d = _rotate(d ^ a, 8)
    c = (c + d) & _WORD
    b = _rotate(b ^ c, 7)
    return a, b, c, d


@inline_kernel
def _start_word(key: NDArray[np.uint32], counter: int, stream: int, place: int) -> int:
    if place == 0:
        return 0x61707865
    if place == 1:
        return 0x3320646E
    if place == 2:
        return 0x79622D32
    if place == 3:
        return 0x6B206574
    if place < 12:
        return int(key[place - 4])
    if place == 12:
        return counter & _WORD
    if place == 13:
        return (counter >> 32) & _WORD
    if place == 14:
        return stream & _WORD
    return (stream >> 32) & _WORD


@kernel
def _fill(key: NDArray[np.uint32], counter: int, stream: int, block: NDArray[np.int64]) -> None:
    for place in range(16):
        block[place] = _start_word(key, counter, stream, place)
    # Each in a name of its own, so that the words stay in registers.
    x0, x1, x2, x3 = block[0], block[1], block[2], block[3]
    x4, x5, x6, x7 = block[4], block[5], block[6], block[7]
    x8, x9, x10, x11 = block[8], block[9], block[10], block[11]
    x12, x13, x14, x15 = block[12], block[13], block[14], block[15]
    for _ in range(10):
        x0, x4, x8, x12 = _quarter(x0, x4, x8, x12)
        x1, x5, x9, x13 = _quarter(x1, x5, x9, x13)
        x2, x6, x10, x14 = _quarter(x2, x6, x10, x14)
        x3, x7, x11, x15 = _quarter(x3, x7, x11, x15)
        x0, x5, x10, x15 = _quarter(x0, x5, x10, x15)
        x1, x6, x11, x12 = _quarter(x1, x6, x11, x12)
        x2, x7, x8, x13 = _quarter(x2, x7, x8, x13)
        x3, x4, x9, x14 = _quarter(x3, x4, x9, x14)
    mixed = (x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15)
    for place in range(16):
        block[place] = (block[place] + mixed[place]) & _WORD


@small_kernel
def draw(dice: Dice, faces: int) -> int:
    """A fair integer in 0 … faces − 1, for faces from 1 to 2**32.

    Words that would favour some faces are thrown away, so that every face is
    exactly as likely as every other.  One face uses no word.
    """
    if faces <= 1:
        return 0
    limit = (1 << 32) - (1 << 32) % faces
    while True:
        used = dice.position[0]
        if used % 16 == 0:
            _fill(dice.key, used // 16, dice.position[1], dice.block)
        dice.position[0] = used + 1
        word = dice.block[used % 16]
        if word < limit:
            return int(word % faces)


def draw_outcome(weights: Sequence[int], dice: Dice) -> int:
    """An outcome of chance, drawn with its exact weight."""
    word = int(draw(dice, sum(weights)))
    for outcome, weight in enumerate(weights):
        word -= weight
        if word < 0:
            return outcome
    raise ValueError("weights must be positive in sum")


def dice_from_secret(secret: bytes, stream: int = 0) -> Dice:
    """Dice for a 256-bit secret. Independent streams share a secret."""
    if len(secret) != SECRET_BYTES:
        raise InputError.at("dice secret", f"<{len(secret)} bytes>", f"{SECRET_BYTES} bytes")
    return Dice(
        np.frombuffer(secret, dtype="<u4").astype(np.uint32),
        np.array([0, stream], dtype=np.int64),
        np.zeros(BLOCK_WORDS, dtype=np.int64),
    )


def dice_from_seed(seed: int, game: int = 0, purpose: str = "dice") -> Dice:
    """Dice of one game of a study run: the same whoever works it."""
    return dice_from_secret(secret_from_seed(seed, game, purpose))


def secret_from_seed(seed: int, game: int = 0, purpose: str = "dice") -> bytes:
    """The 256-bit secret that a seed stands for."""
    return hashlib.sha256(f"hexfront:{purpose}:{seed}:{game}".encode()).digest()


def commitment(secret: bytes, head: str) -> str:
    """What a match publishes before the first die, in hex: HMAC-SHA256 of the head by the secret.

    It binds all that the head of the journal says, and tells nothing of the secret.
    """
    return hmac.digest(secret, head.encode(), "sha256").hex()


def dice_of_match(secret: bytes, shares: Sequence[str] = ()) -> Dice:
    """The dice of a match: keyed by the secret and what the players' screens added to it.

    `shares`: for each side 32 hex digits, or nothing where none was added; where
    nobody added any the secret itself is the key.
    """
    if not any(shares):
        return dice_from_secret(secret)
    added = f"hexfront:dice:{','.join(shares)}"
    return dice_from_secret(hmac.digest(secret, added.encode(), "sha256"))


def share_hash(share: str) -> str:
    """What a screen says of its share before the others show theirs: SHA-256 of the digits."""
    return hashlib.sha256(share.encode()).hexdigest()


def new_share() -> str:
    """128 bits of a player's own, in hex."""
    return secrets.token_hex(SHARE_BYTES)
