"""The printed outputs: files 11 and 21 of the players, file 51 of the designer (8).

Each tells the history of a war.  How much follows from the level of detail,
iprint.  What a player's file says is made from what he may know at each
moment, by the same allow-lists as his view and his log (`view.known_facts`,
`log.redacted`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from hexfront.core.contract import UMPIRE, Kind, Step, View
from hexfront.core.errors import InputError
from hexfront.core.events import Event, EventLog
from hexfront.core.table.answers import Table, table_lines
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.knowledge.view import KILLS_SHOWN, known_facts
from hexfront.systems.idahex.rules.clock import TimePassed
from hexfront.systems.idahex.rules.combat.engagements import CombatFought
from hexfront.systems.idahex.rules.command.drafts import understand
from hexfront.systems.idahex.rules.maneuver.occupation import StatusChanged
from hexfront.systems.idahex.rules.maneuver.tactics import CellEntered
from hexfront.systems.idahex.rules.moments import Moment, moments
from hexfront.systems.idahex.rules.words import BOTH
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario.design import (
    CYCLE,
    DELTA,
    DEPTH,
    FRAME,
    PERIOD,
    SIDES,
    T_END,
    T_INIT,
)
from hexfront.systems.idahex.scenario.initial_state import make_scratch
from hexfront.systems.idahex.table.command_words import command_text
from hexfront.systems.idahex.table.log import LogWriter, redacted
from hexfront.systems.idahex.table.tables import Facts, Tables, number

HISTORY: Final = 1
"""From this level of detail on, file 51 tells significant changes of status."""
PLAYERS_TOLD: Final = 5
"""From here the players are told them, too."""
EVERYTHING: Final = 7
"""From here file 51 tells every change of status."""
MOST_DETAIL: Final = 999
FILES: Final = ("file11", "file21")
"""Of Red and Blue."""
DESIGNERS_FILE: Final = "file51"
_UNPRINTED: Final = (TimePassed, CellEntered)
"""Kinds of events that other lines tell already: the times, and changes of status."""
Status = tuple[int, int, int]
"""Location, posture, objective."""


class WarReport:
    """Writes what one viewer of a war gets in print."""

    def __init__(self, rules: IdahexRules, viewer: int, detail: int | None = None) -> None:
        """`detail`: iprint, in place of that of the design. Errors: `InputError`."""
        if viewer not in (0, 1, UMPIRE):
            raise InputError.at("viewer", viewer, "a side, or the umpire for the designer's file")
        if detail is not None and not 0 <= detail <= MOST_DETAIL:
            raise InputError.at("level of detail (iprint)", detail, f"0 to {MOST_DETAIL}")
        self._level = rules.setting.detail if detail is None else detail
        # The designer is always told all of an engagement.
        shown = max(self._level, KILLS_SHOWN) if viewer == UMPIRE else self._level
        self._rules, self._viewer = rules, viewer
        self._setting = replace(rules.setting, detail=shown)
        self._tables = Tables(self._setting)
        self._log_writer = LogWriter(self._setting)
        self._scratch = make_scratch(self._setting.design, len(self._setting.units))
        self._state, self._log = rules.start(), EventLog()
        facts = self._facts()
        self._known: dict[int, Status] = {
            row: (place, posture, objective)
            for row, (place, posture, objective, *_) in enumerate(facts["units"])
        }

    @property
    def name(self) -> str:
        """Of the file, by its number in the manual."""
        return DESIGNERS_FILE if self._viewer == UMPIRE else FILES[self._viewer]

    def _facts(self) -> Facts:
        return known_facts(self._setting, self._state, self._viewer)

    # Before the war

    def head(self) -> Iterator[str]:
        """Whose output it is; of the designer's, how the design was understood."""
        whose = "The designer"
        if self._viewer != UMPIRE:
            whose = self._setting.names.sides[self._viewer]
        yield f"IDAHEX: {self._rules.scenario.title}"
        yield f"{whose}: {self.name}, level of detail {self._level} (IDX-8)"
        if self._viewer == UMPIRE:
            for warning in self._rules.scenario.game.warnings:
                yield f"warning: {warning}"
        facts = self._facts()
        tables = [*self._design_tables(), self._tables.units(facts, self._own_rows(facts))]
        tables += [self._stocks(facts, side) for side in self._sides()]
        for table in tables:
            yield ""
            yield from table_lines(table)
        yield ""

    def _sides(self) -> Sequence[int]:
        """The sides of which the reader knows everything."""
        return range(SIDES) if self._viewer == UMPIRE else (self._viewer,)

    def _own_rows(self, facts: Facts) -> list[int]:
        return [row for own in facts["own"].values() for row in own["rows"]]

    def _design_tables(self) -> Iterator[Table]:
        """The program's interpretation of the design: the clock, and how many of what."""
        area, names = self._setting.design.area, self._setting.names
        clock = area.clock.tolist()
        time, distance = names.time, names.distance
        rows = [
            ("start of the war", "tinit", number(clock[T_INIT]), time),
            ("end of the war", "tend", number(clock[T_END]), time),
            ("frame", "tframe", number(clock[FRAME]), time),
            ("period", "tpd", number(clock[PERIOD]), time),
            ("cycle", "tcycle", number(clock[CYCLE]), time),
            ("caught when moving", "delta", number(clock[DELTA]), time),
            ("depth of a cell", "depth", number(clock[DEPTH]), distance),
            ("cells", "ncells", str(len(area.environment) - 1), "cells"),
            ("active cells", "", str(len(self._tables.active_cells())), "cells"),
        ]
        yield Table("The war", ("", "manual's name", "value", "unit"), tuple(rows), "IDX-2.3", 2)
        if self._viewer == UMPIRE:
            for side in range(SIDES):
                listed = tuple((str(i), name) for i, name in enumerate(names.resources[side], 1))
                caption = f"Resources of {names.sides[side]}"
                yield Table(caption, ("type", "name"), listed, "IDX-G20", 2)

    def _stocks(self, facts: Facts, side: int) -> Table:
        """What all active units of a side hold together."""
        own = facts["own"][str(side)]
        toe = self._setting.design.forces.toe
        held = [0.0] * self._tables.types[side]
        planned = list(held)
        for row, stock in zip(own["rows"], own["stock"], strict=True):
            if facts["units"][row][1] < 10:
                continue
            for i in range(len(held)):
                held[i] += stock[i]
                planned[i] += float(toe[self._setting.units[row].kind, i])
        lines = tuple(
            (name, number(held[i]), number(planned[i]))
            for i, name in enumerate(self._setting.names.resources[side])
        )
        caption = f"{self._setting.names.sides[side]}: what active units hold"
        return Table(caption, ("resource", "holds", "planned (toe)"), lines, "IDX-2.2.2")

    # The history

    def lines(self, step: Step) -> Iterator[str]:
        """What a step adds: a command that the reader gave, or all that happened after a `go`."""
        state, side = self._state, step.actor
        ready = state.game.ready | 1 << side
        self._log.clear()
        if step.order == o.GO and ready == BOTH and state.game.stopped != BOTH:
            state.game.ready = state.game.stopped = 0
            yield from self._run()
        else:
            before = self._command(step)
            self._rules.apply(state, step, self._log)
            if before:
                yield before
            yield from self._events()
        result = self._rules.result(state)
        if result is not None:
            yield from self._balance()
            yield f"{self._time()}  {result.reason} ({result.clause})"

    def _command(self, step: Step) -> str:
        """A command, as it is completed, where the reader may know it."""
        side = step.actor
        if step.order != o.END or self._viewer not in (side, UMPIRE):
            return ""
        count = int(self._state.drafts[side, 0])
        draft = self._state.drafts[side, 1 : 1 + count].tolist()
        text = command_text(self._setting, side, understand(self._rules.book, draft))
        return f"{self._time()}  {self._setting.names.sides[side]}: {text}"

    def _run(self) -> Iterator[str]:
        """On to the next stop for players."""
        for moment in moments(self._setting.design, self._state, self._scratch, self._log):
            yield from self._events()
            self._log.clear()
            if moment is Moment.CYCLE:
                yield from self._balance()

    def _time(self) -> str:
        name = self._setting.names.time.capitalize()
        return f"{name} {float(self._state.game.time):.3f}"

    def _events(self) -> Iterator[str]:
        facts = self._facts() if len(self._log) else {}
        for event in self._log.events():
            known = redacted(self._setting, event, self._viewer)
            if known is None or isinstance(known.what, _UNPRINTED):
                continue
            if isinstance(known.what, StatusChanged):
                yield from self._status(known, facts)
                continue
            yield f"{self._time()}  {self._told(known, facts)}"
            if isinstance(known.what, CombatFought):
                yield from self._engagement(known.what.place, facts)

    def _told(self, event: Event, facts: Facts) -> str:
        # What concerns one side alone is told in the names that it uses.
        of_one = {1 << side: side for side in range(SIDES)}
        viewer = of_one.get(event.audience, self._viewer)
        view = View(viewer, 0, Kind.ORDERS, False, "", "", (), facts=facts)
        entry = self._log_writer.describe(event, view)
        whose = ""
        if self._viewer == UMPIRE and event.audience in of_one:
            whose = f"{self._setting.names.sides[of_one[event.audience]]}: "
        return f"{whose}{entry.text} ({entry.clause})"

    def _status(self, event: Event, facts: Facts) -> Iterator[str]:
        """A change of status, if the level of detail is for it."""
        unit, place, posture, objective = event.what[:4]
        old, new = self._known[unit], (place, posture, objective)
        self._known[unit] = new
        # Another place or another class; what changes within a class is of less weight.
        weighty = old[0] != place or old[1] // 10 != posture // 10
        if self._viewer == UMPIRE:
            wanted = self._level >= (HISTORY if weighty else EVERYTHING)
        else:
            wanted = weighty and self._level >= PLAYERS_TOLD
        if not wanted:
            return
        side = self._setting.names.sides[self._tables.side_of(unit)]
        was = "" if old[0] == 0 else f"; before: {self._status_words(*old)}"
        text = f"{self._tables.unit(unit)}, {side}, {self._tables.kind(unit)}"
        yield f"{self._time()}  {text}: {self._status_words(*new)}{was} ({event.clause})"

    def _status_words(self, place: int, posture: int, objective: int) -> str:
        towards = f" towards {objective}" if objective != place and posture >= 20 else ""
        return f"{self._tables.posture(posture)} in {place}{towards}"

    def _engagement(self, cell: int, facts: Facts) -> Iterator[str]:
        """All that the reader is told of an engagement's frame."""
        for fight in facts["engagements"]:
            if fight["cell"] == cell:
                for table in self._tables.engagement(facts, fight):
                    yield from (f"    {line}" for line in table_lines(table))
                    yield ""

    def _balance(self) -> Iterator[str]:
        """At the start of a cycle and the end: stocks, losses, supplies used up."""
        facts = self._facts()
        yield ""
        yield f"{self._time()}  Stocks and losses (IDX-8)"
        for side in self._sides():
            for table in (self._stocks(facts, side), self._tables.losses(facts, side)):
                yield from (f"    {line}" for line in table_lines(table))
                yield ""
