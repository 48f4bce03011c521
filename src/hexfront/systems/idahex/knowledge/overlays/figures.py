"""Figures of overlays: numbers with derivation, down to data group and variable (IDX-9.1).

Indices of variables are counted from 1, as in the manual.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import isclose, isfinite
from typing import Any

from hexfront.core.contract import Figure
from hexfront.systems.idahex.deck.variables import VARIABLES
from hexfront.systems.idahex.scenario.design import Float

CLOSE = 1e-9
"""Two ways to the same number may differ by so much, relatively."""
NOT_TOLD = "not known to you"


def plain(value: Any) -> float | str | None:
    """A number as JSON can hold it; one without end in words."""
    if value is None or isinstance(value, str):
        return value
    number = float(value)
    if isfinite(number):
        return number
    return "infinite" if number > 0 else "none"


def figure(
    caption: str,
    value: Any = None,
    clause: str = "",
    formula: str = "",
    parts: Iterable[Figure] = (),
    unit: str = "",
) -> Figure:
    """A number that follows from others."""
    return Figure(caption, plain(value), unit, clause, formula, "", tuple(parts))


def table(caption: str, columns: Sequence[str], rows: Iterable[Figure], clause: str = "") -> Figure:
    """Rows of figures; each row's parts are its cells."""
    return Figure(caption, None, "", clause, "", "", tuple(rows), tuple(columns))


def row(caption: str, cells: Iterable[Figure]) -> Figure:
    """A row of a table."""
    return Figure(caption, parts=tuple(cells))


def datum(value: Any, variable: str, *index: Any, caption: str = "") -> Figure:
    """A game design variable: its value, what it means, and where it stands.

    `variable` is the manual's name.  Numbers may have been rescaled in loading,
    so `value` is as the manual has it.
    """
    known = VARIABLES[variable]
    groups = " and ".join(str(number) for number in known.groups)
    name = f"{variable}({','.join(str(i) for i in index)})" if index else variable
    return Figure(
        caption or known.text.rstrip(".").split(";")[0],
        plain(value),
        known.unit.replace("-", ""),
        f"IDX-G{known.groups[0]}",
        "",
        f"group{'s' if len(known.groups) > 1 else ''} {groups}: {name}",
    )


def in_units(computed: Figure, time: str, distance: str) -> Figure:
    """A figure, and all it follows from, with the scenario's own names of its units.

    The variables have theirs in general words, such as `distance a unit of time`.
    """
    unit = computed.unit.replace("unit of time", "time")
    for general, name in (("time", time), ("distance", distance)):
        unit = re.sub(rf"\b{general}\b", name, unit)
    parts = tuple(in_units(part, time, distance) for part in computed.parts)
    return replace(computed, unit=unit, parts=parts)


def product(caption: str, value: Any, clause: str, parts: Sequence[Figure]) -> Figure:
    """A product of its parts."""
    return figure(caption, value, clause, "the product of what follows", parts)


def checked(computed: Figure, reckoned: float) -> Figure:
    """A figure with its parts, unless they do not give its value: then it says so.

    Units may have come, gone, or changed their posture at the very end of the frame.
    """
    value = computed.value
    if isinstance(value, float) and not isclose(value, reckoned, rel_tol=CLOSE, abs_tol=1e-12):
        note = figure("What follows is of now, and gives", reckoned)
        changed = "units have changed since the frame ended"
        return figure(
            computed.caption,
            value,
            computed.clause,
            f"{computed.formula}; {changed}",
            (note, *computed.parts),
        )
    return computed


def curve(
    caption: str,
    value: Any,
    clause: str,
    x: Figure,
    points: tuple[Sequence[Figure], Sequence[Figure]],
) -> Figure:
    """The value of a piecewise-affine function at x, with its corners: values, then abscissas."""
    rows = [row(f"corner {i}", pair) for i, pair in enumerate(zip(*reversed(points), strict=True))]
    corners = table("Corners", ("at", "value"), rows, "IDX-5.4")
    return figure(
        caption, value, clause, "straight lines between corners, level beyond", (x, corners)
    )


def corners(
    values: Float,
    at: Float,
    names: tuple[str, str, str],
    index: tuple[Any, ...],
) -> tuple[list[Figure], list[Figure]]:
    """The values and abscissas of a function as data: of f0, f and x in `names`.

    The first corner has f0 at 0.
    """
    first, rest, abscissa = names
    heights = [datum(values[0], first, *index)]
    heights += [datum(v, rest, i, *index) for i, v in enumerate(values[1:], 1)]
    places = [figure("at the first corner", at[0])]
    places += [datum(v, abscissa, i) for i, v in enumerate(at[1:], 1)]
    return heights, places
