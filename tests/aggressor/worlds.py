"""States that one side cannot tell apart, made from a state of play.

`disguise` changes what a side may not know, by a list of its own of what that
is: it shares nothing with `Rules.determinize`.  The other side's units are put in
another order, stand elsewhere, are of other types, worn, dug in, or gone; it
knows other things, has other partisans, and may be at another pause of its turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import numpy as np

from hexfront.core.contract import CHANCE, Kind, Step
from hexfront.core.dice import draw_outcome
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.systems.aggressor.rules.orders import FIRST_TARGET
from hexfront.systems.aggressor.scenario import state as s
from hexfront.systems.aggressor.scenario.mapmaker import random_terrain

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"first": "east", "die": "d8"},
    {"mobile_attacks": True, "die": "d12"},
    {"decon": True, "aa_loss": "classic"},
    {"mobile_attacks": True, "decon": True, "first": "west"},
    {"observation": False},
    {"observation": False, "mobile_attacks": True},
)
BOARDS = (("small", 8), ("small", 5), ("narrow-front", 18), ("standard", 18))
"""Map and size of the armies."""
ROUNDS = 14

# What is changed by a disguise
ORDER, PLACES, TYPES, WEAR, STANCE, KNOWLEDGE, STOCKS, Loss, PAUSE = (1 << i for i in range(9))
EVERYTHING = (1 << 9) - 1


@cache
def bound(board: int, options: int, copy: int = 0) -> Any:
    """The rules of a board and a choice of options, by their numbers; one object for each copy."""
    name, army = BOARDS[board]
    system = find_system("aggressor")
    document = load_scenario(system).document
    if name == "small":
        terrain: Any = random_terrain(9, 9, 4).model_dump(mode="json", exclude_none=True)
        document = {**document, "terrain": terrain}
    elif name != "standard":
        document = {**document, "terrain": name}
    document = {
        **document,
        "army_size": army,
        "options": {"rounds": ROUNDS, **OPTIONS[options]},
    }
    return system.rules(system.scenarios.load(document, None, "a small war"))


# Play


def action_of(rules: Any, order: int) -> tuple[int, int]:
    """The own unit of an order, or −1, and what it does."""
    hexes = int(rules.ground.rules.hexes)
    if order < 8 + 7 * hexes:
        return -1, order
    unit, action = divmod(order - 8 - 7 * hexes, 8 + 2 * hexes)
    return unit, action


def choose(rules: Any, state: Any, side: int, random: Random) -> int:
    """An order that leads to contact: steps towards the enemy before anything else."""
    codes: list[int] = [int(code) for code in rules.choices(state, side)]
    if state.game.phase == s.Phase.SET_UP:
        return _set_up(rules, state, side, codes, random)
    if state.game.phase != s.Phase.ACTION:
        return random.choice(codes)
    draw = random.random()
    if draw < 0.04 or len(codes) == 1:
        return 0
    # The directions to the enemy's home: north-east and south-east, or the other two.
    forward = (1, 2) if side == 0 else (4, 5)
    some = [(code, action_of(rules, code)[1]) for code in random.choices(codes[1:], k=24)]
    marches = [code for code, action in some if action in forward]
    steps = [code for code, action in some if action < 6]
    near = [code for code, action in some if 6 <= action < FIRST_TARGET]
    for chance, found in ((0.5, marches), (0.8, steps), (0.92, near)):
        if draw < chance and found:
            return random.choice(found)
    return some[0][0]


def _set_up(rules: Any, state: Any, side: int, codes: Sequence[int], random: Random) -> int:
    """A type near the border; ready at once when all stand."""
    if codes[0] == 0 and random.random() < 0.9:
        return 0
    rows = int(rules.ground.rules.map_rows)
    border = int(rules.ground.rules.map_columns) // 2

    def depth(code: int) -> int:
        return abs((code - 8) % int(rules.ground.rules.hexes) // rows - border)

    some = random.sample(list(codes), min(4, len(codes)))
    deploys = [code for code in some if code >= 8 and action_of(rules, code)[0] < 0]
    return min(deploys, key=depth) if deploys and random.random() < 0.8 else random.choice(codes)


def next_step(rules: Any, state: Any, random: Random, dice: Any) -> Step | None:
    """What happens next in a game; None after its end."""
    decision = rules.decision(state)
    if decision.kind == Kind.OVER:
        return None
    if decision.kind == Kind.CHANCE:
        return Step(CHANCE, draw_outcome(rules.chances(state).weights, dice))
    side = random.choice(decision.sides)
    return Step(side, choose(rules, state, side, random))


def advance(rules: Any, state: Any, steps: int, random: Random, dice: Any) -> Any:
    """The state so many steps on; of a game that ends before, the last before its end."""
    log, last = EventLog(), state.copy()
    for _ in range(steps):
        step = next_step(rules, state, random, dice)
        if step is None:
            return last
        if step.actor != CHANCE:
            last = state.copy()
        log.clear()
        rules.apply(state, step, log)
    while rules.decision(state).kind == Kind.CHANCE:
        step = next_step(rules, state, random, dice)
        log.clear()
        rules.apply(state, step, log)
    return last if rules.decision(state).kind == Kind.OVER else state


# Disguises


def disguise(rules: Any, state: Any, side: int, what: int, random: Random) -> Any:
    """A state that is the same to a side, other in what it may not know."""
    other = _Disguise(rules, state.copy(), side, random)
    if state.game.phase == s.Phase.SET_UP:
        other.set_up()
        return other.state
    for bit, change in (
        (Loss, other.lose),
        (PLACES, other.move),
        (TYPES, other.retype),
        (WEAR, other.wear),
        (STANCE, other.stand),
        (KNOWLEDGE, other.know),
        (STOCKS, other.stock),
        (PAUSE, other.pause),
        (ORDER, other.reorder),
    ):
        if what & bit:
            change()
    return other.state


class _Disguise:
    def __init__(self, rules: Any, state: Any, side: int, random: Random) -> None:
        self.state, self.side, self.random = state, side, random
        self.ground = rules.ground
        self.army, self.off = rules.army, int(rules.ground.rules.hexes)
        self.open = not rules.ground.rules.observation
        self.foe = 1 - side
        self.foes = range(self.foe * self.army, (self.foe + 1) * self.army)
        self.mine = range(side * self.army, (side + 1) * self.army)
        self.own_turn = state.game.active == side

    def _alive(self) -> list[int]:
        return [unit for unit in self.foes if self.state.units.place[unit] != self.off]

    def _unseen(self) -> list[int]:
        return [unit for unit in self._alive() if not self.state.sightings.level[unit]]

    def set_up(self) -> None:
        """Another army in the making: of any size, anywhere, of any types (AGR-52)."""
        state, random = self.state, self.random
        home = range(
            int(self.ground.rules.home_first[self.foe]),
            int(self.ground.rules.home_first[self.foe] + self.ground.rules.home_hexes),
        )
        state.hexes.holder[home.start : home.stop] = s.NOBODY
        count = random.choice((self.army, random.randint(0, self.army)))
        places = random.sample(home, count)
        for number, unit in enumerate(self.foes):
            state.units.kind[unit], state.units.place[unit], state.units.start[unit] = (
                s.NO_TYPE,
                self.off,
                self.off,
            )
            state.units.range[unit] = state.units.strength[unit] = 0
            if number < count:
                state.units.kind[unit] = random.randrange(s.TYPES)
                state.units.place[unit] = state.units.start[unit] = places[number]
                self._make_whole(unit)
                state.hexes.holder[places[number]] = unit
        state.game.alive[self.foe] = count
        ready = count == self.army and not state.game.ready >> self.side & 1
        bit = 1 << self.foe
        state.game.ready &= ~bit
        if ready and random.random() < 0.7:
            state.game.ready |= bit

    def lose(self) -> None:
        """Some units out of sight are gone: by contamination, supply or air defence."""
        for unit in self._unseen():
            if not self.open and len(self._alive()) > 2 and self.random.random() < 0.2:
                self.state.hexes.holder[self.state.units.place[unit]] = s.NOBODY
                (
                    self.state.units.place[unit],
                    self.state.units.strength[unit],
                    self.state.units.dug[unit],
                ) = self.off, 0, 0
                self.state.game.alive[self.foe] -= 1

    def move(self) -> None:
        """Units out of sight stand elsewhere; in their own turn those in sight, too (AGR-39)."""
        if self.open:
            return
        moved = self._unseen() if self.own_turn else self._alive()
        holders = self.state.hexes.holder[: self.off]
        watched = s.flags(self.state.watched[self.side], self.off)
        for unit in moved:
            free = np.flatnonzero((holders == s.NOBODY) & ((watched == 0) | (not self.own_turn)))
            if len(free) and self.random.random() < 0.8:
                place = int(self.random.choice(free))
                holders[self.state.units.place[unit]], holders[place] = s.NOBODY, unit
                self.state.units.place[unit] = self.state.units.start[unit] = place

    def retype(self) -> None:
        """Whoever is not identified is of another type."""
        for unit in self._alive():
            if self.state.sightings.kind[unit] == s.NO_TYPE:
                self.state.units.kind[unit] = self.random.randrange(s.TYPES + 1)
                self._make_whole(unit)

    def _make_whole(self, unit: int) -> None:
        units, types = self.state.units, self.ground.types
        units.range[unit] = types.full_range[units.kind[unit]]
        units.strength[unit] = types.full_strength[units.kind[unit]]

    def wear(self) -> None:
        """Range and strength of enemies are never shown."""
        for unit in self._alive():
            units, types = self.state.units, self.ground.types
            reach, strength = (
                types.full_range[units.kind[unit]],
                types.full_strength[units.kind[unit]],
            )
            units.range[unit] = self.random.randint(0, int(reach))
            units.strength[unit] = self.random.randint(1, int(strength))

    def stand(self) -> None:
        """Dug in or not, frozen or not, and what they have done in their turn."""
        for unit in self._alive():
            units = self.state.units
            for column in (
                units.dug,
                units.entered,
                units.frozen,
                units.attacked,
                units.special,
                units.halted,
            ):
                column[unit] = self.random.randint(0, 1)
            self.state.units.acted[unit] = (
                self.state.units.attacked[unit]
                | self.state.units.special[unit]
                | self.state.units.frozen[unit]
            )
            self.state.units.moved[unit] = self.random.randint(0, 3)

    def know(self) -> None:
        """What the enemy knows (AGR-17)."""
        if self.open:
            return
        game = self.state.game
        number = int(game.contacts[self.foe])
        for unit in self.mine:
            self.state.sightings.words[unit] = 0, self.off, s.NO_TYPE, 0, 0
            self.state.contact_number[unit] = 0
            if self.state.units.place[unit] != self.off and self.random.random() < 0.4:
                number += 1
                level = self.random.randint(1, 3)
                kind = self.state.units.kind[unit] if level > 1 else s.NO_TYPE
                place = self.state.units.place[unit]
                self.state.sightings.words[unit] = level, place, kind, 0, 0
                self.state.contact_number[unit] = number
        game.contacts[self.foe] = number
        game.kills[self.foe] = self.random.randint(0, self.army)
        for sector in range(s.SECTORS):
            self.state.known[self.foe, sector] = self.random.randint(-1, 1)
        game.sure[self.foe] = self.random.getrandbits(s.SECTORS)
        seen = np.array([self.random.randint(0, 1) for _ in range(self.off)])
        s.write_flags(self.state.watched[self.foe], seen)

    def stock(self) -> None:
        """Partisan groups, and who controls the middle in truth."""
        self.state.game.groups[self.foe] = self.random.randint(0, 3)
        if not self.open:
            for sector in (1, 4, 7):
                self.state.game.control[sector] = self.random.randint(-1, 1)

    def pause(self) -> None:
        """The enemy may be about to let partisans rise (AGR-40)."""
        game = self.state.game
        # Without fog sectors are judged, for all to see, before that pause.
        if (
            not self.open
            and not self.own_turn
            and game.phase == s.Phase.ACTION
            and self.random.random() < 0.5
        ):
            game.groups[self.foe] = max(1, game.groups[self.foe])
            game.phase = s.Phase.PARTISANS

    def reorder(self) -> None:
        """The enemy chose his units in another order (AGR-44)."""
        order = list(self.foes)
        self.random.shuffle(order)
        units, game = self.state.units, self.state.game
        for part in (units.words, self.state.sightings.words, self.state.contact_number):
            rows = part[self.foes.start : self.foes.stop].copy()
            for new, old in enumerate(order):
                part[self.foes.start + new] = rows[old - self.foes.start]
        where = {old: self.foes.start + new for new, old in enumerate(order)}
        for unit in self.foes:
            if units.place[unit] != self.off:
                self.state.hexes.holder[units.place[unit]] = unit
        game.actor = where.get(game.actor, game.actor)
        game.target = where.get(game.target, game.target)
