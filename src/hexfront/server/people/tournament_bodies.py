"""Bodies of the requests of tournaments, and answers to them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hexfront.people.tournaments.model import Form, How, State, Terms
from hexfront.server.wire.bodies import AnswerModel, Id
from hexfront.server.wire.frames import Strict

Number = Annotated[int, Field(ge=1, le=1000)]


class NewTournament(Strict, Terms):
    """A tournament as its organiser wants it."""


class OneTournament(Strict):
    """A tournament."""

    tournament: Id


class OneEntrant(Strict):
    """Somebody who has entered a tournament."""

    tournament: Id
    entrant: Number
    """His number."""


class Correction(Strict):
    """The result of a game, as the organiser sets it."""

    tournament: Id
    round: Number
    board: Number
    number: Annotated[int, Field(ge=1, le=2)] = 1
    """2 for the replay of a drawn game."""
    points: Annotated[
        list[Annotated[float, Field(ge=0, le=16)]], Field(min_length=2, max_length=16)
    ]
    """Of each side."""


class TournamentInfo(AnswerModel):
    """A tournament in the list."""

    id: str
    name: str
    system: str
    title: str
    """Of the scenario."""
    form: Form
    state: State
    pace: str
    """What it is called."""
    rated: bool
    entrants: int
    """How many persons play in it; once it is over, how many have played."""
    most: int
    round: int
    """The newest; 0 before the first."""
    rounds: int
    """0 before the first."""
    closes: int
    """When registration ends, in seconds since 1970; 0 for when the first round is paired."""
    starts: int
    """When the first round is paired; 0 for when the organiser says so."""
    can_enter: bool
    """Whether one may enter now."""


class EntrantInfo(AnswerModel):
    """Somebody who has entered a tournament."""

    number: int
    name: str
    """Of a machine its level; empty for somebody who has left this server."""
    machine: bool
    rating: int
    """When he entered."""
    out: bool
    """Whether he plays no more."""


class StandingInfo(AnswerModel):
    """One line of the table."""

    entrant: int
    rank: int
    points: float
    """In a knockout the rounds that he has survived."""
    tie_breaks: list[float]
    """In the order of `TournamentPage.tie_breaks`."""
    played: int


class TournamentGame(AnswerModel):
    """A game of a round."""

    round: int
    board: int
    number: int
    """2 for the replay of a drawn game."""
    seats: list[int]
    """The entrants by side; one alone has a bye."""
    points: list[float]
    """Of each seat; empty while it goes on."""
    how: How
    """How it has got them; empty while it goes on."""
    match: str
    spectator: str
    """What opens it for watchers; empty where there is nothing to see."""


class TournamentDeed(AnswerModel):
    """Something that somebody has done in a tournament."""

    happened: int
    """In seconds since 1970."""
    name: str
    deed: str


class TournamentPage(AnswerModel):
    """A tournament as everybody sees it."""

    info: TournamentInfo
    announcement: str
    """What the operator has told everybody a moment ago; empty for nothing."""
    terms: Terms
    organiser: str
    """His name; empty where he has left this server."""
    note: str
    """Why it has ended, where it has not been played to its end."""
    sides: list[str]
    """What the sides of the game are called."""
    tie_breaks: list[str]
    """What decides where points are level, in this order."""
    entrants: list[EntrantInfo]
    """The strongest first, as they are seeded."""
    standings: list[StandingInfo]
    """The leader first; empty before the first round."""
    games: list[TournamentGame]
    next: int
    """When the next round is paired, or the games of this are decided; 0 for no set time."""
    record: list[TournamentDeed]
    """The newest first."""
