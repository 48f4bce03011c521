"""The situation of a war in short: ground, losses, who is short of what, what arrives (IDX-8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from hexfront.core.contract import View
from hexfront.core.documents.strictjson import Json
from hexfront.core.log_digest import DigestRow
from hexfront.systems.idahex.scenario.design import NEQ, NSS
from hexfront.systems.idahex.scenario.setting import Setting

SHORT: Final = 0.1
"""A unit is short of a supply when it holds less than this share of its toe."""
MOST: Final = 6
"""Units that are named one by one."""


def digest(setting: Setting, view: View) -> list[DigestRow]:
    """How things stand, from what the viewer may know."""
    rows = list(_ground(setting, view.facts))
    for side, own in view.facts["own"].items():
        rows += _losses(setting, int(side), own)
        rows += _short(setting, int(side), own, view.facts["units"])
        rows += _arriving(setting, int(side), own, view.facts)
    return rows


def _ground(setting: Setting, facts: Json) -> Iterator[DigestRow]:
    is_active = setting.design.area.environment > 0
    held = np.bincount(np.array(facts["owner"])[is_active], minlength=2).tolist()
    for side, name in enumerate(setting.names.sides):
        yield {
            "group": "Ground",
            "caption": f"{name}: cells",
            "value": held[side],
            "side": side,
            "running": True,
        }


def _losses(setting: Setting, side: int, own: Json) -> Iterator[DigestRow]:
    """What was lost of each resource so far, on the ground and from the air together."""
    lost = np.array(own["totals"]).sum(axis=0)
    for name, number in zip(setting.names.resources[side], lost.tolist(), strict=False):
        if number > 0:
            yield {
                "group": "Losses",
                "caption": " ".join(name.split()),
                "value": round(number, 1),
                "side": side,
                "running": True,
            }


def _short(setting: Setting, side: int, own: Json, units: Json) -> Iterator[DigestRow]:
    """For each supply the active units that have hardly any of it left."""
    counts, names = setting.design.forces.counts[side], setting.names.resources[side]
    for supply in range(int(counts[NEQ]), int(counts[NEQ]) + int(counts[NSS])):
        short = []
        for row, stock in zip(own["rows"], own["stock"], strict=True):
            unit = setting.units[row]
            planned = float(setting.design.forces.toe[unit.kind, supply])
            if planned > 0 and units[row][1] >= 10 and stock[supply] < SHORT * planned:
                short.append(f"{unit.number} {unit.name}")
        if short:
            yield {
                "group": "Short of",
                "caption": " ".join(names[supply].split()),
                "value": _named(short),
                "side": side,
            }


def _arriving(setting: Setting, side: int, own: Json, facts: Json) -> Iterator[DigestRow]:
    """The units that come next, and when."""
    due: dict[float, list[str]] = {}
    for row, entry in zip(own["rows"], own["entry"], strict=True):
        unit = setting.units[row]
        if 0 <= facts["units"][row][1] < 10 and entry > facts["time"]:
            due.setdefault(entry, []).append(f"{unit.number} {unit.name}")
    if due:
        first = min(due)
        yield {
            "group": "Arriving",
            "caption": f"{setting.names.time} {first:g}",
            "value": _named(due[first]),
            "side": side,
        }


def _named(units: list[str]) -> str:
    more = len(units) - MOST
    return ", ".join(units[:MOST]) + (f" and {more} more" if more > 0 else "")
