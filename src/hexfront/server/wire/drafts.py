"""Bodies of requests about drafts, and answers to them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from hexfront.core.map_layers import MapLayers
from hexfront.server.wire.bodies import (
    MAX_LISTED_TOKENS,
    AnswerModel,
    ErrorAnswer,
    Token,
)
from hexfront.server.wire.frames import Strict

Node = Annotated[int, Field(ge=0, lt=2**53)]
Version = Annotated[int, Field(ge=1, lt=2**53)]
DraftName = Annotated[str, Field(min_length=1, max_length=80)]
Role = Annotated[str, Field(max_length=64)]
Operation = dict[str, Any]
"""Of a JSON Patch (RFC 6902)."""


QuestionName = Annotated[str, Field(max_length=40)]
BlankNames = Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=100)]


class NewDraft(Strict):
    """A draft to be begun: as a copy of a scenario, or with nothing in it."""

    system: Annotated[str, Field(max_length=64)]
    scenario: Annotated[str, Field(max_length=96)] = ""
    """Shipped or of a pack; empty for the system's default."""
    name: DraftName
    blank: Annotated[dict[QuestionName, int | BlankNames], Field(max_length=16)] | None = None
    """Answers to what `SystemInfo.blank` asks of one who begins with nothing; what is left out is
    as usual. None for a copy."""


class DraftTokens(Strict):
    """Tokens of one's drafts."""

    tokens: Annotated[list[Token], Field(max_length=MAX_LISTED_TOKENS)]


class DraftChange(Strict):
    """One change of a draft."""

    base: Version
    """The version that it was made in."""
    title: Annotated[str, Field(min_length=1, max_length=120)]
    patches: Annotated[dict[Role, list[Operation]], Field(min_length=1, max_length=16)]
    """JSON Patches by the roles of the documents."""
    key: Annotated[str, Field(max_length=64)] = ""
    """Of one's own: the same request again gets the same answer, and changes nothing."""


class DraftMove(Strict):
    """A step through the history of a draft."""

    base: Version
    to: Literal["undo", "redo"] | Node
    """Or the number of a change in the history."""


class Nothing(Strict):
    """An object without members."""


class CopyOrder(Strict):
    """A copy of a draft, with a history of its own."""

    name: DraftName


class DraftRename(Strict):
    """Another name of a draft."""

    name: DraftName


class VersionName(Strict):
    """The name of a version; empty to take it away."""

    node: Node
    name: Annotated[str, Field(max_length=80)]


class DraftMade(AnswerModel):
    """A new draft."""

    draft: str
    token: str
    """Opens it; given once."""


class DraftInfo(AnswerModel):
    """A draft in a list."""

    id: str
    system: str
    name: str
    created: str
    changed: str
    version: int
    node: int
    """Of the history, where it stands."""


class DraftList(AnswerModel):
    """The drafts that one may open."""

    owner: bool
    """Whether whoever asks owns this server, and may open them all without a token."""
    allowed: bool
    """Whether he may begin one."""
    drafts: list[DraftInfo]


class ProblemOfDraft(AnswerModel):
    """Something that is wrong with a draft."""

    role: str
    pointer: str
    """JSON pointer in the document of this role."""
    place: str | None
    """The hex or the unit where it is; null where there is none."""
    text: str
    warning: bool
    """Whether the scenario can be played all the same."""


class DraftOpened(AnswerModel):
    """A draft whole."""

    draft: DraftInfo
    documents: dict[str, Any]
    """By role; that of the scenario is `scenario`."""
    problems: list[ProblemOfDraft]
    can_undo: bool
    can_redo: bool


class DraftStep(AnswerModel):
    """A step that was made."""

    version: int
    node: int
    title: str
    patches: dict[str, list[Operation]] | None
    """What it has changed; null where a page must read the documents anew."""
    problems: list[ProblemOfDraft]
    can_undo: bool
    can_redo: bool


class StaleAnswer(ErrorAnswer):
    """A step was made from a version that is not the newest; nothing has changed."""

    version: int
    """The newest."""
    since: list[str]
    """Titles of what happened meanwhile, the oldest first."""


