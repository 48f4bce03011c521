"""Maps and counters to print: their true size, in every form."""

from __future__ import annotations

import io
import re
import zlib
from typing import Any

import pytest

from hexfront.core.contract import UMPIRE
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario
from hexfront.exchange.prints.pdf import POINT, Page, write_pdf
from hexfront.exchange.prints.sheets import (
    MARGIN,
    OVERLAP,
    counter_sheet,
    map_sheet,
    sheet_pdf,
    sheet_png,
)

SMALL = {"brigade": "first-game", "aggressor": "first-game", "malaya": "first-game"}


def board_and_counters(name: str):  # type: ignore[no-untyped-def]
    system = find_system(name)
    rules = system.rules(load_scenario(system, SMALL.get(name)))
    return rules.board(), rules.view(rules.start(), UMPIRE).counters


def test_a_hex_is_as_large_as_asked_for() -> None:
    board, _ = board_and_counters("brigade")
    one, two = map_sheet(board, 16), map_sheet(board, 32)
    assert two.size == pytest.approx([2 * value for value in one.size])
    found = re.search(r'width="([\d.]+)mm" height="([\d.]+)mm"', one.true_size())
    assert found is not None
    assert [float(value) for value in found.groups()] == pytest.approx(one.size, abs=0.001)
    # From centre to centre of two hexes of a column: 100 units of the picture are a side.
    assert 100 * 3**0.5 * one.mm == pytest.approx(16)


@pytest.mark.parametrize("name", system_names())
def test_counters_of_every_system(name: str) -> None:
    board, counters = board_and_counters(name)
    if not counters:
        with pytest.raises(InputError, match="found <no counter>"):
            counter_sheet(counters, board, 13, 190)
        return
    sheet = counter_sheet(counters, board, 13, 190)
    across = min(len(counters), 13)
    assert sheet.size[0] == pytest.approx(across * 14 - 1, abs=0.1)
    assert sheet.size[1] == pytest.approx(-(-len(counters) // across) * 14 - 1, abs=0.1)
    assert sheet.svg.count("<title>") >= len(counters)


def test_png_and_pdf_have_their_true_size() -> None:
    pytest.importorskip("resvg_py")
    image = pytest.importorskip("PIL.Image")
    board, counters = board_and_counters("brigade")
    sheet = counter_sheet(counters, board, 20, 190)
    with image.open(io.BytesIO(sheet_png(sheet, 100))) as picture:
        inches = [size / dpi for size, dpi in zip(picture.size, picture.info["dpi"], strict=True)]
    assert [inch * 25.4 for inch in inches] == pytest.approx(sheet.size, abs=0.3)
    data, pages = sheet_pdf(sheet, "a4", 60, "First (game)")
    assert pages == 1 and data.startswith(b"%PDF-1.4")
    large, pages = sheet_pdf(map_sheet(board, 60), "a4", 50, "First game")
    assert pages > 1 and large.count(b"/Type /Page ") == pages
    one, pages = sheet_pdf(sheet, "large", 60, "First game")
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", one)
    assert box is not None
    wanted = [(value + 2 * MARGIN) * POINT for value in sheet.size]
    assert [float(value) for value in box.groups()] == pytest.approx(wanted, abs=0.01)
    with pytest.raises(InputError, match="--paper: found 'a7', expected one of: a4"):
        sheet_pdf(sheet, "a7", 60, "")
    with pytest.raises(InputError, match="--dpi: found 600, expected at most"):
        sheet_png(map_sheet(board, 60), 600)


def test_pages_overlap_and_join_to_the_whole_sheet() -> None:
    """Each strip of the sheet that two pages have looks alike on both."""
    pytest.importorskip("resvg_py")
    pytest.importorskip("PIL")
    board, _ = board_and_counters("brigade")
    sheet, dpi = map_sheet(board, 60), 50
    wide, high = sheet.size
    data, count = sheet_pdf(sheet, "a4", dpi, "First game")
    pages = pictures(data)
    inner = [(210 - 2 * MARGIN, 297 - 2 * MARGIN), (297 - 2 * MARGIN, 210 - 2 * MARGIN)]
    shape = next(i for i in inner if round(i[0] / 25.4 * dpi) == pages[0].shape[1])
    across, down = (
        -(-(size - OVERLAP) // (part - OVERLAP))
        for size, part in zip(sheet.size, shape, strict=True)
    )
    assert across * down == count > 3
    seam = round(OVERLAP / 25.4 * dpi)
    first, second, below = pages[0], pages[1], pages[int(across)]
    assert (abs(first[:, -seam:].astype(int) - second[:, :seam]) > 60).mean() < 0.05
    assert (abs(first[-seam:].astype(int) - below[:seam]) > 60).mean() < 0.05
    assert data.count(b"[1 5] 0 d") == count - 1
    assert sum(page.shape[1] for page in pages[: int(across)]) == pytest.approx(
        (wide + (across - 1) * OVERLAP) / 25.4 * dpi, abs=across
    )
    assert high > shape[1]


def pictures(data: bytes) -> list[Any]:
    """The pictures of a PDF, as rows, columns and three colours."""
    np = pytest.importorskip("numpy")
    found = []
    pattern = rb"/Width (\d+) /Height (\d+) [^>]* /Length (\d+) >>\nstream\n"
    for head in re.finditer(pattern, data):
        wide, high, length = map(int, head.groups())
        pixels = zlib.decompress(data[head.end() : head.end() + length])
        found.append(np.frombuffer(pixels, np.uint8).reshape(high, wide, 3))
    return found


def test_a_pdf_points_to_its_objects() -> None:
    page = Page((100, 80), (50, 40), (2, 1), zlib.compress(b"\0" * 6), "Words (in brackets)")
    data = write_pdf([page, page], MARGIN)
    start = int(data.rpartition(b"startxref\n")[2].split()[0])
    table = data[start:].split(b"\n")
    assert table[0] == b"xref"
    places = [int(line.split()[0]) for line in table[3:] if line.endswith(b" n ")]
    for number, place in enumerate(places, 1):
        assert data[place:].startswith(f"{number} 0 obj".encode())
    assert b"(50 mm    Words \\(in brackets\\)) Tj" in data
