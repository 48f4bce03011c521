"""The opponents `greedy` and `commander`: legal, repeatable, blind to what is hidden."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hexfront.agents import best_agent, make_agent
from hexfront.core.agent import Agent
from hexfront.core.contract import CHANCE, Kind, Step
from hexfront.core.dice import dice_from_seed, draw_outcome
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import Seat
from hexfront.systems.aggressor.knowledge.packed import pack_view
from hexfront.systems.aggressor.opponents.agents import COMMANDER, GREEDY, decide
from hexfront.systems.aggressor.opponents.scene import make_lore, make_room, new_memory
from hexfront.systems.aggressor.rules.choices import list_choices
from hexfront.systems.aggressor.scenario.state import INFANTRY, TYPES, Phase, flags
from tests.aggressor.positions import EAST, WEST, Game, make_rules, scenario_document
from tests.amounts import amount

SYSTEM = find_system("aggressor")
NAMES = ("greedy", "commander")
Watch = Callable[[Any, Step], None]


def standard(**options: str) -> Any:
    """The rules of the shipped scenario with options as typed."""
    scenario = load_scenario(SYSTEM, "standard")
    if options:
        assert SYSTEM.scenarios.with_options is not None
        scenario = SYSTEM.scenarios.with_options(scenario, options)
    return SYSTEM.rules(scenario)


def agents_of(rules: Any, names: tuple[str, str], game: int) -> list[Agent]:
    return [
        make_agent(SYSTEM, name, rules, side, dice_from_seed(9, game, f"agent-{side}"))
        for side, name in enumerate(names)
    ]


def play(
    rules: Any, agents: list[Agent], game: int = 0, watch: Watch | None = None, rounds: int = 99
) -> Any:
    """Play to the end, or for some rounds; every order must be one of the choices."""
    dice, state, log = dice_from_seed(9, game), rules.start(), EventLog()
    while (decision := rules.decision(state)).kind != Kind.OVER and decision.time <= 2 * rounds:
        if decision.kind == Kind.CHANCE:
            step = Step(CHANCE, draw_outcome(rules.chances(state).weights, dice))
        else:
            side = min(decision.sides)
            seat = Seat(rules, side, state)
            step = Step(side, agents[side].decide(seat))
            assert step.order in seat.choices
        if watch is not None:
            watch(state, step)
        log.clear()
        rules.apply(state, step, log)
    return state


def winners(rules: Any, state: Any) -> tuple[int, ...]:
    result = rules.result(state)
    assert result is not None
    return tuple(result.winners)


def doings(rules: Any) -> tuple[Counter[str], Watch]:
    """Counts what units were ordered, aimed functions by the type of the unit."""
    found: Counter[str] = Counter()

    def watch(state: Any, step: Step) -> None:
        if step.actor == CHANCE or state.game.phase == Phase.SET_UP:
            return
        order = rules.write_order(step.order)
        word = order["do"]
        if word == "function":
            row = step.actor * rules.army + order["unit"] - 1
            word = ("recon", "launch", "fire", "", "", "", "decon")[state.units.kind[row]]
        found[word] += 1

    return found, watch


def test_the_best_opponent_is_the_commander() -> None:
    assert best_agent(SYSTEM) == "commander"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "options",
    [
        {"observation": "false"},
        {"mobile_attacks": "true"},
        {"decon": "true"},
        {"die": "d8", "aa_loss": "classic"},
        {"die": "d12", "mobile_attacks": "true", "observation": "false", "decon": "true"},
    ],
    ids=lambda options: ",".join(f"{k}={v}" for k, v in options.items()),
)
def test_plays_legally_under_every_option(name: str, options: dict[str, str]) -> None:
    rules = standard(**options, rounds=str(amount(6, 12)))
    state = play(rules, agents_of(rules, (name, "random"), 1), 1)
    winners(rules, state)
    state = play(rules, agents_of(rules, (name, name), 2), 2)
    winners(rules, state)


@pytest.mark.parametrize("terrain", ["narrow-front", "wide-country"])
def test_plays_on_every_shipped_map(terrain: str) -> None:
    rules = make_rules(scenario_document(terrain=terrain, rounds=6))
    winners(rules, play(rules, agents_of(rules, ("greedy", "commander"), 0)))


@pytest.mark.parametrize("size", [1, 5, 40])
def test_plays_with_armies_of_any_size(size: int) -> None:
    rules = make_rules(scenario_document(size=size, rounds=6))
    winners(rules, play(rules, agents_of(rules, ("commander", "greedy"), 0)))


@pytest.mark.parametrize("name", NAMES)
def test_plays_the_same_with_the_same_dice(name: str) -> None:
    rules = standard(rounds=str(amount(4, 8)))
    games: list[list[Step]] = [[], []]
    for steps in games:
        play(rules, agents_of(rules, (name, name), 3), 3, lambda _, step, s=steps: s.append(step))  # type: ignore[misc]
    assert games[0] == games[1]
    other: list[Step] = []
    play(rules, agents_of(rules, (name, name), 4), 3, lambda _, step: other.append(step))
    assert other != games[0]


class _Blindfolded:
    """Asks one agent about the true state, and its twin about another that looks the same."""

    def __init__(self, rules: Any, name: str, side: int) -> None:
        self._rules, self._side = rules, side
        self._agents = [
            make_agent(SYSTEM, name, rules, side, dice_from_seed(9, 5, f"agent-{side}"))
            for _ in range(2)
        ]
        self._dice = dice_from_seed(77, side)
        self.other_worlds = 0

    def decide(self, seat: Seat) -> int:
        imagined = self._rules.determinize(seat.view, self._dice)
        twin = Seat(self._rules, self._side, imagined)
        assert twin.view == seat.view
        foes = slice((1 - self._side) * self._rules.army, (2 - self._side) * self._rules.army)
        self.other_worlds += not np.array_equal(
            imagined.units.words[foes], seat._state.units.words[foes]
        )
        orders = [agent.decide(s) for agent, s in zip(self._agents, (seat, twin), strict=True)]
        assert orders[0] == orders[1]
        return orders[0]


@pytest.mark.parametrize("name", NAMES)
def test_the_hidden_truth_makes_no_difference(name: str) -> None:
    rules = standard()
    agents = [_Blindfolded(rules, name, side) for side in (WEST, EAST)]
    play(rules, agents, 5, rounds=6)  # type: ignore[arg-type]
    assert all(agent.other_worlds > 50 for agent in agents)


class _Forgetful:
    """An agent that is created anew every few orders."""

    def __init__(self, rules: Any, name: str, side: int) -> None:
        self._rules, self._name, self._side = rules, name, side
        self._asked = 0

    def decide(self, seat: Seat) -> int:
        if self._asked % 7 == 0:
            dice = dice_from_seed(9, self._asked, f"agent-{self._side}")
            self._agent = make_agent(SYSTEM, self._name, self._rules, self._side, dice)
        self._asked += 1
        return self._agent.decide(seat)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("side", [WEST, EAST])
def test_wins_although_it_loses_its_memory(name: str, side: int) -> None:
    rules = standard()
    won = 0
    games = amount(1, 3)
    for game in range(games):
        agents: list[Any] = agents_of(rules, ("random", "random"), game)
        agents[side] = _Forgetful(rules, name, side)
        won += winners(rules, play(rules, agents, game)) == (side,)
    assert won == games


@pytest.mark.parametrize("side", [WEST, EAST])
def test_the_commander_beats_random(side: int) -> None:
    rules = standard()
    names = ("commander", "random") if side == WEST else ("random", "commander")
    for game in range(amount(2, 4)):
        state = play(rules, agents_of(rules, names, game), game)
        assert winners(rules, state) == (side,)


@pytest.mark.nightly
def test_the_commander_mostly_beats_greedy() -> None:
    rules = standard()
    won = 0
    for game in range(8):
        side = game % 2
        names = ("commander", "greedy") if side == WEST else ("greedy", "commander")
        won += winners(rules, play(rules, agents_of(rules, names, game), game)) == (side,)
        if won == 5:
            break
    # At its true rate it wins fewer than 5 of 8 in about one of a hundred such tests; the
    # dice are fixed, so this either holds or the commander has changed.
    assert won >= 5


def test_commanders_use_every_special_function() -> None:
    rules = standard(decon="true")
    found, watch = doings(rules)
    wanted = {"contact", "replace", "recon", "launch", "strike", "fire", "partisans"}
    for game in range(8):
        play(rules, agents_of(rules, ("commander", "commander"), game), game, watch)
        if wanted <= set(found):
            break
    assert wanted <= set(found), found


def test_a_commander_waits_for_the_enemy_to_become_the_aggressor() -> None:
    units = {"W1": "armor @JH", "E1": "infantry @LI"}
    early = Game(units)
    assert not _attacks(early, WEST)
    assert _attacks(Game(units, aggressor=EAST), WEST)


def _attacks(game: Game, side: int) -> bool:
    """Whether the commander attacks in the turn that is on."""
    agent = make_agent(SYSTEM, "commander", game.rules, side, dice_from_seed(1))
    while game.kind == Kind.ORDERS and game.sides == (side,):
        order = agent.decide(Seat(game.rules, side, game.state))
        game.give(side, order)
        if order == 0:
            return False
    return game.kind == Kind.CHANCE


def _first_order(game: Game, side: int = WEST) -> int:
    agent = make_agent(SYSTEM, "commander", game.rules, side, dice_from_seed(1))
    return agent.decide(Seat(game.rules, side, game.state))


def test_a_commander_asks_for_supply() -> None:
    game = Game({"W1": "armor @DH 0/1", "W2": "support @DI", "E1": "infantry @TD"}, aggressor=EAST)
    orders = _orders(game)
    assert game.step_code("W1", "@DI") in orders


def test_a_commander_decontaminates() -> None:
    game = Game(
        {"W1": "technical @DH", "W2": "armor @DI", "E1": "infantry @TD"},
        nbc=["@DI"],
        decon=True,
        aggressor=EAST,
    )
    assert game.aim_code("W1", "@DI") in _orders(game)


def _orders(game: Game, side: int = WEST) -> list[int]:
    """Everything that the commander orders this turn, without any chance in it."""
    agent = make_agent(SYSTEM, "commander", game.rules, side, dice_from_seed(1))
    orders = []
    while game.kind == Kind.ORDERS and game.sides == (side,):
        orders.append(agent.decide(Seat(game.rules, side, game.state)))
        game.give(side, orders[-1])
    return orders


def test_a_belief_accounts_for_every_enemy() -> None:
    rules = standard()
    agents: list[Any] = agents_of(rules, ("commander", "commander"), 6)
    looked = Counter[int]()

    def watch(state: Any, step: Step) -> None:
        side = step.actor
        if side == CHANCE or state.game.phase == Phase.SET_UP:
            return
        facts, memory = rules.view(state, side).facts, agents[side].memory
        hidden = rules.army - facts["kills"] - len(facts["contacts"])
        seen = flags(state.watched[side], rules.ground.rules.hexes) == 1
        assert memory.mind.unseen == hidden
        assert memory.density.sum() == pytest.approx(hidden) or seen.all()
        assert (memory.density >= 0).all()
        assert not memory.density[seen].any()
        looked[side] += 1

    play(rules, agents, 6, watch, rounds=8)
    assert min(looked.values()) > 20


def test_what_was_learned_of_a_contact_is_kept() -> None:
    game = Game({"W1": "armor @JH", "E1": "infantry @KH"}, aggressor=EAST)
    agent: Any = make_agent(SYSTEM, "commander", game.rules, WEST, dice_from_seed(1))
    agent.decide(Seat(game.rules, WEST, game.state))
    game.attack("W1", "@KH", 1)
    agent.decide(Seat(game.rules, WEST, game.state))
    assert agent.memory.mind.files == 1
    file = agent.memory.files.at(0)
    (contact,) = game.view(WEST).facts["contacts"]
    assert (file.number, file.place, file.kind, file.hits) == (*contact[:2], INFANTRY, 1)


@pytest.mark.parametrize("needed", [1, 2, 9])
def test_plays_whatever_number_of_sectors_wins(needed: int) -> None:
    document = scenario_document(size=6, rounds=12, numbers={"sectors_to_win": needed})
    rules = make_rules(document)
    winners(rules, play(rules, agents_of(rules, ("commander", "commander"), 1)))


def test_an_order_is_the_same_from_the_view_and_from_the_packed_view() -> None:
    """In rows of memories, as batches of games have them."""
    rules = standard(rounds="6")
    setting, codes = rules.setting, np.zeros(rules.actions, dtype=np.int64)
    lore, room, packed = make_lore(setting), make_room(setting), rules.start()
    numbers = (GREEDY, COMMANDER)
    memories = np.stack([new_memory(setting, side).words for side in range(2)])
    dice = [dice_from_seed(9, 7, f"agent-{side}") for side in range(2)]
    asked = Counter[int]()

    def watch(state: Any, step: Step) -> None:
        side = step.actor
        if side != CHANCE:
            pack_view(rules.ground, state, side, packed)
            count = int(list_choices(rules.ground, state, side, codes))
            order = decide(
                numbers[side], rules.ground, lore, room, memories, side, packed, side, dice[side],
                codes, count,
            )  # fmt: skip
            assert order == step.order
            asked[side] += 1

    play(rules, agents_of(rules, ("greedy", "commander"), 7), 7, watch)
    assert min(asked.values()) > 50


@pytest.mark.parametrize("name", NAMES)
def test_goes_on_out_of_a_pickle(name: str) -> None:
    """Made anew of a pickle before every order, it orders the same."""
    rules = standard()

    class Packed:
        def __init__(self, agent: Agent) -> None:
            self._pickle = pickle.dumps(agent)

        def decide(self, seat: Seat) -> int:
            agent = pickle.loads(self._pickle)
            order: int = agent.decide(seat)
            self._pickle = pickle.dumps(agent)
            return order

    games: list[list[Step]] = [[], []]
    for steps, packed in zip(games, (False, True), strict=True):
        agents: list[Any] = agents_of(rules, (name, name), 3)
        play(
            rules,
            [Packed(agent) for agent in agents] if packed else agents,
            3,
            lambda _, step, s=steps: s.append(step),  # type: ignore[misc]
            rounds=2,
        )
    assert games[0] == games[1]


def test_armies_of_the_commander_are_varied() -> None:
    rules, log = standard(), EventLog()
    armies, units = set(), Counter[int]()
    for number in range(24):
        agent = make_agent(SYSTEM, "commander", rules, WEST, dice_from_seed(number))
        state = rules.start()
        while WEST in rules.decision(state).sides:
            order = agent.decide(Seat(rules, WEST, state))
            rules.apply(state, Step(WEST, order), log)
        army = Counter[int](state.units.kind[: rules.army].tolist())
        assert army.total() == rules.army
        armies.add(tuple(sorted(army.items())))
        units += army
    assert len(armies) >= 5
    assert set(units) == set(range(TYPES))
    assert max(units.values()) < 0.7 * units.total()
