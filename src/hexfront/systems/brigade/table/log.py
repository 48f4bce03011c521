"""Events in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

from hexfront.core.battles import BattlePart, Chance
from hexfront.core.contract import LogEntry, View
from hexfront.core.events import Event
from hexfront.core.refusals import words_of
from hexfront.core.table import log
from hexfront.systems.brigade.knowledge.odds import FACES, RESULT_WORDS
from hexfront.systems.brigade.knowledge.view import Viewer
from hexfront.systems.brigade.rules import combat, movement, plan, turn
from hexfront.systems.brigade.rules.combat import battle_face
from hexfront.systems.brigade.scenario.loader import BrigadeScenario
from hexfront.systems.brigade.scenario.state import BOOK, RESULT_CODES, Setting

WORTH: Final = {"DE": 2.0, "DR": 1.0, "-": 0.0, "EX": 0.0, "AR": -1.0, "AE": -2.0}
"""How good each result is for the attackers."""
STAGES = {turn.MOVEMENT_STAGE: "movement", turn.COMBAT_STAGE: "combat"}

KEPT: Final = 1000
"""Entries that are kept for those who are told the same."""
EFFECTS: Final = (combat.Eliminated, combat.Retreated, combat.Advanced)


class LogWriter(log.LogWriter):
    """Describes the events of one scenario."""

    topics: ClassVar[Mapping[str, str]] = {
        "battles": "battle roll eliminate retreat advance drop",
        "moves": "move stop",
        "sightings": "detect",
        "plans": "plot order withdraw submit recall",
    }
    headings = "turn"
    major = "battle roll eliminate end"
    minor = "submit recall"

    def __init__(self, scenario: BrigadeScenario, setting: Setting, viewer: Viewer) -> None:
        self._setting, self._viewer = setting, viewer
        self._sides = [side.title for side in scenario.file.sides]
        self._same: dict[tuple[Event, tuple[int | None, ...]], LogEntry] = {}
        """Entries by their event and what is known of the companies, on which alone they rest."""

    def name(self, field: str, value: int, view: View) -> str:
        """The names of companies, hexes, sides and stages."""
        match field:
            case "unit" | "observer" | "target" | "defender":
                return self._viewer.company_name(view.facts, value)
            case "here" | "there" | "place" | "wanted":
                return self._viewer.label(value)
            case "side" | "winner":
                return self._sides[value]
            case "stage":
                return STAGES[value]
        return str(value)

    def label(self, field: str, value: int, view: View) -> str:
        """The ids of counters, and the labels of hexes."""
        if field in ("unit", "observer", "target"):
            return str(value + 1)
        return self._viewer.label(value)

    def side_of(self, field: str, value: int, view: View) -> int | None:
        """Companies are numbered side by side."""
        if field not in ("unit", "defender") or value < 0:
            return None
        return int(value >= self._setting.ground.rules.first_unit[1])

    def describe(self, event: Event, view: View) -> LogEntry:
        """An event in words; what a battle did belongs to its card.

        The same entry for all who know as much.
        """
        key = event, tuple(row["company"] for row in view.facts["units"])
        if (entry := self._same.get(key)) is None:
            entry = super().describe(event, view)
            if isinstance(event.what, EFFECTS):
                entry = replace(entry, battle={})
            if len(self._same) >= KEPT:
                self._same.clear()
            self._same[key] = entry
        return entry

    def _stopped(self, event: Event, view: View) -> LogEntry:
        stop: movement.Stopped | movement.PathCut = event.what
        why = words_of(BOOK, stop.refusal or movement.NO_STACKING)
        text = (
            f"{self.name('unit', stop.unit, view)} stops in {self.name('here', stop.here, view)} "
            f"and does not go on to {self.name('wanted', stop.wanted, view)}: {why}."
        )
        return self.entry(event, view, text, details={"reason": why})

    def _dropped(self, event: Event, view: View) -> LogEntry:
        drop: plan.AttackDropped = event.what
        gone = drop.refusal == movement.GONE
        why = "the enemy is gone" if gone else "the two are not next to each other"
        text = (
            f"{self.name('unit', drop.unit, view)} does not attack "
            f"{self.name('target', drop.target, view)}: {why}."
        )
        return self.entry(event, view, text, details={"reason": why})

    def _attackers(self, battle: combat.BattleBegins) -> list[int]:
        first = self._setting.ground.rules.first_unit.tolist()
        base = first[1] if battle.defender < first[1] else 0
        bits = battle.attackers
        return [base + bit for bit in range(bits.bit_length()) if bits >> bit & 1]

    def _battle(self, event: Event, view: View) -> LogEntry:
        battle: combat.BattleBegins = event.what
        attackers = self._attackers(battle)
        names = [self.name("unit", unit, view) for unit in attackers]
        defender = self.name("defender", battle.defender, view)
        side = self.side_of("defender", battle.defender, view) or 0
        verb = "attack" if len(names) > 1 else "attacks"
        text = (
            f"{' and '.join(names)} {verb} {defender} in {self.name('place', battle.place, view)}."
        )
        return self.entry(
            event,
            view,
            text,
            subjects=[self.label("unit", unit, view) for unit in (battle.defender, *attackers)],
            details={"column": battle.column, "attackers": len(attackers)},
            battle={
                "begins": True,
                "attackers": names,
                "defenders": [defender],
                "sides": [1 - side, side],
                "place": self.name("place", battle.place, view),
                "terms": [
                    {
                        "caption": "Column of the results table",
                        "value": str(battle.column),
                        "clause": "BRG-23",
                    }
                ],
            },
        )

    def _rolled(self, event: Event, view: View) -> LogEntry:
        roll: combat.Rolled = event.what
        result = RESULT_CODES[roll.result]
        terrain = int(self._setting.ground.hexes.modifier[roll.place])
        modifiers = [
            {"text": text, "value": value, "clause": clause}
            for text, value, clause in (
                ("terrain of the defender's hex", terrain, "BRG-2"),
                ("attackers weaker than the defender", roll.modifier, "BRG-23"),
            )
            if value
        ]
        added = "".join(f", {entry['value']:+d} for {entry['text']}" for entry in modifiers)
        text = (
            f"The die shows {roll.die}{added}; column {roll.column} gives {result}: "
            f"{RESULT_WORDS[result]}."
        )
        details = {
            "die": roll.die,
            "column": roll.column,
            "modifiers": modifiers,
            "row": int(battle_face(self._setting.ground, roll.place, roll.die, roll.modifier)),
            "result": result,
        }
        chances, came = self._chances(roll)
        part: BattlePart = {"chances": chances, "came": came, "result": RESULT_WORDS[result]}
        return self.entry(event, view, text, details=details, battle=part)

    def _chances(self, roll: combat.Rolled) -> tuple[list[Chance], int]:
        """What the die of a battle might have brought, and which of it came (BRG-23)."""
        ground, faces = self._setting.ground, range(1, FACES + 1)
        codes = [
            RESULT_CODES[
                ground.results[
                    battle_face(ground, roll.place, face, roll.modifier) - 1, roll.column - 1
                ]
            ]
            for face in faces
        ]
        found = sorted(set(codes), key=lambda code: (WORTH[code], code))
        chances: list[Chance] = [
            {
                "text": RESULT_WORDS[code],
                "chance": codes.count(code) / FACES,
                "value": WORTH[code],
            }
            for code in found
        ]
        return chances, found.index(RESULT_CODES[roll.result])

    def _eliminated(self, event: Event, view: View) -> LogEntry:
        loss: combat.Eliminated = event.what
        reason = ", with no hex to retreat to" if loss.cause == combat.NO_RETREAT else ""
        unit, place = self.name("unit", loss.unit, view), self.name("place", loss.place, view)
        return self.entry(event, view, f"{unit} is eliminated in {place}{reason}.")

    def _ordered(self, event: Event, view: View) -> LogEntry:
        attack: plan.AttackOrdered = event.what
        then = " and then advance" if attack.advance else ""
        unit, target = (
            self.name("unit", attack.unit, view),
            self.name("target", attack.target, view),
        )
        return self.entry(event, view, f"{unit} is to attack {target}{then}.")

    methods: ClassVar[Mapping[type[Any], log.Describe]] = {
        movement.Stopped: _stopped,
        movement.PathCut: _stopped,
        plan.AttackDropped: _dropped,
        plan.AttackOrdered: _ordered,
        combat.BattleBegins: _battle,
        combat.Rolled: _rolled,
        combat.Eliminated: _eliminated,
    }
