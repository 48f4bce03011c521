"""Tie-breaks, against tables that others have published."""

from __future__ import annotations

from itertools import combinations

import pytest

from hexfront.people.tournaments.model import Entrant, Form, Game, Terms, Tournament
from hexfront.people.tournaments.standings import points_for, standings

HAMILTON_2018 = """
5.5 +W10 +B17 +W12 =W2 +B4 +B3
5.5 +B27 +W16 +W9 =B1 +W8 +B10
4.0 =BYE +W11 +B6 =W4 +B5 -W1
4.0 +W22 +B15 =W8 =B3 -W1 +B13
4.0 -W16 +B14 +W22 +B15 -W3 +B8
4.0 -W21 +B27 -W3 +B23 +W16 +B14
4.0 -W9 -B23 +W27 +B19 +W15 +B12
3.5 +B25 +W21 =B4 +W13 -B2 -W5
3.5 +B7 +W13 -B2 =BYE +W18
3.5 -B1 +W25 +W26 =B12 +B17 -W2
3.5 =BYE -B3 -W14 +B25 +W20 +W17
3.0 +B20 +W18 -B1 =W10 =B14 -W7
3.0 +W23 -B9 +W19 -B8 +W21 -W4
3.0 =BYE -W5 +B11 +B22 =W12 -W6
3.0 +B26 -W4 +B21 -W5 -B7 +W24
3.0 +W5 -B2 -W17 +W24 -B6 +B22
2.5 +B24 -W1 +B16 =BYE -W10 -B11
2.5 +W19 -B12 +W23 =BYE -B9
2.5 -B18 +W20 -B13 -W7 =B25 +W21
2.5 -W12 -B19 =W25 +B27 -B11 +W26
2.0 +B6 -B8 -W15 +W26 -B13 -B19
2.0 -B4 +W24 -B5 -W14 +B26 -W16
2.0 -B13 +W7 -B18 -W6 -B24 +W27
2.0 -W17 -B22 +BYE -B16 +W23 -B15
2.0 -W8 -B10 =B20 -W11 =W19 +BYE
1.0 -W15 +BYE -B10 -B21 -W22 -B20
1.0 -W2 -W6 -B7 -W20 +BYE -B23
"""
"""Club championship of Hamilton, New Zealand: hamiltonchess.net/2018/04/11/richard-on-tie-break."""
SCORES = {"+": 1.0, "=": 0.5, "-": 0.0}


def tournament(form: Form, players: int, games: list[Game]) -> Tournament:
    entrants = tuple(
        Entrant(number, str(number), "", 2000 - number) for number in players_to(players)
    )
    terms = Terms(name="The test", system="duel", form=form)
    found = Tournament("id", "", terms, "Duel", 2, "", 0, "running", entrants=entrants)
    return found.with_games(games)


def players_to(count: int) -> range:
    return range(1, count + 1)


def cross_table(text: str) -> list[Game]:
    """The games of a table by rounds, each told by one of its two players."""
    games = []
    for number, line in enumerate(text.split("\n")[1:-1], 1):
        for round_number, cell in enumerate(line.split()[1:], 1):
            own = SCORES[cell[0]]
            if cell[1:] == "BYE":
                seats, points = (number,), (own,)
                games.append(Game(round_number, number, 1, seats, how="bye", points=points))
            elif number < int(cell[2:]):
                pair = (number, int(cell[2:]))
                both = (own, 1 - own)
                games.append(Game(round_number, number, 1, pair, how="played", points=both))
    return games


def test_buchholz_and_sonneborn_berger_of_a_published_swiss() -> None:
    games = cross_table(HAMILTON_2018)
    table = standings(tournament("swiss", 27, games))
    points = {one.entrant: one.points for one in table}
    assert points == dict(
        enumerate((float(line.split()[0]) for line in HAMILTON_2018.split("\n")[1:-1]), 1)
    )
    first, second, *_ = table
    assert (first.entrant, first.rank, first.tie_breaks[:2]) == (1, 1, (22.5, 19.75))
    assert (second.entrant, second.rank, second.tie_breaks[:2]) == (2, 2, (20.0, 17.25))


def twice(players: str, rows: list[str]) -> list[Game]:
    """The games of a double round robin: in each row what one got, first and second turn."""
    cells = [row.split() for row in rows]
    return [
        Game(turn + 1, 10 * a + b, 1, (a + 1, b + 1), how="played", points=(own, 1 - own))
        for a, b in combinations(range(len(players)), 2)
        for turn in (0, 1)
        for own in [SCORES[cells[a][b][turn]]]
    ]


@pytest.mark.parametrize(
    ("rows", "points", "berger"),
    [
        # senseis.xmp.net: Sonneborn-Berger
        (["xx +- ++ +-", "-+ xx +- ++", "-- -+ xx ++", "-+ -- -- xx"], [4, 4, 3, 1], [11, 9, 6, 4]),
        # support.chesskid.com: What is a tie break?
        (["xx -+ ++", "+- xx -=", "-- += xx"], [3, 1.5, 1.5], [4.5, 3.75, 2.25]),
    ],
)
def test_sonneborn_berger_of_published_tables(
    rows: list[str], points: list[float], berger: list[float]
) -> None:
    games = twice("ABCD"[: len(rows)], rows)
    table = standings(tournament("round-robin", len(rows), games))
    by_player = sorted(table, key=lambda one: one.entrant)
    assert [one.points for one in by_player] == points
    assert [one.tie_breaks[0] for one in by_player] == berger
    assert [one.entrant for one in table] == list(range(1, len(rows) + 1))


def one_turn(results: dict[tuple[int, int], float]) -> list[Game]:
    return [
        Game(1, board, 1, pair, how="played", points=(own, 1 - own))
        for board, (pair, own) in enumerate(results.items())
    ]


def test_who_won_against_the_other_is_first_where_all_else_is_level() -> None:
    results = {(1, 2): 0.0, (1, 3): 0.5, (1, 4): 0.0, (2, 3): 0.0, (2, 4): 0.5, (3, 4): 0.0}
    table = standings(tournament("round-robin", 4, one_turn(results)))
    assert [(one.entrant, one.points, *one.tie_breaks[:2]) for one in table[1:3]] == [
        (3, 1.5, 1.75, 1.0),
        (2, 1.5, 1.75, 0.0),
    ]
    ring = one_turn({(1, 2): 1.0, (2, 3): 1.0, (1, 3): 0.0})
    assert [one.rank for one in standings(tournament("round-robin", 3, ring))] == [1, 1, 1]


def test_points_at_a_table_are_those_left_behind() -> None:
    assert points_for([1, 2]) == (1.0, 0.0)
    assert points_for([1, 1]) == (0.5, 0.5)
    assert points_for([2, 1, 2, 4]) == (1.5, 3.0, 1.5, 0.0)
    assert points_for([1, 1, 1], {2}) == (1.5, 1.5, 0.0)
    assert points_for([1, 1], {0, 1}) == (0.0, 0.0)
