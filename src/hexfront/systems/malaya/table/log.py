"""Events in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from hexfront.core.battles import BattlePart, BattleTerm, Chance
from hexfront.core.contract import LogEntry, View
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import Event
from hexfront.core.table import log
from hexfront.core.table.plurals import counted
from hexfront.systems.malaya.knowledge.explanations import retreats_after
from hexfront.systems.malaya.knowledge.facts import state_of
from hexfront.systems.malaya.knowledge.odds import signed, strength_text
from hexfront.systems.malaya.knowledge.view import LEVELS, Viewer
from hexfront.systems.malaya.rules import battle, combat, movement, naval, sequence, turn, victory
from hexfront.systems.malaya.scenario.loader import MalayaScenario
from hexfront.systems.malaya.scenario.model import FACES
from hexfront.systems.malaya.scenario.setting import Setting
from hexfront.systems.malaya.scenario.state import FULL, POINT, Phase

PHASE_NAMES: Final = {
    Phase.REINFORCEMENT: "reinforcements",
    Phase.NAVAL: "naval moves",
    Phase.MOVEMENT: "movement",
    Phase.RAIL: "rail moves",
    Phase.COMBAT: "combat",
}

EFFECTS: Final = (
    combat.StepLost,
    combat.Eliminated,
    battle.Retreated,
    battle.RetreatBarred,
    battle.Advanced,
    battle.ReEmbarked,
)


class LogWriter(log.LogWriter):
    """Words for the events of one scenario."""

    topics: ClassVar[Mapping[str, str]] = {
        "battles": "declare battle join roll loss eliminate retreat blocked advance embark",
        "air": "air",
        "supply": "supply",
        "moves": "move rail stop back",
        "sea": "land sail convoy intercept shipping",
        "reinforcements": "call enter arrive option",
    }
    headings = "turn"
    major = "battle roll loss eliminate retreat land intercept option shipping supply end"
    minor = "declare join stop back"

    def __init__(self, scenario: MalayaScenario, setting: Setting, viewer: Viewer) -> None:
        sides = [side.title for side in scenario.file.sides]
        ports = setting.ports
        super().__init__({"side": sides, "port": ports, "from_port": ports})
        self._scenario, self._setting, self._viewer = scenario, setting, viewer

    def name(self, field: str, value: int, view: View) -> str:
        """The names of units, places, sides, ports and phases."""
        match field:
            case "unit":
                return self._viewer.name(value)
            case "place" | "here" | "there":
                return self._place(value)
            case "phase":
                return PHASE_NAMES[Phase(value)]
        return super().name(field, value, view)

    def side_of(self, field: str, value: int, view: View) -> int | None:
        """Units are numbered side by side."""
        if field != "unit" or value < 0:
            return None
        return int(value >= self._setting.ground.rules.second)

    def describe(self, event: Event, view: View) -> LogEntry:
        """An event in words; what a battle did belongs to its card."""
        entry = super().describe(event, view)
        return replace(entry, battle={}) if isinstance(event.what, EFFECTS) else entry

    def _place(self, place: int) -> str:
        return self._viewer.place_name(self._viewer.label(place))

    def label(self, field: str, value: int, view: View) -> str:
        """The ids of units and the labels of hexes; empty off the map."""
        return self._setting.units[value].id if field == "unit" else self._viewer.label(value)

    def _moves(self, event: Event, view: View, verb: str) -> LogEntry:
        move = event.what
        origin = f" from {self._place(move.here)}" if self._viewer.label(move.here) else ""
        text = f"{self._viewer.name(move.unit)} {verb}{origin} to {self._place(move.there)}."
        return self.entry(event, view, text)

    def _moved(self, event: Event, view: View) -> LogEntry:
        return self._moves(event, view, "moves")

    def _by_rail(self, event: Event, view: View) -> LogEntry:
        return self._moves(event, view, "goes by rail")

    def _advanced(self, event: Event, view: View) -> LogEntry:
        return self._moves(event, view, "advances")

    def _taken_back(self, event: Event, view: View) -> LogEntry:
        move: movement.TakenBack = event.what
        on_map = self._viewer.label(move.start)
        where = f"to {self._place(move.start)}" if on_map else "into the box"
        return self.entry(event, view, f"{self._viewer.name(move.unit)} goes back {where}.")

    def _called(self, event: Event, view: View) -> LogEntry:
        call: naval.CalledUp = event.what
        cost = counted(call.points, "point")
        text = f"{self._viewer.name(call.unit)} is called up for {cost}, and arrives next turn."
        return self.entry(event, view, text)

    def _placed(self, event: Event, view: View) -> LogEntry:
        placed: naval.Placed = event.what
        on_map = self._viewer.label(placed.place)
        where = self._place(placed.place) if on_map else self._setting.entries[placed.entry]
        return self.entry(event, view, f"{self._viewer.name(placed.unit)} arrives in {where}.")

    def _intercepted(self, event: Event, view: View) -> LogEntry:
        met: naval.ConvoyIntercepted = event.what
        lost = "a step is lost" if met.steps == 1 else f"{met.steps} steps are lost"
        text = (
            f"Force Z meets the convoy to {self._setting.ports[met.port]}: "
            f"the die shows {met.die}, and {lost}."
        )
        return self.entry(event, view, text)

    def _battle(self, event: Event, view: View) -> LogEntry:
        fight: combat.BattleFought = event.what
        odds = self._scenario.file.results.columns[fight.column]
        strengths = f"{strength_text(fight.attack)} against {strength_text(fight.defence)}"
        text = (
            f"Battle for {self._place(fight.place)}: {strengths}, "
            f"{odds.attacker} to {odds.defender}{_air(fight.air)}."
        )
        details = {
            "attack": fight.attack / FULL,
            "defence": fight.defence / FULL,
            "column": f"{odds.attacker}-{odds.defender}",
            "air points": fight.air,
        }
        there = self._viewer.standing(view.facts, self._viewer.label(fight.place))
        side = there[0].side if there else -1
        part: BattlePart = {
            "begins": True,
            "defenders": [counter.name for counter in there],
            "sides": [1 - side if side >= 0 else -1, side],
            "place": self._place(fight.place),
            "terms": [
                {"caption": "Strength", "value": strengths, "clause": "MAL-21"},
                {
                    "caption": "Odds",
                    "value": f"{odds.attacker} to {odds.defender}",
                    "clause": "MAL-23",
                },
            ],
        }
        if fight.air:
            part["terms"] += [_air_term("Air points of the attacker", fight.air)]
        return self.entry(event, view, text, details=details, battle=part)

    def _joined(self, event: Event, view: View) -> LogEntry:
        joined: combat.Joined = event.what
        text = f"{self._viewer.name(joined.unit)} attacks with {strength_text(joined.strength)}."
        part: BattlePart = {"attackers": [self._viewer.name(joined.unit)]}
        details = {"strength": joined.strength / FULL}
        return self.entry(event, view, text, details=details, battle=part)

    def _committed(self, event: Event, view: View) -> LogEntry:
        points = event.what.points
        text = f"The defender sends {counted(points, 'air point')}."
        part: BattlePart = {"terms": [_air_term("Air points of the defender", points)]}
        return self.entry(event, view, text, details={"air points": points}, battle=part)

    def _rolled(self, event: Event, view: View) -> LogEntry:
        roll: combat.Rolled = event.what
        results = self._scenario.file.results
        row = roll.entry // len(results.columns)
        code, odds = results.rows[row][roll.column], results.columns[roll.column]
        text = (
            f"The die shows {roll.die}, {signed(roll.modifier)}: row {row + 1} of "
            f"{odds.attacker} to {odds.defender} gives {code}: {result_words(code)}."
        )
        details = {
            "die": roll.die,
            "modifier": roll.modifier,
            "column": f"{odds.attacker}-{odds.defender}",
            "row": row + 1,
            "result": code,
        }
        chances, came = self._chances(roll)
        part: BattlePart = {"chances": chances, "came": came, "result": result_words(code)}
        if roll.modifier:
            part["terms"] = [
                {"caption": "Added to the die", "value": signed(roll.modifier), "clause": "MAL-23"}
            ]
        return self.entry(event, view, text, details=details, battle=part)

    def _chances(self, roll: combat.Rolled) -> tuple[list[Chance], int]:
        """What the die of a battle might have brought, and which of it came (MAL-23)."""
        results = self._scenario.file.results
        width = len(results.columns)
        entries = [
            int(combat.table_row(self._setting.ground, face, roll.modifier, roll.column))
            for face in range(1, FACES + 1)
        ]
        codes = [results.rows[entry // width][roll.column] for entry in entries]
        found = sorted(set(codes), key=lambda code: (code_worth(code), code))
        chances: list[Chance] = [
            {
                "text": result_words(code),
                "chance": codes.count(code) / FACES,
                "value": code_worth(code),
            }
            for code in found
        ]
        return chances, found.index(results.rows[roll.entry // width][roll.column])

    def _retreated(self, event: Event, view: View) -> LogEntry:
        retreat: battle.Retreated = event.what
        path = [place for place in (retreat.first, retreat.second, retreat.third) if place >= 0]
        through = f" by {self._place(path[0])}"
        if len(path) == 3:
            through += f" and {self._place(path[1])}"
        text = (
            f"{self._viewer.name(retreat.unit)} retreats from {self._place(retreat.here)}"
            f"{through} to {self._place(path[-1])}."
        )
        labels = [self._viewer.label(place) for place in (retreat.here, *path)]
        details = self._paths(view, retreat.unit, retreat.here, path)
        return self.entry(event, view, text, places=filter(None, labels), details=details)

    def _barred(self, event: Event, view: View) -> LogEntry:
        unit, here = event.what.unit, event.what.here
        text = f"{self._viewer.name(unit)} cannot retreat from {self._place(here)}, and stays."
        return self.entry(event, view, text, details=self._paths(view, unit, here, ()))

    def _paths(self, view: View, unit: int, here: int, path: Sequence[int]) -> dict[str, Json]:
        """Every path of a retreat that was weighed, and why it was taken or not."""
        after = state_of(self._setting, view.facts)
        paths: list[Json] = [
            {
                "value": " – ".join(map(self._place, retreat.hexes)),
                "text": retreat.why.format(self._place(retreat.hexes[-1])),
                "clause": retreat.clause,
            }
            for retreat in retreats_after(self._setting.ground, after, unit, here, tuple(path))
        ]
        return {"paths": paths} if paths else {}

    def _turn(self, event: Event, view: View) -> LogEntry:
        number = event.what.turn
        first, last = self._scenario.dates(number)
        text = f"Turn {number}, {first.day} {first:%b} to {last.day} {last:%b %Y}, begins."
        return self.entry(event, view, text)

    def _supply(self, event: Event, view: View) -> LogEntry:
        change: sequence.SupplyChanged = event.what
        words = "is in supply again" if change.supplied else "is out of supply"
        text = f"{self._viewer.name(change.unit)} {words} in {self._place(change.place)}."
        return self.entry(event, view, text)

    def _option(self, event: Event, view: View) -> LogEntry:
        taken: turn.OptionTaken = event.what
        option = self._scenario.file.options[taken.option]
        side = self.name("side", taken.side, view)
        text = f"{side} takes an option: {option.title}, for {counted(option.points, 'point')}."
        return self.entry(event, view, text, details={"points": option.points})

    def _shipping(self, event: Event, view: View) -> LogEntry:
        taken: turn.ShippingTaken = event.what
        found = (
            f"falls into the hands of Japan, and sails from turn {taken.turn}"
            if taken.seized
            else "has got away"
        )
        return self.entry(event, view, f"The shipping of {self._place(taken.place)} {found}.")

    def _ends(self, event: Event, view: View) -> LogEntry:
        end: victory.GameEnds = event.what
        where = self._scenario.file.victory.place
        how = f"{where} fell in turn {end.fallen}" if end.fallen else f"{where} holds out"
        details = {"points ahead": end.ahead / POINT}
        return self.entry(event, view, f"{how}: {LEVELS[end.level]}.", details=details)

    methods: ClassVar[Mapping[type[Any], log.Describe]] = {
        movement.Moved: _moved,
        movement.MovedByRail: _by_rail,
        movement.TakenBack: _taken_back,
        naval.CalledUp: _called,
        naval.Placed: _placed,
        naval.ConvoyIntercepted: _intercepted,
        combat.BattleFought: _battle,
        combat.Joined: _joined,
        combat.AirCommitted: _committed,
        combat.Rolled: _rolled,
        battle.Retreated: _retreated,
        battle.RetreatBarred: _barred,
        battle.Advanced: _advanced,
        sequence.TurnBegins: _turn,
        sequence.SupplyChanged: _supply,
        turn.OptionTaken: _option,
        turn.ShippingTaken: _shipping,
        victory.GameEnds: _ends,
    }


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


def code_worth(code: str) -> float:
    """How good an entry of the results table is for the attacker: steps, a retreat as one.

    >>> code_worth("1/2R"), code_worth("2/0r")
    (2.0, -3.0)
    """
    lost = int(code[0]) + code.endswith("r")
    return float(int(code[2]) + ("R" in code) - lost)


def _air_term(caption: str, points: int) -> BattleTerm:
    return {"caption": caption, "value": str(points), "clause": "MAL-22"}


def _air(points: int) -> str:
    return f", with {counted(points, 'air point')}" if points else ""
