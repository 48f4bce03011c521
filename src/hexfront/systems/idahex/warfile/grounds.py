"""The ground of a war file: types, cells, links, and what changes by cycle.

IDX-2.1.
"""

from __future__ import annotations

from typing import Any, Final

from hexfront.systems.idahex.deck.lookups import MAPS
from hexfront.systems.idahex.deck.ranks import after, is_bottom
from hexfront.systems.idahex.warfile.reader import WarReader
from hexfront.systems.idahex.warfile.tables import SIDES, Steps

LISTS: Final = ("environments", "routes", "barriers")
_VARIABLES: Final = (("nenv", "ename"), ("nrtety", "rname"), ("nbarty", "bname"))
_BASIC: Final = ("ename0", "rname0", "bname0")


def read_ground(reader: WarReader) -> None:
    """Types, basic types, cells, links and changes."""
    v, given = reader.values, reader.document["map"]
    for key, (count, names) in zip(LISTS, _VARIABLES, strict=True):
        v[count] = len(given[key])
        v[names] = [e["name"] if e.get("card") is None else e["card"] for e in given[key]]
    basics = [_read_basics(reader, which) for which in range(3)]
    v["side"] = SIDES.index(given["border"]["side"]) + 1
    _read_cells(reader, basics[0])
    _read_links(reader, basics)
    _read_changes(reader, basics)


def _read_basics(reader: WarReader, which: int) -> dict[str, int]:
    """The numbers of basic types by name; those of the types where there is no list of them."""
    v, given, key = reader.values, reader.document["map"], LISTS[which]
    entries = given.get(f"basic_{key}")
    if entries is None:
        v[_BASIC[which]] = dict(enumerate(v[_VARIABLES[which][1]], 1))
        return {entry["name"]: n for n, entry in enumerate(given[key], 1)}
    found: dict[str, int] = {}
    v[_BASIC[which]] = {}
    twice: set[str] = set()
    for place, entry in enumerate(entries):
        number, name = entry["number"], entry["name"]
        steps = ("map", f"basic_{key}", place, "number")
        if not 1 <= number <= 1000:
            reader.report(steps, number, "1 to 1000")
        if number in v[_BASIC[which]]:
            reader.report(steps, number, "each number once")
        v[_BASIC[which]][number] = name
        if name in found:
            twice.add(name)
        found[name] = number
    return {name: number for name, number in found.items() if name not in twice}


def _number(
    reader: WarReader, steps: Steps, reference: str | int, names: dict[str, int], lowest: int = 0
) -> int:
    """The number that a name, or a number, stands for."""
    if isinstance(reference, int):
        return reference
    if reference in names:
        return names[reference]
    reader.report(steps, reference, f"a number, or one of: {', '.join(names) or 'none'}")
    return lowest


def _read_cells(reader: WarReader, names: dict[str, int]) -> None:
    v = reader.values
    v["basic_env"], v["owner"] = {}, {}
    seen: set[int] = set()
    for place, cell in enumerate(reader.document["map"]["cells"]):
        number, steps = cell["number"], ("map", "cells", place)
        if not 1 <= number <= v["ncells"]:
            reader.report((*steps, "number"), number, f"1 to {v['ncells']}")
        if number in seen:
            reader.report((*steps, "number"), number, "each cell once")
        seen.add(number)
        if cell.get("environment") is not None:
            v["basic_env"][number] = _number(
                reader, (*steps, "environment"), cell["environment"], names, 1
            )
        if cell.get("owner") is not None:
            v["owner"][number] = SIDES.index(cell["owner"]) + 1


def _read_links(reader: WarReader, basics: list[dict[str, int]]) -> None:
    v = reader.values
    v["basic_rtetype"], v["basic_bartype"] = {}, {}
    for place, link in enumerate(reader.document["map"]["links"]):
        steps = ("map", "links", place)
        low, high = sorted(link["cells"])
        if (low, high) in v["basic_rtetype"]:
            reader.report((*steps, "cells"), f"<{low} and {high}>", "each pair once")
        expected = _not_neighbours(v, low, high)
        if expected:
            reader.report((*steps, "cells"), f"<{low} and {high}>", expected)
        route = _number(reader, (*steps, "route"), link["route"], basics[1])
        barrier = _number(reader, (*steps, "barrier"), link["barrier"], basics[2])
        v["basic_rtetype"][low, high] = route
        v["basic_bartype"][low, high] = barrier


def _not_neighbours(v: dict[str, Any], low: int, high: int) -> str:
    """What is wrong with a pair of cells; empty where nothing is."""
    if not (low >= 1 and high <= v["ncells"] and v["nrank1"] >= 2):
        return f"two cells, 1 to {v['ncells']}"
    others = after(low, v["nrank1"])
    if high not in others:
        near = ", ".join(str(cell) for cell in others if 0 < cell <= v["ncells"])
        return f"two cells that touch; the neighbours of {low} with higher numbers are {near}"
    for cell in (low, high):
        if is_bottom(cell, v["ncells"], v["nrank1"]):
            return f"two active cells; {cell} is the last of its rank, which never is"
        if v["basic_env"].get(cell, 0) <= 0:
            return f"two active cells; {cell} has no environment"
    return ""


def _read_changes(reader: WarReader, basics: list[dict[str, int]]) -> None:
    """What changes by cycle, as one dictionary a cycle for each of the three maps."""
    v, changes = reader.values, reader.document["map"]["changes"]
    last = max((change["cycle"] for change in changes), default=0)
    types = [
        {entry["name"]: n for n, entry in enumerate(reader.document["map"][key], 1)}
        for key in LISTS
    ]
    for name in MAPS:
        v[name] = [{} for _ in range(last)]
    seen: set[int] = set()
    for place, change in enumerate(changes):
        cycle = change["cycle"]
        if cycle in seen:
            reader.report(("map", "changes", place, "cycle"), cycle, "each cycle once")
        seen.add(cycle)
        for which, key in enumerate(LISTS):
            for basic, kind in change[key].items():
                steps = ("map", "changes", place, key, basic)
                given = int(basic) if _is_number(basic) else basic
                number = _number(reader, steps, given, basics[which], 1)
                v[MAPS[which]][cycle - 1][number] = _number(reader, steps, kind, types[which], 1)
    # In whichever order a file names them, they are told in that of the types.
    for name in MAPS:
        v[name] = [dict(sorted(changed.items())) for changed in v[name]]


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= 4
