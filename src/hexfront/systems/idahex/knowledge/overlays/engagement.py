"""FEBA, force ratio and intensity of an engagement's last frame, and why (IDX-5.1.3, IDX-5.2).

Of the enemy only what the view tells: totals where players are told no more.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hexfront.core.contract import Figure
from hexfront.systems.idahex.deck import errata
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
from hexfront.systems.idahex.knowledge.view import CLASSES
from hexfront.systems.idahex.rules.combat.functions import zrarea
from hexfront.systems.idahex.rules.combat.kills import FIRING
from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario import state as s


class EngagementFigures:
    """The figures of one engagement."""

    def __init__(self, frame: LastFrame) -> None:
        self.frame = frame
        self.setting = frame.setting
        self.design = frame.setting.design
        self.values_told = "values" in frame.document

    def figures(self) -> Iterator[Figure]:
        """The parties, then what the last frame found."""
        for role, side in enumerate((self.frame.attacker, 1 - self.frame.attacker)):
            yield self.party("Attackers" if role == 0 else "Defenders", side)
        if self.frame.assessed:
            yield self.feba()
            yield self.ratio()
            yield self.ratio_with_air()
            yield self.intensity()

    def side(self, side: int) -> str:
        """Its name."""
        return self.setting.names.sides[side]

    def role(self, side: int) -> int:
        """0 for the attackers, 1 for the defenders."""
        return 0 if side == self.frame.attacker else 1

    def unit(self, unit: int) -> str:
        """Number and name."""
        known = self.setting.units[unit]
        return f"{known.number} {known.name}"

    def weapons(self, side: int) -> range:
        """Ground-to-ground weapons."""
        return range(int(self.design.forces.counts[side, d.NGG]))

    def resource(self, side: int, resource: int) -> str:
        """The name of a type."""
        return self.setting.names.resources[side][resource]

    def party(self, words: str, side: int) -> Figure:
        """The units of a side in the engagement."""
        rows = []
        for unit in self.frame.units(side):
            place, posture, _ = s.status_of(self.frame.now, unit)
            cells = (
                figure("in", str(place)),
                figure("posture", str(posture), "IDX-2.2.1"),
                figure("class", CLASSES[posture // 10], "IDX-2.2.1"),
            )
            rows.append(row(self.unit(unit), cells))
        caption = f"{words}: {self.side(side)}"
        return table(caption, ("in", "posture", "class"), rows, "IDX-3.3")

    def postures(self) -> tuple[int, int]:
        """The representative ones of attackers and defenders (IDX-5.1.3)."""
        found = self.frame.now.engagements.posture[self.frame.row]
        return int(found[0]), int(found[1])

    def posture(self, role: int) -> Figure:
        """The representative posture of one side."""
        words = "The attackers'" if role == 0 else "The defenders'"
        return figure(
            f"{words} representative posture",
            str(self.postures()[role]),
            "IDX-5.1.3",
            "that in which the most value stands",
        )

    def environment(self) -> Figure:
        """Of the engagement location, as the maps have it now."""
        basic = int(self.design.area.environment[self.frame.where])
        actual = int(self.frame.now.maps[0, basic])
        return figure(
            f"Environment: {self.setting.names.environments[actual - 1]}", str(actual), "IDX-2.1"
        )

    # The feba (IDX-5.2)

    def feba(self) -> Figure:
        """Where it stands, as a fraction of depth."""
        found, clock = self.frame.figures, self.design.area.clock
        parts = (
            figure("FEBA at the start of the frame", found.feba_before, "IDX-5.2"),
            self.velocity(),
            datum(clock[d.FRAME], "tframe"),
            datum(clock[d.DEPTH], "depth"),
            datum(self.design.combat.limit[0], "febad"),
        )
        formula = "FEBA before + vfeba · tframe / depth, from 0 to 1; at febad the defenders break"
        return figure("FEBA", found.feba, "IDX-5.2", formula, parts, "of depth")

    def velocity(self) -> Figure:
        """vfeba, by the force ratio with air support."""
        combat, attacker = self.design.combat, self.frame.attacker
        attack, defence = self.postures()
        places = combat.place[attack], combat.place[defence]
        names = ("vfeba.f0", "vfeba.f", "vfeba.fr")
        index = (attacker + 1, attack, defence)
        points = corners(
            combat.speed[attacker, places[0], places[1]], combat.speed_at, names, index
        )
        found = curve(
            "Velocity of the FEBA, vfeba",
            self.frame.figures.velocity,
            "IDX-5.4.6",
            self.ratio_with_air(),
            points,
        )
        parts = (*found.parts, self.posture(0), self.posture(1))
        unit = f"{self.setting.names.distance} a {self.setting.names.time}"
        return figure(found.caption, found.value, found.clause, found.formula, parts, unit)

    # Force ratios (IDX-5.1.3, IDX-5.2)

    def ratio(self) -> Figure:
        """FRGRD, of the ground forces."""
        attacker, found = self.frame.attacker, self.frame.figures
        parts = [self.value(attacker), self.value(1 - attacker)]
        formula = "value of the attackers / value of the defenders"
        if found.alpha <= 0.0:
            formula = "no weapon has a value: who can still kill weapons decides"
        return figure("Force ratio on the ground, FRGRD", found.ratio, "IDX-5.1.3", formula, parts)

    def value(self, side: int) -> Figure:
        """fgrd or ggrd: the value of a side's weapons that take effect."""
        role = self.role(side)
        total = self.frame.figures.value[role]
        caption = f"Value of {self.side(side)}, {'fgrd' if role == 0 else 'ggrd'}"
        if not self.values_told:
            return figure(caption, total, "IDX-5.1.3", f"the weapons' values are {NOT_TOLD}")
        if not self.frame.known[side]:
            weapons = [self.weapon_value(side, weapon) for weapon in self.weapons(side)]
            formula = f"sum of effective weapons · value; how many there are is {NOT_TOLD}"
            return figure(caption, total, "IDX-5.1.3", formula, weapons)
        rows, reckoned = [], 0.0
        for weapon in self.weapons(side):
            each = float(self.frame.now.values[self.frame.row, side, weapon])
            firing = float(self.frame.vectors[FIRING + side, weapon])
            reckoned += firing * each
            cells = (
                self.firing(side, weapon),
                self.weapon_value(side, weapon),
                figure("value", firing * each, "IDX-5.1.3", "effective · value of one"),
            )
            rows.append(row(self.resource(side, weapon), cells))
        parts = (table("By weapon", ("effective", "value of one", "value"), rows, "IDX-5.1.3"),)
        sum_figure = figure(caption, total, "IDX-5.1.3", "sum of effective weapons · value", parts)
        return checked(sum_figure, reckoned)

    def firing(self, side: int, weapon: int) -> Figure:
        """ersatk or ersdef: how many of a weapon take effect, unit by unit."""
        rows = []
        for unit in self.frame.units(side):
            shares = self.frame.state.shares[unit]
            cells = (
                figure("held", self.frame.state.stock[unit, weapon], "IDX-2.2.2"),
                figure("frinv", shares[1 + weapon], "IDX-5.4.1"),
                figure("freff", shares[0], "IDX-5.4.3"),
                figure("ERS", self.frame.effective(unit)[weapon], "IDX-5.1.1"),
            )
            rows.append(row(self.unit(unit), cells))
        return figure(
            f"{self.resource(side, weapon).capitalize()} that take effect",
            self.frame.vectors[FIRING + side, weapon],
            "IDX-5.1.1",
            "sum over units of held · frinv · freff",
            (table("By unit", ("held", "frinv", "freff", "ERS"), rows, "IDX-5.1.1"),),
        )

    def weapon_value(self, side: int, weapon: int) -> Figure:
        """vala or vald: the antipotential potential of a weapon (IDX-5.1.2)."""
        name = "vala" if self.role(side) == 0 else "vald"
        return figure(
            f"Value of one of {self.resource(side, weapon)}, {name}",
            self.frame.now.values[self.frame.row, side, weapon],
            "IDX-5.1.2",
            "what it kills a frame, by its value, / alpha; see the kill matrices",
            (figure("alpha", self.frame.figures.alpha, "IDX-5.1.2"),),
        )

    def ratio_with_air(self) -> Figure:
        """FRGA, with close air support."""
        found = self.frame.figures
        parts = (
            figure("fgrd", found.value[0], "IDX-5.1.3"),
            self.air(self.frame.attacker),
            figure("ggrd", found.value[1], "IDX-5.1.3"),
            self.air(1 - self.frame.attacker),
        )
        formula = "(fgrd + fair) / (ggrd + gair)"
        return figure("Force ratio with air, FRGA", found.ratio_air, "IDX-5.2", formula, parts)

    def air(self, side: int) -> Figure:
        """fair or gair: what close air support of a side is worth."""
        role, enemy = self.role(side), 1 - side
        clock, alpha = self.design.area.clock, self.frame.figures.alpha
        parts = [figure("alpha", alpha, "IDX-5.1.2")]
        parts += [datum(clock[d.CYCLE], "tcycle"), datum(clock[d.FRAME], "tframe")]
        verb = "destroyed" if self.design.printed[errata.CLOSE_SUPPORT] == 1 else "can destroy"
        if all(self.frame.known):
            for weapon in self.weapons(enemy):
                parts.append(
                    figure(
                        f"{self.resource(enemy, weapon).capitalize()} that it {verb}, casfx",
                        self.frame.now.close[self.frame.row, enemy, weapon],
                        "IDX-6",
                    )
                )
        return figure(
            f"Close air support of {self.side(side)}, {'fair' if role == 0 else 'gair'}",
            self.frame.figures.air[role],
            "IDX-5.2",
            "sum of casfx · tframe / tcycle · value of the target, / alpha",
            parts,
        )

    # Intensity (IDX-5.1.1, IDX-5.1.3)

    def intensity(self) -> Figure:
        """TI: how far the forces overlap."""
        found, clock = self.frame.figures, self.design.area.clock
        actual = int(self.frame.now.maps[0, self.design.area.environment[self.frame.where]])
        parts = (
            figure("FEBA at the start of the frame", found.feba_before, "IDX-5.2"),
            datum(clock[d.DEPTH], "depth"),
            datum(self.design.combat.zone[actual], "td", actual),
            self.environment(),
            self.defence_depth(),
        )
        formula = "(FEBA · depth + td) / defdepth, at most 1; 1 where defdepth is 0"
        return figure("Intensity, TI", found.intensity, "IDX-5.1.3", formula, parts)

    def defence_depth(self) -> Figure:
        """defdepth: the area of the defence by its front."""
        found, defender = self.frame.figures, 1 - self.frame.attacker
        area = figure(
            "Area of the defence, defarea",
            found.defence_area,
            "IDX-5.1.1",
            "sum of the defenders' areas of influence",
        )
        if self.frame.known[defender]:
            areas = [self.influence(unit) for unit in self.frame.units(defender)]
            total = sum(float(a.value) for a in areas if isinstance(a.value, float))
            summed = figure(area.caption, area.value, area.clause, area.formula, areas)
            area = checked(summed, total)
        front = figure(
            "Front",
            found.front_length,
            "IDX-5.1.1",
            "√(√3/2) · depth; from several cells, the sides towards them; without end once an "
            "attacker is in the cell",
        )
        parts = (area, front, datum(self.design.area.clock[d.DEPTH], "depth"))
        formula = "defarea / front, at most depth"
        unit = self.setting.names.distance
        value = found.defence_depth
        return figure("Depth of the defence", value, "IDX-5.1.1", formula, parts, unit)

    def influence(self, unit: int) -> Figure:
        """zrarea: the area of influence of a unit."""
        forces, state = self.design.forces, self.frame.state
        side = int(state.units.side[unit])
        kind, posture = int(state.units.kind[unit]), int(state.units.posture[unit])
        values = self.design.combat.value_defence
        area = zrarea(forces.toe, forces.size, values, state.units, state.stock, unit, side)
        held = float(np.dot(values[side], state.stock[unit]))
        planned = float(np.dot(values[side], forces.toe[kind]))
        size = forces.size[kind, posture // 10 - 1]
        parts = (
            figure("Value of what it holds, by rsvald", held, "IDX-5.3"),
            figure("Value of its toe, by rsvald", planned, "IDX-5.3"),
            datum(size, "aysize", kind + 1, posture // 10),
        )
        formula = "value held / value of toe · aysize"
        return figure(self.unit(unit), area, "IDX-5.4.2", formula, parts)
