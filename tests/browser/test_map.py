"""The map alone, in a real Chromium: camera, small map, fan, switches, picture."""

from __future__ import annotations

import base64
import json
import math
import struct
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser
SIZE = {"width": 900, "height": 600}
HTML = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Map</title><style>
html, body { margin: 0; height: 100%; } #map { width: 100%; height: 100%; display: block; }
#small { position: fixed; right: 0; bottom: 0; width: 200px; height: 150px; }</style></head><body>
<canvas id="map"></canvas><canvas id="small"></canvas>
<script type="module" src="/map-test.js"></script></body></html>"""
SCRIPT = """
import { MapView } from "/static/js/map/map.js";
const said = [];
const map = new MapView(document.getElementById("map"), {
  onPlace: (id) => said.push(["place", id]),
  onHover: (id, point, counter) => said.push(["hover", id, counter]),
  onCamera: () => {},
  onCounter: (id) => said.push(["counter", id]),
});
const { board, view } = await (await fetch("/map-test.json")).json();
map.setBoard(board);
map.show({ view });
map.setMinimap(document.getElementById("small"));
window.map = map;
window.said = said;
window.sum = () => {
  const { data } = map.ctx.getImageData(0, 0, map.canvas.width, map.canvas.height);
  let sum = 0;
  for (let i = 0; i < data.length; i += 1) sum = (Math.imul(sum, 31) + data[i]) | 0;
  return sum;
};
window.rest = async (count) => {
  for (let i = 0; i < count; i += 1) await new Promise((next) => requestAnimationFrame(next));
};
window.quiet = async () => {
  for (let still = 0; still < 3; still += 1) {
    await rest(1);
    if (map.asked) still = -1;
  }
};
window.picture = async () => {
  const blob = await map.savePicture();
  const reader = new FileReader();
  reader.readAsDataURL(blob);
  await new Promise((done) => { reader.onload = done; });
  return reader.result;
};
"""
ARTS = (
    "clear",
    "woods",
    "town",
    "water",
    "hill",
    "mountain",
    "swamp",
    "jungle",
    "plantation",
    "rough",
    "desert",
    "sea",
    "beach",
    "nothing-known",
)
COLUMNS, ROWS = 14, 9


def board(**drawing: Any) -> dict[str, Any]:
    """A column of each art."""
    places = [
        {
            "id": f"{column + 1:02}{row + 1:02}",
            "x": 1.5 * column,
            "y": math.sqrt(3) * (row + column % 2 / 2),
            "terrain": ARTS[column],
            "name": "Middleton" if (column, row) == (2, 4) else None,
        }
        for column in range(COLUMNS)
        for row in range(ROWS)
    ]
    return {
        "kind": "hex",
        "orientation": "flat",
        "title": "A made board",
        "sides": [{"name": "red"}, {"name": "blue"}],
        "places": places,
        "terrain": {art: {"title": art, "art": art, "facts": []} for art in ARTS},
        "image": None,
        **drawing,
    }


DRAWING: dict[str, Any] = {
    "heights": {f"{column:02}{row:02}": column % 5 for column in range(1, 15) for row in range(10)},
    "contours": 0.5,
    "rivers": [
        {"name": "Brook", "sides": [["0101", "0201"], ["0102", "0201"], ["0102", "0202"]]},
        {"path": ["0305", "0405", "0506"]},
    ],
    "roads": [
        {"kind": kind, "path": [f"{column:02}{row:02}" for column in range(1, 15)]}
        for row, kind in ((2, "road"), (4, "track"), (6, "rail"))
    ],
    "coast": [
        {"kind": "sea", "points": [[15, -3], [23, -3], [23, 18], [15, 18]]},
        {"kind": "land", "points": [[17, 3], [19, 3], [19, 6], [17, 6]]},
    ],
    "labels": [{"text": "Sea", "x": 18, "y": 9, "size": 1, "turn": -30, "kind": "water"}],
}


def counter(number: int, place: str) -> dict[str, Any]:
    return {
        "id": str(number),
        "side": number % 2,
        "place": place,
        "name": f"{number}/7",
        "sidc": "10031000161211000000",
        "known": number != 3,
        "values": {"strength": 4, "movement": 4, "steps": 2},
        "badges": ["moves", "disrupted"],
    }


STACK = [counter(number, "0605") for number in range(1, 13)]
VIEW = {"title": "Turn 1", "counters": [*STACK, counter(20, "0202")], "marks": [], "tracks": []}

Open = Callable[..., Page]


@pytest.fixture
def open_map(browser: Browser, address: str) -> Iterator[Open]:
    """Opens a page with nothing but the map; at the end none may have had an error."""
    problems: list[str] = []
    contexts = []

    def open_one(made: dict[str, Any] | None = None, **settings: Any) -> Page:
        document = {"board": made or board(), "view": VIEW}
        bodies = {
            "/map-test.html": ("text/html", HTML),
            "/map-test.js": ("text/javascript", SCRIPT),
            "/map-test.json": ("application/json", json.dumps(document)),
        }

        def answer(route: Route) -> None:
            kind, body = bodies["/" + route.request.url.rpartition("/")[2]]
            route.fulfill(content_type=kind, body=body)

        settings.setdefault("reduced_motion", "reduce")
        context = browser.new_context(viewport=SIZE, **settings)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.route("**/map-test.*", answer)
        page.goto(f"{address}/map-test.html")
        page.wait_for_function("window.picture !== undefined")
        page.evaluate("rest(5)")
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert problems == []


def camera(page: Page) -> dict[str, float]:
    found: dict[str, float] = page.evaluate("(({ x, y, scale }) => ({ x, y, scale }))(map.camera)")
    return found


def world(page: Page, x: float, y: float) -> tuple[float, float]:
    """The point of the board at a pixel."""
    at = camera(page)
    return (x - at["x"]) / at["scale"], (y - at["y"]) / at["scale"]


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_zoom_keeps_the_point_under_the_cursor(open_map: Open, motion: str) -> None:
    page = open_map(reduced_motion=motion)
    before = camera(page)
    point = world(page, 300, 260)
    page.mouse.move(300, 260)
    page.mouse.wheel(0, -400)
    for _ in range(100):
        page.evaluate("rest(2)")
        assert world(page, 300, 260) == pytest.approx(point, abs=0.02)
        if page.evaluate("map.camera.goal === null && map.camera.scale > 1") and (
            camera(page)["scale"] > before["scale"] * 2
        ):
            break
    assert camera(page)["scale"] == pytest.approx(before["scale"] * math.exp(0.8), rel=0.01)


def test_motion_is_eased_unless_it_is_not_wanted(open_map: Open) -> None:
    page = open_map(reduced_motion="no-preference")
    start, goal = page.evaluate(
        "(() => { const a = map.camera.x; map.zoom(2); return [a, map.camera.rest.x]; })()"
    )
    on_the_way = page.evaluate("(async () => { await rest(3); return map.camera.x; })()")
    assert min(start, goal) < on_the_way < max(start, goal)
    still = open_map(reduced_motion="reduce")
    assert still.evaluate("map.zoom(2), map.camera.goal") is None


def test_a_whole_map_is_zoomed_where_counters_are_to_be_read(open_map: Open) -> None:
    page = open_map()
    whole = camera(page)["scale"]
    page.evaluate("map.reveal('0202', true)")
    # Counters of this small map can be read.
    assert camera(page)["scale"] == whole
    page.set_viewport_size({"width": 300, "height": 200})
    page.evaluate("quiet()")
    small = camera(page)
    page.evaluate("map.reveal('0202')")
    assert camera(page) == small
    page.evaluate("map.reveal('0202', true)")
    assert camera(page)["scale"] == 40
    seen = page.evaluate("map.point('0202')")
    assert 0 < seen["x"] < 300 and 0 < seen["y"] < 200
    # A scale that a person chose stays.
    page.evaluate("map.zoom(0.5)")
    page.evaluate("map.reveal('0202', true)")
    assert camera(page)["scale"] == 20
    # So does it where a map opens as the first counters are come to.
    page.evaluate("map.begin(map.scene.view.counters)")
    assert camera(page)["scale"] == 20
    page.evaluate("map.touched = false, map.begin(map.scene.view.counters)")
    assert camera(page)["scale"] == 40
    assert 0 < page.evaluate("map.point('0605').x") < 300
    page.evaluate("map.fit(false)")
    assert camera(page) == pytest.approx(small)


MIXED = """async (factor) => {
  let [mixed, stretched] = [0, 0];
  map.zoom(factor);
  for (let still = 0; still < 3;) {
    await rest(1);
    const { tiles, camera } = map;
    stretched += tiles.stretched || tiles.sheaf.scale !== camera.scale ? 1 : 0;
    mixed += tiles.stretched && tiles.sheaf.scale === camera.scale ? 1 : 0;
    still = map.asked ? 0 : still + 1;
  }
  return [mixed, stretched];
}"""


SLOW_TILES = """() => {
  const { paint } = map.tiles;
  map.tiles.paint = (...how) => {
    for (const end = performance.now() + 60; performance.now() < end;);
    return paint.apply(map.tiles, how);
  };
}"""


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize("factor", [2.5, 0.5])
def test_a_zoom_shows_no_sharp_tile_beside_a_stretched_one(
    open_map: Open, factor: float, slow: bool
) -> None:
    page = open_map(reduced_motion="no-preference")
    if slow:  # a tile takes longer than a frame has time
        page.evaluate(SLOW_TILES)
    mixed, stretched = page.evaluate(MIXED, factor)
    assert stretched > 0
    assert mixed == 0


COVERED = """() => {
  const [name] = map.painter.names(map.geometry);
  const half = [name.size * name.text.length * 0.2, name.size * 0.35];
  return map.scene.view.counters.filter(({ place }) => {
    const { x, y } = map.geometry.places.get(place);
    return Math.abs(x - name.x) < 0.58 + half[0] && Math.abs(y - name.y) < 0.58 + half[1];
  }).length;
}"""


def test_a_name_stands_beside_the_counters(open_map: Open) -> None:
    page = open_map()
    assert page.evaluate("map.painter.names(map.geometry)[0].text") == "Middleton"
    below = page.evaluate("map.painter.names(map.geometry)[0].y")
    counters = [counter(1, "0305"), counter(2, "0306"), counter(3, "0305"), counter(4, "0405")]
    page.evaluate("counters => map.show({ view: { ...map.scene.view, counters } })", counters)
    page.evaluate("quiet()")
    assert page.evaluate("map.painter.names(map.geometry)[0].y") != below
    assert page.evaluate(COVERED) == 0


NUMBERS = """async () => {
  const [found, write] = [{}, map.ctx.fillText];
  map.ctx.fillText = function (text, x, y) {
    found[text] = y;
    return write.call(this, text, x, y);
  };
  map.painter.paint(performance.now());
  map.ctx.fillText = write;
  return found;
}"""


def test_a_number_stands_above_the_pile_in_its_hex(open_map: Open) -> None:
    page = open_map()
    page.evaluate("map.camera.scale = 40")
    counters = [counter(unit, "0305") for unit in range(4)]
    free = page.evaluate(NUMBERS)["0305"]
    page.evaluate("counters => map.show({ view: { ...map.scene.view, counters } })", counters)
    page.evaluate("quiet()")
    page.evaluate("map.camera.scale = 40")
    above = page.evaluate(NUMBERS)["0305"]
    # Half a counter, and how far the uppermost of four is shifted.
    assert above < page.evaluate("map.geometry.places.get('0305').y") - 0.58 - 0.18 < free


def test_a_drag_cannot_lose_the_map(open_map: Open) -> None:
    page = open_map()
    for _ in range(4):
        page.mouse.move(100, 100)
        page.mouse.down()
        page.mouse.move(890, 590, steps=4)
        page.mouse.up()
    x, y = world(page, SIZE["width"] / 2, SIZE["height"] / 2)
    assert -1.2 < x < 22 and -1.2 < y < 18
    page.evaluate("map.pan(-1e6, -1e6)")
    x, y = world(page, SIZE["width"] / 2, SIZE["height"] / 2)
    assert -1.2 < x < 22 and -1.2 < y < 18
    page.evaluate("map.zoom(1e-9)")
    assert camera(page)["scale"] >= 6
    page.evaluate("map.zoom(1e9)")
    assert camera(page)["scale"] == 150


def test_pinch_on_a_touch_screen(open_map: Open) -> None:
    page = open_map(has_touch=True)
    client = page.context.new_cdp_session(page)
    before = camera(page)["scale"]
    point = world(page, 400, 300)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", (360, 300))
    touch("touchStart", (360, 300), (440, 300))
    for apart in range(45, 85, 5):
        touch("touchMove", (400 - apart, 300), (400 + apart, 300))
    touch("touchEnd")
    page.evaluate("rest(3)")
    assert camera(page)["scale"] == pytest.approx(before * 2, rel=0.02)
    assert world(page, 400, 300) == pytest.approx(point, abs=0.1)
    assert ["place", "0605"] not in page.evaluate("said")


def test_a_click_on_the_small_map_moves_the_view(open_map: Open) -> None:
    page = open_map()
    page.evaluate("map.zoom(4)")
    # The small map shows the whole board in 200 x 150 pixels at the lower right corner.
    page.mouse.click(SIZE["width"] - 160, SIZE["height"] - 110)
    x, y = world(page, SIZE["width"] / 2, SIZE["height"] / 2)
    assert x < 6 and y < 6
    page.mouse.move(SIZE["width"] - 160, SIZE["height"] - 110)
    page.mouse.down()
    page.mouse.move(SIZE["width"] - 40, SIZE["height"] - 40, steps=5)
    page.mouse.up()
    x, y = world(page, SIZE["width"] / 2, SIZE["height"] / 2)
    assert x > 14 and y > 10
    assert page.evaluate("said.filter(([kind]) => kind === 'place')") == []


def test_counters_of_a_fan_can_be_picked(open_map: Open) -> None:
    page = open_map()
    page.evaluate("map.show({ fan: '0605' })")
    for number in (1, 3, 12):
        point = page.evaluate("id => map.counterPoint(id)", str(number))
        page.mouse.move(point["x"], point["y"])
        assert page.evaluate("said.at(-1)") == ["hover", "0605", str(number)]
        page.mouse.click(point["x"], point["y"])
        assert page.evaluate("said.at(-1)") == ["counter", str(number)]
    page.evaluate("map.show({ fan: '' })")
    point = page.evaluate("map.point('0605')")
    page.mouse.click(point["x"], point["y"])
    assert page.evaluate("said.at(-1)") == ["place", "0605"]


def test_a_fan_stays_on_the_screen(open_map: Open) -> None:
    page = open_map()
    for place in ("0101", "1401", "0109", "1409"):
        page.evaluate(
            "place => map.show({ fan: place, view: { ...map.scene.view, counters:"
            " map.scene.view.counters.map((counter) => ({ ...counter, place })) } })",
            place,
        )
        for cell in page.evaluate("map.fan().cells.map(({ x, y }) => [x, y])"):
            assert 20 < cell[0] < SIZE["width"] - 20
            assert 20 < cell[1] < SIZE["height"] - 20


def test_switches_change_what_is_drawn(open_map: Open) -> None:
    page = open_map()
    page.evaluate("map.move({ x: -40, y: -100, scale: 60 }, false)")
    page.evaluate("quiet()")
    before = page.evaluate("sum()")
    for switch in ("grid", "numbers", "names", "hideCounters"):
        sums = []
        for _ in range(2):
            page.evaluate("name => map.show({ [name]: !map.scene[name] })", switch)
            page.evaluate("quiet()")
            sums.append(page.evaluate("sum()"))
        assert sums[0] != before, switch
        assert sums[1] == before, switch


def test_overlays_are_drawn_and_told_apart(open_map: Open) -> None:
    page = open_map()
    page.evaluate("quiet()")
    sums = {page.evaluate("sum()")}
    for look in ("move", "fight", "other"):
        reading = {
            "overlay": "one", "look": look, "subject": "", "caption": "", "clause": "",
            "places": {"0303": 1, "0403": 2.5}, "paths": {"0403": ["0202", "0303", "0403"]},
        }  # fmt: skip
        for hover in ("", "0403"):
            page.evaluate("([reading, hover]) => map.show({ reading, hover })", [reading, hover])
            page.evaluate("quiet()")
            sums.add(page.evaluate("sum()"))
    assert len(sums) == 7


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_drawing_at_every_zoom(open_map: Open, scheme: str) -> None:
    page = open_map(board(**DRAWING), color_scheme=scheme)
    sums = set()
    for scale in (6, 14, 30, 70, 150):
        page.evaluate("scale => map.move({ x: -scale * 3, y: -scale, scale }, false)", scale)
        page.evaluate("quiet()")
        sums.add(page.evaluate("sum()"))
    assert len(sums) == 5


def test_save_a_picture(open_map: Open) -> None:
    page = open_map(board(**DRAWING))
    picture = base64.b64decode(page.evaluate("picture()").partition(",")[2])
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", picture[16:24])
    assert wide > 1400 and high > 1000


def test_a_board_of_areas_without_hexes(open_map: Open) -> None:
    made = board()
    made["kind"] = "areas"
    page = open_map(made)
    point = page.evaluate("map.point('0303')")
    page.mouse.click(point["x"], point["y"])
    assert page.evaluate("said.at(-1)") == ["place", "0303"]


def test_a_board_without_places(open_map: Open) -> None:
    page = open_map({**board(), "places": []})
    page.mouse.click(300, 300)
    assert page.evaluate("said.at(-1)") == ["place", ""]


def test_no_more_tiles_are_kept_than_a_few_screens(open_map: Open) -> None:
    page = open_map()
    page.evaluate("map.move({ x: 0, y: 0, scale: 150 }, false)")
    for _ in range(12):
        page.evaluate("map.pan(-250, -120)")
        page.evaluate("rest(6)")
    for scale in (40, 60, 90, 120):
        page.evaluate("scale => map.move({ x: 0, y: 0, scale }, false)", scale)
        page.evaluate("quiet()")
    kept = page.evaluate(
        "map.tiles.sheaf.tiles.size + map.tiles.next.tiles.size + map.tiles.spare.length"
    )
    assert 0 < kept < 250


def drawn(page: Page) -> int:
    """What the map shows, as one number."""
    page.evaluate("map.move({ x: -40, y: -60, scale: 60 }, false)")
    page.evaluate("quiet()")
    found: int = page.evaluate("sum()")
    return found


def parted(**changes: Any) -> dict[str, Any]:
    """A board with open ground that has dots, and with rough ground in a part of it."""
    made = board(**changes)
    made["terrain"] |= {
        art: {"title": art, "art": art, "facts": []} for art in ("dotted", "contoured")
    }
    for place in made["places"]:
        place["terrain"] = "contoured" if place["id"] in ("0303", "0304", "0404") else "dotted"
    return made


PARTED: dict[str, Any] = {
    "borders": [
        {"sides": [["0402", "0502"], ["0403", "0502"]]},
        {"kind": "sector", "sides": [["0202", "0203"], ["0101", "0909"]]},
    ],
    "heights": {"0303": 40, "0304": 50, "0404": 45, "0101": -20},
    "contours": 10,
}


def test_dots_borders_homes_and_contour_lines_are_drawn(open_map: Open) -> None:
    plain, dotted = drawn(open_map()), drawn(open_map(parted()))
    bordered = drawn(open_map(parted(**PARTED)))
    higher = drawn(open_map(parted(**PARTED, contours_from=20)))
    owned = parted(**PARTED)
    for place in owned["places"]:
        place["side"] = int(place["id"][:2]) // 5 if int(place["id"][:2]) != 5 else None
    assert len({plain, dotted, bordered, higher, drawn(open_map(owned))}) == 5


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contaminated_places_are_marked(open_map: Open, scheme: str) -> None:
    page = open_map(parted(), color_scheme=scheme)
    mark = {"kind": "contaminated", "subject": "", "caption": "NBC", "clause": ""}
    # Browsers set the same letters a little differently from time to time.
    page.evaluate("map.show({ hideCounters: true })")
    drawn(page)
    for look in (lambda: drawn(page), lambda: page.evaluate("picture()")):
        shown = []
        for places in ([], ["0202"], ["0202", "0303"], ["9999"]):
            page.evaluate(
                "marks => map.show({ view: { ...map.scene.view, marks } })",
                [{**mark, "places": places}],
            )
            shown.append(look())
        assert len(set(shown[:3])) == 3
        assert shown[3] == shown[0], "a place that is not on the board"
