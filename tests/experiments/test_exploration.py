"""What the points of played experiments say together; jitter, and no band without chance."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfront.core.errors import InputError
from hexfront.experiments.document import ExperimentEntry
from hexfront.experiments.experiment import prepare
from hexfront.experiments.exploration import Exploration
from hexfront.experiments.playing import run_experiment
from hexfront.experiments.results import Results

TURNS = {"name": "turns", "number": "/turns", "levels": [1, 2, 3]}
FIRST = {"name": "first", "seat": "opfor", "levels": ["greedy", "random"], "decided": True}
KATK = {"name": "katk", "number": "katk", "times": True, "low": 0.5, "high": 2}


def experiment(**changes):
    fields = {"system": "brigade", "agents": ["random", "random"], "games": 2, **changes}
    fields.setdefault("factors", [TURNS, FIRST])
    return prepare(ExperimentEntry.model_validate(fields), Path())


def war(**changes):
    fields = {"system": "idahex", "scenario": "first-war", "factors": [KATK], **changes}
    return experiment(agents=["greedy", "greedy"], responses={"length": "end_time"}, **fields)


def explored(made):
    return Exploration(Results(run_experiment(made)))


def test_decisions_are_weighed_against_what_is_uncertain():
    found = explored(experiment(responses={"length": "steps"}, better={"length": "low"}))
    choices = found.choices["length"]
    assert [one.levels for one in choices.choices] == [("greedy",), ("random",)]
    assert choices.states == 3
    assert choices.by_expected.expected == min(one.expected for one in choices.choices)
    assert min(one.most_regret for one in choices.choices) >= 0
    assert found.document()["choices"]["length"][0]["decision"] == {"first": "greedy"}
    assert "decisions (low is better)" in next(found.tables()).title


def test_a_design_of_what_is_uncertain_is_crossed_with_all_decisions():
    moves = {"name": "moves", "number": "/units/*/movement", "low": 2, "high": 6, "whole": True}
    turns = {"name": "turns", "number": "/turns", "low": 1, "high": 3, "whole": True}
    factors = [moves, FIRST, turns]
    made = experiment(factors=factors, design={"kind": "latin", "points": 4})
    assert len(made.points) == 8
    first, second = made.points[:4], made.points[4:]
    assert [point[1] for point in made.points] == ["greedy"] * 4 + ["random"] * 4
    assert [(p[0], p[2]) for p in first] == [(p[0], p[2]) for p in second]
    with pytest.raises(InputError, match="morris asks of all factors alike"):
        experiment(factors=factors, design={"kind": "morris", "levels": 4})


def test_points_of_interest_are_those_that_the_file_names():
    made = experiment(
        factors=[{"name": "turns", "number": "/turns", "levels": list(range(1, 11))}, FIRST],
        games=1,
        responses={"length": "end_time"},
        discover={"cases": "length > 25", "density": 1},
    )
    (box,) = explored(made).discovery.boxes
    (limit,) = box.limits
    assert (limit.factor, box.density, box.coverage) == ("turns", 1.0, 1.0)
    with pytest.raises(InputError, match="discover: cases: found 'longth'"):
        experiment(responses={"length": "steps"}, discover={"cases": "longth > 3"})


def test_without_chance_there_is_no_band():
    made = war(design={"kind": "factorial", "levels": 2}, games=1)
    outcome = run_experiment(made)
    assert outcome.interval(0, 0) is None
    results = Results(outcome)
    assert all(one.low is None for one in results.effects["length"].effects)


def test_jitter_makes_replicates_of_a_system_without_chance():
    made = war(factors=[{**KATK, "jitter": 0.05}], games=2, design={"kind": "latin", "points": 1})
    values = [made.factors[0].jittered(1.0, 1, game) for game in range(4)]
    assert values[0] == 1.0
    assert len(set(values)) == 4
    assert all(0.95 <= value <= 1.05 for value in values)
    plans = [made.plan(0, game)[0].scenario_hash for game in range(3)]
    assert len(set(plans)) == 3
    outcome = run_experiment(made)
    assert outcome.points[0].games == 2
    assert outcome.interval(0, 0) is not None
    with pytest.raises(InputError, match="expected a factor of a number"):
        experiment(factors=[{**FIRST, "jitter": 0.5}])
