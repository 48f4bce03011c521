"""Combat: AGR-20 to AGR-27."""

from __future__ import annotations

from itertools import product

import pytest

from hexfront.core.contract import SPECTATOR, UMPIRE, Kind, Offer
from hexfront.core.table.aim import aimed
from hexfront.systems.aggressor.rules.combat import AttackReported, NearMiss, Retreated, Rolled
from hexfront.systems.aggressor.rules.movement import Eliminated, StepLost
from tests.aggressor.hexes import around, distance
from tests.aggressor.positions import (
    AMBUSH,
    ASSAULT,
    DIRECT_HIT,
    EAST,
    HIT,
    KILL,
    MISS,
    PLAIN,
    WEST,
    Game,
    ring,
)

HALF = {"d8": 4, "d10": 5, "d12": 6}


def pair(attacker: str = "armor @HF", defender: str = "armor @HG", **settings: object) -> Game:
    return Game({"W1": attacker, "E1": defender}, **settings)  # type: ignore[arg-type]


def offer(game: Game, name: str, label: str, kind: str = "attack") -> Offer:
    """The one offer of a unit that points at a hex."""
    subject = str(game.number[name] + 1)
    every = game.offers(game.acting, kind)
    (found,) = [o for o in every if o.subject == subject and o.place == label]
    return found


# Who may attack


@pytest.mark.clause("AGR-20")
def test_only_adjacent_enemies_can_be_attacked() -> None:
    for far in (1, 2, 3):
        there = min(around("@HF", far) - around("@HF", far - 1))
        game = pair(defender=f"armor {there}")
        assert there in game.sight()
        assert (there in game.may("W1")) is (far == 1)
        assert [o.place for o in game.offers(WEST, "attack")] == [there] * (far == 1)


@pytest.mark.clause("AGR-20")
def test_only_seen_enemies_can_be_attacked() -> None:
    game = pair("airbase @HF", "armor @HG")
    assert game.sight() == {}
    assert game.offers(WEST, "attack") == []
    game.order("W1", game.step_code("W1", "@HG"))
    assert game.weights == (50, 50), "it is a try to move, since nobody is seen there"


@pytest.mark.clause("AGR-20")
def test_one_attack_a_turn() -> None:
    game = Game({"W1": "armor @HF", "E1": "armor @HG", "E2": "armor @HE"})
    game.attack("W1", "@HG", 10)
    assert game.no_step("W1", "@HG") == "AGR-20"
    assert game.no_step("W1", "@HE") == "AGR-20"
    game.round()
    game.attack("W1", "@HG", 10)


@pytest.mark.clause("AGR-20")
def test_nobody_attacks_from_a_contaminated_hex() -> None:
    game = pair(nbc=["@HF"])
    assert game.sight() == {"@HG": "Unidentified"}
    assert game.no_step("W1", "@HG") == "AGR-20"
    entering = Game({"W1": "armor @HE", "E1": "armor @HG"}, nbc=["@HF"])
    entering.go("W1", "@HF")
    assert entering.no_step("W1", "@HG") == "AGR-20"


@pytest.mark.clause("AGR-20", "AGR-28")
def test_no_attack_after_a_special_function() -> None:
    game = Game({"W1": "infantry @HF 1/1", "W2": "support @HE", "E1": "armor @HG"})
    game.order("W1", game.step_code("W1", "@HE"))
    assert game.figures("W1") == (1, 2)
    assert game.no_step("W1", "@HG") == "AGR-28"


@pytest.mark.clause("AGR-20", "AGR-43")
def test_attacks_before_between_and_after_moves() -> None:
    for before in range(4):
        way = ["@HD", "@HE", "@HF", "@HG"][3 - before :]
        game = Game({"W1": f"armor {way[0]}", "W2": "infantry @FH", "E1": "armor @HH"})
        game.go("W1", *way[1:])
        game.attack("W1", "@HH", 10)
        assert game.reports() == [("armor", "@HH", ASSAULT if before > 1 else PLAIN, MISS, 0)]
        if before < 3:
            game.go("W1", next(h for h in ring("@HG") if distance(h, "@HH") == 2))


@pytest.mark.clause("AGR-20")
def test_nobody_attacks_in_the_enemys_turn() -> None:
    game = pair()
    code = game.step_code("W1", "@HG")
    game.pass_turn()
    assert game.refusal(WEST, code).clause == "AGR-41"


# The chance


