"""Warnings of what is allowed and pointless: in `validate`, and before games are played."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario, scenario_names, scenario_warnings
from tests.conftest import Ended

Change = Callable[[dict[str, Any]], None]
Run = Callable[..., Ended]


def put(**values: object) -> Change:
    """Set values by the way to them, with two underscores between the steps."""

    def change(document: dict[str, Any]) -> None:
        for name, value in values.items():
            *way, last = name.split("__")
            inside = document
            for key in way:
                inside = inside[key]
            inside[last] = value

    return change


def corner(document: dict[str, Any]) -> None:
    """Opfor is slow; a town is in a corner behind closed woods."""
    for unit in document["units"]:
        if unit["side"] == "opfor":
            unit["movement"] = 2
    for entry in document["terrain"]["hexes"]:
        if entry["hex"] in {"0108", "0208"}:
            entry["terrain"] = "woods"


def immobile(document: dict[str, Any]) -> None:
    document["units"] = {"armor": {"range": 0, "strength": 3}}
    document["army_size"] = 1
    document["armies"] = {"west": [{"type": "armor", "hex": "@CC"}]}


def no_range(document: dict[str, Any]) -> None:
    names = ("airbase", "missile", "artillery", "armor", "infantry", "support")
    document["units"] = {name: {"range": 0, "strength": 1} for name in names}


def conquered(document: dict[str, Any]) -> None:
    victory = document["victory"]
    document["controlled"] = [victory["place"], *victory.get("places", ())]


def nobody_there(document: dict[str, Any]) -> None:
    for space in document["ring"]:
        if space["kind"] == "territory":
            space["quadrant"] = document["quadrants"][0]["name"]


def no_marks(document: dict[str, Any]) -> None:
    for space in document["ring"]:
        if space["kind"] == "card":
            space["kind"] = "free"


CASES: list[tuple[str, Change, list[str]]] = [
    (
        "brigade",
        corner,
        [
            "(hex 0109): found <no way there>",
            "(hex 0808): found <5 turns away>, expected a march of at most 4 turns",
            "/objective/towns: found 2, expected at most 1",
        ],
    ),
    (
        "malaya",
        put(turns=8),
        [
            "/arrives (name ",
            "found 9, expected at most 8, the last turn: ",
            "/victory/marginal: found 9, expected at most 8, the last turn (MAL-32)",
        ],
    ),
    ("malaya", put(turns=1), ["found 1, expected before turn 1, the last"]),
    ("malaya", conquered, ["/victory/place: found <Singapore, which Japan holds"]),
    ("malaya", put(sources__commonwealth=[]), ["/sources/commonwealth: found <none>"]),
    ("takeover", put(options__rounds=1), ["/options/rounds: found 1, expected more of them"]),
    (
        "takeover",
        put(economy__start=0, economy__salary=0),
        ["/economy/start: found 0, expected at least"],
    ),
    ("takeover", no_marks, ["/cards: found <", "expected a space of kind card"]),
    ("takeover", put(cards=[]), ["/cards: found <none>"]),
    ("takeover", nobody_there, ["/cards/0/", "expected a quadrant with territories"]),
    (
        "aggressor",
        put(numbers={"sectors_to_win": 3}),
        ["/numbers/sectors_to_win: found 3, expected more than 3"],
    ),
    ("aggressor", immobile, ["/armies/west: found <1 that cannot move>"]),
    ("aggressor", no_range, ["/units: found <range 0 for every type>"]),
    (
        "idahex",
        put(changes=[{"variable": "tend", "to": 0}]),
        ["found <its end is its beginning, 0>"],
    ),
    (
        "idahex",
        put(changes=[{"variable": "bupost", "to": 0}]),
        ["an active unit of Red", "an active unit of Blue"],
    ),
    (
        "idahex",
        put(changes=[{"variable": "tinit", "to": 500}], options__until=400),
        ["/options/until: found 400, expected after 500, when the war begins"],
    ),
]


def changed(system: str, change: Change, tmp_path: Path) -> Path:
    """The usual scenario, whole, with a change, as a file."""
    document = json.loads(json.dumps(load_scenario(find_system(system)).document))
    change(document)
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(document, indent=1), encoding="utf-8")
    return file


@pytest.mark.parametrize(("system", "change", "words"), CASES)
def test_what_is_pointless_is_told(
    hexfront: Run, tmp_path: Path, system: str, change: Change, words: list[str]
) -> None:
    file = changed(system, change, tmp_path)
    ended = hexfront("validate", file)
    assert ended.code == 0, ended.err
    lines = ended.err.splitlines()
    assert lines and all(line.startswith(f"warning: {file}") for line in lines)
    for word in words:
        assert word in ended.err
    found = json.loads(hexfront("validate", file, "--json").out)
    assert found["valid"]
    assert set(found["warnings"][0]) == {"place", "found", "expected"}


@pytest.mark.parametrize("system", system_names())
def test_what_ships_is_worth_playing(system: str) -> None:
    found = find_system(system)
    for name in scenario_names(found):
        assert scenario_warnings(found, load_scenario(found, name), name) == []


def test_a_march_in_time_is_none_to_warn_of(hexfront: Run, tmp_path: Path) -> None:
    def slow(document: dict[str, Any]) -> None:
        for unit in document["units"]:
            unit["movement"] = 3

    assert hexfront("validate", changed("brigade", slow, tmp_path)).err == ""


def test_options_that_make_a_game_pointless_are_told_before_it(hexfront: Run) -> None:
    ended = hexfront("run", "malaya", "--turns", 1, "--games", 1)
    assert ended.code == 0
    lines = ended.err.splitlines()
    assert len(lines) == 6
    assert lines[0].startswith("warning: campaign: /forces/units/")
    assert re.fullmatch("warning: and [0-9]+ more", lines[-1])
