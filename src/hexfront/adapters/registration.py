"""Gymnasium finds every registered system: `gymnasium.make("hexfront/Brigade-v1")`.

Importing `hexfront.adapters` registers them, which `gymnasium.make` does by itself for
`hexfront.adapters:hexfront/Brigade-v1`. The entry point of the group `gymnasium.envs` is for
programs that look for it; Gymnasium itself has not done so since its version 1.0. Nothing is
imported here that takes time: neither Numba nor a system is loaded before an environment is made.

The version of an environment rises whenever the same seeds and actions would give something else.
It is the whole number in the file `environment.version` beside the system's module; 0 without one.
"""

from __future__ import annotations

import re
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import gymnasium

NAMESPACE: Final = "hexfront"
GROUP: Final = "hexfront.systems"
"""As `hexfront.core.registry` has it, which loads too much."""
VERSION_FILE: Final = "environment.version"


def register_environments() -> None:
    """Register the environments of all systems, those that are registered already left out."""
    for entry in sorted(entry_points(group=GROUP)):
        name = environment_id(entry)
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                "hexfront.adapters.gymnasium_env:HexfrontEnv",
                vector_entry_point="hexfront.adapters.vector_env:HexfrontVectorEnv",
                kwargs={"system": entry.name},
            )


def environment_id(entry: EntryPoint) -> str:
    """Such as `hexfront/Brigade-v1`, of the entry point of a system."""
    words = "".join(word.capitalize() for word in re.split(r"[^a-zA-Z0-9]+", entry.name))
    return f"{NAMESPACE}/{words}-v{environment_version(entry)}"


def environment_version(entry: EntryPoint) -> int:
    """The version of a system's environment; 0 too where the system cannot be found."""
    try:
        spec = find_spec(entry.module)
        if spec is not None and spec.origin is not None:
            return int(Path(spec.origin).with_name(VERSION_FILE).read_text(encoding="utf-8"))
    except (ImportError, OSError, ValueError):
        pass
    return 0
