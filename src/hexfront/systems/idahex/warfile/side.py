"""How a war file writes what a side has and how it fights (groups 19, 33 to 57, 65 to 92)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hexfront.mechanics.file_model import Line, Model
from hexfront.systems.idahex.warfile.terms import (
    CREWS,
    FROM_ZERO,
    Block,
    Card,
    Curve,
    Curves,
    Few,
    Name,
    Row,
    Some,
    Table,
    Word,
    var,
)


class IdleUse(Model):
    """What is used out of combat, by posture class; attackers use what movement does (IDX-7)."""

    hold: float = 0.0
    disengagement: float = 0.0
    movement: float = 0.0


class Resource(Model):
    """A type of resource (IDX-2.2.2)."""

    name: Annotated[Line, var("rsname", text="What a resource is called.")]
    card: Card = None
    """The name on the card, five letters, a blank, five letters, where it differs."""
    standard: Annotated[float, var("stdtgt", text="How much of it a standard force has.")]
    transport_need: Annotated[float, var("trnreq")] = 0.0
    transport_capacity: Annotated[float, var("trncap")] = 0.0
    load_class: Annotated[int, var("loadcl")] = 0
    load_sizes: Annotated[Few[float], var("ldsize", more="From class 1 on; left out: 0.")] = ()
    load_capacity: Annotated[float, var("ldcap")] = 0.0
    needs_to_move: Annotated[Row, var("ssreqm", more="By supply.")] = Field(default_factory=dict)
    idle_use: Annotated[
        dict[Name, IdleUse],
        var("ssvncr", "ssvncb", text="What it consumes while its unit is not engaged, by supply."),
    ] = Field(default_factory=dict)
    needs_in_combat: Annotated[Row, var("spdd", more="By support.")] = Field(default_factory=dict)


class Equipment(Resource):
    """A type of weapon or transport (IDX-2.2.2)."""

    protection_group: Annotated[int, var("pg")]


class Roles(Model):
    """Tables by own ground-to-ground weapon and enemy materiel; what is not given is 0."""

    attack: Table
    defence: Table


class Kills(Roles):
    """What weapons destroy (IDX-5.1.1)."""

    attack: Annotated[Table, var("katk")]
    defence: Annotated[Table, var("kdef")]


class Fire(Roles):
    """How weapons divide their fire (IDX-5.1.1)."""

    attack: Annotated[Table, var("aggatk")]
    defence: Annotated[Table, var("aggdef")]


class Factors(Model):
    """Factors on kills and losses; what is not given is 1 (IDX-5.1.1)."""

    attack_weapon: Annotated[Table, var("fckar")] = Field(default_factory=dict)
    attack_target: Annotated[Table, var("fckdc")] = Field(default_factory=dict)
    defence_weapon: Annotated[Table, var("fckdr")] = Field(default_factory=dict)
    defence_target: Annotated[Table, var("fckac")] = Field(default_factory=dict)
    attack_weapon_in: Annotated[Table, var("fckare")] = Field(default_factory=dict)
    attack_target_in: Annotated[Table, var("fckdce")] = Field(default_factory=dict)
    defence_weapon_in: Annotated[Table, var("fckdre")] = Field(default_factory=dict)
    defence_target_in: Annotated[Table, var("fckace")] = Field(default_factory=dict)
    across: Annotated[Table, var("barier")] = Field(default_factory=dict)


class Front(Model):
    """How fast the front moves in one posture against another (IDX-5.4.6)."""

    attack: int | Word
    """The attack posture."""
    against: int | Word
    """The hold or disengagement posture."""
    speed: Annotated[Curve, var("vfeba.f0", "vfeba.f", "vfeba.fr", more=FROM_ZERO)]


class UseTable(Model):
    """A table of consumption in combat: by supply and resource; 0 where not given (IDX-7)."""

    number: int = Field(ge=1, le=1000)
    fighting: Annotated[Table, var("ssvact")] = Field(default_factory=dict)
    others: Annotated[Table, var("ssvres")] = Field(default_factory=dict)


class Consumption(Model):
    """What engaged units consume (IDX-7)."""

    postures: Annotated[dict[Name, int], var("mapps")] = Field(default_factory=dict)
    tables: Some[UseTable] = ()
    """A table of consumption in combat: by supply and resource; 0 where not given (IDX-7)."""


class AirFire(Model):
    """How air-to-ground weapons divide their fire (IDX-6)."""

    attack: Annotated[Table, var("aagatk")] = Field(default_factory=dict)
    defence: Annotated[Table, var("aagdef")] = Field(default_factory=dict)
    interdiction: Annotated[
        Block,
        var(
            "aagred",
            "aagblu",
            text="How an air weapon divides its fire in interdiction, by the "
            "posture class of its targets.",
        ),
    ] = Field(default_factory=dict)


class AirFactors(Model):
    """Factors on what air strikes kill; what is not given is 1 (IDX-6)."""

    weapon: Annotated[Table, var("fcagrp")] = Field(default_factory=dict)
    target: Annotated[Table, var("fcagcp")] = Field(default_factory=dict)
    weapon_in: Annotated[Table, var("fcagre")] = Field(default_factory=dict)
    target_in: Annotated[Table, var("fcagce")] = Field(default_factory=dict)


class Air(Model):
    """A side's aircraft, and what enemy aircraft do to it (IDX-6)."""

    aircraft: Annotated[
        Few[Line], var("nactyp", text="What the types of aircraft are called.")
    ] = ()
    weapons: Annotated[
        Few[Line], var("nagwep", text="What the types of air-to-ground weapons are called.")
    ] = ()
    loads: Annotated[Table, var("agload")] = Field(default_factory=dict)
    kills: Annotated[Table, var("kag")] = Field(default_factory=dict)
    fire: AirFire = Field(default_factory=AirFire)
    """How air-to-ground weapons divide their fire (IDX-6)."""
    factors: AirFactors = Field(default_factory=AirFactors)
    """Factors on what air strikes kill; what is not given is 1 (IDX-6)."""
    crews: Annotated[
        Block,
        var(
            "dgpred",
            "dgpblu",
            text="The personnel lost with each materiel that an air strike destroys.",
            more=CREWS,
        ),
    ] = Field(default_factory=dict)


