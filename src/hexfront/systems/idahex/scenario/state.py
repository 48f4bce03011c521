"""The state of a war: units, task forces, missions, engagements, deliveries, the agenda.

Units have rows in the order of their numbers, Red before Blue (IDX-2.2).  Lists
(the units in a cell, in a task force, in an engagement) are chained through
the rows: a head, and in each row the next one, `NONE` at the end.  They are
kept in the order of the units' numbers, so that nothing depends on history.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Block, Float, Int, Record, Rows, array, columns, rows
from hexfront.by_reference import by_reference
from hexfront.jit import inline_kernel
from hexfront.mechanics.agenda import COLUMNS
from hexfront.systems.idahex.scenario.design import SIDES

NONE: Final = -1
MAX_ORDERS: Final = 24
"""Orders in a mission (IDX-4.1)."""
MAX_RECIPIENTS: Final = 32
"""Units that a delivery order may name (IDX-4.2.2)."""

# Posture classes (IDX-2.2.1)
DESTROYED: Final = -1
INACTIVE: Final = 0
HOLD: Final = 1
DISENGAGEMENT: Final = 2
MOVEMENT: Final = 3
ATTACK: Final = 4

GONE: Final = -10
CLASS_SIZE: Final = 10
"""The posture of the destroyed."""

# Phases
STRIKES: Final = 0
"""The start of a cycle: air strikes are entered (IDX-6)."""
COMMANDS: Final = 1
"""The start of a period (4)."""
OVER: Final = 2


MIN_DELIVERIES: Final = 64
"""Rows, half for each side; more where there are more units."""
MAX_STRIKES: Final = 64
"""Air strikes that wait to be assessed, half of the rows for each side."""
MAX_DRAFT: Final = 160
"""Words of a command (4)."""
# Columns of orders as they are given (IDX-4.1)
AIM: Final = 0
"""The desired objective."""
WANTED: Final = 1
"""The desired posture."""

# Roles in an engagement: indices of Engagements.heads
ATTACKERS: Final = 0
DEFENDERS: Final = 1

# Causes in State.totals
GROUND: Final = 0
FROM_AIR: Final = 1
ELIMINATION: Final = 2
CONSUMED: Final = 3
CAUSES: Final = 4


class Game(Record):
    """The stop at which a war is, and the clock."""

    time: float
    """t (IDX-2.3)."""
    phase: int
    ready: int
    """Bit s: side s has said "go"."""
    frames: int
    """Frames that have ended."""
    serial: int
    """Counts what was put on the agenda, so that ties are broken by age."""
    front: int
    """Counts down: what is placed ahead comes before all that was placed before (IDX-3.3)."""
    stopped: int
    """1 once a player has stopped the war (IDX-2.3)."""
    given: Int = columns(2)
    """How many commands each side has given, or dropped, at this stop."""


class Units(Rows):
    """A unit."""

    entry: Float
    """tentry (IDX-3.3.6)."""
    place: Int
    """The number of its cell."""
    posture: Int
    objective: Int
    """The number of a cell."""
    force: Int
    """The row of its task force."""
    next_in_force: Int
    """The next unit of its task force."""
    next_in_cell: Int
    """The next unit in its cell; inactive units stand in no cell's list."""
    engagement: Int
    """The row of its engagement."""
    attacks: Int
    """1 where it is an attacker there, 0 for a defender."""
    next_in_engagement: Int
    """The next unit of its role in its engagement."""
    kind: Int
    """Butype, counted from 0."""
    side: Int
    number: Int
    """By which players name it."""
    next_inbound: Int
    """The next unit of its side that moves or attacks toward the same cell."""


class TaskForces(Rows):
    """A task force."""

    first: Int
    """The first unit; NONE where the row is free."""
    mode: Int
    """Transport mode: 0 where it is not stacked (IDX-3.2.3)."""
    length: Int
    """Orders in its mission; the active one is the first (IDX-4.1)."""
    next_place: Int
    next_posture: Int
    next_objective: Int
    """The next status (IDX-3.1)."""
    side: Int


