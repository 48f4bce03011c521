"""Who sits where, as the command line says: `--seats person,random`; `--side`, `--opponent`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hexfront.core.errors import InputError

if TYPE_CHECKING:
    from hexfront.core.contract import Rules
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

    def players(self, system: System, rules: Rules[Any]) -> list[str]:
        """For each side `person` or the name of an opponent. Errors: `InputError`.

        Files of networks are offered to the processes in which opponents think.
        """
        from hexfront.agents.networks import offer_network, path_of
        from hexfront.play.storage.records import PERSON

        names = self._names(system, rules.sides)
        for side, name in enumerate(names):
            path = None if name == PERSON else path_of(name)
            if path is not None:
                names[side] = offer_network(system, path, rules, side)
        return names

    def _names(self, system: System, sides: Sequence[str]) -> list[str]:
        """The same as they are typed."""
        from hexfront.agents import usual_opponent
        from hexfront.play.storage.records import PERSON

        if self.seats is not None:
            return self._listed(system, sides)
        if self.side is not None and self.side not in sides:
            raise InputError.at("--side", self.side, f"one of: {', '.join(sides)}")
        opponent = self.opponent or usual_opponent(system)
        _check(system, opponent, "--opponent")
        own = sides.index(self.side) if self.side else 0
        return [PERSON if side == own else opponent for side in range(len(sides))]

    def _listed(self, system: System, sides: Sequence[str]) -> list[str]:
        text = self.seats or ""
        for option, given in (("--side", self.side), ("--opponent", self.opponent)):
            if given is not None:
                raise InputError.at(option, given, "either --seats or --side and --opponent")
        names = split_seats(text)
        for name in names:
            _check(system, name, "--seats")
        if len(names) != len(sides):
            expected = f"{len(sides)} of them, one a side: {', '.join(sides)}"
            raise InputError.at("--seats", text, expected)
        return names


def _check(system: System, player: str, place: str) -> None:
    """Errors: `InputError` for what is neither `person` nor an opponent."""
    from hexfront.agents import agent_factories, named_agent
    from hexfront.agents.levels import levels_of
    from hexfront.agents.networks import path_of
    from hexfront.play.storage.records import PERSON

    if path_of(player) is not None:
        return
    factories, levels = agent_factories(system), levels_of(system)
    if player.partition(":")[0] not in factories and player not in (*levels, PERSON):
        known = ", ".join([*levels, *factories, PERSON, "FILE.safetensors"])
        raise InputError.at(place, player, f"one of: {known}")
    if player != PERSON:
        named_agent(system, player, place)


def split_seats(text: str) -> list[str]:
    """The names in `person,random`."""
    return [name.strip() for name in text.split(",")]
