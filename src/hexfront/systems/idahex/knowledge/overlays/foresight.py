"""How long a mission would take, and what stands in its way, before it is given (IDX-3.2, IDX-4.1).

The mission is given in a copy of what the side knows, and its changes of
status follow each other there, with the delays of the war itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isinf
from typing import Final

from hexfront.core.contract import Figure, OverlayReading, View
from hexfront.core.errors import InputError
from hexfront.core.events import NO_LOG
from hexfront.systems.idahex.knowledge.determinization import reconstruct
from hexfront.systems.idahex.knowledge.overlays.delay import DelayFigures, status_words
from hexfront.systems.idahex.knowledge.overlays.figures import figure, row, table
from hexfront.systems.idahex.knowledge.overlays.forecast import forecast
from hexfront.systems.idahex.knowledge.overlays.unit import supplies_last
from hexfront.systems.idahex.rules.command.commands import CommandReader
from hexfront.systems.idahex.rules.command.drafts import Command, understand
from hexfront.systems.idahex.rules.command.execution import Commander
from hexfront.systems.idahex.rules.command.refusals import endless
from hexfront.systems.idahex.rules.command.theatre import Theatre
from hexfront.systems.idahex.rules.maneuver import delays
from hexfront.systems.idahex.rules.maneuver.forces import delay_of, drop_completed
from hexfront.systems.idahex.rules.maneuver.sequencing import LONGEST
from hexfront.systems.idahex.scenario import chains
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.setting import Setting

SHORT: Final = re.compile(r"(\d+) (?:attack|move) (\d+)")
"""An offer as it is typed: a mission to the next cell, to hold it."""
HOLD: Final = 10


def _as_mission(text: str) -> str:
    """What is asked about as a mission, as it would be typed."""
    if short := SHORT.fullmatch(text.strip().lower()):
        return f"mission {short[1]}: {short[2]} {HOLD}"
    return text if text.lower().split()[:1] == ["mission"] else f"mission {text}"


class Foresight:
    """Looks ahead in one war."""

    def __init__(self, setting: Setting, theatre: Theatre, commander: Commander) -> None:
        self._setting, self._theatre, self._commander = setting, theatre, commander
        self._ground = delays.ground_of(setting.design)
        transfer = int(setting.design.forces.transfer[0])
        self._readers = tuple(
            CommandReader(setting.book, self._units(side), names, transfer)
            for side, names in enumerate(setting.names.resources)
        )

    def _units(self, side: int) -> dict[str, int]:
        """The rows of a side's units by number; of others the answer must tell nothing."""
        sides = self._setting.design.forces.side
        units = enumerate(self._setting.units)
        return {str(unit.number): row for row, unit in units if sides[unit.kind] == side}

    def read_overlay(self, view: View, subject: str) -> OverlayReading:
        """What a mission, as it would be typed, would come to. Errors: `InputError`."""
        if str(view.viewer) not in view.facts["own"]:
            raise InputError.at("overlay: subject", subject, "a mission of the side that asks")
        text = _as_mission(subject)
        codes = self._readers[view.viewer].read(text)
        command = understand(self._setting.book, codes[:-1])
        state = reconstruct(self._setting, dict(view.facts))
        refusal = self._commander.carry_out(state, view.viewer, command, NO_LOG)
        figures: tuple[Figure, ...]
        if refusal is not None:
            figures = (figure("It would be refused", refusal.reason, refusal.clause),)
        else:
            fought = self._fight(state.copy(), view.viewer, command)
            figures = (*fought, *self._course(state, command.units[0]))
        caption = f"Foreseen: {text.strip()}"
        return OverlayReading("foresee", subject, caption, "IDX-4.1", {}, {}, figures)

    def _fight(self, state: s.State, side: int, command: Command) -> tuple[Figure, ...]:
        """What the first frame of an attack would find, where the mission leads to one."""
        for order in command.orders:
            if state.standing[order.place, 1 - side] != s.NONE:
                return tuple(forecast(self._theatre, state, side, order.place))
        return ()

    def _course(self, state: s.State, unit: int) -> Iterator[Figure]:
        """Its changes of status, one after another, and warnings."""
        force, begun = int(state.units.force[unit]), float(state.game.time)
        lasting = supplies_last(self._setting, state, unit)
        if force == s.NONE:
            yield figure("It is carried out already", "at once", "IDX-4.1")
            return
        rows: list[Figure] = []
        warnings: list[Figure] = []
        ends = self._walk(state, force, rows, warnings)
        time = self._setting.names.time
        if not warnings:
            formula = "with what the units hold now, if nobody fights"
            yield figure("It would be carried out at", ends, "IDX-4.1", formula, unit=time)
            yield figure("That takes", ends - begun, "IDX-3.2", "", unit=time)
        for supply, days in lasting:
            if ends - begun > days:
                words = f"{supply} would last for {days:.3g} {time}s as it stands now"
                warnings.append(figure("Warning", words, "IDX-7"))
        yield from warnings
        columns = ("from", "to", "delay", "at")
        yield table("Changes of status", columns, rows, "IDX-3.1")

    def _walk(
        self, state: s.State, force: int, rows: list[Figure], warnings: list[Figure]
    ) -> float:
        """Let the task force change its status until its mission is over; when that is."""
        reading = DelayFigures(self._setting, state, force)
        unit = int(state.forces.first[force])
        for number in range(LONGEST * s.MAX_ORDERS):
            if state.forces.length[force] == 0:
                break
            start = max(float(state.game.time), float(state.missions.start[force, 0]))
            if number == 0 and state.waits.begun[force] > 0.0:
                start = max(start, float(state.waits.begun[force]))
            delay, reason = delay_of(self._ground, state, force)
            here = self._status(state, unit)
            place, posture, objective = s.next_status_of(state, force)
            derived = reading.next_status()
            due = start + float(delay)
            cells = (
                figure("from", here),
                figure("to", status_words(place, posture, objective), "IDX-3.1"),
                derived,
                figure("at", due, "IDX-3.2", unit=self._setting.names.time),
            )
            rows.append(row(f"{number + 1}", cells))
            if isinf(delay):
                clause, words = endless(int(reason))
                warnings.append(figure("It would wait without end", words, clause))
                break
            enemy = 1 - int(state.forces.side[force])
            self._enter(state, force, place, posture, objective)
            state.game.time = due
            if posture >= 40 and state.standing[objective, enemy] != s.NONE:
                words = f"in {objective}, from {due:.4g} on; how long it lasts cannot be told"
                warnings.append(figure("An attack on the enemy", words, "IDX-3.3"))
                break
            drop_completed(state, force)
        return float(state.game.time)

    def _status(self, state: s.State, unit: int) -> str:
        return status_words(*s.status_of(state, unit))

    def _enter(self, state: s.State, force: int, place: int, posture: int, objective: int) -> None:
        """All units of the task force take a status; nobody is met on the way."""
        unit = int(state.forces.first[force])
        while unit != s.NONE:
            if state.units.posture[unit] >= 10:
                chains.vanish(state, unit)
            units = state.units
            units.place[unit], units.posture[unit], units.objective[unit] = (
                place,
                posture,
                objective,
            )
            units.engagement[unit] = s.NONE
            if posture >= 10:
                chains.stand(state, unit)
            unit = int(state.units.next_in_force[unit])
