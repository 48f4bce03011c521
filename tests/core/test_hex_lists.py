"""Rows and runs of hexes in files: made long, made short, and wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.hex_lists.expanding import MOST_IN_RUNS, expand
from hexfront.core.hex_lists.forms import HexLists
from hexfront.core.hex_lists.shortening import shorten
from hexfront.core.map_layers import Entries, Lines, Members, Records, Size, Values
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.editor.text import read_text, write_text

SIZE = Size("/columns", "/rows", (1, 1), (200, 200))
LISTS = HexLists(
    "digits",
    SIZE,
    (
        Records("/hexes", "hex", "terrain", whole=True),
        Values("/heights"),
        Members("/rough"),
        Lines("/roads", "path"),
    ),
)
HEXES = {"legend": {".": "clear", "w": "woods"}, "rows": ["..w", "w ."]}


def made(**parts: Json) -> Any:
    return expand({"columns": 3, "rows": 2, **parts}, LISTS)


def problems(**parts: Json) -> list[tuple[str, object, str]]:
    return list(made(**parts).problems)


def test_rows_become_an_entry_for_each_hex() -> None:
    found = made(
        hexes={**HEXES, "0302": {"name": "Orl"}},
        heights={"rows": ["0.5 . -2", "1 2 ."]},
        rough={"rows": ["#..", ".##"]},
    )
    assert not found.problems
    assert found.document["hexes"] == [
        {"hex": "0101", "terrain": "clear"},
        {"hex": "0102", "terrain": "woods"},
        {"hex": "0201", "terrain": "clear"},
        {"hex": "0301", "terrain": "woods"},
        {"hex": "0302", "terrain": "clear", "name": "Orl"},
    ]
    assert found.document["heights"] == {"0101": 0.5, "0102": 1, "0202": 2, "0301": -2}
    assert found.document["rough"] == ["0101", "0202", "0302"]
    way = {"path": {"rows": ["#..", ".##"]}}  # Rows know no order.
    assert made(roads=[way]).document["roads"] == [way]


@pytest.mark.parametrize(
    ("run", "line"),
    [
        ("0101..0104", ["0101", "0102", "0103", "0104"]),
        ("0301..0101", ["0301", "0201", "0101"]),
        ("0101..0502", None),
        ("0102..0503", None),
        ("0102..0503 ", None),
        ("0101..0503", ["0101", "0201", "0302", "0402", "0503"]),
        ("0503..0501", ["0503", "0502", "0501"]),
    ],
)
def test_a_run_is_a_straight_line(run: str, line: list[str] | None) -> None:
    document = {"columns": 5, "rows": 4, "roads": [{"path": [run]}], "rough": [run, "0404"]}
    found = expand(document, LISTS)
    assert bool(found.problems) == (line is None)
    if line is not None:
        assert found.document["roads"] == [{"path": line}]
        assert found.document["rough"] == [*line, "0404"]


def test_mistakes_name_row_and_column() -> None:
    assert problems(hexes={**HEXES, "rows": ["..x", "w ."]}) == [
        ("/hexes/rows/0 (row 1, column 3, hex 0301)", "x", "one of: . w")
    ]
    assert problems(hexes={**HEXES, "rows": ["..w", "w"]}) == [
        ("/hexes/rows/1 (row 2)", "<1 columns>", "3 columns")
    ]
    assert problems(hexes={**HEXES, "rows": ["..w"]}) == [
        ("/hexes/rows", "<1 rows>", "2 rows of text")
    ]
    assert problems(hexes={"rows": ["..w", "w ."]}) == [
        ("/hexes/legend", None, "a letter for each value")
    ]
    assert problems(hexes={**HEXES, "0401": {}})[0][:2] == ("/hexes/0401", "0401")
    assert problems(heights={"rows": ["0 x 1", "1 NaN ."]}) == [
        ("/heights/rows/0 (row 1, column 2, hex 0201)", "x", "one of: a number . for none"),
        ("/heights/rows/1 (row 2, column 2, hex 0202)", "NaN", "one of: a number . for none"),
    ]
    assert problems(rough={"rows": ["...", ". ."]})[0][2] == "one of: . #"
    assert problems(rough=["0101..0901"])[0][:2] == ("/rough/0", "0901")


def test_short_texts_that_would_be_endless_are_refused() -> None:
    long = {"columns": 200, "rows": 200, "rough": ["001001..200001"] * 20_000}
    found = expand(long, LISTS)
    assert len(found.document["rough"]) <= MOST_IN_RUNS
    assert len(found.problems) == 1
    wrong = {"columns": 200, "rows": 200, "rough": {"rows": ["x" * 200] * 200}}
    assert len(expand(wrong, LISTS).problems) == 50
    assert expand({"columns": 10**9, "rows": 1, "rough": ["0101..0102"]}, LISTS).document[
        "rough"
    ] == []  # fmt: skip


@given(st.data())
def test_what_is_made_short_is_made_long_again(data: st.DataObject) -> None:
    columns, rows = data.draw(st.integers(1, 12)), data.draw(st.integers(1, 9))
    labels = [f"{c:02}{r:02}" for c in range(1, columns + 1) for r in range(1, rows + 1)]
    kinds = st.sampled_from(["clear", "woods", "water", 'with \\ and "', ""])
    some = st.lists(st.sampled_from(labels), unique=True)
    named = data.draw(some)
    document = {
        "columns": columns,
        "rows": rows,
        "hexes": [
            {"hex": label, "terrain": data.draw(kinds), **({"name": "A"} if label in named else {})}
            for label in data.draw(st.sampled_from([labels, labels[::2], labels[::-1]]))
        ],
        "heights": dict.fromkeys(data.draw(some), data.draw(st.sampled_from([1, -0.5, 0, 12.25]))),
        "rough": data.draw(some),
        "roads": [{"path": data.draw(st.lists(st.sampled_from(labels)))}],
    }
    short = shorten(document, LISTS)
    assert json.dumps(expand(short, LISTS).document) == json.dumps(document)
    for form in ("json", "toml"):
        text = write_text(document, form, LISTS)  # type: ignore[arg-type]
        assert read_text(text, form, "x", 10**6, lambda _: LISTS) == document  # type: ignore[arg-type]


def test_entries_and_cells_of_ranks() -> None:
    entries = HexLists("digits", SIZE, (Entries("/hex", "terrain"),), usual={"land": 1.0})
    short = {
        "columns": 2,
        "rows": 1,
        "hex": {"legend": {"s": "sea"}, "rows": ["ss"], "0201": {"land": 0.5}},
    }
    assert expand(short, entries).document["hex"] == {
        "0101": {"terrain": "sea", "land": 1.0},
        "0201": {"terrain": "sea", "land": 0.5},
    }
    size = Size("/count", "/first", (1, 2), (9, 9), count=True)
    ranks = HexLists("ranks", size, (Records("/cells", "number", "env", number=True),))
    cells = {"legend": {"p": "plain"}, "rows": ["ppp", "p p", "   "], "5": {"owner": "red"}}
    found = expand({"count": 8, "first": 3, "cells": cells}, ranks)
    assert [entry["number"] for entry in found.document["cells"]] == [1, 2, 4, 5, 6, 7]
    assert found.document["cells"][3] == {"number": 5, "owner": "red"}
    cells["rows"] = ["ppp", "p p", " p "]
    (problem,) = expand({"count": 8, "first": 3, "cells": cells}, ranks).problems
    assert problem[2] == "a space, as no hex is there"


SHORT = """format = "hexfront-terrain/1"
system = "brigade"
name = "field"
title = "A field"
columns = 3
rows = 2
types = [
  { id = 0, name = "clear", title = "Clear", cost = 1, art = "clear" },
  { id = 1, name = "town", title = "Town", cost = 2, art = "town", town = true },
]

[hexes]
legend = { "." = "clear", t = "town", s = "swamp" }
rows = [
  "..t",
  "t.s",
]
0301 = { name = "Orl" }
"""


def test_problems_of_hexes_are_told_in_their_row(tmp_path: Path) -> None:
    """The file has rows; what is wrong with a hex that they give is said of its row."""
    system = find_system("brigade")
    (tmp_path / "field.toml").write_text(SHORT)
    scenario = {**load_scenario(system).document, "terrain": "field.toml", "units": []}
    (tmp_path / "s.json").write_text(json.dumps(scenario))
    with pytest.raises(InputError) as caught:
        load_scenario(system, tmp_path / "s.json")
    told = [str(p).removeprefix(f"{tmp_path}/") for p in caught.value.problems]
    assert told[:2] == [
        "field.toml: line 16: /hexes/rows/1 (row 2, column 1, hex 0102: name): found <nothing>, "
        "expected the name of the town",
        "field.toml: line 16: /hexes/rows/1 (row 2, column 3, hex 0302: terrain): found 'swamp', "
        "expected one of: clear, town",
    ]  # fmt: skip
