"""The page of the guide that lists every variable, made from the table of variables.

`python -m hexfront.systems.idahex.warfile.guide docs/guides/idahex-variables.md` writes it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hexfront.core.documents.files import write_whole
from hexfront.systems.idahex.deck.variables import VARIABLES, Bound, Variable
from hexfront.systems.idahex.warfile.model import War
from hexfront.systems.idahex.warfile.tables import FIELDS
from hexfront.systems.idahex.warfile.toml import descriptions

PARTS: Final = (
    (1, "Reports and clock"),
    (3, "Cells, environments, routes and barriers"),
    (16, "Postures and resources"),
    (21, "Types of units, units, owners of cells"),
    (27, "Delays, movement, transport and loads"),
    (38, "Use of supplies"),
    (41, "Fire, kills, and when defenders are beaten"),
    (62, "Losses and the speed of the front"),
    (67, "Support, protection, density and preparation"),
    (78, "Air strikes"),
    (93, "Retreat"),
    (94, "Changes by cycle"),
)
"""The first data group of each part of the page."""
_NAMES: Final = re.compile(r"\[([a-z0-9_., ]+)\] \(IDX-G")
_HEAD: Final = """# All variables of IDAHEX

Every number that a designer of a war may change, in the order of the data groups of the manual
(section 9.1). The first column has the manual's name; the second where it stands under `war` in a
[scenario file](idahex-designing.md), for Red where both sides have it; `red.*` are all of its lists
of resources. Bounds name other variables by the manual's names. The last column has the sections of
the manual that use it and its data groups; `hexfront rules idahex` prints the clauses of the same
numbers. Time and distance are in the units that the scenario's `time` and `distance` name.
"""


def page() -> str:
    """The whole page as Markdown."""
    fields = fields_of_variables()
    lines = [_HEAD]
    for start, (first, title) in enumerate(PARTS):
        last = PARTS[start + 1][0] if start + 1 < len(PARTS) else 97
        found = [v for v in VARIABLES.values() if first <= v.groups[0] < last]
        lines += [f"## {title}", ""]
        lines += ["| variable | field | what it is | unit | by | bounds | source |"]
        lines += ["|---|---|---|---|---|---|---|"]
        lines += [_row(variable, fields[variable.name]) for variable in found]
        lines += [""]
    return "\n".join(lines[:-1]) + "\n"


def fields_of_variables() -> dict[str, list[str]]:
    """The fields of a war that hold a variable; Red's where both sides have it."""
    found: dict[str, list[str]] = {name: [] for name in VARIABLES}
    for steps, text in descriptions(War):
        names = _NAMES.search(text)
        if names and steps[0] != "blue":
            for name in names[1].split(", "):
                found[name].append(".".join(map(str, steps)))
    for name, fields in found.items():
        # One line for the same key of several parents
        last = {field.rpartition(".")[2] for field in fields}
        if len(last) == 1 and len(fields) > 1 and all(f.startswith("red.") for f in fields):
            found[name] = [f"red.*.{last.pop()}"]
    for entry in FIELDS:
        for name in entry.variables[1:]:
            found[name] = [field.replace("red.", "blue.", 1) for field in found[name]]
    return found


def _row(variable: Variable, fields: Sequence[str]) -> str:
    bounds = ", ".join(map(_bound, variable.bounds)) or "–"
    unit = variable.unit if variable.unit != "-" else "–"
    cells = (
        f"`{variable.name}`",
        ", ".join(f"`{field}`" for field in fields),
        variable.text,
        unit,
        variable.index or "–",
        bounds,
        variable.source,
    )
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"


def _bound(bound: Bound) -> str:
    signs = {
        (True, False): "≥",
        (True, True): ">",
        (False, False): "≤",
        (False, True): "<",
    }
    return f"{signs[bound.is_lower, bound.is_strict]} {bound.text}"


if __name__ == "__main__":
    write_whole(Path(sys.argv[1]), page())
