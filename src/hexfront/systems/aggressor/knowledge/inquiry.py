"""`hexfront odds aggressor`: the odds of an attack that somebody describes, AGR-21 to AGR-24."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from hexfront.core.contract import Counter
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
    word_term,
)
from hexfront.systems.aggressor.knowledge.odds import (
    FORM_CLAUSES,
    Defender,
    attack_chance,
    defenders,
)
from hexfront.systems.aggressor.knowledge.view import TITLES
from hexfront.systems.aggressor.scenario.loader import AggressorScenario
from hexfront.systems.aggressor.scenario.model import TYPE_NAMES
from hexfront.systems.aggressor.scenario.state import (
    FORM_NAMES,
    NO_TYPE,
    AggressorGround,
    compile_setting,
)

FORMS: Final = ("attack", "assault", "ambush", "strike", "fire", "launch")
"""What is said for the forms of attack, in their order."""
NO_YES: Final = ("no", "yes")

TERMS: Final = {
    "form": word_term("the form of attack", *FORMS, of="attacker"),
    "strength": Term("strength (AGR-21)", 1, 9),
    "range": Term("steps of range that it has left (AGR-22)", 0, 9, "defender"),
    "type": word_term(
        "its type, whose strength and range are those of a whole unit of it",
        *TYPE_NAMES,
        of="defender",
    ),
    "dug": word_term("whether it is dug in (AGR-13)", *NO_YES, of="defender"),
    "rough": word_term(
        "whether it stands in rough or contaminated terrain (AGR-21)", *NO_YES, of="defender"
    ),
}
ABOUT: Final = (
    "A unit of strength 3 attacks, unless more is said. Of a defender of which neither strength "
    "nor type is said, nothing is known: it may be any, dug in or not, as at the table.",
)
EXAMPLES: Final = (
    '--attacker "strength=4" --defender "strength=3,range=0,dug=yes"',
    '--attacker "form=ambush,strength=2" --defender "type=armor"',
    '--die d8 --attacker "strength=5" --json',
)
USUAL: Final = 3
FINEST: Final = 1_000_000
"""Chances are fractions of faces and percents: none has so large a denominator."""


def inquire(scenario: AggressorScenario, attacker: str, defender: str) -> OddsReport:
    """The odds of an attack, as typed. Errors: `InputError`."""
    here, there = read_both(lambda side, text: read_terms(text, TERMS, side), attacker, defender)
    ground = compile_setting(scenario).ground
    form, strength = here.get("form", 0), here.get("strength", USUAL)
    covered = bool(there.get("rough", 0))
    targets = [_known(ground, there)] if {"strength", "type"} & set(there) else None
    if targets is None:
        targets = defenders(ground, NO_TYPE, 0)
        if "dug" in there:
            alike = [t for t in targets if t.dug == there["dug"]]
            targets = [t._replace(weight=1 / len(alike)) for t in alike]
    each = [attack_chance(ground, form, strength, target, covered) for target in targets]
    weights = [_exact(target.weight) for target in targets]
    hit = sum((w * _exact(c.hit) for w, c in zip(weights, each, strict=True)), Fraction(0))
    kill = sum((w * _exact(c.kill) for w, c in zip(weights, each, strict=True)), Fraction(0))
    results = (
        ("it is eliminated", kill),
        ("it is hit, and stands", hit - kill),
        ("it is missed", 1 - hit),
    )
    rules = ground.rules
    cover = [Share(f"−{rules.rough_cover}", "faces, rough or contaminated", "AGR-21")]
    shares = [Share(f"{rules.die // 2}", f"of {rules.die} faces hit at equal strength", "AGR-21")]
    shares += cover if covered else []
    kinds: dict[str, Fraction] = {}
    for target, weight, chance in zip(targets, weights, each, strict=True):
        if target.kind != NO_TYPE:
            title = f"{TITLES[target.kind]}{', dug in' if target.dug else ''}"
            kinds[f"{title}, {float(chance.hit):.0%} hit"] = weight
    known = Distribution("what it may be", tuple(kinds.items()))
    return OddsReport(
        document={
            "system": "aggressor",
            "scenario": scenario.name,
            "form": FORMS[form],
            "strength": strength,
            "hit": fraction_text(hit),
            "eliminated": fraction_text(kill),
            "decimals": {"hit": float(hit), "eliminated": float(kill)},
            "outcomes": chances_document(results),
            "may_be": chances_document(known.chances),
        },
        title=f"{scenario.title}: {FORM_NAMES[form]}, d{rules.die}",
        sides=(
            OddsSide(
                "attacker",
                f"strength {strength}",
                (Share(f"+{strength}", "faces, its strength", FORM_CLAUSES[form]),),
            ),
            OddsSide("defender", _words(targets), tuple(shares)),
        ),
        chances=(("the defender is hit", hit), ("the defender is eliminated", kill)),
        means=(),
        distributions=(Distribution("result", results), *((known,) if len(kinds) > 1 else ())),
    )


def _known(ground: AggressorGround, said: dict[str, int]) -> Defender:
    """A defender of which something is said."""
    types = ground.types
    kind = said.get("type", NO_TYPE)
    strength = int(types.full_strength[kind]) if kind != NO_TYPE else USUAL
    far = int(types.full_range[kind]) if kind != NO_TYPE else 0
    left = said.get("strength", strength)
    return Defender(kind, said.get("range", far), left, said.get("dug", 0), 1.0)


def _words(targets: list[Defender]) -> str:
    if len(targets) > 1:
        return "nothing known"
    (target,) = targets
    return f"strength {target.strength}, range {target.range}{', dug in' if target.dug else ''}"


def _exact(chance: float) -> Fraction:
    """The fraction that a float stands for."""
    return Fraction(chance).limit_denominator(FINEST)


def _pair(scenario: AggressorScenario, attacker: Counter, defender: Counter) -> tuple[str, str]:
    kind = TYPE_NAMES[TITLES.index(defender.name)]
    strength, reach = (defender.values.get(name, 0) for name in ("strength", "range"))
    rough = NO_YES[defender.place in scenario.file.terrain.rough]
    return (
        f"strength={attacker.values.get('strength', USUAL)}",
        f"type={kind},strength={strength},range={reach},rough={rough}",
    )


FIGHT_ODDS: Final = FightOdds(TERMS, ABOUT, EXAMPLES, inquire, _pair)
"""What the system offers to `hexfront odds`."""
