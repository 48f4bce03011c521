"""Terrain files of Aggressor: their form, and whether their parts fit the map."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import Problem, shown
from hexfront.core.hex_lists.forms import HexLists
from hexfront.core.map_layers import Members, Size, map_root
from hexfront.core.scenario import Reading, check_model
from hexfront.hex.coordinates import Hex, Offset
from hexfront.hex.numbering import LabelError, LetterNumbering
from hexfront.mechanics import drawing_model
from hexfront.mechanics.drawing_check import check_drawing
from hexfront.mechanics.drawing_layers import drawing_stores
from hexfront.mechanics.file_model import HEX, MAX_HEXES, MAX_SIDE, Items, Line, Model, Slug

SMALLEST, LARGEST = 9, MAX_SIDE
"""Columns and rows of a map (AGR-5)."""


def _odd(value: int) -> int:
    if value % 2 == 0:
        raise ValueError("an odd number, so that one column is the border (AGR-4)")
    return value


Label = Annotated[str, Field(pattern=r"^@([A-Z]{2}|[A-Z]{4})$"), HEX]
Columns = Annotated[int, Field(ge=SMALLEST, le=LARGEST), AfterValidator(_odd)]
Rows = Annotated[int, Field(ge=SMALLEST, le=LARGEST)]


class River(drawing_model.River[Label]):
    """Water along sides of hexes, or through hexes; drawn alone."""


class Road(drawing_model.Road[Label]):
    """A way through hexes; drawn alone."""


class Drawing(drawing_model.Drawing[Label, River, Road]):
    """What the screen draws besides the terrain; no rule reads it."""


DrawnAs = dict[Literal["woods", "town"], Items[Label]]
_DRAWN_AS: Final[TypeAdapter[DrawnAs]] = TypeAdapter(DrawnAs)
_COLUMNS: Final[TypeAdapter[int]] = TypeAdapter(Columns)
_ROWS: Final[TypeAdapter[int]] = TypeAdapter(Rows)
_LABEL: Final[TypeAdapter[str]] = TypeAdapter(Label)
_DRAWING: Final[TypeAdapter[Drawing]] = TypeAdapter(Drawing)

T = TypeVar("T")


class Terrain(Model):
    """A map (AGR-1 to AGR-5): every hex that is not listed as rough is clear.

    Flat-top hexes in columns and rows of letters, the column first; the second,
    fourth, … column is half a hex lower.  The middle column is the border.
    """

    format: Literal["hexfront-aggressor-terrain/1"]
    system: Literal["aggressor"]
    name: Slug
    title: Line
    columns: Columns
    """Odd: the one in the middle is the border (AGR-4)."""
    rows: Rows
    rough: Items[Label] = Field(max_length=MAX_HEXES)
    """The rough hexes (AGR-2), none of them in the border column."""
    drawn_as: DrawnAs | None = None
    """Rough hexes that the screen draws as woods or as a town; for the rules they are rough."""
    drawing: Drawing | None = None

    @property
    def border(self) -> int:
        """The border column, counted from 0 (AGR-4)."""
        return self.columns // 2

    @property
    def numbering(self) -> LetterNumbering:
        """The labels of the hexes (AGR-1)."""
        return LetterNumbering(self.columns, self.rows)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all hexes in number order: down the first column, then the second, …"""
        label = self.numbering.label
        return tuple(label(c, r) for c in range(self.columns) for r in range(self.rows))


FORM: Final = "hexfront-aggressor-terrain/1"


def hex_lists(document: Json) -> HexLists | None:
    """Where a scenario or a map file holds hexes (AGR-1)."""
    root = map_root(document, FORM, "terrain")
    if root is None:
        return None
    drawn = [Members(f"{root}/drawn_as/{kind}") for kind in ("woods", "town")]
    stores = (Members(f"{root}/rough"), *drawn, *drawing_stores(root))
    return HexLists("letters", map_size(root), stores)


def map_size(root: str) -> Size:
    """Where the size of the map at a pointer stands, and what it may be (AGR-5)."""
    least, most = (SMALLEST, SMALLEST), (LARGEST, LARGEST)
    return Size(f"{root}/columns", f"{root}/rows", least, most, (2, 1))


def load_terrain(document: Json, folder: Path | None, place: str) -> Terrain:
    """A terrain from JSON; it refers to no other file, so `folder` is not used.

    Errors: `InputError` with every problem, each with its JSON pointer.
    """
    reading = Reading()
    document = reading.expanded(document, hex_lists(document), place)
    terrain = reading.attempt(lambda: check_model(Terrain, document, place))
    if isinstance(document, dict):
        reading.problems += _misplaced(document, f"{place}: ")
    return reading.finish(terrain)


def _misplaced(document: dict[str, Any], at: str) -> list[Problem]:
    """Labels that are no hexes of the map, come twice, or lie on the border (AGR-4).

    Looked at wherever size and label are sound on their own, so that one reading finds all.
    """
    columns = _sound(_COLUMNS, document.get("columns"))
    rows = _sound(_ROWS, document.get("rows"))
    if columns is None or rows is None:
        return []
    problems: list[Problem] = []

    def report(place: str, found: object, expected: str) -> None:
        problems.append(Problem(place, shown(found), expected))

    numbering = LetterNumbering(columns, rows)
    entries = document.get("rough")
    seen: set[str] = set()
    for number, entry in enumerate(entries[:MAX_HEXES] if isinstance(entries, list) else []):
        label = _sound(_LABEL, entry)
        if label is None:
            continue
        try:
            column, _ = numbering.parse(label)
        except LabelError as error:
            report(f"{at}/rough/{number}", label, error.expected)
            continue
        if label in seen:
            report(f"{at}/rough/{number}", label, "each hex once")
        elif column == columns // 2:
            report(f"{at}/rough/{number}", label, "a hex off the border column (AGR-4)")
        seen.add(label)
    problems += _wrongly_drawn(document, seen, at)
    drawing = _sound(_DRAWING, document.get("drawing"))
    if drawing is not None:
        check_drawing(drawing, _centres(numbering), f"{at}/drawing", report)
    return problems


def _wrongly_drawn(document: dict[str, Any], rough: set[str], at: str) -> list[Problem]:
    """Hexes that are drawn as woods or a town and are not rough, or come twice."""
    kinds = _sound(_DRAWN_AS, document.get("drawn_as", {})) or {}
    problems, seen = [], set[str]()
    for kind, labels in kinds.items():
        for number, label in enumerate(labels):
            expected = "each hex once" if label in seen else "one of the rough hexes"
            if label in seen or label not in rough:
                place = f"{at}/drawn_as/{kind}/{number}"
                problems.append(Problem(place, shown(label), expected))
            seen.add(label)
    return problems


def _centres(numbering: LetterNumbering) -> dict[str, Hex]:
    return {
        numbering.label(column, row): Offset.ODD_Q.to_axial(column, row)
        for column in range(numbering.columns)
        for row in range(numbering.rows)
    }


def _sound(adapter: TypeAdapter[T], value: object) -> T | None:
    """The value on its own, as the model takes it; None where it does not."""
    try:
        return adapter.validate_python(value, strict=True)
    except ValidationError:
        return None
