"""Movement: BRG-12 to BRG-20, and what BRG-1, BRG-2 and BRG-5 mean for it."""

from __future__ import annotations

import pytest

from tests.brigade.oracle import neighbours
from tests.brigade.positions import BLUE, RED, Game

both_sequences = pytest.mark.parametrize("sequence", ["plotted", "igougo"])
both_rules = pytest.mark.parametrize("rules", ["standard", "advanced"])
FAR = {"B9": "0107"}
"""An enemy who is far from everything."""


@pytest.mark.clause("BRG-1")
@both_sequences
@pytest.mark.parametrize(
    ("here", "around"),
    [
        ("0404", {"0403", "0504", "0505", "0405", "0305", "0304"}),
        ("0303", {"0302", "0402", "0403", "0304", "0203", "0202"}),
        ("0101", {"0102", "0201"}),
        ("0701", {"0601", "0702"}),
        ("0201", {"0101", "0102", "0202", "0301", "0302"}),
    ],
)
def test_even_columns_stand_half_a_hex_lower(here: str, around: set[str], sequence: str) -> None:
    game = Game({"R1": here, **FAR}, sequence=sequence)
    assert game.steps("R1") == around
    assert around <= set(neighbours(here))


@pytest.mark.clause("BRG-1")
def test_directions_run_clockwise_from_north() -> None:
    game = Game({"R1": "0404", **FAR})
    ways = {o.place: game.rules.write_order(o.orders[0])["to"] for o in game.offers(RED, "move")}
    names = ["N", "NE", "SE", "S", "SW", "NW"]
    assert [ways[there] for there in neighbours("0404")] == names


@pytest.mark.clause("BRG-6")
def test_units_stand_in_their_places_when_the_game_opens() -> None:
    units = {"R2": "0502", "R1": "0301", "B1": "0406", "B2": "0206"}
    for sequence in ("plotted", "igougo"):
        game = Game(units, sequence=sequence)
        assert game.places() == units
        shown = {c.name: (c.side, c.place) for c in game.view(RED).counters}
        assert shown == {n: (0 if n[0] == "R" else 1, at) for n, at in units.items()}


# Movement points


@pytest.mark.clause("BRG-12", "BRG-5")
@both_sequences
@pytest.mark.parametrize("points", [1, 2, 3, 4])
def test_a_unit_goes_as_far_as_its_movement_points(points: int, sequence: str) -> None:
    game = Game({"R1": "0401", **FAR}, movement={"R1": points}, sequence=sequence)
    down = ["0402", "0403", "0404", "0405", "0406"]
    game.move("R1", *down[:points])
    assert game.points("R1") == 0
    assert game.steps("R1") == set()
    assert game.no_move("R1", down[points]) == "BRG-12"


@pytest.mark.clause("BRG-12")
@both_sequences
def test_a_unit_without_movement_points_never_moves(sequence: str) -> None:
    for rules in ("standard", "advanced"):
        units = {"R1": "0404", **FAR}
        game = Game(units, movement={"R1": 0}, rules=rules, sequence=sequence)
        assert game.steps("R1") == set()
        assert game.no_move("R1", "0403") == "BRG-12"


@pytest.mark.clause("BRG-12")
@both_sequences
def test_points_are_not_saved_for_the_next_turn(sequence: str) -> None:
    game = Game({"R1": "0401", "R2": "0101", **FAR}, sequence=sequence, turns=2)
    game.move("R1", "0402", "0403")
    assert game.points("R1") == 2
    if sequence == "plotted":
        game.submit()
    else:
        game.done(RED)
        game.done(BLUE)
    assert game.place("R1") == "0403"
    assert game.points("R1") == game.points("R2") == 4


@pytest.mark.clause("BRG-12", "BRG-9")
@both_sequences
def test_nobody_has_to_move(sequence: str) -> None:
    game = Game({"R1": "0401", "R2": "0101", **FAR}, sequence=sequence, turns=1)
    start = game.places()
    game.done(RED)
    game.done(BLUE)
    assert game.rules.result(game.state) is not None
    assert game.places() == start


