"""Supply, MAL-15: the net, the reach, zones, sources."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from hexfront.systems.malaya.knowledge.explanations import traced_supply
from hexfront.systems.malaya.rules.supply import judge_supply
from hexfront.systems.malaya.scenario.state import COMMONWEALTH, JAPAN, LANDING, NOBODY, Phase
from tests.malaya.country import Country, Troop, supplied
from tests.malaya.small import Table, compiled, cw, document, jp, the_map


def judged(*units: dict[str, Any], held: str = "", **changes: Any) -> Table:
    """Supply where Japan holds the hexes in `held`, and the hexes of its units."""
    table = Table(*units, **changes)
    for label in held.split():
        table.hold(JAPAN, label)
    judge_supply(table.ground, table.state)
    return table


def reach(table: Table, side: int) -> dict[str, float]:
    """Points from each hex to the net of a side, where there is a way."""
    halves = traced_supply(table.ground, table.state, side).halves[:-1].tolist()
    return {
        label: points / 2
        for label, points in zip(table.setting.labels, halves, strict=True)
        if points != NOBODY
    }


@pytest.mark.clause("MAL-15")
def test_along_a_road_to_the_north() -> None:
    table = judged(jp("a", "0304"), cw("x", "0308"), held="0301 0302 0303")
    assert table.unit("a", "supplied") == 1
    assert reach(table, JAPAN)["0304"] == 0


@pytest.mark.clause("MAL-15")
def test_a_gap_in_the_road_is_bridged_by_no_net() -> None:
    table = judged(jp("a", "0304"), cw("x", "0308"), held="0301 0303")
    table.hold(COMMONWEALTH, "0302")
    judge_supply(table.ground, table.state)
    assert table.unit("a", "supplied") == 0


@pytest.mark.clause("MAL-15")
def test_across_country_to_the_net() -> None:
    # 0402 is jungle beside the road at 0302: back to the road is a point.
    table = judged(jp("a", "0402"), cw("x", "0308"), held="0301 0302")
    assert reach(table, JAPAN)["0402"] == 1


@pytest.mark.clause("MAL-15")
@pytest.mark.parametrize(("reach", "there"), [(10, 1), (9.5, 0)])
def test_ten_points_and_no_more(reach: float, there: int) -> None:
    # From 0506 over mountains: 1, 4, 4 and 1 to the only source.
    ground = the_map()
    ground["road"] = [road for road in ground["road"] if "0601" not in road["path"]]
    ground["edge"].append({"name": "summit", "hexes": ["0502"]})
    table = judged(
        jp("a", "0506"),
        cw("x", "0308"),
        held="0505 0504 0503 0502",
        map=ground,
        numbers={"supply_reach": reach},
        sources={"japan": ["summit"]},
    )
    assert table.unit("a", "supplied") == there


@pytest.mark.clause("MAL-15")
def test_the_map_of_that_test_costs_what_it_says() -> None:
    country = Country(document(jp("a")))
    path = ("0506", "0505", "0504", "0503", "0502")
    costs = [country.cost(False, a, b) for a, b in pairwise(path)]
    assert costs == [1, 4, 4, 1]


@pytest.mark.clause("MAL-15")
def test_enemy_zones_cut_the_road_unless_a_friend_is_there() -> None:
    units = (jp("a", "0305"), cw("x", "0403"), cw("y", "0308"))
    held = "0301 0302 0303 0304"
    table = judged(*units, held=held)  # 0303 and 0304 lie beside 0403
    assert table.unit("a", "supplied") == 0
    table = judged(*units, jp("b", "0303"), held=held)
    assert table.unit("a", "supplied") == 0
    table = judged(*units, jp("b", "0303"), jp("c", "0304"), held=held)
    assert table.unit("a", "supplied") == 1


@pytest.mark.clause("MAL-15")
def test_the_unit_holds_its_own_hex_open() -> None:
    table = judged(jp("a", "0302"), cw("x", "0303"), held="0301")
    assert table.unit("a", "supplied") == 1


@pytest.mark.clause("MAL-15")
def test_enemy_hexes_are_closed() -> None:
    table = judged(jp("a", "0303"), cw("x", "0308"), held="0301")
    table.hold(COMMONWEALTH, "0302")
    judge_supply(table.ground, table.state)
    assert table.unit("a", "supplied") == 0


@pytest.mark.clause("MAL-15")
def test_a_lost_source_gives_nothing() -> None:
    table = judged(jp("x", "0308"), cw("a", "0306"))
    assert table.unit("a", "supplied") == 0
    table = judged(jp("x", "0302"), cw("a", "0306"))
    assert table.unit("a", "supplied") == 1
    # A source in an enemy zone gives something only while a friend stands there.
    table = judged(jp("x", "0307"), cw("a", "0408"))
    assert table.unit("a", "supplied") == 0
    table = judged(jp("x", "0307"), cw("a", "0408"), cw("b", "0308"))
    assert table.unit("a", "supplied") == 1


@pytest.mark.clause("MAL-15")
def test_a_held_port_is_a_source() -> None:
    table = judged(jp("a", "0703"), cw("x", "0308"), held="0702")
    assert table.unit("a", "supplied") == 1
    table = judged(jp("a", "0703"), cw("x", "0308"))
    assert table.unit("a", "supplied") == 0


@pytest.mark.clause("MAL-15")
def test_off_the_map_all_are_supplied() -> None:
    table = Table(jp("a", box="Indo-China"), cw("x", "0705")).go_to(Phase.NAVAL)
    table.set_unit("a", "supplied", 0)
    table.do(do="land", unit="a", port="Kuantan").do(do="done")
    table.go_to(Phase.COMBAT)
    assert (table.unit("a", "status"), table.unit("a", "supplied")) == (LANDING, 1)


@pytest.mark.clause("MAL-15")
@pytest.mark.clause("MAL-2")
def test_judged_when_the_player_turn_begins_and_before_combat() -> None:
    table = Table(jp("a", "0301"), cw("x", "0306"), cw("y", "0308")).go_to(Phase.MOVEMENT)
    assert table.unit("a", "supplied") == 1
    table.hold(COMMONWEALTH, "0301", "0201")
    assert table.unit("a", "supplied") == 1
    table.move("a", "S", "S", "S", "S")  # beside the enemy at 0306
    table.hold(COMMONWEALTH, "0302")
    table.do(do="done")
    assert table.unit("a", "supplied") == 0


@pytest.mark.clause("MAL-15")
def test_against_the_slow_version() -> None:
    """Random troops and control: each hex of both sides, with the points to the net."""
    names = [f"u{n}" for n in range(10)]
    units = [
        (jp if n < 5 else cw)(
            name, arrives=1, stacking=1, arm="armour" if n % 5 == 4 else "infantry"
        )
        for n, name in enumerate(names)
    ]
    country = Country(document(*units))
    setting = compiled(*units)
    labels = setting.labels
    for seed in range(300):
        chance = random.Random(seed)
        table = Table(*units, setting=setting)
        places = chance.sample(labels, len(names))
        share = chance.choice((0.2, 0.5, 0.8))
        control = {label: int(chance.random() < share) for label in labels}
        troops = []
        for number, (name, label) in enumerate(zip(names, places, strict=True)):
            side = number // 5
            table.put(name, label)
            control[label] = side
            troops.append(Troop(name, side, number % 5 == 4, 1, label))
        for label in labels:
            table.hold(control[label], label)
        judge_supply(table.ground, table.state)
        for side in (JAPAN, COMMONWEALTH):
            expected = supplied(country, troops, control, side)
            assert reach(table, side) == expected
            for troop in troops:
                if troop.side == side:
                    assert table.unit(troop.name, "supplied") == (troop.hex in expected)
            assert all(table.control(label) == control[label] for label in labels)
