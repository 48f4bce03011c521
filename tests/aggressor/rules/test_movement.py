"""Movement: AGR-9 to AGR-13, and what AGR-1 and AGR-3 mean for it."""

from __future__ import annotations

from itertools import product

import pytest

from hexfront.core.contract import Kind
from hexfront.systems.aggressor.rules.movement import Blocked, Eliminated, Halted, StepLost
from hexfront.systems.aggressor.rules.steps import MoveAttempted
from tests.aggressor.positions import (
    AMBUSH,
    ASSAULT,
    EAST,
    PLAIN,
    WEST,
    Game,
    Table,
    ring,
    scenario_document,
)

FAR = {"E1": "infantry @UK"}
"""An enemy who is far from everything."""


@pytest.mark.clause("AGR-1", "AGR-9")
@pytest.mark.parametrize(
    ("here", "around"),
    [
        ("@CE", {"@CD", "@DD", "@DE", "@CF", "@BE", "@BD"}),  # a high column
        ("@DE", {"@DD", "@EE", "@EF", "@DF", "@CF", "@CE"}),  # a low one
        ("@AA", {"@AB", "@BA"}),
        ("@BA", {"@AA", "@AB", "@BB", "@CB", "@CA"}),
        ("@UO", {"@UN", "@TN", "@TO"}),
        ("@TO", {"@TN", "@SO", "@UO"}),
    ],
)
def test_a_unit_steps_to_the_hexes_around(here: str, around: set[str]) -> None:
    game = Game({"W1": f"infantry {here}", "E1": "infantry @KK"})
    assert game.may("W1") == around
    assert set(ring(here)) == around


@pytest.mark.clause("AGR-1")
def test_no_step_leads_off_the_map() -> None:
    game = Game({"W1": "infantry @AA", **FAR})
    for direction in (0, 1, 4, 5):
        assert game.no("W1", game.code("W1", direction)) == "AGR-1"


@pytest.mark.clause("AGR-3")
def test_a_hex_holds_one_unit() -> None:
    game = Game({"W1": "armor @CE", "W2": "armor @CF", **FAR})
    assert game.no_step("W1", "@CF") == "AGR-3"
    game.go("W2", "@CG")
    game.go("W1", "@CF")
    assert game.no_step("W2", "@CF") == "AGR-3"


