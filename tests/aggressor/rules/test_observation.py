"""Observation: AGR-14 to AGR-19, what carries over, and what is shown (AGR-6 to AGR-8)."""

from __future__ import annotations

from random import Random

import pytest

from hexfront.core.contract import SPECTATOR
from hexfront.systems.aggressor.rules.observation import ContactMade, ContactsLost
from hexfront.systems.aggressor.rules.planes import put
from tests.aggressor.hexes import around, distance
from tests.aggressor.positions import EAST, EVERY_HEX, WEST, Game

FULL = {
    "airbase": (0, 3),
    "missile": (1, 1),
    "artillery": (3, 2),
    "armor": (3, 3),
    "infantry": (2, 2),
    "support": (2, 1),
}


@pytest.mark.clause("AGR-14")
@pytest.mark.parametrize("reach", [0, 1, 2, 3])
def test_enemies_within_range_are_observed(reach: int) -> None:
    for far in (1, 2, 3, 4):
        there = min(around("@HH", far) - around("@HH", far - 1))
        game = Game({"W1": f"armor @HH {reach}/3", "E1": f"airbase {there}"})
        assert (there in game.sight()) is (far <= reach)


@pytest.mark.clause("AGR-14", "AGR-15", "AGR-18")
@pytest.mark.parametrize("seed", range(30))
def test_who_is_observed_and_identified(seed: int) -> None:
    """Random positions against the words of the clauses."""
    rng = Random(seed)
    spots = sorted(around("@HH", 4) | {"@HH"})
    rough = {label for label in rng.sample(spots, 25) if label[1] != "K"}
    nbc = set(rng.sample(spots, 10))
    places = iter(rng.sample(spots, 12))
    units, facts = {}, {}
    for number in range(12):
        name = f"{'WE'[number % 2]}{number}"
        kind = rng.choice(list(FULL))
        reach, place, dug = rng.randint(0, FULL[kind][0]), next(places), rng.random() < 0.4
        units[name] = f"{kind} {place} {reach}/{FULL[kind][1]}{' dug' if dug else ''}"
        facts[name] = (kind, place, reach, dug)
    game = Game(units, rough=rough, nbc=nbc)
    expected = {}
    for enemy, (kind, place, _, dug) in facts.items():
        levels = [
            by not in nbc
            and (
                is_dug or (not dug and place not in rough) or distance(by, place) <= -(-reach // 2)
            )
            for name, (_, by, reach, is_dug) in facts.items()
            if name[0] == "W" and enemy[0] == "E" and distance(by, place) <= reach
        ]
        if levels:
            shown = "Nuked" if place in nbc else kind.title() if any(levels) else "Unidentified"
            expected[place] = shown
    assert game.sight() == expected


@pytest.mark.clause("AGR-15")
@pytest.mark.parametrize(
    ("observer", "target", "ground", "identified"),
    [
        ("armor @HH", "infantry @HK", "clear", True),  # in the open
        ("armor @HH", "infantry @HK dug", "clear", False),
        ("armor @HH dug", "infantry @HK dug", "clear", True),
        ("armor @HH", "infantry @HK", "rough", False),
        ("armor @HH dug", "infantry @HK", "rough", True),
        ("armor @HH", "infantry @HJ dug", "rough", True),  # 2 is half of 3, rounded up
        ("armor @HH 2/3", "infantry @HJ dug", "rough", False),
        ("armor @HH 2/3", "infantry @HI dug", "rough", True),
        ("armor @HH 1/3", "infantry @HI dug", "rough", True),
    ],
)
def test_identification(observer: str, target: str, ground: str, identified: bool) -> None:
    place = target.split()[1]
    rough = [place] if ground == "rough" else []
    game = Game({"W1": observer, "E1": target}, rough=rough)
    assert game.sight() == {place: "Infantry" if identified else "Unidentified"}


@pytest.mark.clause("AGR-15")
def test_an_observer_in_a_contaminated_hex_identifies_nobody() -> None:
    for dug in ("", " dug"):
        game = Game({"W1": f"armor @HH{dug}", "E1": "infantry @HI"}, nbc=["@HH"])
        assert game.sight() == {"@HI": "Unidentified"}
        helped = Game(
            {"W1": f"armor @HH{dug}", "W2": "infantry @HG", "E1": "infantry @HI"}, nbc=["@HH"]
        )
        assert helped.sight() == {"@HI": "Infantry"}


@pytest.mark.clause("AGR-14")
def test_without_the_option_everything_is_seen() -> None:
    units = {"W1": "airbase @CC", "E1": "armor @UK dug", "E2": "missile @KK"}
    game = Game(units, rough=["@UK"], observation=False)
    assert game.sight(WEST)["@UK"] == "Armor"
    assert game.sight(WEST)["@KK"] == "Missile"
    assert game.sight(EAST)["@CC"] == "Airbase"
    game.pass_turn()
    game.go("E1", "@UL")
    assert game.sight(WEST)["@UL"] == "Armor"
    assert "@UK" not in game.sight(WEST)


@pytest.mark.clause("AGR-14")
def test_numbers_of_contacts_follow_the_hexes_and_not_the_units() -> None:
    places = ["@HJ", "@HF", "@JG", "@FH"]
    for order in (places, places[::-1]):
        enemies = {f"E{n}": f"infantry {place}" for n, place in enumerate(order)}
        game = Game({"W1": "armor @HH", **enemies})
        numbers = [game.contacts()[place].id for place in sorted(places)]
        assert numbers == sorted(numbers)
        assert numbers[0] == "c1"


# What lasts


def carried() -> Game:
    """West has identified E1 and cannot see it any more."""
    game = Game({"W1": "infantry @HH", "E1": "armor @HJ"})
    assert game.sight() == {"@HJ": "Armor"}
    game.go("W1", "@HG", "@HF")
    return game


@pytest.mark.clause("AGR-16")
def test_an_identification_lasts_for_one_more_turn_and_is_not_carried_again() -> None:
    game = carried()
    first = game.contacts()["@HJ"].id
    game.round()
    assert game.sight() == {"@HJ": "Armor"}
    assert game.contacts()["@HJ"].id == first
    game.round()
    assert game.sight() == {}
    assert len(game.heard(WEST, ContactsLost)) == 1
    assert game.heard(EAST, ContactsLost) == []


@pytest.mark.clause("AGR-16")
def test_a_carried_identification_follows_the_unit() -> None:
    game = carried()
    game.pass_turn()
    game.go("E1", "@HK", "@HL")
    assert game.sight(WEST) == {"@HJ": "Armor"}, "not before the next observation"
    game.pass_turn()
    assert game.sight() == {"@HL": "Armor"}


@pytest.mark.clause("AGR-16")
def test_a_carried_identification_hides_that_the_unit_is_now_only_observed() -> None:
    # In rough ground at the edge of the range: observed, not identified.
    game = Game({"W1": "infantry @HH", "E1": "armor @HI"}, rough=["@HJ"])
    first = game.contacts()["@HI"].id
    game.go("W1", "@HG")
    game.go("W1", "@HH")
    game.pass_turn()
    game.go("E1", "@HJ")
    game.pass_turn()
    assert game.sight() == {"@HJ": "Armor"}
    assert game.contacts()["@HJ"].id == first
    game.go("W1", "@HG")
    game.go("W1", "@HH")
    game.round()
    assert game.sight() == {"@HJ": "Unidentified"}
    assert game.contacts()["@HJ"].id != first


@pytest.mark.clause("AGR-16")
def test_an_identification_that_is_renewed_keeps_its_number() -> None:
    game = Game({"W1": "infantry @HH", "E1": "armor @HJ"})
    first = game.contacts()["@HJ"].id
    for _ in range(3):
        game.go("W1", "@HG")
        game.go("W1", "@HH")
        game.pass_turn()
        game.go("E1", "@HK")
        game.go("E1", "@HJ")
        game.pass_turn()
        assert game.sight() == {"@HJ": "Armor"}
        assert game.contacts()["@HJ"].id == first


@pytest.mark.clause("AGR-16")
def test_the_unidentified_get_a_new_number_each_turn() -> None:
    game = Game({"W1": "infantry @HH", "E1": "armor @HJ dug"})
    numbers = set()
    for _ in range(3):
        assert game.sight() == {"@HJ": "Unidentified"}
        numbers.add(game.contacts()["@HJ"].id)
        game.go("W1", "@HG")
        game.go("W1", "@HH")
        game.round()
    assert len(numbers) == 3


@pytest.mark.clause("AGR-16")
def test_the_unidentified_are_lost_at_the_next_observation() -> None:
    game = Game({"W1": "infantry @HH", "E1": "armor @HJ dug"})
    game.go("W1", "@HG", "@HF")
    assert game.sight() == {"@HJ": "Unidentified"}
    game.round()
    assert game.sight() == {}


@pytest.mark.clause("AGR-17")
@pytest.mark.parametrize("observation", [True, False])
def test_nobody_learns_whether_he_is_seen(observation: bool) -> None:
    """The same view, whether or not an enemy out of sight is looking."""
    views = []
    for reach in (1, 3):  # the range of East's armor, from where it sees W1 or does not
        units = {"W1": "infantry @HH", "E1": f"armor @HK {reach}/3"}
        game = Game(units, observation=observation)
        views.append(game.view(WEST))
        game.pass_turn()
        views.append(game.view(WEST))
        assert ("@HH" in game.sight(EAST)) is (reach == 3 or not observation)
        game.pass_turn()
        views.append(game.view(WEST))
    assert views[:3] == views[3:]


@pytest.mark.clause("AGR-14", "AGR-17")
def test_what_is_observed_is_told_to_the_observer_alone() -> None:
    game = Game({"W1": "armor @HH", "E1": "infantry @HI"})
    assert len(game.heard(WEST, ContactMade, game.opening)) == 1
    assert game.heard(EAST, ContactMade, game.opening) == []
    assert game.heard(SPECTATOR, ContactMade, game.opening) == []
    assert game.view(SPECTATOR).counters == ()


@pytest.mark.clause("AGR-18")
def test_an_identification_in_a_contaminated_hex_counts_though_it_is_not_shown() -> None:
    game = Game({"W1": "infantry @HH", "E1": "armor @HJ"}, nbc=["@HJ"])
    assert game.sight() == {"@HJ": "Nuked"}
    game.go("W1", "@HG", "@HF")
    game.pass_turn()
    game.go("E1", "@HK")
    game.pass_turn()
    assert game.sight() == {"@HK": "Armor"}
    # One that is only observed there is lost.
    lost = Game({"W1": "infantry @HH", "E1": "armor @HJ dug"}, nbc=["@HJ"])
    assert lost.sight() == {"@HJ": "Nuked"}
    lost.go("W1", "@HG", "@HF")
    lost.pass_turn()
    lost.go("E1", "@HK")
    lost.pass_turn()
    assert lost.sight() == {}


@pytest.mark.clause("AGR-18")
def test_a_carried_identification_is_nuked_too() -> None:
    game = carried()
    game.pass_turn()
    put(game.state.contaminated, game.index("@HK"))
    game.order("E1", game.step_code("E1", "@HK"))
    game.pass_turn()
    assert game.sight() == {"@HK": "Nuked"}


@pytest.mark.clause("AGR-19")
def test_moving_reveals_nothing_before_the_next_observation() -> None:
    game = Game({"W1": "armor @HH", "E1": "armor @HN"})
    game.go("W1", "@HI", "@HJ", "@HK")
    assert game.sight() == {}
    assert all(not isinstance(event.what, ContactMade) for event in game.log)
    game.round()
    assert game.sight() == {"@HN": "Unidentified"}  # it has dug in


# What is shown


@pytest.mark.clause("AGR-6")
def test_range_and_strength_of_enemies_are_not_shown() -> None:
    views = []
    for figures in ("3/3", "2/3", "0/1"):
        game = Game({"W1": "armor @HH", "E1": f"armor @HI {figures}"})
        own, contact = game.counter("W1"), game.contacts()["@HI"]
        assert own.values == {"range": 3, "strength": 3}
        assert contact.values == {}
        assert contact.name == "Armor"
        views.append(game.view(WEST))
    assert views[0] == views[1] == views[2]


@pytest.mark.clause("AGR-7")
def test_a_missile_unit_that_has_fired_is_technical() -> None:
    game = Game({"W1": "missile @HH", "W2": "infantry @HF", "E1": "technical @HI"})
    assert game.sight() == {"@HI": "Technical"}
    game.aim("W1", "@HA")
    assert game.counter("W1").name == "Technical"
    assert game.figures("W1") == (1, 1)


@pytest.mark.clause("AGR-8")
def test_every_counter_has_a_nato_symbol() -> None:
    kinds = [*FULL, "technical"]
    places = sorted(EVERY_HEX)
    own = {f"W{n}": f"{kind} {places[n]}" for n, kind in enumerate(kinds)}
    foes = {f"E{n}": f"{kind} {places[-1 - n]}" for n, kind in enumerate(kinds)}
    game = Game({**own, **foes}, observation=False)
    counters = game.view(WEST).counters
    symbols = {side: [c.sidc for c in counters if c.side == side] for side in (WEST, EAST)}
    for side in (WEST, EAST):
        assert all(code.isdigit() and len(code) in (20, 30) for code in symbols[side])
        assert len(set(symbols[side])) == 7, "each type has a symbol of its own"
    assert not set(symbols[WEST]) & set(symbols[EAST]), "the frame tells the side"


@pytest.mark.clause("AGR-7", "AGR-8")
def test_the_unidentified_and_the_nuked_show_no_type() -> None:
    seen = []
    for hidden, nuked in (("infantry", "missile"), ("airbase", "armor")):
        units = {"W1": "armor @HH", "E1": f"{hidden} @HK dug", "E2": f"{nuked} @HF dug"}
        game = Game(units, nbc=["@HF"])
        assert game.sight() == {"@HK": "Unidentified", "@HF": "Nuked"}
        seen.append(game.contacts())
    assert seen[0] == seen[1]
    assert seen[0]["@HK"].sidc != seen[0]["@HF"].sidc