class HistoryEntry(AnswerModel):
    """A change."""

    node: int
    parent: int | None
    title: str
    name: str
    """Of a version that somebody named."""
    made: str


class DraftHistory(AnswerModel):
    """The changes of a draft, the last one first."""

    node: int
    """Where the draft stands."""
    changes: list[HistoryEntry]
    older: int
    """How many changes before these are not listed."""


class DraftMap(AnswerModel):
    """What the map of a draft holds."""

    layers: MapLayers | None
    """None for a system whose maps cannot be drawn."""
    json_schema: dict[str, Any] | None
    """The published schema of the document with the map, for forms."""


class DraftBoard(AnswerModel):
    """A draft as players would see it, as it was when it was last sound."""

    board: Any
    """Where no sound version is found, its map alone, or null."""
    view: Any
    """Null with the map alone."""
    sound: bool
    """Whether it is so now."""


class PreviewOverlay(AnswerModel):
    """An overlay that one may ask for of the start of a draft."""

    name: str
    title: str
    description: str
    of_counter: bool
    """Of a unit; else of the board as a whole."""


class DraftPreviews(AnswerModel):
    """What one may ask of a draft as it is now; nothing where it cannot be played."""

    overlays: list[PreviewOverlay]
    pairs: bool
    """Whether of two units the odds are known."""


class PreviewReading(AnswerModel):
    """The answer to an overlay."""

    reading: Any
    """As of the wire's `OverlayReading`."""


class Likely(AnswerModel):
    """What may come of a fight."""

    result: str
    chance: float


class FightSide(AnswerModel):
    """What a side fights with."""

    name: str
    total: str
    shares: list[tuple[str, str, str]]
    """How much, where from, by which clause."""


class FightCourse(AnswerModel):
    """A table of what comes of a fight for sure."""

    title: str
    headings: list[str]
    rows: list[list[str]]


class PreviewOdds(AnswerModel):
    """The odds of a fight between two units as they stand in a draft."""

    attacker: str
    """What was said of it, as for `hexfront odds`."""
    defender: str
    title: str
    sides: list[FightSide]
    chances: list[Likely]
    means: list[Likely]
    """What is no chance, such as an expected number of rounds."""
    courses: list[FightCourse]
    notes: list[str]


class ForceListInfo(AnswerModel):
    """Where a scenario lists units: as `core.force_list.ForceList`."""

    at: str
    role: str
    title: str
    side: str
    name: str
    side_member: str
    symbol: str
    place: str
    number: bool
    groups: list[str]
    elsewhere: list[str]
    barred: list[str]


class DraftForms(AnswerModel):
    """What forms of a draft are made of."""

    schema_of_scenario: dict[str, Any]
    """The published JSON Schema, with the parts that may be files of their own inside."""
    parts: dict[str, Any]
    """Schemas of these parts by role; references in them lead into that of the scenario."""
    force_lists: list[ForceListInfo]


TextForm = Literal["json", "toml"]


class DraftText(Strict):
    """A document as it was written by hand."""

    base: Version
    role: Role
    form: TextForm
    text: Annotated[str, Field(max_length=6 * 1024 * 1024)]


class DraftTextShown(AnswerModel):
    """A document as text."""

    version: int
    text: str
    lines: list[tuple[int, str]]
    """The line, from 1, of each problem, and what it is."""


class DraftDifference(AnswerModel):
    """One thing in which two versions differ."""

    role: str
    pointer: str
    place: str
    """The hex, the unit or the entry; empty for none."""
    kind: Literal["added", "removed", "changed"]
    text: str


class DraftDifferences(AnswerModel):
    """In what two versions of a draft differ."""

    differences: list[DraftDifference]
    more: int
    """How many others are not listed."""


class SaveOrder(Strict):
    """How a draft is saved as files."""

    form: TextForm = "toml"
    replace: bool = False
    """Whether files of the same names that this draft has not written are replaced."""


class DraftSaved(AnswerModel):
    """Where a draft was saved."""

    paths: list[str]
    in_the_way: list[str]
    """Files that somebody else has written: where there is one, nothing was saved."""
