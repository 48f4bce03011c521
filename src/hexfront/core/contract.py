"""The contract between the workbench and a rule system.

A system is a folder that provides a `System`; its `Rules` object is bound to
one compiled scenario.  A state is a block of words with named parts
(`hexfront.blocks`) and nothing else, so that copy, digest and save are the same
for all (`hexfront.core.state`).

The core knows no turn, phase, stack, zone or clock.  It knows decisions: at a
time, some sides give orders, or chance answers, or the game is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

from hexfront.core.battles import BattlePart
from hexfront.core.dice import Dice
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import PUBLIC, Event, EventLog
from hexfront.core.log_digest import DigestRow

CHANCE: Final = -1
"""The actor of a chance step."""

SPECTATOR: Final = -2
"""A viewer who knows what every side knows, and nothing else."""

UMPIRE: Final = -3
"""A viewer who knows everything; only after the end, or where all sides agree."""


def is_for(event: Event, viewer: int) -> bool:
    """Whether an event may be told to a side, `SPECTATOR` or `UMPIRE`."""
    if viewer == UMPIRE or event.audience == PUBLIC:
        return True
    return viewer >= 0 and bool(event.audience >> viewer & 1)


class Kind(IntEnum):
    """What the game waits for."""

    ORDERS = 0
    CHANCE = 1
    OVER = 2


class Decision(NamedTuple):
    """The point at which the game stands still."""

    time: int
    """In the system's own ticks; never falls."""
    kind: Kind
    sides: tuple[int, ...]
    """The sides that must act. More than one: simultaneous, unseen by each other."""


class Step(NamedTuple):
    """One entry of a journal."""

    actor: int
    """A side, or `CHANCE`."""
    order: int
    """An order code of the system, or the outcome of chance."""


class Chances(NamedTuple):
    """What chance may answer: outcome `i` has probability `weights[i] / sum(weights)`."""

    clause: str
    caption: str
    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an order is not accepted: the clause that forbids it, in words."""

    clause: str
    reason: str
    found: str = ""
    expected: str = ""

    def __str__(self) -> str:
        more = f" (found {self.found}, expected {self.expected})" if self.found else ""
        return f"{self.clause}: {self.reason}{more}"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    winners: tuple[int, ...]
    """Sides; empty for a draw."""
    clause: str
    reason: str
    scores: tuple[float, ...] = ()
    """One number a side, in the system's own measure."""
    names_winner: bool = True
    """Whether the rules name winners at all; where they do not, `()` is no draw: scores tell."""


@dataclass(frozen=True, slots=True)
class Counter:
    """One playing piece as a viewer knows it."""

    id: str
    side: int
    place: str
    """The label of a place on the board; empty when off the board."""
    name: str
    sidc: str
    """NATO symbol code, 20 digits; empty for a piece that is drawn by its `sign`."""
    known: bool
    values: Mapping[str, int | float | str] = field(default_factory=dict)
    """Shown figures by name, such as strength and movement."""
    badges: tuple[str, ...] = ()
    """Short states, such as `moved` or `plotted`."""
    sign: str = ""
    """What a piece without a NATO symbol is drawn as, such as `pawn` (docs: `board`)."""
    awaited: bool = False
    """Off the board because it has yet to come, such as a reinforcement; so it is no loss."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A drawing on the board that a viewer may see, such as an arrow of his own plan."""

    kind: str
    """`move` or `attack`, or a kind of the system's own."""
    subject: str
    """The id of a counter."""
    places: tuple[str, ...]
    caption: str
    clause: str


@dataclass(frozen=True, slots=True)
class Track:
    """A figure with a caption: the turn, a score, a stock."""

    caption: str
    value: float
    limit: float | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Gauge:
    """A figure that one follows over time, as charts do, such as the strength of a side."""

    chart: str
    """The chart it belongs to, in words; gauges of one chart share its scale."""
    caption: str
    """Its name in the chart."""
    value: float
    unit: str = ""
    side: int | None = None
    """Whose it is, for its colour."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything that a viewer may know, and nothing else."""

    viewer: int
    time: int
    kind: Kind
    must_act: bool
    title: str
    prompt: str
    counters: tuple[Counter, ...]
    marks: tuple[Mark, ...] = ()
    tracks: tuple[Track, ...] = ()
    facts: Mapping[str, Json] = field(default_factory=dict)
    """The system's own: whatever else `Rules.determinize` needs."""
    gauges: tuple[Gauge, ...] = ()
    """What the viewer may follow over time; each stands once in its chart."""
    owners: tuple[int, ...] = ()
    """Whose each place of `Rules.board` is, in its order; -1 for nobody's.

    Empty: it never changes.
    """
    terrain_overrides: Mapping[str, str] = field(default_factory=dict)
    """What parts of `Rules.board` count as for now: kinds of terrain and names of links, by name.

    Only those that count as others; "" for a link that is gone. `board_now` carries it out.
    """


