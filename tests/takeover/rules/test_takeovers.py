"""Declaring takeovers, cards, and what an engagement brings: TKO-2 to TKO-4, TKO-12 to TKO-15."""

from __future__ import annotations

import pytest

from hexfront.core.contract import Kind
from hexfront.systems.takeover.scenario.state import Phase
from tests.takeover.positions import BLUE, GREEN, RED, Table


def crowd(table: Table) -> None:
    """Far from the fights everybody owns something, so that nobody leaves the game."""
    for player, name in enumerate(("opera-rise", "exchange", "treasury-row", "crown-terrace")):
        table.own(player, name)


def attack(origin: str, target: str, card: str = "") -> dict[str, str]:
    more = {"card": card} if card else {}
    return {"do": "attack", "territory": target, "from": origin, **more}


@pytest.mark.clause("TKO-2")
def test_from_any_own_territory_against_the_foreign_one_landed_on() -> None:
    table = Table()
    crowd(table)
    table.own(RED, "mill-row", "forge-lane", "weir-side")
    table.own(BLUE, "iron-steps", "furnace-hill")
    table.land("iron-steps")
    assert table.phase == Phase.DECLARING
    assert table.refused(**attack("mill-row", "furnace-hill")).startswith("TKO-2: who lands on")
    assert table.refused(**attack("weir-side", "iron-steps")).startswith("TKO-2: without a card")
    assert table.refused(**attack("iron-steps", "iron-steps")).startswith("TKO-2: one attacks")
    for origin in ("mill-row", "forge-lane"):
        assert table.rules.read_order(attack(origin, "iron-steps")) in table.rules.choices(
            table.state, RED
        )
    table.attack("iron-steps", "mill-row")
    assert [entry.clause for entry in table.told[-3:]] == ["TKO-2", "TKO-4", "TKO-4"]
    assert table.told[-2].text == "The aggressor has the d8 and 2 six-sided dice."


@pytest.mark.clause("TKO-2")
def test_from_the_own_territory_landed_on_against_any_of_its_quadrant() -> None:
    table = Table()
    crowd(table)
    table.own(RED, "mill-row", "forge-lane")
    table.own(BLUE, "iron-steps", "furnace-hill", "weir-side")
    table.land("mill-row")
    assert table.refused(**attack("forge-lane", "iron-steps")).startswith("TKO-2: without a card")
    assert table.refused(**attack("mill-row", "weir-side")).startswith("TKO-2: without a card")
    assert table.refused(**attack("mill-row", "copper-gate")).startswith("TKO-2: that territory")
    table.attack("furnace-hill", "mill-row")
    assert table.phase == Phase.THROWING


@pytest.mark.clause("TKO-2", "TKO-16")
def test_no_takeover_where_nothing_can_be_attacked() -> None:
    table = Table()
    crowd(table)
    table.own(RED, "mill-row")
    table.land("mill-row")
    assert table.phase == Phase.MANAGING
    table.own(BLUE, "iron-steps")
    refusal = table.refused(**attack("mill-row", "iron-steps"))
    assert refusal.startswith("TKO-16: that order does not belong to this moment")


@pytest.mark.clause("TKO-2", "TKO-3")
def test_a_card_allows_an_attack_across_quadrants_and_is_spent() -> None:
    table = Table()
    crowd(table)
    table.own(RED, "mill-row", "weir-side")
    table.own(BLUE, "canal-head")
    table.give(RED, "s-from-n")
    table.agents(RED, "iron-steps")
    table.own(BLUE, "iron-steps")
    table.land("canal-head")
    assert table.refused(**attack("weir-side", "canal-head", "s-from-n")) == (
        "TKO-3: the card needs agents from other quadrants"
    )
    assert table.refused(**attack("mill-row", "canal-head", "s-from-e-n")) == (
        "TKO-3: the player does not hold that card"
    )
    table.attack("canal-head", "mill-row", "s-from-n")
    assert not table.state.hands[RED].any()
    spent = [entry for entry in table.told if entry.kind == "card"]
    assert [entry.text for entry in spent] == ["Red plays a card: Into South from North."]
    view = table.rules.view(table.state, BLUE)
    assert sum(view.facts["spent"]) == 1


@pytest.mark.clause("TKO-3")
def test_a_card_needs_an_agent_in_the_quadrant_attacked_from() -> None:
    table = Table()
    crowd(table)
    table.own(RED, "mill-row")
    table.own(BLUE, "canal-head", "weir-side", "forge-lane")
    table.give(RED, "s-from-n")
    table.give(RED, "w-from-e")
    table.agents(RED, "weir-side")
    table.land("mill-row")
    refusal = table.refused(**attack("mill-row", "canal-head", "s-from-n"))
    assert refusal == "TKO-3: the player has no agent in the quadrant he attacks from"
    assert table.refused(**attack("mill-row", "canal-head", "w-from-e")) == (
        "TKO-3: the card infiltrates other quadrants"
    )


@pytest.mark.clause("TKO-3")
def test_a_card_is_drawn_on_its_space_and_seen_by_its_player_alone() -> None:
    table = Table()
    crowd(table)
    table.land("north-desk")
    assert table.phase == Phase.DRAWING
    assert table.rules.chances(table.state).weights == (3, 2, 1, 3, 2, 1, 3, 2, 1, 3, 2, 1)
    table.throw(2)
    hand = table.rules.view(table.state, RED)
    assert [c.name for c in hand.counters if c.sign == "card"] == ["Into South from North"]
    other = table.rules.view(table.state, BLUE)
    assert [(c.name, c.known) for c in other.counters if c.sign == "card"] == [("OPs card", False)]
    assert [entry.kind for entry in table.told[-2:]] == ["draw", "drawn"]


