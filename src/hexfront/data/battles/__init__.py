"""Recorded land battles, 1600 to 1982: 418 of the 660 of the CDB90 data base.

    from hexfront.data.battles import load_battles

    for battle in load_battles():
        print(battle.year, battle.name, battle.number("STRA"), battle.winner)

`cdb90.csv` holds the cells of the US Army Concepts Analysis Agency's data base of
battles (1990, R. L. Helmbold), which is in the public domain; `corrections.csv` what
Helmbold corrected later, which the loader applies; `codebook.csv` says of each
column what it means and whether it was known before the battle.
"""

from __future__ import annotations

from hexfront.data.battles.battle import Battle, HindsightError, KnownBefore
from hexfront.data.battles.codebook import Column, load_codebook
from hexfront.data.battles.eras import ERAS, era_of, whole_war
from hexfront.data.battles.reading import (
    Correction,
    load_battles,
    load_corrections,
    read_battles,
)

__all__ = [
    "ERAS",
    "Battle",
    "Column",
    "Correction",
    "HindsightError",
    "KnownBefore",
    "era_of",
    "load_battles",
    "load_codebook",
    "load_corrections",
    "read_battles",
    "whole_war",
]
