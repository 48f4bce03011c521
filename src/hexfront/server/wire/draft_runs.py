"""Bodies of requests about games of a draft between machines, and answers to them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hexfront.server.wire.bodies import AnswerModel, NewSeat
from hexfront.server.wire.drafts import Operation, Role
from hexfront.server.wire.frames import Strict


class DraftSides(AnswerModel):
    """Who may play a draft."""

    sides: list[str]
    """Titles; empty while it has problems."""
    usual: str
    """Who plays where nothing else is chosen."""
    quick: str
    """The strongest that plays a hundred games soon."""
    levels: list[str]
    agents: list[str]


class DraftMatch(Strict):
    """A match of a draft as it is now."""

    seats: Annotated[list[NewSeat], Field(max_length=16)]
    """One a side."""


class DraftGamesOrder(Strict):
    """Games of a draft between machines."""

    agents: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=16)]
    """One a side."""
    games: Annotated[int, Field(ge=1, le=1000)] = 100


class DraftNumber(Strict):
    """A number that may change, and its bounds."""

    role: Role
    pointer: Annotated[str, Field(max_length=400)]
    low: float
    high: float


class FairOrder(DraftGamesOrder):
    """A search for numbers that make a draft fair."""

    numbers: Annotated[list[DraftNumber], Field(min_length=1, max_length=4)]


class SideWon(AnswerModel):
    """What a side has won."""

    name: str
    title: str
    wins: int
    share: float
    """Of all games, without draws."""
    interval: tuple[float, float]
    """That holds the true share 95 times in a hundred (Wilson)."""


class UnitsLost(AnswerModel):
    """Units of a side that were lost at a place, in all games."""

    place: str
    side: int
    count: int


class GamesPlayed(AnswerModel):
    """What came of games."""

    games: int
    sides: list[SideWon]
    draws: int
    orders: float
    """Of a game, on average, with chance and those of all sides."""
    orders_interval: tuple[float, float] | None
    """Null for fewer than two games."""
    seconds: float
    """All games together."""
    reasons: dict[str, int]
    """Why games ended."""
    lost: list[UnitsLost]
    """Where units stood when they were last seen before they were lost."""


class NumberChanged(AnswerModel):
    """A number, before and after."""

    role: str
    pointer: str
    old: float
    new: float


class ShareWon(AnswerModel):
    """What a side has won of games, draws shared by all sides."""

    share: float
    interval: tuple[float, float]
    """That holds the true share 95 times in a hundred (Wilson)."""


class FairCandidate(AnswerModel):
    """Numbers that were tried."""

    changes: list[NumberChanged]
    """None for the draft as it is."""
    games: int
    shares: list[ShareWon]
    """Of each side."""


class FairProposal(AnswerModel):
    """Numbers that came nearest to fair, judged by games that they were not chosen by."""

    changes: list[NumberChanged]
    patches: dict[str, list[Operation]]
    before: GamesPlayed
    after: GamesPlayed


class DraftRun(AnswerModel):
    """The last games that were asked for of a draft."""

    kind: Literal["none", "games", "fair"]
    version: int
    """Of the draft that is played."""
    running: bool
    problem: str
    """Why it ended before its time."""
    done: int
    of: int
    """Games."""
    games: GamesPlayed | None
    candidates: list[FairCandidate]
    """Those still in the race, the fairest first."""
    proposal: FairProposal | None
