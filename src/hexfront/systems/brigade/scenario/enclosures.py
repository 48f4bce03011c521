"""Files that a scenario or terrain file refers to: pictures.

A reference never leaves the folder of the file that makes it.
"""

from __future__ import annotations

import base64
import binascii
import re
from pathlib import Path
from typing import Final

from hexfront.core.errors import InputError
from hexfront.core.scenario import file_inside

DATA: Final = Path(__file__).parents[1] / "data"
MAX_MAP_IMAGE: Final = 2 * 1024 * 1024
MAX_ICON: Final = 64 * 1024

_MAGIC: Final = {
    "png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    "jpeg": re.compile(rb"\xff\xd8\xff"),
    "webp": re.compile(rb"RIFF....WEBP", re.DOTALL),
}
_URI = re.compile(r"data:image/(png|jpeg|webp);base64,(.*)", re.DOTALL)


def picture(reference: str, folder: Path | None, limit: int, place: str) -> str:
    """A picture as a data: URI, from such a URI or from a file in the folder.

    Errors: `InputError` at `place` for a path that leaves the folder, for more
    than `limit` bytes, and for anything but PNG, JPEG and WebP.
    """
    if reference.startswith("data:"):
        _check_uri(reference, limit, place)
        return reference
    if folder is None:
        expected = "the picture itself as a data: URI, as no file is read here"
        raise InputError.at(place, reference, expected)
    path = file_inside(reference, folder, place)
    try:
        with path.open("rb") as stream:
            content = stream.read(limit + 1)
    except OSError as error:
        found = f"<{error.strerror or error}>"
        raise InputError.at(place, found, "a file that can be read") from None
    kind = _check_picture(content, limit, place)
    return f"data:image/{kind};base64,{base64.b64encode(content).decode('ascii')}"


def _check_uri(uri: str, limit: int, place: str) -> None:
    match = _URI.fullmatch(uri)
    try:
        content = base64.b64decode(match[2], validate=True) if match else b""
    except (binascii.Error, ValueError):
        match = None
    if match is None or _check_picture(content, limit, place) != match[1]:
        raise InputError.at(place, uri, "data:image/png, jpeg or webp;base64, and such a picture")


def _check_picture(content: bytes, limit: int, place: str) -> str:
    """The kind of a picture, from its first bytes."""
    if len(content) > limit:
        raise InputError.at(place, f"<more than {limit} bytes>", f"at most {limit} bytes")
    for kind, magic in _MAGIC.items():
        if magic.match(content):
            return kind
    raise InputError.at(place, content[:12], "a PNG, JPEG or WebP picture")
