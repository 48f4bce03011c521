"""Titles, money and the course of the game: TKO-1 and TKO-16."""

from __future__ import annotations

import pytest

from hexfront.conformance.learners import learners_view
from hexfront.core.contract import Kind
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.systems.takeover import SYSTEM
from hexfront.systems.takeover.rules.estate import income, worth
from hexfront.systems.takeover.scenario.loader import load
from hexfront.systems.takeover.scenario.state import Phase
from tests.takeover.positions import BLUE, GOLD, GREEN, RED, Table


@pytest.mark.clause("TKO-1")
def test_the_ring_has_four_quadrants_of_two_groups_of_three() -> None:
    table = Table()
    territories = table.rules.scenario.territories
    groups = {space.group: space.quadrant for space in territories}
    assert (len(territories), len(groups)) == (24, 8)
    for group, quadrant in groups.items():
        alike = [space for space in territories if space.group == group]
        assert [space.quadrant for space in alike] == [quadrant] * 3


@pytest.mark.clause("TKO-1")
def test_a_scenario_with_mistakes_is_told_all_of_them() -> None:
    document = dict(load_scenario(SYSTEM).document)
    ring = [dict(space) for space in document["ring"]]
    ring[1]["group"] = "pink"
    ring[2]["quadrant"] = "up"
    ring[4]["price"] = 10
    cards = [dict(card) for card in document["cards"]]
    cards[0]["infiltrates"] = ["moon"]
    cards[1] |= {"infiltrates": ["north", "north"], "by_agents_from": ["north"]}
    with pytest.raises(InputError) as caught:
        load({**document, "ring": ring, "cards": cards}, None, "ring.toml")
    places = [problem.place for problem in caught.value.problems]
    assert places == [
        "ring.toml: /ring/1/group",
        "ring.toml: /ring/2/quadrant",
        "ring.toml: /ring/4",
        "ring.toml: /cards/0/infiltrates/0",
        "ring.toml: /cards/1/infiltrates/1",
        "ring.toml: /cards/1/by_agents_from",
    ]


@pytest.mark.clause("TKO-16")
def test_two_dice_move_and_a_free_title_may_be_bought() -> None:
    table = Table()
    assert table.rules.decision(table.state).kind == Kind.CHANCE
    assert table.rules.chances(table.state).weights == (1,) * 6
    table.throw(1, 1)
    assert "buy" in [o.kind for o in table.rules.offers(table.rules.view(table.state, RED))]
    assert table.told[-1].details == {"dice": [1, 1]}
    before, price = table.purse(RED), table.rules.scenario.territories[1].price
    table.do(do="buy")
    assert (table.owner("mill-row"), table.purse(RED)) == (RED, before - price)
    assert table.phase == Phase.MANAGING


@pytest.mark.clause("TKO-16")
def test_a_title_may_be_left_and_one_too_dear_is_not_offered() -> None:
    table = Table()
    table.throw(1, 1)
    table.do(do="done")
    assert table.owner("mill-row") == -1
    assert table.active == BLUE
    table.money(BLUE, 50)
    table.throw(1, 1)
    assert table.active == GREEN


@pytest.mark.clause("TKO-16")
def test_passing_the_administration_pays_salary_titles_levels_and_groups() -> None:
    table = Table()
    table.own(RED, "lantern-quay", "mill-row", "copper-gate", ed=1)
    table.own(BLUE, "forge-lane")
    economy = table.rules.scenario.file.economy
    expected = economy.salary + sum(
        space.income + economy.each_level + economy.whole_group
        for space in table.rules.scenario.territories[:3]
    )
    assert income(table.rules.ring, table.state, RED) == expected
    before = table.purse(RED)
    table.put(RED, "crown-terrace")
    table.throw(1, 2)
    assert table.purse(RED) == before + expected
    assert "paid" in [entry.kind for entry in table.told]


@pytest.mark.clause("TKO-16")
def test_the_administration_pays_who_lands_on_it_once() -> None:
    table = Table()
    table.land("administration")
    assert [entry.kind for entry in table.told].count("paid") == 1


@pytest.mark.clause("TKO-16")
def test_goods_cost_money_and_a_territory_takes_so_many() -> None:
    table = Table(economy={"most_ns_units": 1, "purchases": 3})
    table.own(RED, "mill-row")
    table.own(BLUE, "forge-lane")
    table.land("east-corner")
    start = table.purse(RED)
    table.do(do="add", what="ns-unit", to="mill-row")
    assert table.goods("mill-row") == [0, 1, 0]
    assert table.refused(do="add", what="ns-unit", to="mill-row") == (
        "TKO-16: the territory takes no more of that"
    )
    assert table.refused(do="add", what="level", to="forge-lane") == (
        "TKO-16: that territory is not the player's own"
    )
    assert table.refused(do="add", what="agent", to="copper-gate") == (
        "TKO-16: agents go only where a territory has an owner"
    )
    table.do(do="add", what="agent", to="forge-lane")
    assert table.purse(RED) == start - 60 - 40
    table.money(RED, 30)
    assert table.refused(do="add", what="level", to="mill-row") == (
        "TKO-16: the player has too little money"
    )
    table.do(do="add", what="r-unit", to="mill-row")
    assert table.active == BLUE


