"""Files that a scenario or terrain file refers to: other terrain files and pictures.

A reference never leaves the folder of the file that makes it.
"""

from __future__ import annotations

import base64
import binascii
import re
from pathlib import Path
from typing import Final

from hexfront.core.errors import InputError

DATA: Final = Path(__file__).parent / "data"
MAX_MAP_IMAGE: Final = 2 * 1024 * 1024
MAX_ICON: Final = 64 * 1024

_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_. -]{0,99}")
_MAGIC: Final = {
    "png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    "jpeg": re.compile(rb"\xff\xd8\xff"),
    "webp": re.compile(rb"RIFF....WEBP", re.DOTALL),
}
_URI = re.compile(r"data:image/(png|jpeg|webp);base64,(.*)", re.DOTALL)


def shipped_terrains() -> list[str]:
    """The names of the terrain files that ship with the system."""
    return sorted(path.stem for path in (DATA / "terrain").glob("*.json"))


def terrain_path(reference: str, folder: Path | None, place: str) -> Path:
    """The file of a shipped terrain by its name, or one in the folder by its path.

    Errors: `InputError` at `place`, for every path where there is no folder.
    """
    if reference in shipped_terrains():
        return DATA / "terrain" / f"{reference}.json"
    known = f"one of: {', '.join(shipped_terrains())}"
    if folder is None:
        raise InputError.at(place, reference, f"the terrain itself, or {known}")
    if not reference.endswith(".json"):
        raise InputError.at(place, reference, f"a path ending in .json, or {known}")
    return _inside(reference, folder, place)


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
    path = _inside(reference, folder, place)
    try:
        with path.open("rb") as stream:
            content = stream.read(limit + 1)
    except OSError as error:
        found = f"<{error.strerror or error}>"
        raise InputError.at(place, found, "a file that can be read") from None
    kind = _check_picture(content, limit, place)
    return f"data:image/{kind};base64,{base64.b64encode(content).decode('ascii')}"


def _inside(reference: str, folder: Path, place: str) -> Path:
    """A file by its path relative to a folder that it does not leave, by `..` or by a link."""
    if not all(_PART.fullmatch(part) for part in reference.split("/")):
        expected = "a path without .., made of plain names with / between them"
        raise InputError.at(place, reference, expected)
    path = folder / reference
    try:
        if path.resolve().is_relative_to(folder.resolve()) and path.is_file():
            return path
    except (OSError, RuntimeError):  # a name too long, links in a circle
        pass
    raise InputError.at(place, reference, f"the path of a file in {folder} or below")


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
