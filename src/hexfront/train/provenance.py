"""The network of a run as a file, with where it comes from."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Sequence
from pathlib import Path

from hexfront.core.batch.game import BatchGame
from hexfront.core.system import System
from hexfront.networks.files import identity, write_network
from hexfront.train.checkpoints import Checkpoint
from hexfront.train.learner import Learner
from hexfront.train.settings import Settings

NAME = "network.safetensors"


def write_best(
    settings: Settings,
    system: System,
    game: BatchGame,
    state: Checkpoint,
    learners: Sequence[Learner],
) -> None:
    """Write the weights of now, which have done best so far. Errors: `InputError`, `OSError`."""
    sides = game.rules.sides
    weights = {side: learner.arrays() for side, learner in zip(sides, learners, strict=True)}
    curve = [
        [round(p.minutes, 2), p.updates, *(round(p.share(n), 4) for n in p.shares)]
        for p in state.curve
    ]
    notes = identity(system, game) | {
        "sides": ",".join(sides),
        "commit": commit(),
        "seed": str(settings.seed),
        "hours": f"{state.minutes / 60:.3f}",
        "updates": str(state.updates),
        "orders": str(state.orders),
        "machine": f"{platform.machine()}, {os.cpu_count()} processors, {settings.device}",
        "settings": json.dumps(settings.what),
        "curve": json.dumps([["minutes", "updates", *state.curve[-1].shares], *curve]),
    }
    write_network(settings.out / NAME, weights, notes)


def commit() -> str:
    """The commit of the source that trains, where it is known; `+` where files were changed."""
    try:
        found = subprocess.run(
            ["git", "describe", "--always", "--abbrev=40", "--dirty=+", "--match="],
            cwd=Path(__file__).parent, capture_output=True, text=True, check=True, timeout=10,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return found.stdout.strip()
