"""The orders open to a viewer, as the screen and the terminal show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from hexfront.blocks import Int
from hexfront.core.contract import Offer, OrderStyle, View
from hexfront.core.table.plurals import counted
from hexfront.systems.malaya.knowledge.facts import state_of
from hexfront.systems.malaya.knowledge.odds import battle_odds, odds_document
from hexfront.systems.malaya.knowledge.prospects import Prospects, doubt
from hexfront.systems.malaya.knowledge.reach import Reach
from hexfront.systems.malaya.knowledge.view import Viewer
from hexfront.systems.malaya.rules.legality import list_choices
from hexfront.systems.malaya.rules.orders import (
    ADVANCE_WITH,
    ATTACK_WITH,
    CALL,
    CANCEL,
    DONE,
    FIRST_AIR,
    FIRST_ENTRY,
    FIRST_OPTION,
    GO_BACK,
    ROLL,
    count_actions,
    unit_order,
)
from hexfront.systems.malaya.scenario.loader import MalayaScenario
from hexfront.systems.malaya.scenario.setting import Setting
from hexfront.systems.malaya.scenario.state import ATTACKER, DIRECTIONS, MalayaState, Phase

DONE_CAPTIONS: Final = {
    Phase.OPTIONS: "No more options",
    Phase.REINFORCEMENT: "End reinforcements",
    Phase.NAVAL: "End naval moves",
    Phase.MOVEMENT: "End movement",
    Phase.RAIL: "End rail moves",
    Phase.COMBAT: "End combat phase",
    Phase.ADVANCE: "End combat",
}

LEFT: Final = {
    Phase.REINFORCEMENT: (("enter",), "arrive"),
    Phase.NAVAL: (("sail", "land"), "go by sea"),
    Phase.MOVEMENT: (("move",), "move"),
    Phase.RAIL: (("rail",), "go by rail"),
}
"""The orders that a phase is for, and what they do."""


STYLES: Final = (
    OrderStyle("roll", main=True),
    OrderStyle("done", main=True),
    OrderStyle("move", "move"),
    OrderStyle("rail", "move"),
    OrderStyle("sail", "move", "ship"),
    OrderStyle("land", "fight", "landing"),
    OrderStyle("enter", "move", "arrival"),
    OrderStyle("attack", "fight", "crosshair"),
    OrderStyle("join", "fight", "plus"),
    OrderStyle("leave", "fight", "minus"),
    OrderStyle("advance", "move", "up"),
    OrderStyle("stay", "move", "down"),
    OrderStyle("cancel", "fight", "cross", seldom=True, takes_back=True),
)


class Offers:
    """Makes the offers of one scenario, from views alone."""

    styles = STYLES

    def __init__(
        self, scenario: MalayaScenario, setting: Setting, viewer: Viewer, reach: Reach
    ) -> None:
        self._scenario, self._setting, self._viewer = scenario, setting, viewer
        self._reach, self._prospects = reach, Prospects(scenario.file, setting)
        ground = setting.ground
        self._codes: Int = np.zeros(count_actions(ground), dtype=np.int64)
        self._first_hex = FIRST_OPTION + ground.rules.options
        self._first_unit = self._first_hex + ground.rules.hexes
        self._block = int(unit_order(ground, 1, 0) - unit_order(ground, 0, 0))

    def offers(self, view: View) -> list[Offer]:
        """Every order open to the viewer, in the order of the codes."""
        if not view.must_act:
            return []
        state = state_of(self._setting, view.facts)
        count = int(list_choices(self._setting.ground, state, view.viewer, self._codes))
        offers, movers = [], set()
        for order in self._codes[:count].tolist():
            unit, action = divmod(order - self._first_unit, self._block)
            if unit < 0 or action >= DIRECTIONS:
                offers.append(self._offer(state, order))
            elif unit not in movers:
                movers.add(unit)
                offers += self._moves(state, unit)
        left = self._left(state, offers)
        reminder = self._reminder(state, offers, left)
        return [
            replace(o, reminder=reminder, leaves=left) if o.kind == "done" else o for o in offers
        ]

    def tries(self, view: View) -> dict[str, list[int]]:
        """A step to every neighbour while units march or go by rail."""
        if not view.must_act or view.facts["game"]["phase"] not in (Phase.MOVEMENT, Phase.RAIL):
            return {}
        table, off = self._setting.ground.hexes, self._setting.ground.rules.hexes
        own = {c.id for c in view.counters if c.side == view.viewer and c.place}
        found = {}
        for unit, entry in enumerate(self._setting.units):
            here = view.facts["units"][unit]["place"]
            if entry.id in own and here != off:
                around = table.neighbour[here].tolist()
                first = self._first_unit + unit * self._block
                found[entry.id] = [first + d for d, there in enumerate(around) if there != off]
        return found

    def _left(self, state: MalayaState, offers: Sequence[Offer]) -> tuple[str, ...]:
        """The units that have not gone yet in a phase and could."""
        if state.game.phase not in LEFT:
            return ()
        kinds, _ = LEFT[Phase(state.game.phase)]
        able = {offer.subject for offer in offers if offer.kind in kinds}
        return tuple(
            entry.id
            for unit, entry in enumerate(self._setting.units)
            if entry.id in able and not self._gone(state, unit)
        )

    @staticmethod
    def _reminder(state: MalayaState, offers: Sequence[Offer], left: Sequence[str]) -> str:
        """What a phase leaves undone: units that have not gone yet and could, or attacks."""
        phase = state.game.phase
        if phase == Phase.COMBAT:
            targets = sum(offer.kind == "attack" for offer in offers)
            return f"{counted(targets, 'attack')} could still be made." if targets else ""
        return f"{counted(len(left), 'unit')} could still {LEFT[Phase(phase)][1]}." if left else ""

    @staticmethod
    def _gone(state: MalayaState, unit: int) -> bool:
        """Whether a unit has gone anywhere in this phase."""
        by_sea = state.game.phase == Phase.NAVAL and state.units.sailed[unit]
        return bool(
            state.units.place[unit] != state.units.origin[unit] or state.units.went[unit] or by_sea
        )

    def _offer(self, state: MalayaState, order: int) -> Offer:
        """One order as an offer."""
        if order < self._first_hex:
            return self._button(state, order)
        if order < self._first_unit:
            label = self._setting.labels[order - self._first_hex]
            caption = f"Attack {self._viewer.place_name(label)}"
            odds = self._prospects.attack(state, state.game.active, order - self._first_hex)
            return Offer((order,), "attack", caption, "MAL-31", place=label, odds=odds)
        unit, action = divmod(order - self._first_unit, self._block)
        return self._unit_offer(state, order, unit, action)

    def _button(self, state: MalayaState, order: int) -> Offer:
        """An order of no unit and no hex."""
        if order == DONE:
            return Offer((order,), "done", DONE_CAPTIONS[Phase(state.game.phase)], "MAL-2")
        if order == CANCEL:
            place = self._viewer.label(state.game.selected)
            return Offer((order,), "cancel", "Cancel the battle", "MAL-31", place=place)
        if order == ROLL:
            return self._roll(state, order)
        if order < FIRST_OPTION:
            points = order - FIRST_AIR
            caption = counted(points, "air point")
            return Offer((order,), "air", caption, "MAL-22", word=str(points))
        option = self._scenario.file.options[order - FIRST_OPTION]
        caption = f"{option.title}, for {counted(option.points, 'point')}"
        return Offer((order,), "take", caption, "MAL-3", word=option.name)

    def _roll(self, state: MalayaState, order: int) -> Offer:
        """Fight the declared battle, with its exact odds (MAL-23)."""
        odds = battle_odds(self._setting.ground, state)
        column = self._scenario.file.results.columns[odds.column]
        caption = f"Roll at {column.attacker} to {column.defender}"
        document = {"chance": float(odds.vacated), "form": "the hex is vacated"}
        document |= odds_document(self._scenario, odds, with_vacated=False)
        return Offer((order,), "roll", caption, "MAL-31", odds=document)

    def _unit_offer(self, state: MalayaState, order: int, unit: int, action: int) -> Offer:
        ground, entry = self._setting.ground, self._setting.units[unit]
        if action in (ATTACK_WITH, ADVANCE_WITH, CALL, GO_BACK):
            return self._plain(state, order, unit, action)
        entries, ports = len(self._setting.entries), len(self._setting.ports)
        number = action - FIRST_ENTRY
        if number < entries:
            name = self._setting.entries[number]
            caption = f"{entry.name} arrives in {self._viewer.place_name(name)}"
            return Offer((order,), "enter", caption, "MAL-14", entry.id, name)
        lands = number >= entries + ports
        port = number - entries - (ports if lands else 0)
        place = self._viewer.label(int(ground.ports.hex[port]))
        verb = "lands at" if lands else "sails to"
        caption = f"{entry.name} {verb} {self._setting.ports[port]}"
        if not lands:
            return Offer((order,), "sail", caption, "MAL-13", entry.id, place)
        odds = self._prospects.landing(state, state.game.active, order, port)
        return Offer(
            (order,), "land", caption, "MAL-13", entry.id, place, odds=odds, confirm=doubt(odds)
        )

    def _moves(self, state: MalayaState, unit: int) -> Iterator[Offer]:
        """Every hex that a unit can go to, by land or by rail (MAL-8, MAL-12)."""
        rail = state.game.phase == Phase.RAIL
        ways = self._reach.rides(state, unit) if rail else self._reach.marches(state, unit)
        entry = self._setting.units[unit]
        kind, clause = ("rail", "MAL-12") if rail else ("move", "MAL-8")
        verb = "goes by rail" if rail else "moves"
        first = self._first_unit + unit * self._block
        for there, way in sorted(ways.items()):
            label = self._viewer.label(there)
            yield Offer(
                orders=tuple(first + direction for direction in way.directions),
                kind=kind,
                caption=f"{entry.name} {verb} to {self._viewer.place_name(label)}",
                clause=clause,
                subject=entry.id,
                place=label,
                path=tuple(map(self._viewer.label, way.path)),
                cost=way.cost,
            )

    def _plain(self, state: MalayaState, order: int, unit: int, action: int) -> Offer:
        """An order to a unit that points to where it stands."""
        entry, here = self._setting.units[unit], self._viewer.where(state, unit)
        if action == CALL:
            caption = f"Call up {entry.name}, for {counted(entry.points, 'point')}"
            return Offer((order,), "call", caption, "MAL-3", entry.id)
        if action == GO_BACK:
            caption = f"{entry.name} goes back to where it began"
            return Offer((order,), "back", caption, "MAL-7", entry.id)
        if action == ATTACK_WITH:
            joined = state.units.duty[unit] == ATTACKER
            caption = f"{entry.name} {'stays out' if joined else 'attacks'}"
            kind = "leave" if joined else "join"
            return Offer((order,), kind, caption, "MAL-20", entry.id, here)
        advances = state.units.advances[unit] == 1
        caption = f"{entry.name} {'stays' if advances else 'advances'}"
        kind = "stay" if advances else "advance"
        return Offer((order,), kind, caption, "MAL-29", entry.id, here)