class Side(Model):
    """What one side has, and how it fights (IDX-2.2.2, IDX-5)."""

    ground_weapons: Annotated[Few[Equipment], var("nggwep", text="Ground-to-ground weapons.")]
    air_defence: Annotated[Few[Equipment], var("ngawep", text="Ground-to-air weapons.")] = ()
    transport: Annotated[Few[Equipment], var("ntrpt", text="Transport.")] = ()
    supplies: Annotated[Few[Resource], var("nss", text="Supplies.")] = ()
    personnel: Annotated[Few[Resource], var("npers", text="Personnel.")] = ()
    load_classes: Annotated[int, var("nlc")] = 0
    retreat_towards: Annotated[
        int,
        var(
            "haven.pthome",
            more="1 upper left, 2 lower left, 3 above, 4 below, 5 upper right, 6 lower right.",
        ),
    ]
    kills: Kills
    """What weapons destroy (IDX-5.1.1)."""
    fire: Fire
    """How weapons divide their fire (IDX-5.1.1)."""
    factors: Factors = Field(default_factory=Factors)
    """Factors on kills and losses; what is not given is 1 (IDX-5.1.1)."""
    crews: Annotated[
        Block,
        var(
            "dpersr",
            "dpersb",
            text="The personnel lost with each materiel that a weapon destroys.",
            more=CREWS,
        ),
    ] = Field(default_factory=dict)
    support: Annotated[
        dict[Name, Curves],
        var(
            "frinv.f0",
            "frinv.f",
            "frinv.x",
            text="The fraction of materiel that can fight, by "
            "the ratio of a support to its demand.",
            more=f"{FROM_ZERO} Left out: 1.",
        ),
    ] = Field(default_factory=dict)
    protection: Annotated[Table, var("prot", more="By protected equipment and weapon.")]
    density: Annotated[
        Curve | None,
        var(
            "freff.f0",
            "freff.f",
            "freff.x",
            text="The effectiveness of units by their density, "
            "areas of influence divided by the area of a cell.",
            more=f"{FROM_ZERO} Left out: 1.",
        ),
    ] = None
    preparation: Annotated[
        Curves,
        var(
            "prep.f",
            "prep.x",
            text="Factor on what a defender loses, by materiel and time of "
            "preparation; above 1 for a hasty defence.",
            more="Points [time, value]; the first time should be negative. Left out: 1.",
        ),
    ] = Field(default_factory=dict)
    front: Some[Front] = ()
    """How fast the front moves where this side attacks."""
    consumption: Consumption = Field(default_factory=Consumption)
    """What engaged units consume (IDX-7)."""
    air: Air = Field(default_factory=Air)
    """A side's aircraft, and what enemy aircraft do to it (IDX-6)."""