@pytest.mark.clause("BRG-2", "BRG-12", "BRG-20")
@both_sequences
@pytest.mark.parametrize(("kind", "cost"), [("clear", 1), ("town", 2), ("hill", 2), ("ridge", 3)])
def test_terrain_is_paid_on_entering(kind: str, cost: int, sequence: str) -> None:
    game = Game({"R1": "0401", **FAR}, terrain={"0402": kind, "0401": "ridge"}, sequence=sequence)
    offer = next(o for o in game.offers(RED, "move") if o.place == "0402")
    assert offer.cost == cost
    game.move("R1", "0402")
    assert game.points("R1") == 4 - cost


@pytest.mark.clause("BRG-20", "BRG-2")
@both_sequences
def test_a_hex_that_costs_more_than_is_left_is_not_entered(sequence: str) -> None:
    for rules in ("standard", "advanced"):
        game = Game({"R1": "0401", **FAR}, terrain={"0405": "town"}, rules=rules, sequence=sequence)
        game.move("R1", "0402", "0403", "0404")
        assert game.points("R1") == 1
        assert game.no_move("R1", "0405") == "BRG-20"
        assert "0305" in game.steps("R1")


@pytest.mark.clause("BRG-20")
@both_sequences
def test_one_hex_as_the_only_step_under_the_advanced_rules(sequence: str) -> None:
    units = {"R1": "0401", **FAR}
    settings = {"terrain": {"0402": "ridge"}, "movement": {"R1": 2}, "sequence": sequence}
    game = Game(units, **settings)
    assert game.no_move("R1", "0402") == "BRG-20"
    assert "0402" not in game.targets("R1")
    game = Game(units, rules="advanced", **settings)
    offer = next(o for o in game.offers(RED, "move") if o.place == "0402")
    assert offer.path == ("0401", "0402")
    assert offer.cost == 2
    game.move("R1", "0402")
    assert game.points("R1") == 0
    assert game.steps("R1") == set()


@pytest.mark.clause("BRG-20")
def test_the_minimum_move_is_the_first_step_or_none() -> None:
    ridge = {"0403": "ridge"}
    game = Game({"R1": "0401", **FAR}, terrain=ridge, movement={"R1": 3}, rules="advanced")
    game.move("R1", "0402")
    assert game.points("R1") == 2
    assert game.no_move("R1", "0403") == "BRG-20"
    assert "0403" not in game.targets("R1")


@pytest.mark.clause("BRG-20")
@both_sequences
def test_a_minimum_move_must_still_be_allowed_by_the_other_clauses(sequence: str) -> None:
    game = Game(
        {"R1": "0401", "R2": "0302", "R3": "0302", **FAR},
        terrain={"0302": "ridge", "0301": "water", "0502": "ridge"},
        movement={"R1": 1},
        rules="advanced",
        sequence=sequence,
    )
    assert game.no_move("R1", "0301") == "BRG-14"
    assert game.no_move("R1", "0302") == "BRG-15"
    assert game.steps("R1") == {"0501", "0502", "0402"}
    beside = Game(
        {"R1": "0402", "B1": "0403"},
        terrain={"0503": "ridge"},
        movement={"R1": 1},
        rules="advanced",
        sequence=sequence,
    )
    assert beside.no_move("R1", "0503") == "BRG-19"
    assert beside.no_move("R1", "0403") == "BRG-13"


# Where nobody goes


@pytest.mark.clause("BRG-13")
@both_sequences
@both_rules
def test_enemy_hexes_and_the_edge_of_the_map_are_prohibited(rules: str, sequence: str) -> None:
    game = Game({"R1": "0101", "B1": "0102"}, rules=rules, sequence=sequence)
    assert game.no_move("R1", "0102") == "BRG-13"
    off = int(game.step_code("R1", "0201")) - 2  # the direction before south-east: north
    assert game.refusal(RED, off).clause == "BRG-13"
    assert game.steps("R1") == set()  # 0201 is beside the enemy, as 0101 is


