"""The modules of the pages stand in rooms, and import in one direction."""

from __future__ import annotations

import posixpath
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import hexfront

ROOT = Path(hexfront.__file__).parent / "web" / "js"
ROOMS = ("transport", "map", "store", "elements", "panels", "dialogs", "screens")
"""A module imports from its own room and from those before it."""
IMPORT = re.compile(r"^(?:import|export)\b[^\"';]*?\bfrom \"(\.[^\"]+)\"", re.MULTILINE)
MOST_FILES = 20


def _imports() -> dict[str, list[str]]:
    """What each module imports, both as paths below `ROOT`; types in comments do not count."""
    found = {}
    for path in ROOT.rglob("*.js"):
        name = path.relative_to(ROOT).as_posix()
        here = posixpath.dirname(name)
        targets = IMPORT.findall(path.read_text("utf-8"))
        found[name] = [posixpath.normpath(posixpath.join(here, target)) for target in targets]
    return found


def test_every_import_is_of_a_file() -> None:
    for name, targets in _imports().items():
        for target in targets:
            assert (ROOT / target).is_file(), f"{name} imports {target}"


def test_imports_run_in_one_direction() -> None:
    against = [
        f"{name} imports {target}"
        for name, targets in _imports().items()
        for target in targets
        if not target.startswith("..")
        and ROOMS.index(target.split("/")[0]) > ROOMS.index(name.split("/")[0])
    ]
    assert not against


def test_no_module_imports_itself_through_others() -> None:
    try:
        order = list(TopologicalSorter(_imports()).static_order())
    except CycleError as error:
        pytest.fail(f"a cycle: {error.args[1]}")
    assert len(order) > len(ROOMS)


def test_no_room_has_too_many_files() -> None:
    folders = {path.parent for path in ROOT.rglob("*.js")}
    assert ROOT not in folders
    assert {folder.relative_to(ROOT).parts[0] for folder in folders} == set(ROOMS)
    for folder in folders:
        assert len(list(folder.glob("*.js"))) <= MOST_FILES, folder
