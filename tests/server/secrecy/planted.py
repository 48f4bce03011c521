"""Leaks as somebody might build them into the server by mistake, or to be quick.

Each is a function that plants one; its docstring says what leaks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from hexfront.core.contract import SPECTATOR, UMPIRE, OverlayReading, Refusal, View
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.events import EventLog
from hexfront.play.history import History
from hexfront.play.live import LiveMatch
from hexfront.play.match import Match, Refused
from hexfront.play.storage.store import Store
from hexfront.server.tables import client, gateway, table
from hexfront.server.tables.client import Client
from hexfront.server.tables.snapshots import Snapshot
from hexfront.server.tables.table import Table
from hexfront.server.wire import frames
from hexfront.systems.brigade.game import BrigadeRules
from hexfront.systems.brigade.knowledge.overlays import OverlayReader
from hexfront.systems.brigade.rules.movement import StepPlotted
from hexfront.systems.brigade.rules.plan import PlanSubmitted
from hexfront.systems.brigade.table.offers import Offers

Plant = Callable[[pytest.MonkeyPatch], None]
LEAKS: dict[str, Plant] = {}


def leak(plant: Plant) -> Plant:
    LEAKS[plant.__name__] = plant
    return plant


def enemies(live: LiveMatch, viewer: int) -> list[int]:
    """The counters that are not the viewer's."""
    counters = live.match.view(UMPIRE).counters
    return [unit for unit, counter in enumerate(counters) if counter.side != viewer]


def plots(live: LiveMatch, viewer: int) -> int:
    """How many hexes others have plotted."""
    return int(live.match.state.units.steps[enemies(live, viewer)].sum())


def submitted(live: LiveMatch, viewer: int) -> bool:
    """Whether another side has submitted its plan."""
    return bool(int(live.match.state.game.submitted) & ~(1 << viewer))


def repaint(patch: pytest.MonkeyPatch, change: Callable[[Any, int, Snapshot], Snapshot]) -> None:
    """Change every snapshot that is newly taken."""
    take = table.take_snapshot

    def take_snapshot(live: LiveMatch, viewer: int, last: Snapshot | None) -> Snapshot:
        snapshot = take(live, viewer, last)
        return snapshot if snapshot is last else change(live, viewer, snapshot)

    patch.setattr(table, "take_snapshot", take_snapshot)


# What a message holds


@leak
def size_padded_by_the_hidden_plan(patch: pytest.MonkeyPatch) -> None:
    repaint(patch, lambda live, v, p: replace(p, text=" " * plots(live, v) + p.text))


