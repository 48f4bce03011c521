"""What the scenario files of all systems have in common: parts in other files, options, schemas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import FileScenario, documents_in, load_scenario, part_file
from hexfront.core.system import System

SYSTEMS = ("aggressor", "brigade", "idahex", "malaya")
PARTS = (("aggressor", "terrain"), ("brigade", "terrain"), ("malaya", "map"), ("malaya", "forces"))


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder of files that ship, beside one of a scenario's and a secret."""
    for path in ("shelf/plain.toml", "shelf/hills.json", "mine/own.json", "secret.json"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("{}")
    (tmp_path / "mine" / "link.json").symlink_to(tmp_path / "secret.json")
    return tmp_path / "shelf"


def test_a_part_is_a_shipped_file_or_one_in_the_folder(shelf: Path) -> None:
    mine = shelf.parent / "mine"
    assert list(documents_in(shelf)) == ["hills", "plain"]
    assert part_file("plain", mine, "here", shelf) == shelf / "plain.toml"
    assert part_file("hills", None, "here", shelf) == shelf / "hills.json"
    assert part_file("own.json", mine, "here", shelf) == mine / "own.json"


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("own", "a path ending in .json or .toml, or one of: hills, plain"),
        ("own.txt", "a path ending in .json or .toml, or one of: hills, plain"),
        ("../secret.json", "a path without .., made of plain names with / between them"),
        ("link.json", "the path of a file in "),
        ("none.toml", "the path of a file in "),
    ],
)
def test_no_other_file_is_read(shelf: Path, reference: str, expected: str) -> None:
    with pytest.raises(InputError) as error:
        part_file(reference, shelf.parent / "mine", "here: /map", shelf)
    (problem,) = error.value.problems
    assert problem.place == "here: /map"
    assert problem.expected.startswith(expected)


def test_without_a_folder_there_are_shipped_files_alone(shelf: Path) -> None:
    with pytest.raises(InputError, match="the contents themselves, or one of: hills, plain"):
        part_file("own.json", None, "here", shelf)


@pytest.mark.parametrize(("name", "key"), PARTS)
def test_every_system_reads_parts_alike(name: str, key: str, tmp_path: Path) -> None:
    system = find_system(name)
    whole = load_scenario(system)
    document: dict[str, Any] = {**whole.document}
    (tmp_path / "part.json").write_text(json.dumps(document[key]))
    document[key] = "part.json"
    assert system.scenarios.load(document, tmp_path, "x").document == whole.document
    for folder, wrong in ((None, "part.json"), (tmp_path, "../part.json"), (tmp_path, "nothing")):
        with pytest.raises(InputError) as error:
            system.scenarios.load({**document, key: wrong}, folder, "x")
        assert f"x: /{key}" in [problem.place for problem in error.value.problems]


def other_option(system: System) -> dict[str, str]:
    """An option with another value than the usual one."""
    name, values = next((n, v) for n, v in system.scenarios.options.items() if n != "as_printed")
    return {name: values[1] if len(values) > 1 else "9"}


@pytest.mark.parametrize("name", SYSTEMS)
def test_options_make_another_scenario_and_leave_the_first_as_it_was(name: str) -> None:
    system = find_system(name)
    assert system.scenarios.with_options is not None
    first = load_scenario(system)
    before = json.dumps(first.document)
    changed = system.scenarios.with_options(first, other_option(system))
    assert isinstance(changed, FileScenario)
    assert changed.document != first.document
    assert json.dumps(first.document) == before
    with pytest.raises(InputError):
        system.scenarios.with_options(first, {"nonsense": "1"})


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_schema_names_its_draft(name: str) -> None:
    for schema in find_system(name).scenarios.schemas.values():
        made = schema()
        assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert made["type"] == "object"
