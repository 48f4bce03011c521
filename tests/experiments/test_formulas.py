"""Formulas take arithmetic of known names, and nothing else."""

from __future__ import annotations

import pytest

from hexfront.core.errors import InputError
from hexfront.experiments.formulas import read_formula

NAMES = {"a": 2.0, "b": 8.0, "side": "red"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a + b / 2", 6.0),
        ("-a ** 2", -4.0),
        ("max(a, b, 3) - min(a, b)", 6.0),
        ("sqrt(b * a)", 4.0),
        ("a < b <= 8", True),
        ("side == 'red' and not a > 3", True),
        ("1 if a > b else 0", 0),
    ],
)
def test_values(text, value):
    assert read_formula(text, "here", NAMES).value(NAMES) == value


def test_whether_it_is_a_condition():
    assert read_formula("a < 3 or b < 3", "here", NAMES).is_condition
    assert read_formula("not a", "here", NAMES).is_condition
    assert not read_formula("a * (b > 1)", "here", NAMES).is_condition


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a +",
        "__import__('os')",
        "a.real",
        "a[0]",
        "[a]",
        "lambda: a",
        "sqrt(a, b)",
        "max(a)",
        "a // b",
        "f'{a}'",
        "(a := 3)",
        "a" * 501,
        "(" * 400,
    ],
)
def test_all_else_is_refused(text):
    with pytest.raises(InputError, match="here: found"):
        read_formula(text, "here", NAMES)


def test_an_unknown_name_is_told_with_those_like_it():
    with pytest.raises(InputError, match="found 'sid', expected one of: side"):
        read_formula("sid == 1", "here", NAMES)