@pytest.mark.clause("AGR-21")
@pytest.mark.parametrize("die", ["d10", "d8", "d12"])
def test_how_many_faces_hit(die: str) -> None:
    """Every strength, ground and digging in, face by face."""
    for attack, defence, ground, dug in product((1, 2, 3), (1, 2, 3), range(4), ("", " dug")):
        game = pair(
            f"armor @HF 3/{attack}",
            f"armor @HG 2/{defence}{dug}",
            rough=["@HG"] if ground & 1 else [],
            nbc=["@HG"] if ground & 2 else [],
            die=die,
        )
        game.attack("W1", "@HG")
        assert len(game.weights) == int(die[1:])
        expected = HALF[die] + attack - defence - (ground > 0) - (dug != "")
        assert game.needed() == max(expected, 1), (die, attack, defence, ground, dug)


@pytest.mark.clause("AGR-21")
def test_the_die_has_ten_faces_if_nothing_is_said() -> None:
    game = pair()
    game.attack("W1", "@HG")
    assert len(game.weights) == 10
    assert game.needed() == 5


@pytest.mark.clause("AGR-21")
def test_the_ground_of_the_attacker_does_not_matter() -> None:
    game = pair(rough=["@HF"])
    game.attack("W1", "@HG")
    assert game.needed() == 5


@pytest.mark.clause("AGR-21")
def test_a_one_always_hits_and_no_more_faces_than_there_are() -> None:
    types = {"armor": (3, 9), "support": (2, 1)}
    game = pair("support @HF", "armor @HG", types=types)
    game.attack("W1", "@HG", 1)
    assert game.reports()[0][3] == HIT
    strong = pair("armor @HF", "support @HG", types=types)
    strong.attack("W1", "@HG")
    assert strong.needed() == 10


@pytest.mark.clause("AGR-21")
def test_deductions_are_numbers_of_the_scenario() -> None:
    numbers = {"rough_cover": 2, "dug_in_cover": 0}
    for dug in ("", " dug"):
        game = pair(defender=f"armor @HG{dug}", rough=["@HG"], numbers=numbers)
        game.attack("W1", "@HG")
        assert game.needed() == 3


@pytest.mark.clause("AGR-21")
@pytest.mark.parametrize("die", ["d10", "d8", "d12"])
@pytest.mark.parametrize("ground", ["clear", "rough"])
def test_the_odds_on_an_identified_enemy(die: str, ground: str) -> None:
    game = pair("armor @HE", rough=["@HG"] if ground == "rough" else [], die=die)
    assert game.sight() == {"@HG": "Armor"}
    game.go("W1", "@HF")
    odds = offer(game, "W1", "@HG").odds
    assert odds is not None
    faces, base = int(die[1:]), HALF[die] - (ground == "rough")
    assert odds["chance"] == pytest.approx((2 * base - 1) / 2 / faces)  # dug in, or not
    assert odds["low"] == pytest.approx((base - 1) / faces)
    assert odds["high"] == pytest.approx((base + 2) / faces)  # strength 1, not dug in
    assert odds["form"] == "Attack"


@pytest.mark.clause("AGR-21", "AGR-25")
def test_the_odds_on_an_unidentified_enemy_are_those_of_all_types() -> None:
    strengths = {
        "Airbase": 3,
        "Missile": 1,
        "Artillery": 2,
        "Armor": 3,
        "Infantry": 2,
        "Support": 1,
    }
    for hidden in ("armor", "support"):
        units = {"W1": "armor @HF", "W2": "infantry @HI", "E1": f"{hidden} @HK dug"}
        game = Game(units)
        game.go("W2", "@HJ")
        assert game.sight() == {"@HK": "Unidentified"}
        odds = offer(game, "W2", "@HK").odds
        assert odds is not None
        mixture = {entry["type"]: entry for entry in odds["mixture"]}
        assert set(mixture) == set(strengths)
        for name, strength in strengths.items():
            assert mixture[name]["weight"] == pytest.approx(1 / 6)
            assert mixture[name]["chance"] == pytest.approx((5 + 2 - strength - 0.5) / 10)
        assert odds["chance"] == pytest.approx(sum(6.5 - s for s in strengths.values()) / 60)
        assert odds["low"] == pytest.approx(0.3)
        assert odds["high"] == pytest.approx(0.6)


