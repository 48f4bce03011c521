"""What becomes of the requests of persons in a live match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from hexfront.core.contract import Refusal

InTransaction = Callable[[Any], None]
"""Is done in the transaction of what happens, which it is given."""
Asked = tuple[int, str, int] | None
"""Side and key of the request that something answers, and how many of its orders it carries out."""

NOT_FOLLOWED: Final = Refusal(
    "", "This match goes on when the other players have followed you into it."
)
LEFT: Final = Refusal(
    "", "This match is closed: you have gone on from a kept situation, in a later one."
)
REFUSED_BEFORE: Final = Refusal(
    "", "This was refused before, and is not carried out when it comes again."
)
WAITS_FOR_DICE: Final = Refusal("", "The dice wait until every player's page has added to them.")


def nothing(_: Any) -> None:
    """Nothing is done."""


@dataclass(frozen=True)
class Outcome:
    """What became of a request with orders."""

    accepted: int
    refusal: Refusal | None = None
    given: int = 1
    """How many orders the request held."""


@dataclass(frozen=True)
class Undone:
    """What became of a request to take the last one back."""

    orders: tuple[int, ...] = ()
    """The orders that were taken back: given again, they are the redo."""
    refusal: Refusal | None = None
