"""Cards are held unseen (TKO-3): nothing that leaves for a player depends on other hands."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from hexfront.core.contract import SPECTATOR, UMPIRE
from hexfront.core.dice import dice_from_seed
from hexfront.systems.takeover.knowledge.view import FOREIGN_PROMPT, NO_CARD_PROMPT
from hexfront.systems.takeover.scenario.state import Phase
from tests.takeover.positions import BLUE, GREEN, RED, Table


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
def test_views_offers_and_overlays_do_not_depend_on_other_hands(viewer: int) -> None:
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
        state = table.rules.determinize(view, dice)
        assert state.hands[BLUE].sum() == 1
        assert state.hands[RED].tolist() == table.state.hands[RED].tolist()
        whole = state.pack + state.hands.sum(axis=0)
        assert whole.tolist() == table.rules.ring.cards.in_pack.tolist()
        seen.add(int(state.hands[BLUE].argmax()))
    assert len(seen) == len(table.cards)


@pytest.mark.clause("TKO-3")
@pytest.mark.parametrize(("card", "attacks"), [("w-from-e", 0), ("s-from-n", 1)])
def test_being_asked_for_an_attack_does_not_tell_which_card_one_holds(
    card: str, attacks: int
) -> None:
    table = in_the_south()
    table.agents(RED, "mill-row")
    table.give(RED, card)
    table.land("canal-head")
    assert table.phase == Phase.DECLARING
    assert len(table.rules.choices(table.state, RED)) == 1 + attacks
    prompt = table.rules.view(table.state, RED).prompt
    assert prompt == (FOREIGN_PROMPT if attacks else NO_CARD_PROMPT)
    assert table.rules.view(table.state, BLUE).title.endswith(" may attack")


@pytest.mark.clause("TKO-3")
@pytest.mark.parametrize("lacking", ["cards", "agents", "kinds"])
def test_nobody_is_asked_for_an_attack_that_all_know_to_be_impossible(lacking: str) -> None:
    table = in_the_south()
    if lacking != "agents":
        table.agents(RED, "mill-row")
    if lacking != "cards":
        table.give(RED, "w-from-e")
    if lacking == "kinds":
        for number, card in enumerate(table.rules.scenario.file.cards):
            if "south" in card.infiltrates:
                table.state.pack[number] = 0
    table.land("canal-head")
    assert table.phase == Phase.MANAGING


def in_the_south() -> Table:
    """Red, from the north, is about to land on a territory of Blue's in the south."""
    table = Table()
    table.own(RED, "mill-row")
    table.own(BLUE, "canal-head")
    return table
