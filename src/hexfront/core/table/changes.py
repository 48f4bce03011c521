"""Orders taken back: how often that is allowed, and how many orders a game has left.

People may change their minds. But an agent that plays at random, or learns,
could plan and take back for ever, and its game would never end. So rules count the
orders of a side that take something back, and from `MOST_CHANGES` on refuse them.
"""

from __future__ import annotations

from typing import Final

MOST_CHANGES: Final = 200
"""So often a side takes orders back before the game goes on: in a turn, a phase or a set-up.

More than people need, who also have the undo of the table, which counts nothing.
"""


def lexicographic(*digits: tuple[int, int]) -> int:
    """A number that orders positions by their first digit, then their second, and so on.

    Each digit comes with its limit, which it stays below. So `Rules.orders_left` can
    put together what falls seldom (turns left) and what falls often (points left),
    where each fall of the former raises the latter. Errors: `ValueError` for a digit
    outside 0 … limit − 1.
    """
    found = 0
    for digit, limit in digits:
        if not 0 <= digit < limit:
            raise ValueError(f"digit {digit} is not within 0 … {limit - 1}")
        found = found * limit + int(digit)
    return found
