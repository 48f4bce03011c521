"""Parts of a large picture: only what stands in or near them, so that a part costs what it shows.

Whoever draws an SVG reads and prepares all that it holds, also where a part of it is shown. resvg
gives groups that are cut or masked a layer as large as they are, not as the part: unless the layers
are bounded, a page of a map of 200 by 200 hexes takes four times as long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias
from xml.etree import ElementTree

from hexfront.pictures.svg import element, escape

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom, in units of the picture."""

REACH: Final = 300.0
"""How far from its place a thing may still be drawn: half the widest line, or a sign in a hex."""
LETTER: Final = 1.2
"""The breadth that a letter has at most, in heights of its font, with what is between letters."""
_LAYER: Final = "window"
_STEPS: Final = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBERS: Final = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_SUBPATHS: Final = re.compile(r"M[^M]*")
_SIZES: Final = {"h": 1, "v": 1, "m": 2, "l": 2, "t": 2, "q": 4, "s": 4, "c": 6, "a": 7}
"""Numbers of a step of a path; the last two are its end."""


@dataclass(slots=True)
class Node:
    """An element of a picture."""

    name: str
    attributes: dict[str, str]
    text: str = ""
    box: Box | None = None
    """Where it lies; None where it is not told, or must be kept."""
    pieces: list[tuple[Box, str]] = field(default_factory=list)
    """Of a path: its loops and lines, each with where it lies."""
    children: list[Node] = field(default_factory=list)
    layer: bool = False
    """Whether it stands where it is drawn, by itself before it is laid upon the rest."""

    def within(self, window: Box) -> Node | None:
        """What of it lies in or near a window; None where nothing does."""
        if self.box is not None and not _near(self.box, window):
            return None
        pieces = [piece for piece in self.pieces if _near(piece[0], window)]
        if self.pieces and not pieces:
            return None
        children = [part for child in self.children if (part := child.within(window)) is not None]
        if self.name == "g" and self.children and not children:
            return None
        return self._with(pieces, children)

    def without(self, missing: set[str]) -> Node | None:
        """It without uses of what is missing; None where nothing remains."""
        if self.name == "use" and self.attributes.get("href", "").removeprefix("#") in missing:
            return None
        children = [part for c in self.children if (part := c.without(missing)) is not None]
        if self.name == "g" and self.children and not children:
            return None
        return self._with(self.pieces, children)

    def _with(self, pieces: list[tuple[Box, str]], children: list[Node]) -> Node:
        said = self.name, self.attributes, self.text, self.box
        return Node(*said, pieces, children, self.layer)

    def nodes(self) -> Iterator[Node]:
        """It and all that stands in it."""
        yield self
        for child in self.children:
            yield from child.nodes()

    def names(self) -> set[str]:
        """The names that parts of it have for others."""
        return {node.attributes["id"] for node in self.nodes() if "id" in node.attributes}

    def written(self) -> str:
        """As SVG."""
        drawn = {"d": "".join(data for _, data in self.pieces)} if self.pieces else {}
        inside = "".join(child.written() for child in self.children)
        return element(self.name, escape(self.text), inside, **{**self.attributes, **drawn})


def read_picture(svg: str) -> Node:
    """A picture of `hexfront.pictures`, to take parts of."""
    root = ElementTree.fromstring(svg)
    picture = _node(root, {}, moved=False, elsewhere=set(_drawn_elsewhere(root, moved=False)))
    picture.attributes["xmlns"] = "http://www.w3.org/2000/svg"
    return picture


def part_of(picture: Node, window: Box) -> Node:
    """What of a picture lies in or near a window, of which still smaller parts may be taken."""
    nothing = Node(picture.name, picture.attributes)
    part = picture.within(window) or nothing
    missing = picture.names() - part.names()
    return part.without(missing) or nothing


def window_of(picture: Node, box: Box) -> Node:
    """What of a picture lies in a window, as a picture that shows that window alone."""
    part = part_of(picture, box)
    said = {"viewBox": " ".join(_room(box).values()), "preserveAspectRatio": "none"}
    part.attributes = {**part.attributes, **said}
    return part


