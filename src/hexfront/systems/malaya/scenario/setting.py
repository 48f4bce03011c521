"""A scenario made ready for play: the arrays of ground and start."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

import numpy as np

from hexfront.core.contract import Rules
from hexfront.systems.malaya.scenario import state as s
from hexfront.systems.malaya.scenario.geography import geography_of, halves, terrain_of
from hexfront.systems.malaya.scenario.loader import MalayaScenario
from hexfront.systems.malaya.scenario.model import (
    MAX_AIR,
    SEAS,
    SIDE_NAMES,
    Factor,
    Option,
    UnitEntry,
)
from hexfront.systems.malaya.scenario.state import (
    Forces,
    MalayaGround,
    MalayaState,
    Numbers,
    Terrain,
    write_flags,
)


class Setting(NamedTuple):
    """A scenario made ready for play."""

    ground: MalayaGround
    start: MalayaState
    labels: tuple[str, ...]
    """The number of each land hex, in the order of the indices."""
    index_of: dict[str, int]
    units: tuple[UnitEntry, ...]
    """In the order of their numbers, Japan's first."""
    ports: tuple[str, ...]
    entries: tuple[str, ...]
    """What the entries of reinforcements are called, one for each hex of an edge."""


class BoundRules(Rules[MalayaState], Protocol):
    """Rules that show what their scenario is compiled into."""

    @property
    def scenario(self) -> MalayaScenario:
        """That they are bound to."""

    @property
    def setting(self) -> Setting:
        """What it is compiled into."""


def compile_setting(scenario: MalayaScenario) -> Setting:
    """Turn a validated scenario into arrays."""
    return _Compiler(scenario).setting()


def eighths(factor: Factor) -> int:
    """A factor as a number of eighths."""
    return round(factor * s.EIGHTHS)


