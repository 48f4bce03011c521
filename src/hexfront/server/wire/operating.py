"""Requests of the operator's page, and answers to them."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from hexfront.server.wire.bodies import AnswerModel, Id, plain_name
from hexfront.server.wire.frames import Strict
from hexfront.server.wire.networks import Network

MAX_TEXT = 500

Line = Annotated[str, Field(max_length=MAX_TEXT), AfterValidator(plain_name)]


class OperatorToken(Strict):
    """Who asks."""

    operator: Annotated[str, Field(min_length=1, max_length=64)]
    """The operator's token."""


class Announcing(OperatorToken):
    """What every page is to show."""

    text: Annotated[Line, Field(min_length=1)]


class Draining(OperatorToken):
    """Whether a process takes new matches."""

    process: Annotated[str, Field(max_length=40)]
    """Empty where there is one alone."""
    draining: bool


class Banning(OperatorToken):
    """Whom this server does not answer."""

    network: Network
    """An address, or a network such as 203.0.113.0/24."""
    reason: Line = ""
    banned: bool
    """False lifts the ban."""


Reason = Annotated[Line, Field(min_length=1)]


class ClosingReport(OperatorToken):
    """A report that is done with."""

    report: Id
    note: Line = ""
    """For oneself, in the record of what was done."""


class TurningChat(OperatorToken):
    """Whether all may talk in a match."""

    match: Id
    on: bool


class MutingAccount(OperatorToken):
    """Who may say nothing in any match."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    hours: Annotated[int, Field(ge=0, le=24 * 366)]
    """0 lets him speak again."""
    reason: Reason
    """He is told it."""


class BanningAccount(OperatorToken):
    """Which account may do nothing here any more."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    reason: Reason
    """Its owner is told it."""
    banned: bool
    """False lifts the ban."""


class SeekingAccounts(OperatorToken):
    """Which accounts somebody looks for."""

    name: Annotated[Line, Field(max_length=40)] = ""
    """A part of the name; empty for all."""
    page: Annotated[int, Field(ge=0, le=1_000_000)] = 0


class ProcessInfo(AnswerModel):
    """A server process."""

    process: str
    address: str
    """Where the others reach it."""
    here: bool
    """Whether it has answered this."""
    alive: bool
    draining: bool
    matches: int
    """How many it serves."""


class OperatedMatch(AnswerModel):
    """A match, as an operator sees it: nothing of what is played in it."""

    match: str
    system: str
    title: str
    created: str
    over: bool
    chat: bool
    """Whether one may talk there."""
    process: str
    """That serves it, if any does."""


class Ban(AnswerModel):
    """An address that this server does not answer."""

    network: str
    reason: str
    since: str


class Deed(AnswerModel):
    """What was done on the operator's page."""

    happened: str
    address: str
    """From where."""
    deed: str
    about: str


class SaidLine(AnswerModel):
    """Something that was said, in a report."""

    side: int
    """Of who plays; of a watcher -1."""
    name: str
    text: str
    said: int
    """In seconds since 1970."""
    this: bool
    """Whether it is what was reported."""


class ReportInfo(AnswerModel):
    """What somebody has told the operator."""

    id: str
    by: str
    """Who reports; empty for a guest, or one who has left."""
    name: str
    """Of who is reported."""
    known: bool
    """Whether he has an account."""
    about: str
    match: str
    """Where it was said; empty for a report from his page."""
    said: list[SaidLine]
    created: str


class RestrictedInfo(AnswerModel):
    """An account that is muted or banned."""

    name: str
    banned: bool
    until: int
    """Of a mute, in seconds since 1970."""
    reason: str


class KnownAccount(AnswerModel):
    """An account, as an operator sees it."""

    name: str
    created: str
    seen: int
    """When a browser of it was last here, in seconds since 1970; 0 where none is signed in."""
    games: int
    """Of its games, those that go on."""
    banned: bool
    muted: int
    """Until when, in seconds since 1970; 0 where it is not."""


class KnownAccounts(AnswerModel):
    """A page of accounts, the newest first."""

    every: int
    """How many accounts there are."""
    found: int
    """How many of them have the part of a name that was looked for."""
    page: int
    pages: int
    accounts: list[KnownAccount]


class LimitInfo(AnswerModel):
    """How full a server is of something."""

    what: str
    now: int
    most: int | None
    """None where there may be any number."""


class SignalInfo(AnswerModel):
    """What may point to one person with two accounts. Nothing follows from it by itself."""

    names: list[str]
    networks: int
    """From how many networks both were used lately."""
    games: int
    """Finished with each other."""
    of_all: list[int]
    """Of how many each."""
    wins: list[int]
    signs: list[str]
    """What is out of the ordinary, in words."""


class OperatorState(AnswerModel):
    """What the operator's page shows."""

    processes: list[ProcessInfo]
    matches: list[OperatedMatch]
    """The newest."""
    unfinished: int
    """Matches that go on, in all."""
    finished: int
    sockets: int
    """Open here."""
    thinking: int
    """Matches here in which a machine thinks."""
    fullness: list[LimitInfo]
    """What this process and the store hold, and how much that may be."""
    limits: str
    """What is deleted when, in words."""
    connections: int
    """At once, at one process."""
    connections_per_address: int
    """Of one address that comes to the server itself, and not by a proxy."""
    accounts_per_address: int
    """That may be made at once."""
    bans: list[Ban]
    reports: list[ReportInfo]
    """That nobody has looked at, the oldest first."""
    restricted: list[RestrictedInfo]
    """Accounts that are muted or banned."""
    deeds: list[Deed]
    """The newest first."""
