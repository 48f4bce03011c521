"""Figures of overlays as lines of text: tables, and numbers that open by their numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hexfront.core.contract import Figure, Overlay
from hexfront.core.errors import InputError

DIGITS = 5


def subject_and_path(
    overlay: Overlay, rest: str, counter: Callable[[str], str]
) -> tuple[str, list[str]]:
    """What an overlay is asked of in a line, and the numbers after it that open a figure.

    A counter may be named by several words, so that its numbers come after a
    comma; `counter` finds its id. Errors: `InputError`.
    """
    if overlay.of_order:
        return rest, []
    if overlay.of_counter:
        name, _, path = rest.partition(",")
        return counter(name.strip()), path.split()
    words = rest.split()
    return (words[0] if words else "", words[1:]) if overlay.of_place else ("", words)


def value_text(figure: Figure) -> str:
    """The value with its unit; `-` where there is none."""
    value = figure.value
    if value is None:
        return "-"
    text = f"{value:.{DIGITS}g}" if isinstance(value, float) else str(value)
    return f"{text} {figure.unit}".rstrip()


def opened(figures: Sequence[Figure], path: Sequence[str]) -> tuple[Figure, ...]:
    """The figures to show: all, or the one that a path of numbers, from 1, leads to.

    Errors: `InputError`.
    """
    shown = tuple(figures)
    for step, word in enumerate(path, 1):
        if not (word.isdecimal() and 1 <= int(word[:6]) <= len(shown)):
            expected = f"a number from 1 to {len(shown)}" if shown else "no more numbers"
            raise InputError.at(f"figure: number {step}", word, expected)
        chosen = shown[int(word) - 1]
        shown = (chosen,) if step == len(path) else chosen.parts
    return shown


def figure_lines(figures: Sequence[Figure], path: Sequence[str] = ()) -> Iterator[str]:
    """All figures, each with its number; one that a path leads to with what it follows from.

    Errors: `InputError`.
    """
    shown = opened(figures, path)
    if path:
        (figure,) = shown
        yield headline(figure)
        yield from _derivation(figure)
        return
    for number, figure in enumerate(shown, 1):
        yield f"{number:>3}  {headline(figure)}{'' if figure.columns else _more(figure)}"
        if figure.columns:
            yield from (f"     {line}" for line in _table(figure))


def headline(figure: Figure) -> str:
    """A figure in one line."""
    value = "" if figure.value is None else f": {value_text(figure)}"
    clause = f" ({figure.clause})" if figure.clause else ""
    return f"{figure.caption}{value}{clause}"


def row_line(row: Figure, columns: Sequence[str]) -> str:
    """A row of a table in one line."""
    pairs = zip(columns, row.parts, strict=True)
    return f"{row.caption}: {', '.join(f'{title} {_cell(cell)}' for title, cell in pairs)}"


def _more(figure: Figure) -> str:
    return "  ..." if figure.parts else ""


def _derivation(figure: Figure) -> Iterator[str]:
    if figure.formula:
        yield f"  = {figure.formula}"
    if figure.source:
        yield f"  {figure.source}"
    if figure.columns:
        yield from (f"  {line}" for line in _table(figure))
        return
    for number, part in enumerate(figure.parts, 1):
        yield f"{number:>5}  {headline(part)}{'' if part.columns else _more(part)}"
        if part.source:
            yield f"       {part.source}"
        if part.columns:
            yield from (f"       {line}" for line in _table(part))


def _table(figure: Figure) -> Iterator[str]:
    """A table; the number of a row and that of a column open a cell."""
    rows = [["", *(f"{i} {title}" for i, title in enumerate(figure.columns, 1))]]
    for number, entry in enumerate(figure.parts, 1):
        rows.append([f"{number} {entry.caption}", *(_cell(cell) for cell in entry.parts)])
    wide = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(wide[0])]
        cells += [text.rjust(width) for text, width in zip(row[1:], wide[1:], strict=True)]
        yield "  ".join(cells).rstrip()


def _cell(figure: Figure) -> str:
    """A value without its unit."""
    value = figure.value
    if value is None:
        return "-"
    return f"{value:.{DIGITS}g}" if isinstance(value, float) else str(value)
