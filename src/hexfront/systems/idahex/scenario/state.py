"""The state of a war: units, task forces, missions, engagements, deliveries, the agenda.

Units have rows in the order of their numbers, Red before Blue (IDX-2.2).  Lists
(the units in a cell, in a task force, in an engagement) are chained through
the rows: a head, and in each row the next one, `NONE` at the end.  They are
kept in the order of the units' numbers, so that nothing depends on history.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.by_reference import by_reference
from hexfront.jit import inline_kernel
from hexfront.systems.idahex.scenario.design import Float, Int

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

# Places in State.game
PHASE: Final = 0
READY: Final = 1
"""Bit s: side s has said "go"."""
FRAMES: Final = 2
"""Frames that have ended."""
SERIAL: Final = 3
"""Counts what was put on the agenda, so that ties are broken by age."""
FRONT: Final = 4
"""Counts down: what is placed ahead comes before all that was placed before (IDX-3.3)."""
STOPPED: Final = 5
"""1 once a player has stopped the war (IDX-2.3)."""
GIVEN: Final = 6
"""And the next place: how many commands each side has given, or dropped, at this stop."""
GAME_WIDTH: Final = 8

# Phases
STRIKES: Final = 0
"""The start of a cycle: air strikes are entered (IDX-6)."""
COMMANDS: Final = 1
"""The start of a period (4)."""
OVER: Final = 2

# Columns of State.units
PLACE: Final = 0
"""The number of its cell."""
POSTURE: Final = 1
OBJECTIVE: Final = 2
"""The number of a cell."""
FORCE: Final = 3
"""The row of its task force."""
MATE: Final = 4
"""The next unit of its task force."""
NEIGHBOUR: Final = 5
"""The next unit in its cell; inactive units stand in no cell's list."""
ENGAGEMENT: Final = 6
"""The row of its engagement."""
ATTACKS: Final = 7
"""1 where it is an attacker there, 0 for a defender."""
COMRADE: Final = 8
"""The next unit of its role in its engagement."""
KIND: Final = 9
"""butype, counted from 0."""
SIDE: Final = 10
NUMBER: Final = 11
"""By which players name it."""
COMING: Final = 12
"""The next unit of its side that moves or attacks toward the same cell."""
UNIT_WIDTH: Final = 13

# Columns of State.forces
FIRST: Final = 0
"""The first unit; NONE where the row is free."""
MODE: Final = 1
"""Transport mode: 0 where it is not stacked (IDX-3.2.3)."""
LENGTH: Final = 2
"""Orders in its mission; the active one is the first (IDX-4.1)."""
NEXT_PLACE: Final = 3
NEXT_POSTURE: Final = 4
NEXT_OBJECTIVE: Final = 5
"""The next status (IDX-3.1)."""
OF_SIDE: Final = 6
FORCE_WIDTH: Final = 7

# Columns of State.missions
AIM: Final = 0
"""The desired objective."""
WANTED: Final = 1
"""The desired posture."""
ORDER_WIDTH: Final = 2

# Columns of State.agenda: one row a task force
DUE: Final = 0
"""The time of its next change of status; infinite where it waits for something."""
RANK: Final = 1
"""Among changes of the same time: -1 placed ahead, 0 others, 1 attack postures (IDX-3.3)."""
AGE: Final = 2
"""Among those of the same rank."""
BEGUN: Final = 3
"""When the transition to the next status began, so that its delay can be found anew (IDX-3.3.3)."""
NOT_BEFORE: Final = 4
"""Until when it waits behind an enemy that went the same way; in the past where it need not."""
AGENDA_WIDTH: Final = 5

# Columns of State.engagements
WHERE: Final = 0
"""The engagement location; 0 where the row is free."""
ATTACKER: Final = 1
"""The side that attacks."""
ATTACKERS: Final = 2
"""The first attacker."""
DEFENDERS: Final = 3
"""The first defender."""
POSTURE_A: Final = 4
POSTURE_D: Final = 5
"""Representative postures of the last frame (IDX-5.1.3)."""
ENGAGEMENT_WIDTH: Final = 6

