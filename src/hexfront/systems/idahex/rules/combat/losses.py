"""From potential losses to actual ones, and the feba (IDX-5.1.3, IDX-5.2)."""

from __future__ import annotations

from typing import Final

from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.idahex.rules.combat.functions import frdval, vfeba
from hexfront.systems.idahex.rules.combat.kills import FIRING, attack_posture
from hexfront.systems.idahex.scenario.design import (
    CYCLE,
    DEPTH,
    FRAME,
    NGG,
    NRS,
    Area,
    Combat,
    Float,
    Int,
)
from hexfront.systems.idahex.scenario.state import (
    AIR_A,
    AIR_D,
    ALPHA,
    ATTACKER,
    ATTACKERS,
    ATTACKS,
    COMRADE,
    DEFENCE_DEPTH,
    DEFENDERS,
    FEBA,
    FEBA_BEFORE,
    GROUND,
    INTENSITY,
    LOSS_A,
    NONE,
    POSTURE,
    POSTURE_A,
    POSTURE_D,
    POTENTIAL_A,
    RATIO,
    RATIO_AIR,
    SCALE_A,
    VALUE_A,
    VALUE_D,
    VELOCITY,
    WHERE,
    Scratch,
    State,
)
from hexfront.systems.idahex.scenario.weapon_values import app, ratio_without_values

HOPELESS: Final = 0.0001
"""Below this force ratio the attackers lose everything."""
OVERWHELMING: Final = 10000.0
"""Above this force ratio the defenders lose everything."""


@outlined_kernel
def find_values(counts: Int, state: State, scratch: Scratch, row: int) -> None:
    """vala, vald, alpha, both sides' values and the force ratio FRGRD (IDX-5.1.2, IDX-5.1.3)."""
    side = state.engagements[row, ATTACKER]
    enemy = 1 - side
    m, n = counts[side, NGG], counts[enemy, NGG]
    kills, values, figures = state.kills[row], state.values[row], state.figures
    for item in range(values.shape[1]):
        values[side, item] = 0.0
        values[enemy, item] = 0.0
    alpha = app(kills[side], kills[enemy], m, n, values[side], values[enemy], scratch.matrices)
    attacking, defending, fgrd, ggrd = 0.0, 0.0, 0.0, 0.0
    for weapon in range(m):
        attacking += scratch.vectors[FIRING + side, weapon]
        fgrd += scratch.vectors[FIRING + side, weapon] * values[side, weapon]
    for weapon in range(n):
        defending += scratch.vectors[FIRING + enemy, weapon]
        ggrd += scratch.vectors[FIRING + enemy, weapon] * values[enemy, weapon]
    figures[row, ALPHA] = alpha
    figures[row, VALUE_A] = fgrd
    figures[row, VALUE_D] = ggrd
    if alpha > 0.0:
        figures[row, RATIO] = fgrd / ggrd
    else:
        figures[row, RATIO] = ratio_without_values(
            kills[side], kills[enemy], m, n, attacking, defending
        )


@inline_kernel
def posture_of(units: Int, unit: int) -> int:
    """The posture with which a unit counts in an engagement (IDX-5.1.1)."""
    if units[unit, ATTACKS] == 1:
        return attack_posture(units, unit)
    return int(units[unit, POSTURE])


@outlined_kernel
def representative(
    units: Int, effective: Float, postures: Float, first: int, value: Float, weapons: int
) -> int:
    """The posture in which the most value stands; of equal ones the lowest (IDX-5.1.3)."""
    unit = first
    while unit != NONE:
        postures[posture_of(units, unit)] = 0.0
        unit = units[unit, COMRADE]
    unit = first
    while unit != NONE:
        total = 0.0
        for weapon in range(weapons):
            total += effective[unit, weapon] * value[weapon]
        postures[posture_of(units, unit)] += total
        unit = units[unit, COMRADE]
    best = posture_of(units, first)
    unit = first
    while unit != NONE:
        posture = posture_of(units, unit)
        if postures[posture] > postures[best] or (
            postures[posture] == postures[best] and posture < best
        ):
            best = posture
        unit = units[unit, COMRADE]
    return best


@inline_kernel
def potential_value(units: Int, potential: Float, first: int, value: Float, weapons: int) -> float:
    """delval: the value of the potential losses of a list of units (IDX-5.1.3)."""
    total = 0.0
    unit = first
    while unit != NONE:
        for weapon in range(weapons):
            total += potential[unit, weapon] * value[weapon]
        unit = units[unit, COMRADE]
    return total


