"""Maps and counters to print at their true size: SVG, PNG, and PDF on pages of paper."""

from __future__ import annotations

import io
import math
import re
import struct
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hexfront.core.contract import Counter
from hexfront.core.errors import InputError
from hexfront.core.extras import need
from hexfront.exchange.prints.pdf import Page, write_pdf
from hexfront.pictures.board import board_svg
from hexfront.pictures.boards import UNIT
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
"""Pixels for which a map is drawn: all numbers and names are shown."""
OVERLAP: Final = 6.0
"""Millimetres that a page repeats of the one before, to be cut off or glued upon."""
MAX_PIXELS: Final = 40_000_000
MAX_DRAWN: Final = 16_000_000
"""Pixels of a map that are drawn at once for the pages of a PDF: 200 MB while they are."""
MAX_PAGES: Final = 500
INCH: Final = 25.4
"""Millimetres."""
_BOX: Final = re.compile(r'viewBox="([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)"')
_SIZE: Final = re.compile(r' width="[-\d.]+" height="[-\d.]+"')


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

    def part(self, left: float, top: float, wide: float, high: float) -> str:
        """A part, by millimetres from the upper left corner; outside is white."""
        box = (self.box[0] + left / self.mm, self.box[1] + top / self.mm)
        text = " ".join(f"{value:.4f}" for value in (*box, wide / self.mm, high / self.mm))
        return _BOX.sub(f'viewBox="{text}"', self.svg, count=1)


def map_sheet(board: Mapping[str, Any], hex_mm: float) -> Sheet:
    """The map of a board document, a hex so many millimetres from side to side."""
    svg = board_svg(board, width=WIDTH)
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


def sheet_png(sheet: Sheet, dpi: int) -> bytes:
    """A sheet as PNG that says how large it is. Errors: `InputError`, `HexfrontError`."""
    wide, high = sheet.size
    data = _drawn(sheet.svg, wide, high, dpi)
    metre = round(dpi / INCH * 1000)
    said = struct.pack(">IIB", metre, metre, 1)
    chunk = struct.pack(">I", 9) + b"pHYs" + said + struct.pack(">I", zlib.crc32(b"pHYs" + said))
    # It stands behind the head, which has 33 bytes with the mark of the format.
    return data[:33] + chunk + data[33:]


def sheet_pdf(sheet: Sheet, paper: str, dpi: int, title: str) -> tuple[bytes, int]:
    """A sheet as PDF, and on how many pages. Errors: `InputError`, `HexfrontError`."""
    wide, high = sheet.size
    if paper == ONE_PAGE:
        page = (wide + 2 * MARGIN, high + 2 * MARGIN)
    elif paper in PAPERS:
        page = PAPERS[paper]
        if _pages(wide, high, page[::-1]) < _pages(wide, high, page):
            page = page[::-1]
    else:
        raise InputError.at("--paper", paper, f"one of: {', '.join((*PAPERS, ONE_PAGE))}")
    count = _pages(wide, high, page)
    if count > MAX_PAGES:
        raise InputError.at("--paper", f"<{count} pages>", f"at most {MAX_PAGES}; larger paper")
    pages = []
    canvas = _Canvas(sheet, dpi)
    across = _strips(wide, page[0] - 2 * MARGIN)
    for row, (top, tall) in enumerate(_strips(high, page[1] - 2 * MARGIN)):
        for column, (left, broad) in enumerate(across):
            size, pixels = canvas.part(left, top, broad, tall)
            words = f"{title}: column {column + 1}, row {row + 1}" if count > 1 else title
            seam = (OVERLAP if column else 0.0, OVERLAP if row else 0.0)
            packed = zlib.compress(pixels, 6)
            pages.append(Page(page, (broad, tall), size, packed, words, seam))
    return write_pdf(pages, MARGIN), count


def _strips(length: float, inner: float) -> list[tuple[float, float]]:
    """Where the strips begin that cover a length, and how long they are; each overlaps the next."""
    if length <= inner + 1e-9:
        return [(0.0, length)]
    step = inner - OVERLAP
    starts = [at * step for at in range(math.ceil((length - OVERLAP) / step - 1e-9))]
    return [(start, min(inner, length - start)) for start in starts]


class _Canvas:
    """The picture of a sheet: as much as may be is drawn at once, and then cut into pages."""

    def __init__(self, sheet: Sheet, dpi: int) -> None:
        need("PIL", "print")
        self._sheet, self._dpi = sheet, dpi
        self._edges = (0.0, 0.0, 0.0, 0.0)
        self._picture: Any = None

    def part(
        self, left: float, top: float, wide: float, high: float
    ) -> tuple[tuple[int, int], bytes]:
        """Width and height in pixels, and red, green and blue of each."""
        if not self._has(left, top, left + wide, top + high):
            self._draw(left, top, wide, high)
        edges = (left, top, left + wide, top + high)
        pixels = self._dpi / INCH
        found = self._picture.crop(
            tuple(round((e - self._edges[at % 2]) * pixels) for at, e in enumerate(edges))
        )
        size: tuple[int, int] = found.size
        return size, found.tobytes()

    def _has(self, left: float, top: float, right: float, bottom: float) -> bool:
        first, upper, last, lower = self._edges
        beside = 1e-6
        return (
            first <= left + beside
            and upper <= top + beside
            and right <= last + beside
            and bottom <= lower + beside
        )

    def _draw(self, left: float, top: float, wide: float, high: float) -> None:
        """Draw a part, and as much right of it and below it as there is room for."""
        all_wide, all_high = self._sheet.size
        room = MAX_DRAWN * (INCH / self._dpi) ** 2
        if all_wide * all_high <= room:
            left, top, wide, high = 0.0, 0.0, all_wide, all_high
        else:
            wide = max(wide, min(all_wide - left, room / high))
        self._picture = None
        self._picture = self._pixels(self._sheet.part(left, top, wide, high), wide, high)
        self._edges = (left, top, left + wide, top + high)

    def _pixels(self, svg: str, wide: float, high: float) -> Any:
        from PIL import Image

        with Image.open(io.BytesIO(_drawn(svg, wide, high, self._dpi))) as picture:
            white = Image.new("RGB", picture.size, "white")
            white.paste(picture, mask=picture.convert("RGBA").getchannel("A"))
        return white


def _pages(wide: float, high: float, page: Sequence[float]) -> int:
    return len(_strips(wide, page[0] - 2 * MARGIN)) * len(_strips(high, page[1] - 2 * MARGIN))


def _drawn(svg: str, wide_mm: float, high_mm: float, dpi: int) -> bytes:
    """A picture of so many dots an inch. Errors: `InputError`, `HexfrontError`."""
    need("resvg_py", "print")
    import resvg_py

    wide, high = round(wide_mm / INCH * dpi), round(high_mm / INCH * dpi)
    if wide * high > MAX_PIXELS:
        most = math.floor(dpi * math.sqrt(MAX_PIXELS / (wide * high)))
        raise InputError.at("--dpi", dpi, f"at most {most} for a picture of this size")
    # Elsewhere a picture's own size would count.
    sized = _SIZE.sub(f' width="{max(wide, 1)}" height="{max(high, 1)}"', svg, count=1)
    return bytes(resvg_py.svg_to_bytes(svg_string=sized))
