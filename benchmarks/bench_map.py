"""Frames a second while the map of the browser is panned: `python benchmarks/bench_map.py`.

A made board of 100 × 100 hexes with 500 counters is shown by the page's own map in headless
Chromium and moved a little at every frame, as a drag does. Chromium draws at most 60 frames a
second. Each zoom is measured several times; other work on the machine disturbs all of them.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import shutil
import statistics
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from hexfront.pictures.symbols.nato import COUNTER_STROKE, draw_symbol

COLUMNS = ROWS = 100
COUNTERS = 500
ZOOMS = (40, 16, 6)
"""Pixels a hex size."""
TARGET = 50
"""Frames a second."""
SYMBOLS = ("121100", "120500", "130300", "121300")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
    " connect-src 'self'"
)
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Map</title>
<link rel="stylesheet" href="/bench.css"></head>
<body><canvas id="map"></canvas><canvas id="small"></canvas>
<script type="module" src="/bench.js"></script></body></html>"""
STYLE = """html, body { margin: 0; height: 100%; }
#map { width: 100%; height: 100%; display: block; }
#small { position: fixed; right: 8px; bottom: 8px; width: 200px; height: 160px; }"""
SCRIPT = """import { MapView } from "/js/map/map.js";
const { board, view } = await (await fetch("/board.json")).json();
const map = new MapView(document.getElementById("map"),
  { onPlace() {}, onHover() {}, onCamera() {} });
const start = performance.now();
map.setBoard(board);
map.show({ view });
map.setMinimap(document.getElementById("small"));
await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
window.first = performance.now() - start;
window.tiles = () => map.tiles.sheaf.tiles.size + map.tiles.next.tiles.size;
window.begin = async (scale) => {
  map.move({ scale, x: 0, y: 0 }, false);
  map.centre({ x: 75, y: 85 }, false);
  await new Promise((next) => setTimeout(next, 1500));
};
window.pan = async (ms) => {
  const times = [];
  const begin = performance.now();
  for (let last = begin; last - begin < ms;) {
    const part = (last - begin) / 1000;
    map.shift(11 * Math.cos(part * 0.9), 8 * Math.sin(part * 0.6));
    const now = await new Promise((next) => requestAnimationFrame(() => next(performance.now())));
    times.push(now - last);
    last = now;
  }
  return times;
};
window.ready = true;
"""


def made_board() -> dict[str, Any]:
    """Woods, hills, lakes and towns in patches, with heights, a river and roads."""
    chance = random.Random(1)
    centres = [
        (chance.uniform(0, 150), chance.uniform(0, 173), chance.uniform(3, 9), art)
        for art in ("woods", "woods", "hill", "swamp", "jungle", "water", "rough", "plantation")
        for _ in range(22)
    ]
    places, heights = [], {}
    for column in range(COLUMNS):
        for row in range(ROWS):
            x, y = 1.5 * column, math.sqrt(3) * (row + column % 2 / 2)
            art = next((a for cx, cy, r, a in centres if math.hypot(x - cx, y - cy) < r), "clear")
            town = chance.random() < 0.012
            label = f"{column:02}{row:02}"
            name = f"Town {label}" if town else None
            places.append(
                {"id": label, "x": x, "y": y, "terrain": "town" if town else art, "name": name}
            )
            heights[label] = 3 if art == "hill" else round(math.sin(x / 9) + math.cos(y / 7), 1)
    arts = sorted({str(place["terrain"]) for place in places})
    roads = [
        {"kind": "road", "path": [f"{column:02}{row:02}" for column in range(COLUMNS)]}
        for row in range(5, ROWS, 15)
    ]
    river = {"width": 0.3, "path": [f"{column:02}{(column * 7) // 10:02}" for column in range(100)]}
    return {
        "kind": "hex",
        "orientation": "flat",
        "title": "100 x 100",
        "sides": [{"name": "red", "title": "Red"}, {"name": "blue", "title": "Blue"}],
        "places": places,
        "terrain": {art: {"title": art, "art": art, "facts": []} for art in arts},
        "image": None,
        "heights": heights,
        "roads": roads,
        "rivers": [river],
    }


