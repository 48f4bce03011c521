"""Rail moves, MAL-12: each restriction."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.systems.malaya.rules.legality import OVERSTACKED
from hexfront.systems.malaya.rules.movement import (
    ENEMY_THERE,
    NO_RAILWAY,
    NOT_CONTROLLED,
    OK,
    RAIL_BESIDE_ENEMY,
    RAIL_MOVED,
    RAIL_TOO_FAR,
    RAIL_UNSUPPLIED,
    RAIL_USED_UP,
    STOPPED_BY_ZONE,
)
from hexfront.systems.malaya.scenario.state import COMMONWEALTH, JAPAN, Phase
from tests.malaya.small import Table, cw, jp, the_map

MORE_RAIL = [{"name": "rail", "side": "commonwealth", "title": "Rail", "points": 3, "rail": 1}]


def station(*units: dict[str, Any], **changes: Any) -> Table:
    """The rail phase of Commonwealth units, the map being theirs."""
    return Table(*units, **changes).go_to(Phase.RAIL, COMMONWEALTH)


def ride(table: Table, name: str, to: str) -> int:
    return table.refusal(do="move", unit=name, to=to)


@pytest.mark.clause("MAL-12")
def test_a_train_goes_along_the_railway() -> None:
    table = station(cw("a", "0207"), cw("b", "0303"), jp("x", "0701"))
    assert ride(table, "a", "NE") == NO_RAILWAY
    table.move("a", "N", "N", "N", "N", "N")
    assert (table.where("a"), table.state.game.rail_left) == ("0202", 0)


@pytest.mark.clause("MAL-12")
def test_so_many_hexes_and_no_more() -> None:
    table = station(cw("a", "0207"), jp("x", "0701"), capacities={"rail_hexes": 2})
    table.move("a", "N", "N")
    assert ride(table, "a", "N") == RAIL_TOO_FAR


@pytest.mark.clause("MAL-12")
def test_one_train_a_turn_and_a_second_by_the_option() -> None:
    table = station(cw("a", "0207"), cw("b", "0206"), jp("x", "0701"))
    table.move("a", "SE")
    assert ride(table, "b", "N") == RAIL_USED_UP
    table.go_to(Phase.RAIL, COMMONWEALTH, turn=2)
    assert ride(table, "b", "N") == OK
    table = Table(cw("a", "0207"), cw("b", "0206"), jp("x", "0701"), options=MORE_RAIL)
    table.do(do="take", option="rail")
    table.go_to(Phase.RAIL, COMMONWEALTH)
    table.move("a", "SE").move("b", "N").move("a", "NW")
    assert table.state.game.rail_left == 0


@pytest.mark.clause("MAL-12")
def test_japan_has_one_train() -> None:
    table = Table(jp("a", "0201"), jp("b", "0202"), cw("x", "0308")).go_to(Phase.RAIL)
    table.move("a", "S")
    assert ride(table, "b", "N") == RAIL_USED_UP


@pytest.mark.clause("MAL-12")
def test_only_friendly_hexes() -> None:
    table = Table(cw("a", "0204"), cw("b", "0207"), jp("x", "0701"))
    table.hold(JAPAN, "0203")
    table.go_to(Phase.RAIL, COMMONWEALTH)
    assert ride(table, "a", "N") == NOT_CONTROLLED
    assert ride(table, "a", "S") == OK


@pytest.mark.clause("MAL-12")
def test_no_enemy_on_the_way() -> None:
    table = station(cw("a", "0207"), jp("x", "0205"))
    table.move("a", "N")
    assert ride(table, "a", "N") == ENEMY_THERE


@pytest.mark.clause("MAL-12")
def test_only_supplied_units() -> None:
    table = Table(cw("a", "0203"), cw("b", "0207"), jp("x", "0701"), shipping=None)
    table.hold(JAPAN)
    table.hold(COMMONWEALTH, "0202", "0203", "0207", "0308")
    table.go_to(Phase.RAIL, COMMONWEALTH)
    assert (table.unit("a", "supplied"), table.unit("b", "supplied")) == (0, 1)
    assert ride(table, "a", "N") == RAIL_UNSUPPLIED
    assert ride(table, "b", "SE") == OK


@pytest.mark.clause("MAL-12")
def test_not_after_a_march_nor_by_sea() -> None:
    table = Table(cw("a", "0206"), cw("b", "0203"), cw("c", "0204"), jp("x", "0701"))
    table.go_to(Phase.MOVEMENT, COMMONWEALTH)
    table.move("a", "S")
    table.do(do="done")
    assert table.state.game.phase == Phase.RAIL
    assert ride(table, "a", "N") == RAIL_MOVED
    table.set_unit("c", "sailed", 1)
    assert ride(table, "c", "N") == RAIL_MOVED
    assert ride(table, "b", "N") == OK


@pytest.mark.clause("MAL-12")
def test_not_from_beside_an_enemy() -> None:
    table = station(cw("a", "0204"), cw("b", "0206"), jp("x", "0304"))
    assert ride(table, "a", "S") == RAIL_BESIDE_ENEMY
    assert ride(table, "b", "N") == OK


@pytest.mark.clause("MAL-12")
def test_an_enemy_beyond_a_strait_is_not_beside() -> None:
    table = station(cw("a", "0308"), jp("x", "0407"), map=the_map() | {"ferry": []})
    assert ride(table, "a", "NW") == OK


@pytest.mark.clause("MAL-12")
@pytest.mark.clause("MAL-10")
def test_a_zone_ends_the_ride() -> None:
    table = station(cw("a", "0206"), jp("x", "0304"))
    table.move("a", "N", "N")  # 0204 is beside the enemy
    assert table.where("a") == "0204"
    assert ride(table, "a", "N") == STOPPED_BY_ZONE


@pytest.mark.clause("MAL-12")
@pytest.mark.clause("MAL-7")
def test_too_many_at_a_station() -> None:
    table = station(cw("a", "0206"), cw("b", "0205", stacking=4), jp("x", "0701"))
    table.move("a", "N")
    assert table.refusal(do="done") == OVERSTACKED
    table.do(do="back", unit="a")
    assert (table.where("a"), table.state.game.rail_left) == ("0206", 1)
    table.move("a", "S")
    table.do(do="done")


@pytest.mark.clause("MAL-12")
@pytest.mark.clause("MAL-2")
def test_the_phase_is_passed_over_when_nobody_can_entrain() -> None:
    table = Table(jp("a", "0302"), jp("b", "0303"), cw("x", "0304")).go_to(Phase.MOVEMENT)
    table.do(do="done")
    assert table.state.game.phase == Phase.COMBAT
