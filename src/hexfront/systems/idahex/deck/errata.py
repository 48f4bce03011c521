"""The manual's errata that a war may follow as printed; `errata.toml` tells all of them.

The first two concern how a deck is read, the others formulas: these read their
place of `Design.printed` where they stand.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

Name = Literal[
    "period",
    "maps",
    "carriers",
    "escape",
    "entry",
    "givers",
    "passengers",
    "overhead",
    "staffing",
    "steps",
    "feba",
    "close-support",
]
"""The errata that can run, by their names."""
NAMES: Final[tuple[Name, ...]] = get_args(Name)
MENDED: Final[frozenset[Name]] = frozenset()
"""What is followed as printed where nothing is said."""

# Places of Design.printed, those of NAMES
CARRIERS: Final = 2
"""The part of its transport that is loaded with passengers is what moves it (3.2.3.2)."""
ESCAPE: Final = 3
"""A stacked task force needs no supplies to disengage (3.2.5.2)."""
ENTRY: Final = 4
"""tentry stays within a posture class, also where an attack is given up (3.3.6)."""
GIVERS: Final = 5
"""Givers with a plan give the whole amount, whatever the others gave (4.2.1)."""
PASSENGERS: Final = 6
"""Those of the transport mode's class stay out of combat (5.4.1)."""
OVERHEAD: Final = 7
"""Overhead is taken from the first types of support, supplies (5.4.1)."""
STAFFING: Final = 8
"""The people for supplies are as many as there are of the first types of support (5.4.1)."""
STEPS: Final = 9
"""A step is as large as what can be protected at all (5.4.1)."""
FEBA_AT_END: Final = 10
"""The feba is 1 once an attacker is in the cell (5.1.3)."""
CLOSE_SUPPORT: Final = 11
"""What aircraft destroy counts for the force ratio, not what they could (5.2)."""


def followed(option: bool | Collection[Name]) -> frozenset[Name]:
    """The errata that an option names: all, none, or some."""
    if isinstance(option, bool):
        return frozenset(NAMES) if option else MENDED
    return frozenset(option)


def switches(names: Collection[str]) -> NDArray[np.int64]:
    """`Design.printed`: 1 where an erratum is followed as printed."""
    return np.array([name in names for name in NAMES], dtype=np.int64)
