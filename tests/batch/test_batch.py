"""Rows of a batch are the games that `Rules` plays step by step."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.batch import Batch
from hexfront.batch.views import ViewEncoder
from hexfront.core.contract import Kind
from hexfront.core.dice import secret_from_seed
from hexfront.core.state import digest
from tests.amounts import amount
from tests.batch.reference import Reference, game_of

GAMES = [("brigade", None), ("duel", "pair"), ("duel", "three")]
every_game = pytest.mark.parametrize(("name", "scenario"), GAMES)
SEEDS = st.integers(0, 2**63)
few = settings(max_examples=amount(6, 60))


def one_of(chance: np.random.Generator, mask: np.ndarray) -> int:
    return int(chance.choice(np.flatnonzero(mask)))


def references(batch: Batch, seeds: list[int], machine: tuple[int, ...] = ()) -> list[Reference]:
    found = [Reference(batch.game.rules, secret_from_seed(seed), machine) for seed in seeds]
    for reference in found:
        reference.begin()
    return found


def check_row(batch: Batch, row: int, reference: Reference) -> None:
    assert digest(batch.state(row)) == digest(reference.state)
    assert batch.to_move[row] == reference.side
    assert batch.number[row] == reference.number
    assert np.array_equal(batch.mask[row], reference.mask)
    assert batch.choices[row] == (0 if reference.over else len(reference.choices))
    seen = batch.look(reference.state, reference.side)
    assert all(np.array_equal(batch.observation[name][row], array) for name, array in seen.items())
    assert batch.ended[row] == batch.terminated[row] == reference.over
    result = reference.rules.result(reference.state)
    scores = result.scores if result is not None else [0] * len(reference.rules.sides)
    assert batch.rewards[row].tolist() == pytest.approx(reference.rewards)
    assert batch.scores[row].tolist() == pytest.approx(list(scores))


def play_beside(
    batch: Batch, rows: list[Reference], chance: np.random.Generator, steps: int
) -> int:
    """Step some rows at a time, and compare every one after each step; how many games ended."""
    ended = 0
    for _ in range(steps):
        chosen = chance.random(batch.games) < 0.7
        actions = np.full(batch.games, -7)  # What stands in rows that are not stepped is nothing.
        for row in np.flatnonzero(chosen).tolist():
            if not rows[row].over:
                actions[row] = one_of(chance, rows[row].mask)
        batch.step(actions, chosen)
        for row in np.flatnonzero(chosen).tolist():
            if rows[row].over:
                rows[row].begin()
            else:
                rows[row].order(int(actions[row]))
            ended += rows[row].over
        for row, reference in enumerate(rows):
            check_row(batch, row, reference)
    return ended


@every_game
@few
@given(seed=SEEDS)
def test_rows_are_games_step_by_step(name: str, scenario: str | None, seed: int) -> None:
    batch, chance = Batch(game_of(name, scenario), 3), np.random.default_rng(seed)
    seeds = chance.integers(0, 2**62, 3).tolist()
    batch.reset(seeds)
    rows = references(batch, seeds)
    for row, reference in enumerate(rows):
        check_row(batch, row, reference)
    play_beside(batch, rows, chance, 25)


@every_game
@few
@given(seed=SEEDS)
def test_the_machine_plays_at_random_as_the_agent_does(
    name: str, scenario: str | None, seed: int
) -> None:
    game = game_of(name, scenario)
    batch, chance = Batch(game, 3, players={1: "random"}), np.random.default_rng(seed)
    batch.reset(seed)
    rows = references(batch, [seed, seed + 1, seed + 2], (1,))
    play_beside(batch, rows, chance, 20)


def test_whole_games_follow_each_other() -> None:
    batch = Batch(game_of("duel", "pair"), 4)
    batch.reset(5)
    rows = references(batch, [5, 6, 7, 8])
    assert play_beside(batch, rows, np.random.default_rng(1), 150) > 8
    assert max(batch.number) > 1


@every_game
def test_masks_of_the_living_are_never_empty(name: str, scenario: str | None) -> None:
    batch, chance = Batch(game_of(name, scenario), 5), np.random.default_rng(3)
    batch.reset(1)
    ended = 0
    for _ in range(amount(150, 1500)):
        batch.step(batch.sample(chance))
        over = batch.ended == 1
        assert batch.mask[over].all() and (batch.choices[over] == 0).all()
        assert np.array_equal(batch.mask[~over].sum(axis=1), batch.choices[~over])
        assert (batch.choices[~over] > 0).all()
        ended += int(over.sum())
    assert ended or name == "brigade"


def test_legal_orders_as_bits_alone() -> None:
    """A batch without masks of bytes plays the same games."""
    game, chance = game_of("aggressor"), np.random.default_rng(1)
    wide, slim = Batch(game, 4), Batch(game, 4, masks="bits")
    assert slim.mask.shape == (4, 0)
    for batch in (wide, slim):
        batch.reset(1)
    for _ in range(amount(700, 5000)):
        bits = np.unpackbits(slim.legal.view(np.uint8), axis=1, bitorder="little")
        shown = np.where(slim.ended[:, None] == 1, 1, bits[:, : game.rules.actions])
        assert np.array_equal(shown, wide.mask)
        orders = slim.sample(chance)
        for batch in (wide, slim):
            batch.step(orders)
    assert np.array_equal(wide.number, slim.number)
    assert any(wide.number > 0)


def test_samples_are_legal_and_any_legal_order_comes() -> None:
    batch, chance = Batch(game_of("brigade"), 400), np.random.default_rng(3)
    batch.reset([1] * 400)
    drawn = batch.sample(chance)
    assert batch.mask[0][drawn].all()
    assert set(drawn.tolist()) == set(np.flatnonzero(batch.mask[0]).tolist())


def test_the_view_is_what_systems_without_kernels_observe() -> None:
    batch = Batch(game_of("duel", "three"), 1)
    batch.reset(1)
    encoder, state = ViewEncoder(batch.game.rules), batch.state(0)
    for side in range(3):
        expected = encoder.encode(batch.game.rules.view(state, side))
        assert np.array_equal(batch.observe(side)["view"][0], expected)
        assert np.array_equal(batch.look(state, side)["view"], expected)


def test_numbers_of_the_view() -> None:
    rules = game_of("duel", "pair").rules
    encoder = ViewEncoder(rules, spare=1)
    assert encoder.values == ["cards", "lives"]
    array = encoder.encode(rules.view(rules.start(), 1))
    assert array.shape == encoder.spec.shape and array.dtype == np.float32
    assert array[:6].tolist() == [1, 1, 1, 0, 1, 1]
    rows = array[6 : 6 + 3 * encoder.width].reshape(3, encoder.width)
    assert rows[0].tolist() == [1, 1, 1, 0, 0, 0, 3]
    assert rows[1].tolist() == [1, 2, 2, 1, 0, 0, 3]
    assert not rows[2].any()


def final(batch: Batch, row: int) -> dict[str, Any]:
    return {name: array[row] for name, array in batch.final_observation.items()}


def test_the_same_step_begins_anew_and_keeps_the_end() -> None:
    batch = Batch(game_of("duel", "pair"), 3, autoreset="same_step")
    chance, ended = np.random.default_rng(1), 0
    batch.reset(9)
    rows = references(batch, [9, 10, 11])
    for _ in range(60):
        actions = np.array([one_of(chance, reference.mask) for reference in rows])
        batch.step(actions)
        for row, reference in enumerate(rows):
            side = reference.side
            reference.order(int(actions[row]))
            assert batch.terminated[row] == reference.over
            if reference.over:
                seen = batch.look(reference.state, side)
                assert all(np.array_equal(final(batch, row)[key], seen[key]) for key in seen)
                assert batch.rewards[row].tolist() == reference.rewards
                reference.begin()
                ended += 1
            assert not batch.ended[row]
            assert digest(batch.state(row)) == digest(reference.state)
            assert np.array_equal(batch.mask[row], reference.mask)
    assert ended > 3


@pytest.mark.parametrize("threads", [2, 5])
@every_game
def test_threads_change_nothing(name: str, scenario: str | None, threads: int) -> None:
    game, chance = game_of(name, scenario), np.random.default_rng(1)
    one, many = Batch(game, 7), Batch(game, 7, threads=threads)
    for batch in (one, many):
        batch.reset(3)
    for _ in range(40):
        actions = one.sample(chance)
        one.step(actions)
        many.step(actions)
        assert same(one, many)
    many.close()


def same(one: Batch, two: Batch) -> bool:
    """Whether two batches are in the same positions, and say the same of them."""
    return pickle.dumps(one.__getstate__()["parts"]) == pickle.dumps(two.__getstate__()["parts"])


@every_game
@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
def test_a_pickled_batch_plays_on(name: str, scenario: str | None, autoreset: Any) -> None:
    players = {1: "random"}
    batch = Batch(game_of(name, scenario), 3, players=players, autoreset=autoreset, threads=2)
    chance = np.random.default_rng(2)
    batch.reset(1)
    for _ in range(9):
        batch.step(batch.sample(chance), batch.ended == 0)
    twin = pickle.loads(pickle.dumps(batch))
    assert same(batch, twin)
    for _ in range(9):
        actions = batch.sample(chance)
        for either in (batch, twin):
            either.step(actions, either.ended == 0)
        assert same(batch, twin)
    assert not twin.mask.flags.writeable


def test_arrays_of_the_caller_are_written_into() -> None:
    game = game_of("brigade")
    mask = np.zeros((4, game.rules.actions), dtype=np.int8)
    rewards = np.ones((4, 2), dtype=np.float32)
    spec = game.spec[0]
    seen = np.zeros((4, *spec.shape), dtype=spec.dtype)
    batch = Batch(game, 4, arrays={"mask": mask, "rewards": rewards, spec.name: seen})
    batch.reset(1)
    assert np.shares_memory(batch.mask, mask) and mask.any() and not rewards.any()
    assert np.shares_memory(batch.observation[spec.name], seen) and seen.any()
    before = mask.copy()
    batch.step(batch.sample(np.random.default_rng(1)))
    assert np.array_equal(batch.mask, mask) and not np.array_equal(before, mask)
    with pytest.raises(ValueError, match="read-only"):
        batch.mask[0] = 1


def test_a_viewer_sees_whoever_orders() -> None:
    game, chance = game_of("brigade"), np.random.default_rng(4)
    batch, whole = Batch(game, 2, viewer=1), Batch(game, 2)
    for either in (batch, whole):
        either.reset(3)
    others = 0
    for _ in range(30):
        actions = batch.sample(chance)
        for either in (batch, whole):
            either.step(actions)
        for name, array in whole.observe(1).items():
            assert np.array_equal(batch.observation[name], array)
        others += int((batch.to_move == 0).sum())
    assert others


def test_the_horizon_cuts_games_off() -> None:
    batch, chance = Batch(game_of("duel", "pair"), 2, horizon=3), np.random.default_rng(1)
    batch.reset(1)
    for step in range(1, 4):
        assert not batch.truncated.any()
        batch.step(batch.sample(chance))
        assert batch.steps.tolist() == [step, step]
    assert batch.truncated.all() and not batch.terminated.any() and not batch.rewards.any()
    assert batch.mask.all()
    batch.step(batch.sample(chance))
    assert not batch.truncated.any() and batch.number.tolist() == [1, 1]


def test_leads_in_scores_as_rewards() -> None:
    batch, chance = Batch(game_of("duel", "pair"), 4, reward="scores"), np.random.default_rng(1)
    batch.reset(1)
    found = []
    for _ in range(120):
        batch.step(batch.sample(chance))
        for row in np.flatnonzero(batch.terminated):
            own, foe = batch.scores[row].tolist()
            lead = (own - foe) / (own + foe) if own + foe else 0.0
            assert batch.rewards[row].tolist() == pytest.approx([lead, -lead])
            found.append(lead)
    assert any(0 < abs(lead) < 1 for lead in found)


def test_sides_that_must_order_at_once_do_so_in_any_order() -> None:
    batch = Batch(game_of("duel", "three"), 2)
    batch.reset(1)
    rules = batch.game.rules
    assert batch.to_move.tolist() == [0, 0]
    batch.turn_to(1, 2)
    assert batch.to_move.tolist() == [0, 2]
    choices = list(rules.choices(batch.state(1), 2))
    assert np.flatnonzero(batch.mask[1]).tolist() == choices
    batch.step(np.array([-1, choices[0]]), np.array([False, True]))
    assert batch.to_move.tolist() == [0, 0]
    assert batch.state(1).plan[2, 0] >= 0


def test_a_row_goes_on_from_another_state() -> None:
    batch, chance = Batch(game_of("brigade"), 2), np.random.default_rng(1)
    batch.reset(1)
    kept = batch.state(0)
    for _ in range(12):
        batch.step(batch.sample(chance))
    batch.put_state(1, kept)
    assert digest(batch.state(1)) == digest(kept)
    assert batch.game.rules.decision(kept).kind == Kind.ORDERS
    choices = batch.game.rules.choices(kept, int(batch.to_move[1]))
    assert np.flatnonzero(batch.mask[1]).tolist() == list(choices)
    batch.step(np.array([0, choices[-1]]), np.array([False, True]))
    assert digest(batch.state(1)) != digest(kept)
