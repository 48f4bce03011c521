"""Which rule systems are there: entry points of the group `hexfront.systems`.

A third-party package adds a system by an entry point of its own; nothing in
Hexfront names a system.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from hexfront.core.errors import HexfrontError, InputError, SystemBroken
from hexfront.core.system import System

GROUP = "hexfront.systems"


def system_names() -> list[str]:
    """The names of all registered systems, sorted."""
    return sorted({entry.name for entry in entry_points(group=GROUP)})


@cache
def find_system(name: str) -> System:
    """The system with this name. Errors: `InputError`, `SystemBroken`."""
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            try:
                system = entry.load()
            except HexfrontError:
                raise
            except Exception as error:
                raise SystemBroken(f"entry point {entry.value}: {error}") from error
            if not isinstance(system, System) or system.name != name:
                raise SystemBroken(f"entry point {entry.value} is not a System named {name!r}")
            return system
    raise InputError.at("system", name, f"one of: {', '.join(system_names())}")
