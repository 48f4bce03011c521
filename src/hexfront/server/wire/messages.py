"""What the server sends to a screen, message by message: the source of `web/types.d.ts`.

Here stand a seat's view of the match and the answers to its frames; `board` has what is told once,
`people` what is told of the others. Parts that are sent as the rules give them are dataclasses of
the core. `docs/guides/protocol.md` says when each message comes.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from hexfront.core.battles import BattlePart
from hexfront.core.contract import Counter, Gauge, Mark, Result, Track
from hexfront.core.log_digest import DigestRow
from hexfront.core.table.answers import Answer
from hexfront.server.wire.board import BoardMessage
from hexfront.server.wire.people import (
    Again,
    Announcement,
    Banned,
    ChatMessage,
    Clocks,
    Compiling,
    Deleted,
    Deletion,
    Ends,
    MatchTerms,
    PreparedMessage,
    Replaced,
    Seated,
    Shares,
    Turn,
)


class Control(TypedDict):
    """Who controls an area."""

    control: int | None
    """A side; None for nobody."""
    sure: bool
    """Unless things unseen could have changed it."""


class ShownFacts(TypedDict):
    """Facts of a view that a page draws; the others are for opponents' search."""

    sectors: NotRequired[list[Control]]


class View(TypedDict):
    """What a viewer may know; see `hexfront.core.contract.View`."""

    viewer: int
    time: int
    kind: int
    must_act: bool
    title: str
    prompt: str
    counters: list[Counter]
    marks: list[Mark]
    tracks: list[Track]
    gauges: list[Gauge]
    owners: list[int]
    """Whose each place of the board is, -1 for nobody's; empty where that never changes."""
    terrain_overrides: dict[str, str]
    """What kinds of terrain and named links count as for now; "" for a link that is gone."""
    facts: NotRequired[ShownFacts]


class Aim(TypedDict):
    """Many places at which one offer may point."""

    first: int
    """The order at a place is this plus its number on the board."""
    runs: list[int] | None
    """First and last number of each run of places that may be chosen; None for all."""
    confirmed: NotRequired[list[int]]
    """Runs of the places at which the offer's `confirm` is asked; without it all."""


class Offer(TypedDict):
    """Orders that a side may give now."""

    orders: list[int]
    """Given one after another."""
    kind: str
    caption: str
    clause: str
    subject: str
    """The id of the counter that is ordered, or ""."""
    place: str
    path: list[str]
    cost: float | None
    odds: dict[str, Any] | None
    typed: str
    """What one types to give it."""
    aim: NotRequired[Aim]
    word: NotRequired[str]
    key: NotRequired[str]
    confirm: NotRequired[str]
    """What is asked every time before it is given."""
    reminder: NotRequired[str]
    """What is asked before it is given, unless one wants no reminders."""
    leaves: NotRequired[list[str]]
    """The counters that it leaves without orders though they could be given some."""


class LogEntry(TypedDict):
    """An event in words, for one viewer."""

    number: int
    text: str
    clause: str
    kind: str
    places: list[str]
    subjects: list[str]
    details: dict[str, Any]
    stops: bool
    """Whether one who lets time run wants to stop here."""
    heading: NotRequired[bool]
    """Whether a turn begins with it, or what the game has instead."""
    topic: NotRequired[str]
    """What it is about; the log can be filtered by it."""
    side: NotRequired[int]
    """Whose doing it is, as far as the viewer knows."""
    weight: NotRequired[int]
    """1 for what decides something, -1 for what most people need no word of."""
    battle: NotRequired[BattlePart]
    """What it says of a battle."""
    digest: NotRequired[list[DigestRow]]
    """How things stand now, at a heading."""


class Figure(TypedDict):
    """A number with what it follows from; see `hexfront.core.contract.Figure`."""

    caption: str
    value: NotRequired[float | str]
    unit: NotRequired[str]
    clause: NotRequired[str]
    formula: NotRequired[str]
    source: NotRequired[str]
    parts: NotRequired[list[Figure]]
    columns: NotRequired[list[str]]
    """Where the parts are rows of a table: titles of its columns."""


class OverlayReading(TypedDict):
    """The answer to an overlay; see `hexfront.core.contract.OverlayReading`."""

    overlay: str
    subject: str
    caption: str
    clause: str
    places: dict[str, float]
    paths: dict[str, list[str]]
    figures: list[Figure]
    lines: dict[str, str]
    """What one types to go to a place by its path, where no offer leads there."""


class Barrier(TypedDict):
    """Why a unit can be given no order."""

    clause: str
    reason: str


class Undoable(TypedDict):
    """Whether the last request can be taken back, and why not."""

    can: bool
    clause: NotRequired[str]
    reason: NotRequired[str]


