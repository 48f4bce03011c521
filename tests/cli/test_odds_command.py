"""`hexfront odds`."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from hexfront.core.registry import find_system

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
        (("brigade",), "system: found 'brigade', expected one that has odds of a fight: takeover"),
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
