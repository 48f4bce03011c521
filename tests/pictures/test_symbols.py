"""Our symbols beside those of milsymbol, drawn by the same renderer."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page

from hexfront.pictures.symbols import icons
from hexfront.pictures.symbols.frames import frame_of
from hexfront.pictures.symbols.icons import UNKNOWN, icon
from hexfront.pictures.symbols.nato import draw_symbol, symbol_svg
from hexfront.pictures.symbols.sidc import OLD_FUNCTIONS, Identity, Sort, read_sidc
from hexfront.systems.aggressor.knowledge.symbols import SYMBOLS, symbol
from tests.pictures.milsymbol import PLANE, grown, ink, likeness, milsymbol_svg, pixels

LIKE = 0.94
"""What share of the ink must lie within 4 units of the other's, on a plane of 200."""

IDENTITIES = "3641"
UNITS = [f"10{{}}100000{code.ljust(6, '0')}0000" for code in icons.UNITS]
WORDS = [f"10{{}}100000{code.ljust(6, '0')}0000" for code in icons.WORDS]
SHIPS = [f"10{{}}300000{code.ljust(6, '0')}0000" for code in icons.SHIPS]
MODIFIERS = [
    *(f"10{{}}100000000000{code}00" for code in [*icons.ABOVE, *icons.WORDS_ABOVE]),
    *(f"10{{}}10000000000000{code}" for code in [*icons.BELOW, *icons.WORDS_BELOW]),
]
AMPLIFIERS = [
    *(f"10{{}}1000{e}1211000000" for e in (*range(11, 19), *range(21, 27))),
    *(f"10{{}}100{staff}{e}1211000000" for staff in range(1, 8) for e in (16, 25)),
]

NEWER = ("UCAW", "UCDG", "UCDM", "UCFR", "UCIN", "UCIS", "USMT")
"""Functions whose 15-character codes have older icons; ours are those of 2525D."""


def codes(patterns: list[str], identities: str = IDENTITIES) -> list[str]:
    return [pattern.format(f"0{identity}") for pattern in patterns for identity in identities]


def blank(code: str) -> str:
    return f"{code[:4]}U----------" if code[0] == "S" else f"{code[:6]}{'0' * 14}"


def compare(page: Page, drawn: list[str]) -> dict[str, float]:
    """How like the symbols are; of icons alone, as a frame would hide how they differ."""
    ours = pixels([symbol_svg(code) for code in drawn])
    theirs = pixels(milsymbol_svg(page, drawn))
    blanks = sorted({blank(code) for code in drawn})
    frames = dict(zip(blanks, pixels([symbol_svg(code) for code in blanks]), strict=True))
    found = {}
    for code, one, other in zip(drawn, ours, theirs, strict=True):
        within = ~grown(ink(frames[blank(code)]), 3)
        found[code] = likeness(ink(one) & within, ink(other) & within)
    return found


@pytest.mark.parametrize(
    ("patterns", "identities"),
    [(UNITS, IDENTITIES), (AMPLIFIERS, IDENTITIES), (WORDS, "3"), (SHIPS, "3"), (MODIFIERS, "36")],
)
def test_icons_are_those_of_milsymbol(page: Page, patterns: list[str], identities: str) -> None:
    found = compare(page, codes(patterns, identities))
    assert {code: share for code, share in found.items() if share < LIKE} == {}


def test_frames_are_those_of_milsymbol(page: Page) -> None:
    """Their fills too."""
    drawn = codes([f"10{{}}{sort}{'0' * 14}" for sort in ("10", "15", "30", "01")])
    ours = pixels([symbol_svg(code) for code in drawn])
    for code, one, other in zip(drawn, ours, pixels(milsymbol_svg(page, drawn)), strict=True):
        assert likeness(ink(one), ink(other)) > 0.98, code
        centre = int(60 - PLANE[1]), int(100 - PLANE[0])
        assert list(one[centre]) == pytest.approx(list(other[centre]), abs=1), code


def test_old_codes_are_those_of_milsymbol(page: Page) -> None:
    functions = [f for f in OLD_FUNCTIONS if f[0] == "U" and f != "UH" and not f.startswith(NEWER)]
    drawn = [f"S{side}GP{f.ljust(6, '-')}-----" for f in functions for side in "FH"]
    drawn += [f"SFGPUCI---{staff}{size}---" for staff in "-ABCDEFG" for size in "-DIM"]
    drawn += [f"S{side}GPUCI--------" for side in "PUAFNSH"]
    found = compare(page, drawn)
    assert {code: share for code, share in found.items() if share < LIKE} == {}


def test_the_measure_tells_icons_apart(page: Page) -> None:
    """Or the tests above would pass whatever is drawn."""
    drawn = pixels([symbol_svg(f"100310000012{rest}0000") for rest in ("1100", "0500", "1102")])
    infantry, armour, mechanised = map(ink, drawn)
    assert likeness(infantry, armour) < 0.8
    assert likeness(mechanised, armour) < LIKE
    assert likeness(infantry, infantry) == 1


@pytest.mark.parametrize(
    "code",
    [
        "",
        "?",
        "hello",
        "10031000009999990000",
        "99999999999999999999",
        "S",
        "SFGPZZ----",
        '"><script>',
        "10031000121211000000" * 9,
        "１００３１００００００００００００００0",
    ],
)
def test_a_code_that_is_not_known_gets_a_frame(code: str) -> None:
    svg = symbol_svg(code)
    root = ElementTree.fromstring(svg)
    assert root.findall(".//{*}path")
    assert "?" in "".join(root.itertext())
    assert "script" not in svg


@given(st.text(max_size=40) | st.text("0123456789", min_size=20, max_size=20))
def test_no_code_breaks_a_picture(code: str) -> None:
    ElementTree.fromstring(symbol_svg(code))


def test_both_kinds_of_code_say_the_same() -> None:
    new, old = read_sidc("10061002161205000000"), read_sidc("SHGPUCA---AF---")
    assert new == old
    assert new.identity is Identity.HOSTILE
    assert new.sort is Sort.UNIT
    assert new.headquarters
    assert not new.task_force
    assert new.echelon == "16"


@pytest.mark.parametrize(
    "code", ["10031006261211000000", "10061007160000000000", "10011000251211000000"]
)
def test_everything_lies_within_the_bounds(code: str) -> None:
    drawn = draw_symbol(code)
    inked = pixels([symbol_svg(code)])[0].min(axis=2) < 200
    rows, columns = inked.any(axis=1).nonzero()[0], inked.any(axis=0).nonzero()[0]
    assert drawn.left <= columns[0] + PLANE[0]
    assert columns[-1] + PLANE[0] <= drawn.left + drawn.width
    assert drawn.top <= rows[0] + PLANE[1]
    assert rows[-1] + PLANE[1] <= drawn.top + drawn.height
    assert drawn.height < 340


@pytest.mark.clause("AGR-8")
def test_every_type_of_aggressor_has_a_symbol_that_both_drawers_know(page: Page) -> None:
    codes = [symbol(shown, side) for shown in SYMBOLS for side in (0, 1)]
    assert len(set(codes)) == len(codes) == 18
    assert all(re.fullmatch("[0-9]{20}", code) for code in codes)
    assert len(milsymbol_svg(page, codes)) == 18
    drawn = set()
    for code in codes[::2]:
        read = read_sidc(code)
        frame = frame_of(read.sort, read.identity)
        assert icon(read, frame) != UNKNOWN(frame)
        drawn.add(repr(icon(read, frame)))
    assert len(drawn) == len(SYMBOLS)