def _room(box: Box) -> dict[str, str]:
    left, top, right, bottom = box
    room = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    return {key: f"{value:.4f}" for key, value in room.items()}


def window_svg(picture: Node, box: Box, size: tuple[int, int]) -> str:
    """What of a picture lies in a window, as a picture of so many pixels for resvg."""
    part = window_of(picture, box)
    room = _room(box)
    # It changes nothing but how large a layer is.
    same = Node("filter", {"id": _LAYER, "filterUnits": "userSpaceOnUse", **room})
    same.attributes["color-interpolation-filters"] = "sRGB"
    same.children = [Node("feOffset", {})]
    for node in part.nodes():
        if node.layer:
            node.attributes = {**node.attributes, "filter": f"url(#{_LAYER})"}
    part.children = [Node("defs", {}, children=[same]), *part.children]
    part.attributes = {**part.attributes, "width": str(size[0]), "height": str(size[1])}
    return part.written()


def _drawn_elsewhere(found: ElementTree.Element, *, moved: bool) -> Iterator[str]:
    """The names of what is drawn at other places than its own."""
    moved = moved or _moves(found)
    if _name(found) == "use" and (moved or "x" in found.attrib):
        yield found.attrib["href"].removeprefix("#")
    for child in found:
        yield from _drawn_elsewhere(child, moved=moved)


def _name(found: ElementTree.Element) -> str:
    return found.tag.rpartition("}")[2]


def _moves(found: ElementTree.Element) -> bool:
    """Whether what stands in an element is not where it says."""
    return "transform" in found.attrib or _name(found) in ("pattern", "symbol")


def _node(
    found: ElementTree.Element, above: dict[str, str], *, moved: bool, elsewhere: set[str]
) -> Node:
    told = {**above, **found.attrib}
    moved = moved or _moves(found) or found.get("id") in elsewhere
    node = Node(_name(found), dict(found.attrib), found.text or "")
    node.children = [_node(child, told, moved=moved, elsewhere=elsewhere) for child in found]
    if moved:
        return node
    node.layer = bool({"clip-path", "mask"} & found.attrib.keys())
    if node.name == "path":
        node.pieces = [(_reach(data), data) for data in _SUBPATHS.findall(found.attrib["d"])]
    elif node.name == "text" or (node.name == "use" and "x" in found.attrib):
        node.box = _around(told, len(node.text))
    return node


def _around(told: dict[str, str], letters: int) -> Box:
    x, y = float(told.get("x", 0)), float(told.get("y", 0))
    far = max(REACH, letters * LETTER * float(told.get("font-size", 0)))
    return x - far, y - REACH, x + far, y + REACH


def _near(box: Box, window: Box) -> bool:
    return (
        box[0] <= window[2] and window[0] <= box[2] and box[1] <= window[3] and window[1] <= box[3]
    )


def _reach(data: str) -> Box:
    """Where a line may be seen that begins at one point."""
    x = y = 0.0
    xs: list[float] = []
    ys: list[float] = []
    for command, written in _STEPS.findall(data):
        kind, numbers = command.lower(), list(map(float, _NUMBERS.findall(written)))
        size = _SIZES.get(kind, 1)
        for at in range(0, len(numbers) - size + 1, size):
            across, down = (0.0, 0.0) if command.isupper() else (x, y)
            step = numbers[at : at + size]
            if kind == "h":
                step = [step[0], y - down]
            elif kind == "v":
                step = [x - across, step[0]]
            elif kind == "a":
                # No point of an arc is farther from its beginning than twice its radius.
                far = 2 * max(step[:2])
                xs += (x - far, x + far)
                ys += (y - far, y + far)
                step = step[5:]
            xs += [across + value for value in step[::2]]
            ys += [down + value for value in step[1::2]]
            x, y = xs[-1], ys[-1]
    return min(xs) - REACH, min(ys) - REACH, max(xs) + REACH, max(ys) + REACH
