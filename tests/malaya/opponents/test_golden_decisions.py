"""The opponents order what they ordered when `golden_decisions.json` was recorded."""

from __future__ import annotations

import json

import pytest

from tests.amounts import amount, sampled
from tests.malaya.opponents.golden import CAMPAIGN, FILE, SEATS, SMALL, play, rules_of

KEPT: dict[str, dict[str, list[str]]] = json.loads(FILE.read_text(encoding="utf-8"))
LARGE = sampled([(case, seats) for case in CAMPAIGN for seats in SEATS], 4)


@pytest.mark.parametrize("seats", SEATS, ids="-".join)
@pytest.mark.parametrize("case", SMALL)
def test_orders_in_a_small_country(case: str, seats: tuple[str, str]) -> None:
    rules, kept = rules_of(case), KEPT[case]["-".join(seats)]
    for game in range(amount(2, 20)):
        played = play(rules, seats, game)
        assert f"{len(played.orders)}:{played.print}" == kept[game], game


@pytest.mark.slow
@pytest.mark.parametrize(("case", "seats"), LARGE)
def test_orders_in_the_campaign(case: str, seats: tuple[str, str]) -> None:
    played = play(rules_of(case), seats, 0)
    assert f"{len(played.orders)}:{played.print}" == KEPT[case]["-".join(seats)][0]
