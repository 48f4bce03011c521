"""`hexfront odds`."""

import re
import shlex
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario

Run = Callable[..., Any]


@pytest.fixture(autouse=True)
def systems(register: Callable[[str, str], None]) -> None:
    """The system is known, whether its entry point is installed or not."""
    register("takeover", "hexfront.systems.takeover:SYSTEM")


def test_the_bare_pools(hexfront: Run) -> None:
    ended = hexfront("odds", "takeover")
    assert (ended.code, ended.err) == (0, "")
    lines = [re.sub(r"\s+", " ", line).strip() for line in ended.out.splitlines()]
    assert lines[0] == "The Ring: d8 + 1d6 against d10 + 2d6"
    assert "attacker d8 + 1d6 d8 polygon die TKO-4" in lines
    assert "2d6 to begin with TKO-4" in lines
    assert any(line.startswith("attacker: first round 44.55 % 1283/2880 █") for line in lines)
    assert any(line.startswith("defender: engagement 83.99 % 154811/184320 █") for line in lines)
    assert "expected rounds 1.445 4163/2880" in lines
    assert any(line.startswith("TKO-6 is not judged") for line in lines)
    longest = [line for line in lines if "█" * 20 in line]
    assert [line.split()[:3] for line in longest] == [
        ["defender", "2", "55.45"],
        ["1", "55.45", "%"],
    ]


def test_json(hexfront: Run) -> None:
    asked = ("--attacker", "ns=1,ed=2", "--defender", "ns=2,agents=1", "--json")
    ended = hexfront("odds", "takeover", *asked)
    assert (ended.code, ended.err) == (0, "")
    (found,) = ended.objects
    odds = find_system("takeover").playing.odds
    assert odds is not None
    assert (found["pools"]["attacker"]["dice"], found["pools"]["defender"]["dice"]) == (3, 5)
    for name in ("round_win", "round_loss", "engagement_win", "expected_rounds"):
        assert re.fullmatch(r"\d+/\d+", found[name])


def test_why_each_die(hexfront: Run) -> None:
    asked = ("--attacker", "ns=2,ed=1,abroad=1", "--defender", "dice=6,polygon=12")
    text = re.sub(r" +", " ", hexfront("odds", "takeover", *asked).out)
    for words in (
        "2d6 2 NS-Units TKO-5",
        "1d6 higher E-D: 1 against 0 TKO-6",
        "1d6 more agents on the other territory: 1 against 0 TKO-7",
        "defender d12 + 6d6 d12 polygon die",
        "6d6 as given",
        "--json prints the long fractions.",
    ):
        assert words in text
    assert "not judged" not in text


def test_scenarios_and_options(hexfront: Run) -> None:
    plain = hexfront("odds", "takeover").out
    assert hexfront("odds", "takeover", "--scenario", "the-ring", "--players", 2).out == plain
    assert hexfront("odds", "takeover", "--scenario", "no").code == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nothing",), "system: found 'nothing'"),
        (("takeover", "--attacker", "ns=x"), "attacker ns: found 'x', expected a whole number"),
        (("takeover", "--defender", "q=1"), "defender: found 'q', expected one of: ns, ed, r,"),
        (("takeover", "--attacker", "dice=2,r=1"), "attacker dice: found 'beside r'"),
        (("takeover", "--dice", "2"), "option: found 'dice'"),
        (("takeover", "ns=1"), "ns=1"),
    ],
)
def test_mistakes(hexfront: Run, arguments: tuple[str, ...], words: str) -> None:
    ended = hexfront("odds", *arguments)
    assert ended.code == 2 and ended.out == ""
    assert words in ended.err


def test_the_help_tells_what_can_be_said(hexfront: Run) -> None:
    for asked in (("odds", "takeover", "--help"), ("odds", "--help")):
        text = re.sub(r"\s+", " ", hexfront(*asked).out)
        for words in ("ns=N: NS-Units", "abroad=N:", 'odds takeover --attacker "ns=1,ed=2"'):
            assert words in text
    assert "ns=N" not in hexfront("run", "takeover", "--help").out
    assert "ns=N" not in hexfront("odds", "brigade", "--help").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("brigade", "--attacker", "hex=0305"), "attacker: found 'hex', expected one of: units,"),
        (("brigade", "--defender", "hex=9999"), "defender hex: found '9999', expected a hex of"),
        (("aggressor", "--defender", "dug=maybe"), "defender dug: found 'maybe', expected one of:"),
        (("malaya", "--defender", "hex=9999"), "defender hex: found '9999', expected a land hex"),
        (("malaya", "--attacker", "reduced=3"), "attacker reduced: found 3, expected at most 2"),
        (("malaya", "--attacker", "factor=1", "--defender", "factor=99"), "lowest column"),
        (("idahex", "--attacker", "type=99"), "expected a type of the scenario, 1 to 8"),
        (("idahex", "--defender", "type=1"), "a type of the other side, such as 6"),
        (("idahex", "--attacker", "posture=10"), "attacker posture: found 10, expected one of: 40"),
        (("idahex", "--defender", "environment=9"), "one that the map has: 1, 2, 3, 4"),
    ],
)
def test_mistakes_in_other_systems(hexfront: Run, arguments: tuple[str, ...], words: str) -> None:
    ended = hexfront("odds", *arguments)
    assert ended.code == 2 and ended.out == ""
    assert words in ended.err


def chances(found: Any) -> dict[str, Fraction]:
    """What may come, by its words."""
    return {one["result"]: Fraction(one["chance"]) for one in found["outcomes"]}


