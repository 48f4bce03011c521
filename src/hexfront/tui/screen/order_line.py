"""The screen's line for typed orders: Tab completes, the arrows bring earlier lines back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.suggester import Suggester
from textual.widgets import Input

from hexfront.core.errors import InputError

Complete = Callable[[str], Sequence[str]]
"""Lines that the beginning of one may become."""


class OrderLine(Input):
    """A line with completion, and a history for each side: two people may share the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("tab", "complete", "Complete"),
        ("up", "recall(-1)", "The line before"),
        ("down", "recall(1)", "The line after"),
    ]

    def __init__(self, placeholder: str, complete: Complete, side: Callable[[], int]) -> None:
        """`side`: whose lines are brought back."""
        self._complete, self._side = complete, side
        super().__init__(
            placeholder=placeholder, id="order", compact=True, suggester=_FirstOf(self.completions)
        )
        self._typed: dict[int, list[str]] = {}
        self._at: int | None = None

    def completions(self, text: str) -> Sequence[str]:
        """Lines that a beginning may become; none where it is wrong already."""
        try:
            return self._complete(text)
        except InputError:
            return ()

    def remember(self, text: str) -> None:
        """Keep a line that was typed."""
        lines = self._typed.setdefault(self._side(), [])
        if text.strip() and lines[-1:] != [text]:
            lines.append(text)
        self._at = None

    def forget_place(self) -> None:
        """Begin at the newest line again."""
        self._at = None

    def action_complete(self) -> None:
        """Take the first completion."""
        found = self.completions(self.value) if self.value else ()
        if found:
            self.value = found[0]
            self.cursor_position = len(self.value)

    def action_recall(self, by: int) -> None:
        """An earlier or later line of the same side."""
        lines = self._typed.get(self._side(), [])
        at = (len(lines) if self._at is None else self._at) + by
        if not 0 <= at <= len(lines):
            return
        self._at = at
        self.value = lines[at] if at < len(lines) else ""
        self.cursor_position = len(self.value)


class _FirstOf(Suggester):
    """Suggests the first completion."""

    def __init__(self, complete: Complete) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._of = complete

    async def get_suggestion(self, value: str) -> str | None:
        """The first line that the value may become."""
        return next(iter(self._of(value)), None)
