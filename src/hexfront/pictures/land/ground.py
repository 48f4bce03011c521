"""The ground of a board: everything that neither moves nor hides."""

from __future__ import annotations

import zlib
from typing import Final

from hexfront.pictures.areas import bands, regions
from hexfront.pictures.boards import BOX, UNIT, Board
from hexfront.pictures.land import network, scatter, ways
from hexfront.pictures.land.borders import borders, dots, homes
from hexfront.pictures.land.fields import OPEN, fields
from hexfront.pictures.land.heights import contours
from hexfront.pictures.land.signs import signs
from hexfront.pictures.land.towns import town
from hexfront.pictures.lines import Point, smooth_loop, soft_loop
from hexfront.pictures.palette import Palette, table_colour
from hexfront.pictures.shapes import GROUND, SHAPES, draw_shape
from hexfront.pictures.strokes import LINES, stroked
from hexfront.pictures.svg import SANS, element, escape, number

_STRAY: Final = 0.12
_INDEX_EVERY: Final = 5


def ground(board: Board, colours: Palette, prefix: str, *, numbers: bool, scale: float) -> str:
    """Shadow, rim, ground, grid and labels; `scale` is in pixels a hex's side."""
    land = f"#{prefix}l"
    fine = max(1.0, 3 / scale * UNIT / 10)
    line = {"fill": "none", "stroke_linejoin": "round"}
    pictured = bool(board.document.get("image"))
    inside = [
        element("use", href=land, fill=colours.clear),
        _image(board, colours) if pictured else fields(board, colours, prefix, scale),
        homes(board, colours),
        network.closed(board, colours),
        _masses(board, colours, pictured),
        _relief(board, colours, prefix, scale, light=not pictured),
        network.beneath(board, colours, scale),
        network.hatch(board, colours, prefix, scale),
        ways.rivers(board, colours, prefix, scale),
        _water(board, colours, prefix),
        ways.without_rivers(board, prefix, "".join(_patches(board, prefix))),
        ways.roads(board, colours, prefix, scale),
        *_towns(board, prefix),
        network.routes(board, colours, scale),
        *_unknown(board),
        bands(board, colours),
        dots(board, colours, scale),
        ways.river_names(board, colours, max(26.0, min(42.0, 1150 / scale))),
    ]
    return "".join(
        [
            _definitions(board, colours, prefix, scale),
            *(
                element("use", href=land, **line, **stroke)
                for stroke in stroked(LINES["rim"], colours, scale)
            ),
            regions(board, colours),
            element("g", *inside, clip_path=f"url(#{prefix}c)"),
            element("use", href=land, **line, stroke=colours.grid, stroke_width=max(2.4, fine)),
            borders(board, colours, scale),
            network.barriers(board, colours, scale),
            *_boxes(board, colours),
            signs(board, colours, scale),
            _labels(board, colours) if numbers and board.hexes else "",
            ways.labels(board, colours),
        ]
    )  # fmt: skip


def _definitions(board: Board, colours: Palette, prefix: str, scale: float) -> str:
    coarse = max(1.0, 26 / scale)
    arts = {board.art(place) for place in board.places.values()}
    towns = sorted(
        {_town(place.id) for place in board.places.values() if board.art(place) == "town"}
    )
    return element(
        "defs",
        element("path", d=board.outline(board.places.values()), id=f"{prefix}l"),
        element("clipPath", element("use", href=f"#{prefix}l"), id=f"{prefix}c"),
        scatter.definitions(arts, colours, prefix, coarse, board.corners),
        *(element("g", town(which, colours, scale), id=f"{prefix}h{which}") for which in towns),
    )


def _area(board: Board, art: str) -> str:
    """All places of an art as one area, over the edge of the board too; data of a path."""
    places = [place for place in board.places.values() if board.art(place) == art]
    if not board.hexes:
        return board.outline(places)
    centres: list[Point] = [(place.x, place.y) for place in places]
    known = {(round(x), round(y)) for x, y in centres}
    for place in places:
        for x, y in board.beyond(place):
            if (round(x), round(y)) not in known:
                known.add((round(x), round(y)))
                centres.append((x, y))
    far = UNIT * next((m.get("stray", _STRAY) for m in GROUND["masses"] if m["art"] == art), _STRAY)
    return "".join(soft_loop(loop, far) for loop in board.loops(centres))


def _masses(board: Board, colours: Palette, veiled: bool) -> str:
    """Areas of one art, over the borders of their places.

    A picture shows woods and towns by itself; hills it may show as it likes.
    """
    parts = []
    for mass in GROUND["masses"]:
        data = _area(board, mass["art"]) if "fill" in mass else ""
        if not data:
            continue
        fill = table_colour(colours, mass["fill"])
        edge = table_colour(colours, mass["edge"]) if "edge" in mass else None
        area = {"d": data, "fill_rule": "evenodd", "stroke_linejoin": "round"}
        if edge is None:
            for wide in (30, 14):
                parts.append(
                    element(
                        "path", **area, fill="none", stroke=fill, stroke_width=wide, opacity=".3"
                    )
                )
        parts.append(
            element(
                "path",
                **area,
                fill=fill,
                fill_opacity=".45" if edge and veiled else None,
                stroke=edge,
                stroke_width=3 if edge else None,
            )
        )
    return "".join(parts)


