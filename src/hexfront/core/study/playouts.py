"""Random games, for measurements and fingerprints: in a kernel of the system, or step by step."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from hexfront.core.contract import CHANCE, Kind, Rules, Step
from hexfront.core.dice import dice_from_seed, draw, draw_outcome
from hexfront.core.events import NO_LOG, EventLog
from hexfront.core.state import digest


class PlayoutReport(NamedTuple):
    """What a batch of random games did."""

    games: int
    steps: int
    wins: tuple[int, ...]
    fingerprint: str
    """A digest over every final state."""


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


def playouts_by_steps(rules: Rules[Any], games: int, seed: int) -> PlayoutReport:
    """Random games through the contract, for systems without a kernel that plays them."""
    dice, log, ends = dice_from_seed(seed), EventLog(), hashlib.blake2b(digest_size=4)
    wins, steps = [0] * len(rules.sides), 0
    for _ in range(games):
        state = rules.start()
        while (decision := rules.decision(state)).kind != Kind.OVER:
            if decision.kind == Kind.CHANCE:
                step = Step(CHANCE, draw_outcome(rules.chances(state).weights, dice))
            else:
                side = decision.sides[int(draw(dice, len(decision.sides)))]
                codes = rules.choices(state, side)
                step = Step(side, int(codes[int(draw(dice, len(codes)))]))
            log.clear()
            rules.apply(state, step, log)
            steps += 1
        result = rules.result(state)
        for winner in result.winners if result else ():
            wins[winner] += 1
        ends.update(digest(state).encode())
    return PlayoutReport(games, steps, tuple(wins), ends.hexdigest())
