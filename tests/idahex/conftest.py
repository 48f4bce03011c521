"""The tests of IDAHEX run its kernels as plain Python.

To compile them all takes minutes of processor time, and the tests are quick
without.  `test_lanes.py` holds a compiled war to the same digests.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numba

import hexfront.jit
import hexfront.systems

CONFIG: dict[str, Any] = vars(numba.config)


@contextmanager
def plain() -> Iterator[None]:
    """What is imported meanwhile is not compiled."""
    before = CONFIG["DISABLE_JIT"], hexfront.jit.JIT_DISABLED
    CONFIG["DISABLE_JIT"], hexfront.jit.JIT_DISABLED = 1, True
    try:
        yield
    finally:
        CONFIG["DISABLE_JIT"], hexfront.jit.JIT_DISABLED = before


with plain():
    package = importlib.import_module("hexfront.systems.idahex")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
