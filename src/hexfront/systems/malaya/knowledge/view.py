"""What a viewer sees of a Malaya game; nothing in it is hidden from anybody (MAL-2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hexfront.core.contract import Counter, Gauge, Kind, Mark, Track, View
from hexfront.core.documents.strictjson import Json
from hexfront.core.refusals import words_of
from hexfront.hex.coordinates import neighbour
from hexfront.mechanics.hexmap_board import place_names
from hexfront.mechanics.hexmap_model import SEA
from hexfront.systems.malaya.knowledge.facts import known_facts, state_of
from hexfront.systems.malaya.knowledge.odds import strength_text
from hexfront.systems.malaya.rules.combat import MUST_ATTACK, ODDS_TOO_LOW, strengths, worth
from hexfront.systems.malaya.rules.legality import OVERSTACKED, done_refusal, roll_refusal
from hexfront.systems.malaya.rules.movement import allowance, overstacked, side_of
from hexfront.systems.malaya.rules.planes import points_in
from hexfront.systems.malaya.rules.victory import victory_points
from hexfront.systems.malaya.scenario import state as s
from hexfront.systems.malaya.scenario.loader import MalayaScenario
from hexfront.systems.malaya.scenario.model import BOXES, UnitEntry
from hexfront.systems.malaya.scenario.setting import Setting
from hexfront.systems.malaya.scenario.state import (
    MalayaState,
    Phase,
    flags,
)

TITLES: Final = {
    Phase.OPTIONS: "options of {}",
    Phase.REINFORCEMENT: "{} reinforcements",
    Phase.NAVAL: "{} naval moves",
    Phase.MOVEMENT: "{} movement",
    Phase.RAIL: "{} rail moves",
    Phase.COMBAT: "{} combat",
    Phase.ADVANCE: "{} advance after combat",
    Phase.INTERCEPTION: "Force Z looks for the convoys",
    Phase.SHIPPING: "the shipping of the west coast",
    Phase.DEFENCE: "{} combat",
    Phase.DIE: "{} combat",
    Phase.LOSS: "losses",
}
PROMPTS: Final = {
    Phase.OPTIONS: "Take the options that you want. Each costs victory points, and they are not "
    "offered again.",
    Phase.REINFORCEMENT: "Place the units in your box, or leave them for the next turn.",
    Phase.NAVAL: "Send units by sea from port to port, or to land at an enemy port.",
    Phase.MOVEMENT: "Move any of your units. A unit that enters an enemy zone of control stops "
    "there.",
    Phase.RAIL: "Send a unit by rail, if it is supplied, has not moved, and stands next to no "
    "enemy.",
    Phase.COMBAT: "Choose an enemy to attack, or end the combat.",
    Phase.ADVANCE: "Choose who advances into the vacated hex, then end the battle.",
}
CHOOSE_LANDING: Final = "Choose an enemy to attack. Units that land must attack their port."
CHOOSE_ATTACKERS: Final = (
    "Choose the attackers and their air points, then roll. Choose the enemy again to cancel."
)
TOO_MANY: Final = (
    "{} holds {} stacking points and may hold {}: units go on from there, or back, before the "
    "phase ends."
)
LEVELS: Final = {
    2: "a decisive victory of Japan",
    1: "a marginal victory of Japan",
    0: "a draw",
    -1: "a marginal victory of the Commonwealth",
    -2: "a decisive victory of the Commonwealth",
}
ECHELONS: Final = {"battalion": 16, "regiment": 17, "brigade": 18, "division": 21}
ENTITIES: Final = {"infantry": 121100, "armour": 120500}


class Viewer:
    """Makes the views of one scenario."""

    def __init__(self, scenario: MalayaScenario, setting: Setting) -> None:
        self._scenario, self._setting = scenario, setting
        self._sides = [side.title for side in scenario.file.sides]
        self._symbols = [symbol_code(unit) for unit in setting.units]
        self._names = place_names(scenario.file.map)
        self._offshore = _waters(scenario, setting)
        places = len(scenario.file.map.hex) + len(BOXES) + len(scenario.file.ports)
        self._not_land = places - len(setting.labels)

    def view(self, state: MalayaState, viewer: int, kind: Kind, time: int, must: bool) -> View:
        """What a viewer may know."""
        facts = self.facts(state, viewer)
        ground = self._setting.ground
        points = [int(victory_points(ground, state, side)) / s.POINT for side in range(s.SIDES)]
        control = flags(state.control, len(self._setting.labels))
        owners = (*control.tolist(), *[s.NOBODY] * self._not_land)
        return View(
            viewer=viewer,
            time=time,
            kind=kind,
            must_act=must,
            title=self._title(state),
            prompt=self._prompt(state, viewer, must),
            counters=tuple(
                self._counter(state, unit, row) for unit, row in enumerate(facts["units"])
            ),
            marks=tuple(self._marks(state)),
            tracks=self._tracks(state, points),
            facts=facts,
            gauges=self._gauges(state, points),
            owners=owners,
        )

    def facts(self, state: MalayaState, viewer: int) -> dict[str, Json]:
        """The facts of the view: all of it is known to all (MAL-2)."""
        return known_facts(self._setting.ground, state)

    def standing(self, facts: Json, label: str) -> list[Counter]:
        """The counters that stand in a place, by the facts."""
        state = state_of(self._setting, facts)
        counters = (self._counter(state, unit, row) for unit, row in enumerate(facts["units"]))
        return [counter for counter in counters if counter.place == label]

    def label(self, place: int) -> str:
        """The label of a hex; empty off the map."""
        labels = self._setting.labels
        return labels[place] if place < len(labels) else ""

    def place_name(self, label: str) -> str:
        """A place in words: its name and its number."""
        name = self._names.get(label)
        return f"{name} ({label})" if name else label

    def name(self, unit: int) -> str:
        """The name of a unit."""
        return self._setting.units[unit].name

    def where(self, state: MalayaState, unit: int) -> str:
        """The label of the place where a unit is shown: a hex, a box, water before a port."""
        status, port = state.units.status[unit], state.units.port[unit]
        if state.units.advances[unit] == 1:
            return self.label(state.game.selected)
        if status == s.ON_MAP:
            return self.label(state.units.place[unit])
        if status == s.LANDING:
            return self._offshore[port]
        if status == s.ABROAD:
            return self._setting.ports[port]
        return BOXES[side_of(self._setting.ground, unit)] if status == s.BOXED else ""

    def _title(self, state: MalayaState) -> str:
        phase, turn = state.game.phase, state.game.turn
        if phase == Phase.OVER:
            return f"The campaign is over: {LEVELS[state.game.level]}"
        first, last = self._scenario.dates(turn)
        stage = TITLES[Phase(phase)].format(self._sides[state.game.active])
        days = f"{first.day} {first:%b} to {last.day} {last:%b %Y}"
        return f"Turn {turn} of {self._scenario.file.turns}, {days}: {stage}"

    def _prompt(self, state: MalayaState, viewer: int, must: bool) -> str:
        phase = state.game.phase
        if phase == Phase.OVER:
            return "The log tells how it came about."
        if viewer < 0 or not must:
            return "Waiting." if viewer >= 0 else ""
        if phase == Phase.COMBAT and state.game.selected != s.NOBODY:
            return CHOOSE_ATTACKERS + self._not_yet(state)
        ground = self._setting.ground
        reason = done_refusal(ground, state)
        if reason == OVERSTACKED:
            limit = ground.rules.stacking
            full = overstacked(ground, state, viewer, limit)
            points = int(points_in(ground, state, full, viewer))
            return TOO_MANY.format(self.place_name(self.label(full)), points, limit)
        return CHOOSE_LANDING if reason == MUST_ATTACK else PROMPTS[Phase(phase)]

    def _not_yet(self, state: MalayaState) -> str:
        """Why the declared battle cannot be rolled, as a sentence; "" where it can."""
        reason = roll_refusal(self._setting.ground, state)
        words = words_of(s.BOOK, reason)
        if reason != ODDS_TOO_LOW:
            return f" Not yet: {words}." if words else ""
        attack, defence = map(strength_text, strengths(self._setting.ground, state))
        return f" Not yet: {words} ({attack} against {defence})."

    def _counter(self, state: MalayaState, unit: int, row: dict[str, Any]) -> Counter:
        entry = self._setting.units[unit]
        ground = self._setting.ground
        values: dict[str, int | float | str] = {
            "attack": int(worth(ground, state, unit, ground.units.attack)) / s.EIGHTHS,
            "defence": int(worth(ground, state, unit, ground.units.defence)) / s.EIGHTHS,
            "movement": int(ground.units.movement[unit]) / 2,
            "steps": int(row["steps"]),
            "stacking": entry.stacking,
            "nationality": entry.nationality,
        }
        if row["status"] == s.ON_MAP and row["spent"]:
            values["points left"] = int(allowance(ground, state, unit) - row["spent"]) / 2
        return Counter(
            id=entry.id,
            side=side_of(ground, unit),
            place=self.where(state, unit),
            name=entry.name,
            sidc=self._symbols[unit],
            known=True,
            values=values,
            badges=_badges(entry, row),
            awaited=bool(row["status"] == s.LATER),
        )

    def _marks(self, state: MalayaState) -> list[Mark]:
        """The attacks of the declared battle, and the advances (MAL-29, MAL-31)."""
        target = state.game.selected
        if target == s.NOBODY:
            return []
        marks = []
        for unit, entry in enumerate(self._setting.units):
            if state.units.duty[unit] != s.ATTACKER:
                continue
            here = self.label(state.units.place[unit]) or self.where(state, unit)
            places = (here, self.label(target))
            if state.units.advances[unit]:
                marks.append(Mark("move", entry.id, places, f"{entry.name} advances", "MAL-29"))
            else:
                marks.append(Mark("attack", entry.id, places, f"{entry.name} attacks", "MAL-16"))
        return marks

    def _tracks(self, state: MalayaState, points: Sequence[float]) -> tuple[Track, ...]:
        game, file = state.game, self._scenario.file
        tracks = [Track("Turn", game.turn, file.turns)]
        active = game.active
        if game.phase == Phase.RAIL:
            tracks.append(Track("Rail moves left", game.rail_left))
        if game.phase == Phase.NAVAL:
            east, west = game.sea_left.tolist()
            if active == s.JAPAN and not 0 < game.shipping_turn <= game.turn:
                west = 0
            seas = f"{file.seas.east} {east}, {file.seas.west} {west}"
            tracks.append(Track("Ships left", east + west, text=seas))
        if game.phase in (Phase.COMBAT, Phase.DEFENCE, Phase.DIE) and game.selected != s.NOBODY:
            tracks.append(Track(f"{self._sides[active]} air points here", game.air))
        tracks.append(self._both("Air points", game.air_left.tolist()))
        tracks.append(self._both("Victory points", points))
        return tuple(tracks)

    def _both(self, caption: str, values: Sequence[float]) -> Track:
        """A figure of each side."""
        words = [
            f"{t} {v:g}".replace("-", "\u2212") for t, v in zip(self._sides, values, strict=True)
        ]
        return Track(caption, values[0] - values[1], text=", ".join(words))

    def _gauges(self, state: MalayaState, points: Sequence[float]) -> tuple[Gauge, ...]:
        ground, gauges = self._setting.ground, []
        steps, held = [0, 0], [0, 0]
        for unit in range(len(self._symbols)):
            if state.units.status[unit] not in (s.GONE, s.LATER):
                steps[side_of(ground, unit)] += int(state.units.steps[unit])
        held[1] = int(flags(state.control, len(self._setting.labels)).sum())
        held[0] = len(self._setting.labels) - held[1]
        for side, title in enumerate(self._sides):
            gauges.append(Gauge("Steps", title, steps[side], side=side))
            gauges.append(Gauge("Hexes held", title, held[side], side=side))
            gauges.append(Gauge("Victory points", title, points[side], side=side))
        return tuple(gauges)


def _badges(entry: UnitEntry, row: dict[str, Any]) -> tuple[str, ...]:
    status = row["status"]
    if status == s.GONE:
        return ("eliminated",)
    if status == s.LATER:
        due = int(row["due"])
        return (f"arrives turn {due}",) if due else (f"offered turn {entry.offered}",)
    badges = []
    if row["supplied"] == 0 and status == s.ON_MAP:
        badges.append("unsupplied")
    if row["steps"] < entry.steps:
        badges.append("reduced")
    if status == s.LANDING:
        badges.append("landing")
    if row["duty"] == s.ATTACKER and row["advances"] == 0:
        badges.append("attacks")
    if row["advances"]:
        badges.append("advances")
    if row["spent"] or row["railed"] or row["sailed"]:
        badges.append("moved")
    if row["fought"]:
        badges.append("fought")
    return tuple(badges)


def symbol_code(unit: UnitEntry) -> str:
    """The NATO symbol code of a unit: Japan as the enemy, since the campaign is told so."""
    identity = 6 if unit.side == "japan" else 3
    return f"100{identity}1000{ECHELONS[unit.size]}{ENTITIES[unit.arm]}0000"


def _waters(scenario: MalayaScenario, setting: Setting) -> list[str]:
    """For each port a hex of water beside it, where landings wait; the port where there is none."""
    hexmap = scenario.file.map
    hexes = hexmap.hexes
    at = {hex_: label for label, hex_ in hexes.items()}
    waters = []
    for number, name in enumerate(setting.ports):
        place = int(setting.ground.ports.hex[number])
        if place == len(setting.labels):
            waters.append(name)
            continue
        label = setting.labels[place]
        around = (at.get(neighbour(hexes[label], d)) for d in range(s.DIRECTIONS))
        sea = [there for there in around if there and hexmap.hex[there].terrain == SEA]
        waters.append(sea[0] if sea else label)
    return waters