# Columns of State.figures: what the last frame of an engagement found
FEBA: Final = 0
"""As a fraction of depth (IDX-5.2)."""
SINCE: Final = 1
"""When it began."""
VALUE_A: Final = 2
VALUE_D: Final = 3
"""fgrd, ggrd (IDX-5.1.3)."""
AIR_A: Final = 4
AIR_D: Final = 5
"""fair, gair (IDX-5.2)."""
RATIO: Final = 6
"""FRGRD (IDX-5.1.3)."""
RATIO_AIR: Final = 7
"""FRGA (IDX-5.2)."""
ALPHA: Final = 8
"""alpha = delta under Holter's scaling (IDX-5.1.2)."""
FRONT_LENGTH: Final = 9
DEFENCE_DEPTH: Final = 10
"""front, defdepth (IDX-5.1.1)."""
INTENSITY: Final = 11
"""TI (IDX-5.1.3)."""
LOSS_A: Final = 12
LOSS_D: Final = 13
"""The fraction of value that frdval prescribes; negative where it does not (IDX-5.4.5)."""
SCALE_A: Final = 14
SCALE_D: Final = 15
"""By what potential losses were multiplied to agree with it (IDX-5.1.3)."""
VELOCITY: Final = 16
"""vfeba, in distance a unit of time (IDX-5.4.6)."""
FEBA_BEFORE: Final = 17
"""As a fraction of depth, at the start of the frame (IDX-5.2)."""
DEFENCE_AREA: Final = 18
"""defarea (IDX-5.1.1)."""
POTENTIAL_A: Final = 19
POTENTIAL_D: Final = 20
"""The fraction of value that potential losses would take: delval / fgrd, before any scaling
(IDX-5.1.3)."""
FIGURES_WIDTH: Final = 21

# Columns of State.deliveries
CARRIER: Final = 0
"""The row of the delivery task force; NONE where the row is free."""
DESTINATION: Final = 1
NAMED: Final = 2
"""How many recipients are named; they stand in the columns after."""
RECIPIENTS: Final = 3
DELIVERY_WIDTH: Final = RECIPIENTS + MAX_RECIPIENTS
MIN_DELIVERIES: Final = 64
"""Rows, half for each side; more where there are more units."""

# Columns of State.strikes
TARGET: Final = 0
"""The target cell; 0 where the row is free."""
STRIKER: Final = 1
CLOSE: Final = 2
"""1 for close air support, 0 for interdiction (IDX-6)."""
PRIORITY: Final = 3
"""And the next three columns: asprty, posture classes."""
STRIKE_WIDTH: Final = 7
MAX_STRIKES: Final = 64
"""Air strikes that wait to be assessed, half of the rows for each side."""
MAX_DRAFT: Final = 160
"""Words of a command (4)."""


@by_reference
class State(NamedTuple):
    """A war at a moment. Arrays that hold cells have a row 0 that stays empty."""

    game: Int
    """[place above]."""
    time: Float
    """[1]: t (IDX-2.3)."""
    units: Int
    """[unit, column above]."""
    entry: Float
    """[unit]: tentry (IDX-3.3.6)."""
    stock: Float
    """[unit, resource]: [resources] (IDX-2.2.2)."""
    forces: Int
    """[task force, column above]."""
    missions: Int
    """[task force, order, column above]."""
    starts: Float
    """[task force, order]: start times (IDX-3.1)."""
    agenda: Float
    """[task force, column above]."""
    heap: Int
    """[1 + 2 × task forces]: how many are on the agenda; a heap of their rows; where each
    stands."""
    owner: Int
    """[cell]: [owner] (IDX-3.3.2)."""
    standing: Int
    """[cell, side]: the first active unit of a side in a cell."""
    coming: Int
    """[cell, side]: the first unit of a side that moves or attacks toward a cell."""
    fighting: Int
    """[cell]: the row of the engagement there, NONE for none."""
    maps: Int
    """[3, type]: envmap, rtemap, barmap (IDX-2.1)."""
    engagements: Int
    """[engagement, column above]."""
    figures: Float
    """[engagement, column above]."""
    kills: Float
    """[engagement, side, weapon, enemy weapon]: A and D, of the last frame (IDX-5.1.1)."""
    values: Float
    """[engagement, side, resource]: vala and vald (IDX-5.1.2)."""
    close: Float
    """[engagement, side, weapon]: casfx, what close air support of the enemy can destroy in this
    cycle (IDX-6)."""
    lost: Float
    """[unit, resource]: losses in combat of the last frame in which it fought (IDX-5.1.3)."""
    held: Float
    """[unit, resource]: what it held at the end of that frame, before the losses (5.1)."""
    shares: Float
    """[unit, 1 + resource]: freff and frinv of the last frame in which it fought.

    IDX-5.4.1, IDX-5.4.3.
    """
    totals: Float
    """[side, cause, resource]: losses since the start, and consumption, by the causes below."""
    deliveries: Int
    """[delivery, column above]."""
    sizes: Float
    """[delivery]: the delivery size, 0 to 1 (IDX-4.2.2)."""
    strikes: Int
    """[strike, column above]."""
    sorties: Float
    """[strike, aircraft]: ascomp (IDX-6)."""
    drafts: Int
    """[side, 1 + MAX_DRAFT]: how many words of an unfinished command, and which (4)."""


# Causes in State.totals
GROUND: Final = 0
FROM_AIR: Final = 1
ELIMINATION: Final = 2
CONSUMED: Final = 3
CAUSES: Final = 4


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
