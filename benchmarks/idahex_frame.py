"""One frame of an engagement of IDAHEX, beside the manual's text done slowly.

    python benchmarks/idahex_frame.py [--json]

CPU time of one thread.  The engagement is of the size of the manual's sample: nine
resources a side (four weapons, one against aircraft, transport, two supplies, people),
three Red divisions from two cells against two Blue brigades, with the sample's demands
for support, shares and protection groups.  The kernel's loop includes putting stocks and
the feba back before each frame.  The other side is `tests/idahex/combat_oracle.py`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.idahex.combat_oracle import War, frame
from tests.idahex.designs import make_design

from hexfront.core.events import NO_LOG
from hexfront.jit import kernel
from hexfront.systems.idahex import design as d
from hexfront.systems.idahex import state as s
from hexfront.systems.idahex.chains import engage, open_engagement
from hexfront.systems.idahex.engagements import assess
from hexfront.systems.idahex.involvement import involvement_of
from hexfront.systems.idahex.opening import Unit, make_scratch, open_war
from hexfront.systems.idahex.values import standard_values

FRAMES = 20_000
ROUNDS = 7
PLACE = 19
DIVISION = (155.0, 35.0, 32.0, 12.0, 6.0, 255.0, 70.0, 165.0, 2550.0)
BRIGADE = (185.0, 50.0, 95.0, 25.0, 0.0, 1100.0, 330.0, 300.0, 5900.0)
STANDARD = (
    (512.0, 109.0, 193.0, 91.0, 45.0, 1200.0, 360.0, 600.0, 10650.0),
    (185.0, 50.0, 95.0, 20.0, 1.0, 800.0, 330.0, 380.0, 5900.0),
)
DEMAND = (
    *((0.12, 0.21, 11.0), (0.30, 0.0, 1.0), (1.15, 0.56, 4.0), (3.5, 0.0, 5.0)),
    *((0.0, 0.0, 5.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.1), (0.0, 0.0, 0.1), (0.0, 0.0, 0.0)),
)
SHARES = (
    *((0.0, 0.35, 0.65, 0.80, 1.0, 1.0, 1.0), (0.2, 0.50, 0.85, 1.0, 1.0, 1.0, 1.0)),
    *((0.0, 0.25, 0.50, 0.80, 1.0, 1.0, 1.0), (0.0, 0.80, 0.95, 1.0, 1.0, 1.0, 1.0)),
)
KILLS = (
    (0.090, 0.075, 0.0045, 0.045, 0.045, 0.45, 0.30, 0.30),
    (0.075, 0.090, 0.240, 0.075, 0.075, 0.45, 0.15, 0.15),
    (0.300, 0.270, 0.180, 0.225, 0.225, 1.35, 0.60, 0.60),
    (0.450, 0.300, 0.060, 0.375, 0.375, 2.25, 1.20, 1.20),
)
AIM = (
    (0.785, 0.200, 0.001, 0.001, 0.001, 0.010, 0.001, 0.001),
    (0.185, 0.040, 0.700, 0.010, 0.001, 0.005, 0.001, 0.001),
    (0.210, 0.150, 0.55, 0.04, 0.01, 0.03, 0.005, 0.005),
    (0.600, 0.100, 0.15, 0.045, 0.02, 0.055, 0.015, 0.015),
)


def sample_design() -> d.Design:
    """A design of the sample's size, with its numbers where time depends on them."""
    resources = ((4, 1, 1, 2, 1),) * 2
    design = make_design(resources=resources, types=((0, DIVISION), (1, BRIGADE)))
    combat, support = design.combat, design.support
    combat.standard[:] = STANDARD
    for side in range(2):
        combat.kill_defence[side, :4, :8] = 0.25 * np.array(KILLS)
        combat.kill_attack[side, :4, :8] = 0.2 * np.array(KILLS)
        combat.aim_attack[side, :4, :8] = combat.aim_defence[side, :4, :8] = AIM
        support.demand[side] = DEMAND
        for item in range(8):
            for k in range(3):
                support.share[side, item, k] = SHARES[(item + k) % 4]
        support.share_at[side] = [0.0, 0.25, 0.5, 0.75, 1.0, 2.0, 3.0]
        support.group[side, :6] = [1, 2, 2, 3, 4, 4]
        support.protects[side, 1:3, 0] = 1.4
        support.protects[side, 3, :3] = 1.0
        support.protects[side, 4, :4] = 1.5, 1.0, 2.0, 1.0
        support.protects[side, 5, :4] = 7.0, 2.0, 10.0, 15.0
    support.overhead[:] = [[375.0], [2350.0]]
    combat.crews[:, :, :4] = 4.0
    combat.loss_at[:] = [0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 50.0]
    combat.loss_attack[:] = [1.0, 0.24, 0.15, 0.10, 0.08, 0.05, 0.04, 0.001]
    combat.loss_defence[:] = [0.0, 0.16, 0.22, 0.32, 0.46, 0.54, 0.65, 0.98]
    combat.zone[:] = 5.0
    return standard_values(design)


def sample_war(design: d.Design) -> s.State:
    """Three Red divisions from two cells attack two Blue brigades."""
    units = [
        Unit(1, "", 0, 11, 40, 0.0, DIVISION),
        Unit(2, "", 0, 12, 40, 0.0, DIVISION),
        Unit(3, "", 0, 12, 40, 0.0, DIVISION),
        Unit(4, "", 1, PLACE, 10, -5.0, BRIGADE),
        Unit(5, "", 1, PLACE, 10, -5.0, BRIGADE),
    ]
    state = open_war(design, units)
    row = open_engagement(state, PLACE, d.RED)
    for place in range(len(units)):
        engage(state, row, place, 1 if place < 3 else 0)
    state.time[0] = 0.25
    return state


@kernel
def many_frames(
    design: d.Design, state: s.State, scratch: s.Scratch, stock: d.Float, out: d.Int, count: int
) -> None:
    """So many frames, each with fresh units."""
    for _ in range(count):
        for unit in range(stock.shape[0]):
            for item in range(stock.shape[1]):
                state.stock[unit, item] = stock[unit, item]
        state.figures[0, s.FEBA] = 0.0
        assess(design, state, scratch, 0, out)


def measure() -> dict[str, Any]:
    """Microseconds a frame, of the kernel and of the manual's text, in one run."""
    design = sample_design()
    state = sample_war(design)
    scratch = make_scratch(design, len(state.units))
    stock = state.stock.copy()
    many_frames(design, state, scratch, stock, NO_LOG, 1)
    state.stock[:] = stock
    state.figures[0, s.FEBA] = 0.0
    fast, slow = [], []
    for _ in range(ROUNDS):
        start = time.process_time()
        many_frames(design, state, scratch, stock, NO_LOG, FRAMES)
        fast.append((time.process_time() - start) / FRAMES * 1e6)
        state.stock[:] = stock
        state.figures[0, s.FEBA] = 0.0
        start = time.process_time()
        frame(War(design, state), 0)
        slow.append((time.process_time() - start) * 1e6)
    return {
        "kernel_us": {"best": min(fast), "median": statistics.median(fast)},
        "text_us": {"best": min(slow), "median": statistics.median(slow)},
        "times": min(slow) / min(fast),
        "involvement": [round(float(x), 3) for x in involvement_of(design, state, [1, 2])],
        "involvement_blue": [round(float(x), 3) for x in involvement_of(design, state, [3, 4])],
        "ratio": float(state.figures[0, s.RATIO]),
    }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    found = measure()
    if parser.parse_args().json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name}: {value}")


if __name__ == "__main__":
    main()
