"""Numbers of overlays in the terminal: as text, opened by their numbers, and as a tree."""

from __future__ import annotations

import io

import pytest
from textual.widgets import Tree

from hexfront.core.contract import Figure, Overlay
from hexfront.core.errors import InputError
from hexfront.tui.figures import figure_lines, subject_and_path
from hexfront.tui.plain.table import PlainTable
from hexfront.tui.screen.figure_tree import Figures
from tests.tui.conftest import MakeSession
from tests.tui.test_screen import LARGE, drive

RATE = Figure("Rate", 2.0, "km a day", "BRG-12", "", "group 3: rate(1)")
ROWS = Figure(
    "Losses",
    parts=(
        Figure("first", parts=(Figure("tanks", 1.5), Figure("guns", None))),
        Figure(
            "second", parts=(Figure("tanks", 0.123456789, parts=(RATE,)), Figure("guns", "all"))
        ),
    ),
    columns=("tanks", "guns"),
)
WAY = Figure("Way", 6.0, "km", "BRG-12", "rate · time", "", (RATE, Figure("Time", 3.0, "days")))


def text(*path: str) -> str:
    return "\n".join(figure_lines((WAY, ROWS), path))


def test_each_figure_has_its_number() -> None:
    first, *rest = text().splitlines()
    assert first == "  1  Way: 6 km (BRG-12)  ..."
    assert rest[0] == "  2  Losses"
    assert "1 tanks" in rest[1]
    assert rest[2].split() == ["1", "first", "1.5", "-"]
    assert rest[3].split() == ["2", "second", "0.12346", "all"]


def test_a_figure_opens_into_what_it_follows_from() -> None:
    lines = text("1").splitlines()
    assert lines[0] == "Way: 6 km (BRG-12)"
    assert lines[1] == "  = rate · time"
    assert lines[2].strip().startswith("1  Rate: 2 km a day")
    assert lines[3].strip() == "group 3: rate(1)"
    assert text("1", "1").splitlines()[1].strip() == "group 3: rate(1)"


def test_a_cell_of_a_table_opens_by_row_and_column() -> None:
    assert text("2", "2", "1").splitlines()[0] == "tanks: 0.12346"
    assert "Rate: 2 km a day" in text("2", "2", "1")


@pytest.mark.parametrize("path", [("3",), ("0",), ("x",), ("1", "9"), ("1", "1", "1"), ("-1",)])
def test_a_number_that_is_not_there_is_refused(path: tuple[str, ...]) -> None:
    with pytest.raises(InputError):
        text(*path)


def test_what_a_line_asks_of() -> None:
    counter = {"3rd brigade": "3"}.__getitem__
    unit = Overlay("status", "Status", "", of_counter=True)
    place = Overlay("cell", "Cell", "", of_place=True)
    order = Overlay("foresee", "Foresee", "", of_order=True)
    assert subject_and_path(unit, "3rd brigade, 1 2", counter) == ("3", ["1", "2"])
    assert subject_and_path(place, "0504 3", counter) == ("0504", ["3"])
    assert subject_and_path(place, "", counter) == ("", [])
    assert subject_and_path(order, "mission 2: 4 10", counter) == ("mission 2: 4 10", [])
    assert subject_and_path(Overlay("all", "All", ""), "1 2", counter) == ("", ["1", "2"])


def test_a_war_in_plain_text(make_session: MakeSession) -> None:
    typed = (
        "status 7",
        "status 7, 4",
        "cell 38 3 1 2",
        "cell 999",
        "foresee 7: 39 10",
        "foresee",
        "engagement 43",
        "engagements",
        "march 7",
        "help",
    )
    out, err = io.StringIO(), io.StringIO()
    PlainTable(make_session("idahex"), io.StringIO("\n".join(typed)), out, err).run()
    said = out.getvalue()
    assert "Status of 7 102ND MOT RIFLE (IDX-3.2)" in said
    assert "group 14: basic_rtetype(38,26)" in said
    assert "An attack on the enemy: in 39" in said
    assert "No engagement in 43" in said
    assert "March from 27 to 28" in said
    assert "engagement PLACE [N]" in said
    assert err.getvalue().count("error") == 2


def test_numbers_open_in_a_tree(make_session: MakeSession) -> None:
    async def steps(pilot, app) -> None:
        app.table.put_cursor("38")
        await pilot.press(
            next(key for key, overlay in app.overlays.items() if overlay.name == "cell")
        )
        await pilot.pause()
        assert isinstance(app.screen, Figures)
        tree = app.screen.query_one(Tree)
        captions = [str(node.label) for node in tree.root.children]
        assert captions[0].startswith("Environment: ")
        tree.root.children[0].expand()
        await pilot.pause()
        inside = [str(node.label) for node in tree.root.children[0].children]
        assert any("basic environment type" in label for label in inside)
        await pilot.press("escape")
        assert not isinstance(app.screen, Figures)

    drive(make_session("idahex"), steps, LARGE)
