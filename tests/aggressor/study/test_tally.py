from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from hexfront.core.contract import Kind, Step
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, EventLog, clause_code
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.study.batch import make_plan
from hexfront.study.games import GameRunner
from hexfront.systems.aggressor.rules.combat import (
    KILL,
    MISS,
    RANGE_HIT,
    SECOND,
    AggressorNamed,
    AttackReported,
)
from hexfront.systems.aggressor.rules.movement import Loss, Moved
from hexfront.systems.aggressor.rules.observation import SectorTaken
from hexfront.systems.aggressor.rules.turn import GameEnds, TurnBegins
from hexfront.systems.aggressor.scenario.model import TYPE_NAMES
from hexfront.systems.aggressor.scenario.state import (
    AIR_DEFENCE,
    AMBUSH,
    ARMOR,
    INFANTRY,
    LAUNCH,
    MISSILE,
    TECHNICAL,
    Phase,
)
from hexfront.systems.aggressor.study.tally import CAUSES, FORMS, AggressorTally

SIDES = ("west", "east")
CLAUSE = clause_code("AGR-22")


def made_rules() -> Any:
    system = find_system("aggressor")
    return system.rules(load_scenario(system))


def rows_of(*events: Any) -> Any:
    log = EventLog()
    for event in events:
        note(log.rows, PUBLIC, event)
    return log.written()


def counted(*takes: tuple[Any, ...]) -> tuple[dict[str, Any], Any]:
    """What comes of made-up events on the state of an ended game."""
    rules = made_rules()
    tally = AggressorTally(rules)
    state = rules.start()
    tally.begin(state)
    army = len(state.units) // 2
    state.units.kind[:army] = ARMOR
    state.units.kind[army:] = INFANTRY
    state.units.kind[0], state.units.kind[1] = MISSILE, TECHNICAL
    state.game.round, state.game.reason = 3, 2
    for time, events in enumerate(takes):
        tally.take(time, rows_of(*events), state)
    count = tally.count()
    names = [figure.name for figure in tally.figures]
    return dict(zip(names, count.values, strict=True)), count


def not_zero(row: dict[str, Any], *starts: str) -> dict[str, int]:
    return {name: value for name, value in row.items() if value and name.startswith(starts)}


def test_losses_are_counted_by_type_and_form() -> None:
    row, _ = counted(
        (
            Loss(0, ARMOR, 3, AMBUSH, 0, CLAUSE),
            Moved(1, 2, 3, 0),
            Loss(0, ARMOR, 3, AMBUSH, 1, CLAUSE),
        ),
        (Loss(1, TECHNICAL, 20, LAUNCH, 1, CLAUSE), Loss(1, 0, 21, AIR_DEFENCE, 0, CLAUSE)),
    )
    assert not_zero(row, "steps_lost", "units_lost") == {
        "steps_lost_armor_west": 2,
        "steps_lost_ambush_west": 2,
        "steps_lost_armor_ambush_west": 2,
        "units_lost_armor_west": 1,
        "units_lost_ambush_west": 1,
        "units_lost_armor_ambush_west": 1,
        "steps_lost_missile_east": 1,
        "steps_lost_missile_launch_east": 1,
        "steps_lost_missile_missile_launch_east": 1,
        "units_lost_missile_east": 1,
        "units_lost_missile_launch_east": 1,
        "units_lost_missile_missile_launch_east": 1,
        "steps_lost_airbase_east": 1,
        "steps_lost_air_defence_east": 1,
        "steps_lost_airbase_air_defence_east": 1,
    }


def test_attacks_are_counted_for_whoever_has_the_turn() -> None:
    row, _ = counted(
        (
            TurnBegins(1, 1),
            AttackReported(ARMOR, 50, AMBUSH, MISS, 0, CLAUSE),
            AttackReported(ARMOR, 50, AMBUSH, RANGE_HIT, SECOND, CLAUSE),
            TurnBegins(1, 0),
            AttackReported(MISSILE, 50, LAUNCH, KILL, 0, CLAUSE),
        ),
    )
    assert not_zero(row, "attacks", "hits") == {
        "attacks_ambush_east": 1,
        "hits_ambush_east": 1,
        "attacks_missile_launch_west": 1,
        "hits_missile_launch_west": 1,
    }


