"""Who plays whom: Berger's tables as published, and what every Swiss pairing keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.people.tournaments.berger import berger
from hexfront.people.tournaments.groups import group_tables
from hexfront.people.tournaments.history import histories
from hexfront.people.tournaments.knockout import bracket_order
from hexfront.people.tournaments.model import Game
from hexfront.people.tournaments.standings import points_for
from hexfront.people.tournaments.swiss import swiss_pairs
from tests.amounts import amount

PUBLISHED = {
    # FIDE Handbook C.05, annex 1: Berger tables.
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 /"
    " 3-8 4-2 5-1 6-7 / 8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1",
}


@pytest.mark.parametrize("players", PUBLISHED)
def test_a_round_robin_goes_by_the_published_tables(players: int) -> None:
    shown = " / ".join(" ".join(f"{a}-{b}" for a, b in pairs) for pairs in berger(players))
    assert shown == PUBLISHED[players]


@given(st.integers(2, 16))
def test_in_a_round_robin_all_meet_once_and_sides_are_even(players: int) -> None:
    rounds = berger(players)
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if 0 not in pair)
    assert met == Counter(frozenset(pair) for pair in combinations(range(1, players + 1), 2))
    firsts = Counter(first for pairs in rounds for first, second in pairs if second)
    games = players - 1
    assert all(abs(2 * firsts[one] - games) <= 1 for one in range(1, players + 1))
    for pairs in rounds:
        everybody = [one for pair in pairs for one in pair if one]
        assert sorted(everybody) == list(range(1, players + 1))


@st.composite
def results(draw: st.DrawFn, most: int = 12) -> tuple[int, list[list[float]]]:
    """A field, and for some rounds what the first side gets at each board."""
    players = draw(st.integers(2, most))
    rounds = draw(st.integers(1, max(1, players // 2)))
    outcome = st.sampled_from([0.0, 0.5, 1.0, 1.0])
    boards = st.lists(outcome, min_size=players // 2, max_size=players // 2)
    return players, draw(st.lists(boards, min_size=rounds, max_size=rounds))


def played(players: int, rounds: list[list[float]]) -> Iterator[tuple[list[Game], list[Game]]]:
    """By round the games before it, and its own."""
    seeds = list(range(1, players + 1))
    games: list[Game] = []
    for number, outcomes in enumerate(rounds, 1):
        boards = swiss_pairs(seeds, histories(games, seeds))
        new = []
        for board, seats in enumerate(boards):
            own = outcomes[board] if len(seats) == 2 else 1.0
            points = (own, 1 - own)[: len(seats)]
            new.append(Game(number, board + 1, 1, seats, how="played", points=points))
        yield games, new
        games = [*games, *new]


def least_rematches(seeds: list[int], met: dict[frozenset[int], int]) -> int:
    """By trying all: how few pairs of a round must meet again, or have a second bye."""
    if not seeds:
        return 0
    first, *rest = seeds
    return min(
        met.get(frozenset((first, other)), 0)
        + least_rematches([one for one in rest if one != other], met)
        for other in rest
    )


@settings(max_examples=amount(30, 300))
@given(results(8))
def test_nobody_meets_another_twice_where_that_can_be_avoided(
    field: tuple[int, list[list[float]]],
) -> None:
    players, outcomes = field
    # More rounds than there are opponents: then some must meet again.
    for before, new in played(players, (outcomes * players)[: players + 1]):
        everybody = [one for game in new for one in game.seats]
        assert sorted(everybody) == list(range(1, players + 1)), "all play once"
        if players % 2 == 0:
            met = Counter(frozenset(game.seats) for game in before)
            again = sum(met[frozenset(game.seats)] for game in new)
            assert again == least_rematches(sorted(everybody), dict(met))


@settings(max_examples=amount(40, 400))
@given(results())
def test_a_swiss_of_half_as_many_rounds_as_players_is_fair(
    field: tuple[int, list[list[float]]],
) -> None:
    players, outcomes = field
    games: list[Game] = []
    for before, new in played(players, outcomes):
        games = [*before, *new]
    met = Counter(frozenset(game.seats) for game in games)
    assert max(met.values()) == 1, "no rematch, and no second bye"
    for own in histories(games, []).values():
        assert abs(own.lead(0)) <= 2
        assert max(own.streak(0), own.streak(1)) <= 2


@given(results())
def test_the_bye_is_for_the_bottom_of_the_table(field: tuple[int, list[list[float]]]) -> None:
    players, outcomes = field
    for before, new in played(players, outcomes):
        past = histories(before, range(1, players + 1))
        for game in new:
            if len(game.seats) == 1:
                (lucky,) = game.seats
                others = [one for one in past if not past[one].byes]
                assert past[lucky].points == min(past[one].points for one in others)


def test_in_the_first_round_the_upper_half_meets_the_lower_on_either_side() -> None:
    seeds = list(range(1, 9))
    assert swiss_pairs(seeds, histories([], seeds)) == [(1, 5), (6, 2), (3, 7), (8, 4)]


@settings(max_examples=amount(20, 200))
@given(st.integers(2, 5), st.integers(3, 6), st.randoms(use_true_random=False))
def test_tables_of_several_are_full_and_change(count: int, size: int, random: object) -> None:
    seeds = list(range(1, count * size + 1))
    games: list[Game] = []
    for number in range(1, 4):
        tables = group_tables(seeds, histories(games, seeds), size)
        assert sorted(one for table in tables for one in table) == seeds
        assert {len(table) for table in tables} == {size}
        for board, table in enumerate(tables):
            places = list(range(1, size + 1))
            random.shuffle(places)  # type: ignore[attr-defined]
            game = Game(number, board, 1, table, how="played", points=points_for(places))
            games.append(game)
    past = histories(games, seeds)
    assert all(max(Counter(own.sides).values()) <= 2 for own in past.values())
    if count >= size:
        assert max(max(own.met.values()) for own in past.values()) <= 2


def test_a_bracket_keeps_the_best_apart() -> None:
    assert bracket_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    order = bracket_order(32)
    while len(order) > 1:
        pairs = list(zip(order[::2], order[1::2], strict=True))
        assert all(sum(pair) == len(order) + 1 for pair in pairs)
        order = [min(pair) for pair in pairs]
