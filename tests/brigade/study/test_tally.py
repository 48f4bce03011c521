from collections import Counter
from functools import partial
from typing import Any

import pytest

from hexfront.core.contract import UMPIRE, Step
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.study.batch import make_plan
from hexfront.study.games import GameRunner, Record
from hexfront.systems.brigade.rules import combat, turn
from hexfront.systems.brigade.scenario.state import RESULT_CODES

SIDES = ("opfor", "bluefor")


def played(scenario: str, game: int) -> tuple[GameRunner, Record, list[Step]]:
    system = find_system("brigade")
    plan, _ = make_plan(system, load_scenario(system, scenario), ["greedy", "greedy"], 7)
    runner = GameRunner(plan)
    steps: list[Step] = []
    runner.play_out = partial(runner.play_out, watch=steps.append)  # type: ignore[method-assign]
    return runner, runner.play(game), steps


def seen_by_umpire(runner: GameRunner, steps: list[Step]) -> tuple[list[Any], Counter[int], int]:
    """The views at the start and after each turn, the results of battles, and losses at once."""
    rules = runner.rules
    state, log = rules.start(), EventLog()
    views, results, trapped = [rules.view(state, UMPIRE)], Counter[int](), 0
    for step in steps:
        log.clear()
        rules.apply(state, step, log)
        for event in log.events():
            if isinstance(event.what, combat.Rolled):
                results[event.what.result] += 1
            elif isinstance(event.what, combat.Eliminated):
                trapped += event.what.cause == combat.NO_RETREAT
            elif isinstance(event.what, turn.GameEnds) or (
                isinstance(event.what, turn.TurnBegins) and event.what.turn > 1
            ):
                views.append(rules.view(state, UMPIRE))
    return views, results, trapped


def standing(view: Any, side: int) -> dict[str, int]:
    return {c.name: c.values["strength"] for c in view.counters if c.side == side and c.place}


@pytest.mark.parametrize("scenario", ["three-towns", "iron-few", "night-on-the-moor"])
@pytest.mark.parametrize("game", [0, 1])
def test_losses_battles_and_courses_are_those_of_the_game(scenario: str, game: int) -> None:
    runner, record, steps = played(scenario, game)
    views, results, trapped = seen_by_umpire(runner, steps)
    row = record.row
    assert record.at == tuple(range(len(views)))
    for side, name in enumerate(SIDES):
        start, end = standing(views[0], side), standing(views[-1], side)
        before, after = Counter(start.values()), Counter(end.values())
        for worth in before:
            assert row[f"lost_strength_{worth}_{name}"] == before[worth] - after[worth]
        lost = [value for column, value in row.items() if column.startswith(f"lost_{name}_company")]
        assert len(lost) == len(start)
        assert sum(lost) == row[f"losses_{name}"] == len(start) - len(end)
        own = [place for place, curve in enumerate(runner.tally.curves) if curve.side == side]
        for view, values in zip(views, record.curves, strict=True):
            _, companies, strength = (values[place] for place in own)
            assert companies == len(standing(view, side))
            assert strength == sum(standing(view, side).values())
        assert record.curves[-1][own[0]] == row[f"score_{name}"]
    found = [sum(row[f"battles_{code}_{name}"] for name in SIDES) for code in CODES]
    assert found == [results[number] for number in range(len(RESULT_CODES))]
    assert trapped == sum(row[f"lost_no_retreat_{name}"] for name in SIDES)


CODES = ("none", "de", "dr", "ar", "ae", "ex")