def test_armies_are_those_that_were_chosen() -> None:
    row, _ = counted(())
    size = 18
    assert not_zero(row, "army") == {
        "army_missile_west": 2,
        "army_armor_west": size - 2,
        "army_infantry_east": size,
    }


def test_sectors_and_units_are_read_when_rounds_end() -> None:
    row, count = counted(
        (TurnBegins(1, 0), SectorTaken(1, 0), TurnBegins(1, 1), AggressorNamed(1)),
        (
            Loss(0, ARMOR, 3, AMBUSH, 1, CLAUSE),
            SectorTaken(4, 1),
            TurnBegins(2, 0),
            Loss(1, ARMOR, 20, AMBUSH, 1, CLAUSE),
        ),
        # A round in which nobody had anything to do, within one step.
        (TurnBegins(2, 1), TurnBegins(3, 0), SectorTaken(1, 1), GameEnds(1, 2, CLAUSE)),
    )
    assert list(count.at) == [0, 1, 2, 3]
    assert [list(values) for values in count.curves] == [
        [3, 3, 18, 18],
        [4, 4, 17, 18],
        [4, 4, 17, 17],
        [3, 5, 17, 17],
    ]
    assert (row["rounds"], row["ending"], row["aggressor_round"]) == (3, "no units", 1)


@pytest.mark.parametrize("game", range(6))
def test_figures_are_those_of_the_states(game: int) -> None:
    system = find_system("aggressor")
    plan, rules = make_plan(system, load_scenario(system), ["random", "random"], 5)
    runner = GameRunner(plan)
    steps: list[Step] = []
    runner.play_out(game, steps.append)
    record = runner.play(game)
    seen = walked(rules, steps)
    row, end = record.row, seen.state
    assert row["rounds"] == record.at[-1] == end.game.round
    for side, name in enumerate(SIDES):
        lost = 18 - int(end.game.alive[side])
        assert row[f"losses_{name}"] == lost
        kinds = [row[f"units_lost_{kind}_{name}"] for kind in TYPE_NAMES]
        causes = [row[f"units_lost_{cause}_{name}"] for cause in CAUSES]
        pairs = [row[f"units_lost_{k}_{c}_{name}"] for k in TYPE_NAMES for c in CAUSES]
        assert sum(kinds) == sum(causes) == sum(pairs) == lost
        assert sum(row[f"army_{kind}_{name}"] for kind in TYPE_NAMES) == 18
        for kind in TYPE_NAMES:
            assert 0 <= row[f"units_lost_{kind}_{name}"] <= row[f"army_{kind}_{name}"]
            assert row[f"units_lost_{kind}_{name}"] <= row[f"steps_lost_{kind}_{name}"]
        assert record.curves[-1][2 + side] == end.game.alive[side]
        held = np.count_nonzero(end.game.control == side)
        assert record.curves[-1][side] == held
    assert row["aggressor"] == (*SIDES, "none")[end.game.aggressor]
    assert row["aggressor_round"] == seen.aggression
    for number, form in enumerate(FORMS):
        made = sum(row[f"attacks_{form}_{name}"] for name in SIDES)
        assert made >= seen.attacks[number]
        assert made == seen.attacks[number] or number == LAUNCH
    for at, sectors in seen.sectors.items():
        assert list(record.curves[at][:2]) == sectors


def walked(rules: Any, steps: list[Step]) -> Any:
    """The game again: first dice of attacks by form, sectors at the end of rounds, and the end."""
    state, log = rules.start(), EventLog()
    attacks, sectors, aggression = Counter[int](), {}, None
    for step in steps:
        log.clear()
        before, first = state.game.round, state.game.attempt == 1
        if rules.decision(state).kind == Kind.CHANCE and state.game.phase == Phase.HIT and first:
            attacks[state.game.form] += 1
        rules.apply(state, step, log)
        if aggression is None and state.game.aggressor >= 0:
            aggression = before
        turns = np.count_nonzero(log.written()[:, 0] == TurnBegins)
        if turns == 1 and before and state.game.round == before + 1:
            control = state.game.control.tolist()
            sectors[before] = [control.count(0), control.count(1)]
    return SimpleNamespace(attacks=attacks, sectors=sectors, aggression=aggression, state=state)
