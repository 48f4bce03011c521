"""Make the golden games of a system anew, on purpose: `python -m tests.golden.make SYSTEM`.

One game a shipped scenario between the best machine opponents that the system
brings, one game a set of options, and one of random orders in the default
scenario.  Seeds are fixed, so the files change only if behaviour or words do.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hexfront.agents import best_agent
from hexfront.conformance import rules_of
from hexfront.conformance.golden import record
from hexfront.core.registry import find_system
from hexfront.core.system import System

SEED = 1
FOLDER = Path(__file__).parent
SHORT = {"idahex": {"until": "10"}}
"""Options for games that would fill megabytes to their end."""


def make(system: System, folder: Path) -> list[Path]:
    """Write all golden games of a system into a folder, in the place of those that are there."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in [*folder.glob("*.jsonl"), *folder.glob("*.log.txt")]:
        old.unlink()
    made = []
    for label, bound in rules_of(system, most=0).items():
        rules = bound
        if system.name in SHORT and system.with_options is not None:
            rules = system.rules(system.with_options(bound.scenario, SHORT[system.name]))
        name = label.translate(str.maketrans(":=,_", "----"))
        agents = [best_agent(system)] * len(rules.sides)
        made.append(record(system, rules, folder, name, SEED, agents))
        if label == system.default_scenario:
            agents = ["random"] * len(rules.sides)
            made.append(record(system, rules, folder, f"{name}-random", SEED, agents))
    return made


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for path in make(find_system(name), FOLDER / name):
            print(path)
