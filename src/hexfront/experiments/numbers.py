"""Numbers as people read them in tables and sentences."""

from __future__ import annotations


def number_words(value: float, sign: str = "") -> str:
    """Four digits, or all before the point; `sign` may be `+`.

    >>> number_words(0.12345), number_words(41234.5), number_words(3.0, "+"), number_words(1e-9)
    ('0.1235', '41,234', '+3', '1e-09')
    """
    if 1000 <= abs(value) < 1e12:
        return f"{value:{sign},.0f}"
    return f"{value:{sign}.4g}"
