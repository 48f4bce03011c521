"""How a war file writes time, ground and postures (IDX-2, groups 1 to 18, 26 to 30, 94 to 96)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hexfront.mechanics.file_model import (
    FROM_LIST,
    HEX,
    Items,
    Line,
    Model,
)
from hexfront.systems.idahex.warfile.terms import (
    MANY,
    Card,
    Few,
    Name,
    Reference,
    SideName,
    Some,
    Table,
    var,
)


class Clock(Model):
    """Time: whole frames make a period, whole periods a cycle (IDX-2.3)."""

    start: Annotated[float, var("tinit")] = 0.0
    end: Annotated[float, var("tend")]
    frame: Annotated[float, var("tframe")]
    period: Annotated[float, var("tpd")]
    cycle: Annotated[float, var("tcycle")]
    caught_within: Annotated[float, var("delta")] = 0.0


class Reports(Model):
    """How much is told, and to how many printers (IDX-8)."""

    detail: Annotated[int, var("iprint")] = 9
    outputs: Annotated[int, var("nprint")] = 2
    name_groups: Annotated[int | None, var("nsyl", more="Left out: as many as the names need.")] = (
        None
    )


class Environment(Model):
    """A type of environment (IDX-2.1)."""

    name: Annotated[Line, var("ename")]
    card: Card = None
    """The name on the card, where it differs."""
    fire_reach: Annotated[float, var("td")]


class Route(Model):
    """A type of route (IDX-2.1)."""

    name: Annotated[Line, var("rname")]
    card: Card = None
    """The name on the card, where it differs."""


class Barrier(Model):
    """A type of barrier (IDX-2.1)."""

    name: Annotated[Line, var("bname")]
    card: Card = None
    """The name on the card, where it differs."""
    crossed_at: Annotated[float, var("febab")]


class Basic(Model):
    """A basic type: what the map is drawn with, and changes turn into the types (IDX-2.1)."""

    number: int
    name: Name


class Cell(Model):
    """A cell that differs from an inactive one (IDX-2.1)."""

    number: int
    environment: Annotated[Reference | None, var("basic_env", more="A name, or a number.")] = None
    owner: Annotated[SideName | None, var("owner")] = None


class Link(Model):
    """What lies between two adjacent cells (IDX-2.1)."""

    cells: Annotated[tuple[int, int], FROM_LIST]
    """The numbers of the cells, in any order."""
    route: Annotated[Reference, var("basic_rtetype", more="A name, or a number.")] = 0
    barrier: Annotated[Reference, var("basic_bartype", more="A name, or a number.")] = 0


class Border(Model):
    """Who owns the cells at the start (IDX-G26)."""

    up_to: Annotated[int, var("border"), HEX]
    side: Annotated[SideName, var("side", text="The side of the cells up to the border.")]


class Change(Model):
    """What becomes of basic types from a cycle on; each stays until changed again (IDX-2.1)."""

    cycle: int = Field(ge=1, le=9_999)
    """Counted from 1, the start of the war."""
    environments: Annotated[dict[Name, Reference], var("envmap")] = Field(default_factory=dict)
    routes: Annotated[dict[Name, Reference], var("rtemap")] = Field(default_factory=dict)
    barriers: Annotated[dict[Name, Reference], var("barmap")] = Field(default_factory=dict)


class Map(Model):
    """The area of war (IDX-2.1)."""

    count: Annotated[int, var("ncells")]
    first_rank: Annotated[int, var("nrank1")]
    depth: Annotated[float, var("depth")]
    border: Border
    """Who owns the cells at the start (IDX-G26)."""
    environments: Annotated[Some[Environment], var("nenv", text="The types of environment.")]
    routes: Annotated[Some[Route], var("nrtety", text="The types of routes.")]
    barriers: Annotated[Some[Barrier], var("nbarty", text="The types of barriers.")] = ()
    basic_environments: Annotated[
        Some[Basic] | None, var("ename0", more="Left out: the same as the types.")
    ] = None
    basic_routes: Annotated[
        Some[Basic] | None, var("rname0", more="Left out: the same as the types.")
    ] = None
    basic_barriers: Annotated[
        Some[Basic] | None, var("bname0", more="Left out: the same as the types.")
    ] = None
    cells: Annotated[tuple[Cell, ...], MANY]
    """All cells but inactive ones."""
    links: Annotated[tuple[Link, ...], MANY]
    """Pairs of adjacent cells."""
    changes: Items[Change] = ()
    """What changes by cycle, such as the weather."""


class PostureChanges(Model):
    """Delays within a class, by the posture left and the posture entered; 0 where not given."""

    hold: Annotated[Table, var("ptran")] = Field(default_factory=dict)
    disengagement: Annotated[Table, var("ptran")] = Field(default_factory=dict)
    movement: Annotated[Table, var("ptran")] = Field(default_factory=dict)
    attack: Annotated[Table, var("ptran")] = Field(default_factory=dict)


class Postures(Model):
    """How many postures there are, and how they follow each other (IDX-2.2.1, IDX-3.1)."""

    hold: Annotated[int, var("npost", text="How many hold postures there are, from 10 on.")] = 1
    disengagement: Annotated[
        int, var("npost", text="How many disengagement postures there are, from 20 on.")
    ] = 1
    movement: Annotated[
        int, var("npost", text="How many movement postures there are, from 30 on.")
    ] = 1
    attack: Annotated[int, var("npost", text="How many attack postures there are, from 40 on.")] = 1
    transfer: Annotated[int, var("itrfp")] = 0
    by_air: Annotated[
        Few[int], var("airmove", text="The movement postures that go through the air.")
    ] = ()
    up: Annotated[dict[Name, int], var("pmapup")] = Field(default_factory=dict)
    down: Annotated[dict[Name, int], var("pmapdn")] = Field(default_factory=dict)
    delays: PostureChanges = Field(default_factory=PostureChanges)
    """Delays within a class, by the posture left and the posture entered; 0 where not given."""
    columns: Annotated[dict[Name, int], var("poff")] = Field(default_factory=dict)
