"""Maps and counters to print: their true size, in every form."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from hexfront.core.contract import UMPIRE
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario
from hexfront.exchange.prints.drawing import in_order
from hexfront.exchange.prints.pdf import POINT, Page, write_pdf
from hexfront.exchange.prints.sheets import (
    MARGIN,
    OVERLAP,
    Sheet,
    counter_sheet,
    map_sheet,
    sheet_pdf,
    sheet_png,
)
from hexfront.exchange.prints.windows import Box, Node, part_of, read_picture, window_svg

SMALL = {"brigade": "first-game", "aggressor": "first-game", "malaya": "first-game"}


def board_and_counters(name: str):  # type: ignore[no-untyped-def]
    system = find_system(name)
    rules = system.rules(load_scenario(system, SMALL.get(name)))
    return rules.board(), rules.view(rules.start(), UMPIRE).counters


def printed(sheet: Sheet, paper: str, dpi: int, title: str) -> tuple[bytes, int]:
    """A PDF, and how many pages it has."""
    out = io.BytesIO()
    pages = sheet_pdf(out, sheet, paper, dpi, title)
    return out.getvalue(), pages


def test_a_hex_is_as_large_as_asked_for() -> None:
    board, _ = board_and_counters("brigade")
    one, two = map_sheet(board, 16), map_sheet(board, 32)
    assert two.size == pytest.approx([2 * value for value in one.size])
    found = re.search(r'width="([\d.]+)mm" height="([\d.]+)mm"', one.true_size())
    assert found is not None
    assert [float(value) for value in found.groups()] == pytest.approx(one.size, abs=0.001)
    # From centre to centre of two hexes of a column: 100 units of the picture are a side.
    assert 100 * 3**0.5 * one.mm == pytest.approx(16)


def test_a_wide_map_has_its_numbers_too() -> None:
    board, _ = board_and_counters("brigade")
    first = {**board["places"][0], "x": 0.0, "y": 0.0}
    row = [{**first, "id": f"p{column}", "x": 1.5 * column} for column in range(100)]
    assert ">p99</text>" in map_sheet({**board, "places": row}, 16).svg


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
    data, pages = printed(sheet, "a4", 60, "First (game)")
    assert pages == 1 and data.startswith(b"%PDF-1.4")
    large, pages = printed(map_sheet(board, 60), "a4", 50, "First game")
    assert pages > 1 and large.count(b"/Type /Page ") == pages
    one, pages = printed(sheet, "large", 60, "First game")
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", one)
    assert box is not None
    wanted = [(value + 2 * MARGIN) * POINT for value in sheet.size]
    assert [float(value) for value in box.groups()] == pytest.approx(wanted, abs=0.01)
    with pytest.raises(InputError, match="--paper: found 'a7', expected one of: a4"):
        printed(sheet, "a7", 60, "")
    with pytest.raises(InputError, match="--dpi: found 600, expected at most"):
        sheet_png(map_sheet(board, 60), 600)


def test_pages_overlap_and_join_to_the_whole_sheet() -> None:
    """Each strip of the sheet that two pages have looks alike on both."""
    pytest.importorskip("resvg_py")
    pytest.importorskip("PIL")
    board, _ = board_and_counters("brigade")
    sheet, dpi = map_sheet(board, 60), 50
    data, count = printed(sheet, "a4", dpi, "First game")
    pages = pictures(data)
    kept = [round((size - OVERLAP) / 25.4 * dpi) for size in sheet.size]
    seam = round(OVERLAP / 25.4 * dpi)
    across, down = (
        round(whole / (part - seam))
        for whole, part in zip(kept, pages[0].shape[1::-1], strict=True)
    )
    assert across * down == count > 3
    first, second, below = pages[0], pages[1], pages[across]
    assert (abs(first[:, -seam:].astype(int) - second[:, :seam]) > 60).mean() < 0.05
    assert (abs(first[-seam:].astype(int) - below[:seam]) > 60).mean() < 0.05
    assert data.count(b"[1 5] 0 d") == count - 1
    assert across * (first.shape[1] - seam) == pytest.approx(kept[0], abs=across)
    assert down * (first.shape[0] - seam) == pytest.approx(kept[1], abs=down)


def test_no_page_has_but_a_rim_of_the_map() -> None:
    """A map that is a few millimetres longer than a page is cut in the middle."""
    pytest.importorskip("resvg_py")
    pytest.importorskip("PIL")
    board, _ = board_and_counters("brigade")
    one = map_sheet(board, 10)
    sheet = map_sheet(board, 10 * 195 / one.size[0])
    data, count = printed(sheet, "a4", 30, "First game")
    sizes = [(page.shape[1], page.shape[0]) for page in pictures(data)]
    assert count > 1 and len(set(sizes)) == 1
    placed = re.findall(rb"q ([\d.]+) 0 0 ([\d.]+) [\d.]+ [\d.]+ cm /P Do", unpacked(data))
    wide, high = (float(value) / POINT for value in placed[0])
    # True to size: a page more adds the strip that two pages have.
    across = next(n for n in (1, 2, 3) if n * (wide - OVERLAP) + OVERLAP > sheet.size[0] - 0.01)
    assert across * (wide - OVERLAP) + OVERLAP == pytest.approx(sheet.size[0], abs=0.01)
    assert count // across * (high - OVERLAP) + OVERLAP == pytest.approx(sheet.size[1], abs=0.01)


def unpacked(data: bytes) -> bytes:
    """What a PDF draws on its pages, which is not packed."""
    return b"\n".join(re.findall(rb"<< /Length \d+ >>\nstream\n(.*?)\nendstream", data, re.S))


@pytest.mark.parametrize("name", ["brigade", "malaya", "aggressor", "idahex", "takeover"])
def test_a_part_is_what_the_whole_has_there(name: str) -> None:
    """All that reaches into a part is in it, and nothing else is drawn for it."""
    np = pytest.importorskip("numpy")
    pytest.importorskip("resvg_py")
    pytest.importorskip("PIL")
    board, _ = board_and_counters(name)
    picture = read_picture(map_sheet(board, 16).svg)
    left, top, wide, high = (float(value) for value in picture.attributes["viewBox"].split())
    size = (640, round(640 * high / wide) // 4 * 4)
    whole = pixels(picture, (left, top, left + wide, top + high), size)
    for column, row in ((0, 0), (1, 2), (3, 3)):
        corner = left + column / 4 * wide, top + row / 4 * high
        box = (*corner, corner[0] + wide / 4, corner[1] + high / 4)
        part = pixels(picture, box, (size[0] // 4, size[1] // 4))
        same = whole[
            row * size[1] // 4 : (row + 1) * size[1] // 4,
            column * size[0] // 4 : (column + 1) * size[0] // 4,
        ]
        assert (abs(part.astype(int) - same) > 40).mean() < 0.02
    assert np.ptp(whole) > 100


def pixels(picture: Node, box: Box, size: tuple[int, int]) -> Any:
    """The pixels of a part of a picture."""
    resvg, image = pytest.importorskip("resvg_py"), pytest.importorskip("PIL.Image")
    np = pytest.importorskip("numpy")
    data = resvg.svg_to_bytes(svg_string=window_svg(picture, box, size), background="#fff")
    with image.open(io.BytesIO(bytes(data))) as drawn:
        return np.asarray(drawn.convert("RGB"))


def test_what_reaches_into_a_part_is_in_it() -> None:
    """Lines are wide, names are long, and a sign is drawn elsewhere than it is described."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9000 9000" width="9" height="9">'
        '<defs><path id="sign" d="M0 0l9 9"/><path id="far" d="M20 20l9 9"/></defs>'
        '<path id="line" d="M3990 4000l0 500M0 0h500" stroke="#000" stroke-width="120"/>'
        '<text id="name" x="3000" y="4100" font-size="100">A name of many letters</text>'
        '<text id="short" x="3000" y="4100" font-size="100">A</text>'
        '<use id="here" href="#sign" x="4100" y="4100"/><use id="there" href="#far"/>'
        '<path id="arc" d="M3500 4300a400 400 0 1 1 1 1z"/></svg>'
    )
    part = part_of(read_picture(svg), (4000, 4000, 5000, 5000))
    assert {*part.names()} == {"sign", "line", "name", "here", "arc"}
    assert "M0 0h500" not in part.written()


