"""What batches of games ask of the rules is what the contract says step by step."""

from __future__ import annotations

import numpy as np
import pytest

from hexfront.adapters.game import rewards
from hexfront.core.contract import CHANCE, Kind
from hexfront.core.dice import dice_from_seed, draw_outcome
from hexfront.systems.takeover.rules.actors import NO_ACTOR, actor_of, draw_chance, score_game
from hexfront.systems.takeover.scenario.state import Phase
from tests.takeover.games import random_positions, rules_of
from tests.takeover.positions import BLUE, RED, Table


@pytest.mark.clause("TKO-16")
@pytest.mark.parametrize("players", [2, 4])
def test_actors_and_answers_of_chance_are_those_of_the_contract(players: int) -> None:
    rules = rules_of(options={"players": players, "rounds": 30})
    dice, again = dice_from_seed(3), dice_from_seed(3)
    kinds = set()
    for state in random_positions(rules, 5):
        decision, actor = rules.decision(state), actor_of(rules.ring, state)
        kinds.add(state.game.phase)
        if decision.kind == Kind.CHANCE:
            assert actor == CHANCE
            weights = rules.chances(state).weights
            assert draw_chance(rules.ring, state, dice) == draw_outcome(weights, again)
        else:
            assert actor == (decision.sides[0] if decision.sides else NO_ACTOR)
    assert kinds == set(Phase)


@pytest.mark.clause("TKO-16")
@pytest.mark.parametrize(("money", "expected"), [((5, 3), [1, -1]), ((4, 4), [0, 0])])
def test_two_players_win_lose_or_share(money: tuple[int, int], expected: list[float]) -> None:
    scores = scores_of(money)
    assert scores == expected


@pytest.mark.clause("TKO-16")
def test_all_richest_of_several_win() -> None:
    assert scores_of((5, 7, 7, 6)) == [-1, 1, 1, -1]
    assert scores_of((7, 7, 7, 7)) == [0, 0, 0, 0]


def scores_of(money: tuple[int, ...]) -> list[float]:
    """What each player of a game that ends so rich is given; as the environments have it."""
    table = Table(options={"players": len(money)})
    table.state.players.money[:] = money
    table.state.game.phase = Phase.OVER
    scores = np.full(len(money), 9.0)
    score_game(table.rules.ring, table.state, scores)
    found: list[float] = scores.tolist()
    assert found == rewards(table.rules.result(table.state), len(money))
    return found


def test_who_is_out_does_not_win() -> None:
    table = Table(options={"players": 2})
    table.state.players.out[BLUE] = 1
    table.state.players.money[RED] = 0
    table.state.game.phase = Phase.OVER
    scores = np.zeros(2)
    score_game(table.rules.ring, table.state, scores)
    assert scores.tolist() == [1, -1]
