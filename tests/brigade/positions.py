"""Small positions made by hand, and games played from them by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hexfront.core.contract import CHANCE, Kind, LogEntry, Offer, Refusal, Step, View
from hexfront.core.events import Event, EventLog
from hexfront.systems.brigade.game import BrigadeRules
from hexfront.systems.brigade.rules.orders import (
    ADVANCE_INTO,
    DONE,
    RECALL,
    WITHDRAW,
    attack_action,
    unit_code,
)
from hexfront.systems.brigade.scenario.loader import load
from hexfront.systems.brigade.scenario.state import Phase
from tests.brigade.oracle import neighbours

RED, BLUE = 0, 1
SIDE_OF_LETTER = {"R": RED, "B": BLUE}

TYPES: list[dict[str, Any]] = [
    {"id": 0, "name": "clear", "title": "Clear", "cost": 1, "art": "clear"},
    {
        "id": 1,
        "name": "woods",
        "title": "Woods",
        "cost": 2,
        "closed_in": ["standard"],
        "retreat": False,
        "art": "woods",
    },
    {"id": 2, "name": "town", "title": "Town", "cost": 2, "town": True, "art": "town"},
    {"id": 3, "name": "hill", "title": "Hill", "cost": 2, "modifier": 1, "art": "hill"},
    {
        "id": 4,
        "name": "water",
        "title": "Water",
        "cost": 1,
        "closed_in": ["standard", "advanced"],
        "art": "water",
    },
    {"id": 5, "name": "ridge", "title": "Ridge", "cost": 3, "modifier": 5, "art": "hill"},
    {"id": 6, "name": "hollow", "title": "Hollow", "cost": 1, "modifier": -5, "art": "clear"},
]


def terrain_document(
    columns: int, rows: int, terrain: Mapping[str, str], holes: Iterable[str] = ()
) -> dict[str, Any]:
    """A map of clear hexes but for those named; `holes` are off the map."""
    holes = set(holes)
    towns = {kind["name"] for kind in TYPES if kind.get("town")}
    hexes: list[dict[str, Any]] = []
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            label = f"{column:02}{row:02}"
            if label in holes:
                continue
            kind = terrain.get(label, "clear")
            named = {"name": f"Town {label}"} if kind in towns else {}
            hexes.append({"hex": label, "terrain": kind, **named})
    return {
        "format": "hexfront-terrain/1",
        "system": "brigade",
        "name": "field",
        "title": "A field",
        "columns": columns,
        "rows": rows,
        "types": TYPES,
        "hexes": hexes,
    }


def scenario_document(
    units: Mapping[str, str],
    *,
    columns: int = 7,
    rows: int = 7,
    terrain: Mapping[str, str] | None = None,
    holes: Iterable[str] = (),
    strength: Mapping[str, int] | None = None,
    movement: Mapping[str, int] | None = None,
    towns: int = 1,
    turns: int = 4,
    results: Any = None,
    **options: Any,
) -> dict[str, Any]:
    """A scenario of units by name (R… or B…) and hex, on a map with a town in its last hex."""
    last = f"{columns:02}{rows:02}"
    document: dict[str, Any] = {
        "format": "hexfront-scenario/1",
        "system": "brigade",
        "name": "small",
        "title": "Small",
        "sides": [{"name": "red", "title": "Red"}, {"name": "blue", "title": "Blue"}],
        "turns": turns,
        "terrain": terrain_document(columns, rows, {last: "town"} | dict(terrain or {}), holes),
        "units": [
            {
                "name": name,
                "side": "red" if name[0] == "R" else "blue",
                "hex": label,
                "strength": (strength or {}).get(name, 4),
                "movement": (movement or {}).get(name, 4),
                "sidc": ("10061000151211020000" if name[0] == "R" else "10031000151205000000"),
            }
            for name, label in units.items()
        ],
        "options": options,
        "objective": {"side": "red", "towns": towns},
    }
    if results is not None:
        document["results"] = results
    return document


def table_of(code: str) -> dict[str, Any]:
    """A results table that gives one code whatever the die."""
    rows = {"rows": [[code] * 4] * 6}
    return {"standard": rows, "advanced": rows}


class Game:
    """A game of a small scenario, played by the names of units and the numbers of hexes.

    Every order is given as the boundary would take it: `choices` must offer it
    and `refuse` must accept it.
    """

    def __init__(self, units: Mapping[str, str], **settings: Any) -> None:
        self.document = scenario_document(units, **settings)
        self.rules = BrigadeRules(load(self.document, None, "test"))
        self.state = self.rules.start()
        self.events: list[Event] = []
        names = [entry["name"] for entry in self.document["units"]]
        self.number = {
            names[entry]: unit for unit, entry in enumerate(self.rules.setting.companies)
        }
        self.name = {unit: name for name, unit in self.number.items()}

    # What is so

    @property
    def phase(self) -> Phase:
        return Phase(self.state.game.phase)

    @property
    def sides(self) -> tuple[int, ...]:
        return self.rules.decision(self.state).sides

    def place(self, name: str) -> str:
        """Where a unit stands; empty when it is gone."""
        place = int(self.state.units.place[self.number[name]])
        return "" if place == self.rules.ground.rules.off_map else self.rules.setting.labels[place]

    def places(self) -> dict[str, str]:
        return {name: self.place(name) for name in self.number}

    def planned(self, name: str) -> str:
        return self.rules.setting.labels[int(self.state.units.planned[self.number[name]])]

    def points(self, name: str) -> int:
        return int(self.state.units.points[self.number[name]])

    def view(self, side: int) -> View:
        return self.rules.view(self.state, side)

    def choices(self, side: int) -> list[int]:
        return list(self.rules.choices(self.state, side))

    def offers(self, side: int, kind: str = "") -> list[Offer]:
        every = self.rules.offers(self.view(side))
        return [offer for offer in every if not kind or offer.kind == kind]

    def heard(self, side: int) -> list[Event]:
        """The events of the last step that a viewer may know."""
        known = [self.rules.redact(event, side) for event in self.events]
        return [event for event in known if event is not None]

    def told(self, side: int) -> list[LogEntry]:
        view = self.view(side)
        return [self.rules.describe(event, view) for event in self.heard(side)]

    def texts(self, side: int) -> list[str]:
        return [log_entry.text for log_entry in self.told(side)]

    def copy(self) -> Game:
        """An independent game that stands where this one stands."""
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.state = self.state.copy()
        return other

    # Orders

    def direction(self, here: str, there: str) -> int:
        setting = self.rules.setting
        row = setting.ground.hexes.neighbour[setting.index_of[here]].tolist()
        return row.index(setting.index_of[there])

    def step_code(self, name: str, there: str) -> int:
        here = self.place(name) if self.phase == Phase.RETREAT else self.planned(name)
        return int(unit_code(self.number[name], self.direction(here, there)))

    def attack_code(self, name: str, target: str, advance: bool = False) -> int:
        """The code of an attack; the target's place in its stack is counted by number."""
        there = self.place(target)
        stack = sorted(self.number[other] for other, at in self.places().items() if at == there)
        level = stack.index(self.number[target])
        direction = self.direction(self.planned(name), there)
        action = attack_action(direction, level, int(advance))
        return int(unit_code(self.number[name], action))

    def give(self, side: int, order: int) -> None:
        refusal = self.rules.refuse(self.state, side, order)
        assert refusal is None, f"{self.rules.write_order(order)}: {refusal}"
        assert order in self.choices(side)
        self._apply(Step(side, order))

    def refusal(self, side: int, order: int) -> Refusal:
        """Why the order is refused; it must be, and may not be among the choices."""
        refusal = self.rules.refuse(self.state, side, order)
        assert refusal is not None, self.rules.write_order(order)
        assert order not in self.choices(side)
        return refusal

    def move(self, name: str, *path: str) -> None:
        for there in path:
            self.give(SIDE_OF_LETTER[name[0]], self.step_code(name, there))

    def no_move(self, name: str, there: str) -> str:
        """The clause that forbids a step."""
        return self.refusal(SIDE_OF_LETTER[name[0]], self.step_code(name, there)).clause

    def attack(self, name: str, target: str, advance: bool = False) -> None:
        self.give(SIDE_OF_LETTER[name[0]], self.attack_code(name, target, advance))

    def no_attack(self, name: str, target: str, advance: bool = False) -> str:
        side = SIDE_OF_LETTER[name[0]]
        return self.refusal(side, self.attack_code(name, target, advance)).clause

    def withdraw(self, name: str) -> None:
        side = SIDE_OF_LETTER[name[0]]
        self.give(side, int(unit_code(self.number[name], WITHDRAW)))

    def advance(self, name: str) -> None:
        side = SIDE_OF_LETTER[name[0]]
        self.give(side, int(unit_code(self.number[name], ADVANCE_INTO)))

    def advancers(self) -> set[str]:
        """Who may advance now."""
        return {
            name
            for name, unit in self.number.items()
            if int(unit_code(unit, ADVANCE_INTO)) in self.choices(SIDE_OF_LETTER[name[0]])
        }

    def done(self, side: int) -> None:
        self.give(side, DONE)

    def recall(self, side: int) -> None:
        self.give(side, RECALL)

    def submit(self) -> None:
        """Both plans."""
        before: list[Event] = []
        for side in (RED, BLUE):
            self.done(side)
            before += self.events
        self.events = before

    def die(self, face: int) -> None:
        decision = self.rules.decision(self.state)
        assert decision.kind == Kind.CHANCE
        assert len(self.rules.chances(self.state).weights) == 6
        self._apply(Step(CHANCE, face - 1))

    def deal(self, outcome: int) -> None:
        assert self.phase == Phase.DEAL
        self._apply(Step(CHANCE, outcome))

    def _apply(self, step: Step) -> None:
        log = EventLog()
        self.rules.apply(self.state, step, log)
        self.events = log.events()

    # Reading choices

    def steps(self, name: str) -> set[str]:
        """The hexes that a unit may enter with its next step, or retreat to."""
        unit, setting = self.number[name], self.rules.setting
        units = self.state.units
        here = (units.place if self.phase == Phase.RETREAT else units.planned)[unit]
        row = setting.ground.hexes.neighbour[here]
        codes = set(self.choices(SIDE_OF_LETTER[name[0]]))
        return {
            setting.labels[there]
            for direction, there in enumerate(row.tolist())
            if int(unit_code(unit, direction)) in codes
        }

    def targets(self, name: str) -> set[str]:
        """The moves that are offered to a unit."""
        side, subject = SIDE_OF_LETTER[name[0]], str(self.number[name] + 1)
        return {o.place for o in self.offers(side, "move") if o.subject == subject}


RING = neighbours("0404")


def around(count: int) -> dict[str, str]:
    """Red units around 0404, from the north; blue in it."""
    return {f"R{n}": RING[n] for n in range(count)} | {"B1": "0404"}


def battle(
    units: Mapping[str, str],
    attackers: Sequence[str],
    target: str,
    *,
    die: int | None = None,
    advance: str = "",
    **settings: Any,
) -> Game:
    """A game in which the attackers' side has just thrown the die of one battle."""
    game = Game(units, **settings)
    side = SIDE_OF_LETTER[target[0]] ^ 1
    if game.phase == Phase.PLAN:
        for name in attackers:
            game.attack(name, target, name == advance)
        game.submit()
    else:
        game.done(RED)
        if side == BLUE:
            if game.phase == Phase.COMBAT:
                game.done(RED)
            game.done(BLUE)
        for name in attackers:
            game.attack(name, target)
        game.done(side)
    assert game.phase == Phase.BATTLE
    if die is not None:
        game.die(die)
    return game
