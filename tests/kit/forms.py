"""In which form kernels run: most tests run them as plain Python, see `tests/conftest.py`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hexfront.jit import COMPILE


@contextmanager
def compiling() -> Iterator[None]:
    """Kernels that are made here are compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(COMPILE, "always")
        yield
