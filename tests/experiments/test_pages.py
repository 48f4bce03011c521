"""Reports of studies and comparisons: what they say, that they need nothing else, and are seen."""

from __future__ import annotations

import base64
import csv
import hashlib
import html
import io
import json
import re

import pytest
from typer.testing import CliRunner

from hexfront.cli import app
from hexfront.experiments.distributions import Distribution
from hexfront.experiments.pages.parts import histogram_rows
from hexfront.experiments.pages.shell import PageWriter, data_link

STUDY = """
title = "Who wins <here>?"
system = "brigade"
agents = ["random", "random"]
games = 3
[[factors]]
name = "turns"
number = "/turns"
levels = [1, 5]
[[factors]]
name = "first"
seat = "opfor"
levels = ["greedy", "random"]
decided = true
[responses]
length = "end_time"
margin = "losses_bluefor - losses_opfor"
"""


def call(*words):
    result = CliRunner().invoke(app, [*map(str, words)], catch_exceptions=False)
    assert result.exit_code == 0, result.output


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reports")
    (folder / "study.toml").write_text(STUDY, encoding="utf-8")
    call("study", folder / "study.toml", "--out", folder / "study", "--quiet")
    words = ["compare", "brigade", "greedy", "random", "--seats", "greedy,greedy", "--games", "4"]
    words += ["--response", "steps", "--response", "wins_opfor"]
    call(*words, "--out", folder / "compare", "--quiet")
    return {name: folder / name / "report.html" for name in ("study", "compare")}


def of_page(path):
    return path.read_text(encoding="utf-8")


def data_of(page, name):
    """A figure's data, by the name under which it is saved."""
    (packed,) = re.findall(rf'href="data:text/csv;[^,]*,([^"]*)" download="{name}\.csv"', page)
    return list(csv.DictReader(io.StringIO(base64.b64decode(packed).decode())))


def test_a_study_leads_with_the_answer_and_ends_with_the_command(reports):
    page = of_page(reports["study"])
    assert "Who wins &lt;here&gt;?" in page
    answer = page[page.index('class="answer"') : page.index("What it cost")]
    assert "Length is" in answer
    assert "turns from 1 to 5" in answer
    assert "12 games at 4 points" in page
    assert re.search(r"hexfront study \S*study\.toml --out \S*study", page)
    points = data_of(page, "points")
    assert len(points) == 4
    rows = data_of(page, "length-by-turns-and-first")
    assert {row["line"] for row in rows} == {"greedy", "random"}


def test_a_comparison_leads_with_the_answer_and_ends_with_the_command(reports):
    page = of_page(reports["compare"])
    assert "8 games, 4 games each" in page
    assert "hexfront compare brigade greedy random --seats greedy,greedy --games 4" in page
    found = json.loads((reports["compare"].parent / "results.json").read_text(encoding="utf-8"))
    assert found["answer"][0] in page
    held = data_of(page, "who-holds-what-random")
    assert {row["side"] for row in held} <= {"opfor", "bluefor"}
    assert all(0 < float(row["share"]) <= 1 for row in held)


@pytest.mark.parametrize("name", ["study", "compare"])
def test_nothing_runs_but_what_the_page_itself_has(reports, name):
    page = of_page(reports[name])
    policy = html.unescape(re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1])
    assert "default-src 'none'" in policy
    assert "unsafe-eval" not in policy
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert len(scripts) == 2
    for script in scripts:
        known = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{known}'" in policy
    outside = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    assert not re.search(r"(src|href)=\"(?!data:|#)", outside)


def test_the_word_of_a_user_ends_no_script():
    page = PageWriter()
    page.text("</script><script>alert(1)</script>")
    made = page.page("</title><script>alert(2)</script>")
    assert "<script>" not in made


def test_whole_numbers_have_a_bar_each_and_shares_add_up():
    one, two = Distribution(), Distribution()
    for value in (1.0, 1.0, 2.0, 4.0):
        one.add(value)
    two.add(3.0)
    rows = histogram_rows({"one": one, "two": two}, "of")
    assert [(row["of"], row["low"], row["share"]) for row in rows] == [
        ("one", 0.5, 0.5),
        ("one", 1.5, 0.25),
        ("one", 3.5, 0.25),
        ("two", 2.5, 1.0),
    ]
    assert data_link("x", []) == ""
