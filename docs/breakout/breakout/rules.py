"""The rules, BRK-1 to BRK-6: a raider whom two hunters seek."""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from typing import Final, NamedTuple

from hexfront.blocks import Block, Int, array
from hexfront.core.contract import CHANCE, Chances, Counter, Refusal, Result, Track, View
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, EventLog, event
from hexfront.hex.coordinates import ORIGIN, spiral
from hexfront.mechanics.plain import (
    Order,
    OrderKind,
    OrderTable,
    PlainGame,
    PlainHexes,
    PlainRules,
    Secret,
)

SEA: Final = PlainHexes(
    dict(zip("ABCDEFGHIJKLMNOPQRS", spiral(ORIGIN, 2), strict=True)), art="sea", ground="Sea"
)
WEST, EAST = ([n for n, hex_ in enumerate(SEA.hexes.values()) if hex_.q == q] for q in (-2, 2))
NEAR: Final = [[here, *near] for here, near in enumerate(SEA.near)]
"""Of each hex: itself and its neighbours."""
RAIDER, HUNTERS = 0, 1
SHIPS: Final = ("raider", "hunter 1", "hunter 2")
SYMBOLS: Final = ("10033000001202000000", "10063000001202000000", "10063000001202000000")
FACES: Final = 6
SUNK_FROM, SIGHTED_FROM = 3, 5
"""What a hunter's die must show in the raider's hex, and beside it (BRK-5)."""


class Phase(IntEnum):
    """What the game waits for."""

    RAIDER = 0
    HUNTER_1 = 1
    HUNTER_2 = 2
    SEARCH_1 = 3
    SEARCH_2 = 4
    ESCAPED = 5
    SUNK = 6
    NIGHT = 7


class BreakoutState(Block):
    """What changes."""

    game: PlainGame
    raider: Int = array(1)
    """Its hex, which the hunters do not know (BRK-2)."""
    hunters: Int = array(2)
    possible: Int = array(len(SEA))
    """1 for each hex in which the raider may be, for all that is public."""


@event("BRK-3", "The raider sails to {place}", word="sail", places="place")
class RaiderSailed(NamedTuple):
    place: int


@event("BRK-3", "The raider has sailed", word="turn")
class RaiderReady(NamedTuple):
    pass


@event("BRK-4", "{ship} sails to {place}", word="sail", places="place", subjects="ship")
class HunterSailed(NamedTuple):
    ship: int
    place: int


@event("BRK-5", "{ship} searches, and throws {die}", word="roll", subjects="ship", details="die")
class Searched(NamedTuple):
    ship: int
    die: int


@event("BRK-5", "The raider is sighted in {place}", word="sighted", places="place")
class Sighted(NamedTuple):
    place: int


@event("BRK-5", "The raider is sunk in {place}", word="sunk", places="place")
class Sunk(NamedTuple):
    place: int


@event("BRK-6", "The raider escapes from {place}", word="escape", places="place")
class Escaped(NamedTuple):
    place: int


def possible_places(state: BreakoutState, entry: int) -> list[int]:
    """Where the raider may be (BRK-2)."""
    places: list[int] = state.possible.nonzero()[0].tolist()
    return places


