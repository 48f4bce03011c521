"""Delays of a task force with all that they follow from (IDX-3.2).

The numbers are those of the kernels in delays.py; here is only what to show of them.
"""

from __future__ import annotations

from math import isinf

from hexfront.core.contract import Figure
from hexfront.systems.idahex.deck.errata import CARRIERS
from hexfront.systems.idahex.knowledge.overlays.figures import (
    corners,
    curve,
    datum,
    figure,
    row,
    table,
)
from hexfront.systems.idahex.knowledge.view import CLASSES
from hexfront.systems.idahex.rules.command.refusals import endless
from hexfront.systems.idahex.rules.maneuver import delays
from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.area import distance
from hexfront.systems.idahex.scenario.setting import Setting
from hexfront.systems.idahex.scenario.state import class_of


class DelayFigures:
    """The delays of one task force in a state that a viewer may know."""

    def __init__(self, setting: Setting, state: s.State, force: int) -> None:
        self.setting, self.state, self.force = setting, state, force
        self.design, self.ground = setting.design, delays.ground_of(setting.design)
        self.side = int(state.forces.side[force])
        self.unit_of_time = setting.names.time

    def members(self) -> list[int]:
        """Rows of its units."""
        found, unit = [], int(self.state.forces.first[self.force])
        while unit != s.NONE:
            found.append(unit)
            unit = int(self.state.units.next_in_force[unit])
        return found

    def name(self, unit: int) -> str:
        """Number and name of a unit."""
        known = self.setting.units[unit]
        return f"{known.number} {known.name}"

    def resource(self, resource: int) -> str:
        """The name of a type of resource."""
        return self.setting.names.resources[self.side][resource]

    def drives(self, unit: int) -> bool:
        """Whether a unit moves by itself."""
        return bool(delays.drives(self.ground, self.state, self.force, unit))

    def time(
        self,
        caption: str,
        value: float,
        reason: int,
        clause: str,
        formula: str,
        parts: list[Figure],
    ) -> Figure:
        """A delay; one without end says why."""
        if isinf(value) and reason != delays.NO_REASON:
            clause, words = endless(reason)
            return figure(caption, f"without end: {words}", clause, formula, parts)
        return figure(caption, value, clause, formula, parts, self.unit_of_time)

    def next_status(self) -> Figure:
        """The delay before the next status, which must have been planned (IDX-3.2)."""
        state, force = self.state, self.force
        unit = int(state.forces.first[force])
        value, reason = delays.wait(self.ground, state, force)
        place, posture, objective = s.status_of(state, unit)
        then = int(state.forces.next_posture[force])
        toward = int(state.forces.next_objective[force])
        now, after = class_of(posture), class_of(then)
        parts: list[Figure] = []
        clause, formula = "IDX-3.2", "at once"
        if now == after and toward == objective and then != posture:
            clause, formula = "IDX-3.2.2", "the delay within a posture class"
            parts = [datum(value, "ptran", now, posture % 10 + 1, then % 10 + 1)]
        elif after == s.MOVEMENT and toward != place:
            clause, formula = "IDX-3.2.5", "not engaged: at once"
            if state.units.engagement[unit] != s.NONE:
                formula = "the longest basic delay, and the pursuit if nobody holds behind it"
                parts = self.disengagement(place, objective)
        elif after == s.ATTACK and toward != place:
            return self.movement(place, objective, posture)
        elif reason == delays.COMBAT:
            clause, formula = "IDX-3.2.6", "until the attack is decided"
        return self.time("Delay before the next status", value, reason, clause, formula, parts)

    def disengagement(self, place: int, objective: int) -> list[Figure]:
        """Basic delay and factor of each unit, and whether others cover it (IDX-3.2.5)."""
        table_of, parts = self.design.delays.disengage, []
        for unit in self.members():
            kind = int(self.state.units.kind[unit])
            words = f"{self.name(unit)}: basic delay"
            parts.append(datum(table_of[kind, 0], "diseng", kind + 1, 1, caption=words))
            words = f"{self.name(unit)}: factor in pursuit"
            parts.append(datum(table_of[kind, 1], "diseng", kind + 1, 2, caption=words))
        covered = bool(delays.has_security_force(self.state, place, self.side))
        parts.append(
            figure("Others hold the cell meanwhile", "yes" if covered else "no", "IDX-3.3")
        )
        if not covered:
            parts.append(
                self.movement(place, objective, int(self.state.forces.next_posture[self.force]))
            )
        return parts

    def movement(self, place: int, other: int, posture: int) -> Figure:
        """A march or a flight from a cell to another (IDX-3.2.3, IDX-3.2.4)."""
        value, reason = delays.movement_delay(
            self.ground, self.state, self.force, place, other, posture
        )
        by_air = bool(self.design.delays.by_air[posture - delays.FIRST_MOVEMENT])
        if by_air:
            caption, clause = f"Flight from {place} to {other}", "IDX-3.2.4"
            formula = "distance / rate of the slowest"
            length = float(distance(self.design.area, place, other))
            parts = [figure("Distance", length, "IDX-3.2.4.1", unit=self.setting.names.distance)]
        else:
            caption, clause = f"March from {place} to {other}", "IDX-3.2.3"
            formula = "depth / rate of the slowest + longest delay at the barrier"
            parts = [datum(self.design.area.clock[d.DEPTH], "depth")]
        if reason not in (delays.NOT_ACTIVE, delays.NOT_ADJACENT):
            parts += self.grounds(place, other) if not by_air else []
            parts.append(self.rates(place, other, posture, by_air))
            parts += self.readiness()
        return self.time(caption, float(value), int(reason), clause, formula, parts)

    def grounds(self, place: int, other: int) -> list[Figure]:
        """Route and barrier between two cells."""
        names = self.setting.names
        route = delays.route_between(self.ground, self.state, place, other)
        barrier = delays.barrier_between(self.ground, self.state, place, other)
        found = [figure(f"Route: {named(names.routes, route)}", str(route), "IDX-2.1")]
        if barrier:
            words = f"Barrier: {named(names.barriers, barrier)}"
            found.append(figure(words, str(barrier), "IDX-2.1"))
        return found

    def ratio(self) -> float:
        """TR (IDX-3.2.3.1)."""
        value, _ = delays.readiness(self.ground, self.state, self.force)
        return float(value)

    def rates(self, place: int, other: int, posture: int, by_air: bool) -> Figure:
        """How fast each unit that drives is, and its delay at the barrier."""
        parts, ratio, rows = self.design.delays, self.ratio(), []
        column = posture - delays.FIRST_MOVEMENT
        for unit in self.members():
            if not self.drives(unit):
                continue
            kind = int(self.state.units.kind[unit])
            fit = float(delays.fitness(self.ground, kind, ratio))
            if by_air:
                basic = datum(parts.air_rate[kind], "mrair", kind + 1)
                held = figure("barrier", 0.0)
            else:
                route = delays.route_between(self.ground, self.state, place, other)
                barrier = delays.barrier_between(self.ground, self.state, place, other)
                basic = datum(parts.rate[kind, column, route], "mr", kind + 1, posture, route)
                held = figure("barrier", 0.0, "IDX-2.1", "there is none")
                if barrier:
                    delay = parts.barrier[kind, column, barrier]
                    held = datum(delay, "bdelay", kind + 1, posture, barrier)
            rate = float(basic.value or 0.0) * fit
            cells = (
                basic,
                self.fitness(kind, fit, ratio),
                figure("rate", rate, "IDX-3.2.3", "basic rate · fmr"),
                held,
            )
            rows.append(row(self.name(unit), cells))
        return table("Rates", ("basic rate", "fmr", "rate", "barrier"), rows, "IDX-3.2.3")

    def fitness(self, kind: int, value: float, ratio: float) -> Figure:
        """fmr: what lack of transport does to a rate (IDX-3.2.3)."""
        parts = self.design.delays
        x = figure("TR", ratio, "IDX-3.2.3.1")
        if parts.fitness[kind, 0] < 0.0:
            return figure("fmr", value, "IDX-3.2.3", "TR / (2 − TR), at most 1", (x,))
        names = ("fmr.f0", "fmr.f", "fmr.x")
        points = corners(parts.fitness[kind], parts.fitness_at, names, (kind + 1,))
        return curve("fmr", value, "IDX-3.2.3", x, points)

    def readiness(self) -> list[Figure]:
        """Transport, load, and supplies to move (IDX-3.2.3.1, IDX-3.2.3.2)."""
        parts = [self.transport()]
        if self.state.forces.mode[self.force] > 0:
            loaded = float(delays.load_factor(self.ground, self.state, self.force))
            mode = int(self.state.forces.mode[self.force])
            parts.append(
                figure(
                    "Load of the carriers, LOAD/CC",
                    loaded,
                    "IDX-3.2.3.2",
                    f"load of the passengers by ldsize (group 36), mode {mode} / capacity by ldcap",
                )
            )
        return [*parts, self.supplies()]

    def transport(self) -> Figure:
        """TR: transport capacity by demand, type by type."""
        parts, rows = self.design.delays, []
        loaded = "passengers take their part of the capacity"
        if self.design.printed[CARRIERS] == 1:
            loaded = "of the load class only the part that passengers take, as printed"
        for resource in range(int(self.design.forces.counts[self.side, d.NRS])):
            amount = self.held(resource, driving=True)
            number = resource + 1
            gives = parts.carries[self.side, resource]
            needs = parts.needs[self.side, resource]
            if amount > 0.0 and (gives > 0.0 or needs > 0.0):
                cells = (
                    figure("held", amount, "IDX-2.2.2"),
                    datum(gives, "trncap", self.side + 1, number),
                    datum(needs, "trnreq", self.side + 1, number),
                )
                rows.append(row(self.resource(resource), cells))
        return figure(
            "Transport ratio, TR",
            self.ratio(),
            "IDX-3.2.3.1",
            f"sum of held · trncap / sum of held · trnreq, of the units that drive; {loaded}",
            (table("By type", ("held", "gives", "needs"), rows, "IDX-3.2.3.1"),),
        )

    def held(self, resource: int, driving: bool = False) -> float:
        """What the units hold together."""
        return float(
            sum(
                self.state.stock[unit, resource]
                for unit in self.members()
                if not driving or self.drives(unit)
            )
        )

    def supplies(self) -> Figure:
        """What a march needs of supplies, beside what there is."""
        counts, rows = self.design.forces.counts[self.side], []
        requirement = self.design.delays.supplies[self.side]
        for supply in range(int(counts[d.NSS])):
            needs, total = [], 0.0
            for resource in range(int(counts[d.NRS])):
                amount = self.held(resource, driving=True)
                if requirement[supply, resource] * amount > 0.0:
                    total += float(requirement[supply, resource] * amount)
                    words = f"{amount:g} {self.resource(resource)}, each"
                    index = (self.side + 1, supply + 1, resource + 1)
                    needs.append(
                        datum(requirement[supply, resource], "ssreqm", *index, caption=words)
                    )
            kind = int(counts[d.NEQ]) + supply
            cells = (
                figure("held", self.held(kind), "IDX-2.2.2"),
                figure("needed", total, "IDX-3.2.3.1", "sum of held · ssreqm", needs),
            )
            rows.append(row(self.resource(kind), cells))
        return table("Supplies to move", ("held", "needed"), rows, "IDX-3.2.3.1")


def named(names: tuple[str, ...], number: int) -> str:
    """The name of a type, counted from 1."""
    return names[number - 1] if 0 < number <= len(names) else f"type {number}"


def status_words(place: int, posture: int, objective: int) -> str:
    """A status in words."""
    group = "destroyed" if posture < 0 else CLASSES[posture // 10]
    towards = f" towards {objective}" if objective != place and posture >= 20 else ""
    return f"{group} in {place}{towards} (posture {posture})"
