"""Events in words, with what the viewer may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from hexfront.core.contract import LogEntry, View
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import Event
from hexfront.core.table import log
from hexfront.systems.aggressor.knowledge.view import TITLES, Viewer
from hexfront.systems.aggressor.rules import combat, movement, set_up, special, steps, turn
from hexfront.systems.aggressor.rules import observation as knowledge
from hexfront.systems.aggressor.scenario.state import (
    CAUSE_NAMES,
    FORM_NAMES,
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

    def __init__(self, setting: Setting, viewer: Viewer) -> None:
        super().__init__({"type": TITLES, "sector": SECTOR_NAMES})
        self._viewer = viewer
        self._army = len(setting.start.units) // 2

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
        side, cause = self.name("side", loss.side, view), self.name("cause", loss.cause, view)
        fate = "is eliminated" if loss.dead else "loses a step"
        return self.entry(event, view, f"{side}: {TITLES[loss.type]} {fate} ({cause}).")

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
        return self.entry(event, view, text, details=details)

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
        return self.entry(event, view, text, details=details)

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
        return self.entry(event, view, text, places=filter(None, labels))

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
        combat.AttackReported: _report,
        combat.Rolled: _rolled,
        combat.AirDefenceMet: _air_defence,
        combat.Retreated: _retreated,
        special.PartisansSought: _partisans,
        special.Reconnoitred: _flight,
        special.ReplacementsDrawn: _replacements,
    }
