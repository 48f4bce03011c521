"""Postures, missions and unfinished commands in words (IDX-2.2.1, IDX-3.1, IDX-4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.systems.idahex.rules.command.drafts import Command, Desired
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.setting import Setting

_CLASSES: Final = ("inactive", "hold", "disengage", "march", "attack")


def posture_words(setting: Setting, posture: int) -> str:
    """What a posture is, with its number, by which it is typed."""
    if posture == s.GONE:
        return "destroyed"
    if posture == int(setting.design.forces.transfer[0]):
        return f"hand over ({posture})"
    return f"{_CLASSES[posture // 10]} ({posture})"


def mission_words(setting: Setting, orders: Sequence[Json]) -> str:
    """The orders of a mission as a view holds them: cell, posture, start time."""
    parts = []
    for place, posture, start in orders:
        late = f" from {start:g}" if start > 0 else ""
        parts.append(f"{place} {posture_words(setting, posture)}{late}")
    return ", ".join(parts)


def next_words(setting: Setting, force: Json) -> str:
    """What a task force changes to next, and when; empty where nothing comes (3.1)."""
    place, posture, objective = force["next"]
    if force["due"] is None or not place:
        return ""
    towards = f" towards {objective}" if objective not in (0, place) else ""
    return f"{posture_words(setting, posture)} in {place}{towards} at {force['due']:.2f}"


def draft_words(setting: Setting, command: Command) -> str:
    """What an unfinished command says so far."""
    return _SAID[command.word](setting, command) if command.word in _SAID else ""


def unit_words(setting: Setting, row: int) -> str:
    """A unit by number and name."""
    unit = setting.units[row]
    return f"{unit.number} {unit.name}".strip()


def _units(setting: Setting, rows: Sequence[int]) -> str:
    return " + ".join(unit_words(setting, row) for row in rows) or "…"


def _desired(setting: Setting, order: Desired) -> str:
    posture = "…" if order.posture is None else posture_words(setting, order.posture)
    start = f" from {order.start}" if order.start else ""
    return f"{order.place} {posture}{start}"


def _mission(setting: Setting, command: Command) -> str:
    mode = f", stacked {command.mode}" if command.mode else ""
    orders = ", then ".join(_desired(setting, order) for order in command.orders)
    return f"Mission of {_units(setting, command.units)}{mode}: {orders or '…'}"


def _cancel(setting: Setting, command: Command) -> str:
    if command.of_strike:
        return f"Cancel the air strike on {command.place or '…'}"
    return f"Cancel the mission of {_units(setting, command.units)}"


def _transfer(setting: Setting, command: Command) -> str:
    said = f"Transfer in {command.place or '…'}"
    if command.units:
        said += f" from {_units(setting, command.units)}"
    if command.others:
        said += f" to {_units(setting, command.others)}"
    if not command.amounts or not (command.units or command.others):
        return said
    names = setting.names.resources[_side(setting, [*command.units, *command.others])]
    return f"{said}: " + ", ".join(f"{a or '…'} {names[r]}" for r, a in command.amounts)


def _delivery(setting: Setting, command: Command) -> str:
    size = f", size {command.size}" if command.size else ""
    takers = f" for {_units(setting, command.others)}" if command.others else ""
    return f"Delivery by {_units(setting, command.units)} in {command.place or '…'}{size}{takers}"


def _recall(setting: Setting, command: Command) -> str:
    return f"Cancel the delivery by {_units(setting, command.units)} in {command.place or '…'}"


def _strike(setting: Setting, command: Command) -> str:
    role = {o.CLOSE: ", close support", o.BEHIND: ", interdiction"}.get(command.role, "")
    order = " ".join(map(str, command.classes))
    first = f" of classes {order}" if order else ""
    aircraft = " and ".join(number or "…" for number in command.aircraft)
    return f"Strike at {command.place or '…'}{role}{first}{f' with {aircraft}' * bool(aircraft)}"


def _side(setting: Setting, rows: Sequence[int]) -> int:
    return int(setting.design.forces.side[setting.units[rows[0]].kind])


_SAID: Final[dict[int, Callable[[Setting, Command], str]]] = {
    o.MISSION: _mission,
    o.CANCEL: _cancel,
    o.TRANSFER: _transfer,
    o.DELIVERY: _delivery,
    o.RECALL: _recall,
    o.STRIKE: _strike,
    o.STOP: lambda setting, command: "Stop the war",
}
