"""Events in words, and what each side may know of them (IDX-4, IDX-8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar, Final

from hexfront.core.battles import BattlePart
from hexfront.core.contract import UMPIRE, LogEntry, View, is_for
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import Event
from hexfront.core.table import log
from hexfront.core.table.plurals import counted
from hexfront.systems.idahex.knowledge.view import CLASSES
from hexfront.systems.idahex.rules import air, clock
from hexfront.systems.idahex.rules.combat import engagements
from hexfront.systems.idahex.rules.command.refusals import endless
from hexfront.systems.idahex.rules.maneuver import contact, forces, occupation, tactics
from hexfront.systems.idahex.rules.supply import allotment, supplies, transfers
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import FRAME, T_INIT
from hexfront.systems.idahex.scenario.setting import Setting
from hexfront.systems.idahex.table.digest import digest

_STOPS: Final = (
    contact.EngagementBegun,
    contact.EngagementEnded,
    clock.DefendersBeaten,
    engagements.WipedOut,
    air.NothingToSupport,
    air.NoTarget,
)
"""What concerns both sides so much that one who lets time run wants to stop."""
_STOPS_OF_OWN: Final = (
    occupation.StatusChanged,
    occupation.Diverted,
    forces.MissionAccomplished,
    forces.WaitsForever,
    tactics.Eliminated,
    tactics.ActivationRefused,
    supplies.SuppliesRanOut,
)
"""What concerns the side of the unit so much."""
_ALIKE: Final = (
    air.AirStrike,
    allotment.Transferred,
    clock.DefendersBeaten,
    clock.MapChanged,
    contact.EngagementBegun,
    contact.EngagementEnded,
    contact.EngagementJoined,
    tactics.Counterattacked,
    transfers.Delivered,
)
"""What has a method for its words that reads nothing of who is told."""
KEPT: Final = 256
"""Events, and entries on them, that are kept until all who are told the same have been."""
_MOVES: Final = ("The feba is thrown back.", "The feba stands.", "The feba advances.")


_ROWS: Final = frozenset({"force", "order"})
"""Rows of task forces and delivery orders, which players do not know."""


def redacted(setting: Setting, event: Event, viewer: int) -> Event | None:
    """What a viewer may know of an event; None for nothing."""
    if viewer == UMPIRE:
        return event
    if not is_for(event, viewer):
        return None
    what = event.what
    if isinstance(what, occupation.StatusChanged) and s.GONE < what.posture < 10:
        own = setting.design.forces.side[setting.units[what.unit].kind] == viewer
        if not own:
            return None  # A reinforcement of the enemy does not exist yet (IDX-2.2.1).
    return _without_rows(event)


@lru_cache(KEPT)
def _without_rows(event: Event) -> Event:
    """An event as players are told of it, most often several of them one after another."""
    rows = _ROWS & {*event.what._fields}
    if not rows:
        return event
    return event._replace(what=event.what._replace(**dict.fromkeys(rows, s.NONE)))


_EFFECTS: Final = (
    contact.EngagementLeft,
    engagements.WipedOut,
    tactics.Eliminated,
    tactics.Counterattacked,
)
"""What belongs to the battle of its place, and needs no more words there."""


class LogWriter(log.LogWriter):
    """Words for the events of one war."""

    topics: ClassVar[Mapping[str, str]] = {
        "battles": "battle combat end",
        "air": "air",
        "supply": "supplies transfer",
        "moves": "move status pursuit designer",
        "ground": "owner map",
        "missions": "mission stuck diverted",
    }
    headings = "time"
    major = "battle owner end supplies stuck"
    minor = "transfer pursuit designer"

    def __init__(self, setting: Setting) -> None:
        super().__init__({"side": setting.names.sides})
        self._setting = setting
        self._same: dict[tuple[Any, ...], LogEntry] = {}
        """Entries that are the same for all who are told of them, by what they tell."""

    def name(self, field: str, value: int, view: View) -> str:
        """The names of units and sides; cells, postures and numbers as they are."""
        return self._unit(value) if field in ("unit", "ahead") else super().name(field, value, view)

    def label(self, field: str, value: int, view: View) -> str:
        """The numbers of units and cells; empty for none."""
        if field in ("unit", "ahead"):
            return str(self._setting.units[value].number) if value >= 0 else ""
        return str(value) if value > 0 else ""

    def describe(self, event: Event, view: View) -> LogEntry:
        """A redacted event in words, and whether one who lets time run wants to stop."""
        what, kind = event.what, type(event.what)
        if kind is occupation.StatusChanged and what.posture != s.GONE:
            # Most of a log; rows of task forces are not told.
            key: tuple[Any, ...] = what.unit, what.place, what.posture, what.objective, what.clause
        elif kind not in _STOPS_OF_OWN and (kind not in self.methods or kind in _ALIKE):
            key = event
        else:
            return self._described(event, view)
        if key not in self._same:
            if len(self._same) >= KEPT:
                self._same.clear()
            self._same[key] = self._described(event, view)
        return self._same[key]

    def _described(self, event: Event, view: View) -> LogEntry:
        entry = super().describe(event, view)
        if isinstance(event.what, occupation.StatusChanged) and event.what.posture != s.GONE:
            return entry  # No part of a battle, and nobody stops for it.
        if isinstance(event.what, _EFFECTS):
            entry = replace(entry, battle={"key": str(event.what.place)})
        return replace(entry, stops=True) if self._stops(event.what, view.viewer) else entry

    def side_of(self, field: str, value: int, view: View) -> int | None:
        """The side of a unit."""
        return self._side_of(value) if field == "unit" and value >= 0 else None

    def _stops(self, what: Any, viewer: int) -> bool:
        if isinstance(what, _STOPS):
            return True
        if not isinstance(what, _STOPS_OF_OWN):
            return False
        # A task force that ran out of supplies is told without its units, to its side alone.
        return viewer < 0 or what.unit < 0 or self._side_of(what.unit) == viewer

    def _unit(self, row: int) -> str:
        unit = self._setting.units[row]
        return f"{unit.number} {unit.name}"

    def _side_of(self, row: int) -> int:
        return int(self._setting.design.forces.side[self._setting.units[row].kind])

    def _resource(self, side: int, resource: int) -> str:
        return self._setting.names.resources[side][resource]

    def _status(self, event: Event, view: View) -> LogEntry:
        status: occupation.StatusChanged = event.what
        unit, place, posture = self._unit(status.unit), status.place, status.posture
        if posture == s.GONE:
            text, places = f"{unit} is destroyed in {place}.", [self.label("place", place, view)]
            entry = self.entry(event, view, text, places=filter(None, places), weight=1)
            return replace(entry, kind="end", topic="battles", battle={"key": str(place)})
        group, to = posture // 10, status.objective
        towards = f" towards {to}" if to != place and group > 1 else ""
        text = f"{unit} in {place}: {CLASSES[group]}{towards} (posture {posture})."
        return self.entry(event, view, text, weight=-1)

    def _begun(self, event: Event, view: View) -> LogEntry:
        begun: contact.EngagementBegun = event.what
        part: BattlePart = {
            "key": str(begun.place),
            "begins": True,
            "sides": [begun.side, 1 - begun.side],
            "place": str(begun.place),
        }
        return self.entry(event, view, battle=part)

    def _ended(self, event: Event, view: View) -> LogEntry:
        ended: contact.EngagementEnded = event.what
        return self.entry(event, view, battle={"key": str(ended.place), "ends": True})

    def _joined(self, event: Event, view: View) -> LogEntry:
        joined: contact.EngagementJoined = event.what
        role = "attackers" if joined.attacks else "defenders"
        text = f"{self._unit(joined.unit)} joins the {role} of {joined.place}."
        part: BattlePart = {"key": str(joined.place)}
        who = [self._unit(joined.unit)]
        if joined.attacks:
            part["attackers"] = who
        else:
            part["defenders"] = who
        return self.entry(event, view, text, battle=part, weight=0)

    def _stuck(self, event: Event, view: View) -> LogEntry:
        stuck: forces.WaitsForever = event.what
        why = endless(stuck.reason)[1]
        text = f"{self._unit(stuck.unit)} waits without end: {why[0].lower()}{why[1:]}"
        return self.entry(event, view, text)

    def _counterattacked(self, event: Event, view: View) -> LogEntry:
        what: tactics.Counterattacked = event.what
        fate = "breaks the attack from" if what.wins else "is too weak against the attack from"
        text = f"{self._unit(what.unit)} in {what.place} {fate} {what.there}."
        return self.entry(event, view, text)

    def _fought(self, event: Event, view: View) -> LogEntry:
        combat: engagements.CombatFought = event.what
        place = combat.place
        fight = next((f for f in view.facts["engagements"] if f["cell"] == place), None)
        text = f"Combat in {place}. {_MOVES[combat.moves + 1]}"
        details: dict[str, Any] = {
            "attackers' posture": combat.attack,
            "defenders' posture": combat.defence,
        }
        if fight is not None:
            figures = fight["figures"]
            ratio = figures["ratio"]
            if ratio is not None:
                text = f"{text} Force ratio {ratio:.3g}."
                details["force ratio"] = ratio
            details["feba"] = figures["feba"]
        return self.entry(event, view, text, details=details, battle=_combat_part(combat, fight))

    def _transferred(self, event: Event, view: View) -> LogEntry:
        moved: allotment.Transferred = event.what
        what = self._resource(self._side_of(moved.giver), moved.resource)
        text = f"{moved.thousandths / 1000:g} {what} change hands in {moved.place}."
        return self.entry(event, view, text)

    def _delivered(self, event: Event, view: View) -> LogEntry:
        what: transfers.Delivered = event.what
        text = f"A delivery is made in {what.place} to {counted(what.takers, 'unit')}."
        return self.entry(event, view, text)

    def _strike(self, event: Event, view: View) -> LogEntry:
        strike: air.AirStrike = event.what
        interdiction = f"interdiction of {CLASSES[strike.group]} units"
        what = "close air support" if strike.close else interdiction
        return self.entry(event, view, f"Air strike on {strike.place}: {what}.")

    def _lost_to_air(self, event: Event, view: View) -> LogEntry:
        lost: air.LostToAir = event.what
        what = self._resource(max(view.viewer, 0), lost.resource)
        text = f"{lost.thousandths / 1000:g} {what} are lost to air strikes in {lost.place}."
        return self.entry(event, view, text)

    def _ran_out(self, event: Event, view: View) -> LogEntry:
        what: supplies.SuppliesRanOut = event.what
        who = self._unit(what.unit) if what.unit >= 0 else "A task force"
        resource = self._resource(max(view.viewer, 0), what.resource)
        return self.entry(event, view, f"{who} has run out of {resource}.")

    def _beaten(self, event: Event, view: View) -> LogEntry:
        beaten: clock.DefendersBeaten = event.what
        fate = f"retreat to {beaten.refuge}" if beaten.refuge else "have nowhere to go"
        return self.entry(
            event,
            view,
            f"The defenders of {beaten.place} are beaten and {fate}.",
            battle={"key": str(beaten.place), "result": f"the defenders {fate}"},
            weight=1,
        )

    def _map_changed(self, event: Event, view: View) -> LogEntry:
        change: clock.MapChanged = event.what
        known = self._setting.names
        names = (known.environments, known.routes, known.barriers)[change.of]
        what, then = names[change.basic - 1], change.then
        now = "as drawn again"
        if then != change.basic:
            now = f"like {names[then - 1]}" if then > 0 else "no more there"
        return self.entry(event, view, f"{what}: {now} from now on.")

    def _time(self, event: Event, view: View) -> LogEntry:
        clock = self._setting.design.area.clock
        time = clock[T_INIT] + event.what.frames * clock[FRAME]
        text = f"{self._setting.names.time.capitalize()} {time:g}."
        entry = self.entry(event, view, text)
        # The views of a study have no more than events need, and nobody reads a report there.
        if "owner" not in view.facts:
            return entry
        return replace(entry, digest=digest(self._setting, view))

    methods: ClassVar[Mapping[type[Any], log.Describe]] = {
        occupation.StatusChanged: _status,
        contact.EngagementBegun: _begun,
        contact.EngagementEnded: _ended,
        contact.EngagementJoined: _joined,
        forces.WaitsForever: _stuck,
        tactics.Counterattacked: _counterattacked,
        engagements.CombatFought: _fought,
        allotment.Transferred: _transferred,
        transfers.Delivered: _delivered,
        air.AirStrike: _strike,
        air.LostToAir: _lost_to_air,
        supplies.SuppliesRanOut: _ran_out,
        clock.DefendersBeaten: _beaten,
        clock.MapChanged: _map_changed,
        clock.TimePassed: _time,
    }


def _combat_part(combat: engagements.CombatFought, fight: Json) -> BattlePart:
    """A frame of combat on the card: the latest figures take the place of those before."""
    part: BattlePart = {"key": str(combat.place), "result": _MOVES[combat.moves + 1].rstrip(".")}
    if fight is not None:
        figures = fight["figures"]
        part["terms"] = [
            {"caption": "FEBA", "value": f"{figures['feba']:.3g}", "clause": "IDX-5.2"}
        ]
        if figures["ratio"] is not None:
            ratio = f"{figures['ratio']:.3g}"
            part["terms"].insert(
                0, {"caption": "Force ratio", "value": ratio, "clause": "IDX-5.1.3"}
            )
    return part
