"""Numbers of things in words."""

from __future__ import annotations


def counted(number: int, noun: str, several: str = "") -> str:
    """A number and its noun, which is in the plural unless there is one.

    >>> counted(1, "air point"), counted(0, "card"), counted(2, "company", "companies")
    ('1 air point', '0 cards', '2 companies')
    """
    return f"{number} {noun if number == 1 else several or noun + 's'}"
