"""What pictures need of counters, marks and views; those of the core have it.

A counter may also have a `sign`, the figure by which one without a NATO symbol
is drawn. A view may also say whose each place is (`owners`), what the ground is for now
(`becomes`), and have a title and tracks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol


class CounterLike(Protocol):
    """One playing piece as a viewer knows it; `hexfront.core.contract.Counter` is one."""

    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def side(self) -> int: ...  # noqa: D102
    @property
    def place(self) -> str: ...  # noqa: D102
    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def sidc(self) -> str: ...  # noqa: D102
    @property
    def known(self) -> bool: ...  # noqa: D102
    @property
    def values(self) -> Mapping[str, int | float | str]: ...  # noqa: D102
    @property
    def badges(self) -> tuple[str, ...]: ...  # noqa: D102


class MarkLike(Protocol):
    """A drawing on the board; `hexfront.core.contract.Mark` is one."""

    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def subject(self) -> str: ...  # noqa: D102
    @property
    def places(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def caption(self) -> str: ...  # noqa: D102


class PositionLike(Protocol):
    """What a viewer knows of counters and marks; `hexfront.core.contract.View` is one."""

    @property
    def counters(self) -> Sequence[CounterLike]: ...  # noqa: D102
    @property
    def marks(self) -> Sequence[MarkLike]: ...  # noqa: D102


class ResultLike(Protocol):
    """How a game ended; `hexfront.core.contract.Result` is one."""

    @property
    def winners(self) -> tuple[int, ...]: ...  # noqa: D102
    @property
    def clause(self) -> str: ...  # noqa: D102
    @property
    def reason(self) -> str: ...  # noqa: D102
    @property
    def scores(self) -> tuple[float, ...]: ...  # noqa: D102
