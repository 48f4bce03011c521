"""The search against the truth: a last turn of which all outcomes can be counted out."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.core.contract import CHANCE, Kind, Step
from hexfront.core.dice import dice_from_seed, draw_outcome
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import Seat
from hexfront.jit import is_interpreted
from hexfront.systems.brigade.game import BrigadeRules
from hexfront.systems.brigade.opponents.search import BrigadeSearch
from hexfront.systems.brigade.rules.orders import DONE, FIRST_UNIT_CODE, UNIT_CODES, WITHDRAW
from tests.brigade.positions import BLUE, RED, Game
from tests.search.games import rules_of, searcher, seat, some_positions

pytestmark = pytest.mark.skipif(
    is_interpreted(BrigadeSearch.__module__), reason="hundreds of whole games"
)
NEARLY = 0.04
"""A search of some hundred trials does not tell chances to win that are so close."""


def takes_back(order: int) -> bool:
    """Such orders gain nothing, and make the tree deep."""
    return order >= FIRST_UNIT_CODE and (order - FIRST_UNIT_CODE) % UNIT_CODES == WITHDRAW


class Truth:
    """Blue's chance to win a small game, if both sides play best."""

    def __init__(self, rules: BrigadeRules) -> None:
        self._rules = rules
        self._known: dict[bytes, float] = {}

    def of(self, state: Any) -> float:
        key = state.words.tobytes()
        if key not in self._known:
            self._known[key] = self._reckon(state)
        return self._known[key]

    def after(self, state: Any, actor: int, order: int) -> float:
        """The same once a step has been taken."""
        then = state.copy()
        self._rules.apply(then, Step(actor, order), EventLog(0))
        return self.of(then)

    def _reckon(self, state: Any) -> float:
        rules = self._rules
        decision = rules.decision(state)
        if decision.kind == Kind.OVER:
            result = rules.result(state)
            return float(result is not None and result.winners == (BLUE,))
        if decision.kind == Kind.CHANCE:
            weights = rules.chances(state).weights
            values = [self.after(state, CHANCE, outcome) for outcome in range(len(weights))]
            return sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)
        side = decision.sides[0]
        orders = [order for order in rules.choices(state, side) if not takes_back(order)]
        values = [self.after(state, side, order) for order in orders]
        return max(values) if side == BLUE else min(values)


def last_half_turn(units: dict[str, str], **settings: Any) -> Game:
    """Red has passed; blue moves, fights, and the game is over."""
    size = {"columns": 4, "rows": 4, "movement": dict.fromkeys(units, 2)}
    game = Game(units, turns=1, sequence="igougo", **(size | settings))
    while RED in game.sides:
        game.rules.apply(game.state, Step(RED, DONE), EventLog(0))
    return game


@pytest.mark.parametrize(
    "units",
    [
        {"R1": "0404", "B1": "0204"},
        {"R1": "0404", "B1": "0204", "B2": "0402"},
        {"R1": "0404", "R2": "0403", "B1": "0202", "B2": "0303"},
    ],
)
def test_no_order_is_given_that_throws_the_game_away(units: dict[str, str]) -> None:
    game = last_half_turn(units)
    rules, state = game.rules, game.state
    truth = Truth(rules)
    agent = BrigadeSearch(rules, BLUE, dice_from_seed(1), iterations=1500)
    dice = dice_from_seed(2)
    while (decision := rules.decision(state)).kind != Kind.OVER:
        if decision.kind == Kind.CHANCE:
            step = Step(CHANCE, draw_outcome(rules.chances(state).weights, dice))
        elif decision.sides[0] == RED:
            step = Step(RED, rules.choices(state, RED)[0])
        else:
            order = agent.decide(Seat(rules, BLUE, state))
            assert truth.after(state, BLUE, order) >= truth.of(state) - NEARLY
            step = Step(BLUE, order)
        rules.apply(state, step, EventLog(0))


def test_a_plotted_plan_is_as_good_as_any() -> None:
    """Red can only wait in the town; blue has a gap to close before both units attack."""
    game = Game(
        {"R1": "0404", "B1": "0304", "B2": "0402"},
        turns=1, columns=4, rows=4, movement={"R1": 0, "B1": 1, "B2": 1}, sequence="plotted",
    )  # fmt: skip
    rules, state = game.rules, game.state
    rules.apply(state, Step(RED, DONE), EventLog(0))
    truth = Truth(rules)
    agent = BrigadeSearch(rules, BLUE, dice_from_seed(1), iterations=3000)
    first = truth.of(state)
    while rules.decision(state).sides == (BLUE,):
        order = agent.decide(Seat(rules, BLUE, state))
        assert truth.after(state, BLUE, order) >= truth.of(state) - NEARLY
        rules.apply(state, Step(BLUE, order), EventLog(0))
    assert first > 0.5


@pytest.mark.parametrize("scenario", ["three-towns", "across-the-drau", "meeting-engagement"])
def test_all_plans_that_are_tried_can_be_given(scenario: str) -> None:
    system = find_system("brigade")
    rules = system.rules(load_scenario(system, scenario))
    for state, side in some_positions(rules, 2, 2, 45):
        agent = searcher(rules, side, iterations=400)
        agent.plan(seat(rules, state, side))
        changed = 0
        for orders, visits, _ in agent.worth:
            then = state.copy()
            for number, order in enumerate(orders):
                if number > 0 and side not in rules.decision(then).sides:
                    break
                assert order in rules.choices(then, side)
                rules.apply(then, Step(side, order), EventLog(0))
            changed += visits > 0
        assert changed > 8 or len(rules.choices(state, side)) < 8


def test_trials_are_shared_out() -> None:
    """Each plan has its least trials, but for the one that the search ended with."""
    rules = rules_of("brigade")
    agent = searcher(rules, 0, iterations=500, least=20)
    agent.plan(seat(rules, rules.start(), 0))
    visits = [trials for _, trials, _ in agent.worth]
    assert len(visits) > 10
    assert all(trials >= 20 for trials in visits[:-1])


def test_what_a_battle_is_worth_is_found() -> None:
    """Beside the town's defender, one attack decides: its trials come to its exact odds."""
    game = last_half_turn({"R1": "0404", "B1": "0403"})
    rules, state = game.rules, game.state
    rules.apply(state, Step(BLUE, DONE), EventLog(0))
    truth = Truth(rules)
    agent = BrigadeSearch(rules, BLUE, dice_from_seed(1), iterations=4000, lead=0.0)
    plan = agent.plan(Seat(rules, BLUE, state))
    worth = {tuple(orders): mean for orders, _, mean in agent.worth}
    assert truth.after(state, BLUE, plan[0]) == truth.of(state)
    assert worth[tuple(plan)] == pytest.approx(truth.of(state), abs=NEARLY)
