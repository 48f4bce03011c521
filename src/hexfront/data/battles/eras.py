"""Whole wars and eras, by which battles are split when models are judged."""

from __future__ import annotations

from typing import Final

ERAS: Final = (
    (1815, "1600-1815"),
    (1913, "1816-1913"),
    (1918, "1914-1918"),
    (1945, "1919-1945"),
    (9998, "1946-1982"),
)
"""The last year of each era, and its name."""
_PARTS: Final = {
    "WORLD WAR II": "WORLD WAR II",
    "WORLD WAR I": "WORLD WAR I",
    "ARAB-ISRAELI, 1967": "ARAB-ISRAELI WAR, 1967 (SIX-DAY WAR)",
}
"""Beginnings of names under which the data have parts of one war; the longer ones first."""


def era_of(year: int) -> str:
    """The era of a year.

    >>> era_of(1645), era_of(1918), era_of(1973)
    ('1600-1815', '1914-1918', '1946-1982')
    """
    return next(name for last, name in ERAS if year <= last)


def whole_war(name: str) -> str:
    """The war that a name of the data belongs to: theatres of the world wars are one war each.

    >>> whole_war("WORLD WAR II (ITALY 1944)"), whole_war("CRIMEAN WAR")
    ('WORLD WAR II', 'CRIMEAN WAR')
    """
    for beginning, war in _PARTS.items():
        if name == beginning or name.startswith((f"{beginning} (", f"{beginning},")):
            return war
    return name
