"""Small positions made by hand, and games played from them by the names of units and hexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hexfront.core.contract import CHANCE, Counter, Kind, Offer, Refusal, Result, Step, View
from hexfront.core.events import Event, EventLog
from hexfront.core.registry import find_system
from hexfront.systems.aggressor.rules.combat import (
    AttackReported,
    Rolled,
)
from hexfront.systems.aggressor.rules.planes import has, put
from tests.aggressor.hexes import DIRECTIONS, at, beside, where

WEST, EAST = 0, 1
SIDE_OF_LETTER = {"W": WEST, "E": EAST}
SIDE_NAMES = ("west", "east")
TYPES = ("airbase", "missile", "artillery", "armor", "infantry", "support")
"""In the order of their numbers; `technical` comes after them."""
ALL_TYPES = (*TYPES, "technical")
COLUMNS, ROWS = 21, 15
HEXES = COLUMNS * ROWS
EVERY_HEX = {at(c, r) for c in range(COLUMNS) for r in range(ROWS)}

# Forms of combat and results, as reports tell them
PLAIN, ASSAULT, AMBUSH, STRIKE, FIRE, LAUNCH = range(6)
MISS, HIT, DIRECT_HIT, KILL = range(4)


def terrain_document(rough: Iterable[str] = (), **changes: Any) -> dict[str, Any]:
    """A map of the standard size, clear but for the hexes named."""
    return {
        "format": "hexfront-aggressor-terrain/1",
        "system": "aggressor",
        "name": "field",
        "title": "A field",
        "columns": COLUMNS,
        "rows": ROWS,
        "rough": sorted(rough),
        **changes,
    }


def scenario_document(
    armies: Mapping[str, list[dict[str, str]]] | None = None,
    *,
    rough: Iterable[str] = (),
    size: int = 18,
    types: Mapping[str, tuple[int, int]] | None = None,
    numbers: Mapping[str, int] | None = None,
    terrain: Any = None,
    **options: Any,
) -> dict[str, Any]:
    """A scenario; `armies` that are given need no set-up."""
    kinds = {name: {"range": r, "strength": s} for name, (r, s) in (types or {}).items()}
    return {
        "format": "hexfront-aggressor/1",
        "system": "aggressor",
        "name": "small",
        "title": "Small",
        "terrain": terrain_document(rough) if terrain is None else terrain,
        "army_size": size,
        "units": kinds,
        "numbers": dict(numbers or {}),
        "options": options,
        "armies": dict(armies or {}),
    }


def make_rules(document: dict[str, Any]) -> Any:
    """The rules of a scenario, as whoever has found the system gets them."""
    system = find_system("aggressor")
    return system.rules(system.scenarios.load(document, None, "test"))


class Table:
    """A game from its start. Every order is given as the boundary takes it."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.rules = make_rules(document)
        self.state = self.rules.start()
        self.events: list[Event] = []
        """Of the last step."""
        self.log: list[Event] = []
        self._settle()

    # Steps

    def give(self, side: int, order: int) -> None:
        refusal = self.rules.refuse(self.state, side, order)
        assert refusal is None, f"{self.rules.write_order(order)}: {refusal}"
        assert order in self.choices(side)
        self._apply(Step(side, order))

    def refusal(self, side: int, order: int) -> Refusal:
        """Why the order is refused; it must be, and may not be among the choices."""
        refusal = self.rules.refuse(self.state, side, order)
        assert isinstance(refusal, Refusal), self.rules.write_order(order)
        assert order not in self.choices(side)
        return refusal

    def chance(self, outcome: int) -> None:
        assert self.kind == Kind.CHANCE
        assert self.weights[outcome] > 0
        self._apply(Step(CHANCE, outcome))

    def die(self, face: int) -> None:
        """The die of an attack."""
        assert len(set(self.weights)) == 1
        self.chance(face - 1)

    def done(self, side: int) -> None:
        self.give(side, 0)

    def _apply(self, step: Step) -> None:
        log = EventLog()
        self.rules.apply(self.state, step, log)
        self.events = log.events()
        self.log += self.events
        self._settle()

    def _settle(self) -> None:
        """Where chance has but one answer, as on who begins where that is chosen, it is given."""
        if self.kind == Kind.CHANCE and len(self.weights) == 1:
            before = self.events
            self._apply(Step(CHANCE, 0))
            self.events = before + self.events

    # What is so

    @property
    def kind(self) -> Kind:
        return Kind(self.rules.decision(self.state).kind)

    @property
    def sides(self) -> tuple[int, ...]:
        return tuple(self.rules.decision(self.state).sides)

    @property
    def weights(self) -> tuple[int, ...]:
        return tuple(self.rules.chances(self.state).weights)

    @property
    def result(self) -> Result | None:
        found = self.rules.result(self.state)
        assert found is None or isinstance(found, Result)
        return found

    def probability(self, outcome: int) -> float:
        return self.weights[outcome] / sum(self.weights)

    def choices(self, side: int) -> list[int]:
        return list(self.rules.choices(self.state, side))

    def view(self, side: int) -> View:
        view = self.rules.view(self.state, side)
        assert isinstance(view, View)
        return view

    def offers(self, side: int, kind: str = "") -> list[Offer]:
        every = self.rules.offers(self.view(side))
        return [offer for offer in every if kind in ("", offer.kind)]

    def heard(self, side: int, kind: type[Any], events: list[Event] | None = None) -> list[Event]:
        """The events of a kind that a viewer may know, of the last step if no others are given."""
        known = [self.rules.redact(e, side) for e in (self.events if events is None else events)]
        return [event for event in known if event is not None and isinstance(event.what, kind)]

    def clauses(self, kind: type[Any]) -> list[str]:
        """The clauses that the last step's events of a kind name."""
        return [event.clause for event in self.events if isinstance(event.what, kind)]

    def index(self, label: str) -> int:
        column, row = where(label)
        return column * ROWS + row

    def deploy_code(self, kind: str, label: str) -> int:
        return 8 + TYPES.index(kind) * HEXES + self.index(label)

    def remove_code(self, label: str) -> int:
        return 8 + 6 * HEXES + self.index(label)


