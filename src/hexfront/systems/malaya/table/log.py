"""Events in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hexfront.core.contract import LogEntry, View
from hexfront.core.events import Event
from hexfront.core.plurals import counted
from hexfront.core.rulebook import Rulebook
from hexfront.core.strictjson import Json
from hexfront.systems.malaya.knowledge.explanations import retreats_after
from hexfront.systems.malaya.knowledge.facts import state_of
from hexfront.systems.malaya.knowledge.odds import signed, strength_text
from hexfront.systems.malaya.knowledge.view import LEVELS, Viewer
from hexfront.systems.malaya.rules import battle, combat, movement, naval, sequence, turn, victory
from hexfront.systems.malaya.scenario.loading import MalayaScenario
from hexfront.systems.malaya.scenario.setting import Setting
from hexfront.systems.malaya.scenario.state import FULL, POINT, Phase

PHASE_NAMES: Final = {
    Phase.REINFORCEMENT: "reinforcements",
    Phase.NAVAL: "naval moves",
    Phase.MOVEMENT: "movement",
    Phase.RAIL: "rail moves",
    Phase.COMBAT: "combat",
}
Say = Callable[[Event], LogEntry]


class LogWriter:
    """Tells the events of one scenario."""

    def __init__(
        self, scenario: MalayaScenario, setting: Setting, viewer: Viewer, book: Rulebook
    ) -> None:
        self._scenario, self._setting, self._viewer, self._book = scenario, setting, viewer, book
        self._sides = [side.title for side in scenario.file.sides]
        self._tellers: dict[int, Say] = {
            movement.MOVED: self._moves("moves", "move"),
            movement.BY_RAIL: self._moves("goes by rail", "rail"),
            movement.STOPPED_BY: self._at("is stopped in {} by an enemy zone of control", "stop"),
            movement.TAKEN_BACK: self._taken_back,
            naval.CALLED_UP: self._called,
            naval.PLACED: self._placed,
            naval.SAILS: self._sails,
            naval.LANDS: self._lands,
            naval.SAFE: self._safe,
            naval.INTERCEPTED: self._intercepted,
            combat.DECLARED: self._declared,
            combat.FOUGHT_BATTLE: self._battle,
            combat.JOINED: self._joined,
            combat.AIR_COMMITTED: self._air,
            combat.ROLLED: self._rolled,
            combat.STEP_LOST: self._at("loses a step", "loss"),
            combat.DESTROYED: self._at("is eliminated", "eliminate"),
            battle.ADVANCED: self._moves("advances", "advance"),
            battle.RE_EMBARKED: self._at("does not get ashore, and returns to the box", "embark"),
            sequence.TURN_BEGINS: self._turn,
            sequence.PHASE_BEGINS: self._phase,
            sequence.ARRIVES_NOW: self._at("is ready in the reinforcement box", "arrive"),
            sequence.SUPPLY_CHANGES: self._supply,
            turn.OPTION_TAKEN: self._option,
            turn.SHIPPING_FALLS: self._shipping,
            victory.GAME_ENDS: self._ends,
        }

    def describe(self, event: Event, view: View) -> LogEntry:
        """An event in words."""
        if event.kind == battle.FELL_BACK:
            return self._fell_back(event, view)
        if event.kind == battle.NO_WAY_BACK:
            return self._no_way_back(event, view)
        return self._tellers[event.kind](event)

    def _say(
        self,
        event: Event,
        text: str,
        kind: str,
        places: tuple[int, ...] = (),
        units: tuple[int, ...] = (),
        details: Json = None,
    ) -> LogEntry:
        return LogEntry(
            text=text[:1].upper() + text[1:],
            clause=self._book.id(event.clause),
            kind=kind,
            places=tuple(label for label in map(self._viewer.label, places) if label),
            subjects=tuple(self._setting.units[unit].id for unit in units),
            details=details or {},
        )

    def _name(self, unit: int) -> str:
        return self._viewer.name(unit)

    def _place(self, place: int) -> str:
        return self._viewer.place_name(self._viewer.label(place))

    def _moves(self, verb: str, kind: str) -> Say:
        def tell(event: Event) -> LogEntry:
            unit, here, there = event.arguments[:3]
            origin = f" from {self._place(here)}" if self._viewer.label(here) else ""
            text = f"{self._name(unit)} {verb}{origin} to {self._place(there)}."
            return self._say(event, text, kind, (here, there), (unit,))

        return tell

    def _at(self, words: str, kind: str) -> Say:
        def tell(event: Event) -> LogEntry:
            unit, place = event.arguments[:2]
            text = f"{self._name(unit)} {words.format(self._place(place))}."
            return self._say(event, text, kind, (place,), (unit,))

        return tell

    def _taken_back(self, event: Event) -> LogEntry:
        unit, here, origin = event.arguments[:3]
        label = self._viewer.label(origin)
        where = f"to {self._place(origin)}" if label else "into the box"
        return self._say(
            event, f"{self._name(unit)} goes back {where}.", "back", (here, origin), (unit,)
        )

    def _called(self, event: Event) -> LogEntry:
        unit, price = event.arguments[:2]
        cost = counted(price, "point")
        text = f"{self._name(unit)} is called up for {cost}, and arrives next turn."
        return self._say(event, text, "call", (), (unit,), {"points": price})

    def _placed(self, event: Event) -> LogEntry:
        unit, entry, place = event.arguments[:3]
        on_map = bool(self._viewer.label(place))
        where = self._place(place) if on_map else self._setting.entries[entry]
        return self._say(
            event, f"{self._name(unit)} arrives in {where}.", "enter", (place,), (unit,)
        )

    def _sails(self, event: Event) -> LogEntry:
        unit, origin, port, place = event.arguments[:4]
        ports = self._setting.ports
        text = f"{self._name(unit)} sails from {ports[origin]} to {ports[port]}."
        return self._say(event, text, "sail", (place,), (unit,))

    def _lands(self, event: Event) -> LogEntry:
        unit, origin, port, place = event.arguments[:4]
        ports = self._setting.ports
        text = f"{self._name(unit)} sails from {ports[origin]} to land at {ports[port]}."
        return self._say(event, text, "land", (place,), (unit,))

    def _safe(self, event: Event) -> LogEntry:
        port, face = event.arguments[:2]
        text = f"The convoy to {self._setting.ports[port]} comes through: the die shows {face}."
        return self._say(event, text, "convoy", (), (), {"die": face})

    def _intercepted(self, event: Event) -> LogEntry:
        port, face, steps = event.arguments[:3]
        lost = "a step is lost" if steps == 1 else f"{steps} steps are lost"
        text = (
            f"Force Z meets the convoy to {self._setting.ports[port]}: the die shows {face}, "
            f"and {lost}."
        )
        return self._say(event, text, "intercept", (), (), {"die": face})

    def _declared(self, event: Event) -> LogEntry:
        place, side = event.arguments[:2]
        text = f"{self._sides[side]} declares an attack on {self._place(place)}."
        return self._say(event, text, "declare", (place,))

    def _battle(self, event: Event) -> LogEntry:
        place, attack, defence, column, air = event.arguments
        odds = self._scenario.file.results.columns[column]
        strengths = f"{strength_text(attack)} against {strength_text(defence)}"
        text = (
            f"Battle for {self._place(place)}: {strengths}, "
            f"{odds.attacker} to {odds.defender}{_air(air)}."
        )
        details = {
            "attack": attack / FULL,
            "defence": defence / FULL,
            "column": f"{odds.attacker}-{odds.defender}",
            "air points": air,
        }
        return self._say(event, text, "battle", (place,), (), details)

    def _joined(self, event: Event) -> LogEntry:
        unit, place, value = event.arguments[:3]
        text = f"{self._name(unit)} attacks with {strength_text(value)}."
        return self._say(event, text, "join", (place,), (unit,), {"strength": value / FULL})

    def _air(self, event: Event) -> LogEntry:
        place, points = event.arguments[:2]
        text = f"The defender sends {counted(points, 'air point')}."
        return self._say(event, text, "air", (place,), (), {"air points": points})

    def _rolled(self, event: Event) -> LogEntry:
        place, face, column, modifier, entry = event.arguments
        file = self._scenario.file
        row = entry // len(file.results.columns)
        code = file.results.rows[row][column]
        odds = file.results.columns[column]
        text = (
            f"The die shows {face}, {signed(modifier)}: row {row + 1} of {odds.attacker} to "
            f"{odds.defender} gives {code}: {result_words(code)}."
        )
        details = {"die": face, "modifier": modifier, "row": row + 1, "result": code}
        return self._say(event, text, "roll", (place,), (), details)

    def _fell_back(self, event: Event, view: View) -> LogEntry:
        unit, here, first, second, third = event.arguments
        path = [place for place in (first, second, third) if place >= 0]
        through = f" by {self._place(path[0])}"
        if len(path) == 3:
            through += f" and {self._place(path[1])}"
        text = f"{self._name(unit)} retreats from {self._place(here)}{through} to "
        text += f"{self._place(path[-1])}."
        details = self._paths(view, unit, here, tuple(path))
        return self._say(event, text, "retreat", (here, *path), (unit,), details)

    def _no_way_back(self, event: Event, view: View) -> LogEntry:
        unit, here = event.arguments[:2]
        text = f"{self._name(unit)} cannot retreat from {self._place(here)}, and stays."
        return self._say(
            event, text, "blocked", (here,), (unit,), self._paths(view, unit, here, ())
        )

    def _paths(self, view: View, unit: int, here: int, path: tuple[int, ...]) -> Json:
        """Every path of a retreat that was weighed, and why it was taken or not."""
        after = state_of(self._setting, view.facts)
        paths: list[Json] = [
            {
                "value": " – ".join(map(self._place, retreat.hexes)),
                "text": retreat.why.format(self._place(retreat.hexes[-1])),
                "clause": retreat.clause,
            }
            for retreat in retreats_after(self._setting.ground, after, unit, here, path)
        ]
        return {"paths": paths} if paths else None

    def _turn(self, event: Event) -> LogEntry:
        number = event.arguments[0]
        first, last = self._scenario.dates(number)
        text = f"Turn {number}, {first.day} {first:%b} to {last.day} {last:%b %Y}, begins."
        return self._say(event, text, "turn")

    def _phase(self, event: Event) -> LogEntry:
        side, phase = event.arguments[:2]
        return self._say(event, f"{self._sides[side]}: {PHASE_NAMES[Phase(phase)]}.", "phase")

    def _supply(self, event: Event) -> LogEntry:
        unit, place, supplied = event.arguments[:3]
        words = "is in supply again" if supplied else "is out of supply"
        text = f"{self._name(unit)} {words} in {self._place(place)}."
        return self._say(event, text, "supply", (place,), (unit,))

    def _option(self, event: Event) -> LogEntry:
        option = self._scenario.file.options[event.arguments[0]]
        side = self._sides[event.arguments[1]]
        text = f"{side} takes an option: {option.title}, for {counted(option.points, 'point')}."
        return self._say(event, text, "option", (), (), {"points": option.points})

    def _shipping(self, event: Event) -> LogEntry:
        place, seized, from_turn = event.arguments[:3]
        found = (
            f"falls into the hands of Japan, and sails from turn {from_turn}"
            if seized
            else "has got away"
        )
        text = f"The shipping of {self._place(place)} {found}."
        return self._say(event, text, "shipping", (place,))

    def _ends(self, event: Event) -> LogEntry:
        level, fallen, ahead = event.arguments[:3]
        where = self._scenario.file.victory.place
        how = f"{where} fell in turn {fallen}" if fallen else f"{where} holds out"
        text = f"{how}: {LEVELS[level]}."
        return self._say(event, text, "end", (), (), {"points ahead": ahead / POINT})


def result_words(code: str) -> str:
    """An entry of the results table in words (MAL-23).

    >>> result_words("1/2R")
    'the attacker loses 1 step, the defender 2 and retreats'
    >>> result_words("2/0r")
    'the attacker loses 2 steps and retreats, the defender 0'
    """
    attacker, defender = int(code[0]), int(code[2])
    first = f"the attacker loses {counted(attacker, 'step')}"
    first += " and retreats" if code.endswith("r") else ""
    return f"{first}, the defender {defender}{' and retreats' if 'R' in code else ''}"


def _air(points: int) -> str:
    return f", with {counted(points, 'air point')}" if points else ""
