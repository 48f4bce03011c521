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
    ATTACKERS,
    DEFENDERS,
    GROUND,
    NONE,
    Scratch,
    State,
    Units,
)
from hexfront.systems.idahex.scenario.weapon_values import app, ratio_without_values

HOPELESS: Final = 0.0001
"""Below this force ratio the attackers lose everything."""
OVERWHELMING: Final = 10000.0
"""Above this force ratio the defenders lose everything."""


@outlined_kernel
def find_values(counts: Int, state: State, scratch: Scratch, row: int) -> None:
    """vala, vald, alpha, both sides' values and the force ratio FRGRD (IDX-5.1.2, IDX-5.1.3)."""
    side = state.engagements.attacker[row]
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
    figures.alpha[row] = alpha
    figures.value[row, ATTACKERS] = fgrd
    figures.value[row, DEFENDERS] = ggrd
    if alpha > 0.0:
        figures.ratio[row] = fgrd / ggrd
    else:
        figures.ratio[row] = ratio_without_values(
            kills[side], kills[enemy], m, n, attacking, defending
        )


@inline_kernel
def posture_of(units: Units, unit: int) -> int:
    """The posture with which a unit counts in an engagement (IDX-5.1.1)."""
    if units.attacks[unit] == 1:
        return attack_posture(units, unit)
    return int(units.posture[unit])


@outlined_kernel
def representative(
    units: Units, effective: Float, postures: Float, first: int, value: Float, weapons: int
) -> int:
    """The posture in which the most value stands; of equal ones the lowest (IDX-5.1.3)."""
    unit = first
    while unit != NONE:
        postures[posture_of(units, unit)] = 0.0
        unit = units.next_in_engagement[unit]
    unit = first
    while unit != NONE:
        total = 0.0
        for weapon in range(weapons):
            total += effective[unit, weapon] * value[weapon]
        postures[posture_of(units, unit)] += total
        unit = units.next_in_engagement[unit]
    best = posture_of(units, first)
    unit = first
    while unit != NONE:
        posture = posture_of(units, unit)
        if postures[posture] > postures[best] or (
            postures[posture] == postures[best] and posture < best
        ):
            best = posture
        unit = units.next_in_engagement[unit]
    return best


@inline_kernel
def potential_value(
    units: Units, potential: Float, first: int, value: Float, weapons: int
) -> float:
    """delval: the value of the potential losses of a list of units (IDX-5.1.3)."""
    total = 0.0
    unit = first
    while unit != NONE:
        for weapon in range(weapons):
            total += potential[unit, weapon] * value[weapon]
        unit = units.next_in_engagement[unit]
    return total


@outlined_kernel
def prescribe(
    counts: Int, area: Area, combat: Combat, state: State, scratch: Scratch, row: int
) -> None:
    """Representative postures, and by what losses are multiplied to fit frdval (IDX-5.1.3).

    Where no value can be lost, or none is there, losses stay as they are.
    """
    side, figures = state.engagements.attacker[row], state.figures
    for role in range(2):
        attacks = role == ATTACKERS
        of = side if attacks else 1 - side
        first = state.engagements.heads[row, role]
        value, weapons = state.values[row, of], counts[of, NGG]
        posture = representative(
            state.units, scratch.effective, scratch.postures, first, value, weapons
        )
        state.engagements.posture[row, role] = posture
        place = combat.place[posture]
        curve = combat.loss_attack[place] if attacks else combat.loss_defence[place]
        lost = frdval(curve, combat.loss_at, figures.ratio[row], area.clock[FRAME])
        whole = figures.value[row, role]
        part = potential_value(state.units, scratch.potential, first, value, weapons)
        part = part / whole if whole > 0.0 else 0.0
        figures.loss[row, role] = lost
        figures.potential[row, role] = part
        figures.scale[row, role] = lost / part if lost >= 0.0 and part > 0.0 else 1.0


@inline_kernel
def find_intensity(area: Area, combat: Combat, state: State, row: int) -> None:
    """TI: how far the forces overlap, as a part of the depth of the defence (IDX-5.1.3)."""
    deep = state.figures.defence_depth[row]
    intensity = 1.0
    if deep > 0.0:
        environment = state.maps[0, area.environment[state.engagements.cell[row]]]
        overlap = state.figures.feba[row] * area.clock[DEPTH] + combat.zone[environment]
        if overlap < deep:
            intensity = overlap / deep
    state.figures.intensity[row] = intensity


@outlined_kernel
def assess_losses(counts: Int, state: State, scratch: Scratch, row: int) -> None:
    """Take actual losses off all stocks; no more than what is involved, or all (IDX-5.1.3)."""
    side, ratio = state.engagements.attacker[row], state.figures.ratio[row]
    intensity = state.figures.intensity[row]
    for role in range(2):
        of = side if role == 0 else 1 - side
        scale = state.figures.scale[row, role] * intensity
        everything = ratio < HOPELESS if role == 0 else ratio > OVERWHELMING
        unit = state.engagements.heads[row, role]
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
            unit = state.units.next_in_engagement[unit]


@outlined_kernel
def add_air(counts: Int, clock: Float, state: State, row: int) -> None:
    """The value of close air support, and the force ratio FRGA with it (IDX-5.2).

    Where weapons have no values, aircraft have none either.
    """
    side, figures = state.engagements.attacker[row], state.figures
    enemy = 1 - side
    alpha = figures.alpha[row]
    figures.air[row, ATTACKERS] = 0.0
    figures.air[row, DEFENDERS] = 0.0
    figures.ratio_air[row] = figures.ratio[row]
    if alpha > 0.0:
        frames = clock[CYCLE] / clock[FRAME]
        fair, gair = 0.0, 0.0
        for weapon in range(counts[enemy, NGG]):
            fair += state.close[row, enemy, weapon] / frames * state.values[row, enemy, weapon]
        for weapon in range(counts[side, NGG]):
            gair += state.close[row, side, weapon] / frames * state.values[row, side, weapon]
        figures.air[row, ATTACKERS] = fair / alpha
        figures.air[row, DEFENDERS] = gair / alpha
        whole = figures.value[row, DEFENDERS] + figures.air[row, DEFENDERS]
        figures.ratio_air[row] = (
            figures.value[row, ATTACKERS] + figures.air[row, ATTACKERS]
        ) / whole


@outlined_kernel
def move_feba(area: Area, combat: Combat, state: State, row: int) -> None:
    """The feba at the end of the frame; while it advances nobody digs in further.

    IDX-5.2, IDX-3.3.6.
    """
    side, figures, clock = state.engagements.attacker[row], state.figures, area.clock
    attack = combat.place[state.engagements.posture[row, ATTACKERS]]
    defence = combat.place[state.engagements.posture[row, DEFENDERS]]
    curve = combat.speed[side, attack, defence]
    speed = vfeba(curve, combat.speed_at, figures.ratio_air[row])
    before = figures.feba[row]
    after = before + speed * clock[FRAME] / clock[DEPTH]
    after = max(after, 0.0)
    after = min(after, 1.0)
    figures.velocity[row] = speed
    figures.feba_before[row] = before
    figures.feba[row] = after
    if after > before:
        unit = state.engagements.heads[row, DEFENDERS]
        while unit != NONE:
            state.units.entry[unit] += clock[FRAME]
            unit = state.units.next_in_engagement[unit]
