"""Battles and fights with dice, from what was told of them.

A battle's card follows from the parts that its entries have (`hexfront.core.battles`).

An entry of kind `declare` begins a fight, if one of kind `pool` follows: the
dice of a side.  One with `dice` and `shows` is a throw, `round` ends a round;
any other that follows a round ends the fight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexfront.core.battles import battles_of
from hexfront.core.contract import LogEntry
from hexfront.tui.words import dice_text

BEGINS: Final = "declare"
POOL: Final = "pool"
ROUND: Final = "round"


def last_fight(entries: Sequence[LogEntry]) -> Sequence[LogEntry]:
    """The entries of the fight that the last of some entries belongs to; empty for none."""
    starts = [number for number, entry in enumerate(entries) if entry.kind == BEGINS]
    if not starts:
        return ()
    fight = entries[starts[-1] :]
    if all(entry.kind != POOL for entry in fight):
        return ()  # What is declared need not be fought with pools of dice.
    rounds = [number for number, entry in enumerate(fight) if entry.kind == ROUND]
    ends = [
        number
        for number, entry in enumerate(fight)
        if rounds and number > rounds[0] and entry.kind != ROUND and not _is_throw(entry)
    ]
    return fight if not ends or ends[0] == len(fight) - 1 else ()


def battle_lines(entries: Sequence[LogEntry], number: int) -> list[str]:
    """The card of the battle that an entry, by its place in the log, belongs to; empty for none.

    Only what had been told by then where the battle went on after it.
    """
    if not 0 <= number < len(entries) or entries[number].battle is None:
        return []
    for battle in reversed(battles_of(entries[: number + 1])):
        if number in battle.entries:
            return battle.lines(entries)
    return []


def fight_lines(entries: Sequence[LogEntry], *, drawn: bool) -> list[str]:
    """The fight that goes on in the last of some entries, or ends there; else the battle."""
    lines = [line for entry in last_fight(entries) for line in _lines(entry, drawn=drawn)]
    return lines or battle_lines(entries, len(entries) - 1)


def _lines(entry: LogEntry, *, drawn: bool) -> list[str]:
    details = entry.details
    if _is_throw(entry):
        side, value = str(details.get("side", "")), details.get("value", "")
        times = f"{details.get('pattern', '')} x{details.get('multiplier', 1)}"
        return [f" {side}: {dice_text(entry, drawn=drawn)}", f"   {times} = {value}"]
    if entry.kind == ROUND:
        winner = str(details.get("winner", ""))
        left = [value for name, value in details.items() if name not in ("round", "winner")]
        return [f"{details.get('round')}: {winner} wins, {' : '.join(map(str, left))} left"]
    return [entry.text]


def _is_throw(entry: LogEntry) -> bool:
    return "shows" in entry.details and "dice" in entry.details
