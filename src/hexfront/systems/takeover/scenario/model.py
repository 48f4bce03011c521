"""The form of Takeover's scenario files: pydantic models, published as a JSON Schema.

Whether the parts of a file fit together is examined in `loading`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from hexfront.mechanics.file_model import FROM_LIST, Items, Line, Model, Paragraph, Slug, named_in

MOST_PLAYERS: Final = 6
MOST_TERRITORIES: Final = 60
MOST_CARDS: Final = 30
"""Kinds of OPs cards."""
MOST_DICE: Final = 40
"""Of a pool; exact odds are counted up to there."""

Money = Annotated[int, Field(ge=0, le=1_000_000)]
Few = Annotated[int, Field(ge=0, le=20)]
_OF_QUADRANTS: Final = named_in("/quadrants")


class Player(Model):
    """A seat at the table."""

    name: Slug
    title: Line
    colour: str | None = Field(default=None, pattern=r"^#[0-9a-f]{6}$")


class Quadrant(Model):
    """A quarter of the ring (TKO-1)."""

    name: Slug
    title: Line


class Group(Model):
    """A colour group (TKO-1)."""

    name: Slug
    title: Line
    colour: str = Field(pattern=r"^#[0-9a-f]{6}$")


class Space(Model):
    """A space of the ring, in the order in which one passes them (TKO-16)."""

    kind: Literal["territory", "card", "administration", "free"] = "territory"
    name: Slug
    title: Line
    quadrant: Annotated[Slug, _OF_QUADRANTS] | None = None
    group: Annotated[Slug, named_in("/groups")] | None = None
    price: Money = 0
    """Of the Title."""
    income: Money = 0
    """Of the Title, each time its owner passes the Administration."""


class Card(Model):
    """A kind of OPs card: infiltration in some quadrants by agents from others (TKO-3)."""

    name: Slug
    title: Line
    infiltrates: Items[Annotated[Slug, _OF_QUADRANTS]] = Field(min_length=1, max_length=8)
    """Quadrants in which it allows an attack."""
    by_agents_from: Items[Annotated[Slug, _OF_QUADRANTS]] = Field(min_length=1, max_length=8)
    """Quadrants from which it allows one, with an agent there."""
    count: int = Field(ge=1, le=20)
    """In the pack."""


class Pools(Model):
    """What the two sides roll (TKO-4 to TKO-7)."""

    aggressor_polygon: int = Field(ge=2, le=20)
    """Faces of the aggressor's polygon die (TKO-4)."""
    defender_polygon: int = Field(ge=2, le=20)
    """Faces of the defender's polygon die (TKO-4)."""
    aggressor_dice: int = Field(ge=1, le=9)
    """Six-sided dice with which the aggressor begins (TKO-4)."""
    defender_dice: int = Field(ge=1, le=9)
    """Six-sided dice with which the defender begins (TKO-4)."""
    each_ns_unit: Few
    """More dice for each NS-Unit on one's own territory (TKO-5)."""
    economic_superiority: Few
    """More dice for the superior side, or for both (TKO-6)."""
    each_agent_superiority: Few
    """More dice for superiority on one of the two territories (TKO-7)."""


class Multipliers(Model):
    """What a pattern among the six-sided dice multiplies by (TKO-8)."""

    nothing: int = Field(ge=1, le=20)
    pair: int = Field(ge=1, le=20)
    """And a single die that equals the polygon die (TKO-11)."""
    triple: int = Field(ge=1, le=20)
    two_pair: int = Field(ge=1, le=20)
    four: int = Field(ge=1, le=20)
    full_house: int = Field(ge=1, le=20)
    five: int = Field(ge=1, le=20)


class Economy(Model):
    """Money, and what it buys (TKO-16)."""

    start: Money
    """What each player begins with."""
    salary: Money
    """For passing the Administration, beside the income of Titles."""
    each_level: Money
    """More income of a Title for each level of Economic Development."""
    whole_group: Money
    """More income of a Title whose whole colour group its owner holds."""
    r_unit: Money
    """Price of an R-Unit; it decides where levels are equal (TKO-6)."""
    ns_unit: Money
    """Price of an NS-Unit (TKO-5)."""
    level: Money
    """Price of a level of Economic Development (TKO-6)."""
    agent: Money
    """Price of an NI-Agent (TKO-3, TKO-7)."""
    most_r_units: Few
    """On one territory."""
    most_ns_units: Few
    """On one territory."""
    most_levels: Few
    """On one territory."""
    most_agents: Few
    """Of one player on one territory."""
    purchases: int = Field(ge=0, le=20)
    """At most so many in a turn, beside the Title landed on."""


class Options(Model):
    """What players may choose."""

    players: int = Field(default=4, ge=2, le=MOST_PLAYERS)
    """Seats at the table."""
    rounds: int = Field(default=30, ge=1, le=999)
    """After them the richest wins (TKO-16)."""
    aggressor_risks: bool = True
    """A losing aggressor gives up the territory that he attacked from (TKO-13)."""


class ScenarioFile(Model):
    """A game of Takeover."""

    format: Literal["hexfront-takeover/1"]
    system: Literal["takeover"]
    name: Slug
    title: Line
    description: Paragraph = ""
    players: Annotated[tuple[Player, ...], FROM_LIST] = Field(
        min_length=MOST_PLAYERS, max_length=MOST_PLAYERS
    )
    """Six; a game with fewer takes the first."""
    quadrants: Items[Quadrant] = Field(min_length=1, max_length=8)
    groups: Items[Group] = Field(min_length=1, max_length=20)
    ring: Items[Space] = Field(min_length=4, max_length=100)
    """All begin on the first space."""
    cards: Items[Card] = Field(default=(), max_length=MOST_CARDS)
    pools: Pools
    multipliers: Multipliers
    economy: Economy
    options: Options = Options()

    @property
    def largest_pools(self) -> tuple[int, int]:
        """The most six-sided dice of aggressor and defender, with all that can be bought."""
        most = self.pools.economic_superiority
        most += self.economy.most_ns_units * self.pools.each_ns_unit
        if self.economy.most_agents:
            most += 2 * self.pools.each_agent_superiority
        return self.pools.aggressor_dice + most, self.pools.defender_dice + most