@pytest.mark.clause("AGR-21")
def test_technical_is_a_type_of_its_own_once_the_enemy_has_launched() -> None:
    game = Game({"W1": "armor @HH", "E1": "armor @HK dug", "E2": "missile @RK"})
    game.go("W1", "@HG", "@HH")  # and so it does not dig in
    game.pass_turn()
    game.aim("E2", "@RC")
    game.pass_turn()
    game.go("W1", "@HI", "@HJ")
    assert game.sight() == {"@HK": "Unidentified"}
    odds = offer(game, "W1", "@HK").odds
    assert odds is not None
    names = [entry["type"] for entry in odds["mixture"]]
    assert sorted(names) == sorted(
        ["Airbase", "Missile", "Artillery", "Armor", "Infantry", "Support", "Technical"]
    )
    assert [entry["weight"] for entry in odds["mixture"]] == pytest.approx([1 / 7] * 7)


@pytest.mark.clause("AGR-21")
def test_hits_that_were_seen_count_in_the_odds() -> None:
    # Infantry 2/2: two hits take the range, the third a point of strength.
    units = {"W1": "armor @HF", "W2": "armor @GG", "W3": "armor @IG", "W4": "armor @HH"}
    game = Game({**units, "E1": "infantry @HG"})
    order = ["W1", "W2", "W3", "W4"]
    for hits, name in enumerate(order):
        odds = offer(game, name, "@HG").odds
        assert odds is not None
        strength = 2 if hits < 3 else 1
        assert odds["chance"] == pytest.approx((2 * (5 + 3 - strength) - 1) / 20)
        game.attack(name, "@HG", 1)
        while game.kind == Kind.CHANCE:
            game.die(10)


@pytest.mark.clause("AGR-17", "AGR-21")
def test_odds_do_not_depend_on_what_is_hidden() -> None:
    found = []
    for figures in ("3/3 dug", "0/1 dug", "1/2 dug"):
        game = pair("armor @HE", f"armor @HG {figures}", rough=["@HG"])
        game.go("W1", "@HF")
        found.append(offer(game, "W1", "@HG"))
    assert found[0] == found[1] == found[2]


# Losses


@pytest.mark.clause("AGR-22")
def test_hits_take_range_first_and_then_strength() -> None:
    figures = [(3, 3)]
    game = Game(
        {f"W{n}": f"artillery {there}" for n, there in enumerate(ring("@HG"))} | {"E1": "armor @HG"}
    )
    for n, there in enumerate(ring("@HG")):
        game.aim(f"W{n}", "@HG")
        game.die(1)
        figures.append(game.figures("E1"))
        assert game.place(f"W{n}") == there
    assert figures == [(3, 3), (2, 3), (1, 3), (0, 3), (0, 2), (0, 1), (0, 0)]
    assert game.place("E1") == ""
    assert game.sight() == {}
    assert [report[3] for report in game.reports()] == [HIT] * 5 + [KILL]


@pytest.mark.clause("AGR-22")
def test_a_miss_does_nothing_and_an_attack_never_harms_the_attacker() -> None:
    for face in range(1, 11):
        game = pair()
        game.attack("W1", "@HG", face)
        assert game.figures("W1") == (3, 3)
        assert game.figures("E1") == ((2, 3) if face <= 5 else (3, 3))


@pytest.mark.clause("AGR-22")
def test_the_hex_of_an_eliminated_unit_is_free() -> None:
    game = Game({"W1": "armor @HF", "W2": "infantry @HE", "E1": "armor @HG 0/1"})
    game.attack("W1", "@HG", 1)
    assert game.place("E1") == ""
    assert len(game.heard(EAST, Eliminated)) == 1
    game.go("W1", "@HG")


# Assault


def assault(defender: str, **settings: object) -> Game:
    game = pair("armor @HD", defender, **settings)
    game.go("W1", "@HE", "@HF")
    return game


@pytest.mark.clause("AGR-23")
def test_an_assault_takes_strength_at_half_its_hits() -> None:
    for outcome, figures, result in ((0, (3, 2), DIRECT_HIT), (1, (2, 3), HIT)):
        game = assault("armor @HG")
        game.attack("W1", "@HG", 5)
        assert game.kind == Kind.CHANCE
        assert len(game.weights) == 2
        assert game.probability(0) == 0.5
        assert game.reports() == [], "nobody hears of it before the coin"
        game.chance(outcome)
        assert game.figures("E1") == figures
        assert game.reports() == [("armor", "@HG", ASSAULT, result, 0)]


