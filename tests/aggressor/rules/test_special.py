"""Special functions: AGR-28 to AGR-37."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from hexfront.core.contract import SPECTATOR, Kind
from hexfront.systems.aggressor.rules.combat import AirDefenceMet, AttackReported, Contaminated
from hexfront.systems.aggressor.rules.movement import Eliminated, StepLost
from hexfront.systems.aggressor.rules.special import (
    Decontaminated,
    PartisansSought,
    ReplacementsDrawn,
    Supplied,
)
from tests.aggressor.hexes import around, distance, line
from tests.aggressor.positions import (
    EAST,
    EVERY_HEX,
    FIRE,
    HIT,
    KILL,
    LAUNCH,
    MISS,
    STRIKE,
    TYPES,
    WEST,
    Game,
    ring,
)

Deed = Callable[[Game], int]

DEEDS: dict[str, tuple[str, Deed]] = {
    "contact": ("armor", lambda game: game.contact_code("W1")),
    "supply": ("armor", lambda game: game.step_code("W1", "@ME")),
    "recon": ("airbase", lambda game: game.aim_code("W1", "@CC")),
    "strike": ("airbase", lambda game: game.strike_code("W1", "@MG")),
    "launch": ("missile", lambda game: game.aim_code("W1", "@MJ")),
    "fire": ("artillery", lambda game: game.aim_code("W1", "@MG")),
    "replacement": ("infantry", lambda game: game.replace_code("W1")),
}
"""Each special function, with a type that can do it from @MF, beside @ME and @MG."""


def ready(deed: str, **settings: object) -> tuple[Game, int]:
    """A unit in enemy territory that could do this special function, and its order."""
    kind, code = DEEDS[deed]
    worn = {"armor": " 1/2", "infantry": " 1/1"}.get(kind, "")
    units = {"W1": f"{kind} @MF{worn}", "W2": "support @ME", "W3": "armor @LF", "E1": "armor @MG"}
    game = Game(units, **settings)  # type: ignore[arg-type]
    return game, code(game)


def settle(game: Game) -> None:
    """Whatever chance is asked, the last of its answers that can be."""
    while game.kind == Kind.CHANCE:
        game.chance(max(o for o, weight in enumerate(game.weights) if weight))


# What all of them have in common


@pytest.mark.clause("AGR-28")
@pytest.mark.parametrize("deed", DEEDS)
def test_nothing_follows_a_special_function(deed: str) -> None:
    game, order = ready(deed)
    game.order("W1", order)
    settle(game)
    assert game.place("W1") == "@MF"
    assert not game.may_anything("W1")
    assert game.no_step("W1", "@MG") == "AGR-28"
    assert game.no_step("W1", ring("@MF")[-1]) == "AGR-28"


@pytest.mark.clause("AGR-28")
@pytest.mark.parametrize("deed", DEEDS)
def test_no_special_function_after_moving(deed: str) -> None:
    kind = DEEDS[deed][0]
    game, order = ready(deed)
    here = next(h for h in ring("@MF") if h in game.may("W1") and h not in ("@ME", "@MG"))
    game.order("W1", game.step_code("W1", here))
    if kind == "airbase":
        game.chance(1)
        assert game.no("W1", order) == "AGR-28"
        return
    if kind in ("armor", "infantry"):  # of range 1: it cannot come back
        assert not [o for o in game.offers(WEST) if o.subject == "1" and o.key == "7"]
        return
    assert game.aims("W1") == set()
    assert not [o for o in game.offers(WEST) if o.subject == "1" and o.key == "7"]


@pytest.mark.clause("AGR-28", "AGR-20")
@pytest.mark.parametrize("deed", DEEDS)
def test_no_special_function_after_an_attack(deed: str) -> None:
    game, order = ready(deed)
    game.attack("W1", "@MG")
    settle(game)
    assert game.no("W1", order) == "AGR-28"


@pytest.mark.clause("AGR-28")
@pytest.mark.parametrize("deed", DEEDS)
def test_no_special_function_from_a_contaminated_hex(deed: str) -> None:
    game, order = ready(deed, nbc=["@MF"])
    assert game.no("W1", order) == "AGR-28"


@pytest.mark.clause("AGR-28", "AGR-44")
@pytest.mark.parametrize("deed", DEEDS)
def test_what_is_offered_under_key_7(deed: str) -> None:
    game, order = ready(deed)
    offers = [o for o in game.offers(WEST) if o.subject == "1" and o.kind == deed]
    codes = {code for o in offers for code in o.orders}
    for o in offers:
        if o.aim is not None:
            places = sorted(EVERY_HEX) if o.aim.places is None else o.aim.places
            codes |= {o.aim.first + game.index(label) for label in places}
    assert order in codes
    assert codes <= set(game.choices(WEST))
    assert {o.key for o in offers} == ({"3"} if deed == "supply" else {"7"})


# Partisan contact


@pytest.mark.clause("AGR-28")
@pytest.mark.parametrize(
    ("kind", "percent"),
    [
        ("airbase", 20),
        ("missile", 10),
        ("artillery", 30),
        ("armor", 20),
        ("infantry", 30),
        ("support", 40),
        ("technical", 40),
    ],
)
def test_the_chance_of_a_contact(kind: str, percent: int) -> None:
    game = Game({"W1": f"{kind} @LF", "E1": "armor @RF"})
    (offered,) = game.offers(WEST, "contact")
    assert offered.odds is not None
    assert offered.odds["chance"] == pytest.approx(percent / 100)
    assert (offered.word, offered.key) == ("@@", "7")
    game.order("W1", game.contact_code("W1"))
    assert game.probability(0) == pytest.approx(percent / 100)


@pytest.mark.clause("AGR-28")
def test_losses_do_not_change_the_chance_of_a_contact() -> None:
    game = Game({"W1": "armor @LF 0/1", "E1": "armor @RF"})
    game.order("W1", game.contact_code("W1"))
    assert game.probability(0) == pytest.approx(0.2)


@pytest.mark.clause("AGR-28")
def test_each_contact_adds_a_group() -> None:
    units = {"W1": "support @LF", "W2": "support @LH", "W3": "support @LJ", "E1": "armor @RF"}
    game = Game(units)
    found = []
    for name, outcome in (("W1", 0), ("W2", 1), ("W3", 0)):
        game.order(name, game.contact_code(name))
        game.chance(outcome)
        found.append(game.heard(WEST, PartisansSought)[0].what[1:3])
        assert game.heard(EAST, PartisansSought) == []
        assert game.heard(SPECTATOR, PartisansSought) == []
    assert found == [(1, 1), (0, 1), (1, 2)]


@pytest.mark.clause("AGR-28", "AGR-4")
def test_contacts_are_made_in_enemy_territory_alone() -> None:
    units = {"W1": "infantry @JF", "W2": "infantry @KF", "W3": "infantry @LF", "E1": "armor @RF"}
    game = Game(units)
    assert game.no("W1", game.contact_code("W1")) == "AGR-28"
    assert game.no("W2", game.contact_code("W2")) == "AGR-28"
    game.order("W3", game.contact_code("W3"))
    east = Game({"W1": "armor @CF", "E1": "infantry @JF", "E2": "infantry @LF"}, acting=EAST)
    assert east.no("E2", east.contact_code("E2")) == "AGR-28"
    east.order("E1", east.contact_code("E1"))


@pytest.mark.clause("AGR-28")
def test_the_unit_must_begin_its_turn_there() -> None:
    game = Game({"W1": "infantry @KF", "E1": "armor @RF"})
    game.go("W1", "@LF")
    assert game.no("W1", game.contact_code("W1")) == "AGR-28"
    game.round()
    game.order("W1", game.contact_code("W1"))


@pytest.mark.clause("AGR-28", "AGR-49")
@pytest.mark.parametrize("aggressor", [WEST, EAST])
def test_no_contact_once_there_is_an_aggressor(aggressor: int) -> None:
    game = Game({"W1": "infantry @LF", "E1": "armor @RF"}, aggressor=aggressor)
    assert game.no("W1", game.contact_code("W1")) == "AGR-28"


@pytest.mark.clause("AGR-28")
def test_the_numbers_of_a_contact() -> None:
    numbers = {"contact_base": 90, "contact_step": 20, "launch_strength": 2}
    for kind, percent in (("armor", 30), ("missile", 50), ("technical", 70)):
        game = Game({"W1": f"{kind} @LF", "E1": "armor @RF"}, numbers=numbers)
        game.order("W1", game.contact_code("W1"))
        assert game.probability(0) == pytest.approx(percent / 100)


@pytest.mark.clause("AGR-28")
@pytest.mark.parametrize(("base", "found"), [(100, 1), (30, 0), (10, 0)])
def test_a_contact_that_is_sure_or_hopeless_asks_no_chance(base: int, found: int) -> None:
    numbers = {"contact_base": base, "contact_step": 0 if base == 100 else 10}
    game = Game({"W1": "armor @LF", "E1": "armor @RF"}, numbers=numbers)
    game.order("W1", game.contact_code("W1"))
    assert game.kind == Kind.ORDERS
    assert game.heard(WEST, PartisansSought)[0].what[1:3] == (found, found)


# Supply


@pytest.mark.clause("AGR-29")
@pytest.mark.parametrize(
    ("before", "after"),
    [("1/1", (1, 2)), ("2/1", (2, 2)), ("1/2", (2, 2)), ("0/2", (1, 2)), ("0/1", (0, 2))],
)
def test_supply_restores_strength_first(before: str, after: tuple[int, int]) -> None:
    game = Game({"W1": f"infantry @CE {before}", "W2": "support @CF", "E1": "armor @RF"})
    (offered,) = game.offers(WEST, "supply")
    assert (offered.place, offered.key) == ("@CF", "4")
    game.order("W1", game.step_code("W1", "@CF"))
    assert game.figures("W1") == after
    assert game.figures("W2") == (1, 1)
    assert len(game.heard(WEST, Supplied)) == 1
    assert len(game.heard(WEST, StepLost)) == 1
    for kind, viewer in product((Supplied, StepLost), (EAST, SPECTATOR)):
        assert game.heard(viewer, kind) == []


@pytest.mark.clause("AGR-29")
def test_a_unit_that_lacks_nothing_asks_for_nothing() -> None:
    game = Game({"W1": "infantry @CE", "W2": "support @CF", "E1": "armor @RF"})
    assert game.no_step("W1", "@CF") == "AGR-29"


@pytest.mark.clause("AGR-29", "AGR-3")
def test_only_support_units_supply() -> None:
    for kind in TYPES:
        game = Game({"W1": "infantry @CE 1/1", "W2": f"{kind} @CF", "E1": "armor @RF"})
        if kind == "support":
            game.order("W1", game.step_code("W1", "@CF"))
        else:
            assert game.no_step("W1", "@CF") == "AGR-3"


@pytest.mark.clause("AGR-29")
@pytest.mark.parametrize("kind", ["missile", "artillery", "armor", "infantry", "support"])
def test_any_type_may_ask(kind: str) -> None:
    game = Game({"W1": f"{kind} @CE 0/1", "W2": "support @CF", "E1": "armor @RF"})
    game.order("W1", game.step_code("W1", "@CF"))
    assert sum(game.figures("W1")) == 2


@pytest.mark.clause("AGR-29")
def test_the_support_may_have_acted_and_may_be_asked_again_and_dies_of_it() -> None:
    units = {"W1": "armor @CE 0/1", "W2": "support @CG 1/1", "W3": "armor @BE 0/1"}
    game = Game({**units, "W4": "armor @DE 0/1", "E1": "armor @RF"})
    game.go("W2", "@CF")
    game.order("W1", game.step_code("W1", "@CF"))
    assert game.figures("W2") == (0, 1)
    game.order("W3", game.step_code("W3", "@CF"))
    assert game.place("W2") == ""
    assert len(game.heard(WEST, Eliminated)) == 1
    assert game.heard(EAST, Eliminated) == []
    assert (game.figures("W1"), game.figures("W3")) == ((0, 2), (0, 2))
    game.order("W4", game.step_code("W4", "@CF"))
    assert len(game.weights) == 2, "the hex is empty, and so it is a try to move"


@pytest.mark.clause("AGR-29", "AGR-13")
def test_being_asked_is_no_action_of_the_support() -> None:
    game = Game({"W1": "armor @CE 0/1", "W2": "support @CF dug", "E1": "armor @RF"})
    game.order("W1", game.step_code("W1", "@CF"))
    assert game.is_dug_in("W2")
    game.go("W2", "@CG")
    game.round()
    resting = Game({"W1": "armor @CE 0/1", "W2": "support @CF", "E1": "armor @RF"})
    resting.order("W1", resting.step_code("W1", "@CF"))
    resting.pass_turn()
    assert resting.is_dug_in("W2")


# Reconnaissance


@pytest.mark.clause("AGR-30")
@pytest.mark.parametrize("seed", range(12))
def test_who_is_on_the_line_is_seen(seed: int) -> None:
    rng = Random(seed)
    here, there = rng.sample(sorted(h for h in EVERY_HEX if h[1] not in "AU"), 2)
    on_the_line = sorted(line(here, there) - {here})
    beside_it = {h for label in on_the_line for h in around(label, 1)} - {*on_the_line, here}
    near = sorted(h for h in beside_it if h[1] not in "AU")
    spots = rng.sample(on_the_line, min(6, len(on_the_line))) + rng.sample(near, 6)
    units = {f"E{n}": f"airbase {label}" for n, label in enumerate(spots)}
    game = Game({"W1": f"airbase {here}", **units})
    before = dict(game.sight())
    game.aim("W1", there)
    settle(game)
    found = {label: "Unidentified" for label in spots if label in on_the_line}
    assert game.sight() == found | before


@pytest.mark.clause("AGR-30")
def test_where_a_point_of_the_line_lies_on_a_side_both_hexes_are_seen() -> None:
    # From @CE to @EE: the middle lies on the side between @DD and @DE.
    assert line("@CE", "@EE") == {"@CE", "@DD", "@DE", "@EE"}
    units = {"W1": "airbase @CE", "E1": "airbase @DD", "E2": "airbase @DE", "E3": "airbase @DF"}
    game = Game(units)
    game.aim("W1", "@EE")
    settle(game)
    assert game.sight() == {"@DD": "Unidentified", "@DE": "Unidentified"}


@pytest.mark.clause("AGR-30", "AGR-16")
def test_what_a_flight_has_seen_is_lost_at_the_next_observation() -> None:
    game = Game({"W1": "airbase @CE", "E1": "armor @RF"})
    game.aim("W1", "@RF")
    settle(game)
    assert game.sight() == {"@RF": "Unidentified"}
    game.round()
    assert game.sight() == {}


@pytest.mark.clause("AGR-30")
def test_a_flight_changes_nothing_about_enemies_that_are_seen() -> None:
    game = Game({"W1": "airbase @CE", "W2": "infantry @RE", "E1": "armor @RF"})
    before = game.contacts()
    game.aim("W1", "@RF")
    settle(game)
    assert game.contacts() == before
    assert game.sight() == {"@RF": "Armor"}


@pytest.mark.clause("AGR-30")
def test_any_hex_may_be_flown_to() -> None:
    game = Game({"W1": "airbase @CE", "W2": "infantry @CF", "E1": "armor @RF"})
    assert game.aims("W1") == EVERY_HEX
    (offered,) = game.offers(WEST, "recon")
    assert offered.aim is not None
    assert offered.aim.first == game.aim_code("W1", "@AA")
    assert offered.aim.places is None or set(offered.aim.places) == EVERY_HEX
    game.aim("W1", "@CE")
    assert game.kind == Kind.ORDERS, "over no distance there is no air defence"


@pytest.mark.clause("AGR-30", "AGR-31")
@pytest.mark.parametrize("kind", [kind for kind in TYPES if kind != "airbase"])
def test_only_airbases_fly(kind: str) -> None:
    game = Game({"W1": f"{kind} @CE", "E1": "armor @CG"})
    assert game.no("W1", game.strike_code("W1", "@CG")) == "AGR-31"
    assert game.offers(WEST, "recon") == []
    assert game.offers(WEST, "strike") == []


# Strikes


@pytest.mark.clause("AGR-31")
@pytest.mark.parametrize("strength", [1, 2, 3])
def test_a_strike_at_any_distance_with_the_strength_of_the_moment(strength: int) -> None:
    units = {"W1": f"airbase @AA 0/{strength}", "W2": "infantry @SO", "E1": "armor @UO dug"}
    game = Game(units, rough=["@UO"])
    game.strike("W1", "@UO")
    assert game.needed() == max(5 + strength - 3 - 2, 1)
    game.die(1)
    assert game.reports() == [("airbase", "@UO", STRIKE, HIT, 1)]
    assert game.figures("E1") == (2, 3)


@pytest.mark.clause("AGR-31", "AGR-20")
def test_only_seen_enemies_are_struck() -> None:
    game = Game({"W1": "airbase @CE", "W2": "infantry @CF", "E1": "armor @RF"})
    for label in ("@RF", "@CF", "@CE", "@DD"):
        assert game.no("W1", game.strike_code("W1", label)) == "AGR-31"
    assert game.offers(WEST, "strike") == []
    seen = Game({"W1": "airbase @CE", "W2": "infantry @RD", "E1": "armor @RF"})
    assert [o.place for o in seen.offers(WEST, "strike")] == ["@RF"]


@pytest.mark.clause("AGR-31", "AGR-24")
def test_a_strike_is_one_attempt() -> None:
    units = {"W1": "airbase @CE", "W2": "infantry @RD", "E1": "armor @RF"}
    game = Game(units, aa_loss="classic")
    game.strike("W1", "@RF")
    game.die(10)
    assert len(game.weights) == 2
    game.chance(1)
    assert game.reports() == [("airbase", "@RF", STRIKE, MISS, 0)]


# Air defence


def flying(far: int, strength: int, strike: bool, **settings: object) -> Game:
    """An airbase has just flown as far as that; a strike has missed."""
    there = min(h for h in EVERY_HEX if h[1] not in "AU" and distance("@FC", h) == far)
    watch = next(h for h in ring(there) if h != "@FC" and h[1] not in "AU")
    units = {"W1": f"airbase @FC 0/{strength}", "W2": f"support {watch}", "E1": f"support {there}"}
    game = Game(units, **settings)  # type: ignore[arg-type]
    if strike:
        game.strike("W1", there)
        game.die(len(game.weights))
    else:
        game.aim("W1", there)
    return game


@pytest.mark.clause("AGR-32")
@pytest.mark.parametrize("die", ["d10", "d8", "d12"])
def test_two_dice_against_half_the_distance(die: str) -> None:
    faces = int(die[1:])
    throws = [a + b for a, b in product(range(1, faces + 1), repeat=2)]
    for far, strength, strike in product((1, 3, 4, 5, 9, 14), (1, 3), (False, True)):
        limit = (far + strength * strike) / 2
        if limit < 2:
            game = flying(far, strength, strike, die=die)
            assert game.kind == Kind.ORDERS
            assert game.figures("W1") == (0, strength)
            continue
        for outcome, total in enumerate(range(2, int(limit) + 3)):
            game = flying(far, strength, strike, die=die)
            assert list(game.weights) == [throws.count(t) for t in range(2, 2 * faces + 1)]
            game.chance(outcome)
            assert sum(game.figures("W1")) == strength - (total <= limit)


@pytest.mark.clause("AGR-32")
@pytest.mark.parametrize("strike", [False, True])
def test_the_classic_formula(strike: bool) -> None:
    for far, strength in product((1, 7, 14), (1, 2, 3)):
        game = flying(far, strength, strike, aa_loss="classic")
        assert game.probability(0) == pytest.approx(far / 28 / strength)
        game.chance(0)
        assert sum(game.figures("W1")) == strength - 1


@pytest.mark.clause("AGR-32")
def test_a_classic_flight_without_distance_is_safe_and_a_far_one_may_be_certain() -> None:
    game = Game({"W1": "airbase @CE", "E1": "armor @RF"}, aa_loss="classic")
    game.aim("W1", "@CE")
    assert game.kind == Kind.ORDERS
    sure = Game(
        {"W1": "airbase @CE", "E1": "armor @RF"}, aa_loss="classic", numbers={"classic_distance": 2}
    )
    sure.aim("W1", "@RF")
    assert sure.figures("W1") == (0, 2)


@pytest.mark.clause("AGR-32", "AGR-26")
def test_the_loss_of_an_airbase_is_told_to_its_owner() -> None:
    game = Game({"W1": "airbase @AA 0/1", "E1": "armor @RF"})
    game.aim("W1", "@TA")
    game.chance(0)
    assert game.place("W1") == ""
    for kind in (AirDefenceMet, StepLost, Eliminated):
        assert len(game.heard(WEST, kind)) == 1
        assert game.heard(EAST, kind) == []
        assert game.heard(SPECTATOR, kind) == []


@pytest.mark.clause("AGR-32")
def test_the_dice_are_the_default() -> None:
    game = Game({"W1": "airbase @AA", "E1": "armor @RF"})
    game.aim("W1", "@TA")
    assert len(game.weights) == 19


# Missiles


@pytest.mark.clause("AGR-33")
def test_a_launch_reaches_eight_hexes_and_not_its_own() -> None:
    game = Game({"W1": "missile @HH", "E1": "armor @RF"})
    assert game.aims("W1") == around("@HH", 8)
    assert game.no("W1", game.aim_code("W1", "@HH")) == "AGR-33"
    far = min(around("@HH", 9) - around("@HH", 8))
    assert game.no("W1", game.aim_code("W1", far)) == "AGR-33"


@pytest.mark.clause("AGR-33", "AGR-2")
def test_an_empty_hex_is_contaminated_and_all_hear_that_nobody_was_there() -> None:
    game = Game({"W1": "missile @HH", "E1": "armor @RF"})
    game.aim("W1", "@HA")
    assert game.kind == Kind.ORDERS
    assert game.is_nbc("@HA")
    assert game.reports() == [("missile", "@HA", LAUNCH, MISS, 4)]
    for viewer in (WEST, EAST, SPECTATOR):
        assert len(game.heard(viewer, AttackReported)) == 1
        assert len(game.heard(viewer, Contaminated)) == 1
        assert [m.places for m in game.view(viewer).marks] == [("@HA",)]
    assert game.view(WEST).marks[0].caption == "NBC"
    game.pass_turn()
    game.pass_turn()
    assert game.is_nbc("@HA"), "it stays"


@pytest.mark.clause("AGR-33", "AGR-7")
def test_a_missile_unit_launches_once_and_is_technical_then() -> None:
    game = Game({"W1": "missile @HH", "E1": "armor @RF"}, decon=True)
    game.aim("W1", "@HA")
    assert game.counter("W1").name == "Technical"
    assert game.figures("W1") == (1, 1)
    game.round()
    assert game.no("W1", game.aim_code("W1", "@HB")) == "AGR-37"
    plain = Game({"W1": "technical @HH", "E1": "armor @RF"})
    assert plain.no("W1", plain.aim_code("W1", "@HB")) == "AGR-33"
    assert plain.offers(WEST, "launch") == []


@pytest.mark.clause("AGR-33")
def test_a_launch_attacks_with_strength_four_before_the_hex_is_contaminated() -> None:
    for kind, dug, rough in product(("armor", "support"), ("", " dug"), (False, True)):
        strength = 3 if kind == "armor" else 1
        units = {"W1": "missile @HH", "E1": f"{kind} @HN{dug}"}
        game = Game(units, rough=["@HN"] if rough else [])
        game.aim("W1", "@HN")
        assert game.needed() == 5 + 4 - strength - rough - bool(dug)
        assert not game.is_nbc("@HN")
        game.die(10)
        assert game.is_nbc("@HN")
    struck = Game({"W1": "missile @HH", "E1": "armor @HN"}, nbc=["@HN"])
    struck.aim("W1", "@HN")
    assert struck.needed() == 5, "a hex that was contaminated before"


@pytest.mark.clause("AGR-33")
def test_any_hit_eliminates() -> None:
    game = Game({"W1": "missile @HH", "E1": "armor @HN"})
    game.aim("W1", "@HN")
    game.die(6)
    assert game.place("E1") == ""
    assert game.reports() == [("missile", "@HN", LAUNCH, KILL, 0)]
    assert game.is_nbc("@HN")


@pytest.mark.clause("AGR-33", "AGR-19")
def test_an_unseen_enemy_is_hit_too_and_is_then_known_to_be_there() -> None:
    game = Game({"W1": "missile @HH", "E1": "armor @HN"})
    assert game.sight() == {}
    launches = {o.aim is not None for o in game.offers(WEST, "launch")}
    assert launches == {True}, "nobody is known there"
    game.aim("W1", "@HN")
    game.die(10)
    assert game.figures("E1") == (3, 3)
    assert game.sight() == {"@HN": "Nuked"}
    assert game.reports() == [("missile", "@HN", LAUNCH, MISS, 0)]


@pytest.mark.clause("AGR-33")
def test_units_of_ones_own_are_hit_as_well() -> None:
    for face, alive in ((8, False), (9, True)):
        game = Game({"W1": "missile @HH", "W2": "support @HK", "E1": "armor @RF"})
        game.aim("W1", "@HK")
        game.die(face)
        assert (game.place("W2") != "") is alive
        assert game.reports()[0][3] == (MISS if alive else KILL)


@pytest.mark.clause("AGR-33")
def test_a_hex_may_be_struck_again() -> None:
    game = Game({"W1": "missile @HH", "W2": "missile @HF", "E1": "armor @RF"})
    game.aim("W1", "@HB")
    game.aim("W2", "@HB")
    assert len(game.reports()) == 2


@pytest.mark.clause("AGR-33")
def test_the_numbers_of_missiles() -> None:
    numbers = {"launch_reach": 3, "launch_strength": 2}
    game = Game({"W1": "missile @HH", "E1": "armor @HK"}, numbers=numbers)
    assert game.aims("W1") == around("@HH", 3)
    game.aim("W1", "@HK")
    assert game.needed() == 4


@pytest.mark.clause("AGR-34", "AGR-42")
@pytest.mark.parametrize("side", ["W", "E"])
def test_a_survivor_loses_a_step_when_its_sides_next_turn_begins(side: str) -> None:
    units = {"W1": "missile @HH", "W2": "armor @AA", "E1": "armor @UK", f"{side}9": "armor @HN"}
    game = Game(units)
    name = f"{side}9"
    game.aim("W1", "@HN")
    game.die(10)
    assert game.figures(name) == (3, 3)
    game.pass_turn()
    assert game.figures(name) == ((2, 3) if side == "E" else (3, 3))
    game.pass_turn()
    assert game.figures(name) == (2, 3)


@pytest.mark.clause("AGR-34", "AGR-13")
def test_a_survivor_that_had_moved_into_contamination_is_not_spared() -> None:
    units = {"W1": "missile @HH", "E1": "armor @HN"}
    game = Game(units, nbc=["@HM"])
    game.pass_turn()
    game.order("E1", game.step_code("E1", "@HM"))
    assert game.figures("E1") == (2, 3)
    game.pass_turn()
    game.aim("W1", "@HM")
    game.die(10)
    game.pass_turn()
    assert game.figures("E1") == (1, 3)


@pytest.mark.clause("AGR-34", "AGR-13")
def test_surviving_does_not_dig_in() -> None:
    game = Game({"W1": "missile @HH", "E1": "armor @HN"})
    game.aim("W1", "@HN")
    game.die(10)
    assert not game.is_dug_in("E1")
    game.pass_turn()
    assert not game.is_dug_in("E1")


# Indirect fire


@pytest.mark.clause("AGR-35")
@pytest.mark.parametrize("reach", [0, 1, 2, 3])
def test_indirect_fire_within_the_range_of_the_moment(reach: int) -> None:
    for far in (1, 2, 3, 4):
        there = min(around("@HH", far) - around("@HH", far - 1))
        watch = next(h for h in ring(there) if distance("@HH", h) == far + 1)
        units = {
            "W1": f"artillery @HH {reach}/2",
            "W2": f"infantry {watch}",
            "E1": f"armor {there}",
        }
        game = Game(units)
        assert there in game.sight()
        if far <= reach:
            assert [o.place for o in game.offers(WEST, "fire")] == [there]
            game.aim("W1", there)
            game.die(1)
            assert game.reports() == [("artillery", there, FIRE, HIT, 0)]
        else:
            assert game.no("W1", game.aim_code("W1", there)) == "AGR-35"


@pytest.mark.clause("AGR-35", "AGR-21")
@pytest.mark.parametrize("strength", [1, 2])
def test_indirect_fire_with_the_strength_of_the_moment(strength: int) -> None:
    game = Game({"W1": f"artillery @HH 3/{strength}", "E1": "armor @HJ dug"}, rough=["@HJ"])
    game.aim("W1", "@HJ")
    assert game.needed() == max(5 + strength - 3 - 2, 1)


@pytest.mark.clause("AGR-35", "AGR-20")
def test_only_seen_enemies_are_fired_at() -> None:
    game = Game({"W1": "artillery @HH", "W2": "infantry @HG", "E1": "armor @HL"})
    for label in ("@HG", "@HI", "@HL"):
        assert game.no("W1", game.aim_code("W1", label)) == "AGR-35"
    # Range is sight: an enemy in range that stands there is seen, one that came up is not there.
    assert game.offers(WEST, "fire") == []


@pytest.mark.clause("AGR-35", "AGR-24")
def test_indirect_fire_is_one_attempt_from_where_it_stands() -> None:
    game = Game({"W1": "artillery @HH", "E1": "airbase @HJ"})
    game.aim("W1", "@HJ")
    game.die(10)
    assert game.kind == Kind.ORDERS
    assert game.place("W1") == "@HH"
    assert game.reports() == [("artillery", "@HJ", FIRE, MISS, 0)]


# Replacement


@pytest.mark.clause("AGR-36", "AGR-4")
@pytest.mark.parametrize("acting", [WEST, EAST])
@pytest.mark.parametrize("kind", ["infantry 1/1", "support 1/1"])
def test_the_chance_of_a_replacement(acting: int, kind: str) -> None:
    letter = "WE"[acting]
    for column, percent in (("J", (60, 40)), ("K", (40, 40)), ("L", (40, 60))):
        name, values = kind.split()
        units = {f"{letter}1": f"{name} @{column}F {values}", f"{'EW'[acting]}1": "armor @FA"}
        game = Game(units, acting=acting)
        game.order(f"{letter}1", game.replace_code(f"{letter}1"))
        assert game.probability(0) == pytest.approx(percent[acting] / 100)


@pytest.mark.clause("AGR-36")
@pytest.mark.parametrize(
    ("before", "after"), [("1/1", (1, 2)), ("2/1", (2, 2)), ("1/2", (2, 2)), ("0/1", (0, 2))]
)
def test_a_replacement_restores_strength_first(before: str, after: tuple[int, int]) -> None:
    for outcome in (0, 1):
        game = Game({"W1": f"infantry @CE {before}", "E1": "armor @RF"})
        old = game.figures("W1")
        game.order("W1", game.replace_code("W1"))
        game.chance(outcome)
        assert game.figures("W1") == (after if outcome == 0 else old)
        assert len(game.heard(WEST, ReplacementsDrawn)) == 1
        assert game.heard(EAST, ReplacementsDrawn) == []
        assert game.heard(SPECTATOR, ReplacementsDrawn) == []


@pytest.mark.clause("AGR-36")
def test_who_gets_replacements() -> None:
    for kind in (*TYPES, "technical"):
        game = Game({"W1": f"{kind} @CE 0/1", "E1": "armor @RF"})
        if kind in ("infantry", "support"):
            (offered,) = game.offers(WEST, "replacement")
            assert (offered.place, offered.key) == ("@CE", "7")
        else:
            assert game.no("W1", game.replace_code("W1")) == "AGR-36"
    whole = Game({"W1": "infantry @CE", "E1": "armor @RF"})
    assert whole.no("W1", whole.replace_code("W1")) == "AGR-36"


@pytest.mark.clause("AGR-36")
def test_the_numbers_of_a_replacement() -> None:
    numbers = {"replacement_home": 10, "replacement_elsewhere": 100}
    game = Game({"W1": "infantry @CE 0/1", "W2": "infantry @LE 0/1"}, numbers=numbers)
    game.order("W1", game.replace_code("W1"))
    assert game.probability(0) == pytest.approx(0.1)
    game.chance(1)
    game.order("W2", game.replace_code("W2"))
    assert game.figures("W2") == (0, 2)


# Decontamination


@pytest.mark.clause("AGR-37")
def test_decontamination_is_off_by_default() -> None:
    game = Game({"W1": "technical @HH", "E1": "armor @RF"}, nbc=["@HI"])
    assert game.aims("W1") == set()
    assert game.offers(WEST, "decon") == []


@pytest.mark.clause("AGR-37", "AGR-2")
def test_a_technical_unit_cleans_its_own_hex_or_one_beside_it() -> None:
    dirty = ["@HH", "@HI", "@HJ"]
    for target in dirty:
        game = Game({"W1": "technical @HH", "E1": "armor @RF"}, nbc=dirty, decon=True)
        assert {o.place for o in game.offers(WEST, "decon")} == {"@HH", "@HI"}
        if target == "@HJ":
            assert game.no("W1", game.aim_code("W1", target)) == "AGR-37"
            continue
        game.aim("W1", target)
        assert game.kind == Kind.ORDERS
        assert not game.is_nbc(target)
        for viewer in (WEST, EAST, SPECTATOR):
            assert len(game.heard(viewer, Decontaminated)) == 1
            assert {m.places[0] for m in game.view(viewer).marks} == set(dirty) - {target}
        assert not game.may_anything("W1")


@pytest.mark.clause("AGR-37")
def test_only_contaminated_hexes_are_cleaned_and_only_by_technical_units() -> None:
    game = Game({"W1": "technical @HH", "E1": "armor @RF"}, nbc=["@HI"], decon=True)
    assert game.aims("W1") == {"@HI"}
    assert game.no("W1", game.aim_code("W1", "@HG")) == "AGR-37"
    missile = Game({"W1": "missile @HH", "E1": "armor @RF"}, nbc=["@HI"], decon=True)
    assert missile.offers(WEST, "decon") == []


@pytest.mark.clause("AGR-37", "AGR-28")
def test_decontamination_is_a_special_function() -> None:
    game = Game({"W1": "technical @HH", "E1": "armor @RF"}, nbc=["@HI"], decon=True)
    game.go("W1", "@HG")
    assert game.aims("W1") == set()
    assert game.no("W1", game.aim_code("W1", "@HH")) == "AGR-28"


@pytest.mark.clause("AGR-30")
def test_types_without_a_target_have_none() -> None:
    for kind in ("armor", "infantry", "support"):
        game = Game({"W1": f"{kind} @HH", "E1": "armor @HI"})
        assert game.aims("W1") == set()
        assert game.no("W1", game.aim_code("W1", "@HI")) == "AGR-30"
