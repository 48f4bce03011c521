"""Bodies of HTTP requests and answers. What comes in may hold nothing unknown."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from hexfront.agents.levels import LevelRating
from hexfront.core.contract import Result
from hexfront.server.wire.frames import Strict

MAX_LISTED_TOKENS = 200
MAX_NAME = 40
MAX_ADDRESS = 200


class AnswerModel(BaseModel):
    """What a request is answered with."""

    model_config = ConfigDict(use_attribute_docstrings=True)


def plain_name(name: str) -> str:
    """A name, or a line, that shows nothing but itself. Errors: `ValueError`."""
    # Controls, and marks that turn the direction of the text around them.
    if any(unicodedata.category(mark) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for mark in name):
        raise ValueError("a name without control characters")
    return name


Id = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{1,64}$")]
Token = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{20,64}$")]
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=MAX_NAME),
    AfterValidator(plain_name),
]
GivenName = Annotated[Name, Field(min_length=1)]


class NewSeat(Strict):
    """Who plays a side: somebody at this screen, somebody with an invite, or a machine."""

    kind: Literal["person", "invited", "machine"]
    agent: Annotated[str, Field(max_length=64)] = ""
    """The opponent on a machine's seat: a level, or one by name."""
    name: Name = ""
    """What the person at this screen is called."""


class NewMatch(Strict):
    """A match to be made."""

    system: Annotated[str, Field(max_length=64)]
    scenario: Annotated[str, Field(max_length=96)] = ""
    """Empty for the system's default."""
    seats: Annotated[list[NewSeat], Field(max_length=16)]
    """One a side."""
    options: Annotated[dict[str, str], Field(max_length=64, default_factory=dict)]
    umpire: bool = False
    """Whether an umpire gets a token, who sees everything from the start; all are told."""
    chat: bool = True
    """Whether players and watchers may talk."""


class Claim(Strict):
    """An invited person who sits down."""

    invite: Token
    name: GivenName
    key: Annotated[str, Field(pattern="^([A-Za-z0-9_-]{22,64})?$")] = ""
    """A fresh secret; the same request again gets the same answer."""


class TokenList(Strict):
    """Tokens of one's seats."""

    tokens: Annotated[list[Token], Field(max_length=MAX_LISTED_TOKENS)]


class Restoring(TokenList):
    """A situation to go on from: one that a holder has kept, or a match that somebody restored."""

    name: Annotated[str, Field(max_length=MAX_NAME)] = ""
    match: Annotated[str, Field(max_length=64)] = ""
    """In place of a name."""


class OneToken(Strict):
    """The token of one seat."""

    token: Token


class Printing(TokenList):
    """What a seat gets in print; its token is one of those given."""

    seat: int


class NewNotice(Strict):
    """Where the person on a seat wants to be told that it is his turn."""

    token: Token
    email: Annotated[str, Field(max_length=MAX_ADDRESS)] | None = None
    """Empty to end it; as it was where it is not given."""
    webhook: Annotated[str, Field(max_length=MAX_ADDRESS)] | None = None


class ErrorProblem(AnswerModel):
    """One thing that is wrong with a request."""

    place: str
    found: str
    expected: str


class ErrorAnswer(AnswerModel):
    """Why a request was refused; nothing has changed."""

    type: Literal["error"]
    text: str
    problems: list[ErrorProblem]


class AgentInfo(AnswerModel):
    """A machine opponent."""

    name: str
    description: str
    """How it plays, in a sentence; may be empty."""


class LevelInfo(AnswerModel):
    """A machine opponent by its strength."""

    name: str
    """`easy`, `fair`, `hard` or `hardest`, in this order."""
    agent: str
    """Who plays it, with parameters or without."""
    description: str
    """How it plays, in a sentence; may be empty."""
    rating: LevelRating | None
    """Null where it has not been measured."""


class OptionInfo(AnswerModel):
    """An option of a system, in words."""

    name: str
    title: str
    description: str


class OptionValues(AnswerModel):
    """The values of an option that a scenario can be played with, and its own."""

    values: list[str]
    value: str
    side_titles: dict[str, list[str]] = {}
    """Of an option that says how many players there are: the titles of the sides by its value."""


