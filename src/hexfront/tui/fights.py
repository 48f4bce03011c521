"""A fight with dice, round by round, from what was told of it.

A telling of kind `declare` begins a fight, if one of kind `pool` follows: the
dice of a side.  One with `dice` and `shows` is a throw, `round` ends a round;
any other that follows a round ends the fight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexfront.core.contract import LogEntry
from hexfront.tui.words import dice_text

BEGINS: Final = "declare"
POOL: Final = "pool"
ROUND: Final = "round"


def last_fight(tellings: Sequence[LogEntry]) -> Sequence[LogEntry]:
    """The tellings of the fight that the last of some tellings belongs to; empty for none."""
    starts = [number for number, telling in enumerate(tellings) if telling.kind == BEGINS]
    if not starts:
        return ()
    fight = tellings[starts[-1] :]
    if all(telling.kind != POOL for telling in fight):
        return ()  # What is declared need not be fought with pools of dice.
    rounds = [number for number, telling in enumerate(fight) if telling.kind == ROUND]
    ends = [
        number
        for number, telling in enumerate(fight)
        if rounds and number > rounds[0] and telling.kind != ROUND and not _is_throw(telling)
    ]
    return fight if not ends or ends[0] == len(fight) - 1 else ()


def fight_lines(tellings: Sequence[LogEntry], *, drawn: bool) -> list[str]:
    """The fight that goes on in the last of some tellings, or ends there."""
    return [line for telling in last_fight(tellings) for line in _lines(telling, drawn=drawn)]


def _lines(telling: LogEntry, *, drawn: bool) -> list[str]:
    details = telling.details
    if _is_throw(telling):
        side, value = str(details.get("side", "")), details.get("value", "")
        times = f"{details.get('pattern', '')} x{details.get('multiplier', 1)}"
        return [f" {side}: {dice_text(telling, drawn=drawn)}", f"   {times} = {value}"]
    if telling.kind == ROUND:
        winner = str(details.get("winner", ""))
        left = [value for name, value in details.items() if name not in ("round", "winner")]
        return [f"{details.get('round')}: {winner} wins, {' : '.join(map(str, left))} left"]
    return [telling.text]


def _is_throw(telling: LogEntry) -> bool:
    return "shows" in telling.details and "dice" in telling.details
