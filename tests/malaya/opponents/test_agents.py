"""The opponents `greedy` and `commander`: legal, repeatable, and better than chance."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

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
from hexfront.systems.malaya.opponents.appraisal import AT_SEA, NO_BATTLE, Appraisal
from hexfront.systems.malaya.opponents.assault import Assaults, Values
from hexfront.systems.malaya.opponents.geography import Geography
from hexfront.systems.malaya.opponents.picture import Picture, path_of
from hexfront.systems.malaya.rules.orders import DIRECTION_NAMES
from hexfront.systems.malaya.rules.planes import control_of
from hexfront.systems.malaya.scenario.loader import MalayaScenario, load
from hexfront.systems.malaya.scenario.state import COMMONWEALTH, JAPAN, MalayaState, Phase
from hexfront.systems.malaya.study.tally import MalayaTally
from tests.malaya.small import Table, cw, document, jp

SYSTEM = find_system("malaya")
NAMES = ("greedy", "commander")
ARMIES = (
    jp("j1", "0301"),
    jp("j2", "0301"),
    jp("j3", "0401"),
    jp("j4", box="Indo-China"),
    jp("jr", arrives=2),
    jp("tank", "0201", arm="armour", stacking=1),
    cw("c1", "0302"),
    cw("c2", "0305"),
    cw("c3", "0308"),
    cw("c4", "0705", steps=1, stacking=1),
    cw("cr", arrives=2),
)


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


def picture_of(table: Table, *units: dict[str, Any]) -> Picture:
    """What Japan knows."""
    rules = MalayaRules(load(document(*units), None, "small"))
    return Picture(Geography(table.setting), rules.view(table.state, JAPAN), JAPAN)


def test_reach_is_what_the_rules_allow() -> None:
    """Every path of a picture can be marched, hex by hex; nothing else is beside it."""
    units = (jp("j1", "0601"), cw("c1", "0604"), cw("c3", "0308"))
    table = Table(*units).go_to(Phase.MOVEMENT)
    picture = picture_of(table, *units)
    reach = picture.reach(0, picture.left(0))
    assert len(reach) > 8
    for there in reach:
        fresh = Table(*units).go_to(Phase.MOVEMENT)
        path = path_of(reach, there)
        for here, beyond in pairwise(path):
            direction = picture.geography.direction(here, beyond)
            fresh.do(do="move", unit="j1", to=DIRECTION_NAMES[direction])
        assert fresh.at(fresh.where("j1")) == there
        if len(path) > 1 and picture.zone[COMMONWEALTH][there]:
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
    geography = Geography(table.setting)
    picture = picture_of(table, *units)
    here, target = table.at("0301"), table.at("0302")
    prospect = Appraisal(geography).battle(picture, [(0, here), (1, here)], target, air)
    assert prospect.vacated == pytest.approx(float(exact.vacated))
    assert prospect.taken == pytest.approx(float(exact.expected("defender")))


def test_a_hopeless_landing_is_no_battle() -> None:
    units = (jp("j1", box="Indo-China", attack=1), cw("c1", "0705", defence=9))
    table = Table(*units)
    geography = Geography(table.setting)
    picture = picture_of(table, *units)
    assert Appraisal(geography).battle(picture, [(0, AT_SEA)], table.at("0705"), 3) == NO_BATTLE


def test_assaults_concentrate() -> None:
    """Two regiments attack together what one could not drive away."""
    units = (jp("j1", "0301"), jp("j2", "0401"), cw("c1", "0302"), cw("c3", "0308"))
    table = Table(*units).go_to(Phase.MOVEMENT)
    rules = MalayaRules(load(document(*units), None, "small"))
    geography = Geography(table.setting)
    picture = Picture(geography, rules.view(table.state, JAPAN), JAPAN)
    values = Values(1.0, 0.7, lambda place: 3.0, 0.5)
    assaults = Assaults(geography, Appraisal(geography), picture, values)
    assaults.add(picture.own)
    planned = assaults.plan()
    assert [a.target for a in planned] == [table.at("0302")]
    assert {unit for unit, _ in planned[0].force} == {0, 1}
    assert set(assaults.placed) >= {0, 1}


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
