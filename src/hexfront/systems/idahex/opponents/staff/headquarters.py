"""What a machine commander knows before a war begins, and the room that it works in.

The commander is a handful of kernels (`commander.command`), so that whole wars
can be fought without returning to Python.  What it needs of the design is
found here once: what types of units are for, what they are worth at planned
strength, how fast they march, and how bold each side shall be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Final, NamedTuple

import numpy as np

from hexfront.by_reference import by_reference
from hexfront.systems.idahex.scenario.design import (
    DEPTH,
    NACTYP,
    NEQ,
    NPERS,
    NRS,
    NSS,
    SIDES,
    Area,
    Design,
    Float,
    Int,
)
from hexfront.systems.idahex.scenario.state import (
    MAX_ORDERS,
    MAX_RECIPIENTS,
    Engagements,
    Figures,
    Missions,
    TaskForces,
    Units,
)

# What a type of unit is for
FIGHTER: Final = 0
CARRIER: Final = 1
"""It carries supplies to others."""
HELPER: Final = 2
"""Neither; it stays where it is, and out of danger."""
ROLES: Final = 3

WEAK: Final = 0.15
"""Below this share of the mean value of its side's types, a type is no fighter."""
ROOMY: Final = 0.6
"""A carrier has this share of its transport free for what others need."""
STARVED: Final = 0.2
"""The share of its value that a unit is taken to have without supplies."""


@dataclass(frozen=True)
class Doctrine:
    """How a side is commanded. Ratios are of standard values, attacker by defender."""

    attack_at: float = 2.0
    """The ratio from which an attack is begun."""
    enough: float = 4.0
    """No more units are sent than make this ratio."""
    give_up_at: float = 1.0
    """An attack is called off below it."""
    hold_fast: float = 0.7
    """A cell is entered only if those who enter have this share of what threatens it."""
    guard: float = 0.35
    """A cell is left only if those who stay have this share of what threatens it."""
    withdraw_at: float = 2.6
    """Units that do not fight avoid such a ratio."""
    break_off_at: float = 1.6
    """Defenders leave at such a ratio, once they lost half of the cell."""
    least_supplies: float = 0.4
    """A unit attacks with this share of its planned supplies or more, while there are others."""
    least_strength: float = 0.3
    """And with this share of its planned value."""
    rest_at: float = 0.3
    """With less than this share of some supplies it goes back to a depot."""
    bold_at: float = 0.5
    """The enemy's land is a goal for an army with this ratio of attack to his defence, or more."""


# Columns of Staff.doctrines and StaffWorkspace.doctrine, in the order of the fields
ATTACK_AT: Final = 0
ENOUGH: Final = 1
GIVE_UP_AT: Final = 2
HOLD_FAST: Final = 3
GUARD: Final = 4
WITHDRAW_AT: Final = 5
BREAK_OFF_AT: Final = 6
LEAST_SUPPLIES: Final = 7
LEAST_STRENGTH: Final = 8
REST_AT: Final = 9
BOLD_AT: Final = 10

USUAL: Final = 0
"""The manner of the opponent `commander`."""
PLAIN: Final = 1.0
"""The taste for a cell that is like any other."""


@by_reference
class Staff(NamedTuple):
    """What commanders of both sides know of the design; it never changes."""

    area: Area
    """The map."""
    counts: Int
    """[side, column]: how many types of each category there are (IDX-2.2.2)."""
    transfer: Int
    """[1]: the transfer posture."""
    toe: Float
    """[type, resource]."""
    value_attack: Float
    """[side, resource]: rsvala (IDX-5.3)."""
    value_defence: Float
    """[side, resource]: rsvald."""
    needs: Float
    """[side, resource]: trnreq (IDX-3.2.3)."""
    carries: Float
    """[side, resource]: trncap."""
    doctrines: Float
    """[manner, side, column above]: the usual one, and others that a search may take."""
    sorties: Float
    """[side, type of aircraft]: what a side may send in each cycle; the model has no stock."""
    role: Int
    """[type]: what it is for."""
    demand: Float
    """[side, resource, supply]: spdd, without the personnel (IDX-5.4.1)."""
    hands: Float
    """[side, supply, personnel]: how many people supplies tie down in battle (IDX-5.4.1)."""
    overhead: Float
    """[type, personnel]: ppoh (IDX-5.4.1)."""
    attack: Float
    """[type]: its value on attack at toe (IDX-5.3), as far as its planned supplies let it fight."""
    defence: Float
    """[type]: its value on defence at toe, as far."""
    planned: Float
    """[type]: its value on defence at toe, if it had all the supplies it could use."""
    across: Float
    """[type, barrier]: the share of the former that is left across a barrier (IDX-5.1.1)."""
    march: Float
    """[side, role, route]: how long a mean unit marches through a cell (IDX-3.2.3.1)."""
    crossing: Float
    """[side, role, barrier]: how long it needs for the barrier."""


