"""Reasons against orders, declared beside the rule that gives them.

A kernel gives a whole number; here stand the clause and the words of each.
"""

from __future__ import annotations

from hexfront.core.contract import Refusal

_DECLARED: dict[tuple[str, int], Refusal] = {}
"""By rulebook and number."""


def refusal(number: int, clause: str, reason: str) -> int:
    """Declare a reason against orders; gives its number, for kernels.

    Args:
        number: from 1; each of a rulebook's reasons has its own.
        clause: the id of the clause that forbids the order; the letters before its `-` are those
            of the rulebook.
        reason: in words, without a full stop.

    Errors: `ValueError` for a number that another reason has.
    """
    made = Refusal(clause, reason)
    known = _DECLARED.setdefault((_book(clause), number), made)
    if number < 1 or known != made:
        raise ValueError(f"{clause}: {reason}: {number} is not free, since it means {known}")
    return number


def refusal_of(book: str, number: int) -> Refusal | None:
    """What a number of a rulebook, such as `BRG`, says; None for 0, which is no reason.

    Errors: `KeyError` for a number that was not declared.
    """
    return _DECLARED[book, number] if number else None


def words_of(book: str, number: int) -> str:
    """The reason alone; empty for 0. Errors: as of `refusal_of`."""
    found = refusal_of(book, number)
    return found.reason if found else ""


def refusals_of(book: str) -> dict[int, Refusal]:
    """All reasons of a rulebook by their numbers, as far as its modules are imported."""
    return {number: made for (letters, number), made in _DECLARED.items() if letters == book}


def _book(clause: str) -> str:
    return clause.rpartition("-")[0]
