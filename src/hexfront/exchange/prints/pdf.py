"""Pages with a picture each, as PDF (ISO 32000-1), and a scale to hold a ruler to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import BinaryIO, Final

POINT: Final = 72 / 25.4
"""Points of PDF in a millimetre."""
RULER: Final = 50.0
"""Millimetres."""


@dataclass(frozen=True)
class Page:
    """A picture on paper; all lengths in millimetres."""

    paper: tuple[float, float]
    picture: tuple[float, float]
    """Its size."""
    pixels: tuple[int, int]
    data: bytes
    """Red, green and blue of each pixel, packed by zlib."""
    words: str
    """Below the picture."""
    seam: tuple[float, float] = (0.0, 0.0)
    """How much of its left and of its upper edge the pages before have too."""


def write_pdf(out: BinaryIO, pages: Iterable[Page], margin: float) -> None:
    """Write a document with these pages, one after the other.

    Each picture stands in the upper left corner.
    """
    document = _Document(out)
    catalog, tree = document.reserve(), document.reserve()
    font = document.add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    kids = []
    for page in pages:
        head = (
            f"<< /Type /XObject /Subtype /Image /Width {page.pixels[0]} /Height {page.pixels[1]}"
            " /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode"
        )
        image = document.add(_stream(head, page.data))
        content = document.add(_stream("<<", _content(page, margin)))
        wide, high = (value * POINT for value in page.paper)
        resources = f"<< /XObject << /P {image} 0 R >> /Font << /F {font} 0 R >> >>"
        about = (
            f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 {wide:.3f} {high:.3f}]"
            f" /Resources {resources} /Contents {content} 0 R >>"
        )
        kids.append(document.add(about.encode()))
    listed = " ".join(f"{kid} 0 R" for kid in kids)
    document.put(tree, f"<< /Type /Pages /Kids [{listed}] /Count {len(kids)} >>".encode())
    shown = "/ViewerPreferences << /PrintScaling /None >>"
    document.put(catalog, f"<< /Type /Catalog /Pages {tree} 0 R {shown} >>".encode())
    document.end(catalog)


class _Document:
    """The objects of a document, which are written as they come, and where they stand."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._at = 0
        self._places: list[int] = []
        self._write(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")

    def reserve(self) -> int:
        """The number of an object that comes later."""
        self._places.append(0)
        return len(self._places)

    def put(self, number: int, body: bytes) -> None:
        """Write an object that has its number already."""
        self._places[number - 1] = self._at
        self._write(f"{number} 0 obj\n".encode() + body + b"\nendobj\n")

    def add(self, body: bytes) -> int:
        """Write an object, and give its number."""
        number = self.reserve()
        self.put(number, body)
        return number

    def end(self, root: int) -> None:
        """Write where all objects stand, and which is the root."""
        start, count = self._at, len(self._places) + 1
        self._write(f"xref\n0 {count}\n0000000000 65535 f \n".encode())
        self._write("".join(f"{place:010} 00000 n \n" for place in self._places).encode())
        self._write(f"trailer\n<< /Size {count} /Root {root} 0 R >>\n".encode())
        self._write(f"startxref\n{start}\n%%EOF\n".encode())

    def _write(self, data: bytes) -> None:
        self._out.write(data)
        self._at += len(data)


def _stream(head: str, data: bytes) -> bytes:
    return f"{head} /Length {len(data)} >>\nstream\n".encode() + data + b"\nendstream"


def _content(page: Page, margin: float) -> bytes:
    """The picture, marks at its corners and where the page before ends, a scale and words."""
    high = page.paper[1]
    left, right = margin, margin + page.picture[0]
    top, bottom = high - margin, high - margin - page.picture[1]
    size = f"{page.picture[0] * POINT:.4f} 0 0 {page.picture[1] * POINT:.4f}"
    parts = [f"q {size} {left * POINT:.4f} {bottom * POINT:.4f} cm /P Do Q", "0.4 w"]
    for x, outside in ((left, -1), (right, 1)):
        for y, beyond in ((top, 1), (bottom, -1)):
            parts.append(_line(x + outside, y, x + 4 * outside, y))
            parts.append(_line(x, y + beyond, x, y + 4 * beyond))
    parts += _seams(page, left, right, top, bottom)
    foot = margin / 2 - 1
    parts.append(_line(left + 8, foot, left + 8 + RULER, foot))
    parts += [_line(x, foot - 1, x, foot + 1) for x in (left + 8, left + 8 + RULER)]
    words = f"{RULER:g} mm    {page.words}"
    text = words.encode("cp1252", "replace").decode("latin-1")
    text = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    at = f"{(left + 11 + RULER) * POINT:.3f} {(foot - 1) * POINT:.3f}"
    parts.append(f"BT /F 7 Tf {at} Td ({text}) Tj ET")
    return "\n".join(parts).encode("latin-1")


def _seams(page: Page, left: float, right: float, top: float, bottom: float) -> list[str]:
    """Marks outside the picture and a thin broken line across it, where pages are joined."""
    across, down = page.seam
    lines = []
    if across:
        x = left + across
        lines.append((x, top, x, bottom))
        marks = [(x, top + 1, x, top + 4), (x, bottom - 1, x, bottom - 4)]
    else:
        marks = []
    if down:
        y = top - down
        lines.append((left, y, right, y))
        marks += [(left - 1, y, left - 4, y), (right + 1, y, right + 4, y)]
    dashed = ["q 0.25 w [1 5] 0 d", *(_line(*line) for line in lines), "Q"] if lines else []
    return [*dashed, *(_line(*mark) for mark in marks)]


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    x1, y1, x2, y2 = (value * POINT for value in (x1, y1, x2, y2))
    return f"{x1:.3f} {y1:.3f} m {x2:.3f} {y2:.3f} l S"
