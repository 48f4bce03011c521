"""Bodies of the requests of notices and of play by e-mail, and answers to them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hexfront.people.by_mail.orders_file import MAX_FILE
from hexfront.server.wire.bodies import MAX_ADDRESS, AnswerModel, ErrorProblem, Id
from hexfront.server.wire.frames import Strict


class BrowserKeys(Strict):
    """The subscription of a browser, as its push manager gives it."""

    endpoint: Annotated[str, Field(max_length=1000)]
    p256dh: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{80,100}$")]
    auth: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{20,30}$")]


class NewChannel(Strict):
    """Where one wants to be told; what is not given stays as it is, an empty address ends it."""

    email: Annotated[str, Field(max_length=MAX_ADDRESS)] | None = None
    webhook: Annotated[str, Field(max_length=MAX_ADDRESS)] | None = None
    browser: BrowserKeys | None = None


class ChannelChange(Strict):
    """What becomes of a channel."""

    id: Id
    do: Literal["end", "test", "set"]
    daily: bool = False
    """Of e-mails that are set: whether one a day tells all."""
    files: bool = False
    """Of e-mails that are set: whether turns come as files, to be answered by e-mail."""


class ChannelInfo(AnswerModel):
    """One way by which one is told."""

    id: str
    way: Literal["email", "webhook", "push"]
    address: str
    """Of a browser what it is called."""
    confirmed: bool
    """Whether the owner of the address has agreed; before that nothing is sent."""
    daily: bool
    files: bool
    note: str
    """Why the last notice could not be sent; empty where it could."""


class ChannelList(AnswerModel):
    """How one is told, and how one can be."""

    email: bool
    """Whether this server sends e-mails."""
    webhooks: list[str]
    """What the address of a webhook must begin with; empty where there are none."""
    push_key: str
    """What a browser needs to subscribe; empty where nothing is sent to browsers."""
    channels: list[ChannelInfo]


class OrdersGiven(Strict):
    """A file of orders, filled in."""

    text: Annotated[str, Field(min_length=1, max_length=MAX_FILE)]
    by_mail: bool = False
    """Whether it came by e-mail, so that its account is answered by e-mail."""


class OrdersAnswer(AnswerModel):
    """What became of a file of orders."""

    title: str
    """Of the match."""
    done: list[str]
    """The orders that were carried out."""
    problem: ErrorProblem | None
    """Why it stopped before its end, if it did."""
    your_turn: bool
    """Whether it is still one's turn."""


class TurnKey(AnswerModel):
    """What turn files are signed with."""

    key: str
    """The public key, 64 hex digits; empty where this server makes none."""
