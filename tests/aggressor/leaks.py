"""Leaks of Aggressor as somebody might build them in by mistake, or to be quick.

Each is a function that plants one.  What the true state is, a leaky view
writes down; whatever is computed from the view alone reads it there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from hexfront.core.contract import (
    SPECTATOR,
    UMPIRE,
    Counter,
    LogEntry,
    OverlayReading,
    Refusal,
    Track,
    View,
)
from hexfront.core.errors import InputError
from hexfront.play.history import History
from hexfront.play.live import LiveMatch
from hexfront.play.match import Match
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.knowledge import view as view_module
from hexfront.systems.aggressor.knowledge.overlays import OverlayReader
from hexfront.systems.aggressor.knowledge.view import TITLES
from hexfront.systems.aggressor.rules.observation import ContactMade
from hexfront.systems.aggressor.rules.special import PartisansSought, ReplacementsDrawn
from hexfront.systems.aggressor.scenario import state as s
from hexfront.systems.aggressor.table.log import LogWriter
from hexfront.systems.aggressor.table.offers import Offers

Plant = Callable[[pytest.MonkeyPatch], None]
LEAKS: dict[str, Plant] = {}


def leak(plant: Plant) -> Plant:
    LEAKS[plant.__name__] = plant
    return plant


def repaint(patch: pytest.MonkeyPatch, change: Callable[[AggressorRules, Any, View], View]) -> None:
    """Change the views of sides and spectators."""
    real = AggressorRules.view

    def view(self: AggressorRules, state: Any, viewer: int) -> View:
        seen = real(self, state, viewer)
        return seen if viewer == UMPIRE else change(self, state, seen)

    patch.setattr(AggressorRules, "view", view)


def truth_at_hand(patch: pytest.MonkeyPatch) -> list[Any]:
    """A list that holds, whenever a view has been made, the state that it is of."""
    held: list[Any] = []

    def change(rules: AggressorRules, state: Any, view: View) -> View:
        held[:] = [state]
        return view

    repaint(patch, change)
    real = AggressorRules.log_view

    def log_view(rules: AggressorRules, state: Any, viewer: int) -> View:
        held[:] = [state]
        return real(rules, state, viewer)

    patch.setattr(AggressorRules, "log_view", log_view)
    return held


def foes(rules: Any, viewer: int) -> range:
    """The units of the viewer's enemy."""
    first = (1 - viewer) * rules.army
    return range(first, first + rules.army)


def seen_units(state: Any, viewer: int, army: int) -> list[list[int]]:
    """Number, place, level, type and hits of the units of the viewer's enemy."""
    first = (1 - viewer) * army
    rows = zip(
        state.contact_number[first : first + army].tolist(),
        state.sightings.words[first : first + army].tolist(),
        strict=True,
    )
    return [[number, row[1], row[0], row[2], row[3]] for number, row in rows]


def by_contact(
    patch: pytest.MonkeyPatch, change: Callable[[AggressorRules, Any, Counter, Any], Counter]
) -> None:
    """Change the counters of enemies, by their true rows."""

    def repainted(rules: AggressorRules, state: Any, view: View) -> View:
        if view.viewer < 0:
            return view
        enemies = foes(rules, view.viewer)
        rows = {f"c{state.contact_number[unit]}": state.units.values(unit) for unit in enemies}
        counters = tuple(
            change(rules, state, c, rows[c.id]) if c.id in rows else c for c in view.counters
        )
        return replace(view, counters=counters)

    repaint(patch, repainted)


def by_facts(patch: pytest.MonkeyPatch, change: Callable[[Any, int, dict[str, Any]], None]) -> None:
    """Change what a view is made of: `change` gets state, viewer, facts."""
    real = view_module.known_facts

    def known_facts(setting: Any, state: Any, viewer: int) -> dict[str, Any]:
        facts = real(setting, state, viewer)
        if viewer >= 0:
            change(state, viewer, facts)
        return facts

    patch.setattr(view_module, "known_facts", known_facts)


# Views


@leak
def contacts_where_they_truly_stand(patch: pytest.MonkeyPatch) -> None:
    def change(rules: AggressorRules, state: Any, counter: Counter, row: Any) -> Counter:
        return replace(counter, place=rules._viewer.label(row["place"]))

    by_contact(patch, change)


@leak
def hidden_units_among_the_facts(patch: pytest.MonkeyPatch) -> None:
    def change(state: Any, viewer: int, facts: dict[str, Any]) -> None:
        facts["hidden"] = sum(state.units.place.tolist())

    by_facts(patch, change)


@leak
def contacts_numbered_by_row(patch: pytest.MonkeyPatch) -> None:
    def contacts(state: Any, viewer: int, army: int) -> list[list[int]]:
        rows = enumerate(seen_units(state, viewer, army), 1)
        return [[number, *row[1:]] for number, row in rows if row[0] > 0]

    patch.setattr(view_module, "_contacts", contacts)


