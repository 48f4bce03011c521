"""What a viewer may know of a Brigade game, and a state drawn from it.

Every column that leaves is on an allow-list here.  Plans belong to their side
until they are carried out (BRG-9); which company an undetected counter carries
belongs to its owner (BRG-28).
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import direct
from hexfront.core.contract import UMPIRE, Counter, Kind, Mark, Track, View
from hexfront.core.dice import Dice
from hexfront.core.documents.strictjson import Json
from hexfront.systems.brigade.knowledge.packed import fill_hexes, imagine
from hexfront.systems.brigade.rules.hexes import path_of, set_path_hex
from hexfront.systems.brigade.rules.turn import towns_held
from hexfront.systems.brigade.scenario.loader import BrigadeScenario
from hexfront.systems.brigade.scenario.state import (
    ATTACKING,
    NOBODY,
    BrigadeState,
    Game,
    Phase,
    Setting,
    Units,
)

PUBLIC_GAME: Final = frozenset(
    {"turn", "phase", "active", "defender", "retreating", "undealt", "battle_hex"}
)
OF_SIDES: Final = ("mover", "plots", "changes")
"""What is there once for each side, and its own."""
PUBLIC: Final = frozenset({"place", "known", "fought", "duty"})
OWN: Final = PUBLIC | {"planned", "points", "steps", "rank", "target", "will_advance"}
_HIDDEN_GAME: Final = {f.name: None for f in Game.fields if f.name not in PUBLIC_GAME}
_HIDDEN_UNITS: Final = tuple(
    {field.name: None for field in Units.fields if field.name not in seen} for seen in (PUBLIC, OWN)
)
"""Of a unit, what others may not see, and what its owner may not."""
_UNIT_FIELDS: Final = tuple(field.name for field in Units.fields)
_NOTHING: Final = dict.fromkeys(_UNIT_FIELDS, 0) | {"company": NOBODY, "target": NOBODY}
"""A unit of which nothing is known."""
UNKNOWN_SYMBOL: Final = "100{}1000000000000000"
"""A land unit of which nothing but the side is known."""


class Knowledge:
    """What one viewer may know of one state."""

    def __init__(self, setting: Setting, state: BrigadeState, viewer: int) -> None:
        ground = setting.ground
        self.viewer = viewer
        self.first: list[int] = ground.rules.first_unit.tolist()
        self.phase = Phase(state.game.phase)
        self.plotted = bool(ground.rules.plotted)
        self.dealing = self.phase == Phase.DEAL

    def owns(self, unit: int) -> bool:
        """Whether the viewer sees the unit with its owner's eyes."""
        return self.viewer == UMPIRE or self.side_of(unit) == self.viewer

    def side_of(self, unit: int) -> int:
        """The side of a counter."""
        return int(unit >= self.first[1])

    def knows_company(self, known: int, unit: int, detection: bool) -> bool:
        """Whether the viewer knows which company a counter carries (BRG-28).

        `known`: 1 once an enemy has been adjacent.
        """
        if self.viewer == UMPIRE:
            return True
        if self.dealing:
            return False
        return self.owns(unit) or not detection or bool(known)

    def knows_target(self, unit: int) -> bool:
        """Attacks are named in the open in play by turns, and plotted unseen (BRG-9, BRG-10)."""
        return self.owns(unit) or not self.plotted


def known_facts(
    setting: Setting, state: BrigadeState, viewer: int, detection: bool
) -> dict[str, Json]:
    """The state with everything hidden from the viewer as null: `game` and `units`."""
    knowledge = Knowledge(setting, state, viewer)
    whole = state.game.values()
    game = {**whole, **_HIDDEN_GAME}
    for name in OF_SIDES:
        game[name] = [
            value if viewer in (UMPIRE, side) else None for side, value in enumerate(whole[name])
        ]
    if viewer == UMPIRE:
        game["submitted"] = whole["submitted"]
    elif viewer >= 0:
        game["submitted"] = whole["submitted"] & (1 << viewer)
    units = []
    for unit, values in enumerate(state.units.words.tolist()):
        row = dict(zip(_UNIT_FIELDS, values, strict=True))
        owns = knowledge.owns(unit)
        known = {**row, **_HIDDEN_UNITS[owns]}
        known["path"] = path_of(state, unit) if owns else None
        if knowledge.knows_target(unit):
            known["target"] = row["target"]
        if knowledge.knows_company(row["known"], unit, detection):
            known["company"] = row["company"]
        units.append(known)
    return {"game": game, "units": units}


