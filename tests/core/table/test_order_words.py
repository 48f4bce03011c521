"""Orders in JSON: what all systems take and refuse alike."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.table.order_words import GivenOrder

KEYS = {"done": (), "go": ("unit", "to"), "hit": ("place", "hard", "with?")}


def given(**order: Any) -> GivenOrder:
    return GivenOrder(order, KEYS)


def test_values_by_their_keys() -> None:
    go, hit = given(do="go", unit=3, to="N"), given(do="hit", place="b", hard=True)
    assert (go.verb, go.whole("unit", 1, 3), go.index("to", ["S", "N"])) == ("go", 3, 1)
    assert (hit.index("place", {"b": 7}), hit.flag("hard"), "with" in hit) == (7, True, False)
    assert "with" in given(do="hit", place="b", hard=True, **{"with": 1})


@pytest.mark.parametrize(
    ("order", "place", "expected"),
    [
        ([], "order", "an object"),
        ({"do": "run"}, "order /do", "one of: done, go, hit"),
        ({"do": ["go"]}, "order /do", "one of: done, go, hit"),
        ({"do": "done", "unit": 1}, "order", "the keys ['do']"),
        ({"do": "go", "unit": 1, 2: 3}, "order", "the keys ['do', 'to', 'unit']"),
        (
            {"do": "hit", "place": "a"},
            "order",
            "the keys ['do', 'hard', 'place'], and perhaps ['with']",
        ),
    ],
)
def test_what_is_no_order(order: Any, place: str, expected: str) -> None:
    with pytest.raises(InputError) as error:
        GivenOrder(order, KEYS)
    (problem,) = error.value.problems
    assert (problem.place, problem.expected) == (place, expected)


@pytest.mark.parametrize("value", [0, 4, True, 2.0, "2", None])
def test_what_is_no_such_number(value: object) -> None:
    with pytest.raises(InputError, match=r"order /unit: .* expected a whole number from 1 to 3"):
        given(do="go", unit=value, to="N").whole("unit", 1, 3)


def test_what_is_no_such_name_or_flag() -> None:
    many = [str(n) for n in range(20)]
    for value in ("20", 1, None, ["1"]):
        order = given(do="go", unit=1, to=value)
        with pytest.raises(InputError, match=r"order /to: .* expected one of: 0, 1, .*, 11 …"):
            order.index("to", many)
        with pytest.raises(InputError, match="expected a hex"):
            order.index("to", {}, "a hex")
        with pytest.raises(InputError, match="expected nothing"):
            order.index("to", ())
    with pytest.raises(InputError, match="true or false"):
        given(do="hit", place="b", hard=1).flag("hard")


@pytest.mark.parametrize("name", ["aggressor", "brigade", "malaya", "takeover"])
def test_every_code_of_a_system_is_read_as_it_is_written(name: str) -> None:
    system = find_system(name)
    rules = system.rules(load_scenario(system))
    for code in range(0, rules.actions, 1 + rules.actions // 3000):
        words = rules.write_order(code)
        if words != {"do": "nothing"}:
            assert rules.read_order(words) == code
        with pytest.raises(InputError):
            rules.read_order({**words, "more": 1})
