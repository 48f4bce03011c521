"""`hexfront odds brigade`: the odds of a battle that somebody describes, BRG-21 to BRG-24."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from hexfront.core.contract import Counter
from hexfront.core.errors import InputError
from hexfront.core.table.odds import (
    Distribution,
    FightOdds,
    OddsReport,
    OddsSide,
    Share,
    Term,
    chances_document,
    fraction_text,
    read_both,
    read_terms,
)
from hexfront.core.table.plurals import counted
from hexfront.systems.brigade.knowledge.odds import RESULT_WORDS, battle_distribution
from hexfront.systems.brigade.rules.combat import COLUMNS
from hexfront.systems.brigade.scenario.loader import BrigadeScenario
from hexfront.systems.brigade.scenario.state import Setting, compile_setting

TERMS: Final = {
    "units": Term("units that attack (BRG-22)", 1, 12, "attacker"),
    "strength": Term("strength: of all attackers, or of the defender (BRG-23)", 1, 99),
    "hex": Term("number of the defender's hex, for its terrain (BRG-2)", 101, 9999, "defender"),
}
ABOUT: Final = (
    "One unit of strength 1 attacks one of strength 1, unless more is said. Strengths count with "
    "--by-strength, the number of attackers without it. Without hex the ground changes no die.",
)
EXAMPLES: Final = (
    '--attacker "units=3"',
    '--attacker "units=2,strength=8" --defender "strength=3" --by-strength',
    '--rules advanced --attacker "units=2" --defender "hex=0305" --json',
)
ORDER: Final = ("DE", "DR", "EX", "-", "AR", "AE")
"""The best for the attacker first."""


def inquire(scenario: BrigadeScenario, attacker: str, defender: str) -> OddsReport:
    """The odds of a battle, as typed. Errors: `InputError`."""
    here, there = read_both(lambda side, text: read_terms(text, TERMS, side), attacker, defender)
    setting = compile_setting(scenario)
    place = _place(setting, there.get("hex"))
    units = here.get("units", 1)
    strength, defence = here.get("strength", units), there.get("strength", 1)
    # So many units have this strength together.
    attackers = [strength, *[0] * (units - 1)]
    results, columns = battle_distribution(setting.ground, attackers, [defence], place)
    (column,) = columns
    by_strength = bool(setting.ground.rules.by_strength)
    modifier = int(setting.ground.hexes.modifier[place])
    chances = tuple((RESULT_WORDS[c], results[c]) for c in ORDER if c in results)
    leaves = sum((results.get(code, Fraction(0)) for code in ("DE", "DR", "EX")), Fraction(0))
    return OddsReport(
        document={
            "system": "brigade",
            "scenario": scenario.name,
            "by_strength": by_strength,
            "column": column,
            "die_modifier": modifier,
            "defender_leaves": fraction_text(leaves),
            "results": {c: fraction_text(results[c]) for c in ORDER if c in results},
            "outcomes": chances_document(chances),
        },
        title=f"{scenario.title}: column {column} of {COLUMNS} of the results table",
        sides=(
            OddsSide("attacker", counted(units, "unit"), _why(by_strength, strength, column)),
            OddsSide(
                "defender",
                f"strength {defence}",
                (
                    Share(
                        f"{modifier:+d}",
                        f"to the die, {_ground(scenario, setting, place)}",
                        "BRG-2",
                    ),
                ),
            ),
        ),
        chances=(("the defender leaves the hex", leaves),),
        means=(),
        distributions=(Distribution("result", chances),),
    )


def _why(by_strength: bool, strength: int, column: int) -> tuple[Share, ...]:
    text = f"strength {strength} against the defender's" if by_strength else "number of attackers"
    return (Share(f"column {column}", text, "BRG-23"),)


def _ground(scenario: BrigadeScenario, setting: Setting, place: int) -> str:
    label = setting.labels[place]
    kinds = {entry.hex: entry.terrain for entry in scenario.terrain.hexes}
    return f"{kinds[label]} as in {label}"


def _place(setting: Setting, number: int | None) -> int:
    """The defender's hex; without a number one that changes no die. Errors: `InputError`."""
    if number is None:
        return int((setting.ground.hexes.modifier[: len(setting.labels)] == 0).argmax())
    label = f"{number:04d}"
    if label not in setting.index_of:
        first, last = setting.labels[0], setting.labels[-1]
        expected = f"a hex of the map, such as {first} or {last}"
        raise InputError.at("defender hex", label, expected)
    return setting.index_of[label]


def _pair(_: BrigadeScenario, attacker: Counter, defender: Counter) -> tuple[str, str]:
    strengths = [one.values.get("strength", 1) for one in (attacker, defender)]
    return f"units=1,strength={strengths[0]}", f"strength={strengths[1]},hex={defender.place}"


FIGHT_ODDS: Final = FightOdds(TERMS, ABOUT, EXAMPLES, inquire, _pair)
"""What the system offers to `hexfront odds`."""
