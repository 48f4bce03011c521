"""The game design data as arrays that kernels read; they never change during a war.

The manual numbers sides, resources, types and environments from 1.  Here a
side is 0 (Red) or 1 (Blue), and so are resources, types of units and the
places within a posture class counted from 0.  Cells, environments, routes and
barriers keep their numbers, and row 0 of their arrays stays empty, since 0
means "none" there.  Postures keep their numbers too.  Arrays of both sides are
padded with zeros to the larger one.

Each field's docstring gives the manual's name, the data group and the shape.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.by_reference import by_reference

Int = NDArray[np.int64]
Float = NDArray[np.float64]

RED: Final = 0
BLUE: Final = 1
SIDES: Final = 2
RIM: Final = 6
"""Neighbours of a cell: upper left, lower left, above, below, upper right, lower right.

IDX-5.3.
"""
POSTURES: Final = 50
"""Postures are numbered below this; -10 means destroyed."""
ATTACK_CLASS: Final = 4

# Columns of Forces.counts (IDX-2.2.2)
NGG: Final = 0
"""Types of ground-to-ground weapons: nggwep."""
NWEP: Final = 1
"""Types of weapons: nggwep + ngawep."""
NEQ: Final = 2
"""Types of equipment: nequip, weapons and transport."""
NMAT: Final = 3
"""Types of materiel: nmat, equipment and supplies."""
NRS: Final = 4
"""Types of resources: nrs, materiel and personnel."""
NSS: Final = 5
"""Types of supplies."""
NPERS: Final = 6
"""Types of personnel."""
NSP: Final = 7
"""Types of support resources: supplies and personnel; they follow the equipment."""
NACTYP: Final = 8
"""Types of aircraft."""
NAGWEP: Final = 9
"""Types of air-to-ground weapons."""
COUNTS_WIDTH: Final = 10

# Columns of Area.clock (IDX-2.3)
T_INIT: Final = 0
T_END: Final = 1
FRAME: Final = 2
PERIOD: Final = 3
CYCLE: Final = 4
DELTA: Final = 5
DEPTH: Final = 6
CLOCK_WIDTH: Final = 7


@by_reference
class Area(NamedTuple):
    """The area of war (IDX-2.1) and the clock (IDX-2.3)."""

    clock: Float
    """Times and the depth of a cell, by the columns above (groups 2, 15)."""
    rim: Int
    """[cell, 6]: the cells around, 0 where there is none; geometry only (IDX-2.1, IDX-5.3)."""
    at: Int
    """[cell, 2]: axial coordinates, for distances."""
    environment: Int
    """[cell]: [basic_env], 0 or less where inactive (group 7)."""
    route: Int
    """[cell, 6]: [basic_rtetype] to each rim cell, 0 where none is given (group 14)."""
    barrier: Int
    """[cell, 6]: [basic_bartype] to each rim cell, 0 for none (group 14)."""
    owner: Int
    """[cell]: the side that owns it at the start (group 26)."""
    changes: Int
    """[row, 4]: file 60: cycle (from 0), map (0 environment, 1 route, 2 barrier), basic type,
    type."""


@by_reference
class Forces(NamedTuple):
    """Resources, unit types and postures (IDX-2.2)."""

    counts: Int
    """[side, column]: how many types of each category, by the columns above (groups 19, 78)."""
    npost: Int
    """[5]: postures in classes 1 to 4; place 0 is empty (group 17)."""
    side: Int
    """[type]: flag (group 21)."""
    may_hold: Int
    """[type, resource]: 1 where iars lists it (group 22)."""
    toe: Float
    """[type, resource] (group 23)."""
    size: Float
    """[type, 4]: aysize, the area of influence by posture class (group 24)."""
    vanish: Float
    """[type]: the fraction of standard value at which a unit vanishes (group 61)."""
    transfer: Int
    """[1]: itrfp, the transfer posture; -1 where there is none (group 18)."""


@by_reference
class Delays(NamedTuple):
    """What section 3.2 reads."""

    up: Int
    """[posture]: pmapup (group 27)."""
    down: Int
    """[posture]: pmapdn (group 27)."""
    within: Float
    """[class, from, to]: ptran, by places within the class; row 0 is empty (group 28)."""
    disengage: Float
    """[type, 2]: diseng, basic delay and factor (group 29)."""
    by_air: Int
    """[movement posture]: airmove (group 30)."""
    air_rate: Float
    """[type]: mrair (group 31)."""
    barrier: Float
    """[type, movement posture, barrier]: bdelay (group 32)."""
    rate: Float
    """[type, movement posture, route]: mr (group 32)."""
    needs: Float
    """[side, resource]: trnreq, transport that a resource requires (group 33)."""
    carries: Float
    """[side, resource]: trncap, transport that a resource gives (group 33)."""
    supplies: Float
    """[side, supply, resource]: ssreqm, supplies required to move (group 33)."""
    unit_class: Int
    """[type]: trptcl, transport class (group 34)."""
    load_class: Int
    """[side, resource]: loadcl (group 35)."""
    load_size: Float
    """[side, resource, load class]: ldsize; place 0 is empty (group 36)."""
    load_capacity: Float
    """[side, resource]: ldcap (group 36)."""
    fitness: Float
    """[type, 7]: fmr.f0, then fmr.f; a negative first value stands for TR/(2-TR) (group 37)."""
    fitness_at: Float
    """[7]: 0, then fmr.x (group 37)."""


@by_reference
class Combat(NamedTuple):
    """What section 5 reads. Rates are for one frame (katk and kdef times tframe)."""

    place: Int
    """[posture]: poff, counted from 0 among defence (10-29) and attack postures (group 41)."""
    standard: Float
    """[side, resource]: stdtgt (group 42)."""
    aim_attack: Float
    """[side, weapon, target]: aggatk (group 43)."""
    aim_defence: Float
    """[side, weapon, target]: aggdef (group 44)."""
    kill_attack: Float
    """[side, weapon, target]: katk × tframe (group 45)."""
    kill_defence: Float
    """[side, weapon, target]: kdef × tframe (group 46)."""
    attack_weapon: Float
    """[side, weapon, attack posture]: fckar (group 47)."""
    defence_weapon: Float
    """[side, weapon, defence posture]: fckdr (group 48)."""
    defence_target: Float
    """[side, materiel, defence posture]: fckac, on the defender's materiel (group 49)."""
    attack_target: Float
    """[side, materiel, attack posture]: fckdc, on the attacker's materiel (group 50)."""
    attack_weapon_in: Float
    """[side, weapon, environment]: fckare (group 51)."""
    defence_weapon_in: Float
    """[side, weapon, environment]: fckdre (group 52)."""
    defence_target_in: Float
    """[side, materiel, environment]: fckace (group 53)."""
    attack_target_in: Float
    """[side, materiel, environment]: fckdce (group 54)."""
    across: Float
    """[side, weapon, barrier]: barier (group 55)."""
    crews: Float
    """[side that loses, personnel, enemy weapon, materiel]: dpersr, dpersb (groups 56, 57)."""
    zone: Float
    """[environment]: td (group 58)."""
    crossed: Float
    """[barrier]: febab (group 59)."""
    limit: Float
    """[1]: febad (group 60)."""
    loss_attack: Float
    """[attack posture, 8]: frdval.f0atk, then frdval.fatk, for one unit of time (group 62)."""
    loss_defence: Float
    """[defence posture, 8]: frdval.f0def, then frdval.fdef, for one unit of time (group 63)."""
    loss_at: Float
    """[8]: 0, then frdval.x (group 64)."""
    speed: Float
    """[side, attack posture, defence posture, 8]: vfeba.f0, then vfeba.f (group 65)."""
    speed_at: Float
    """[8]: 0, then vfeba.fr (group 66)."""
    density: Float
    """[side, 8]: freff.f0, then freff.f (group 76)."""
    density_at: Float
    """[side, 8]: 0, then freff.x (group 76)."""
    prepared: Float
    """[side, materiel, 7]: prep.f (group 77)."""
    prepared_at: Float
    """[side, 7]: prep.x (group 77)."""
    haven: Int
    """[1 + side]: haven.zoc (1 or 0), then haven.pthome of each side, 1 to 6 (group 93)."""
    value_attack: Float
    """[side, resource]: rsvala, found by `weapon_values.standard_values` (IDX-5.3)."""
    value_defence: Float
    """[side, resource]: rsvald, found by `weapon_values.standard_values` (IDX-5.3)."""


