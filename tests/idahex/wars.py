"""Small wars for the tests of manoeuvre: players' commands, time, and what must always be true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from hexfront.core.events import Event, EventLog
from hexfront.mechanics.agenda import DUE
from hexfront.systems.idahex.rules import clock
from hexfront.systems.idahex.rules.command import missions
from hexfront.systems.idahex.rules.maneuver.delays import Ground, ground_of
from hexfront.systems.idahex.rules.maneuver.occupation import StatusChanged
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import Design, Int
from hexfront.systems.idahex.scenario.initial_state import Unit, make_scratch, open_war

Order = tuple[int, int] | tuple[int, int, float]


@dataclass
class War:
    """A war, with units named by their rows."""

    design: Design
    state: s.State
    scratch: s.Scratch
    log: EventLog

    @property
    def ground(self) -> Ground:
        return ground_of(self.design)

    @property
    def out(self) -> Int:
        return self.log.rows

    @property
    def time(self) -> float:
        return float(self.state.game.time)

    def status(self, unit: int) -> tuple[int, int, int]:
        """Location, posture, objective."""
        return (
            int(self.state.units.place[unit]),
            int(self.state.units.posture[unit]),
            int(self.state.units.objective[unit]),
        )

    def force(self, unit: int) -> int:
        return int(self.state.units.force[unit])

    def due(self, unit: int) -> float:
        """When the unit's task force changes its status next."""
        return float(self.state.agenda[self.force(unit), DUE])

    def orders(self, unit: int) -> list[tuple[int, int]]:
        """What is left of its mission."""
        force = self.force(unit)
        missions, length = self.state.missions, int(self.state.forces.length[force])
        parts = missions.aim[force, :length].tolist(), missions.wanted[force, :length].tolist()
        return list(zip(*parts, strict=True))

    def engagement(self, place: int) -> tuple[int, list[int], list[int]] | None:
        """The side that attacks, the attackers, and the defenders of a cell."""
        row = int(self.state.fighting[place])
        if row == s.NONE:
            return None
        lists = []
        for role in (s.ATTACKERS, s.DEFENDERS):
            head = int(self.state.engagements.heads[row, role])
            lists.append(chain(head, self.state.units.next_in_engagement))
        return int(self.state.engagements.attacker[row]), lists[0], lists[1]

    def order(self, units: Sequence[int] | int, orders: Sequence[Order], mode: int = 0) -> int:
        """The mission command: a new task force."""
        rows = [units] if isinstance(units, int) else list(units)
        side = int(self.state.units.side[rows[0]]) if rows else 0
        return self.command(side, rows, orders, mode)

    def command(
        self, side: int, rows: Sequence[int], orders: Sequence[Order], mode: int = 0
    ) -> int:
        table, starts = tables(orders)
        units = np.array(rows, dtype=np.int64)
        return missions.create(
            self.ground,
            self.state,
            side,
            units,
            len(rows),
            mode,
            table,
            starts,
            len(orders),
            self.out,
        )

    def again(self, unit: int, orders: Sequence[Order]) -> int:
        """The mission command for a task force that exists."""
        table, starts = tables(orders)
        force, side = self.force(unit), int(self.state.units.side[unit])
        return missions.replace(
            self.ground, self.state, side, force, table, starts, len(orders), self.out
        )

    def change_until(self, time: float) -> None:
        """Changes of status only, no breaks."""
        clock.change_until(self.design, self.state, self.scratch, time, True, self.out)
        assert not self.found(clock.StatusJammed)

    def run(self, time: float) -> None:
        """The whole clock, up to the first stop at or after a time."""
        while self.time < time and self.state.game.phase != s.OVER:
            clock.run(self.design, self.state, self.scratch, self.out)
            assert not self.found(clock.StatusJammed)

    def events(self) -> list[Event]:
        return self.log.events()

    def found(self, kind: type[Any]) -> list[Any]:
        """All events of a class."""
        return [event.what for event in self.events() if isinstance(event.what, kind)]

    def history(self, unit: int) -> list[tuple[int, int, int]]:
        """All statuses that a unit has entered."""
        return [args[1:4] for args in self.found(StatusChanged) if args[0] == unit]  # type: ignore[misc]


