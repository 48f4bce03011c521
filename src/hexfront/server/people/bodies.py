"""Bodies of the requests of people, and answers to them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from hexfront.people.chat import MAX_LINES
from hexfront.people.lobby import ANY_SIDE
from hexfront.people.passwords import MAX_PASSWORD
from hexfront.people.players import MAX_REPORT
from hexfront.server.people.tournament_bodies import TournamentInfo
from hexfront.server.wire.bodies import AnswerModel, Id, MatchInfo, Token
from hexfront.server.wire.frames import Strict

AccountName = Annotated[str, Field(min_length=1, max_length=40)]
Password = Annotated[str, Field(min_length=1, max_length=MAX_PASSWORD)]


class Nothing(Strict):
    """A request that needs nothing but the session."""


class NameAndPassword(Strict):
    """Who one is, and the proof."""

    name: AccountName
    password: Password


class NewPassword(Strict):
    """A password in place of the old one, if there was one."""

    password: Password


class NameAndCode(Strict):
    """Who one is, and a recovery code."""

    name: AccountName
    code: Annotated[str, Field(min_length=1, max_length=64)]


class PasskeyWish(Strict):
    """What a passkey shall be made or used for."""

    purpose: Literal["sign-up", "sign-in", "add"]
    name: Annotated[str, Field(max_length=40)] = ""
    """Of a new account."""


class PasskeyAnswer(Strict):
    """What the browser has made of it."""

    ticket: Token
    credential: dict[str, Any]
    label: Annotated[str, Field(max_length=40)] = ""
    """What the passkey is called in the list of an account."""


class OneId(Strict):
    """Something of one's own, by its id."""

    id: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{0,1400}$")]


class OneName(Strict):
    """A name, typed."""

    name: AccountName


class GuestSeat(Strict):
    """A seat that one played as a guest."""

    token: Token


class ChatWish(Strict):
    """Whether all may talk in a match, wished by a player of it."""

    token: Token
    on: bool


class Avoiding(Strict):
    """Whom one does not want to meet or hear, or does again."""

    name: AccountName
    on: bool


class Reporting(Strict):
    """What the operator shall know of a player."""

    name: AccountName
    about: Annotated[str, Field(min_length=1, max_length=MAX_REPORT)]


class ReportedWords(Strict):
    """What the operator shall know of something that was said."""

    token: Token
    """Of a seat from which one reads it."""
    room: Literal["players", "watchers"]
    number: Annotated[int, Field(ge=1, le=MAX_LINES)]
    """Of the line in its room."""
    about: Annotated[str, Field(min_length=1, max_length=MAX_REPORT)]


class NewGame(Strict):
    """A game for the lobby."""

    system: Annotated[str, Field(max_length=64)]
    scenario: Annotated[str, Field(max_length=96)] = ""
    """Empty for the system's default."""
    side: int = ANY_SIDE
    """A side, or -1 for any."""
    persons: Annotated[int, Field(ge=1, le=16)] = 2
    """How many play, oneself among them; the usual machine plays the other sides."""
    pace: Annotated[str, Field(max_length=32)] = "none"
    rated: bool = False
    chat: bool = True
    """Whether players and watchers may talk."""
    invite: Annotated[str, Field(max_length=40)] = ""
    """The name of the player whom it is for; empty for a game that anybody may join."""


class OneGame(Strict):
    """A game of the lobby."""

    game: Id


class NewHolidays(Strict):
    """Days on which one will be away."""

    first: Annotated[str, Field(max_length=10)]
    """Such as 2031-07-15."""
    last: Annotated[str, Field(max_length=10)]


class Ways(AnswerModel):
    """How one can sign in at this address."""

    password: bool
    passkey: bool
    sign_up: bool
    """Whether the operator takes new accounts."""
    named: str
    """This page at an address with a name, where passkeys need one; empty where it has one."""
    missing: str
    """What the operator must install for accounts; empty where all is there."""


class Passkey(AnswerModel):
    """A passkey of an account."""

    id: str
    label: str
    created: str


class Me(AnswerModel):
    """Who is signed in."""

    name: str
    """Empty for a guest."""
    ways: Ways
    games: int
    """How many of one's matches go on."""
    turns: int
    """In how many of them one must act."""
    banned: str
    """Why the operator lets one do nothing; empty where one may."""
    announcement: str
    """What the operator has told everybody a moment ago; empty for nothing."""


class Sent(AnswerModel):
    """Something has gone its way."""

    sent: bool


