"""Moves by sea, landings, interception, the shipping of the west coast: MAL-13."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.systems.malaya.rules import naval
from hexfront.systems.malaya.rules.movement import OK, allowance
from hexfront.systems.malaya.rules.naval import (
    ConvoyIntercepted,
    ConvoySafe,
)
from hexfront.systems.malaya.rules.turn import ShippingTaken
from hexfront.systems.malaya.scenario.state import (
    ABROAD,
    COMMONWEALTH,
    EAST,
    GONE,
    JAPAN,
    LANDING,
    WEST,
    Phase,
)
from tests.malaya.small import PLACES, Table, cw, jp, the_map

FORCE_Z = {"last_turn": 1, "faces": 1}
FAR = cw("x", "0308")


def at_sea(*units: dict[str, Any], side: int = JAPAN, turn: int = 1, **changes: Any) -> Table:
    """The naval phase of a side."""
    return Table(*units, **changes).go_to(Phase.NAVAL, side, turn)


def sail(table: Table, name: str, port: str) -> int:
    return table.refusal(do="sail", unit=name, port=port)


def land(table: Table, name: str, port: str) -> int:
    return table.refusal(do="land", unit=name, port=port)


@pytest.mark.clause("MAL-13")
def test_from_off_the_map_and_from_port_to_port() -> None:
    table = at_sea(jp("a", box="Indo-China"), jp("b", "0701"), jp("c", "0702"), FAR)
    assert table.unit("a", "status") == ABROAD
    table.do(do="sail", unit="a", port="Singora")
    assert (table.where("a"), table.state.game.sea_left[EAST]) == ("0701", 4)
    table.do(do="sail", unit="b", port="Kota")
    assert table.where("b") == "0702"
    assert sail(table, "c", "Kota") == naval.SAME_PORT
    assert sail(table, "c", "Indo-China") == naval.OFF_MAP_PORT
    assert land(table, "c", "Indo-China") == naval.OFF_MAP_PORT


@pytest.mark.clause("MAL-13")
def test_only_from_a_port_and_once() -> None:
    table = at_sea(jp("a", box="Indo-China"), jp("b", "0302"), jp("c", "0702"), FAR)
    assert sail(table, "b", "Singora") == naval.NO_HARBOUR
    table.do(do="sail", unit="a", port="Singora")
    assert sail(table, "a", "Kota") == naval.SAILED_ALREADY


@pytest.mark.clause("MAL-13")
def test_so_many_units_a_turn() -> None:
    units = [jp(f"a{n}", box="Indo-China", stacking=1) for n in range(6)]
    table = at_sea(*units, FAR)
    for n in range(4):
        table.do(do="sail", unit=f"a{n}", port="Singora")
    assert sail(table, "a4", "Singora") == naval.PORT_FULL
    table.hold(JAPAN, "0702")
    table.do(do="sail", unit="a4", port="Kota")
    assert sail(table, "a5", "Kota") == naval.SHIPS_USED_UP
    assert land(table, "a5", "Kuantan") == naval.SHIPS_USED_UP


@pytest.mark.clause("MAL-13")
@pytest.mark.clause("MAL-7")
def test_a_port_is_full_at_once() -> None:
    table = at_sea(jp("a", box="Indo-China"), jp("b", "0701", stacking=3), FAR)
    assert sail(table, "a", "Singora") == naval.PORT_FULL
    table = at_sea(*[jp(n, box="Indo-China") for n in "abc"], cw("x", "0705"))
    for name in "ab":
        table.do(do="land", unit=name, port="Kuantan")
    assert land(table, "c", "Kuantan") == naval.PORT_FULL


@pytest.mark.clause("MAL-13")
def test_the_other_sea() -> None:
    table = at_sea(jp("a", box="Indo-China"), FAR)
    table.hold(JAPAN, "0204", "0308")
    assert sail(table, "a", "Penang") == naval.OTHER_SEA
    assert land(table, "a", "Malacca") == naval.OTHER_SEA
    assert land(table, "a", "Singapore") == naval.OTHER_SEA  # it lies at neither


@pytest.mark.clause("MAL-13")
def test_a_landing_is_an_assault_on_an_enemy_port() -> None:
    table = at_sea(jp("a", box="Indo-China"), cw("x", "0705"))
    assert sail(table, "a", "Kuantan") == naval.ENEMY_PORT
    assert land(table, "a", "Singora") == naval.FRIENDLY_PORT
    table.do(do="land", unit="a", port="Kuantan")
    assert (table.unit("a", "status"), table.where("a")) == (LANDING, "")
    assert table.setting.ports[table.unit("a", "port")] == "Kuantan"
    assert table.control("0705") == COMMONWEALTH


@pytest.mark.clause("MAL-13")
def test_an_enemy_port_without_defenders_is_taken_at_once() -> None:
    table = at_sea(jp("a", box="Indo-China"), jp("b", box="Indo-China"), FAR)
    table.do(do="land", unit="a", port="Kuantan")
    assert (table.where("a"), table.control("0705")) == ("0705", JAPAN)
    assert land(table, "b", "Kuantan") == naval.FRIENDLY_PORT
    table.do(do="sail", unit="b", port="Kuantan")


@pytest.mark.clause("MAL-13")
def test_armour_never_lands() -> None:
    table = at_sea(jp("a", box="Indo-China", arm="armour"), cw("x", "0705"))
    assert land(table, "a", "Kuantan") == naval.ARMOUR_LANDS
    assert land(table, "a", "Kota") == naval.ARMOUR_LANDS  # nor where nobody defends
    assert sail(table, "a", "Singora") == OK


@pytest.mark.clause("MAL-13")
@pytest.mark.clause("MAL-8")
def test_who_sailed_marches_half() -> None:
    table = at_sea(jp("a", box="Indo-China"), FAR)
    table.do(do="sail", unit="a", port="Singora").do(do="done")
    assert table.state.game.phase == Phase.MOVEMENT
    assert allowance(table.ground, table.state, table.number("a")) == 7
    table.go_to(Phase.MOVEMENT, turn=2)
    assert allowance(table.ground, table.state, table.number("a")) == 14


@pytest.mark.clause("MAL-13")
def test_the_commonwealth_sails_to_singapore_alone() -> None:
    units = (cw("a", "0204"), cw("b", "0206"), cw("c", "0702"), cw("d", "0308"), jp("x", "0303"))
    table = at_sea(*units, side=COMMONWEALTH)
    assert sail(table, "a", "Malacca") == naval.ONLY_HOME
    assert sail(table, "d", "Malacca") == naval.ONLY_HOME
    assert sail(table, "d", "Singapore") == naval.SAME_PORT
    table.do(do="sail", unit="a", port="Singapore")
    assert table.where("a") == "0308"
    assert sail(table, "b", "Singapore") == naval.SHIPS_USED_UP  # one in the west
    assert sail(table, "c", "Singapore") == naval.PORT_FULL
    table = at_sea(*units[:3], jp("x", "0303"), side=COMMONWEALTH)
    table.do(do="sail", unit="a", port="Singapore").do(do="sail", unit="c", port="Singapore")
    assert (table.state.game.sea_left[EAST], table.state.game.sea_left[WEST]) == (0, 0)


@pytest.mark.clause("MAL-13")
def test_no_ships_between_ports_of_no_sea() -> None:
    ground = the_map()
    for place in ground["place"]:
        if place["name"] == "Malacca":
            place["seas"] = []
    table = at_sea(cw("a", "0308"), cw("b", "0204"), jp("x", "0701"), map=ground, side=COMMONWEALTH)
    assert sail(table, "a", "Malacca") == naval.OTHER_SEA
    assert sail(table, "b", "Malacca") == OK


@pytest.mark.clause("MAL-13")
def test_a_lost_singapore_takes_no_ships_but_a_landing() -> None:
    units = [cw(n, box="India", stacking=2) for n in "abc"]
    table = Table(
        *units, jp("x", "0308"), capacities={"commonwealth": {"rail": 1, "east": 1, "west": 3}}
    )
    table.go_to(Phase.NAVAL, COMMONWEALTH)
    assert sail(table, "a", "Singapore") == naval.ENEMY_PORT
    table.do(do="land", unit="a", port="Singapore").do(do="land", unit="b", port="Singapore")
    assert land(table, "c", "Singapore") == naval.PORT_FULL


# The shipping of the west coast


@pytest.mark.clause("MAL-13")
def test_japan_has_no_ships_in_the_west_at_first() -> None:
    table = at_sea(jp("a", box="Burma"), jp("b", box="Indo-China"), FAR)
    assert land(table, "a", "Malacca") == naval.NO_SHIPPING


@pytest.mark.clause("MAL-13")
@pytest.mark.parametrize(("attacked", "weights"), [(0, [80, 20]), (1, [20, 80])])
def test_penang_falls(attacked: int, weights: list[int]) -> None:
    table = Table(jp("a", "0304"), jp("c", "0201"), jp("b", box="Burma"), FAR).go_to(Phase.MOVEMENT)
    table.hold(JAPAN, "0202")  # for a train
    table.state.game.shipping_attacked = attacked
    table.move("a", "NW")
    assert (table.where("a"), table.state.game.phase) == ("0203", Phase.MOVEMENT)
    table.move("a", "S")
    assert table.where("a") == "0204"
    table.do(do="done")  # at the end of the phase
    assert (table.state.game.phase, table.weights()) == (Phase.SHIPPING, weights)
    table.answer(0)
    assert (table.state.game.shipping_decided, table.state.game.shipping_turn) == (1, 3)
    assert table.state.game.phase == Phase.RAIL
    for turn, refused in ((2, naval.NO_SHIPPING), (3, OK)):
        table.go_to(Phase.MOVEMENT, turn=turn)
        table.state.game.phase = Phase.NAVAL
        assert land(table, "b", "Malacca") == refused


@pytest.mark.clause("MAL-13")
@pytest.mark.parametrize(("seized", "turn"), [(0, 0), (100, 3)])
def test_shipping_that_is_sure_has_one_answer(seized: int, turn: int) -> None:
    shipping = {"place": "Penang", "seized": seized, "seized_if_attacked": 20, "delay": 2}
    units = [jp("a", "0203"), jp("b", box="Burma"), FAR]
    table = Table(*units, shipping=shipping).go_to(Phase.MOVEMENT).move("a", "S")
    table.do(do="done")
    assert (table.state.game.phase, table.weights()) == (Phase.SHIPPING, [100])
    table.answer(0)
    assert (table.state.game.shipping_decided, table.state.game.shipping_turn) == (1, turn)
    taken = next(e.what for e in table.events if isinstance(e.what, ShippingTaken))
    assert taken.seized == (seized > 0)


@pytest.mark.clause("MAL-13")
def test_the_shipping_is_gone() -> None:
    table = Table(jp("a", "0203"), jp("b", box="Burma"), FAR).go_to(Phase.MOVEMENT)
    table.move("a", "S").do(do="done").answer(1)
    assert (table.state.game.shipping_decided, table.state.game.shipping_turn) == (1, 0)
    table.go_to(Phase.MOVEMENT, turn=4)
    table.state.game.phase = Phase.NAVAL
    assert land(table, "b", "Malacca") == naval.NO_SHIPPING


@pytest.mark.clause("MAL-13")
def test_one_unit_a_turn_in_the_west() -> None:
    table = Table(jp("a", box="Burma"), jp("b", box="Burma"), FAR)
    table.state.game.shipping_turn = 2
    table.go_to(Phase.NAVAL, turn=2)
    table.do(do="land", unit="a", port="Malacca")
    assert land(table, "b", "Malacca") == naval.SHIPS_USED_UP


@pytest.mark.clause("MAL-13")
def test_an_attack_on_penang_is_remembered() -> None:
    table = Table(jp("a", "0203"), cw("x", "0204"), cw("y", "0308"))
    table.go_to(Phase.COMBAT)
    table.fight("0204", "a", face=6)
    assert table.state.game.shipping_attacked == 1


# Force Z


@pytest.mark.clause("MAL-13")
def test_a_group_is_intercepted_on_the_faces_of_force_z() -> None:
    table = at_sea(jp("a", box="Indo-China"), cw("x", "0705"), interception=FORCE_Z)
    table.do(do="land", unit="a", port="Kuantan").do(do="done")
    assert (table.state.game.phase, table.weights()) == (Phase.INTERCEPTION, [1] * 6)
    table.answer(1)  # a 2
    assert table.kinds()[0] == (ConvoySafe, "MAL-13")
    assert (table.state.game.phase, table.unit("a", "steps")) == (Phase.MOVEMENT, 2)


@pytest.mark.clause("MAL-13")
@pytest.mark.clause("MAL-24")
def test_an_interception_costs_one_step_of_the_group() -> None:
    units = [jp("a", box="Indo-China"), jp("b", box="Indo-China"), jp("c", box="Indo-China")]
    table = at_sea(*units, cw("x", "0705"), interception=FORCE_Z)
    table.do(do="land", unit="a", port="Kuantan").do(do="land", unit="b", port="Kuantan")
    table.do(do="sail", unit="c", port="Singora").do(do="done")
    assert table.setting.ports[table.state.game.group_port] == "Singora"
    table.answer(5)
    assert table.setting.ports[table.state.game.group_port] == "Kuantan"
    table.answer(0)
    assert (table.state.game.phase, table.weights()) == (Phase.LOSS, [1, 1])
    table.answer(1)
    assert [clause for kind, clause in table.kinds()][:1] == ["MAL-13"]
    assert [table.unit(name, "steps") for name in "abc"] == [2, 1, 2]
    assert table.state.game.phase == Phase.MOVEMENT


@pytest.mark.clause("MAL-13")
def test_how_many_steps_an_interception_costs_is_data() -> None:
    heavy = FORCE_Z | {"steps": 3}
    units = [jp("a", box="Indo-China"), jp("b", box="Indo-China")]
    table = at_sea(*units, cw("x", "0705"), interception=heavy)
    table.do(do="land", unit="a", port="Kuantan").do(do="land", unit="b", port="Kuantan")
    table.do(do="done").answer(0)
    assert [table.unit(name, "steps") for name in "ab"] == [1, 1]  # the third one is drawn
    assert (table.state.game.phase, table.weights()) == (Phase.LOSS, [1, 1])
    table.answer(0)
    assert [table.unit(name, "steps") for name in "ab"] == [0, 1]


@pytest.mark.clause("MAL-13")
@pytest.mark.clause("MAL-11")
def test_a_group_that_is_sunk_does_not_take_a_port() -> None:
    table = at_sea(jp("a", box="Indo-China", steps=1), FAR, interception=FORCE_Z)
    table.do(do="land", unit="a", port="Kuantan").do(do="done").answer(0)
    assert ConvoyIntercepted in [kind for kind, clause in table.kinds()]
    assert (table.unit("a", "status"), table.control("0705")) == (GONE, COMMONWEALTH)
    assert table.unit("a", "place") == len(table.setting.labels)


@pytest.mark.clause("MAL-13")
def test_force_z_is_gone_later_and_never_in_the_west() -> None:
    table = at_sea(jp("a", box="Indo-China"), FAR, interception=FORCE_Z, turn=2)
    table.do(do="sail", unit="a", port="Singora").do(do="done")
    assert table.state.game.phase == Phase.MOVEMENT
    table = Table(jp("a", box="Burma"), FAR, interception={"last_turn": 4, "faces": 6})
    table.state.game.shipping_turn = 1
    table.go_to(Phase.NAVAL)
    table.do(do="land", unit="a", port="Malacca").do(do="done")
    assert table.state.game.phase != Phase.INTERCEPTION


@pytest.mark.clause("MAL-13")
def test_the_commonwealth_is_not_intercepted() -> None:
    table = at_sea(cw("a", "0702"), jp("x", "0303"), side=COMMONWEALTH, interception=FORCE_Z)
    table.do(do="sail", unit="a", port="Singapore").do(do="done")
    assert table.state.game.phase == Phase.MOVEMENT


@pytest.mark.clause("MAL-13")
@pytest.mark.clause("MAL-4")
def test_the_ports_of_the_map() -> None:
    table = Table(jp("a", "0302"))
    ports = [name for name, (_, kinds, _) in PLACES.items() if "port" in kinds]
    assert list(table.setting.ports) == [*ports, "Indo-China", "Burma", "India"]
