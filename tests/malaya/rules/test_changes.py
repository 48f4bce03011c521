"""Changes of mind within a phase: so often, and no more (MAL-7, MAL-31)."""

from __future__ import annotations

import pytest

from hexfront.core.table.changes import MOST_CHANGES
from hexfront.systems.malaya.rules.combat import ODDS_TOO_LOW
from hexfront.systems.malaya.rules.legality import NO_MORE_BATTLES, NO_MORE_MOVES, TOO_MANY_CHANGES
from hexfront.systems.malaya.rules.movement import OK
from hexfront.systems.malaya.scenario.state import Phase
from tests.malaya.fights import battle
from tests.malaya.small import COMMONWEALTH, Table, cw, jp

STRONG = {"attack": 9, "defence": 9}


@pytest.mark.clause("MAL-7")
def test_who_goes_back_again_and_again_stays_there() -> None:
    table = Table(jp("a", "0302"), jp("b", "0303", stacking=3), cw("x", "0308")).go_to(
        Phase.MOVEMENT
    )
    for _ in range(MOST_CHANGES):
        table.move("a", "S").do(do="back", unit="a")
    assert table.refusal(do="move", unit="a", to="S") == NO_MORE_MOVES
    assert [order["do"] for order in table.choices()] == ["done"]


@pytest.mark.clause("MAL-7")
def test_a_hex_that_holds_too_much_is_left_all_the_same() -> None:
    table = Table(jp("a", "0302"), jp("b", "0303", stacking=3), cw("x", "0308")).go_to(
        Phase.MOVEMENT
    )
    table.move("a", "S")
    table.state.game.changes = MOST_CHANGES
    assert [order["do"] for order in table.choices()] == ["back"]
    table.do(do="back", unit="a").do(do="done")


@pytest.mark.clause("MAL-31")
def test_a_battle_is_cancelled_so_often_and_no_more() -> None:
    table = battle(jp("a", "0303", **STRONG), jp("b", "0303", **STRONG), cw("x", "0304"))
    for _ in range(MOST_CHANGES // 2 - 1):
        table.do(do="attack", hex="0304").do(do="join", unit="a")
        table.do(do="join", unit="a").do(do="cancel")
    table.do(do="attack", hex="0304").do(do="join", unit="a").do(do="join", unit="b")
    table.do(do="air", points=1).do(do="air", points=0).do(do="join", unit="b")
    assert table.refusal(do="cancel") == TOO_MANY_CHANGES
    assert table.refusal(do="join", unit="a") == TOO_MANY_CHANGES
    table.do(do="air", points=1)
    assert table.refusal(do="air", points=0) == TOO_MANY_CHANGES
    assert table.refusal(do="join", unit="b") == table.refusal(do="roll") == OK


@pytest.mark.clause("MAL-31")
def test_a_battle_that_cannot_be_fought_is_cancelled_all_the_same() -> None:
    weak, strong = jp("a", "0303", attack=1), cw("x", "0304", defence=9)
    table = battle(weak, strong)
    table.do(do="attack", hex="0304").do(do="join", unit="a")
    table.state.game.changes = MOST_CHANGES
    assert table.refusal(do="roll") == ODDS_TOO_LOW
    table.do(do="cancel")
    assert table.refusal(do="attack", hex="0304") == NO_MORE_BATTLES
    assert [order["do"] for order in table.choices()] == ["done"]
    table.go_to(Phase.MOVEMENT, COMMONWEALTH)
    assert table.state.game.changes == 0