@pytest.mark.clause("BRG-13")
@both_sequences
def test_there_is_no_way_through_an_enemy(sequence: str) -> None:
    # A gorge one hex wide, and an enemy in it.
    gorge = {f"{c:02}{r:02}": "water" for c in (3, 5) for r in range(1, 8)}
    game = Game({"R1": "0401", "B1": "0404"}, terrain=gorge, sequence=sequence)
    assert game.targets("R1") == {"0402", "0403"}


@pytest.mark.clause("BRG-13", "BRG-1", "BRG-4")
@both_sequences
def test_a_hex_that_the_terrain_file_does_not_list_is_off_the_map(sequence: str) -> None:
    game = Game({"R1": "0404", **FAR}, holes=["0403", "0505"], sequence=sequence)
    assert game.steps("R1") == {"0504", "0405", "0305", "0304"}


@pytest.mark.clause("BRG-14")
@both_sequences
def test_woods_are_closed_under_the_standard_rules(sequence: str) -> None:
    woods = {"0402": "woods", "0301": "woods", "0302": "woods", "0501": "woods", "0502": "woods"}
    game = Game({"R1": "0401", **FAR}, terrain=woods, sequence=sequence)
    assert game.no_move("R1", "0402") == "BRG-14"
    assert game.steps("R1") == game.targets("R1") == set()


@pytest.mark.clause("BRG-14")
@both_sequences
def test_woods_cost_two_points_under_the_advanced_rules(sequence: str) -> None:
    woods = {"0402": "woods", "0403": "woods", "0404": "water"}
    game = Game({"R1": "0401", **FAR}, terrain=woods, rules="advanced", sequence=sequence)
    game.move("R1", "0402")
    assert game.points("R1") == 2
    game.move("R1", "0403")
    assert game.points("R1") == 0
    fresh = Game({"R1": "0403", **FAR}, terrain={"0404": "water"}, rules="advanced")
    assert fresh.no_move("R1", "0404") == "BRG-14"


# Friends


@pytest.mark.clause("BRG-15")
@both_sequences
def test_friends_are_passed_through_but_not_stopped_on(sequence: str) -> None:
    game = Game({"R1": "0401", "R2": "0402", **FAR}, sequence=sequence)
    assert "0402" not in game.targets("R1")
    game.move("R1", "0402")
    assert game.refusal(RED, 0).clause == "BRG-15"  # not done here
    assert game.steps("R2") == set()  # and nobody else moves meanwhile
    assert game.no_move("R2", "0403") == "BRG-15"
    game.move("R1", "0403")
    game.move("R2", "0502")


@pytest.mark.clause("BRG-15")
@both_sequences
def test_no_step_leads_onto_friends_where_the_move_cannot_end_legally(sequence: str) -> None:
    corridor = {f"{c:02}{r:02}": "water" for c in (3, 5) for r in range(1, 8)}
    units = {"R1": "0401", "R2": "0402", "R3": "0403", "R4": "0404", **FAR}
    game = Game(units, terrain=corridor, sequence=sequence)
    assert game.targets("R1") == {"0405"}
    game.move("R1", "0402", "0403", "0404", "0405")
    short = Game(units, terrain=corridor, movement={"R1": 3}, sequence=sequence)
    assert short.targets("R1") == set()
    short.move("R1", "0402")
    assert short.no_move("R1", "0403") == "BRG-15"
    assert short.steps("R1") == {"0401"}  # all that is left is to go back
    once = Game(units, terrain=corridor, movement={"R1": 1}, sequence=sequence)
    assert once.no_move("R1", "0402") == "BRG-15"


@pytest.mark.clause("BRG-15", "BRG-17")
def test_no_step_onto_a_friend_beside_an_enemy_as_it_would_end_there() -> None:
    game = Game({"R1": "0401", "R2": "0402", "B1": "0403"})
    assert game.no_move("R1", "0402") == "BRG-15"