@pytest.mark.clause("AGR-23")
def test_the_coin_is_thrown_at_every_hit_and_at_no_miss() -> None:
    game = assault("armor @HG 0/3")
    game.attack("W1", "@HG", 1)
    assert game.probability(0) == 0.5
    game.chance(1)
    assert game.figures("E1") == (0, 2)
    missed = assault("armor @HG")
    missed.attack("W1", "@HG", 10)
    assert missed.kind == Kind.ORDERS


@pytest.mark.clause("AGR-23")
def test_an_assault_may_kill_a_unit_that_has_range_left() -> None:
    game = assault("armor @HG 2/1")
    game.attack("W1", "@HG", 1)
    game.chance(0)
    assert game.place("E1") == ""
    assert game.reports() == [("armor", "@HG", ASSAULT, KILL, 0)]


@pytest.mark.clause("AGR-23")
def test_one_hex_away_from_the_start_is_no_assault() -> None:
    game = pair("armor @HE", "armor @HG")
    game.go("W1", "@HF")
    game.attack("W1", "@HG", 1)
    assert game.reports()[0][2] == PLAIN
    # Three steps that end one hex from where they began.
    units = {"W1": "armor @HD", "E1": "armor @HF"}
    winding = Game(units)
    winding.go("W1", "@HC", "@HD", "@HE")
    winding.attack("W1", "@HF", 1)
    assert winding.reports()[0][2] == PLAIN


@pytest.mark.clause("AGR-23")
@pytest.mark.parametrize("percent", [0, 25, 100])
def test_the_coin_is_a_number_of_the_scenario(percent: int) -> None:
    game = assault("armor @HG", numbers={"assault_direct": percent})
    game.attack("W1", "@HG", 1)
    if percent == 25:
        assert game.probability(0) == 0.25
        game.chance(0)
    assert game.kind == Kind.ORDERS
    assert game.figures("E1") == ((2, 3) if percent == 0 else (3, 2))


# Ambush


def ambush(defender: str = "airbase @HG", **settings: object) -> Game:
    """The defender sees nobody, since an airbase has no range."""
    return pair("armor @HF", defender, **settings)


@pytest.mark.clause("AGR-24")
def test_who_was_not_seen_and_has_not_moved_tries_twice() -> None:
    game = ambush()
    game.attack("W1", "@HG", 9, 10)
    assert game.kind == Kind.ORDERS
    assert game.reports() == [("armor", "@HG", AMBUSH, MISS, 0), ("armor", "@HG", AMBUSH, MISS, 2)]


@pytest.mark.clause("AGR-24")
def test_the_second_try_is_against_what_the_first_has_left() -> None:
    game = ambush("airbase @HG 0/3")
    game.attack("W1", "@HG")
    assert game.needed() == 5
    game.die(1)
    assert game.figures("E1") == (0, 2)
    assert game.needed() == 6
    game.die(6)
    assert game.figures("E1") == (0, 1)


@pytest.mark.clause("AGR-24")
def test_there_is_no_second_try_against_nobody() -> None:
    game = ambush("airbase @HG 0/1")
    game.attack("W1", "@HG", 1)
    assert game.kind == Kind.ORDERS
    assert game.reports() == [("armor", "@HG", AMBUSH, KILL, 0)]


@pytest.mark.clause("AGR-24")
def test_who_was_seen_makes_a_plain_attack() -> None:
    for watcher, far in (("infantry", 2), ("infantry", 3)):
        there = min(h for h in around("@HF", far) - around("@HF", far - 1) if h != "@HG")
        units = {"W1": "armor @HF", "E1": "airbase @HG", "E2": f"{watcher} {there}"}
        game = Game(units)
        game.attack("W1", "@HG", 10)
        assert game.reports()[0][2] == (PLAIN if far == 2 else AMBUSH)


@pytest.mark.clause("AGR-24")
def test_who_has_moved_makes_no_ambush() -> None:
    game = ambush()
    game.go("W1", "@HE", "@HF")
    game.attack("W1", "@HG", 10)
    assert game.reports()[0][2] == PLAIN