# Rows of StaffWorkspace.cells
SECURITY: Final = 0
"""Defence value of own units that hold there."""
PRESENT: Final = 1
"""Defence value of all own units there."""
COMING: Final = 2
"""Defence value of own units on their way there."""
SENT: Final = 3
"""Attack value of own units on their way there, or fighting for it."""
REACH: Final = 4
"""Attack value of own units that could be sent."""
REACH_DEFENCE: Final = 5
"""Their defence value."""
FOES: Final = 6
"""How many enemy units are there."""
FOES_HOLD: Final = 7
"""Defence value, as estimated, of those that hold there."""
FOES_OUT: Final = 8
"""Defence value of those that are fighting for another cell."""
THREAT: Final = 9
"""Attack value of the enemies that could come."""
BATTLE: Final = 10
"""How many own units there fight."""
DEPOTS: Final = 11
"""How many own depots there are."""
BURDEN: Final = 12
"""The share of the people there whom supplies would tie down in battle (IDX-5.4.1)."""
WANTED_SUPPLIES: Final = 13
"""And the next rows, one a type of supplies: what own units there lack."""
MORE_ROWS: Final = WANTED_SUPPLIES

# Rows of StaffWorkspace.units
VALUE_ATTACK: Final = 0
VALUE_DEFENCE: Final = 1
UNIT_ROWS: Final = 2

# Rows of StaffWorkspace.flags
IDLE: Final = 0
"""1 for own units that can be given a mission."""
ABLE: Final = 1
"""1 for those among them that may enter cells of the enemy."""
FIT: Final = 2
"""1 for those among them that have what it takes to fight there."""
FLAG_ROWS: Final = 3

# Columns of StaffWorkspace.health
WORN: Final = 0
"""The own strength by the planned one; as worn the enemy is taken to be."""
STRONGEST: Final = 1
"""The attack value of the enemy's strongest unit that is free."""
BALANCE: Final = 2
"""The attack value of the own army by the defence value of the enemy's."""
STORES: Final = 3
"""What the own carriers have of the supplies of which they have least."""
HEALTH_WIDTH: Final = 4

# Rows of StaffWorkspace.fields
TO_GOAL: Final = 0
TO_DEPOT: Final = 1
FROM_HERE: Final = 2
FIELD_ROWS: Final = 3


@by_reference
class StaffWorkspace(NamedTuple):
    """Room to work in; nothing in it outlives a call of `commander.command`."""

    cells: Float
    """[row above, cell]."""
    units: Float
    """[row above, unit]."""
    flags: Int
    """[row above, unit]."""
    fields: Float
    """[row above, cell]: how long the way is, in time."""
    before: Int
    """[cell]: the cell before it on the way from the start of `FROM_HERE`."""
    queue: Int
    """[2, cells + 1]: cells to look at in a ring, and which of them wait."""
    health: Float
    """[column below]: how the armies stand."""
    orders: Int
    """[order, 2]: a mission that is being written."""
    takers: Int
    """[unit]: a list of units."""
    plan: Int
    """[row, column]: the commands to be given, by the columns below; how many in place 0, 0."""
    doctrine: Float
    """[column above]: that of the commander at work."""
    taste: Float
    """[cell]: how much more than `PLAIN` he likes to attack there; 0 for not at all."""
    spared: Int
    """[unit]: 1 for own units that he leaves where they are."""


