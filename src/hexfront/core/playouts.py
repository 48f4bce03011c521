"""Random games inside one kernel call: what systems with such a kernel have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hexfront.core.contract import Rules
from hexfront.core.dice import dice_from_seed
from hexfront.core.events import NO_LOG
from hexfront.core.system import PlayoutReport


def play_randomly(
    play: Callable[..., tuple[int, int]], rules: Rules[Any], ground: Any, games: int, seed: int
) -> PlayoutReport:
    """Have a kernel play random games of a scenario.

    The kernel is called with the ground, the state at the start and one to play on,
    dice, room for the order codes of a side, no log, the number of games, and a count
    of wins by side, which it raises.  It gives the steps and a fingerprint of all ends
    (`hexfront.core.tables.mixed`).
    """
    wins = np.zeros(len(rules.sides), dtype=np.int64)
    codes = np.zeros(rules.actions, dtype=np.int64)
    dice = dice_from_seed(seed)
    steps, ends = play(ground, rules.start(), rules.start(), dice, codes, NO_LOG, games, wins)
    return PlayoutReport(games, int(steps), tuple(wins.tolist()), f"{int(ends):08x}")
