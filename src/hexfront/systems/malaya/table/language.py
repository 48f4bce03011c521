"""Typed orders that are not open: which clause forbids them."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from hexfront.core.contract import Refusal, View
from hexfront.core.events import NO_LOG
from hexfront.core.refusals import refusal_of
from hexfront.core.table.language import OffersLanguage, numbers_by_words
from hexfront.mechanics.hexmap_board import place_names
from hexfront.systems.malaya.knowledge.facts import state_of
from hexfront.systems.malaya.knowledge.reach import Reach
from hexfront.systems.malaya.rules import movement, naval
from hexfront.systems.malaya.rules.combat import direction_to
from hexfront.systems.malaya.rules.legality import WRONG_PHASE, order_refusal
from hexfront.systems.malaya.rules.movement import OK, side_of
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
    unit_order,
)
from hexfront.systems.malaya.rules.planes import stands
from hexfront.systems.malaya.rules.turn import apply_step
from hexfront.systems.malaya.scenario.model import MAX_AIR
from hexfront.systems.malaya.scenario.setting import BoundRules
from hexfront.systems.malaya.scenario.state import (
    ARMOUR,
    BOOK,
    DIRECTIONS,
    NOBODY,
    ON_MAP,
    MalayaState,
    Phase,
)

_PLAIN: Final = {"done": DONE, "cancel": CANCEL, "roll": ROLL}
_VERBS: Final = {
    "join": ATTACK_WITH,
    "leave": ATTACK_WITH,
    "advance": ADVANCE_WITH,
    "stay": ADVANCE_WITH,
    "call": CALL,
    "back": GO_BACK,
}
_MARCHES: Final = {"move": Phase.MOVEMENT, "rail": Phase.RAIL}
_NO_WORDS: Final = {"->", ">", "to", "→", "at", "in"}
FAR: Final = 10_000
"""Halves of movement points that lead everywhere."""


class MalayaLanguage(OffersLanguage):
    """Reads what the offers do not hold, to say which clause forbids it.

    Orders that are open are left to the words of their offers.
    """

    def __init__(self, rules: BoundRules) -> None:
        scenario = rules.scenario
        self._setting = setting = rules.setting
        self._ground, self._reach = setting.ground, Reach(setting)
        self._units = numbers_by_words((u.id, u.name) for u in setting.units)
        names = place_names(scenario.file.map)
        self._hexes = numbers_by_words((label, names.get(label, "")) for label in setting.labels)
        self._ports = numbers_by_words(
            (port, self._harbour(n)) for n, port in enumerate(setting.ports)
        )
        self._entries = numbers_by_words((entry, names.get(entry, "")) for entry in setting.entries)
        self._first_hex = FIRST_OPTION + setting.ground.rules.options

    def refusal(self, view: View, words: Sequence[str]) -> Refusal | None:
        """The clause that forbids what the words mean."""
        meant = [word for word in words if word not in _NO_WORDS]
        if not meant:
            return None
        state = state_of(self._setting, view.facts)
        return refusal_of(BOOK, self._reason(state, view.viewer, meant))

    def _reason(self, state: MalayaState, side: int, words: list[str]) -> int:
        """Why words order nothing, as a reason of the kernels; OK also for words unknown."""
        verb, rest = words[0], " ".join(words[1:])
        if verb in _PLAIN and not rest:
            return self._refused(state, side, _PLAIN[verb])
        if verb == "air" and rest.isdecimal() and int(rest) <= MAX_AIR:
            return self._refused(state, side, FIRST_AIR + int(rest))
        if verb == "attack" and rest in self._hexes:
            return self._refused(state, side, self._first_hex + self._hexes[rest])
        for length in range(len(words), 0, -1):
            unit = self._units.get(" ".join(words[:length]))
            if unit is not None:
                return self._of_unit(state, side, unit, words[length:])
        return OK

    def _refused(self, state: MalayaState, side: int, order: int) -> int:
        return int(order_refusal(self._ground, state, side, order))

    def _of_unit(self, state: MalayaState, side: int, unit: int, words: list[str]) -> int:
        """Why a unit cannot do what the words say."""
        verb, place = (words[0] if words else ""), " ".join(words[1:])
        first = int(unit_order(self._ground, unit, 0))
        entries, ports = len(self._setting.entries), len(self._setting.ports)
        if verb in _VERBS:
            return self._refused(state, side, first + _VERBS[verb])
        if verb == "enter" and (place in self._entries or place in self._hexes):
            if place not in self._entries:
                return naval.NOT_YOUR_ENTRY
            return self._refused(state, side, first + FIRST_ENTRY + self._entries[place])
        if verb in ("sail", "land") and place in self._ports:
            more = self._ports[place] + (ports if verb == "land" else 0)
            return self._refused(state, side, first + FIRST_ENTRY + entries + more)
        if verb in _MARCHES and place in self._hexes:
            if side_of(self._ground, unit) == side and state.game.phase != _MARCHES[verb]:
                return WRONG_PHASE
            return self._march(state, side, unit, self._hexes[place])
        return OK

    def _march(self, state: MalayaState, side: int, unit: int, goal: int) -> int:
        """Why a unit does not come to a hex, by land or by rail, as the phase is."""
        ground, first = self._ground, int(unit_order(self._ground, unit, 0))
        start = int(state.units.place[unit])
        if state.units.status[unit] != ON_MAP or side_of(ground, unit) != side or goal == start:
            return self._refused(state, side, first)
        if stands(state, goal, 1 - side):
            return movement.ENEMY_THERE
        rail = state.game.phase == Phase.RAIL
        if goal in (self._reach.rides if rail else self._reach.marches)(state, unit):
            return OK
        turns = self._rails(start, goal) if rail else self._way(state, unit, start, goal)
        if not turns:
            armour = ground.units.arm[unit] == ARMOUR
            land = movement.OFF_ROAD if armour else movement.NO_LAND
            return movement.NO_RAILWAY if rail else land
        state = state.copy()
        for direction in turns:
            reason = self._refused(state, side, first + direction)
            if reason != OK:
                return reason
            apply_step(ground, state, side, first + direction, NO_LOG)
        return OK

    def _way(self, state: MalayaState, unit: int, start: int, goal: int) -> tuple[int, ...]:
        """The directions to a hex: straight to a neighbour, else around enemies, else through."""
        ground = self._ground
        beside = int(direction_to(ground, start, goal))
        if beside != NOBODY:
            return (beside,)
        found = self._reach.within(state, unit, start, FAR)
        if goal not in found:
            state, enemy = state.copy(), 1 - side_of(ground, unit)
            state.standing[enemy] = state.zones[enemy] = 0
            found = self._reach.within(state, unit, start, FAR)
        return found[goal].directions if goal in found else ()

    def _rails(self, start: int, goal: int) -> tuple[int, ...]:
        """The directions to a hex along railways, whoever holds them."""
        turns: dict[int, tuple[int, ...]] = {start: ()}
        waiting = deque([start])
        while waiting and goal not in turns:
            here = waiting.popleft()
            for direction in range(DIRECTIONS):
                there = int(self._ground.hexes.neighbour[here, direction])
                if self._ground.hexes.rail[here, direction] and there not in turns:
                    turns[there] = (*turns[here], direction)
                    waiting.append(there)
        return turns.get(goal, ())

    def _harbour(self, port: int) -> str:
        """The label of the hex of a port; empty off the map."""
        place = int(self._ground.ports.hex[port])
        return "" if place == self._ground.rules.hexes else self._setting.labels[place]
