"""Memory that the C library keeps although nothing uses it any more; of glibc alone."""

from __future__ import annotations

import ctypes
from contextlib import suppress
from typing import Any, Final

M_ARENA_MAX: Final = -8
"""`mallopt`: in how many places threads have their memory (malloc.h)."""


def _library() -> Any:
    """The C library of this process. Errors: `OSError`, `TypeError` where it cannot be asked."""
    return ctypes.CDLL(None)


def use_one_heap() -> None:
    """Let all threads have their memory in one place, before they start.

    Python runs one of them at a time, so none waits. With a place each, what one takes and another
    frees leaves gaps in all of them.
    """
    with suppress(OSError, TypeError, AttributeError):
        _library().mallopt(M_ARENA_MAX, 1)


def give_back() -> None:
    """Give memory that is free back to the system: 5 ms for 300 MiB.

    By itself the library does not where something that is in use lies above.
    """
    with suppress(OSError, TypeError, AttributeError):
        _library().malloc_trim(0)
