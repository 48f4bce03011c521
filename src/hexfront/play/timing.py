"""What keeps time in a match, as the match sees it: `hexfront.people` has one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple, Protocol

from hexfront.core.contract import Refusal


class Turns(NamedTuple):
    """Whose turn it is in a match, after something has happened."""

    waiting: Collection[int]
    """The sides whose persons must act; none after the end."""
    moment: int
    """The time of the game."""
    side: int = -1
    """Whose request it was; -1 for nobody's."""
    undone: bool = False
    """Whether it took something back."""


class Timing(Protocol):
    """The clocks of one match."""

    def begin(self, moment: int) -> None:
        """The match has been loaded, at a time of the game."""

    def refusal(self, side: int) -> Refusal | None:
        """Why a side can give no orders now; None where time lets it."""

    def follow(self, turns: Turns) -> Callable[[Any], None]:
        """Let the clocks run of those who must act, and no others.

        Returns what keeps that, in the transaction of what has happened.
        """
