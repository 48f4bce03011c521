"""Odds of Takeover between sides given in words."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from hexfront.core.errors import InputError
from hexfront.core.scenario import load_scenario
from hexfront.core.table.odds import read_terms
from hexfront.systems.takeover import SYSTEM
from hexfront.systems.takeover.knowledge.inquiry import FIGHT_ODDS, TERMS
from tests.takeover.knowledge.test_odds import every_round, walk

SCENARIO = load_scenario(SYSTEM)


def ask(attacker: str = "", defender: str = "", scenario: Any = SCENARIO) -> Any:
    return FIGHT_ODDS.answer(scenario, attacker, defender).document


def dice(document: Any) -> tuple[int, int]:
    return tuple(document["pools"][side]["dice"] for side in ("attacker", "defender"))


@pytest.mark.clause("TKO-4", "TKO-17")
def test_with_nothing_said_the_pools_are_the_first_dice() -> None:
    document = ask()
    texts = [document["pools"][side]["text"] for side in ("attacker", "defender")]
    assert texts == ["d8 + 1d6", "d10 + 2d6"]
    rounds = {(1, 2): every_round(1, 2), (1, 1): every_round(1, 1)}
    assert Fraction(document["round_win"]) == rounds[1, 2] == Fraction(1283, 2880)
    assert Fraction(document["engagement_win"]) == walk(1, 2, rounds)
    # Lost in one round, or two rounds
    assert Fraction(document["expected_rounds"]) == 1 + rounds[1, 2]
    assert document["economy_judged"] is False


@pytest.mark.clause("TKO-5", "TKO-6", "TKO-7")
@pytest.mark.parametrize(
    ("attacker", "defender", "expected"),
    [
        ("ns=1", "", (2, 2)),
        ("", "ns=2", (1, 4)),
        ("ed=0", "", (2, 3)),
        ("", "r=0", (2, 3)),
        ("ed=1", "", (2, 2)),
        ("ed=1", "ed=2,r=9", (1, 3)),
        ("ed=1,r=2", "ed=1,r=1", (2, 2)),
        ("r=1", "", (2, 2)),
        ("agents=1", "", (2, 2)),
        ("agents=1", "abroad=1", (1, 2)),
        ("agents=1,abroad=1", "", (3, 2)),
        ("agents=1", "agents=1", (2, 3)),
        ("ns=1,ed=2", "ns=2,agents=1", (3, 5)),
        ("dice=4", "ed=1,ns=1", (4, 4)),
        (" ns = 1 , polygon=12", "dice=9", (2, 9)),
    ],
)
def test_what_is_said_gives_dice(attacker: str, defender: str, expected: tuple[int, int]) -> None:
    assert dice(ask(attacker, defender)) == expected


@pytest.mark.parametrize(("a", "d"), [(1, 1), (2, 1), (1, 2), (3, 2), (2, 3)])
def test_small_pools_are_those_of_every_roll(a: int, d: int) -> None:
    document = ask(f"dice={a}", f"dice={d}")
    pairs = [(x, y) for x in range(1, a + 1) for y in range(1, d + 1)]
    rounds = {pair: every_round(*pair) for pair in pairs}
    assert Fraction(document["round_win"]) == rounds[a, d]
    assert Fraction(document["round_loss"]) == 1 - rounds[a, d]
    assert Fraction(document["engagement_win"]) == walk(a, d, rounds)


def test_the_document_is_exact_and_whole() -> None:
    document = ask("ns=2,ed=1", "ns=1,agents=2")
    is_fraction = re.compile(r"\d+/[1-9]\d*").fullmatch
    for name in ("round_win", "round_loss", "engagement_win", "engagement_loss", "expected_rounds"):
        assert is_fraction(document[name])
        assert document["decimals"][name] == pytest.approx(float(Fraction(document[name])))
    for ends in (document["dice_left"], document["rounds"]):
        assert all(is_fraction(end["chance"]) for end in ends)
        assert sum(Fraction(end["chance"]) for end in ends) == 1
    won = sum(Fraction(end["chance"]) for end in document["dice_left"] if end["attacker"])
    assert won == Fraction(document["engagement_win"])
    mean = sum(end["rounds"] * Fraction(end["chance"]) for end in document["rounds"])
    assert mean == Fraction(document["expected_rounds"])
    for side in document["pools"].values():
        assert sum(part["dice"] for part in side["parts"]) == side["dice"]


@pytest.mark.clause("TKO-10")
def test_equal_values_go_to_fewer_dice_and_else_to_the_defender() -> None:
    """With two faces and patterns that multiply nothing, half of all rolls are equal."""
    document = dict(SCENARIO.document)
    document["multipliers"] = dict.fromkeys(document["multipliers"], 1)
    flat = SYSTEM.scenarios.load(document, None, "flat")
    for attacker, defender, chance in ((2, 3, "3/4"), (3, 3, "1/4"), (3, 2, "1/4")):
        answer = ask(f"dice={attacker},polygon=2", f"dice={defender},polygon=2", flat)
        assert answer["round_win"] == chance


def test_the_most_that_can_be_asked() -> None:
    document = ask("dice=40,polygon=20", "dice=40,polygon=19")
    assert sum(Fraction(end["chance"]) for end in document["rounds"]) == 1


def test_a_fight_that_one_side_cannot_win_takes_rounds_all_the_same() -> None:
    """Of 40 dice some face comes seven times, so that the defender's least is 5."""
    document = ask("dice=1,polygon=2", "dice=40")
    assert (document["engagement_win"], document["expected_rounds"]) == ("0/1", "1/1")
    assert [(row["rounds"], row["chance"]) for row in document["rounds"]] == [(1, "1/1")]


