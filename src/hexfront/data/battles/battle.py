"""A recorded battle, and what of it was known before it was fought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from hexfront.data.battles.codebook import load_codebook
from hexfront.data.battles.eras import era_of, whole_war

Value = float | str | None
"""Of a cell: a number, a code or a text; None where it is not known."""
PERIODS: Final = 10
NO_CLOCK: Final = 5000
"""An hour that says that only the duration is known: the end is 5000 and hours and minutes."""


class HindsightError(Exception):
    """A model has asked for what was judged or known only after the battle."""


@dataclass(frozen=True, slots=True)
class KnownBefore:
    """What a model may read of a battle: columns that the codebook calls known before it."""

    _values: Mapping[str, Value]

    def __getitem__(self, column: str) -> Value:
        """A cell. Errors: `HindsightError`; `KeyError` for a column that there is not."""
        known = load_codebook()[column].known
        if known != "before":
            raise HindsightError(f"{column} is {known}: no model may read it")
        return self._values.get(column)

    def number(self, column: str) -> float | None:
        """A number, None where it is not known. Errors: as above."""
        value = self[column]
        return value if isinstance(value, float) else None

    def code(self, column: str) -> str:
        """A code, empty where it is not known. Errors: as above."""
        value = self[column]
        return value if isinstance(value, str) else ""


@dataclass(frozen=True, slots=True)
class Battle:
    """One battle with all its cells, outcome included."""

    values: Mapping[str, Value]
    """By column; columns that the file does not have are missing."""

    @property
    def known(self) -> KnownBefore:
        """What models are given."""
        return KnownBefore(self.values)

    def number(self, column: str) -> float | None:
        """A number, None where it is not known."""
        value = self.values.get(column)
        return value if isinstance(value, float) else None

    def text(self, column: str) -> str:
        """A code or a text, empty where it is not known."""
        value = self.values.get(column)
        return value if isinstance(value, str) else ""

    @property
    def name(self) -> str:
        """What the battle is called."""
        return self.text("NAME")

    @property
    def war(self) -> str:
        """The whole war, of which the data may name a theatre."""
        return whole_war(self.text("WAR"))

    @property
    def year(self) -> int | None:
        """In which it began."""
        year = self.number("ATPBYR1")
        return None if year is None else int(year)

    @property
    def era(self) -> str:
        """By its year; empty where that is not known."""
        return "" if self.year is None else era_of(self.year)

    @property
    def winner(self) -> int | None:
        """1 the attacker, 0 neither, -1 the defender; None where it is not known."""
        code = self.text("WINA")
        return int(code) if code in {"1", "0", "-1"} else None

    @property
    def duration(self) -> float | None:
        """Days of fighting, the sum of the active periods; None where a date is missing.

        Hindsight.  Where hours are missing, whole days count, both ends included.
        """
        found = [days for n in range(1, PERIODS + 1) if (days := self._period(n)) is not None]
        return sum(found) if found else None

    def _period(self, n: int) -> float | None:
        dates = []
        for end in "BE":
            year, month, day = (self.number(f"ATP{end}{part}{n}") for part in ("YR", "MN", "DA"))
            if year is None or month is None or day is None:
                return None
            try:
                dates.append(datetime(int(year), int(month), int(day)))
            except (ValueError, OverflowError):
                return None
        start, stop = (self.number(f"ATP{end}HR{n}") for end in "BE")
        if start == NO_CLOCK and stop is not None and stop >= NO_CLOCK:
            return _hours(stop - NO_CLOCK) / 24
        days = (dates[1] - dates[0]) / timedelta(days=1)
        if start is None or stop is None or max(start, stop) > 2400:
            return days + 1 if days >= 0 else None
        length = days + (_hours(stop) - _hours(start)) / 24
        return length if length > 0 else None


def _hours(clock: float) -> float:
    """A 24-hour clock such as 1430, in hours."""
    return clock // 100 + clock % 100 / 60
