"""A battle of history, or of another system, with the sample war's attrition (IDX-5.1, IDX-5.2).

Each side is one unit with the sample's infantry weapons for its people, and with its own tanks
and guns.  The sample's two armies differ, so the battle is fought twice, Red's data
attacking and Blue's; each counts for half.  Besides that nothing is left to chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from hexfront.core.documents.stricttoml import read_document
from hexfront.core.events import NO_LOG
from hexfront.core.study.engagement import (
    SPENT,
    Answer,
    Ending,
    Engagement,
    Force,
    Posture,
    merged,
    without_fight,
)
from hexfront.systems.idahex.rules.combat.engagements import assess, defeated, weak
from hexfront.systems.idahex.scenario.area import is_active
from hexfront.systems.idahex.scenario.chains import engage, open_engagement
from hexfront.systems.idahex.scenario.design import BLUE, DEPTH, FRAME, NEQ, NMAT, RED, Design
from hexfront.systems.idahex.scenario.initial_state import Unit, make_scratch, open_war
from hexfront.systems.idahex.scenario.loader import DEFAULT, load
from hexfront.systems.idahex.scenario.state import State

KINDS: Final = (0, 5)
"""Red's motor rifle division and Blue's mechanized brigade: all weapons of their armies."""
TANKS: Final = 2
GUNS: Final = 3
"""Places among the weapons, the same for both armies."""
ATTACKS: Final = 40
HOLDS: Final = 10
DISENGAGES: Final = 20
PREPARED: Final[dict[Posture, float]] = {"hasty": 0.0, "prepared": 2.0, "fortified": 60.0}
"""Days that a defender who holds has had to dig in (IDX-5.4.4)."""
PLENTY: Final = 10.0
"""Supplies, as a multiple of what all that is there needs: nobody runs dry.  There are people
enough for everything too."""
MOST_FRAMES: Final = 60
IGNORES: Final = ("weather", "air", "cover")
SIDES: Final = ("Red", "Blue")


class End(NamedTuple):
    """How one fight ends."""

    own_loss: float
    other_loss: float
    advance: float
    ratio: float
    """Force ratio in the first frame."""


def fight(engagement: Engagement) -> Answer:
    """What comes of a battle with the sample's data, once for each army as the attacker."""
    if (nobody := without_fight(engagement)) is not None:
        return nobody
    design, cells = _sample()
    environment = 3 if engagement.relief == "rugged" else 2 if engagement.cover == "desert" else 1
    environment = 4 if engagement.urban else environment
    endings, ratios = [], []
    for side in (RED, BLUE):
        end = _fought(design, engagement, side, *cells[environment])
        winner = 1 if end.advance > 0 else -1
        words = f"with {SIDES[side]}'s data attacking"
        endings.append(Ending(0.5, winner, end.own_loss, end.other_loss, words, end.advance))
        ratios.append(f"{end.ratio:.2f}")
    names = ("", "clear", "open desert", "rough", "urban")
    holds = engagement.posture in PREPARED
    days = f", {PREPARED[engagement.posture]:g} days to dig in" if holds else ""
    terms = (
        ("force ratio at first", " and ".join(ratios)),
        ("frames", f"{_frames(design, engagement)} of {design.area.clock[FRAME]:g} days"),
        ("ground", f"{names[environment]} (IDX-5.1.1)"),
        ("posture", f"{HOLDS if holds else DISENGAGES}{days}"),
    )
    return Answer(merged(endings), terms, IGNORES)


def _frames(design: Design, engagement: Engagement) -> int:
    return max(1, min(MOST_FRAMES, round(engagement.days / design.area.clock[FRAME])))


