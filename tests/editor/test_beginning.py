"""Drafts that begin as a copy, or with nothing in them."""

from __future__ import annotations

import pytest

from hexfront.core.errors import InputError
from hexfront.core.map_layers import part_of
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario
from hexfront.editor.beginning import empty, forked
from hexfront.editor.checks import check
from hexfront.editor.documents import load
from hexfront.editor.patches import parse_pointer


@pytest.mark.parametrize("name", [n for n in system_names() if find_system(n).scenarios.map_form])
def test_an_empty_map_begins_a_draft_whose_problems_have_places(name: str) -> None:
    system, scenario = find_system(name), load_scenario(find_system(name))
    documents = empty(system, scenario, "The Ford at Olm", {"columns": 21, "rows": 15})
    assert all(each.role in documents for each in check(system, documents))
    # Nothing is left of the scenario whose rules it has: neither words nor units.
    for role in {"scenario", *(one.role for one in system.scenarios.force_lists)}:
        begun = documents[role]
        told = (begun["name"], begun["title"], begun.get("description", ""))
        assert told == ("the-ford-at-olm", "The Ford at Olm", "")
    assert not any(
        part_of(documents[one.role], *parse_pointer(one.at, one.at))
        for one in system.scenarios.force_lists
    )
    with pytest.raises(InputError, match=r"found 1000, expected \d to"):
        empty(system, scenario, "Too large", {"columns": 1000})
    with pytest.raises(InputError, match="found 'deep', expected one of: columns, rows"):
        empty(system, scenario, "Too deep", {"deep": 3})


def test_an_empty_map_names_no_place_of_the_scenario_whose_rules_it_has() -> None:
    system = find_system("malaya")
    documents = empty(system, load_scenario(system), "A beach", {"columns": 9, "rows": 8})
    assert [problem[:4] for problem in check(system, documents)] == [
        ("forces", "/units", "", "Found: no entries. Needed: 1 or more entries."),
        ("scenario", "/victory/place", "", "Found: 'Singapore'. Needed: a place of the map."),
    ]


def test_an_empty_ring_is_divided_among_the_quadrants_and_groups_that_are_named() -> None:
    system = find_system("takeover")
    scenario = load_scenario(system)
    answers = {"territories": 6, "quadrants": ["Old Town", "Ⅱ"], "groups": ["Red", "Blue", "Ink"]}
    documents = empty(system, scenario, "Two Towns", answers)
    assert check(system, documents) == []
    ring = documents["scenario"]["ring"][1:]
    assert [space["quadrant"] for space in ring] == ["old-town"] * 3 + ["quadrants-2"] * 3
    assert [space["group"] for space in ring] == ["red", "red", "blue", "blue", "ink", "ink"]
    begun = load(system, documents)
    rules = system.rules(begun)
    assert (begun.title, len(rules.board()["places"])) == ("Two Towns", 7)
    for wrong, message in (
        ({"quadrants": []}, "found <0 names>, expected 1 to 8 names"),
        ({"groups": ["Red", "red"]}, "each name once"),
        ({"groups": ["R" * 10_000]}, "expected names of 1 to 40 letters"),
        ({"quadrants": 4}, "found 4, expected 1 to 8 names"),
        ({"territories": ["Red"]}, "found <names>, expected a number, 2 to 60"),
    ):
        with pytest.raises(InputError, match=message):
            empty(system, scenario, "Wrong", wrong)


def test_a_copy_has_the_name_that_it_is_given() -> None:
    system = find_system("brigade")
    scenario = load_scenario(system)
    copy = forked(system, scenario, "My Towns")["scenario"]
    assert (copy["name"], copy["title"]) == ("my-towns", "My Towns")
    same = forked(system, scenario, scenario.title)["scenario"]
    assert same == forked(system, scenario)["scenario"]
