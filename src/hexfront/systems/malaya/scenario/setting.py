"""A scenario made ready for play: the arrays of ground and start."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

import numpy as np

from hexfront.core.contract import Rules
from hexfront.hex.coordinates import neighbour
from hexfront.mechanics.hexmap_model import HexMap
from hexfront.systems.malaya.scenario.checks import AIRFIELD_KIND, PORT_KIND, STRONG
from hexfront.systems.malaya.scenario.loading import MalayaScenario
from hexfront.systems.malaya.scenario.model import (
    MAX_AIR,
    SEAS,
    SIDE_NAMES,
    Factor,
    Option,
    UnitEntry,
)
from hexfront.systems.malaya.scenario.state import (
    AIR_BASE,
    AIR_DIE,
    AIR_EACH,
    AIR_TURN,
    AIRFIELD,
    ARMOUR,
    ARMOUR_DIE,
    ARRIVES,
    AXIAL_Q,
    AXIAL_R,
    BLOCKED_LOSS,
    COLUMNS,
    COMMONWEALTH,
    CONTROL,
    COVERED,
    COVERED_LESS,
    DECISIVE_TURN,
    DIE,
    DIRECTIONS,
    DRIVE,
    DUE,
    EAST,
    EAST_CAPACITY,
    EIGHTHS,
    ENTRIES,
    ENTRY_WIDTH,
    FORCE_Z_FACES,
    FORCE_Z_LAST,
    FORCE_Z_STEPS,
    FULL_STEPS,
    GAME_WIDTH,
    GROUND_WIDTH,
    GROUP_PORT,
    HEX_WIDTH,
    HEXES,
    INFANTRY,
    JAPAN,
    LANDING_DIE,
    LANDING_LOSS,
    LEVEL_DOWN,
    LEVEL_UP,
    LINE,
    MARCH,
    MARGINAL_TURN,
    MOST_AIR,
    MOVEMENT,
    NEIGHBOUR,
    NO_SEA,
    NOBODY,
    OPTION_WIDTH,
    OPTIONS,
    ORIGIN,
    PATH,
    PLACE,
    POINT,
    POOR_ALLOWANCE,
    PORT,
    PORT_OF,
    PORT_WIDTH,
    PORTS,
    RAIL,
    RAIL_CAPACITY,
    RAIL_HEXES,
    REDUCED,
    RIVER,
    RIVER_DIE,
    RIVER_FACTOR,
    ROAD,
    RULES_WIDTH,
    SECOND,
    SEIZED,
    SEIZED_IF_ATTACKED,
    SELECTED,
    SHIPPING_DELAY,
    SHIPPING_HEX,
    SIDES,
    SOURCES,
    STACKING,
    STEP_POINTS,
    STEPS,
    SUPPLIED,
    SUPPLY_REACH,
    TURNS,
    UNIT_FACTS,
    UNITS,
    UNSUPPLIED_ATTACK,
    UNSUPPLIED_DEFENCE,
    VALUE,
    VICTORY,
    WEST,
    ZONE_LOSS,
    Int,
    MalayaGround,
    MalayaState,
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
    return round(factor * EIGHTHS)


def halves(points: float) -> int:
    """Movement points as a number of halves."""
    return round(points * 2)


class _Compiler:
    """Makes the arrays of one scenario."""

    def __init__(self, scenario: MalayaScenario) -> None:
        self.file = scenario.file
        self.map = scenario.file.map
        self.labels = scenario.labels
        self.index = {label: place for place, label in enumerate(self.labels)}
        self.count = len(self.labels)
        self.hexes = self.map.hexes
        at = {hex_: label for label, hex_ in self.hexes.items()}
        self.around = {
            label: [at.get(neighbour(self.hexes[label], d)) for d in range(DIRECTIONS)]
            for label in self.labels
        }
        self.places = {place.name: self.index[place.hex] for place in self.map.place}
        self.edges = {e.name: [self.index[h] for h in e.hexes] for e in self.map.edge}
        units = self.file.forces.units
        self.units = tuple(sorted(units, key=lambda unit: SIDE_NAMES.index(unit.side)))
        self.map_ports = [place for place in self.map.place if PORT_KIND in place.kinds]
        self.ports = [p.name for p in self.map_ports] + [p.name for p in self.file.ports]
        self.entry_rows, self.entry_names = self._entries()

    def setting(self) -> Setting:
        """All of it."""
        ground = MalayaGround(
            rules=self._rules(),
            hexes=self._hexes(),
            units=self._units(),
            ports=self._ports(),
            entries=_table(self.entry_rows, ENTRY_WIDTH),
            odds=_table([(c.attacker, c.defender) for c in self.file.results.columns], 2),
            results=_table([_result(code) for row in self.file.results.rows for code in row], 4),
            commitment=self._commitment(),
            options=_table([self._option(option) for option in self.file.options], OPTION_WIDTH),
            sources=_table(self._sources(), 2),
            sides=self._sides(),
        )
        return Setting(
            ground,
            self._start(ground),
            self.labels,
            self.index,
            self.units,
            tuple(self.ports),
            tuple(self.entry_names),
        )

    def _rules(self) -> Int:
        file = self.file
        numbers, modifiers, strengths = file.numbers, file.modifiers, file.strengths
        rules = np.zeros(RULES_WIDTH, dtype=np.int64)
        rules[HEXES] = self.count
        rules[UNITS] = len(self.units)
        rules[SECOND] = sum(unit.side == "japan" for unit in self.units)
        rules[PORTS], rules[ENTRIES] = len(self.ports), len(self.entry_rows)
        rules[TURNS], rules[STACKING] = file.turns, numbers.stacking
        rules[SUPPLY_REACH] = halves(numbers.supply_reach)
        rules[SOURCES] = len(self._sources())
        rules[BLOCKED_LOSS], rules[ZONE_LOSS] = numbers.blocked, numbers.zone_loss
        rules[LANDING_LOSS] = numbers.landing_loss
        rules[RAIL_HEXES] = file.capacities.rail_hexes
        rules[MOST_AIR], rules[COVERED_LESS] = file.air.most, file.air.covered_less
        rules[COLUMNS] = len(file.results.columns)
        rules[RIVER_DIE], rules[LANDING_DIE] = modifiers.across_river, modifiers.landing
        rules[ARMOUR_DIE], rules[AIR_DIE] = modifiers.armour, modifiers.air
        rules[REDUCED] = eighths(strengths.reduced)
        rules[UNSUPPLIED_ATTACK] = eighths(strengths.unsupplied_attack)
        rules[UNSUPPLIED_DEFENCE] = eighths(strengths.unsupplied_defence)
        rules[RIVER_FACTOR] = eighths(strengths.across_river)
        rules[POOR_ALLOWANCE] = eighths(numbers.poor_allowance)
        rules[SHIPPING_HEX] = self.count
        if file.shipping is not None:
            rules[SHIPPING_HEX] = self.places[file.shipping.place]
            rules[SEIZED] = file.shipping.seized
            rules[SEIZED_IF_ATTACKED] = file.shipping.seized_if_attacked
            rules[SHIPPING_DELAY] = file.shipping.delay
        rules[FORCE_Z_LAST] = file.interception.last_turn
        rules[FORCE_Z_FACES] = file.interception.faces
        rules[FORCE_Z_STEPS] = file.interception.steps
        victory = file.victory
        rules[DECISIVE_TURN], rules[MARGINAL_TURN] = victory.decisive, victory.marginal
        rules[STEP_POINTS] = round(victory.step * POINT)
        rules[LEVEL_UP], rules[LEVEL_DOWN] = victory.up * POINT, victory.down * POINT
        rules[OPTIONS] = len(file.options)
        return rules

    def _hexes(self) -> Int:
        hexes = np.zeros((self.count + 1, GROUND_WIDTH), dtype=np.int64)
        hexes[:, NEIGHBOUR : NEIGHBOUR + DIRECTIONS] = self.count
        hexes[:, PORT_OF] = NOBODY
        ways = _Ways(self.map)
        for place, label in enumerate(self.labels):
            row = hexes[place]
            row[AXIAL_Q], row[AXIAL_R] = self.hexes[label]
            kind = self.file.terrain[self.map.hex[label].terrain]
            row[DIE], row[COVERED] = kind.die, kind.covered
            for direction, there in enumerate(self.around[label]):
                if there in self.index and ways.is_open(label, there):
                    self._side(row, direction, label, there, ways)
        for named in self.map.place:
            hexes[self.index[named.hex], AIRFIELD] |= AIRFIELD_KIND in named.kinds
        for label in {p.hex for p in self.map.place if set(p.kinds) & set(STRONG)}:
            hexes[self.index[label], DIE] += self.file.modifiers.town
        for number, port in enumerate(self.map_ports):
            hexes[self.index[port.hex], PORT_OF] = number
        victory = self.file.victory
        for name in (victory.place, *victory.places):
            hexes[self.places[name], VICTORY] = 1
        for value in victory.values:
            hexes[self.places[value.place], VALUE] += value.points * POINT
        return hexes

    def _side(self, row: Int, direction: int, here: str, there: str, ways: _Ways) -> None:
        """What crossing one side costs, and what runs across it (MAL-9)."""
        chart, side = self.file.ways, frozenset((here, there))
        row[NEIGHBOUR + direction] = self.index[there]
        road, track, rail = side in ways.roads, side in ways.tracks, side in ways.rails
        river = side in ways.rivers
        row[RAIL + direction] = rail
        row[ROAD + direction] = road
        row[RIVER + direction] = river
        row[LINE + direction] = road or rail
        cost = self.file.terrain[self.map.hex[there].terrain].cost
        cost += (chart.river if river else 0) + (chart.ferry if side in ways.ferries else 0)
        row[DRIVE + direction] = halves(cost) if rail else 0
        if track:
            cost = min(cost, chart.track)
        row[MARCH + direction] = halves(cost)
        if road:
            row[MARCH + direction] = row[DRIVE + direction] = halves(chart.road)

    def _units(self) -> Int:
        rows = []
        abroad = len(self.map_ports)
        for unit in self.units:
            start = self.count
            if unit.start is not None:
                start = self.places.get(unit.start, self.index.get(unit.start, self.count))
            box = NOBODY
            if unit.box is not None:
                box = abroad + [p.name for p in self.file.ports].index(unit.box)
            rows.append(
                (
                    unit.attack,
                    unit.defence,
                    halves(unit.movement),
                    unit.stacking,
                    unit.steps,
                    ARMOUR if unit.arm == "armour" else INFANTRY,
                    start,
                    box,
                    unit.arrives or 0,
                    unit.offered or 0,
                    unit.points,
                )
            )
        return _table(rows, UNIT_FACTS)

    def _ports(self) -> Int:
        seas = {self.file.seas.east: EAST, self.file.seas.west: WEST}
        rows = []
        for port in self.map_ports:
            known = [seas[name] for name in port.seas if name in seas]
            rows.append((self.index[port.hex], known[0] if known else NO_SEA, NOBODY))
        for abroad in self.file.ports:
            side = SIDE_NAMES.index(abroad.side)
            rows.append((self.count, SEAS.index(abroad.sea), side))
        return _table(rows, PORT_WIDTH)

    def _entries(self) -> tuple[list[tuple[int, int, int]], list[str]]:
        rows, names = [], []
        for entry in self.file.entries:
            side = SIDE_NAMES.index(entry.side)
            if entry.port is not None:
                rows.append((side, self.count, self.ports.index(entry.port)))
                names.append(entry.port)
                continue
            hexes = self.edges[entry.edge] if entry.edge else [self.places[entry.place or ""]]
            for place in hexes:
                rows.append((side, place, NOBODY))
                names.append(self.labels[place])
        return rows, names

    def _commitment(self) -> Int:
        table = np.zeros((len(self.file.air.defence), MAX_AIR + 1), dtype=np.int64)
        for column, weights in enumerate(self.file.air.defence):
            table[column, : len(weights)] = weights
        return table

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

    def _sides(self) -> Int:
        turns = self.file.turns
        sides = np.zeros((SIDES, AIR_TURN + turns), dtype=np.int64)
        for side, name in enumerate(SIDE_NAMES):
            capacity = getattr(self.file.capacities, name)
            air = getattr(self.file.air, name)
            sides[side, RAIL_CAPACITY] = capacity.rail
            sides[side, EAST_CAPACITY : EAST_CAPACITY + 2] = capacity.east, capacity.west
            sides[side, AIR_BASE], sides[side, AIR_EACH] = air.without_airfield, air.each_airfield
            last = len(air.by_turn) - 1
            sides[side, AIR_TURN:] = [air.by_turn[min(turn, last)] for turn in range(turns)]
        return sides

    def _start(self, ground: MalayaGround) -> MalayaState:
        longest = max(1, int(ground.units[:, MOVEMENT].max()))
        state = MalayaState(
            game=np.zeros(GAME_WIDTH, dtype=np.int64),
            units=np.zeros((len(self.units), PATH + longest), dtype=np.int64),
            hexes=np.zeros((self.count + 1, HEX_WIDTH), dtype=np.int64),
        )
        state.game[SELECTED] = state.game[GROUP_PORT] = NOBODY
        state.units[:, PLACE] = state.units[:, ORIGIN] = self.count
        state.units[:, PORT] = NOBODY
        state.units[:, STEPS] = ground.units[:, FULL_STEPS]
        state.units[:, SUPPLIED] = 1
        state.units[:, DUE] = ground.units[:, ARRIVES]
        state.hexes[: self.count, CONTROL] = COMMONWEALTH
        state.hexes[self._named(self.file.controlled), CONTROL] = JAPAN
        return state


class _Ways:
    """What runs from hex to hex, as sets of pairs."""

    def __init__(self, hexmap: HexMap) -> None:
        self.roads = _links(way.path for way in hexmap.road if way.kind == "road")
        self.tracks = _links(way.path for way in hexmap.road if way.kind == "track")
        self.rails = _links(way.path for way in hexmap.rail)
        self.ferries = _links(way.path for way in hexmap.ferry)
        self.rivers = {frozenset(side) for river in hexmap.river for side in river.sides}
        crossings = self.roads | self.tracks | self.rails | self.ferries
        self.closed = {frozenset(side) for side in hexmap.straits} - crossings

    def is_open(self, here: str, there: str) -> bool:
        """Whether one can go from a land hex to another beside it."""
        return frozenset((here, there)) not in self.closed


def _links(paths: Iterable[Sequence[str]]) -> set[frozenset[str]]:
    return {frozenset(pair) for path in paths for pair in pairwise(path)}


def _result(code: str) -> tuple[int, int, int, int]:
    """An entry such as `1/2R`: attacker's steps, defender's, who retreats (MAL-23)."""
    return int(code[0]), int(code[2]), int(code.endswith("r")), int("R" in code)


def _table(rows: Sequence[Sequence[int]], width: int) -> Int:
    table: Int = np.array(rows, dtype=np.int64).reshape(len(rows), width)
    return table
