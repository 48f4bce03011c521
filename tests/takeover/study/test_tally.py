"""What studies count in games of Takeover, against what the log tells."""

from __future__ import annotations

from collections import Counter

from hexfront.core.contract import CHANCE, UMPIRE, Kind, Step
from hexfront.core.dice import dice_from_seed, draw, draw_outcome
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, EventLog
from hexfront.study.batch import make_plan
from hexfront.study.games import GameRunner
from hexfront.systems.takeover import SYSTEM
from hexfront.systems.takeover.rules.engagement import LeftGame
from hexfront.systems.takeover.study.tally import TakeoverTally
from tests.takeover.positions import BLUE, Table

TOLD = {"conquer": "won", "repel": "lost", "buy": "titles", "add": "goods", "card": "cards"}


def test_counts_are_what_the_log_tells() -> None:
    rules = Table(options={"rounds": 12}).rules
    state, dice, out = rules.start(), dice_from_seed(5), EventLog()
    tally = TakeoverTally(rules)
    tally.begin(state)
    told: Counter[str] = Counter()
    while (decision := rules.decision(state)).kind != Kind.OVER:
        if decision.kind == Kind.CHANCE:
            step = Step(CHANCE, draw_outcome(rules.chances(state).weights, dice))
        else:
            choices = rules.choices(state, decision.sides[0])
            step = Step(decision.sides[0], choices[-1 - int(draw(dice, min(len(choices), 3)))])
        out.clear()
        rules.apply(state, step, out)
        tally.take(decision.time, out.written(), state)
        view = rules.view(state, UMPIRE)
        for entry in (rules.describe(event, view) for event in out.events()):
            if entry.kind in TOLD:
                told[f"{TOLD[entry.kind]}_{entry.subjects[0]}"] += 1
            told["battle_rounds"] += entry.kind == "round"
    values, at, curves = tally.count()
    counted = dict(zip([figure.name for figure in tally.figures], values, strict=True))
    assert told["battle_rounds"] > 5
    assert {name: counted[name] for name in told} == dict(told)
    assert list(at) == list(range(13))
    result = rules.result(state)
    assert result is not None
    assert curves[-1][: len(rules.sides)] == list(result.scores)


def test_who_leaves_in_the_last_turn_of_a_round_is_out_in_that_round() -> None:
    rules, out = Table().rules, EventLog()
    tally = TakeoverTally(rules)
    state = rules.start()
    tally.begin(state)
    note(out.rows, PUBLIC, LeftGame(BLUE))
    state.game.round = 6
    tally.take(19, out.written(), state)
    counted = dict(
        zip([figure.name for figure in tally.figures], tally.count().values, strict=True)
    )
    assert (counted["out_blue"], counted["out_red"]) == (5, None)


def test_cards_in_hand_are_no_losses() -> None:
    scenario = Table(options={"rounds": 20}).rules.scenario
    plan, rules = make_plan(SYSTEM, scenario, ["random"] * 4, 3)
    rows = [GameRunner(plan, rules).play(game).row for game in range(4)]
    for row in rows:
        for side in rules.sides:
            assert row[f"losses_{side}"] == (row[f"out_{side}"] is not None)
