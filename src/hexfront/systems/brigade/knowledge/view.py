"""What a viewer may know of a Brigade game, and a state drawn from it.

Every column that leaves is on an allow-list here.  Plans belong to their side
until they are carried out (BRG-9); which company an undetected counter carries
belongs to its owner (BRG-28).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from hexfront.core.contract import UMPIRE, Counter, Kind, Mark, Track, View
from hexfront.core.dice import Dice, draw
from hexfront.core.state import copy_state
from hexfront.core.strictjson import Json
from hexfront.systems.brigade.rules.turn import towns_held
from hexfront.systems.brigade.scenario.loading import BrigadeScenario
from hexfront.systems.brigade.scenario.state import (
    ACTIVE,
    ATTACKING,
    BATTLE_HEX,
    CHANGES,
    COMPANY,
    DEFENDER,
    DUTY,
    FIRST,
    FOUGHT,
    FRIENDS,
    HOLDER,
    HOLDERS,
    KNOWN,
    MOVEMENT,
    MOVER,
    NEIGHBOUR,
    NOBODY,
    OFF,
    PATH,
    PHASE,
    PLACE,
    PLANNED,
    PLOTS,
    PLOTTED,
    POINTS,
    RANK,
    RETREATING,
    STEPS,
    SUBMITTED,
    TARGET,
    TURN,
    TURNS,
    UNDEALT,
    WILL_ADVANCE,
    ZONE,
    BrigadeGround,
    BrigadeState,
    Phase,
    Setting,
)

PUBLIC_GAME: Final = (TURN, PHASE, ACTIVE, DEFENDER, RETREATING, UNDEALT, BATTLE_HEX)
PUBLIC_COLUMNS: Final = (PLACE, KNOWN, FOUGHT, DUTY)
OWN_COLUMNS: Final = (PLANNED, POINTS, STEPS, RANK, TARGET, WILL_ADVANCE)
UNKNOWN_SYMBOL: Final = "100{}1000000000000000"
"""A land unit of which nothing but the side is known."""


class Knowledge:
    """What one viewer may know of one state."""

    def __init__(self, setting: Setting, state: BrigadeState, viewer: int) -> None:
        ground = setting.ground
        self.viewer = viewer
        self.first = [int(x) for x in ground.rules[FIRST : FIRST + 3]]
        self.phase = Phase(int(state.game[PHASE]))
        self.plotted = bool(ground.rules[PLOTTED])
        self.dealing = self.phase == Phase.DEAL

    def owns(self, unit: int) -> bool:
        """Whether the viewer sees the unit with its owner's eyes."""
        return self.viewer == UMPIRE or self.side_of(unit) == self.viewer

    def side_of(self, unit: int) -> int:
        """The side of a counter."""
        return int(unit >= self.first[1])

    def knows_company(self, row: Sequence[int], unit: int, detection: bool) -> bool:
        """Whether the viewer knows which company a counter carries (BRG-28)."""
        if self.viewer == UMPIRE:
            return True
        if self.dealing:
            return False
        return self.owns(unit) or not detection or bool(row[KNOWN])

    def knows_target(self, unit: int) -> bool:
        """Attacks are named in the open in play by turns, and plotted unseen (BRG-9, BRG-10)."""
        return self.owns(unit) or not self.plotted


def known_facts(
    setting: Setting, state: BrigadeState, viewer: int, detection: bool
) -> dict[str, Json]:
    """The state with everything hidden from the viewer as null: `game` and `units`."""
    knowledge = Knowledge(setting, state, viewer)
    game: list[int | None] = [None] * len(state.game)
    for place in PUBLIC_GAME:
        game[place] = int(state.game[place])
    for side in range(2):
        if viewer in (UMPIRE, side):
            game[MOVER + side] = int(state.game[MOVER + side])
            game[PLOTS + side] = int(state.game[PLOTS + side])
            game[CHANGES + side] = int(state.game[CHANGES + side])
    if viewer == UMPIRE:
        game[SUBMITTED] = int(state.game[SUBMITTED])
    elif viewer >= 0:
        game[SUBMITTED] = int(state.game[SUBMITTED]) & (1 << viewer)
    units = []
    for unit, row in enumerate(state.units.tolist()):
        known: list[int | None] = [None] * len(row)
        for column in PUBLIC_COLUMNS:
            known[column] = row[column]
        if knowledge.owns(unit):
            for column in OWN_COLUMNS:
                known[column] = row[column]
            known[PATH:] = row[PATH : PATH + row[STEPS]] + [0] * (len(row) - PATH - row[STEPS])
        if knowledge.knows_target(unit):
            known[TARGET] = row[TARGET]
        if knowledge.knows_company(row, unit, detection):
            known[COMPANY] = row[COMPANY]
        units.append(known)
    return {"game": game, "units": units}


