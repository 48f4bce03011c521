"""Where the variables of a deck stand in a war file: owner, key, and indices (9.1).

The owner is the war, a side, a resource, a type of units, an environment or a
barrier.  `axes` are the indices in the order of `GameDesign.values`: `side` and
`*`, the owner itself, are fixed by the owner, and the others become keys.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.systems.idahex.deck.statements import Flat

Steps = tuple[str | int, ...]
"""The way to a place in a document."""
SIDES: Final = ("red", "blue")
CATEGORIES: Final = ("ground_weapons", "air_defence", "transport", "supplies", "personnel")
COUNTS: Final = ("nggwep", "ngawep", "ntrpt", "nss", "npers")
CLASSES: Final = ("hold", "disengagement", "movement", "attack")
WORDS: Final = {"inactive": 0, "hold": 10, "disengagement": 20, "movement": 30, "attack": 40}
"""Postures by word."""

SCALARS: Final[dict[str, Steps]] = {
    "iprint": ("reports", "detail"),
    "nprint": ("reports", "outputs"),
    "tinit": ("clock", "start"),
    "tend": ("clock", "end"),
    "tframe": ("clock", "frame"),
    "tcycle": ("clock", "cycle"),
    "tpd": ("clock", "period"),
    "delta": ("clock", "caught_within"),
    "ncells": ("map", "count"),
    "nrank1": ("map", "first_rank"),
    "depth": ("map", "depth"),
    "border": ("map", "border", "up_to"),
    "itrfp": ("postures", "transfer"),
    "febad": ("combat", "penetration"),
    "haven.zoc": ("combat", "attackers_block_retreat"),
}
"""Variables without an index."""


class Field(NamedTuple):
    """A variable, or one for each side, and where it stands."""

    variables: tuple[str, ...]
    owner: str
    key: Steps
    axes: tuple[str, ...]
    default: float | None = None
    """What holds where nothing is given; None where something must be."""
    needs: int = 0
    """How many of its free axes must have an entry for each name, from the outside in."""

    @property
    def free(self) -> tuple[str, ...]:
        """The axes that become keys."""
        return tuple(axis for axis in self.axes if axis not in ("side", "*"))


def _field(
    names: str,
    where: str,
    axes: str,
    default: float | None = None,
    needs: int = 0,
) -> Field:
    owner, *key = where.split(".")
    return Field(tuple(names.split()), owner, tuple(key), tuple(axes.split()), default, needs)


FIELDS: Final = (
    # Ground
    _field("td", "environment.fire_reach", "*"),
    _field("febab", "barrier.crossed_at", "*"),
    # Resources
    _field("stdtgt", "resource.standard", "side *"),
    _field("trnreq", "resource.transport_need", "side *"),
    _field("trncap", "resource.transport_capacity", "side *"),
    _field("ssreqm", "resource.needs_to_move", "side supply *", 0),
    _field("loadcl", "resource.load_class", "side *"),
    _field("ldcap", "resource.load_capacity", "side *"),
    _field("ssvncr ssvncb", "resource.idle_use", "supply * class3", 0),
    _field("spdd", "resource.needs_in_combat", "side support *", 0),
    _field("pg", "equipment.protection_group", "side *"),
    # Types of units
    _field("toe", "type.toe", "* resource", 0),
    _field("aysize", "type.area", "* class4"),
    _field("mrair", "type.air_speed", "*"),
    _field("bdelay", "type.barrier_delays", "* movement barrier", 0),
    _field("mr", "type.speeds", "* movement route", None, 2),
    _field("trptcl", "type.transport_class", "*"),
    _field("vanish", "type.eliminated_below", "*"),
    _field("ppoh", "type.overhead", "* personnel", 0),
    # Combat on the ground
    _field("aggatk", "side.fire.attack", "side ground enemy_materiel", 0, 1),
    _field("aggdef", "side.fire.defence", "side ground enemy_materiel", 0, 1),
    _field("katk", "side.kills.attack", "side ground enemy_materiel", 0, 1),
    _field("kdef", "side.kills.defence", "side ground enemy_materiel", 0, 1),
    _field("fckar", "side.factors.attack_weapon", "side ground attack_column", 1),
    _field("fckdr", "side.factors.defence_weapon", "side ground defence_column", 1),
    _field("fckac", "side.factors.defence_target", "side materiel defence_column", 1),
    _field("fckdc", "side.factors.attack_target", "side materiel attack_column", 1),
    _field("fckare", "side.factors.attack_weapon_in", "side ground environment", 1),
    _field("fckdre", "side.factors.defence_weapon_in", "side ground environment", 1),
    _field("fckace", "side.factors.defence_target_in", "side materiel environment", 1),
    _field("fckdce", "side.factors.attack_target_in", "side materiel environment", 1),
    _field("barier", "side.factors.across", "side ground barrier", 1),
    _field("dpersr dpersb", "side.crews", "personnel enemy_ground materiel", 0),
    _field("prot", "side.protection", "side equipment ground", 0, 1),
    _field("nlc", "side.load_classes", "side"),
    _field("haven.pthome", "side.retreat_towards", "side"),
    # Air
    _field("kag", "side.air.kills", "side air_weapon enemy_materiel", 0, 1),
    _field("fcagrp", "side.air.factors.weapon", "side air_weapon class4", 1),
    _field("fcagcp", "side.air.factors.target", "side materiel class4", 1),
    _field("fcagre", "side.air.factors.weapon_in", "side air_weapon environment", 1),
    _field("fcagce", "side.air.factors.target_in", "side materiel environment", 1),
    _field("dgpred dgpblu", "side.air.crews", "personnel enemy_air_weapon materiel", 0),
    _field("agload", "side.air.loads", "side aircraft air_weapon", 0, 1),
    _field("aagatk", "side.air.fire.attack", "side air_weapon enemy_materiel", 0, 1),
    _field("aagdef", "side.air.fire.defence", "side air_weapon enemy_materiel", 0, 1),
    _field("aagred aagblu", "side.air.fire.interdiction", "air_weapon enemy_materiel class3", 0, 1),
)
"""Variables that are tables of numbers."""


class CurveField(NamedTuple):
    """A variable that is a function given by points, and where it stands."""

    first: str
    """The variable of the values at 0; empty where there is none."""
    others: str
    """The variable of the values at the points."""
    owner: str
    key: Steps
    axes: tuple[str, ...]
    default: float | None
    """What a curve that is left out has everywhere; None where it must be there."""

    @property
    def free(self) -> tuple[str, ...]:
        """The axes that become keys."""
        return tuple(axis for axis in self.axes if axis not in ("side", "*"))


class Grid(NamedTuple):
    """Functions that a deck gives at the same points."""

    at: str
    """The variable of the points."""
    points: int
    """How many points there are, besides the one at 0."""
    is_by_side: bool
    curves: tuple[CurveField, ...]


def _curve(names: str, where: str, axes: str, default: float | None) -> CurveField:
    first, others = names.split() if " " in names else ("", names)
    owner, *key = where.split(".")
    return CurveField(first, others, owner, tuple(key), tuple(axes.split()), default)


FORMULA: Final = -1.0
"""What stands at 0 of a curve of fmr for the formula TR / (2 - TR)."""
GRIDS: Final = (
    Grid("fmr.x", 6, False, (_curve("fmr.f0 fmr.f", "type.transport_effect", "*", FORMULA),)),
    Grid(
        "frdval.x",
        7,
        False,
        (
            _curve("frdval.f0atk frdval.fatk", "war.combat.attack_losses", "attack_posture", None),
            _curve(
                "frdval.f0def frdval.fdef", "war.combat.defence_losses", "defence_posture", None
            ),
        ),
    ),
    Grid(
        "frinv.x",
        6,
        True,
        (_curve("frinv.f0 frinv.f", "side.support", "side support materiel", 1),),
    ),
    Grid("freff.x", 7, True, (_curve("freff.f0 freff.f", "side.density", "side", 1),)),
    Grid("prep.x", 7, True, (_curve("prep.f", "side.preparation", "side materiel", 1),)),
)
SPEED_POINTS: Final = 7
"""Of vfeba, besides the one at 0."""


def pick(table: object, index: Flat) -> object:
    """What stands at places, counted from 0, of nested lists."""
    here = table
    for place in index:
        here = here[place]  # type: ignore[index]
    return here
