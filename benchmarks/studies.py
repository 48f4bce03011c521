"""How long studies take, and how much memory: the files in benchmarks/studies.

    python -m benchmarks.studies --workers 2
    python -m benchmarks.studies malaya-sobol --workers 2
    python -m benchmarks.studies --memory

Each is the command `hexfront study FILE --out DIR`, report and tables included, in a process of its
own.  `seconds` are by the clock, `cpu_seconds` of the command and its workers together, so
what others do on the machine, told as `load`, lengthens the first alone.  `--memory`: the largest
resident memory of the command and of a worker, with 1,000 games and with 10,000.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

STUDIES = Path(__file__).parent / "studies"
MEMORY = "brigade-greedy"
_PEAK = """
import resource, sys
from hexfront.cli import main
from hexfront.study.memory import peak_memory
sys.argv[0] = "hexfront"
try:
    main()
except SystemExit:
    pass
own, workers = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
cpu = sum(one.ru_utime + one.ru_stime for one in (own, workers))
print(peak_memory() >> 20, workers.ru_maxrss // 1024, cpu, file=sys.stderr)
"""
"""Runs a command line; the largest memory of it and its workers in MiB, and their CPU-seconds."""


def measured(file: Path, workers: int) -> dict[str, Any]:
    """The figures of one study."""
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        asked = ["study", str(file), "--out", folder, "--workers", str(workers), "--json"]
        started = perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", _PEAK, *asked], capture_output=True, text=True, check=True
        )
        seconds = perf_counter() - started
    found = json.loads(done.stdout)
    own, largest, cpu = done.stderr.splitlines()[-1].split()
    return {
        "study": file.stem,
        "points": len(found["points"]),
        "games": found["games"],
        "workers": workers,
        "seconds": round(seconds, 1),
        "cpu_seconds": round(float(cpu), 1),
        "mib": int(own),
        "worker_mib": int(largest),
        "load": [round(load, 1), round(os.getloadavg()[0], 1)],
        "digest": found["digest"],
    }


def memory(workers: int) -> list[dict[str, Any]]:
    """The same study with few and with many games."""
    text = (STUDIES / f"{MEMORY}.toml").read_text(encoding="utf-8")
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for games in (500, 5000):
            file = Path(folder) / f"{MEMORY}-{games}.toml"
            file.write_text(re.sub(r"(?m)^games = \d+", f"games = {games}", text), encoding="utf-8")
            found.append(measured(file, workers))
    return found


def main() -> None:
    """Print a line of JSON for each study."""
    names = sorted(path.stem for path in STUDIES.glob("*.toml"))
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("studies", nargs="*", metavar="STUDY", help=", ".join(names))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--memory", action="store_true")
    chosen = parser.parse_args()
    if chosen.memory:
        for figures in memory(chosen.workers):
            print(json.dumps(figures), flush=True)
        return
    for name in chosen.studies or names:
        print(json.dumps(measured(STUDIES / f"{name}.toml", chosen.workers)), flush=True)


if __name__ == "__main__":
    main()
