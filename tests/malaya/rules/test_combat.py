"""Who may attack, strengths, odds, the die: MAL-16 to MAL-23, and MAL-31."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.systems.malaya.rules import combat
from hexfront.systems.malaya.rules.combat import (
    BattleFought,
    odds_column,
)
from hexfront.systems.malaya.rules.legality import NOT_YOUR_UNIT
from hexfront.systems.malaya.rules.movement import OK
from hexfront.systems.malaya.scenario.state import (
    COMMONWEALTH,
    DEFENDER,
    FULL,
    JAPAN,
    LANDING,
    Phase,
)
from tests.malaya.fights import NO_AIR_DEFENCE, battle, declared, odds, rolled
from tests.malaya.small import COLUMNS, ROWS, Table, compiled, cw, jp, the_map

# Who attacks whom


@pytest.mark.clause("MAL-16", "MAL-17")
def test_only_from_beside_and_only_whom_it_could_reach() -> None:
    table = battle(
        jp("a", "0303"),
        jp("far", "0301"),
        jp("tank", "0403", arm="armour"),
        jp("road", "0305", arm="armour"),
        cw("x", "0304"),
    )
    assert table.refusal(do="attack", hex="0302") == combat.NO_ENEMY
    assert table.refusal(do="join", unit="a") == combat.NOTHING_SELECTED
    table.do(do="attack", hex="0304")
    assert table.refusal(do="join", unit="far") == combat.NOT_BESIDE
    assert table.refusal(do="join", unit="tank") == combat.CANNOT_ENTER
    assert table.refusal(do="join", unit="a") == OK
    assert table.refusal(do="join", unit="road") == OK


@pytest.mark.clause("MAL-17", "MAL-31")
def test_a_hex_that_nobody_can_reach_is_not_available() -> None:
    table = battle(jp("a", "0407"), cw("x", "0408"), jp("b", "0302"), cw("y", "0303"))
    assert table.refusal(do="attack", hex="0408") == combat.NOBODY_CAN  # a strait
    assert [c["hex"] for c in table.choices() if c["do"] == "attack"] == ["0303"]


@pytest.mark.clause("MAL-18")
def test_attacks_are_voluntary_and_bystanders_are_not_affected() -> None:
    table = battle(jp("a", "0303"), jp("b", "0303"), cw("x", "0304", attack=1))
    assert table.refusal(do="done") == OK
    table.fight("0304", "a", face=1)  # 1-1: two steps, and back
    assert table.where("b") == "0303"
    assert (table.unit("a", "steps"), table.unit("b", "steps")) == (0, 2)


@pytest.mark.clause("MAL-19")
def test_once_each_in_a_phase() -> None:
    table = battle(
        jp("a", "0303"),
        jp("b", "0305"),
        jp("c", "0402"),
        cw("x", "0304", defence=3),
        cw("y", "0403", defence=9),
    )
    table.do(do="attack", hex="0304").do(do="join", unit="a").do(do="roll")
    table.answer(0)  # 2-1, 1: a step of the attacker
    assert table.refusal(do="attack", hex="0304") == combat.ATTACKED_ALREADY
    table.do(do="attack", hex="0403")
    assert table.refusal(do="join", unit="a") == combat.FOUGHT_ALREADY
    assert table.refusal(do="join", unit="c") == OK
    table.do(do="cancel").go_to(Phase.COMBAT, turn=2)
    assert table.refusal(do="attack", hex="0304") == OK


@pytest.mark.clause("MAL-19")
def test_who_was_attacked_is_not_attacked_again_where_it_has_retreated() -> None:
    table = battle(
        jp("a", "0303", attack=60),
        jp("b", "0405", attack=60),
        cw("x", "0304", stacking=1),
        cw("y", "0306", stacking=1),
        cw("z", "0204", stacking=1),
        cw("w", "0505"),
        numbers={"zone_loss": 0},
    )
    table.fight("0304", "a", face=1)  # 6-1: a step, and back
    assert table.where("x") == "0306"
    table.do(do="done")
    assert (
        table.refusal(do="attack", hex="0306") == combat.ATTACKED_ALREADY
    )  # y's hex holds x as well
    assert table.refusal(do="attack", hex="0204") == combat.NOBODY_CAN
    assert table.refusal(do="attack", hex="0505") == OK


@pytest.mark.clause("MAL-19", "MAL-20")
def test_all_of_the_hex_defend_and_as_many_as_wish_attack() -> None:
    table = declared(
        "0304",
        "a b c",
        jp("a", "0303"),
        jp("b", "0303", attack=5),
        jp("c", "0305", attack=3),
        cw("x", "0304", defence=4),
        cw("y", "0304", defence=5),
    )
    assert odds(table) == (8 / 2 + 5 / 2 + 3, 9)  # 0303 lies across the river
    table.do(do="join", unit="b")
    assert odds(table) == (8 / 2 + 3, 9)
    table.do(do="roll")
    assert [table.unit(name, "duty") for name in "xy"] == [DEFENDER, DEFENDER]


@pytest.mark.clause("MAL-20")
def test_a_unit_attacks_one_hex() -> None:
    units = (jp("a", "0303", attack=60), cw("x", "0403"), cw("y", "0302"))
    table = declared("0403", "a", *units)
    assert table.refusal(do="attack", hex="0302") == combat.BATTLE_DECLARED
    table.do(do="roll").answer(5)
    table.do(do="done")
    assert table.state.game.phase != Phase.COMBAT  # nobody is left who could attack


# Strengths


@pytest.mark.clause("MAL-6", "MAL-21")
def test_strengths_and_no_rounding() -> None:
    units = (jp("a", "0303", attack=5), cw("x", "0304", defence=3))
    table = declared("0304", "a", *units)
    assert odds(table) == (2.5, 3)
    table.weaken("a")
    assert odds(table) == (1.25, 3)
    table.set_unit("a", "supplied", 0)
    assert odds(table) == (0.625, 3)
    table.weaken("x")
    table.set_unit("x", "supplied", 0)
    assert odds(table) == (0.625, 0.75)


@pytest.mark.clause("MAL-6")
def test_a_unit_of_one_step_is_whole_with_it() -> None:
    table = declared("0403", "a", jp("a", "0303", steps=1), cw("x", "0403", steps=1))
    assert odds(table) == (8, 6)


@pytest.mark.clause("MAL-21")
def test_factors_are_data_in_eighths() -> None:
    few = {"reduced": 0.625, "unsupplied_attack": 0.125, "unsupplied_defence": 0.875}
    table = declared(
        "0304", "a", jp("a", "0303"), cw("x", "0304"), strengths=few | {"across_river": 0.75}
    )
    table.weaken("a", "x")
    table.state.units.supplied[:] = 0
    assert odds(table) == (8 * 0.625 * 0.125 * 0.75, 6 * 0.625 * 0.875)


@pytest.mark.clause("MAL-23")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (1, 3, 0),
        (33, 100, None),
        (1, 2, 1),
        (49, 99, 0),
        (50, 99, 1),
        (99, 100, 1),
        (1, 1, 2),
        (149, 100, 2),
        (3, 2, 3),
        (199, 100, 3),
        (2, 1, 4),
        (299, 100, 4),
        (3, 1, 5),
        (4, 1, 6),
        (499, 100, 6),
        (5, 1, 7),
        (599, 100, 7),
        (6, 1, 8),
        (60, 1, 8),
        (1, 0, 8),
        (0, 1, None),
        (0, 0, None),
    ],
)
def test_ratios_are_rounded_down(attack: int, defence: int, column: int | None) -> None:
    table = Table(jp("a", "0302"))
    for scale in (1, 7, FULL):
        found = odds_column(table.ground, attack * scale, defence * scale)
        assert found == (-1 if column is None else column)


@pytest.mark.clause("MAL-21", "MAL-23")
def test_a_fraction_below_a_ratio_is_below_it() -> None:
    # 9 against 4.5 is 2-1; 9 against 5 is 3-2 though 9/5 rounds to 2.
    table = declared("0403", "a", jp("a", "0303", attack=9), cw("x", "0403", defence=9))
    table.weaken("x")
    assert rolled(table)[1] == COLUMNS.index((2, 1))
    table = declared("0403", "a", jp("a", "0303", attack=9), cw("x", "0403", defence=5))
    assert rolled(table)[1] == COLUMNS.index((3, 2))


@pytest.mark.clause("MAL-23")
def test_odds_too_low() -> None:
    table = declared("0403", "", jp("a", "0303", attack=1), cw("x", "0403", defence=4))
    assert table.refusal(do="roll") == combat.NO_ATTACKERS
    table.do(do="join", unit="a")
    assert table.refusal(do="roll") == combat.ODDS_TOO_LOW
    table.do(do="cancel")
    assert table.refusal(do="done") == OK


@pytest.mark.clause("MAL-21")
def test_defence_of_nothing_is_the_highest_column() -> None:
    table = declared("0403", "a", jp("a", "0303", attack=1), cw("x", "0403", defence=0))
    assert rolled(table)[1] == 8


# The die


@pytest.mark.clause("MAL-23")
@pytest.mark.parametrize(
    ("target", "units", "modifier"),
    [
        ("0202", [jp("a", "0203")], 0),  # clear
        ("0403", [jp("a", "0303")], -1),  # jungle
        ("0503", [jp("a", "0502")], -1),  # mountain
        ("0406", [jp("a", "0306")], 0),  # swamp
        ("0304", [jp("a", "0303")], -1),  # across a river, though a bridge is there
        ("0304", [jp("a", "0303"), jp("b", "0305")], 0),  # not all across
        ("0302", [jp("a", "0301")], -1),  # a fort
        ("0308", [jp("a", "0307")], -1),  # city and fort in one
        ("0305", [jp("a", "0306")], 0),  # a town gives nothing
        ("0306", [jp("a", "0305", arm="armour")], 1),  # armour along a road
        ("0205", [jp("a", "0204", arm="armour")], 0),  # armour along a railway
        ("0304", [jp("a", "0303", arm="armour")], 0),  # along a road, across a river
        ("0302", [jp("a", "0301", arm="armour")], 0),  # along a road, at a fort
        ("0306", [jp("a", "0305", arm="armour"), jp("b", "0307", arm="armour")], 1),
    ],
)
def test_modifiers(target: str, units: list[dict[str, Any]], modifier: int) -> None:
    names = " ".join(str(unit["id"]) for unit in units)
    table = declared(target, names, *units, cw("x", target))
    assert rolled(table, 3)[2] == modifier


@pytest.mark.clause("MAL-23")
def test_armour_gains_nothing_against_jungle() -> None:
    ground = the_map()
    ground["hex"]["0306"]["terrain"] = "jungle"
    table = declared("0306", "a", jp("a", "0305", arm="armour"), cw("x", "0306"), map=ground)
    assert rolled(table)[2] == -1


@pytest.mark.clause("MAL-23")
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("column", range(9))
def test_the_entry_of_the_table(face: int, column: int) -> None:
    """Each entry: what each side loses, and whether its retreat is called for."""
    attacker, defender = COLUMNS[column]
    units = [jp("a", "0202", attack=attacker, steps=2), cw("x", "0203", defence=defender)]
    table = declared("0203", "a", *units, numbers={"blocked": 0, "zone_loss": 0})
    table.hold(JAPAN, "0201")
    rolled(table, face)
    code = ROWS[face - 1][column]
    lost = (2 - table.unit("a", "steps"), 2 - table.unit("x", "steps"))
    assert lost == (min(2, int(code[0])), min(2, int(code[2])))
    if lost[1] < 2:
        assert (table.where("x") != "0203") == ("R" in code)
    if lost[0] < 2:
        assert (table.where("a") != "0202") == ("r" in code)


@pytest.mark.clause("MAL-23")
def test_the_die_is_clamped() -> None:
    hard = {"landing": 0, "across_river": -6, "town": 0, "armour": 6, "air": 2}
    table = declared("0304", "a", jp("a", "0303", attack=12), cw("x", "0304"), modifiers=hard)
    table.do(do="roll").answer(5)
    assert table.unit("a", "steps") == 0  # 1-1 on a 1: two steps
    table = declared(
        "0306", "a", jp("a", "0305", arm="armour"), cw("x", "0306", defence=8), modifiers=hard
    )
    table.do(do="roll").answer(0)
    assert (table.unit("a", "steps"), table.unit("x", "steps")) == (1, 1)  # 1-1 on a 6


# Landings


def landing(*units: dict[str, Any], **changes: Any) -> Table:
    """The combat phase with units that are to land at Kuantan."""
    changes = {"air": NO_AIR_DEFENCE, "shipping": None} | changes
    table = Table(*units, **changes).go_to(Phase.NAVAL)
    for unit in units:
        if unit.get("box"):
            table.do(do="land", unit=unit["id"], port="Kuantan")
    while table.state.game.phase != Phase.COMBAT:
        table.do(do="done")
    table.state.units.supplied[:] = 1
    return table


@pytest.mark.clause("MAL-18")
def test_a_landing_must_attack_with_all_its_units() -> None:
    table = landing(jp("a", box="Indo-China"), jp("b", box="Indo-China"), cw("x", "0705"))
    assert table.refusal(do="done") == combat.MUST_ATTACK
    table.do(do="attack", hex="0705")
    assert table.refusal(do="join", unit="a") == combat.MUST_LAND
    assert odds(table) == (16, 6)
    assert table.refusal(do="done") == combat.BATTLE_DECLARED
    table.do(do="cancel")
    assert table.refusal(do="done") == combat.MUST_ATTACK


@pytest.mark.clause("MAL-18", "MAL-23", "MAL-30")
def test_a_landing_that_is_too_weak_need_not_and_goes_back() -> None:
    table = landing(jp("a", box="Indo-China", attack=1), cw("x", "0705"))
    table.do(do="attack", hex="0705")
    assert table.refusal(do="roll") == combat.ODDS_TOO_LOW
    table.do(do="cancel").do(do="done")
    assert (table.unit("a", "steps"), table.unit("a", "status")) == (1, 1)


@pytest.mark.clause("MAL-18", "MAL-19")
def test_a_landing_is_excused_from_a_port_whose_defenders_were_attacked() -> None:
    table = landing(jp("a", box="Indo-China"), cw("x", "0705"))
    table.set_unit("x", "fought", 1)  # it has retreated to the port
    assert table.refusal(do="attack", hex="0705") == combat.ATTACKED_ALREADY
    assert table.refusal(do="done") == OK


@pytest.mark.clause("MAL-16")
def test_the_phasing_side_attacks() -> None:
    units = (jp("a", "0303"), cw("x", "0403"))
    table = battle(*units)
    assert [c["hex"] for c in table.choices() if c["do"] == "attack"] == ["0403"]
    table = battle(*units, side=COMMONWEALTH)
    assert [c["hex"] for c in table.choices() if c["do"] == "attack"] == ["0303"]
    table.do(do="attack", hex="0303")
    assert table.refusal(do="join", unit="a") == NOT_YOUR_UNIT
    assert table.refusal(do="join", unit="x") == OK


@pytest.mark.clause("MAL-23")
def test_a_landing_with_others_by_land() -> None:
    table = landing(jp("a", box="Indo-China"), jp("b", "0704"), cw("x", "0705"))
    table.do(do="attack", hex="0705").do(do="join", unit="b")
    assert odds(table) == (16, 6)
    assert rolled(table)[2] == -2


@pytest.mark.clause("MAL-31")
def test_the_flow_at_the_screen() -> None:
    table = battle(jp("a", "0303"), jp("b", "0303"), cw("x", "0403"), cw("y", "0203"))
    assert [choice for choice in table.choices() if choice["do"] != "done"] == [
        {"do": "attack", "hex": "0203"},
        {"do": "attack", "hex": "0403"},
    ]
    table.do(do="attack", hex="0403")
    assert table.setting.labels[table.state.game.selected] == "0403"
    words = table.choices()
    assert [c["unit"] for c in words if c["do"] == "join"] == ["a", "b"]
    assert {"do": "cancel"} in words and {"do": "roll"} not in words
    assert [c["points"] for c in words if c["do"] == "air"] == [1, 2, 3]
    table.do(do="join", unit="a")
    assert {"do": "roll"} in table.choices()
    table.do(do="join", unit="a")
    assert {"do": "roll"} not in table.choices()
    table.do(do="join", unit="b").do(do="cancel")
    assert table.state.units.duty.tolist() == [0] * 4
    table.do(do="attack", hex="0203").do(do="join", unit="b").do(do="roll")
    assert table.kinds()[0] == (BattleFought, "MAL-20")
    assert table.choices() == []


@pytest.mark.clause("MAL-13")
def test_the_state_of_a_landing() -> None:
    table = landing(jp("a", box="Indo-China"), cw("x", "0705"))
    assert (table.unit("a", "status"), table.unit("a", "sailed")) == (LANDING, 1)
    assert table.unit("a", "place") == len(table.setting.labels)
    assert table.state.game.sea_left[0] == 4
    assert compiled(jp("b", box="Indo-China")).start.units.port[0] == -1