class Game(Table):
    """A game in a side's turn, with units in places of the test's choice.

    A unit is written `armor @JC`, with any of these behind it: `2/1`, its current
    range and strength; `dug`, it is dug in; `stays`, it did not itself enter the
    contaminated hex in which it stands.  Names begin with W or E.

    The acting side has its second turn: the turn before was the enemy's, who
    observed what he could and did nothing.  An infantry unit of each side stands far off in a
    corner, so that no turn ends by itself, unless `idle` is false.
    """

    def __init__(
        self,
        units: Mapping[str, str],
        *,
        acting: int = WEST,
        nbc: Iterable[str] = (),
        groups: tuple[int, int] = (0, 0),
        idle: bool = True,
        aggressor: int | None = None,
        **settings: Any,
    ) -> None:
        self.acting = acting
        self.units = self._with_idle(units) if idle else dict(units)
        self.number: dict[str, int] = {}
        armies: dict[str, list[dict[str, str]]] = {"west": [], "east": []}
        for name, words in self.units.items():
            side = SIDE_OF_LETTER[name[0]]
            army = armies[SIDE_NAMES[side]]
            self.number[name] = len(army)
            kind = words.split()[0]
            far = len(army) // ROWS
            home = at(far if side == WEST else COLUMNS - 1 - far, len(army) % ROWS)
            army.append({"type": "missile" if kind == "technical" else kind, "hex": home})
        size = len(armies["west"])
        assert size == len(armies["east"]), "both armies must have the same size"
        # Few units in odd places: nobody is to win by sectors unless a test wants it.
        settings["numbers"] = {"sectors_to_win": 9, **settings.get("numbers", {})}
        settings.setdefault("first", SIDE_NAMES[acting])
        super().__init__(scenario_document(armies, size=size, **settings))
        self.size = size
        self._relocate(set(nbc))
        for side in (acting, 1 - acting):
            self._tire(side)
            self.done(side)
        self.state.game.groups[:] = groups
        if aggressor is not None:
            self.state.game.aggressor = aggressor
        self.log.clear()
        self.opening, self.events = self.events, []
        """The events with which the turn began."""

    @staticmethod
    def _with_idle(units: Mapping[str, str]) -> dict[str, str]:
        found = dict(units)
        more = max(sum(name[0] == letter for name in units) for letter in "WE") + 1
        for letter, column, down in (("W", 0, -1), ("E", 20, 1)):
            row = 14 if letter == "W" else 0
            for spare in range(more - sum(name[0] == letter for name in units)):
                found[f"{letter}~{spare}"] = f"infantry {at(column, row)}"
                row += down
        return found

    def _relocate(self, nbc: set[str]) -> None:
        state = self.state
        state.hexes.holder[:] = -1
        for label in nbc:
            put(state.contaminated, self.index(label))
        for name, words in self.units.items():
            kind, label, *flags = words.split()
            row, place = self.row(name), self.index(label)
            assert state.hexes.holder[place] == -1, label
            state.hexes.holder[place] = row
            state.units.place[row] = state.units.start[row] = place
            state.units.kind[row] = ALL_TYPES.index(kind)
            state.units.dug[row] = int("dug" in flags)
            state.units.entered[row] = int(label in nbc and "stays" not in flags)
            for flag in flags:
                if "/" in flag:
                    values = [int(part) for part in flag.split("/")]
                    state.units.range[row], state.units.strength[row] = values
            if not state_hides(self.document):
                state.sightings.place[row] = place
                state.sightings.kind[row] = -1 if label in nbc else state.units.kind[row]

    def _tire(self, side: int) -> None:
        """Let the units act that are not to dig in."""
        for name, words in self.units.items():
            if SIDE_OF_LETTER[name[0]] == side and "dug" not in words.split():
                self.state.units.acted[self.row(name)] = 1

    def slip(self, name: str, label: str) -> None:
        """Put a unit elsewhere behind everybody's back, as no order can."""
        row, place = self.row(name), self.index(label)
        assert self.state.hexes.holder[place] == -1, label
        self.state.hexes.holder[self._value(name, "place")] = -1
        self.state.hexes.holder[place] = row
        self.state.units.place[row] = place

    # What is so

    def row(self, name: str) -> int:
        return self.number[name] + SIDE_OF_LETTER[name[0]] * len(self.units) // 2

    def _value(self, name: str, column: str) -> int:
        return int(getattr(self.state.units, column)[self.row(name)])

    def place(self, name: str) -> str:
        """Where a unit stands; empty when it is gone."""
        place = self._value(name, "place")
        return "" if place == HEXES else at(place // ROWS, place % ROWS)

    def figures(self, name: str) -> tuple[int, int]:
        """Range and strength."""
        return self._value(name, "range"), self._value(name, "strength")

    def is_dug_in(self, name: str) -> bool:
        return self._value(name, "dug") == 1

    def is_nbc(self, label: str) -> bool:
        return has(self.state.contaminated, self.index(label))

    def controller(self, sector: int) -> int | None:
        """Who controls a sector in truth."""
        found = int(self.state.game.control[sector])
        return None if found < 0 else found

    def counter(self, name: str) -> Counter:
        """A unit as its owner sees it."""
        side, identity = SIDE_OF_LETTER[name[0]], str(self.number[name] + 1)
        return next(c for c in self.view(side).counters if c.id == identity and c.side == side)

    def contacts(self, side: int | None = None) -> dict[str, Counter]:
        """What a side, the acting one if none is named, sees of the enemy, by hex."""
        side = self.acting if side is None else side
        return {c.place: c for c in self.view(side).counters if c.side != side}

    def sight(self, side: int | None = None) -> dict[str, str]:
        """The names of what a side sees, by hex."""
        return {label: counter.name for label, counter in self.contacts(side).items()}

    # Orders

    def code(self, name: str, action: int) -> int:
        return 8 + 7 * HEXES + self.number[name] * (8 + 2 * HEXES) + action

    def step_code(self, name: str, label: str) -> int:
        """The code of a direction: a move, an attack or a request for supply (AGR-44)."""
        toward = {there: d for d, there in beside(self.place(name)).items()}
        return self.code(name, DIRECTIONS.index(toward[label]))

    def aim_code(self, name: str, label: str) -> int:
        return self.code(name, 8 + self.index(label))

    def strike_code(self, name: str, label: str) -> int:
        return self.code(name, 8 + HEXES + self.index(label))

    def contact_code(self, name: str) -> int:
        return self.code(name, 6)

    def replace_code(self, name: str) -> int:
        return self.code(name, 7)

    def order(self, name: str, code: int) -> None:
        self.give(SIDE_OF_LETTER[name[0]], code)

    def no(self, name: str, code: int) -> str:
        """The clause by which an order is refused."""
        return self.refusal(SIDE_OF_LETTER[name[0]], code).clause

    def go(self, name: str, *path: str) -> None:
        """Steps that end where they point."""
        for label in path:
            self.order(name, self.step_code(name, label))
            assert self.place(name) == label

    def no_step(self, name: str, label: str) -> str:
        return self.no(name, self.step_code(name, label))

    def attack(self, name: str, label: str, *faces: int) -> None:
        """An attack, and the dice that are thrown for it."""
        self.order(name, self.step_code(name, label))
        for face in faces:
            self.die(face)

    def aim(self, name: str, label: str) -> None:
        """A special function with a target."""
        self.order(name, self.aim_code(name, label))

    def strike(self, name: str, label: str) -> None:
        self.order(name, self.strike_code(name, label))

    def may(self, name: str) -> set[str]:
        """The hexes to which a unit may be ordered by a direction."""
        codes = set(self.choices(SIDE_OF_LETTER[name[0]]))
        return {
            label
            for label in beside(self.place(name)).values()
            if label in EVERY_HEX and self.step_code(name, label) in codes
        }

    def may_anything(self, name: str) -> bool:
        """Whether any order of the unit is left."""
        first = self.code(name, 0)
        choices = self.choices(SIDE_OF_LETTER[name[0]])
        return any(first <= code < first + 8 + 2 * HEXES for code in choices)

    def aims(self, name: str) -> set[str]:
        """The hexes at which the special function can be aimed."""
        codes = set(self.choices(SIDE_OF_LETTER[name[0]]))
        return {label for label in EVERY_HEX if self.aim_code(name, label) in codes}

    def pass_turn(self) -> None:
        """The side whose turn it is does nothing more; partisans are kept for later."""
        (side,) = self.sides
        self.done(side)
        if self.sides == (side,) and self.result is None:
            self.done(side)

    def round(self) -> None:
        """Both sides end their turns."""
        self.pass_turn()
        self.pass_turn()

    def reports(self) -> list[tuple[Any, ...]]:
        """The reports since the game was made: type, hex, form, result, flags."""
        found = [event.what for event in self.log if isinstance(event.what, AttackReported)]
        return [
            (ALL_TYPES[kind], at(place // ROWS, place % ROWS), form, result, flags)
            for kind, place, form, result, flags, _ in found
        ]

    def needed(self) -> int:
        """How many faces of the die hit, found by trying each on a copy."""

        hits = 0
        for face in range(len(self.weights)):
            state, log = self.state.copy(), EventLog()
            self.rules.apply(state, Step(CHANCE, face), log)
            rolled = next(event for event in log.events() if isinstance(event.what, Rolled))
            assert rolled.what.die == face + 1
            missed = any(
                isinstance(e.what, AttackReported) and e.what.result == MISS for e in log.events()
            )
            hits += not missed
            assert (face + 1 <= rolled.what.needed) is not missed
        return hits


def state_hides(document: dict[str, Any]) -> bool:
    """Whether enemies are hidden in a scenario."""
    return bool(document["options"].get("observation", True))


def ring(label: str) -> list[str]:
    """The hexes around one, north first, then clockwise, where they are on the map."""
    return [there for there in beside(label).values() if there in EVERY_HEX]
