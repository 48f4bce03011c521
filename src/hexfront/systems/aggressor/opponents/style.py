"""What a commander weighs his deeds and plans by: a row of numbers, his style."""

from __future__ import annotations

from typing import Final, Literal

import numpy as np

from hexfront.blocks import Float

LEAST_VALUE: Final = 0
"""Less is not worth an order."""
LEAST_GAIN: Final = 1
"""An attack that is expected to do less is left out."""
PER_HEX: Final = 2
"""What it is worth to be a hex nearer to the goal."""
COVER: Final = 3
"""What rough terrain is worth to who ends there, besides the lesser danger."""
ENTERING: Final = 4
"""What it is worth to be the first in a sector that is wanted."""
HOLDING: Final = 5
"""What it costs to leave a sector that only this unit holds, where enemies are about."""
FEAR: Final = 6
"""How much of the danger counts: not every enemy comes that could."""
UNSEEN_FEAR: Final = 7
"""How much of an unseen enemy in the neighbourhood counts as one that attacks."""
IN_WANTED: Final = 8
"""How much more it is worth to hit enemies in a sector that is to be taken."""
INTRUDER: Final = 9
"""How much more it is worth to hit enemies in a sector that one holds."""
FIND: Final = 10
"""What it is worth to find an enemy, where there is somebody to attack it."""
MOBILITY: Final = 11
"""What it is worth to a unit without range to be able to move and see again."""
PARTISANS: Final = 12
"""What a group of partisans is worth."""
LEAST_LAUNCH: Final = 13
"""Missiles are fired once: they wait for a target that is worth this much."""
GIVEN: Final = 14
"""How much of its worth the step of a support unit counts: it is there to be given."""
REFIT: Final = 15
"""How much of the worth of a step it is worth to be where one can be had next turn."""
DIGGING: Final = 16
"""What it is worth for a unit to dig in at its goal."""
TO_TAKE: Final = 17
"""The effort of a sector that is not held, besides the enemies there."""
TO_ENTER: Final = 18
"""More for one where no own unit stands."""
TO_KEEP: Final = 19
"""The effort that an enemy means for a sector that is held."""
A_HEX: Final = 20
"""The effort of each hex that the nearest unit must go to a sector."""
CONSTANCY: Final = 21
"""What keeps a commander with the sectors that he has chosen."""
WAITING: Final = 22
"""Rounds for which a commander waits for the enemy to attack across the border first."""
PATIENCE: Final = 23
"""Rounds after which also the weaker side would rather attack than let the game be drawn."""

Style = dict[int, float]

STANDARD: Final[Style] = {
    LEAST_VALUE: 0.004,
    LEAST_GAIN: 0.008,
    PER_HEX: 0.012,
    COVER: 0.01,
    ENTERING: 0.08,
    HOLDING: 0.25,
    FEAR: 0.5,
    UNSEEN_FEAR: 0.25,
    IN_WANTED: 1.4,
    INTRUDER: 1.6,
    FIND: 0.05,
    MOBILITY: 0.08,
    PARTISANS: 0.1,
    LEAST_LAUNCH: 0.45,
    GIVEN: 0.3,
    REFIT: 0.5,
    DIGGING: 0.02,
    TO_TAKE: 0.6,
    TO_ENTER: 0.2,
    TO_KEEP: 0.25,
    A_HEX: 0.03,
    CONSTANCY: 0.3,
    WAITING: 6,
    PATIENCE: 30,
}
WARY: Final[Style] = STANDARD | {PER_HEX: 0.0048}
StyleName = Literal["commander", "wary"]
STYLES: Final[dict[StyleName, Style]] = {"commander": STANDARD, "wary": WARY}
"""By name; the first is that of the opponent `commander`, the others are those of `search`."""


def style_row(style: Style) -> Float:
    """A style as kernels take it."""
    return np.array([style[number] for number in range(len(STANDARD))], dtype=np.float64)
