"""Changes of designed values, and the sample deck as the manual prints it."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import pytest

from hexfront.core.errors import InputError
from hexfront.core.scenario import load_scenario
from hexfront.core.scenario_files import Change
from hexfront.systems.idahex import SYSTEM
from hexfront.systems.idahex.deck.decks import read_deck, write_deck
from hexfront.systems.idahex.deck.errata import followed
from hexfront.systems.idahex.deck.folder import FOLDER
from hexfront.systems.idahex.deck.variables import VARIABLES
from hexfront.systems.idahex.scenario.changes import NAMES
from hexfront.systems.idahex.scenario.loader import load, with_changes, with_options
from hexfront.systems.idahex.scenario.misprints import misprints
from tests.idahex.war_files import EXAMPLE


@cache
def sinai() -> Any:
    return load_scenario(SYSTEM)


def values_with(*changes: Change) -> dict[str, Any]:
    scenario = sinai()
    for change in changes:
        scenario = with_changes(scenario, [change])
    return dict(scenario.game.values)


def leaves(value: Any) -> list[Any]:
    if isinstance(value, dict | list):
        inside = value.values() if isinstance(value, dict) else value
        return [leaf for inner in inside for leaf in leaves(inner)]
    return [value]


@pytest.mark.clause("IDX-9.1")
@pytest.mark.parametrize("name", ["katk", "mr", "ssvact", "tend", "toe"])
def test_a_factor_multiplies_every_value_of_a_variable(name: str) -> None:
    before, after = sinai().game.values, values_with(Change(name, (), 2, True))
    assert leaves(after[name]) == [2 * value for value in leaves(before[name])]
    assert {n: v for n, v in after.items() if n != name} == {
        n: v for n, v in before.items() if n != name
    }


@pytest.mark.clause("IDX-9.1")
def test_elements_and_what_is_behind_an_index() -> None:
    before = sinai().game.values
    after = values_with(Change("katk", (1, 2), 0.5, True), Change("katk", (2, 1, 1), 0.7, False))
    assert after["katk"][0][1] == [rate / 2 for rate in before["katk"][0][1]]
    assert after["katk"][0][0] == before["katk"][0][0]
    assert after["katk"][1][0][0] == 0.7
    assert after["katk"][1][0][1:] == before["katk"][1][0][1:]
    road = values_with(Change("basic_rtetype", (33, 44), 2, False))
    assert road["basic_rtetype"][33, 44] == 2
    front = values_with(Change("vfeba.f0", (2, 40, 10), -3, False))
    assert front["vfeba.f0"][1][40, 10] == -3


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (Change("katq", (), 1, True), "a variable of numbers, such as katk"),
        (Change("rsname", (), 1, True), "a variable of numbers"),
        (Change("katk", (1, 9), 1, True), "here there are 1, 2, 3, 4"),
        (Change("katk", (0,), 1, True), "here there are 1, 2"),
        (Change("katk", (1, 1, 1, 1), 1, True), "at most 3 numbers"),
        (Change("tend", (1,), 1, True), "no index"),
        (Change("basic_rtetype", (33,), 1, True), "numbers in pairs"),
        (Change("pg", (), 0.5, True), "a whole number"),
        (Change("febad", (), 2, True), "febad: found 1.98"),
        (Change("tframe", (), 0.7, True), "a whole number of times tframe"),
    ],
)
def test_what_cannot_be_changed(change: Change, words: str) -> None:
    with pytest.raises(InputError, match=words):
        with_changes(sinai(), [change])


def test_a_change_stays_in_the_document_and_on_the_cards() -> None:
    changed = with_changes(sinai(), [Change("depth", (), 1.2, True)])
    again = load(changed.document, None, "again")
    assert again.game.values["depth"] == 18
    deck = read_deck(*write_deck(again.game))
    assert deck.values == again.game.values
    assert SYSTEM.scenarios.with_options is not None
    assert SYSTEM.scenarios.with_options(changed, {"until": "3"}).document["changes"]


def test_a_war_by_name_is_changed_too() -> None:
    document = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    war = load(document, None, "war")
    changed = with_changes(war, [Change("depth", (), 2, True)])
    assert changed.game.values["depth"] == 30
    assert changed.setting.design.area.clock.tolist() != war.setting.design.area.clock.tolist()


def test_all_variables_of_numbers_have_a_name() -> None:
    assert set(NAMES) == {name for name, v in VARIABLES.items() if v.kind in ("i", "f")}
    assert SYSTEM.scenarios.numbers is not None
    assert SYSTEM.scenarios.numbers.names is NAMES


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_variable_can_be_varied_by_one(name: str) -> None:
    design = sinai().game
    assert values_with(Change(name, (), 1, True))[name] == design.values[name]


# As printed


@pytest.mark.clause("IDX-9.2")
def test_the_sample_runs_with_the_misprints_that_can_run() -> None:
    printed = with_options(sinai(), {"as_printed": "true"})
    routes = [(33, 44), (89, 101), (100, 111)]
    assert [printed.game.values["basic_rtetype"][pair] for pair in routes] == [7, 7, 7]
    assert [sinai().game.values["basic_rtetype"][pair] for pair in routes] == [0, 0, 0]
    for name in ("tcycle", "tpd", "haven.zoc"):
        assert printed.game.values[name] == sinai().game.values[name]
    assert printed.document["deck"] == sinai().document["deck"], "the option can be taken back"
    back = with_options(printed, {"as_printed": "false"})
    assert back.game.values == sinai().game.values


@pytest.mark.clause("IDX-9.2")
def test_each_misprint_is_put_on_its_card_wherever_it_can_be_fought() -> None:
    file50, file60 = ((FOLDER / f"data/decks/sinai.{n}").read_text() for n in (50, 60))
    groups = [[e for e in misprints("sinai") if e["group"] == group] for group in (2, 14, 93)]
    assert sum(map(len, groups)) == len(misprints("sinai")) == 6
    for entries in groups:
        lines = file50.splitlines(keepends=True)
        for entry in entries:
            first, last = entry["columns"]
            row = lines[entry["card"] - 1]
            text = entry["as_printed"].rjust(last - first + 1)
            lines[entry["card"] - 1] = row[: first - 1] + text + row[last:]
        runs = True
        try:
            read_deck("".join(lines), file60, as_printed=followed(True))
        except InputError:
            runs = False
        assert [entry["as_printed_runs"] for entry in entries] == [runs] * len(entries)
