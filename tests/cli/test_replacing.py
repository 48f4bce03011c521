"""No command replaces a file that is there, unless it is told to."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from pathlib import Path

import pytest
import typer

from hexfront.cli import app
from tests.conftest import Ended

Run = Callable[..., Ended]
WRITES = {"out", "plots", "picture", "files"}
"""What parameters of files to write are called; a deck to read need not be a path."""


def commands(group: typer.Typer = app, name: str = "") -> dict[str, Callable[..., None]]:
    """The functions behind all commands, by name."""
    found = {}
    for each in group.registered_commands:
        assert each.callback is not None
        own = each.name or each.callback.__name__.replace("_", "-")
        found[f"{name} {own}".strip()] = each.callback
    for inner in group.registered_groups:
        found |= commands(inner.typer_instance, f"{name} {inner.name}")
    return found


def test_every_command_that_writes_files_has_the_option() -> None:
    all_of = {name: signature(callback).parameters for name, callback in commands().items()}
    writing = {
        name: parameters
        for name, parameters in all_of.items()
        if any(p.name in WRITES and "Path" in str(p.annotation) for p in parameters.values())
    }
    assert {"run", "record", "outputs", "report", "setup", "map random"} <= writing.keys()
    assert {"map from-geojson", "deck to-toml", "deck to-cards"} <= writing.keys()
    assert [name for name, parameters in writing.items() if "force" not in parameters] == []


def refused_then_replaced(hexfront: Run, path: Path, *arguments: object) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine")
    ended = hexfront(*arguments)
    assert ended.code == 2
    assert f"{path}: found <a file that is there>" in ended.err
    assert "--force to replace it" in ended.err
    assert path.read_text() == "mine"
    ended = hexfront(*arguments, "--force")
    assert (ended.code, ended.err) == (0, "")
    assert path.read_bytes() != b"mine"


@pytest.mark.parametrize("name", ["r.parquet", "r.series.parquet", "r.dice.parquet"])
def test_tables_of_a_run(hexfront: Run, tmp_path: Path, name: str) -> None:
    out = tmp_path / "r.parquet"
    refused_then_replaced(hexfront, tmp_path / name, "run", "recorded", "--games", 1, "--out", out)


def test_pictures_of_a_run(hexfront: Run, tmp_path: Path) -> None:
    there = tmp_path / "plots" / "wins.png"
    run = ("run", "counted", "--games", 2, "--plots", there.parent)
    assert hexfront(*run).code == 0
    there = min(there.parent.glob("*.png"))
    refused_then_replaced(hexfront, there, *run)
    # A sweep has a picture of its own
    vary = (*run, "--vary", "/lives=1,2")
    assert hexfront(*vary).code == 0
    refused_then_replaced(hexfront, there.parent / "response-lives.png", *vary)


def test_pages_journals_decks_and_maps(hexfront: Run, tmp_path: Path) -> None:
    out = tmp_path / "r.parquet"
    hexfront("run", "lanes", "--games", 1, "--out", out)
    refused_then_replaced(hexfront, tmp_path / "r.html", "report", out)
    journal = tmp_path / "r.jsonl"
    refused_then_replaced(hexfront, journal, "record", "lanes", "--out", journal)
    made = tmp_path / "m.json"
    size = ("--columns", 15, "--rows", 11)
    refused_then_replaced(hexfront, made, "map", "random", "aggressor", *size, "--out", made)
    deck = tmp_path / "d.toml"
    refused_then_replaced(hexfront, deck, "deck", "to-toml", "idahex", "sinai", "--out", deck)
    cards = [tmp_path / name for name in ("a.txt", "b.txt")]
    refused_then_replaced(hexfront, cards[1], "deck", "to-cards", deck, *cards)


def test_devices_are_no_files_that_could_be_lost(hexfront: Run) -> None:
    assert hexfront("record", "lanes", "--out", "/dev/null").code == 0


def test_a_run_says_who_plays_where_nobody_was_named(hexfront: Run) -> None:
    alone = hexfront("run", "lanes", "--games", 1).out
    assert "No agents were named, so all play random, which tells little of a scenario's" in alone
    assert "--red pusher --blue pusher would tell more." in alone
    half = hexfront("run", "lanes", "--games", 1, "--red", "pusher").out
    assert "Not all agents were named, so it is pusher against random." in half
    for named in (("--red", "random", "--blue", "random"), ("--seats", "random,random")):
        assert "named" not in hexfront("run", "lanes", "--games", 1, *named).out
