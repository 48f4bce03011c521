"""What learners observe, packed views, and who acts: against the rules as Python has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from hexfront.adapters.game import rewards
from hexfront.core.contract import CHANCE, Kind, Step
from hexfront.core.dice import Dice, dice_from_seed, draw, draw_outcome
from hexfront.core.events import NO_LOG, EventLog
from hexfront.core.state import digest
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.knowledge.observation import (
    GAME,
    HEXES,
    UNITS,
    Observation,
    action_factors,
    observation_spec,
    write_observation,
)
from hexfront.systems.malaya.knowledge.packed import determinize_packed, pack_view
from hexfront.systems.malaya.rules.actors import GAME_OVER, actor_of, draw_chance, score_game
from hexfront.systems.malaya.rules.planes import control_of, in_zone_of, points_in
from hexfront.systems.malaya.scenario.state import JAPAN, SIDES, MalayaState, Phase
from hexfront.systems.malaya.study.playouts import play_to_end
from tests.malaya.opponents.golden import rules_of

RULES = rules_of("small, Force Z")


def positions(rules: MalayaRules, seed: int) -> Iterator[MalayaState]:
    """All positions of a random game, which chance settles as `draw_chance` does."""
    state, dice, log = rules.start(), dice_from_seed(seed), EventLog()
    yield state
    while (decision := rules.decision(state)).kind != Kind.OVER:
        if decision.kind == Kind.CHANCE:
            again = Dice(dice.key.copy(), dice.position.copy(), dice.block.copy())
            outcome = draw_outcome(rules.chances(state).weights, dice)
            assert draw_chance(rules.ground, state, again) == outcome
            assert (again.position == dice.position).all()
            step = Step(CHANCE, outcome)
        else:
            codes = rules.choices(state, decision.sides[0])
            step = Step(decision.sides[0], codes[int(draw(dice, len(codes)))])
        log.clear()
        rules.apply(state, step, log)
        yield state


def blank(rules: MalayaRules, games: int = 1) -> Observation:
    """Arrays in which nothing has been written."""
    spec = observation_spec(rules.setting)
    return Observation(*(np.full((games, *each.shape), 77, each.dtype) for each in spec))


def seen_by(rules: MalayaRules, state: MalayaState, side: int) -> Observation:
    """What a side observes."""
    seen = blank(rules)
    write_observation(rules.ground, state, side, seen, 0)
    return seen


def column(names: tuple[str, ...], array: Any, name: str) -> Any:
    """A figure by its name."""
    return array[0, ..., names.index(name)]


def test_who_acts_and_what_a_game_is_worth() -> None:
    for seed in range(3):
        scores = np.zeros(SIDES)
        for state in positions(RULES, seed):
            decision = RULES.decision(state)
            actor = int(actor_of(RULES.ground, state))
            if decision.kind == Kind.ORDERS:
                assert (actor,) == decision.sides
            else:
                assert actor == (CHANCE if decision.kind == Kind.CHANCE else GAME_OVER)
        score_game(RULES.ground, state, scores)
        assert scores.tolist() == rewards(RULES.result(state), SIDES)


def test_observations_stay_within_their_limits() -> None:
    spec = observation_spec(RULES.setting)
    assert [each.name for each in spec] == list(Observation._fields)
    for seed in range(4):
        for state in positions(RULES, seed):
            for side in range(SIDES):
                arrays: tuple[Any, ...] = seen_by(RULES, state, side)
                for each, array in zip(spec, arrays, strict=True):
                    assert array[0].shape == each.shape and array.dtype == each.dtype
                    assert (array[0] >= each.low).all() and (array[0] <= each.high).all(), each


def test_an_observation_is_the_state_from_the_own_side() -> None:
    for number, state in enumerate(positions(RULES, 5)):
        if number % 7:
            continue
        for side in range(SIDES):
            seen, ground = seen_by(RULES, state, side), RULES.ground
            assert column(GAME, seen.game, "own_turn") == (state.game.active == side)
            assert column(GAME, seen.game, "own_air_left") == state.game.air_left[side]
            assert (column(UNITS, seen.units, "place") == state.units.place).all()
            own = np.arange(len(state.units)) < ground.rules.second
            assert (column(UNITS, seen.units, "own") == (own == (side == JAPAN))).all()
            for place in range(ground.rules.hexes):
                row = seen.hexes[0, place]
                assert (row[0] == 1) == (control_of(state, place) == side)
                assert row[HEXES.index("own_points")] == points_in(ground, state, place, side)
                assert row[HEXES.index("enemy_zone")] == in_zone_of(state, place, 1 - side)


def test_a_row_is_written_and_no_other() -> None:
    seen = blank(RULES, 3)
    write_observation(RULES.ground, RULES.start(), JAPAN, seen, 1)
    for array in seen:
        assert (array[[0, 2]] == 77).all()
        assert not (array[1] == 77).all()


def test_packed_views_are_as_the_views_are() -> None:
    """A state made of the view packs alike, and the kernels go on from what is packed."""
    packed, twin = RULES.start(), RULES.start()
    for number, state in enumerate(positions(RULES, 6)):
        if number % 9:
            continue
        for side in range(SIDES):
            made = RULES.determinize(RULES.view(state, side), dice_from_seed(1))
            pack_view(RULES.ground, state, side, packed)
            pack_view(RULES.ground, made, side, twin)
            assert packed == twin
            determinize_packed(RULES.ground, packed, dice_from_seed(2))
            assert digest(packed) == digest(state)


def test_factors_tell_orders_apart() -> None:
    factors = action_factors(RULES.setting)
    assert factors.table.shape == (RULES.actions, len(factors.names))
    assert (factors.table >= 0).all() and (factors.table < factors.sizes).all()
    assert len(np.unique(factors.table, axis=0)) == RULES.actions


def test_a_game_is_played_on_from_any_position() -> None:
    """What a search does: from one position, again and again, with dice of its own."""
    codes, ends = np.zeros(RULES.actions, dtype=np.int64), set()
    for number, state in enumerate(positions(RULES, 7)):
        if number != 60:
            continue
        for game in range(5):
            copy = state.copy()
            assert play_to_end(RULES.ground, copy, dice_from_seed(3, game), codes, NO_LOG) > 0
            assert copy.game.phase == Phase.OVER
            ends.add(digest(copy))
    assert len(ends) > 1
