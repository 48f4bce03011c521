"""The opponents `greedy` and `commander`: legal, repeatable, and better than chance."""

from __future__ import annotations

import pickle
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest

from hexfront.agents import make_agent
from hexfront.core.contract import CHANCE, Kind, Step
from hexfront.core.dice import dice_from_seed, draw_outcome
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import Seat, play_on
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.knowledge.odds import battle_odds
from hexfront.systems.malaya.opponents.appraisal import AT_SEA, is_battle, weigh_battle
from hexfront.systems.malaya.opponents.assault import add_units, begin_plan, plan_battles
from hexfront.systems.malaya.opponents.lore import MalayaLore, make_lore
from hexfront.systems.malaya.opponents.paths import find_reach, hex_before, left_of
from hexfront.systems.malaya.opponents.room import MalayaRoom, make_room
from hexfront.systems.malaya.opponents.threats import find_threats
from hexfront.systems.malaya.rules.combat import direction_to
from hexfront.systems.malaya.rules.movement import MovedByRail
from hexfront.systems.malaya.rules.orders import DIRECTION_NAMES, DONE
from hexfront.systems.malaya.rules.planes import control_of, in_zone_of, points_in
from hexfront.systems.malaya.scenario.loader import MalayaScenario, load
from hexfront.systems.malaya.scenario.state import (
    COMMONWEALTH,
    JAPAN,
    NOBODY,
    MalayaGround,
    MalayaState,
    Phase,
)
from hexfront.systems.malaya.study.tally import MalayaTally
from tests.malaya.opponents.golden import ARMIES
from tests.malaya.small import Table, cw, document, jp

SYSTEM = find_system("malaya")
NAMES = ("greedy", "commander")


def rules_of(**changes: Any) -> MalayaRules:
    """The small country with two armies."""
    return MalayaRules(load(document(*ARMIES, **changes), None, "small"))


def play(
    rules: MalayaRules, seats: tuple[str, str], game: int = 0
) -> tuple[MalayaState, list[int]]:
    """A game to its end, and all its steps; each order must be one of the choices."""
    agents = [
        make_agent(SYSTEM, name, rules, side, dice_from_seed(7, game, f"agent-{side}"))
        for side, name in enumerate(seats)
    ]
    state, steps = rules.start(), []
    for step, _ in play_on(rules, state, agents, dice_from_seed(7, game)):
        steps.append(step.order)
        assert len(steps) < 5000
    return state, steps


@pytest.mark.parametrize("japan", [*NAMES, "random"])
@pytest.mark.parametrize("commonwealth", NAMES)
def test_games_end(japan: str, commonwealth: str) -> None:
    play(rules_of(), (japan, commonwealth))


def test_the_same_seed_is_the_same_game() -> None:
    rules = rules_of()
    first, again = (play(rules, ("commander", "greedy"), 3)[1] for _ in range(2))
    assert first == again
    assert play(rules, ("commander", "greedy"), 4)[1] != first


def test_an_agent_made_anew_goes_on() -> None:
    """Plans are made from the view alone: a new agent takes over in the middle of a battle."""
    rules = rules_of()
    state, log, dice = rules.start(), EventLog(), dice_from_seed(1)
    agent, count = make_agent(SYSTEM, "commander", rules, JAPAN, dice_from_seed(2)), 0
    while (decision := rules.decision(state)).kind != Kind.OVER:
        if decision.kind == Kind.CHANCE:
            step = Step(CHANCE, draw_outcome(rules.chances(state).weights, dice))
        else:
            side, count = decision.sides[0], count + 1
            if count % 5 == 0 or agent.side != side:  # type: ignore[attr-defined]
                agent = make_agent(SYSTEM, "commander", rules, side, dice_from_seed(2))
            step = Step(side, agent.decide(Seat(rules, side, state)))
        assert count < 3000
        log.clear()
        rules.apply(state, step, log)


def test_commander_takes_what_greedy_and_chance_do_not() -> None:
    """Over a few games Japan's commander is at least as quick as greedy, and random never is."""
    rules = rules_of(turns=6)
    fallen = {
        name: [int(play(rules, (name, "greedy"), game)[0].game.fallen) or 7 for game in range(3)]
        for name in ("commander", "greedy", "random")
    }
    assert sum(fallen["commander"]) <= sum(fallen["greedy"])
    assert sum(fallen["commander"]) < sum(fallen["random"])


