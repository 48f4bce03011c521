"""Marches, zones of control, stacking, control of hexes: MAL-6 to MAL-11."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.systems.malaya.rules.legality import OVERSTACKED
from hexfront.systems.malaya.rules.movement import (
    ENEMY_THERE,
    NO_LAND,
    NOT_MOVED,
    NOT_OVERSTACKED,
    OFF_ROAD,
    OK,
    STOPPED_BY_ZONE,
    TOO_FAR,
    ZONE_TO_ZONE,
    allowance,
)
from hexfront.systems.malaya.scenario.state import COMMONWEALTH, JAPAN, Phase
from tests.malaya.country import Country
from tests.malaya.small import Table, compiled, cw, document, jp

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")


def moving(*units: dict[str, Any], side: int = JAPAN, **changes: Any) -> Table:
    """A table in the movement phase of a side."""
    return Table(*units, shipping=None, **changes).go_to(Phase.MOVEMENT, side)


@pytest.mark.clause("MAL-9")
@pytest.mark.parametrize(
    ("start", "to", "points"),
    [
        ("0302", "S", 0.5),  # along a road
        ("0303", "S", 0.5),  # along a road, over a bridge
        ("0502", "N", 1),  # clear
        ("0501", "S", 1),
        ("0302", "SE", 3),  # jungle
        ("0502", "S", 4),  # mountain
        ("0506", "N", 1),
        ("0506", "NW", 3),
        ("0506", "SW", 3),  # swamp
        ("0505", "SE", 2),  # clear, across a river
        ("0605", "S", 2),  # by a track, across a river
        ("0606", "N", 2),
        ("0203", "S", 1),  # along a railway: as the terrain
        ("0308", "NE", 3),  # by ferry: clear and 2 more
        ("0307", "S", 0.5),  # by a causeway
    ],
)
def test_costs(start: str, to: str, points: float) -> None:
    table = moving(jp("a", start, movement=30))
    table.move("a", to)
    assert table.unit("a", "spent") == points * 2


@pytest.mark.clause("MAL-9")
@pytest.mark.parametrize(
    ("start", "to", "refused"),
    [
        ("0407", "S", NO_LAND),  # a strait without a ferry
        ("0204", "NW", NO_LAND),  # sea
        ("0701", "N", NO_LAND),  # off the map
    ],
)
def test_no_way(start: str, to: str, refused: int) -> None:
    assert moving(jp("a", start)).refusal(do="move", unit="a", to=to) == refused


@pytest.mark.clause("MAL-9")
def test_armour_keeps_to_roads_and_railways() -> None:
    def tank(start: str, to: str) -> int:
        return moving(jp("a", start, arm="armour")).refusal(do="move", unit="a", to=to)

    assert tank("0302", "S") == OK
    assert tank("0203", "S") == OK
    assert tank("0302", "SE") == OFF_ROAD
    assert tank("0605", "S") == OFF_ROAD  # a track
    assert tank("0308", "NE") == OFF_ROAD  # a ferry
    table = moving(jp("a", "0203", arm="armour")).move("a", "S")
    assert table.unit("a", "spent") == 2  # by rail: as the terrain


@pytest.mark.clause("MAL-9")
def test_all_costs_against_the_document() -> None:
    """Every side of the map, both arms, against costs that are worked out without the engine."""
    country = Country(document(jp("a")))
    for arm in ("infantry", "armour"):
        entry = jp("a", arm=arm, movement=30, arrives=9)
        setting = compiled(entry)
        for here in country.terrain:
            seen: dict[str, float] = {}
            for direction in DIRECTIONS:
                table = Table(entry, setting=setting)
                table.put("a", here)
                table.state.game.phase = Phase.MOVEMENT
                if table.refusal(do="move", unit="a", to=direction) == OK:
                    table.move("a", direction)
                    seen[table.where("a")] = table.unit("a", "spent") / 2
            costs = {n: country.cost(arm == "armour", here, n) for n in country.around(here)}
            assert seen == {n: cost for n, cost in costs.items() if cost is not None}


@pytest.mark.clause("MAL-8")
def test_any_number_of_hexes_up_to_the_allowance() -> None:
    table = moving(jp("a", "0302", movement=2))
    table.move("a", "S", "S", "S", "S")
    assert table.where("a") == "0306"
    assert table.refusal(do="move", unit="a", to="S") == TOO_FAR
    assert table.refusal(do="move", unit="a", to="N") == TOO_FAR


@pytest.mark.clause("MAL-8")
def test_no_hex_is_sure_to_a_unit_that_lacks_the_points() -> None:
    table = moving(jp("a", "0302", movement=2))
    assert table.refusal(do="move", unit="a", to="SE") == TOO_FAR


@pytest.mark.clause("MAL-8")
def test_points_are_not_saved_for_the_next_turn() -> None:
    table = moving(jp("a", "0302", movement=2)).move("a", "S")
    table.go_to(Phase.MOVEMENT, turn=2)
    table.move("a", "S", "S", "S", "S")
    assert table.refusal(do="move", unit="a", to="N") == TOO_FAR


@pytest.mark.clause("MAL-8", "MAL-15")
def test_half_the_allowance_without_supply() -> None:
    table = moving(jp("a", "0504", movement=7), cw("x", "0308"))
    assert table.unit("a", "supplied") == 0  # its hex alone is friendly
    assert allowance(table.ground, table.state, table.number("a")) == 7  # halves: 3.5 points
    assert table.refusal(do="move", unit="a", to="S") == OK
    table.move("a", "S")
    assert table.refusal(do="move", unit="a", to="N") == TOO_FAR


@pytest.mark.clause("MAL-10")
def test_a_zone_stops_and_no_step_leads_from_zone_to_zone() -> None:
    table = moving(jp("a", "0301"), cw("x", "0304"))
    table.move("a", "S", "S")
    assert table.where("a") == "0303"
    assert table.refusal(do="move", unit="a", to="N") == STOPPED_BY_ZONE
    assert table.refusal(do="move", unit="a", to="S") == ENEMY_THERE
    table = moving(jp("a", "0303"), cw("x", "0304"))
    assert table.refusal(do="move", unit="a", to="SE") == ZONE_TO_ZONE
    table.move("a", "N")
    assert table.where("a") == "0302"
    table.move("a", "N", "S", "S")
    assert table.refusal(do="move", unit="a", to="N") == STOPPED_BY_ZONE


@pytest.mark.clause("MAL-10")
def test_zones_reach_only_where_their_unit_could_go() -> None:
    # Across the strait without a ferry there is no zone; nor of armour off the roads.
    table = moving(jp("a", "0406", movement=30), cw("x", "0408"))
    table.move("a", "S")
    assert table.refusal(do="move", unit="a", to="N") == OK
    table = moving(jp("a", "0502"), cw("x", "0602", arm="armour"))
    table.move("a", "N", "S")
    assert table.where("a") == "0502"
    table = moving(jp("a", "0502"), cw("x", "0602"))
    table.move("a", "N")
    assert table.where("a") == "0501"
    assert table.refusal(do="move", unit="a", to="SE") == OK
    table.move("a", "SE")
    assert table.refusal(do="move", unit="a", to="SW") == STOPPED_BY_ZONE


@pytest.mark.clause("MAL-7")
def test_a_phase_does_not_end_while_a_hex_holds_too_much() -> None:
    table = moving(jp("a", "0302"), jp("b", "0302"), jp("c", "0303", stacking=1))
    table.move("a", "S").move("b", "S")
    assert table.points("0303", 0) == 5
    assert table.refusal(do="done") == OVERSTACKED
    table.move("c", "S")
    assert table.refusal(do="done") == OK


@pytest.mark.clause("MAL-7")
def test_a_stack_may_pass_through_a_full_hex() -> None:
    table = moving(jp("a", "0302"), jp("b", "0303"), jp("c", "0303"))
    table.move("a", "S", "S")
    assert table.refusal(do="done") == OK


@pytest.mark.clause("MAL-7")
def test_back_out_of_a_hex_that_holds_too_much() -> None:
    table = moving(jp("a", "0301"), jp("b", "0304", stacking=3), cw("x", "0308"))
    table.hold(COMMONWEALTH, "0302", "0303")
    table.go_to(Phase.MOVEMENT)
    table.move("a", "S", "S", "S")
    assert table.refusal(do="back", unit="b") == NOT_MOVED
    assert table.control("0302") == JAPAN
    table.do(do="back", unit="a")
    assert table.where("a") == "0301"
    assert (table.unit("a", "spent"), table.refusal(do="done")) == (0, OK)
    assert table.control("0302") == table.control("0303") == COMMONWEALTH
    assert table.control("0304") == JAPAN
    table.move("a", "S")
    assert table.refusal(do="back", unit="a") == NOT_OVERSTACKED


@pytest.mark.clause("MAL-7", "MAL-11")
def test_back_leaves_what_others_have_entered() -> None:
    table = moving(jp("a", "0301"), jp("c", "0302"), jp("b", "0304", stacking=3))
    table.hold(COMMONWEALTH, "0303")
    table.go_to(Phase.MOVEMENT)
    table.move("c", "S", "NE").move("a", "S", "S", "S")
    table.do(do="back", unit="a")
    assert table.control("0303") == JAPAN


@pytest.mark.clause("MAL-11")
def test_control_changes_with_whoever_was_there_last() -> None:
    table = moving(jp("a", "0302"), cw("x", "0308"))
    assert table.control("0304") == COMMONWEALTH
    table.move("a", "S", "S", "S")
    assert [table.control(label) for label in ("0303", "0304", "0305")] == [JAPAN] * 3
    assert table.control("0306") == COMMONWEALTH


@pytest.mark.clause("MAL-7", "MAL-14")
def test_reinforcements_go_back_into_the_box() -> None:
    table = Table(jp("a", arrives=1), jp("b", arrives=1), jp("c", arrives=1), cw("x", "0308"))
    table.go_to(Phase.REINFORCEMENT)
    for name in ("a", "b", "c"):
        table.do(do="enter", unit=name, at="0301")
    assert table.refusal(do="done") == OVERSTACKED
    table.do(do="back", unit="b")
    table.do(do="done")
    assert table.state.game.phase == Phase.MOVEMENT
    assert (table.where("a"), table.where("b"), table.where("c")) == ("0301", "", "0301")
