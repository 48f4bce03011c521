"""A scenario as its rules need it: the design as arrays, the units, and names for people."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hexfront.systems.idahex.scenario.design import NRS, Design
from hexfront.systems.idahex.scenario.initial_state import Unit, make_scratch, open_war
from hexfront.systems.idahex.scenario.orders import OrderBook
from hexfront.systems.idahex.scenario.state import Scratch, State


@dataclass(frozen=True)
class Names:
    """What people call things; places in lists count from 0, but cells and types from 1."""

    sides: tuple[str, str] = ("Red", "Blue")
    resources: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """rsname, by side (IDX-G20)."""
    environments: tuple[str, ...] = ()
    """ename (IDX-G6)."""
    routes: tuple[str, ...] = ()
    """rname (IDX-G11)."""
    barriers: tuple[str, ...] = ()
    """bname (IDX-G13)."""
    kinds: tuple[str, ...] = ()
    """Of the types of units."""
    symbols: tuple[str, ...] = ()
    """NATO symbol codes of the types of units."""
    time: str = "day"
    distance: str = "km"


@dataclass(frozen=True)
class Setting:
    """All that never changes in a war."""

    design: Design
    units: tuple[Unit, ...]
    """In the order of their numbers, Red before Blue."""
    names: Names
    detail: int = 9
    """iprint: how much of an engagement the players are told (IDX-8)."""

    @cached_property
    def opening(self) -> State:
        """The state in which the war opens."""
        return open_war(self.design, self.units)

    def start(self) -> State:
        """A copy of it."""
        return self.opening.copy()

    @cached_property
    def scratch(self) -> Scratch:
        """Room for kernels; nothing in it outlives a call."""
        return make_scratch(self.design, len(self.units))

    @cached_property
    def book(self) -> OrderBook:
        """The order codes of this war."""
        resources = int(self.design.forces.counts[:, NRS].max())
        cells = len(self.design.area.rim) - 1
        return OrderBook(resources, tuple(unit.number for unit in self.units), cells)