def test_a_part_holds_only_what_is_near_it() -> None:
    """Else each page of a large map costs what the map does."""
    board, _ = board_and_counters("malaya")
    svg = map_sheet(board, 16).svg
    picture = read_picture(svg)
    left, top, wide, high = (float(value) for value in picture.attributes["viewBox"].split())
    window = (left, top, left + wide / 6, top + high / 6)
    part = window_svg(picture, window, (100, 100))
    assert len(part) < len(svg) * 2 / 3
    assert window_svg(part_of(picture, window), window, (100, 100)) == part
    layers = re.findall(r"<g [^>]*(?:clip-path|mask)=[^>]*>", part)
    assert layers and all('filter="url(#window)"' in layer for layer in layers)


@pytest.mark.parametrize("workers", [1, 2])
def test_what_several_processes_draw_keeps_its_order(workers: int) -> None:
    asked: list[int] = []

    def tasks() -> Iterator[str]:
        for number in range(9):
            asked.append(number)
            yield "a" * number

    found = in_order(len, tasks(), workers)
    assert next(found) == 0
    assert len(asked) <= workers + 1  # No more than are in hand.
    assert [*found] == [*range(1, 9)]


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
    out = io.BytesIO()
    write_pdf(out, [page, page], MARGIN)
    data = out.getvalue()
    start = int(data.rpartition(b"startxref\n")[2].split()[0])
    table = data[start:].split(b"\n")
    assert table[0] == b"xref"
    places = [int(line.split()[0]) for line in table[3:] if line.endswith(b" n ")]
    for number, place in enumerate(places, 1):
        assert data[place:].startswith(f"{number} 0 obj".encode())
    assert b"(50 mm    Words \\(in brackets\\)) Tj" in data