@pytest.mark.clause("AGR-24", "AGR-16")
def test_a_carried_identification_is_sight() -> None:
    units = {"W1": "armor @HF", "E1": "airbase @HG", "E2": "infantry @HD"}
    game = Game(units)
    game.attack("W1", "@HG", 10)  # and so it does not dig in
    game.pass_turn()
    assert game.sight(EAST) == {"@HF": "Armor"}
    game.go("E2", "@HC", "@HB")
    game.round()
    assert game.sight(EAST) == {"@HF": "Armor"}, "carried"
    game.pass_turn()
    game.attack("W1", "@HG", 10)
    assert game.reports()[-1][2] == PLAIN
    game.round()
    assert game.sight(EAST) == {}
    game.attack("W1", "@HG", 10, 10)
    assert game.reports()[-1][2] == AMBUSH


@pytest.mark.clause("AGR-24", "AGR-14")
def test_without_observation_there_is_no_ambush() -> None:
    game = ambush(observation=False)
    game.attack("W1", "@HG", 10)
    assert game.reports()[0][2] == PLAIN


@pytest.mark.clause("AGR-24", "AGR-17")
def test_the_odds_do_not_tell_whether_the_attacker_was_seen() -> None:
    found = []
    for watcher in ("@HD", "@UK"):
        units = {"W1": "armor @HF 1/3", "E1": "airbase @HG", "E2": f"infantry {watcher}"}
        found.append(offer(Game(units), "W1", "@HG"))
    assert found[0] == found[1]
    odds = found[0].odds
    assert odds is not None
    single, double = odds["chance"], odds["ambush"]
    assert single == pytest.approx((0.5 + 0.4) / 2)
    assert double == pytest.approx((1 - 0.5**2 + 1 - 0.6**2) / 2)
    assert odds["high"] == pytest.approx(1 - 0.3**2)


@pytest.mark.clause("AGR-24")
def test_an_ambush_on_every_face() -> None:
    hits = 0
    for first, second in product(range(1, 11), repeat=2):
        game = ambush("airbase @HG dug")
        game.attack("W1", "@HG", first, second)
        hits += game.figures("E1") != (0, 3)
    assert hits == 100 - 6 * 6


# Unidentified targets


@pytest.mark.clause("AGR-25")
def test_an_unidentified_defender_is_attacked_without_deduction_and_stays_so() -> None:
    for defender in ("armor @HI", "armor @HI dug"):
        game = pair("armor @HF", defender, rough=["@HI"])
        assert game.sight() == {"@HI": "Unidentified"}
        game.go("W1", "@HG", "@HH")
        game.attack("W1", "@HI")
        assert game.needed() == 4 - defender.endswith("dug")
        game.die(1)
        game.chance(1)
        assert game.sight() == {"@HI": "Unidentified"}


# Reports


@pytest.mark.clause("AGR-26")
@pytest.mark.parametrize("face", [1, 10])
def test_both_sides_and_spectators_hear_the_report(face: int) -> None:
    game = pair(defender="armor @HG dug")
    game.attack("W1", "@HG", face)
    reports = [game.heard(viewer, AttackReported) for viewer in (WEST, EAST, SPECTATOR)]
    assert reports[0] == reports[1] == reports[2]
    assert game.reports() == [("armor", "@HG", PLAIN, HIT if face == 1 else MISS, 1)]
    texts = {
        game.rules.describe(reports[0][0], game.view(viewer)).text for viewer in (WEST, EAST, -2)
    }
    assert len(texts) == 1
    assert texts.pop().startswith("Attack: West Armor on @HG, dug in: ")


@pytest.mark.clause("AGR-26")
def test_def_is_told_only_of_who_is_dug_in() -> None:
    game = pair()
    game.attack("W1", "@HG", 1)
    (report,) = game.heard(EAST, AttackReported)
    assert "dug in" not in game.rules.describe(report, game.view(EAST)).text


@pytest.mark.clause("AGR-26")
def test_the_die_is_for_the_umpire_and_the_loss_for_the_owner() -> None:
    game = pair()
    game.attack("W1", "@HG", 1)
    for viewer in (WEST, EAST, SPECTATOR):
        assert game.heard(viewer, Rolled) == []
    assert game.heard(UMPIRE, Rolled)[0].what[:2] == (1, 5)
    assert len(game.heard(EAST, StepLost)) == 1
    for viewer in (WEST, SPECTATOR):
        assert game.heard(viewer, StepLost) == []


# Mobile attacks


def mobile(attacker: str, defender: str = "armor @HG", **settings: object) -> Game:
    return pair(attacker, defender, mobile_attacks=True, **settings)