def determinize(setting: Setting, facts: Json, dice: Dice) -> BrigadeState:
    """A state that has these facts; companies of unknown counters are dealt at random (BRG-28)."""
    ground = setting.ground
    state = copy_state(setting.start)
    for place, value in enumerate(facts["game"]):
        state.game[place] = _default_game(place) if value is None else value
    rows = facts["units"]
    first = [int(x) for x in ground.rules[FIRST : FIRST + 3]]
    for side in range(2):
        span = range(first[side], first[side + 1])
        free = [u for u in span if all(rows[v][COMPANY] != u for v in span)]
        for unit in span:
            company = rows[unit][COMPANY]
            if company is None:
                company = free.pop(int(draw(dice, len(free))))
            state.units[unit, COMPANY] = company
    for unit, row in enumerate(rows):
        movement = int(ground.companies[state.units[unit, COMPANY], MOVEMENT])
        hidden = {PLANNED: row[PLACE], POINTS: movement, TARGET: NOBODY, COMPANY: -1}
        for column, value in enumerate(row):
            if column != COMPANY:
                state.units[unit, column] = hidden.get(column, 0) if value is None else value
    fill_hexes(ground, state)
    return state


def _default_game(place: int) -> int:
    return NOBODY if place in (MOVER, MOVER + 1) else 0


def fill_hexes(ground: BrigadeGround, state: BrigadeState) -> None:
    """Derive who stands where, and whose zone is where, from the rows of the units (BRG-16)."""
    state.hexes[:] = 0
    state.hexes[:, HOLDER : HOLDER + HOLDERS] = NOBODY
    off = int(ground.rules[OFF])
    for unit in range(state.units.shape[0]):
        side = int(unit >= ground.rules[FIRST + 1])
        place, planned = int(state.units[unit, PLACE]), int(state.units[unit, PLANNED])
        if place != off:
            holders = state.hexes[place, HOLDER : HOLDER + HOLDERS]
            holders[np.flatnonzero(holders == NOBODY)[0]] = unit
            for there in ground.hexes[place, NEIGHBOUR : NEIGHBOUR + 6]:
                state.hexes[there, ZONE + side] += 1
        if planned != off:
            state.hexes[planned, FRIENDS + side] += 1


class Viewer:
    """Makes the views of one scenario."""

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
        facts = known_facts(self._setting, state, viewer, self._detection)
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

    def company_name(self, facts: Json, unit: int) -> str:
        """The name of a counter's company as far as it is known."""
        company = facts["units"][unit][COMPANY]
        if company is None:
            side = int(unit >= self._setting.ground.rules[FIRST + 1])
            return f"an unknown {self._sides[side].title} company"
        return self._companies[company].name

    def label(self, place: int) -> str:
        """The number of a hex; empty off the map (BRG-1)."""
        labels = self._setting.labels
        return labels[place] if place < len(labels) else ""

    def _title(self, state: BrigadeState) -> str:
        phase = Phase(int(state.game[PHASE]))
        turns = int(self._setting.ground.rules[TURNS])
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
        }[phase].format(self._sides[int(state.game[ACTIVE])].title)
        return f"Turn {int(state.game[TURN])} of {turns}: {stage}"

    def _prompt(self, state: BrigadeState, viewer: int, must: bool) -> str:
        phase = Phase(int(state.game[PHASE]))
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
        side = int(unit >= self._setting.ground.rules[FIRST + 1])
        place = self.label(row[PLACE])
        badges = self._badges(facts, unit)
        company = row[COMPANY]
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
        if not self.label(row[PLACE]):
            return ("eliminated",)
        if facts["game"][PHASE] == Phase.OVER:
            return ()
        moves = ("moves",) if row[STEPS] else ()
        attacks = row[TARGET] not in (None, NOBODY) or row[DUTY] == ATTACKING
        return (*moves, "attacks") if attacks else moves

    def _marks(self, facts: Json) -> list[Mark]:
        marks = []
        for unit, row in enumerate(facts["units"]):
            here = row[PLACE] if row[PLANNED] is None else row[PLANNED]
            name = self.company_name(facts, unit)
            if row[STEPS] and row[RANK] and facts["game"][PHASE] == Phase.PLAN:
                path = [row[PLACE], *row[PATH : PATH + row[STEPS]]]
                caption = f"{name} moves to {self.label(here)}"
                places = tuple(self.label(place) for place in path)
                marks.append(Mark("move", str(unit + 1), places, caption, "BRG-9"))
            if row[TARGET] is not None and row[TARGET] != NOBODY:
                enemy = facts["units"][row[TARGET]][PLACE]
                if not self.label(enemy):
                    continue  # gone: the attack is about to be dropped (BRG-11)
                then = ", then advances" if row[WILL_ADVANCE] else ""
                caption = f"{name} attacks {self.company_name(facts, row[TARGET])}{then}"
                places = (self.label(here), self.label(enemy))
                marks.append(Mark("attack", str(unit + 1), places, caption, "BRG-21"))
        return marks

    def _tracks(self, state: BrigadeState) -> tuple[Track, ...]:
        ground = self._setting.ground
        side = [entry.name for entry in self._sides].index(self._objective.side)
        held = int(towns_held(ground, state, side))
        title = self._sides[side].title
        return (
            Track("Turn", int(state.game[TURN]), int(ground.rules[TURNS])),
            Track(
                f"Towns held by {title}",
                held,
                self._objective.towns,
                f"{title} wins with {self._objective.towns} after the last turn",
            ),
        )
