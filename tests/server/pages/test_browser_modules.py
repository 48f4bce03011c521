"""The modules of the pages stand in rooms, and import in one direction."""

from __future__ import annotations

import posixpath
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import hexfront

ROOT = Path(hexfront.__file__).parent / "web" / "js"
ROOMS = (
    "transport",
    "map",
    "store",
    "elements",
    "panels",
    "dialogs",
    "editor",
    "people",
    "screens",
)
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


LETTERS = set("\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u2212\u215b\u215c\u215d\u215e")
"""Beyond Latin-1 all that text needs; icons are paths, since a machine may lack their letters."""


def test_no_icon_is_a_letter() -> None:
    web = ROOT.parent
    files = [path for kind in ("js", "html", "css", "json") for path in web.rglob(f"*.{kind}")]
    strange = {
        f"{path.relative_to(web)}: {letter}"
        for path in files
        if "vendor" not in path.parts
        for letter in path.read_text("utf-8")
        if ord(letter) > 0xFF and letter not in LETTERS
    }
    assert not strange
