"""Who plays whom on which side, and who is before whom at the end."""

from collections import Counter

import pytest

from hexfront.arena.schedule import BlockName, Form, blocks_for, pairings, schedule
from hexfront.arena.standings import forfeited, points, standing
from hexfront.core.contract import Result
from hexfront.core.errors import InputError


def test_two_sides_are_swapped() -> None:
    (pairing,) = pairings(2, 2, Form.ROUND_ROBIN)
    assert pairing.seatings == ((0, 1), (1, 0))
    assert blocks_for(200, pairing) == 100 and blocks_for(201, pairing) == 101


@pytest.mark.parametrize("sides", [2, 3, 4, 6])
@pytest.mark.parametrize("form", [Form.ROUND_ROBIN, Form.GAUNTLET, Form.SPRT])
def test_every_agent_sits_everywhere_alike(sides: int, form: Form) -> None:
    agents = 2 if form == Form.SPRT else 4
    found = pairings(agents, sides, form)
    assert len(found) == (6 if form == Form.ROUND_ROBIN else agents - 1)
    for pairing in found:
        assert len(set(pairing.seatings)) == len(pairing.seatings)
        for agent in (pairing.first, pairing.second):
            seats = Counter(
                side
                for seating in pairing.seatings
                for side, one in enumerate(seating)
                if one == agent
            )
            assert len(set(seats.values())) == 1 and len(seats) == sides
        if form != Form.ROUND_ROBIN:
            assert pairing.first == 0
            assert all(seating.count(0) == 1 for seating in pairing.seatings)


def test_a_sequential_test_has_two_agents() -> None:
    with pytest.raises(InputError):
        pairings(3, 2, Form.SPRT)


def test_the_dice_come_one_after_another_for_all() -> None:
    pairs, withdrawn = pairings(3, 2, Form.ROUND_ROBIN), set[int]()
    order = schedule(pairs, 3, 1, withdrawn)
    assert next(order) == BlockName(1, 0)
    assert next(order) == BlockName(2, 0)
    assert next(order) == BlockName(0, 1)
    withdrawn.add(0)
    assert list(order) == [BlockName(2, 1), BlockName(2, 2)]


def test_games_of_many_sides_become_results_of_pairs() -> None:
    places = standing(Result((2,), "", "", (5.0, 9.0, 1.0, 5.0)), 4)
    assert points(places, (0, 1, 0, 1), 0) == pytest.approx((0 + 0.5 + 1 + 1) / 4)
    assert points(places, (0, 1, 0, 1), 1) == pytest.approx((1 + 0 + 0.5 + 0) / 4)
    draw = standing(Result((), "", "", (5.0, 9.0)), 2)
    assert points(draw, (0, 1), 0) == 0.5
    scored = standing(Result((), "", "", (5.0, 9.0), names_winner=False), 2)
    assert points(scored, (0, 1), 0) == 0
    assert points(forfeited(1, 3), (0, 1, 1), 0) == 0.75
