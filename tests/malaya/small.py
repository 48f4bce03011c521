"""A small country for Malaya's rules, as a document that each test changes as it needs.

West sea  column 01, East sea column 08, land columns 02 to 07
Road      0301 … 0307, by a causeway to 0308 (Singapore); 0601 … 0605
Track     0605 0606
Railway   0201 … 0207, by a bridge to 0308
Ferry     0308 0407; the strait between 0407 and 0408 has none
Rivers    0303|0304 (bridged), 0505|0605 (not), 0605|0606 (a track crosses it)
Jungle    0402 … 0405; mountain 0503 0504; swamp 0406; all else is clear
"""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import numpy as np

from hexfront.core.events import Event, EventLog
from hexfront.systems.malaya.rules.legality import list_choices, order_refusal
from hexfront.systems.malaya.rules.movement import settle
from hexfront.systems.malaya.rules.orders import OrderWords, Words, count_actions
from hexfront.systems.malaya.rules.planes import control_of, points_in, take_control
from hexfront.systems.malaya.rules.sequence import open_player_turn, proceed, set_up
from hexfront.systems.malaya.rules.turn import apply_step, chance_weight
from hexfront.systems.malaya.scenario.loader import load
from hexfront.systems.malaya.scenario.setting import Setting, compile_setting
from hexfront.systems.malaya.scenario.state import CHANCE_PHASES, COMMONWEALTH, JAPAN, MalayaState

Document = dict[str, Any]

TERRAIN = {
    "jungle": ("0402", "0403", "0404", "0405"),
    "mountain": ("0503", "0504"),
    "swamp": ("0406",),
}
SEA_HEXES = {"0208", "0508", "0608", "0708"}
PLACES = {
    "Singora": ("0701", ["port"], ["East"]),
    "Kota": ("0702", ["port", "airfield"], ["East"]),
    "Kuantan": ("0705", ["port"], ["East"]),
    "Penang": ("0204", ["port"], ["West"]),
    "Malacca": ("0206", ["port"], ["West"]),
    "Singapore": ("0308", ["city", "fort", "port"], []),
    "Jitra": ("0302", ["fort"], []),
    "Lumpur": ("0305", ["town"], []),
    "Kluang": ("0306", ["airfield"], []),
}


def column(number: int, first: int, last: int) -> list[str]:
    """The hexes of a column."""
    return [f"{number:02d}{row:02d}" for row in range(first, last + 1)]


def the_map() -> Document:
    """The map, as a document."""
    kinds = {label: kind for kind, labels in TERRAIN.items() for label in labels}
    hexes: Document = {}
    for number in range(1, 9):
        sea = "West" if number < 5 else "East"
        for label in column(number, 1, 8):
            if number in (1, 8) or label in SEA_HEXES:
                hexes[label] = {"terrain": "sea", "seas": [sea]}
            else:
                seas = {2: ["West"], 7: ["East"]}.get(number, [])
                hexes[label] = {"terrain": kinds.get(label, "clear"), "seas": seas}
    return {
        "format": "hexfront-map/1",
        "name": "small",
        "title": "Small",
        "columns": 8,
        "rows": 8,
        "hex_km": 18.0,
        "hex": hexes,
        "straits": [["0307", "0308"], ["0207", "0308"], ["0407", "0308"], ["0407", "0408"]],
        "river": [
            {"sides": [["0303", "0304"]]},
            {"sides": [["0505", "0605"]]},
            {"sides": [["0605", "0606"]]},
        ],
        "road": [
            {"path": column(3, 1, 8)},
            {"path": column(6, 1, 5)},
            {"kind": "track", "path": ["0605", "0606"]},
        ],
        "rail": [{"path": [*column(2, 1, 7), "0308"]}],
        "ferry": [{"path": ["0308", "0407"]}],
        "place": [
            {"name": name, "hex": label, "kinds": kinds, "at": [0.0, 0.0], "seas": seas}
            for name, (label, kinds, seas) in PLACES.items()
        ],
        "edge": [{"name": "north", "hexes": ["0201", "0301"]}],
    }


def unit(name: str, side: str, start: str | None = None, **more: Any) -> Document:
    """A unit of the order of battle: 8-6-7 with two stacking points, unless told."""
    entry: Document = {
        "id": name,
        "name": name,
        "side": side,
        "nationality": "any",
        "formation": "any",
        "size": "regiment",
        "arm": "infantry",
        "attack": 8,
        "defence": 6,
        "movement": 7,
        "stacking": 2,
    }
    return entry | ({} if start is None else {"start": start}) | more


def jp(name: str, start: str | None = None, **more: Any) -> Document:
    """A unit of Japan."""
    return unit(name, "japan", start, **more)


def cw(name: str, start: str | None = None, **more: Any) -> Document:
    """A unit of the Commonwealth."""
    return unit(name, "commonwealth", start, **more)


