"""Orders as the screen and the terminal show them (IDX-4): whole commands, and word by word.

A whole command, such as "march to 27", is one offer of several words.  What
else can be said is offered word by word: the commands first, and in a draft
whatever may come next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from hexfront.core.contract import Aim, Offer, OrderStyle
from hexfront.core.documents.strictjson import Json
from hexfront.systems.idahex.knowledge.descriptions import posture_words, unit_words
from hexfront.systems.idahex.rules.command.drafts import Command, Grammar, Next, understand
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import NACTYP
from hexfront.systems.idahex.scenario.setting import Setting

CLAUSES: Final = {
    o.GO: "IDX-2.3",
    o.MISSION: "IDX-4.1",
    o.CANCEL: "IDX-4.1",
    o.TRANSFER: "IDX-4.2.1",
    o.DELIVERY: "IDX-4.2.2",
    o.RECALL: "IDX-4.2.2",
    o.STRIKE: "IDX-6",
    o.STOP: "IDX-2.3",
}


def clause_of(command: Command) -> str:
    """Where the manual speaks of a command, or of commands as such."""
    return CLAUSES[o.STRIKE] if command.of_strike else CLAUSES.get(command.word, "IDX-4.1")


CAPTIONS: Final = {
    o.GO: "Go: no more commands",
    o.END: "Give this command",
    o.ABANDON: "Drop this command",
    o.MISSION: "Mission …",
    o.CANCEL: "Cancel …",
    o.TRANSFER: "Transfer …",
    o.DELIVERY: "Delivery …",
    o.RECALL: "Cancel a delivery …",
    o.STRIKE: "Air strike …",
    o.STOP: "Stop the war",
    o.AT: "Not before a start time",
    o.STACKED: "Stacked: carried in a transport mode",
    o.TO: "To: who receives",
    o.SIZE: "Size: which part of the surplus",
    o.CLOSE: "Close air support",
    o.BEHIND: "Interdiction",
    o.POINT: "Decimal point",
    o.WITH: "With so many aircraft",
}
CELLS: Final = {
    o.MISSION: "The next cell of the mission",
    o.TRANSFER: "The cell",
    o.DELIVERY: "The cell of arrival",
    o.RECALL: "The cell of the delivery",
    o.STRIKE: "The target cell",
    o.CANCEL: "The target cell",
}
"""What a cell means to each command."""
CLASS_NAMES: Final = ("", "Holding", "Disengaging", "Moving", "Attacking")
STANDARD_HOLD: Final = 10

Accepts = Callable[[tuple[int, ...]], bool]
"""Whether a whole command of the viewer would be accepted."""


STYLES: Final = (
    OrderStyle("end", main=True),
    OrderStyle("hold", main=True),
    OrderStyle("move", "move"),
    OrderStyle("attack", "fight", "crosshair"),
    OrderStyle("abandon", seldom=True),
    OrderStyle("cancel", "fight", "cross", seldom=True),
)


class OfferMaker:
    """Makes the offers of one war from what a view tells."""

    def __init__(self, setting: Setting, grammars: tuple[Grammar, Grammar]) -> None:
        self._setting, self._book, self._grammars = setting, setting.book, grammars
        environment = setting.design.area.environment
        self._active = [c for c in range(1, len(environment)) if environment[c] > 0]

    def offers(self, facts: dict[str, Json], side: int, accepts: Accepts) -> Iterator[Offer]:
        """The offers to a side that may give commands."""
        own = facts["own"][str(side)]
        command = understand(self._book, own["draft"])
        striking = facts["phase"] == s.STRIKES
        ways = self._grammars[side].next_words(command, len(own["draft"]), striking, own["given"])
        spent = own["given"] >= self._grammars[side].most
        idle: tuple[str, ...] = ()
        if not own["draft"] and not striking and not spent:
            commands = list(self._commands(facts, side, accepts))
            idle = self._idle(own, commands)
            yield from commands
        if not own["draft"] and striking and not spent:
            yield from self._taking_back(own["strikes"])
        for offer in self._words(ways, command, facts, side, accepts):
            yield replace(offer, leaves=idle) if offer.kind == o.WORDS[o.GO] else offer

    def _idle(self, own: Json, commands: Sequence[Offer]) -> tuple[str, ...]:
        """The units that have no mission and could march or attack."""
        able = {offer.subject for offer in commands if offer.kind in ("move", "attack")}
        free = [row for row, lead in zip(own["rows"], own["leader"], strict=True) if lead == s.NONE]
        numbers = (str(self._setting.units[row].number) for row in free)
        return tuple(number for number in numbers if number in able)

    def _commands(self, facts: dict[str, Json], side: int, accepts: Accepts) -> Iterator[Offer]:
        """Whole commands for each task force, and the first words of longer ones."""
        own, transfer = facts["own"][str(side)], int(self._setting.design.forces.transfer[0])
        hostile = self._held_by(facts, 1 - side)
        for row, leader in zip(own["rows"], own["leader"], strict=True):
            place, posture, *_ = facts["units"][row]
            if leader not in (s.NONE, row) or posture == s.GONE:
                continue
            number, unit = str(self._setting.units[row].number), self._book.unit(row)
            for there in self._neighbours(place):
                orders = self._mission(unit, there, STANDARD_HOLD)
                if accepts(orders):
                    kind, verb = ("attack", "Attack") if there in hostile else ("move", "March to")
                    caption = f"{verb} {there}, and hold it"
                    yield Offer(orders, kind, caption, "IDX-4.1", number, str(there))
            for wanted, kind, caption in (
                (STANDARD_HOLD, "hold", "Hold here"),
                (transfer, "hand", "Make ready to hand over"),
            ):
                orders = self._mission(unit, place, wanted)
                if wanted >= STANDARD_HOLD and wanted != posture and accepts(orders):
                    yield Offer(orders, kind, caption, "IDX-4.1", number)
            longer = (o.MISSION, unit)
            yield Offer(longer, "mission", "Mission in several steps …", "IDX-4.1", number)
            if leader == row:
                yield from self._of_force(unit, number, accepts)
            if posture == transfer:
                start = (o.TRANSFER, self._book.cell(place), unit)
                yield Offer(start, "transfer", "Hand over resources …", "IDX-4.2.1", number)

    def _taking_back(self, strikes: list[Json]) -> Iterator[Offer]:
        """What takes back the air strikes that were entered."""
        for cell in sorted({int(strike["target"]) for strike in strikes}):
            orders = (o.CANCEL, o.STRIKE, self._book.cell(cell), o.END)
            caption = f"Cancel the air strike on {cell}"
            yield Offer(orders, "cancel", caption, CLAUSES[o.STRIKE], word=f"strike {cell}")

    def _of_force(self, unit: int, number: str, accepts: Accepts) -> Iterator[Offer]:
        """What only a task force with a mission can be told."""
        cancel = (o.CANCEL, unit, o.END)
        if accepts(cancel):
            yield Offer(cancel, "cancel", "Cancel the mission", "IDX-4.1", number)
        start = (o.DELIVERY, unit)
        yield Offer(start, "delivery", "Deliver resources on arrival …", "IDX-4.2.2", number)

    def _mission(self, unit: int, place: int, posture: int) -> tuple[int, ...]:
        return (o.MISSION, unit, self._book.cell(place), o.POSTURE + posture, o.END)

    def _neighbours(self, place: int) -> list[int]:
        """The active cells on the rim of one, ascending."""
        area = self._setting.design.area
        around = area.rim[place].tolist() if place > 0 else []
        return sorted(cell for cell in around if cell and area.environment[cell] > 0)

    def _held_by(self, facts: dict[str, Json], side: int) -> set[int]:
        """The cells in which units of a side stand."""
        rows = [row for row in range(len(facts["units"])) if self._side(row) == side]
        units = [facts["units"][row] for row in rows]
        return {place for place, posture, *_ in units if posture >= STANDARD_HOLD}

    def _side(self, row: int) -> int:
        return int(self._setting.design.forces.side[self._setting.units[row].kind])

    def _words(
        self, ways: Next, command: Command, facts: dict[str, Json], side: int, accepts: Accepts
    ) -> Iterator[Offer]:
        """The next words of a draft."""
        own = facts["own"][str(side)]
        clause = clause_of(command)
        for code in (*ways.words, *((o.ABANDON,) if own["draft"] else ())):
            if code == o.END and not accepts((*own["draft"], o.END)):
                continue
            if code in o.COMMANDS and not self._use(code, facts, side):
                continue
            about = CLAUSES.get(code, clause)
            # It is a whole command, as it is when it is typed.
            orders = (o.STOP, o.END) if code == o.STOP else (code,)
            if code == o.STOP and not accepts(orders):
                continue
            yield Offer(orders, o.WORDS[code], CAPTIONS[code], about)
        if ways.postures:
            yield from self._postures()
        for digit in range(10 if ways.digits else 0):
            yield Offer((o.DIGIT + digit,), "digit", f"{digit}", clause, word=str(digit))
        for number in ways.classes:
            code = o.CLASS + number - 1
            caption = f"{CLASS_NAMES[number]} units"
            yield Offer((code,), "class", caption, "IDX-6", word=str(number))
        for resource in ways.resources:
            name = self._setting.names.resources[side][resource]
            code = self._book.resource(resource)
            yield Offer((code,), "resource", name.capitalize(), clause, word=str(resource + 1))
        for row in self._units(command, facts, side) if ways.units else ():
            subject, caption = str(self._setting.units[row].number), unit_words(self._setting, row)
            yield Offer((self._book.unit(row),), "unit", caption, clause, subject)
        cells = self._cells(command, facts, side) if ways.cells else []
        if cells:
            aim = Aim(self._book.cell(1), tuple(map(str, cells)))
            yield Offer((), "cell", CELLS.get(command.word, "A cell"), clause, aim=aim)

    def _use(self, command: int, facts: dict[str, Json], side: int) -> bool:
        """Whether there is anything that a command could be about."""
        own, forces = facts["own"][str(side)], self._setting.design.forces
        if command == o.TRANSFER:
            return any(facts["units"][row][1] == forces.transfer[0] for row in own["rows"])
        if command == o.STRIKE:
            return int(forces.counts[side, NACTYP]) > 0
        about = {o.CANCEL: "forces", o.DELIVERY: "forces", o.RECALL: "deliveries"}
        if command == o.CANCEL and facts["phase"] == s.STRIKES:
            return False  # Each strike has an offer of its own.
        return bool(own[about[command]]) if command in about else True

    def _units(self, command: Command, facts: dict[str, Json], side: int) -> list[int]:
        """The units that may sensibly be named next: those that stand where the command is."""
        own, units = facts["own"][str(side)], facts["units"]
        leaders = dict(zip(own["rows"], own["leader"], strict=True))
        named = {*command.units, *command.others}
        place = units[command.units[0]][0] if command.units else 0
        if command.word == o.TRANSFER:
            place = command.place
        elif command.word == o.DELIVERY and command.word_before == o.TO:
            place = 0
        return [
            row
            for row in own["rows"]
            if row not in named
            and units[row][1] != s.GONE
            and place in (0, units[row][0])
            and not (command.word == o.MISSION and command.units and leaders[row] != s.NONE)
            and not (command.word in (o.CANCEL, o.RECALL) and leaders[row] != row)
            and not (command.word == o.DELIVERY and not command.place and leaders[row] != row)
        ]

    def _cells(self, command: Command, facts: dict[str, Json], side: int) -> list[int]:
        """The cells that may sensibly be named next."""
        if command.word == o.TRANSFER:
            units = [facts["units"][row] for row in facts["own"][str(side)]["rows"]]
            return sorted({place for place, posture, *_ in units if posture >= STANDARD_HOLD})
        if command.of_strike:
            return sorted({strike["target"] for strike in facts["own"][str(side)]["strikes"]})
        if command.word != o.MISSION or self._setting.design.delays.by_air.any():
            return self._active
        orders = command.orders
        here = orders[-1].place if orders else facts["units"][command.units[0]][0]
        if here not in self._active:
            return self._active
        return sorted([here, *self._neighbours(here)])

    def _postures(self) -> Iterator[Offer]:
        # What a player most likely wants comes first.
        for posture in sorted(posture_numbers(self._setting), key=lambda p: (p < STANDARD_HOLD, p)):
            code = o.POSTURE + (50 if posture == s.GONE else posture)
            caption = posture_words(self._setting, posture).capitalize()
            yield Offer((code,), "posture", caption, "IDX-2.2.1", word=f"{posture}")


def posture_numbers(setting: Setting) -> list[int]:
    """The postures that an order may want: those of the design, and the destroyed."""
    npost = setting.design.forces.npost
    positive = [10 * c + place for c in range(1, 5) for place in range(int(npost[c]))]
    return [s.GONE, 0, *positive]
