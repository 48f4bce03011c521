"""What a system's maps hold, layer by layer, so that one may draw on them.

A layer says where it stands in a document and in which form; from that alone an editor reads
it, and changes it without touching anything else (`web/js/editor/layers.js`).  Pointers are
JSON pointers (RFC 6901) into the document that holds the map.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from hexfront.core.documents.strictjson import Json

Documents = Mapping[str, Json]
"""The documents of a draft by role: `scenario`, and each part of it that stands by itself."""


@dataclass(frozen=True, slots=True)
class Records:
    """A list of objects, one for each hex: `[{"hex": "0101", "terrain": "woods"}]`."""

    at: str
    key: str
    """The field with the hex's label."""
    field: str
    """The field with the value."""
    whole: bool = False
    """Whether there is an entry where there is a value, and none elsewhere.

    Otherwise a value is set where there is an entry already.
    """
    number: bool = False
    """Whether labels are written as numbers."""
    fresh: dict[str, Json] = dataclasses.field(default_factory=dict)
    """What a new entry has besides."""
    form: Literal["records"] = "records"


@dataclass(frozen=True, slots=True)
class Entries:
    """An object with an object for each hex: `{"0101": {"terrain": "woods"}}`."""

    at: str
    field: str
    whole: bool = False
    """As of `Records`."""
    form: Literal["entries"] = "entries"


@dataclass(frozen=True, slots=True)
class Values:
    """An object with a value for each hex: `{"0101": 40}`."""

    at: str
    form: Literal["values"] = "values"


@dataclass(frozen=True, slots=True)
class Members:
    """A list of hexes, which have the layer's last value; all others have its first."""

    at: str
    form: Literal["members"] = "members"


@dataclass(frozen=True, slots=True)
class Lines:
    """A list of objects with a chain of sides or a way through hexes each.

    `[{"name": "Drau", "sides": [["0101", "0102"]]}]`, `[{"kind": "rail", "path": ["0101", …]}]`
    """

    at: str
    field: Literal["sides", "path"]
    kind: str = ""
    """The field that tells which value a line has; the layer's first where it is left out."""
    chained: bool = False
    """Whether each side of a line meets the one before in a corner."""
    form: Literal["lines"] = "lines"


@dataclass(frozen=True, slots=True)
class Pairs:
    """A list of pairs of neighbours."""

    at: str
    form: Literal["pairs"] = "pairs"


@dataclass(frozen=True, slots=True)
class Links:
    """A list of objects with two neighbours each, and what joins or parts them."""

    at: str
    key: str
    """The field with the pair."""
    field: str
    fields: tuple[str, ...]
    """All fields that make an entry worth keeping."""
    number: bool = False
    """As of `Records`."""
    form: Literal["links"] = "links"


Store = Records | Entries | Values | Members | Lines | Pairs | Links


@dataclass(frozen=True, slots=True)
class LayerValue:
    """Something that a layer may have in a place."""

    name: str
    title: str
    art: str = ""
    """Of terrain: how it is drawn; of links: their `look`."""
    colour: str = ""
    """Of what the map itself does not draw."""
    about: str = ""
    """What it means, in a few words."""
    named: bool = False
    """Whether its hexes must have names."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer of a map."""

    name: str
    title: str
    on: Literal["hexes", "sides", "ways"]
    """Values of hexes; of sides between two; of steps from hex to hex."""
    store: Store
    draws: Literal["terrain", "heights", "names", "rivers", "roads", "links", "tint"]
    """Which part of the board shows it; `tint` where the editor alone does."""
    values: tuple[LayerValue, ...] = ()
    """What it may have, the usual one first. Empty for heights and for names."""
    ruled: bool = True
    """Whether the rules read it."""
    about: str = ""
    """What the rules make of it, or that it only pleases the eye; a sentence."""
    barred: tuple[str, ...] = ()
    """Hexes on which it cannot be changed."""
    barred_for: str = ""
    """Why, in words."""
    within: tuple[str, ...] = ()
    """Terrains that both hexes of a side or step must have; empty for all."""
    zone: bool = False
    """Whether it says where units may be set up or arrive."""


@dataclass(frozen=True, slots=True)
class Coast:
    """What the entries of land hexes say of the sea beside them, kept right by an editor."""

    at: str
    """The object with the entries."""
    field: str
    """The list of the directions behind which there is sea."""
    seas: str
    """The list of the names of these seas; of a hex of sea, its own."""
    water: str
    """The terrain."""
    usual: str
    """The sea of a hex of sea with none beside it."""
    directions: tuple[str, ...]
    """What directions 0 to 5 are called."""
    extent: str
    """The field with how much of a hex is land."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a map is, and may be."""

    columns: str
    """Where its columns stand."""
    rows: str
    """Where its rows, or the hexes of its first column, stand."""
    least: tuple[int, int]
    most: tuple[int, int]
    step: tuple[int, int] = (1, 1)
    count: bool = False
    """Whether `columns` holds the number of all hexes."""


@dataclass(frozen=True, slots=True)
class ItemList:
    """A list of things in the document that are changed in forms, such as the spaces of a ring."""

    name: str
    title: str
    at: str
    schema: str
    """Where the schema of one of them stands in the schema of the document."""
    key: str = ""
    """The field by which the places of the board are known, if they are these."""
    fresh: dict[str, Json] = dataclasses.field(default_factory=dict)
    """A new one, where the schema alone does not tell."""
    about: str = ""


@dataclass(frozen=True)
class MapLayers:
    """What a map holds."""

    role: str
    """The document in which it stands."""
    numbering: Literal["digits", "letters", "ranks", ""] = ""
    """How hexes are called: CCRR or CCCRRR, `@AB`, or numbers down columns of which every second
    has one hex less. Empty for a map that has none."""
    pointy: bool = False
    """Whether hexes have points on top; the second, fourth, … column, or row, stands half a hex
    further."""
    size: Size | None = None
    layers: tuple[Layer, ...] = ()
    """The first is the terrain, which says which hexes there are."""
    missing: LayerValue | None = None
    """What a hex without terrain is; None where the map then has no such hex."""
    coast: Coast | None = None
    lists: tuple[ItemList, ...] = ()

    @property
    def document(self) -> dict[str, Json]:
        """As JSON."""
        return dataclasses.asdict(self)


def part_of(document: Json, *keys: str) -> Json:
    """What objects in a document that need not be sound hold by some keys; None for nothing."""
    for key in keys:
        document = document.get(key) if isinstance(document, dict) else None
    return document


def map_root(document: Json, form: str, part: str) -> str | None:
    """Where a document holds a map: "" for a map file, else the part; None where it does not.

    Args:
        document: a scenario or a map file.
        form: the `format` of map files.
        part: the member of a scenario that is the map.
    """
    if part_of(document, "format") == form:
        return ""
    return f"/{part}" if isinstance(part_of(document, part), dict) else None


def map_document(documents: Documents, part: str) -> tuple[str, str, dict[str, Json]]:
    """Where a draft's map stands: the role, the pointer in that document, and the map itself.

    Args:
        documents: of the draft, by role.
        part: the member of the scenario that is the map, and the role of one that stands alone.
    """
    if isinstance(documents.get(part), dict):
        return part, "", documents[part]
    found = part_of(documents.get("scenario"), part)
    return "scenario", f"/{part}", found if isinstance(found, dict) else {}
