"""How many files this process may have open at once: a socket is one."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Final

log = logging.getLogger(__name__)

FILES_PER_CONNECTION: Final = 2
"""One that is passed on to another process has a socket to it, too."""
FILES_BESIDE: Final = 256
"""Of the store, of opponents' processes, and of whatever else is open for a moment."""


def make_room_for(connections: int) -> None:
    """Let this process open enough files for so many connections; it logs where it may not.

    Most systems allow 1024 at first, and more to a process that asks.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    wanted = FILES_PER_CONNECTION * connections + FILES_BESIDE
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY or allowed >= wanted:
        return
    asked = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (asked, most))
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if allowed < wanted:
        log.warning(
            "this process may open %d files, and needs %d for the %d connections that it takes:"
            " allow more (`ulimit -n`, or LimitNOFILE of systemd), or set `connections` lower",
            *(allowed, wanted, connections),
        )
