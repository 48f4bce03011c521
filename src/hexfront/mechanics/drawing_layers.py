"""The layers of a drawing: heights, rivers, roads and words, which no rule reads."""

from __future__ import annotations

from typing import Final

from hexfront.core.map_layers import ItemList, Layer, LayerValue, Lines, Store, Values

FOR_THE_EYE: Final = "No rule reads it: it only pleases the eye."
BLOCKS_NOBODY: Final = "Only drawn: no rule reads it, so it blocks and slows nobody."
RIVER: Final = LayerValue("river", "River")
ROADS: Final = (
    LayerValue("road", "Road", about="Where it crosses a river, a bridge is drawn"),
    LayerValue("track", "Track"),
    LayerValue("rail", "Railway"),
)


def drawing_layers(root: str, eye: str = BLOCKS_NOBODY) -> tuple[Layer, ...]:
    """What is drawn over the terrain of the map at a pointer."""
    at = f"{root}/drawing"
    return (
        Layer("heights", "Heights", "hexes", Values(f"{at}/heights"), "heights", (), False,
              FOR_THE_EYE),
        Layer("rivers", "Rivers along sides", "sides", Lines(f"{at}/rivers", "sides"), "rivers",
              (RIVER,), False, eye),
        Layer("streams", "Rivers through hexes", "ways", Lines(f"{at}/rivers", "path"), "rivers",
              (LayerValue("stream", "River"),), False, eye),
        Layer("roads", "Roads", "ways", Lines(f"{at}/roads", "path", "kind"), "roads", ROADS, False,
              "Only drawn: no rule reads it, so it speeds nobody up."),
    )  # fmt: skip


def drawing_stores(root: str) -> tuple[Store, ...]:
    """Where the drawing of the map at a pointer holds hexes."""
    return tuple(layer.store for layer in drawing_layers(root))


def drawing_lists(root: str) -> tuple[ItemList, ...]:
    """What of a drawing is changed in forms."""
    fresh = {"text": "Words", "x": 0, "y": 0}
    about = "x and y in sides of a hex from the centre of the first hex. " + FOR_THE_EYE
    return (
        ItemList("labels", "Words on the map", f"{root}/drawing/labels", "/$defs/MapLabel", "",
                 fresh, about),
    )  # fmt: skip
