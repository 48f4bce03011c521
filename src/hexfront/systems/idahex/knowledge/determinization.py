"""States that look to a viewer like his own.

`reconstruct` puts together what a view tells, with the enemy's units at their
planned strength and bound for their objectives; whatever is asked of it for
the viewer's own units is answered as in the true state.  `determinize` draws
what is hidden at random: the enemy's stocks, when its units will change status,
and whether it has finished its commands.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from hexfront.core.contract import SPECTATOR
from hexfront.core.dice import Dice, draw
from hexfront.core.documents.strictjson import Json
from hexfront.jit import kernel
from hexfront.systems.idahex.rules.maneuver.forces import put_at
from hexfront.systems.idahex.rules.maneuver.sequencing import plan
from hexfront.systems.idahex.scenario import chains
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import PERIOD, SIDES, Design
from hexfront.systems.idahex.scenario.setting import Setting
from hexfront.systems.idahex.scenario.state import NONE, State

SHARES: Final = 1000
"""Stocks and times are drawn in so many steps."""
LEAST: Final = 300
"""The weakest that an enemy is imagined, in these steps of its planned strength."""


def reconstruct(setting: Setting, facts: dict[str, Json]) -> s.State:
    """A state that has these facts; what they do not tell is as planned."""
    state = setting.start()
    state.game.time = facts["time"]
    state.game.phase, state.game.frames = facts["phase"], facts["frames"]
    state.owner[:] = facts["owner"]
    state.maps[:] = facts["maps"]
    state.standing[:] = s.NONE
    own = {row for part in facts["own"].values() for row in part["rows"]}
    _place_units(setting, state, facts, own)
    _join_engagements(state, facts)
    for side, part in facts["own"].items():
        _restore_own(setting, state, int(side), part)
    for row, unit in enumerate(setting.units):
        if row not in own:
            kind = setting.design.forces.toe[unit.kind]
            state.stock[row] = kind
            state.units.entry[row] = facts["time"]
            if state.units.posture[row] >= 20:
                _send_on(setting, state, row, facts["time"])
    return state


def _place_units(setting: Setting, state: s.State, facts: dict[str, Json], own: set[int]) -> None:
    units = state.units
    for lists in (
        units.force,
        units.next_in_force,
        units.next_in_cell,
        units.engagement,
        units.next_in_engagement,
    ):
        lists[:] = s.NONE
    units.attacks[:] = 0
    places, postures, objectives = units.place, units.posture, units.objective
    for row, (place, posture, objective, _, _) in enumerate(facts["units"]):
        if place == 0 and row not in own:
            # A reinforcement that waits as at the start, or a unit that has been made inactive.
            if postures[row] >= 10:
                postures[row], objectives[row] = 0, places[row]
            continue
        places[row], postures[row], objectives[row] = place, posture, objective
        if posture >= 10:
            chains.stand(state, row)
    chains.list_movers(state)


def _join_engagements(state: s.State, facts: dict[str, Json]) -> None:
    members: dict[int, list[tuple[int, int]]] = {}
    for row, (*_, engagement, attacks) in enumerate(facts["units"]):
        if engagement != s.NONE:
            members.setdefault(engagement, []).append((row, attacks))
    by_cell = {document["cell"]: document for document in facts["engagements"]}
    rows = {document["row"]: document for document in by_cell.values()}
    for number, document in rows.items():
        state.engagements.cell[number] = document["cell"]
        state.engagements.attacker[number] = document["attacker"]
        state.engagements.posture[number] = document["postures"]
        state.fighting[document["cell"]] = number
        state.figures.write(number, _with_infinity(document["figures"]))
        for unit, attacks in members.get(number, ()):
            chains.engage(state, number, unit, attacks)
        for unit, losses in document.get("losses", {}).items():
            state.lost[int(unit)] = losses
        if "values" in document:
            state.values[number] = document["values"]
        if "kills" in document:
            state.kills[number] = document["kills"]


def _with_infinity(figures: dict[str, Any]) -> dict[str, Any]:
    """What `view` has made JSON of, with infinite numbers in the place of None again."""
    return {
        name: [np.inf if each is None else each for each in value]
        if isinstance(value, list)
        else np.inf
        if value is None
        else value
        for name, value in figures.items()
    }


def _restore_own(setting: Setting, state: s.State, side: int, part: dict[str, Any]) -> None:
    state.game.ready |= part["ready"] << side
    state.game.stopped |= part["stop"] << side
    state.game.given[side] = part["given"]
    for row, stock, entry in zip(part["rows"], part["stock"], part["entry"], strict=True):
        state.stock[row], state.units.entry[row] = stock, entry
    rows: dict[int, int] = {}
    for row, leader in zip(part["rows"], part["leader"], strict=True):
        if leader != s.NONE:
            chains.add_member(state, rows.setdefault(leader, leader), row)
    for leader, force in part["forces"].items():
        _restore_force(state, int(leader), side, force)
    half = side * (len(state.deliveries) // 2)
    for number, (leader, destination, recipients, size) in enumerate(part["deliveries"]):
        order = {"size": size, "carrier": leader, "destination": destination}
        state.deliveries.write(half + number, order | {"named": len(recipients)})
        state.recipients[half + number, : len(recipients)] = recipients
    half = side * (len(state.strikes) // 2)
    for number, strike in enumerate(part["strikes"]):
        state.strikes.write(half + number, strike)
        state.sorties[half + number] = strike["aircraft"]
    state.drafts[side, 0] = len(part["draft"])
    state.drafts[side, 1 : 1 + len(part["draft"])] = part["draft"]
    state.totals[side] = part["totals"]
    for row, (held, shares) in part["fought"].items():
        state.held[int(row)], state.shares[int(row)] = held, shares


def _restore_force(state: s.State, row: int, side: int, force: dict[str, Any]) -> None:
    """A task force in the row of its first unit: no other can have that one."""
    forces, missions, waits = state.forces, state.missions, state.waits
    forces.mode[row], forces.length[row], forces.side[row] = (
        force["mode"],
        len(force["orders"]),
        side,
    )
    place, posture, objective = force["next"]
    forces.next_place[row], forces.next_posture[row] = place, posture
    forces.next_objective[row] = objective
    for number, (aim, wanted, start) in enumerate(force["orders"]):
        missions.aim[row, number], missions.wanted[row, number] = aim, wanted
        missions.start[row, number] = start
    waits.begun[row], waits.not_before[row] = force["begun"], force["not_before"]
    if force["due"] is not None:
        put_at(state, row, force["due"])


def _send_on(setting: Setting, state: s.State, row: int, due: float) -> None:
    """An enemy on the move is a task force of its own that wants to hold its objective."""
    chains.add_member(state, row, row)
    forces, missions, units = state.forces, state.missions, state.units
    forces.mode[row], forces.length[row], forces.side[row] = 0, 1, units.side[row]
    missions.aim[row, 0], missions.wanted[row, 0] = units.objective[row], 10
    plan(setting.design.delays, state, row)
    put_at(state, row, due)


@kernel
def draw_hidden(
    design: Design, state: State, viewer: int, least: int, most: int, dice: Dice
) -> None:
    """Draw stocks of those who are not the viewer's, and when they change status.

    Stocks are from `least` to `most` of what they are, in steps of `SHARES`.
    """
    units, period = state.units, design.area.clock[PERIOD]
    for unit in range(len(units)):
        if units.side[unit] != viewer:
            share = (least + draw(dice, most - least + 1)) / SHARES
            for resource in range(state.stock.shape[1]):
                state.stock[unit, resource] *= share
            units.entry[unit] -= period * draw(dice, SHARES) / SHARES
            if units.force[unit] != NONE:
                put_at(
                    state, units.force[unit], state.game.time + period * draw(dice, SHARES) / SHARES
                )


def determinize(setting: Setting, facts: dict[str, Json], dice: Dice) -> s.State:
    """A state with these facts in which what they do not tell is drawn at random."""
    state = reconstruct(setting, facts)
    sides = list(facts["own"])
    if len(sides) < SIDES:
        viewer = int(sides[0]) if sides else SPECTATOR
        draw_hidden(setting.design, state, viewer, LEAST, SHARES, dice)
    for side in range(2):
        if str(side) not in facts["own"] and facts["phase"] != s.OVER:
            # Never both: then the war would go on.
            free = state.game.ready == 0
            state.game.ready |= (int(draw(dice, 2)) if free else 0) << side
    return state