@pytest.mark.clause("AGR-27")
def test_the_option_is_off_by_default() -> None:
    game = pair("armor @HF", "armor @HG 0/1")
    game.attack("W1", "@HG", 1)
    assert game.place("W1") == "@HF"
    assert game.kind == Kind.ORDERS
    pressing = pair("armor @HD")
    pressing.go("W1", "@HE", "@HF")
    assert game.offers(WEST, "press") == []


@pytest.mark.clause("AGR-27")
def test_a_mobile_attack_needs_a_movement_point() -> None:
    way = ["@HC", "@HD", "@HE", "@HF"]
    for steps in range(4):
        units = {"W1": f"armor {way[3 - steps]}", "W2": "infantry @FG", "E1": "armor @HG"}
        game = Game(units, mobile_attacks=True)
        game.go("W1", *way[4 - steps :])
        if steps == 3:
            assert game.no_step("W1", "@HG") == "AGR-27"
        else:
            game.attack("W1", "@HG", 10)
    rough = mobile("infantry @HE", rough=["@HF"])
    rough.go("W1", "@HF")
    assert rough.no_step("W1", "@HG") == "AGR-27"
    seen = Game({"W1": "airbase @HF", "W2": "infantry @FG", "E1": "armor @HG"}, mobile_attacks=True)
    assert seen.no_step("W1", "@HG") == "AGR-27"


@pytest.mark.clause("AGR-27")
def test_a_mobile_assault_is_on_a_target_that_was_not_adjacent() -> None:
    one = mobile("armor @HE")
    one.go("W1", "@HF")
    one.attack("W1", "@HG", 10)
    assert one.reports()[0][2] == ASSAULT
    # One hex away, but the target was adjacent from the start.
    beside = mobile("armor @HF")
    there = min(set(ring("@HF")) & set(ring("@HG")))
    beside.go("W1", there)
    beside.attack("W1", "@HG", 10)
    assert beside.reports()[0][2] == PLAIN


@pytest.mark.clause("AGR-27")
def test_the_hex_of_a_destroyed_target_is_entered() -> None:
    game = mobile("armor @HF", "armor @HG 0/1")
    game.attack("W1", "@HG", 1)
    assert game.place("W1") == "@HG"
    assert game.kind == Kind.ORDERS
    game.go("W1", "@HH", "@HI")
    assert game.no_step("W1", "@HJ") == "AGR-9", "entering was one of its hexes"


@pytest.mark.clause("AGR-27", "AGR-10")
def test_entering_a_contaminated_hex_costs_a_step() -> None:
    game = mobile("armor @HF", "armor @HG 0/1", nbc=["@HG"])
    game.attack("W1", "@HG", 1)
    assert game.place("W1") == "@HG"
    assert game.figures("W1") == (2, 3)


@pytest.mark.clause("AGR-27")
@pytest.mark.parametrize("face", range(1, 11))
def test_pressing_after_a_hit_or_a_miss_by_one(face: int) -> None:
    game = mobile("armor @HF")
    game.attack("W1", "@HG", face)
    offered = {o.kind for o in game.offers(WEST)}
    assert ("press" in offered) is (face <= 6)
    # That a hit may be pressed follows from the report; a miss by one is told to the attacker.
    near = [len(game.heard(viewer, NearMiss)) for viewer in (WEST, EAST, SPECTATOR)]
    assert near == [int(face == 6), 0, 0]
    if face <= 6:
        assert offered == {"press", "hold"}
        assert game.choices(WEST) == [0, 2]
        assert game.sides == (WEST,)
    else:
        assert game.refusal(WEST, 2).clause == "AGR-41"


@pytest.mark.clause("AGR-27")
def test_a_pressed_defender_goes_as_far_off_as_it_can_and_is_followed() -> None:
    free = set(ring("@HG"))
    for count in range(5):
        far_ones = sorted(free - {"@HF"}, key=lambda h: (-distance("@HF", h), h))
        friends = {f"E{n + 2}": f"support {there}" for n, there in enumerate(far_ones[:count])}
        units = {"W1": "armor @HF", "E1": "armor @HG dug", **friends}
        game = Game(units, mobile_attacks=True)
        taken = {words.split()[1] for words in game.units.values()}
        best = min(ring("@HG"), key=lambda h: (h in taken, -distance("@HF", h), h))
        game.attack("W1", "@HG", 1)
        game.give(WEST, 2)
        assert game.place("E1") == best
        assert game.place("W1") == "@HG"
        assert not game.is_dug_in("E1")
        for viewer in (WEST, EAST, SPECTATOR):
            assert len(game.heard(viewer, Retreated)) == 1
        assert best in game.sight()