class _Compiler:
    """Makes the arrays of one scenario."""

    def __init__(self, scenario: MalayaScenario) -> None:
        self.file = scenario.file
        geography = geography_of(scenario.file.map)
        self.labels, self.index, self.count = geography.labels, geography.index, geography.count
        self.places, self.edges, self.map_ports = geography.places, geography.edges, geography.ports
        units = self.file.forces.units
        self.units = tuple(sorted(units, key=lambda unit: SIDE_NAMES.index(unit.side)))
        self.ports = [p.name for p in self.map_ports] + [p.name for p in self.file.ports]
        self.entry_rows, self.entry_names = self._entries()

    def setting(self) -> Setting:
        """All of it."""
        file = self.file
        results = [_result(code) for row in file.results.rows for code in row]
        ground = MalayaGround.new(
            place=self.count + 1,
            unit=len(self.units),
            port=len(self.ports),
            entry=len(self.entry_rows),
            column=len(file.results.columns),
            result=len(results),
            air=MAX_AIR + 1,
            option=len(file.options),
            source=len(self._sources()),
            turn=file.turns,
        )
        self._write_numbers(ground.rules)
        self._write_terrain(ground.hexes)
        self._write_units(ground.units)
        self._write_sides(ground)
        ground.odds[:] = [(column.attacker, column.defender) for column in file.results.columns]
        for column, weights in enumerate(file.air.defence):
            ground.commitment[column, : len(weights)] = weights
        for part, rows in (
            (ground.ports, self._ports()),
            (ground.entries, self.entry_rows),
            (ground.results, results),
            (ground.options, [self._option(option) for option in file.options]),
            (ground.sources, self._sources()),
        ):
            if rows:
                part.words[:] = rows
        return Setting(
            ground,
            self._start(ground),
            self.labels,
            self.index,
            self.units,
            tuple(self.ports),
            tuple(self.entry_names),
        )

    def _write_numbers(self, rules: Numbers) -> None:
        file = self.file
        numbers, modifiers, strengths = file.numbers, file.modifiers, file.strengths
        rules.hexes = self.count
        rules.units = len(self.units)
        rules.second = sum(unit.side == "japan" for unit in self.units)
        rules.ports, rules.entries = len(self.ports), len(self.entry_rows)
        rules.turns, rules.stacking = file.turns, numbers.stacking
        rules.supply_reach = halves(numbers.supply_reach)
        rules.sources = len(self._sources())
        rules.blocked_loss, rules.zone_loss = numbers.blocked, numbers.zone_loss
        rules.landing_loss = numbers.landing_loss
        rules.rail_hexes = file.capacities.rail_hexes
        rules.most_air, rules.covered_less = file.air.most, file.air.covered_less
        rules.results = len(file.results.columns)
        rules.river_die, rules.landing_die = modifiers.across_river, modifiers.landing
        rules.armour_die, rules.air_die = modifiers.armour, modifiers.air
        rules.reduced = eighths(strengths.reduced)
        rules.unsupplied_attack = eighths(strengths.unsupplied_attack)
        rules.unsupplied_defence = eighths(strengths.unsupplied_defence)
        rules.river_factor = eighths(strengths.across_river)
        rules.poor_allowance = eighths(numbers.poor_allowance)
        rules.shipping_hex = self.count
        if file.shipping is not None:
            rules.shipping_hex = self.places[file.shipping.place]
            rules.seized = file.shipping.seized
            rules.seized_if_attacked = file.shipping.seized_if_attacked
            rules.shipping_delay = file.shipping.delay
        rules.force_z_last = file.interception.last_turn
        rules.force_z_faces = file.interception.faces
        rules.force_z_steps = file.interception.steps
        victory = file.victory
        rules.decisive_turn, rules.marginal_turn = victory.decisive, victory.marginal
        rules.step_points = round(victory.step * s.POINT)
        rules.level_up, rules.level_down = victory.up * s.POINT, victory.down * s.POINT
        rules.options = len(file.options)

    def _write_terrain(self, hexes: Terrain) -> None:
        file = self.file
        kinds = tuple(file.terrain.items())
        hexes.words[:] = terrain_of(file.map, kinds, file.ways, file.modifiers.town)
        victory = file.victory
        for name in (victory.place, *victory.places):
            hexes.victory[self.places[name]] = 1
        for value in victory.values:
            hexes.value[self.places[value.place]] += value.points * s.POINT

    def _write_units(self, units: Forces) -> None:
        abroad = len(self.map_ports)
        for number, unit in enumerate(self.units):
            start = self.count
            if unit.start is not None:
                start = self.places.get(unit.start, self.index.get(unit.start, self.count))
            box = s.NOBODY
            if unit.box is not None:
                box = abroad + [p.name for p in self.file.ports].index(unit.box)
            units.attack[number], units.defence[number] = unit.attack, unit.defence
            units.movement[number], units.stack[number] = halves(unit.movement), unit.stacking
            units.full_steps[number] = unit.steps
            units.arm[number] = s.ARMOUR if unit.arm == "armour" else s.INFANTRY
            units.start[number], units.start_box[number] = start, box
            units.arrives[number], units.offered[number] = unit.arrives or 0, unit.offered or 0
            units.price[number] = unit.points

    def _ports(self) -> list[tuple[int, int, int]]:
        seas = {self.file.seas.east: s.EAST, self.file.seas.west: s.WEST}
        rows = []
        for port in self.map_ports:
            known = [seas[name] for name in port.seas if name in seas]
            rows.append((self.index[port.hex], known[0] if known else s.NO_SEA, s.NOBODY))
        for abroad in self.file.ports:
            side = SIDE_NAMES.index(abroad.side)
            rows.append((self.count, SEAS.index(abroad.sea), side))
        return rows

    def _entries(self) -> tuple[list[tuple[int, int, int, int]], list[str]]:
        rows, names = [], []
        for entry in self.file.entries:
            side, until = SIDE_NAMES.index(entry.side), entry.until or self.file.turns
            if entry.port is not None:
                rows.append((side, self.count, self.ports.index(entry.port), until))
                names.append(entry.port)
                continue
            hexes = self.edges[entry.edge] if entry.edge else [self.places[entry.place or ""]]
            for place in hexes:
                rows.append((side, place, s.NOBODY, until))
                names.append(self.labels[place])
        return rows, names

    def _option(self, option: Option) -> tuple[int, ...]:
        side = SIDE_NAMES.index(option.side)
        return side, option.points, option.rail, option.air, option.east

    def _sources(self) -> list[tuple[int, int]]:
        return [
            (place, side)
            for side, name in enumerate(SIDE_NAMES)
            for place in self._named(getattr(self.file.sources, name))
        ]

    def _named(self, names: Iterable[str]) -> list[int]:
        """The hexes of places and edges."""
        found = [self.edges[name] if name in self.edges else [self.places[name]] for name in names]
        return sorted({place for places in found for place in places})

    def _write_sides(self, ground: MalayaGround) -> None:
        turns, sides = self.file.turns, ground.sides
        for side, name in enumerate(SIDE_NAMES):
            capacity = getattr(self.file.capacities, name)
            air = getattr(self.file.air, name)
            sides.rail_capacity[side] = capacity.rail
            sides.sea_capacity[side] = capacity.east, capacity.west
            sides.air_base[side], sides.air_each[side] = air.without_airfield, air.each_airfield
            last = len(air.by_turn) - 1
            ground.air_by_turn[side] = [air.by_turn[min(turn, last)] for turn in range(turns)]

    def _start(self, ground: MalayaGround) -> MalayaState:
        longest = max(1, int(ground.units.movement.max()))
        state = MalayaState.new(
            unit=len(self.units),
            plane=self.count // s.PLANE_BITS + 1,
            lot=self.count // s.LOT + 1,
            stretch=(longest - 1) // s.STRETCH + 1,
        )
        state.game.selected = state.game.group_port = s.NOBODY
        state.units.place[:] = state.units.origin[:] = self.count
        state.units.port[:] = s.NOBODY
        state.units.steps[:] = ground.units.full_steps
        state.units.supplied[:] = 1
        state.units.due[:] = ground.units.arrives
        control = np.full(self.count, s.COMMONWEALTH, dtype=np.int64)
        control[self._named(self.file.controlled)] = s.JAPAN
        write_flags(state.control, control)
        return state


def _result(code: str) -> tuple[int, int, int, int]:
    """An entry such as `1/2R`: attacker's steps, defender's, who retreats (MAL-23)."""
    return int(code[0]), int(code[2]), int(code.endswith("r")), int("R" in code)