@leak
def contacts_in_the_order_of_rows(patch: pytest.MonkeyPatch) -> None:
    def contacts(state: Any, viewer: int, army: int) -> list[list[int]]:
        return [row for row in seen_units(state, viewer, army) if row[0] > 0]

    patch.setattr(view_module, "_contacts", contacts)


@leak
def strength_of_enemies(patch: pytest.MonkeyPatch) -> None:
    by_contact(
        patch, lambda rules, state, c, row: replace(c, values={"strength": int(row["strength"])})
    )


@leak
def type_in_the_symbol_of_an_unidentified_enemy(patch: pytest.MonkeyPatch) -> None:
    by_contact(patch, lambda rules, state, c, row: replace(c, sidc=f"{c.sidc[:-1]}{row['kind']}"))


@leak
def badge_of_an_enemy_that_is_dug_in(patch: pytest.MonkeyPatch) -> None:
    def change(rules: AggressorRules, state: Any, counter: Counter, row: Any) -> Counter:
        return replace(counter, badges=(*counter.badges, "dug in")) if row["dug"] else counter

    by_contact(patch, change)


@leak
def badge_of_an_enemy_that_is_frozen(patch: pytest.MonkeyPatch) -> None:
    def change(rules: AggressorRules, state: Any, counter: Counter, row: Any) -> Counter:
        return replace(counter, badges=(*counter.badges, "frozen")) if row["frozen"] else counter

    by_contact(patch, change)


@leak
def own_units_that_the_enemy_sees(patch: pytest.MonkeyPatch) -> None:
    def change(rules: AggressorRules, state: Any, view: View) -> View:
        if view.viewer < 0:
            return view
        rows = state.sightings.level[view.viewer * rules.army :]
        counters = tuple(
            replace(c, badges=(*c.badges, "seen"))
            if c.side == view.viewer and rows[int(c.id) - 1]
            else c
            for c in view.counters
        )
        return replace(view, counters=counters)

    repaint(patch, change)


@leak
def readiness_of_the_other_side(patch: pytest.MonkeyPatch) -> None:
    def change(rules: AggressorRules, state: Any, view: View) -> View:
        ready = bin(state.game.ready).count("1")
        return replace(view, tracks=(*view.tracks, Track("Sides that are ready", ready)))

    repaint(patch, change)


@leak
def partisan_groups_of_both_sides(patch: pytest.MonkeyPatch) -> None:
    def change(state: Any, viewer: int, facts: dict[str, Any]) -> None:
        facts["groups"] = int(state.game.groups.sum())

    by_facts(patch, change)


@leak
def kills_that_nobody_saw(patch: pytest.MonkeyPatch) -> None:
    def change(state: Any, viewer: int, facts: dict[str, Any]) -> None:
        facts["kills"] = len(state.units) // 2 - int(state.game.alive[1 - viewer])

    by_facts(patch, change)