@outlined_kernel
def prescribe(
    counts: Int, area: Area, combat: Combat, state: State, scratch: Scratch, row: int
) -> None:
    """Representative postures, and by what losses are multiplied to fit frdval (IDX-5.1.3).

    Where no value can be lost, or none is there, losses stay as they are.
    """
    side, figures = state.engagements[row, ATTACKER], state.figures
    for role in range(2):
        attacks = role == 0
        of = side if attacks else 1 - side
        first = state.engagements[row, ATTACKERS if attacks else DEFENDERS]
        value, weapons = state.values[row, of], counts[of, NGG]
        posture = representative(
            state.units, scratch.effective, scratch.postures, first, value, weapons
        )
        state.engagements[row, POSTURE_A + role] = posture
        place = combat.place[posture]
        curve = combat.loss_attack[place] if attacks else combat.loss_defence[place]
        lost = frdval(curve, combat.loss_at, figures[row, RATIO], area.clock[FRAME])
        whole = figures[row, VALUE_A + role]
        part = potential_value(state.units, scratch.potential, first, value, weapons)
        part = part / whole if whole > 0.0 else 0.0
        figures[row, LOSS_A + role] = lost
        figures[row, POTENTIAL_A + role] = part
        figures[row, SCALE_A + role] = lost / part if lost >= 0.0 and part > 0.0 else 1.0


@inline_kernel
def find_intensity(area: Area, combat: Combat, state: State, row: int) -> None:
    """TI: how far the forces overlap, as a part of the depth of the defence (IDX-5.1.3)."""
    deep = state.figures[row, DEFENCE_DEPTH]
    intensity = 1.0
    if deep > 0.0:
        environment = state.maps[0, area.environment[state.engagements[row, WHERE]]]
        overlap = state.figures[row, FEBA] * area.clock[DEPTH] + combat.zone[environment]
        if overlap < deep:
            intensity = overlap / deep
    state.figures[row, INTENSITY] = intensity


@outlined_kernel
def assess_losses(counts: Int, state: State, scratch: Scratch, row: int) -> None:
    """Take actual losses off all stocks; no more than what is involved, or all (IDX-5.1.3)."""
    side, ratio = state.engagements[row, ATTACKER], state.figures[row, RATIO]
    intensity = state.figures[row, INTENSITY]
    for role in range(2):
        of = side if role == 0 else 1 - side
        scale = state.figures[row, SCALE_A + role] * intensity
        everything = ratio < HOPELESS if role == 0 else ratio > OVERWHELMING
        unit = state.engagements[row, ATTACKERS if role == 0 else DEFENDERS]
        while unit != NONE:
            for item in range(counts[of, NRS]):
                held = state.stock[unit, item]
                lost = scale * scratch.potential[unit, item]
                lost = min(lost, scratch.involved[unit, item] * held)
                if everything:
                    lost = held
                state.held[unit, item] = held
                state.lost[unit, item] = lost
                state.stock[unit, item] = held - lost
                state.totals[of, GROUND, item] += lost
            unit = state.units[unit, COMRADE]


@outlined_kernel
def add_air(counts: Int, clock: Float, state: State, row: int) -> None:
    """The value of close air support, and the force ratio FRGA with it (IDX-5.2).

    Where weapons have no values, aircraft have none either.
    """
    side, figures = state.engagements[row, ATTACKER], state.figures
    enemy = 1 - side
    alpha = figures[row, ALPHA]
    figures[row, AIR_A] = 0.0
    figures[row, AIR_D] = 0.0
    figures[row, RATIO_AIR] = figures[row, RATIO]
    if alpha > 0.0:
        frames = clock[CYCLE] / clock[FRAME]
        fair, gair = 0.0, 0.0
        for weapon in range(counts[enemy, NGG]):
            fair += state.close[row, enemy, weapon] / frames * state.values[row, enemy, weapon]
        for weapon in range(counts[side, NGG]):
            gair += state.close[row, side, weapon] / frames * state.values[row, side, weapon]
        figures[row, AIR_A] = fair / alpha
        figures[row, AIR_D] = gair / alpha
        whole = figures[row, VALUE_D] + figures[row, AIR_D]
        figures[row, RATIO_AIR] = (figures[row, VALUE_A] + figures[row, AIR_A]) / whole


@outlined_kernel
def move_feba(area: Area, combat: Combat, state: State, row: int) -> None:
    """The feba at the end of the frame; while it advances nobody digs in further.

    IDX-5.2, IDX-3.3.6.
    """
    side, figures, clock = state.engagements[row, ATTACKER], state.figures, area.clock
    attack = combat.place[state.engagements[row, POSTURE_A]]
    defence = combat.place[state.engagements[row, POSTURE_D]]
    curve = combat.speed[side, attack, defence]
    speed = vfeba(curve, combat.speed_at, figures[row, RATIO_AIR])
    before = figures[row, FEBA]
    after = before + speed * clock[FRAME] / clock[DEPTH]
    after = max(after, 0.0)
    after = min(after, 1.0)
    figures[row, VELOCITY] = speed
    figures[row, FEBA_BEFORE] = before
    figures[row, FEBA] = after
    if after > before:
        unit = state.engagements[row, DEFENDERS]
        while unit != NONE:
            state.entry[unit] += clock[FRAME]
            unit = state.units[unit, COMRADE]