@pytest.mark.clause("BRG-15", "BRG-17")
@both_sequences
def test_no_way_over_friends_leads_through_a_zone(sequence: str) -> None:
    # 0402 - 0403 - 0404 - 0305, friends in the middle, and 0404 beside the enemy in 0505.
    water = {f"{c:02}{r:02}": "water" for c in range(1, 8) for r in range(1, 8)}
    open_hexes = {"0402": "ridge", "0403": "clear", "0404": "clear", "0305": "clear"}
    units = {"R1": "0402", "R2": "0403", "R3": "0404"}
    settings = {"movement": {"R1": 3}, "sequence": sequence}
    for enemy, legal in (("0505", False), ("0707", True)):
        terrain = water | open_hexes | {enemy: "clear"}
        game = Game(units | {"B1": enemy}, terrain=terrain | {"0707": "town"}, **settings)
        assert game.targets("R1") == ({"0305"} if legal else set())
        assert game.steps("R1") == ({"0403"} if legal else set())
        if not legal:
            assert game.no_move("R1", "0403") == "BRG-15"


@pytest.mark.clause("BRG-15")
@both_sequences
def test_a_hex_that_a_friend_has_left_is_free(sequence: str) -> None:
    game = Game({"R1": "0401", "R2": "0402", **FAR}, movement={"R1": 1}, sequence=sequence)
    assert game.no_move("R1", "0402") == "BRG-15"
    game.move("R2", "0403")
    game.move("R1", "0402")
    if sequence == "plotted":
        game.submit()
    assert game.places() | FAR == {"R1": "0402", "R2": "0403", **FAR}


@pytest.mark.clause("BRG-15")
@both_sequences
def test_units_move_one_after_another(sequence: str) -> None:
    game = Game({"R1": "0401", "R2": "0101", **FAR}, sequence=sequence)
    game.move("R1", "0402")
    game.move("R2", "0102")
    assert game.points("R1") == 3
    assert game.no_move("R1", "0403") == "BRG-15"
    game.move("R2", "0103")


@pytest.mark.clause("BRG-15")
@both_sequences
def test_two_units_stand_in_a_hex_under_the_advanced_rules_but_not_three(sequence: str) -> None:
    units = {"R1": "0401", "R2": "0402", "R3": "0502", **FAR}
    one = {"R1": 1, "R3": 1}
    game = Game(units, movement=one, rules="advanced", sequence=sequence)
    game.move("R1", "0402")
    assert game.no_move("R3", "0402") == "BRG-15"
    through = Game(units, movement={"R3": 4}, rules="advanced", sequence=sequence)
    through.move("R1", "0402")
    through.move("R3", "0402")
    assert through.refusal(RED, 0).clause == "BRG-15"
    through.move("R3", "0403")
    through.done(RED)


@pytest.mark.clause("BRG-15", "BRG-13")
def test_stacks_are_of_one_side() -> None:
    game = Game({"R1": "0401", "B1": "0403"}, rules="advanced")
    game.move("R1", "0402")
    assert "0403" not in game.steps("R1")


# Zones of control


@pytest.mark.clause("BRG-16")
@both_sequences
@both_rules
def test_a_zone_is_the_six_hexes_around_whatever_stands_or_lies_there(
    rules: str, sequence: str
) -> None:
    # Friends of both sides, woods and water around B1: its zone is the same.
    for there in neighbours("0404"):
        beyond = next(far for far in neighbours(there) if far not in [*neighbours("0404"), "0404"])
        units = {"R1": beyond, "B1": "0404"}
        spare = [at for at in neighbours("0404") if at != there]
        units |= {"R2": spare[0], "B2": spare[1], "R3": spare[2]}
        terrain = {spare[3]: "woods", spare[4]: "water", there: "hill"}
        game = Game(units, terrain=terrain, rules=rules, sequence=sequence)
        if beyond in neighbours(units["B2"]):
            assert there not in game.steps("R1")
            continue
        game.move("R1", there)
        assert game.points("R1") == 0
        assert game.no_move("R1", beyond) == "BRG-17"


