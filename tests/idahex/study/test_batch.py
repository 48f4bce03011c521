"""Wars in batches: threads do not disturb each other, and opponents say what they mean to say."""

from __future__ import annotations

import numpy as np

from hexfront.batch import Batch
from hexfront.batch.games import batch_game
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.systems.idahex.opponents.word_queue import CODES, WarMemory, remember, say_next
from hexfront.systems.idahex.scenario import orders as o

SYSTEM = find_system("idahex")
RULES = SYSTEM.rules(load_scenario(SYSTEM))


def test_each_thread_has_a_theatre_of_its_own() -> None:
    game, players = batch_game(SYSTEM, RULES), {1: "commander"}
    one, many = Batch(game, 6, players=players), Batch(game, 6, players=players, threads=3)
    chance = np.random.default_rng(1)
    for batch in (one, many):
        batch.reset(3)
    for _ in range(60):
        # Red says "go" as soon as it can, so that time goes on, and else anything.
        actions = np.where(one.mask[:, o.GO] == 1, o.GO, one.sample(chance))
        actions[::2] = one.sample(chance)[::2]
        one.step(actions)
        many.step(actions)
        for row in range(one.games):
            assert one.state(row) == many.state(row)
        assert np.array_equal(one.mask, many.mask)
    many.close()


def queued(*codes: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array([len(codes), *codes])


def said(memory: WarMemory, legal: list[int]) -> list[int]:
    """All words up to and with "go"."""
    codes, words = np.array(legal), list[int]()
    while not words or words[-1] != o.GO:
        words.append(say_next(memory, codes, len(codes)))
    return words


def test_a_speech_is_said_word_by_word() -> None:
    memory = WarMemory.new(word=4)
    remember(memory, queued(100, 200_000, o.END, o.STOP, o.END))
    assert said(memory, [o.GO, o.END, o.STOP, 100, 200_000]) == [
        *(100, 200_000, o.END, o.STOP, o.END, o.GO),
    ]


def test_what_is_refused_is_dropped_to_its_end() -> None:
    memory = WarMemory.new(word=4)
    remember(memory, queued(100, 101, o.END, o.STOP, o.END))
    words = said(memory, [o.GO, o.END, o.ABANDON, o.STOP, 100])
    assert words == [o.ABANDON, 100, o.ABANDON, o.STOP, o.END, o.GO]


def test_only_whole_commands_are_remembered() -> None:
    memory = WarMemory.new(word=2)
    remember(memory, queued(100, 101, o.END, 102, 103, 104, o.END))
    assert memory.progress.count == 3 < 2 * CODES
    assert said(memory, [o.GO, o.END, *range(100, 105)]) == [100, 101, o.END, o.GO]
