"""Maps and counters to print at their true size: SVG, PNG, and PDF on pages of paper."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hexfront.core.contract import Counter
from hexfront.core.errors import InputError
from hexfront.core.extras import need
from hexfront.exchange.prints.drawing import (
    INCH,
    drawn,
    in_order,
    smooth,
    vector_page,
    workers_for,
)
from hexfront.exchange.prints.pages import Page
from hexfront.exchange.prints.pdf import write_pdf
from hexfront.exchange.prints.png import png_of_bands
from hexfront.exchange.prints.windows import (
    Node,
    part_of,
    read_picture,
    window_of,
    window_svg,
)
from hexfront.pictures.board import board_svg
from hexfront.pictures.boards import UNIT, Board
from hexfront.pictures.palette import SIDES
from hexfront.pictures.svg import element, number
from hexfront.pictures.symbols.cards import SIZE, TEXT, definitions, place_counter

PAPERS: Final[Mapping[str, tuple[float, float]]] = {
    "a4": (210, 297),
    "a3": (297, 420),
    "letter": (215.9, 279.4),
    "tabloid": (279.4, 431.8),
}
"""Width and height in millimetres."""
ONE_PAGE: Final = "large"
"""A page as large as it must be."""
MARGIN: Final = 10.0
"""Millimetres of paper that printers do not reach, and of marks for the knife."""
GAP: Final = 1.0
"""Millimetres between counters."""
WIDTH: Final = 3000.0
"""Pixels for which a map is drawn at least."""
SIDE: Final = 44.0
"""Pixels of a hex's side for which it is drawn at least: all numbers and names are shown."""
OVERLAP: Final = 6.0
"""Millimetres that a page repeats of the one before, to be cut off or glued upon."""
MAX_PIXELS: Final = 40_000_000
MAX_DRAWN: Final = 4_000_000
"""Pixels that are drawn at once."""
MAX_PAGES: Final = 500
MAX_SIDE: Final = 5080.0
"""Millimetres of a page that all programs show (ISO 32000-1, annex C)."""
MAX_SVG: Final = 2_000_000
"""Characters of a page besides pictures: 80 by 80 hexes, for which 800 MiB are needed."""
Strip: TypeAlias = tuple[float, float]
"""Where a strip of a sheet begins, and how long it is, in millimetres."""
Told: TypeAlias = Callable[[int, int], None]
"""Is told how much of a whole is done, and the whole."""
_BOX: Final = re.compile(r'viewBox="([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)"')
_SIZE: Final = re.compile(r' width="[-\d.]+" height="[-\d.]+"')


def not_told(done: int, whole: int) -> None:
    """Nobody waits to be told."""


@dataclass(frozen=True)
class Sheet:
    """A picture, and how large it is on paper."""

    svg: str
    box: tuple[float, float, float, float]
    """Left, top, width and height in the units of the picture."""
    mm: float
    """Millimetres of such a unit."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres."""
        return self.box[2] * self.mm, self.box[3] * self.mm

    def true_size(self) -> str:
        """The picture with its size in millimetres."""
        wide, high = self.size
        said = f' width="{wide:.3f}mm" height="{high:.3f}mm"'
        return _SIZE.sub(said, self.svg, count=1)


def map_sheet(board: Mapping[str, Any], hex_mm: float) -> Sheet:
    """The map of a board document, a hex so many millimetres from side to side."""
    across = Board(board).bounds()[2]
    svg = board_svg(board, width=max(WIDTH, across * SIDE / UNIT))
    return Sheet(svg, _box(svg), hex_mm / (math.sqrt(3) * UNIT))


def counter_sheet(
    counters: Sequence[Counter], board: Mapping[str, Any], counter_mm: float, wide_mm: float
) -> Sheet:
    """Counters side by side, in as many columns as a width has room for.

    Errors: `InputError` where there is no counter.
    """
    if not counters:
        raise InputError.at("--counters", "<no counter>", "a scenario in which units stand ready")
    mm = counter_mm / SIZE
    step = SIZE + GAP / mm
    across = min(len(counters), max(1, math.floor((wide_mm / mm + GAP / mm) / step)))
    down = math.ceil(len(counters) / across)
    colours = {c.side: _colour(board, c.side) for c in counters}
    codes = list(dict.fromkeys(c.sidc for c in counters if not c.sign))
    placed = [
        place_counter(
            counter,
            SIZE / 2 + at % across * step,
            SIZE / 2 + at // across * step,
            "p",
            codes,
            colour=colours[counter.side],
        )
        for at, counter in enumerate(counters)
    ]
    box = (0.0, 0.0, across * step - GAP / mm, down * step - GAP / mm)
    svg = element(
        "svg",
        definitions(colours.items(), codes, "p"),
        *placed,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, box)),
        width=round(box[2]),
        height=round(box[3]),
        role="img",
        **TEXT,
    )
    return Sheet(svg, _box(svg), mm)


def _colour(board: Mapping[str, Any], side: int) -> str:
    sides = board.get("sides") or []
    told = sides[side].get("colour") if 0 <= side < len(sides) else None
    return str(told or SIDES[side % len(SIDES)])


def _box(svg: str) -> tuple[float, float, float, float]:
    left, top, wide, high = map(float, _BOX.findall(svg)[0])
    return left, top, wide, high


