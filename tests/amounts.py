"""How much is tested of what is too long for every run: a sample, and all in `make nightly`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

WHOLE = os.environ.get("HEXFRONT_TESTS") == "whole"


def amount(sample: int, whole: int) -> int:
    """How many of something a test takes."""
    return whole if WHOLE else sample


def sampled(cases: Sequence[T], every: int) -> list[T]:
    """One case in so many, the first among them, or all."""
    return list(cases if WHOLE else cases[::every])