@pytest.mark.clause("TKO-16")
def test_after_the_last_round_the_richest_wins() -> None:
    table = Table(options={"rounds": 1})
    table.own(GREEN, "observatory", ns=1)
    for player in (RED, BLUE, GREEN, GOLD):
        assert table.active == player
        table.land("east-corner")
        if table.phase == Phase.MANAGING:
            table.do(do="done")
    assert table.rules.decision(table.state).kind == Kind.OVER
    result = table.rules.result(table.state)
    assert result is not None
    assert result.winners == (GREEN,)
    assert result.scores[GREEN] == worth(table.rules.ring, table.state, GREEN)
    assert result.scores[GREEN] > result.scores[RED] == table.rules.scenario.file.economy.start
    assert result.reason == "The last round is over: Green wins"


@pytest.mark.clause("TKO-16")
def test_equally_rich_players_share_the_victory() -> None:
    table = Table(options={"rounds": 1})
    for _ in range(4):
        table.land("east-corner")
    result = table.rules.result(table.state)
    assert result is not None
    assert result.winners == (RED, BLUE, GREEN, GOLD)


@pytest.mark.clause("TKO-16")
def test_the_last_one_left_wins() -> None:
    table = Table(options={"players": 2})
    table.own(RED, "mill-row", "observatory")
    table.own(BLUE, "iron-steps")
    table.land("iron-steps")
    table.attack("iron-steps", "mill-row")
    while table.phase == Phase.THROWING:
        left, right = table.dice
        table.fight((8, *range(1, 1 + left)), (1, *range(2, 2 + right)))
    assert table.state.players.out[BLUE] == 1
    assert table.phase == Phase.OVER
    result = table.rules.result(table.state)
    assert result is not None
    assert (result.winners, result.reason) == ((RED,), "All others are out: Red wins")
    assert table.state.game.round == 1


def four_spaces() -> Table:
    """A ring of two territories, a card space and the Administration."""
    ring = load_scenario(SYSTEM).document["ring"]
    names = ("administration", "mill-row", "north-desk", "forge-lane")
    return Table(ring=[space for name in names for space in ring if space["name"] == name])


@pytest.mark.clause("TKO-16")
def test_a_throw_may_lead_round_a_short_ring_more_than_once() -> None:
    table = four_spaces()
    before, salary = table.purse(RED), table.rules.scenario.file.economy.salary
    view = table.rules.view(table.state, RED)
    assert table.rules.read_overlay(view, "throw", "red").places == {
        "north-desk": 25.0,
        "forge-lane": 27.8,
        "administration": 25.0,
        "mill-row": 22.2,
    }
    table.throw(6, 5)
    assert table.purse(RED) == before + 2 * salary
    path = next(entry for entry in table.told if entry.kind == "move").places
    assert len(path) == 12
    assert path[:5] == ("administration", "mill-row", "north-desk", "forge-lane", "administration")
    assert path[-1] == "forge-lane"


def test_overlays_say_where_there_is_nothing_to_tell() -> None:
    table = Table()
    table.own(RED, "mill-row")
    view = table.rules.view(table.state, RED)
    captions = [
        table.rules.read_overlay(view, overlay, "").caption for overlay in ("danger", "targets")
    ]
    assert captions == [
        "Nobody can attack Red without a card",
        "Red can attack nobody without a card",
    ]


def test_whose_turn_it_is_not() -> None:
    table = Table()
    table.own(RED, "mill-row")
    table.land("east-corner")
    refusal = table.rules.refuse(table.state, BLUE, 0)
    assert str(refusal) == "TKO-16: it is not this player's turn"
    assert not table.rules.choices(table.state, BLUE)
    assert str(table.rules.refuse(table.state, RED, 10**30)) == "TKO-16: there is no such order"
    table.state.game.phase = Phase.OVER
    assert str(table.rules.refuse(table.state, RED, 0)) == "TKO-16: the game is over"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_players(players: int) -> None:
    rules = Table(options={"players": players}).rules
    assert len(rules.sides) == players
    board = rules.board()
    assert [side["name"] for side in board["sides"]] == list(rules.sides)
    view = rules.view(rules.start(), 0)
    assert len([counter for counter in view.counters if counter.sign == "pawn"]) == players


def test_learners_see_no_more_money_than_their_arrays_hold() -> None:
    table = Table()
    table.money(BLUE, 2**40)
    seen = learners_view(find_system("takeover"), table.rules)
    assert seen is not None
    money = seen.arrays(table.state, BLUE)["players"][:, 0].tolist()
    assert money == [2**31 - 1, *[table.purse(GREEN)] * 3]