@dataclass(frozen=True, slots=True)
class Aim:
    """Many places that one offer can point at, without an offer for each.

    The order for a place is `first` plus the number of the place on the board,
    counted from 0 in the order of `Rules.board`'s places.
    """

    first: int
    places: tuple[str, ...] | None = None
    """The labels that may be chosen; None for every place of the board."""
    confirmed: tuple[str, ...] | None = None
    """The labels at which the offer's `confirm` is asked; None for all that may be chosen."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Orders that a side may give now, as the screen and the terminal show them."""

    orders: tuple[int, ...]
    """Given one after another; more than one where a place is several steps away.

    Empty where `aim` is given: then the player chooses the place.
    """
    kind: str
    caption: str
    clause: str
    subject: str = ""
    """The counter that is ordered; empty for orders that concern no counter."""
    place: str = ""
    """Where the order points; empty for a button."""
    path: tuple[str, ...] = ()
    cost: float | None = None
    odds: Mapping[str, Json] | None = None
    aim: Aim | None = None
    """Where the player chooses one of many places; then `orders` and `place` are empty."""
    word: str = ""
    """A word that tells the offer from others of its kind when typed: a type of unit, `@@`."""
    key: str = ""
    """The key that gives it while its counter is chosen, where the rules name one."""
    confirm: str = ""
    """What one must know before giving it, as a sentence: tables ask every time."""
    reminder: str = ""
    """What it leaves undone, such as `2 units could still move.`: tables ask, if so wished."""
    leaves: tuple[str, ...] = ()
    """The counters that it leaves without orders though they could be given some, by id.

    Screens say how many are left, list them, and go from one to the next.
    """


Look = Literal["move", "fight", "other"]
"""In which colours a screen shows orders and readings: those of moves, of fights, or others."""


@dataclass(frozen=True, slots=True)
class OrderStyle:
    """How screens show orders of one kind."""

    kind: str
    """The `kind` of the offers."""
    look: Look = "other"
    sign: str = ""
    """What is drawn at places to which such an order may point (docs: `board`); empty for none."""
    main: bool = False
    """Whether such an order ends what one is doing: its button is the large one, Enter gives it.

    Of several the first of `Rules.order_styles` counts.
    """
    seldom: bool = False
    """Whether its button comes last, and Enter never gives it."""
    takes_back: bool = False
    """Whether it takes back what was ordered before: of its counter, or at its place."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """Something that a viewer may ask to see on the board, such as the reach of a unit."""

    name: str
    title: str
    description: str
    """What the figures of its overlays mean."""
    key: str = ""
    """A hot key: one letter, for the same in all systems; a capital is pressed with Shift."""
    of_counter: bool = False
    """Whether one asks it of a counter, friend or enemy; else of the board as a whole, or:"""
    of_place: bool = False
    """Of a place."""
    of_order: bool = False
    """Of an order as it would be typed, before it is given."""
    suggests_orders: str = ""
    """What one calls an order by which the counter goes to a place, if its readings suggest such.

    Then `OverlayReading.lines` has what to type. Empty: they suggest none.
    """
    look: Look = "other"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, and where it comes from: the figures that it follows from, down to the data."""

    caption: str
    value: float | str | None = None
    """Finite, or words; None for a heading, and where the viewer may not know it."""
    unit: str = ""
    clause: str = ""
    formula: str = ""
    """How the value follows from `parts`, in the names of the rules."""
    source: str = ""
    """Where a datum stands, such as a group and a variable of a data file."""
    parts: tuple[Figure, ...] = ()
    columns: tuple[str, ...] = ()
    """Titles of columns, where the parts are rows of a table, and the parts of each its cells."""


@dataclass(frozen=True, slots=True)
class OverlayReading:
    """The answer to an overlay: figures at places and of its subject, from a view alone."""

    overlay: str
    subject: str
    """The id of a counter, the label of a place, an order; empty for the board as a whole."""
    caption: str
    clause: str
    places: Mapping[str, float]
    """A figure by the label of a place, such as a cost or a number of enemies."""
    paths: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The way to a place, where there is one."""
    figures: tuple[Figure, ...] = ()
    """What else there is to know, each with its derivation."""
    lines: Mapping[str, str] = field(default_factory=dict)
    """What one types to go to a place by its path, where no offer leads there."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An event in words, for one viewer."""

    text: str
    clause: str
    kind: str
    places: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    details: Mapping[str, Json] = field(default_factory=dict)
    """What the "why?" shows: die, column, each modifier with its clause."""
    stops: bool = False
    """Whether one who lets time run wants to stop here: it asks for a decision of the viewer."""
    heading: bool = False
    """Whether a turn begins with it, or what the game has instead, such as a day."""
    topic: str = ""
    """What it is about, as the log can be filtered: a word of the system's own."""
    side: int | None = None
    """Whose doing it is, as far as the viewer knows."""
    weight: Literal[-1, 0, 1] = 0
    """1 for what decides something, -1 for what most people need no word of."""
    battle: BattlePart | None = None
    """What it says of a battle, for the battle's card."""
    digest: Sequence[DigestRow] = ()
    """How things stand now, where the system sums its headings up."""


