"""What callers give to a batch, checked."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from hexfront.core.errors import InputError


def whole_number(place: str, value: object, least: int, most: int) -> int:
    """A whole number within limits. Errors: `InputError`."""
    if not is_whole(value):
        raise InputError.at(place, value, f"a whole number from {least} to {most}")
    number = int(value)  # type: ignore[call-overload]
    if not least <= number <= most:
        raise InputError.at(place, number, f"from {least} to {most}")
    return int(number)


def is_whole(value: object) -> bool:
    """Whether something is a whole number; a truth value is none."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def one_of(place: str, value: str, known: Mapping[str, int]) -> int:
    """What a word stands for. Errors: `InputError`."""
    if value not in known:
        raise InputError.at(place, value, f"one of: {', '.join(known)}")
    return known[value]


def form_of(value: object) -> str:
    """Type and shape of an array, or of what is none."""
    kind = getattr(value, "dtype", type(value).__name__)
    return f"<{kind} of shape {getattr(value, 'shape', '')}>"
