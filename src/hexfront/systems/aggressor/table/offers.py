"""The orders open to a viewer, as the screen shows them; computed from the view alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from hexfront.blocks import Int, direct
from hexfront.core.contract import Aim, Offer, OrderStyle, View
from hexfront.core.dice import dice_from_secret
from hexfront.core.documents.strictjson import Json
from hexfront.core.table.plurals import counted
from hexfront.systems.aggressor.knowledge.determinization import determinize
from hexfront.systems.aggressor.knowledge.odds import ATTACK_OR_AMBUSH, Odds
from hexfront.systems.aggressor.knowledge.reach import Reach
from hexfront.systems.aggressor.knowledge.view import TITLES, Viewer
from hexfront.systems.aggressor.rules.choices import list_choices, list_set_up
from hexfront.systems.aggressor.rules.combat import form_of_attack
from hexfront.systems.aggressor.rules.observation import distance
from hexfront.systems.aggressor.rules.orders import (
    DONE,
    FIRST_TARGET,
    PRESS_ON,
    REPLACE,
    RISE,
    SEEK_PARTISANS,
    unit_code,
)
from hexfront.systems.aggressor.rules.planes import has
from hexfront.systems.aggressor.rules.special import contact_chance, replacement_chance
from hexfront.systems.aggressor.scenario import state as s
from hexfront.systems.aggressor.scenario.loader import AggressorScenario
from hexfront.systems.aggressor.scenario.state import (
    AggressorState,
    Phase,
    Setting,
)
from hexfront.systems.aggressor.table.deployment import ArmySetup

KEYS: Final = ("3", "5", "6", "4", "2", "1")
"""The key of each direction, north first and clockwise (AGR-44)."""
SPECIAL_KEY: Final = "7"
END_KEY: Final = "0"
ATTACKS: Final = ("attack", "strike", "fire", "launch")
WARNING: Final = "This makes {side} the aggressor for the rest of the game (AGR-49)."


class Lister:
    """Lists the choices of a state in a buffer that is kept."""

    _list = direct(list_choices)
    _list_set_up = direct(list_set_up)

    def __init__(self, setting: Setting, codes: Int) -> None:
        self.setting, self._codes = setting, codes

    def codes(self, state: AggressorState, side: int) -> Int:
        """Every order the side may give now, ascending; overwritten by the next call."""
        # The set-up has an entry of its own, which is compiled in a moment.
        kernel = self._list_set_up if state.game.phase == Phase.SET_UP else self._list
        return self._codes[: kernel(self.setting.ground, state, side, self._codes)]

    def choices(self, state: AggressorState, side: int) -> list[int]:
        """Every order the side may give now, ascending."""
        codes: list[int] = self.codes(state, side).tolist()
        return codes


STYLES: Final = (
    OrderStyle("ready", main=True),
    OrderStyle("end", main=True),
    OrderStyle("hold", main=True),
    OrderStyle("move", "move"),
    OrderStyle("attack", "fight", "crosshair"),
)


class Offers:
    """Makes the offers of one scenario."""

    styles = STYLES

    def __init__(
        self,
        scenario: AggressorScenario,
        setting: Setting,
        viewer: Viewer,
        lister: Lister,
        reach: Reach,
    ) -> None:
        self._setting, self._viewer = setting, viewer
        self._lister, self._reach = lister, reach
        self._ground = setting.ground
        self._hexes = setting.ground.rules.hexes
        self._army = setting.ground.rules.army
        self._odds = Odds(setting.ground)
        self._army_setup = ArmySetup(scenario, setting)

    def offers(self, view: View) -> list[Offer]:
        """Every order of the viewer."""
        if view.viewer < 0 or (not view.must_act and view.facts["phase"] != Phase.SET_UP):
            return []
        # Choices never depend on what is hidden, so any dice will do.
        state = determinize(self._setting, view.facts, view.viewer, dice_from_secret(bytes(32)))
        codes = self._lister.codes(state, view.viewer)
        if view.facts["phase"] == Phase.SET_UP:
            return list(self._army_setup.offers(view, codes.tolist()))
        units = [self._warned(state, view.viewer, o) for o in self._units(view, state, codes)]
        found = [*units, *self._plain(view, self._left(state, view.viewer, units))]
        return [*found, *self._marches(view, found)]

    def tries(self, view: View) -> dict[str, list[int]]:
        """A step to every neighbour without an own unit, in the side's own turn."""
        if not view.must_act or view.facts["phase"] != Phase.ACTION:
            return {}
        table, numbers = self._ground.hexes, self._setting.index_of
        own = {c.id: numbers[c.place] for c in view.counters if c.side == view.viewer and c.place}
        found = {}
        for unit, here in own.items():
            around = table.neighbour[here].tolist()
            steps = {d: there for d, there in enumerate(around) if there != self._hexes}
            free = {d for d, there in steps.items() if there not in own.values()}
            found[unit] = [
                int(unit_code(self._hexes, int(unit) - 1, direction))
                for direction in sorted(free or steps)
            ]
        return found

    def _left(self, state: AggressorState, side: int, units: Sequence[Offer]) -> tuple[str, ...]:
        """The units that could act and have done nothing in this turn."""
        able, first = dict.fromkeys(offer.subject for offer in units), side * self._army - 1
        moved, acted = state.units.moved, state.units.acted
        return tuple(u for u in able if moved[first + int(u)] + acted[first + int(u)] == 0)

    def _warned(self, state: AggressorState, side: int, offer: Offer) -> Offer:
        """An offer that makes its side the aggressor says so, wherever it points (AGR-49)."""
        if state.game.aggressor != s.NOBODY or offer.kind not in ATTACKS:
            return offer
        homes, numbers = self._ground.hexes.home, self._setting.index_of
        if offer.aim is None:
            if homes[numbers[offer.place]] != 1 - side:
                return offer
        else:
            places = offer.aim.places or self._setting.labels
            across = tuple(place for place in places if homes[numbers[place]] == 1 - side)
            if not across:
                return offer
            offer = replace(offer, aim=replace(offer.aim, confirmed=across))
        return replace(offer, confirm=WARNING.format(side=self._viewer.side(side)))

    def _marches(self, view: View, found: list[Offer]) -> Iterator[Offer]:
        """Moves of several steps, each step an order of its own (AGR-9)."""
        movers = {offer.subject for offer in found if offer.kind == "move"}
        field = self._reach.field(view)
        for piece in field.pieces:
            if not piece.own or piece.id not in movers or piece.range == 0:
                continue
            number, labels = int(piece.id) - 1, self._setting.labels
            for there, way in self._reach.ways(field, piece, piece.moved).items():
                if len(way.path) > 1:
                    path = tuple(labels[place] for place in (piece.place, *way.path))
                    yield Offer(
                        tuple(int(unit_code(self._hexes, number, d)) for d in way.directions),
                        "move",
                        f"{TITLES[piece.kind]} moves to {labels[there]}",
                        "AGR-9",
                        piece.id,
                        labels[there],
                        path,
                        float(way.moved),
                    )

    def _plain(self, view: View, left: tuple[str, ...]) -> Iterator[Offer]:
        """Orders that concern no unit."""
        phase = view.facts["phase"]
        if phase == Phase.PARTISANS:
            yield Offer((RISE,), "partisans", "Let a partisan group rise", "AGR-40")
            yield Offer((DONE,), "end", "Keep the partisans back", "AGR-40", key=END_KEY)
        elif phase == Phase.PRESS:
            yield Offer((PRESS_ON,), "press", "Force the defender back and follow", "AGR-27")
            yield Offer((DONE,), "hold", "Hold", "AGR-27", key=END_KEY)
        else:
            reminder = f"{counted(len(left), 'unit')} could still act." if left else ""
            yield Offer(
                (DONE,), "end", "End the turn", "AGR-44", key=END_KEY,
                reminder=reminder, leaves=left,
            )  # fmt: skip

    def _units(self, view: View, state: AggressorState, codes: Int) -> Iterator[Offer]:
        """The orders of units, those with many targets as one offer."""
        hexes, size = self._hexes, FIRST_TARGET + 2 * self._hexes
        firsts = int(unit_code(hexes, 0, 0)) + size * np.arange(self._army + 1)
        bounds = np.searchsorted(codes, firsts).tolist()
        for number in range(self._army):
            actions = codes[bounds[number] : bounds[number + 1]] - firsts[number]
            if not len(actions):
                continue
            unit = view.viewer * self._army + number
            simple = int(np.searchsorted(actions, FIRST_TARGET))
            for action in actions[:simple].tolist():
                yield self._simple(state, unit, number, action)
            if simple < len(actions):
                yield from self._targets(state, unit, number, actions[simple:] - FIRST_TARGET)

    def _simple(self, state: AggressorState, unit: int, number: int, action: int) -> Offer:
        """A step, an attack, a request, a contact or a replacement."""
        code, subject = int(unit_code(self._hexes, number, action)), str(number + 1)
        name = TITLES[state.units.kind[unit]]
        if action == SEEK_PARTISANS:
            percent = int(contact_chance(self._ground, state, unit))
            odds = self._odds.certain(percent, "Partisan contact", "AGR-28")
            return Offer(
                (code,), "contact", f"{name} contacts partisans", "AGR-28", subject,
                odds=odds, word="@@", key=SPECIAL_KEY,
            )  # fmt: skip
        here = int(state.units.place[unit])
        if action == REPLACE:
            percent = int(replacement_chance(self._ground, state, unit))
            odds = self._odds.certain(percent, "Replacement", "AGR-36")
            return Offer(
                (code,), "replacement", f"{name} asks for a replacement", "AGR-36", subject,
                self._viewer.label(here), odds=odds, key=SPECIAL_KEY,
            )  # fmt: skip
        there = int(self._ground.hexes.neighbour[here, action])
        label, holder = self._viewer.label(there), int(state.hexes.holder[there])
        if holder == s.NOBODY or (
            self._side(holder) != self._side(unit) and state.sightings.level[holder] == s.UNSEEN
        ):
            return self._move(state, unit, (code,), subject, label, KEYS[action])
        if self._side(holder) == self._side(unit):
            caption = f"{name} asks the Support in {label} for supply"
            return Offer((code,), "supply", caption, "AGR-29", subject, label, key=KEYS[action])
        forms = self._forms(state, unit, there)
        odds = self._attack_odds(state, unit, holder, there, forms)
        caption = f"{name} attacks {self._target_name(state, holder)}"
        return Offer(
            (code,), "attack", caption, "AGR-20", subject, label, odds=odds, key=KEYS[action]
        )

    def _move(
        self,
        state: AggressorState,
        unit: int,
        codes: tuple[int, ...],
        subject: str,
        label: str,
        key: str,
    ) -> Offer:
        name = TITLES[state.units.kind[unit]]
        if state.units.range[unit] == 0:
            percent = self._ground.rules.immobile
            odds = self._odds.certain(percent, "A unit without range moves", "AGR-11")
            return Offer(
                codes, "move", f"{name} tries to move to {label}", "AGR-11", subject, label,
                odds=odds, key=key,
            )  # fmt: skip
        caption = f"{name} moves to {label}"
        cost = float(state.units.moved[unit] + 1)
        return Offer(codes, "move", caption, "AGR-9", subject, label, cost=cost, key=key)

    def _forms(self, state: AggressorState, unit: int, place: int) -> tuple[int, ...]:
        """The form of an attack as far as the attacker's side can tell (AGR-23, AGR-24)."""
        if form_of_attack(self._ground, state, unit, place, False) == s.ASSAULT:
            return (s.ASSAULT,)
        plain = form_of_attack(self._ground, state, unit, place, True) != s.AMBUSH
        return ATTACK_OR_AMBUSH[:1] if plain else ATTACK_OR_AMBUSH

    def _attack_odds(
        self, state: AggressorState, unit: int, target: int, place: int, forms: tuple[int, ...]
    ) -> Json:
        strength = int(state.units.strength[unit])
        if forms[0] == s.LAUNCH:
            strength = self._ground.rules.launch_strength
        covered = self._covered(state, place)
        launched = bool(state.game.launched[self._side(target)])
        kind, hits = int(state.sightings.kind[target]), int(state.sightings.hits[target])
        return self._odds.attack(forms, strength, kind, hits, covered, launched)

    def _side(self, unit: int) -> int:
        return int(unit >= self._army)

    def _covered(self, state: AggressorState, place: int) -> bool:
        return bool(self._ground.hexes.rough[place] or has(state.contaminated, place))

    def _target_name(self, state: AggressorState, unit: int) -> str:
        kind = int(state.sightings.kind[unit])
        name = "an unidentified unit" if kind == s.NO_TYPE else TITLES[kind]
        return f"{name} (c{int(state.contact_number[unit])})"

    def _targets(
        self, state: AggressorState, unit: int, number: int, targets: Int
    ) -> Iterator[Offer]:
        """Special functions at other hexes (AGR-30 to AGR-37)."""
        kind, subject = int(state.units.kind[unit]), str(number + 1)
        name, hexes = TITLES[kind], self._hexes
        first = int(unit_code(hexes, number, FIRST_TARGET))
        if kind == s.AIRBASE:
            yield Offer(
                (), "recon", f"{name} flies reconnaissance", "AGR-30", subject,
                aim=Aim(first), key=SPECIAL_KEY,
            )  # fmt: skip
            for target in targets[targets >= hexes].tolist():
                yield self._fire(state, unit, number, target - hexes, s.STRIKE)
            return
        plain: list[int] = targets.tolist()
        if kind == s.MISSILE:
            known = {place for place in plain if self._is_known(state, unit, place)}
            for place in sorted(known):
                yield self._fire(state, unit, number, place, s.LAUNCH)
            labels = tuple(self._setting.labels[p] for p in plain if p not in known)
            if labels:
                yield Offer(
                    (), "launch", f"{name} unit launches its missiles", "AGR-33", subject,
                    aim=Aim(first, labels), key=SPECIAL_KEY,
                )  # fmt: skip
        elif kind == s.TECHNICAL:
            for place in plain:
                label = self._setting.labels[place]
                yield Offer(
                    (first + place,), "decon", f"{name} decontaminates {label}", "AGR-37",
                    subject, label, key=SPECIAL_KEY,
                )  # fmt: skip
        else:
            for place in plain:
                yield self._fire(state, unit, number, place, s.FIRE)

    def _is_known(self, state: AggressorState, unit: int, place: int) -> bool:
        """Whether the side knows a unit in a hex: an own one, or a contact."""
        holder = int(state.hexes.holder[place])
        own = holder != s.NOBODY and self._side(holder) == self._side(unit)
        return own or (holder != s.NOBODY and bool(state.sightings.level[holder] > s.UNSEEN))

    def _fire(self, state: AggressorState, unit: int, number: int, place: int, form: int) -> Offer:
        """A strike, indirect fire, or a launch at a unit that is known."""
        verbs = {
            s.STRIKE: ("strike", "flies a strike on", "AGR-31"),
            s.FIRE: ("fire", "fires at", "AGR-35"),
            s.LAUNCH: ("launch", "launches its missiles at", "AGR-33"),
        }
        kind, verb, clause = verbs[form]
        target = int(state.hexes.holder[place])
        units = state.units
        if self._side(target) == self._side(unit):
            own, dug = int(units.kind[target]), int(units.dug[target])
            name = f"its own {TITLES[own]}"
            left = int(units.range[target]), int(units.strength[target])
            strength = self._ground.rules.launch_strength
            covered = self._covered(state, place)
            odds = self._odds.own_target(strength, own, left, dug, covered)
        else:
            name = self._target_name(state, target)
            odds = self._attack_odds(state, unit, target, place, (form,))
        if form == s.STRIKE:
            far = int(distance(self._ground, int(state.units.place[unit]), place))
            odds["air loss"] = self._odds.air_loss(far, int(state.units.strength[unit]), True)
        action = FIRST_TARGET + place + (self._hexes if form == s.STRIKE else 0)
        return Offer(
            (int(unit_code(self._hexes, number, action)),),
            kind,
            f"{TITLES[state.units.kind[unit]]} {verb} {name}",
            clause,
            str(number + 1),
            self._viewer.label(place),
            odds=odds,
            key=SPECIAL_KEY,
        )