class Missions(Rows):
    """An order of a task force."""

    start: Float
    """When it is to begin (IDX-3.1)."""
    aim: Int
    """The desired objective."""
    wanted: Int
    """The desired posture."""


class Engagements(Rows):
    """An engagement."""

    cell: Int
    """The engagement location; 0 where the row is free."""
    attacker: Int
    """The side that attacks."""
    heads: Int = columns(2)
    """The first attacker, and the first defender; NONE for none."""
    posture: Int = columns(2)
    """Representative postures of the last frame (IDX-5.1.3)."""


class Figures(Rows):
    """What the last frame of an engagement found."""

    feba: Float
    """As a fraction of depth (IDX-5.2)."""
    since: Float
    """When it began."""
    value: Float = columns(2)
    """fgrd, ggrd (IDX-5.1.3)."""
    air: Float = columns(2)
    """fair, gair (IDX-5.2)."""
    ratio: Float
    """FRGRD (IDX-5.1.3)."""
    ratio_air: Float
    """FRGA (IDX-5.2)."""
    alpha: Float
    """alpha = delta under Holter's scaling (IDX-5.1.2)."""
    front_length: Float
    defence_depth: Float
    """front, defdepth (IDX-5.1.1)."""
    intensity: Float
    """TI (IDX-5.1.3)."""
    loss: Float = columns(2)
    """The fraction of value that frdval prescribes; negative where it does not (IDX-5.4.5)."""
    scale: Float = columns(2)
    """By what potential losses were multiplied to agree with it (IDX-5.1.3)."""
    velocity: Float
    """vfeba, in distance a unit of time (IDX-5.4.6)."""
    feba_before: Float
    """As a fraction of depth, at the start of the frame (IDX-5.2)."""
    defence_area: Float
    """defarea (IDX-5.1.1)."""
    potential: Float = columns(2)
    """The fraction of value that potential losses would take: delval / fgrd, before any scaling
    (IDX-5.1.3)."""


FIGURES_WIDTH: Final = sum(field.count or 1 for field in Figures.fields)


class Deliveries(Rows):
    """A delivery (IDX-4.2.2)."""

    size: Float
    """The delivery size, 0 to 1."""
    carrier: Int
    """The row of the delivery task force; NONE where the row is free."""
    destination: Int
    named: Int
    """How many recipients are named."""


class Strikes(Rows):
    """An air strike that waits to be assessed (IDX-6)."""

    target: Int
    """The target cell; 0 where the row is free."""
    striker: Int
    close: Int
    """1 for close air support, 0 for interdiction (IDX-6)."""
    priority: Int = columns(4)
    """asprty, posture classes."""


class Waits(Rows):
    """What the next change of status of a task force waits for."""

    begun: Float
    """When the transition to the next status began: its delay can be found anew (IDX-3.3.3)."""
    not_before: Float
    """Until when it waits behind an enemy that went the same way; in the past where it need not."""