# Columns of StaffWorkspace.plan
KIND_OF: Final = 0
"""The word of `orders` that the command begins with."""
WHO: Final = 1
"""The row of a unit; of a strike, 1 for close support."""
PLACE_OF: Final = 2
"""A cell."""
COUNT: Final = 3
"""How many orders, or takers."""
FIRST_OF: Final = 4
"""Orders: cell, posture, cell …; or takers."""
FIRST_AMOUNT: Final = FIRST_OF + MAX_RECIPIENTS
"""By resource, in whole numbers; `BY_NEED` where need decides."""
BY_NEED: Final = -1
PLANS: Final = 5
"""Commands that can be given in one period, for each unit."""


class Situation(NamedTuple):
    """The parts of the state that a commander looks at."""

    units: Units
    stock: Float
    """Of the own units only."""
    forces: TaskForces
    missions: Missions
    agenda: Float
    """Of the own task forces only, as the two before."""
    owner: Int
    standing: Int
    fighting: Int
    maps: Int
    engagements: Engagements
    figures: Figures


def sample_sorties(design: Design) -> Float:
    """Sorties in a cycle: 10 for Red, 20 for Blue, even over the types of aircraft."""
    types = int(design.forces.counts[:, NACTYP].max())
    sorties: Float = np.zeros((SIDES, max(1, types)))
    for side, number in enumerate((10, 20)):
        count = int(design.forces.counts[side, NACTYP])
        for kind in range(count):
            sorties[side, kind] = number // count + (kind < number % count)
    return sorties


def make_staff(
    design: Design,
    doctrines: tuple[Doctrine, Doctrine] = (Doctrine(), Doctrine()),
    sorties: Float | None = None,
    others: Sequence[Doctrine] = (),
) -> Staff:
    """What commanders know of a design. Whole numbers of sorties, by side and type of aircraft.

    `others`: more manners, the same for both sides.
    """
    manners = [doctrines, *((doctrine, doctrine) for doctrine in others)]
    attack = _worth(design, design.combat.value_attack)
    defence = _worth(design, design.combat.value_defence)
    role = _roles(design, defence)
    march, crossing = _times(design, role)
    # In one piece, as it comes out of a pickle: else kernels are compiled for either form.
    supplied = int(design.forces.counts[:, NSS].max())
    demand = np.ascontiguousarray(design.support.demand[:, :, :supplied])
    fed = np.array([_fed(design, kind) for kind in range(len(role))])
    return Staff(
        area=design.area,
        counts=design.forces.counts,
        transfer=design.forces.transfer,
        toe=design.forces.toe,
        value_attack=design.combat.value_attack,
        value_defence=design.combat.value_defence,
        needs=design.delays.needs,
        carries=design.delays.carries,
        doctrines=np.array(
            [[astuple(side) for side in both] for both in manners], dtype=np.float64
        ),
        sorties=sample_sorties(design) if sorties is None else sorties,
        role=role,
        demand=demand,
        hands=_hands(design),
        overhead=design.support.overhead,
        attack=attack * fed,
        defence=defence * fed,
        planned=defence,
        across=_across(design),
        march=march,
        crossing=crossing,
    )


def _worth(design: Design, values: Float) -> Float:
    """[type]: the value of its toe."""
    found: Float = np.einsum("kr,kr->k", design.forces.toe, values[design.forces.side])
    return found


def _hands(design: Design) -> Float:
    """[side, supply, personnel]: the people that a unit-quantity of supplies needs (IDX-5.4.1)."""
    counts = design.forces.counts
    found: Float = np.zeros((SIDES, int(counts[:, NSS].max()), int(counts[:, NPERS].max())))
    for side in range(SIDES):
        first, supplies, people = (int(counts[side, column]) for column in (NEQ, NSS, NPERS))
        needs = design.support.demand[side, first : first + supplies, supplies : supplies + people]
        found[side, :supplies, :people] = needs
    return found


