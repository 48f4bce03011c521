"""Problems of files have the line of the value and what the entry is called."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.core.documents.places import lines_of, located
from hexfront.core.documents.strictjson import pointer
from hexfront.core.documents.stricttoml import read_document
from hexfront.core.errors import InputError, Problem
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import documents_in, load_scenario
from tests.property.mutation import find, paths

SHIPPED = [
    path
    for name in system_names()
    for path in documents_in(find_system(name).folder / "data" / "scenarios").values()
]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_key_of_a_shipped_file_stands_in_its_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines, found = text.splitlines(), lines_of(text, path.suffix == ".toml")
    for way in paths(read_document(path)):
        if way:
            line = lines[found[pointer(*way)] - 1]
            assert not isinstance(way[-1], str) or way[-1] in line, way


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_every_value_of_any_json_has_a_line(value: object) -> None:
    text = json.dumps(value, indent=1, ensure_ascii=False)
    found = lines_of(text, toml=False)
    plain = [way for way in paths(value) if not any("\\" in repr(part) for part in way)]
    assert all(pointer(*way) in found for way in plain)


def test_toml_in_all_its_forms() -> None:
    text = """# a comment with [brackets]
name = "x # no comment"
a.b = 1.5
list = [ 1.5, -2e3,
  "three", { four = 4,
}]
[table."quoted key"]
text = \"\"\"
[no.table]
\"\"\"
after = true
[[entries]]
hex = "0101"
[[entries]]
hex = "0102"
[entries.inner]
deep = 1
"""
    wanted = {
        "/name": 2,
        "/a/b": 3,
        "/list/1": 4,
        "/list/2": 5,
        "/list/3/four": 5,
        "/table/quoted key/after": 11,
        "/entries/0/hex": 13,
        "/entries/1/hex": 15,
        "/entries/1/inner/deep": 17,
    }
    found = lines_of(text, toml=True)
    assert {at: found[at] for at in wanted} == wanted


def test_a_problem_tells_line_and_label(tmp_path: Path) -> None:
    path = tmp_path / "my.json"
    path.write_text('{"units": [\n {"hex": "0204"},\n {"name": "Guards",\n "hex": "0305"}]}')
    problems = [
        Problem(f"{path}: /units/1/name", "'x'", "a name"),
        Problem(f"{path}: /units/0/movement", "nothing", "`movement`"),
        Problem(f"{path}: line 3", "'x'", "JSON"),
        Problem("/turns", "'x'", "no file"),
    ]
    assert [p.place for p in located(InputError(problems)).problems] == [
        f"{path}: line 3: /units/1/name (hex 0305)",
        f"{path}: line 2: /units/0/movement (hex 0204)",
        f"{path}: line 3",
        "/turns",
    ]


def test_a_slip_in_a_key_is_guessed(tmp_path: Path) -> None:
    system = find_system("brigade")
    path = documents_in(system.folder / "data" / "scenarios")["three-towns"]
    document = read_document(path)
    unit = find(document, ("units", 3))
    unit["strenght"] = unit.pop("strength")
    document["turns"] = True
    copy = tmp_path / "my-towns.json"
    copy.write_text(json.dumps(document, indent=1))
    with pytest.raises(InputError) as caught:
        load_scenario(system, copy)
    told = str(caught.value)
    assert f"/units/3/strenght (hex {unit['hex']}): found an unknown key" in told
    assert "did you mean `strength`?" in told
    assert "found nothing, expected `strength`, a whole number" in told
    assert "/turns: found true, expected a whole number" in told