def test_commander_lands_where_the_coast_is_left_open() -> None:
    """Once the enemy's fleet is gone, an open port near Singapore is worth more than the road."""
    scenario = load_scenario(SYSTEM, "campaign")
    assert isinstance(scenario, MalayaScenario)
    rules, found = MalayaRules(scenario), []
    agents = [
        make_agent(SYSTEM, name, rules, side, dice_from_seed(1, 0, f"agent-{side}"))
        for side, name in enumerate(("commander", "random"))
    ]
    state = rules.start()
    for step, _ in play_on(rules, state, agents, dice_from_seed(1, 0)):
        if step.actor == JAPAN and state.game.phase == Phase.NAVAL:
            found.append((int(state.game.turn), rules.write_order(step.order)))
        if state.game.turn == 4:
            break
    landings = [(turn, order["port"]) for turn, order in found if order.get("do") == "land"]
    assert {"Endau", "Mersing"} & {port for turn, port in landings if turn > 1}
    assert not {"Endau", "Mersing"} & {port for turn, port in landings if turn == 1}


@pytest.mark.parametrize("first", ["0301", "0303", "0304"])
def test_greedy_keeps_its_garrison_when_the_enemy_comes(first: str) -> None:
    """Nobody leaves Singapore to bar the road before it."""
    units = jp("j1", first), cw("c1", "0308"), cw("c2", "0308")
    rules = MalayaRules(load(document(*units), None, "small"))
    state = Table(*units).go_to(Phase.MOVEMENT, COMMONWEALTH).state
    agent = make_agent(SYSTEM, "greedy", rules, COMMONWEALTH, dice_from_seed(1))
    assert agent.decide(Seat(rules, COMMONWEALTH, state)) == DONE


def test_greedy_goes_back_to_a_goal_without_a_garrison() -> None:
    units = jp("j1", "0304"), cw("c1", "0307"), cw("c2", "0207")
    rules = MalayaRules(load(document(*units), None, "small"))
    state, log = Table(*units).go_to(Phase.MOVEMENT, COMMONWEALTH).state, EventLog()
    agent = make_agent(SYSTEM, "greedy", rules, COMMONWEALTH, dice_from_seed(1))
    while state.game.phase == Phase.MOVEMENT:
        order = agent.decide(Seat(rules, COMMONWEALTH, state))
        rules.apply(state, Step(COMMONWEALTH, order), log)
    goal = rules.setting.index_of["0308"]
    assert points_in(rules.ground, state, goal, COMMONWEALTH) == 4


def test_commander_brings_a_brigade_to_the_front_by_train() -> None:
    """In its first turn as the Commonwealth, from far behind the front (MAL-12)."""
    rules: MalayaRules = SYSTEM.rules(load_scenario(SYSTEM))
    agents = [
        make_agent(SYSTEM, "commander", rules, side, dice_from_seed(3, side)) for side in range(2)
    ]
    state, rides = rules.start(), set[int]()
    for _, log in play_on(rules, state, agents, dice_from_seed(3)):
        told = [event.what for event in log.events()]
        rides |= {what.unit for what in told if isinstance(what, MovedByRail)}
        if state.game.turn > 1:
            break
    own = {unit for unit in rides if unit >= rules.ground.rules.second}
    assert own and all(rules.ground.units.stack[unit] >= 2 for unit in own)


class Thoughts(NamedTuple):
    """What an opponent's kernels work on."""

    ground: MalayaGround
    lore: MalayaLore
    room: MalayaRoom
    state: MalayaState


def thoughts_of(table: Table) -> Thoughts:
    """A position that one can imagine changes of."""
    lore, room = make_lore(table.setting), make_room(table.setting)
    return Thoughts(table.ground, lore, room.scratch, table.state.copy())


def force_of(*pairs: tuple[int, int]) -> tuple[Any, Any, int]:
    """Units and the hexes that they attack from, and their number."""
    units, origins = np.array(pairs, dtype=np.int64).T.copy()
    return units, origins, len(pairs)


def test_reach_is_what_the_rules_allow() -> None:
    """Every path can be marched, hex by hex; nothing else is beside it."""
    units = (jp("j1", "0601"), cw("c1", "0604"), cw("c3", "0308"))
    table = Table(*units).go_to(Phase.MOVEMENT)
    ground, _, room, state = thoughts_of(table)
    reach, zone = room.reach[0], state.zones[COMMONWEALTH]
    left = left_of(ground, state, 0)
    assert find_reach(ground, room, state, 0, left, zone, reach) > 8
    for there in np.flatnonzero(reach != NOBODY).tolist():
        fresh = Table(*units).go_to(Phase.MOVEMENT)
        path = [there]
        while (before := int(hex_before(reach, path[-1]))) != NOBODY:
            path.append(before)
        for here, beyond in pairwise(reversed(path)):
            direction = int(direction_to(ground, here, beyond))
            fresh.do(do="move", unit="j1", to=DIRECTION_NAMES[direction])
        assert fresh.at(fresh.where("j1")) == there
        if len(path) > 1 and in_zone_of(state, there, COMMONWEALTH):
            assert not [d for d in DIRECTION_NAMES if not fresh.refusal(do="move", unit="j1", to=d)]


