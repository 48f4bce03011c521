"""What a side brings into combat, and how support was dealt out for it (IDX-5.4.1, IDX-5.4.3)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hexfront.core.contract import Figure
from hexfront.systems.idahex.deck.errata import OVERHEAD
from hexfront.systems.idahex.knowledge.overlays.figures import (
    NOT_TOLD,
    checked,
    corners,
    curve,
    datum,
    figure,
    row,
    table,
)
from hexfront.systems.idahex.knowledge.overlays.last_frame import LastFrame
from hexfront.systems.idahex.rules.combat.fielding import (
    AMOUNT,
    FIELDED,
    FRACTION,
    HELD,
    PAID,
    SPENT,
)
from hexfront.systems.idahex.rules.combat.functions import AREA_OF_HEXAGON, density
from hexfront.systems.idahex.rules.combat.involvement import share_among, stays_out
from hexfront.systems.idahex.scenario import design as d


class SupportFigures:
    """The involvement of the units of one engagement."""

    def __init__(self, frame: LastFrame) -> None:
        self.frame, self.setting, self.design = frame, frame.setting, frame.setting.design

    def figures(self) -> Iterator[Figure]:
        """For each side: involvement by cell and type, effectiveness by unit."""
        for side in (self.frame.attacker, 1 - self.frame.attacker):
            caption = f"Involvement of {self.setting.names.sides[side]}, frinv and freff"
            if self.frame.known[side]:
                yield figure(caption, None, "IDX-5.4.1", "", self.cells(side))
            else:
                yield figure(caption, NOT_TOLD, "IDX-5.4.1")

    def resource(self, side: int, resource: int) -> str:
        """The name of a type."""
        return self.setting.names.resources[side][resource]

    def cells(self, side: int) -> Iterator[Figure]:
        """Units share support with those of their cell in the same engagement."""
        places: dict[int, list[int]] = {}
        for unit in self.frame.units(side):
            if not self.rides(unit):
                places.setdefault(int(self.frame.state.units.place[unit]), []).append(unit)
        for place, units in places.items():
            yield self.force(side, place, units)
            yield self.effect(side, place, units[0])

    def rides(self, unit: int) -> bool:
        """Whether a unit is a passenger, and takes no part."""
        classes = self.design.delays.unit_class
        state, printed = self.frame.state, self.design.printed
        return bool(stays_out(state.forces, classes, printed, state.units, unit))

    def force(self, side: int, place: int, units: list[int]) -> Figure:
        """Those of one side in one cell."""
        frame, scratch = self.frame, self.setting.scratch
        scratch.rows[0, : len(units)] = units
        counts, support = self.design.forces.counts, self.design.support
        share_among(
            counts,
            support,
            self.design.combat.standard,
            self.design.printed,
            frame.state.units,
            frame.state.stock,
            scratch.rows[0],
            len(units),
            side,
            scratch.vectors,
            scratch.matrices,
        )
        vectors, paid = scratch.vectors.copy(), scratch.matrices[PAID].copy()
        width = int(counts[side, d.NRS])
        rows = [self.share(side, units, item, vectors, paid) for item in range(width)]
        columns = ("held", "involved", "frinv")
        return figure(
            f"Units in {place}",
            f"{len(units)} together",
            "IDX-5.4.1",
            "support goes to equipment in small steps, in the proportions of a standard force, "
            "one protection group after another, until support or cover is used up",
            (
                table("By type", columns, rows, "IDX-5.4.1"),
                self.supports(side, units, vectors),
            ),
        )

    def share(
        self, side: int, units: list[int], item: int, vectors: d.Float, paid: d.Float
    ) -> Figure:
        """frinv of one type of resource."""
        counts = self.design.forces.counts[side]
        amount, fraction = vectors[AMOUNT, item], vectors[FRACTION, item]
        parts: list[Figure] = []
        if item < counts[d.NEQ]:
            parts = self.equipment(side, item, vectors, paid)
        shares = {float(self.frame.state.shares[unit, 1 + item]) for unit in units}
        share = figure("frinv", min(shares), "IDX-5.4.1", "involved / held", parts)
        cells = (
            figure("held", amount, "IDX-2.2.2"),
            figure("involved", fraction * amount, "IDX-5.4.1"),
            checked(share, fraction),
        )
        return row(self.resource(side, item), cells)

    def equipment(self, side: int, item: int, vectors: d.Float, paid: d.Float) -> list[Figure]:
        """Why so much of a type of equipment is fielded: protection, and support it was given."""
        counts, support = self.design.forces.counts[side], self.design.support
        neq, number = int(counts[d.NEQ]), item + 1
        parts = [
            figure("Fielded, q", vectors[FIELDED, item], "IDX-5.4.1"),
            datum(support.group[side, item], "pg", side + 1, number),
        ]
        for weapon in range(int(counts[d.NWEP])):
            cover = support.protects[side, item, weapon]
            if cover > 0.0:
                parts.append(datum(cover, "prot", side + 1, number, weapon + 1))
        for kind in range(int(counts[d.NSP])):
            demand = support.demand[side, item, kind]
            if demand <= 0.0:
                continue
            given = figure(
                f"{self.resource(side, neq + kind).capitalize()} given to it",
                paid[item, kind],
                "IDX-5.4.1",
            )
            need = datum(demand, "spdd", side + 1, number, kind + 1)
            wanted = demand * vectors[AMOUNT, item]
            ratio = figure("Given / demanded", paid[item, kind] / wanted if wanted > 0.0 else 1.0)
            names = ("frinv.f0", "frinv.f", "frinv.x")
            points = corners(
                support.share[side, item, kind],
                support.share_at[side],
                names,
                (side + 1, number, kind + 1),
            )
            most = curve("Reaches", None, "IDX-5.4.1", ratio, points)
            parts.append(
                figure(given.caption, given.value, given.clause, "", (need, ratio, *most.parts[1:]))
            )
        return parts

    def supports(self, side: int, units: list[int], vectors: d.Float) -> Figure:
        """Supplies and people: what there is, and what was dealt out."""
        counts, rows = self.design.forces.counts[side], []
        for kind in range(int(counts[d.NSP])):
            resource = int(counts[d.NEQ]) + kind
            available = vectors[HELD, kind]
            cells = (
                figure("held", vectors[AMOUNT, resource], "IDX-2.2.2"),
                self.available(side, units, kind, available),
                figure("dealt out", vectors[SPENT, kind], "IDX-5.4.1"),
            )
            rows.append(row(self.resource(side, resource), cells))
        return table("Support", ("held", "available", "dealt out"), rows, "IDX-5.4.1")

    def available(self, side: int, units: list[int], kind: int, value: float) -> Figure:
        """suppt: people less the overhead of their units; supplies that people can handle."""
        counts, support = self.design.forces.counts[side], self.design.support
        parts = []
        nss = int(counts[d.NSS])
        person = kind if self.design.printed[OVERHEAD] == 1 else kind - nss
        has_overhead = 0 <= person < counts[d.NPERS]
        formula = "held less the overhead of each unit" if has_overhead else "held"
        if kind < nss:
            formula += " · frinv: supplies without people to handle them do not count"
        if has_overhead:
            for unit in units:
                unit_type = int(self.frame.state.units.kind[unit])
                overhead = support.overhead[unit_type, person]
                parts.append(datum(overhead, "ppoh", unit_type + 1, person + 1))
        return figure("available, suppt", value, "IDX-5.4.1", formula, parts)

    def effect(self, side: int, place: int, unit: int) -> Figure:
        """freff: how crowding in a cell lowers effect."""
        combat, forces, state = self.design.combat, self.design.forces, self.frame.state
        depth = self.design.area.clock[d.DEPTH]
        head = int(state.standing[place, side])
        areas = density(
            *(forces.toe, forces.size, combat.value_defence, state.units, state.stock, head, side)
        )
        cell = AREA_OF_HEXAGON * depth * depth
        crowd = figure(
            "Density of the side in the cell",
            areas / cell,
            "IDX-5.4.3",
            "areas of influence of all its units / area of the cell; what they hold now, and what "
            "those who fought held then",
            (
                figure("Areas of influence", areas, "IDX-5.4.2"),
                figure(
                    "Area of the cell", cell, "IDX-2.1", "√3/2 · depth²", (datum(depth, "depth"),)
                ),
            ),
        )
        names, index = ("freff.f0", "freff.f", "freff.x"), (side + 1,)
        points = corners(combat.density[side], combat.density_at[side], names, index)
        effect = float(np.min(state.shares[unit, 0]))
        return curve(f"Effect of the density in {place}, freff", effect, "IDX-5.4.3", crowd, points)
