"""Retreats and advances: BRG-25 and BRG-26."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.systems.brigade.rules import combat
from hexfront.systems.brigade.scenario.state import Phase
from tests.brigade.positions import BLUE, RED, RING, Game, around, battle, table_of

both_sequences = pytest.mark.parametrize("sequence", ["plotted", "igougo"])
both_rules = pytest.mark.parametrize("rules", ["standard", "advanced"])

# Retreats, one restriction after the other


def retreats(game: Game) -> set[str]:
    """Where the blue unit that was beaten may go, when its owner chooses."""
    assert game.phase == Phase.RETREAT
    assert game.sides == (BLUE,)
    return game.steps("B1")


FREE = {"0405", "0305", "0505"}
"""Where a unit in 0404 may retreat to from an enemy in 0403."""


def beaten(units: dict[str, str], **settings: Any) -> Game:
    units = {"R1": "0403", "B1": "0404"} | units
    return battle(units, ["R1"], "B1", die=1, results=table_of("DR"), **settings)


@pytest.mark.clause("BRG-25", "BRG-26")
def test_by_turns_the_owner_chooses_among_the_legal_hexes() -> None:
    game = beaten({}, sequence="igougo")
    assert retreats(game) == FREE
    assert game.choices(RED) == []
    assert {o.place for o in game.offers(BLUE, "retreat")} == FREE
    for there in sorted(FREE):
        other = game.copy()
        other.move("B1", there)
        assert other.place("B1") == there
    assert game.refusal(BLUE, 0).clause == "BRG-26"  # nothing else is possible meanwhile


@pytest.mark.clause("BRG-25")
@both_rules
def test_no_retreat_into_a_hex_that_any_unit_occupies(rules: str) -> None:
    game = beaten({"B2": "0405"}, sequence="igougo", rules=rules)
    assert retreats(game) == FREE - {"0405"}
    assert game.no_move("B1", "0405") == "BRG-25"
    assert game.no_move("B1", "0403") == "BRG-25"


@pytest.mark.clause("BRG-25")
@both_rules
def test_no_retreat_into_woods_under_either_set_of_rules(rules: str) -> None:
    terrain = {"0405": "woods", "0305": "hill"}
    game = beaten({}, terrain=terrain, sequence="igougo", rules=rules)
    assert retreats(game) == FREE - {"0405"}
    assert game.no_move("B1", "0405") == "BRG-25"


@pytest.mark.clause("BRG-25")
@both_rules
def test_no_retreat_into_closed_terrain(rules: str) -> None:
    game = beaten({}, terrain={"0305": "water"}, sequence="igougo", rules=rules)
    assert retreats(game) == FREE - {"0305"}


@pytest.mark.clause("BRG-25")
@both_rules
def test_no_retreat_off_the_map(rules: str) -> None:
    game = beaten({}, holes=["0505"], sequence="igougo", rules=rules)
    assert retreats(game) == FREE - {"0505"}
    edge = Game({"R1": "0406", "B1": "0407"}, sequence="igougo", results=table_of("DR"))
    edge.done(RED)
    edge.attack("R1", "B1")
    edge.done(RED)
    edge.die(1)
    # South of 0407 the map ends, and so it does south-west and south-east of it.
    assert edge.place("B1") == ""


@pytest.mark.clause("BRG-25")
@both_rules
def test_no_retreat_into_an_enemy_zone_even_beside_a_friend(rules: str) -> None:
    game = beaten({"R2": "0506", "B2": "0406"}, sequence="igougo", rules=rules)
    # 0405 and 0505 are beside 0506.
    assert game.place("B1") == "0305"  # a single hex is no choice
    assert game.phase == Phase.ADVANCE


@pytest.mark.clause("BRG-25")
@both_sequences
@both_rules
def test_a_unit_without_a_hex_to_retreat_to_is_eliminated(rules: str, sequence: str) -> None:
    units = {"R2": "0405", "B2": "0305", "B3": "0505"}
    game = beaten(units, sequence=sequence, rules=rules)
    assert game.place("B1") == ""
    told = next(t for t in game.told(RED) if t.kind == "eliminate")
    assert told.clause == "BRG-25"


@pytest.mark.clause("BRG-25")
def test_costs_and_points_do_not_bind_a_retreat() -> None:
    terrain = {"0405": "ridge", "0305": "ridge", "0505": "ridge"}
    game = beaten({}, terrain=terrain, movement={"B1": 0}, sequence="igougo")
    assert retreats(game) == FREE


@pytest.mark.clause("BRG-25", "BRG-26")
def test_by_turns_the_attacker_chooses_his_own_retreats_one_after_another() -> None:
    game = battle(around(2), ["R0", "R1"], "B1", die=1, sequence="igougo", results=table_of("AR"))
    assert (game.phase, game.sides) == (Phase.RETREAT, (RED,))
    first = min(("R0", "R1"), key=lambda name: game.number[name])
    second = "R1" if first == "R0" else "R0"
    assert game.steps(second) == set()
    game.move(first, sorted(game.steps(first))[0])
    taken = game.place(first)
    assert game.phase == Phase.RETREAT
    assert taken not in game.steps(second)
    game.move(second, sorted(game.steps(second))[-1])
    assert game.phase != Phase.RETREAT


# The choice of the computer


@pytest.mark.clause("BRG-26")
def test_plotted_retreats_go_where_the_fewest_enemies_are_near() -> None:
    # Without others the lowest number of the free hexes; an enemy near it sends it elsewhere.
    assert beaten({}).place("B1") == "0305"
    assert beaten({"R2": "0206"}).place("B1") in FREE - {"0305"}
    # 0305: R1, R2. 0405: R1 is two away, R2 is two away. 0505: R1 alone.
    game = beaten({"R2": "0206"})
    assert game.place("B1") == "0505"


@pytest.mark.clause("BRG-26")
def test_two_hexes_are_counted_as_the_crow_flies() -> None:
    # 0307 is two hexes from 0305 and from 0405, though the hexes between are off the map.
    assert beaten({"R2": "0307"}, holes=["0306"]).place("B1") == "0505"


@pytest.mark.clause("BRG-26", "BRG-22")
def test_every_enemy_of_a_stack_counts() -> None:
    # 0305 sees R2 and R3 in one hex; 0505 sees R4 alone; 0405 sees all three.
    units = {"R2": "0206", "R3": "0206", "R4": "0606"}
    assert beaten(units, rules="advanced").place("B1") == "0505"


# Advance


@pytest.mark.clause("BRG-26")
@both_sequences
def test_one_attacker_advances_regardless_of_zones_and_points(sequence: str) -> None:
    units = around(2) | {"B2": "0305", "B3": "0505"}
    game = battle(
        units, ["R0", "R1"], "B1", die=1, advance="R1", movement={"R1": 0}, sequence=sequence
    )
    if sequence == "igougo":
        assert (game.phase, game.sides) == (Phase.ADVANCE, (RED,))
        assert game.advancers() == {"R0", "R1"}
        assert {o.place for o in game.offers(RED, "advance")} == {"0404"}
        game.advance("R1")
        assert game.phase != Phase.ADVANCE
    assert game.places() == units | {"R1": "0404", "B1": ""}
    told = next(t for t in game.told(BLUE) if t.kind == "advance")
    assert told.clause == "BRG-26"


@pytest.mark.clause("BRG-26")
@both_sequences
def test_advancing_is_voluntary(sequence: str) -> None:
    game = battle(around(2), ["R0", "R1"], "B1", die=1, sequence=sequence)
    if sequence == "igougo":
        assert game.phase == Phase.ADVANCE
        game.done(RED)
    assert game.places() == around(2) | {"B1": ""}


@pytest.mark.clause("BRG-26")
def test_one_unit_of_a_plotted_battle_advances() -> None:
    game = Game(around(2) | {"B2": "0505"})
    game.attack("R0", "B1", True)
    assert game.no_attack("R1", "B1", advance=True) == "BRG-26"
    game.attack("R1", "B1")


@pytest.mark.clause("BRG-26")
@both_sequences
def test_advance_after_a_retreat(sequence: str) -> None:
    game = battle(around(1), ["R0"], "B1", die=1, advance="R0", sequence=sequence)
    if sequence == "igougo":
        assert game.phase == Phase.RETREAT
        game.move("B1", "0405")
        game.advance("R0")
    assert game.place("R0") == "0404"
    assert game.place("B1") in RING


@pytest.mark.clause("BRG-26")
@both_sequences
@pytest.mark.parametrize("code", ["AR", "AE", "-"])
def test_nobody_advances_into_a_hex_that_was_not_vacated(code: str, sequence: str) -> None:
    # The attacker in RING[0] has nowhere to go but 0402.
    game = battle(
        around(1), ["R0"], "B1", die=1, advance="R0", sequence=sequence, results=table_of(code)
    )
    if game.phase == Phase.RETREAT:
        game.move("R0", "0402")
    assert game.phase != Phase.ADVANCE
    assert all(not isinstance(event.what, combat.Advanced) for event in game.events)
    assert game.place("B1") == "0404"


@pytest.mark.clause("BRG-26")
@both_sequences
def test_a_victorious_defender_never_advances(sequence: str) -> None:
    units = {"R1": "0403", "B1": "0404", "B2": "0504"}
    game = battle(units, ["R1"], "B1", die=1, sequence=sequence, results=table_of("AE"))
    assert game.places() == units | {"R1": ""}
    assert game.advancers() == set()
    assert all(not isinstance(event.what, combat.Advanced) for event in game.events)


@pytest.mark.clause("BRG-26", "BRG-23")
@both_sequences
def test_after_an_exchange_a_survivor_advances(sequence: str) -> None:
    strength = {"R0": 1}
    for advance, arrives in (("R1", True), ("R0", False)):
        game = battle(
            around(2),
            ["R0", "R1"],
            "B1",
            die=6,
            advance=advance,
            rules="advanced",
            strength=strength,
            sequence=sequence,
        )
        if sequence == "igougo":
            assert game.advancers() == {"R1"}
            if arrives:
                game.advance("R1")
            else:
                game.done(RED)
        assert game.place("R0") == ""
        assert game.place("R1") == ("0404" if arrives else RING[1])


@pytest.mark.clause("BRG-26")
def test_the_advance_is_made_before_the_next_battle() -> None:
    units = {"R1": "0403", "R2": "0306", "B1": "0404", "B2": "0405"}
    game = Game(units, results=table_of("DE"))
    game.attack("R1", "B1", True)
    game.attack("R2", "B2")
    game.submit()
    game.die(1)
    kinds = [type(event.what) for event in game.events]
    assert kinds.index(combat.Advanced) < kinds.index(combat.BattleBegins)
    assert game.place("R1") == "0404"


@pytest.mark.clause("BRG-26", "BRG-16")
def test_an_advance_brings_its_zone_along_at_once() -> None:
    # After R1 advanced to 0404, B2 in 0406 cannot retreat to 0405, 0305 … beside it.
    units = {"R1": "0403", "R2": "0507", "B1": "0404", "B2": "0406"}
    game = Game(units, sequence="igougo", results=table_of("DR"))
    game.done(RED)
    game.attack("R1", "B1")
    game.done(RED)
    game.die(1)
    game.move("B1", "0505")
    game.advance("R1")
    game.attack("R2", "B2")
    game.done(RED)
    game.die(1)
    assert game.phase == Phase.RETREAT
    assert "0405" not in game.steps("B2")
    assert game.no_move("B2", "0405") == "BRG-25"


@pytest.mark.clause("BRG-26", "BRG-27")
def test_a_unit_advances_into_a_town() -> None:
    game = battle(
        around(2),
        ["R0", "R1"],
        "B1",
        die=1,
        advance="R0",
        terrain={"0404": "town"},
        turns=1,
    )
    result = game.rules.result(game.state)
    assert result is not None
    assert result.winners == (RED,)
