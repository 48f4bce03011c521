"""A war of IDAHEX with machine commanders on both sides: the manual's sample, 1,000 days.

    python benchmarks/idahex_war.py [--days N] [--json]

CPU time of one thread, warm, beside that of the calibration kernel, which says
how fast the machine is.  `frame_us` is what a frame takes, all told but for commands, in
the periods of the first 40 days that begin with an engagement.
"""

# Compiling is chosen before the kernels are imported.
# ruff: noqa: E402
from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path
from typing import Any

import numpy as np

from hexfront.blocks import copy_block
from hexfront.jit import compile_always

compile_always()

import hexfront.systems.idahex
from hexfront.core.documents.strictjson import read_json
from hexfront.core.events import NO_LOG
from hexfront.study.calibration import calibration_rate
from hexfront.systems.idahex.opponents.commander import command
from hexfront.systems.idahex.opponents.staff.commands import make_desk
from hexfront.systems.idahex.opponents.staff.headquarters import make_staff, make_staff_workspace
from hexfront.systems.idahex.rules.clock import begin, run
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.loader import load
from hexfront.systems.idahex.scenario.setting import Setting
from hexfront.systems.idahex.study.team import fight

ROUNDS = 5
COPIES = 100
DAYS = 1000.0
SAMPLE = Path(hexfront.systems.idahex.__file__).parent / "data" / "scenarios" / "sinai.json"


class Sample:
    """The sample war and its two commanders."""

    def __init__(self) -> None:
        self.setting: Setting = load(read_json(SAMPLE), None, str(SAMPLE)).setting
        self.design, self.scratch = self.setting.design, self.setting.scratch
        self.staff = make_staff(self.design)
        self.room = make_staff_workspace(self.design, len(self.setting.units))
        self.desk = make_desk(self.design, len(self.setting.units))
        self.words = np.zeros(1, dtype=np.int64)
        self.opening = self.setting.start()
        begin(self.design, self.opening, NO_LOG)
        self.state = self.opening.copy()

    def fight(self, days: float) -> int:
        """The war from its beginning."""
        copy_block(self.state, self.opening)
        parts = (self.design, self.staff, self.state, self.scratch, self.room, self.desk)
        stops: int = fight(*parts, days, self.words, NO_LOG)
        return stops

    def orders(self) -> None:
        """The commands of both sides, for now."""
        parts = (self.design, self.staff, self.state, self.scratch, self.room, self.desk)
        for side in range(2):
            command(*parts, side, self.words, NO_LOG)


def measure_frames(sample: Sample, days: float) -> list[float]:
    """Microseconds a frame, in every period of the war that begins with an engagement."""
    copy_block(sample.state, sample.opening)
    found = []
    while sample.state.game.phase != s.OVER and sample.state.game.time < days:
        sample.orders()
        if sample.state.game.phase == s.COMMANDS and sample.state.engagements.cell.any():
            copies = [sample.state.copy() for _ in range(COPIES)]
            begun = int(sample.state.game.frames)
            start = time.process_time()
            for copy in copies:
                run(sample.design, copy, sample.scratch, NO_LOG)
            spent = time.process_time() - start
            frames = int(copies[0].game.frames) - begun
            found.append(spent / COPIES / frames * 1e6)
        run(sample.design, sample.state, sample.scratch, NO_LOG)
    return found


def measure(days: float) -> dict[str, Any]:
    """Seconds a war, what they were spent on, and how fast the machine is."""
    sample = Sample()
    sample.fight(2.0)
    seconds, stops = [], 0
    for _ in range(ROUNDS):
        start = time.process_time()
        stops = sample.fight(days)
        seconds.append(time.process_time() - start)
    rate = calibration_rate()
    frames = measure_frames(sample, min(days, 40.0))
    return {
        "days": days,
        "stops": stops,
        "war_s": {"best": min(seconds), "median": statistics.median(seconds)},
        "stop_us": min(seconds) / stops * 1e6,
        "frame_us": {"best": min(frames), "median": statistics.median(frames)},
        "calibration_per_s": rate,
        "war_in_calibration_steps": min(seconds) * rate,
    }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--days", type=float, default=DAYS)
    arguments = parser.parse_args()
    found = measure(arguments.days)
    if arguments.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name}: {value}")


if __name__ == "__main__":
    main()
