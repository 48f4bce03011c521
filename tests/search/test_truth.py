"""The search against the truth: last turns of which all that may happen can be counted out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from hexfront.core.contract import CHANCE, Kind
from hexfront.core.dice import dice_from_seed, draw_outcome
from hexfront.core.study.self_play import Seat
from hexfront.jit import is_interpreted
from tests.brigade.positions import Game
from tests.search.games import searcher
from tests.search.last_turns import BLUE, LAST_TURNS, RED, brigade_battle, takeover
from tests.search.truth import Truth, after, is_dominated, plans_of

pytestmark = pytest.mark.skipif(
    is_interpreted("hexfront.systems.brigade"), reason="thousands of games"
)
NEARLY = 0.04
"""A search of some hundred trials does not tell chances to win that are so close."""
SEEDS = 3
TRIALS = 4000
"""Of the first search of a turn."""


@pytest.mark.parametrize("name", LAST_TURNS)
def test_nothing_is_done_that_is_dominated_or_throws_the_game_away(name: str) -> None:
    rules, start, side = LAST_TURNS[name]()
    truth = Truth(rules, side)
    for seed in range(SEEDS):
        share = searcher(rules, side).game.share
        agent = searcher(rules, side, seed, iterations=int(TRIALS / share))
        state, dice = start.copy(), dice_from_seed(seed)
        while (decision := rules.decision(state)).kind != Kind.OVER:
            if decision.kind == Kind.CHANCE:
                outcome = draw_outcome(rules.chances(state).weights, dice)
                state = after(rules, state, CHANCE, [outcome])
            elif decision.sides[0] != side:
                other = decision.sides[0]
                state = after(rules, state, other, rules.choices(state, other)[:1])
            else:
                orders, best = truth.orders(state).values(), truth.of(state).mean
                while side in rules.decision(state).sides:
                    order = agent.decide(Seat(rules, side, state))
                    state = after(rules, state, side, [order])
                found = truth.of(state)
                assert found.mean >= best - NEARLY
                assert not any(is_dominated(found, worth) for worth in orders)


@pytest.mark.parametrize("turn", [brigade_battle, lambda: takeover(0)])
def test_what_an_attack_is_worth_is_found(turn: Any) -> None:
    """After it nothing is left to decide, so that its trials come to its exact odds."""
    rules, state, side = turn()
    truth = Truth(rules, side)
    agent = searcher(rules, side, iterations=6000, lead=0.0)
    plan = agent.plan(Seat(rules, side, state))
    worth = {tuple(orders): mean for orders, _, mean in agent.worth}
    exact = truth.of(state).mean
    assert 0.0 < exact < 1.0
    assert worth[tuple(plan)] == pytest.approx(exact, abs=NEARLY)


def test_who_orders_at_once_gives_a_best_reply_to_an_equilibrium() -> None:
    """Red may run for two towns, and blue can bar one: no plan is safe, but many are bad."""
    units = {"R1": "0302", "B1": "0202"}
    size: Any = {"columns": 4, "rows": 3, "movement": dict.fromkeys(units, 3)}
    game = Game(units, turns=1, terrain={"0201": "town"}, **size)
    rules, state = game.rules, game.state
    truth = Truth(rules, BLUE)
    plans = [plans_of(rules, state, side) for side in (RED, BLUE)]

    def worth(red: tuple[int, ...], blue: tuple[int, ...]) -> float:
        return truth.of(after(rules, after(rules, state, RED, red), BLUE, blue)).mean

    table = np.array([[worth(red, blue) for red in plans[RED]] for blue in plans[BLUE]])
    value, blue_mix, red_mix = equilibrium(table)
    assert table.min(axis=1).max() < value < table.max(axis=0).min(), "one plan is enough"
    for seed in range(SEEDS):
        for side in (RED, BLUE):
            agent = searcher(rules, side, seed, iterations=1000)
            plan = tuple(agent.plan(Seat(rules, side, state)))
            if side == BLUE:
                row = [worth(red, plan) for red in plans[RED]]
                assert row @ red_mix >= value - NEARLY
            else:
                column = [worth(plan, blue) for blue in plans[BLUE]]
                assert column @ blue_mix <= value + NEARLY


def equilibrium(table: Any) -> tuple[float, Any, Any]:
    """Of a game in which one side gets what the other loses, by linear programming.

    `table`: what each pair of plans is worth to the side of the rows. Gives the value, and how
    often each side plays each of its plans.
    """
    rows, columns = table.shape
    # The rows' best mix: the most that it gets against every column.
    found = linprog(
        [0.0] * rows + [-1.0],
        A_ub=np.hstack([-table.T, np.ones((columns, 1))]),
        b_ub=[0.0] * columns,
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
    )
    return float(-found.fun), found.x[:-1], -found.ineqlin.marginals