class ScenarioInfo(AnswerModel):
    """A scenario that ships with a system or is in an installed pack."""

    name: str
    title: str
    description: str
    sides: list[str]
    side_titles: list[str]
    options: dict[str, OptionValues]
    default: bool
    picture: str
    """The path of a picture of its start."""
    length: str
    """How long a game is, such as `6 turns`; empty where nobody has measured it."""
    balance: str
    """How often each side won between machines, in words; empty likewise."""


class GuideInfo(AnswerModel):
    """What the guided first game of a system is played with."""

    scenario: str
    opponent: str
    minutes: int
    players: str
    """Of the system's usual game, as are the next two."""
    length: str
    difficulty: int
    """From 1, the easiest to learn, to 5."""


class BlankQuestionInfo(AnswerModel):
    """A number or some names that a designer gives before he begins with nothing."""

    name: str
    title: str
    usual: int | list[str]
    least: int
    """The least number that can be given; or how many names, at least."""
    most: int
    step: int


class BlankInfo(AnswerModel):
    """How a scenario begins with nothing in it."""

    title: str
    about: str
    questions: list[BlankQuestionInfo]


class SystemInfo(AnswerModel):
    """A system that can be played here."""

    name: str
    title: str
    summary: str
    agents: list[str]
    opponents: list[AgentInfo]
    """The agents in words, in the same order."""
    levels: list[LevelInfo]
    """Opponents by strength, the weakest first; none where the system names none."""
    usual: str
    """Who plays where nothing else is chosen: a level, or an agent where there are no levels."""
    options: list[OptionInfo]
    scenarios: list[ScenarioInfo]
    picture: str
    guide: GuideInfo | None
    blank: BlankInfo | None
    """How a new scenario of it begins with nothing; null where one always begins with a copy."""


class MatchMade(AnswerModel):
    """A match, and what opens one's seats in it. Given once."""

    match: str
    title: str
    tokens: dict[str, str]
    """By side."""
    invites: dict[str, str]
    """By side; each seats one person, once."""
    spectator: str
    umpire: str
    """Empty where there is none."""


class Claimed(AnswerModel):
    """The seat that an invite gave."""

    match: str
    title: str
    side: int
    token: str
    spectator: str


class MatchInfo(AnswerModel):
    """One of one's matches."""

    id: str
    system: str
    title: str
    created: str
    over: bool
    sides: list[int]
    """One's own; -2 for a spectator."""
    must_act: list[int]
    """Those of one's own sides whose turn it is."""
    opponents: list[str]
    """Who plays the other sides; empty for a person without a name."""
    waits_for: list[int]
    """The sides whose invited persons have not come yet."""
    result: Result | None
    wishes: list[int]
    """The sides whose persons want it deleted."""
    hinted: list[int]
    """The sides that took hints: one's own, and after the end all."""
    kept_until: str
    """The day after which it is deleted for its age unless somebody opens it; empty: never."""


class MatchDeleted(AnswerModel):
    """What has become of a match that players want deleted."""

    deleted: bool
    waits_for: list[int]
    """The sides whose persons have not agreed yet."""


class KeepingInfo(AnswerModel):
    """When this server deletes matches."""

    text: str
    """A sentence; empty where all are kept."""


class ReplayMade(AnswerModel):
    """A match file that was verified and can be looked at."""

    match: str
    title: str
    spectator: str


class NoticeWays(AnswerModel):
    """How this server can tell players that it is their turn."""

    email: bool
    webhooks: list[str]
    """What the address of a webhook must begin with; empty where there are none."""


class NoticesKept(AnswerModel):
    """Where a seat is told of its turns."""

    email: str
    webhook: str
    email_waits: bool = False
    """Whether the owner of the e-mail address has still to agree."""


class MailAnswer(Strict):
    """What the owner of an address says of notices from this server."""

    token: Token
    """That of one of our notices."""
    agrees: bool | None = None
    """Without it the answer is what he has said before."""


class SymbolDrawing(AnswerModel):
    """A NATO symbol."""

    box: tuple[float, float, float, float]
    """The room that it takes: left, top, width, height."""
    parts: list[dict[str, Any]]
    """Paths and texts, the lowest first, as `pictures/symbols/drawings.py` has them."""


class Symbols(AnswerModel):
    """NATO symbols by their codes."""

    symbols: dict[str, SymbolDrawing]


class MailConsent(AnswerModel):
    """The address of a channel, and what its owner has said."""

    address: str
    state: Literal["asked", "agreed", "refused"]
