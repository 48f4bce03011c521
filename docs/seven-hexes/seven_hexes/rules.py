"""The rules, SEV-1 to SEV-6: what is declared, what is legal, and what happens."""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from fractions import Fraction
from typing import Final, NamedTuple

from hexfront.blocks import Block, Int, Record, Rows, array, rows
from hexfront.core.contract import CHANCE, Chances, Counter, Mark, Refusal, Result, Track, View
from hexfront.core.documents.strictjson import Json
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, Event, EventLog, event
from hexfront.hex.coordinates import FLAT_TOP_NAMES, ORIGIN, spiral
from hexfront.mechanics.plain import (
    Order,
    OrderKind,
    OrderTable,
    PlainHexes,
    PlainRules,
    Secret,
)

HEXES: Final = PlainHexes(
    dict(zip(("C", *FLAT_TOP_NAMES), spiral(ORIGIN, 1), strict=True)),
    legend={"taken": "the hex is taken", "mine": "a mine goes off"},
)
"""The middle, then clockwise from the north (SEV-1)."""
LABELS: Final = HEXES.labels
FACES: Final = 6
NOBODY: Final = -1
UNHIDDEN, SPENT = -1, -2
"""Where a mine lies that has no hex."""
INFANTRY: Final = ("10031000001211000000", "10061000001211000000")
"""NATO symbols of the first side and the second."""


class Phase(IntEnum):
    """What the game waits for."""

    HIDING = 0
    MOVING = 1
    THROWING = 2
    OVER = 3


class Game(Record):
    """The course of the game."""

    turn: int
    phase: int
    side: int
    """Whose turn it is, once the mines are hidden (SEV-3)."""
    target: int
    """The hex under attack, while the die is awaited."""


class Hexes(Rows):
    """Who holds a hex, and who has been there."""

    owner: Int
    entered: Int
    """Bit `s` is set once side `s` has entered: the enemy's mine is not there."""


class SevenState(Block):
    """What changes."""

    game: Game
    mines: Int = array(2)
    """Where each side's mine is hidden (SEV-2)."""
    hexes: Hexes = rows(len(HEXES))


@event("SEV-2", "{side} hides the mine in {place}", word="hide", places="place")
class MineHidden(NamedTuple):
    side: int
    place: int


@event("SEV-2", "Both mines are hidden", word="turn")
class TurnsBegin(NamedTuple):
    pass


@event("SEV-3", "{side} takes {place}", word="take", places="place")
class HexTaken(NamedTuple):
    side: int
    place: int


@event("SEV-3", "{side} attacks {place}", word="attack", places="place")
class HexAttacked(NamedTuple):
    side: int
    place: int


@event("SEV-4", "{side} throws {die}; {most} or less takes {place}", word="roll", places="place")
class DieThrown(NamedTuple):
    side: int
    place: int
    die: int
    most: int


@event("SEV-5", "{side} runs into a mine in {place}: it is empty", word="mine", places="place")
class MineExploded(NamedTuple):
    side: int
    place: int


def possible_mines(state: SevenState, side: int) -> list[int]:
    """Where the mine of a side may be, for who does not see it (SEV-2, SEV-5)."""
    entered = state.hexes.entered.tolist()
    places = [place for place, sides in enumerate(entered) if not sides >> 1 - side & 1]
    if state.game.phase != Phase.HIDING:
        return places
    # The first turn would have begun if both were hidden.
    return [UNHIDDEN] if state.mines[1 - side] >= 0 else [UNHIDDEN, *places]


def beside(state: SevenState, side: int, place: int) -> int:
    """Counters of a side beside a hex (SEV-4)."""
    return sum(int(state.hexes.owner[near] == side) for near in HEXES.near[place])