class Before(TypedDict):
    """What a viewer had been shown when he left."""

    view: View
    log_length: int


class Update(TypedDict):
    """What has changed for a seat."""

    type: Literal["update"]
    seat: int
    view: View
    offers: list[Offer]
    result: Result | None
    undo: Undoable | None
    barred: NotRequired[dict[str, list[Barrier]]]
    """Why units can be given no order, by the id of their counter, the most frequent first."""
    log_length: int
    kept: NotRequired[int]
    """How many entries stay, where some were taken back."""
    entries: list[LogEntry]
    before: NotRequired[Before]


class Moment(TypedDict):
    """A view of the past."""

    type: Literal["moment"]
    number: int
    log_length: int
    view: View


class HintMessage(TypedDict):
    """What a machine opponent would do in one's seat."""

    type: Literal["hint"]
    number: int
    by: str
    """The level or the agent who was asked."""
    problem: str
    """Why there is no hint; empty where there is one."""
    orders: list[int]
    """One after another."""
    lines: list[str]
    """The same in words."""
    why: str
    view: View | None
    """How things would stand then, as far as one can know; None where there is no hint."""


class ThoughtPoint(TypedDict):
    """A turn of a finished match, and what a search expects of it."""

    side: int
    turn: int
    """From 1: how many times there have been at which somebody had to order."""
    time: int
    """In ticks."""
    title: str
    estimate: float | None
    """The part of what can be won that its best plan promises; None where there was no choice."""


class ThoughtsMessage(TypedDict):
    """What a search thinks of the turns, as far as it has come."""

    type: Literal["thoughts"]
    number: int
    count: int
    """How many turns there are."""
    problem: str
    """Why it does not go on; empty where it does."""
    points: list[ThoughtPoint]


class ThoughtMessage(TypedDict):
    """One turn in full."""

    type: Literal["thought"]
    number: int
    title: str
    lines: list[str]
    """The plan, in words."""
    why: str
    view: View
    """How things would have stood then, as far as its side knew."""
    believed: View
    """A position that fits what its side knew: one of those the plans were tried on."""


class OverlayMessage(TypedDict):
    """A reading that was asked for."""

    type: Literal["overlay"]
    number: int
    reading: OverlayReading


class TimePoint(TypedDict):
    """The gauges at a time, in ticks."""

    time: int
    gauges: list[Gauge]


class TimeSeriesMessage(TypedDict):
    """Points of the charts."""

    type: Literal["time_series"]
    number: int
    since: int
    until: int
    points: list[TimePoint]


class Done(TypedDict):
    """Orders were carried out."""

    type: Literal["done"]
    key: str
    accepted: int
    doubts: NotRequired[list[Problem]]
    """Of prepared orders, which are kept: words that one should look at again."""


class Ran(TypedDict):
    """What a page let run has ended."""

    type: Literal["ran"]
    seat: int
    why: Literal["event", "time", "over", "refused"]


class Undone(TypedDict):
    """Orders were taken back."""

    type: Literal["undone"]
    key: str
    orders: list[int]


class Refused(TypedDict):
    """An order was refused."""

    type: Literal["refused"]
    key: str
    accepted: int
    given: int
    clause: str
    reason: str
    place: str
    found: str
    expected: str


class Problem(TypedDict):
    """One thing that is wrong."""

    place: str
    found: str
    expected: str


class ErrorMessage(TypedDict):
    """Something was wrong: with the frame of this `key` or `number`, or with none that has one."""

    type: Literal["error"]
    text: str
    problems: list[Problem]
    key: NotRequired[str]
    number: NotRequired[int]


class AnswerMessage(TypedDict):
    """The answer to a question; `key` of a typed one, `number` of one that was asked beside."""

    type: Literal["answer"]
    answer: Answer
    key: NotRequired[str]
    number: NotRequired[int]


class Completions(TypedDict):
    """Lines that a typed beginning may become."""

    type: Literal["completions"]
    number: int
    lines: list[str]
    problem: NotRequired[Problem | None]
    """What is wrong with it as an order, where that was asked; None: it would be taken."""


MESSAGES = (
    BoardMessage,
    Update,
    Moment,
    HintMessage,
    ThoughtsMessage,
    ThoughtMessage,
    OverlayMessage,
    TimeSeriesMessage,
    Done,
    Ran,
    Undone,
    Refused,
    ErrorMessage,
    AnswerMessage,
    Completions,
    Turn,
    Seated,
    Again,
    Compiling,
    Shares,
    Ends,
    Clocks,
    PreparedMessage,
    Deletion,
    Deleted,
    ChatMessage,
    Banned,
    Replaced,
    MatchTerms,
    Announcement,
)
"""All messages, each with a `type` of its own."""