def known_companies(
    setting: Setting, state: BrigadeState, viewer: int, detection: bool
) -> dict[str, Json]:
    """Of `known_facts` the companies of the counters alone, which the log reads."""
    knows = Knowledge(setting, state, viewer).knows_company
    rows = zip(state.units.company.tolist(), state.units.known.tolist(), strict=True)
    return {
        "units": [
            {"company": company if knows(known, unit, detection) else None}
            for unit, (company, known) in enumerate(rows)
        ]
    }


def determinize(setting: Setting, facts: Json, dice: Dice) -> BrigadeState:
    """A state that has these facts; companies of unknown counters are dealt at random (BRG-28)."""
    state = packed_facts(setting, facts)
    imagine(setting.ground, state, dice)
    return state


def packed_facts(setting: Setting, facts: Json) -> BrigadeState:
    """The facts of a view as a state; what is hidden is as in `knowledge.packed`."""
    ground = setting.ground
    state = setting.start.copy()
    game, hidden = dict(facts["game"]), {"mover": NOBODY}
    for name in OF_SIDES:
        values = [hidden.get(name, 0) if value is None else value for value in game.pop(name)]
        getattr(state.game, name)[:] = values
    for name, value in game.items():
        setattr(state.game, name, 0 if value is None else value)
    movements = ground.companies.movement.tolist()
    rows = []
    for unit, row in enumerate(facts["units"]):
        company = row["company"]
        hidden = {
            **_NOTHING,
            "planned": row["place"],
            "points": 0 if company is None else movements[company],
        }
        rows.append([hidden[name] if row[name] is None else row[name] for name in _UNIT_FIELDS])
        for step, there in enumerate(row["path"] or ()):
            set_path_hex(state, unit, step, there)
    state.units.words[:] = rows
    fill_hexes(ground, state)
    return state


