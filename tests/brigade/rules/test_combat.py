"""Combat: BRG-21 to BRG-26, with the terrain modifier of BRG-2 and the strengths of BRG-5."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.systems.brigade.rules import combat
from hexfront.systems.brigade.scenario.state import Phase
from tests.brigade.oracle import neighbours
from tests.brigade.positions import BLUE, RED, RING, Game, around, battle, table_of

both_sequences = pytest.mark.parametrize("sequence", ["plotted", "igougo"])
both_rules = pytest.mark.parametrize("rules", ["standard", "advanced"])

TABLE = {
    1: "DR DR AR AR AR AE",
    2: "DE DR DR DR AR AR",
    3: "DE DE DR DR DR AR",
    4: "DE DE DE DR DR DR",
}


def rolled(game: Game) -> dict[str, Any]:
    """What the log says of the die."""
    entry = next(t for t in game.told(BLUE) if t.kind == "roll")
    assert entry.clause == "BRG-23"
    return dict(entry.details)


def result_of(game: Game) -> str:
    return str(rolled(game)["result"])


# Who may attack


@pytest.mark.clause("BRG-21")
@both_sequences
@both_rules
def test_only_adjacent_enemies_are_attacked(rules: str, sequence: str) -> None:
    units = {"R1": "0403", "R2": "0401", "R3": "0304", "B1": "0404"}
    game = Game(units, rules=rules, sequence=sequence)
    if sequence == "igougo":
        game.done(RED)
    attacks = {(o.subject, o.place) for o in game.offers(RED, "attack")}
    assert attacks == {(str(game.number[name] + 1), "0404") for name in ("R1", "R3")}
    # Attacks on nobody, on a friend, and from far away.
    for name in ("R1", "R2", "R3"):
        for action in range(6, 30):
            order = 2 + 32 * game.number[name] + action
            if order not in game.choices(RED):
                assert game.refusal(RED, order).clause in ("BRG-21", "BRG-26")


@pytest.mark.clause("BRG-21")
@both_sequences
def test_attacking_is_voluntary_and_being_attacked_is_not(sequence: str) -> None:
    game = Game({"R1": "0403", "B1": "0404"}, sequence=sequence)
    if sequence == "igougo":
        game.done(RED)
        game.done(RED)
        game.done(BLUE)
        assert game.phase == Phase.COMBAT
        game.attack("B1", "R1")
        game.done(BLUE)
    else:
        game.attack("B1", "R1")
        game.submit()
    assert game.phase == Phase.BATTLE
    assert game.sides == ()


@pytest.mark.clause("BRG-21")
def test_a_plan_attacks_from_where_the_unit_will_stand() -> None:
    game = Game({"R1": "0402", "B1": "0404"})
    assert game.offers(RED, "attack") == []
    game.move("R1", "0403")
    game.attack("R1", "B1")
    game.submit()
    assert game.phase == Phase.BATTLE


# Battles


@pytest.mark.clause("BRG-22")
@both_sequences
def test_six_units_surround_and_attack_one(sequence: str) -> None:
    game = battle(
        around(6), [f"R{n}" for n in range(6)], "B1", sequence=sequence, results=table_of("DE")
    )
    begins = next(e for e in game.events if isinstance(e.what, combat.BattleBegins))
    assert bin(begins.what.attackers).count("1") == 6
    assert begins.what.column == 4
    told = next(t for t in game.told(BLUE) if t.kind == "battle")
    assert told.details == {"column": 4, "attackers": 6}


@pytest.mark.clause("BRG-22")
@both_sequences
def test_a_seventh_attacker_is_refused(sequence: str) -> None:
    units = around(6) | {f"R{n + 6}": RING[n] for n in range(2)}
    game = Game(units, rules="advanced", sequence=sequence)
    if sequence == "igougo":
        game.done(RED)
    for n in range(6):
        game.attack(f"R{n}", "B1")
    assert game.no_attack("R6", "B1") == "BRG-22"
    game.withdraw("R3")
    game.attack("R6", "B1")
    assert game.no_attack("R7", "B1") == "BRG-22"


@pytest.mark.clause("BRG-22")
@both_sequences
def test_a_unit_attacks_once(sequence: str) -> None:
    game = Game({"R1": "0404", "B1": "0403", "B2": "0405"}, sequence=sequence)
    if sequence == "igougo":
        game.done(RED)
    game.attack("R1", "B1")
    assert game.no_attack("R1", "B1") == "BRG-22"
    assert game.no_attack("R1", "B2") == "BRG-22"


@pytest.mark.clause("BRG-22", "BRG-10")
def test_by_turns_no_unit_attacks_or_is_attacked_twice_in_a_step() -> None:
    units = {"R1": "0404", "R2": "0503", "R3": "0305", "B1": "0403", "B2": "0405"}
    game = Game(units, sequence="igougo", results=table_of("-"))
    game.done(RED)
    game.attack("R1", "B1")
    game.done(RED)
    game.die(1)
    assert game.phase == Phase.COMBAT
    assert game.no_attack("R1", "B2") == "BRG-22"  # has attacked
    assert game.no_attack("R2", "B1") == "BRG-22"  # has been attacked


@pytest.mark.clause("BRG-22")
def test_by_turns_one_battle_is_prepared_at_a_time() -> None:
    units = {"R1": "0404", "R2": "0305", "B1": "0403", "B2": "0405"}
    game = Game(units, sequence="igougo")
    game.done(RED)
    game.attack("R1", "B1")
    assert game.no_attack("R2", "B2") == "BRG-22"


@pytest.mark.clause("BRG-22")
def test_by_turns_who_was_attacked_attacks_in_his_own_step() -> None:
    units = {"R1": "0403", "B1": "0404"}
    game = Game(units, sequence="igougo", results=table_of("-"))
    for turn in range(2):
        game.done(RED)
        game.attack("R1", "B1")
        game.done(RED)
        game.die(1)
        assert game.phase == Phase.MOVE, turn
        game.done(BLUE)
        assert game.phase == Phase.COMBAT
        game.attack("B1", "R1")
        game.done(BLUE)
        game.die(1)
        assert (game.phase, game.sides) == (Phase.MOVE, (RED,))


@pytest.mark.clause("BRG-10", "BRG-22")
def test_by_turns_nobody_is_asked_for_attacks_that_are_impossible() -> None:
    units = {"R1": "0403", "R2": "0304", "B1": "0404", "B2": "0707"}
    for code in ("DE", "-", "AE"):
        game = battle(units, ["R1"], "B1", die=1, sequence="igougo", results=table_of(code))
        if code == "DE":
            game.done(RED)  # no advance
        # R2 has not fought, but its only enemy is gone, or has been attacked.
        assert (game.phase, game.sides) == (Phase.MOVE, (BLUE,))
    # And where a side has lost a unit in the other's step, the lost one can attack nobody.
    units = {"R1": "0403", "B1": "0404", "B2": "0707"}
    game = battle(units, ["R1"], "B1", die=1, sequence="igougo", results=table_of("DE"))
    game.done(RED)
    game.done(BLUE)
    assert (game.phase, game.sides) == (Phase.MOVE, (RED,))


@pytest.mark.clause("BRG-22")
def test_in_plotted_play_who_was_attacked_attacks_in_his_own_step() -> None:
    game = Game({"R1": "0403", "B1": "0404"}, results=table_of("-"))
    game.attack("R1", "B1")
    game.attack("B1", "R1")
    game.submit()
    game.die(1)
    assert game.phase == Phase.BATTLE
    game.die(1)
    assert game.phase == Phase.PLAN


@pytest.mark.clause("BRG-22")
def test_plotted_battles_follow_the_numbers_of_the_defenders_hexes() -> None:
    units = {"R1": "0305", "R2": "0405", "R3": "0402", "B1": "0406", "B2": "0304", "B3": "0302"}
    game = Game(units, results=table_of("-"))
    game.attack("R2", "B1")
    game.attack("R1", "B2")
    game.attack("R3", "B3")
    game.submit()
    seen = []
    while game.phase == Phase.BATTLE:
        begins = [e for e in game.events if isinstance(e.what, combat.BattleBegins)]
        seen.append(game.name[begins[-1].what.defender])
        game.die(1)
    assert seen == ["B3", "B2", "B1"]


@pytest.mark.clause("BRG-22")
def test_all_who_attack_one_defender_fight_one_battle() -> None:
    game = battle(around(3), ["R0", "R1", "R2"], "B1", results=table_of("-"))
    game.die(1)
    assert game.phase == Phase.PLAN


@pytest.mark.clause("BRG-22", "BRG-26")
@both_sequences
def test_each_unit_of_a_stack_is_a_defender_of_its_own(sequence: str) -> None:
    units = {"R1": "0403", "R2": "0304", "B1": "0404", "B2": "0404"}
    game = Game(units, rules="advanced", sequence=sequence, results=table_of("DE"))
    if sequence == "igougo":
        game.done(RED)
        game.attack("R1", "B2")
        game.done(RED)
        game.die(1)
        assert game.places() == units | {"B2": ""}
        assert game.phase == Phase.COMBAT  # the hex is not vacated: nobody advances
        game.attack("R2", "B1")
        game.done(RED)
        game.die(1)
        assert game.phase == Phase.ADVANCE
        assert game.advancers() == {"R2"}
    else:
        game.attack("R1", "B2", True)
        game.attack("R2", "B1", True)
        game.submit()
        assert game.phase == Phase.BATTLE
        game.die(1)
        assert game.places() == units | {"B1": ""}
        game.die(1)
        assert game.places() == {"R1": "0404", "R2": "0304", "B1": "", "B2": ""}


@pytest.mark.clause("BRG-22", "BRG-25")
def test_the_rest_of_a_stack_does_not_retreat_with_it() -> None:
    units = {"R1": "0403", "B1": "0404", "B2": "0404"}
    game = battle(units, ["R1"], "B2", die=1, rules="advanced", results=table_of("DR"))
    assert game.place("B1") == "0404"
    assert game.place("B2") in {"0405", "0305", "0505"}


# The results table


@pytest.mark.clause("BRG-23", "BRG-24")
@both_sequences
@both_rules
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("attackers", [1, 2, 3, 4, 5, 6])
def test_every_cell_of_the_table(attackers: int, die: int, rules: str, sequence: str) -> None:
    names = [f"R{n}" for n in range(attackers)]
    game = battle(around(attackers), names, "B1", die=die, rules=rules, sequence=sequence)
    expected = TABLE[min(attackers, 4)].split()[die - 1]
    if rules == "advanced" and die == 6 and attackers in (2, 3):
        expected = "EX"
    assert result_of(game) == expected
    assert rolled(game)["column"] == min(attackers, 4)
    assert rolled(game)["row"] == die
    assert rolled(game)["modifiers"] == []


@pytest.mark.clause("BRG-23", "BRG-24")
def test_an_exchange_takes_the_defender_and_the_weakest_attacker() -> None:
    for strengths, lost in (
        ({"R0": 5, "R1": 3, "R2": 4}, "R1"),
        ({"R0": 3, "R1": 5, "R2": 3}, "R0 or R2"),
        ({}, "lowest"),
    ):
        game = battle(
            around(3),
            ["R0", "R1", "R2"],
            "B1",
            die=6,
            rules="advanced",
            strength=strengths,
        )
        assert result_of(game) == "EX"
        assert game.place("B1") == ""
        gone = [name for name in ("R0", "R1", "R2") if not game.place(name)]
        least = min(strengths.get(name, 4) for name in ("R0", "R1", "R2"))
        weakest = [name for name in ("R0", "R1", "R2") if strengths.get(name, 4) == least]
        assert gone == [min(weakest, key=lambda name: game.number[name])], lost


@pytest.mark.clause("BRG-23")
@pytest.mark.parametrize(
    ("attack", "defence", "column", "added"),
    [
        ((1,), 4, 1, 1),
        ((3,), 4, 1, 1),
        ((4,), 4, 1, 0),
        ((7,), 4, 1, 0),
        ((8,), 4, 2, 0),
        ((3, 4), 4, 1, 0),
        ((1, 1, 1), 4, 1, 1),
        ((4, 4, 4), 4, 3, 0),
        ((15,), 4, 3, 0),
        ((16,), 4, 4, 0),
        ((99, 99), 1, 4, 0),
        ((1,), 99, 1, 1),
    ],
)
@pytest.mark.parametrize("die", [1, 5, 6])
def test_by_strength_the_column_is_the_ratio_rounded_down(
    attack: tuple[int, ...], defence: int, column: int, added: int, die: int
) -> None:
    names = [f"R{n}" for n in range(len(attack))]
    strength = dict(zip(names, attack, strict=True)) | {"B1": defence}
    game = battle(around(len(attack)), names, "B1", die=die, by_strength=True, strength=strength)
    details = rolled(game)
    row = min(6, die + added)
    assert (details["column"], details["row"]) == (column, row)
    assert details["result"] == TABLE[column].split()[row - 1]
    assert [m["value"] for m in details["modifiers"]] == [1] * added


@pytest.mark.clause("BRG-23")
def test_without_by_strength_strength_changes_nothing() -> None:
    strength = {"R0": 99, "R1": 1, "B1": 7}
    game = battle(around(2), ["R0", "R1"], "B1", die=1, strength=strength)
    assert rolled(game)["column"] == 2


@pytest.mark.clause("BRG-2", "BRG-23")
@pytest.mark.parametrize("by_strength", [False, True])
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize(
    ("kind", "modifier"), [("clear", 0), ("hill", 1), ("ridge", 5), ("hollow", -5), ("town", 0)]
)
def test_the_terrain_of_the_defender_is_added_and_the_sum_kept_within_the_die(
    kind: str, modifier: int, die: int, by_strength: bool
) -> None:
    terrain = {"0404": kind, RING[0]: "ridge"}
    strength = {"R0": 3, "B1": 4}
    game = battle(
        around(1),
        ["R0"],
        "B1",
        die=die,
        terrain=terrain,
        strength=strength,
        by_strength=by_strength,
    )
    row = min(6, max(1, die + modifier + int(by_strength)))
    assert rolled(game)["row"] == row
    assert result_of(game) == TABLE[1].split()[row - 1]
    values = [m["value"] for m in rolled(game)["modifiers"]]
    assert values == [modifier] * (modifier != 0) + [1] * by_strength


@pytest.mark.clause("BRG-23")
def test_one_die_whatever_the_number_of_attackers() -> None:
    game = battle(around(4), ["R0", "R1", "R2", "R3"], "B1", results=table_of("-"))
    chances = game.rules.chances(game.state)
    assert chances.weights == (1,) * 6
    assert chances.clause == "BRG-23"
    game.die(1)
    assert game.phase == Phase.PLAN


# Results


@pytest.mark.clause("BRG-24")
@both_sequences
def test_defender_eliminated(sequence: str) -> None:
    game = battle(around(2), ["R0", "R1"], "B1", die=1, sequence=sequence)
    assert result_of(game) == "DE"
    assert game.places() == around(2) | {"B1": ""}
    told = next(t for t in game.told(RED) if t.kind == "eliminate")
    assert (told.text, told.clause) == ("B1 is eliminated in 0404.", "BRG-24")
    assert game.view(RED).counters[game.number["B1"]].place == ""


@pytest.mark.clause("BRG-24")
def test_attacker_eliminated() -> None:
    units = around(1) | {"R9": RING[1]}
    game = battle(units, ["R0"], "B1", die=6)
    assert result_of(game) == "AE"
    assert game.places() == units | {"R0": ""}


@pytest.mark.clause("BRG-24")
def test_in_a_table_of_its_own_attacker_eliminated_means_all_and_a_dash_nothing() -> None:
    game = battle(around(3), ["R0", "R1", "R2"], "B1", die=1, results=table_of("AE"))
    assert game.places() == {"R0": "", "R1": "", "R2": "", "B1": "0404"}
    game = battle(around(3), ["R0", "R1", "R2"], "B1", die=1, results=table_of("-"))
    assert game.places() == around(3)


@pytest.mark.clause("BRG-24", "BRG-25", "BRG-26")
def test_defender_retreats_one_hex() -> None:
    game = battle(around(1), ["R0"], "B1", die=1)
    assert result_of(game) == "DR"
    assert game.place("B1") in RING
    assert game.place("R0") == RING[0]


@pytest.mark.clause("BRG-24", "BRG-25")
def test_all_attackers_retreat_and_nobody_else() -> None:
    units = around(2) | {"R9": RING[2]}
    game = battle(units, ["R0", "R1"], "B1", die=6)
    assert result_of(game) == "AR"
    assert game.place("B1") == "0404"
    assert game.place("R9") == RING[2]
    for name in ("R0", "R1"):
        assert game.place(name) in neighbours(units[name])


@pytest.mark.clause("BRG-25", "BRG-24")
def test_attackers_retreat_in_the_order_of_their_numbers() -> None:
    # Both can only go to 0302: the first takes it, the second is eliminated.
    walls = ["0402", "0503", "0502", "0203", "0204", "0305", "0202", "0205", "0301", "0201"]
    units = {"R1": "0304", "R2": "0403", "B1": "0404"}
    game = battle(
        units,
        ["R2", "R1"],
        "B1",
        die=1,
        terrain=dict.fromkeys(walls, "woods"),
        results=table_of("AR"),
    )
    # 0304 and 0403 share 0303 as the only free hex.
    assert game.number["R1"] < game.number["R2"]
    assert game.places() == {"R1": "0303", "R2": "", "B1": "0404"}
    told = [t for t in game.told(BLUE) if t.kind in ("retreat", "eliminate")]
    assert [t.kind for t in told] == ["retreat", "eliminate"]
    assert told[1].clause == "BRG-25"
    assert told[1].text == "R2 is eliminated in 0403, with no hex to retreat to."