def _fed(design: Design, kind: int) -> float:
    """The share of a type's weapons that its planned supplies suffice for (IDX-5.4.1)."""
    toe, side = design.forces.toe[kind], int(design.forces.side[kind])
    first, share = int(design.forces.counts[side, NEQ]), 1.0
    for supply in range(int(design.forces.counts[side, NSS])):
        wanted = float(toe @ design.support.demand[side, :, supply])
        if wanted > 0:
            share = min(share, float(toe[first + supply]) / wanted)
    return max(share, STARVED)


def _roles(design: Design, defence: Float) -> Int:
    """[type]: fighters by their value, carriers by the transport that they can spare."""
    role: Int = np.full(len(defence), FIGHTER, dtype=np.int64)
    for side in range(SIDES):
        types = np.flatnonzero(design.forces.side == side)
        strong = defence[types]
        limit = WEAK * strong[strong > 0].mean() if (strong > 0).any() else 0.0
        for kind in types.tolist():
            if defence[kind] < limit or defence[kind] <= 0:
                room, used = _transport(design, kind, side)
                spare = room > 0 and (room - used) / room >= ROOMY
                role[kind] = CARRIER if spare else HELPER
    return role


def _transport(design: Design, kind: int, side: int) -> tuple[float, float]:
    """The transport capacity of a type at toe, and how much of it the type needs (IDX-3.2.3.1)."""
    toe, delays = design.forces.toe[kind], design.delays
    return float(toe @ delays.carries[side]), float(toe @ delays.needs[side])


def _across(design: Design) -> Float:
    """[type, barrier]: the share of a type's attack value that a barrier leaves (group 55)."""
    values = design.combat.value_attack[design.forces.side] * design.forces.toe
    weapons = design.combat.across.shape[1]
    shares = design.combat.across[design.forces.side]
    left = np.einsum("kw,kwb->kb", values[:, :weapons], shares)
    whole = values.sum(axis=1)[:, None]
    found: Float = np.divide(left, whole, out=np.ones_like(left), where=whole > 0)
    found[:, 0] = 1.0
    return found


def _times(design: Design, role: Int) -> tuple[Float, Float]:
    """How long mean units of each role march, by side: through a cell, and over a barrier."""
    rates, barriers = design.delays.rate[:, 0, :], design.delays.barrier[:, 0, :]
    march: Float = np.full((SIDES, ROLES, rates.shape[1]), np.inf)
    crossing: Float = np.zeros((SIDES, ROLES, barriers.shape[1]))
    depth = float(design.area.clock[DEPTH])
    for side in range(SIDES):
        for which in range(ROLES):
            kinds = np.flatnonzero((design.forces.side == side) & (role == which))
            if not len(kinds):
                kinds = np.flatnonzero(design.forces.side == side)
            if len(kinds):
                mean = rates[kinds].mean(axis=0)
                np.divide(depth, mean, out=march[side, which], where=mean > 0)
                crossing[side, which] = barriers[kinds].mean(axis=0)
    return march, crossing


def make_staff_workspace(design: Design, units: int) -> StaffWorkspace:
    """Room for a war with so many units."""
    cells = len(design.area.rim)
    resources = int(design.forces.counts[:, NRS].max())
    supplies = int(design.forces.counts[:, NSS].max())

    def ints(*shape: int) -> Int:
        return np.zeros(shape, dtype=np.int64)

    return StaffWorkspace(
        cells=np.zeros((MORE_ROWS + supplies, cells)),
        units=np.zeros((UNIT_ROWS, units)),
        flags=ints(FLAG_ROWS, units),
        fields=np.zeros((FIELD_ROWS, cells)),
        before=ints(cells),
        queue=ints(2, cells + 1),
        health=np.zeros(HEALTH_WIDTH),
        orders=ints(MAX_ORDERS, 2),
        takers=ints(max(units, MAX_RECIPIENTS)),
        plan=ints(
            1 + PLANS * (units + 1), FIRST_OF + max(2 * MAX_ORDERS, MAX_RECIPIENTS + resources)
        ),
        doctrine=np.array(astuple(Doctrine())),
        taste=np.full(cells, PLAIN),
        spared=ints(units),
    )
