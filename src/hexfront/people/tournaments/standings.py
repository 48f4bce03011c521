"""The points of a game, and the table of a tournament with its tie-breaks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hexfront.people.tournaments.knockout import winner
from hexfront.people.tournaments.model import Form, Game, Tournament

TIE_BREAKS: Final[dict[Form, tuple[str, ...]]] = {
    "swiss": ("Buchholz", "Sonneborn–Berger", "Wins"),
    "round-robin": ("Sonneborn–Berger", "Direct encounter", "Wins"),
    "knockout": (),
}
"""In the order in which they count."""


@dataclass(frozen=True)
class Standing:
    """One line of the table."""

    entrant: int
    rank: int
    """Those who are level in all share it."""
    points: float
    """In a knockout the rounds that he has survived."""
    tie_breaks: tuple[float, ...]
    played: int


def points_for(places: Sequence[int], missing: Collection[int] = ()) -> tuple[float, ...]:
    """The points of each side: one for each other that it has left behind, half for those level.

    With two sides these are 1, a half and 0. `places`: 1 for the best. `missing`: sides that
    have not played to the end; they get nothing and are behind all others.
    """

    def of(side: int) -> float:
        return sum(
            1.0 if other in missing or places[side] < places[other] else 0.5
            for other in range(len(places))
            if other != side and (other in missing or places[side] <= places[other])
        )

    return tuple(0.0 if side in missing else of(side) for side in range(len(places)))


def standings(tournament: Tournament) -> list[Standing]:
    """The table as it stands, the leader first."""
    if tournament.terms.form == "knockout":
        return _knockout(tournament)
    games = [game for game in tournament.games if not game.open]
    points = {one.number: 0.0 for one in tournament.entrants}
    for game in games:
        for number in game.seats:
            points[number] += game.points_of(number)
    found = {number: _tie_breaks(tournament.terms.form, number, games, points) for number in points}
    seeds = [one.number for one in tournament.seeded()]
    order = sorted(
        seeds, key=lambda number: (-points[number], *(-value for value in found[number]))
    )
    values = {number: (points[number], *found[number]) for number in order}
    played = {
        number: sum(number in game.seats and len(game.seats) > 1 for game in games)
        for number in order
    }
    return [
        Standing(number, rank, points[number], found[number], played[number])
        for number, rank in zip(order, _ranks([values[number] for number in order]), strict=True)
    ]


def _ranks(values: Sequence[tuple[float, ...]]) -> list[int]:
    """The places of sorted values; equal ones share theirs."""
    return [values.index(value) + 1 for value in values]


def _tie_breaks(
    form: Form, number: int, games: Sequence[Game], points: Mapping[int, float]
) -> tuple[float, ...]:
    wins = float(sum(game.against(number, other) == 1.0 for game, other in _met(number, games)))
    berger = sonneborn_berger(number, games, points)
    if form == "swiss":
        return buchholz(number, games, points), berger, wins
    level = {
        other
        for other in points
        if points[other] == points[number] and sonneborn_berger(other, games, points) == berger
    }
    direct = 0.0 + sum(
        game.against(number, other) for game, other in _met(number, games) if other in level
    )
    return berger, direct, wins


def _met(number: int, games: Sequence[Game]) -> list[tuple[Game, int]]:
    """The games of an entrant, with each other who played in them."""
    return [
        (game, other)
        for game in games
        if number in game.seats
        for other in game.seats
        if other != number
    ]


def buchholz(number: int, games: Sequence[Game], points: Mapping[int, float]) -> float:
    """The points of all whom one has met; a bye counts as somebody with one's own points."""
    byes = sum(game.seats == (number,) for game in games)
    return sum(points[other] for _, other in _met(number, games)) + byes * points[number]


def sonneborn_berger(number: int, games: Sequence[Game], points: Mapping[int, float]) -> float:
    """The points of all whom one has beaten, and half of those who were level."""
    return sum(game.against(number, other) * points[other] for game, other in _met(number, games))


def _knockout(tournament: Tournament) -> list[Standing]:
    """Who has come further stands higher; those who went out in one round share a rank."""
    survived = {one.number: 0 for one in tournament.entrants}
    for round_number in range(1, tournament.round + 1):
        games = tournament.of_round(round_number)
        for board in {game.board for game in games}:
            if not any(game.open for game in games if game.board == board):
                survived[winner(tournament, round_number, board)] = round_number
    seeds = [one.number for one in tournament.seeded()]
    order = sorted(seeds, key=lambda number: -survived[number])
    ranks = _ranks([(float(survived[number]),) for number in order])
    played = {
        number: sum(
            number in game.seats and len(game.seats) > 1 and not game.open
            for game in tournament.games
        )
        for number in order
    }
    return [
        Standing(number, rank, float(survived[number]), (), played[number])
        for number, rank in zip(order, ranks, strict=True)
    ]
