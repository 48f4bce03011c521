"""OpenSpiel: its own checks, perfect recall, and a game that it solves."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, get_all_states
from open_spiel.python.observation import make_observation
from open_spiel.python.rl_environment import Environment

from hexfront.adapters.open_spiel_game import HexfrontGame
from hexfront.core.contract import Kind
from hexfront.core.errors import InputError
from hexfront.core.registry import system_names
from hexfront.core.state import digest
from tests.amounts import amount

pytestmark = pytest.mark.usefixtures("duel")
every_system = pytest.mark.parametrize("name", [*system_names(), "duel"])


@pytest.fixture
def tiny(register: Callable[[str, str], None]) -> Any:
    register("tiny", "tests.adapters.tiny_duel:TINY")
    return pyspiel.load_game("hexfront(system=tiny,horizon=9)")


def play(game: Any, seed: int, steps: int = 10_000) -> Any:
    """A random game, or its beginning."""
    random, state = np.random.default_rng(seed), game.new_initial_state()
    while not state.is_terminal() and steps:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=chances)))
        else:
            state.apply_action(int(random.choice(state.legal_actions())))
            steps -= 1
    return state


@every_system
def test_its_own_simulation_test(name: str) -> None:
    game = pyspiel.load_game(f"hexfront(system={name},horizon=16)")
    pyspiel.random_sim_test(game, num_sims=amount(2, 20), serialize=True, verbose=False)


@every_system
def test_its_own_environment_and_observations(name: str) -> None:
    game = pyspiel.load_game(f"hexfront(system={name},horizon=12)")
    environment = Environment(game, include_full_state=True, seed=1)
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        state = environment.get_state
        assert len(step.observations["info_state"][player]) == game.information_state_tensor_size()
        step = environment.step([step.observations["legal_actions"][player][0]])
    state = play(game, 1, 4)
    for recall in (False, True):
        kind = pyspiel.IIGObservationType(perfect_recall=recall)
        seen = make_observation(game, kind)
        for player in range(game.num_players()):
            seen.set_from(state, player)
            whole = state.information_state_tensor if recall else state.observation_tensor
            assert np.array_equal(seen.tensor, whole(player))
            text = state.information_state_string if recall else state.observation_string
            assert seen.string_from(state, player) == text(player)
        assert set(seen.dict) >= {"action_mask"}


@every_system
def test_copies_pickles_and_serialized_states_play_on(name: str) -> None:
    game = pyspiel.load_game(f"hexfront(system={name},horizon=30)")
    state = play(game, 2, 5)
    written = pyspiel.serialize_game_and_state(game, state)
    _, read = pyspiel.deserialize_game_and_state(written)
    twins = [state.clone(), pickle.loads(pickle.dumps(state)), read, copy.deepcopy(state)]
    before = digest(state.block)
    for twin in twins:
        assert digest(twin.block) == before and str(twin) == str(state)
        player = state.current_player()
        assert twin.information_state_string(player) == state.information_state_string(player)
        twin.apply_action(state.legal_actions()[-1])
        assert digest(twin.block) != before == digest(state.block)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_the_lowest_side_orders_first_and_the_others_do_not_see_it() -> None:
    state = play(pyspiel.load_game("hexfront(system=duel,scenario=three)"), 3, 0)
    while state.is_chance_node():
        state.apply_action(0)
    others = (1, 2)
    before = [state.information_state_string(player) for player in others]
    seen = [state.observation_string(player) for player in others]
    order = []
    while not state.is_chance_node():
        player = state.current_player()
        order.append(player)
        if player == 0:
            assert [state.information_state_string(other) for other in others] == before
            assert [state.observation_string(other) for other in others] == seen
        lay = [a for a in state.legal_actions() if a != state.shared.rules.take_back]
        state.apply_action(lay[0])
    assert order == [0, 0, 1, 1, 2, 2]


def test_chances_are_those_of_the_rules() -> None:
    state = pyspiel.load_game("hexfront(system=duel)").new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(0, 1 / 2), (1, 1 / 3), (2, 1 / 6)]
    state.apply_action(2)
    assert state.block.hands[0].tolist() == [0, 0, 1]


def test_returns_are_the_result_or_nothing_at_the_horizon() -> None:
    state = play(pyspiel.load_game("hexfront(system=duel)"), 4)
    assert state.shared.rules.decision(state.block).kind == Kind.OVER
    result = state.shared.rules.result(state.block)
    assert result is not None
    assert state.returns() == ([0, 0] if len(result.winners) == 2 else [
        1.0 if side in result.winners else -1.0 for side in range(2)
    ])  # fmt: skip
    cut = play(pyspiel.load_game("hexfront(system=duel,horizon=3)"), 4)
    assert cut.is_terminal() and cut.returns() == [0, 0] and cut.given == 3


def test_information_states_recall_all_that_was_seen_and_ordered(tiny: Any) -> None:
    """Equal strings: equal tensors, equal orders, and equal pasts of the side."""
    states = get_all_states.get_all_states(
        tiny, include_terminals=False, include_chance_states=False
    )
    known: dict[str, Any] = {}
    orders = 0
    for state in states.values():
        player = state.current_player()
        past, replay = [], tiny.new_initial_state()
        for action in state.history():
            if replay.current_player() == player:
                past.append((replay.observation_string(player), action))
            replay.apply_action(action)
        name = state.information_state_string(player)
        tensor = tuple(state.information_state_tensor(player))
        own = past, state.observation_string(player), tensor, state.legal_actions()
        assert known.setdefault(name, own) == own
        orders += 1
    tensors = {tensor for _, _, tensor, _ in known.values()}
    assert len(tensors) == len(known) < orders


@pytest.mark.slow
def test_it_is_solved(tiny: Any) -> None:
    solver = cfr.CFRSolver(tiny)
    found = [exploitability.nash_conv(tiny, solver.average_policy())]
    for _ in range(2):
        for _ in range(amount(4, 40)):
            solver.evaluate_and_update_policy()
        found.append(exploitability.nash_conv(tiny, solver.average_policy()))
    assert found[0] > 1 and found[0] > found[1] > found[2]
    assert found[2] < found[0] / 4


def test_large_games_have_strings_alone() -> None:
    game = HexfrontGame({"system": "brigade", "horizon": 5000})
    assert not game.get_type().provides_information_state_tensor
    state = play(game, 1, 6)
    assert len(state.information_state_string(0)) < 120
    assert len(state.observation_tensor(0)) == game.observation_tensor_size()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"system": "chess"}, "system: found 'chess'"),
        ({"system": "duel", "scenario": "four"}, "scenario: found 'four'"),
        ({"system": "duel", "options": "open"}, "options: found 'open', expected such as"),
        ({"system": "duel", "options": "open:maybe"}, "option open: found 'maybe'"),
        ({"system": "duel", "horizon": -1}, "horizon: found -1"),
    ],
)
def test_bad_parameters(given: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        HexfrontGame(given)