ROWS = [
    ["3/0r", "2/0r", "2/0r", "1/0r", "1/0", "1/0", "1/1", "1/1R", "0/1R"],
    ["2/0r", "2/0r", "1/0r", "1/0", "1/0", "1/1", "1/1R", "0/1R", "0/1R"],
    ["2/0r", "1/0r", "1/0", "1/0", "1/1", "1/1R", "0/1R", "0/1R", "0/2R"],
    ["1/0r", "1/0", "1/0", "1/1", "1/1R", "0/1R", "0/1R", "0/2R", "0/2R"],
    ["1/0", "1/0", "1/1", "1/1R", "0/1R", "0/1R", "0/2R", "0/2R", "0/3R"],
    ["1/0", "1/1", "1/1R", "0/1R", "0/1R", "0/2R", "0/2R", "0/3R", "0/4R"],
]
COLUMNS = [(1, 3), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]


@cache
def _plain() -> Document:
    return {
        "format": "hexfront-malaya/1",
        "system": "malaya",
        "name": "small",
        "title": "Small",
        "map": the_map(),
        "turns": 4,
        "first_day": "1941-12-08",
        "days": 7,
        "sides": [
            {"name": "japan", "title": "Japan"},
            {"name": "commonwealth", "title": "Commonwealth"},
        ],
        "seas": {"east": "East", "west": "West"},
        "controlled": ["north", "Singora"],
        "terrain": {
            "clear": {"cost": 1},
            "jungle": {"cost": 3, "die": -1, "covered": True},
            "mountain": {"cost": 4, "die": -1, "covered": True},
            "swamp": {"cost": 3},
        },
        "ways": {"road": 0.5, "track": 2, "river": 1, "ferry": 2},
        "numbers": {
            "stacking": 4,
            "supply_reach": 10,
            "poor_allowance": 0.5,
            "blocked": 2,
            "zone_loss": 1,
            "landing_loss": 1,
        },
        "strengths": {
            "reduced": 0.5,
            "unsupplied_attack": 0.5,
            "unsupplied_defence": 0.5,
            "across_river": 0.5,
        },
        "results": {
            "columns": [{"attacker": a, "defender": d} for a, d in COLUMNS],
            "rows": ROWS,
        },
        "modifiers": {"across_river": -1, "town": -1, "landing": -2, "armour": 1, "air": 2},
        "air": {
            "most": 3,
            "covered_less": 1,
            "defence": [[6, 2, 1, 0]] * 4 + [[1, 2, 4, 3]] * 5,
            "japan": {"by_turn": [8, 6], "without_airfield": 3, "each_airfield": 1},
            "commonwealth": {"by_turn": [4, 3, 1], "without_airfield": 1, "each_airfield": 1},
        },
        "capacities": {
            "rail_hexes": 40,
            "japan": {"rail": 1, "east": 5, "west": 1},
            "commonwealth": {"rail": 1, "east": 1, "west": 1},
        },
        "shipping": {"place": "Penang", "seized": 80, "seized_if_attacked": 20, "delay": 2},
        "interception": {"last_turn": 0, "faces": 1, "steps": 1},
        "ports": [
            {"name": "Indo-China", "side": "japan", "sea": "east"},
            {"name": "Burma", "side": "japan", "sea": "west"},
            {"name": "India", "side": "commonwealth", "sea": "west"},
        ],
        "entries": [
            {"side": "japan", "title": "By land", "edge": "north"},
            {"side": "japan", "title": "By sea", "port": "Indo-China"},
            {"side": "commonwealth", "title": "Singapore", "place": "Singapore"},
        ],
        "sources": {"japan": ["north", "Singora", "Kota"], "commonwealth": ["Singapore"]},
        "options": [],
        "victory": {
            "place": "Singapore",
            "decisive": 2,
            "marginal": 3,
            "step": 0.5,
            "up": 20,
            "down": -5,
            "values": [{"place": "Lumpur", "points": 4}, {"place": "Penang", "points": 3}],
        },
    }


def document(*units: Document, **changes: Any) -> Document:
    """The scenario with these units; a change replaces a part, or parts of a table.

    `numbers={"stacking": 3}` changes one number, `turns=9` one value.
    """
    made = copy.deepcopy(_plain())
    for key, value in changes.items():
        if isinstance(value, dict) and isinstance(made.get(key), dict):
            made[key] |= value
        else:
            made[key] = value
    made["forces"] = {
        "format": "hexfront-malaya-forces/1",
        "name": "few",
        "title": "Few",
        "units": [dict(entry) for entry in units],
    }
    return made


def compiled(*units: Document, **changes: Any) -> Setting:
    """The scenario with these units, ready for play."""
    return compile_setting(load(document(*units, **changes), None, "small"))


