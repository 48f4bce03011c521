"""Cards are held unseen (TKO-3): nothing that leaves for a player depends on other hands."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from hexfront.core.contract import SPECTATOR, UMPIRE
from hexfront.core.dice import dice_from_seed
from hexfront.systems.takeover.state import HAND
from tests.takeover.table import BLUE, GREEN, RED, Table


def dealt(card: str) -> Table:
    """A game in which Blue holds a card that Red must not know."""
    table = Table()
    table.own(RED, "mill-row")
    table.own(BLUE, "iron-steps", "weir-side")
    table.give(RED, "s-from-n")
    table.give(BLUE, card)
    table.land("mill-row")
    return table


@pytest.mark.clause("TKO-3")
@pytest.mark.parametrize("viewer", [RED, GREEN, SPECTATOR])
def test_views_offers_and_surveys_do_not_depend_on_other_hands(viewer: int) -> None:
    one, other = dealt("w-from-e"), dealt("n-e-s-from-w")
    views = [table.rules.view(table.state, viewer) for table in (one, other)]
    assert asdict(views[0]) == asdict(views[1])
    assert views[0].facts["hands"][BLUE] == 1
    offers = [table.rules.offers(views[0]) for table in (one, other)]
    assert offers[0] == offers[1]
    umpire = [table.rules.view(table.state, UMPIRE) for table in (one, other)]
    assert umpire[0] != umpire[1]


@pytest.mark.clause("TKO-3")
def test_imagined_hands_come_from_the_cards_that_may_be_there() -> None:
    table = dealt("w-from-e")
    view, dice = table.rules.view(table.state, RED), dice_from_seed(1)
    seen = set()
    for _ in range(200):
        state = table.rules.imagine(view, dice)
        assert state.players[BLUE, HAND:].sum() == 1
        assert state.players[RED, HAND:].tolist() == table.state.players[RED, HAND:].tolist()
        whole = state.pack + state.players[:, HAND:].sum(axis=0)
        assert whole.tolist() == table.rules.ring.cards[:, 2].tolist()
        seen.add(int(state.players[BLUE, HAND:].argmax()))
    assert len(seen) == len(table.cards)
