"""The form of an IDAHEX scenario file (JSON or TOML)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, Field, model_validator

from hexfront.mechanics.drawing_model import MAX_LINES, Beneath
from hexfront.mechanics.file_model import Items, Line, Model, Paragraph, Slug
from hexfront.systems.idahex.deck.errata import NAMES, Name
from hexfront.systems.idahex.warfile.model import War
from hexfront.systems.idahex.warfile.terms import UnitKind

FORMAT: Final = "hexfront-idahex/1"
MAX_CARDS = 200_000
"""A deck of one file."""


def _from_list(value: object) -> object:
    # Before the cards are looked at: an error for each of a million would take minutes.
    if isinstance(value, list) and len(value) > MAX_CARDS:
        raise ValueError(f"a list of at most {MAX_CARDS} cards")
    return tuple(value) if isinstance(value, list) else value


Cards = Annotated[tuple[Annotated[str, Field(max_length=200)], ...], BeforeValidator(_from_list)]


def _errata(value: object) -> object:
    # One plain problem, in the place of one for each form that it may have
    if isinstance(value, bool):
        return value
    if not isinstance(value, list) or not all(name in NAMES for name in value):
        raise ValueError(f"true, false, or a list of some of: {', '.join(NAMES)}")
    return tuple(dict.fromkeys(value))


class Deck(Model):
    """The game design data as cards (IDX-8)."""

    file50: Cards
    """All data but the maps that change."""
    file60: Cards = ()
    """The maps of environments, routes and barriers by cycle."""


class Ground(Model):
    """What lies on the ground of the area of war; no rule reads it."""

    towns: dict[str, Line] = Field(default_factory=dict, max_length=MAX_CARDS)
    """Names of cells, by their numbers."""
    water: Items[Beneath] = Field(default=(), max_length=MAX_LINES)
    """Coasts, lakes and canals, drawn faintly; cell 1 lies at (0, 0)."""


class Changed(Model):
    """A change of designed values, as studies make it."""

    variable: str
    """The manual's name."""
    at: Items[int] = ()
    """Which element, by its indices counted from 1; all that is behind them, or all."""
    times: float | None = None
    """What the values are multiplied by."""
    to: float | None = None
    """Instead: what they become."""

    @model_validator(mode="after")
    def _check_kind(self) -> Changed:
        if (self.times is None) == (self.to is None):
            raise ValueError("times or to, and not both")
        return self


class Options(Model):
    """What players may choose."""

    as_printed: Annotated[bool | tuple[Name, ...], BeforeValidator(_errata)] = False
    """Follow the manual's print where we mend it: true in all that can run so, or some by name."""
    until: int = Field(default=0, ge=0, le=1_000_000)
    """When the war ends, in units of time; 0 for the deck's own time (tend, IDX-2.3)."""


class ScenarioFile(Model):
    """A war, by name or as a deck of cards, and what the cards do not say."""

    format: Literal["hexfront-idahex/1"]
    system: Literal["idahex"]
    name: Slug
    title: Line
    description: Paragraph = ""
    war: War | None = None
    """The war by name."""
    deck: Deck | str | None = None
    """Instead of `war`: the cards themselves, or the name of a deck that ships with the project."""
    units: dict[str, UnitKind] = Field(default_factory=dict)
    """With a deck: how its types of units are called and drawn, by their numbers."""
    ground: Ground | str | None = None
    """What is drawn beneath the map: towns and water, or the name of a ground that ships."""
    time: Line = "day"
    """What one unit of time is."""
    distance: Line = "km"
    """What one unit of distance is."""
    options: Options = Field(default_factory=Options)
    changes: Items[Changed] = ()
    """What is changed of the war or the deck, one after the other."""

    @model_validator(mode="after")
    def _check_source(self) -> ScenarioFile:
        if (self.war is None) == (self.deck is None):
            raise ValueError("a war or a deck, and not both")
        if self.war is not None and self.units:
            raise ValueError("units only with a deck: a war names its types itself")
        return self
