"""What a player writes ahead: orders for his next turn, and cases of what has happened by then.

    if 4 moves 0505
      9 attack 0505
      done
      if 4 retreats
        9 move 0505
    otherwise
      done

A case is the condition of a line that begins with `if`, or `otherwise`, with orders deeper below
it, and then perhaps cases for the turn after. A condition is some words of one entry of the log.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from hexfront.core.errors import InputError

IF: Final = "if"
OTHERWISE: Final = "otherwise"
MAX_LINES: Final = 64
MAX_TURNS: Final = 8
"""For so many turns one may write ahead."""
_WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Plan:
    """Orders, as they would be typed, and what is prepared for the turn after them."""

    orders: tuple[str, ...]
    cases: tuple[Case, ...]
    rest: tuple[str, ...]
    """The lines of the cases."""

    def fitting(self, told: Sequence[str]) -> Case | None:
        """The first case that what has been told fits; None where there is none."""
        return next((case for case in self.cases if case.fits(told)), None)


@dataclass(frozen=True, slots=True)
class Case:
    """What may have happened, and what is to be done then."""

    line: str
    """As it was written."""
    plan: Plan

    def fits(self, told: Iterable[str]) -> bool:
        """Whether an entry has all the words of the condition, in this order."""
        words = _condition(self.line)
        return not words or any(_has(words_in(text), words) for text in told)


def _has(text: Sequence[str], words: Sequence[str]) -> bool:
    left = iter(text)
    return all(word in left for word in words)


def read_plan(lines: Sequence[str]) -> Plan:
    """What some lines say. Errors: `InputError`, with the number of the line."""
    if len(lines) > MAX_LINES:
        raise InputError.at("lines", f"<{len(lines)}>", f"at most {MAX_LINES}")
    numbered = [_Line(n, line.expandtabs()) for n, line in enumerate(lines, 1) if line.strip()]
    return _plan(numbered, 0)


class _Line(NamedTuple):
    number: int
    text: str


def _depth(line: _Line) -> int:
    return len(line.text) - len(line.text.lstrip())


def _condition(line: str) -> list[str]:
    """The words of a condition; none of `otherwise`."""
    return words_in(line)[1:]


def words_in(text: str) -> list[str]:
    """The words of a text, as conditions compare them."""
    return _WORD.findall(text.casefold())


def condition_of(line: str) -> list[str] | None:
    """The words of the condition that a line is; None of an order."""
    return _condition(line) if line.strip() and _is_case(line) else None


def _is_case(line: str) -> bool:
    return line.split(maxsplit=1)[0].casefold() in (IF, OTHERWISE)


def _plan(lines: Sequence[_Line], turn: int) -> Plan:
    """What lines say of which the first is as deep as all the others must be at least."""
    orders: list[str] = []
    cases: list[Case] = []
    own, at, rest = _depth(lines[0]) if lines else 0, 0, len(lines)
    while at < len(lines):
        line = lines[at]
        if _depth(line) != own:
            raise _wrong(line, f"a line that begins below line {lines[0].number}")
        if cases and not _condition(cases[-1].line):
            raise _wrong(line, f"nothing after `{OTHERWISE}` and its orders")
        after = next((n for n in range(at + 1, len(lines)) if _depth(lines[n]) <= own), len(lines))
        below = lines[at + 1 : after]
        if _is_case(line.text):
            rest = min(rest, at)
            cases.append(_case(line, below, turn))
        elif cases:
            raise _wrong(line, "orders before the cases, or deeper, below their case")
        elif below:
            raise _wrong(below[0], f"a line that begins below line {line.number}")
        else:
            orders.append(line.text.strip())
        at = after
    return Plan(tuple(orders), tuple(cases), tuple(line.text[own:] for line in lines[rest:]))


def _case(line: _Line, below: Sequence[_Line], turn: int) -> Case:
    text = line.text.strip()
    conditional = text.split(maxsplit=1)[0].casefold() == IF
    if conditional != bool(_condition(text)):
        raise _wrong(line, f"`{IF}` and words of the log, or `{OTHERWISE}` alone")
    if turn == MAX_TURNS:
        raise _wrong(line, f"cases for at most {MAX_TURNS} turns")
    plan = _plan(below, turn + 1)
    if not plan.orders:
        raise _wrong(line, "orders below it, each line deeper by some spaces")
    return Case(text, plan)


def _wrong(line: _Line, expected: str) -> InputError:
    return InputError.at(f"line {line.number}", line.text.strip(), expected)
