"""The opponents `greedy` and `commander`: legal, repeatable, fair, and better than chance."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.agents import make_agent
from hexfront.core.contract import CHANCE, Kind, Step
from hexfront.core.dice import dice_from_seed, draw_outcome
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import Seat
from hexfront.systems.takeover.game import TakeoverRules
from hexfront.systems.takeover.knowledge.forecast import odds_of, pools_of
from hexfront.systems.takeover.opponents.lore import chance_of, make_lore
from hexfront.systems.takeover.opponents.prospects import chance_to_win, judge_position
from hexfront.systems.takeover.opponents.room import make_room
from hexfront.systems.takeover.rules.orders import DONE
from hexfront.systems.takeover.scenario.loader import load
from hexfront.systems.takeover.scenario.state import (
    NOBODY,
    Phase,
    TakeoverState,
)

SYSTEM = find_system("takeover")
NAMES = ("greedy", "commander")
RED, BLUE, GREEN, GOLD = range(4)


def rules_of(**options: Any) -> TakeoverRules:
    """The scenario of the package, with other options."""
    document: Any = load_scenario(SYSTEM).document
    changed = {**document, "options": {**document["options"], **options}}
    return TakeoverRules(load(changed, None, "test"))


@pytest.fixture(scope="module")
def rules() -> TakeoverRules:
    return rules_of()


def play(
    rules: TakeoverRules, seats: tuple[str, ...], game: int = 0
) -> tuple[TakeoverState, list[int]]:
    """A game to its end, and all its steps; each order must be one of the choices."""
    agents = [
        make_agent(SYSTEM, name, rules, side, dice_from_seed(7, game, f"agent-{side}"))
        for side, name in enumerate(seats)
    ]
    state, dice, log, steps = rules.start(), dice_from_seed(7, game), EventLog(), []
    while (decision := rules.decision(state)).kind != Kind.OVER:
        if decision.kind == Kind.CHANCE:
            step = Step(CHANCE, draw_outcome(rules.chances(state).weights, dice))
        else:
            side = decision.sides[0]
            seat = Seat(rules, side, state)
            step = Step(side, agents[side].decide(seat))
            assert step.order in seat.choices
        steps.append(step.order)
        assert len(steps) < 9000
        log.clear()
        rules.apply(state, step, log)
    return state, steps


def at(rules: TakeoverRules, phase: int, territory: int, round_: int = 10) -> TakeoverState:
    """Red stands on a territory, with some money; nobody owns anything."""
    state = rules.start()
    state.game.phase, state.game.active, state.game.round = phase, RED, round_
    state.players.place[RED] = rules.ring.titles.space[territory]
    state.players.money[:] = 600
    return state


def give(state: TakeoverState, player: int, territory: int, **goods: int) -> None:
    """A territory with what stands on it."""
    state.territories.owner[territory] = player
    state.territories.goods[territory] = [goods.get(name, 0) for name in ("r", "ns", "level")]
    state.agents[territory, player] = goods.get("agents", 0)


def order(rules: TakeoverRules, name: str, state: TakeoverState, side: int = RED) -> Any:
    """What an opponent orders, as a person can read it."""
    agent = make_agent(SYSTEM, name, rules, side, dice_from_seed(1))
    return rules.write_order(agent.decide(Seat(rules, side, state)))


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_games_of_any_size_end(players: int) -> None:
    seats = tuple(NAMES[seat % 2] for seat in range(players))
    play(rules_of(players=players, rounds=8), seats)


def test_games_without_risk_end() -> None:
    play(rules_of(aggressor_risks=False, rounds=8), ("commander", "greedy", "random", "commander"))


def test_the_same_seed_is_the_same_game() -> None:
    rules = rules_of(rounds=12)
    seats = ("commander", "greedy", "commander", "greedy")
    first, again = (play(rules, seats, 3)[1] for _ in range(2))
    assert first == again
    assert play(rules, seats, 4)[1] != first


@pytest.mark.clause("TKO-3")
@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_changes_no_decision(rules: TakeoverRules, name: str) -> None:
    """Of states that look alike to a player, each gets the same order."""
    dice = dice_from_seed(5)
    chance = dice_from_seed(9)
    state, log, compared = rules.start(), EventLog(), 0
    agents = [make_agent(SYSTEM, "greedy", rules, side, dice_from_seed(side)) for side in range(4)]
    while compared < 8 and (decision := rules.decision(state)).kind != Kind.OVER:
        if decision.kind == Kind.CHANCE:
            step = Step(CHANCE, draw_outcome(rules.chances(state).weights, chance))
        else:
            side = decision.sides[0]
            hidden = int(state.hands.sum() - state.hands[side].sum())
            if hidden > 2:
                other = rules.determinize(rules.view(state, side), dice)
                assert order(rules, name, other, side) == order(rules, name, state, side)
                compared += bool((other.hands != state.hands).any())
            step = Step(side, agents[side].decide(Seat(rules, side, state)))
        log.clear()
        rules.apply(state, step, log)
    assert compared == 8


@pytest.mark.parametrize("name", NAMES)
def test_a_title_is_bought(rules: TakeoverRules, name: str) -> None:
    assert order(rules, name, at(rules, Phase.BUYING, 5)) == {"do": "buy"}


@pytest.mark.parametrize("name", NAMES)
def test_attacks_follow_the_odds(rules: TakeoverRules, name: str) -> None:
    """From a fortress against a bare neighbour, and not the other way round."""
    last = int((rules.ring.titles.quadrant == 0).sum()) - 1
    for mine, ns, theirs, attacks in ((0, 3, last, True), (last, 0, 0, False)):
        state = at(rules, Phase.DECLARING, theirs)
        give(state, RED, mine, ns=ns, agents=min(1, ns))
        give(state, RED, 20)
        give(state, BLUE, theirs, ns=0 if attacks else 3, r=0 if attacks else 1)
        give(state, BLUE, 21)
        for player in (GREEN, GOLD):
            give(state, player, 9 + player)
        given = order(rules, name, state)
        assert (given["do"] == "attack") == attacks, given


def test_commander_dares_more_when_it_can_only_win_by_it(rules: TakeoverRules) -> None:
    """An even fight for the last turn: refused by who leads, taken by who is behind."""
    orders = []
    for money in (3000, 300):
        state = at(rules, Phase.DECLARING, 22, round_=30)
        state.players.money[RED] = money
        give(state, RED, 23, ns=1, level=1)
        give(state, RED, 2)
        give(state, BLUE, 22)
        give(state, BLUE, 4)
        state.players.money[BLUE] = 700
        orders.append(order(rules, "commander", state)["do"])
    assert orders == ["done", "attack"]


def test_commander_keeps_levels_for_those_who_live_to_see_them_pay(rules: TakeoverRules) -> None:
    """With most of the game to come it develops; after the last payment a level is no use."""
    state = at(rules, Phase.MANAGING, 5, round_=3)
    give(state, RED, 5)
    assert order(rules, "commander", state)["what"] == "level"
    state = at(rules, Phase.MANAGING, 5, round_=30)
    give(state, RED, 5)
    given = order(rules, "commander", state)
    assert given.get("what") != "level"


@pytest.mark.parametrize("held", [0, 1])
def test_commander_values_a_card(rules: TakeoverRules, held: int) -> None:
    """With a card for an attack across quadrants it buys the agent that the card needs (TKO-3)."""
    state = at(rules, Phase.MANAGING, 0)
    give(state, RED, 0, r=1, ns=3, level=1)
    give(state, RED, 1)
    for player, territory in ((BLUE, 10), (BLUE, 11), (GREEN, 12), (GOLD, 20)):
        give(state, player, territory)
    card = 0
    assert rules.ring.cards.agents_from[card] & 1
    assert rules.ring.cards.infiltrates[card] >> rules.ring.titles.quadrant[10] & 1
    state.hands[RED, card] = held
    assert order(rules, "commander", state)["what"] == ("agent" if held else "level")


def test_a_card_is_worth_more_with_an_agent_and_each_further_one_less(
    rules: TakeoverRules,
) -> None:
    state, desk = at(rules, Phase.MANAGING, 0), make_room(rules.setting).desk
    lore = make_lore(rules.setting)
    give(state, RED, 0, r=1, ns=3, level=1)
    give(state, BLUE, 10)
    give(state, BLUE, 11)

    def chance(cards: int, agents: int) -> float:
        state.hands[RED, 0], state.agents[0, RED] = cards, agents
        judge_position(rules.ring, lore, desk, state, RED)
        return float(chance_to_win(rules.ring, lore, desk, state, state, RED))

    none, one, two = (chance(cards, 1) for cards in range(3))
    assert none < one < two
    assert two - one < one - none
    assert chance(1, 0) == chance(0, 0)


@pytest.mark.parametrize("name", NAMES)
def test_purchases_come_to_an_end(rules: TakeoverRules, name: str) -> None:
    """With money for everything it buys, within the limit, and says that it is done."""
    state, log = at(rules, Phase.MANAGING, 5), EventLog()
    give(state, RED, 5)
    give(state, BLUE, 4, ns=2)
    state.players.money[:] = 5000
    agent = make_agent(SYSTEM, name, rules, RED, dice_from_seed(1))
    while state.game.phase == Phase.MANAGING and state.game.active == RED:
        bought = state.game.bought
        given = agent.decide(Seat(rules, RED, state))
        rules.apply(state, Step(RED, given), log)
        assert given == DONE or state.game.active != RED or state.game.bought == bought + 1
    assert bought > 0


def test_opponents_know_the_exact_odds(rules: TakeoverRules) -> None:
    lore, ring = make_lore(rules.setting), rules.ring
    state = play(rules, ("greedy", "commander", "random", "random"), 2)[0]
    owners = state.territories.owner.tolist()
    held = [territory for territory, owner in enumerate(owners) if owner != NOBODY]
    for origin in held:
        for target in held:
            if owners[origin] != owners[target]:
                exact = odds_of(ring, pools_of(ring, state, origin, target)).engagement_win
                assert chance_of(ring, lore, state, origin, target) == float(exact)


def test_passes_are_those_of_the_dice(rules: TakeoverRules) -> None:
    """A pawn goes seven spaces a throw on average, and is paid once a lap."""
    lore, at = make_lore(rules.setting), rules.ring.spaces.territory.tolist()
    turns = len(lore.passes) - 1
    assert lore.passes[turns].mean() == pytest.approx(7 * turns / len(at))
    assert lore.visits[1, 0].sum() == pytest.approx(
        sum((6 - abs(7 - n)) / 36 for n in range(2, 13) if at[n % len(at)] != NOBODY)
    )


def test_who_is_out_cannot_win(rules: TakeoverRules) -> None:
    ring, lore, desk = rules.ring, make_lore(rules.setting), make_room(rules.setting).desk
    state = at(rules, Phase.DECLARING, 5)
    give(state, RED, 5)
    judge_position(ring, lore, desk, state, RED)
    assert 0.2 < chance_to_win(ring, lore, desk, state, state, RED) < 0.8
    state.players.out[RED] = 1
    assert chance_to_win(ring, lore, desk, state, state, RED) == 0.0


def test_opponents_beat_chance_and_commander_beats_greedy() -> None:
    """A handful of games; `benchmarks.takeover_opponents` plays many."""
    rules = rules_of()
    for seat, agent, other, least in ((1, "greedy", "random", 3), (2, "commander", "greedy", 2)):
        seats = tuple(agent if place == seat else other for place in range(4))
        ends = [rules.result(play(rules, seats, game)[0]) for game in range(4)]
        assert sum(end is not None and end.winners == (seat,) for end in ends) >= least, agent


def test_long_chains_of_conquests_are_weighed_in_a_while() -> None:
    """In a group of a dozen there are more ways to go on than anybody could weigh."""
    document: Any = load_scenario(SYSTEM).document
    groups = [group["name"] for group in document["groups"]]
    ring = [
        {**space, "group": groups[n // 13]} if space.get("group") else space
        for n, space in enumerate(document["ring"])
    ]
    rules = TakeoverRules(load({**document, "ring": ring}, None, "test"))
    state = at(rules, Phase.DECLARING, 0)
    for territory in range(rules.ring.rules.territories):
        give(state, BLUE, territory)
    give(state, RED, 0, ns=3)
    assert order(rules, "commander", state)["do"] == "attack"
