"""What a designer should know of a map: what no rule reads, and where the bridges are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.hex_lists.forms import at_pointer
from hexfront.core.map_layers import Layer, Lines, MapLayers
from hexfront.core.table.plurals import counted

NAMED: Final = 6
"""Bridges that are named; of others how many there are."""

Pair = frozenset[str]


def map_notes(layers: MapLayers, document: Json) -> list[str]:
    """Sentences on a map.

    Args:
        layers: of the map.
        document: that holds it, in the long form.
    """
    held = [_held(layer, document) for layer in layers.layers if not layer.ruled]
    drawn = ", ".join(words for words in held if words)
    notes = [f"only drawn, no rule reads it: {drawn}"] if drawn else []
    ways = {layer.ruled: _pairs(layers, document, "path", layer.ruled) for layer in layers.layers}
    for ruled in sorted(ways, reverse=True):
        bridges = sorted(ways[ruled] & _pairs(layers, document, "sides", ruled), key=sorted)
        if bridges:
            some = [" and ".join(sorted(pair)) for pair in bridges[:NAMED]]
            more = ", …" if len(bridges) > NAMED else ""
            what = "bridges" if ruled else "drawn bridges, which no rule reads"
            told = f"{len(bridges)} ({', '.join(some)}{more})"
            notes.append(f"{what}, where a way crosses a river: {told}")
    return notes


def _held(layer: Layer, document: Json) -> str:
    """How much a layer holds, in words; empty for nothing."""
    held = at_pointer(document, layer.store.at)
    if isinstance(layer.store, Lines):
        lines = [line for line in _lines(layer, document) if line.get(layer.store.field)]
        return f"{layer.title.lower()} ({len(lines)})" if lines else ""
    if isinstance(held, list | dict) and held:
        return f"{layer.title.lower()} of {counted(len(held), 'hex', 'hexes')}"
    return ""


def _lines(layer: Layer, document: Json) -> Iterator[dict[str, Json]]:
    held = at_pointer(document, layer.store.at)
    yield from (line for line in (held if isinstance(held, list) else ()) if isinstance(line, dict))


def _pairs(layers: MapLayers, document: Json, field: str, ruled: bool) -> set[Pair]:
    """The sides of rivers, or the steps of ways, that the rules read or do not read."""
    found: set[Pair] = set()
    for layer in layers.layers:
        store = layer.store
        is_drawn = layer.draws == ("rivers" if field == "sides" else "roads")
        lines = isinstance(store, Lines) and store.field == field
        if not (lines and is_drawn and layer.ruled == ruled):
            continue
        for line in _lines(layer, document):
            held = line.get(field) or []
            steps = held if field == "sides" else pairwise(held)
            found |= {frozenset(map(str, step)) for step in steps}
    return found
