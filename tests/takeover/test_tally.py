"""What studies count in games of Takeover, against what the log tells."""

from __future__ import annotations

from collections import Counter

from hexfront.core.contract import CHANCE, UMPIRE, Kind, Step
from hexfront.core.dice import dice_from_seed, draw, draw_outcome
from hexfront.core.events import EventLog
from hexfront.systems.takeover.tally import TakeoverTally
from tests.takeover.table import Table

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
        for telling in (rules.tell(event, view) for event in out.events()):
            if telling.kind in TOLD:
                told[f"{TOLD[telling.kind]}_{telling.subjects[0]}"] += 1
            told["battle_rounds"] += telling.kind == "round"
    values, at, curves = tally.count()
    counted = dict(zip([figure.name for figure in tally.figures], values, strict=True))
    assert told["battle_rounds"] > 5
    assert {name: counted[name] for name in told} == dict(told)
    assert list(at) == list(range(13))
    result = rules.result(state)
    assert result is not None
    assert curves[-1][: len(rules.sides)] == list(result.scores)
