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

from hexfront.core.dice import Dice, draw
from hexfront.core.strictjson import Json
from hexfront.systems.idahex.rules.maneuver.forces import put_at
from hexfront.systems.idahex.rules.maneuver.sequencing import plan
from hexfront.systems.idahex.scenario import chains
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import PERIOD
from hexfront.systems.idahex.scenario.setting import Setting

SHARES: Final = 1000
"""Stocks and times are drawn in so many steps."""
LEAST: Final = 300
"""The weakest that an enemy is imagined, in these steps of its planned strength."""


def reconstruct(setting: Setting, facts: dict[str, Json]) -> s.State:
    """A state that has these facts; what they do not tell is as planned."""
    state = setting.start()
    state.time[0] = facts["time"]
    state.game[s.PHASE], state.game[s.FRAMES] = facts["phase"], facts["frames"]
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
            state.entry[row] = facts["time"]
            if state.units[row, s.POSTURE] >= 20:
                _send_on(setting, state, row, facts["time"])
    return state


def _place_units(setting: Setting, state: s.State, facts: dict[str, Json], own: set[int]) -> None:
    for row, (place, posture, objective, _, _) in enumerate(facts["units"]):
        unit = state.units[row]
        unit[[s.FORCE, s.MATE, s.NEIGHBOUR, s.ENGAGEMENT, s.COMRADE]] = s.NONE
        unit[s.ATTACKS] = 0
        if place == 0 and row not in own:
            # A reinforcement that waits as at the start, or a unit that has been made inactive.
            if unit[s.POSTURE] >= 10:
                unit[[s.POSTURE, s.OBJECTIVE]] = 0, unit[s.PLACE]
            continue
        unit[[s.PLACE, s.POSTURE, s.OBJECTIVE]] = place, posture, objective
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
        state.engagements[number, s.WHERE] = document["cell"]
        state.engagements[number, s.ATTACKER] = document["attacker"]
        state.engagements[number, [s.POSTURE_A, s.POSTURE_D]] = document["postures"]
        state.fighting[document["cell"]] = number
        figures = [np.inf if value is None else value for value in document["figures"]]
        state.figures[number] = figures
        for unit, attacks in members.get(number, ()):
            chains.engage(state, number, unit, attacks)
        for unit, losses in document.get("losses", {}).items():
            state.lost[int(unit)] = losses
        if "values" in document:
            state.values[number] = document["values"]
        if "kills" in document:
            state.kills[number] = document["kills"]


def _restore_own(setting: Setting, state: s.State, side: int, part: dict[str, Any]) -> None:
    state.game[s.READY] |= part["ready"] << side
    state.game[s.STOPPED] |= part["stop"] << side
    state.game[s.GIVEN + side] = part["given"]
    for row, stock, entry in zip(part["rows"], part["stock"], part["entry"], strict=True):
        state.stock[row], state.entry[row] = stock, entry
    rows: dict[int, int] = {}
    for row, leader in zip(part["rows"], part["leader"], strict=True):
        if leader != s.NONE:
            chains.muster(state, rows.setdefault(leader, leader), row)
    for leader, force in part["forces"].items():
        _restore_force(state, int(leader), side, force)
    half = side * (len(state.deliveries) // 2)
    for number, (leader, destination, recipients, size) in enumerate(part["deliveries"]):
        order = state.deliveries[half + number]
        order[[s.CARRIER, s.DESTINATION, s.NAMED]] = leader, destination, len(recipients)
        order[s.RECIPIENTS : s.RECIPIENTS + len(recipients)] = recipients
        state.sizes[half + number] = size
    half = side * (len(state.strikes) // 2)
    for number, (*strike, aircraft) in enumerate(part["strikes"]):
        state.strikes[half + number] = strike
        state.sorties[half + number] = aircraft
    state.drafts[side, 0] = len(part["draft"])
    state.drafts[side, 1 : 1 + len(part["draft"])] = part["draft"]
    state.totals[side] = part["totals"]
    for row, (held, shares) in part["fought"].items():
        state.held[int(row)], state.shares[int(row)] = held, shares


def _restore_force(state: s.State, row: int, side: int, force: dict[str, Any]) -> None:
    """A task force in the row of its first unit: no other can have that one."""
    state.forces[row, [s.MODE, s.LENGTH, s.OF_SIDE]] = force["mode"], len(force["orders"]), side
    state.forces[row, s.NEXT_PLACE : s.NEXT_OBJECTIVE + 1] = force["next"]
    for number, (aim, wanted, start) in enumerate(force["orders"]):
        state.missions[row, number] = aim, wanted
        state.starts[row, number] = start
    state.agenda[row, [s.BEGUN, s.NOT_BEFORE]] = force["begun"], force["not_before"]
    if force["due"] is not None:
        put_at(state, row, force["due"])


def _send_on(setting: Setting, state: s.State, row: int, due: float) -> None:
    """An enemy on the move is a task force of its own that wants to hold its objective."""
    chains.muster(state, row, row)
    state.forces[row, [s.MODE, s.LENGTH, s.OF_SIDE]] = 0, 1, state.units[row, s.SIDE]
    state.missions[row, 0] = state.units[row, s.OBJECTIVE], 10
    plan(setting.design.delays, state, row)
    put_at(state, row, due)


def determinize(setting: Setting, facts: dict[str, Json], dice: Dice) -> s.State:
    """A state with these facts in which what they do not tell is drawn at random."""
    state = reconstruct(setting, facts)
    own = {row for part in facts["own"].values() for row in part["rows"]}
    period = float(setting.design.area.clock[PERIOD])
    for row in range(len(setting.units)):
        if row in own:
            continue
        share = (LEAST + int(draw(dice, SHARES - LEAST + 1))) / SHARES
        state.stock[row] *= share
        state.entry[row] -= period * int(draw(dice, SHARES)) / SHARES
        if state.units[row, s.FORCE] != s.NONE:
            put_at(state, row, facts["time"] + period * int(draw(dice, SHARES)) / SHARES)
    for side in range(2):
        if str(side) not in facts["own"] and facts["phase"] != s.OVER:
            # Never both: then the war would go on.
            free = state.game[s.READY] == 0
            state.game[s.READY] |= (int(draw(dice, 2)) if free else 0) << side
    return state
