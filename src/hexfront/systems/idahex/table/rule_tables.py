"""The tables of a war, as players read them."""

from __future__ import annotations

from typing import Any

from hexfront.core.table.rule_tables import RuleTable, TableRow

_CLASSES = (
    ("0 to 9", "0", "waits to become active: a reinforcement"),
    ("10 to 19", "1, hold", "stays, idle, preparing, or defending"),
    ("20 to 29", "2, disengagement", "tries to break contact"),
    ("30 to 39", "3, movement", "is on its way"),
    ("40 to 49", "4, attack", "enters the next cell, or tries to"),
)


def idahex_tables(scenario: Any) -> tuple[RuleTable, ...]:
    """The classes of postures (IDX-2.2.1), which are those of every war."""
    postures = RuleTable(
        title="Postures",
        clause="IDX-2.2.1",
        corner="posture",
        columns=("class", "the unit"),
        rows=tuple(TableRow(posture, (group, what)) for posture, group, what in _CLASSES),
    )
    return (postures,)
