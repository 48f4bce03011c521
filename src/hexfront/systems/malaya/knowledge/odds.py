"""Exact odds of the declared battle, as fractions, from the rules themselves (MAL-22 to MAL-28).

Every answer that chance could give is carried out on copies of the state.  Air points and
the die matter only for which entry of the results table holds, so each entry is carried
out once, and weighed with all that leads to it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from hexfront.core.documents.strictjson import Json
from hexfront.core.events import NO_LOG
from hexfront.systems.malaya.rules.combat import (
    commitment_weight,
    die_modifiers,
    odds_column,
    strengths,
    table_row,
)
from hexfront.systems.malaya.rules.orders import ROLL
from hexfront.systems.malaya.rules.planes import stands
from hexfront.systems.malaya.rules.turn import CHANCE_ACTOR, apply_step, chance_weight
from hexfront.systems.malaya.scenario.loader import MalayaScenario
from hexfront.systems.malaya.scenario.model import FACES, MAX_AIR
from hexfront.systems.malaya.scenario.state import (
    ATTACKER,
    FULL,
    GONE,
    NOBODY,
    ON_MAP,
    MalayaGround,
    MalayaState,
    Phase,
)

HOLDS: Final = "holds"
RETREATS: Final = "retreats"
ELIMINATED_ALL: Final = "is eliminated"
MODIFIERS: Final = (
    "for the ground",
    "across a river",
    "for a landing",
    "for armour by road",
)
"""What is added to the die besides air points (MAL-23)."""


class BattleResult(NamedTuple):
    """What may come of a battle."""

    attacker: int
    """Steps that the attacker loses, with what its retreats cost."""
    defender: int
    """Steps that the defender loses."""
    fate: str
    """What becomes of the defender: it holds the hex, retreats, or is eliminated."""
    falls_back: bool
    """Whether attackers retreat."""


Distribution = dict[BattleResult, Fraction]


class BattleOdds(NamedTuple):
    """The odds of a battle."""

    column: int
    results: Distribution
    air: dict[int, Fraction]
    """Air points of the defender."""
    strengths: tuple[int, int]
    """Of attack and defence, in 512ths (MAL-21)."""
    modifiers: tuple[int, int, int, int]
    """Of the die besides air points: ground, river, landing, armour (MAL-23)."""

    @property
    def vacated(self) -> Fraction:
        """The chance that the defender leaves the hex."""
        return sum((p for r, p in self.results.items() if r.fate != HOLDS), Fraction(0))

    def expected(self, side: str) -> Fraction:
        """Steps that are lost on average, of the `attacker` or the `defender`."""
        return sum((getattr(r, side) * p for r, p in self.results.items()), Fraction(0))


def battle_odds(ground: MalayaGround, state: MalayaState) -> BattleOdds:
    """The odds of the battle that is declared, if it were fought now; the state stays as it is."""
    attack, defence = strengths(ground, state)
    column = int(odds_column(ground, attack, defence))
    air = _commitments(ground, state)
    begun = state.copy()
    apply_step(ground, begun, state.game.active, ROLL, NO_LOG)
    parts: dict[int, tuple[Fraction, int, int]] = {}
    for outcome, (points, chance) in enumerate(air.items()):
        for face in range(FACES):
            entry = _entry(ground, state, points, face + 1, column)
            share, _, _ = parts.get(entry, (Fraction(0), 0, 0))
            parts[entry] = share + chance / FACES, outcome, face
    results: Distribution = {}
    for share, outcome, face in parts.values():
        rolled = begun.copy()
        if rolled.game.phase == Phase.DEFENCE:
            apply_step(ground, rolled, CHANCE_ACTOR, outcome, NO_LOG)
        apply_step(ground, rolled, CHANCE_ACTOR, face, NO_LOG)
        _follow(ground, state, rolled, share, results)
    modifiers = die_modifiers(ground, state)
    return BattleOdds(column, results, air, (attack, defence), modifiers)


def _commitments(ground: MalayaGround, state: MalayaState) -> dict[int, Fraction]:
    """The chance of each number of air points of the defender (MAL-22)."""
    weights = [int(commitment_weight(ground, state, points)) for points in range(MAX_AIR + 1)]
    total = sum(weights)
    return {points: Fraction(weight, total) for points, weight in enumerate(weights) if weight}


def _entry(ground: MalayaGround, state: MalayaState, air: int, face: int, column: int) -> int:
    """The entry of the results table for air points of the defender and a die (MAL-23)."""
    most = ground.rules.air_die
    net = max(-most, min(most, state.game.air - air))
    return int(table_row(ground, face, sum(die_modifiers(ground, state)) + net, column))


def _follow(
    ground: MalayaGround,
    before: MalayaState,
    state: MalayaState,
    chance: Fraction,
    results: Distribution,
) -> None:
    """Follow every way in which chance distributes the losses, to the end of the battle."""
    if state.game.phase != Phase.LOSS:
        result = _result(ground, before, state)
        results[result] = results.get(result, Fraction(0)) + chance
        return
    losers = 0
    while chance_weight(ground, state, losers) != NOBODY:
        losers += 1
    for outcome in range(losers):
        branch = state.copy()
        apply_step(ground, branch, CHANCE_ACTOR, outcome, NO_LOG)
        _follow(ground, before, branch, chance / losers, results)


def _result(ground: MalayaGround, before: MalayaState, after: MalayaState) -> BattleResult:
    """What a battle came to."""
    place, side = int(before.game.selected), int(before.game.active)
    lost = before.units.steps - after.units.steps
    defenders = before.units.place == place
    alive = defenders & (after.units.status != GONE)
    attackers = before.units.duty == ATTACKER
    back = attackers & (before.units.status == ON_MAP) & (after.units.status != GONE)
    moved = back & (after.units.place != before.units.place)
    fate = HOLDS
    if not stands(after, place, 1 - side):
        fate = RETREATS if alive.any() else ELIMINATED_ALL
    steps = int(lost[attackers].sum()), int(lost[defenders].sum())
    return BattleResult(*steps, fate, bool(moved.any()))


def odds_document(scenario: MalayaScenario, odds: BattleOdds, *, with_vacated: bool = True) -> Json:
    """The odds as JSON: every chance as "numerator/denominator"; what may come of it first."""
    column = scenario.file.results.columns[odds.column]
    attack, defence = map(strength_text, odds.strengths)
    added = [f"{signed(n)} {why}" for why, n in zip(MODIFIERS, odds.modifiers, strict=True) if n]
    ordered = sorted(odds.results.items(), key=lambda item: (item[0].attacker, item[0]))
    return {
        **({"the hex is vacated": str(odds.vacated)} if with_vacated else {}),
        "results": {result_text(result): str(chance) for result, chance in ordered},
        "steps lost on average": {
            side: f"{float(odds.expected(side)):.2f} steps" for side in ("attacker", "defender")
        },
        "strengths": f"{attack} against {defence}",
        "column": f"{column.attacker}-{column.defender}",
        "added to the die besides air points": ", ".join(added) or "nothing",
        "air points of the defender": {
            f"{points} {'point' if points == 1 else 'points'}": str(chance)
            for points, chance in sorted(odds.air.items())
        },
    }


def result_text(result: BattleResult) -> str:
    """A result in words.

    >>> result_text(BattleResult(1, 2, RETREATS, False))
    'attacker loses 1; defender loses 2 and retreats'
    """
    back = " and retreats" if result.falls_back else ""
    fate = "" if result.fate == HOLDS else f" and {result.fate}"
    return f"attacker loses {result.attacker}{back}; defender loses {result.defender}{fate}"


def strength_text(value: int) -> str:
    """A strength in 512ths as people write it, never rounded (MAL-21).

    >>> strength_text(512 * 8), strength_text(512 * 3 + 128)
    ('8', '3 1/4')
    """
    whole, rest = divmod(value, FULL)
    part = Fraction(rest, FULL)
    if not rest:
        return str(whole)
    return f"{whole} {part}" if whole else str(part)


def signed(number: int) -> str:
    """A modifier as people write it.

    >>> signed(1), signed(0), signed(-2)
    ('+1', '+0', '−2')
    """
    return f"{number:+d}".replace("-", "\u2212")
