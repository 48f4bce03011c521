"""The opponents order what they always ordered, game by game."""

from __future__ import annotations

import pytest

from tests.aggressor.opponents.golden import CASES, Case, play, recorded
from tests.amounts import sampled


def test_every_case_is_recorded() -> None:
    assert {case.name: case.games for case in CASES} == {
        name: len(games) for name, games in recorded().items()
    }


@pytest.mark.parametrize("case", sampled(CASES, 9), ids=lambda case: case.name)
def test_orders_are_those_that_were_recorded(case: Case) -> None:
    assert [play(case, game) for game in range(case.games)] == recorded()[case.name]
