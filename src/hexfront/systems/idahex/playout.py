"""Random wars, for measurements and fingerprints: every word is one of those that may come next.

A word is read in Python and what happens between two breaks is a kernel; to
say at random what a mission is takes longer than a day of war.
"""

from __future__ import annotations

from hashlib import blake2b

from hexfront.core.contract import Kind, Step
from hexfront.core.dice import dice_from_seed, draw
from hexfront.core.events import EventLog
from hexfront.core.state import digest
from hexfront.core.system import PlayoutReport
from hexfront.systems.idahex.rules import IdahexRules


def random_playouts(rules: IdahexRules, games: int, seed: int) -> PlayoutReport:
    """Play random wars to their end; nobody wins one (IDX-2.3)."""
    dice, ends, steps = dice_from_seed(seed), blake2b(digest_size=4), 0
    for _ in range(games):
        state, log = rules.start(), EventLog()
        while (decision := rules.decision(state)).kind != Kind.OVER:
            side = decision.sides[int(draw(dice, len(decision.sides)))]
            choices = rules.choices(state, side)
            log.clear()
            rules.apply(state, Step(side, choices[int(draw(dice, len(choices)))]), log)
            steps += 1
        ends.update(digest(state).encode())
    return PlayoutReport(games, steps, (0, 0), ends.hexdigest())
