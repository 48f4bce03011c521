"""How long a learner waits for one step of one environment."""

from __future__ import annotations

from statistics import median
from time import process_time
from typing import Final

import numpy as np

from hexfront.adapters.gymnasium_env import HexfrontEnv
from hexfront.adapters.spaces import MASK
from hexfront.core.documents.strictjson import Json

SEED: Final = 1
ROUNDS: Final = 7
STEPS: Final = 2000
RESETS: Final = 200


def measure_gymnasium(system: str, steps: int = STEPS) -> dict[str, Json]:
    """CPU-microseconds of `HexfrontEnv.step` and `reset`, random legal orders against `random`.

    Both one after the other: a single reset among hundreds of steps takes up to twice as long, as
    neither its code nor its data are in the processor's caches then.
    """
    env, chance = HexfrontEnv(system), np.random.default_rng(SEED)
    seen, _ = env.reset(seed=SEED)
    stepped, begun = [], []
    for _ in range(ROUNDS):
        spent = 0.0
        for _ in range(steps):
            legal = np.flatnonzero(seen[MASK])
            order = np.int64(legal[int(chance.random() * len(legal))])
            started = process_time()
            seen, _, over, cut, _ = env.step(order)
            spent += process_time() - started
            if over or cut:
                seen, _ = env.reset()
        stepped.append(1e6 * spent / steps)
        started = process_time()
        for _ in range(RESETS):
            seen, _ = env.reset()
        begun.append(1e6 * (process_time() - started) / RESETS)
    return {
        "gym_step_us": round(median(stepped), 2),
        "gym_reset_us": round(median(begun), 2),
    }
