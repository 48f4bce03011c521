"""Reasons against orders: numbers of kernels with their clauses and words."""

from __future__ import annotations

import pytest

from hexfront.core.contract import Refusal
from hexfront.core.refusals import refusal, refusal_of, refusals_of, words_of
from hexfront.core.registry import find_system, system_names
from hexfront.core.rulebook import load_rulebook


def test_a_number_has_its_clause_and_words() -> None:
    assert refusal(1, "XYZ-4", "the bridge is down") == 1
    assert refusal_of("XYZ", 1) == Refusal("XYZ-4", "the bridge is down")
    assert refusal_of("XYZ", 0) is None
    assert words_of("XYZ", 1) == "the bridge is down"
    assert words_of("XYZ", 0) == ""


@pytest.mark.parametrize("number", [0, -1, 1])
def test_a_number_means_one_thing(number: int) -> None:
    refusal(1, "ABC-1", "it rains")
    refusal(1, "ABC-1", "it rains")
    with pytest.raises(ValueError, match="ABC-2: it snows"):
        refusal(number, "ABC-2", "it snows")


@pytest.mark.parametrize("name", system_names())
def test_every_reason_of_a_system_has_a_clause_of_its_rulebook(name: str) -> None:
    clauses = {clause.id for clause in load_rulebook(find_system(name).folder).clauses}
    book = next(iter(clauses)).rpartition("-")[0]
    for reason in refusals_of(book).values():
        assert reason.clause in clauses
        assert not reason.reason.endswith(".")
