"""Exact odds of a battle, as fractions, from what a side may know (BRG-23)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from hexfront.core.documents.strictjson import Json
from hexfront.systems.brigade.rules.combat import battle_column, battle_face
from hexfront.systems.brigade.scenario.state import RESULT_CODES, BrigadeGround

FACES = 6

RESULT_WORDS = {
    "-": "no effect",
    "DE": "the defender is eliminated",
    "DR": "the defender retreats",
    "AR": "the attackers retreat",
    "AE": "the attacker is eliminated",
    "EX": "an exchange: the defender and one attacker are eliminated",
}
"""What the codes of the results table mean (BRG-24)."""

Distribution = dict[str, Fraction]


def battle_distribution(
    ground: BrigadeGround, attackers: Sequence[int], defences: Sequence[int], place: int
) -> tuple[Distribution, dict[int, Fraction]]:
    """The chance of each result, and of each column.

    `attackers` are their strengths; `defences` the strengths that the defender
    may have, each as likely as the others (one where it is known); `place` is
    the index of the defender's hex.
    """
    results: Distribution = {}
    columns: dict[int, Fraction] = {}
    for defence in defences:
        column, modifier = battle_column(ground, len(attackers), sum(attackers), defence)
        share = Fraction(1, len(defences))
        columns[int(column)] = columns.get(int(column), Fraction(0)) + share
        for die in range(1, FACES + 1):
            face = battle_face(ground, place, die, modifier)
            code = RESULT_CODES[ground.results[face - 1, column - 1]]
            results[code] = results.get(code, Fraction(0)) + share / FACES
    return results, columns


def odds_document(results: Distribution, columns: dict[int, Fraction]) -> Json:
    """The odds as JSON: every chance as "numerator/denominator"."""
    return {
        "results": {code: str(chance) for code, chance in sorted(results.items())},
        "columns": {str(column): str(chance) for column, chance in sorted(columns.items())},
    }
