"""Errors that a person reads: place, found, expected, and nothing that harms a terminal."""

from __future__ import annotations

from hexfront.core.errors import InputError, Problem, shown


def test_place_found_expected() -> None:
    error = InputError.at("game.json: /turns", 5, "1 to 4")
    assert str(error) == "game.json: /turns: found 5, expected 1 to 4"
    assert error.problems == [Problem("game.json: /turns", "5", "1 to 4")]


def test_several_problems_take_a_line_each() -> None:
    error = InputError([Problem("a", "1", "2"), Problem("b", "3", "4")])
    assert str(error).splitlines() == ["a: found 1, expected 2", "b: found 3, expected 4"]
    assert str(error.within("file")).splitlines()[1] == "file: b: found 3, expected 4"


def test_control_characters_are_escaped() -> None:
    problem = Problem("/\x1b[2J\u202e", shown("\x07"), "one of: \ud800, é, 字")
    assert str(problem) == r"/\x1b[2J\u202e: found '\x07', expected one of: \ud800, é, 字"
    str(problem).encode("utf-8")


def test_long_things_are_cut() -> None:
    assert len(shown("x" * 10_000)) == 80
    assert len(shown(["x"] * 10_000)) == 80
    assert len(str(Problem("x" * 10_000, "y" * 10_000, "z" * 10_000))) < 1300
