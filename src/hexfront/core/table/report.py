"""Reports: what a viewer of a game gets in print, written from its steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from hexfront.core.contract import Step


class Report(Protocol):
    """Follows one game and writes, line by line, what one viewer is told of it."""

    @property
    def name(self) -> str:
        """Of the file that it is written to, without an ending."""

    def head(self) -> Iterator[str]:
        """What stands before the first step."""

    def lines(self, step: Step) -> Iterator[str]:
        """What a step adds; to be called with every step of a sound journal, in their order."""
