"""The board as all may know it: places, homes, sectors, symbols (AGR-1 to AGR-8, AGR-46)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.table.plurals import counted
from hexfront.hex.coordinates import Offset, Orientation
from hexfront.hex.layout import Layout
from hexfront.systems.aggressor.scenario.ground_tables import (
    BORDER,
    SECTORS,
    HexTables,
    bands,
    hex_tables,
)
from hexfront.systems.aggressor.scenario.relief import CONTOURS, heights
from hexfront.systems.aggressor.scenario.terrain import Drawing, Terrain

COLOURS: Final = ("#2f6ea8", "#b5452f")
"""Of west and east where the scenario names none; they go with the frames."""

_BANDS: Final = (("north-west", "north", "north-east"), ("west", "centre", "east"),
                 ("south-west", "south", "south-east"))  # fmt: skip


def board_document(
    terrain: Terrain, title: str, sides: Sequence[Json], army_setup: Json, rough_cover: int = 1
) -> Json:
    """Everything that the screen draws and that never changes.

    Lengths are in sides of a hex, y runs down, the first hex stands at (0, 0).

    Args:
        terrain: the map.
        title: of the scenario.
        sides: name, title and colour of west and east.
        army_setup: what armies may be made of (AGR-6).
        rough_cover: faces of the die off a hit on a unit in rough terrain (AGR-21).
    """
    tables = hex_tables(terrain)
    labels = terrain.labels
    return {
        "kind": "hex",
        "orientation": "flat",
        "title": title,
        "sides": [
            {**side, "colour": side.get("colour") or colour}
            for side, colour in zip(sides, COLOURS, strict=True)
        ],
        "places": list(_places(terrain, tables)),
        "terrain": _kinds(terrain, rough_cover),
        "legend": {"DEF": "Dug in (AGR-13)", "NBC": "Contaminated (AGR-2)"},
        "image": None,
        "sectors": list(_sectors(terrain, tables, labels)),
        "borders": list(_borders(terrain, tables, labels)),
        "army_setup": army_setup,
        "cycle": True,
        **_drawing(terrain, tables, labels),
    }


def _places(terrain: Terrain, tables: HexTables) -> Iterator[Json]:
    """The hexes in number order; each with the side whose home it is (AGR-4)."""
    layout = Layout(Orientation.FLAT)
    drawn = {label: kind for kind, found in (terrain.drawn_as or {}).items() for label in found}
    for index, label in enumerate(terrain.labels):
        x, y = layout.centre(Offset.ODD_Q.to_axial(*divmod(index, terrain.rows)))
        home = int(tables.home[index])
        yield {
            "id": label,
            "x": x,
            "y": y,
            "terrain": drawn.get(label, "rough") if tables.rough[index] else "clear",
            "name": None,
            "side": None if home == BORDER else home,
        }


def _kinds(terrain: Terrain, rough_cover: int) -> dict[str, Json]:
    faces = counted(rough_cover, "face")
    kinds: dict[str, Json] = {
        "clear": {
            "title": "Clear",
            "art": "dotted",
            "facts": ["units leave it as long as they moved fewer hexes than their range (AGR-9)"],
        },
        "rough": {
            "title": "Rough",
            "art": "contoured",
            "facts": [
                "units leave it as long as they moved fewer hexes than half their range, "
                "rounded up (AGR-9)",
                f"{faces} of the die off every hit on a unit here (AGR-21)",
            ],
        },
    }
    for kind in terrain.drawn_as or ():
        kinds[kind] = kinds["rough"] | {"title": f"Rough: {kind}", "art": kind}
    return kinds


def _sectors(terrain: Terrain, tables: HexTables, labels: Sequence[str]) -> Iterator[Json]:
    """The nine sectors, row by row (AGR-46)."""
    columns, rows = _spans(bands(terrain.columns)), _spans(bands(terrain.rows))
    letters = 1 + terrain.numbering.letters
    for sector in range(SECTORS):
        down, across = divmod(sector, 3)
        (left, right), (top, bottom) = columns[across], rows[down]
        first = terrain.numbering.label(left, top)
        last = terrain.numbering.label(right, bottom)
        words = _BANDS[down][across].capitalize()
        yield {
            "title": f"{words} ({first[1:letters]}–{last[1:letters]} by "
            f"{first[letters:]}–{last[letters:]})",
            "places": [labels[i] for i in (tables.sector == sector).nonzero()[0].tolist()],
        }


def _spans(lengths: Sequence[int]) -> list[tuple[int, int]]:
    """First and last number of each of some bands."""
    starts = [sum(lengths[:i]) for i in range(len(lengths))]
    return [(start, start + length - 1) for start, length in zip(starts, lengths, strict=True)]


def _borders(terrain: Terrain, tables: HexTables, labels: Sequence[str]) -> Iterator[Json]:
    """The lines on both sides of the border column (AGR-4), and those between sectors (AGR-46)."""
    for kind, values, name in (
        ("sector", tables.sector, None),
        ("border", tables.home, "Border"),
    ):
        sides = [
            [labels[here], labels[there]]
            for here in range(tables.n)
            for there in tables.neighbours[here, 1:4].tolist()
            if there < tables.n and values[here] != values[there]
        ]
        yield {"kind": kind, "name": name, "sides": sides}


def _drawing(terrain: Terrain, tables: HexTables, labels: Sequence[str]) -> dict[str, Any]:
    """Contour lines, rivers, roads and words; rough hexes always have contour lines (AGR-2)."""
    drawing = terrain.drawing or Drawing()
    given = drawing.model_dump(mode="json", exclude_defaults=True)
    metres = dict(zip(labels, heights(tables).astype(float).tolist(), strict=True))
    return {
        "contours": CONTOURS,
        **{key: value for key, value in given.items() if value},
        "heights": metres | drawing.heights,
        "contours_from": 0,
    }