@pytest.mark.clause("TKO-3")
def test_the_spent_cards_make_a_new_pack() -> None:
    table = Table()
    crowd(table)
    table.state.pack[:] = 0
    table.state.hands[BLUE, 0] = 3
    table.land("north-desk")
    assert table.told[-1].kind == "pack"
    assert table.rules.chances(table.state).weights == (2, 1, 3, 2, 1, 3, 2, 1, 3, 2, 1)
    table.throw(1)
    assert table.state.hands[RED, 1] == 1


@pytest.mark.clause("TKO-4", "TKO-12", "TKO-13", "TKO-14")
def test_a_losing_aggressor_gives_up_the_territory_attacked_from_and_the_turn() -> None:
    table = Table()
    crowd(table)
    table.own(RED, "mill-row", r=2, ns=1, ed=1)
    table.own(BLUE, "iron-steps", r=1, ns=1, ed=2)
    table.agents(RED, "mill-row", 2)
    table.land("iron-steps")
    table.attack("iron-steps", "mill-row")
    assert table.dice == (3, 4)
    for dice in (3, 2, 1):
        table.fight((1, *range(2, 2 + dice)), (10, 1, 2, 3, 4))
    assert table.owner("mill-row") == BLUE
    assert table.goods("mill-row") == [2, 0, 0]
    assert table.goods("iron-steps") == [1, 1, 2]
    assert table.state.agents[1, RED] == 2
    assert (table.active, table.phase) == (BLUE, Phase.MOVING)
    assert table.told[-2].kind == "repel"


@pytest.mark.clause("TKO-13")
def test_by_an_option_a_losing_aggressor_risks_nothing() -> None:
    table = Table(options={"aggressor_risks": False})
    crowd(table)
    table.own(RED, "mill-row", ed=1)
    table.own(BLUE, "iron-steps", ed=2)
    table.land("iron-steps")
    table.attack("iron-steps", "mill-row")
    assert table.dice == (1, 3)
    table.fight((1, 2), (10, 1, 2, 3))
    assert table.owner("mill-row") == RED
    assert table.goods("mill-row") == [0, 0, 1]
    assert table.active == BLUE


@pytest.mark.clause("TKO-13", "TKO-15")
def test_a_victor_takes_title_and_r_units_and_goes_on_in_the_group() -> None:
    table = Table()
    crowd(table)
    table.own(RED, "mill-row", r=3)
    table.own(BLUE, "iron-steps", "forge-lane", r=2, ns=1, ed=1)
    table.own(GREEN, "copper-gate")
    table.land("iron-steps")
    table.attack("iron-steps", "mill-row")
    assert table.dice == (1, 4)
    for dice in (4, 3, 2, 1):
        table.fight((8, 1), (1, *range(2, 2 + dice)))
    assert table.owner("iron-steps") == RED
    assert table.goods("iron-steps") == [2, 0, 0]
    assert table.phase == Phase.DECLARING
    assert table.refused(**attack("mill-row", "forge-lane")).startswith("TKO-15: a victor goes on")
    refusal = table.refused(**attack("iron-steps", "copper-gate"))
    assert refusal == "TKO-15: a victor goes on within the colour group alone"
    table.attack("forge-lane", "iron-steps")
    assert table.rules.decision(table.state).kind == Kind.CHANCE


@pytest.mark.clause("TKO-15")
def test_without_a_goal_in_the_group_the_turn_goes_on() -> None:
    table = Table()
    crowd(table)
    table.own(RED, "mill-row")
    table.own(BLUE, "iron-steps")
    table.land("iron-steps")
    table.attack("iron-steps", "mill-row")
    for _ in range(3):
        left, right = table.dice
        table.fight((8, *range(1, 1 + left)), (1, *range(2, 2 + right)))
    assert (table.active, table.phase) == (RED, Phase.MANAGING)


@pytest.mark.clause("TKO-16")
def test_who_loses_the_last_territory_is_out() -> None:
    table = Table()
    crowd(table)
    table.own(RED, "opera-rise")
    table.own(RED, "exchange")
    table.own(BLUE, "iron-steps")
    table.own(RED, "mill-row")
    table.give(BLUE, "s-from-n")
    table.agents(BLUE, "mill-row", 2)
    table.land("iron-steps")
    table.attack("iron-steps", "mill-row")
    while table.owner("iron-steps") == BLUE:
        left, right = table.dice
        table.fight((8, *range(1, 1 + left)), (1, *range(2, 2 + right)))
    assert table.state.players.out[BLUE] == 1
    assert table.state.agents[1, BLUE] == 0
    assert not table.state.hands[BLUE].any()
    assert table.purse(BLUE) == 0
    last = [entry.text for entry in table.told if entry.kind in ("out", "open")]
    assert last == [
        "Blue has lost the last territory, forfeits the money, and is out.",
        "Blue lays open: Into South from North.",
    ]
    assert sum(table.rules.view(table.state, GREEN).facts["spent"]) == 1
    table.do(do="done")
    assert table.active == GREEN
    view = table.rules.view(table.state, BLUE)
    assert table.rules.read_overlay(view, "throw", "blue").caption == "Blue is out"
