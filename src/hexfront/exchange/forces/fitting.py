"""Making forces fit a scenario: whose side they are on, what they are called, where they stand."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from hexfront.core.errors import InputError
from hexfront.core.force_list import Degrees, Force, ForceUnit
from hexfront.core.grid_map import GridMap, MapForm, Spot
from hexfront.core.table.plurals import counted
from hexfront.exchange.forces.read_forces import ReadForces
from hexfront.exchange.table import Table
from hexfront.hex.coordinates import neighbour
from hexfront.hex.layout import Layout

NAME = 32
"""Characters that a unit may have in any system."""


@dataclass
class FittedForces:
    """Forces for the sides of a scenario."""

    forces: list[Force]
    sides: dict[str, str] = field(default_factory=dict)
    """Which side of the scenario each of the file became."""
    lost: list[str] = field(default_factory=list)


def fit_forces(
    read: ReadForces, own: Sequence[Force], grid: GridMap, form: MapForm, table: Table
) -> FittedForces:
    """Forces of another program for the sides and the map of a scenario.

    Args:
        read: what the file holds.
        own: the forces of the scenario, whose sides and places are used.
        grid: the map of the scenario.
        form: of the system's maps.
        table: what names of sides mean.

    Errors: `InputError` for a table that names no side.
    """
    fitted = FittedForces([], lost=list(read.notes))
    sides = _sides(read, own, table)
    taken: dict[str, list[ForceUnit]] = {force.name: [] for force in own}
    formations = 0
    for force in read.forces:
        target = sides.get(force.name, "")
        fitted.sides[force.title] = target
        if not target:
            fitted.lost.append(f"{force.title}: {counted(len(force.units), 'unit')}, on no side")
            continue
        leaves = [unit for unit in force.units if unit.leaf]
        formations += len(force.units) - len(leaves)
        taken[target] += [replace(unit, side=target) for unit in leaves]
    if formations:
        fitted.lost.append(
            f"{counted(formations, 'formation')} that others belong to: only the lowest are units"
        )
    for target, units in taken.items():
        if not units:
            title = next(force.title for force in own if force.name == target)
            raise InputError.at("sides", f"<no unit for {title}>", _sides_expected(read, own))
    names = _Names()
    places = _Places(grid, form, own)
    for force in own:
        before = {unit.name: unit for unit in force.units}
        named = [
            _as_before(replace(unit, name=names.free(unit.name)), before)
            for unit in taken[force.name]
        ]
        standing = tuple(places.stand(force.name, named))
        fitted.forces.append(Force(force.name, force.title, standing))
    fitted.lost += places.notes()
    return fitted


def _as_before(unit: ForceUnit, before: Mapping[str, ForceUnit]) -> ForceUnit:
    """A unit with what the file does not tell of it, if the scenario has one of its name."""
    old = before.get(unit.name)
    if old is None:
        return unit
    place = unit.hex or ("" if unit.at else old.hex)
    return replace(unit, figures={**old.figures, **unit.figures}, hex=place)


def _sides(read: ReadForces, own: Sequence[Force], table: Table) -> dict[str, str]:
    """The side of the scenario for each of the file: as told, by name, or in their order."""
    known = {force.name: force.name for force in own}
    known |= {force.title.casefold(): force.name for force in own}
    found: dict[str, str] = {}
    for force in read.forces:
        word = table.sides.get(force.title, table.sides.get(force.name))
        if word is not None:
            if word and word not in known:
                expected = f"nothing, or one of: {', '.join(f.name for f in own)}"
                raise InputError.at(f"side {force.title}", word, expected)
            found[force.name] = known.get(word, "")
        elif force.title.casefold() in known:
            found[force.name] = known[force.title.casefold()]
    free = [force.name for force in own if force.name not in found.values()]
    for force in read.forces:
        if force.name not in found and force.name not in read.loyal and free:
            found[force.name] = free.pop(0)
    for _ in range(len(read.loyal)):
        for side, lord in read.loyal.items():
            if side not in found and lord in found:
                found[side] = found[lord]
    return found


def _sides_expected(read: ReadForces, own: Sequence[Force]) -> str:
    theirs = ", ".join(force.title for force in read.forces)
    ours = ", ".join(force.name for force in own)
    return f"units for each of {ours}; --side NAME=SIDE says it of: {theirs}"


class _Names:
    """Names of units that every system takes, each once."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def free(self, text: str) -> str:
        plain = " ".join(re.sub(r"[^\w ./'-]+|_", " ", text).split()).lstrip(" ./'-")
        name = plain[:NAME].strip() or "Unit"
        number = 2
        while name in self._taken:
            end = f" {number}"
            name, number = f"{plain[: NAME - len(end)].strip() or 'Unit'}{end}", number + 1
        self._taken.add(name)
        return name


