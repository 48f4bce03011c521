"""One battle in every system: where all must agree, and what each must keep."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from hexfront.core.registry import find_system
from hexfront.core.study.engagement import Answer, Engagement, Force
from hexfront.history.systems import able_systems
from hexfront.systems.aggressor.study import engagement as aggressor
from hexfront.systems.brigade.study import engagement as brigade
from hexfront.systems.idahex.study import engagement as idahex
from hexfront.systems.malaya.study import engagement as malaya

Fight = Callable[[Engagement], Answer]
SYSTEMS = {
    "aggressor": aggressor.fight,
    "brigade": brigade.fight,
    "idahex": idahex.fight,
    "malaya": malaya.fight,
}
DIVISION = Force(12_000, 100, 150)
every_system = pytest.mark.parametrize("fight", SYSTEMS.values(), ids=SYSTEMS)


def times(force: Force, factor: float) -> Force:
    return Force(*(factor * amount for amount in force))


def against(factor: float, **more: Any) -> Engagement:
    """A division attacked by so many like it."""
    return Engagement(times(DIVISION, factor), DIVISION, **more)


def test_all_four_are_asked() -> None:
    assert able_systems() == tuple(SYSTEMS)
    assert find_system("takeover").studying.engagement is None


@every_system
def test_chances_add_up_and_losses_are_parts(fight: Fight) -> None:
    for factor in (0.1, 1, 1.5, 10):
        for posture in ("hasty", "fortified", "withdrawal"):
            answer = fight(against(factor, posture=posture))
            assert math.fsum(end.chance for end in answer.endings) == pytest.approx(1)
            assert all(0 <= end.attacker_loss <= 1 for end in answer.endings)
            assert all(0 <= end.defender_loss <= 1 for end in answer.endings)
            assert 0 <= answer.attacker_wins <= 1


@every_system
def test_an_overwhelming_attacker_wins(fight: Fight) -> None:
    answer = fight(against(100))
    assert answer.attacker_wins > 0.999
    assert answer.mean("attacker_loss") < 0.02  # type: ignore[operator]
    assert answer.mean("attacker_loss") < answer.mean("defender_loss")  # type: ignore[operator]


@every_system
def test_a_hopeless_attacker_gets_nowhere(fight: Fight) -> None:
    answer = fight(against(0.01))
    # Brigade's lowest column holds for all odds below 1: a sixth remains, however few attack.
    assert answer.attacker_wins <= (1 / 6 + 1e-9 if fight is brigade.fight else 1e-6)


@every_system
def test_nobody_loses_where_nobody_is(fight: Fight) -> None:
    nobody = Force(0)
    for battle, wins in (
        (Engagement(DIVISION, nobody), 1.0),
        (Engagement(nobody, DIVISION), 0.0),
        (Engagement(nobody, nobody), 0.5),
    ):
        answer = fight(battle)
        assert answer.attacker_wins == wins
        assert answer.mean("attacker_loss") == answer.mean("defender_loss") == 0


@every_system
def test_more_attackers_never_win_less(fight: Fight) -> None:
    chances = [fight(against(step / 2)).attacker_wins for step in range(1, 17)]
    assert all(a <= b + 1e-9 for a, b in pairwise(chances))


@every_system
def test_losses_are_by_proportion(fight: Fight) -> None:
    """Both sides three times as large: the same chances and parts. Malaya has more counters then,
    so that only who wins is alike."""
    for factor in (0.8, 2.0):
        one = fight(against(factor))
        three = fight(Engagement(times(DIVISION, 3 * factor), times(DIVISION, 3)))
        assert three.attacker_wins == pytest.approx(one.attacker_wins)
        if fight is not malaya.fight:
            assert three.mean("attacker_loss") == pytest.approx(one.mean("attacker_loss"))


@pytest.mark.parametrize("name", ["brigade", "malaya", "idahex", "aggressor"])
def test_ground_that_helps_the_defender_helps(name: str) -> None:
    plain, rugged = (
        SYSTEMS[name](against(1.6, relief=relief)).attacker_wins for relief in ("flat", "rugged")
    )
    assert rugged <= plain
    if name in {"brigade", "malaya", "aggressor"}:
        assert rugged < plain


def test_who_digs_in_loses_less_to_attrition() -> None:
    hasty, fortified = (idahex.fight(against(1.5, posture=p)) for p in ("hasty", "fortified"))
    assert fortified.mean("defender_loss") < hasty.mean("defender_loss")  # type: ignore[operator]


def test_equals_in_the_open_are_alike_to_the_die() -> None:
    """Aggressor's chance of a hit is the same for both, who strikes first aside."""
    answer = aggressor.fight(against(1, posture="hasty", days=0.5))
    hits = {(e.attacker_loss, e.defender_loss): e.chance for e in answer.endings}
    own, other = answer.mean("attacker_loss"), answer.mean("defender_loss")
    assert sum(hits.values()) == pytest.approx(1)
    # Two counters with even chances: one hit of two each, and two of eight steps at most.
    assert own == pytest.approx(other, rel=0.02)
    assert hits[(0.0, 0.0)] == pytest.approx(1 / 16)


def test_two_to_one_by_hand() -> None:
    """Brigade: column 2 is DE, DR, DR, DR, AR, AR. Malaya: 16 against 6 is 2-1."""
    answer = brigade.fight(against(2))
    assert answer.attacker_wins == pytest.approx(4 / 6)
    assert answer.mean("defender_loss") == pytest.approx(0.4 / 6)
    table = malaya.fight(Engagement(Force(6000), Force(4000), air=0))
    assert dict(table.terms)["column"] == "2-1 (MAL-23)"
    wins = Fraction(sum(face in (5, 6) for face in range(1, 7)) + 1, 6)
    assert table.attacker_wins == pytest.approx(float(wins))


def test_below_the_lowest_column_nobody_may_attack() -> None:
    answer = malaya.fight(Engagement(Force(2000), Force(12000)))
    assert (answer.attacker_wins, answer.mean("attacker_loss")) == (0, 0)
    assert "not allowed" in answer.endings[0].words


def test_air_and_armour_count_where_the_table_knows_them() -> None:
    without, with_air = (
        malaya.fight(Engagement(Force(6000), Force(6000), air=air)).attacker_wins for air in (0, 1)
    )
    assert with_air > without
    for name in ("aggressor", "brigade", "idahex"):
        assert "air" in SYSTEMS[name](against(1)).ignores
        assert SYSTEMS[name](against(1, air=1)) == SYSTEMS[name](against(1, air=-1))


def test_idahex_has_no_dice() -> None:
    answer = idahex.fight(against(1.5))
    assert len(answer.endings) == 2
    assert {end.words.split("'")[0] for end in answer.endings} == {"with Red", "with Blue"}