class SevenRules(PlainRules[SevenState]):
    """Seven Hexes for one scenario."""

    hexes = HEXES
    orders = OrderTable(
        OrderKind("hide", "SEV-2", "Hide the mine in {place}", LABELS),
        OrderKind("take", "SEV-3", "Take {place}", LABELS),
        OrderKind("attack", "SEV-4", "Attack {place}", LABELS, look="fight", sign="crosshair"),
    )
    secrets = (
        Secret("mines", possible_mines, is_open=lambda state, side: state.mines[side] == SPENT),
    )
    dice = Chances("SEV-4", "A die decides the attack", (1,) * FACES)
    prompts = {Phase.HIDING: "Hide your mine", Phase.MOVING: "Take or attack a hex"}

    def start(self) -> SevenState:
        """An empty board and no mine hidden (SEV-1)."""
        state = SevenState.new()
        state.hexes.owner[:] = state.game.target = NOBODY
        state.mines[:] = UNHIDDEN
        return state

    def acting(self, state: SevenState) -> tuple[int, ...]:
        """Mines at once, then one side after the other (SEV-2, SEV-3)."""
        phase = state.game.phase
        if phase == Phase.HIDING:
            return tuple(side for side in (0, 1) if state.mines[side] == UNHIDDEN)
        if phase == Phase.THROWING:
            return (CHANCE,)
        return (state.game.side,) if phase == Phase.MOVING else ()

    def most_orders(self, state: SevenState) -> int:
        """Mines that are not hidden, and turns: nothing is ever taken back (SEV-2, SEV-6)."""
        ordered = state.game.side + (state.game.phase == Phase.THROWING)
        return sum(state.mines == UNHIDDEN) + 2 * (self.turns - state.game.turn) - ordered

    def forbid(self, known: SevenState, side: int, order: Order) -> Refusal | None:
        """The clause that forbids an order (SEV-2, SEV-3)."""
        if (order.kind == "hide") != (known.game.phase == Phase.HIDING):
            return Refusal("SEV-2", "the mine is hidden once, before all turns")
        owner = known.hexes.owner[order.place]
        if order.kind == "take" and owner != NOBODY:
            return Refusal("SEV-3", "the hex is not empty")
        if order.kind == "attack" and (owner != 1 - side or not beside(known, side, order.place)):
            return Refusal("SEV-3", "only an enemy's hex beside one's own counters is attacked")
        return None

    def carry_out(self, state: SevenState, side: int, order: Order, log: EventLog) -> None:
        """Hide, take or attack (SEV-2, SEV-3)."""
        if order.kind == "hide":
            state.mines[side] = order.place
            note(log.rows, 1 << side, MineHidden(side, order.place))
            if state.mines[1 - side] != UNHIDDEN:
                state.game.phase = Phase.MOVING
                note(log.rows, PUBLIC, TurnsBegin())
        elif order.kind == "take":
            self._enter(state, side, order.place, log)
            self._end_turn(state)
        else:
            state.game.target, state.game.phase = order.place, Phase.THROWING
            note(log.rows, PUBLIC, HexAttacked(side, order.place))

    def answer(self, state: SevenState, outcome: int, log: EventLog) -> None:
        """The attack succeeds or fails (SEV-4)."""
        side, place, die = state.game.side, state.game.target, outcome + 1
        most = beside(state, side, place) + 1
        note(log.rows, PUBLIC, DieThrown(side, place, die, most))
        if die <= most:
            self._enter(state, side, place, log)
        self._end_turn(state)

    def _enter(self, state: SevenState, side: int, place: int, log: EventLog) -> None:
        """A counter enters a hex, and perhaps sets off a mine (SEV-3, SEV-5)."""
        state.hexes.entered[place] |= 1 << side
        if state.mines[1 - side] == place:
            state.mines[1 - side] = SPENT
            state.hexes.owner[place] = NOBODY
            note(log.rows, PUBLIC, MineExploded(side, place))
        else:
            state.hexes.owner[place] = side
            note(log.rows, PUBLIC, HexTaken(side, place))

    def _end_turn(self, state: SevenState) -> None:
        """The other side's turn, or the end (SEV-6)."""
        side = state.game.side
        state.game.side, state.game.target = 1 - side, NOBODY
        state.game.turn += side
        over = state.game.turn == self.turns or (state.hexes.owner == side).all()
        state.game.phase = Phase.OVER if over else Phase.MOVING

    def final_result(self, state: SevenState) -> Result:
        """Whoever holds more hexes wins (SEV-6)."""
        held = [int((state.hexes.owner == side).sum()) for side in (0, 1)]
        winners = tuple(side for side in (0, 1) if held[side] > held[1 - side])
        reason = f"{self.sides[0]} holds {held[0]} hexes, {self.sides[1]} {held[1]}"
        return Result(winners, "SEV-6", reason, (float(held[0]), float(held[1])))

    def irrevocable(self, event: Event, side: int) -> Refusal | None:
        """Who hides last learns from it that the other mine lies (SEV-2)."""
        return Refusal("SEV-2", "both mines lie") if isinstance(event.what, TurnsBegin) else None

    def show(self, known: SevenState, view: View) -> View:
        """Counters, and the viewer's own mine."""
        owners = tuple(known.hexes.owner.tolist())
        return replace(
            view,
            counters=tuple(
                Counter(label, owner, label, label, INFANTRY[owner], known=True)
                for label, owner in zip(LABELS, owners, strict=True)
                if owner != NOBODY
            ),
            marks=tuple(
                Mark("contaminated", "", (LABELS[mine],), "mine", "SEV-2")
                for mine in known.mines.tolist()
                if mine >= 0
            ),
            tracks=tuple(
                Track(name, owners.count(side), len(HEXES)) for side, name in enumerate(self.sides)
            ),
            owners=owners,
        )

    def odds(self, known: SevenState, side: int, order: Order) -> Json:
        """Of taking the hex, and of the mine that may lie there (SEV-4, SEV-5)."""
        if order.kind == "hide":
            return None
        enemy = 1 - side
        mines = [] if known.mines[enemy] == SPENT else possible_mines(known, enemy)
        mine = Fraction(order.place in mines, max(1, len(mines)))
        most = beside(known, side, order.place) + 1 if order.kind == "attack" else FACES
        entered = Fraction(min(most, FACES), FACES)
        odds = {"taken": entered * (1 - mine), "mine": entered * mine, "repelled": 1 - entered}
        return {"outcome": {name: str(part) for name, part in odds.items() if part}}
