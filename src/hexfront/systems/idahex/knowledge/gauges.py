"""What a viewer can follow over time: strength, losses, supplies, FEBAs (IDX-8).

Of the enemy only what the map shows: cells, and how many units stand on them.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hexfront.core.contract import Gauge
from hexfront.core.documents.strictjson import Json
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import NEQ, NSS
from hexfront.systems.idahex.scenario.setting import Setting


def gauges(setting: Setting, facts: dict[str, Json]) -> Iterator[Gauge]:
    """All gauges of a viewer, from what he may know."""
    names, forces = setting.names.sides, setting.design.forces
    for side, own in facts["own"].items():
        yield from _own(setting, int(side), own)
    for fight in facts["engagements"]:
        feba = float(fight["figures"]["feba"])
        yield Gauge("FEBA", f"in {fight['cell']}", feba, "of depth", fight["attacker"])
    is_active = setting.design.area.environment > 0
    held = np.bincount(np.array(facts["owner"])[is_active], minlength=2).tolist()
    for side, name in enumerate(names):
        yield Gauge("Cells owned", name, float(held[side]), "cells", side)
    active = [0, 0]
    for unit, (_, posture, *_) in zip(setting.units, facts["units"], strict=True):
        active[int(forces.side[unit.kind])] += posture >= 10
    for side, name in enumerate(names):
        yield Gauge("Active units", name, float(active[side]), "units", side)


def _own(setting: Setting, side: int, own: Json) -> Iterator[Gauge]:
    """What is a side's own affair; values are those of section 5.3, on defence."""
    if not own["rows"]:
        return
    name, design = setting.names.sides[side], setting.design
    values, counts = design.combat.value_defence[side], design.forces.counts[side]
    stock, totals = np.array(own["stock"]).sum(axis=0), np.array(own["totals"])
    kinds = [setting.units[row].kind for row in own["rows"]]
    planned = float((design.forces.toe[kinds] @ values).sum())
    if planned > 0.0:
        part = 100 * float(stock @ values) / planned
        yield Gauge("Strength", name, part, "% of toe", side)
        for cause, words in ((s.GROUND, "on the ground"), (s.FROM_AIR, "from the air")):
            part = 100 * float(totals[cause] @ values) / planned
            yield Gauge("Losses so far", f"{name}, {words}", part, "% of toe", side)
    for supply in range(int(counts[NSS])):
        item = int(counts[NEQ]) + supply
        what = setting.names.resources[side][item]
        yield Gauge("Supplies", f"{name}: {what}", float(stock[item]), "", side)
