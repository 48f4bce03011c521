"""`hexfront study`: files of experiments, played, broken off and gone on with."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from hexfront.cli import app
from hexfront.core.errors import InputError
from hexfront.core.registry import system_names
from hexfront.experiments.document import ExperimentEntry
from hexfront.experiments.experiment import prepare
from hexfront.experiments.playing import run_experiment
from hexfront.experiments.results import Results
from hexfront.study.files.parts import WriteFailed

HERE = Path(__file__).parent
TURNS = {"name": "turns", "number": "/turns", "levels": [2, 3]}
FIRST = {"name": "first", "seat": "opfor", "levels": ["greedy", "random"]}
WAY = {"name": "way", "option": "sequence", "levels": ["plotted", "igougo"]}


def experiment(**changes):
    fields = {"system": "brigade", "agents": ["random", "random"], "games": 3, **changes}
    fields.setdefault("factors", [TURNS, FIRST])
    return prepare(ExperimentEntry.model_validate(fields), HERE)


def test_every_kind_of_factor_is_varied_and_games_have_the_same_dice():
    made = experiment(factors=[TURNS, FIRST, WAY], responses={"long": "steps"})
    assert len(made.points) == 8
    plans = [made.plan(point)[0] for point in range(8)]
    assert [plan.scenario["turns"] for plan in plans] == [2] * 4 + [3] * 4
    assert [plan.seats[0] for plan in plans[:4]] == ["greedy", "greedy", "random", "random"]
    assert [plan.scenario["options"]["sequence"] for plan in plans[:2]] == ["plotted", "igougo"]
    games = []
    run_experiment(made, progress=games.append)
    assert games[-1] == 24


def test_scenarios_are_a_factor():
    names = ["three-towns", "meeting-engagement"]
    made = experiment(factors=[{"name": "where", "scenarios": True, "levels": names}])
    assert [made.plan(point)[0].scenario["name"] for point in range(2)] == names


def test_dice_of_its_own_give_each_point_other_games():
    made = experiment(dice="own", factors=[FIRST])
    rows = []
    run_experiment(made, progress=rows.append)
    common = run_experiment(experiment(factors=[FIRST]))
    assert run_experiment(made).digest != common.digest


def test_constraints_leave_points_out_and_nothing_left_is_an_error():
    made = experiment(constraints=["turns < 3 or first == 'greedy'"])
    assert made.points == [(2.0, "greedy"), (2.0, "random"), (3.0, "greedy")]
    assert made.left_out == 1
    with pytest.raises(InputError, match="some point at which all hold"):
        experiment(constraints=["turns > 3"])
    with pytest.raises(InputError, match="every point of morris is needed"):
        low_high = {"name": "turns", "number": "/turns", "low": 2, "high": 4, "whole": True}
        experiment(
            factors=[low_high], constraints=["turns > 3"], design={"kind": "morris", "levels": 4}
        )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"factors": [{**TURNS, "number": "/turn"}]}, "one of: turns"),
        ({"factors": [{**TURNS, "option": "rules"}]}, "exactly one of: number, option"),
        ({"factors": [{"name": "x", "number": "/turns"}]}, "levels, or low and high"),
        ({"factors": [{"name": "x", "number": "/turns", "low": 3, "high": 2}]}, "more than low"),
        ({"factors": [{**FIRST, "seat": "red"}]}, "one of: opfor, bluefor"),
        ({"factors": [{**FIRST, "levels": ["nobody"]}]}, "nobody"),
        ({"factors": [TURNS, TURNS]}, "each name once"),
        ({"factors": [TURNS, {**WAY, "levels": ["no"]}]}, "igougo"),
        ({"responses": {"x": "wins_red"}}, "one of: wins_opfor"),
        ({"agents": ["random"]}, "2, one a side"),
        ({"stop": {"width": 0.1, "responses": ["x"]}}, "one of: wins_opfor"),
        ({"design": {"kind": "latin"}}, "`points` beside it"),
        ({"system": "chess"}, "chess"),
    ],
)
def test_what_is_wrong_is_told_before_any_game(changes, words):
    with pytest.raises(InputError, match=words):
        experiment(**changes)


def test_it_stops_where_every_interval_is_narrow_enough():
    stop = {"width": 0.3, "batch": 20, "responses": ["long"]}
    turns = {"name": "turns", "number": "/turns", "levels": [1, 4]}
    # No game of one turn is so long, and about half of those of four turns are.
    made = experiment(games=400, stop=stop, factors=[turns], responses={"long": "steps > 93"})
    found = run_experiment(made)
    for place, point in enumerate(found.points):
        low, high = found.interval(place, 0)
        assert high - low <= 0.3
        assert point.games % 20 == 0
        assert point.games < 400
    # A rate near 0 is known sooner than one in the middle.
    assert found.points[0].games < found.points[1].games


def test_broken_off_at_any_byte_it_goes_on_to_the_same_rows(tmp_path):
    made = experiment(factors=[TURNS])
    whole = run_experiment(made, tmp_path / "whole")
    rows = (tmp_path / "whole" / "games.ndjson").read_bytes()
    for cut in (0, 1, len(rows) // 2, len(rows) - 1, len(rows)):
        out = tmp_path / f"cut{cut}"
        run_experiment(made, out)
        (out / "games.ndjson").write_bytes(rows[:cut])
        assert run_experiment(made, out, resume=True).digest == whole.digest
        assert (out / "games.ndjson").read_bytes() == rows
    with pytest.raises(InputError, match="the same experiment"):
        run_experiment(experiment(factors=[TURNS], games=4), tmp_path / "whole", resume=True)


def test_rows_do_not_depend_on_workers():
    made = experiment(factors=[TURNS], games=21)
    assert run_experiment(made, workers=2).digest == run_experiment(made).digest


def test_points_from_a_file(tmp_path):
    (tmp_path / "points.csv").write_text("turns,first\n2,random\n3,greedy\n", encoding="utf-8")
    fields = {
        "system": "brigade",
        "agents": ["random", "random"],
        "factors": [{"name": "turns", "number": "/turns", "low": 2, "high": 3}, FIRST],
        "design": {"kind": "file", "file": "points.csv"},
    }
    entry = ExperimentEntry.model_validate(fields)
    assert prepare(entry, tmp_path).points == [(2.0, "random"), (3.0, "greedy")]
    (tmp_path / "points.csv").write_text("turns,first\n2,nobody\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"line 2: first: found 'nobody', expected one of: greedy"):
        prepare(entry, tmp_path)


def test_an_effect_of_levels_is_the_difference_of_their_ends():
    made = experiment(factors=[FIRST], responses={"length": "steps"})
    results = Results(run_experiment(made))
    (effect,) = results.effects["length"].effects
    greedy, random = results.means[:, 0]
    assert effect.size == pytest.approx(random - greedy)


def test_indices_of_a_played_morris_design():
    low_high = {"name": "turns", "number": "/turns", "low": 1, "high": 4, "whole": True}
    made = experiment(
        factors=[low_high, FIRST],
        design={"kind": "morris", "levels": 4, "trajectories": 3},
        responses={"length": "steps"},
        games=1,
    )
    results = Results(run_experiment(made))
    turns, first = results.indices["length"]
    assert turns.first > first.first >= 0
    assert results.document()["indices"]["length"]["turns"]["mu_star"] == pytest.approx(turns.first)


def test_indices_of_pairs_are_told_where_they_are_asked_for():
    factors = [
        {"name": "turns", "number": "/turns", "low": 1, "high": 4, "whole": True},
        {"name": "movement", "number": "/units/*/movement", "low": 2, "high": 6, "whole": True},
    ]
    design = {"kind": "saltelli", "base": 4, "second_order": True}
    made = experiment(factors=factors, design=design, responses={"length": "steps"}, games=1)
    assert made.most_games == 4 * (2 * 2 + 2)
    results = Results(run_experiment(made))
    assert set(results.document()["pairs"]["length"]) == {"turns * movement"}
    titles = [table.title for table in results.tables()]
    assert titles[1:] == ["length: parts of its variance", "length: parts of pairs"]


@pytest.mark.parametrize(
    "line", ["", "{}", '{"point": 0}', "nonsense", '{"point":0,"row":{},"responses":[]}']
)
def test_a_row_that_is_none_is_told(tmp_path, line):
    made = experiment(factors=[FIRST], games=1)
    run_experiment(made, tmp_path)
    (tmp_path / "games.ndjson").write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"games\.ndjson"):
        run_experiment(made, tmp_path, resume=True)


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(WriteFailed, match="cannot be written"):
        run_experiment(experiment(factors=[FIRST], games=1), tmp_path / "file")


def call(*words):
    result = CliRunner().invoke(app, [*map(str, words)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result


@pytest.mark.parametrize("system", system_names())
def test_the_example_of_every_system_is_sound(system, tmp_path):
    file = tmp_path / "study.toml"
    file.write_text(call("study", system, "--init").stdout, encoding="utf-8")
    plan = json.loads(call("study", file, "--plan", "--json").stdout)
    assert len(plan["points"]) >= 4


def test_the_command_writes_rows_points_and_results(tmp_path):
    file = tmp_path / "study.toml"
    file.write_text(
        'system = "brigade"\nagents = ["random", "random"]\ngames = 2\n'
        '[[factors]]\nname = "turns"\nnumber = "/turns"\nlevels = [1, 2]\n'
        '[responses]\nlength = "steps"\n',
        encoding="utf-8",
    )
    out = tmp_path / "out"
    found = json.loads(call("study", file, "--out", out, "--json").stdout)
    assert found["games"] == 4
    rows = pq.read_table(out / "games.parquet").to_pylist()
    assert [(row["point"], row["factor_turns"], row["game"]) for row in rows] == [
        (1, 1.0, 0),
        (1, 1.0, 1),
        (2, 2.0, 0),
        (2, 2.0, 1),
    ]
    assert [row["response_length"] for row in rows] == [float(row["steps"]) for row in rows]
    points = list(csv.DictReader((out / "points.csv").open(encoding="utf-8")))
    assert float(points[1]["length"]) == found["points"][1]["responses"]["length"]["mean"]
    assert found["effects"]["length"]["factors"]["turns"]["effect"] > 0
    assert "4 games" in call("study", file).stdout
    with pytest.raises(InputError, match="--force"):
        CliRunner().invoke(app, ["study", str(file), "--out", str(out)], catch_exceptions=False)
    again = json.loads(call("study", file, "--out", out, "--json", "--force").stdout)
    assert again["digest"] == found["digest"]


def test_the_schema_names_what_a_file_may_have():
    schema = json.loads(call("study", "--schema").stdout)
    assert set(schema["properties"]) == set(ExperimentEntry.model_fields)


def test_no_file_is_told():
    with pytest.raises(InputError, match="--init makes one"):
        CliRunner().invoke(app, ["study"], catch_exceptions=False)
