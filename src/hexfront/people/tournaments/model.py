"""A tournament: its terms, who has entered, and the games of its rounds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

Form = Literal["swiss", "round-robin", "knockout"]
State = Literal["open", "running", "done", "cancelled"]
How = Literal["", "played", "bye", "missed", "left", "void", "corrected"]
"""How a game has got its points; empty while it has none."""
NEVER: Final = 2**40
"""In seconds since 1970: no moment at which time alone changes anything."""
MAX_NAME: Final = 60


class Terms(BaseModel):
    """What an organiser says of a tournament."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    name: Annotated[str, Field(min_length=3, max_length=MAX_NAME)]
    system: Annotated[str, Field(max_length=64)]
    scenario: Annotated[str, Field(max_length=96)] = ""
    """Empty for the system's default."""
    form: Form = "swiss"
    rounds: Annotated[int, Field(ge=0, le=99)] = 0
    """Of a Swiss; 0 for as many as the field needs."""
    double: bool = False
    """Whether in a round robin all meet twice, with sides exchanged."""
    pace: Annotated[str, Field(max_length=32)] = "none"
    rated: bool = True
    machines: bool = False
    """Whether a machine fills an odd field; tables of more than two sides are always filled."""
    late: bool = True
    """Whether one may enter a Swiss that has begun."""
    most: Annotated[int, Field(ge=2, le=1000)] = 16
    """How many may enter."""
    closes: Annotated[int, Field(ge=0, le=NEVER)] = 0
    """When registration ends, in seconds since 1970; 0 for when the first round is paired."""
    starts: Annotated[int, Field(ge=0, le=NEVER)] = 0
    """When the first round is paired, in seconds since 1970; 0 for when the organiser says so."""
    round_hours: Annotated[int, Field(ge=0, le=100_000)] = 0
    """From one round's time to the next; 0 for as soon as a round is over."""
    deadline_hours: Annotated[int, Field(ge=0, le=100_000)] = 0
    """After so many hours who is waited for has lost; 0 for never."""


@dataclass(frozen=True)
class Entrant:
    """Somebody who plays in a tournament."""

    number: int
    """From 1, as they entered."""
    account: str
    """Empty for a machine, and for somebody who has left the server."""
    agent: str
    """Of a machine; empty for a person."""
    rating: float
    """When he entered; seeds go by it."""
    since: int = 1
    """The first round that he plays in."""
    out: bool = False
    """Whether he plays no more."""


@dataclass(frozen=True)
class Game:
    """A game of a round; the only one of its board, but for a replay in a knockout."""

    round: int
    board: int
    number: int
    """1, or 2 for the replay of a drawn game."""
    seats: tuple[int, ...]
    """The entrants by side; one alone has a bye."""
    began: int = 0
    """When it was paired, in seconds since 1970."""
    match: str = ""
    """Empty before it has been opened, and where none is needed."""
    how: How = ""
    points: tuple[float, ...] = ()
    """Of each seat; empty while it goes on."""

    @property
    def key(self) -> tuple[int, int, int]:
        """What names it within its tournament."""
        return self.round, self.board, self.number

    @property
    def open(self) -> bool:
        """Whether it has no points yet."""
        return not self.how

    def points_of(self, entrant: int) -> float:
        """The points of one who plays in it; 0 while it goes on."""
        return self.points[self.seats.index(entrant)] if self.points else 0.0

    def against(self, entrant: int, other: int) -> float:
        """What one has got of another at this board: 1, a half or 0."""
        own, his = self.points_of(entrant), self.points_of(other)
        if len(self.seats) == 2:
            return own
        if own == his:
            return 0.5 if own > 0 else 0.0
        return 1.0 if own > his else 0.0


@dataclass(frozen=True)
class Tournament:
    """A tournament as it stands. Changes make another one."""

    id: str
    organiser: str
    """An account; empty where it has left the server."""
    terms: Terms
    title: str
    """Of the scenario."""
    sides: int
    agent: str
    """The machine that fills an odd field."""
    created: int
    state: State = "open"
    rounds: int = 0
    """Known when it has begun."""
    round: int = 0
    """Of the newest round; 0 before the first."""
    started: int = 0
    """When the first round was paired, in seconds since 1970."""
    note: str = ""
    """Why it has ended, where it has not been played to its end."""
    version: int = 0
    """Counts the changes."""
    entrants: tuple[Entrant, ...] = ()
    games: tuple[Game, ...] = ()

    @property
    def persons(self) -> list[Entrant]:
        """Those who are no machines."""
        return [one for one in self.entrants if not one.agent]

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in {"done", "cancelled"}

    def entrant(self, number: int) -> Entrant:
        """One who has entered."""
        return next(one for one in self.entrants if one.number == number)

    def entrant_of(self, account: str) -> Entrant | None:
        """An account among those who have entered."""
        return next((one for one in self.entrants if account and one.account == account), None)

    def seeded(self) -> list[Entrant]:
        """All who have entered, the strongest first."""
        return sorted(self.entrants, key=lambda one: (-one.rating, one.number))

    def of_round(self, number: int) -> list[Game]:
        """The games of a round."""
        return [game for game in self.games if game.round == number]

    def with_games(self, games: Iterable[Game]) -> Tournament:
        """The same with some games in place of those of the same keys, or added."""
        known = {game.key: game for game in self.games} | {game.key: game for game in games}
        return replace(self, games=tuple(known[key] for key in sorted(known)))

    def with_entrant(self, entrant: Entrant) -> Tournament:
        """The same with one in place of the entrant of his number, or added."""
        known = {one.number: one for one in self.entrants} | {entrant.number: entrant}
        return replace(self, entrants=tuple(known[number] for number in sorted(known)))
