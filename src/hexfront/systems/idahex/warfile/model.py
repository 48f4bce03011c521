"""A war file: the same data as a deck of cards, by name (9.1).

Keys of tables are names, or postures by number or word.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hexfront.mechanics.file_model import (
    HEX,
    ONCE,
    Line,
    Model,
    named_in,
)
from hexfront.systems.idahex.warfile.area import Clock, Map, Postures, Reports
from hexfront.systems.idahex.warfile.side import Side
from hexfront.systems.idahex.warfile.terms import (
    FROM_ZERO,
    MANY,
    Curve,
    Curves,
    Name,
    Row,
    SideName,
    Some,
    Table,
    var,
)


class Areas(Model):
    """The area of influence by posture class (IDX-5.4.2)."""

    hold: float
    disengagement: float
    movement: float
    attack: float


class UnitType(Model):
    """A type of units (IDX-2.2)."""

    name: Line
    """What the type is called; no card has it."""
    symbol: Annotated[str | None, Field(pattern=r"^[0-9]{20}$")] = None
    """NATO symbol code."""
    side: Annotated[SideName, var("flag", text="The side of a type of units.")]
    holds: Annotated[Some[Name], var("nrst", "iars", text="The resources that its units may hold.")]
    toe: Annotated[Row, var("toe")]
    area: Annotated[Areas, var("aysize", more="By posture class.")]
    speeds: Annotated[Table, var("mr", more="By movement posture and route.")] = Field(
        default_factory=dict
    )
    barrier_delays: Annotated[Table, var("bdelay", more="By movement posture and barrier.")] = (
        Field(default_factory=dict)
    )
    transport_effect: Annotated[
        Curve | None,
        var(
            "fmr.f0",
            "fmr.f",
            "fmr.x",
            text="The factor on the rate of movement by the ratio TR of transport to demand.",
            more=f"{FROM_ZERO} Left out, or negative at 0: the formula TR / (2 - TR).",
        ),
    ] = None
    air_speed: Annotated[float, var("mrair")] = 0.0
    disengagement_delay: Annotated[
        float, var("diseng", text="The least time for a disengagement, in units of time.")
    ] = 0.0
    disengagement_factor: Annotated[
        float,
        var(
            "diseng",
            text="By what the delay of the movement is multiplied for one that "
            "disengages without a rearguard.",
        ),
    ] = 0.0
    transport_class: Annotated[int, var("trptcl")] = 0
    eliminated_below: Annotated[float, var("vanish")] = 0.0
    overhead: Annotated[Row, var("ppoh", more="By personnel.")] = Field(default_factory=dict)


class BattleUnit(Model):
    """A battle unit at the start (IDX-2.2)."""

    number: Annotated[int, Field(ge=1, le=99_999), ONCE]
    """Red numbers are smaller than Blue ones."""
    name: Annotated[Name, var("buname")]
    type: Annotated[Name, var("butype"), named_in("/war/types")]
    cell: Annotated[int, var("buloc"), HEX]
    posture: Annotated[
        int | Literal["inactive", "hold"], var("bupost", more="A number, or one of two words.")
    ] = "hold"
    since: Annotated[float | None, var("tentry", more="Left out: the start of the war.")] = None
    stock: Annotated[
        Row | None, var("resources", more="Left out: what a unit of its type should have.")
    ] = None


class Combat(Model):
    """When defenders are beaten, and losses by force ratio (IDX-5)."""

    penetration: Annotated[float, var("febad")]
    attack_losses: Annotated[
        Curves,
        var(
            "frdval.f0atk",
            "frdval.fatk",
            "frdval.x",
            text="The fraction of value that attackers "
            "lose, by attack posture and force ratio; a negative one means that none is "
            "prescribed.",
            more=FROM_ZERO,
        ),
    ]
    defence_losses: Annotated[
        Curves,
        var(
            "frdval.f0def",
            "frdval.fdef",
            "frdval.x",
            text="The fraction of value that defenders "
            "lose, by hold or disengagement posture and force ratio; a negative one means that "
            "none is prescribed.",
            more=FROM_ZERO,
        ),
    ]
    attackers_block_retreat: Annotated[bool, var("haven.zoc")] = True


class War(Model):
    """A war file: all that a deck of cards says, by name."""

    clock: Clock
    """Time: whole frames make a period, whole periods a cycle (IDX-2.3)."""
    reports: Reports = Field(default_factory=Reports)
    """How much is told, and to how many printers (IDX-8)."""
    map: Map
    """The area of war (IDX-2.1)."""
    postures: Postures = Field(default_factory=Postures)
    """How many postures there are, and how they follow each other (IDX-2.2.1, IDX-3.1)."""
    red: Side
    """What one side has, and how it fights (IDX-2.2.2, IDX-5)."""
    blue: Side
    """What one side has, and how it fights (IDX-2.2.2, IDX-5)."""
    types: Annotated[Some[UnitType], var("nutype", text="The types of units.")]
    units: Annotated[tuple[BattleUnit, ...], MANY]
    """A battle unit at the start (IDX-2.2)."""
    first_blue_unit: Annotated[
        int | None, var("iblul", more="Left out: the lowest number of a Blue unit.")
    ] = None
    combat: Combat
    """When defenders are beaten, and losses by force ratio (IDX-5)."""
