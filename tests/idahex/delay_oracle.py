"""The delays of 3.2 once more, slowly, in the manual's own names and order.

A task force is a list of units, each a type with a list of resources.  All
indices of the manual count from 1 here, too, so that the formulas read as they
are printed, with the errata that a design does not follow mended.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, inf, sqrt

from hexfront.systems.idahex.deck.ranks import rank_and_row
from hexfront.systems.idahex.scenario.design import DEPTH, NEQ, NRS, NSS, Design
from hexfront.systems.idahex.scenario.state import State
from tests.idahex.designs import follows


@dataclass
class Element:
    """A unit of the task force."""

    butype: int
    resources: list[float]
    """Place 0 is not used."""


class Wait:
    """The function `wait` of IDAHEX for one task force at one place."""

    def __init__(
        self, design: Design, state: State, units: list[int], mode: int, pl: int, po: int
    ) -> None:
        self.design, self.mode, self.pl, self.po = design, mode, pl, po
        self.s = int(state.units.side[units[0]])
        self.elements = [
            Element(int(state.units.kind[u]), [0.0, *map(float, state.stock[u])]) for u in units
        ]
        counts = design.forces.counts[self.s]
        self.nrs, self.nss, self.nequip = int(counts[NRS]), int(counts[NSS]), int(counts[NEQ])
        self.maps = state.maps.tolist()
        trptcl = design.delays.unit_class
        self.carriers = [u for u in self.elements if trptcl[u.butype] == mode]
        self.passengers = [u for u in self.elements if trptcl[u.butype] != mode]
        self.movers = self.carriers if mode > 0 else self.elements

    def of(self, table: str, resource: int) -> float:
        """A datum of the side by the manual's number of a resource."""
        return float(getattr(self.design.delays, table)[self.s, resource - 1])

    def has_supplies(self) -> bool:
        for k in range(1, self.nss + 1):
            ssstock = sum(u.resources[self.nequip + k] for u in self.elements)
            ssuse = sum(
                self.design.delays.supplies[self.s, k - 1, irs - 1] * u.resources[irs]
                for u in self.movers
                for irs in range(1, self.nrs + 1)
            )
            if ssuse > ssstock:
                return False
        return True

    def load_and_cc(self) -> tuple[float, float]:
        types = range(1, self.nrs + 1)
        in_r = [j for j in types if self.of("load_class", j) == self.mode]
        cc = sum(self.of("load_capacity", j) * u.resources[j] for u in self.carriers for j in in_r)
        load = sum(
            self.design.delays.load_size[self.s, j - 1, self.mode] * u.resources[j]
            for u in self.passengers
            for j in types
        )
        return load, cc

    def tr(self) -> float:
        types = range(1, self.nrs + 1)
        ttdemand = sum(self.of("needs", i) * u.resources[i] for u in self.movers for i in types)
        if self.mode == 0:
            ttcapacity = sum(
                self.of("carries", i) * u.resources[i] for u in self.movers for i in types
            )
        else:
            load, cc = self.load_and_cc()
            free = load / cc if load else 0
            if not follows(self.design, "carriers"):
                free = 1 - free
            r = [i for i in types if self.of("load_class", i) == self.mode]
            s = [i for i in types if i not in r]
            ttcapacity = sum(self.of("carries", i) * u.resources[i] for u in self.movers for i in s)
            for u in self.movers:
                ttcapacity += sum(free * self.of("carries", i) * u.resources[i] for i in r)
        if ttdemand > 0:
            return ttcapacity / ttdemand
        return inf if ttcapacity > 0 else 1

    def fmr(self, butype: int, tr: float) -> float:
        f0, *f = self.design.delays.fitness[butype].tolist()
        if f0 < 0:
            return tr / (2 - tr) if tr < 1 else 1
        x, y = [0.0, *self.design.delays.fitness_at.tolist()[1:]], [f0, *f]
        for left, right, low, high in zip(x, x[1:], y, y[1:], strict=False):
            if left <= tr < right:
                return float(low + (tr - left) / (right - left) * (high - low))
        return float(y[-1])

    def adjacent(self) -> bool:
        return self.po != 0 and self.po in self.design.area.rim[self.pl].tolist()

    def exists(self) -> bool:
        environment = self.design.area.environment
        return 1 <= self.po < len(environment) and bool(environment[self.po] > 0)

    def is_overloaded(self) -> bool:
        if self.mode == 0:
            return False
        load, cc = self.load_and_cc()
        return load > cc or not self.carriers

    def route(self) -> tuple[int, int]:
        """[rtetype] and [bartype]."""
        side = self.design.area.rim[self.pl].tolist().index(self.po)
        basic = int(self.design.area.barrier[self.pl, side])
        rtetype = self.maps[1][int(self.design.area.route[self.pl, side])]
        return rtetype, self.maps[2][basic] if basic > 0 else 0

    def amr(self, u: Element, pp: int) -> float:
        mr = self.design.delays.rate[u.butype, pp - 30, self.route()[0]]
        return self.fmr(u.butype, self.tr()) * float(mr)

    def movement(self, pp: int) -> float:
        """3.2.3 and 3.2.4."""
        by_air = bool(self.design.delays.by_air[pp - 30])
        if not self.exists() or (not by_air and not self.adjacent()):
            return inf
        if not self.has_supplies() or self.is_overloaded():
            return inf
        depth, delays = float(self.design.area.clock[DEPTH]), self.design.delays
        if by_air:
            amr = min(
                self.fmr(u.butype, self.tr()) * float(delays.air_rate[u.butype])
                for u in self.movers
            )
            return self.distance(depth) / amr if amr > 0 else inf
        tfamr = min(self.amr(u, pp) for u in self.movers)
        d1 = depth / tfamr if tfamr > 0 else inf
        bt = self.route()[1]
        d2 = max(float(delays.barrier[u.butype, pp - 30, bt]) for u in self.movers) if bt else 0.0
        return d1 + d2

    def distance(self, depth: float) -> float:
        """By where the centres of two cells lie in the plane."""
        rank1 = int(self.design.area.rim[1, 5]) - 1
        centres = []
        for cell in (self.pl, self.po):
            rank, row = rank_and_row(cell, rank1)
            centres.append((rank * sqrt(3) / 2 * depth, (row + (rank % 2) / 2) * depth))
        (x1, y1), (x2, y2) = centres
        return hypot(x2 - x1, y2 - y1)

    def disengagement(self, np: int, *, engaged: bool, secured: bool) -> float:
        """3.2.5."""
        if not engaged:
            return 0
        if not self.exists() or not self.adjacent() or self.design.delays.by_air[np - 30]:
            return inf
        diseng = self.design.delays.disengage
        d1 = max(float(diseng[u.butype, 0]) for u in self.elements)
        if secured:
            return d1
        tested = self.mode == 0 or not follows(self.design, "escape")
        if (tested and not self.has_supplies()) or self.is_overloaded():
            return inf
        if any(self.amr(u, np) == 0 for u in self.movers):
            return inf
        depth, bt = float(self.design.area.clock[DEPTH]), self.route()[1]
        w1 = max(float(diseng[u.butype, 1]) * (depth / self.amr(u, np)) for u in self.movers)
        w2 = 0.0
        if bt:
            crossing = self.design.delays.barrier
            w2 = max(
                float(diseng[u.butype, 1]) * float(crossing[u.butype, np - 30, bt])
                for u in self.movers
            )
        return d1 + w1 + w2