def _relief(board: Board, colours: Palette, prefix: str, scale: float, *, light: bool) -> str:
    """Contour lines; with light from the upper left, and warmer colours higher up."""
    levels = contours(board, max(30.0, 750 / scale))
    if not levels:
        return ""
    parts: list[str] = []
    curves: list[str] = []
    tint = {
        "fill": f"rgb({colours.tint})",
        "fill_opacity": f"{colours.tint_most / len(levels):.3f}",
    }
    for level, loops in levels:
        # Each loop by itself for the light, which depends on the extent of what is drawn.
        lines = list(map(smooth_loop, loops))
        keys = [f"{prefix}v{len(curves) + i}" for i in range(len(lines))]
        curves += [element("path", d=d, id=key) for d, key in zip(lines, keys, strict=True)]
        if light:
            parts.append(element("path", d="".join(lines), fill_rule="evenodd", **tint))
            for wide in (64, 36, 14):
                uses = (element("use", href=f"#{key}") for key in keys)
                look = {"fill": "none", "stroke": f"url(#{prefix}s)", "stroke_width": wide}
                parts.append(element("g", *uses, **look))
        kind = "indexContour" if level % _INDEX_EVERY == 0 else "contour"
        parts += [
            element("g", *(element("use", href=f"#{k}") for k in keys), fill="none", **line)
            for line in stroked(LINES[kind], colours, scale)
        ]
    stops = [
        element("stop", offset=at, stop_color=f"rgb({shade})", stop_opacity=f"{much / 4:.2f}")
        for at, shade, much in (
            (".1", colours.lit, colours.lit_most),
            (".5", colours.lit, 0),
            (".5", colours.dark, 0),
            (".9", colours.dark, colours.dark_most),
        )
    ]
    sun = element("linearGradient", *stops, id=f"{prefix}s", x2="1", y2="1")
    return element("defs", sun, *curves) + element("g", *parts, stroke_linejoin="round")


def _water(board: Board, colours: Palette, prefix: str) -> str:
    """Lakes and seas with shallows, also along a drawn coast."""
    coast = board.document.get("coast") or ()
    lakes, seas = _area(board, "water"), _area(board, "sea")
    if not lakes and not seas and not coast:
        return ""
    parts = [element("path", d=lakes + seas, fill="#fff", fill_rule="evenodd")]
    shores = lakes + ("" if coast else seas)
    for part in coast:
        data = smooth_loop([(x * UNIT, y * UNIT) for x, y in part["points"]])
        parts.append(element("path", d=data, fill="#000" if part["kind"] == "land" else "#fff"))
        shores += data
    left, top, wide, high = board.bounds()
    box = {"x": left, "y": top, "width": wide, "height": high}
    whole = element("rect", **box, fill=colours.deep)
    shore = f"#{prefix}o"
    strokes = []
    for far, band in zip((42, 27, 13), reversed(colours.water_bands), strict=True):
        line = {"stroke": colours.water_line, "stroke_width": 2 * far + 4}
        strokes.append(element("use", href=shore, **line))
        strokes.append(element("use", href=shore, stroke=band, stroke_width=2 * far))
    strokes.append(element("use", href=shore, stroke=colours.shore, stroke_width=6))
    mask = element("mask", *parts, id=f"{prefix}m", maskUnits="userSpaceOnUse", **box)
    path = element("path", d=shores, id=f"{prefix}o", fill="none", stroke_linejoin="round")
    return element("defs", mask, path) + element("g", whole, *strokes, mask=f"url(#{prefix}m)")


def _image(board: Board, colours: Palette) -> str:
    """The picture under the map; nothing but pictures that stand in the document itself."""
    image = board.document["image"]
    if not str(image["href"]).startswith("data:image/"):
        return ""
    return element(
        "image",
        href=image["href"],
        x=image["x"] * UNIT,
        y=image["y"] * UNIT,
        width=image["width"] * UNIT,
        height=image["height"] * UNIT,
        opacity=f"{image['opacity'] * colours.image:.2f}",
        preserveAspectRatio="none",
    )


def _patches(board: Board, prefix: str) -> list[str]:
    """Trees, stones and waves."""
    drawn = []
    for art in scatter.SCATTERS:
        for place in board.places.values():
            if board.art(place) == art:
                href = f"#{scatter.name(art, scatter.patch(art, place.id), prefix)}"
                drawn.append(element("use", href=href, x=place.x, y=place.y))
    return drawn


def _town(label: str) -> int:
    return zlib.crc32(label.encode("utf-8", "replace")) % 6


def _towns(board: Board, prefix: str) -> list[str]:
    return [
        element("use", href=f"#{prefix}h{_town(place.id)}", x=place.x, y=place.y)
        for place in board.places.values()
        if board.art(place) == "town"
    ]


def _boxes(board: Board, colours: Palette) -> list[str]:
    """Frames of places beside the map, in which counters wait; over the hexes that they are."""
    drawn = draw_shape(SHAPES["marks"][BOX], colours)
    return [
        element("g", drawn, transform=f"translate({number(p.x)} {number(p.y)})scale({UNIT:g})")
        for p in board.places.values()
        if board.art(p) == BOX
    ]


def _unknown(board: Board) -> list[str]:
    """Arts that are not known here: a tint of its own, the same for the same name."""
    known = {*OPEN, network.CLOSED, BOX, *(mass["art"] for mass in GROUND["masses"])}
    drawn = []
    for place in board.places.values():
        art = board.art(place)
        if art not in known and not place.outline:
            hue = zlib.crc32(art.encode("utf-8", "replace")) % 360
            fill = f"hsl({hue}, 40%, 50%)"
            drawn.append(element("circle", cx=place.x, cy=place.y, r=70, fill=fill, opacity=".35"))
    return drawn


def _labels(board: Board, colours: Palette) -> str:
    texts = (
        element("text", escape(place.id), x=place.x, y=place.y - board.half + 23)
        for place in board.places.values()
    )
    return element(
        "g", *texts, font_family=SANS, font_size=19, text_anchor="middle", fill=colours.number,
        stroke=colours.number_halo, stroke_width=5, stroke_linejoin="round", paint_order="stroke",
    )  # fmt: skip
