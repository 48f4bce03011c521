"""The rules against a slow and obvious reading of the clauses, on random positions."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.brigade.lockstep import Lockstep, random_position
from tests.brigade.oracle import Oracle, Path
from tests.brigade.positions import RED, SIDE_OF_LETTER, Game

seeds = st.integers(0, 2**32 - 1)
both_sequences = pytest.mark.parametrize("sequence", ["plotted", "igougo"])


def all_moves(game: Game, name: str, path: Path = ()) -> set[Path]:
    """Every move of a unit that may end, found by giving single steps."""
    side, found = SIDE_OF_LETTER[name[0]], set()
    if path and 0 in game.choices(side):
        found.add(path)
    for there in game.steps(name):
        before = game.state.copy()
        game.give(side, game.step_code(name, there))
        found |= all_moves(game, name, (*path, there))
        game.state = before
    return found


@pytest.mark.clause("BRG-12", "BRG-13", "BRG-14", "BRG-15", "BRG-17", "BRG-18", "BRG-19", "BRG-20")
@both_sequences
@given(seed=seeds)
@settings(max_examples=60)
def test_single_steps_make_exactly_the_legal_moves(seed: int, sequence: str) -> None:
    game = random_position(Random(seed), sequence=sequence)
    oracle = Oracle(game.document)
    for piece in oracle.pieces:
        if sequence == "igougo" and piece.side != RED:
            continue
        friends = [o.hex for o in oracle.alive(piece.side) if o is not piece]
        expected = oracle.moves(piece, friends)
        assert all_moves(game, game.name[piece.number]) == expected


@pytest.mark.clause("BRG-12", "BRG-20")
@both_sequences
@given(seed=seeds)
@settings(max_examples=60)
def test_offered_moves_lead_to_every_hex_in_reach_at_the_lowest_cost(
    seed: int, sequence: str
) -> None:
    game = random_position(Random(seed), sequence=sequence)
    oracle = Oracle(game.document)
    sides = (0, 1) if sequence == "plotted" else (0,)
    for side in sides:
        offers = game.offers(side, "move")
        for piece in oracle.alive(side):
            friends = [o.hex for o in oracle.alive(side) if o is not piece]
            cheapest: dict[str, int] = {}
            moves = oracle.moves(piece, friends)
            for move in moves:
                cost = min(sum(oracle.terrain[at]["cost"] for at in move), piece.movement)
                cheapest[move[-1]] = min(cost, cheapest.get(move[-1], cost))
            cheapest.pop(piece.hex, None)  # there and back is no move that is offered
            mine = [o for o in offers if o.subject == str(piece.number + 1)]
            assert {o.place: o.cost for o in mine} == cheapest
            assert len(mine) == len(cheapest)
            for offer in mine:
                assert offer.path[0] == piece.hex
                assert offer.path[1:] in moves
                for order in offer.orders:
                    assert game.rules.write_order(order)["unit"] == piece.number + 1
                again = game.copy()
                for order in offer.orders:
                    again.give(side, order)
                assert again.planned(game.name[piece.number]) == offer.place


@pytest.mark.clause(
    "BRG-9", "BRG-11", "BRG-15", "BRG-21", "BRG-22", "BRG-23", "BRG-24", "BRG-25", "BRG-26"
)
@given(seed=seeds)
@settings(max_examples=60)
def test_plotted_games_go_as_the_clauses_say(seed: int) -> None:
    rng = Random(seed)
    lockstep = Lockstep(random_position(rng, sequence="plotted", turns=2), rng)
    lockstep.plotted_turn()
    lockstep.plotted_turn()
    assert lockstep.decisions >= 4


@pytest.mark.clause("BRG-10", "BRG-15", "BRG-21", "BRG-22", "BRG-23", "BRG-24", "BRG-25", "BRG-26")
@given(seed=seeds)
@settings(max_examples=60)
def test_games_by_turns_go_as_the_clauses_say(seed: int) -> None:
    rng = Random(seed)
    lockstep = Lockstep(random_position(rng, sequence="igougo", turns=2), rng)
    lockstep.turn_by_turns()
    lockstep.turn_by_turns()
    assert lockstep.decisions >= 4