@pytest.mark.clause("BRG-17")
@both_sequences
@both_rules
def test_entering_a_zone_ends_the_move(rules: str, sequence: str) -> None:
    game = Game({"R1": "0401", "B1": "0404"}, rules=rules, sequence=sequence)
    game.move("R1", "0402", "0403")
    assert game.points("R1") == 0
    assert game.steps("R1") == set()
    assert game.no_move("R1", "0402") == "BRG-17"


@pytest.mark.clause("BRG-17", "BRG-16")
@both_sequences
def test_no_way_leads_through_a_zone_even_under_friends(sequence: str) -> None:
    gorge = {f"{c:02}{r:02}": "water" for c in (3, 5) for r in range(1, 8)}
    gorge["0503"] = "clear"  # where the enemy looks into the gorge
    units = {"R1": "0401", "R2": "0402", "B1": "0503"}
    # 0402 and 0403 are beside 0503; a friend in 0402 does not lift the zone.
    game = Game(units, terrain=gorge, sequence=sequence)
    assert game.targets("R1") == set()
    assert game.no_move("R1", "0402") == "BRG-15"
    free = Game({"R1": "0401", "B1": "0503"}, terrain=gorge, sequence=sequence)
    assert free.targets("R1") == {"0402"}


@pytest.mark.clause("BRG-18", "BRG-19")
@both_sequences
@both_rules
def test_a_unit_that_starts_in_a_zone_leaves_and_moves_normally(rules: str, sequence: str) -> None:
    game = Game({"R1": "0403", "B1": "0404"}, rules=rules, sequence=sequence)
    assert game.steps("R1") == {"0402", "0303", "0503"}
    game.move("R1", "0402")
    assert game.points("R1") == 3
    game.move("R1", "0302", "0202", "0201")


@pytest.mark.clause("BRG-19")
@both_sequences
@both_rules
def test_no_step_from_zone_to_zone_of_one_enemy_or_of_two(rules: str, sequence: str) -> None:
    one = Game({"R1": "0403", "B1": "0404"}, rules=rules, sequence=sequence)
    assert one.no_move("R1", "0304") == "BRG-19"
    assert one.no_move("R1", "0504") == "BRG-19"
    two = Game({"R1": "0403", "B1": "0404", "B2": "0401"}, rules=rules, sequence=sequence)
    assert two.no_move("R1", "0402") == "BRG-19"
    assert two.steps("R1") == {"0303", "0503"}


@pytest.mark.clause("BRG-19", "BRG-17")
@both_sequences
def test_from_zone_to_zone_by_a_hex_between(sequence: str) -> None:
    game = Game({"R1": "0403", "B1": "0404"}, sequence=sequence)
    game.move("R1", "0303")  # free of the zone: 0404's neighbours are 0304, 0305, …
    game.move("R1", "0304")
    assert game.points("R1") == 0


@pytest.mark.clause("BRG-16")
def test_zones_of_eliminated_and_moved_units_are_gone() -> None:
    game = Game({"R1": "0402", "B1": "0404", "R2": "0303"}, sequence="igougo")
    game.done(RED)
    assert game.phase.name == "MOVE"
    game.move("B1", "0405")
    game.done(BLUE)
    game.move("R1", "0403")
    assert game.points("R1") == 3
    game.move("R1", "0404")
    assert game.points("R1") == 0


@pytest.mark.clause("BRG-16", "BRG-17")
def test_the_zones_that_count_in_a_plan_are_those_that_are_seen() -> None:
    game = Game({"R1": "0401", "B1": "0404"})
    game.move("B1", "0405", "0406")
    game.move("R1", "0402", "0403")
    assert game.points("R1") == 0
    game.submit()
    assert game.places() == {"R1": "0403", "B1": "0406"}
