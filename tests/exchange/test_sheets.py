"""Maps and counters to print: their true size, in every form."""

from __future__ import annotations

import base64
import io
import re
import zlib
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from hexfront.core.contract import UMPIRE
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario
from hexfront.exchange.prints import sheets
from hexfront.exchange.prints.drawing import in_order, smooth, vector_page
from hexfront.exchange.prints.pages import POINT, RULER
from hexfront.exchange.prints.pdf import write_pdf
from hexfront.exchange.prints.sheets import (
    MARGIN,
    OVERLAP,
    PAPERS,
    Sheet,
    counter_sheet,
    map_sheet,
    sheet_pages,
    sheet_pdf,
    sheet_png,
)
from hexfront.exchange.prints.windows import (
    part_of,
    read_picture,
    window_of,
    window_svg,
)

SMALL = {"brigade": "first-game", "aggressor": "first-game", "malaya": "first-game"}


def board_and_counters(name: str):  # type: ignore[no-untyped-def]
    system = find_system(name)
    rules = system.rules(load_scenario(system, SMALL.get(name)))
    return rules.board(), rules.view(rules.start(), UMPIRE).counters


def printed(sheet: Sheet, paper: str, title: str) -> tuple[bytes, int]:
    """A PDF, and how many pages it has."""
    pytest.importorskip("vl_convert")
    pytest.importorskip("PIL")
    out = io.BytesIO()
    pages = sheet_pdf(out, sheet, paper, title)
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


def test_a_png_has_its_true_size() -> None:
    pytest.importorskip("resvg_py")
    image = pytest.importorskip("PIL.Image")
    board, counters = board_and_counters("brigade")
    sheet = counter_sheet(counters, board, 20, 190)
    with image.open(io.BytesIO(sheet_png(sheet, 100))) as picture:
        inches = [size / dpi for size, dpi in zip(picture.size, picture.info["dpi"], strict=True)]
    assert [inch * 25.4 for inch in inches] == pytest.approx(sheet.size, abs=0.3)
    with pytest.raises(InputError, match="--dpi: found 600, expected at most"):
        sheet_png(map_sheet(board, 60), 600)


def test_a_pdf_has_its_true_size() -> None:
    board, counters = board_and_counters("brigade")
    sheet = counter_sheet(counters, board, 20, 190)
    data, pages = printed(sheet, "a4", "First (game)")
    assert pages == 1 and data.startswith(b"%PDF-1.")
    assert page_sizes(data) == [pytest.approx(PAPERS["a4"], abs=0.01)]
    lines = drawn_lines(data)
    wide, high = sheet.size
    # To cut a corner, from one millimetre beside the picture, and the scale at the foot.
    for x in (MARGIN, MARGIN + wide):
        assert has_line(lines, (x, MARGIN - 1), (x, MARGIN - 4))
        assert has_line(lines, (x, MARGIN + high + 1), (x, MARGIN + high + 4))
    foot = PAPERS["a4"][1] - MARGIN / 2 + 1
    assert has_line(lines, (MARGIN + 8, foot), (MARGIN + 8 + RULER, foot))
    large, pages = printed(map_sheet(board, 60), "a4", "First game")
    assert len(page_sizes(large)) == pages > 1
    one, pages = printed(sheet, "large", "First game")
    assert page_sizes(one) == [
        pytest.approx([value + 2 * MARGIN for value in sheet.size], abs=0.01)
    ]
    with pytest.raises(InputError, match="--paper: found 'a7', expected one of: a4"):
        printed(sheet, "a7", "")


def test_pages_are_no_larger_than_they_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    board, _ = board_and_counters("brigade")
    with pytest.raises(InputError, match=r"--paper: found <6.* mm>, expected at most 5080 mm"):
        printed(map_sheet(board, 1000), "large", "")
    monkeypatch.setattr(sheets, "MAX_SVG", 10_000)
    with pytest.raises(InputError, match=r"--paper: found <a page of .*; smaller paper"):
        printed(map_sheet(board, 16), "a4", "")
    with pytest.raises(HexfrontError, match="no PDF can be made of a page: "):
        vector_page("<svg")
    # A picture may be large.
    red = enclosed("png", (4000, 3000))
    image = f'<image href="{red}" width="9" height="9"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{image}</svg>'
    assert len(red) > 10_000
    assert printed(Sheet(svg, (0, 0, 9, 9), 1), "a4", "")[1] == 1


