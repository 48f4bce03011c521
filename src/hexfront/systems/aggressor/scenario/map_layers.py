"""What a map of Aggressor holds, layer by layer (AGR-1 to AGR-5)."""

from __future__ import annotations

from hexfront.core.map_layers import (
    Documents,
    Layer,
    LayerValue,
    MapLayers,
    Members,
    map_document,
)
from hexfront.hex.numbering import LetterNumbering
from hexfront.mechanics.drawing_layers import drawing_layers, drawing_lists
from hexfront.systems.aggressor.scenario.terrain import LARGEST, SMALLEST, map_size


def map_layers(documents: Documents) -> MapLayers:
    """The layers of a draft's map."""
    role, root, ground = map_document(documents, "terrain")
    columns, rows = (_size(ground.get(name)) for name in ("columns", "rows"))
    numbering = LetterNumbering(columns, rows)
    terrain = Layer(
        "terrain", "Terrain", "hexes", Members(f"{root}/rough"), "terrain",
        (
            LayerValue("clear", "Clear", "dotted"),
            LayerValue("rough", "Rough", "contoured", about="slows, and covers (AGR-9, AGR-21)"),
        ),
        about="Rough ground slows units and covers them (AGR-9, AGR-21).",
        barred=tuple(numbering.label(columns // 2, row) for row in range(rows)),
        barred_for="the border column has no rough hexes (AGR-4)",
    )  # fmt: skip
    return MapLayers(
        role,
        numbering="letters",
        size=map_size(root),
        layers=(terrain, *drawing_layers(root)),
        lists=drawing_lists(root),
    )


def _size(value: object) -> int:
    sound = isinstance(value, int) and SMALLEST <= value <= LARGEST
    return value if sound and isinstance(value, int) else SMALLEST
