"""Losses of an engagement's last frame, kill matrices and values, and why (IDX-5.1)."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from hexfront.core.contract import Figure
from hexfront.systems.idahex.knowledge.overlays.engagement import EngagementFigures
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
from hexfront.systems.idahex.rules.combat.functions import prep
from hexfront.systems.idahex.rules.combat.kills import (
    EXPOSED,
    FIRING,
    POWER,
    PRESENT,
    barrier_between,
)
from hexfront.systems.idahex.rules.combat.losses import posture_of
from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario import state as s


class LossFigures:
    """The figures of one engagement that concern who kills what."""

    def __init__(self, frame: LastFrame, engagement: EngagementFigures) -> None:
        self.frame, self.engagement = frame, engagement
        self.design, self.setting = frame.setting.design, frame.setting
        self.kills_told = "kills" in frame.document
        self.losses_told = "losses" in frame.document

    def figures(self) -> Iterator[Figure]:
        """Values, kill matrices, prescribed losses, and losses by unit and type."""
        attacker = self.frame.attacker
        for side in (attacker, 1 - attacker):
            yield self.values(side)
        for side in (attacker, 1 - attacker):
            yield self.matrix(side)
        for side in (attacker, 1 - attacker):
            yield self.prescribed(side)
        for side in (attacker, 1 - attacker):
            yield self.losses(side)

    def name(self, side: int) -> str:
        """Of a side."""
        return self.setting.names.sides[side]

    def resource(self, side: int, resource: int) -> str:
        """The name of a type."""
        return self.setting.names.resources[side][resource]

    def matrix_name(self, side: int) -> str:
        """A is what attackers kill, D what defenders kill."""
        return "A" if side == self.frame.attacker else "D"

    # Values (IDX-5.1.2)

    def values(self, side: int) -> Figure:
        """vala or vald of all weapons of a side."""
        caption = f"Values of the weapons of {self.name(side)}"
        if not self.engagement.values_told:
            return figure(caption, NOT_TOLD, "IDX-8", parts=(self.detail(),))
        enemy, state, where = 1 - side, self.frame.now, self.frame.row
        rows = []
        for weapon in self.engagement.weapons(side):
            value = self.engagement.weapon_value(side, weapon)
            if self.kills_told and isinstance(value.value, float):
                killed = [
                    figure(
                        f"{self.resource(enemy, target)}: kills · value of one",
                        state.kills[where, side, weapon, target]
                        * state.values[where, enemy, target],
                        "IDX-5.1.2",
                    )
                    for target in self.engagement.weapons(enemy)
                ]
                formula = "sum of what it kills a frame, by its value, / alpha"
                parts = (*value.parts, *killed)
                value = figure(value.caption, value.value, value.clause, formula, parts)
            rows.append(row(self.resource(side, weapon), (value,)))
        return table(caption, ("value",), rows, "IDX-5.1.2")

    def detail(self) -> Figure:
        """How much players are told."""
        return datum(self.setting.detail, "iprint")

    # Kill matrices (IDX-5.1.1)

    def matrix(self, side: int) -> Figure:
        """A or D: what one weapon that takes effect kills in a frame."""
        name, enemy = self.matrix_name(side), 1 - side
        caption = f"Kill matrix {name}: what one weapon of {self.name(side)} kills in a frame"
        if not self.kills_told:
            return figure(caption, NOT_TOLD, "IDX-8", parts=(self.detail(),))
        weapons = self.engagement.weapons
        targets = [self.resource(enemy, target) for target in weapons(enemy)]
        rows = [
            row(self.resource(side, i), [self.kill(side, i, j) for j in weapons(enemy)])
            for i in weapons(side)
        ]
        return table(caption, targets, rows, "IDX-5.1.1")

    def kill(self, side: int, weapon: int, target: int) -> Figure:
        """A number of a kill matrix."""
        value = self.frame.now.kills[self.frame.row, side, weapon, target]
        name = f"{self.matrix_name(side)}({weapon + 1},{target + 1})"
        if not all(self.frame.known):
            formula = f"follows from all that is involved, which is {NOT_TOLD}"
            return figure(name, value, "IDX-5.1.1", formula)
        parts = self.kill_factors(side, weapon, target)
        formula = (
            "rate · tframe · part of the fire · environment of weapon and target"
            " · power / effective weapons · exposed targets"
        )
        *factors, power, firing, exposed = (float(part.value or 0.0) for part in parts)
        reckoned = prod(factors) * power * exposed / firing if firing > 0.0 else 0.0
        return checked(figure(name, value, "IDX-5.1.1", formula, parts), reckoned)

    def kill_factors(self, side: int, weapon: int, target: int) -> list[Figure]:
        """What a number of a kill matrix is the product of."""
        combat, enemy, vectors = self.design.combat, 1 - side, self.frame.vectors
        attacks = side == self.frame.attacker
        frame_time = self.design.area.clock[d.FRAME]
        rates = combat.kill_attack if attacks else combat.kill_defence
        index = (side + 1, weapon + 1, target + 1)
        firing = vectors[FIRING + side, weapon]
        power = vectors[POWER + side, weapon]
        return [
            datum(rates[side, weapon, target] / frame_time, "katk" if attacks else "kdef", *index),
            datum(frame_time, "tframe"),
            self.aim(side, weapon, target),
            *self.grounds(side, weapon, target),
            figure(
                "Power of the weapons, by postures and barriers",
                power,
                "IDX-5.1.1",
                "sum over units of ERS · factor of the posture · factor of the barrier",
                (self.powers(side, weapon),),
            ),
            figure("Weapons that take effect", firing, "IDX-5.1.1"),
            figure(
                "Exposed targets",
                vectors[EXPOSED + enemy, target],
                "IDX-5.1.1",
                "sum over units of what is involved · factor of the posture · preparation",
                (self.exposures(enemy, target),),
            ),
        ]

    def aim(self, side: int, weapon: int, target: int) -> Figure:
        """Which part of the fire goes to one target of a type (IDX-5.1.1)."""
        combat, enemy, vectors = self.design.combat, 1 - side, self.frame.vectors
        attacks = side == self.frame.attacker
        aims, name = (combat.aim_attack, "aggatk") if attacks else (combat.aim_defence, "aggdef")
        standard, whole, rows = combat.standard[enemy], 0.0, []
        for item in range(int(self.design.forces.counts[enemy, d.NMAT])):
            if standard[item] <= 0.0:
                continue
            present = vectors[PRESENT + enemy, item]
            share = aims[side, weapon, item] * present / standard[item]
            whole += share
            cells = (
                datum(aims[side, weapon, item], name, side + 1, weapon + 1, item + 1),
                figure("involved", present, "IDX-5.1.1", "sum over units of frinv · held"),
                datum(standard[item], "stdtgt", enemy + 1, item + 1),
                figure("share", share, "IDX-5.1.1", f"{name} · involved / stdtgt"),
            )
            rows.append(row(self.resource(enemy, item), cells))
        part = 0.0
        if whole > 0.0 and standard[target] > 0.0:
            part = aims[side, weapon, target] / standard[target] / whole
        return figure(
            "Part of the fire for each target of the type",
            part,
            "IDX-5.1.1",
            f"{name} / stdtgt / sum of the shares",
            (table("Shares", (name, "involved", "stdtgt", "share"), rows, "IDX-5.1.1"),),
        )

    def grounds(self, side: int, weapon: int, target: int) -> tuple[Figure, Figure]:
        """Factors of the environment, on the weapon and on the target."""
        combat, area = self.design.combat, self.design.area
        here = int(self.frame.now.maps[0, area.environment[self.frame.where]])
        attacks = side == self.frame.attacker
        of_weapon = combat.attack_weapon_in if attacks else combat.defence_weapon_in
        of_target = combat.defence_target_in if attacks else combat.attack_target_in
        names = ("fckare", "fckace") if attacks else ("fckdre", "fckdce")
        return (
            datum(of_weapon[side, weapon, here], names[0], side + 1, weapon + 1, here),
            datum(of_target[1 - side, target, here], names[1], 2 - side, target + 1, here),
        )

    def powers(self, side: int, weapon: int) -> Figure:
        """The power of a weapon in each unit."""
        combat, attacks = self.design.combat, side == self.frame.attacker
        factors = (combat.attack_weapon, "fckar") if attacks else (combat.defence_weapon, "fckdr")
        rows = []
        for unit, _, factor in self.by_posture(side, weapon, *factors):
            cells = [figure("ERS", self.frame.effective(unit)[weapon], "IDX-5.1.1"), factor]
            cells.append(self.across(unit, side, weapon) if attacks else figure("-", "none"))
            rows.append(row(self.engagement.unit(unit), cells))
        return table("By unit", ("ERS", "posture", "barrier"), rows, "IDX-5.1.1")

    def by_posture(
        self, side: int, item: int, factors: d.Float, name: str
    ) -> Iterator[tuple[int, int, Figure]]:
        """Of each unit its posture, and the factor of that on what it has of a type."""
        for unit in self.frame.units(side):
            posture = int(posture_of(self.frame.state.units, unit))
            factor = factors[side, item, self.design.combat.place[posture]]
            yield unit, posture, datum(factor, name, side + 1, item + 1, posture)

    def across(self, unit: int, side: int, weapon: int) -> Figure:
        """The factor of a barrier that the attack has not crossed yet."""

        combat, frame, area = self.design.combat, self.frame, self.design.area
        place = int(frame.state.units.place[unit])
        barrier = int(barrier_between(area, frame.state.maps, place, frame.where))
        feba = frame.state.figures.feba[frame.row]
        if barrier == 0 or feba > combat.crossed[barrier] / area.clock[d.DEPTH]:
            return figure("Barrier", 1.0, "IDX-5.1.1", "none, or it is crossed")
        return datum(combat.across[side, weapon, barrier], "barier", side + 1, weapon + 1, barrier)

    def exposures(self, side: int, item: int) -> Figure:
        """How far materiel of a type is exposed in each unit; the total has the preparation."""
        combat, frame = self.design.combat, self.frame
        attacks = side == frame.attacker
        factors = (combat.attack_target, "fckdc") if attacks else (combat.defence_target, "fckac")
        rows = []
        for unit, posture, factor in self.by_posture(side, item, *factors):
            involved = frame.state.shares[unit, 1 + item] * frame.state.stock[unit, item]
            cells = (
                figure("involved", involved, "IDX-5.4.1", "frinv · held"),
                factor,
                self.preparation(unit, side, item, posture),
            )
            rows.append(row(self.engagement.unit(unit), cells))
        return table("By unit", ("involved", "posture", "preparation"), rows, "IDX-5.1.1")

    def preparation(self, unit: int, side: int, item: int, posture: int) -> Figure:
        """prep: what digging in for some time makes of a defender's exposure (IDX-5.4.4)."""
        combat, frame = self.design.combat, self.frame

        if side == frame.attacker or posture // 10 != s.HOLD:
            return figure("Preparation", 1.0, "IDX-5.4.4", "only those who hold prepare")
        hours = float(frame.state.game.time - frame.state.units.entry[unit])
        factor = float(prep(combat.prepared, combat.prepared_at, item, side, hours))
        figures = frame.figures
        depth = figures.defence_depth / self.design.area.clock[d.DEPTH]
        if factor <= 1.0 and figures.feba_before >= depth:
            return figure("Preparation", 1.0, "IDX-5.1.1", "the FEBA is behind the defence")
        points = (
            [datum(v, "prep.f", i, side + 1) for i, v in enumerate(combat.prepared[side, item], 1)],
            [datum(v, "prep.x", i, side + 1) for i, v in enumerate(combat.prepared_at[side], 1)],
        )
        since = figure("Time in the posture", hours, "IDX-5.4.4", "", (), self.setting.names.time)
        return curve("Preparation, prep", factor, "IDX-5.4.4", since, points)

    # Losses (IDX-5.1.3)

    def prescribed(self, side: int) -> Figure:
        """Which fraction of its value a side shall lose, and the scale that follows."""
        role, found = self.engagement.role(side), self.frame.figures
        lost, potential = found.loss[role], found.potential[role]
        formula = "frdval / part of the value that potential losses would take"
        if lost < 0.0 or potential <= 0.0:
            formula = "1: no loss is prescribed, or no value would be lost"
        parts = (
            self.frdval(side),
            figure(
                "Part of the value in potential losses", potential, "IDX-5.1.3", "delval / value"
            ),
        )
        caption = f"Scale of the losses of {self.name(side)}"
        return figure(caption, found.scale[role], "IDX-5.1.3", formula, parts)

    def frdval(self, side: int) -> Figure:
        """The loss that the force ratio prescribes (IDX-5.4.5)."""
        role, found, combat = self.engagement.role(side), self.frame.figures, self.design.combat
        posture = self.engagement.postures()[role]
        place = combat.place[posture]
        values = (combat.loss_attack, combat.loss_defence)[role][place]
        kind = ("atk", "def")[role]
        names = (f"frdval.f0{kind}", f"frdval.f{kind}", "frdval.x")
        ratio = figure("Force ratio on the ground, FRGRD", found.ratio, "IDX-5.1.3")
        points = corners(values, combat.loss_at, names, (posture,))
        lost = curve("Loss", found.loss[role], "IDX-5.4.5", ratio, points)
        frame_time = datum(self.design.area.clock[d.FRAME], "tframe")
        parts = (*lost.parts, self.engagement.posture(role), frame_time)
        formula = "1 − (1 − curve at FRGRD)^tframe; a negative one prescribes nothing"
        caption = "Fraction of value to be lost in the frame, frdval"
        return figure(caption, lost.value, lost.clause, formula, parts)

    def losses(self, side: int) -> Figure:
        """Losses in the last frame, by unit and type."""
        caption = f"Losses of {self.name(side)} in the last frame"
        if not self.losses_told:
            return figure(caption, NOT_TOLD, "IDX-8", parts=(self.detail(),))
        width = range(int(self.design.forces.counts[side, d.NRS]))
        rows, totals = [], [0.0 for _ in width]
        for unit in self.frame.units(side):
            for item in width:
                totals[item] += float(self.frame.now.lost[unit, item])
            cells = [self.loss(side, unit, item) for item in width]
            rows.append(row(self.engagement.unit(unit), cells))
        rows.append(row("together", [figure("together", total) for total in totals]))
        names = [self.resource(side, item) for item in width]
        return table(caption, names, rows, "IDX-5.1.3")

    def loss(self, side: int, unit: int, item: int) -> Figure:
        """What one unit lost of a type."""
        frame, role = self.frame, self.engagement.role(side)
        lost = frame.now.lost[unit, item]
        caption = f"{self.resource(side, item).capitalize()} lost by {self.engagement.unit(unit)}"
        if not frame.known[side]:
            formula = f"scale · TI · potential loss, which is {NOT_TOLD}"
            return figure(caption, lost, "IDX-5.1.3", formula)
        held, involved = frame.state.stock[unit, item], frame.state.shares[unit, 1 + item]
        scale, intensity = frame.figures.scale[role], frame.figures.intensity
        parts = [
            figure("Scale", scale, "IDX-5.1.3"),
            figure("TI", intensity, "IDX-5.1.3"),
            figure("Held", held, "IDX-2.2.2"),
            figure("frinv", involved, "IDX-5.4.1"),
        ]
        formula = "scale · TI · potential loss, at most what is involved (frinv · held)"
        if 0.0 < lost < involved * held and scale * intensity > 0.0:
            potential = lost / (scale * intensity)
            parts.append(figure("Potential loss", potential, "IDX-5.1.1", "lost / (scale · TI)"))
        return figure(caption, lost, "IDX-5.1.3", formula, parts)
