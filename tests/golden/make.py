"""Make the golden games of a system anew, on purpose: `python -m tests.golden.make SYSTEM`.

With `--logs` before the name the games stay, and only their words are written anew.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hexfront.conformance import make_golden
from hexfront.conformance.golden import rewrite_logs
from hexfront.core.registry import find_system
from hexfront.core.system import System

FOLDER = Path(__file__).parent
SHORT = {"idahex": {"until": "10"}}
"""Options for games that would fill megabytes to their end."""


def make(system: System, folder: Path) -> list[Path]:
    """Write all golden games of a system into a folder, in the place of those that are there."""
    return make_golden(system, folder, SHORT.get(system.name))


if __name__ == "__main__":
    only_logs = "--logs" in sys.argv
    for name in (word for word in sys.argv[1:] if word != "--logs"):
        paths = rewrite_logs(FOLDER / name) if only_logs else make(find_system(name), FOLDER / name)
        print(*paths, sep="\n")
