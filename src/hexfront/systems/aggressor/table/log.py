"""Events in words, with what the viewer may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from hexfront.core.battles import BattlePart, BattleTerm
from hexfront.core.contract import UMPIRE, LogEntry, View
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import Event
from hexfront.core.table import log
from hexfront.systems.aggressor.knowledge.odds import FORM_CLAUSES, Odds
from hexfront.systems.aggressor.knowledge.view import TITLES, Viewer
from hexfront.systems.aggressor.rules import combat, movement, set_up, special, steps, turn
from hexfront.systems.aggressor.rules import observation as knowledge
from hexfront.systems.aggressor.scenario.state import (
    CAUSE_NAMES,
    FORM_NAMES,
    LAUNCH,
    NO_TYPE,
    NOBODY,
    Setting,
)

SECTOR_NAMES: Final = (
    "north-west",
    "north",
    "north-east",
    "west",
    "centre",
    "east",
    "south-west",
    "south",
    "south-east",
)
_RESULTS: Final = {
    combat.MISS: "a miss",
    combat.RANGE_HIT: "a hit",
    combat.STRENGTH_HIT: "a hit that costs strength",
    combat.KILL: "the unit is eliminated",
}
_VERBS: Final = (
    "attacks",
    "assaults",
    "attacks",
    "strikes",
    "fires on",
    "launches missiles at",
)
"""By the form of an attack."""
_REASONS: Final = (
    "by observation",
    "it blocked the way",
    "from the air",
    "by its zone of control",
    "known before",
    "it stood where the missiles came down",
)


class LogWriter(log.LogWriter):
    """Words for the events of one scenario."""

    topics: ClassVar[Mapping[str, str]] = {
        "battles": "battle report roll loss eliminate retreat advance partisans frozen aggressor",
        "air": "air recon",
        "supply": "supply replacement",
        "sightings": "seen lost",
        "sectors": "sector",
        "moves": "move blocked halt immobile",
    }
    headings = "turn"
    major = "battle report roll loss eliminate retreat blocked sector partisans aggressor end"
    minor = "lost"

    def __init__(self, setting: Setting, viewer: Viewer) -> None:
        super().__init__({"type": TITLES, "sector": SECTOR_NAMES})
        self._viewer = viewer
        self._army = len(setting.start.units) // 2
        self._setting = setting
        self._odds = Odds(setting.ground)

    def name(self, field: str, value: int, view: View) -> str:
        """The names of units, hexes, sides, types and causes."""
        match field:
            case "unit" | "support":
                return self._unit(value, view)
            case "place" | "here" | "there":
                return self._viewer.label(value) or "off the map"
            case "side":
                return self._viewer.side(value)
            case "attribute":
                return "strength" if value == movement.OF_STRENGTH else "range"
            case "cause":
                return CAUSE_NAMES[value].lower()
        return super().name(field, value, view)

    def _unit(self, unit: int, view: View) -> str:
        """A unit of the viewer's own, or of either side for the umpire; else just an enemy."""
        side, number = divmod(unit, self._army)
        rows: Json = view.facts["units"][side]
        return f"{TITLES[rows[number]['kind']]} {number + 1}" if rows else "An enemy unit"

    def label(self, field: str, value: int, view: View) -> str:
        """The ids of counters, as far as the viewer knows them, and the labels of hexes."""
        if field == "contact":
            return f"c{value}"
        if field not in ("unit", "support"):
            return self._viewer.label(value)
        side, number = divmod(value, self._army)
        if view.facts["units"][side] is None:
            return ""
        return f"{number + 1}" if view.viewer == side else f"{'we'[side]}{number + 1}"

    def side_of(self, field: str, value: int, view: View) -> int | None:
        """Units are numbered side by side."""
        return value // self._army if field in ("unit", "support") and value >= 0 else None

    def _attack(self, event: Event, view: View) -> LogEntry:
        """An own attack before its die: both sides by name, and the chance of a hit."""
        what: combat.AttackBegun = event.what
        side = what.unit // self._army
        target = self._target(view, side, what.place)
        chance = self._chance(view, side, what)
        attacker, place = self.name("unit", what.unit, view), self.name("place", what.place, view)
        odds = f": {chance['chance']:.0%} to hit" if chance else ""
        text = f"{attacker} {_VERBS[what.form]} {target} in {place}{odds}."
        part: BattlePart = {
            "begins": True,
            "attackers": [attacker],
            "defenders": [target],
            "sides": [side, 1 - side],
            "place": place,
            "terms": [
                {
                    "caption": "Form",
                    "value": FORM_NAMES[what.form],
                    "clause": FORM_CLAUSES[what.form],
                }
            ],
        }
        details: dict[str, Json] = {"form": FORM_NAMES[what.form]}
        if chance:
            part["chances"] = [
                {"text": "a miss", "chance": 1 - chance["chance"], "value": 0},
                {"text": "a hit", "chance": chance["chance"], "value": 1},
            ]
            part["terms"] += [
                {"caption": term["text"], "value": f"{term['value']:+d}", "clause": term["clause"]}
                for term in chance["terms"]
                if term["value"]
            ]
            details["modifiers"] = chance["terms"]
        return self.entry(event, view, text, details=details, battle=part)

    def _target(self, view: View, side: int, place: int) -> str:
        """What stands where an attack of a side goes, as far as the viewer knows."""
        label = self._viewer.label(place)
        known = self._viewer.counters(view.facts, view.viewer)
        there = next((one for one in known if one.place == label), None)
        if there is None:
            return "whatever stands"
        if there.side == side or view.viewer < 0:
            return there.name
        return f"{there.name} (contact {there.id})"

    def _chance(self, view: View, side: int, what: combat.AttackBegun) -> Json:
        """The chance of a hit as the side that attacks knows it; None where it cannot know."""
        contact = next((row for row in view.facts["contacts"] if row[1] == what.place), None)
        rows = view.facts["units"][side]
        if contact is None or not rows or view.viewer < 0:
            return None
        rules = self._setting.ground.rules
        launch = what.form == LAUNCH
        strength = rules.launch_strength if launch else rows[what.unit % self._army]["strength"]
        rough = bool(self._setting.ground.hexes.rough[what.place])
        covered = rough or self._viewer.label(what.place) in view.facts["contaminated"]
        _, _, _, kind, hits = contact
        launched = bool(view.facts["launched"][1 - side])
        forms = (what.form,)
        return self._odds.attack(forms, int(strength), kind, hits, covered, launched)

    def _deployed(self, event: Event, view: View) -> LogEntry:
        what: set_up.Deployed = event.what
        number, place = what.unit % self._army + 1, self.name("place", what.place, view)
        return self.entry(event, view, f"{TITLES[what.type]} {number} is placed in {place}.")

    def _begins(self, event: Event, view: View) -> LogEntry:
        begins: turn.GameBegins = event.what
        how = (
            " by choice of the players, which upsets the balance of the set-up"
            if begins.chosen
            else ", as it was drawn"
        )
        return self.entry(event, view, f"{self.name('side', begins.side, view)} begins{how}.")

    def _immobile(self, event: Event, view: View) -> LogEntry:
        attempt: steps.MoveAttempted = event.what
        name = self.name("unit", attempt.unit, view)
        text = f"{name} can move." if attempt.success else f"{name}: Immobile this turn."
        return self.entry(event, view, text)

    def _ends(self, event: Event, view: View) -> LogEntry:
        end: turn.GameEnds = event.what
        why = self._viewer.reason(end.winner, end.reason)
        who = "Nobody wins" if end.winner == NOBODY else f"{self._viewer.side(end.winner)} wins"
        return self.entry(event, view, f"The game is over. {who}: {why}.")

    def _seen(self, event: Event, view: View) -> LogEntry:
        seen: knowledge.ContactMade = event.what
        what = "an unidentified enemy" if seen.type == NO_TYPE else f"enemy {TITLES[seen.type]}"
        place = self.name("place", seen.place, view)
        text = f"Contact c{seen.contact}: {what} in {place} ({_REASONS[seen.reason]})."
        return self.entry(event, view, text)

    def _lost(self, event: Event, view: View) -> LogEntry:
        count = event.what.contacts
        contacts = "One contact is" if count == 1 else f"{count} contacts are"
        return self.entry(event, view, f"{contacts} lost.")

    def _sector(self, event: Event, view: View) -> LogEntry:
        known: knowledge.SectorKnown = event.what
        who = "nobody" if known.side == NOBODY else self._viewer.side(known.side)
        how = "" if known.sure else ", as far as you know"
        text = f"The sector {SECTOR_NAMES[known.sector]} is held by {who}{how}."
        return self.entry(event, view, text)

    def _moved(self, event: Event, view: View) -> LogEntry:
        return self.entry(event, view, details={"shown": bool(event.what.taught)})

    def _loss(self, event: Event, view: View) -> LogEntry:
        loss: movement.Loss = event.what
        battle: BattlePart | None = {} if loss.cause <= LAUNCH else None
        side, cause = self.name("side", loss.side, view), self.name("cause", loss.cause, view)
        fate = "is eliminated" if loss.dead else "loses a step"
        return self.entry(
            event, view, f"{side}: {TITLES[loss.type]} {fate} ({cause}).", battle=battle
        )

    def _effect(self, event: Event, view: View) -> LogEntry:
        return self.entry(event, view, battle={})

    def _step_lost(self, event: Event, view: View) -> LogEntry:
        return self.entry(event, view, battle={} if event.what.cause <= LAUNCH else None)

    def _report(self, event: Event, view: View) -> LogEntry:
        attack: combat.AttackReported = event.what
        flags, form = attack.flags, FORM_NAMES[attack.form]
        what = "no unit is there" if flags & combat.NO_UNIT else _RESULTS[attack.result]
        second = ", second attempt" if flags & combat.SECOND else ""
        dug_in = ", dug in" if flags & combat.DUG_IN else ""
        side = self._viewer.side(int(bool(flags & combat.BY_SECOND_SIDE)))
        attacker, place = f"{side} {TITLES[attack.type]}", self.name("place", attack.place, view)
        text = f"{form}{second}: {attacker} on {place}{dug_in}: {what}."
        details = {"form": form, "result": what, "dug in": bool(flags & combat.DUG_IN)}
        part = self._reported(attack, view, attacker, what)
        return self.entry(event, view, text, details=details, battle=part)

    def _reported(
        self, attack: combat.AttackReported, view: View, attacker: str, what: str
    ) -> BattlePart:
        """A report on the card: of an attack that only the other side saw begin, all of it."""
        flags = attack.flags
        side = int(bool(flags & combat.BY_SECOND_SIDE))
        again = flags & combat.SECOND
        part: BattlePart = {"result": f"second attempt: {what}" if again else what}
        if flags & combat.DUG_IN:
            part["terms"] = [{"caption": "Dug in", "value": "yes", "clause": "AGR-13"}]
        if view.viewer in (side, UMPIRE):
            form: BattleTerm = {
                "caption": "Form",
                "value": FORM_NAMES[attack.form],
                "clause": FORM_CLAUSES[attack.form],
            }
            part["terms"] = [form, *part.get("terms", ())]
            # The odds are those of one throw, so the second of an ambush is not held against them.
            if not again:
                part["came"] = int(attack.result != combat.MISS)
            return part
        if not again:
            part |= {
                "begins": True,
                "attackers": [attacker],
                "defenders": [self._target(view, 1 - side, attack.place)],
                "sides": [side, 1 - side],
                "place": self.name("place", attack.place, view),
            }
        return part

    def _rolled(self, event: Event, view: View) -> LogEntry:
        roll: combat.Rolled = event.what
        details = {
            "die": roll.die,
            "needed": roll.needed,
            "attack": roll.attack,
            "defence": roll.defence,
            "dug in": bool(roll.dug_in),
        }
        text = f"The die shows {roll.die}; up to {roll.needed} hits."
        hit = roll.needed / int(self._setting.ground.rules.die)
        part: BattlePart = {
            "terms": [
                {
                    "caption": "Strength",
                    "value": f"{roll.attack} against {roll.defence}",
                    "clause": "AGR-21",
                }
            ],
            "chances": [
                {"text": "a miss", "chance": 1 - hit, "value": 0},
                {"text": "a hit", "chance": hit, "value": 1},
            ],
            "came": int(roll.die <= roll.needed),
        }
        return self.entry(event, view, text, details=details, battle=part)

    def _air_defence(self, event: Event, view: View) -> LogEntry:
        fire: combat.AirDefenceMet = event.what
        fate = "suffers from air defence" if fire.lost else "returns without loss"
        return self.entry(event, view, f"{self.name('unit', fire.unit, view)} {fate}.")

    def _retreated(self, event: Event, view: View) -> LogEntry:
        retreat: combat.Retreated = event.what
        here, there = (
            self.name("here", retreat.here, view),
            self.name("there", retreat.there, view),
        )
        if retreat.here == retreat.there:
            text, places = f"The unit in {here} stands fast.", [retreat.here]
        else:
            text = f"The unit in {here} is forced back to {there}."
            places = [retreat.here, retreat.there]
        labels = [self.label("place", place, view) for place in places]
        return self.entry(event, view, text, places=filter(None, labels), battle={})

    def _partisans(self, event: Event, view: View) -> LogEntry:
        sought: special.PartisansSought = event.what
        found = f"contacts partisans ({sought.groups} groups now)"
        what = found if sought.success else "finds no partisans"
        return self.entry(event, view, f"{self.name('unit', sought.unit, view)} {what}.")

    def _flight(self, event: Event, view: View) -> LogEntry:
        flight: special.Reconnoitred = event.what
        found = flight.found
        what = "no new enemy" if not found else f"{found} new enem{'y' if found == 1 else 'ies'}"
        unit, place = self.name("unit", flight.unit, view), self.name("place", flight.place, view)
        return self.entry(event, view, f"{unit} flies to {place} and sees {what}.")

    def _replacements(self, event: Event, view: View) -> LogEntry:
        drawn: special.ReplacementsDrawn = event.what
        what = self.name("attribute", drawn.attribute, view)
        received = f"receives replacements: {what} +1"
        fate = received if drawn.success else "receives no replacements"
        return self.entry(event, view, f"{self.name('unit', drawn.unit, view)} {fate}.")

    methods: ClassVar[Mapping[type[Any], log.Describe]] = {
        set_up.Deployed: _deployed,
        turn.GameBegins: _begins,
        steps.MoveAttempted: _immobile,
        turn.GameEnds: _ends,
        knowledge.ContactMade: _seen,
        knowledge.ContactsLost: _lost,
        knowledge.SectorKnown: _sector,
        movement.Moved: _moved,
        movement.Loss: _loss,
        movement.StepLost: _step_lost,
        movement.Eliminated: _step_lost,
        combat.AttackBegun: _attack,
        combat.Advanced: _effect,
        combat.NearMiss: _effect,
        combat.AttackReported: _report,
        combat.Rolled: _rolled,
        combat.AirDefenceMet: _air_defence,
        combat.Retreated: _retreated,
        special.PartisansSought: _partisans,
        special.Reconnoitred: _flight,
        special.ReplacementsDrawn: _replacements,
    }
