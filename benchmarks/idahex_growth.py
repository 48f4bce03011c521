"""How the time of an IDAHEX war grows with its units and cells.

    python benchmarks/idahex_growth.py [--days 10] [--rounds 3] [--json] [--plot FILE]

CPU time of one thread, of wars made by `hexfront.systems.idahex.study.generated`.  Every unit is a
task force of its own with a mission of ten orders.  Once all of them march behind their own
front, so that the agenda, delays and lists are all that costs; once Red attacks along the whole
border.  `change_us` is the time of one change of status of one unit, all else included;
`quiet_frame_us` that of a frame in which nothing happens but that all units use up supplies.
`calibration_ns` is an iteration of the calibration kernel beside them: how fast the machine is.
"""

# Compiling is chosen before the kernels are imported.
# ruff: noqa: E402
from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from hexfront.jit import compile_always

compile_always()

from hexfront.core.events import KIND, EventLog, kind_of
from hexfront.study.calibration import calibration_rate
from hexfront.systems.idahex.rules.clock import begin, run
from hexfront.systems.idahex.rules.command.missions import OK, create
from hexfront.systems.idahex.rules.maneuver.delays import ground_of
from hexfront.systems.idahex.rules.maneuver.occupation import StatusChanged
from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.area import LOWER_LEFT, LOWER_RIGHT, UPPER_LEFT, UPPER_RIGHT
from hexfront.systems.idahex.scenario.initial_state import make_scratch, open_war
from hexfront.systems.idahex.study.generated import generate

SIZES = ((100, 1_000), (1_000, 10_000), (10_000, 10_000), (1_000, 100_000), (10_000, 100_000))
ORDERS = 10
LOG = 1_000_000
RIGHT, EngagementLeft = (UPPER_RIGHT, LOWER_RIGHT), (UPPER_LEFT, LOWER_LEFT)


class War:
    """A made war, with what its kernels need."""

    def __init__(self, units: int, cells: int) -> None:
        started = time.process_time()
        self.design, self.army = generate(units, cells, 1)
        self.state = open_war(self.design, self.army)
        self.make_s = time.process_time() - started
        self.scratch = make_scratch(self.design, units)
        self.log = EventLog(LOG)
        self.ground = ground_of(self.design)
        begin(self.design, self.state, self.log.rows)

    def advance(self, days: float) -> tuple[int, int]:
        """Let time pass; how many changes of status there were, and how many fought at most."""
        changes, fighting = 0, 0
        while self.state.game.time < days:
            self.log.clear()
            run(self.design, self.state, self.scratch, self.log.rows)
            changes += int((self.log.written()[:, KIND] == kind_of(StatusChanged).code).sum())
            fighting = max(fighting, int((self.state.units.engagement != s.NONE).sum()))
        return changes, fighting

    def command(self, attack: bool) -> float:
        """Give all units missions; the CPU time of one command in microseconds."""
        missions = [self.mission(row, attack) for row in range(len(self.army))]
        starts = np.zeros(ORDERS)
        self.log.clear()
        started = time.process_time()
        refused = 0
        for row, orders in enumerate(missions):
            side, units = int(self.state.units.side[row]), np.array([row])
            code = create(
                *(self.ground, self.state, side, units, 1, 0),
                *(orders, starts, len(orders), self.log.rows),
            )
            refused += code != OK
        if refused > len(missions) // 100:
            raise SystemExit(f"{refused} of {len(missions)} missions were refused")
        return (time.process_time() - started) / len(missions) * 1e6

    def mission(self, row: int, attack: bool) -> d.Int:
        """Forward, for Red in an attack; back and forth behind the front for all others."""
        side, place = self.design.forces.side[self.army[row].kind], self.army[row].place
        ahead, back = (RIGHT, EngagementLeft) if side == d.RED else (EngagementLeft, RIGHT)
        if attack and side == d.BLUE:
            return np.array([[place, 10]])
        orders, home = [], place
        for step in range(ORDERS):
            away = ahead if attack else back
            returns = step % 2 and not attack
            place = home if returns else self.neighbour(place, away, row + step)
            orders.append([place, 10])
        return np.array(orders)

    def neighbour(self, place: int, sides: tuple[int, int], number: int) -> int:
        """An active cell to one side; the cell itself at the edge."""
        area = self.design.area
        for side in (sides[number % 2], sides[1 - number % 2]):
            other = int(area.rim[place, side])
            if other and area.environment[other] > 0:
                return other
        return place


def timed(
    advance: Callable[[float], tuple[int, int]], days: float
) -> tuple[float, tuple[int, int]]:
    """CPU seconds, and what it gave."""
    started = time.process_time()
    found = advance(days)
    return time.process_time() - started, found


def measure(units: int, cells: int, days: float, rounds: int) -> dict[str, float]:
    """One size: medians of several rounds, each with fresh wars."""
    found = []
    for _ in range(rounds):
        quiet = War(units, cells)
        seconds, _ = timed(quiet.advance, days)
        row = {
            "make_s": quiet.make_s,
            "calibration_ns": 1e9 / calibration_rate(),
            "state_mib": sum(part.nbytes for part in quiet.state) / 2**20,
            "quiet_frame_us": seconds * 1e6 * frame_of(quiet) / days,
        }
        for name, attack in (("march", False), ("attack", True)):
            war = War(units, cells)
            row[f"{name}_command_us"] = war.command(attack)
            seconds, (changes, fighting) = timed(war.advance, days)
            row[f"{name}_s"] = seconds
            row[f"{name}_changes"] = changes
            row[f"{name}_change_us"] = seconds * 1e6 / max(1, changes)
            row[f"{name}_fighting"] = fighting
        found.append(row)
    return {key: statistics.median(row[key] for row in found) for key in found[0]}


def frame_of(war: War) -> float:
    """The length of a frame in days."""
    return float(war.design.area.clock[d.FRAME])


def draw(found: dict[str, dict[str, float]], path: str) -> None:
    """The plot: what one change costs in wars of each size, and the calibration beside it."""
    from hexfront.study.reports.plots import new_picture, save_picture

    figure, (axes,) = new_picture(8.0, 4.5, (1,))
    names = [key.replace(", ", "\n") for key in found]
    each = [row["quiet_frame_us"] / int(key.split()[0]) for key, row in found.items()]
    lines = {
        "change of status, all units march": [row["march_change_us"] for row in found.values()],
        "change of status, one side attacks": [row["attack_change_us"] for row in found.values()],
        "a unit in a frame in which nothing happens": each,
    }
    for label, values in lines.items():
        axes.plot(names, values, marker="o", label=label)
    axes.set_ylim(bottom=0)
    axes.set_ylabel("microseconds of CPU time")
    axes.set_title("IDAHEX: time of one event, by the size of the war")
    axes.legend()
    save_picture(figure, Path(path))


def main() -> None:
    """Print a table, or one object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--plot", metavar="FILE", help="draw a picture (PNG)")
    options = parser.parse_args()
    for attack in (False, True):  # compile everything
        war = War(20, 100)
        war.command(attack)
        war.advance(2.0)
    found = {f"{u} units, {c} cells": measure(u, c, options.days, options.rounds) for u, c in SIZES}
    if options.plot:
        draw(found, options.plot)
    if options.json:
        print(json.dumps(found))
        return
    for size, row in found.items():
        print(size)
        for key, value in row.items():
            print(f"  {key:20} {value:,.2f}")


if __name__ == "__main__":
    main()
