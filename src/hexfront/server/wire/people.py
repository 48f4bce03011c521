"""What a page is told of the people at a match: seats, dice, clocks, endings, chat, ratings."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class Turn(TypedDict):
    """Which seats of a shared screen must act."""

    type: Literal["turn"]
    waiting: list[int]


class Seated(TypedDict):
    """Somebody took a seat."""

    type: Literal["seated"]
    side: int
    person: str


class Again(TypedDict):
    """Another match follows this one."""

    type: Literal["again"]
    match: str
    title: str
    restored: NotRequired[bool]


class Compiling(TypedDict):
    """Whether the rules are compiled while they run as Python."""

    type: Literal["compiling"]
    compiling: bool


class DiceShare(TypedDict):
    """What the screen of a side adds to the dice."""

    side: int
    hash: str
    """The promise of it; empty where none was made."""
    added: bool
    share: str
    """Empty until all have added theirs."""


class Shares(TypedDict):
    """What screens have added to the dice."""

    type: Literal["shares"]
    shares: list[DiceShare]


class Withdrawn(TypedDict):
    """Who has resigned while others play on, and the machine that plays for him."""

    side: int
    agent: str


class Ends(TypedDict):
    """What persons have said about the end of the match; all of it each time."""

    type: Literal["ends"]
    draw: list[int]
    """The sides that offer a draw."""
    abandon: list[int]
    """The sides that would leave the match without a result."""
    withdrawn: list[Withdrawn]


class SideTime(TypedDict):
    """The clock of a side."""

    side: int
    remaining: float | None
    """Seconds on a clock that stands; None where it runs."""
    due: float | None
    """When the time of one that runs is over, in seconds since 1970; None where it stands."""
    stops: list[list[float]]
    """The times until then in which it stands although its side must act, such as holidays: when
    each begins and ends."""
    gifts: int
    """How often others have given it time since the server began to serve the match."""


class Clocks(TypedDict):
    """The clocks of a match, all of them each time; of one whose side plans unseen as if it ran."""

    type: Literal["clocks"]
    number: int
    """To be answered by `heard` at once."""
    now: float
    """The time of the server, by which all others are."""
    title: str
    """What the pace is called."""
    timed: bool
    """Whether there are clocks; without them one may only be away."""
    at_once: bool
    """Whether who has no time left has lost at once; otherwise it is claimed."""
    low: float
    """From so many seconds on there is little time left."""
    gift: float
    """The seconds that one gives another by courtesy."""
    absence: float
    """After so many seconds that somebody is away the others may claim that."""
    paused: bool
    wants_pause: list[int]
    """The sides that ask for a pause."""
    sides: list[SideTime]


class PreparedMessage(TypedDict):
    """The orders that a seat has prepared for its next turn."""

    type: Literal["prepared"]
    seat: int
    lines: list[str]
    said: str
    """What became of the last ones; empty while they wait."""


class Deletion(TypedDict):
    """Which sides agree that the match be deleted."""

    type: Literal["deletion"]
    sides: list[int]


class Deleted(TypedDict):
    """The match is gone."""

    type: Literal["deleted"]
    text: str


class ChatLine(TypedDict):
    """Something that was said at a match."""

    room: Literal["players", "watchers"]
    number: int
    """In its room."""
    side: int
    """Of who plays; of a watcher -1."""
    name: str
    """Empty for a player without one."""
    account: bool
    """Whether the name is that of an account."""
    text: str
    said: int
    """In seconds since 1970."""


class ChatMessage(TypedDict):
    """What was said, and where one may speak."""

    type: Literal["chat"]
    speaks: Literal["players", "watchers"] | None
    """The room in which one may speak oneself."""
    closed: str
    """Why one may not."""
    reopens: bool
    """Whether one has turned it off oneself, and may let all talk again."""
    lines: list[ChatLine]


class Banned(TypedDict):
    """The operator does not want this page here any more."""

    type: Literal["banned"]
    text: str


class Replaced(TypedDict):
    """Too many other pages have been opened for the same seat since: this one is of no more use."""

    type: Literal["replaced"]
    text: str


class RatedSide(TypedDict):
    """What a match has done to the rating of a side's player."""

    side: int
    rating: int
    """After it."""
    deviation: int


class MatchTerms(TypedDict):
    """Whether a match of the lobby is rated, and what that came to."""

    type: Literal["terms"]
    rated: bool
    """Whether its players wanted it so."""
    unrated: str
    """Why it counts for no rating all the same, as far as the one who reads may know."""
    tournament: str
    """The tournament of which it is a game: who leaves it has lost there; empty for none."""
    after: list[RatedSide]
    """Empty before the end."""


class Announcement(TypedDict):
    """What the operator tells everybody."""

    type: Literal["announcement"]
    text: str
