"""Events in words."""

from __future__ import annotations

from collections.abc import Callable

from hexfront.core.contract import LogEntry, View
from hexfront.core.events import Event
from hexfront.core.rulebook import Rulebook
from hexfront.core.strictjson import Json
from hexfront.systems.brigade.knowledge.odds import RESULT_WORDS
from hexfront.systems.brigade.knowledge.view import Viewer
from hexfront.systems.brigade.rules import combat, movement, plan, turn
from hexfront.systems.brigade.rules.combat import battle_face
from hexfront.systems.brigade.rules.refusals import words_for
from hexfront.systems.brigade.scenario.loading import BrigadeScenario
from hexfront.systems.brigade.scenario.state import RESULT_CODES, Setting


class LogWriter:
    """Tells the events of one scenario."""

    def __init__(
        self, scenario: BrigadeScenario, setting: Setting, viewer: Viewer, book: Rulebook
    ) -> None:
        self._setting = setting
        self._viewer = viewer
        self._book = book
        self._sides = [side.title for side in scenario.file.sides]
        self._tellers: dict[int, Callable[[Event, Json], LogEntry]] = {
            movement.MOVED: self._step("moves from {} to {}", "move"),
            movement.PLOTTED_STEP: self._step("is to move from {} to {}", "plot"),
            combat.RETREATED: self._step("retreats from {} to {}", "retreat"),
            combat.ADVANCED: self._step("advances from {} into {}", "advance"),
            movement.STOPPED: self._stopped,
            movement.CUT_SHORT: self._stopped,
            movement.DETECTED: self._detected,
            plan.ATTACK_DROPPED: self._dropped,
            plan.WITHDRAWN: self._withdrawn,
            combat.BATTLE_BEGINS: self._battle,
            combat.ROLLED: self._rolled,
            combat.ELIMINATED: self._eliminated,
            turn.TURN_BEGINS: self._turn,
            turn.STAGE_BEGINS: self._stage,
            turn.GAME_ENDS: self._ends,
            plan.ATTACK_ORDERED: self._ordered,
            plan.PLAN_SUBMITTED: self._plain("The plan is submitted.", "submit"),
            plan.PLAN_RECALLED: self._plain("The plan is taken back.", "recall"),
        }

    def describe(self, event: Event, view: View) -> LogEntry:
        """A redacted event in words, with the names that the view knows."""
        return self._tellers[event.kind](event, view.facts)

    def _say(
        self,
        event: Event,
        text: str,
        kind: str,
        places: tuple[str, ...] = (),
        units: tuple[int, ...] = (),
        details: Json = None,
    ) -> LogEntry:
        subjects = tuple(str(unit + 1) for unit in units)
        return LogEntry(
            text[:1].upper() + text[1:],
            self._book.id(event.clause),
            kind,
            places,
            subjects,
            details or {},
        )

    def _name(self, facts: Json, unit: int) -> str:
        return self._viewer.company_name(facts, unit)

    def _step(self, words: str, kind: str) -> Callable[[Event, Json], LogEntry]:
        def tell(event: Event, facts: Json) -> LogEntry:
            unit, here, there = event.arguments[:3]
            places = (self._viewer.label(here), self._viewer.label(there))
            text = f"{self._name(facts, unit)} {words.format(*places)}."
            return self._say(event, text, kind, places, (unit,))

        return tell

    def _plain(self, text: str, kind: str) -> Callable[[Event, Json], LogEntry]:
        return lambda event, facts: self._say(event, text, kind)

    def _stopped(self, event: Event, facts: Json) -> LogEntry:
        unit, here, wanted, reason, _ = event.arguments
        place = self._viewer.label(here)
        why = words_for(reason) if reason else words_for(movement.NO_STACKING)
        text = (
            f"{self._name(facts, unit)} stops in {place} and does not go on to "
            f"{self._viewer.label(wanted)}: {why}."
        )
        return self._say(event, text, "stop", (place,), (unit,), {"reason": why})

    def _detected(self, event: Event, facts: Json) -> LogEntry:
        unit, observer, place = event.arguments[:3]
        text = f"{self._name(facts, unit)} is identified by {self._name(facts, observer)}."
        return self._say(event, text, "detect", (self._viewer.label(place),), (unit, observer))

    def _dropped(self, event: Event, facts: Json) -> LogEntry:
        unit, target, reason = event.arguments[:3]
        why = (
            "the enemy is gone" if reason == movement.GONE else "the two are not next to each other"
        )
        text = f"{self._name(facts, unit)} does not attack {self._name(facts, target)}: {why}."
        return self._say(event, text, "drop", (), (unit, target), {"reason": why})

    def _withdrawn(self, event: Event, facts: Json) -> LogEntry:
        unit = event.arguments[0]
        return self._say(
            event, f"{self._name(facts, unit)} has no orders any more.", "withdraw", (), (unit,)
        )

    def _attackers(self, defender: int, crowd: int) -> list[int]:
        first = self._setting.ground.rules.first_unit.tolist()
        base = first[1] if defender < first[1] else 0
        return [base + bit for bit in range(crowd.bit_length()) if crowd >> bit & 1]

    def _battle(self, event: Event, facts: Json) -> LogEntry:
        defender, place, crowd, column, _ = event.arguments
        attackers = self._attackers(defender, crowd)
        names = [self._name(facts, unit) for unit in attackers]
        where = self._viewer.label(place)
        verb = "attack" if len(names) > 1 else "attacks"
        text = f"{' and '.join(names)} {verb} {self._name(facts, defender)} in {where}."
        details = {"column": column, "attackers": len(attackers)}
        return self._say(event, text, "battle", (where,), (defender, *attackers), details)

    def _rolled(self, event: Event, facts: Json) -> LogEntry:
        place, die, column, modifier, code = event.arguments
        result = RESULT_CODES[code]
        terrain = int(self._setting.ground.hexes.modifier[place])
        modifiers = [
            {"text": text, "value": value, "clause": clause}
            for text, value, clause in (
                ("terrain of the defender's hex", terrain, "BRG-2"),
                ("attackers weaker than the defender", modifier, "BRG-23"),
            )
            if value
        ]
        added = "".join(f", {entry['value']:+d} for {entry['text']}" for entry in modifiers)
        text = (
            f"The die shows {die}{added}; column {column} gives {result}: {RESULT_WORDS[result]}."
        )
        face = int(battle_face(self._setting.ground, place, die, modifier))
        details = {
            "die": die,
            "column": column,
            "modifiers": modifiers,
            "row": face,
            "result": result,
        }
        return self._say(event, text, "roll", (self._viewer.label(place),), (), details)

    def _eliminated(self, event: Event, facts: Json) -> LogEntry:
        unit, place, why = event.arguments[:3]
        where = self._viewer.label(place)
        reason = ", with no hex to retreat to" if why == combat.NO_RETREAT else ""
        text = f"{self._name(facts, unit)} is eliminated in {where}{reason}."
        return self._say(event, text, "eliminate", (where,), (unit,))

    def _turn(self, event: Event, facts: Json) -> LogEntry:
        return self._say(event, f"Turn {event.arguments[0]} begins.", "turn")

    def _stage(self, event: Event, facts: Json) -> LogEntry:
        side, stage = event.arguments[:2]
        name = "movement" if stage == turn.MOVEMENT_STAGE else "combat"
        return self._say(event, f"{self._sides[side]} {name}.", "stage")

    def _ends(self, event: Event, facts: Json) -> LogEntry:
        winner, towns = event.arguments[:2]
        text = f"The game is over: {self._sides[winner]} wins."
        return self._say(event, text, "end", (), (), {"towns": towns})

    def _ordered(self, event: Event, facts: Json) -> LogEntry:
        unit, target, advance = event.arguments[:3]
        then = " and then advance" if advance else ""
        text = f"{self._name(facts, unit)} is to attack {self._name(facts, target)}{then}."
        return self._say(event, text, "order", (), (unit, target))
