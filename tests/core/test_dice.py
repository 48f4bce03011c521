"""Dice: the stream of RFC 8439, published draws, fairness, and that dice are data."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.core.dice import (
    MAX_FACES,
    Dice,
    _fill,
    commitment,
    dice_from_secret,
    dice_from_seed,
    dice_of_match,
    draw,
    draw_outcome,
    secret_from_seed,
)
from hexfront.core.errors import InputError
from tests.core import chacha

VECTORS = json.loads((Path(__file__).parent / "dice_vectors.json").read_text())
RFC_KEY = bytes(range(32))
RFC_BLOCK = (
    "e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3 "
    "466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2"
)


def test_block_of_the_rfc() -> None:
    """Section 2.3.2: counter word 1, nonce 00:00:00:09:00:00:00:4a:00:00:00:00."""
    words = np.zeros(16, dtype=np.int64)
    key = np.frombuffer(RFC_KEY, dtype="<u4").astype(np.uint32)
    _fill(key, 1 | 0x09000000 << 32, 0x4A000000, words)
    expected = [int(word, 16) for word in RFC_BLOCK.split()]
    assert words.tolist() == expected
    assert chacha.block(RFC_KEY, 1 | 0x09000000 << 32, 0x4A000000) == expected


@pytest.mark.parametrize("vector", VECTORS["draws"], ids=lambda v: v["about"])
def test_published_draws(vector: dict) -> None:
    dice = dice_from_secret(bytes.fromhex(vector["key"]), vector["stream"])
    assert [int(draw(dice, faces)) for faces in vector["faces"]] == vector["results"]


@pytest.mark.parametrize("vector", VECTORS["seeds"], ids=lambda v: f"{v['seed']}-{v['game']}")
def test_published_seeds(vector: dict) -> None:
    secret = secret_from_seed(vector["seed"], vector["game"])
    assert secret.hex() == vector["secret"]
    assert commitment(secret, '{"head":1}') == vector["commitment"]
    keyed = dice_from_secret(bytes.fromhex(vector["key"]))
    assert dice_of_match(secret, ["00ff", ""]).key.tolist() == keyed.key.tolist()
    assert dice_of_match(secret, ["", ""]).key.tolist() == dice_from_secret(secret).key.tolist()
    dice = dice_from_seed(vector["seed"], vector["game"])
    assert [int(draw(dice, 6)) for _ in vector["d6"]] == vector["d6"]


@settings(max_examples=60)
@given(
    key=st.binary(min_size=32, max_size=32),
    stream=st.integers(0, 2**63 - 1),
    faces=st.lists(st.integers(1, MAX_FACES), max_size=40),
)
def test_draws_equal_the_slow_version(key: bytes, stream: int, faces: list[int]) -> None:
    dice = dice_from_secret(key, stream)
    assert [int(draw(dice, count)) for count in faces] == chacha.draws(key, stream, faces)


def test_words_that_favour_a_face_are_thrown_away() -> None:
    """With 2**31 + 1 faces nearly half of all words are: the count of words used says so."""
    dice = dice_from_seed(3)
    rolls = [int(draw(dice, 2**31 + 1)) for _ in range(1000)]
    assert 1800 < dice.position[0] < 2200
    assert max(rolls) <= 2**31


@pytest.mark.parametrize("faces", [2, 3, 6, 10, 36])
def test_every_face_comes_as_often(faces: int) -> None:
    """Chi-square with a fixed seed; the limit is exceeded once in a million by fair dice."""
    rolls = 60_000
    dice = dice_from_seed(11, faces)
    counts = [0] * faces
    for _ in range(rolls):
        counts[int(draw(dice, faces))] += 1
    due = rolls / faces
    chi_square = sum((count - due) ** 2 / due for count in counts)
    freedom = faces - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 12


def test_one_face_uses_no_word() -> None:
    dice = dice_from_seed(1)
    assert [int(draw(dice, 1)) for _ in range(5)] == [0] * 5
    assert dice.position[0] == 0


def test_all_words_are_possible() -> None:
    dice = dice_from_seed(1)
    secret = secret_from_seed(1)
    assert [int(draw(dice, MAX_FACES)) for _ in range(40)] == [
        word for word, _ in zip(chacha.all_words(secret, 0), range(40), strict=False)
    ]


def test_streams_seeds_games_and_purposes_are_apart() -> None:
    secret = secret_from_seed(1)
    sources = [dice_from_secret(secret, stream) for stream in (0, 1, 2**62)]
    sources += [dice_from_seed(2), dice_from_seed(1, 1), dice_from_seed(1, 0, "other")]
    rolls = {tuple(int(draw(dice, 1000)) for _ in range(8)) for dice in sources}
    assert len(rolls) == len(sources)


def test_dice_are_data() -> None:
    dice = dice_from_seed(5)
    for _ in range(21):
        draw(dice, 6)
    copy = Dice(*(part.copy() for part in dice))
    rest = [int(draw(dice, 6)) for _ in range(40)]
    assert [int(draw(copy, 6)) for _ in range(40)] == rest


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_secret_has_256_bits(size: int) -> None:
    with pytest.raises(InputError, match=f"dice secret: found <{size} bytes>, expected 32 bytes"):
        dice_from_secret(b"x" * size)


def test_outcomes_have_their_exact_weights() -> None:
    """Each word of a die with as many faces as the weights sum to gives its own share."""
    weights = (3, 0, 2, 1)
    counts = [0] * 4
    dice, twin = dice_from_seed(8), dice_from_seed(8)
    for _ in range(600):
        word = int(draw(twin, 6))
        outcome = draw_outcome(weights, dice)
        assert outcome == (0, 0, 0, 2, 2, 3)[word]
        counts[outcome] += 1
    assert counts[1] == 0
    with pytest.raises(ValueError, match="positive"):
        draw_outcome((0, 0), dice)