class Viewer:
    """Makes the views of one scenario."""

    _towns_held = direct(towns_held)

    def __init__(self, scenario: BrigadeScenario, setting: Setting) -> None:
        self._setting = setting
        self._sides = scenario.file.sides
        self._objective = scenario.file.objective
        self._detection = scenario.file.options.detection
        self._companies = [scenario.file.units[entry] for entry in setting.companies]
        self._identity = [
            next(unit.sidc[3] for unit in self._companies if unit.side == side.name)
            for side in self._sides
        ]

    def view(self, state: BrigadeState, viewer: int, kind: Kind, time: int, must: bool) -> View:
        """The view of a side, a spectator or the umpire."""
        facts = self.facts(state, viewer)
        return View(
            viewer=viewer,
            time=time,
            kind=kind,
            must_act=must,
            title=self._title(state),
            prompt=self._prompt(state, viewer, must),
            counters=tuple(self._counter(facts, unit) for unit in range(len(facts["units"]))),
            marks=tuple(self._marks(facts)),
            tracks=self._tracks(state),
            facts=facts,
        )

    def facts(self, state: BrigadeState, viewer: int) -> dict[str, Json]:
        """The facts of the view."""
        return known_facts(self._setting, state, viewer, self._detection)

    def log_facts(self, state: BrigadeState, viewer: int) -> dict[str, Json]:
        """Those of the facts that the log reads."""
        return known_companies(self._setting, state, viewer, self._detection)

    def company_name(self, facts: Json, unit: int) -> str:
        """The name of a counter's company as far as it is known."""
        company = facts["units"][unit]["company"]
        if company is None:
            side = int(unit >= self._setting.ground.rules.first_unit[1])
            return f"an unknown {self._sides[side].title} company"
        return self._companies[company].name

    def label(self, place: int) -> str:
        """The number of a hex; empty off the map (BRG-1)."""
        labels = self._setting.labels
        return labels[place] if place < len(labels) else ""

    def _title(self, state: BrigadeState) -> str:
        phase = Phase(state.game.phase)
        turns = self._setting.ground.rules.turns
        if phase == Phase.OVER:
            return "The game is over"
        stage = {
            Phase.DEAL: "set-up",
            Phase.PLAN: "planning",
            Phase.MOVE: "{} movement",
            Phase.COMBAT: "{} combat",
            Phase.BATTLE: "{} combat",
            Phase.RETREAT: "retreat",
            Phase.ADVANCE: "advance after combat",
        }[phase].format(self._sides[state.game.active].title)
        return f"Turn {state.game.turn} of {turns}: {stage}"

    def _prompt(self, state: BrigadeState, viewer: int, must: bool) -> str:
        phase = Phase(state.game.phase)
        if phase == Phase.OVER:
            return "The log tells how it came about."
        if viewer < 0:
            return ""
        if not must:
            if phase == Phase.PLAN:
                return "Your plan is submitted. It is carried out once both plans are in."
            return "Waiting."
        return {
            Phase.PLAN: "Plot moves and attacks for any of your units, then submit the plan. "
            "Nobody sees it before it is carried out.",
            Phase.MOVE: "Move your units one after another, then end the movement.",
            Phase.COMBAT: "Name the attackers of one enemy and fight, or end the combat.",
            Phase.RETREAT: "Choose the hex that the marked unit retreats to.",
            Phase.ADVANCE: "Choose a unit to advance into the vacated hex, or none.",
        }.get(phase, "")

    def _counter(self, facts: Json, unit: int) -> Counter:
        row = facts["units"][unit]
        side = int(unit >= self._setting.ground.rules.first_unit[1])
        place = self.label(row["place"])
        badges = self._badges(facts, unit)
        company = row["company"]
        if company is None:
            sidc = UNKNOWN_SYMBOL.format(self._identity[side])
            return Counter(str(unit + 1), side, place, "?", sidc, False, {}, badges)
        entry = self._companies[company]
        values: dict[str, int | float | str] = {
            "strength": entry.strength,
            "movement": entry.movement,
        }
        return Counter(str(unit + 1), side, place, entry.name, entry.sidc, True, values, badges)

    def _badges(self, facts: Json, unit: int) -> tuple[str, ...]:
        row = facts["units"][unit]
        if not self.label(row["place"]):
            return ("eliminated",)
        if facts["game"]["phase"] == Phase.OVER:
            return ()
        moves = ("moves",) if row["steps"] else ()
        attacks = row["target"] not in (None, NOBODY) or row["duty"] == ATTACKING
        return (*moves, "attacks") if attacks else moves

    def _marks(self, facts: Json) -> list[Mark]:
        marks = []
        for unit, row in enumerate(facts["units"]):
            here = row["place"] if row["planned"] is None else row["planned"]
            name = self.company_name(facts, unit)
            if row["steps"] and row["rank"] and facts["game"]["phase"] == Phase.PLAN:
                path = [row["place"], *row["path"]]
                caption = f"{name} moves to {self.label(here)}"
                places = tuple(self.label(place) for place in path)
                marks.append(Mark("move", str(unit + 1), places, caption, "BRG-9"))
            if row["target"] is not None and row["target"] != NOBODY:
                enemy = facts["units"][row["target"]]["place"]
                if not self.label(enemy):
                    continue  # gone: the attack is about to be dropped (BRG-11)
                then = ", then advances" if row["will_advance"] else ""
                caption = f"{name} attacks {self.company_name(facts, row['target'])}{then}"
                places = (self.label(here), self.label(enemy))
                marks.append(Mark("attack", str(unit + 1), places, caption, "BRG-21"))
        return marks

    def _tracks(self, state: BrigadeState) -> tuple[Track, ...]:
        ground = self._setting.ground
        side = [entry.name for entry in self._sides].index(self._objective.side)
        held = int(self._towns_held(ground, state, side))
        title = self._sides[side].title
        return (
            Track("Turn", state.game.turn, ground.rules.turns),
            Track(
                f"Towns held by {title}",
                held,
                self._objective.towns,
                f"{title} wins with {self._objective.towns} after the last turn",
            ),
        )
