"""Commands in the words in which people type them (4): what `commands` reads, written again."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.systems.idahex.rules.command.drafts import Command
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario.setting import Setting


def command_text(setting: Setting, side: int, command: Command) -> str:
    """A whole command of a side, so that it can be typed again."""
    units = _numbers(setting, command.units)
    others = f" to {_numbers(setting, command.others)}" if command.others else ""
    match command.word:
        case o.MISSION:
            mode = f" stacked {command.mode}" if command.mode else ""
            return f"mission {units}{mode}: {', '.join(_orders(command))}"
        case o.CANCEL:
            return f"cancel {f'strike {command.place}' if command.of_strike else units}"
        case o.TRANSFER:
            givers = f" from {units}" if units else ""
            names = setting.names.resources[side]
            listed = ", ".join(f"{amount} {names[item]}" for item, amount in command.amounts)
            amounts = f": {listed}" if listed else ""
            return f"transfer {command.place}{givers}{others}{amounts}"
        case o.DELIVERY:
            size = f" size {command.size}" if command.size else ""
            return f"delivery {units} {command.place}{size}{others}"
        case o.RECALL:
            return f"cancel delivery {units} {command.place}"
        case o.STRIKE:
            classes = " ".join(str(value) for value in command.classes)
            role = "cas" if command.role == o.CLOSE else f"interdict {classes}"
            return f"strike {command.place} {role} with {', '.join(command.aircraft)}"
    return o.WORDS[command.word]


def _orders(command: Command) -> Sequence[str]:
    found = []
    for order in command.orders:
        start = f" at {order.start}" if order.start else ""
        found.append(f"{order.place} {order.posture}{start}")
    return found


def _numbers(setting: Setting, rows: Sequence[int]) -> str:
    return " ".join(str(setting.units[row].number) for row in rows)
