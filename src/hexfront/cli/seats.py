"""Who sits where, as the command line says: `--seats person,random`; `--side`, `--opponent`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from hexfront.core.errors import InputError

if TYPE_CHECKING:
    from hexfront.core.system import System

Seats = Annotated[
    str | None,
    typer.Option(
        "--seats",
        metavar="A,B,…",
        help="Who plays each side, in their order: `person`, or an opponent. Instead of --side "
        "and --opponent.",
    ),
]


@dataclass(frozen=True)
class WantedSeats:
    """What the command line says of the seats of a match."""

    side: str | None = None
    """Of the person."""
    opponent: str | None = None
    """On all other sides."""
    seats: str | None = None

    def __bool__(self) -> bool:
        return any(given is not None for given in (self.side, self.opponent, self.seats))

    def players(self, system: System, sides: Sequence[str]) -> list[str]:
        """For each side `person` or the name of an opponent. Errors: `InputError`."""
        from hexfront.agents import agent_factories, best_agent, opponent_factory
        from hexfront.play.records import PERSON

        known = [*agent_factories(system), PERSON]
        if self.seats is not None:
            return self._listed(sides, known)
        if self.side is not None and self.side not in sides:
            raise InputError.at("--side", self.side, f"one of: {', '.join(sides)}")
        opponent = self.opponent or best_agent(system)
        if opponent != PERSON:
            opponent_factory(system, opponent, "--opponent")
        own = sides.index(self.side) if self.side else 0
        return [PERSON if side == own else opponent for side in range(len(sides))]

    def _listed(self, sides: Sequence[str], known: Sequence[str]) -> list[str]:
        text = self.seats or ""
        for option, given in (("--side", self.side), ("--opponent", self.opponent)):
            if given is not None:
                raise InputError.at(option, given, "either --seats or --side and --opponent")
        names = split_seats(text)
        for name in names:
            if name not in known:
                raise InputError.at("--seats", name, f"one of: {', '.join(known)}")
        if len(names) != len(sides):
            expected = f"{len(sides)} of them, one a side: {', '.join(sides)}"
            raise InputError.at("--seats", text, expected)
        return names


def split_seats(text: str) -> list[str]:
    """The names in `person,random`."""
    return [name.strip() for name in text.split(",")]
