"""One frame of an engagement of IDAHEX, beside the manual's text done slowly.

    python benchmarks/idahex_frame.py [--json]

CPU time of one thread.  On the manual's sample deck, three Red divisions attack two Blue
brigades from two cells.  The kernel's loop includes putting stocks and the feba back
before each frame.  The other side is `tests/idahex/combat_oracle.py`, which keeps K for
every pair of units and types and finds the involvement of each unit anew.
"""

# Compiling is chosen before the kernels are imported.
# ruff: noqa: E402
from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from hexfront.jit import compile_always

compile_always()

from tests.idahex.combat_oracle import War, frame

import hexfront.systems.idahex
from hexfront.core.events import NO_LOG
from hexfront.jit import kernel
from hexfront.systems.idahex.deck.decks import read_files
from hexfront.systems.idahex.rules.combat.engagements import assess
from hexfront.systems.idahex.rules.combat.involvement import involvement_of
from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.chains import engage, open_engagement
from hexfront.systems.idahex.scenario.compilation import compile_design
from hexfront.systems.idahex.scenario.initial_state import Unit, make_scratch, open_war

FRAMES = 20_000
ROUNDS = 7
PLACE = 62
AROUND = (50, 61, 61)
"""The cells from which the three divisions come."""
DIVISION, BRIGADE = 0, 5
"""Types of units of the sample, counted from 0."""
DECKS = Path(hexfront.systems.idahex.__file__).parent / "data" / "decks"


def sample_design() -> d.Design:
    """The manual's sample deck."""
    return compile_design(read_files(DECKS / "sinai.50", DECKS / "sinai.60").values)


def sample_war(design: d.Design) -> s.State:
    """Three Red divisions from two cells attack two Blue brigades, all at toe."""
    toe = design.forces.toe
    units = [
        Unit(n, "", DIVISION, cell, 40, 0.0, tuple(toe[DIVISION])) for n, cell in enumerate(AROUND)
    ]
    units += [Unit(n, "", BRIGADE, PLACE, 10, -5.0, tuple(toe[BRIGADE])) for n in (8, 9)]
    state = open_war(design, units)
    row = open_engagement(state, PLACE, d.RED)
    for place in range(len(units)):
        engage(state, row, place, 1 if place < len(AROUND) else 0)
    state.game.time = design.area.clock[d.FRAME]
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
        state.figures.feba[0] = 0.0
        assess(design, state, scratch, 0, out)


def measure() -> dict[str, Any]:
    """Microseconds a frame, of the kernel and of the manual's text, in one run."""
    design = sample_design()
    state = sample_war(design)
    scratch = make_scratch(design, len(state.units))
    stock = state.stock.copy()
    many_frames(design, state, scratch, stock, NO_LOG, 1)
    state.stock[:] = stock
    state.figures.feba[0] = 0.0
    fast, slow = [], []
    for _ in range(ROUNDS):
        start = time.process_time()
        many_frames(design, state, scratch, stock, NO_LOG, FRAMES)
        fast.append((time.process_time() - start) / FRAMES * 1e6)
        state.stock[:] = stock
        state.figures.feba[0] = 0.0
        start = time.process_time()
        frame(War(design, state), 0)
        slow.append((time.process_time() - start) * 1e6)
    return {
        "kernel_us": {"best": min(fast), "median": statistics.median(fast)},
        "text_us": {"best": min(slow), "median": statistics.median(slow)},
        "times": min(slow) / min(fast),
        "involvement": [round(float(x), 3) for x in involvement_of(design, state, [1, 2])],
        "involvement_of_blue": [round(float(x), 3) for x in involvement_of(design, state, [3, 4])],
        "ratio": float(state.figures.ratio[0]),
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
