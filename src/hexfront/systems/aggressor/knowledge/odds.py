"""Exact chances before an order, computed from what the side may know (AGR-21 to AGR-36)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from hexfront.core.documents.strictjson import Json
from hexfront.jit import small_kernel
from hexfront.systems.aggressor.knowledge.determinization import worn
from hexfront.systems.aggressor.knowledge.view import TITLES
from hexfront.systems.aggressor.rules.combat import air_risk, faces_that_hit
from hexfront.systems.aggressor.scenario.state import (
    AMBUSH,
    ASSAULT,
    ATTACK,
    FORM_NAMES,
    LAUNCH,
    NO_TYPE,
    TYPES,
    AggressorGround,
)

FORM_CLAUSES: Final = ("AGR-21", "AGR-23", "AGR-24", "AGR-31", "AGR-35", "AGR-33")


class Defender(NamedTuple):
    """What a target may be, and how likely."""

    kind: int
    range: int
    strength: int
    dug: int
    weight: float


class Chance(NamedTuple):
    """Of one attack."""

    hit: float
    """At least one hit."""
    kill: float
    """The target is eliminated."""


def possible_kinds(kind: int, launched: bool) -> Sequence[int]:
    """What a contact may be: Technical only once its side has launched (AGR-21)."""
    return (kind,) if kind != NO_TYPE else range(TYPES + launched)


def defenders(
    ground: AggressorGround, kind: int, hits: int, launched: bool = False
) -> list[Defender]:
    """The mixture that a contact stands for; the same as `determinization` draws from."""
    kinds = possible_kinds(kind, launched)
    found = []
    for each in kinds:
        full = int(ground.types.full_range[each]), int(ground.types.full_strength[each])
        left = worn(*full, hits)
        found += [Defender(each, *left, dug, 0.5 / len(kinds)) for dug in (0, 1)]
    return found


def attack_chance(
    ground: AggressorGround, form: int, strength: int, target: Defender, covered: bool
) -> Chance:
    """The exact chance of one form of attack on one supposed defender."""
    die = ground.rules.die
    hit = faces_that_hit(ground, strength, target.strength, covered, target.dug) / die
    if form == LAUNCH:
        return Chance(hit, hit)
    if form == ASSAULT:
        direct = ground.rules.direct / 100 if target.range else 1.0
        return Chance(hit, hit * direct if target.strength == 1 else 0.0)
    killing = target.range == 0 and target.strength == 1
    if form != AMBUSH or killing:
        # The first hit decides: a second attempt only follows where the target still stands.
        if form == AMBUSH:
            return Chance(1 - (1 - hit) ** 2, 1 - (1 - hit) ** 2)
        return Chance(hit, hit if killing else 0.0)
    left, stays = worn(target.range, target.strength, 1)
    again = faces_that_hit(ground, strength, stays, covered, target.dug) / die
    dies = hit * again if left == 0 and stays == 1 and _two_kill(target) else 0.0
    return Chance(1 - (1 - hit) ** 2, dies)


def _two_kill(target: Defender) -> bool:
    """Whether two hits eliminate: two steps left in all (AGR-22)."""
    return target.range + target.strength == 2


@small_kernel
def air_loss(ground: AggressorGround, far: int, strength: int, strike: bool) -> float:
    """The chance that a mission over so many hexes costs the base a step (AGR-32)."""
    rules = ground.rules
    if rules.classic == 1:
        return min(far / (rules.classic_span * strength), 1.0)
    risk, ways = air_risk(far, strength, strike), 0
    for total in range(2, 2 * rules.die + 1):
        if 2 * total <= risk:
            ways += min(total - 1, 2 * rules.die + 1 - total)
    return ways / rules.die**2


class Odds:
    """Makes the documents that offers carry."""

    def __init__(self, ground: AggressorGround) -> None:
        self._ground = ground

    def attack(
        self,
        forms: tuple[int, ...],
        strength: int,
        kind: int,
        hits: int,
        covered: bool,
        launched: bool,
    ) -> Json:
        """The exact chances of an attack on a contact.

        Args:
            forms: the form of attack, and what it may turn out to be instead.
            strength: of the attacker.
            kind: of the target, or `NO_TYPE`.
            hits: that it was seen to take.
            covered: whether it stands in rough or contaminated terrain.
            launched: whether its side has launched missiles.
        """
        targets = defenders(self._ground, kind, hits, launched)
        each = [attack_chance(self._ground, forms[0], strength, t, covered) for t in targets]
        extremes = list(self._extremes(forms, strength, kind, covered))
        document: dict[str, Json] = {
            "chance": _sum(t.weight * c.hit for t, c in zip(targets, each, strict=True)),
            "low": min(extremes),
            "high": max(extremes),
            "kill": _sum(t.weight * c.kill for t, c in zip(targets, each, strict=True)),
            "form": FORM_NAMES[forms[0]],
            "terms": self._terms(forms[0], strength, covered),
            "mixture": self._mixture(targets, each) if kind == NO_TYPE else [],
        }
        for other in forms[1:]:
            rest = [attack_chance(self._ground, other, strength, t, covered) for t in targets]
            document[FORM_NAMES[other].lower()] = _sum(
                t.weight * c.hit for t, c in zip(targets, rest, strict=True)
            )
        return document

    def own_target(
        self, strength: int, kind: int, left: tuple[int, int], dug: int, covered: bool
    ) -> Json:
        """A launch at a unit of one's own, of which all is known (AGR-33)."""
        target = Defender(kind, *left, dug, 1.0)
        chance = attack_chance(self._ground, LAUNCH, strength, target, covered)
        return {
            "chance": chance.hit,
            "low": chance.hit,
            "high": chance.hit,
            "kill": chance.kill,
            "form": FORM_NAMES[LAUNCH],
            "terms": self._terms(LAUNCH, strength, covered),
            "mixture": [],
        }

    def _extremes(
        self, forms: tuple[int, ...], strength: int, kind: int, covered: bool
    ) -> Iterator[float]:
        """The chance for every strength that the target may have, dug in or not."""
        # A Technical unit is no stronger than the missile unit that it was.
        kinds = possible_kinds(kind, False)
        most = max(int(self._ground.types.full_strength[each]) for each in kinds)
        for form in forms:
            for defence in range(1, most + 1):
                for dug in (0, 1):
                    target = Defender(kind, 1, defence, dug, 1.0)
                    yield attack_chance(self._ground, form, strength, target, covered).hit

    def _terms(self, form: int, strength: int, covered: bool) -> list[Json]:
        rules = self._ground.rules
        die = rules.die
        terms: list[tuple[str, int, str]] = [
            (f"of {die} faces hit at equal strength", die // 2, "AGR-21"),
            ("strength of the attacker", strength, FORM_CLAUSES[form]),
            ("strength of the defender", 0, "AGR-21"),
        ]
        if covered:
            cover = -rules.rough_cover
            terms.append(("defender in rough or contaminated terrain", cover, "AGR-21"))
        terms.append(("if the defender is dug in", -rules.dug_cover, "AGR-13"))
        return [{"text": text, "value": value, "clause": clause} for text, value, clause in terms]

    def _mixture(self, targets: list[Defender], chances: list[Chance]) -> list[Json]:
        """By type: weight, and the chance against it."""
        found: dict[int, list[float]] = {}
        for target, chance in zip(targets, chances, strict=True):
            entry = found.setdefault(target.kind, [0.0, 0.0])
            entry[0] += target.weight
            entry[1] += target.weight * chance.hit
        return [
            {"type": TITLES[kind], "weight": weight, "chance": total / weight}
            for kind, (weight, total) in found.items()
        ]

    def certain(self, percent: int, text: str, clause: str) -> Json:
        """A chance in percent that depends on nothing hidden."""
        chance = percent / 100
        return {
            "chance": chance,
            "low": chance,
            "high": chance,
            "form": text,
            "terms": [{"text": text, "value": percent, "clause": clause}],
            "mixture": [],
        }

    def air_loss(self, far: int, strength: int, strike: bool) -> float:
        """The chance that a mission costs the base a step (AGR-32)."""
        return float(air_loss(self._ground, far, strength, strike))


def _sum(parts: Iterator[float]) -> float:
    return float(sum(parts))


ATTACK_OR_AMBUSH: Final = (ATTACK, AMBUSH)
"""Whether an unmoved attacker was seen, its player does not know (AGR-17, AGR-24)."""
