"""The ground of a board: everything that neither moves nor hides."""

from __future__ import annotations

from hexfront.pictures import terrain
from hexfront.pictures.boards import UNIT, Board
from hexfront.pictures.palette import Palette
from hexfront.pictures.svg import SANS, element, escape


def ground(board: Board, colours: Palette, prefix: str, numbers: bool) -> str:
    """Shadow, rim, ground, grid and labels of all places."""
    land = f"#{prefix}l"
    shadow = {"fill": "none", "stroke": "#000", "stroke_opacity": ".06"}
    parts = [
        _definitions(board, colours, prefix),
        *(element("use", href=land, y=10, **shadow, stroke_width=wide) for wide in (52, 40, 28)),
        element("use", href=land, stroke=colours.rim, stroke_width=14),
        element(
            "g",
            element("use", href=land, fill=colours.clear),
            *_fills(board, colours),
            _image(board, colours),
            *_drawings(board, prefix),
            clip_path=f"url(#{prefix}c)",
        ),
        element("use", href=land, fill="none", stroke=colours.grid, stroke_width=2.5),
    ]
    if numbers and board.hexes:
        parts.append(_labels(board, colours))
    return "".join(parts)


def _arts(board: Board) -> list[tuple[str, int, str]]:
    """The drawings to make: art, which of its variants, and the name of both."""
    found = {(art := board.art(p), terrain.variant(art, p.id)) for p in board.places.values()}
    known = sorted({art for art, _ in found})
    return [(art, which, f"a{known.index(art)}{which}") for art, which in sorted(found)]


def _definitions(board: Board, colours: Palette, prefix: str) -> str:
    land = element(
        "path",
        d=board.outline(board.places.values()),
        id=f"{prefix}l",
        stroke_linejoin="round",
    )
    drawings = [
        element("g", terrain.drawing(art, which, colours, prefix), id=prefix + name)
        for art, which, name in _arts(board)
    ]
    return element(
        "defs",
        land,
        element("clipPath", element("use", href=f"#{prefix}l"), id=f"{prefix}c"),
        terrain.common({art for art, _, _ in _arts(board)}, colours, prefix),
        *drawings,
    )


def _fills(board: Board, colours: Palette) -> list[str]:
    """The plain colours under woods, water and hills."""
    fills = []
    for art, fill in (("woods", colours.woods), ("water", colours.water), ("hill", colours.hill)):
        places = [place for place in board.places.values() if board.art(place) == art]
        if places:
            d = board.outline(places)
            fills.append(element("path", d=d, fill=fill, stroke=fill, stroke_width=2))
    return fills


def _image(board: Board, colours: Palette) -> str:
    """The picture under the map; nothing but pictures that stand in the document itself."""
    image = board.document.get("image")
    if not image or not str(image["href"]).startswith("data:image/"):
        return ""
    return element(
        "image",
        href=image["href"],
        x=image["x"] * UNIT,
        y=image["y"] * UNIT,
        width=image["width"] * UNIT,
        height=image["height"] * UNIT,
        opacity=str(image["opacity"] * colours.image),
        preserveAspectRatio="none",
    )


def _drawings(board: Board, prefix: str) -> list[str]:
    """Grass first: woods and hills reach over it."""
    names = {(art, which): name for art, which, name in _arts(board)}
    pictured = board.document.get("image") is not None
    bare, full = [], []
    for place in board.places.values():
        art = board.art(place)
        use = f"#{prefix}{names[art, terrain.variant(art, place.id)]}"
        drawn = element("use", href=use, x=place.x, y=place.y)
        if art != "clear":
            full.append(drawn)
        elif not pictured:
            bare.append(drawn)
    return bare + full


def _labels(board: Board, colours: Palette) -> str:
    texts = (
        element("text", escape(place.id), x=place.x, y=place.y - board.half + 23)
        for place in board.places.values()
    )
    return element(
        "g", *texts, font_family=SANS, font_size=19, text_anchor="middle", fill=colours.number
    )