class Table:
    """A game on the small map that a test plays by hand."""

    def __init__(self, *units: Document, setting: Setting | None = None, **changes: Any) -> None:
        self.setting = setting or compiled(*units, **changes)
        self.ground = self.setting.ground
        self.names = [entry.id for entry in self.setting.units]
        options = [option["name"] for option in changes.get("options", [])]
        self.words = OrderWords(
            self.ground,
            Words(
                options,
                self.setting.labels,
                self.names,
                self.setting.entries,
                self.setting.ports,
            ),
        )
        self.state: MalayaState = self.setting.start.copy()
        self.log = EventLog()
        self.events: list[Event] = []
        set_up(self.ground, self.state, self.log.rows)

    def at(self, label: str) -> int:
        """The index of a hex."""
        return self.setting.index_of[label]

    def number(self, name: str) -> int:
        """The number of a unit."""
        return self.names.index(name)

    def unit(self, name: str, column: str) -> int:
        """A column of a unit."""
        return int(getattr(self.state.units, column)[self.number(name)])

    def set_unit(self, name: str, column: str, value: int) -> None:
        """Change a column of a unit."""
        getattr(self.state.units, column)[self.number(name)] = value

    def control(self, label: str) -> int:
        """Whose a hex is."""
        return int(control_of(self.state, self.at(label)))

    def points(self, label: str, side: int) -> int:
        """Stacking points of a side in a hex."""
        return int(points_in(self.ground, self.state, self.at(label), side))

    def where(self, name: str) -> str:
        """The hex of a unit; empty when it is not on the map."""
        place = self.unit(name, "place")
        return self.setting.labels[place] if place < len(self.setting.labels) else ""

    def hold(self, side: int, *labels: str) -> None:
        """Let a side control hexes; without labels all."""
        places = [self.at(label) for label in labels] or list(range(len(self.setting.labels)))
        for place in places:
            take_control(self.state, place, side)

    def put(self, name: str, label: str) -> None:
        """Set a unit that is not on the map into a hex."""
        settle(self.ground, self.state, self.number(name), self.at(label))

    def weaken(self, *names: str) -> None:
        """Take a step from units."""
        for name in names:
            self.state.units.steps[self.number(name)] -= 1

    def go_to(self, phase: int, side: int = JAPAN, turn: int = 1) -> Table:
        """Begin a player-turn, and the phase of it."""
        self.state.game.turn = turn
        open_player_turn(self.ground, self.state, side, self.log.rows)
        proceed(self.ground, self.state, phase, self.log.rows)
        self.take_events()
        assert (self.state.game.phase, self.state.game.active) == (phase, side)
        return self

    def take_events(self) -> None:
        """Keep what was told last, and clear the log."""
        self.events = self.log.events()
        self.log.clear()

    def refusal(self, **order: Any) -> int:
        """Why an order is refused; 0 where it is not."""
        code = self.words.read(order)
        assert self.words.write(code) == order
        return int(order_refusal(self.ground, self.state, self.state.game.active, code))

    def do(self, **order: Any) -> Table:
        """Give a legal order."""
        code = self.words.read(order)
        refused = order_refusal(self.ground, self.state, self.state.game.active, code)
        assert refused == 0, (order, refused)
        apply_step(self.ground, self.state, self.state.game.active, code, self.log.rows)
        self.take_events()
        return self

    def move(self, name: str, *directions: str) -> Table:
        """March or ride in these directions."""
        for direction in directions:
            self.do(do="move", unit=name, to=direction)
        return self

    def answer(self, outcome: int) -> Table:
        """Answer for chance."""
        assert self.state.game.phase in CHANCE_PHASES
        assert chance_weight(self.ground, self.state, outcome) > 0
        apply_step(self.ground, self.state, -1, outcome, self.log.rows)
        self.take_events()
        return self

    def weights(self) -> list[int]:
        """The weights of the answers that chance has."""
        found: list[int] = []
        while (weight := int(chance_weight(self.ground, self.state, len(found)))) >= 0:
            found.append(weight)
        return found

    def choices(self) -> list[dict[str, Any]]:
        """All orders that may be given now."""
        return [self.words.write(code) for code in self.codes()]

    def codes(self) -> list[int]:
        """Their codes."""
        room = np.zeros(count_actions(self.ground), dtype=np.int64)
        count = list_choices(self.ground, self.state, self.state.game.active, room)
        return [int(code) for code in room[:count]]

    def fight(self, label: str, *names: str, face: int, air: int = 0, defence: int = 0) -> Table:
        """Attack a hex with units, commit air points, roll a face; losses are not drawn."""
        self.do(do="attack", hex=label)
        for name in names:
            self.do(do="join", unit=name)
        if air:
            self.do(do="air", points=air)
        self.do(do="roll")
        told = self.events
        if self.weights() != [1] * 6:
            self.answer(defence)
            told += self.events
        self.answer(face - 1)
        self.events = told + self.events
        return self

    def kinds(self) -> list[tuple[type[Any], str]]:
        """Kind and clause of what was told last."""
        return [(type(event.what), event.clause) for event in self.events]


__all__ = ["COMMONWEALTH", "JAPAN", "Table", "compiled", "cw", "document", "jp"]
