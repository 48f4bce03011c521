"""`hexfront odds takeover`: the odds of an engagement that somebody describes, TKO-17."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.table.odds import (
    SIDES,
    Distribution,
    FightOdds,
    OddsReport,
    OddsSide,
    Share,
    Term,
    fraction_text,
    read_both,
    read_terms,
)
from hexfront.systems.takeover.knowledge.assessment import (
    Assessment,
    Part,
    assess,
    assessment_document,
    pool_text,
)
from hexfront.systems.takeover.knowledge.odds import Odds, odds
from hexfront.systems.takeover.rules.strength import Strength
from hexfront.systems.takeover.scenario.loader import TakeoverScenario, compile_setting
from hexfront.systems.takeover.scenario.model import MOST_DICE

MOST: Final = 20
"""Of whatever stands on a territory."""

TERMS: Final = {
    "ns": Term("NS-Units on its own territory (TKO-5)", 0, MOST),
    "ed": Term("level of Economic Development, E-D, of its own territory (TKO-6)", 0, MOST),
    "r": Term("R-Units on its own territory, NS-Units not counted (TKO-6)", 0, MOST),
    "agents": Term("its agents on its own territory (TKO-7)", 0, MOST),
    "abroad": Term("its agents on the other side's territory (TKO-7)", 0, MOST),
    "dice": Term("six-sided dice of the whole pool, instead of all above", 1, MOST_DICE),
    "polygon": Term("faces of its polygon die, instead of the scenario's", 2, 20),
}

ABOUT: Final = (
    "What is not said of a side is 0, with one exception: economic superiority (TKO-6) gives a die "
    "to both sides where they are equal, so it is judged only if ed or r is said of a side, be it "
    "ed=0. So with nothing said the pools are those that the sides begin with (TKO-4).",
)
EXAMPLES: Final = (
    '--attacker "ns=1,ed=2" --defender "ns=2,agents=1"',
    '--attacker "ed=0"',
    '--attacker "dice=4" --defender "dice=6,polygon=12" --json',
)


def inquire(scenario: TakeoverScenario, attacker: str, defender: str) -> OddsReport:
    """The odds between two sides given as typed, such as `ns=1,ed=2` (TKO-17).

    Errors: `InputError` for what no side can have.
    """
    sides = read_both(_read, attacker, defender)
    ring = compile_setting(scenario).ring
    judged = any(key in said for said in sides for key in ("ed", "r"))
    strengths = [_strength(said) for said in sides]
    found = assess(ring.rules, *strengths, judge_economy=judged)
    pools = [_as_said(*pair) for pair in zip(SIDES, found, sides, strict=True)]
    answer = odds(pools[0].pool, pools[1].pool, tuple(ring.multipliers.tolist()))
    return _report(scenario, pools, answer, judged)


def _read(side: str, text: str) -> dict[str, int]:
    said = read_terms(text, TERMS, side)
    beside = [key for key in said if key not in {"dice", "polygon"}]
    if "dice" in said and beside:
        expected = "either dice, or what gives them"
        raise InputError.at(f"{side} dice", f"beside {', '.join(beside)}", expected)
    return said


def _strength(said: dict[str, int]) -> Strength:
    keys = ("ed", "r", "ns", "agents", "abroad")
    level, r_units, ns_units, agents, abroad = (said.get(key, 0) for key in keys)
    return Strength(level, r_units, ns_units, agents, abroad)


def _as_said(side: str, found: Assessment, said: dict[str, int]) -> Assessment:
    """A pool with what was said of it directly. Errors: `InputError` for too many dice."""
    parts = (Part(said["dice"], "as given", ""),) if "dice" in said else found.parts
    made = Assessment(said.get("polygon", found.polygon), parts)
    if made.pool.dice > MOST_DICE:
        expected = f"at most {MOST_DICE} six-sided dice in a pool"
        raise InputError.at(side, f"<{made.pool.dice} dice>", expected)
    return made


def _report(
    scenario: TakeoverScenario, pools: list[Assessment], found: Odds, judged: bool
) -> OddsReport:
    attacker, defender = pools
    document = {
        "system": "takeover",
        "scenario": scenario.name,
        **_odds_document(found),
        "pools": {side: assessment_document(pool) for side, pool in zip(SIDES, pools, strict=True)},
        "economy_judged": judged,
    }
    ends = sorted(found.dice_left.items(), key=lambda end: end[0][1] - end[0][0])
    notes = () if judged else ("TKO-6 is not judged: neither ed nor r is said of a side.",)
    return OddsReport(
        document=document,
        title=f"{scenario.title}: {pool_text(attacker.pool)} against {pool_text(defender.pool)}",
        sides=tuple(_side(*pair) for pair in zip(SIDES, pools, strict=True)),
        chances=(
            ("attacker: first round", found.round_win),
            ("defender: first round", found.round_loss),
            ("attacker: engagement", found.engagement_win),
            ("defender: engagement", 1 - found.engagement_win),
        ),
        means=(("expected rounds", found.expected_rounds),),
        distributions=(
            Distribution("dice left", tuple((_left(a, d), chance) for (a, d), chance in ends)),
            Distribution("rounds", tuple((str(n), chance) for n, chance in found.rounds.items())),
        ),
        notes=notes,
    )


def _odds_document(found: Odds) -> dict[str, Json]:
    """Odds as JSON: every number as "numerator/denominator", decimals beside (TKO-17)."""
    means = {
        "round_win": found.round_win,
        "round_loss": found.round_loss,
        "engagement_win": found.engagement_win,
        "engagement_loss": 1 - found.engagement_win,
        "expected_rounds": found.expected_rounds,
    }
    return {
        **{name: fraction_text(number) for name, number in means.items()},
        "decimals": {name: float(number) for name, number in means.items()},
        "dice_left": [
            {"attacker": a, "defender": d, **_chance(chance)}
            for (a, d), chance in found.dice_left.items()
        ],
        "rounds": [{"rounds": n, **_chance(chance)} for n, chance in found.rounds.items()],
    }


def _chance(chance: Fraction) -> dict[str, Json]:
    return {"chance": fraction_text(chance), "decimal": float(chance)}


def _side(name: str, found: Assessment) -> OddsSide:
    shares = [Share(f"d{found.polygon}", "polygon die", "TKO-4")]
    shares += [Share(f"{part.dice}d6", part.reason, part.clause) for part in found.parts]
    return OddsSide(name, pool_text(found.pool), tuple(shares))


def _left(attacker: int, defender: int) -> str:
    return f"attacker {attacker}" if attacker else f"defender {defender}"


FIGHT_ODDS: Final = FightOdds(terms=TERMS, about=ABOUT, examples=EXAMPLES, answer=inquire)
"""What the system offers to `hexfront odds`."""
