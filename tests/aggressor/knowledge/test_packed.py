"""The packed view holds what the view tells and nothing else, and the rules go on with it."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from hexfront.core.dice import dice_from_seed
from hexfront.core.state import digest
from hexfront.systems.aggressor.knowledge.observation import new_seen, write_observation
from hexfront.systems.aggressor.knowledge.packed import pack_view, unpack_facts
from hexfront.systems.aggressor.rules.choices import list_choices
from hexfront.systems.aggressor.scenario.state import Phase
from tests.aggressor.worlds import BOARDS, EVERYTHING, OPTIONS, advance, bound, disguise
from tests.amounts import amount


def packed_of(rules: Any, state: Any, side: int) -> Any:
    """The packed view, written over words that were something else."""
    packed = state.copy()
    packed.words[len(packed.header) :] = 77
    pack_view(rules.ground, state, side, packed)
    return packed


def positions(board: int) -> Any:
    """States of random games under all options, with their rules."""
    for seed in range(amount(12, 40)):
        rules = bound(board, seed % len(OPTIONS))
        yield (
            rules,
            advance(rules, rules.start(), 5 + 31 * seed, Random(seed), dice_from_seed(seed)),
        )


@pytest.mark.clause("AGR-17")
@pytest.mark.parametrize("board", range(len(BOARDS)))
def test_twins_have_the_same_packed_view(board: int) -> None:
    different, contacts, phases = 0, 0, set()
    for number, (rules, state) in enumerate(positions(board)):
        random, dice = Random(number), dice_from_seed(number)
        for side in range(2):
            view, packed = rules.view(state, side), packed_of(rules, state, side)
            contacts += len(view.facts["contacts"])
            phases.add(view.facts["phase"])
            twins = [rules.determinize(view, dice)]
            twins += [disguise(rules, state, side, EVERYTHING, random) for _ in range(2)]
            for twin in twins:
                assert packed_of(rules, twin, side) == packed
                different += digest(twin) != digest(state)
            told = rules.start()
            unpack_facts(rules.setting, view.facts, side, told)
            assert told == packed
    assert different > 20
    assert contacts > 20
    assert len(phases) > 1


@pytest.mark.parametrize("board", range(len(BOARDS)))
def test_a_packed_view_has_the_choices_and_the_sight_of_the_state(board: int) -> None:
    listed = 0
    for rules, state in positions(board):
        codes = np.zeros(rules.actions, dtype=np.int64)
        for side in rules.decision(state).sides:
            packed = packed_of(rules, state, side)
            count = int(list_choices(rules.ground, packed, side, codes))
            assert codes[:count].tolist() == list(rules.choices(state, side))
            assert packed_of(rules, packed, side) == packed
            seen = [new_seen(rules.setting, 1) for _ in range(2)]
            for each, arrays in zip((state, packed), seen, strict=True):
                write_observation(rules.ground, each, side, arrays, 0)
            assert all(np.array_equal(a, b) for a, b in zip(*seen, strict=True))
            listed += state.game.phase != Phase.SET_UP
    assert listed > 3
