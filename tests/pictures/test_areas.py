"""Pictures of boards whose places have outlines, and of pieces without NATO symbols."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
import resvg_py

from hexfront.core.contract import SPECTATOR, UMPIRE, Counter, Kind, Mark, View
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.pictures import PositionPicture, board_svg, counter_svg
from hexfront.pictures.shapes import SHAPES

SVG = "{http://www.w3.org/2000/svg}"
COLOURS = [f"#{n}{n}{n}{n}{n}{n}" for n in range(1, 7)]
BOARD: dict[str, Any] = {
    "kind": "areas",
    "title": "A lane",
    "sides": [{"name": f"s{n}", "title": f"S {n}", "colour": c} for n, c in enumerate(COLOURS)],
    "terrain": {
        "banded": {"title": "Banded", "art": "plain", "colour": "#abcdef"},
        "plain": {"title": "Plain", "art": "plain", "colour": "#fedcba"},
        "bare": {"title": "Bare", "art": "plain"},
    },
    "places": [
        {
            "id": f"p{n}",
            "x": 3 * n + 1.5,
            "y": 1.0,
            "terrain": ("banded", "plain", "bare")[n],
            "name": ("One <Road>", "Second", "")[n],
            "outline": [[3 * n, 0], [3 * n + 3, 0], [3 * n + 3, 4], [3 * n, 4]],
            "band": [[3 * n, 0], [3 * n + 3, 0], [3 * n + 3, 1], [3 * n, 1]] if not n else None,
        }
        for n in range(3)
    ],
    "regions": [
        {"title": "Below & far", "outline": [[0, 5], [9, 5], [9, 6]], "x": 4, "y": 5.5, "turn": 90}
    ],
}


def piece(side: int, place: str, sign: str, *, known: bool = True, **values: int) -> Counter:
    return Counter(f"{sign}{side}{place}", side, place, f"a {sign}", "", known, values, (), sign)


def view(*counters: Counter, marks: tuple[Mark, ...] = (), owners: Any = ()) -> View:
    return View(0, 0, Kind.ORDERS, False, "t", "p", counters, marks, owners=owners)


def drawn(svg: str) -> ElementTree.Element:
    """The picture as XML; a picture is well formed and can be drawn."""
    assert len(resvg_py.svg_to_bytes(svg_string=svg)) > 500
    return ElementTree.fromstring(svg)


def paths(root: ElementTree.Element, **wanted: str) -> list[str]:
    return [
        e.get("d", "")
        for e in root.iter(f"{SVG}path")
        if all(e.get(name) == value for name, value in wanted.items())
    ]


@pytest.mark.parametrize("dark", [False, True])
def test_outlines_bands_regions_and_names(dark: bool) -> None:
    root = drawn(board_svg(BOARD, dark=dark))
    assert paths(root, fill="#abcdef") == ["M0 0l300 0 0 100-300 0z"]
    assert paths(root, fill="#fedcba") == ["M300 0l300 0 0 400-300 0z"]
    texts = {e.text: e for e in root.iter(f"{SVG}text")}
    assert {"One", "<Road>", "Second", "Below & far"} <= texts.keys()
    assert "rotate(90" in texts["Below & far"].get("transform", "")
    assert root.get("viewBox") == "-120 -120 1140 640"
    assert not list(root.iter(f"{SVG}circle"))


def test_land_of_a_side_is_tinted_within_its_outline() -> None:
    root = drawn(board_svg(BOARD, view(owners=(-1, 4, -1))))
    assert paths(root, stroke=COLOURS[4]) == ["M300 0l300 0 0 400-300 0z"]


def test_each_piece_is_drawn_once_with_its_number() -> None:
    figures = SHAPES["pieces"]
    signs = [*(sign for sign in figures if sign not in ("other", "number")), "windmill"]
    counters = [piece(side % 6, "p1", sign, number=side + 2) for side, sign in enumerate(signs)]
    root = drawn(board_svg(BOARD, view(*counters, piece(1, "", "card"), piece(1, "no", "unit"))))
    for sign in signs:
        assert all(paths(root, d=part["path"]) for part in figures.get(sign, figures["other"]))
    titles = [e.text for e in root.iter(f"{SVG}title") if e.text and e.text.startswith("a ")]
    assert len(titles) == len(signs)
    texts = [e.text for e in root.iter(f"{SVG}text")]
    assert [str(n + 2) in texts for n, sign in enumerate(signs)] == [s != "pawn" for s in signs]


@pytest.mark.parametrize("count", [1, 3, 4, 8, 9, 15, 16, 40])
def test_pieces_of_a_place_lie_beside_each_other_inside_it(count: int) -> None:
    counters = [piece(n % 6, "p0", "agent", number=n) for n in range(count)]
    svg = board_svg(BOARD, view(*counters))
    placed = re.findall(r"translate\((\S+) (\S+)\)scale\((\S+)\)", svg)
    points = [(float(x), float(y), 2 * float(s)) for x, y, s in placed]
    assert len(set(points)) == count
    for x, y, size in points:
        assert size / 2 <= x <= 300 - size / 2
        assert size / 2 <= y <= 400
    for n, (x, y, size) in enumerate(points):
        assert all(max(abs(x - a), abs(y - b)) > 0.95 * size for a, b, _ in points[:n])


def test_sides_are_told_apart_without_colour() -> None:
    pictures = {counter_svg(piece(side, "", "agent"), "#123456") for side in range(6)}
    bare = {re.sub(r'id="\w+"|#u\w+|u[0-9a-f]{8}\w*', "", picture) for picture in pictures}
    assert len(bare) == 6


def test_a_counter_without_a_symbol_is_a_picture_of_its_own() -> None:
    own = piece(2, "p0", "unit", number=7)
    assert "7" in [e.text for e in drawn(counter_svg(own)).iter(f"{SVG}text")]
    hidden = drawn(counter_svg(replace(own, known=False)))
    texts = [e.text for e in hidden.iter(f"{SVG}text")]
    assert texts == ["?"]
    assert counter_svg(own).startswith("<svg")


@pytest.mark.parametrize("players", ["2", "4", "6"])
def test_the_ring_of_takeover(players: str) -> None:
    system = find_system("takeover")
    assert system.scenarios.with_options is not None
    rules = system.rules(system.scenarios.with_options(load_scenario(system), {"players": players}))
    for viewer in (0, SPECTATOR, UMPIRE):
        shown = rules.view(rules.start(), viewer)
        picture = PositionPicture(rules.board(), shown)
        root = drawn(picture._repr_svg_())
        pawns = paths(root, d=SHAPES["pieces"]["pawn"][0]["path"])
        assert len(pawns) == int(players)
        texts = {e.text for e in root.iter(f"{SVG}text")}
        assert {"North", "South", "Mill", "Row"} <= texts
        assert "Round" in picture._repr_html_()


def test_the_home_page_has_a_picture_of_it() -> None:
    import gzip

    from hexfront.server.pages.pictures import _picture

    for dark in (False, True):
        svg = gzip.decompress(_picture("takeover", "", dark)).decode()
        assert SHAPES["pieces"]["pawn"][0]["path"] in svg
        assert len(svg) < 100_000
