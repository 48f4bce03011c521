"""One document of many that have a page each, as PDF (ISO 32000-1)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from itertools import pairwise
from typing import BinaryIO, Final

_ENTRY: Final = re.compile(rb"(\d{10}) \d{5} [nf]")
_OBJECT: Final = re.compile(rb"\d+ 0 obj\s+(.*?)\s+endobj\s*", re.DOTALL)
_REFERENCE: Final = re.compile(rb"\b(\d+) 0 R\b")
_STREAM: Final = b"\nstream"


def write_pdf(out: BinaryIO, documents: Iterable[bytes]) -> None:
    """Write documents with a page each as one, each as it comes.

    What several pages have alike, such as a picture under the map, is written once.
    """
    whole = _Document(out)
    catalog, tree = whole.reserve(), whole.reserve()
    kids = [_Source(document, tree).copy_page(whole) for document in documents]
    listed = " ".join(f"{kid} 0 R" for kid in kids)
    whole.put(tree, f"<< /Type /Pages /Kids [{listed}] /Count {len(kids)} >>".encode())
    shown = "/ViewerPreferences << /PrintScaling /None >>"
    whole.put(catalog, f"<< /Type /Catalog /Pages {tree} 0 R {shown} >>".encode())
    whole.end(catalog)


class _Document:
    """The objects of a document, which are written as they come, and where they stand."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._at = 0
        self._places: list[int] = []
        self._known: dict[bytes, int] = {}
        self._write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")

    def reserve(self) -> int:
        """The number of an object that comes later."""
        self._places.append(0)
        return len(self._places)

    def put(self, number: int, body: bytes) -> None:
        """Write an object that has its number already."""
        self._places[number - 1] = self._at
        self._write(f"{number} 0 obj\n".encode() + body + b"\nendobj\n")

    def add(self, body: bytes) -> int:
        """Write an object unless there is one like it, and give its number."""
        key = sha256(body).digest()
        if key not in self._known:
            self._known[key] = self.reserve()
            self.put(self._known[key], body)
        return self._known[key]

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


class _Source:
    """A document with one page, whose objects lie open one after the other."""

    def __init__(self, data: bytes, tree: int) -> None:
        start = int(data.rpartition(b"startxref")[2].split()[0])
        places = [int(place) for place in _ENTRY.findall(data, start)]
        ends = dict(pairwise([*sorted({*places}), start]))
        found = [_OBJECT.fullmatch(data, place, ends[place]) for place in places]
        self._bodies = [match[1] if match else b"" for match in found]
        self._copied = {self._only(b"/Type /Pages"): tree}

    def copy_page(self, to: _Document) -> int:
        """Write the page and all that it is made of; the number of the page."""
        body = self._body(self._only(b"/Type /Page"), to)
        number = to.reserve()
        to.put(number, body)
        return number

    def _only(self, words: bytes) -> int:
        (number,) = (
            at for at, body in enumerate(self._bodies) if re.match(rb"<<\s+" + words + rb"\b", body)
        )
        return number

    def _body(self, number: int, to: _Document) -> bytes:
        """An object as it is in another document, in which stands what it is made of."""
        head, stream, data = self._bodies[number].partition(_STREAM)
        head = _REFERENCE.sub(lambda found: b"%d 0 R" % self._copy(int(found[1]), to), head)
        return head + stream + data

    def _copy(self, number: int, to: _Document) -> int:
        if number not in self._copied:
            self._copied[number] = to.add(self._body(number, to))
        return self._copied[number]