class Scenario(Protocol):
    """A validated scenario of some system."""

    @property
    def name(self) -> str:
        """Its short name, as typed on the command line."""

    @property
    def title(self) -> str:
        """As shown in lists."""

    @property
    def document(self) -> Json:
        """The whole scenario as JSON, with everything it refers to inside."""


S = TypeVar("S", bound=tuple[Any, ...])


@runtime_checkable
class Rules(Protocol[S]):
    """The rules of a system, bound to one scenario.

    `apply` trusts; whoever takes orders from outside asks `refuse` first.
    What `choices` offers, `refuse` accepts, and the other way round.
    """

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides, in their order."""

    @property
    def scenario(self) -> Scenario:
        """The scenario that the rules are bound to."""

    @property
    def actions(self) -> int:
        """Order codes are integers in 0 … actions − 1."""

    def start(self) -> S:
        """The state in which a game begins."""

    def decision(self, state: S) -> Decision:
        """What the game waits for."""

    def choices(self, state: S, side: int) -> Sequence[int]:
        """Every order the side may give now, ascending, from what it may know.

        Also for a side that need not act but may (to take back a submitted
        plan, say); empty for one that may not.
        """

    def refuse(self, state: S, side: int, order: int) -> Refusal | None:
        """The clause that forbids the order, from what the side may know; None where legal."""

    def orders_left(self, state: S) -> int:
        """At most so many orders can still be given; 0 when the game is over.

        Falls with every order, never rises when chance answers, and so proves that
        every game ends, whoever plays it: of `start()` it bounds the whole game.
        Looser bounds serve as well.  For tests; nothing that leaves for a side may
        depend on it, since it counts what is hidden too (`hexfront.core.table.changes`).
        """

    def chances(self, state: S) -> Chances:
        """What chance may answer now."""

    def apply(self, state: S, step: Step, out: EventLog) -> None:
        """Carry a legal step out: changes the caller's state up to the next decision."""

    def view(self, state: S, viewer: int) -> View:
        """What a side, `SPECTATOR` or `UMPIRE` may know."""

    def determinize(self, view: View, dice: Dice) -> S:
        """A state that has this view: hidden things are drawn at random.

        A function of the view alone, so it leaks nothing.  Opponents search on
        such states; the conformance kit checks secrecy with them.
        """

    def redact(self, event: Event, viewer: int) -> Event | None:
        """What the viewer may know of an event; None for nothing."""

    def describe(self, event: Event, view: View) -> LogEntry:
        """A redacted event in words, with the names that the viewer knows."""

    def offers(self, view: View) -> Sequence[Offer]:
        """The orders open to the viewer, for the screen; computed from the view alone."""

    @property
    def order_styles(self) -> Sequence[OrderStyle]:
        """How screens show the kinds of orders; a kind that is missing has none of these."""

    @property
    def overlays(self) -> Sequence[Overlay]:
        """What a viewer may ask `read_overlay` for; empty for a system without overlays."""

    def read_overlay(self, view: View, overlay: str, subject: str) -> OverlayReading:
        """The answer to an overlay, computed from the view alone. Errors: `InputError`."""

    def irrevocable(self, event: Event, side: int) -> Refusal | None:
        """Why a step of the side with this event cannot be taken back; None where it can.

        It cannot where it taught the side something.  Answers of chance and a
        turn that has passed to others are seen to by the match itself.
        """

    def write_order(self, order: int) -> Json:
        """An order code as a JSON object that a person can read."""

    def read_order(self, document: Json) -> int:
        """The code of such an object. Errors: `InputError`."""

    def board(self) -> Json:
        """What all may know and never changes: places, terrain, legend (docs: `board`)."""

    def result(self, state: S) -> Result | None:
        """How the game ended; None before."""


@runtime_checkable
class LogViews(Protocol):
    """Rules whose views take long: for the log they make lighter ones."""

    def log_view(self, state: Any, viewer: int) -> View:
        """A view that holds what `Rules.describe` reads, and need hold nothing else."""


@runtime_checkable
class OpponentViews(Protocol):
    """Rules whose views take long, and whose opponents read the facts of them alone."""

    def opponent_view(self, state: Any, side: int) -> View:
        """The view of a side without what only screens show."""
