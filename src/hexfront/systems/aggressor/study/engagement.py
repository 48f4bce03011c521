"""A battle of history, or of another system, with Aggressor's die (AGR-20 to AGR-22).

Both sides are infantry, two counters for the weaker one and more for the other, as their
power has it.  Each turn every counter attacks once the enemy's worst hit one; so what a side
has is its number of hits alone, and the chances follow exactly.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hexfront.core.documents.stricttoml import read_document
from hexfront.core.study.engagement import (
    SPENT,
    Answer,
    Ending,
    Engagement,
    merged,
    without_fight,
)
from hexfront.systems.aggressor.knowledge.determinization import worn
from hexfront.systems.aggressor.knowledge.odds import Defender, attack_chance
from hexfront.systems.aggressor.scenario.loader import load
from hexfront.systems.aggressor.scenario.state import (
    ATTACK,
    FOLDER,
    INFANTRY,
    AggressorGround,
    compile_setting,
)

FEWEST: Final = 2
"""Counters of the weaker side."""
MOST: Final = 12
"""Counters of the stronger one: as many as stand around two hexes."""
TURNS_A_DAY: Final = 2
"""A turn has no length by the rules: half a day is our choice."""
MOST_TURNS: Final = 12
HEX: Final = 5.0
"""Kilometres (AGR-1)."""
IGNORES: Final = ("weather", "air", "tanks and guns but for their part in power")

Floats = NDArray[np.float64]


def fight(engagement: Engagement) -> Answer:
    """All that may come of a battle by the die."""
    if (nobody := without_fight(engagement)) is not None:
        return nobody
    ratio = engagement.ratio
    attackers = max(FEWEST, min(MOST, round(FEWEST * ratio)))
    defenders = max(FEWEST, min(MOST, round(FEWEST / ratio)))
    turns = max(1, min(MOST_TURNS, round(TURNS_A_DAY * engagement.days)))
    covered = engagement.relief == "rugged" or engagement.cover == "wooded" or engagement.urban
    dug = engagement.posture in {"prepared", "fortified"}
    hits_back = engagement.posture not in {"delay", "withdrawal"}
    chances = _after(attackers, defenders, turns, covered, dug, hits_back)
    own, other = (counters * _steps() for counters in (attackers, defenders))
    endings = []
    for (lost, won), chance in np.ndenumerate(chances):
        if chance > 0:
            endings.append(_ending(float(chance), lost / own, won / other))
    ground = "rough" if covered else "clear"
    terms = (
        ("counters", f"{attackers} infantry against {defenders}"),
        ("turns", f"{turns}, two a day"),
        ("ground", f"{ground} (AGR-21)"),
        ("dug in", "until it attacks in its first turn (AGR-13)" if dug else "no"),
        ("defender", "attacks in its own turns" if hits_back else "does not attack"),
    )
    return Answer(merged(endings), terms, IGNORES)


def _ending(chance: float, own: float, other: float) -> Ending:
    """The side that has lost the larger part of its steps is beaten; none of the rules says so."""
    winner = int(other > own) - int(other < own)
    words = f"attacker loses {own:.0%} of its steps, defender {other:.0%}"
    advance = HEX if other == 1.0 else 0.0
    return Ending(chance, winner, own * SPENT, other * SPENT, words, advance)


@cache
def _after(
    attackers: int, defenders: int, turns: int, covered: bool, dug: bool, hits_back: bool
) -> Floats:
    """The chance of each number of hits [on attackers, on defenders]."""
    steps = _steps()
    chances = np.zeros((attackers * steps + 1, defenders * steps + 1))
    chances[0, 0] = 1.0
    for turn in range(turns):
        chances = _turn(chances, covered, dug and (turn == 0 or not hits_back))
        if hits_back:
            # Whoever goes over to the attack fights those who have left their holes in the open.
            chances = _turn(chances.T, False, False).T
    return chances


def _turn(chances: Floats, covered: bool, dug: bool) -> Floats:
    """After every counter that is left of the side in the rows has attacked once."""
    steps, after = _steps(), np.zeros_like(chances)
    counters = (len(chances) - 1) // steps
    for lost, row in enumerate(chances):
        now = row.copy()
        for strength in _strengths(counters, lost):
            hit = _hits(strength, covered, dug, len(row))
            moved = now * hit
            now -= moved
            now[1:] += moved[:-1]
        after[lost] += now
    return after


def _strengths(counters: int, lost: int) -> list[int]:
    """The strengths of the counters that are left after so many hits, the worst hit one first."""
    full_range, full_strength = _full()
    left = counters - lost // _steps()
    if left == 0:
        return []
    front = worn(full_range, full_strength, lost % _steps())[1]
    return [front, *[full_strength] * (left - 1)]


@cache
def _hits(strength: int, covered: bool, dug: bool, states: int) -> Floats:
    """The chance of a hit for each number of hits before; 0 where nobody is left."""
    full_range, full_strength = _full()
    found = np.zeros(states)
    for hits in range(states - 1):
        left = worn(full_range, full_strength, hits % _steps())
        target = Defender(INFANTRY, *left, int(dug), 1.0)
        found[hits] = attack_chance(_ground(), ATTACK, strength, target, covered).hit
    return found


def _steps() -> int:
    """Hits that eliminate an infantry counter (AGR-22)."""
    return sum(_full())


@cache
def _full() -> tuple[int, int]:
    """Range and strength of infantry (AGR-6)."""
    types: Any = _ground().types
    return int(types.full_range[INFANTRY]), int(types.full_strength[INFANTRY])


@cache
def _ground() -> AggressorGround:
    path = FOLDER / "data" / "scenarios" / "standard.json"
    return compile_setting(load(read_document(path), path.parent, str(path))).ground