class AccountInfo(AnswerModel):
    """An account as its owner sees it."""

    name: str
    password: bool
    passkeys: list[Passkey]
    codes_left: int
    sessions: list[SessionInfo]
    blocked: list[str]
    muted: list[str]
    fresh: bool
    """Whether one has signed in lately enough to change how one signs in, or to delete it."""


class SessionInfo(AnswerModel):
    """A browser that is signed in."""

    id: str
    device: str
    created: str
    seen: str
    here: bool


class SignedInAs(AnswerModel):
    """Who is signed in now; the session itself is in a cookie that no script reads."""

    name: str
    codes: list[str]
    """Recovery codes, given once; empty where there are no new ones."""


class PasskeyTask(AnswerModel):
    """What the browser is asked to do."""

    ticket: str
    options: dict[str, Any]
    """Of WebAuthn, as JSON."""


class Codes(AnswerModel):
    """New recovery codes, given once."""

    codes: list[str]


class OwnGame(AnswerModel):
    """One of one's matches, and what opens it in this session."""

    info: MatchInfo
    title: str
    """In the lobby, such as the round of a tournament; elsewhere that of the scenario."""
    tokens: list[str]
    spectator: str
    left: float | None
    """The seconds until one's time is over, where one's clock runs."""


class PlayerInfo(AnswerModel):
    """Somebody who plays."""

    name: str
    """Empty for a guest."""
    machine: bool
    level: str
    """Of a machine the level that it plays, if any."""
    rating: int
    """In the system that is spoken of."""
    deviation: int
    sure: bool
    """Whether it is known well."""


class OpenGameInfo(AnswerModel):
    """A game that waits for players."""

    id: str
    system: str
    scenario: str
    title: str
    persons: int
    pace: str
    rated: bool
    players: list[PlayerInfo]
    """Who has joined; the first has opened it."""
    sides: list[int]
    """The sides that they have chosen, -1 for any."""
    mine: bool
    joined: bool
    invited: str
    """The player whom it is for; empty where anybody may join."""
    declined: bool
    """Whether that one does not want to play it."""


class LiveGameInfo(AnswerModel):
    """A match of the lobby that is played."""

    match: str
    system: str
    title: str
    rated: bool
    pace: str
    players: list[PlayerInfo]
    spectator: str
    """What opens it for watchers."""


class PaceInfo(AnswerModel):
    """How fast a game is played."""

    name: str
    title: str
    about: str


class LobbyState(AnswerModel):
    """The lobby as one sees it."""

    games: list[OpenGameInfo]
    live: list[LiveGameInfo]
    """The strongest players first."""
    present: list[str]
    """Who is in the lobby."""
    guests: int
    tournaments: list[TournamentInfo]
    """Those that one can enter first, then those that are played."""
    paces: list[PaceInfo]
    own: int
    """How many of one's matches go on."""
    turns: int
    """In how many of them one must act."""
    announcement: str
    """What the operator has told everybody a moment ago; empty for nothing."""


class Joined(AnswerModel):
    """A game that one has joined."""

    began: bool
    match: str
    """Empty while it waits."""
    tokens: list[str]


class RatedInfo(AnswerModel):
    """A player in the list of a system."""

    name: str
    machine: bool
    level: str
    """Of a machine the level that it plays, if any."""
    rating: int
    deviation: int
    sure: bool
    games: int


class RatingInfo(AnswerModel):
    """The rating of a player in one system."""

    system: str
    rating: int
    deviation: int
    games: int
    sure: bool


class PlayedGame(AnswerModel):
    """A finished game of a player."""

    system: str
    title: str
    outcome: Literal["won", "lost", "draw", "none"]
    reason: str
    ended: str
    unrated: str
    """Why it moved no rating; empty where it did."""
    rating: int | None
    """After it."""
    deviation: int | None
    side: int
    players: list[str]
    """The others; empty for somebody who has left."""
    spectator: str
    """What opens it; empty where it is not kept, or was played by those alone who had its links."""


class PlayerPage(AnswerModel):
    """A player as everybody sees him."""

    name: str
    machine: bool
    ratings: list[RatingInfo]
    games: list[PlayedGame]
    """The newest first."""


class HolidayInfo(AnswerModel):
    """Announced days on which one's clocks of correspondence stand."""

    id: str
    first: str
    last: str
    """Both are free."""
    state: Literal["ahead", "now", "over"]


class HolidayDays(AnswerModel):
    """What is left of a calendar year's holidays."""

    year: int
    left: int


class HolidayState(AnswerModel):
    """One's holidays."""

    holidays: list[HolidayInfo]
    days: int
    """In a calendar year."""
    left: list[HolidayDays]
    ahead: float
    """The seconds before they begin that they are announced at the latest."""


AccountInfo.model_rebuild()
