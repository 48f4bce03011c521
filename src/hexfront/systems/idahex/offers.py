"""Orders as the screen and the terminal show them (IDX-4): whole commands, and word by word.

A whole command, such as "march to 27", is one offer of several words.  What
else can be said is offered word by word: the commands first, and in a draft
whatever may come next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from hexfront.core.contract import Aim, Offer
from hexfront.core.strictjson import Json
from hexfront.systems.idahex import orders as o
from hexfront.systems.idahex import state as s
from hexfront.systems.idahex.design import RIM
from hexfront.systems.idahex.drafts import Grammar, Next, understand
from hexfront.systems.idahex.setting import Setting

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
CAPTIONS: Final = {
    o.GO: "Go: no more commands",
    o.END: "End: give the command",
    o.ABANDON: "Drop this command",
    o.MISSION: "Mission: a task force, and where it shall go",
    o.CANCEL: "Cancel a mission",
    o.TRANSFER: "Transfer resources within a cell",
    o.DELIVERY: "Delivery: resources handed over on arrival",
    o.RECALL: "Cancel a delivery",
    o.STRIKE: "Air strike",
    o.STOP: "Stop the war, if the other side wants it too",
    o.AT: "Not before a start time",
    o.STACKED: "Stacked: carried in a transport mode",
    o.TO: "To: who receives",
    o.SIZE: "Size: which part of the surplus",
    o.CLOSE: "Close air support",
    o.BEHIND: "Interdiction",
    o.POINT: "Decimal point",
    o.WITH: "With so many aircraft",
}
STANDARD_HOLD: Final = 10

Accepts = Callable[[tuple[int, ...]], bool]
"""Whether a whole command of the viewer would be accepted."""


class Offerer:
    """Makes the offers of one war from what a view tells."""

    def __init__(self, setting: Setting, grammars: tuple[Grammar, Grammar]) -> None:
        self._setting, self._book, self._grammars = setting, setting.book, grammars

    def offers(self, facts: dict[str, Json], side: int, accepts: Accepts) -> Iterator[Offer]:
        """The offers to a side that may give commands."""
        own = facts["own"][str(side)]
        command = understand(self._book, own["draft"])
        striking = facts["phase"] == s.STRIKES
        ways = self._grammars[side].next_words(command, len(own["draft"]), striking)
        if not own["draft"] and not striking:
            yield from self._commands(facts, own, accepts)
        clause = CLAUSES.get(command.word, "IDX-4.1")
        yield from self._words(ways, clause, side, own, accepts)

    def _commands(self, facts: dict[str, Json], own: Json, accepts: Accepts) -> Iterator[Offer]:
        """Whole commands for each unit: move, attack, hold, hand over, cancel."""
        book, area = self._book, self._setting.design.area
        transfer = int(self._setting.design.forces.transfer[0])
        for row, leader in zip(own["rows"], own["leader"], strict=True):
            place, posture, *_ = facts["units"][row]
            number = str(self._setting.units[row].number)
            if leader not in (s.NONE, row) or posture == s.GONE:
                continue
            unit = book.unit(row)
            if leader == row:
                cancel = (o.CANCEL, unit, o.END)
                if accepts(cancel):
                    yield Offer(cancel, "cancel", "Cancel the mission", "IDX-4.1", number)
            for side in range(RIM):
                there = int(area.rim[place, side])
                orders = self._mission(unit, there, STANDARD_HOLD)
                if there and area.environment[there] > 0 and accepts(orders):
                    yield Offer(
                        orders,
                        "march",
                        f"March to {there}, and hold it",
                        "IDX-4.1",
                        number,
                        str(there),
                    )
            for wanted, kind, caption in (
                (STANDARD_HOLD, "hold", "Hold here"),
                (transfer, "hand", "Make ready to hand resources over"),
            ):
                orders = self._mission(unit, place, wanted)
                if wanted >= STANDARD_HOLD and wanted != posture and accepts(orders):
                    yield Offer(orders, kind, caption, "IDX-4.1", number)

    def _mission(self, unit: int, place: int, posture: int) -> tuple[int, ...]:
        return (o.MISSION, unit, self._book.cell(place), o.POSTURE + posture, o.END)

    def _words(
        self, ways: Next, clause: str, side: int, own: Json, accepts: Accepts
    ) -> Iterator[Offer]:
        """The next words of a draft."""
        for code in (*ways.words, *((o.ABANDON,) if own["draft"] else ())):
            if code == o.END and not accepts((*own["draft"], o.END)):
                continue
            about = CLAUSES.get(code, clause)
            yield Offer((code,), o.WORDS[code], CAPTIONS[code], about)
        for digit in range(10 if ways.digits else 0):
            yield Offer((o.DIGIT + digit,), "digit", f"Digit {digit}", clause, word=str(digit))
        for number in ways.classes:
            code = o.CLASS + number - 1
            yield Offer((code,), "class", f"Posture class {number}", "IDX-6", word=str(number))
        if ways.postures:
            yield from self._postures()
        for resource in ways.resources:
            name = self._setting.names.resources[side][resource]
            code = self._book.resource(resource)
            yield Offer((code,), "resource", name.capitalize(), clause, word=str(resource + 1))
        if ways.units:
            for row in own["rows"]:
                unit = self._setting.units[row]
                caption = f"Unit {unit.number}, {unit.name}"
                yield Offer((self._book.unit(row),), "unit", caption, clause, str(unit.number))
        if ways.cells:
            aim = Aim(self._book.cell(1))
            yield Offer((), "cell", "A cell", clause, aim=aim)

    def _postures(self) -> Iterator[Offer]:
        for posture in posture_numbers(self._setting):
            code = o.POSTURE + (50 if posture == s.GONE else posture)
            yield Offer((code,), "posture", f"Posture {posture}", "IDX-2.2.1", word=f"{posture}")


def posture_numbers(setting: Setting) -> list[int]:
    """The postures that an order may want: those of the design, and the destroyed."""
    npost = setting.design.forces.npost
    positive = [10 * c + place for c in range(1, 5) for place in range(int(npost[c]))]
    return [s.GONE, 0, *positive]


def list_codes(
    book: o.OrderBook,
    ways: Next,
    rows: list[int],
    drafting: bool,
    postures: list[int] | None = None,
) -> list[int]:
    """The codes of the words that may come next, ascending."""
    codes = [*ways.words, *([o.ABANDON] if drafting else [])]
    codes += [o.DIGIT + digit for digit in range(10 if ways.digits else 0)]
    codes += [o.CLASS + number - 1 for number in ways.classes]
    codes += [o.POSTURE + (50 if p == s.GONE else p) for p in (postures or ()) if ways.postures]
    codes += [book.resource(resource) for resource in ways.resources]
    codes += [book.unit(row) for row in rows if ways.units]
    codes += [book.cell(number) for number in range(1, book.cells + 1) if ways.cells]
    return sorted(codes)