def page_sizes(data: bytes) -> list[list[float]]:
    """Of the paper, in millimetres."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    return [[float(value) / POINT for value in box] for box in boxes]


def drawn_lines(data: bytes) -> list[tuple[float, ...]]:
    """Steps of lines of a document with one page, in millimetres from its upper left corner."""
    objects = dict(re.findall(rb"(\d+) 0 obj\n(.*?)\nendobj", data, re.DOTALL))
    (page,) = (body for body in objects.values() if re.search(rb"/Type /Page\b", body))
    found = re.search(rb"/Contents (\d+) 0 R", page)
    assert found is not None
    stream = objects[found[1]].partition(b"stream\n")[2].rpartition(b"\nendstream")[0]
    high = page_sizes(data)[0][1]
    kept, now, at = [], (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), (0.0, 0.0)
    lines: list[tuple[float, ...]] = []
    for line in zlib.decompress(stream).decode("latin-1").splitlines():
        *numbers, operator = line.split(" ")
        if operator == "q":
            kept.append(now)
        elif operator == "Q":
            now = kept.pop()
        elif operator == "cm":
            a, b, c, d, e, f = map(float, numbers)
            p, q, r, s, t, u = now
            now = (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s,
                   e * p + f * r + t, e * q + f * s + u)  # fmt: skip
        elif operator in ("m", "l"):
            x, y = map(float, numbers)
            p, q, r, s, t, u = now
            end = (x * p + y * r + t) / POINT, high - (x * q + y * s + u) / POINT
            if operator == "l":
                lines.append((*at, *end))
            at = end
    return lines


def has_line(
    lines: list[tuple[float, ...]], start: tuple[float, float], end: tuple[float, float]
) -> bool:
    return any(line == pytest.approx((*start, *end), abs=0.01) for line in lines)


def windows(sheet: Sheet, title: str) -> list[tuple[list[float], list[float]]]:
    """Of each page of A4: where its picture lies on it, and the part of the sheet; millimetres."""
    found = []
    for svg in sheet_pages(sheet, PAPERS["a4"], title):
        page = ElementTree.fromstring(svg)
        paper = [float(value) for value in page.attrib["viewBox"].split()]
        assert float(page.attrib["width"]) == pytest.approx(paper[2] * POINT, abs=0.001)
        picture = page[0]
        placed = [float(picture.attrib[key]) for key in ("x", "y", "width", "height")]
        shown = [float(value) for value in picture.attrib["viewBox"].split()]
        left, top = ((shown[i] - sheet.box[i]) * sheet.mm for i in (0, 1))
        part = [left, top, left + shown[2] * sheet.mm, top + shown[3] * sheet.mm]
        found.append((placed, part))
    return found


def test_pages_overlap_and_join_to_the_whole_sheet() -> None:
    board, _ = board_and_counters("brigade")
    sheet = map_sheet(board, 60)
    pages = windows(sheet, "First game")
    parts = [part for _, part in pages]
    across = sum(part[1] == parts[0][1] for part in parts)
    assert len(parts) % across == 0 and len(parts) > across > 1
    for (x, y, wide, high), (left, top, right, bottom) in pages:
        assert (x, y) == (MARGIN, MARGIN)
        assert (wide, high) == pytest.approx((right - left, bottom - top), abs=0.001)
    for at, part in enumerate(parts):
        if at % across:
            assert part[0] == pytest.approx(parts[at - 1][2] - OVERLAP, abs=0.001)
        if at >= across:
            assert part[1] == pytest.approx(parts[at - across][3] - OVERLAP, abs=0.001)
    assert parts[0][:2] == pytest.approx([0, 0], abs=0.001)
    assert parts[-1][2:] == pytest.approx([*sheet.size], abs=0.001)
    broken = [
        svg.count('stroke-dasharray="0.3528 1.7639"')
        for svg in sheet_pages(sheet, PAPERS["a4"], "")
    ]
    assert broken == [0] + [1] * (len(parts) - 1)


def test_no_page_has_but_a_rim_of_the_map() -> None:
    """A map that is a few millimetres longer than a page is cut in the middle."""
    board, _ = board_and_counters("brigade")
    one = map_sheet(board, 10)
    sheet = map_sheet(board, 10 * 195 / one.size[0])
    sizes = [size for (_, _, *size), _ in windows(sheet, "First game")]
    assert len(sizes) > 1
    assert all(size == pytest.approx(sizes[0], abs=0.001) for size in sizes)


@pytest.mark.parametrize(
    "name", ["brigade", "malaya", "aggressor", "idahex", "takeover", "counters"]
)
def test_a_part_is_what_the_whole_has_there(name: str) -> None:
    """All that reaches into a part is in it, and nothing else is drawn for it."""
    np = pytest.importorskip("numpy")
    board, counters = board_and_counters("brigade" if name == "counters" else name)
    if name == "counters":
        svg = counter_sheet(counters, board, 13, 40).svg
    else:
        svg = map_sheet(board, 16).svg
    picture = read_picture(svg)
    left, top, wide, high = (float(value) for value in picture.attributes["viewBox"].split())
    size = (640, round(640 * high / wide) // 4 * 4)
    stretched = f'<svg preserveAspectRatio="none" width="{size[0]}" height="{size[1]}"'
    whole = pixels(
        re.sub(r' width="\d+" height="\d+"', "", svg, count=1).replace("<svg", stretched, 1)
    )
    for column, row in ((0, 0), (1, 2), (3, 3)):
        corner = left + column / 4 * wide, top + row / 4 * high
        box = (*corner, corner[0] + wide / 4, corner[1] + high / 4)
        part = pixels(window_svg(picture, box, (size[0] // 4, size[1] // 4)))
        same = whole[
            row * size[1] // 4 : (row + 1) * size[1] // 4,
            column * size[0] // 4 : (column + 1) * size[0] // 4,
        ]
        assert (abs(part.astype(int) - same) > 40).mean() < 0.02
    assert np.ptp(whole) > 100


def pixels(svg: str) -> Any:
    """Of a picture."""
    resvg, image = pytest.importorskip("resvg_py"), pytest.importorskip("PIL.Image")
    np = pytest.importorskip("numpy")
    data = resvg.svg_to_bytes(svg_string=svg, background="#fff")
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
    # A filter would make pixels of what is to be vectors.
    assert "filter" not in window_of(picture, window).written()


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


def test_a_pdf_points_to_its_objects() -> None:
    pytest.importorskip("vl_convert")
    red = enclosed("jpeg", (9, 9))
    pages = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="80"><image href="{red}" '
        'width="9" height="9"/><path d="M0 0h50v9z" opacity=".5"/><text y="50">Words</text></svg>'
        for wide in (100, 200, 200)
    ]
    out = io.BytesIO()
    write_pdf(out, map(vector_page, pages))
    data = out.getvalue()
    start = int(data.rpartition(b"startxref\n")[2].split()[0])
    table = data[start:].split(b"\n")
    assert table[0] == b"xref"
    places = [int(line.split()[0]) for line in table[3:] if line.endswith(b" n ")]
    for number, place in enumerate(places, 1):
        assert data[place:].startswith(f"{number} 0 obj".encode())
    bodies = re.findall(rb"\d+ 0 obj\n(.*?)\nendobj", data, re.DOTALL)
    asked = {
        int(at) for body in bodies for at in re.findall(rb"(\d+) 0 R", body.split(b"stream")[0])
    }
    root = re.search(rb"/Root (\d+) 0 R", data)
    assert root is not None
    assert asked | {int(root[1])} == {*range(1, len(places) + 1)}
    kids = re.search(rb"/Kids \[(.*?)\] /Count 3", data)
    assert kids is not None and len({*re.findall(rb"(\d+) 0 R", kids[1])}) == 3
    assert [round(wide * POINT) for wide, _ in page_sizes(data)] == [100, 200, 200]
    # The pages share their picture, and all they have alike.
    assert data.count(b"/Subtype /Image") == 1


def enclosed(kind: str, size: tuple[int, int], mode: str = "RGB") -> str:
    """A picture as it stands in a map."""
    image = pytest.importorskip("PIL.Image")
    out = io.BytesIO()
    image.new(mode, size, "#f008" if mode == "RGBA" else "red").save(out, kind)
    return f"data:image/{kind};base64,{base64.b64encode(out.getvalue()).decode()}"


def test_a_picture_under_a_map_is_fine_enough_to_print() -> None:
    image = pytest.importorskip("PIL.Image")

    def found(href: str) -> Any:
        return image.open(io.BytesIO(base64.b64decode(href.partition(",")[2])))

    coarse = found(smooth(enclosed("webp", (30, 20)), 50.8))
    assert (coarse.format, coarse.size) == ("JPEG", (300, 200))
    clear = found(smooth(enclosed("webp", (300, 20), "RGBA"), 25.4))
    assert (clear.format, clear.size, clear.mode) == ("PNG", (300, 20), "RGBA")
    fine = enclosed("png", (300, 20))
    assert smooth(fine, 25.4) == fine
    with pytest.raises(InputError, match="expected a picture that can be drawn"):
        smooth("data:image/png;base64,AAAA", 25.4)
