"""Tables of what a viewer knows: units, cells, task forces, engagements (8).

Made from the facts of a view alone, so that answers at the prompt and printed
reports hold nothing that their reader may not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.table.answers import Table
from hexfront.systems.idahex.knowledge.descriptions import posture_words, unit_words
from hexfront.systems.idahex.knowledge.view import Viewer
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import DEPTH, NGG, NRS, RIM
from hexfront.systems.idahex.scenario.setting import Setting

Facts = dict[str, Any]
"""`View.facts`: what `view.known_facts` tells."""

CAUSES: Final = ("in combat", "to air strikes", "with units that vanished", "used up")
"""Causes in `State.totals`, in their order."""


def number(value: float | None) -> str:
    """A figure with three or four digits that count; None stands for infinity."""
    if value is None:
        return "infinite"
    if abs(value) < 0.1:
        return f"{value:.3g}"
    return f"{value:.{3 if abs(value) < 10 else 1 if abs(value) < 1000 else 0}f}"


def percent(share: float) -> str:
    """A share of 1."""
    return f"{100 * share:.0f} %"


class Tables:
    """Makes the tables of one war."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._design, self._names = setting.design, setting.names
        self._viewer = Viewer(setting)

    # Words

    def side_of(self, row: int) -> int:
        """The side of a unit."""
        return int(self._design.forces.side[self.setting.units[row].kind])

    def unit(self, row: int) -> str:
        """A unit's number and name."""
        return unit_words(self.setting, row)

    def numbers(self, rows: Sequence[int]) -> str:
        """The numbers of units."""
        return " ".join(str(self.setting.units[row].number) for row in rows)

    def posture(self, posture: int) -> str:
        """A posture in words, with its number."""
        return posture_words(self.setting, posture)

    def kind(self, row: int) -> str:
        """The name of a unit's type."""
        kind = self.setting.units[row].kind
        return self._names.kinds[kind] if self._names.kinds else f"type {kind + 1}"

    def stocks(self, facts: Facts) -> dict[int, list[float]]:
        """What the units hold whose stocks are known, by row."""
        return {
            row: stock
            for own in facts["own"].values()
            for row, stock in zip(own["rows"], own["stock"], strict=True)
        }

    @cached_property
    def types(self) -> tuple[int, int]:
        """How many types of resources each side has."""
        red, blue = (int(n) for n in self._design.forces.counts[:, NRS])
        return red, blue

    # Units

    def units(self, facts: Facts, rows: Sequence[int]) -> Table:
        """Where units are and what they do."""
        stocks = self.stocks(facts)
        lines = []
        for row in rows:
            place, posture, objective, engagement, attacks = facts["units"][row]
            known = row in stocks
            role = "" if engagement == s.NONE else "attacks" if attacks else "defends"
            strength = percent(self._viewer.strength(row, stocks[row])) if known else "?"
            towards = str(objective) if objective != place else ""
            lines.append(
                (
                    self.unit(row),
                    self._names.sides[self.side_of(row)],
                    self.kind(row),
                    self.posture(posture),
                    role,
                    str(place),
                    towards,
                    strength,
                )
            )
        headings = ("unit", "side", "type", "posture", "combat", "cell", "towards", "strength")
        return Table("Units", headings, tuple(lines), "IDX-2.2.1", 5)

    def held(self, facts: Facts, row: int) -> Table:
        """What a unit holds beside its planned strength."""
        side, stock = self.side_of(row), self.stocks(facts)[row]
        planned = self._design.forces.toe[self.setting.units[row].kind]
        lines = tuple(
            (name, number(stock[i]), number(float(planned[i])))
            for i, name in enumerate(self._names.resources[side])
            if stock[i] or planned[i]
        )
        headings = ("resource", "holds", "planned (toe)")
        return Table(f"{self.unit(row)} holds", headings, lines, "IDX-2.2.2")

    def losses(self, facts: Facts, side: int) -> Table:
        """What a side has lost and used up since the start, by cause."""
        totals = facts["own"][str(side)]["totals"]
        lines = tuple(
            (name, *(number(totals[cause][i]) for cause in range(s.CAUSES)))
            for i, name in enumerate(self._names.resources[side])
        )
        caption = f"{self._names.sides[side]}: lost and used up so far"
        return Table(caption, ("resource", *CAUSES), lines, "IDX-8")

    # Cells

    def active_cells(self) -> list[int]:
        """The cells that units can enter."""
        environment = self._design.area.environment
        return [cell for cell in range(1, len(environment)) if environment[cell] > 0]

    def standing(self, facts: Facts) -> dict[int, list[int]]:
        """The active units in each cell, as far as they are known."""
        found: dict[int, list[int]] = {}
        for row, (place, posture, *_) in enumerate(facts["units"]):
            if posture >= 10:
                found.setdefault(place, []).append(row)
        return found

    def cells(self, facts: Facts, cells: Sequence[int]) -> Table:
        """Who owns cells, what they are like, who stands there."""
        standing, area = self.standing(facts), self._design.area
        lines = []
        for cell in cells:
            basic = int(area.environment[cell])
            actual = facts["maps"][0][basic]
            fight = next((f for f in facts["engagements"] if f["cell"] == cell), None)
            attacked = "" if fight is None else f"by {self._names.sides[fight['attacker']]}"
            lines.append(
                (
                    str(cell),
                    self._names.sides[facts["owner"][cell]],
                    self._names.environments[actual - 1],
                    attacked,
                    self.numbers(standing.get(cell, [])),
                )
            )
        headings = ("cell", "owner", "environment", "attacked", "units")
        return Table("Cells", headings, tuple(lines), "IDX-2.1", 5)

    def ways(self, facts: Facts, cell: int) -> Table:
        """Routes and barriers from a cell to those around it."""
        area, maps = self._design.area, facts["maps"]
        lines = []
        for side in range(RIM):
            other = int(area.rim[cell, side])
            if not other or area.environment[other] <= 0:
                continue
            route, barrier = int(area.route[cell, side]), int(area.barrier[cell, side])
            way = self._names.routes[maps[1][route] - 1] if route else "none"
            obstacle = self._names.barriers[maps[2][barrier] - 1] if barrier else "none"
            owner = self._names.sides[facts["owner"][other]]
            lines.append((str(other), way, obstacle, owner))
        headings = ("to", "route", "barrier", "owner there")
        return Table(f"From {cell}", headings, tuple(lines), "IDX-2.1", 4)

    # Engagements

    def engagement(self, facts: Facts, fight: Json) -> Iterator[Table]:
        """What is told of an engagement at the end of its last frame."""
        attacker = fight["attacker"]
        cell = fight["cell"]
        yield Table(
            f"Engagement in {cell}: {self._names.sides[attacker]} attacks",
            ("figure", "clause", "value", "unit"),
            tuple(self._figures(fight)),
            "IDX-5",
            2,
        )
        if "losses" in fight:
            for side in (attacker, 1 - attacker):
                yield self._lost(fight, side)
        for side in (attacker, 1 - attacker) if "values" in fight else ():
            yield self._values(fight, side)
        for side in (attacker, 1 - attacker) if "kills" in fight else ():
            yield self._kills(fight, side)

    def _figures(self, fight: Json) -> Iterator[tuple[str, str, str, str]]:
        """The figures that all are told of (5.1.3, 5.2)."""
        f, names = fight["figures"], self._names
        depth = float(self._design.area.clock[DEPTH])
        attack, defence = fight["postures"]
        time, distance = names.time, names.distance
        yield "attackers' posture", "IDX-5.1.3", str(attack), "posture"
        yield "defenders' posture", "IDX-5.1.3", str(defence), "posture"
        yield "force ratio, ground", "IDX-5.1.3", number(f["ratio"]), "1"
        yield "force ratio with air", "IDX-5.2", number(f["ratio_air"]), "1"
        yield "feba before", "IDX-5.2", number(_scaled(f["feba_before"], depth)), distance
        yield "feba now", "IDX-5.2", number(_scaled(f["feba"], depth)), distance
        yield "feba now, of the depth", "IDX-5.2", number(f["feba"]), f"{depth:g} {distance}"
        yield "feba velocity", "IDX-5.4.6", number(f["velocity"]), f"{distance}/{time}"
        yield "defended front", "IDX-5.1.1", number(f["front_length"]), distance
        yield "depth of the defence", "IDX-5.1.1", number(f["defence_depth"]), distance
        yield "intensity", "IDX-5.1.3", number(f["intensity"]), "1"
        yield "value of attackers", "IDX-5.1.3", number(f["value"][0]), "value"
        yield "value of defenders", "IDX-5.1.3", number(f["value"][1]), "value"
        yield "attackers' value lost", "IDX-5.4.5", number(_share(f["loss"][0])), "1/frame"
        yield "defenders' value lost", "IDX-5.4.5", number(_share(f["loss"][1])), "1/frame"

    def _lost(self, fight: Json, side: int) -> Table:
        """Losses of the last frame, by unit and resource."""
        rows = [int(row) for row in fight["losses"] if self.side_of(int(row)) == side]
        lost = {row: fight["losses"].get(row, fight["losses"].get(str(row))) for row in rows}
        lines = tuple(
            (name, *(number(lost[row][i]) for row in rows), number(sum(lost[r][i] for r in rows)))
            for i, name in enumerate(self._names.resources[side])
        )
        units = tuple(str(self.setting.units[row].number) for row in rows)
        role = "attackers" if side == fight["attacker"] else "defenders"
        caption = f"Losses of the {role} in the frame, by unit"
        return Table(caption, ("resource", *units, "all"), lines, "IDX-5.1.3")

    def _values(self, fight: Json, side: int) -> Table:
        """What weapons were worth, by the first type with a positive value."""
        count = int(self._design.forces.counts[side, NGG])
        names, values = self._names.resources[side], fight["values"][side]
        lines = tuple((names[i], number(values[i])) for i in range(count))
        caption = f"Values of {self._names.sides[side]}'s weapons"
        return Table(caption, ("weapon", "value"), lines, "IDX-5.1.2")

    def _kills(self, fight: Json, side: int) -> Table:
        """The average kill matrix of a side: kills by one weapon in one frame (5.1.1)."""
        own, other = (int(self._design.forces.counts[k, NGG]) for k in (side, 1 - side))
        targets = self._names.resources[1 - side][:other]
        lines = tuple(
            (name, *(number(fight["kills"][side][i][j]) for j in range(other)))
            for i, name in enumerate(self._names.resources[side][:own])
        )
        letter = "A" if side == fight["attacker"] else "D"
        caption = f"{letter}: kills a frame by one weapon of {self._names.sides[side]}"
        return Table(caption, ("weapon", *targets), lines, "IDX-5.1.1")


def _scaled(value: float | None, by: float) -> float | None:
    return None if value is None else value * by


def _share(value: float | None) -> float | None:
    """frdval's share; negative where it prescribes nothing."""
    return value if value is None or value >= 0 else 0.0
