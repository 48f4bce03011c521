"""The form of a pack: what its author writes, the manifest that is made of it, the files."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

from pydantic import Field

from hexfront.mechanics.file_model import FROM_LIST, Items, Line, Model, Paragraph, Slug

ENDING: Final = ".hexpack"
ABOUT: Final = "pack.toml"
"""In an author's folder: what the pack is."""
SIGNATURE: Final = "signature.json"
PRIVATE: Final = "private.toml"
"""In a folder: its files belong to somebody else, and only stated rights let them into a pack."""

MAX_FILES: Final = 500
MAX_FILE: Final = 10 * 1024 * 1024
"""Bytes of a file of a pack."""
MAX_TOTAL: Final = 48 * 1024 * 1024
"""Bytes of all files together."""
MAX_DEPTH: Final = 4
"""Parts of a file's path."""

DOCUMENTS: Final = (".json", ".toml")
TEXTS: Final = (".md", ".txt")
PICTURES: Final = {
    ".png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    ".jpg": re.compile(rb"\xff\xd8\xff"),
    ".jpeg": re.compile(rb"\xff\xd8\xff"),
    ".webp": re.compile(rb"RIFF....WEBP", re.DOTALL),
}
"""Endings of pictures, and how such a file begins."""
ENDINGS: Final = (*DOCUMENTS, *TEXTS, *PICTURES)
_PART: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_. -]{0,79}(?<![. ])")
_DEVICE: Final = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
"""Names that Windows keeps for itself."""

Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Version = Annotated[str, Field(pattern=r"^[0-9]{1,6}(\.[0-9]{1,6}){0,3}$")]
Authors = Annotated[tuple[Line, ...], FROM_LIST, Field(min_length=1, max_length=50)]


class About(Model):
    """What an author says of a pack, in `pack.toml`."""

    format: Literal["hexfront-pack/1"]
    name: Slug
    title: Line
    version: Version
    system: Slug
    licence: Line
    """A short name, such as `CC-BY-4.0`, or words."""
    authors: Authors
    description: Paragraph = ""
    leave_out: Items[Line] = ()
    """Files and folders that stay at home."""
    rights: dict[str, Line] = Field(default_factory=dict, max_length=MAX_FILES)
    """Of files and folders that are marked as private: who allows that they are passed on."""


class Manifest(Model):
    """What a pack says of itself, in `manifest.json`."""

    format: Literal["hexfront-pack/1"]
    name: Slug
    title: Line
    version: Version
    system: Slug
    system_version: Line
    """Of the rules that the scenarios were checked with."""
    licence: Line
    authors: Authors
    description: Paragraph = ""
    rights: dict[str, Line] = Field(default_factory=dict, max_length=MAX_FILES)
    files: dict[str, Digest] = Field(max_length=MAX_FILES)
    """SHA-256 of each file by its path."""


def name_problem(name: str) -> str | None:
    """What a path in a pack should be instead; None where it is right."""
    parts = name.split("/")
    if len(parts) > MAX_DEPTH or not all(_PART.fullmatch(part) for part in parts):
        return f"a path without .., of at most {MAX_DEPTH} plain names with / between them"
    if any(_DEVICE.fullmatch(part) for part in parts):
        return "a name that every machine can write"
    if not name.endswith(ENDINGS):
        return f"a file of data, ending in {', '.join(ENDINGS)}"
    return None