def sheet_png(sheet: Sheet, dpi: int, told: Told = not_told) -> bytes:
    """A sheet as PNG that says how large it is. Errors: `InputError`, `HexfrontError`."""
    _need_packages("resvg_py", "PIL")
    wide, high = _dots(*sheet.size, dpi)
    workers = workers_for(wide * high // MAX_DRAWN)
    parts = _bands(read_picture(sheet.svg), sheet.box, (wide, high))
    bands = _rows(parts, high, workers, told)
    return png_of_bands(wide, high, bands, dots_a_metre=round(dpi / INCH * 1000))


def _rows(bands: Iterator[str], high: int, workers: int, told: Told) -> Iterator[NDArray[np.uint8]]:
    done = 0
    for pixels in in_order(drawn, bands, workers):
        done += len(pixels)
        told(done, high)
        yield pixels


def _need_packages(*packages: str) -> None:
    """Errors: `HexfrontError` where a package is missing."""
    for package in packages:
        need(package, "print")


def sheet_pdf(out: BinaryIO, sheet: Sheet, paper: str, title: str, told: Told = not_told) -> int:
    """Write a sheet as PDF, and tell on how many pages. Errors: `InputError`, `HexfrontError`."""
    _need_packages("vl_convert", "PIL")
    wide, high = sheet.size
    if paper == ONE_PAGE:
        page = (wide + 2 * MARGIN, high + 2 * MARGIN)
    elif paper in PAPERS:
        page = PAPERS[paper]
        if _pages(wide, high, page[::-1]) < _pages(wide, high, page):
            page = page[::-1]
    else:
        raise InputError.at("--paper", paper, f"one of: {', '.join((*PAPERS, ONE_PAGE))}")
    if max(page) > MAX_SIDE:
        found = "<{:.0f} by {:.0f} mm>".format(*page)
        raise InputError.at("--paper", found, f"at most {MAX_SIDE:g} mm; smaller hexes or paper")
    count = _pages(wide, high, page)
    if count > MAX_PAGES:
        raise InputError.at("--paper", f"<{count} pages>", f"at most {MAX_PAGES}; larger paper")
    pages = in_order(vector_page, sheet_pages(sheet, page, title), workers_for(count))
    write_pdf(out, _counted(pages, count, told))
    return count


def _counted(pages: Iterator[bytes], count: int, told: Told) -> Iterator[bytes]:
    for done, page in enumerate(pages, 1):
        yield page
        told(done, count)


def sheet_pages(sheet: Sheet, paper: tuple[float, float], title: str) -> Iterator[str]:
    """The pages of a sheet as SVG, row by row. Errors: `InputError`."""
    across = _strips(sheet.size[0], paper[0] - 2 * MARGIN)
    down = _strips(sheet.size[1], paper[1] - 2 * MARGIN)
    picture = read_picture(sheet.svg)
    pictured = 0
    for node in picture.nodes():
        if node.name == "image":
            wide = float(node.attributes["width"]) * sheet.mm
            node.attributes["href"] = smooth(node.attributes["href"], wide)
            pictured += len(node.attributes["href"])
    left, top, all_wide, _ = sheet.box
    for row, (upper, tall) in enumerate(down):
        y, low = top + upper / sheet.mm, top + (upper + tall) / sheet.mm
        strip = part_of(picture, (left, y, left + all_wide, low))
        for column, (first, broad) in enumerate(across):
            x, right = left + first / sheet.mm, left + (first + broad) / sheet.mm
            one = len(across) == len(down) == 1
            words = title if one else f"{title}: column {column + 1}, row {row + 1}"
            seam = (OVERLAP if column else 0.0, OVERLAP if row else 0.0)
            page = Page(paper, MARGIN, (broad, tall), words, seam)
            svg = page.svg(window_of(strip, (x, y, right, low)))
            if (length := len(svg) - pictured) > MAX_SVG:
                found = f"<a page of {length} characters of SVG>"
                raise InputError.at("--paper", found, f"at most {MAX_SVG}; smaller paper")
            yield svg


def _strips(length: float, inner: float) -> list[Strip]:
    """Where the strips begin that cover a length, and how long they are; each overlaps the next.

    All are equally long, so that no page has but a rim of the picture.
    """
    if length <= inner + 1e-9:
        return [(0.0, length)]
    count = math.ceil((length - OVERLAP) / (inner - OVERLAP) - 1e-9)
    long = (length - OVERLAP) / count + OVERLAP
    return [(at * (long - OVERLAP), long) for at in range(count)]


def _pages(wide: float, high: float, page: Sequence[float]) -> int:
    return len(_strips(wide, page[0] - 2 * MARGIN)) * len(_strips(high, page[1] - 2 * MARGIN))


def _dots(wide_mm: float, high_mm: float, dpi: int) -> tuple[int, int]:
    """Width and height of a picture in pixels. Errors: `InputError`."""
    wide, high = round(wide_mm / INCH * dpi), round(high_mm / INCH * dpi)
    if wide * high > MAX_PIXELS:
        most = math.floor(dpi * math.sqrt(MAX_PIXELS / (wide * high)))
        raise InputError.at("--dpi", dpi, f"at most {most} for a picture of this size")
    return max(wide, 1), max(high, 1)


def _bands(
    picture: Node, box: tuple[float, float, float, float], size: tuple[int, int]
) -> Iterator[str]:
    """A part of a picture in bands of whole rows, each as SVG."""
    wide, high = size
    left, top, across, down = box
    rows = max(1, MAX_DRAWN // wide)
    for first in range(0, high, rows):
        count = min(rows, high - first)
        upper, lower = (top + row / high * down for row in (first, first + count))
        yield window_svg(picture, (left, upper, left + across, lower), (wide, count))