class BreakoutRules(PlainRules[BreakoutState]):
    """Breakout for one scenario."""

    hexes = SEA
    orders = OrderTable(
        OrderKind("sail", "BRK-3", "{subject} to {place}", SEA.labels, SHIPS, "move", "ship")
    )
    secrets = (Secret("raider", possible_places),)
    dice = Chances("BRK-5", "A die for a search", (1,) * FACES)
    names = {"ship": SHIPS}
    prompts = dict.fromkeys(Phase, "Sail")

    def start(self) -> BreakoutState:
        """The raider somewhere in the west, the hunters in the middle (BRK-1)."""
        state = BreakoutState.new()
        state.raider[0] = WEST[len(WEST) // 2]
        state.possible[WEST[len(WEST) // 2]] = 1
        return state

    def acting(self, state: BreakoutState) -> tuple[int, ...]:
        """The raider, the hunters, and a die for each of them (BRK-3 to BRK-5)."""
        phase = state.game.phase
        if phase < Phase.SEARCH_1:
            return (min(phase, HUNTERS),)
        # A die also where there is nothing to find: its absence would tell.
        return (CHANCE,) if phase < Phase.ESCAPED else ()

    def most_orders(self, state: BreakoutState) -> int:
        """Three orders a turn."""
        return 3 * (self.turns - state.game.turn) - min(state.game.phase, 3)

    def forbid(self, known: BreakoutState, side: int, order: Order) -> Refusal | None:
        """A ship sails one hex or none, in its turn (BRK-3, BRK-4)."""
        if known.game.phase != order.subject:
            return Refusal("BRK-3", "it is another ship's turn")
        here = known.raider[0] if side == RAIDER else known.hunters[order.subject - 1]
        near = order.place in NEAR[here]
        return None if near else Refusal("BRK-3", "a ship sails to a hex beside its own, or stays")

    def carry_out(self, state: BreakoutState, side: int, order: Order, log: EventLog) -> None:
        """Sail (BRK-3, BRK-4)."""
        if side == RAIDER:
            state.raider[0] = order.place
            for here in possible_places(state, 0):
                state.possible[NEAR[here]] = 1
            note(log.rows, 1 << RAIDER, RaiderSailed(order.place))
            note(log.rows, PUBLIC, RaiderReady())
        else:
            state.hunters[order.subject - 1] = order.place
            note(log.rows, PUBLIC, HunterSailed(order.subject, order.place))
        state.game.phase += 1

    def answer(self, state: BreakoutState, outcome: int, log: EventLog) -> None:
        """A hunter finds the raider, or learns where it is not (BRK-5)."""
        hunter, die, raider = state.game.phase - Phase.SEARCH_1, outcome + 1, int(state.raider[0])
        here = int(state.hunters[hunter])
        note(log.rows, PUBLIC, Searched(hunter + 1, die))
        found = [here] if die >= SUNK_FROM else []
        if die >= SIGHTED_FROM:
            found = NEAR[here]
        if raider in found:
            state.possible[:] = 0
            state.possible[raider] = 1
            sunk = raider == here
            note(log.rows, PUBLIC, Sunk(raider) if sunk else Sighted(raider))
            state.game.phase = Phase.SUNK if sunk else state.game.phase + 1
        else:
            state.possible[found] = 0
            state.game.phase += 1
        if state.game.phase == Phase.ESCAPED:
            self._end_turn(state, log)

    def _end_turn(self, state: BreakoutState, log: EventLog) -> None:
        """The raider is away, or the night falls, or another turn begins (BRK-6)."""
        raider = int(state.raider[0])
        if raider in EAST:
            note(log.rows, PUBLIC, Escaped(raider))
            state.possible[:] = 0
            state.possible[raider] = 1
            return
        state.possible[EAST] = 0
        state.game.turn += 1
        state.game.phase = Phase.NIGHT if state.game.turn == self.turns else Phase.RAIDER

    def final_result(self, state: BreakoutState) -> Result:
        """The raider wins if it escapes (BRK-6)."""
        won = state.game.phase == Phase.ESCAPED
        how = {Phase.ESCAPED: "has escaped", Phase.SUNK: "is sunk", Phase.NIGHT: "is held"}
        reason = f"the raider {how[Phase(state.game.phase)]}"
        return Result((RAIDER if won else HUNTERS,), "BRK-6", reason, (float(won), float(not won)))

    def show(self, known: BreakoutState, view: View) -> View:
        """The hunters, and the raider for those who know where it is."""
        at = [int(known.raider[0]), *known.hunters.tolist()]
        if known.possible.sum() == 1:
            at[0] = possible_places(known, 0)[0]
        return replace(
            view,
            counters=tuple(
                Counter(
                    name, min(ship, HUNTERS), SEA.labels[place], name, SYMBOLS[ship], known=True
                )
                for ship, (name, place) in enumerate(zip(SHIPS, at, strict=True))
                if place >= 0
            ),
            tracks=(Track("Hexes where the raider may be", float(known.possible.sum())),),
        )