class _Places:
    """Hexes in which units stand: their own, or those of the scenario's units and around."""

    def __init__(self, grid: GridMap, form: MapForm, own: Sequence[Force]) -> None:
        self._grid, self._form = grid, form
        self._label = {spot: form.label(grid, spot) for spot in grid.cells}
        self._spot = {label: spot for spot, label in self._label.items()}
        self._starts = {
            force.name: [self._spot[u.hex] for u in force.units if u.hex in self._spot]
            for force in own
        }
        firm = {grid.cells[s].terrain for spots in self._starts.values() for s in spots}
        self._firm = firm or {form.terrains[0].name}
        self._used: dict[Spot, str] = {}
        self._far = self._guessed = 0

    def stand(self, side: str, units: Sequence[ForceUnit]) -> Iterator[ForceUnit]:
        for unit in units:
            wanted = self._wanted(unit)
            starts = [wanted] if wanted is not None else self._starts[side]
            if wanted is None:
                self._guessed += 1
            spot = self._free(starts or list(self._grid.cells)[:1])
            if spot is None:
                raise InputError.at("map", "<no free hex>", f"room for {unit.name}")
            self._used[spot] = side
            yield replace(unit, hex=self._label[spot])

    def _wanted(self, unit: ForceUnit) -> Spot | None:
        if unit.hex in self._spot:
            return self._spot[unit.hex]
        if unit.at is None or self._grid.degrees is None:
            return None
        spot = self._nearest(unit.at)
        self._far += spot is None
        return spot

    def _nearest(self, at: Degrees) -> Spot | None:
        """The hex under a place; None where the map does not reach so far."""
        centres = self._centres()
        wide = math.cos(math.radians(at[1]))
        best = min(
            centres,
            key=lambda s: ((centres[s][0] - at[0]) * wide) ** 2 + (centres[s][1] - at[1]) ** 2,
        )
        step = self._step(centres)
        away = math.hypot((centres[best][0] - at[0]) * wide, centres[best][1] - at[1])
        return best if away <= step else None

    def _centres(self) -> dict[Spot, Degrees]:
        if not hasattr(self, "_known"):
            self._known = degrees_of(self._grid)
        return self._known

    def _step(self, centres: dict[Spot, Degrees]) -> float:
        """Degrees from the centre of a hex to a corner."""
        one = next(iter(centres))
        nearest = sorted(math.dist(centres[one], c) for s, c in centres.items() if s != one)
        return nearest[0] / math.sqrt(3) * 1.05 if nearest else 1.0

    def _free(self, starts: Sequence[Spot]) -> Spot | None:
        """The nearest hex to some that nobody holds, on ground where units stand."""
        axial, back = self._grid.offset.to_axial, self._grid.offset.from_axial
        seen, row = dict.fromkeys(starts), list(starts)
        while row:
            for spot in row:
                if spot not in self._used and self._grid.cells[spot].terrain in self._firm:
                    return spot
            following = [
                there
                for spot in row
                for d in range(6)
                if (there := back(neighbour(axial(*spot), d))) in self._grid.cells
            ]
            row = [spot for spot in dict.fromkeys(following) if spot not in seen]
            seen |= dict.fromkeys(row)
        return None

    def notes(self) -> list[str]:
        found = []
        if self._far:
            found.append(f"the places of {counted(self._far, 'unit')}, which lie off the map")
        if self._guessed:
            found.append(
                f"{counted(self._guessed, 'unit')} without a place on this map: they stand where "
                "the units of the scenario stood, and around"
            )
        return found


def degrees_of(grid: GridMap) -> dict[Spot, Degrees]:
    """Where the centres of hexes lie on the earth; none for a map that lies nowhere."""
    if grid.degrees is None:
        return {}
    layout = Layout(grid.offset.orientation)
    first = layout.centre(grid.offset.to_axial(0, 0))
    found = {}
    for spot in grid.cells:
        x, y = layout.centre(grid.offset.to_axial(*spot))
        found[spot] = grid.degrees(x - first.x, y - first.y)
    return found