def made_view(board: dict[str, Any]) -> dict[str, Any]:
    """Counters all over the board, some of them stacked."""
    chance = random.Random(2)
    places = chance.sample([place["id"] for place in board["places"]], COUNTERS * 4 // 5)
    counters = [
        {
            "id": str(number),
            "side": number % 2,
            "place": places[number % len(places)],
            "name": f"{number}/7",
            "sidc": sidc(number),
            "known": number % 9 > 0,
            "values": {"strength": number % 9 + 1, "movement": 4},
            "badges": ["moves"] if number % 3 == 0 else [],
        }
        for number in range(COUNTERS)
    ]
    return {"title": "Turn 1", "counters": counters, "marks": [], "tracks": []}


def made_symbols() -> dict[str, Any]:
    """The symbols of the counters, as the server draws them."""
    drawn = {sidc(kind): draw_symbol(sidc(kind), COUNTER_STROKE) for kind in range(len(SYMBOLS))}
    return {
        code: {"box": [one.left, one.top, one.width, one.height], "parts": one.parts}
        for code, one in drawn.items()
    }


def sidc(number: int) -> str:
    """The code of a counter's symbol."""
    return f"100310001612{SYMBOLS[number % 4]}00"


@contextmanager
def served(made: dict[str, bytes]) -> Iterator[str]:
    """The address of a server of the page's own files and some made ones."""
    web = Path(str(files("hexfront"))) / "web"
    kinds = {".js": "text/javascript", ".css": "text/css", ".json": "application/json"}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.split("?")[0]
            file = web / path.lstrip("/")
            found = path in made or file.is_file()
            body = made[path] if path in made else file.read_bytes() if found else b""
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", kinds.get(Path(path).suffix, "text/html"))
            self.send_header("Content-Security-Policy", POLICY)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def processor_seconds() -> float:
    """What all processes that this one has started have used, living ones included."""
    parents: dict[int, tuple[int, float]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            parents[int(stat.parent.name)] = (int(fields[1]), used)
    total = 0.0
    for process, (_, used) in parents.items():
        above = process
        while above in parents and above != os.getpid():
            above = parents[above][0]
        total += used if above == os.getpid() != process else 0
    return total


def measure(page: Page, zoom: int, seconds: float) -> dict[str, float]:
    """Frames a second, how long frames took, and processor time of all of Chromium, in ms."""
    page.evaluate("zoom => begin(zoom)", zoom)
    used = processor_seconds()
    times = sorted(page.evaluate("ms => pan(ms)", seconds * 1000))
    used = processor_seconds() - used
    return {
        "zoom": zoom,
        "processor_ms_a_frame": round(1000 * used / len(times), 1),
        "frames_per_second": round(1000 * len(times) / sum(times), 1),
        "median_ms": round(statistics.median(times), 1),
        "p99_ms": round(times[int(len(times) * 0.99)], 1),
        "worst_ms": round(times[-1], 1),
    }


def main() -> None:
    """Print one line a measurement, and the median of each zoom."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each measurement")
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    options = parser.parse_args()
    board = made_board()
    made = {
        "/": PAGE.encode(),
        "/bench.css": STYLE.encode(),
        "/bench.js": SCRIPT.encode(),
        "/board.json": json.dumps({"board": board, "view": made_view(board)}).encode(),
        "/api/pictures/symbols": json.dumps({"symbols": made_symbols()}).encode(),
    }
    with served(made) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=options.chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.on("pageerror", lambda error: print("error:", error))
        page.goto(address)
        while not page.evaluate("window.ready === true"):
            page.wait_for_timeout(50)
        print(f"board and first frame: {page.evaluate('window.first'):.0f} ms")
        results = [
            measure(page, zoom, options.seconds) for _ in range(options.repeats) for zoom in ZOOMS
        ]
        for result in results:
            print(json.dumps(result))
        for zoom in ZOOMS:
            of_zoom = [result for result in results if result["zoom"] == zoom]
            rates = [result["frames_per_second"] for result in of_zoom]
            used = statistics.median(result["processor_ms_a_frame"] for result in of_zoom)
            print(
                f"{zoom} pixels a hex size: median {statistics.median(rates):.1f} frames a second,"
                f" {min(rates)} to {max(rates)}; {used:.1f} ms of processor time a frame;"
                f" aim {TARGET}"
            )
        print(f"tiles kept: {page.evaluate('window.tiles()')} of 256 KiB")
        browser.close()


if __name__ == "__main__":
    main()
