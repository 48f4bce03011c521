"""The NATO symbols of units, as a side is shown them (AGR-6 to AGR-8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

IDENTITIES: Final = ("3", "6")
"""How the symbols of west and east are framed: as a friend's and as an enemy's."""

SYMBOLS: Final[Mapping[str, str]] = {
    "airbase": "100{}1000161208000000",
    "missile": "100{}1000161307000000",
    "artillery": "100{}1000161303000000",
    "armor": "100{}1000161205000000",
    "infantry": "100{}1000161211000000",
    "support": "100{}1000161634000000",
    "technical": "100{}1000161611000000",
    "unidentified": "100{}1000000000000000",
    "nuked": "100{}1000001401000000",
}
"""NATO symbols of battalions by shown type (AGR-6 to AGR-8), with a gap for the identity.

Aviation with fixed wings, surface-to-surface missiles, field artillery, armor, infantry, supply,
maintenance, a unit of which nothing is known, and one behind chemical and nuclear agents.
"""


def symbol(shown: str, side: int) -> str:
    """The symbol code of a shown type for a side (AGR-8).

    >>> symbol("armor", 1)
    '10061000161205000000'
    """
    return SYMBOLS[shown].format(IDENTITIES[side])