@leak
def view_with_its_facts(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(frames, "_SHOWN_OF_VIEW", (*frames._SHOWN_OF_VIEW, "facts"))


@leak
def spectator_with_the_view_of_a_side(patch: pytest.MonkeyPatch) -> None:
    real = BrigadeRules.view

    def view(self: BrigadeRules, state: Any, viewer: int) -> View:
        seen = real(self, state, 0 if viewer == SPECTATOR else viewer)
        return replace(seen, viewer=viewer)

    patch.setattr(BrigadeRules, "view", view)


@leak
def counters_in_the_order_of_hidden_companies(patch: pytest.MonkeyPatch) -> None:
    real = BrigadeRules.view

    def view(self: BrigadeRules, state: Any, viewer: int) -> View:
        seen, companies = real(self, state, viewer), state.units.company
        order = sorted(seen.counters, key=lambda c: companies[int(c.id) - 1])
        return replace(seen, counters=tuple(order))

    patch.setattr(BrigadeRules, "view", view)


@leak
def identifiers_follow_hidden_companies(patch: pytest.MonkeyPatch) -> None:
    real = BrigadeRules.view

    def view(self: BrigadeRules, state: Any, viewer: int) -> View:
        seen, companies = real(self, state, viewer), state.units.company
        named = [
            c if c.side == viewer else replace(c, id=str(companies[int(c.id) - 1] + 1))
            for c in seen.counters
        ]
        return replace(seen, counters=tuple(sorted(named, key=lambda c: int(c.id))))

    patch.setattr(BrigadeRules, "view", view)


@leak
def board_with_the_scenario(patch: pytest.MonkeyPatch) -> None:
    real = BrigadeRules.board
    patch.setattr(BrigadeRules, "board", lambda self: {**real(self), "of": self.scenario.document})


@leak
def board_with_the_secret_of_the_dice(patch: pytest.MonkeyPatch) -> None:
    real = table.board_text

    def board_text(live: LiveMatch) -> str:
        return real(live).replace(live.match.journal.commitment, live.match.secret.hex())

    patch.setattr(table, "board_text", board_text)


@leak
def offers_ordered_by_the_hidden_plan(patch: pytest.MonkeyPatch) -> None:
    real = LiveMatch.offers

    def offers(self: LiveMatch, view: View) -> list[Any]:
        found = list(real(self, view))
        return found[::-1] if view.viewer >= 0 and submitted(self, view.viewer) else found

    patch.setattr(LiveMatch, "offers", offers)


# What is reckoned


@leak
def odds_from_the_true_state(patch: pytest.MonkeyPatch) -> None:
    real_offers, real_odds = LiveMatch.offers, Offers._odds
    truth: list[int] = []

    def offers(self: LiveMatch, view: View) -> Any:
        truth[:] = self.match.state.units.company.tolist()
        return real_offers(self, view)

    def odds(self: Offers, view: View, *battle: Any) -> Any:
        rows = [
            {**row, "company": company}
            for row, company in zip(view.facts["units"], truth, strict=True)
        ]
        known = replace(view, facts={**view.facts, "units": rows})
        return real_odds(self, known, *battle)

    patch.setattr(LiveMatch, "offers", offers)
    patch.setattr(Offers, "_odds", odds)


def reading_by(
    patch: pytest.MonkeyPatch, change: Callable[[Any, View, OverlayReading], OverlayReading]
) -> None:
    """Change the answers to overlays."""
    real = table.answer

    def answer(live: LiveMatch, frame: Any) -> str:
        rules = BrigadeRules.read_overlay

        def read_overlay(
            self: BrigadeRules, view: View, overlay: str, subject: str
        ) -> OverlayReading:
            return change(live, view, rules(self, view, overlay, subject))

        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(BrigadeRules, "read_overlay", read_overlay)
            return real(live, frame)

    patch.setattr(table, "answer", answer)


@leak
def reading_from_the_true_state(patch: pytest.MonkeyPatch) -> None:
    def change(live: LiveMatch, view: View, found: OverlayReading) -> OverlayReading:
        truth = replace(live.match.view(UMPIRE), viewer=view.viewer)
        overlays: OverlayReader = live.match.rules._overlays  # type: ignore[attr-defined]
        real = overlays.read_overlay(truth, found.overlay, found.subject)
        return replace(found, places=real.places, paths=real.paths)

    reading_by(patch, change)


@leak
def reading_of_places_that_are_planned(patch: pytest.MonkeyPatch) -> None:
    def change(live: LiveMatch, view: View, found: OverlayReading) -> OverlayReading:
        rows = [dict(row) for row in view.facts["units"]]
        for unit in enemies(live, view.viewer):
            rows[unit]["place"] = int(live.match.state.units.planned[unit])
        planned = replace(view, facts={**view.facts, "units": rows})
        overlays: OverlayReader = live.match.rules._overlays  # type: ignore[attr-defined]
        return overlays.read_overlay(planned, found.overlay, found.subject)

    reading_by(patch, change)


# Answers


@leak
def error_with_a_hidden_name(patch: pytest.MonkeyPatch) -> None:
    real = LiveMatch.typed

    def typed(self: LiveMatch, side: int, text: str, key: str) -> Any:
        try:
            return real(self, side, text, key)
        except InputError as error:
            name = self.match.view(UMPIRE).counters[enemies(self, side)[0]].name
            raise InputError.at("order", text, f"{error}, or wait for {name}") from None

    patch.setattr(LiveMatch, "typed", typed)


@leak
def error_that_confirms_a_guess(patch: pytest.MonkeyPatch) -> None:
    real = LiveMatch.typed

    def typed(self: LiveMatch, side: int, text: str, key: str) -> Any:
        names = [counter.name for counter in self.match.view(UMPIRE).counters]
        if any(name in text for name in names):
            raise InputError.at("order", text, "a unit in sight")
        return real(self, side, text, key)

    patch.setattr(LiveMatch, "typed", typed)


@leak
def error_with_a_path(patch: pytest.MonkeyPatch) -> None:
    real = gateway.error_message
    patch.setattr(
        gateway,
        "error_message",
        lambda error: real(HexfrontError(f"{gateway.__file__}: {error}")),
    )


@leak
def refusal_with_a_hidden_name(patch: pytest.MonkeyPatch) -> None:
    real = LiveMatch._try

    def attempt(self: LiveMatch, side: int, *more: Any) -> Refusal | None:
        refusal = real(self, side, *more)
        name = self.match.view(UMPIRE).counters[enemies(self, side)[-1]].name
        return refusal and replace(refusal, found=name)

    patch.setattr(LiveMatch, "_try", attempt)


@leak
def answer_after_the_update_where_others_are_ready(patch: pytest.MonkeyPatch) -> None:
    real = Table._messages

    def messages(self: Table, change: Any, clients: Any) -> Any:
        found = real(self, change, clients)
        ready = self._live is not None and bool(self._live.match.state.game.submitted)
        return found[1:] + found[:1] if ready else found

    patch.setattr(Table, "_messages", messages)


@leak
def answer_held_until_others_are_ready(patch: pytest.MonkeyPatch) -> None:
    real = Table._messages
    held: list[Any] = []

    def messages(self: Table, change: Any, clients: Any) -> Any:
        found = held + real(self, change, clients)
        held.clear()
        if self._live is not None and not self._live.match.state.game.submitted:
            held.extend(message for message in found if message[1].startswith('{"type":"done"'))
        return [message for message in found if message not in held]

    patch.setattr(Table, "_messages", messages)


# Messages that nobody asked for


@leak
def empty_update_when_others_plot(patch: pytest.MonkeyPatch) -> None:
    real = table.take_snapshot
    patch.setattr(table, "take_snapshot", lambda live, viewer, last: real(live, viewer, None))


@leak
def hidden_event_is_told(patch: pytest.MonkeyPatch) -> None:
    real = BrigadeRules.redact
    patch.setattr(
        BrigadeRules,
        "redact",
        lambda self, e, v: e if isinstance(e.what, StepPlotted) else real(self, e, v),
    )


@leak
def submission_is_told(patch: pytest.MonkeyPatch) -> None:
    real = BrigadeRules.redact
    patch.setattr(
        BrigadeRules,
        "redact",
        lambda self, e, v: e if isinstance(e.what, PlanSubmitted) else real(self, e, v),
    )


# Counts and numbers


@leak
def log_entries_numbered_by_steps(patch: pytest.MonkeyPatch) -> None:
    real_update, real_numbered = Client.update, client.numbered
    told: list[Any] = []

    def update(self: Client, live: LiveMatch, snapshot: Snapshot) -> str:
        told[:] = live.match.logs[self.watching if self.watching is not None else UMPIRE]
        return real_update(self, live, snapshot)

    def numbered(log_entries: Any, first: int) -> Any:
        entries = zip(real_numbered(log_entries, first), told[first:], strict=True)
        return [{**entry, "number": one.step} for entry, one in entries]

    patch.setattr(Client, "update", update)
    patch.setattr(client, "numbered", numbered)


@leak
def count_of_what_others_were_told(patch: pytest.MonkeyPatch) -> None:
    repaint(patch, lambda live, v, p: replace(p, log_length=len(live.match.logs[UMPIRE])))


@leak
def list_of_matches_tells_who_must_act(patch: pytest.MonkeyPatch) -> None:
    real = Store.summaries

    def summaries(self: Store, tokens: Any) -> Any:
        found = real(self, tokens)
        for i, one in enumerate(found):
            rows = self.read("SELECT side FROM seats WHERE match_id = ? AND must_act", (one.id,))
            found[i] = replace(one, must_act=tuple(side for (side,) in rows))
        return found

    patch.setattr(Store, "summaries", summaries)


# The past


@leak
def moment_with_later_knowledge(patch: pytest.MonkeyPatch) -> None:
    real = History._state

    def state(self: History, number: int) -> Any:
        then = real(self, number).copy()
        then.units.known[:] = self._match.state.units.known
        return then

    patch.setattr(History, "_state", state)


@leak
def moment_by_the_number_of_a_step(patch: pytest.MonkeyPatch) -> None:
    def view(self: History, viewer: int, told: int) -> View:
        match, log = self._match, EventLog()
        if told > len(match.journal.steps):
            raise InputError.at("moment: told", told, f"0 to {len(match.journal.steps)}")
        state = match.rules.start()
        for step in match.journal.steps[:told]:
            log.clear()
            match.rules.apply(state, step, log)
        return match.rules.view(state, viewer)

    patch.setattr(History, "view", view)


@leak
def past_of_all_on_coming_back(patch: pytest.MonkeyPatch) -> None:
    real = History.view

    def view(self: History, viewer: int, told: int) -> View:
        return replace(real(self, viewer, told), counters=self._match.view(UMPIRE).counters)

    patch.setattr(History, "view", view)


# Taking back


@leak
def undo_reason_tells_of_others_plans(patch: pytest.MonkeyPatch) -> None:
    real = LiveMatch.undo

    def undo(self: LiveMatch, side: int, key: str) -> Any:
        undone = real(self, side, key)
        if undone.refusal is not None and plots(self, side):
            return replace(undone, refusal=Refusal("", "another side has acted since"))
        return undone

    patch.setattr(LiveMatch, "undo", undo)


@leak
def undo_refused_because_others_plotted(patch: pytest.MonkeyPatch) -> None:
    real = Match.undo

    def undo(self: Match, side: int) -> Any:
        actors = [step.actor for step in self.journal.steps]
        if side in actors and 1 - side in actors[::-1][: actors[::-1].index(side)]:
            raise Refused(Refusal("", "another side has acted since"))
        return real(self, side)

    patch.setattr(Match, "undo", undo)


# Seats


@leak
def umpires_seat_before_the_end(patch: pytest.MonkeyPatch) -> None:
    real = LiveMatch.may_see
    patch.setattr(LiveMatch, "may_see", lambda self, v, seats: v == UMPIRE or real(self, v, seats))


@leak
def seat_of_another(patch: pytest.MonkeyPatch) -> None:
    real = LiveMatch.may_see
    patch.setattr(LiveMatch, "may_see", lambda self, v, seats: v >= 0 or real(self, v, seats))


@leak
def journal_before_the_end(patch: pytest.MonkeyPatch) -> None:
    def journal_file(self: LiveMatch) -> str:
        return "".join(line + "\n" for line in self.match.journal.lines(self.match.rules))

    patch.setattr(LiveMatch, "journal_file", journal_file)


@leak
def secrets_in_the_servers_log(patch: pytest.MonkeyPatch) -> None:
    real = Store.seat

    def seat(self: Store, token: str) -> Any:
        table.log.warning("a socket opens with %s", token)
        return real(self, token)

    patch.setattr(Store, "seat", seat)
