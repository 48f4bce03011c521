"""Typed orders that are not open are refused with the clause that forbids them."""

from __future__ import annotations

import pytest

from hexfront.core.errors import Forbidden
from hexfront.systems.takeover.table.language import TakeoverLanguage
from tests.takeover.positions import BLUE, RED, Table


def laid_out() -> Table:
    """Red stands on Mill Row, his own, and may attack."""
    table = Table()
    table.own(RED, "mill-row", "weir-side")
    table.own(BLUE, "iron-steps", "canal-head")
    table.give(BLUE, "s-from-n")
    table.land("mill-row")
    return table


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("attack canal-head from mill-row", "TKO-2: without a card both must lie"),
        ("Attack Iron Steps from Weir Side", "TKO-2: without a card one attacks"),
        ("attack canal head from mill row with s-from-n", "TKO-3: the player does not hold"),
        ("attack copper-gate from mill-row", "TKO-2: that territory is not somebody else's"),
        ("add level mill-row", "TKO-16: that order does not belong"),
        ("buy", "TKO-16: that order does not belong"),
    ],
)
def test_each_is_told_the_clause(text: str, clause: str) -> None:
    table = laid_out()
    language = TakeoverLanguage(table.rules)
    with pytest.raises(Forbidden) as caught:
        language.read(table.rules.view(table.state, RED), text)
    assert f"{caught.value.clause}: {caught.value.reason}".startswith(clause)


@pytest.mark.parametrize(
    "text",
    ["done", "attack iron-steps from mill-row", "attack iron-steps", "sing", "", "add", "12"],
)
def test_what_is_open_or_means_nothing_is_left_to_the_offers(text: str) -> None:
    table = laid_out()
    assert TakeoverLanguage(table.rules).read(table.rules.view(table.state, RED), text) is None