@pytest.mark.parametrize("air", [0, 2])
def test_prospects_are_the_exact_odds(air: int) -> None:
    """Where a stack of one retreats alike, the quick appraisal is the exact one."""
    units = (jp("j1", "0301"), jp("j2", "0301"), cw("c1", "0302"), cw("c3", "0308"))
    table = Table(*units).go_to(5)
    table.do(do="attack", hex="0302").do(do="join", unit="j1").do(do="join", unit="j2")
    if air:
        table.do(do="air", points=air)
    exact = battle_odds(table.ground, table.state)
    ground, _, room, state = thoughts_of(table)
    here, target = table.at("0301"), table.at("0302")
    force = force_of((0, here), (1, here))
    vacated, _, taken, _ = weigh_battle(ground, room, state, *force, target, air)
    assert vacated == pytest.approx(float(exact.vacated))
    assert taken == pytest.approx(float(exact.expected("defender")))


def test_a_hopeless_landing_is_no_battle() -> None:
    table = Table(jp("j1", box="Indo-China", attack=1), cw("c1", "0705", defence=9))
    ground, _, room, state = thoughts_of(table)
    target = table.at("0705")
    assert not is_battle(weigh_battle(ground, room, state, *force_of((0, AT_SEA)), target, 3))


@pytest.mark.parametrize(("behind", "near"), [("0202", True), ("0206", False)])
def test_what_enemies_behind_the_front_can_cut_off(behind: str, near: bool) -> None:
    """A regiment far down the road lives by it, and a brigade can come beside the road."""
    units = (jp("j1", "0306"), cw("c1", behind), cw("c3", "0308"))
    table = Table(*units)
    table.hold(JAPAN, *(f"03{row:02d}" for row in range(1, 7)))
    table.go_to(Phase.MOVEMENT)
    ground, lore, room, state = thoughts_of(table)
    kept = state.control.tolist(), state.zones.tolist(), state.units.place.tolist()
    begin_plan(ground, lore, room, state, JAPAN)
    add_units(ground, room, state, JAPAN)
    find_threats(ground, lore, room, state, JAPAN)
    factors = lore.step_worth[0] * state.units.steps[0]
    assert room.threat[table.at(behind)] == (factors if near else 0)
    assert not room.threat[table.at("0308")]
    assert kept == (state.control.tolist(), state.zones.tolist(), state.units.place.tolist())


def test_assaults_concentrate() -> None:
    """Two regiments attack together what one could not drive away."""
    units = (jp("j1", "0301"), jp("j2", "0401"), cw("c1", "0302"))
    table = Table(*units).go_to(Phase.MOVEMENT)
    ground, lore, room, state = thoughts_of(table)
    begin_plan(ground, lore, room, state, JAPAN)
    add_units(ground, room, state, JAPAN)
    plan_battles(ground, lore, room, state, JAPAN)
    assert (room.now.planned, room.planned[0]) == (1, table.at("0302"))
    assert set(room.planned_force[0, : room.planned_size[0]].tolist()) == {0, 1}
    assert set(room.placed_order[: room.now.placed].tolist()) >= {0, 1}


def test_an_agent_keeps_its_plan_in_a_pickle() -> None:
    """It goes on in another process as it would have here."""
    rules = rules_of()
    state, log = rules.start(), EventLog()
    agent = make_agent(SYSTEM, "commander", rules, JAPAN, dice_from_seed(2))
    for _ in range(20):
        if rules.decision(state).sides != (JAPAN,):
            break
        seat, twin = Seat(rules, JAPAN, state), pickle.loads(pickle.dumps(agent))
        order = agent.decide(seat)
        assert twin.decide(seat) == order
        log.clear()
        rules.apply(state, Step(JAPAN, order), log)


def test_the_campaign_moves_south() -> None:
    """In one game on the real map Kuala Lumpur falls, and the orders of a tally add up."""
    scenario = load_scenario(SYSTEM, "campaign")
    assert isinstance(scenario, MalayaScenario)
    rules = MalayaRules(scenario)
    tally = MalayaTally(rules)
    state = rules.start()
    tally.begin(state)
    agents = [
        make_agent(SYSTEM, name, rules, side, dice_from_seed(3, side))
        for side, name in enumerate(("commander", "commander"))
    ]
    time = 0
    for _, log in play_on(rules, state, agents, dice_from_seed(7)):
        tally.take(time, log.written(), state)
        time = rules.decision(state).time
    count = tally.count()
    values = dict(zip((f.name for f in tally.figures), count.values, strict=True))
    city = rules.setting.index_of["1427"]
    assert (values["fell_kuala_lumpur"] is not None) == (control_of(state, city) == JAPAN)
    assert values["lost_steps_japan"] == state.game.eliminated[0]
    assert values["lost_steps_commonwealth"] == state.game.eliminated[1]
    assert count.at == list(range(state.game.turn + 1))
    assert len(count.curves) == len(count.at)
    battles = [v for k, v in values.items() if k.startswith("battles_")]
    assert sum(int(number or 0) for number in battles) > 10
