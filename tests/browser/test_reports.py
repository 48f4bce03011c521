"""A report of a study in a real browser: offline, on a telephone, light and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from typer.testing import CliRunner

from hexfront.cli import app

pytestmark = pytest.mark.browser

STUDY = """
system = "brigade"
agents = ["random", "random"]
games = 2
[[factors]]
name = "turns"
number = "/turns"
levels = [1, 2]
[responses]
length = "steps"
"""
MADE = "document.querySelectorAll('.plot .vega-embed svg').length"
INK = "getComputedStyle(document.querySelector('.plot .role-axis-label text')).fill"


def test_charts_become_interactive_with_no_net_and_are_read_in_the_dark(browser: Browser, tmp_path):
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    words = ["study", str(tmp_path / "study.toml"), "--out", str(tmp_path / "out"), "--quiet"]
    assert CliRunner().invoke(app, words, catch_exceptions=False).exit_code == 0
    inks = []
    for scheme in ("light", "dark"):
        size = {"width": 390, "height": 844}
        context = browser.new_context(viewport=size, offline=True, color_scheme=scheme)
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error, told=errors: told.append(str(error)))
        page.on("console", lambda said, told=errors: told.append(f"{said.type}: {said.text}"))
        page.goto((tmp_path / "out" / "report.html").as_uri())
        page.wait_for_function(f"{MADE} === document.querySelectorAll('.plot').length")
        assert page.evaluate(MADE) >= 2
        assert errors == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        inks.append(page.evaluate(INK))
        context.close()
    assert inks[0] != inks[1]
