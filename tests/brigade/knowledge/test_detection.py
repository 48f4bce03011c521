"""Detection, the deal and the odds: BRG-28, and BRG-23 from what a side may know."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest

from hexfront.core.contract import SPECTATOR, UMPIRE, Kind
from hexfront.core.dice import dice_from_seed
from hexfront.core.state import digest
from hexfront.systems.brigade.rules.movement import Detected
from hexfront.systems.brigade.scenario.state import Phase
from tests.brigade.positions import BLUE, RED, Game, battle, table_of

both_sequences = pytest.mark.parametrize("sequence", ["plotted", "igougo"])


def shown(game: Game, viewer: int) -> dict[str, tuple[str, bool]]:
    """What a viewer is shown of each unit, by its true name."""
    counters = game.view(viewer).counters
    return {game.name[n]: (c.name, c.known) for n, c in enumerate(counters)}


def unknown(game: Game, viewer: int) -> set[str]:
    return {name for name, (label, known) in shown(game, viewer).items() if not known}


@pytest.mark.clause("BRG-28")
def test_without_the_option_all_are_known() -> None:
    game = Game({"R1": "0401", "B1": "0707"})
    for viewer in (RED, BLUE, SPECTATOR, UMPIRE):
        assert unknown(game, viewer) == set()
    game = Game({"R1": "0401", "B1": "0403"})
    game.move("R1", "0402")
    game.submit()
    assert all(not isinstance(event.what, Detected) for event in game.events)


@pytest.mark.clause("BRG-28")
@both_sequences
def test_far_enemies_show_a_question_mark_and_nothing_else(sequence: str) -> None:
    strength, movement = {"B1": 97, "B2": 96, "R1": 95}, {"B1": 11, "B2": 10, "R1": 9}
    units = {"R1": "0401", "B1": "0707", "B2": "0706"}
    game = Game(units, detection=True, sequence=sequence, strength=strength, movement=movement)
    for viewer, hidden in ((RED, {"B1", "B2"}), (BLUE, {"R1"}), (SPECTATOR, {"R1", "B1", "B2"})):
        assert unknown(game, viewer) == hidden
        view = game.view(viewer)
        for number, counter in enumerate(view.counters):
            if game.name[number] in hidden:
                assert (counter.name, counter.values) == ("?", {})
                assert counter.place == units[game.name[number]]  # where it stands is seen
                assert counter.sidc == f"100{'63'[counter.side]}1000000000000000"
        text = json.dumps([asdict(view), [asdict(o) for o in game.rules.offers(view)]])
        for name in hidden:
            assert f'"{name}"' not in text
            assert str(strength[name]) not in text
    assert unknown(game, UMPIRE) == set()


@pytest.mark.clause("BRG-28")
@both_sequences
def test_neighbours_know_each_other_from_the_start_and_for_good(sequence: str) -> None:
    units = {"R1": "0403", "R2": "0101", "B1": "0404", "B2": "0707"}
    game = Game(units, detection=True, sequence=sequence)
    for _ in range(2):
        assert unknown(game, RED) == {"B2"}
        assert unknown(game, BLUE) == {"R2"}
        if sequence == "plotted":
            if game.place("R1") == "0403":
                game.move("R1", "0402", "0401")
            game.submit()
        else:
            if game.place("R1") == "0403":
                game.move("R1", "0402", "0401")
            turn = game.state.game.turn
            while game.state.game.turn == turn:
                game.done(game.sides[0])
    assert game.place("R1") == "0401"


@pytest.mark.clause("BRG-28")
@both_sequences
def test_whoever_comes_adjacent_is_identified_on_both_sides(sequence: str) -> None:
    game = Game({"R1": "0401", "B1": "0404", "B2": "0606"}, detection=True, sequence=sequence)
    game.move("R1", "0402")
    assert unknown(game, RED) == {"B1", "B2"}
    game.move("R1", "0403")
    if sequence == "plotted":
        assert unknown(game, RED) == {"B1", "B2"}  # a plan finds nothing out
        assert unknown(game, BLUE) == {"R1"}
        game.submit()
    assert unknown(game, RED) == {"B2"}
    assert unknown(game, BLUE) == set()
    told = [t for t in game.told(RED) if t.kind == "detect"]
    assert {t.text for t in told} == {"B1 is identified by R1.", "R1 is identified by B1."}
    assert {t.clause for t in told} == {"BRG-28"}


@pytest.mark.clause("BRG-28", "BRG-25", "BRG-26")
def test_retreats_and_advances_identify_too() -> None:
    units = {"R1": "0403", "R2": "0206", "B1": "0404", "B2": "0306"}
    game = battle(
        units, ["R1"], "B1", detection=True, sequence="igougo", results=table_of("DR"), die=1
    )
    assert "R1" not in unknown(game, BLUE)
    units = {"R1": "0403", "B1": "0404", "B2": "0405", "B3": "0707"}
    game = Game(units, detection=True, results=table_of("DE"))
    assert unknown(game, RED) == {"B2", "B3"}
    game.attack("R1", "B1", True)
    game.submit()
    assert unknown(game, RED) == {"B2", "B3"}
    game.die(1)
    assert game.place("R1") == "0404"
    assert unknown(game, RED) == {"B3"}


@pytest.mark.clause("BRG-28")
def test_zones_and_choices_are_those_of_known_enemies() -> None:
    units = {"R1": "0401", "B1": "0404", "B2": "0606"}
    hidden, plain = Game(units, detection=True), Game(units)
    assert hidden.choices(RED) == plain.choices(RED)
    assert [o.orders for o in hidden.offers(RED)] == [o.orders for o in plain.offers(RED)]


# Names in the log and in captions


@pytest.mark.clause("BRG-28")
def test_the_log_and_the_captions_name_no_unknown_enemy() -> None:
    game = Game({"R1": "0402", "B1": "0405"}, detection=True)
    game.move("B1", "0406")
    game.submit()
    assert "An unknown Blue company moves from 0405 to 0406." in game.texts(RED)
    assert "B1 moves from 0405 to 0406." in game.texts(BLUE)
    plan = Game({"R1": "0402", "B1": "0404"}, detection=True)
    plan.move("R1", "0403")
    assert [o.caption for o in plan.offers(RED, "attack")] == [
        "Attack an unknown Blue company",
        "Attack an unknown Blue company, then advance",
    ]
    plan.attack("R1", "B1")
    assert plan.view(RED).marks[-1].caption == "R1 attacks an unknown Blue company"
    assert plan.texts(RED) == ["R1 is to attack an unknown Blue company."]


# Odds


def odds(game: Game, side: int, name: str) -> dict[str, Any]:
    subject = str(game.number[name] + 1)
    offer = next(o for o in game.offers(side, "attack") if o.subject == subject)
    assert offer.odds is not None
    return {
        part: {key: Fraction(chance) for key, chance in table.items()}
        for part, table in offer.odds.items()
    }


@pytest.mark.clause("BRG-23", "BRG-2")
@pytest.mark.parametrize("modifier", ["clear", "hill", "ridge", "hollow"])
def test_odds_of_a_known_defender_are_those_of_the_table(modifier: str) -> None:
    game = Game({"R1": "0403", "R2": "0304", "B1": "0404"}, terrain={"0404": modifier})
    added = {"clear": 0, "hill": 1, "ridge": 5, "hollow": -5}[modifier]
    rows = [min(6, max(1, die + added)) - 1 for die in range(1, 7)]
    for column, text in ((1, "DR DR AR AR AR AE"), (2, "DE DR DR DR AR AR")):
        expected = Counter(text.split()[row] for row in rows)
        name = "R1" if column == 1 else "R2"
        found = odds(game, RED, name)
        assert found["results"] == {code: Fraction(n, 6) for code, n in expected.items()}
        assert found["columns"] == {str(column): 1}
        if column == 1:
            game.attack("R1", "B1")


@pytest.mark.clause("BRG-23", "BRG-28")
def test_odds_of_an_unknown_defender_are_an_exact_mixture() -> None:
    strength = {"R1": 6, "B1": 1, "B2": 3, "B3": 6, "B4": 7}
    units = {"R1": "0401", "R2": "0206", "B1": "0404", "B2": "0606", "B3": "0706", "B4": "0306"}
    settings = {"detection": True, "by_strength": True, "strength": strength}
    game = Game(units, **settings)
    game.move("R1", "0402", "0403")
    assert unknown(game, RED) == {"B1", "B2", "B3"}  # B4 stands beside R2
    found = odds(game, RED, "R1")
    columns = {"4": Fraction(1, 3), "2": Fraction(1, 3), "1": Fraction(1, 3)}
    assert found["columns"] == columns
    table = {1: "DR DR AR AR AR AE", 2: "DE DR DR DR AR AR", 4: "DE DE DE DR DR DR"}
    expected: Counter[str] = Counter()
    for column in (4, 2, 1):
        expected.update(table[column].split())
    assert found["results"] == {code: Fraction(n, 18) for code, n in expected.items()}
    # The true company changes nothing as long as it is not known.
    other = Game(units, **{**settings, "strength": strength | {"B1": 3, "B2": 1}})
    other.move("R1", "0402", "0403")
    assert odds(other, RED, "R1") == found


@pytest.mark.clause("BRG-23", "BRG-28")
@both_sequences
def test_the_announced_odds_are_those_of_the_battle(sequence: str) -> None:
    strength = {"R1": 5, "R2": 4, "B1": 4}
    units = {"R1": "0403", "R2": "0304", "B1": "0404"}
    game = Game(
        units, by_strength=True, strength=strength, terrain={"0404": "hill"}, sequence=sequence
    )
    if sequence == "igougo":
        game.done(RED)
    game.attack("R1", "B1")
    promised = odds(game, RED, "R2")["results"]
    game.attack("R2", "B1")
    if sequence == "plotted":
        game.submit()
    else:
        game.done(RED)
    seen: Counter[str] = Counter()
    for die in range(1, 7):
        thrown = game.copy()
        thrown.die(die)
        roll = next(t for t in thrown.told(RED) if t.kind == "roll")
        seen[str(roll.details["result"])] += 1
    assert promised == {code: Fraction(n, 6) for code, n in seen.items()}


# The deal

THREE = {"R1": "0101", "R2": "0301", "R3": "0501", "B1": "0707", "B2": "0507"}


def faces(game: Game) -> int:
    return len(game.rules.chances(game.state).weights)


@pytest.mark.clause("BRG-28")
def test_the_deal_is_a_fair_shuffle_of_each_side() -> None:
    ends: dict[tuple[int, ...], Fraction] = {}
    waiting = [(Game(THREE, deal="shuffled"), Fraction(1))]
    while waiting:
        game, chance = waiting.pop()
        if game.phase != Phase.DEAL:
            order = tuple(game.state.units.company.tolist())
            ends[order] = ends.get(order, Fraction(0)) + chance
            continue
        assert game.rules.decision(game.state) == (0, Kind.CHANCE, ())
        assert game.rules.chances(game.state).clause == "BRG-28"
        assert set(game.rules.chances(game.state).weights) == {1}
        for outcome in range(faces(game)):
            other = game.copy()
            other.deal(outcome)
            waiting.append((other, chance / faces(game)))
    assert set(ends.values()) == {Fraction(1, 12)}
    assert set(ends) == {
        (*red, *blue) for red, blue in product(permutations((0, 1, 2)), permutations((3, 4)))
    }


@pytest.mark.clause("BRG-28", "BRG-5")
def test_a_dealt_company_brings_its_strength_and_its_points() -> None:
    game = Game(
        THREE,
        deal="shuffled",
        strength={"R1": 7},
        movement={"R1": 2, "R2": 3, "R3": 1},
    )
    while game.phase == Phase.DEAL:
        game.deal(0)
    standing = {c.place: c for c in game.view(UMPIRE).counters}
    assert set(standing) == set(THREE.values())
    where = next(at for at, c in standing.items() if c.name == "R1")
    assert where != "0101"  # with outcome 0 the first company goes to the last place
    assert standing[where].values == {"strength": 7, "movement": 2}
    number = next(n for n, c in enumerate(game.view(UMPIRE).counters) if c.name == "R1")
    assert int(game.state.units.points[number]) == 2


@pytest.mark.clause("BRG-28")
@pytest.mark.parametrize("detection", [False, True])
def test_while_it_is_dealt_nobody_knows_who_stands_where(detection: bool) -> None:
    first = Game(THREE, deal="shuffled", detection=detection)
    second = first.copy()
    first.deal(0)
    second.deal(2)
    assert digest(first.state) != digest(second.state)
    for viewer in (RED, BLUE, SPECTATOR):
        assert first.view(viewer) == second.view(viewer)
        assert all(not c.known for c in first.view(viewer).counters)
        assert first.heard(viewer) == second.heard(viewer) == []
    while first.phase == Phase.DEAL:
        first.deal(0)
    own = {c.name for c in first.view(RED).counters if c.side == RED}
    assert own == {"R1", "R2", "R3"}
    theirs = {c.name for c in first.view(RED).counters if c.side == BLUE}
    assert theirs == ({"?"} if detection else {"B1", "B2"})


@pytest.mark.clause("BRG-28")
def test_with_the_deal_and_detection_the_view_does_not_depend_on_the_enemys_companies() -> None:
    games = []
    for last in range(2):
        game = Game(THREE, deal="shuffled", detection=True, movement={"B1": 2, "B2": 5})
        for outcome in (1, 0, last):
            game.deal(outcome)
        games.append(game)
    one, other = games
    assert digest(one.state) != digest(other.state)
    for viewer in (RED, SPECTATOR):
        assert one.view(viewer) == other.view(viewer)
        assert one.offers(viewer) == other.offers(viewer)
    assert one.view(BLUE) != other.view(BLUE)


@pytest.mark.clause("BRG-28")
def test_imagined_states_deal_every_hidden_company_fairly() -> None:
    units = {"R1": "0401", "B1": "0707", "B2": "0706", "B3": "0705"}
    game = Game(units, detection=True)
    view, dice = game.view(RED), dice_from_seed(7)
    seen = Counter(
        tuple(game.rules.determinize(view, dice).units.company.tolist()) for _ in range(1200)
    )
    assert len(seen) == 6
    assert all(order[0] == 0 for order in seen)
    assert min(seen.values()) > 140  # 200 expected, six standard deviations are 77
