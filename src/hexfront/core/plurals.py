"""Numbers of things in words."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """A number and its noun, which is in the plural unless there is one.

    >>> counted(1, "air point"), counted(0, "card")
    ('1 air point', '0 cards')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"
