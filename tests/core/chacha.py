"""The slow, obvious ChaCha20 of RFC 8439, the oracle of the dice."""

from __future__ import annotations

import struct
from collections.abc import Iterator

DIAGONALS = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
DIAGONALS += [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]


def quarter_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Section 2.1."""
    for bits in ((16, 12), (8, 7)):
        a = (a + b) % 2**32
        d = turned(d ^ a, bits[0])
        c = (c + d) % 2**32
        b = turned(b ^ c, bits[1])
    return a, b, c, d


def turned(word: int, bits: int) -> int:
    return (word << bits) % 2**32 + (word >> (32 - bits))


def block(key: bytes, counter: int, stream: int) -> list[int]:
    """The 16 words of section 2.3, with a 64-bit counter and a 64-bit nonce."""
    start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key)]
    start += struct.unpack("<4I", struct.pack("<QQ", counter, stream))
    words = list(start)
    for _ in range(10):
        for places in DIAGONALS:
            turned_words = quarter_round(*(words[place] for place in places))
            for place, word in zip(places, turned_words, strict=True):
                words[place] = word
    return [(word + first) % 2**32 for word, first in zip(words, start, strict=True)]


def draws(key: bytes, stream: int, faces: list[int]) -> list[int]:
    """What dice must give: words in their order, those that would favour a face left out."""
    words = all_words(key, stream)
    results = []
    for count in faces:
        if count == 1:
            results.append(0)
            continue
        fair = 2**32 // count * count
        results.append(next(word for word in words if word < fair) % count)
    return results


def all_words(key: bytes, stream: int) -> Iterator[int]:
    counter = 0
    while True:
        yield from block(key, counter, stream)
        counter += 1
