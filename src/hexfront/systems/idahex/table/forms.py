"""The commands with several fields, as forms (IDX-4, IDX-6): their syntax is that of `commands`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from hexfront.core.table.forms import Choice, Field, Form, Group
from hexfront.systems.idahex.knowledge.descriptions import posture_words
from hexfront.systems.idahex.rules.command.commands import POSTURE_WORDS
from hexfront.systems.idahex.scenario.design import NACTYP
from hexfront.systems.idahex.scenario.setting import Setting
from hexfront.systems.idahex.table.offers import posture_numbers

CLASS_WORDS: Final = ("", "holding", "disengaging", "moving", "attacking")
LIKELY_TARGETS: Final = ("4 3 2 1", "3 4 2 1", "1 4 3 2")
"""Orders in which classes are attacked that come first: attackers, those on the move, holders."""


def forms(setting: Setting) -> Sequence[Form]:
    """The forms of one war, the most used first."""
    found = [_mission(setting), _transfer(setting), _delivery()]
    if setting.design.forces.counts[:, NACTYP].any():
        found += [_support(), _interdiction()]
    return found


def _cell(caption: str) -> Field:
    return Field("cell", caption, "place")


def _units(name: str, caption: str) -> Field:
    return Field(name, caption, "counter", many=True)


def _mission(setting: Setting) -> Form:
    time = f"From {setting.names.time}"
    start = Group(("at", Field("time", time, "number")), optional=True)
    leg = (_cell("Cell"), Field("posture", "Posture", "choice", choices=_postures(setting)), start)
    mode = Group(("stacked", Field("mode", "Transport mode", "number")), optional=True)
    parts = ("mission", _units("units", "Units"), mode, ":", Group(leg, repeated="Leg"))
    return Form("Mission", "IDX-4.1", parts)


def _transfer(setting: Setting) -> Form:
    resource = Field("resource", "Resource", "choice", choices=_resources(setting))
    amounts = Group((Field("amount", "Amount", "number"), resource), repeated="Amount")
    parts = (
        "transfer",
        _cell("Where"),
        Group(("from", _units("givers", "From")), optional=True),
        Group(("to", _units("receivers", "To")), optional=True),
        Group((":", amounts), optional=True),
    )
    return Form("Transfer of resources", "IDX-4.2.1", parts)


def _delivery() -> Form:
    parts = (
        "delivery",
        Field("unit", "Task force of", "counter"),
        _cell("Cell of arrival"),
        Group(("size", Field("size", "Part of the surplus, 0 to 1", "number")), optional=True),
        Group(("to", _units("receivers", "To")), optional=True),
    )
    return Form("Delivery on arrival", "IDX-4.2.2", parts)


def _aircraft() -> Group:
    return Group((Field("aircraft", "Aircraft of this type", "number"),), repeated="Type")


def _support() -> Form:
    parts = ("strike", _cell("Target"), "cas", "with", _aircraft())
    return Form("Close air support", "IDX-6", parts)


def _interdiction() -> Form:
    orders = [" ".join(map(str, order)) for order in permutations(range(4, 0, -1))]
    orders.sort(key=lambda order: order not in LIKELY_TARGETS)
    choices = [
        Choice(order, ", ".join(CLASS_WORDS[int(one)] for one in order.split())) for order in orders
    ]
    classes = Field("classes", "Whom to attack, first to last", "choice", choices=choices)
    parts = ("strike", _cell("Target"), "interdict", classes, "with", _aircraft())
    return Form("Interdiction", "IDX-6", parts)


def _postures(setting: Setting) -> list[Choice]:
    """The postures of the design, the standard ones by name."""
    names = {number: word for word, number in POSTURE_WORDS.items()}
    names[int(setting.design.forces.transfer[0])] = "transfer"
    numbers = [number for number in posture_numbers(setting) if number > 0]
    found = []
    for number in sorted(numbers, key=lambda number: number not in names):
        caption = posture_words(setting, number).capitalize()
        word = names.get(number, f"{number}")
        found.append(Choice(word, caption, () if word == f"{number}" else (f"{number}",)))
    return found


def _resources(setting: Setting) -> list[Choice]:
    """The types of resources of both sides."""
    return [
        Choice(name.lower(), name.capitalize(), (f"{number}",), side)
        for side, names in enumerate(setting.names.resources)
        for number, name in enumerate(names, 1)
    ]
