"""Panning and painting in the map editor at 200 × 200: `python -m benchmarks.bench_map_editor`.

The page of the editor runs in headless Chromium on a made map of 40,000 hexes; what it asks of a
server is answered here. Frames a second while the view moves, and while a brush of 19 hexes paints
a stroke of 40 steps, one a frame; how long the page is busy when the stroke ends.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import random
import shutil
import statistics
from importlib.resources import files
from pathlib import Path
from typing import Any

from benchmarks.bench_map import processor_seconds
from playwright.sync_api import Page, Route, sync_playwright

from hexfront.core.map_layers import Layer, LayerValue, MapLayers, Records, Size
from hexfront.mechanics.drawing_layers import drawing_layers
from hexfront.server.pages.pages import PAGES, page_text

SIDE = 200
ZOOMS = (40, 16, 6)
"""Pixels a hex size."""
STEPS = 40
ARTS = ("clear", "woods", "hill", "swamp", "water", "rough", "town")
PAN = """async (ms) => {
  const map = hexfront.map(), times = [], begin = performance.now();
  for (let last = begin; last - begin < ms;) {
    const part = (last - begin) / 1000;
    map.shift(11 * Math.cos(part * 0.9), 8 * Math.sin(part * 0.6));
    const now = await new Promise((next) => requestAnimationFrame(() => next(performance.now())));
    times.push(now - last);
    last = now;
  }
  return times;
}"""
PAINT = """async (steps) => {
  const { canvas } = hexfront.map(), box = canvas.getBoundingClientRect();
  const event = (kind, i) => canvas.dispatchEvent(new PointerEvent(kind, {
    pointerId: 1, bubbles: true, button: 0, buttons: 1, pointerType: "mouse",
    clientX: box.left + 60 + i * 9, clientY: box.top + 120 + 80 * Math.sin(i / 6) }));
  canvas.setPointerCapture = () => {};
  const times = [];
  event("pointerdown", 0);
  let last = performance.now();
  for (let i = 1; i < steps; i += 1) {
    event("pointermove", i);
    const now = await new Promise((next) => requestAnimationFrame(() => next(performance.now())));
    times.push(now - last);
    last = now;
  }
  const begin = performance.now();
  event("pointerup", steps - 1);
  const end = performance.now() - begin;
  await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  return { times, end };
}"""


def label(column: int, row: int) -> str:
    """The number of a hex."""
    return f"{column + 1:03}{row + 1:03}"


def made_map(side: int = SIDE) -> dict[str, Any]:
    """Patches of terrain with heights, roads and rivers."""
    chance = random.Random(1)
    centres = [
        (chance.uniform(0, side), chance.uniform(0, side), chance.uniform(3, 9), art)
        for art in ARTS[1:-1]
        for _ in range(side // 4)
    ]
    hexes, heights = [], {}
    for column in range(side):
        for row in range(side):
            near = (a for x, y, r, a in centres if math.hypot(column - x, row - y) < r)
            art = "town" if chance.random() < 0.005 else next(near, "clear")
            entry = {"hex": label(column, row), "terrain": art}
            if art == "town":
                entry["name"] = f"Town {label(column, row)}"
            hexes.append(entry)
            heights[label(column, row)] = round(40 * math.sin(column / 9) + 40 * math.cos(row / 7))
    roads = [{"path": [label(c, row) for c in range(side)]} for row in range(5, side, 15)]
    rivers = [{"path": [label(c, (c * 7) // 10 + off) for c in range(side)]} for off in (0, 30)]
    drawing = {"heights": heights, "roads": roads, "rivers": rivers}
    return {"columns": side, "rows": side, "hexes": hexes, "drawing": drawing}


def made_form() -> MapLayers:
    """What such a map holds."""
    values = tuple(LayerValue(art, art.capitalize(), art) for art in ARTS)
    store = Records("/hexes", "hex", "terrain", whole=True)
    names = Layer("names", "Names", "hexes", Records("/hexes", "hex", "name"), "names")
    terrain = Layer("terrain", "Terrain", "hexes", store, "terrain", values)
    size = Size("/columns", "/rows", (1, 1), (SIDE, SIDE))
    return MapLayers("map", "digits", size=size, layers=(terrain, names, *drawing_layers("")))


def answer(page: Page, document: dict[str, Any], form: MapLayers) -> None:
    """Answer all that the page of the editor asks."""
    web = Path(str(files("hexfront"))) / "web"
    info = {"id": "x", "system": "made", "name": "200 x 200", "created": "", "changed": ""}
    opened = {
        "draft": {**info, "version": 1, "node": 0},
        "documents": {"map": document},
        "problems": [],
        "can_undo": False,
        "can_redo": False,
    }
    step = {"node": 1, "title": "", "patches": {}, "problems": [], "can_undo": True}
    version = iter(range(2, 1_000_000))
    kinds = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}

    def reply(route: Route) -> None:
        path = route.request.url.split("://localhost")[1].split("?")[0].split("#")[0]
        if path == "/edit":
            route.fulfill(body=page_text(PAGES[path], modules=True), content_type="text/html")
        elif path.startswith("/static/"):
            file = web / path.removeprefix("/static/")
            kind = kinds.get(file.suffix, "application/json")
            route.fulfill(body=file.read_bytes(), content_type=kind)
        elif path.endswith("/map"):
            layers = dataclasses.asdict(form)
            route.fulfill(json={"layers": layers, "json_schema": None})
        elif path.endswith("/forms"):
            route.fulfill(json={"schema_of_scenario": {}, "parts": {}, "force_lists": []})
        elif path.endswith("/board"):
            route.fulfill(json={"board": None, "view": None, "sound": False})
        elif path.endswith("/changes"):
            route.fulfill(json={**step, "can_redo": False, "version": next(version)})
        elif path == "/api/drafts/x":
            route.fulfill(json=opened)
        else:
            route.fulfill(status=404, body="")

    page.route("**/*", reply)


def main() -> None:
    """Print one line a measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each panning")
    parser.add_argument("--chromium", default=shutil.which("chromium-headless-shell"))
    options = parser.parse_args()
    document, form = made_map(), made_form()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=options.chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.on("pageerror", lambda error: print("error:", error))
        answer(page, document, form)
        page.goto("http://localhost/edit#x")
        page.wait_for_selector("[data-testid=layer-terrain]")
        page.evaluate("hexfront.mapEditor().size = 2")
        for zoom in ZOOMS:
            pans, strokes, ends, busy, panning = [], [], [], [], 0.0
            for _ in range(options.repeats):
                page.evaluate(
                    "zoom => { const map = hexfront.map(); map.move({ scale: zoom, x: 0, y: 0 }, "
                    "false); map.centre({ x: 150, y: 170 }, false); }",
                    zoom,
                )
                page.wait_for_timeout(1500)
                used = processor_seconds()
                pans += page.evaluate(PAN, options.seconds * 1000)
                panning += 1000 * (processor_seconds() - used)
                page.wait_for_timeout(1000)
                used = processor_seconds()
                found = page.evaluate(PAINT, STEPS)
                page.wait_for_timeout(500)
                busy.append(1000 * (processor_seconds() - used))
                strokes += found["times"]
                ends.append(found["end"])
            print(
                json.dumps(
                    {
                        "zoom": zoom,
                        "panning_frames_per_second": round(1000 * len(pans) / sum(pans), 1),
                        "processor_ms_a_panned_frame": round(panning / len(pans), 1),
                        "painting_frame_median_ms": round(statistics.median(strokes), 1),
                        "painting_frame_worst_ms": round(max(strokes), 1),
                        "end_of_stroke_ms": round(statistics.median(ends), 1),
                        "processor_ms_a_stroke": round(statistics.median(busy)),
                    }
                )
            )
        browser.close()


if __name__ == "__main__":
    main()
