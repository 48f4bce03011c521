"""Air points of both sides: MAL-22, MAL-23."""

from __future__ import annotations

import pytest

from hexfront.systems.malaya.rules.combat import (
    NO_AIR,
    SAME_AIR,
    TOO_MUCH_AIR,
    AirCommitted,
    Rolled,
)
from hexfront.systems.malaya.rules.movement import OK
from hexfront.systems.malaya.scenario.state import COMMONWEALTH, JAPAN, Phase
from tests.malaya.fights import declared, rolled
from tests.malaya.small import Table, cw, jp


@pytest.mark.clause("MAL-22")
def test_air_points_of_the_attacker() -> None:
    table = declared("0403", "a", jp("a", "0303"), cw("x", "0403"))
    assert table.state.game.air_left[JAPAN] == 3  # no airfield is held
    assert table.refusal(do="air", points=0) == SAME_AIR
    assert table.refusal(do="air", points=4) == TOO_MUCH_AIR
    table.do(do="air", points=2)
    assert table.state.game.air_left[JAPAN] == 3
    assert rolled(table)[2] == 2 - 1
    assert table.state.game.air_left[JAPAN] == 1


@pytest.mark.clause("MAL-22")
def test_no_more_than_are_left_and_none_are_spent_by_cancelling() -> None:
    table = declared("0403", "a", jp("a", "0303"), cw("x", "0403"))
    table.do(do="air", points=3).do(do="cancel")
    assert table.state.game.air_left[JAPAN] == 3
    table.state.game.air_left[JAPAN] = 1
    table.do(do="attack", hex="0403")
    assert table.refusal(do="air", points=2) == NO_AIR
    assert table.refusal(do="air", points=1) == OK


@pytest.mark.clause("MAL-22")
@pytest.mark.parametrize(
    ("turn", "held", "japan", "commonwealth"),
    [(1, 1, 4, 2), (1, 0, 3, 3), (2, 2, 5, 1), (3, 0, 3, 1), (4, 0, 3, 1)],
)
def test_air_points_by_turn_and_airfields(
    turn: int, held: int, japan: int, commonwealth: int
) -> None:
    for side, points in ((JAPAN, japan), (COMMONWEALTH, commonwealth)):
        table = Table(jp("a", "0302"), cw("x", "0308"))
        for label in ("0306", "0702")[:held]:
            table.hold(JAPAN, label)
        table.go_to(3, side, turn)
        assert table.state.game.air_left[side] == points


@pytest.mark.clause("MAL-22")
def test_the_points_of_the_turn_are_the_most() -> None:
    plenty = {"by_turn": [2], "without_airfield": 9, "each_airfield": 9}
    table = Table(jp("a", "0302"), cw("x", "0308"), air={"japan": plenty}).go_to(3)
    assert table.state.game.air_left[JAPAN] == 2


def skies(target: str, *, left: int, weights: list[int], attack: int = 8) -> Table:
    """A battle that is rolled for, with aircraft left to the defender."""
    table = declared(
        target,
        "a",
        jp("a", "0303", attack=attack),
        cw("x", target, defence=8),
        air={"defence": [[1]] * 2 + [weights] + [[0, 0, 0, 1]] * 6},
    )
    table.state.game.air_left[COMMONWEALTH] = left
    return table


@pytest.mark.clause("MAL-22")
@pytest.mark.parametrize(
    ("target", "left", "weights"),
    [
        ("0203", 4, [6, 3, 2, 1]),
        ("0203", 2, [6, 3, 3]),  # what it lacks stays away
        ("0203", 1, [6, 6]),
        ("0403", 4, [9, 2, 1]),  # one less where the jungle hides the ground
    ],
)
def test_the_defender_draws_its_air_points(target: str, left: int, weights: list[int]) -> None:
    for air in (0, 2):  # which play no part
        table = skies(target, left=left, weights=[6, 3, 2, 1])
        if air:
            table.do(do="air", points=air)
        table.do(do="roll")
        assert (table.state.game.phase, table.weights()) == (Phase.DEFENCE, weights)
        table.answer(1)
        assert [
            event.what.points for event in table.events if isinstance(event.what, AirCommitted)
        ] == [1]
        assert (table.state.game.phase, table.state.game.defence_air) == (Phase.DIE, 1)
        assert table.state.game.air_left[COMMONWEALTH] == left - 1
        table.answer(2)
        roll = next(event.what for event in table.events if isinstance(event.what, Rolled))
        assert roll.modifier == (air - 1) - (target == "0403")


@pytest.mark.clause("MAL-22")
def test_by_the_odds_and_no_draw_where_it_is_sure() -> None:
    table = skies("0203", left=9, weights=[1, 1], attack=16)  # 2-1: three for sure
    table.do(do="roll")
    assert (table.state.game.phase, table.state.game.defence_air) == (Phase.DIE, 3)
    table = skies("0203", left=0, weights=[1, 1])
    table.do(do="roll")
    assert (table.state.game.phase, table.state.game.defence_air) == (Phase.DIE, 0)


@pytest.mark.clause("MAL-22")
def test_only_what_can_come_is_drawn() -> None:
    table = skies("0203", left=9, weights=[0, 2, 0, 1])
    table.do(do="roll")
    assert table.weights() == [2, 1]
    table.answer(1)
    assert table.state.game.defence_air == 3


@pytest.mark.clause("MAL-23")
def test_net_air_points_count_up_to_two() -> None:
    for ours, theirs, net in ((3, 0, 2), (0, 3, -2), (3, 2, 1), (1, 2, -1)):
        table = skies("0203", left=9, weights=[1, 1, 1, 1])
        if ours:
            table.do(do="air", points=ours)
        table.do(do="roll").answer(theirs).answer(2)
        assert next(e.what.modifier for e in table.events if isinstance(e.what, Rolled)) == net


@pytest.mark.clause("MAL-22")
def test_points_held_back_defend_in_the_enemys_player_turn() -> None:
    table = Table(jp("a", "0302"), cw("x", "0303"))
    assert table.state.game.air_left[COMMONWEALTH] == 3  # of the first turn, two airfields held
    table.go_to(Phase.COMBAT, JAPAN)
    assert table.state.game.air_left[COMMONWEALTH] == 3
    table.do(do="attack", hex="0303").do(do="join", unit="a").do(do="air", points=2)
    table.do(do="roll")
    table.go_to(3, COMMONWEALTH)
    assert table.state.game.air_left[JAPAN] == 1
