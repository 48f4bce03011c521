"""Errors that a person can cause: they name place, found and expected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SHOWN_LENGTH = 80
PRINTED_LENGTH = 400


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with some input."""

    place: str
    """File, JSON pointer, line or option where it stands."""
    found: str
    expected: str

    def __post_init__(self) -> None:
        # Places and names can come out of somebody's file: no control characters, no floods.
        for name in ("place", "found", "expected"):
            object.__setattr__(self, name, printable(getattr(self, name)))

    def __str__(self) -> str:
        return f"{self.place}: found {self.found}, expected {self.expected}"


class HexfrontError(Exception):
    """Base of every error that is a person's to mend."""


class InputError(HexfrontError):
    """Input that cannot be used; it carries every problem that one reading found."""

    def __init__(self, problems: Sequence[Problem] | Problem) -> None:
        self.problems = [problems] if isinstance(problems, Problem) else list(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    @classmethod
    def at(cls, place: str, found: object, expected: str) -> InputError:
        """One problem, with the found value cut to a length that can be read."""
        return cls(Problem(place, shown(found), expected))

    def within(self, place: str) -> InputError:
        """The same problems, found inside something larger."""
        return InputError(
            [Problem(f"{place}: {p.place}", p.found, p.expected) for p in self.problems]
        )


class Forbidden(InputError):
    """Words that mean an order which a clause forbids."""

    def __init__(self, text: str, clause: str, reason: str) -> None:
        super().__init__(Problem("order", shown(text), f"{clause}: {reason}"))
        self.clause, self.reason = clause, reason


class SystemBroken(HexfrontError):
    """A rule system that does not keep the contract."""


def printable(text: str) -> str:
    """A text with control and format characters escaped, cut to a length that can be read."""
    if len(text) > PRINTED_LENGTH:
        text = text[: PRINTED_LENGTH - 1] + "…"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def _written(value: object) -> str:
    """A value as files write it where Python has words of its own."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if type(value) is list:
        return f"[{', '.join(map(_written, value))}]"
    return repr(value)


def shown(value: object) -> str:
    """A found value as it may be printed: quoted, without control characters, cut."""
    text = value if isinstance(value, str) and value.startswith("<") else _written(value)
    return text if len(text) <= SHOWN_LENGTH else text[: SHOWN_LENGTH - 1] + "…"