@pytest.mark.clause("AGR-27")
def test_a_defender_without_a_free_hex_stays() -> None:
    others = {f"E{n + 2}": f"support {h}" for n, h in enumerate(ring("@HG")) if h != "@HF"}
    game = Game({"W1": "armor @HF", "E1": "armor @HG dug", **others}, mobile_attacks=True)
    game.attack("W1", "@HG", 1)
    game.give(WEST, 2)
    assert (game.place("W1"), game.place("E1")) == ("@HF", "@HG")
    assert game.kind == Kind.ORDERS


@pytest.mark.clause("AGR-27")
def test_no_word_of_a_miss_by_one_where_nobody_can_press() -> None:
    alone = pair()
    alone.attack("W1", "@HG", 6)
    above = Game({"W1": "airbase @HD", "W2": "armor @HF", "E1": "armor @HG"}, mobile_attacks=True)
    above.strike("W1", "@HG")
    above.die(6)
    for game in (alone, above):
        (rolled,) = game.heard(UMPIRE, Rolled)
        assert rolled.what.die == rolled.what.needed + 1
        assert not game.heard(WEST, NearMiss)


@pytest.mark.clause("AGR-27")
def test_holding_leaves_everybody_in_place() -> None:
    game = mobile("armor @HF")
    game.attack("W1", "@HG", 1)
    game.done(WEST)
    assert (game.place("W1"), game.place("E1")) == ("@HF", "@HG")
    assert game.sides == (WEST,)
    game.go("W1", "@HE")


@pytest.mark.clause("AGR-27", "AGR-10")
def test_a_defender_that_is_pressed_into_contamination_loses_a_step() -> None:
    refuge = min((h for h in ring("@HG")), key=lambda h: (-distance("@HF", h), h))
    game = mobile("armor @HF", nbc=[refuge])
    game.attack("W1", "@HG", 6)
    game.give(WEST, 2)
    assert game.place("E1") == refuge
    assert game.figures("E1") == (2, 3)


@pytest.mark.clause("AGR-27", "AGR-35")
def test_a_gun_that_does_not_want_to_move_fires_instead() -> None:
    game = Game({"W1": "artillery @HF", "E1": "armor @HG"}, mobile_attacks=True)
    game.aim("W1", "@HG")
    game.die(1)
    assert game.kind == Kind.ORDERS
    assert game.place("W1") == "@HF"
    assert game.choices(WEST) != [0, 2]


@pytest.mark.clause("AGR-26")
def test_a_report_names_the_side_that_attacks() -> None:
    game = Game({"W1": "armor @HG", "E1": "armor @HH"}, acting=EAST)
    game.attack("E1", "@HG", 10)
    (report,) = game.heard(WEST, AttackReported)
    assert game.rules.describe(report, game.view(WEST)).text.startswith(
        "Attack: East Armor on @HG: "
    )


@pytest.mark.clause("AGR-49")
def test_who_would_become_the_aggressor_is_asked_before() -> None:
    units = {"W1": "missile @FF", "W2": "armor @JE", "W3": "armor @CA"}
    units |= {"E1": "armor @KE", "E2": "armor @LE", "E3": "armor @CB"}
    game = Game(units)
    (known,) = (o for o in game.offers(WEST, "launch") if o.place == "@LE")
    assert known.confirm == "This makes West the aggressor for the rest of the game (AGR-49)."
    # Where the hex is open it is asked beyond the border alone.
    (anywhere,) = (o for o in game.offers(WEST, "launch") if o.aim is not None)
    for label, asks in (("@LD", True), ("@JD", False)):
        assert bool(aimed(anywhere, label, game.index(label)).confirm) == asks
    # Nobody becomes it twice.
    game.aim("W1", "@LE")
    assert all(not offer.confirm for offer in game.offers(WEST))


@pytest.mark.clause("AGR-44")
def test_the_end_of_a_turn_reminds_of_units_that_did_nothing() -> None:
    game = Game({"W1": "armor @FF", "W2": "armor @CA", "E1": "armor @RF"})
    (end,) = game.offers(WEST, "end")
    game.go("W1", "@FG")
    (later,) = game.offers(WEST, "end")
    numbers = [int(offer.reminder.split()[0]) for offer in (end, later)]
    assert numbers[0] == numbers[1] + 1 > 1
