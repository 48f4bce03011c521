"""What all opponents of Aggressor do alike: set up an army, and give orders one by one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from hexfront.core.contract import Position
from hexfront.core.dice import Dice
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.opponents.geography import Geography
from hexfront.systems.aggressor.opponents.gunnery import Gunnery
from hexfront.systems.aggressor.opponents.picture import Own, Picture
from hexfront.systems.aggressor.rules.orders import (
    DONE,
    FIRST_DEPLOY,
    FIRST_TARGET,
    unit_code,
)
from hexfront.systems.aggressor.scenario.armies import Army
from hexfront.systems.aggressor.scenario.state import AIRBASE, Phase


class Commanding:
    """An opponent: reads its view, follows its plan, and thinks again where that is overtaken."""

    def __init__(self, rules: AggressorRules, side: int, dice: Dice) -> None:
        self.rules, self.side, self.dice = rules, side, dice
        self.geography = Geography(rules.setting)
        self.gunnery = Gunnery(self.geography)
        self.ground = rules.ground
        self._first = int(unit_code(self.geography.hexes, 0, 0))
        self._each = FIRST_TARGET + 2 * self.geography.hexes
        self._orders: list[int] = []
        self._known: object = None

    def army(self) -> Army:
        """Types and hexes to set up, in this order."""
        raise NotImplementedError

    def think(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """Orders for now, at least one; the first is one of the choices."""
        raise NotImplementedError

    def rise(self, picture: Picture) -> bool:
        """Whether a group of partisans is to be spent (AGR-40)."""
        raise NotImplementedError

    def press(self, picture: Picture) -> bool:
        """Whether to force the defender back and follow (AGR-27)."""
        raise NotImplementedError

    def notice(self, picture: Picture) -> None:
        """Take in what is seen, before every order of a turn."""

    def decide(self, position: Position) -> int:
        """The next order."""
        choices = position.choices
        if not position.view.must_act:
            return choices[0]
        picture = Picture(self.geography, position.view)
        phase = picture.phase
        if phase == Phase.SET_UP:
            return self._set_up(picture, choices)
        self.notice(picture)
        if phase == Phase.PARTISANS:
            return choices[int(self.rise(picture))]
        if phase == Phase.PRESS:
            return choices[int(self.press(picture))]
        known = (picture.time, picture.contacts, len(picture.units))
        if known != self._known or not self._orders or self._orders[0] not in choices:
            self._known = known
            self._orders = self.think(picture, choices)
        order = self._orders.pop(0)
        return order if order in choices else DONE

    def _set_up(self, picture: Picture, choices: Sequence[int]) -> int:
        """Place the army unit by unit; what stands already, from an earlier life, stays."""
        if choices[0] == DONE:
            return DONE
        if not self._orders:
            hexes = self.geography.hexes
            self._orders = [FIRST_DEPLOY + kind * hexes + place for kind, place in self.army()]
        while self._orders:
            order = self._orders.pop(0)
            if order in choices:
                return order
        return choices[0]

    def code(self, unit: Own, action: int) -> int:
        """The order code of an action of a unit."""
        return self._first + unit.number * self._each + action

    def actions(self, picture: Picture, choices: Sequence[int]) -> dict[int, list[int]]:
        """The actions open to each unit, but for reconnaissance, which may go anywhere (AGR-30)."""
        found: dict[int, list[int]] = {}
        for unit in picture.units:
            first = self.code(unit, 0)
            low = bisect_left(choices, first)
            high = bisect_left(choices, first + self._each, low)
            codes = choices[low:high]
            if unit.kind == AIRBASE:
                aimed = first + FIRST_TARGET
                plain = bisect_left(codes, aimed)
                strikes = bisect_left(codes, aimed + self.geography.hexes)
                codes = [*codes[:plain], *codes[strikes:]]
            if high > low:
                found[unit.number] = [code - first for code in codes]
        return found
