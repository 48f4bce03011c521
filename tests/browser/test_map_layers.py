"""A stroke changes in a map's document what its layer says, and nothing else, for every system."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexfront.core.documents.strictjson import Json
from hexfront.core.registry import find_system, system_names
from hexfront.editor.beginning import forked
from hexfront.editor.documents import load
from hexfront.editor.patches import apply_patch
from hexfront.server.matches import scenario_named
from tests.browser.conftest import Screen

STROKES = """async ({form, document}) => {
  const { gridOf, pairKey } = await import("/static/js/editor/map/grid.js");
  const { patchOf, readLayer } = await import("/static/js/editor/map/layers.js");
  const grid = gridOf(form, document);
  const read = (held) => Object.fromEntries(form.layers.map((layer) =>
    [layer.name, Object.fromEntries(readLayer(layer, held, grid))]));
  const terrain = readLayer(form.layers[0], document, grid);
  const strokes = [];
  for (const layer of form.layers) {
    const values = readLayer(layer, document, grid);
    const open = (hex) => hex >= 0 && (terrain.has(hex) || layer.draws === "terrain")
      && (!layer.within.length || layer.within.includes(terrain.get(hex)))
      && !layer.barred.includes(grid.label(hex));
    const keys = [...values.keys()].filter((key, i) => i % 7 === 3).slice(0, 5);
    const hex = grid.all.filter((one) => open(one) && grid.neighbours(one).every(open));
    const free = layer.on === "hexes" ? [] : hex.flatMap((one) => grid.neighbours(one)
      .map((there) => pairKey(one, there))).filter((key) => !values.has(key)).slice(0, 1);
    const usual = layer.store.form === "members" ? layer.values[0].name : null;
    // A place that goes takes what else is said of it with it, so it is named anew.
    const renamed = layer.draws === "names" && layer.store.whole;
    const erased = new Map(keys.map((key) => [key, renamed ? `New ${key}` : usual]));
    const first = patchOf(form, document, grid, new Map([[layer.name, erased]]));
    const back = new Map([...keys.map((key) => [key, values.get(key)]),
      ...free.map((key) => [key, layer.values[0].name])]);
    const second = patchOf(form, first.document, grid, new Map([[layer.name, back]]));
    strokes.push({ layer: layer.name, at: layer.store.at, keys, free,
      wanted: Object.fromEntries(erased),
      before: read(document), patch: first.patch, between: read(first.document),
      again: second.patch, after: read(second.document) });
  }
  return strokes;
}"""


DRAWN = {"idahex": "first-war"}
"""Scenarios with a map that one draws, where the default has none."""


def drawn_systems() -> list[str]:
    """Systems whose maps have hexes to draw on."""
    return [name for name in system_names() if find_system(name).scenarios.map_form]


@pytest.mark.parametrize("name", drawn_systems())
def test_a_stroke_changes_what_it_says_and_nothing_else(
    open_screen: Callable[..., Screen], name: str
) -> None:
    system = find_system(name)
    assert system.scenarios.map_layers is not None
    scenario = scenario_named(system, DRAWN.get(name, ""))
    documents = forked(system, scenario)
    form = system.scenarios.map_layers(documents)
    held = documents[form.role]
    page = open_screen("/").page
    strokes = page.evaluate(STROKES, {"form": form.document, "document": held})
    assert [stroke["layer"] for stroke in strokes] == [layer.name for layer in form.layers]
    for stroke in strokes:
        _check_stroke(stroke, held, form.coast.at if form.coast else None)
        put_back = held
        for patch in (stroke["patch"], stroke["again"]):
            put_back = apply_patch(put_back, patch).document
        load(system, {**documents, form.role: put_back})


def _check_stroke(stroke: dict[str, Any], document: Json, coast: str | None) -> None:
    name, keys = stroke["layer"], {str(key) for key in stroke["keys"]}
    before, between, after = stroke["before"], stroke["between"], stroke["after"]
    wanted = {key: value for key, value in stroke["wanted"].items() if value is not None}
    if name in between and not between[name].keys() & wanted.keys():
        wanted = {}  # A layer of members tells the usual value only where it is the terrain.
    erased = {key: value for key, value in before[name].items() if key not in keys} | wanted
    assert between[name] == erased, name
    added = {str(key) for key in stroke["free"]}
    assert {key: v for key, v in after[name].items() if key not in added} == before[name], name
    assert added <= after[name].keys()
    for operation in stroke["patch"]:
        places = [place for place in (stroke["at"], coast) if place]
        # What must stand above a layer that a map has not begun yet may come with it.
        path = operation["path"]
        assert any(path.startswith(p) or p.startswith(path) for p in places), operation
    if not keys:
        return
    others = {key: value for key, value in before.items() if key != name}
    shared = {layer for layer in others if between[layer] != others[layer]}
    # An entry that goes takes with it what only it could hold.
    assert all(set(between[layer]) <= set(others[layer]) for layer in shared), shared
