"""The files of the guides of experiments and clusters; `tests/test_readme.py` runs the commands."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from hexfront.cli import app
from hexfront.experiments.document import read_experiment
from hexfront.experiments.experiment import prepare
from hexfront.experiments.playing import run_experiment
from hexfront.experiments.results import Results

ROOT = Path(__file__).parents[2]
CLUSTERS = ROOT / "docs/guides/clusters.md"
EXAMPLE = ROOT / "examples/cluster"


def test_the_scripts_of_the_guide_are_those_of_the_example() -> None:
    script = (EXAMPLE / "study.sbatch").read_text(encoding="utf-8")
    assert f"```bash\n{script}```" in CLUSTERS.read_text(encoding="utf-8")


def test_pods_get_what_their_script_asks_for() -> None:
    yaml: Any = pytest.importorskip("yaml")
    job = yaml.safe_load((EXAMPLE / "job.yaml").read_text(encoding="utf-8"))["spec"]
    (container,) = job["template"]["spec"]["containers"]
    given = {entry["name"]: entry["value"] for entry in container["env"]}
    asked = set(re.findall(r"\$\{?([A-Z_]+)", (EXAMPLE / "pod.sh").read_text(encoding="utf-8")))
    assert asked <= {*given, "JOB_COMPLETION_INDEX"} and job["completionMode"] == "Indexed"
    assert "JOB_COMPLETION_INDEX" in (EXAMPLE / "pod.sh").read_text(encoding="utf-8")
    assert given["JOB_SHARDS"] == str(job["completions"])
    mounts = [mount["mountPath"] for mount in container["volumeMounts"]]
    assert any(given["OUT"].startswith(mount) for mount in mounts)


@pytest.mark.parametrize("name", ["singapore", "malaya-pace"])
def test_the_studies_of_the_guide_in_small(name: str) -> None:
    folder = ROOT / "docs/studies"
    entry = read_experiment(folder / f"{name}.toml")
    small: dict[str, Any] = {"games": 1}
    if name == "singapore":
        assert len(entry.factors) == 10
        # As many points as tell the ten effects apart, and two more.
        points = entry.design.model_copy(update={"kind": "latin", "points": 13})
        small |= {"design": points}
    made = prepare(entry.model_copy(update=small), folder)
    found = Results(run_experiment(made))
    if name == "singapore":
        effects = found.effects["week"].effects
        assert {effect.names[0] for effect in effects} == {one.name for one in entry.factors}
    document = found.document()
    assert json.dumps(document)
    for point in document["points"]:
        assert 1 <= point["responses"][made.reader.names[0]]["mean"] <= 11


@pytest.mark.parametrize("name", ["singapore", "malaya-pace"])
def test_the_studies_of_the_guide_are_planned_as_it_says(name: str) -> None:
    result = CliRunner().invoke(app, ["study", str(ROOT / f"docs/studies/{name}.toml"), "--plan"])
    games = {"singapore": 2580, "malaya-pace": 1200}[name]
    assert f"{games} games" in result.output
    guide = (ROOT / "docs/guides/experiments.md").read_text(encoding="utf-8")
    assert f"{games:,} games" in guide