@pytest.mark.parametrize("units", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("rules", ["standard", "advanced"])
def test_odds_of_brigade_are_a_column_of_its_table(hexfront: Run, units: int, rules: str) -> None:
    asked = ("--rules", rules, "--attacker", f"units={units}", "--json")
    (found,) = hexfront("odds", "brigade", *asked).objects
    results = load_scenario(find_system("brigade")).results
    codes = Counter(row[min(units, 4) - 1] for row in getattr(results, rules).rows)
    assert found["results"] == {
        code: f"{Fraction(count, 6).numerator}/{Fraction(count, 6).denominator}"
        for code, count in codes.items()
    }
    assert sum(chances(found).values()) == 1


def test_strengths_of_brigade_count_where_they_do(hexfront: Run) -> None:
    asked = ("--attacker", "units=2,strength=9", "--defender", "strength=3", "--json")
    (found,) = hexfront("odds", "brigade", "--by-strength", *asked).objects
    assert found["column"] == 3
    (plain,) = hexfront("odds", "brigade", *asked).objects
    assert plain["column"] == 2


def test_odds_of_aggressor(hexfront: Run) -> None:
    asked = ("--attacker", "strength=4", "--defender", "strength=3,range=0,dug=yes,rough=yes")
    (found,) = hexfront("odds", "aggressor", *asked, "--json").objects
    # 5 of 10 at equal strength, one more for the strength, one less dug in, two less in the rough.
    rules = find_system("aggressor").rules(load_scenario(find_system("aggressor"))).ground.rules
    faces = 5 + 4 - 3 - int(rules.dug_cover) - int(rules.rough_cover)
    assert Fraction(found["hit"]) == Fraction(faces, 10)
    assert found["eliminated"] == "0/1"
    (last,) = hexfront("odds", "aggressor", "--defender", "strength=1,range=0", "--json").objects
    assert last["eliminated"] == last["hit"] == "7/10"
    (unknown,) = hexfront("odds", "aggressor", "--json").objects
    assert sum(Fraction(one["chance"]) for one in unknown["may_be"]) == 1


def test_an_ambush_in_aggressor_tries_twice(hexfront: Run) -> None:
    asked = ("--attacker", "form=ambush,strength=3", "--defender", "strength=3,range=2", "--json")
    (found,) = hexfront("odds", "aggressor", *asked).objects
    assert Fraction(found["hit"]) == 1 - Fraction(1, 2) ** 2


def test_odds_of_malaya_are_a_column_of_its_table(hexfront: Run) -> None:
    asked = ("--attacker", "units=3,factor=4", "--defender", "units=2,factor=3", "--json")
    (found,) = hexfront("odds", "malaya", *asked).objects
    assert (found["column"], found["strengths"], found["die"]) == ("2-1", ["12", "6"], {})
    rows = load_scenario(find_system("malaya")).file.results.rows
    codes = [row[4] for row in rows]
    lost = sum(Fraction(int(code[0]), 6) for code in codes)
    assert Fraction(found["steps_lost"]["attacker"]) == lost
    assert Fraction(found["hex_vacated"]) == Fraction(sum("R" in code for code in codes), 6)
    assert sum(chances(found).values()) == 1


def test_what_is_said_in_malaya_changes_its_odds(hexfront: Run) -> None:
    def strengths(attacker: str, defender: str) -> list[str]:
        asked = ("--attacker", attacker, "--defender", defender, "--json")
        found = hexfront("odds", "malaya", *asked).objects[0]
        return [*found["strengths"], found["column"]]

    assert strengths("units=3", "units=1") == ["12", "4", "3-1"]
    assert strengths("units=3,supplied=no", "units=1") == ["6", "4", "3-2"]
    assert strengths("units=3,reduced=2", "units=1") == ["8", "4", "2-1"]
    assert strengths("units=3,steps=1,side=commonwealth", "units=1") == ["12", "4", "3-1"]


def test_the_course_of_an_engagement_of_idahex(hexfront: Run) -> None:
    asked = ("--attacker", "type=6,units=4,days=2", "--defender", "type=1,units=1", "--json")
    (found,) = hexfront("odds", "idahex", *asked).objects
    course = found["course"]
    assert found["force_ratio"] == course[0]["force_ratio"] > 1
    times = [moment["time"] for moment in course]
    assert times == [0.25 * n for n in range(1, len(times) + 1)]
    for side in ("attacker", "defender"):
        lost = [moment["lost"][side] for moment in course]
        assert lost == sorted(lost) and lost[0] > 0 and lost[-1] == found["lost"][side] < 1
    assert found["end"] == "the defenders must leave the cell"
    # Twice as many attackers lose a smaller part, and the front moves no slower.
    (more,) = hexfront("odds", "idahex", "--attacker", "type=6,units=8,days=2", *asked[2:]).objects
    assert more["course"][0]["lost"]["attacker"] < course[0]["lost"]["attacker"]
    assert more["course"][0]["feba"] >= course[0]["feba"]
    assert hexfront("odds", "idahex", *asked).objects[0] == found


@pytest.mark.parametrize("system", system_names())
def test_every_system_tells_what_can_be_said(hexfront: Run, system: str) -> None:
    known = find_system(system).playing.odds
    assert known is not None
    text = hexfront("odds", system, "--help").out
    assert all(f"{key}=" in text for key in known.terms)
    for example in known.examples:
        ended = hexfront("odds", system, *shlex.split(example))
        assert (ended.code, ended.err) == (0, "")
