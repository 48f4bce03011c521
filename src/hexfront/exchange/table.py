"""Tables of correspondences: what a person wants of an import, in TOML or on the command line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field

from hexfront.core.documents.stricttoml import read_document
from hexfront.core.errors import InputError
from hexfront.core.scenario import check_model
from hexfront.mechanics.file_model import Model

FORMAT: Final = "hexfront-correspondence/1"
Word = Annotated[str, Field(max_length=200)]
Words = Annotated[dict[Word, Word], Field(max_length=2000)]


class Table(Model):
    """What the words of a file mean in a system; an empty word leaves the thing out."""

    format: Literal["hexfront-correspondence/1"] = FORMAT
    terrain: Words = Field(default_factory=dict)
    lines: Words = Field(default_factory=dict)
    """Kinds of rivers, roads and the like."""
    sides: Words = Field(default_factory=dict)
    """Sides of forces."""
    symbols: Words = Field(default_factory=dict)
    """Codes of symbols, or the beginnings of them."""


def read_table(path: Path | None, flags: Mapping[str, Sequence[str]]) -> Table:
    """The table in a file with what flags add, such as `{"terrain": ["Gg=clear"]}`.

    Errors: `InputError`.
    """
    table = Table() if path is None else check_model(Table, read_document(path), str(path))
    document = table.model_dump()
    for part, entries in flags.items():
        for entry in entries:
            word, mark, meaning = entry.rpartition("=")
            if not mark or not word:
                raise InputError.at(f"--{part.rstrip('s')}", entry, "WORD=MEANING")
            document[part][word] = meaning
    return Table.model_validate(document)


def to_toml(table: Table, reasons: Mapping[str, str]) -> str:
    """A table as a file that a person may edit; reasons of guesses become comments."""
    lines = [f"format = {json.dumps(FORMAT)}"]
    for part in ("terrain", "lines", "sides", "symbols"):
        entries: dict[str, str] = getattr(table, part)
        if not entries:
            continue
        lines += ["", f"[{part}]"]
        for word, meaning in entries.items():
            why = f"  # {reasons[word]}" if word in reasons else ""
            lines.append(f"{_text(word)} = {_text(meaning)}{why}")
    return "\n".join(lines) + "\n"


def _text(word: str) -> str:
    return json.dumps(word, ensure_ascii=False).replace("\x7f", "\\u007f")