def _fought(design: Design, engagement: Engagement, side: int, here: int, where: int) -> End:
    """The battle from one cell into another, a side attacking, to the end of its time."""
    scale = _scale(design, engagement)
    holds = engagement.posture in PREPARED
    before = -PREPARED[engagement.posture] if holds else 0.0
    posture = HOLDS if holds else DISENGAGES
    forces = (engagement.attacker, engagement.defender)
    units = []
    for own in (RED, BLUE):
        attacks = own == side
        stock = _stock(design, own, forces[0 if attacks else 1], scale)
        place = (here, ATTACKS, 0.0) if attacks else (where, posture, before)
        units.append(Unit(own + 1, "", KINDS[own], *place, stock))
    state = open_war(design, units)
    row = open_engagement(state, where, side)
    for own in (RED, BLUE):
        engage(state, row, own, int(own == side))
    state.engagements.posture[row, 0], state.engagements.posture[row, 1] = ATTACKS, posture
    ratio = _run(design, state, row, _frames(design, engagement))
    losses = [_loss(design, state, own, units[own].stock) for own in (side, 1 - side)]
    beaten = defeated(design, state, row) or weak(design, state, 1 - side)
    feba = 1.0 if beaten and not weak(design, state, side) else float(state.figures.feba[row])
    return End(losses[0], losses[1], feba * float(design.area.clock[DEPTH]), ratio)


def _run(design: Design, state: State, row: int, frames: int) -> float:
    """Fight until the time is over or somebody is beaten; the force ratio of the first frame."""
    scratch, ratio = make_scratch(design, 2), 0.0
    for frame in range(frames):
        state.game.time += design.area.clock[FRAME]
        assess(design, state, scratch, row, NO_LOG)
        if frame == 0:
            ratio = float(state.figures.ratio[row])
        if defeated(design, state, row) or any(weak(design, state, unit) for unit in (RED, BLUE)):
            break
    return ratio


def _scale(design: Design, engagement: Engagement) -> float:
    """So that the stronger side is one unit of the sample: only the proportions of a battle count.

    A larger one would be too many for a cell (IDX-5.4.3).
    """
    return _division(design) / max(engagement.attacker.power, engagement.defender.power)


def _division(design: Design) -> float:
    """People of Red's motor rifle division."""
    return float(design.forces.toe[KINDS[RED]][design.forces.counts[RED, NMAT]])


def _stock(design: Design, side: int, force: Force, scale: float) -> tuple[float, ...]:
    """What a force has: infantry weapons and carriers by its people, tanks, guns, supplies.

    So many people have as many small arms in both armies; those of Blue have more people
    behind them.
    """
    counts, toe = design.forces.counts[side], design.forces.toe[KINDS[side]]
    equipment, people = int(counts[NEQ]), int(counts[NMAT])
    small_arms = force.people * scale * design.forces.toe[KINDS[RED]][0] / _division(design)
    stock = toe * (small_arms / toe[0])
    stock[TANKS], stock[GUNS] = scale * force.tanks, scale * force.guns
    demand = design.support.demand[side]
    for supply in range(people - equipment):
        needed = float((stock[:equipment] * demand[:equipment, supply]).sum())
        stock[equipment + supply] = PLENTY * needed
    crews = float((stock[:people] * demand[:people, -1]).sum())
    stock[people] = max(
        float(stock[people]), crews + float(design.support.overhead[KINDS[side]][0])
    )
    return tuple(float(amount) for amount in stock)


def _loss(design: Design, state: State, side: int, before: Sequence[float]) -> float:
    """The part of its people that a side has lost, those not counted who run its unit.

    A unit that vanishes has lost no less than a counter that is eliminated.
    """
    people = int(design.forces.counts[side, NMAT])
    fighting = before[people] - float(design.support.overhead[KINDS[side]][0])
    lost = (before[people] - float(state.stock[side, people])) / fighting if fighting > 0 else 0.0
    return min(1.0, max(lost, SPENT if weak(design, state, side) else 0.0))


@cache
def _sample() -> tuple[Design, dict[int, tuple[int, int]]]:
    """The sample's design, and for each environment a cell of it with one beside it.

    No barrier lies between the two.
    """
    design = load(read_document(DEFAULT), DEFAULT.parent, str(DEFAULT)).setting.design
    area, cells = design.area, {}
    for where, environment in enumerate(area.environment):
        for side, here in enumerate(area.rim[where]):
            free = area.barrier[where, side] == 0 and is_active(area, here)
            if environment > 0 and free and int(environment) not in cells:
                cells[int(environment)] = int(here), where
    return design, cells
