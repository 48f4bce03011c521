"""What each column of the data means, in what unit, with which codes, and when it was known."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, cast

FOLDER: Final = Path(__file__).parent
Kind = Literal["number", "code", "letters", "text"]
"""`code`: a whole number that stands for something; `letters`: letters that do."""
Known = Literal["before", "hindsight", "label"]
"""`label` names a battle or says when it was; no model reads it."""


class Column(NamedTuple):
    """One column of the data."""

    name: str
    meaning: str
    kind: Kind
    unit: str
    """Empty for codes, names, and plain numbers."""
    unknown: str
    """What stands in a cell that is not known, beside an empty one."""
    codes: str
    """`code=meaning`, divided by `;`; numbered parts are letters at that place of the code."""
    known: Known
    note: str


@cache
def load_codebook() -> Mapping[str, Column]:
    """All columns by name, in the order of the file."""
    with (FOLDER / "codebook.csv").open(encoding="utf-8", newline="") as lines:
        found = {
            row["column"]: Column(
                row["column"],
                row["meaning"],
                cast(Kind, row["kind"]),
                row["unit"],
                row["unknown"],
                row["codes"],
                cast(Known, row["known"]),
                row["note"],
            )
            for row in csv.DictReader(lines)
        }
    return MappingProxyType(found)
