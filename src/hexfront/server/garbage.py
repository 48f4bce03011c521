"""Garbage in circles of references, looked for often and in small pieces.

Python looks at all young objects once so many more have been made than freed. A server in which
matches come and go frees as many as it makes: nothing is looked for in ten minutes, and then
everybody waits for a second, since a million objects are young.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Final

from hexfront.server.operating.memory import give_back

LOOK_SECONDS: Final = 1.0
OLDER_LOOKS: Final = 10
"""Looks from one at what has survived a look to the next."""
QUIET_SHARE: Final = 0.05
"""Of a processor; a process that takes less has nothing to do."""
QUIET_LOOKS: Final = 5
ALL_LOOKS: Final = 6 * 3600
"""Looks after which all is looked at even where it is never quiet: this takes more than a second,
and frees 1.3 KiB for each connection that has ended."""
TRIM_LOOKS: Final = 60
"""Looks from one to the next after which free memory is given back."""


class GarbageCollection:
    """When which objects of this process are looked at."""

    def __init__(
        self,
        collect: Callable[[int], object] = gc.collect,
        used: Callable[[], float] = time.process_time,
        trim: Callable[[], object] = give_back,
    ) -> None:
        """`collect`: looks at a generation. `used`: seconds of the processor so far.

        `trim`: gives free memory back to the system.
        """
        self._collect, self._used = collect, used
        self._trim = trim
        self._before = used()
        self._looks = 0
        self._quiet = 0
        self._since_all = 0

    def look(self) -> None:
        """Look at what is young; at more from time to time, and at all where nobody waits."""
        quiet = self._used() - self._before < QUIET_SHARE * LOOK_SECONDS
        self._quiet = self._quiet + 1 if quiet else 0
        self._looks += 1
        self._since_all += 1
        # A quiet time that goes on has nothing new.
        if self._quiet == QUIET_LOOKS or self._since_all >= ALL_LOOKS:
            self._collect(2)
            self._since_all = 0
        else:
            self._collect(1 if self._looks % OLDER_LOOKS == 0 else 0)
        if self._looks % TRIM_LOOKS == 0:
            self._trim()
        self._before = self._used()

    async def follow(self) -> None:
        """Look from time to time, instead of Python; what is there already stays for ever."""
        gc.freeze()
        gc.disable()
        try:
            while True:
                await asyncio.sleep(LOOK_SECONDS)
                self.look()
        finally:
            gc.enable()
