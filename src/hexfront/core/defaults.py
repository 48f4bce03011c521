"""What most rules have in common, so that a system need not write it."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from hexfront.core.contract import (
    Decision,
    Kind,
    LogEntry,
    Offer,
    OrderStyle,
    Overlay,
    OverlayReading,
    Refusal,
    View,
    is_for,
)
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.events import Event
from hexfront.core.table.log import LogWriter


class BaseRules(ABC):
    """Methods of `hexfront.core.contract.Rules` as the simplest systems have them.

    A class of rules may inherit from it and override what it does otherwise.
    """

    actions: int
    scenario: Any

    def __reduce__(self) -> tuple[Any, ...]:
        """Rules are made anew of their scenario where they are unpickled or copied."""
        return type(self), (self.scenario,)

    @property
    def order_styles(self) -> Sequence[OrderStyle]:
        """No styles: all kinds of orders look alike."""
        return ()

    @property
    def overlays(self) -> Sequence[Overlay]:
        """No overlays."""
        return ()

    def read_overlay(self, view: View, overlay: str, subject: str) -> OverlayReading:
        """There is nothing to ask. Errors: `InputError`."""
        raise InputError.at("overlay: name", overlay, "nothing: this system has no overlays")

    def redact(self, event: Event, viewer: int) -> Event | None:
        """An event is for those in its audience, and for them as it is."""
        return event if is_for(event, viewer) else None

    def irrevocable(self, event: Event, side: int) -> Refusal | None:
        """No event teaches a side anything that it did not know."""
        return None

    @abstractmethod
    def write_order(self, order: int) -> Json:
        """An order code as a JSON object that a person can read."""

    def read_order(self, document: Json) -> int:
        """The code that is written so. Errors: `InputError`.

        Every code is written once for this, so it suits systems with few.
        """
        code = self._codes_by_words.get(_key(document))
        if code is None:
            example = json.dumps(self.write_order(0))
            raise InputError.at("order", document, f"an order of the system, such as {example}")
        return code

    @cached_property
    def _codes_by_words(self) -> dict[str, int]:
        return {_key(self.write_order(code)): code for code in range(self.actions)}


class Viewer(Protocol):
    """Makes the views of one scenario."""

    def view(self, state: Any, viewer: int, kind: Kind, time: int, must: bool) -> View:
        """What a viewer may know, at a decision of such a kind and time."""

    def facts(self, state: Any, viewer: int) -> Mapping[str, Json]:
        """The facts of that view alone."""


class Offers(Protocol):
    """Makes the offers of one scenario."""

    @property
    def styles(self) -> Sequence[OrderStyle]:
        """How screens show the kinds of its offers."""

    def offers(self, view: View) -> Sequence[Offer]:
        """The orders open to the viewer, from the view alone."""


class OverlayReader(Protocol):
    """Answers the overlays of one scenario."""

    @property
    def overlays(self) -> Sequence[Overlay]:
        """What a viewer may ask for."""

    def read_overlay(self, view: View, overlay: str, subject: str) -> OverlayReading:
        """The answer to an overlay, from the view alone. Errors: `InputError`."""


class LateFacts(Mapping[str, Json]):
    """The facts of a view, made when one is first read; the state must not change before."""

    def __init__(self, make: Callable[[], Mapping[str, Json]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Mapping[str, Json]:
        return self._make()

    def __getitem__(self, name: str) -> Json:
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


S = TypeVar("S", bound=tuple[Any, ...])


class ComposedRules(BaseRules, Generic[S]):
    """Rules of a larger system, which hand on to parts of their own what a table shows.

    A class of rules makes the parts when it is bound to its scenario.
    """

    _viewer: Viewer
    _log_writer: LogWriter
    _offers: Offers
    _overlays: OverlayReader

    @abstractmethod
    def decision(self, state: S) -> Decision:
        """What the game waits for."""

    def view(self, state: S, viewer: int) -> View:
        """What a viewer may know."""
        decision = self.decision(state)
        must = viewer in decision.sides
        return self._viewer.view(state, viewer, decision.kind, decision.time, must)

    def log_view(self, state: S, viewer: int) -> View:
        """The viewer and the facts that he may know, made where the log reads them."""
        facts = LateFacts(lambda: self._viewer.facts(state, viewer))
        return View(viewer, 0, Kind.ORDERS, False, "", "", (), facts=facts)

    def describe(self, event: Event, view: View) -> LogEntry:
        """A redacted event in words, from the view's viewer and facts alone."""
        return self._log_writer.describe(event, view)

    def offers(self, view: View) -> Sequence[Offer]:
        """The orders open to the viewer, for the screen."""
        return self._offers.offers(view)

    @property
    def order_styles(self) -> Sequence[OrderStyle]:
        """How screens show the kinds of orders."""
        return self._offers.styles

    @property
    def overlays(self) -> Sequence[Overlay]:
        """What a viewer may ask `read_overlay` for."""
        return self._overlays.overlays

    def read_overlay(self, view: View, overlay: str, subject: str) -> OverlayReading:
        """The answer to an overlay. Errors: `InputError`."""
        return self._overlays.read_overlay(view, overlay, subject)


def _key(document: Json) -> str:
    # As text, since True equals 1 in Python.
    return json.dumps(document, sort_keys=True)
