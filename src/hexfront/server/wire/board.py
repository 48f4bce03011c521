"""What a page is told once, on joining: the board, the rulebook and who plays."""

from __future__ import annotations

from typing import Literal, TypedDict

from hexfront.core.board_document import Board
from hexfront.core.contract import OrderStyle, Overlay
from hexfront.core.rulebook import Clause
from hexfront.core.table.forms import Form


class Seat(TypedDict):
    """Who plays a side."""

    name: str
    kind: str
    agent: str
    person: str


class GuideStep(TypedDict):
    """A step of a guided first game."""

    title: str
    text: str
    when: str
    """What ends it."""
    unit: str
    """Whom it speaks of; empty for none."""
    at: list[str]
    """Places at which something is to be done."""
    control: str
    """The `data-testid` of what is to be pressed; empty for none."""


class AboutSystem(TypedDict):
    """The usual game of a system, for who chooses one."""

    players: str
    length: str
    difficulty: int
    """From 1, the easiest to learn, to 5."""


class Guide(TypedDict):
    """A guided first game."""

    scenario: str
    opponent: str
    minutes: int
    about: AboutSystem
    steps: list[GuideStep]


class Word(TypedDict):
    """A word of the game, explained where one meets it."""

    name: str
    also: list[str]
    """Other forms of it."""
    text: str
    clause: str


class SystemName(TypedDict):
    """A rule system."""

    name: str
    title: str


class RulePart(TypedDict):
    """A part of the rulebook, from a clause on."""

    title: str
    first: str


class RuleDiagram(TypedDict):
    """A picture beside a clause."""

    clause: str
    caption: str
    picture: str
    """Its path."""


class TableRow(TypedDict):
    """A row of a table of the rules."""

    title: str
    cells: list[str]
    key: str
    """The detail of a log entry that picks the row; empty where none does."""


class RuleTable(TypedDict):
    """A table of the rules, beside a clause."""

    title: str
    clause: str
    corner: str
    columns: list[str]
    rows: list[TableRow]
    keys: list[str]
    """The details of a log entry that pick the columns; empty where none does."""
    row_detail: str
    """The names of those details."""
    column_detail: str


class Rulebook(TypedDict):
    """The rules in clauses, and what makes a manual of them."""

    title: str
    clauses: list[Clause]
    summary: list[str]
    parts: list[RulePart]
    diagrams: list[RuleDiagram]
    tables: list[RuleTable]
    page: str
    """The path of all of it as a page to print."""


class BoardMessage(TypedDict):
    """What all may know and never changes; once, on joining."""

    type: Literal["board"]
    match: str
    system: SystemName
    title: str
    description: str
    sides: list[Seat]
    umpire: bool
    commitment: str
    restored: bool
    """Whether the match goes on from a kept situation."""
    locked: str
    """Why the match can only be read; empty where it goes on."""
    board: Board
    seats: list[int]
    rulebook: Rulebook
    order_styles: list[OrderStyle]
    overlays: list[Overlay]
    commands: dict[str, str]
    """How the commands of the system's own are written, by their first words."""
    forms: list[Form]
    """Those with several fields: how the fields stand in the words."""
    questions: list[str]
    """First words of those that only ask."""
    prints: bool
    """Whether a side can have what it is told in print."""
    estimates: bool
    """Whether an opponent can say after the end what each side could expect."""
    guide: Guide | None
    glossary: list[Word]