@pytest.mark.clause("AGR-9")
@pytest.mark.parametrize("reach", [1, 2, 3])
def test_range_and_the_hex_that_is_left_decide(reach: int) -> None:
    """Every mixture of clear and rough hexes on the way."""
    way = ["@CC", "@CD", "@CE", "@CF", "@CG"]
    for pattern in product((False, True), repeat=4):
        rough = {label for label, is_rough in zip(way, pattern, strict=False) if is_rough}
        moved = 0
        while moved < 4 and (-(-reach // 2) if pattern[moved] else reach) - moved >= 1:
            moved += 1
        game = Game({"W1": f"armor @CC {reach}/3", **FAR}, rough=rough)
        game.go("W1", *way[1 : moved + 1])
        if moved < 4:
            assert game.no_step("W1", way[moved + 1]) == "AGR-9", (reach, pattern)


@pytest.mark.clause("AGR-9")
def test_hexes_moved_count_and_not_the_distance() -> None:
    game = Game({"W1": "armor @CC", **FAR})
    game.go("W1", "@CD", "@CC", "@CD")
    assert game.may("W1") == set()
    game.round()
    game.go("W1", "@CE")


# Contamination


@pytest.mark.clause("AGR-10", "AGR-22")
def test_who_enters_a_contaminated_hex_loses_a_step_at_once() -> None:
    game = Game({"W1": "armor @CC", **FAR}, nbc=["@CD"])
    game.go("W1", "@CD")
    assert game.figures("W1") == (2, 3)
    assert len(game.heard(WEST, StepLost)) == 1
    assert game.heard(EAST, StepLost) == []
    game.go("W1", "@CE")  # "rolls through": range 2, one hex moved
    assert game.figures("W1") == (2, 3)
    assert game.no_step("W1", "@CF") == "AGR-9"


@pytest.mark.clause("AGR-10")
def test_a_rough_contaminated_hex_halts() -> None:
    game = Game({"W1": "armor @CC", **FAR}, nbc=["@CD"], rough=["@CD"])
    game.go("W1", "@CD")
    assert game.figures("W1") == (2, 3)
    assert game.no_step("W1", "@CE") == "AGR-9"


@pytest.mark.clause("AGR-10", "AGR-22")
def test_contamination_takes_strength_without_range_and_kills() -> None:
    game = Game({"W1": "infantry @CC 0/2", "W2": "infantry @EC 0/1", **FAR}, nbc=["@CD", "@ED"])
    for name, label in (("W1", "@CD"), ("W2", "@ED")):
        game.order(name, game.step_code(name, label))
        game.chance(0)
    assert game.figures("W1") == (0, 1)
    assert game.place("W2") == ""
    assert len(game.heard(WEST, Eliminated)) == 1
    assert game.heard(EAST, Eliminated) == []


# Range 0


def immobile(**settings: object) -> Game:
    """An airbase that no enemy sees, beside an enemy who sees nobody and whom others see."""
    units = {"W1": "airbase @CE", "W2": "infantry @DE", "E1": "airbase @CF", "E2": "airbase @UK"}
    return Game(units, **settings)  # type: ignore[arg-type]


@pytest.mark.clause("AGR-11")
def test_a_unit_of_range_0_moves_with_one_half() -> None:
    game = immobile()
    game.order("W1", game.step_code("W1", "@CD"))
    assert game.kind == Kind.CHANCE
    assert game.probability(0) == 0.5
    game.chance(0)
    assert game.place("W1") == "@CD"
    assert game.heard(WEST, MoveAttempted)[0].what.success == 1
    assert game.heard(EAST, MoveAttempted) == []
    assert game.no_step("W1", "@CE") == "AGR-11"


@pytest.mark.clause("AGR-11")
def test_a_failed_try_is_the_only_one_and_leaves_the_attack() -> None:
    game = immobile()
    game.order("W1", game.step_code("W1", "@CD"))
    game.chance(1)
    assert game.place("W1") == "@CE"
    assert game.heard(WEST, MoveAttempted)[0].what.success == 0
    assert game.heard(EAST, MoveAttempted) == []
    assert game.no_step("W1", "@CD") == "AGR-11"
    assert game.no("W1", game.aim_code("W1", "@CA")) == "AGR-28"
    assert game.no("W1", game.strike_code("W1", "@CF")) == "AGR-28"
    game.attack("W1", "@CF", 10)
    # The try counts as a hex moved: no ambush, though no enemy sees the attacker.
    assert game.reports()[0][2] == PLAIN
    game.round()
    assert not game.is_dug_in("W1")


@pytest.mark.clause("AGR-11", "AGR-24")
def test_without_the_try_the_same_attack_is_an_ambush() -> None:
    game = immobile()
    game.attack("W1", "@CF", 10)
    assert game.reports()[0][2] == AMBUSH


@pytest.mark.clause("AGR-11")
def test_an_attack_before_the_try_does_not_forbid_it() -> None:
    game = immobile()
    game.attack("W1", "@CF", 10, 10)
    game.order("W1", game.step_code("W1", "@CD"))
    game.chance(0)
    assert game.place("W1") == "@CD"


@pytest.mark.clause("AGR-11")
def test_no_try_after_having_moved() -> None:
    game = Game({"W1": "infantry @CC 1/2", **FAR}, nbc=["@CD"])
    game.go("W1", "@CD")
    assert game.figures("W1") == (0, 2)
    assert game.no_step("W1", "@CE") == "AGR-11"
    game.round()
    game.order("W1", game.step_code("W1", "@CE"))
    assert game.kind == Kind.CHANCE


@pytest.mark.clause("AGR-11")
def test_rough_ground_does_not_matter_to_range_0() -> None:
    game = Game({"W1": "airbase @CC", **FAR}, rough=["@CC", "@CD"])
    game.order("W1", game.step_code("W1", "@CD"))
    game.chance(0)
    assert game.place("W1") == "@CD"


@pytest.mark.clause("AGR-11")
@pytest.mark.parametrize("percent", [0, 30, 100])
def test_the_chance_to_move_is_a_number_of_the_scenario(percent: int) -> None:
    game = immobile(numbers={"immobile_moves": percent})
    game.order("W1", game.step_code("W1", "@CD"))
    if percent == 30:
        assert game.probability(0) == 0.3
        game.chance(1)
    assert game.place("W1") == ("@CD" if percent == 100 else "@CE")


# Zones of control


@pytest.mark.clause("AGR-12")
def test_shifting_around_an_enemy_ends_the_movement_but_not_the_attack() -> None:
    for here in ring("@HH"):
        sides = set(ring(here)) & set(ring("@HH"))
        assert len(sides) == 2
        for there in sides:
            game = Game({"W1": f"armor {here}", "E1": "infantry @HH"})
            game.go("W1", there)
            assert len(game.heard(WEST, Halted)) == 1
            assert game.heard(EAST, Halted) == []
            free = next(label for label in ring(there) if label not in {here, "@HH"})
            assert game.no_step("W1", free) == "AGR-12"
            game.attack("W1", "@HH", 10)


@pytest.mark.clause("AGR-12")
def test_coming_and_going_beside_an_enemy_does_not_halt() -> None:
    game = Game({"W1": "armor @HF", "E1": "infantry @HH"})
    game.go("W1", "@HG", "@HF", "@HG")
    assert all(not isinstance(event.what, Halted) for event in game.log)
    leaving = Game({"W1": "armor @HG", "E1": "infantry @HH"})
    leaving.go("W1", "@HF", "@HE", "@HD")


@pytest.mark.clause("AGR-12")
def test_from_one_enemy_to_another_does_not_halt() -> None:
    # @HG is beside @HH alone, @HF beside @HE alone.
    game = Game({"W1": "armor @HG", "E1": "infantry @HH", "E2": "infantry @HE"})
    assert "@HE" not in ring("@HG")
    assert "@HH" not in ring("@HF")
    game.go("W1", "@HF")
    assert game.may("W1") >= {"@HG"}
    assert all(not isinstance(event.what, Halted) for event in game.log)


@pytest.mark.clause("AGR-12")
def test_a_unit_in_a_contaminated_hex_has_a_zone() -> None:
    game = Game({"W1": "armor @HG", "E1": "infantry @HH"}, nbc=["@HH"])
    there = next(iter(set(ring("@HG")) & set(ring("@HH"))))
    game.go("W1", there)
    assert len(game.heard(WEST, Halted)) == 1


@pytest.mark.clause("AGR-12")
def test_friends_do_not_halt() -> None:
    game = Game({"W1": "armor @HG", "W2": "infantry @HH", **FAR})
    there = next(iter(set(ring("@HG")) & set(ring("@HH"))))
    game.go("W1", there)
    assert len(game.may("W1")) > 0


@pytest.mark.clause("AGR-12", "AGR-19")
def test_a_halt_reveals_the_unseen_who_explain_it() -> None:
    left, right = sorted(set(ring("@HG")) & set(ring("@HH")))
    for enemies in ([left], [right], [left, right]):
        units = {"W1": "airbase @HG", "E1": f"airbase {left}", "E2": f"armor {right}"}
        units = {n: u for n, u in units.items() if n == "W1" or u.split()[1] in enemies}
        game = Game(units)
        assert game.sight() == {}
        game.order("W1", game.step_code("W1", "@HH"))
        game.chance(0)
        assert game.place("W1") == "@HH"
        assert len(game.heard(WEST, Halted)) == 1
        assert game.sight() == dict.fromkeys(enemies, "Unidentified")
        assert game.heard(EAST, Halted) == []


@pytest.mark.clause("AGR-12", "AGR-19")
def test_a_halt_that_a_seen_enemy_explains_reveals_nobody() -> None:
    left, right = sorted(set(ring("@HG")) & set(ring("@HH")))
    # The second unit sees the enemy on its own side only.
    for seen, other in ((left, right), (right, left)):
        watch = next(h for h in ring(seen) if h not in {*ring(other), other, "@HG", "@HH"})
        units = {
            "W1": "airbase @HG",
            "W2": f"infantry {watch} 1/2",
            "E1": f"airbase {seen}",
            "E2": f"airbase {other}",
        }
        game = Game(units)
        assert set(game.sight()) == {seen}
        game.order("W1", game.step_code("W1", "@HH"))
        game.chance(0)
        assert len(game.heard(WEST, Halted)) == 1
        assert set(game.sight()) == {seen}


@pytest.mark.clause("AGR-19")
def test_a_step_without_anybody_beside_it_tells_nothing() -> None:
    game = Game({"W1": "airbase @HG", "E1": "airbase @HE"})
    game.order("W1", game.step_code("W1", "@HH"))
    game.chance(0)
    assert game.sight() == {}


@pytest.mark.clause("AGR-19")
def test_an_unseen_enemy_blocks_and_is_then_seen_unidentified() -> None:
    game = Game({"W1": "airbase @HG", "E1": "armor @HH"})
    assert game.sight() == {}
    assert "@HH" in game.may("W1"), "to the player the hex is as free as any"
    game.order("W1", game.step_code("W1", "@HH"))
    game.chance(0)
    assert game.place("W1") == "@HG"
    assert len(game.heard(WEST, Blocked)) == 1
    assert game.heard(EAST, Blocked) == []
    assert game.sight() == {"@HH": "Unidentified"}
    assert game.no("W1", game.aim_code("W1", "@CA")) == "AGR-28"
    assert game.no("W1", game.strike_code("W1", "@HH")) == "AGR-28"
    game.attack("W1", "@HH", 10)
    game.round()
    assert not game.is_dug_in("W1")


@pytest.mark.clause("AGR-19", "AGR-24")
def test_a_blocked_step_costs_no_movement_but_counts_as_action() -> None:
    # Range is sight, so that nobody with range can meet the unseen by the rules alone.
    def blocked() -> Game:
        game = Game({"W1": "artillery @HF", "E1": "airbase @RG"})
        game.slip("E1", "@HG")
        game.order("W1", game.step_code("W1", "@HG"))
        assert game.place("W1") == "@HF"
        assert game.sight() == {"@HG": "Unidentified"}
        return game

    moving = blocked()
    assert moving.no("W1", moving.aim_code("W1", "@HG")) == "AGR-28"
    moving.go("W1", "@HE", "@HD", "@HC")
    attacking = blocked()
    attacking.attack("W1", "@HG", 10, 10)
    assert {report[2] for report in attacking.reports()} == {AMBUSH}
    resting = blocked()
    resting.pass_turn()
    assert not resting.is_dug_in("W1")


@pytest.mark.clause("AGR-11", "AGR-19")
def test_a_try_that_fails_tells_nothing_of_who_stands_there() -> None:
    game = Game({"W1": "airbase @HG", "E1": "armor @HH"})
    game.order("W1", game.step_code("W1", "@HH"))
    game.chance(1)
    assert game.sight() == {}
    assert game.heard(WEST, Blocked) == []


# Digging in


@pytest.mark.clause("AGR-13")
def test_nobody_is_dug_in_at_the_start() -> None:
    armies = {
        side: [{"type": "infantry", "hex": f"@{column}{row}"} for row in "ABC"]
        for side, column in (("west", "A"), ("east", "U"))
    }
    table = Table(scenario_document(armies, size=3, first="west"))
    assert not any(table.state.units.dug.tolist())
    assert all("dug in" not in c.badges for c in table.view(WEST).counters)


@pytest.mark.clause("AGR-13")
def test_who_does_nothing_digs_in_and_who_acts_climbs_out() -> None:
    game = Game({"W1": "infantry @CC", "W2": "infantry @EC", **FAR})
    assert not game.is_dug_in("W1")
    game.go("W2", "@ED")
    game.round()
    assert game.is_dug_in("W1")
    assert "dug in" in game.counter("W1").badges
    assert not game.is_dug_in("W2")
    game.round()
    assert game.is_dug_in("W1"), "for as long as it does nothing"
    game.go("W1", "@CD")
    assert not game.is_dug_in("W1")
    game.round()
    assert not game.is_dug_in("W1")


@pytest.mark.clause("AGR-13")
@pytest.mark.parametrize("deed", ["attack", "fire", "strike", "recon", "supply", "launch"])
def test_every_action_ends_the_digging_in(deed: str) -> None:
    kinds = {"fire": "artillery", "strike": "airbase", "recon": "airbase", "launch": "missile"}
    words = {
        "W1": f"{kinds[deed]} @HF dug" if deed in kinds else "infantry @HF 1/1 dug",
        "W2": "support @HE",
        "W3": "infantry @GG",
        "E1": "armor @HG",
    }
    game = Game(words)
    assert game.is_dug_in("W1")
    if deed == "attack":
        game.attack("W1", "@HG", 10)
    elif deed == "strike":
        game.strike("W1", "@HG")
    elif deed == "supply":
        game.order("W1", game.step_code("W1", "@HE"))
    else:
        game.aim("W1", "@HG")
    assert not game.is_dug_in("W1")
    while game.kind == Kind.CHANCE:
        game.chance(len(game.weights) - 1)
    game.pass_turn()
    assert not game.is_dug_in("W1")


@pytest.mark.clause("AGR-13")
def test_a_unit_that_is_attacked_stays_dug_in() -> None:
    game = Game({"W1": "armor @HF", "E1": "armor @HG dug"})
    game.attack("W1", "@HG", 1)
    assert game.is_dug_in("E1")


@pytest.mark.clause("AGR-23")
def test_assaults_need_distance_and_not_steps() -> None:
    units = {"W1": "armor @HD", "E1": "armor @HG"}
    game = Game(units)
    game.go("W1", "@HE", "@HF")
    game.attack("W1", "@HG", 10)
    assert game.reports()[0][2] == ASSAULT
    near = Game({"W1": "armor @HF", "E1": "armor @HG"})
    near.go("W1", "@HE", "@HF")
    near.attack("W1", "@HG", 10)
    assert near.reports()[0][2] == PLAIN