def tables(orders: Sequence[Order]) -> tuple[Int, np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """The orders as a kernel takes them."""
    table = np.zeros((max(1, len(orders)), 2), dtype=np.int64)
    starts = np.zeros(max(1, len(orders)))
    for row, order in enumerate(orders):
        table[row] = order[0], order[1]
        starts[row] = order[2] if len(order) == 3 else 0.0
    return table, starts


def chain(first: int, links: Int) -> list[int]:
    """A list of units from its head."""
    found = []
    while first != s.NONE:
        found.append(first)
        first = int(links[first])
    return found


def make_war(design: Design, units: Sequence[Unit], owned: Sequence[int] = ()) -> War:
    """A war at its beginning; Blue owns the named cells and those where its units stand."""
    state = open_war(design, units)
    for cell in owned:
        state.owner[cell] = 1
    state.owner[state.units.place[state.units.side == 1]] = 1
    war = War(design, state, make_scratch(design, len(units)), EventLog(100_000))
    clock.begin(design, state, war.out)
    return war


def check(war: War) -> None:
    """What is true after all changes of one moment are done."""
    check_lists(war.state)
    check_agenda(war.state)
    check_engagements(war.state)
    state = war.state
    for cell in range(1, len(state.owner)):
        holders = [
            unit
            for side in (0, 1)
            for unit in chain(int(state.standing[cell, side]), state.units.next_in_cell)
            if state.units.posture[unit] // 10 == s.HOLD
        ]
        if len({int(state.units.side[unit]) for unit in holders}) == 2:
            assert state.fighting[cell] != s.NONE, f"enemies hold cell {cell} in peace"


def check_lists(state: s.State) -> None:
    """Every unit is in the lists where it belongs, once, in order."""
    active = {int(u) for u in np.flatnonzero(state.units.posture >= 10)}
    seen = []
    for cell in range(1, len(state.owner)):
        for side in (0, 1):
            units = chain(int(state.standing[cell, side]), state.units.next_in_cell)
            assert units == sorted(units)
            for unit in units:
                assert state.units.place[unit] == cell
                assert state.units.side[unit] == side
            seen += units
    assert sorted(seen) == sorted(active)
    grouped = []
    for force in range(len(state.forces)):
        units = chain(int(state.forces.first[force]), state.units.next_in_force)
        assert units == sorted(units)
        statuses = {s.status_of(state, u) for u in units}
        assert len(statuses) <= 1
        assert (state.forces.length[force] > 0) == bool(units)
        for unit in units:
            assert state.units.force[unit] == force
            assert state.units.side[unit] == state.forces.side[force]
        grouped += units
    loose = set(range(len(state.units))) - set(grouped)
    assert len(grouped) == len(set(grouped))
    assert all(state.units.force[u] == s.NONE for u in loose)


def check_agenda(state: s.State) -> None:
    """The heap holds exactly the task forces whose change has a time, and that is not past."""
    count = int(state.heap[0])
    waiting = {int(f) for f in state.heap[1 : 1 + count]}
    assert len(waiting) == count
    for force in range(len(state.forces)):
        due = state.agenda[force, DUE]
        assert (due < inf) == (force in waiting)
        assert due >= state.game.time
        if force in waiting:
            assert state.forces.first[force] != s.NONE


def check_engagements(state: s.State) -> None:
    """Engaged units are where their engagement is, in a posture that allows it (5)."""
    seen = []
    for row in range(len(state.engagements)):
        where = int(state.engagements.cell[row])
        if where == 0:
            continue
        assert state.fighting[where] == row
        for role, attacks in ((s.ATTACKERS, 1), (s.DEFENDERS, 0)):
            units = chain(int(state.engagements.heads[row, role]), state.units.next_in_engagement)
            assert units, "an engagement of one side"
            assert units == sorted(units)
            seen += units
            for unit in units:
                side = state.engagements.attacker[row] ^ (1 - attacks)
                assert state.units.side[unit] == side
                assert state.units.engagement[unit] == row
                assert state.units.attacks[unit] == attacks
                group = state.units.posture[unit] // 10
                if group == s.ATTACK:
                    assert attacks
                    assert state.units.objective[unit] == where
                else:
                    assert group in (s.HOLD, s.DISENGAGEMENT)
                    assert state.units.place[unit] == where
    assert sorted(seen) == sorted(int(u) for u in np.flatnonzero(state.units.engagement != s.NONE))
    for cell in range(1, len(state.owner)):
        row = int(state.fighting[cell])
        assert row == s.NONE or state.engagements.cell[row] == cell


def set_next(state: s.State, force: int, place: int, posture: int, objective: int) -> None:
    """Give a task force the status that it has next."""
    forces = state.forces
    forces.next_place[force], forces.next_posture[force] = place, posture
    forces.next_objective[force] = objective
