"""Bodies of requests about campaigns, and answers to them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hexfront.server.wire.bodies import AnswerModel, Token
from hexfront.server.wire.frames import Strict


class NewCampaign(Strict):
    """A campaign to be begun."""

    system: Annotated[str, Field(max_length=64)]
    name: Annotated[str, Field(max_length=100)]
    """`PACK:CAMPAIGN` for one of a pack."""
    opponent: Annotated[str, Field(max_length=64)] = ""
    """A level or an opponent by name; empty for the campaign's own."""


class NewBattle(Strict):
    """The next battle of a campaign, to be fought now."""

    token: Token
    """That of the campaign."""
    units: Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=40)]
    """Names of units to raise again before."""


class CampaignInfo(AnswerModel):
    """A campaign that can be played."""

    system: str
    system_title: str
    name: str
    title: str
    description: str
    battles: int
    opponent: str
    """Who plays the other side where nothing else is chosen."""
    opponents: list[str]
    """Who may."""
    picture: str


class CampaignUnit(AnswerModel):
    """A unit of the campaign."""

    name: str
    title: str
    """What it is."""
    value: float | None
    """Its figure in the next battle; null where that does not have it."""
    battles: int
    """How many it has survived."""
    more: int
    """What that adds to its figure."""
    lost: bool
    cost: int
    """Points that raise it again."""


class FoughtInfo(AnswerModel):
    """A battle that is over."""

    title: str
    won: bool
    losses: list[str]
    text: str


class CampaignBattle(AnswerModel):
    """The battle that comes next, or is being fought."""

    number: int
    title: str
    text: str
    """The briefing."""
    scenario: str
    """Its title."""
    about: str
    """What its scenario says of itself: the task."""
    picture: str


class CampaignEnding(AnswerModel):
    """How a campaign has ended."""

    title: str
    text: str
    victory: bool


class CampaignState(AnswerModel):
    """A campaign that is being played."""

    token: str
    system: str
    title: str
    opponent: str
    points: int
    figure: str
    """The number of units that grows."""
    units: list[CampaignUnit]
    fought: list[FoughtInfo]
    battle: CampaignBattle | None
    """Null where the campaign is over."""
    ending: CampaignEnding | None
    match: str
    """The match of the battle that is being fought; empty between battles."""
    match_token: str
    """Opens one's seat in it."""
