"""Options of a system by their own names."""

from collections.abc import Callable

import pytest

from hexfront.cli.by_name import rewritten
from tests.conftest import Ended

Run = Callable[..., Ended]
OWN = {"--games", "--json", "--option", "--help", "-h"}


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("lanes --rounds 3 --json", "lanes --option rounds=3 --json"),
        ("lanes --rounds=3", "lanes --option rounds=3"),
        ("--as-printed lanes", "--option as_printed=true lanes"),
        ("lanes --as-printed --games 2", "lanes --option as_printed=true --games 2"),
        ("lanes --shift -2", "lanes --option shift=-2"),
        ("lanes --gmaes 2", "lanes --gmaes 2"),
        ("lanes -x -- --y", "lanes -x -- --y"),
    ],
)
def test_rewritten(given: str, read: str) -> None:
    assert rewritten(given.split(), OWN) == read.split()


def test_both_ways_are_the_same(hexfront: Run) -> None:
    common = ("run", "lanes", "--games", 5, "--json")
    by_name = hexfront(*common, "--rounds", 2).objects[-1]
    by_option = hexfront(*common, "--option", "rounds=2").objects[-1]
    assert by_name["digest"] == by_option["digest"]
    assert by_name["mean_end_time"] == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--rounds", "2", "--option", "rounds=3"), "each key once"),
        (("--rounds",), "option rounds: found 'true', expected"),
        (("--moon", "2"), "option moon"),
        (("--gmaes", "2"), "No such option: --gmaes"),
    ],
)
def test_mistakes(hexfront: Run, arguments: tuple[str, ...], words: str) -> None:
    ended = hexfront("run", "lanes", *arguments)
    assert ended.code == 2
    assert words in ended.err


@pytest.mark.parametrize("word", ["1_0", "٣", "9" * 30, "1.5", "nan", ""])
def test_whole_numbers_are_written_plainly(hexfront: Run, word: str) -> None:
    ended = hexfront("run", "idahex", f"--until={word}")
    assert ended.code == 2
    assert "option until: found" in ended.err
    assert "a whole number" in ended.err
