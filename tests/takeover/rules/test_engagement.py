"""A battle round die by die: TKO-8 to TKO-12."""

from __future__ import annotations

import pytest

from hexfront.systems.takeover.rules.engagement import FACES_BASE, faces_of
from tests.takeover.positions import BLUE, RED, Table


def engaged(aggressor: int, defender: int) -> Table:
    """A takeover with so many six-sided dice on both sides, NS-Units making them up."""
    table = Table(pools={"economic_superiority": 0})
    for player, name in enumerate(("opera-rise", "exchange", "treasury-row", "crown-terrace")):
        table.own(player, name)
    table.own(RED, "mill-row", ns=aggressor - 1)
    table.own(BLUE, "iron-steps", ns=defender - 2)
    table.land("iron-steps")
    table.attack("iron-steps", "mill-row")
    assert table.dice == (aggressor, defender)
    table.told.clear()
    return table


@pytest.mark.clause("TKO-8", "TKO-9")
def test_the_lower_value_loses_a_die_and_every_roll_is_told() -> None:
    table = engaged(3, 4)
    table.fight((4, 6, 6, 2), (7, 1, 2, 3, 4))
    assert table.dice == (3, 3)
    first, second, result = table.told
    assert first.text == ("The aggressor rolls 4 on the d8 and 2, 6, 6: a pair, 4 times 2 is 8.")
    assert first.details["dice"] == [2, 6, 6]
    assert (second.details["pattern"], second.details["value"]) == ("nothing", 7)
    assert result.clause == "TKO-9"
    assert result.details == {"round": 1, "winner": "aggressor", "aggressor": 3, "defender": 3}


@pytest.mark.clause("TKO-8")
def test_triple_fives_with_an_eight_are_worth_24() -> None:
    table = engaged(3, 3)
    table.fight((8, 5, 5, 5), (10, 1, 1, 4))
    assert [entry.details.get("value") for entry in table.told[:2]] == [24, 20]


@pytest.mark.clause("TKO-8")
def test_six_dice_count_the_best_pattern_that_they_contain() -> None:
    table = engaged(4, 5)
    table.fight((1, 3, 3, 3, 3), (1, 1, 1, 4, 4, 4))
    assert [entry.details["pattern"] for entry in table.told[:2]] == [
        "four of a kind",
        "a full house",
    ]
    assert table.dice == (3, 5)


@pytest.mark.clause("TKO-10")
@pytest.mark.parametrize(
    ("dice", "rolls", "left"),
    [
        ((2, 3), ((3, 1, 2), (3, 1, 2, 4)), (2, 2)),
        ((3, 2), ((3, 1, 2, 4), (3, 1, 2)), (2, 2)),
        ((2, 2), ((3, 1, 2), (3, 1, 2)), (1, 2)),
    ],
)
def test_equal_values(
    dice: tuple[int, int], rolls: tuple[tuple[int, ...], tuple[int, ...]], left: tuple[int, int]
) -> None:
    """The fewer dice win; with as many the defender does."""
    table = engaged(*dice)
    table.fight(*rolls)
    assert table.dice == left
    assert table.told[-1].clause == "TKO-10"


@pytest.mark.clause("TKO-11")
def test_a_single_die_that_equals_the_polygon_doubles_it() -> None:
    table = engaged(1, 2)
    table.fight((4, 4), (7, 1, 2))
    assert table.dice == (1, 1)
    first = table.told[0]
    assert (first.clause, first.details["value"]) == ("TKO-11", 8)
    assert "the same as the single die" in first.text
    table.fight((4, 3), (3, 3))
    values = [entry.details["value"] for entry in table.told if entry.kind == "dice"]
    assert values == [8, 7, 4, 6]
    assert any(t.text.endswith("and 3: a single die, 4 times 1 is 4.") for t in table.told)


@pytest.mark.clause("TKO-12")
def test_rounds_go_on_until_a_side_has_no_die() -> None:
    table = engaged(2, 2)
    table.fight((8, 1, 2), (1, 1, 2))
    table.fight((1, 1, 2), (10, 1))
    assert table.dice == (1, 1)
    table.fight((8, 1), (2, 1))
    assert table.owner("iron-steps") == RED
    rounds = [entry for entry in table.told if entry.kind == "round"]
    assert [entry.details["round"] for entry in rounds] == [1, 2, 3]


def test_faces_in_an_event() -> None:
    code = 2 * FACES_BASE**5 + 3 * FACES_BASE**2 + 1
    assert faces_of(code) == [1, 3, 3, 3, 6, 6]
