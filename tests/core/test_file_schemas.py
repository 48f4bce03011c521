"""The published JSON Schemas describe files as they are written, with long lists and short."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from hexfront.core.documents.strictjson import Json
from hexfront.core.documents.stricttoml import read_document
from hexfront.core.hex_lists.shortening import shorten
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario, scenario_names

SYSTEMS = system_names()
VALLEY = "terrain/silber-valley.json"
JOHORE = "maps/johore.toml"


def validators(system: str) -> dict[str, jsonschema.Draft202012Validator]:
    """By the `format` of the files."""
    found = {}
    files = find_system(system).scenarios
    for name in files.schemas:
        schema = files.file_schema(name)
        jsonschema.Draft202012Validator.check_schema(schema)
        found[schema["properties"]["format"]["const"]] = jsonschema.Draft202012Validator(schema)
    return found


def shipped(system: str) -> list[tuple[Path, Json]]:
    """The files of a system that have a published form."""
    data = find_system(system).folder / "data"
    paths = [p for p in sorted(data.glob("*/*")) if p.suffix in (".json", ".toml")]
    read = [(path, read_document(path)) for path in paths]
    return [(path, document) for path, document in read if document.get("format")]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_shipped_file_is_what_its_schema_says(system: str) -> None:
    forms, seen = validators(system), set()
    for path, document in shipped(system):
        if document["format"] in forms:
            error = jsonschema.exceptions.best_match(
                forms[document["format"]].iter_errors(document)
            )
            assert error is None, f"{path.name}: {error.json_path}: {error.message}"
            seen.add(document["format"])
    assert seen == set(forms)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_long_form_and_the_short_one_are_described_alike(system: str) -> None:
    """The complete scenario as rules know it, and as an editor writes it."""
    found = find_system(system)
    form = validators(system)[
        found.scenarios.schemas["scenario"]()["properties"]["format"]["const"]
    ]
    lists = found.scenarios.hex_lists
    changed = 0
    for name in scenario_names(found)[:3]:
        long = json.loads(json.dumps(load_scenario(found, name).document))
        short = shorten(long, lists(long)) if lists else long
        changed += short != long
        for document in (long, short):
            error = jsonschema.exceptions.best_match(form.iter_errors(document))
            assert error is None, f"{name}: {error.json_path}: {error.message}"
    assert changed > 0 or lists is None


def _put(value: Any, *steps: str) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        for step in steps[:-1]:
            document = document[step]
        document[steps[-1]] = value

    return change


@pytest.mark.parametrize(
    ("system", "file", "change"),
    [
        ("brigade", VALLEY, _put({"": "clear"}, "hexes", "legend")),
        ("brigade", VALLEY, _put({"ww": "woods"}, "hexes", "legend")),
        ("brigade", VALLEY, _put({" ": "woods"}, "hexes", "legend")),
        ("brigade", VALLEY, _put({"w": 3}, "hexes", "legend")),
        ("brigade", VALLEY, _put(["..", 3], "hexes", "rows")),
        ("brigade", VALLEY, _put("..", "hexes", "rows")),
        ("brigade", VALLEY, _put({}, "hexes", "A1")),
        ("brigade", VALLEY, _put({"hex": "0101"}, "hexes", "0101")),
        ("brigade", VALLEY, _put({"cost": 1}, "hexes", "0101")),
        ("brigade", VALLEY, _put({"rows": []}, "hexes")),
        ("brigade", VALLEY, _put([{"path": ["0101...0103"]}], "drawing", "roads")),
        ("brigade", VALLEY, _put([{"path": {"rows": ["#"]}}], "drawing", "roads")),
        ("aggressor", "terrain/standard.json",
         _put({"rows": ["#"], "legend": {"#": "x"}}, "rough")),
        ("aggressor", "terrain/standard.json", _put(["@AB..AC"], "rough")),
        ("malaya", JOHORE, _put({"legend": {"j": "jungle"}, "rows": ["j"], "01": {}}, "hex")),
        ("malaya", JOHORE, _put({"01": {"terrain": "jungle", "land": 1.0}}, "hex")),
        ("malaya", JOHORE, _put([{"name": "n", "hexes": ["0101..01"]}], "edge")),
        ("idahex", "scenarios/first-war.toml",
         _put({"legend": {"p": 1}, "rows": ["p"]}, "war", "map", "cells")),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_short_form_is_found(
    system: str, file: str, change: Callable[[Any], None]
) -> None:
    files = find_system(system)
    document = copy.deepcopy(read_document(files.folder / "data" / file))
    form = validators(system)[document["format"]]
    assert form.is_valid(document)
    change(document)
    assert not form.is_valid(document)