def test_pools_follow_the_scenario() -> None:
    document = dict(SCENARIO.document)
    document["pools"] = document["pools"] | {
        "aggressor_dice": 3,
        "defender_polygon": 12,
        "each_ns_unit": 2,
    }
    answer = ask("ns=1", "", SYSTEM.scenarios.load(document, None, "other"))
    assert dice(answer) == (5, 2)
    assert answer["pools"]["defender"]["polygon"] == 12


@pytest.mark.parametrize(
    ("attacker", "defender", "words"),
    [
        ("n=1", "", "attacker: found 'n', expected one of: ns, ed, r"),
        ("ns", "", "attacker: found 'ns', expected KEY=N with one of: ns"),
        ("", "ns=1,", "defender: found <nothing>, expected KEY=N"),
        ("ns=", "", "attacker ns: found '', expected a whole number from 0 to 20"),
        ("ns=-1", "", "attacker ns: found '-1', expected a whole number from 0 to 20"),
        ("", "ed=1.5", "defender ed: found '1.5', expected a whole number from 0 to 20"),
        ("ed=٣", "", "attacker ed: found '٣', expected a whole number"),
        ("ns=99999999999999999999", "", "attacker ns: found '99999999999999999999'"),
        ("ns=1,ns=1", "", "attacker ns: found 'ns=1', expected each key once"),
        ("dice=0", "", "attacker dice: found '0', expected a whole number from 1 to 40"),
        ("dice=3,ns=1,ed=1", "", "attacker dice: found 'beside ns, ed', expected either dice"),
        ("", "polygon=1", "defender polygon: found '1', expected a whole number from 2 to 20"),
    ],
)
def test_mistakes(attacker: str, defender: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        ask(attacker, defender)
    assert words in str(caught.value)


def test_mistakes_of_both_sides_are_told_at_once() -> None:
    with pytest.raises(InputError) as caught:
        ask("ns=x,foo=1", "ed=y")
    assert [problem.place for problem in caught.value.problems] == [
        "attacker ns",
        "attacker",
        "defender ed",
    ]


def test_nothing_is_said_with_nothing() -> None:
    assert read_terms("", TERMS, "attacker") == read_terms("  ", TERMS, "attacker") == {}


def test_examples_of_the_help_work() -> None:
    for words in FIGHT_ODDS.examples:
        asked = dict(re.findall(r'--(attacker|defender) "([^"]*)"', words))
        assert asked
        ask(**asked)