@by_reference
class Support(NamedTuple):
    """What sections 5.4.1 and 7 read."""

    overhead: Float
    """[type, personnel]: ppoh (group 67)."""
    demand: Float
    """[side, resource, support]: spdd (groups 68, 71)."""
    share: Float
    """[side, materiel, support, 7]: frinv.f0, then frinv.f (groups 69, 72)."""
    share_at: Float
    """[side, 7]: 0, then frinv.x (groups 70, 73)."""
    group: Int
    """[side, equipment]: pg (groups 74, 75)."""
    protects: Float
    """[side, protected equipment, weapon]: prot (groups 74, 75)."""
    idle: Float
    """[side, supply, resource, 3]: ssvncr, ssvncb, by posture class 1 to 3 (groups 38, 39)."""
    table: Int
    """[side, 31]: mapps by [kpost] - 1, counted from 0; -1 where none is given (group 40)."""
    active: Float
    """[table, supply, resource]: ssvact (group 40)."""
    resting: Float
    """[table, supply, resource]: ssvres (group 40)."""


@by_reference
class Air(NamedTuple):
    """What section 6 reads."""

    kill: Float
    """[side, weapon, target]: kag (group 79)."""
    weapon_posture: Float
    """[side, weapon, 4]: fcagrp, by the target's posture class (group 80)."""
    target_posture: Float
    """[side, materiel, 4]: fcagcp (group 81)."""
    weapon_in: Float
    """[side, weapon, environment]: fcagre (group 82)."""
    target_in: Float
    """[side, materiel, environment]: fcagce (group 83)."""
    crews: Float
    """[side that loses, personnel, enemy weapon, materiel]: dgpred, dgpblu (groups 84, 85)."""
    load: Float
    """[side, aircraft, weapon]: agload (group 86)."""
    aim_attack: Float
    """[side, weapon, target]: aagatk, close support of attackers (groups 87, 89)."""
    aim_defence: Float
    """[side, weapon, target]: aagdef, close support of defenders (groups 88, 90)."""
    aim_behind: Float
    """[side, weapon, target, 4]: aagred, aagblu, interdiction by posture class (groups 91, 92)."""


@by_reference
class Design(NamedTuple):
    """The whole game design."""

    area: Area
    forces: Forces
    delays: Delays
    combat: Combat
    support: Support
    air: Air
    printed: Int
    """[erratum]: 1 where the manual is followed as printed, by the places in `errata`."""
