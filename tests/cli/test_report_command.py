"""`hexfront report`: a run as a page."""

import base64
import re
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.study.batch import make_plan, run_batch
from hexfront.study.files.tables import table_path

Run = Callable[..., Any]


class Page(HTMLParser):
    """The elements of a page, its texts, and whether all that is opened is closed."""

    VOID = frozenset({"meta", "img"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def written(path: Path, games: int = 6, system: str = "recorded", **changes: Any) -> Path:
    found = find_system(system)
    document = {**load_scenario(found).document, **changes}
    scenario = found.scenarios.load(document, None, "test")
    plan, rules = make_plan(found, scenario, ["pusher", "random"], 1)
    run_batch(plan, rules, range(games), 1, path)
    return path


def test_a_page_of_a_run(hexfront: Run, tmp_path: Path) -> None:
    games = written(tmp_path / "r.parquet")
    done = hexfront("report", str(games))
    assert (done.code, done.err) == (0, "")
    page = Page((tmp_path / "r.html").read_text())
    texts = " ".join(page.texts)
    rows = pq.read_table(games).to_pylist()
    for word in ("Key figures", "Maps of game 0", "How it was made", rows[0]["scenario_hash"]):
        assert word in texts
    assert "red: pusher, blue: random" in texts.lower()
    assert "r.dice.parquet: 24 rows" in texts and "r.sides.parquet: 60 rows" in texts
    pictures = [attrs for tag, attrs in page.elements if tag == "img"]
    assert [attrs["alt"] for attrs in pictures] == [
        "Dice",
        "lives by round",
        "dice by round",
        "Lives",
    ]
    for attrs in pictures:
        kind, _, data = str(attrs["src"]).partition(",")
        assert kind == "data:image/svg+xml;base64"
        assert b"<svg" in base64.b64decode(data)
    assert sum(tag == "svg" for tag, _ in page.elements) == 5  # Rounds 0 to 3, and the end


def test_a_page_needs_nothing_from_outside(hexfront: Run, tmp_path: Path) -> None:
    hexfront("report", str(written(tmp_path / "r.parquet")))
    text = (tmp_path / "r.html").read_text()
    page = Page(text)
    for tag, attrs in page.elements:
        assert tag not in {"script", "link", "iframe", "object", "base"}
        for name, value in attrs.items():
            assert not name.startswith("on")
            if name in {"src", "href", "xlink:href"}:
                assert str(value).startswith(("data:", "#"))
    assert not re.search(r"@import|url\((?!#)", text)
    policy = [attrs for tag, attrs in page.elements if attrs.get("http-equiv")]
    assert policy[0]["content"] == "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def test_what_others_wrote_is_only_text(hexfront: Run, tmp_path: Path) -> None:
    nasty = "<script>alert(1)</script>\"'&$x_{$"
    hexfront("report", str(written(tmp_path / "r.parquet", title=nasty, sides=[nasty, "b"])))
    text = (tmp_path / "r.html").read_text()
    assert "<script" not in text
    assert nasty in "".join(Page(text).texts)
    assert "Sides <by round>" in "".join(Page(text).texts)


def test_equal_runs_give_equal_pages(hexfront: Run, tmp_path: Path) -> None:
    games = written(tmp_path / "r.parquet")
    hexfront("report", str(games), "--out", str(tmp_path / "a.html"))
    hexfront("report", str(games), "--out", str(tmp_path / "b.html"))
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_a_run_without_tables_or_curves_has_a_page(hexfront: Run, tmp_path: Path) -> None:
    hexfront("report", str(written(tmp_path / "r.parquet", system="lanes")))
    assert "Key figures" in (tmp_path / "r.html").read_text()
    games = written(tmp_path / "s.parquet")
    for name in ("dice", "sides"):
        table_path(games, name).unlink()
    assert hexfront("report", str(games)).code == 0
    assert "s.dice.parquet" not in (tmp_path / "s.html").read_text()


def test_another_game_than_was_played_is_not_shown(hexfront: Run, tmp_path: Path) -> None:
    games = written(tmp_path / "r.parquet")
    table = pq.read_table(games)
    place = table.schema.get_field_index("digest")
    other = pa.array(["0" * 32] * len(table))
    pq.write_table(table.set_column(place, "digest", other), games)
    assert hexfront("report", str(games)).code == 0
    page = Page((tmp_path / "r.html").read_text())
    assert "played again it does not end as it did" in " ".join(page.texts)
    assert not any(tag == "svg" for tag, _ in page.elements)


def test_bad_files_are_named(hexfront: Run, tmp_path: Path) -> None:
    games = written(tmp_path / "r.parquet")
    (tmp_path / "text.parquet").write_text("no table")
    pq.write_table(pa.table({"a": [1]}), tmp_path / "strange.parquet")
    written(tmp_path / "other.parquet", lives=2)
    (tmp_path / "other.series.parquet").replace(tmp_path / "o.parquet")
    for file, words in (
        ("nothing.parquet", "nothing.parquet"),
        ("text.parquet", "text.parquet"),
        ("strange.parquet", "another table"),
        ("r.series.parquet", "another table"),
        ("other.parquet", "other.series.parquet"),
    ):
        done = hexfront("report", str(tmp_path / file))
        assert done.code == 2 and words in done.err, file
        assert not (tmp_path / file).with_suffix(".html").exists()
    (tmp_path / "o.parquet").replace(tmp_path / "r.series.parquet")
    assert "another scenario_hash" in hexfront("report", str(games)).err
    for out in (tmp_path, tmp_path / "no" / "r.html", games):
        assert hexfront("report", str(games), "--out", str(out)).code == 2


def test_without_matplotlib_it_says_so(
    hexfront: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = written(tmp_path / "r.parquet")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = hexfront("report", str(games))
    assert done.code == 1 and ".[study]" in done.err
