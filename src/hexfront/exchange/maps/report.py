"""What became of an import: by what words, and what was lost."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.core.documents.strictjson import Json
from hexfront.core.grid_map import MapForm
from hexfront.exchange.maps.fitting import Fitted


def report_lines(fitted: Fitted, form: MapForm) -> Iterator[str]:
    """A report for a person."""
    titles = {kind.name: kind.title for kind in form.terrains}
    for word, count in fitted.counts.most_common():
        meaning = fitted.table.terrain[word]
        shown = titles.get(meaning, "left out")
        why = f" ({fitted.reasons[word]})" if word in fitted.reasons else ""
        yield f"  {word}: {shown}, {count}{why}"
    for word, meaning in fitted.table.lines.items():
        yield f"  lines {word}: {meaning or 'left out'}"
    for lost in fitted.lost:
        yield f"  lost: {lost}"
    for words in form.unsaid:
        yield f"  to be added by hand: {words}"


def report_json(fitted: Fitted, form: MapForm) -> Json:
    """A report for a program."""
    grid = fitted.grid
    return {
        "columns": grid.columns,
        "rows": grid.rows,
        "hexes": len(grid.cells),
        "terrain": dict(fitted.table.terrain),
        "lines": dict(fitted.table.lines),
        "guesses": fitted.reasons,
        "lost": fitted.lost,
        "unsaid": list(form.unsaid),
    }
