"""Knockout: the bracket by seeds, who goes on, and who plays which side."""

from __future__ import annotations

from collections.abc import Mapping

from hexfront.people.tournaments.history import History, histories
from hexfront.people.tournaments.model import Game, Tournament


def bracket_order(players: int) -> list[int]:
    """The seeds from 1 as they stand in the bracket, so that the best two meet in the last round.

    Those beyond `players` are not there: who would meet them has a bye.

    >>> bracket_order(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    seeds = [1]
    while len(seeds) < players:
        below = 2 * len(seeds) + 1
        seeds = [one for seed in seeds for one in (seed, below - seed)]
    return seeds


def winner(tournament: Tournament, round_number: int, board: int) -> int:
    """Who goes on from a board that is over.

    The last game decides; where it is level, the better seed goes on.
    """
    games = [game for game in tournament.of_round(round_number) if game.board == board]
    last = max(games, key=lambda game: game.number)
    seeds = [one.number for one in tournament.seeded()]
    return max(last.seats, key=lambda number: (last.points_of(number), -seeds.index(number)))


def needs_replay(game: Game) -> bool:
    """Whether a drawn game is followed by another, with sides exchanged."""
    return game.number == 1 and len(game.seats) == 2 and game.points == (0.5, 0.5)


def knockout_pairs(tournament: Tournament, round_number: int) -> list[tuple[int, ...]]:
    """The boards of a round in the order of the bracket; one alone has a bye."""
    seeds = [one.number for one in tournament.seeded()]
    if round_number == 1:
        order = [seeds[seed - 1] if seed <= len(seeds) else 0 for seed in bracket_order(len(seeds))]
    else:
        boards = sorted({game.board for game in tournament.of_round(round_number - 1)})
        order = [winner(tournament, round_number - 1, board) for board in boards]
    past = histories(tournament.games, seeds)
    pairs = zip(order[::2], order[1::2], strict=True)
    return [_seated(one, other, past, board % 2 == 1) for board, (one, other) in enumerate(pairs)]


def _seated(one: int, other: int, past: Mapping[int, History], turned: bool) -> tuple[int, ...]:
    """Two opponents by side: who has played the first side more often plays the second."""
    if not one or not other:
        return (one or other,)
    here = past[one].lead(0), past[one].streak(0)
    there = past[other].lead(0), past[other].streak(0)
    if here == there:
        return (other, one) if turned else (one, other)
    return (one, other) if here < there else (other, one)
