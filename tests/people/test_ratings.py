"""Ratings move as they should, and machines begin where the arena has measured them."""

from __future__ import annotations

import pytest

from hexfront.agents.levels import levels_of
from hexfront.core.registry import find_system
from hexfront.people.ratings import MACHINE, Rating, first_rating, numbers, rated_anew

NEW = Rating(1500, 350)
KNOWN = Rating(1500, 40)


def test_who_wins_gains_and_who_is_known_moves_little() -> None:
    winner, loser = rated_anew([NEW, KNOWN], [1, 2])
    assert winner.rating - 1500 > 10 * (1500 - loser.rating) > 0
    assert winner.deviation < NEW.deviation


def test_a_draw_between_equals_moves_nothing_but_what_is_known() -> None:
    one, other = rated_anew([NEW, NEW], [1, 1])
    assert one.rating == pytest.approx(1500, abs=0.01) == other.rating
    assert one.deviation < NEW.deviation


def test_the_scale_is_that_of_elo() -> None:
    """By what they gain, who is 200 points better is expected to win 76 of 100 games."""
    better, worse = Rating(1700, 30), Rating(1500, 30)
    gain = rated_anew([better, worse], [1, 2])[0].rating - 1700
    loss = 1700 - rated_anew([better, worse], [2, 1])[0].rating
    assert loss / (gain + loss) == pytest.approx(0.76, abs=0.02)


def test_of_several_the_last_loses_most() -> None:
    first, second, third = rated_anew([NEW, NEW, NEW], [1, 2, 3])
    assert first.rating > second.rating > third.rating


def test_a_deviation_never_falls_below_the_least() -> None:
    found = Rating(1500, 31)
    for _ in range(20):
        found, _ = rated_anew([found, found], [1, 1])
    assert found.deviation >= numbers().least


def test_machines_begin_where_the_arena_has_measured_them() -> None:
    system = find_system("brigade")
    levels = levels_of(system)
    ratings = [first_rating(system, MACHINE + level.agent) for level in levels.values()]
    assert ratings[0].rating == numbers().easy
    measured = [level.rating for level in levels.values() if level.rating]
    for rating, one in zip(ratings, measured, strict=True):
        assert rating.rating - numbers().easy == pytest.approx(one.rating)
        assert rating.deviation < numbers().deviation
    assert first_rating(system, MACHINE + "random:unknown=1").deviation == numbers().deviation
