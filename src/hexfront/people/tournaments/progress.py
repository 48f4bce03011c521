"""How a tournament goes on by itself: what follows from results and from time.

All here are functions of a tournament as it stands; `records` keeps what they give, so a
round is paired once, whichever process finds first that it is time.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from hexfront.people.tournaments.berger import berger
from hexfront.people.tournaments.groups import group_tables
from hexfront.people.tournaments.history import histories
from hexfront.people.tournaments.knockout import knockout_pairs, needs_replay
from hexfront.people.tournaments.model import NEVER, Entrant, Game, How, Tournament
from hexfront.people.tournaments.numbers import numbers
from hexfront.people.tournaments.standings import points_for
from hexfront.people.tournaments.swiss import swiss_pairs

HOUR = 3600
TOO_FEW = "Too few have entered."
ALL_GONE = "Too few were left to go on."


@dataclass(frozen=True)
class MatchFacts:
    """How the match of a game stands."""

    over: bool
    places: tuple[int, ...] | None = None
    """Of each side at the end, 1 for the best; None without a result."""
    left: frozenset[int] = frozenset()
    """Sides that have left it without a result."""
    waiting: frozenset[int] = frozenset()
    """Sides whose orders it waits for."""


def advance(tournament: Tournament, facts: Mapping[str, MatchFacts | None], now: int) -> Tournament:
    """The tournament with all that has become due.

    `facts`: by match of an open game; None for a match that is not kept any more.
    """
    starts = tournament.terms.starts
    if tournament.state == "open" and starts and now >= starts:
        tournament = begin(tournament, now)
    while tournament.state == "running":
        before = tournament
        tournament = _judged(_noted(tournament, facts, now), facts, now)
        if not any(game.open for game in tournament.of_round(tournament.round)):
            if tournament.round == tournament.rounds:
                tournament = replace(tournament, state="done")
            elif now >= next_round(tournament):
                tournament = pair(tournament, now)
        if tournament == before:
            break
    return tournament


def due(tournament: Tournament) -> int:
    """The next moment at which time alone changes something, in seconds since 1970."""
    terms = tournament.terms
    if tournament.state == "open":
        return terms.starts or NEVER
    if tournament.over:
        return NEVER
    playing = [game for game in tournament.of_round(tournament.round) if game.open]
    if not playing:
        return next_round(tournament)
    if not terms.deadline_hours:
        return NEVER
    return min(game.began for game in playing) + terms.deadline_hours * HOUR


def next_round(tournament: Tournament) -> int:
    """When the round after the newest may be paired; 0 for as soon as it is over."""
    hours = tournament.terms.round_hours
    return tournament.started + tournament.round * hours * HOUR if hours else 0


def begin(tournament: Tournament, now: int) -> Tournament:
    """Pair the first round; where too few have entered, the tournament is cancelled."""
    if len(tournament.persons) < 2:
        return replace(tournament, state="cancelled", note=TOO_FEW)
    terms = tournament.terms
    if terms.form == "round-robin" and terms.machines and len(tournament.entrants) % 2:
        tournament = _with_machines(tournament, 1)
    field = len(tournament.entrants)
    return pair(
        replace(tournament, state="running", rounds=rounds_for(tournament, field), started=now),
        now,
    )


def rounds_for(tournament: Tournament, field: int) -> int:
    """How many rounds are played by so many."""
    terms = tournament.terms
    needed = max(1, math.ceil(math.log2(max(2, field))))
    if terms.form == "knockout":
        return needed
    if terms.form == "round-robin":
        return (1 + terms.double) * len(berger(field))
    if tournament.sides > 2:
        return terms.rounds or needed
    return min(terms.rounds or needed, len(berger(field)))


def pair(tournament: Tournament, now: int) -> Tournament:
    """The tournament with the next round."""
    number = tournament.round + 1
    if tournament.terms.form == "swiss":
        tournament, boards = _swiss(tournament)
        if not boards:
            return replace(tournament, state="done", note=ALL_GONE)
    elif tournament.terms.form == "knockout":
        boards = knockout_pairs(tournament, number)
    else:
        boards = _round_robin(tournament, number)
    games = [
        _begun(tournament, Game(number, board, 1, seats, now))
        for board, seats in enumerate(boards, 1)
    ]
    return replace(tournament.with_games(games), round=number)


def _swiss(tournament: Tournament) -> tuple[Tournament, list[tuple[int, ...]]]:
    """The boards of the next round; none where nobody can play."""
    size = tournament.sides
    playing = [one for one in tournament.persons if not one.out]
    if len(playing) < 2:
        return tournament, []
    if size > 2 or tournament.terms.machines:
        tournament = _with_machines(tournament, -len(playing) % size)
        playing += [one for one in tournament.entrants if one.agent][: -len(playing) % size]
    seeds = [one.number for one in tournament.seeded() if one in playing]
    past = histories(tournament.games, seeds)
    if size > 2:
        return tournament, group_tables(seeds, past, size)
    return tournament, swiss_pairs(seeds, past)


def _round_robin(tournament: Tournament, number: int) -> list[tuple[int, ...]]:
    seeds = [one.number for one in tournament.seeded()]
    table = berger(len(seeds))
    again, place = divmod(number - 1, len(table))
    pairs = [pair if again % 2 == 0 else pair[::-1] for pair in table[place]]
    return [tuple(seeds[seed - 1] for seed in pair if seed) for pair in pairs]


def _with_machines(tournament: Tournament, count: int) -> Tournament:
    """The tournament with so many machines at least, which are seeded last."""
    here = sum(bool(one.agent) for one in tournament.entrants)
    for _ in range(count - here):
        number = max((one.number for one in tournament.entrants), default=0) + 1
        machine = Entrant(number, "", tournament.agent, 0.0, tournament.round + 1)
        tournament = tournament.with_entrant(machine)
    return tournament


def _begun(tournament: Tournament, game: Game) -> Game:
    """A new game; a bye and one whose player is out are decided at once."""
    if len(game.seats) == 1:
        points = numbers().bye if tournament.terms.form == "swiss" else 0.0
        return replace(game, how="bye", points=(points,))
    out = {side for side, number in enumerate(game.seats) if tournament.entrant(number).out}
    return _decided(game, "left", out) if out else game


def _decided(game: Game, how: How, missing: set[int] | frozenset[int]) -> Game:
    """A game that is decided by who did not play it to the end."""
    return replace(game, how=how, points=points_for([1] * len(game.seats), missing))


def _noted(tournament: Tournament, facts: Mapping[str, MatchFacts | None], now: int) -> Tournament:
    """With the points of matches that are over, and replays of drawn games in a knockout."""
    news = []
    for game in tournament.games:
        if game.open and game.match in facts:
            news.append(_result(game, facts[game.match]))
        elif game.open and not game.match:
            news.append(_begun(tournament, game))
    tournament = tournament.with_games(news)
    if tournament.terms.form != "knockout":
        return tournament
    return tournament.with_games(
        Game(game.round, game.board, 2, game.seats[::-1], now)
        for game in tournament.of_round(tournament.round)
        if needs_replay(game) and not _replayed(tournament, game)
    )


def _replayed(tournament: Tournament, game: Game) -> bool:
    return any(other.key == (game.round, game.board, 2) for other in tournament.games)


def _result(game: Game, facts: MatchFacts | None) -> Game:
    if facts is not None and not facts.over:
        return game
    everybody = frozenset(range(len(game.seats)))
    if facts is None or (facts.places is None and not facts.left):
        return _decided(game, "void", everybody)
    if facts.places is None:
        return _decided(game, "left", facts.left)
    return replace(game, how="played", points=points_for(facts.places))


def _judged(tournament: Tournament, facts: Mapping[str, MatchFacts | None], now: int) -> Tournament:
    """With games decided whose deadline is over; who has missed too many is out."""
    hours = tournament.terms.deadline_hours
    late = [
        game
        for game in tournament.games
        if hours and game.open and game.match and now >= game.began + hours * HOUR
    ]
    for game in late:
        known = facts.get(game.match)
        waiting = known.waiting if known is not None and known.waiting else frozenset()
        missing = waiting or frozenset(range(len(game.seats)))
        tournament = tournament.with_games([_decided(game, "missed", missing)])
        for side in missing:
            one = tournament.entrant(game.seats[side])
            if not one.agent and _missed(tournament, one.number) >= numbers().missed:
                tournament = tournament.with_entrant(replace(one, out=True))
    return tournament


def _missed(tournament: Tournament, number: int) -> int:
    """How many games somebody has lost by a deadline."""
    return sum(
        game.how == "missed" and number in game.seats and game.points_of(number) == 0
        for game in tournament.games
    )
