"""The figures of a view in words."""

import pytest

from hexfront.adapters.game import describe
from hexfront.core.contract import UMPIRE, Kind, Track, View
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.pictures import PositionPicture
from hexfront.pictures.captions import captions


def start_of(system: str) -> View:
    found = find_system(system)
    rules = found.rules(load_scenario(found))
    return rules.view(rules.start(), UMPIRE)


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        ("brigade", ["Towns held by Opfor: 0 of 2, Opfor wins with 2 after the last turn"]),
        ("malaya", ["Air points: Japan 0, Commonwealth 0", "Victory points: Japan 0, Comm"]),
        ("aggressor", ["Round: 0 of 60", "Aggressor: nobody yet"]),
        ("takeover", ["Red: worth 800, money 800, income 150, 0 Titles, 0 cards"]),
        ("idahex", ["Red cells: 32", "Blue cells: 57"]),
    ],
)
def test_figures_are_told_with_their_numbers_and_once(system: str, expected: list[str]) -> None:
    told = captions(start_of(system))
    for words, start in zip(told, expected, strict=False):
        assert words.startswith(start)
    assert len(told) == max(len(expected), 4 if system == "takeover" else 0)


def view(*tracks: Track) -> View:
    return View(UMPIRE, 0, Kind.OVER, False, "Turn 1 of 4: planning", "", (), tracks=tracks)


def test_only_what_the_title_says_whole_is_left_out() -> None:
    assert captions(view(Track("Turn", 1, 4))) == []
    assert captions(view(Track("Turn", 1, 40), Track("Turn", 1))) == ["Turn: 1 of 40"]
    assert captions(view(Track("Turn", 1, 4.5), Track("urn", 1))) == ["Turn: 1 of 4.5", "urn: 1"]


def test_every_picture_and_text_has_the_same_captions() -> None:
    seen = view(Track("Turn", 1, 4), Track("Towns", 1, 2, "two win"))
    assert describe(seen).splitlines()[2:] == ["Towns: 1 of 2, two win"]
    system = find_system("brigade")
    board = system.rules(load_scenario(system)).board()
    assert "planning</b> · Towns: 1 of 2, two win<" in PositionPicture(board, seen)._repr_html_()
