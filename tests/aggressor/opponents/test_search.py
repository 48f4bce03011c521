"""The opponent `search` of Aggressor: what it imagines, and when it thinks again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from hexfront.agents import batch_agent
from hexfront.core.agent import Agent
from hexfront.core.contract import Kind
from hexfront.core.dice import dice_from_seed
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import Seat, play_on
from hexfront.systems.aggressor.knowledge.packed import pack_view
from hexfront.systems.aggressor.opponents.imagined import imagine_state
from hexfront.systems.aggressor.opponents.scene import make_lore, make_room, new_memory
from hexfront.systems.aggressor.scenario.state import Phase
from tests.search.games import SMALL, searcher

SYSTEM = find_system("aggressor")


def agent_of(name: str, rules: Any, side: int, seed: int) -> Agent:
    return batch_agent(SYSTEM, name)(rules, side, dice_from_seed(seed, side))


def states(rules: Any, game: int, orders: int) -> Iterator[tuple[Any, int]]:
    """States of a game between commanders in which a side gives orders, with the side."""
    agents = [agent_of("commander", rules, side, game) for side in range(2)]
    state = rules.start()
    for _, _ in zip(
        range(orders), play_on(rules, state, agents, dice_from_seed(game)), strict=False
    ):
        if state.game.phase == Phase.ACTION:
            yield state, int(state.game.active)


def test_what_is_imagined_has_the_view_and_follows_the_belief() -> None:
    rules = SYSTEM.rules(load_scenario(SYSTEM, "narrow-front"))
    ground, setting, hidden = rules.ground, rules.setting, 0
    army, lore, room = rules.army, make_lore(setting), make_room(setting)
    for number, (state, side) in enumerate(states(rules, 5, 240)):
        if number % 13:
            continue
        packed, drawn = rules.start(), rules.start()
        memory = new_memory(setting, side)
        pack_view(ground, state, side, packed)
        rows = memory.words.reshape(1, -1)
        imagine_state(ground, lore, room, rows, 0, packed, side, dice_from_seed(number), drawn)
        assert rules.view(drawn, side) == rules.view(state, side)
        for unit in range((1 - side) * army, (2 - side) * army):
            place = drawn.units.place[unit]
            if place != ground.rules.hexes and drawn.contact_number[unit] == 0:
                assert memory.density[place] > 0
                hidden += 1
        places = drawn.units.place[drawn.units.place != ground.rules.hexes]
        assert len(set(np.array(places).tolist())) == len(places)
    assert hidden > 20


def test_a_plan_is_thought_of_anew_where_something_is_learned() -> None:
    rules = SYSTEM.rules(load_scenario(SYSTEM, "narrow-front"))
    agent = searcher(rules, 0, 3, **SMALL)
    other = agent_of("greedy", rules, 1, 4)
    known: Any = None
    learned = 0

    class Watched:
        def decide(self, position: Seat) -> int:
            nonlocal known, learned
            contacts, before = position.view.facts["contacts"], agent._thoughts
            order = int(agent.decide(position))
            if known is not None and contacts != known and len(position.choices) > 1:
                learned += 1
                assert agent._thoughts == before + 1
            known = contacts
            return order

    state = rules.start()
    for _ in play_on(rules, state, [Watched(), other], dice_from_seed(6)):
        if state.game.round > 6 or rules.decision(state).kind == Kind.OVER:
            break
    assert learned > 3


def test_a_commander_has_a_style() -> None:
    rules = SYSTEM.rules(load_scenario(SYSTEM, "narrow-front"))
    with pytest.raises(InputError, match="style"):
        agent_of("commander:style=brave", rules, 0, 1)
    orders = []
    for name in ("commander", "commander:style=commander", "commander:style=wary"):
        agents = [agent_of(name, rules, 0, 2), agent_of("greedy", rules, 1, 2)]
        game = play_on(rules, rules.start(), agents, dice_from_seed(2))
        orders.append([step for _, (step, _) in zip(range(150), game, strict=False)])
    assert orders[0] == orders[1] != orders[2]
