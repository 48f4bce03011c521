"""Requests of the operator's page, and answers to them."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from hexfront.server.wire.bodies import Token, plain_name
from hexfront.server.wire.frames import Strict
from hexfront.server.wire.networks import Network

MAX_TEXT = 500

Line = Annotated[str, Field(max_length=MAX_TEXT), AfterValidator(plain_name)]


class _Answer(BaseModel):
    model_config = ConfigDict(use_attribute_docstrings=True)


class OperatorToken(Strict):
    """Who asks."""

    operator: Token
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


class ProcessInfo(_Answer):
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


class OperatedMatch(_Answer):
    """A match, as an operator sees it: nothing of what is played in it."""

    match: str
    system: str
    title: str
    created: str
    over: bool
    process: str
    """That serves it, if any does."""


class Ban(_Answer):
    """An address that this server does not answer."""

    network: str
    reason: str
    since: str


class Deed(_Answer):
    """What was done on the operator's page."""

    happened: str
    address: str
    """From where."""
    deed: str
    about: str


class OperatorState(_Answer):
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
    limits: str
    """What is deleted when, in words."""
    connections: int
    connections_per_address: int
    bans: list[Ban]
    deeds: list[Deed]
    """The newest first."""
