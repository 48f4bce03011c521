"""What all opponents of Malaya do alike: plan a phase, and give its orders one by one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from hexfront.core.contract import Position
from hexfront.core.dice import Dice
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.opponents.appraisal import AT_SEA, Appraisal, Force
from hexfront.systems.malaya.opponents.geography import Geography
from hexfront.systems.malaya.opponents.picture import Picture, Reach, path_of
from hexfront.systems.malaya.rules.orders import (
    ATTACK_WITH,
    CANCEL,
    DONE,
    FIRST_AIR,
    FIRST_ENTRY,
    FIRST_OPTION,
    GO_BACK,
    ROLL,
    block,
    first_hex,
    first_unit,
)
from hexfront.systems.malaya.scenario.state import ATTACKER, LANDING, NOBODY, Phase

MANY: Final = 100
"""Plans of one phase; more, and something goes in circles."""


class Commanding:
    """An opponent: reads its view, plans a phase, and thinks again where the plan fails."""

    def __init__(self, rules: MalayaRules, side: int, dice: Dice) -> None:
        self.rules, self.side, self.dice = rules, side, dice
        self.geography = Geography(rules.setting)
        self.appraisal = Appraisal(self.geography)
        ground = rules.ground
        self._first, self._block = int(first_unit(ground)), int(block(ground))
        self._first_hex = int(first_hex(ground))
        self._first_sail = FIRST_ENTRY + ground.rules.entries
        self._first_land = self._first_sail + ground.rules.ports
        self._orders: list[int] = []
        self._moment: tuple[int, int] = (-1, -1)
        self._tries = 0

    # What an opponent must know how to do

    def options(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """Options to take, one order each (MAL-3)."""
        raise NotImplementedError

    def reinforce(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """Units to call and to place (MAL-3, MAL-14)."""
        raise NotImplementedError

    def sail(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """Moves by sea (MAL-13)."""
        raise NotImplementedError

    def move(self, picture: Picture) -> list[int]:
        """Marches (MAL-8)."""
        raise NotImplementedError

    def ride(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """Moves by rail (MAL-12)."""
        raise NotImplementedError

    def fight(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """One battle, up to its roll; nothing where no further one is wanted (MAL-31)."""
        raise NotImplementedError

    def advance(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """Who advances after the battle (MAL-29)."""
        raise NotImplementedError

    # What all do

    def decide(self, position: Position) -> int:
        """The next order: of the plan while that is legal, which needs no look at the view."""
        choices = position.choices
        if not self._orders or self._orders[0] not in choices:
            picture = Picture(self.geography, position.view, self.side)
            moment = picture.turn, picture.phase
            self._tries = self._tries + 1 if moment == self._moment else 0
            self._moment = moment
            # Should a plan be refused again and again, the phase ends without one.
            self._orders = self._think(picture, choices) if self._tries < MANY else []
            if not self._orders or self._orders[0] not in choices:
                self._orders = []
                return self._way_out(picture.game.selected != NOBODY, choices)
        return self._orders.pop(0)

    def _way_out(self, declared: bool, choices: Sequence[int]) -> int:
        """An order that ends something, where the plan has failed."""
        if declared:
            return ROLL if ROLL in choices else CANCEL if CANCEL in choices else choices[0]
        if DONE in choices:
            return DONE
        for order in choices:
            if self.action(order) == GO_BACK:
                return order
            if self._first_hex <= order < self._first:
                return order
        return choices[0]

    def _think(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        phase = picture.phase
        if phase == Phase.MOVEMENT:
            return [*self.move(picture), DONE]
        if phase == Phase.COMBAT:
            if picture.game.selected != NOBODY:
                return self._finish(picture, choices)
            # Whether there is a further battle is decided when this one is over.
            return self.fight(picture, choices) or [DONE]
        plans = {
            Phase.OPTIONS: self.options,
            Phase.REINFORCEMENT: self.reinforce,
            Phase.NAVAL: self.sail,
            Phase.RAIL: self.ride,
            Phase.ADVANCE: self.advance,
        }
        return [*plans[Phase(phase)](picture, choices), DONE]

    def _finish(self, picture: Picture, choices: Sequence[int]) -> list[int]:
        """Go on with a battle that somebody declared before: all who can, and the die."""
        joining = [
            code
            for code in choices
            if self.action(code) == ATTACK_WITH
            and picture.units.duty[(code - self._first) // self._block] != ATTACKER
        ]
        return [*joining, ROLL] if joining or ROLL in choices else [CANCEL]

    def advancing(self, picture: Picture) -> list[int]:
        """Who is to advance already."""
        return [unit for unit in picture.members(self.side) if picture.units.advances[unit]]

    def beside(self, picture: Picture, target: int) -> list[tuple[int, int]]:
        """Who can still attack a hex from where it stands, each with its hex (MAL-16, MAL-17)."""
        geography, found = self.geography, []
        for unit in picture.own:
            here = picture.place(unit)
            if here in geography.around[target] and not picture.units.fought[unit]:
                direction = geography.direction(here, target)
                if geography.cost[geography.units.arm[unit]][here][direction]:
                    found.append((unit, here))
        return found

    def landing(self, picture: Picture, target: int) -> Force:
        """Who is at sea before a hex, and must still attack it (MAL-18)."""
        return [
            (unit, AT_SEA)
            for unit in picture.members(self.side)
            if picture.units.status[unit] == LANDING
            and self.geography.ports.hex[picture.units.port[unit]] == target
            and not picture.units.fought[unit]
        ]

    # Orders

    def order(self, unit: int, action: int) -> int:
        """The code of an action of a unit."""
        return self._first + unit * self._block + action

    def action(self, code: int) -> int:
        """The action that an order code means; NOBODY where it is no unit's."""
        return (code - self._first) % self._block if code >= self._first else NOBODY

    def enter(self, unit: int, entry: int) -> int:
        """The order that places a reinforcement."""
        return self.order(unit, FIRST_ENTRY + entry)

    def by_sea(self, unit: int, port: int, *, lands: bool) -> int:
        """The order that sends a unit to a port."""
        return self.order(unit, (self._first_land if lands else self._first_sail) + port)

    def march(self, unit: int, reach: Reach, there: int) -> list[int]:
        """The orders that bring a unit to a hex that it can reach."""
        return self.along(unit, path_of(reach, there))

    def along(self, unit: int, path: Sequence[int]) -> list[int]:
        """The orders that lead a unit along hexes."""
        direction = self.geography.direction
        return [self.order(unit, direction(here, there)) for here, there in pairwise(path)]

    def battle(self, target: int, joining: Sequence[int], air: int) -> list[int]:
        """The orders of a battle; who lands there takes part anyway."""
        orders = [self._first_hex + target]
        orders += [self.order(unit, ATTACK_WITH) for unit in joining]
        if air:
            orders.append(FIRST_AIR + air)
        return [*orders, ROLL]

    def units_in(self, choices: Sequence[int]) -> list[int]:
        """The units that have any choice."""
        return sorted(
            {(code - self._first) // self._block for code in choices if code >= self._first}
        )

    def take_all(self, choices: Sequence[int]) -> list[int]:
        """All options that are offered."""
        return [code for code in choices if FIRST_OPTION <= code < self._first_hex]

    def trains(self, picture: Picture, unit: int) -> Iterator[list[int]]:
        """The ways by rail that are open to a unit which may take one (MAL-12)."""
        geography, side = self.geography, picture.side
        paths = deque([[picture.place(unit)]])
        seen = {picture.place(unit)}
        while paths:
            path = paths.popleft()
            here = path[-1]
            if len(path) > 1:
                yield path
                if picture.zone[1 - side][here] or len(path) > geography.rules.rail_hexes:
                    continue
            for direction, there in enumerate(geography.around[here]):
                open_ = picture.control[there] == side and not picture.count[1 - side][there]
                if geography.rail[here][direction] and open_ and there not in seen:
                    seen.add(there)
                    paths.append([*path, there])
