"""What callers of a batch can get wrong is said clearly, and changes nothing."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

from hexfront.batch import Batch, storage
from hexfront.core.dice import secret_from_seed
from hexfront.core.errors import InputError
from tests.batch.reference import game_of

Bad = Callable[[Batch], Any]


def ones(count: int, kind: Any = np.int64) -> np.ndarray:
    return np.ones(count, dtype=kind)


def legal(batch: Batch) -> np.ndarray:
    return batch.mask.argmax(axis=1)


def wrong(batch: Batch, code: int, kind: Any = np.int64) -> np.ndarray:
    """Legal orders but in the last row."""
    actions = legal(batch).astype(kind)
    actions[-1] = code
    return actions


def masked_out(batch: Batch) -> int:
    return int(np.flatnonzero(batch.mask[-1] == 0)[0])


STEPS: list[tuple[str, Bad]] = [
    ("actions: found .*int64 of shape", lambda b: b.step(ones(4))),
    ("actions: found .*int64 of shape", lambda b: b.step(ones(9).reshape(3, 3))),
    ("actions: found .*float64", lambda b: b.step(ones(3, np.float64))),
    ("actions: found .*bool", lambda b: b.step(ones(3, np.bool_))),
    ("actions: found .*NoneType", lambda b: b.step(None)),
    ("actions.2.: found -1, .*from 0 to", lambda b: b.step(wrong(b, -1))),
    ("actions.2.: found 99999, .*from 0 to", lambda b: b.step(wrong(b, 99999))),
    ("actions.2.: found .*from 0 to", lambda b: b.step(wrong(b, 2**64 - 1, np.uint64))),
    ("actions.2.: found .*a legal order; [A-Z]{3}-", lambda b: b.step(wrong(b, masked_out(b)))),
    ("rows: found .*int64", lambda b: b.step(legal(b), ones(3))),
    ("rows: found .*list", lambda b: b.step(legal(b), [True] * 3)),
    ("rows: found .*bool of shape .2", lambda b: b.step(legal(b), ones(2, np.bool_))),
    ("rows: found .*bool of shape .2", lambda b: b.reset(1, ones(2, np.bool_))),
    ("seeds: found 1.5", lambda b: b.reset(1.5)),
    ("seeds: found true", lambda b: b.reset(True)),
    ("seeds: found .*3 of them", lambda b: b.reset([1, 2])),
    ("seeds: found .*3 of them", lambda b: b.reset([1, 2, "3"])),
    ("side: found 2", lambda b: b.observe(2)),
    ("side: found 2, .*must order", lambda b: b.turn_to(0, 2)),
    ("row: found 3", lambda b: b.state(3)),
    ("row: found -1", lambda b: b.put_state(-1, b.state(0))),
    ("state: found .*of this scenario", lambda b: b.put_state(0, game_of("duel", "three").start)),
    ("state: found .*of this scenario", lambda b: b.look(game_of("duel", "three").start, 0)),
    ("sides: found 2", lambda b: b.forfeit(0, [2])),
]


@pytest.mark.parametrize("number", range(len(STEPS)))
@pytest.mark.parametrize(("name", "scenario"), [("brigade", None), ("duel", "pair")])
def test_a_clear_error_before_anything_changes(name: str, scenario: Any, number: int) -> None:
    words, bad = STEPS[number]
    batch, chance = Batch(game_of(name, scenario), 3), np.random.default_rng(1)
    batch.reset(5)
    for _ in range(4 - 4 * (name == "duel")):
        batch.step(batch.sample(chance))
    before = pickle.dumps(batch.__getstate__()["parts"])
    with pytest.raises(InputError, match=words):
        bad(batch)
    assert pickle.dumps(batch.__getstate__()["parts"]) == before
    batch.step(legal(batch))


MADE: list[tuple[str, dict[str, Any]]] = [
    ("games: found 0", {"games": 0}),
    ("games: found 1.5", {"games": 1.5}),
    ("games: found 99999999999", {"games": 99_999_999_999}),
    ("threads: found 0", {"threads": 0}),
    ("threads: found 1.5", {"threads": 1.5}),
    ("horizon: found -1", {"horizon": -1}),
    ("viewer: found 2", {"viewer": 2}),
    ("autoreset: found 'always', expected one of: disabled", {"autoreset": "always"}),
    ("illegal: found 'pass'", {"illegal": "pass"}),
    ("masks: found 'words', expected one of: bits, bytes", {"masks": "words"}),
    ("reward: found 'points'", {"reward": "points"}),
    ("players: found 'genius', expected one of: random", {"players": {1: "genius"}}),
    ("players: found 2", {"players": {2: "random"}}),
    ("arrays: found .*planes", {"arrays": {"planes": ones(3)}}),
    ("arrays: mask: found .*expected .*int8 of shape", {"arrays": {"mask": ones(3)}}),
    ("arrays: truncated: found", {"arrays": {"truncated": ones(6, np.bool_)[::2]}}),
    ("arrays: truncated: found", {"arrays": {"truncated": [True] * 3}}),
]


@pytest.mark.parametrize(("words", "given"), MADE)
def test_what_no_batch_can_be_made_of(words: str, given: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=words):
        Batch(game_of("duel", "pair"), **{"games": 3, **given})


def test_a_batch_too_large_for_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("brigade")
    monkeypatch.setattr(storage, "_free_memory", lambda: 100 * storage.size_of(game))
    Batch(game, 100)
    with pytest.raises(InputError, match=r"games: found <101 games, which .*at most 100: .*free"):
        Batch(game, 101)
    with pytest.raises(InputError, match="at most"):
        Batch(game, 100, autoreset="same_step")


def test_the_memory_that_is_reckoned_is_that_which_is_taken() -> None:
    game, games = game_of("brigade"), 50
    for final, opponents, masks in product((False, True), repeat=3):
        batch = Batch(
            game,
            games,
            players={0: "greedy"} if opponents else {},
            autoreset="same_step" if final else "disabled",
            masks="bytes" if masks else "bits",
        )
        state = batch.__getstate__()["parts"]
        arrays = [*state[0].values(), *state[1].values()]
        for part in state[2].values():
            arrays += list(part)
        taken = sum(array.nbytes for array in arrays)
        assert taken == pytest.approx(
            storage.size_of(game, final, masks, opponents) * games, rel=0.02
        )


def test_rows_do_not_go_on_where_chance_answers_or_nobody() -> None:
    batch = Batch(game_of("duel", "pair"), 2, players={1: "random"})
    batch.reset(1)
    before, over, theirs = batch.state(0), batch.state(0), batch.state(0)
    over.clock[0], theirs.committed[0] = 3, True  # type: ignore[attr-defined]
    for state in (batch.game.rules.start(), over, theirs):
        with pytest.raises(InputError, match=r"state: found .*you must order"):
            batch.put_state(0, state)
    assert batch.state(0) == before


def test_nothing_is_stepped_before_the_first_reset() -> None:
    batch = Batch(game_of("duel", "pair"), 3)
    with pytest.raises(InputError, match="rows: found 0, expected rows that have begun"):
        batch.step(ones(3))
    batch.reset(1, np.array([True, False, True]))
    with pytest.raises(InputError, match="rows: found 1, expected rows that have begun"):
        batch.step(legal(batch))
    batch.step(legal(batch), np.array([True, False, True]))
    for ask in (batch.state, batch.secret, lambda row: batch.turn_to(row, 0)):
        with pytest.raises(InputError, match="row: found 1, expected one that has begun"):
            ask(1)


def test_ended_rows_are_not_stepped_where_they_do_not_begin_anew() -> None:
    batch, chance = (
        Batch(game_of("duel", "pair"), 2, autoreset="disabled"),
        np.random.default_rng(1),
    )
    batch.reset(1)
    while not batch.ended.any():
        batch.step(batch.sample(chance))
    over = int(batch.ended.argmax())
    before = pickle.dumps(batch.__getstate__()["parts"])
    with pytest.raises(InputError, match=f"rows: found {over}, .*begin ended ones by reset"):
        batch.step(batch.sample(chance))
    with pytest.raises(InputError, match=r"row: found .*goes on"):
        batch.forfeit(over, [0])
    with pytest.raises(InputError, match="must order"):
        batch.turn_to(over, int(batch.to_move[over]))
    assert pickle.dumps(batch.__getstate__()["parts"]) == before
    batch.step(batch.sample(chance), batch.ended == 0)
    # The array that says so may be given itself.
    batch.reset(rows=batch.terminated)
    assert not batch.ended[over] and batch.number[over] == 1


def test_illegal_orders_end_games_where_that_is_asked_for() -> None:
    batch = Batch(game_of("brigade"), 4, illegal="ends")
    batch.reset(1)
    sides = batch.to_move.copy()
    actions = legal(batch)
    actions[1:] = masked_out(batch), -5, 99999
    batch.step(actions)
    assert batch.terminated.tolist() == [False, True, True, True]
    for row in (1, 2, 3):
        expected = [-1.0 if side == sides[row] else 0.0 for side in range(2)]
        assert batch.rewards[row].tolist() == expected
    assert batch.mask[1:].all() and not batch.rewards[0].any()
    actions = legal(batch)
    batch.step(actions)
    assert batch.number.tolist() == [0, 1, 1, 1] and not batch.ended.any()


def states(batch: Batch) -> list[bytes]:
    return [batch.state(row).words.tobytes() for row in range(batch.games)]


def test_seeds() -> None:
    game = game_of("duel", "three")
    batch = Batch(game, 3)
    batch.reset(7)
    assert [batch.secret(row) for row in range(3)] == [secret_from_seed(s) for s in (7, 8, 9)]
    first = states(batch)
    batch.reset(np.array([7, 8, 9]))
    assert states(batch) == first
    batch.reset()
    second = states(batch)
    assert second != first and batch.number.tolist() == [1, 1, 1]
    batch.reset([9, None, 7])
    assert states(batch) == [first[2], states(batch)[1], first[0]]
    assert batch.number.tolist() == [0, 2, 0]
    batch.reset(7, np.array([False, True, False]))
    assert batch.secret(1) == secret_from_seed(8) and batch.number.tolist() == [0, 0, 0]


def test_without_seeds_games_are_secret() -> None:
    game = game_of("duel", "three")
    one, two = Batch(game, 2), Batch(game, 2)
    one.reset()
    two.reset([None, 5])
    found = {batch.secret(row) for batch in (one, two) for row in range(2)}
    assert len(found) == 4 and secret_from_seed(5) in found
