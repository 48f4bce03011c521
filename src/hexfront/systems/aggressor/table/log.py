"""Events in words, with what the viewer may know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hexfront.core.contract import LogEntry, View
from hexfront.core.events import Event
from hexfront.core.rulebook import Rulebook
from hexfront.core.strictjson import Json
from hexfront.systems.aggressor.knowledge.view import TITLES, Viewer
from hexfront.systems.aggressor.rules import combat, movement, special, turn
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


class LogWriter:
    """Words for the events of one scenario."""

    def __init__(self, setting: Setting, viewer: Viewer, book: Rulebook) -> None:
        self._setting, self._viewer, self._book = setting, viewer, book
        self._army = len(setting.start.units) // 2
        self._words: Final[dict[int, Callable[[Event, View], tuple[str, str, Any]]]] = {
            turn.DEPLOYED: self._deployed,
            turn.WITHDRAWN: self._withdrawn,
            turn.SIDE_READY: self._ready,
            turn.GAME_BEGINS: self._begins,
            turn.TURN_BEGINS: self._turn,
            turn.NOT_MOVED: self._immobile,
            turn.UPRISINGS: self._uprising,
            turn.UNIT_FROZEN: self._frozen,
            turn.GAME_ENDS: self._ends,
            knowledge.CONTACT_MADE: self._seen,
            knowledge.CONTACT_LOST: self._lost,
            knowledge.SECTOR_KNOWN: self._sector,
            knowledge.SECTOR_CONTROL: self._control,
            movement.MOVED_TO: self._moved,
            movement.BLOCKED: self._blocked,
            movement.STOPPED: self._stopped,
            movement.STEP_LOST: self._step_lost,
            movement.ELIMINATED: self._eliminated,
            movement.LOSSES: self._losses,
            combat.REPORT: self._report,
            combat.ROLLED: self._rolled,
            combat.NEAR_MISS: self._near_miss,
            combat.AGGRESSION: self._aggression,
            combat.AIR_LOSS: self._air_loss,
            combat.HEX_CONTAMINATED: self._contaminated,
            combat.RETREATED: self._retreated,
            combat.TAKEN: self._taken,
            special.PARTISANS_MET: self._partisans,
            special.SUPPLIED: self._supplied,
            special.RECONNOITRED: self._recon,
            special.REPLACED: self._replaced,
            special.CLEANED: self._cleaned,
        }

    def describe(self, event: Event, view: View) -> LogEntry:
        """A redacted event in words."""
        text, kind, rest = self._words[event.kind](event, view)
        places = tuple(self._viewer.label(place) for place in rest.get("places", ()))
        return LogEntry(
            text,
            self._book.id(event.clause),
            kind,
            tuple(place for place in places if place),
            tuple(filter(None, rest.get("subjects", ()))),
            rest.get("details", {}),
        )

    def _name(self, view: View, unit: int) -> str:
        """A unit of the viewer's own, or of either side for the umpire; else just an enemy."""
        side, number = divmod(unit, self._army)
        rows: Json = view.facts["units"][side]
        return f"{TITLES[rows[number]['kind']]} {number + 1}" if rows else "An enemy unit"

    def _subject(self, view: View, unit: int) -> str:
        side, number = divmod(unit, self._army)
        if view.facts["units"][side] is None:
            return ""
        return f"{number + 1}" if view.viewer == side else f"{'we'[side]}{number + 1}"

    def _at(self, place: int) -> str:
        return self._viewer.label(place) or "off the map"

    def _deployed(self, event: Event, view: View) -> tuple[str, str, Any]:
        unit, kind, place = event.arguments[:3]
        text = f"{TITLES[kind]} {unit % self._army + 1} is placed in {self._at(place)}."
        return text, "deploy", {"places": [place], "subjects": [self._subject(view, unit)]}

    def _withdrawn(self, event: Event, view: View) -> tuple[str, str, Any]:
        kind, place = event.arguments[:2]
        text = f"{TITLES[kind]} is taken back from {self._at(place)}."
        return text, "remove", {"places": [place]}

    def _ready(self, event: Event, view: View) -> tuple[str, str, Any]:
        return f"{self._viewer.side(event.arguments[0])} is ready.", "ready", {}

    def _begins(self, event: Event, view: View) -> tuple[str, str, Any]:
        side, chosen = event.arguments[:2]
        how = (
            " by choice of the players, which upsets the balance of the set-up"
            if chosen
            else ", as it was drawn"
        )
        return f"{self._viewer.side(side)} begins{how}.", "begin", {}

    def _turn(self, event: Event, view: View) -> tuple[str, str, Any]:
        number, side = event.arguments[:2]
        return f"Round {number}: the turn of {self._viewer.side(side)}.", "turn", {}

    def _seen(self, event: Event, view: View) -> tuple[str, str, Any]:
        number, place, _, kind, why = event.arguments
        what = "an unidentified enemy" if kind == NO_TYPE else f"enemy {TITLES[kind]}"
        text = f"Contact c{number}: {what} in {self._at(place)} ({_REASONS[why]})."
        return text, "seen", {"places": [place], "subjects": [f"c{number}"]}

    def _lost(self, event: Event, view: View) -> tuple[str, str, Any]:
        count = event.arguments[0]
        contacts = "One contact is" if count == 1 else f"{count} contacts are"
        return f"{contacts} lost.", "lost", {}

    def _moved(self, event: Event, view: View) -> tuple[str, str, Any]:
        unit, here, there, taught = event.arguments[:4]
        text = f"{self._name(view, unit)} moves to {self._at(there)}."
        rest = {"places": [here, there], "subjects": [self._subject(view, unit)]}
        return text, "move", rest | {"details": {"shown": bool(taught)}}

    def _blocked(self, event: Event, view: View) -> tuple[str, str, Any]:
        unit, here, there = event.arguments[:3]
        text = f"{self._name(view, unit)} finds {self._at(there)} held by an unseen enemy."
        return text, "blocked", {"places": [here, there], "subjects": [self._subject(view, unit)]}

    def _stopped(self, event: Event, view: View) -> tuple[str, str, Any]:
        unit, place = event.arguments[:2]
        text = f"{self._name(view, unit)} is halted in {self._at(place)} by a zone of control."
        return text, "halt", {"places": [place], "subjects": [self._subject(view, unit)]}

    def _immobile(self, event: Event, view: View) -> tuple[str, str, Any]:
        unit, success, place = event.arguments[:3]
        name = self._name(view, unit)
        text = f"{name} can move." if success else f"{name}: Immobile this turn."
        return text, "immobile", {"places": [place], "subjects": [self._subject(view, unit)]}

    def _step_lost(self, event: Event, view: View) -> tuple[str, str, Any]:
        unit, place, cause, attribute, left = event.arguments
        what = "strength" if attribute == movement.OF_STRENGTH else "range"
        text = (
            f"{self._name(view, unit)} in {self._at(place)} loses a step: {what} is {left} now "
            f"({CAUSE_NAMES[cause].lower()})."
        )
        return text, "loss", {"places": [place], "subjects": [self._subject(view, unit)]}

    def _eliminated(self, event: Event, view: View) -> tuple[str, str, Any]:
        unit, place, cause = event.arguments[:3]
        why = CAUSE_NAMES[cause].lower()
        text = f"{self._name(view, unit)} is eliminated in {self._at(place)} ({why})."
        return text, "eliminate", {"places": [place], "subjects": [self._subject(view, unit)]}

    def _losses(self, event: Event, view: View) -> tuple[str, str, Any]:
        side, kind, _, cause, dead = event.arguments
        fate = "is eliminated" if dead else "loses a step"
        text = f"{self._viewer.side(side)}: {TITLES[kind]} {fate} ({CAUSE_NAMES[cause].lower()})."
        return text, "loss", {}

    def _report(self, event: Event, view: View) -> tuple[str, str, Any]:
        kind, place, form, result, flags = event.arguments
        what = "no unit is there" if flags & combat.NO_UNIT else _RESULTS[result]
        second = ", second attempt" if flags & combat.SECOND else ""
        dug_in = ", dug in" if flags & combat.DUG_IN else ""
        side = self._viewer.side(int(bool(flags & combat.BY_SECOND_SIDE)))
        attacker = f"{side} {TITLES[kind]}"
        text = f"{FORM_NAMES[form]}{second}: {attacker} on {self._at(place)}{dug_in}: {what}."
        details = {"form": FORM_NAMES[form], "result": what, "dug in": bool(flags & combat.DUG_IN)}
        return text, "report", {"places": [place], "details": details}

    def _rolled(self, event: Event, view: View) -> tuple[str, str, Any]:
        face, needed, strength, defence, dug = event.arguments
        text = f"The die shows {face}; up to {needed} hits."
        details = {"die": face, "needed": needed, "attack": strength, "defence": defence}
        return text, "roll", {"details": details | {"dug in": bool(dug)}}

    def _near_miss(self, event: Event, view: View) -> tuple[str, str, Any]:
        unit, place = event.arguments[:2]
        text = f"{self._name(view, unit)} misses {self._at(place)} by one, and may press."
        return text, "roll", {"places": [place], "subjects": [self._subject(view, unit)]}

    def _aggression(self, event: Event, view: View) -> tuple[str, str, Any]:
        side = self._viewer.side(event.arguments[0])
        return f"{side} is the aggressor from now on.", "aggressor", {}

    def _partisans(self, event: Event, view: View) -> tuple[str, str, Any]:
        unit, success, groups = event.arguments[:3]
        what = f"contacts partisans ({groups} groups now)" if success else "finds no partisans"
        text = f"{self._name(view, unit)} {what}."
        return text, "contact", {"subjects": [self._subject(view, unit)]}

    def _supplied(self, event: Event, view: View) -> tuple[str, str, Any]:
        unit, support, attribute = event.arguments[:3]
        what = "strength" if attribute == movement.OF_STRENGTH else "range"
        text = f"{self._name(view, unit)} regains {what} from {self._name(view, support)}."
        subjects = [self._subject(view, unit), self._subject(view, support)]
        return text, "supply", {"subjects": subjects}

    def _recon(self, event: Event, view: View) -> tuple[str, str, Any]:
        unit, place, found = event.arguments[:3]
        what = "no new enemy" if not found else f"{found} new enem{'y' if found == 1 else 'ies'}"
        text = f"{self._name(view, unit)} flies to {self._at(place)} and sees {what}."
        return text, "recon", {"places": [place], "subjects": [self._subject(view, unit)]}

    def _air_loss(self, event: Event, view: View) -> tuple[str, str, Any]:
        unit, place, lost = event.arguments[:3]
        fate = "suffers from air defence" if lost else "returns without loss"
        text = f"{self._name(view, unit)} {fate}."
        return text, "air", {"places": [place], "subjects": [self._subject(view, unit)]}

    def _contaminated(self, event: Event, view: View) -> tuple[str, str, Any]:
        place = event.arguments[0]
        return f"{self._at(place)} is contaminated.", "contaminated", {"places": [place]}

    def _replaced(self, event: Event, view: View) -> tuple[str, str, Any]:
        unit, success, attribute = event.arguments[:3]
        what = "strength" if attribute == movement.OF_STRENGTH else "range"
        fate = f"receives replacements: {what} +1" if success else "receives no replacements"
        text = f"{self._name(view, unit)} {fate}."
        return text, "replacement", {"subjects": [self._subject(view, unit)]}

    def _cleaned(self, event: Event, view: View) -> tuple[str, str, Any]:
        place = event.arguments[0]
        return f"{self._at(place)} is decontaminated.", "decon", {"places": [place]}

    def _uprising(self, event: Event, view: View) -> tuple[str, str, Any]:
        place = event.arguments[0]
        return f"Partisans rise around {self._at(place)}.", "partisans", {"places": [place]}

    def _frozen(self, event: Event, view: View) -> tuple[str, str, Any]:
        unit, place = event.arguments[:2]
        text = f"{self._name(view, unit)} fights partisans and does nothing else this turn."
        return text, "frozen", {"places": [place], "subjects": [self._subject(view, unit)]}

    def _sector(self, event: Event, view: View) -> tuple[str, str, Any]:
        sector, control, sure = event.arguments[:3]
        who = "nobody" if control == NOBODY else self._viewer.side(control)
        how = "" if sure else ", as far as you know"
        return f"The sector {SECTOR_NAMES[sector]} is held by {who}{how}.", "sector", {}

    def _control(self, event: Event, view: View) -> tuple[str, str, Any]:
        sector, side = event.arguments[:2]
        text = f"{self._viewer.side(side)} takes the sector {SECTOR_NAMES[sector]}."
        return text, "sector", {}

    def _retreated(self, event: Event, view: View) -> tuple[str, str, Any]:
        here, there = event.arguments[:2]
        if here == there:
            return f"The unit in {self._at(here)} stands fast.", "retreat", {"places": [here]}
        text = f"The unit in {self._at(here)} is forced back to {self._at(there)}."
        return text, "retreat", {"places": [here, there]}

    def _taken(self, event: Event, view: View) -> tuple[str, str, Any]:
        unit, place = event.arguments[:2]
        text = f"{self._name(view, unit)} follows into {self._at(place)}."
        return text, "advance", {"places": [place], "subjects": [self._subject(view, unit)]}

    def _ends(self, event: Event, view: View) -> tuple[str, str, Any]:
        winner, reason = event.arguments[:2]
        why = self._viewer.reason(winner, reason)
        who = "Nobody wins" if winner == NOBODY else f"{self._viewer.side(winner)} wins"
        return f"The game is over. {who}: {why}.", "end", {}