@leak
def pause_for_partisans(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(view_module, "known_phase", lambda state, viewer: state.game.phase)


@leak
def sectors_as_they_are(patch: pytest.MonkeyPatch) -> None:
    def change(state: Any, viewer: int, facts: dict[str, Any]) -> None:
        for sector, known in enumerate(facts["sectors"]):
            control = int(state.game.control[sector])
            known["control"] = None if control == s.NOBODY else control

    by_facts(patch, change)


@leak
def contacts_that_the_enemy_has(patch: pytest.MonkeyPatch) -> None:
    def change(rules: AggressorRules, state: Any, view: View) -> View:
        total = int(state.game.contacts.sum())
        return replace(view, tracks=(*view.tracks, Track("Contacts", total)))

    repaint(patch, change)


@leak
def spectator_counts_the_units(patch: pytest.MonkeyPatch) -> None:
    def change(rules: AggressorRules, state: Any, view: View) -> View:
        if view.viewer != SPECTATOR:
            return view
        alive = int(state.game.alive.sum())
        return replace(view, tracks=(*view.tracks, Track("Units", alive)))

    repaint(patch, change)


# Choices, refusals, odds, overlays


def _is_ambushed(rules: AggressorRules, state: Any, side: int, order: int) -> bool:
    """Whether an order steps into a hex that an unseen enemy holds."""
    hexes = int(rules.ground.rules.hexes)
    unit, action = divmod(order - 8 - 7 * hexes, 8 + 2 * hexes)
    if not 0 <= unit < rules.army or action > 5 or state.game.phase != s.Phase.ACTION:
        return False
    place = state.units.place[side * rules.army + unit]
    holder = int(state.hexes.holder[rules.ground.hexes.neighbour[place, action]])
    return holder >= 0 and holder // rules.army != side and not state.sightings.level[holder]


@leak
def choices_without_steps_that_are_blocked(patch: pytest.MonkeyPatch) -> None:
    real = AggressorRules.choices

    def choices(self: AggressorRules, state: Any, side: int) -> list[int]:
        return [c for c in real(self, state, side) if not _is_ambushed(self, state, side, c)]

    patch.setattr(AggressorRules, "choices", choices)


@leak
def refusal_of_a_step_that_is_blocked(patch: pytest.MonkeyPatch) -> None:
    real = AggressorRules.refuse

    def refuse(self: AggressorRules, state: Any, side: int, order: int) -> Refusal | None:
        if 0 <= order < self.actions and _is_ambushed(self, state, side, order):
            return Refusal("AGR-3", "an enemy stands there")
        return real(self, state, side, order)

    patch.setattr(AggressorRules, "refuse", refuse)


@leak
def odds_by_the_true_strength(patch: pytest.MonkeyPatch) -> None:
    held = truth_at_hand(patch)
    real = Offers._attack_odds

    def odds(self: Offers, state: Any, unit: int, target: int, place: int, forms: Any) -> Any:
        found = real(self, state, unit, target, place, forms)
        holder = int(held[0].hexes.holder[place])
        strength = int(held[0].units.strength[holder])
        return {**found, "chance": max(found["low"], found["chance"] - 0.01 * strength)}

    patch.setattr(Offers, "_attack_odds", odds)


@leak
def offers_in_the_order_of_true_places(patch: pytest.MonkeyPatch) -> None:
    held = truth_at_hand(patch)
    real = AggressorRules.offers

    def offers(self: AggressorRules, view: View) -> Any:
        found = list(real(self, view))
        return found[::-1] if sum(held[0].units.place.tolist()) % 2 else found

    patch.setattr(AggressorRules, "offers", offers)


@leak
def reading_of_all_enemies(patch: pytest.MonkeyPatch) -> None:
    held = truth_at_hand(patch)
    real = OverlayReader.read_overlay

    def read_overlay(self: OverlayReader, view: View, overlay: str, subject: str) -> OverlayReading:
        found = real(self, view, overlay, subject)
        army = len(held[0].units) // 2
        enemies = held[0].units.place[(1 - view.viewer) * army :][:army]
        return replace(found, caption=f"{found.caption} {sum(enemies.tolist())}")

    patch.setattr(OverlayReader, "read_overlay", read_overlay)


@leak
def error_with_units_that_are_hidden(patch: pytest.MonkeyPatch) -> None:
    held = truth_at_hand(patch)
    real = OverlayReader.read_overlay

    def read_overlay(self: OverlayReader, view: View, overlay: str, subject: str) -> OverlayReading:
        try:
            return real(self, view, overlay, subject)
        except InputError as error:
            alive = int(held[0].game.alive[1 - view.viewer])
            raise InputError.at("overlay", subject, f"{error}, or one of {alive} enemies") from None

    patch.setattr(OverlayReader, "read_overlay", read_overlay)


# Events and log_entries


@leak
def moves_are_told_to_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(AggressorRules, "redact", lambda self, event, viewer: event)


@leak
def losses_are_told_to_the_enemy(patch: pytest.MonkeyPatch) -> None:
    real = AggressorRules.redact
    patch.setattr(
        AggressorRules,
        "redact",
        lambda self, e, v: (
            e
            if isinstance(e.what, PartisansSought | ReplacementsDrawn) and v >= 0
            else real(self, e, v)
        ),
    )


@leak
def contact_told_with_its_true_type(patch: pytest.MonkeyPatch) -> None:
    held = truth_at_hand(patch)
    real = LogWriter.describe

    def seen(self: LogWriter, event: Any, view: View) -> LogEntry:
        entry = real(self, event, view)
        if not isinstance(event.what, ContactMade):
            return entry
        holder = int(held[0].hexes.holder[event.what.place])
        return replace(entry, text=f"{entry.text} {TITLES[int(held[0].units.kind[holder])]}")

    patch.setattr(LogWriter, "describe", seen)


# The past, and taking back


@leak
def moments_with_what_is_known_now(patch: pytest.MonkeyPatch) -> None:
    def state(self: History, number: int) -> Any:
        return self._match.state

    def view(self: History, viewer: int, told: int) -> View:
        log_entries = self._match.logs[viewer]
        if not 0 <= told <= len(log_entries):
            raise InputError.at("moment: told", told, f"0 to {len(self._match.journal.steps)}")
        return self._match.rules.view(state(self, told), viewer)

    patch.setattr(History, "view", view)


@leak
def reason_against_undo_by_what_the_enemy_has_done(patch: pytest.MonkeyPatch) -> None:
    real = Match.undoable

    def undoable(self: Match, side: int) -> Refusal | None:
        refusal = real(self, side)
        acted = bool(self.journal.steps) and self.journal.steps[-1].actor == 1 - side
        return replace(refusal, reason="another side has acted") if refusal and acted else refusal

    patch.setattr(Match, "undoable", undoable)


# Messages


@leak
def view_padded_by_what_is_hidden(patch: pytest.MonkeyPatch) -> None:
    real = LiveMatch.offers

    def offers(self: LiveMatch, view: View) -> Any:
        found = list(real(self, view))
        hidden = sum(level > 0 for level in self.match.state.sightings.level.tolist())
        return [replace(o, caption=o.caption + " " * hidden) for o in found]

    patch.setattr(LiveMatch, "offers", offers)
