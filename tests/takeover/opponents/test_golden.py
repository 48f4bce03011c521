"""The opponents order what they ordered before, in whole games."""

from __future__ import annotations

import pytest

from tests.amounts import amount
from tests.takeover.opponents.golden import GAMES, MIXES, kept, play


@pytest.mark.parametrize("number", range(len(MIXES)))
def test_machine_opponents_order_what_they_did(number: int) -> None:
    for game in range(amount(1, GAMES)):
        assert play(*MIXES[number], game) == kept()[number][game]
