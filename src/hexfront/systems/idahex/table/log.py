"""Events in words, and what each side may know of them (IDX-4, IDX-8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from hexfront.core.contract import UMPIRE, LogEntry, View, is_for
from hexfront.core.events import Event
from hexfront.core.plurals import counted
from hexfront.core.rulebook import Rulebook
from hexfront.systems.idahex.knowledge.view import CLASSES
from hexfront.systems.idahex.rules import air, clock
from hexfront.systems.idahex.rules.combat import engagements
from hexfront.systems.idahex.rules.command import missions
from hexfront.systems.idahex.rules.command.execution import endless
from hexfront.systems.idahex.rules.maneuver import contact, forces, occupation, pursuit, tactics
from hexfront.systems.idahex.rules.supply import sharing, supplies, transfers
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import FRAME, T_INIT
from hexfront.systems.idahex.scenario.setting import Setting

_FORCES: Final = {
    occupation.STATUS: 4,
    forces.ACCOMPLISHED: 0,
    forces.DISCARDED: 0,
    forces.STUCK: 0,
    missions.CANCELLED: 0,
    clock.JAMMED: 0,
    supplies.RAN_OUT: 1,
    transfers.DELIVERED: 1,
    transfers.NOBODY_TAKES: 1,
}
"""Which argument is the row of a task force; players do not know rows."""
_ROWS: Final = {transfers.DELIVERED: 2, transfers.NOBODY_TAKES: 2}
"""Which argument is the row of a delivery order."""
_STOPS: Final = {
    contact.ENGAGEMENT_BEGUN,
    contact.ENDED,
    clock.BEATEN,
    engagements.WIPED_OUT,
    air.NO_ENGAGEMENT,
    air.NO_TARGET,
}
"""What concerns both sides so much that one who lets time run wants to stop."""
_STOPS_OF_OWN: Final = {
    occupation.DIVERTED,
    forces.ACCOMPLISHED,
    forces.STUCK,
    tactics.ELIMINATED,
    tactics.REFUSED,
    supplies.RAN_OUT,
}
"""What concerns the side of the unit so much."""
_MOVES: Final = ("The feba is thrown back.", "The feba stands.", "The feba advances.")


def redacted(setting: Setting, event: Event, viewer: int) -> Event | None:
    """What a viewer may know of an event; None for nothing."""
    if viewer == UMPIRE:
        return event
    if not is_for(event, viewer):
        return None
    arguments = list(event.arguments)
    if event.kind == occupation.STATUS:
        unit, _, posture, *_ = arguments
        own = setting.design.forces.side[setting.units[unit].kind] == viewer
        if s.GONE < posture < 10 and not own:
            return None  # A reinforcement of the enemy does not exist yet (IDX-2.2.1).
    for hidden in (_FORCES, _ROWS):
        if event.kind in hidden:
            arguments[hidden[event.kind]] = s.NONE
    return event._replace(arguments=tuple(arguments))


class Words(NamedTuple):
    """A telling before its clause is known."""

    text: str
    kind: str
    places: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    details: dict[str, Any] = {}  # noqa: RUF012  (never changed)


class LogWriter:
    """Words for the events of one war."""

    def __init__(self, setting: Setting, book: Rulebook) -> None:
        self._setting, self._book = setting, book
        self._words: Final[dict[int, Callable[..., Words]]] = {
            occupation.STATUS: self._status,
            contact.ENGAGEMENT_BEGUN: self._begun,
            contact.JOINED: self._joined,
            contact.ENDED: self._ended,
            contact.LEFT: self._left,
            occupation.OWNED: self._owned,
            occupation.DIVERTED: self._diverted,
            tactics.OCCUPIED: self._occupied,
            forces.ACCOMPLISHED: self._accomplished,
            forces.DISCARDED: self._discarded,
            forces.STUCK: self._stuck,
            tactics.ELIMINATED: self._eliminated,
            tactics.REFUSED: self._refused,
            pursuit.PURSUES: self._pursues,
            tactics.COUNTERATTACKED: self._counterattacked,
            tactics.RELOCATED: self._relocated,
            tactics.DEACTIVATED: self._deactivated,
            missions.CANCELLED: self._cancelled,
            engagements.FOUGHT: self._fought,
            engagements.WIPED_OUT: self._wiped_out,
            sharing.TRANSFERRED: self._transferred,
            sharing.POOLED: self._pooled,
            transfers.DELIVERED: self._delivered,
            transfers.NOBODY_TAKES: self._nobody_takes,
            air.STRIKE: self._strike,
            air.NO_ENGAGEMENT: self._no_engagement,
            air.NO_TARGET: self._no_target,
            air.UNIT_STRUCK: self._struck,
            air.LOST_TO_AIR: self._lost_to_air,
            supplies.RAN_OUT: self._ran_out,
            clock.BEATEN: self._beaten,
            clock.MAP_CHANGED: self._map_changed,
            clock.JAMMED: self._jammed,
            clock.GOES_ON: self._goes_on,
        }

    def describe(self, event: Event, view: View) -> LogEntry:
        """A redacted event in words."""
        words = self._words[event.kind](*event.arguments, view=view)
        return LogEntry(
            words.text,
            self._book.id(event.clause),
            words.kind,
            tuple(str(place) for place in words.places if place > 0),
            tuple(str(self._setting.units[u].number) for u in words.units if u >= 0),
            words.details,
            self._stops(event, words.units, view.viewer),
        )

    def _stops(self, event: Event, units: tuple[int, ...], viewer: int) -> bool:
        """Whether one who lets time run wants to stop here."""
        if event.kind in _STOPS:
            return True
        own = viewer < 0 or any(u >= 0 and self._side_of(u) == viewer for u in units)
        gone = event.kind == occupation.STATUS and event.arguments[2] == s.GONE
        # A task force that ran out of supplies is told without its units, to its side alone.
        nameless = all(unit < 0 for unit in units)
        return (event.kind in _STOPS_OF_OWN or gone) and (own or nameless)

    def _unit(self, row: int) -> str:
        unit = self._setting.units[row]
        return f"{unit.number} {unit.name}"

    def _side(self, side: int) -> str:
        return self._setting.names.sides[side]

    def _side_of(self, row: int) -> int:
        return int(self._setting.design.forces.side[self._setting.units[row].kind])

    def _resource(self, side: int, resource: int) -> str:
        return self._setting.names.resources[side][resource]

    def _status(self, unit: int, place: int, posture: int, to: int, *_: int, view: View) -> Words:
        group = posture // 10
        if posture == s.GONE:
            return Words(f"{self._unit(unit)} is destroyed in {place}.", "end", (place,), (unit,))
        towards = f" towards {to}" if to != place and group > 1 else ""
        text = f"{self._unit(unit)} in {place}: {CLASSES[group]}{towards} (posture {posture})."
        return Words(text, "status", (place, to), (unit,))

    def _begun(self, place: int, side: int, *_: int, view: View) -> Words:
        return Words(f"{self._side(side)} attacks {place}.", "battle", (place,))

    def _joined(self, unit: int, place: int, attacks: int, *_: int, view: View) -> Words:
        role = "attackers" if attacks else "defenders"
        text = f"{self._unit(unit)} joins the {role} of {place}."
        return Words(text, "battle", (place,), (unit,))

    def _ended(self, place: int, side: int, *_: int, view: View) -> Words:
        return Words(f"The attack of {self._side(side)} on {place} is over.", "battle", (place,))

    def _left(self, unit: int, place: int, *_: int, view: View) -> Words:
        text = f"{self._unit(unit)} leaves the engagement in {place}."
        return Words(text, "battle", (place,), (unit,))

    def _owned(self, place: int, side: int, *_: int, view: View) -> Words:
        return Words(f"{self._side(side)} owns {place} now.", "owner", (place,))

    def _diverted(self, unit: int, place: int, posture: int, *_: int, view: View) -> Words:
        text = f"{self._unit(unit)} breaks off and wants to take posture {posture} in {place}."
        return Words(text, "diverted", (place,), (unit,))

    def _occupied(self, unit: int, place: int, origin: int, *_: int, view: View) -> Words:
        text = f"{self._unit(unit)} enters {place} from {origin}."
        return Words(text, "move", (origin, place), (unit,))

    def _accomplished(self, _: int, unit: int, place: int, *__: int, view: View) -> Words:
        text = f"{self._unit(unit)} has accomplished its mission in {place}."
        return Words(text, "mission", (place,), (unit,))

    def _discarded(self, _: int, unit: int, aim: int, wanted: int, *__: int, view: View) -> Words:
        text = f"{self._unit(unit)} drops the order for posture {wanted} in {aim}."
        return Words(text, "mission", (aim,), (unit,))

    def _stuck(self, _: int, unit: int, reason: int, *__: int, view: View) -> Words:
        why = endless(reason)[1]
        text = f"{self._unit(unit)} waits without end: {why[0].lower()}{why[1:]}"
        return Words(text, "stuck", (), (unit,))

    def _eliminated(self, unit: int, place: int, *_: int, view: View) -> Words:
        return Words(f"{self._unit(unit)} is eliminated in {place}.", "end", (place,), (unit,))

    def _refused(self, unit: int, place: int, *_: int, view: View) -> Words:
        text = f"{self._unit(unit)} cannot become active in {place}: the enemy is there or owns it."
        return Words(text, "stuck", (place,), (unit,))

    def _pursues(self, unit: int, ahead: int, place: int, *_: int, view: View) -> Words:
        text = f"{self._unit(unit)} follows {self._unit(ahead)} out of {place}, not before it."
        return Words(text, "pursuit", (place,), (unit, ahead))

    def _counterattacked(
        self, unit: int, place: int, there: int, wins: int, *_: int, view: View
    ) -> Words:
        fate = "breaks the attack from" if wins else "is too weak against the attack from"
        text = f"{self._unit(unit)} in {place} {fate} {there}."
        return Words(text, "battle", (place, there), (unit,))

    def _relocated(self, unit: int, place: int, *_: int, view: View) -> Words:
        text = f"{self._unit(unit)}, inactive, is moved to {place}."
        return Words(text, "designer", (place,), (unit,))

    def _deactivated(self, unit: int, place: int, *_: int, view: View) -> Words:
        return Words(f"{self._unit(unit)} becomes inactive.", "designer", (place,), (unit,))

    def _cancelled(self, _: int, unit: int, place: int, *__: int, view: View) -> Words:
        text = f"The mission of {self._unit(unit)} is cancelled."
        return Words(text, "mission", (place,), (unit,))

    def _fought(
        self, row: int, place: int, attack: int, defence: int, moves: int, view: View
    ) -> Words:
        fight = next((f for f in view.facts["engagements"] if f["cell"] == place), None)
        text = f"Combat in {place}. {_MOVES[moves + 1]}"
        details: dict[str, Any] = {"attackers' posture": attack, "defenders' posture": defence}
        if fight is not None:
            figures = fight["figures"]
            ratio = figures["ratio"]
            if ratio is not None:
                text = f"{text} Force ratio {ratio:.3g}."
                details["force ratio"] = ratio
            details["feba"] = figures["feba"]
        return Words(text, "combat", (place,), (), details)

    def _wiped_out(self, row: int, place: int, loser: int, *_: int, view: View) -> Words:
        text = f"{self._side(loser)} cannot hurt the enemy in {place} and loses everything there."
        return Words(text, "combat", (place,))

    def _transferred(
        self, place: int, giver: int, resource: int, moved: int, taker: int, view: View
    ) -> Words:
        what = self._resource(self._side_of(giver), resource)
        return Words(f"{moved / 1000:g} {what} change hands in {place}.", "transfer", (place,))

    def _pooled(self, place: int, unit: int, count: int, *_: int, view: View) -> Words:
        text = f"{count} units in {place} pool what they have and share it out."
        return Words(text, "transfer", (place,), (unit,))

    def _delivered(self, place: int, _: int, __: int, takers: int, *___: int, view: View) -> Words:
        text = f"A delivery is made in {place} to {counted(takers, 'unit')}."
        return Words(text, "transfer", (place,))

    def _nobody_takes(self, place: int, *_: int, view: View) -> Words:
        return Words(f"A delivery finds nobody in {place}.", "transfer", (place,))

    def _strike(self, place: int, close: int, group: int, *_: int, view: View) -> Words:
        what = "close air support" if close else f"interdiction of {CLASSES[group]} units"
        return Words(f"Air strike on {place}: {what}.", "air", (place,))

    def _no_engagement(self, place: int, *_: int, view: View) -> Words:
        return Words(f"No strike on {place}: there is no engagement to support.", "air", (place,))

    def _no_target(self, place: int, *_: int, view: View) -> Words:
        return Words(f"No strike on {place}: no enemy is there.", "air", (place,))

    def _struck(self, unit: int, place: int, *_: int, view: View) -> Words:
        text = f"{self._unit(unit)} in {place} is struck from the air."
        return Words(text, "air", (place,), (unit,))

    def _lost_to_air(self, place: int, resource: int, lost: int, *_: int, view: View) -> Words:
        side = view.viewer if view.viewer >= 0 else 0
        what = self._resource(side, resource)
        return Words(f"{lost / 1000:g} {what} are lost to air strikes in {place}.", "air", (place,))

    def _ran_out(self, unit: int, _: int, resource: int, *__: int, view: View) -> Words:
        side = view.viewer if view.viewer >= 0 else 0
        who = self._unit(unit) if unit >= 0 else "A task force"
        text = f"{who} has run out of {self._resource(side, resource)}."
        return Words(text, "supplies", (), (unit,))

    def _beaten(self, place: int, refuge: int, attacker: int, *_: int, view: View) -> Words:
        fate = f"retreat to {refuge}" if refuge else "have nowhere to go"
        text = f"The defenders of {place} are beaten and {fate}."
        return Words(text, "combat", (place, refuge))

    def _map_changed(self, _: int, of: int, basic: int, then: int, *__: int, view: View) -> Words:
        known = self._setting.names
        names = (known.environments, known.routes, known.barriers)[of]
        what = names[basic - 1][:1].upper() + names[basic - 1][1:]
        if then == basic:
            return Words(f"{what}: as drawn again from now on.", "map")
        now = f"like {names[then - 1]}" if then > 0 else "no more there"
        return Words(f"{what}: {now} from now on.", "map")

    def _goes_on(self, frames: int, *_: int, view: View) -> Words:
        clock = self._setting.design.area.clock
        time = clock[T_INIT] + frames * clock[FRAME]
        return Words(f"{self._setting.names.time.capitalize()} {time:g}.", "time")

    def _jammed(self, _: int, unit: int, *__: int, view: View) -> Words:
        text = f"Changes of status around {self._unit(unit)} hang on each other and are put off."
        return Words(text, "stuck", (), (unit,))