class State(Block):
    """A war at a moment. Arrays that hold cells have a row 0 that stays empty."""

    game: Game
    units: Units = rows("unit")
    forces: TaskForces = rows("force")
    missions: Missions = rows("force", MAX_ORDERS)
    waits: Waits = rows("force")
    agenda: Float = array("force", COLUMNS)
    """When each force's status changes next; infinite where it waits for something. Ranks are -1
    for what is placed ahead, 0 for others, 1 for attack postures (IDX-3.3)."""
    heap: Int = array("heap")
    """The forces on the agenda, as `mechanics.agenda` has them."""
    stock: Float = array("unit", "resource")
    """[resources] (IDX-2.2.2)."""
    owner: Int = array("cell")
    """[owner] (IDX-3.3.2)."""
    standing: Int = array("cell", SIDES)
    """The first active unit of a side in a cell."""
    coming: Int = array("cell", SIDES)
    """The first unit of a side that moves or attacks toward a cell."""
    fighting: Int = array("cell")
    """The row of the engagement there, NONE for none."""
    maps: Int = array(3, "type")
    """envmap, rtemap, barmap (IDX-2.1)."""
    engagements: Engagements = rows("engagement")
    figures: Figures = rows("engagement")
    kills: Float = array("engagement", SIDES, "weapon", "weapon")
    """A and D, of the last frame: by weapon and enemy weapon (IDX-5.1.1)."""
    values: Float = array("engagement", SIDES, "resource")
    """vala and vald (IDX-5.1.2)."""
    close: Float = array("engagement", SIDES, "weapon")
    """casfx, what close air support of the enemy can destroy in this cycle (IDX-6)."""
    lost: Float = array("unit", "resource")
    """Losses in combat of the last frame in which it fought (IDX-5.1.3)."""
    held: Float = array("unit", "resource")
    """What it held at the end of that frame, before the losses (5.1)."""
    shares: Float = array("unit", "share")
    """freff, and frinv of each resource, of the last frame in which it fought (IDX-5.4.1,
    IDX-5.4.3)."""
    totals: Float = array(SIDES, CAUSES, "resource")
    """Losses since the start, and consumption, by the causes above."""
    deliveries: Deliveries = rows("delivery")
    recipients: Int = array("delivery", MAX_RECIPIENTS)
    """The units that a delivery names."""
    strikes: Strikes = rows("strike")
    sorties: Float = array("strike", "aircraft")
    """ascomp (IDX-6)."""
    drafts: Int = array(SIDES, 1 + MAX_DRAFT)
    """How many words of an unfinished command, and which (4)."""


# Columns of Scratch.fought
FRAME_OF: Final = 0
"""Frames that have ended with this one."""
CELL_OF: Final = 1
SIDE_OF: Final = 2
"""The side that attacks."""
POSTURES_OF: Final = 3
"""The representative postures of attackers and defenders (IDX-5.1.3)."""
UNITS_OF: Final = 5
"""How many units attack, and how many defend."""
FIGURES_OF: Final = 7
"""And the next columns: those of `State.figures`."""
LOSSES_OF: Final = FIGURES_OF + FIGURES_WIDTH
"""And the next columns, one a resource: what the attackers lost; then the defenders."""

# Columns of Scratch.moments
EVENTS_BEFORE: Final = 0
TIME_FROM: Final = 1
"""The time of the events that follow, up to the next row."""
MOMENT_WIDTH: Final = 2


@by_reference
class Scratch(NamedTuple):
    """Room to work in, since kernels make no arrays; only what a run noted outlives a call."""

    involved: Float
    """[unit, resource]: frinv (IDX-5.4.1), of the units of the engagement at hand."""
    effective: Float
    """[unit, resource]: ERS (IDX-5.1.1)."""
    potential: Float
    """[unit, resource]: ploss (IDX-5.1.1)."""
    by_unit: Float
    """[4, unit]: one number a unit, in lists of units."""
    vectors: Float
    """[32, resource]."""
    matrices: Float
    """[4, resource, resource]."""
    postures: Float
    """[posture]: what stands in each, for the representative one (IDX-5.1.3)."""
    rows: Int
    """[3, units or cells + 1, whichever is more]: lists."""
    fought: Float
    """[1 + row, column]: engagements of the last run, by the columns of `recording`."""
    moments: Float
    """[1 + row, column]: when the events of the last run happened."""


@inline_kernel
def class_of(posture: int) -> int:
    """The posture class: -1 destroyed, 0 inactive, 1 hold … 4 attack (IDX-2.2.1)."""
    return int(posture // CLASS_SIZE)


def status_of(state: State, unit: int) -> tuple[int, int, int]:
    """Place, posture and objective of a unit (IDX-2.2.1)."""
    units = state.units
    return int(units.place[unit]), int(units.posture[unit]), int(units.objective[unit])


def next_status_of(state: State, force: int) -> tuple[int, int, int]:
    """The place, posture and objective that a task force has next (IDX-3.1)."""
    forces = state.forces
    place, posture = int(forces.next_place[force]), int(forces.next_posture[force])
    return place, posture, int(forces.next_objective[force])
