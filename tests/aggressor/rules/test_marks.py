"""Legal orders as bits are those that are listed."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from hexfront.core.contract import Kind
from hexfront.core.dice import dice_from_seed
from hexfront.core.events import EventLog
from hexfront.systems.aggressor.rules.choices import list_choices
from hexfront.systems.aggressor.rules.marks import mark_choices
from tests.aggressor.worlds import BOARDS, OPTIONS, bound, next_step
from tests.amounts import amount


@pytest.mark.clause("AGR-43")
@pytest.mark.parametrize("board", range(len(BOARDS)))
@pytest.mark.parametrize("options", range(len(OPTIONS)))
def test_the_bits_are_those_of_the_list(board: int, options: int) -> None:
    """Of both sides, at every step of random games."""
    rules, log, random = bound(board, options), EventLog(), Random(options)
    codes = np.zeros(rules.actions, dtype=np.int64)
    for seed in range(amount(2, 20)):
        state, dice, most = rules.start(), dice_from_seed(seed), 0
        while (step := next_step(rules, state, random, dice)) is not None:
            for side in range(2):
                count = list_choices(rules.ground, state, side, codes)
                listed, legal = np.zeros((2, -(-rules.actions // 32)), dtype=np.uint32)
                np.bitwise_or.at(listed, codes[:count] // 32, np.uint32(1) << codes[:count] % 32)
                assert mark_choices(rules.ground, state, side, legal) == count
                assert np.array_equal(legal, listed)
                most = max(most, count)
            log.clear()
            rules.apply(state, step, log)
        assert rules.decision(state).kind == Kind.OVER
        assert most > 50
