"""Cards of battles follow from what the entries of a log say of them."""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest

from hexfront.core.battles import BattlePart, battles_of
from hexfront.core.contract import LogEntry
from hexfront.core.table.log import entry_document


class Told(NamedTuple):
    """An entry, as far as cards are made of it."""

    text: str
    battle: BattlePart | None = None


def test_entries_go_to_the_battle_of_their_key_or_the_last() -> None:
    log = [
        Told("Red attacks 7", {"key": "7", "begins": True, "sides": [0, 1], "place": "7"}),
        Told("A joins", {"key": "7", "attackers": ["A"]}),
        Told("Red attacks 9", {"key": "9", "begins": True, "attackers": ["B"], "defenders": ["C"]}),
        Told("It rains"),
        Told("D joins", {"key": "7", "attackers": ["D"], "defenders": ["E"]}),
        Told("C is gone", {}),
        Told("The attack on 7 is over", {"key": "7", "result": "held", "ends": True}),
        Told("Nobody knows where", {"key": "8"}),
    ]
    seven, nine = battles_of(log)
    assert (seven.attackers, seven.defenders, seven.sides) == (["A", "D"], ["E"], (0, 1))
    assert (seven.result, seven.over, seven.entries) == ("held", True, [0, 1, 4, 6])
    assert (nine.attackers, nine.defenders, nine.entries) == (["B"], ["C"], [2, 5])
    assert not nine.over
    assert seven.lines(log)[:2] == ["A and D against E in 7", "  Result: held"]


def test_later_terms_take_the_place_of_those_before_and_luck_is_that_of_the_throw() -> None:
    log = [
        Told("", {"begins": True, "terms": [{"caption": "Ratio", "value": "2"}]}),
        Told(
            "", {"terms": [{"caption": "Ratio", "value": "3"}, {"caption": "Die", "value": "+1"}]}
        ),
        Told(
            "",
            {
                "chances": [
                    {"text": "lost", "chance": 0.25, "value": -1},
                    {"text": "nothing", "chance": 0.25, "value": 0},
                    {"text": "won", "chance": 0.5, "value": 1},
                ]
            },
        ),
    ]
    assert battles_of(log)[0].luck is None
    (battle,) = battles_of([*log, Told("", {"came": 2})])
    assert [(name, term["value"]) for name, term in battle.terms.items()] == [
        ("Ratio", "3"),
        ("Die", "+1"),
    ]
    assert battle.luck == pytest.approx(0.5)
    # Over all that may come it adds up to nothing.
    each = [battles_of([*log, Told("", {"came": came})])[0] for came in range(3)]
    parts = [one.chances[one.came]["chance"] * (one.luck or 0) for one in each]
    assert sum(parts) == pytest.approx(0)


def test_an_entry_of_a_battle_is_the_same_from_the_store() -> None:
    effect = LogEntry("A is gone.", "TST-1", "loss", side=0, battle={})
    stored = json.loads(json.dumps(entry_document(effect)))
    assert (stored["battle"], stored["side"]) == ({}, 0)
    plain = entry_document(LogEntry("It rains.", "TST-1", "rain"))
    assert not {"battle", "side", "digest", "weight", "heading", "topic"} & set(plain)
