"""Battles of the small map up to the die."""

from __future__ import annotations

from typing import Any

from hexfront.systems.malaya.rules.battle import Retreated
from hexfront.systems.malaya.rules.combat import Rolled, strengths
from hexfront.systems.malaya.scenario.state import FULL, JAPAN, Phase
from tests.malaya.small import Table

NO_AIR_DEFENCE = {"defence": [[1]] * 9}


def battle(*units: dict[str, Any], side: int = JAPAN, **changes: Any) -> Table:
    """The combat phase of a side; everybody is supplied, the defender's aircraft stay away."""
    changes = {"air": NO_AIR_DEFENCE, "shipping": None} | changes
    table = Table(*units, **changes).go_to(Phase.COMBAT, side)
    table.state.units.supplied[:] = 1
    return table


def declared(label: str, names: str, *units: dict[str, Any], **changes: Any) -> Table:
    """A battle under declaration."""
    table = battle(*units, **changes).do(do="attack", hex=label)
    for name in names.split():
        table.do(do="join", unit=name)
    return table


def odds(table: Table) -> tuple[float, float]:
    """Attack and defence as factors of counters."""
    attack, defence = strengths(table.ground, table.state)
    return attack / FULL, defence / FULL


def rolled(table: Table, face: int = 4) -> tuple[int, int, int]:
    """Face, column and modifier of the die of a declared battle."""
    table.do(do="roll").answer(face - 1)
    roll = next(event.what for event in table.events if isinstance(event.what, Rolled))
    return roll.die, roll.column, roll.modifier


def way(retreat: Retreated) -> list[int]:
    """The hexes of a retreat, from the first to the last."""
    return [place for place in (retreat.first, retreat.second, retreat.third) if place >= 0]
