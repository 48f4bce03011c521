"""Checks of whole games: chance, events, copies, saves, journals, and the end."""

from __future__ import annotations

import dataclasses
import math
import re
from collections import Counter as Tally
from collections.abc import Container
from typing import Any

import numpy as np

from hexfront.conformance.battles import check_battle
from hexfront.conformance.parts import check_parts
from hexfront.conformance.snapshot import Snapshot, payload
from hexfront.conformance.snapshots import STEP_LIMIT, random_game, random_step, unchanged
from hexfront.core.contract import (
    CHANCE,
    SPECTATOR,
    UMPIRE,
    Figure,
    Kind,
    LogEntry,
    Overlay,
    OverlayReading,
    Rules,
    Step,
    View,
)
from hexfront.core.dice import dice_from_seed, secret_from_seed
from hexfront.core.documents.strictjson import write_json
from hexfront.core.errors import InputError
from hexfront.core.events import PUBLIC, Event, EventLog
from hexfront.core.journal import parse_journal, replay, verify
from hexfront.core.state import digest, load_state, save_state
from hexfront.core.system import System
from hexfront.core.table.log import log_views
from hexfront.play.match import Match

SIDC = re.compile("[0-9]{20}([0-9]{10})?")
"""A NATO symbol code, perhaps with the ten digits more that a code may have."""

SUBJECTS = 8
"""Of so many counters or places an overlay is asked in a position, where there are more."""

TOLD_EACH, TOLD_EVERY = 12, 16
"""Of each kind of event in a game, so many are put in words for each viewer, and one in so many
of the others: that takes most of the time."""


def check_state(snapshot: Snapshot) -> None:
    """A state is a block, and a saved state comes back equal."""
    state = snapshot.state
    check_parts(snapshot)
    loaded = load_state(snapshot.rules.start(), save_state(state))
    snapshot.demand(digest(loaded) == digest(state), "a saved state comes back different")
    again = load_state(snapshot.rules.start(), save_state(loaded))
    step = random_step(snapshot.rules, again, dice_from_seed(snapshot.seed))
    if step is not None:
        twin = snapshot.copy()
        snapshot.rules.apply(again, step, EventLog())
        snapshot.rules.apply(twin, step, EventLog())
        snapshot.demand(digest(again) == digest(twin), f"{step} differs after a save")


def check_copies(snapshot: Snapshot) -> None:
    """No step on a copy reaches the original, and no array is shared with another game."""
    rules, state = snapshot.rules, snapshot.state
    before = digest(state)
    copy = state.copy()
    dice = dice_from_seed(snapshot.seed, snapshot.step, "conformance copies")
    for _ in range(8):
        step = random_step(rules, copy, dice)
        if step is None:
            break
        rules.apply(copy, step, EventLog())
    snapshot.demand(digest(state) == before, "a step on a copy changed the original")
    first, second = rules.start(), rules.start()
    for (name, one), (_, other) in zip(first.arrays(), second.arrays(), strict=True):
        snapshot.demand(not np.shares_memory(one, other), f"two games share the array state.{name}")


def check_questions(snapshot: Snapshot) -> None:
    """Questions leave the state alone, give the same twice, and their answers are JSON."""
    rules, state = snapshot.rules, snapshot.state
    for viewer in snapshot.viewers:
        view = unchanged(snapshot, "view", rules.view, state, viewer)
        _check_view(snapshot, viewer, view)
        snapshot.same(view, rules.view(state, viewer), f"view of {viewer}, asked twice")
        offers = unchanged(snapshot, "offers", rules.offers, view)
        snapshot.same(list(offers), list(rules.offers(view)), f"offers to {viewer}, asked twice")
        for offer in offers:
            payload(offer)
    for side in snapshot.sides:
        choices = unchanged(snapshot, "choices", rules.choices, state, side)
        snapshot.demand(
            list(choices) == list(rules.choices(state, side)),
            f"choices of {side} differ when asked twice",
        )
        for code in (0, rules.actions - 1, rules.actions):
            unchanged(snapshot, "refuse", rules.refuse, state, side, code)
    board = unchanged(snapshot, "board", rules.board)
    write_json(board)
    unchanged(snapshot, "decision", rules.decision, state)
    unchanged(snapshot, "result", rules.result, state)


def _check_view(snapshot: Snapshot, viewer: int, view: View) -> None:
    snapshot.demand(view.viewer == viewer, f"view of {viewer} says viewer {view.viewer}")
    try:
        payload(view)
    except (TypeError, ValueError) as error:
        snapshot.fail(f"view of {viewer} is not JSON: {error}")
    gauges = [(gauge.chart, gauge.caption) for gauge in view.gauges]
    snapshot.demand(len(set(gauges)) == len(gauges), f"view of {viewer}: a gauge stands twice")
    ids = [counter.id for counter in view.counters]
    snapshot.demand(len(set(ids)) == len(ids), f"view of {viewer}: a counter's id stands twice")
    for counter in view.counters:
        snapshot.demand(
            bool(SIDC.fullmatch(counter.sidc) or (counter.sign and not counter.sidc)),
            f"view of {viewer}: {counter.id} has the symbol code {counter.sidc!r} and the sign "
            f"{counter.sign!r}, not a code of 20 digits or a sign",
        )


def check_places(snapshot: Snapshot) -> None:
    """Counters, marks and offers point at places of the board, which have ids, each once."""
    rules = snapshot.rules
    ids = [place["id"] for place in rules.board()["places"]]
    snapshot.demand(
        bool(ids) and len(set(ids)) == len(ids) and all(isinstance(i, str) and i for i in ids),
        "the places of the board lack ids of their own",
    )
    known = {"", *ids}
    for viewer in snapshot.viewers:
        view = rules.view(snapshot.state, viewer)
        for counter in view.counters:
            snapshot.demand(counter.place in known, f"{counter.id} at {counter.place!r}, no place")
        for mark in view.marks:
            snapshot.demand(known.issuperset(mark.places), f"mark at {mark.places}, no places")
        for offer in rules.offers(view):
            aims = offer.aim.places if offer.aim is not None and offer.aim.places else ()
            lost = {offer.place, *offer.path, *aims} - known
            snapshot.demand(not lost, f"offer {offer.caption!r} at {sorted(lost)}, no places")


def check_overlays(snapshot: Snapshot) -> None:
    """Every overlay is answered for every viewer and counter; what is no overlay is refused.

    No kind of orders has two styles.
    """
    rules = snapshot.rules
    places = {place["id"] for place in rules.board()["places"]}
    clauses = snapshot.book.by_id
    overlays = list(rules.overlays)
    names = [overlay.name for overlay in overlays]
    snapshot.demand(len(set(names)) == len(names), f"an overlay stands twice in {names}")
    kinds = [style.kind for style in rules.order_styles]
    snapshot.demand(len(set(kinds)) == len(kinds), f"a kind of orders stands twice in {kinds}")
    for viewer in snapshot.viewers:
        view = rules.view(snapshot.state, viewer)
        for overlay in overlays:
            for subject in _subjects(snapshot, overlay, view, places):
                reading = rules.read_overlay(view, overlay.name, subject)
                where = f"reading {overlay.name} {subject} for {viewer}"
                snapshot.same(
                    reading, rules.read_overlay(view, overlay.name, subject), f"{where}, twice"
                )
                _check_overlay(snapshot, where, reading, places, clauses)
                snapshot.demand(
                    (reading.overlay, reading.subject) == (overlay.name, subject), where
                )
        for overlay_name, subject in (
            ("no-overlay", ""),
            *((name, "no-counter") for name in names),
        ):
            try:
                rules.read_overlay(view, overlay_name, subject)
            except InputError:
                continue
            snapshot.fail(f"reading {overlay_name!r} of {subject!r} is not refused")


def _subjects(snapshot: Snapshot, overlay: Overlay, view: View, places: set[str]) -> list[str]:
    """Of what an overlay is asked: counters, or places with and without them, others at each."""
    on_board = [counter for counter in view.counters if counter.place]
    if overlay.of_counter:
        return _some(snapshot, [counter.id for counter in on_board])
    if overlay.of_place:
        taken = {counter.place for counter in on_board}
        return _some(snapshot, sorted(taken)) + _some(snapshot, sorted(places - taken))[:2]
    return [] if overlay.of_order else [""]


def _some(snapshot: Snapshot, subjects: list[str]) -> list[str]:
    """A share of many subjects, such that the steps of a game cover all."""
    stride = max(1, len(subjects) // SUBJECTS)
    return subjects[snapshot.step % stride :: stride]


def _check_overlay(
    snapshot: Snapshot,
    where: str,
    reading: OverlayReading,
    places: set[str],
    clauses: Container[str],
) -> None:
    payload(reading)
    snapshot.demand(
        bool(reading.caption) and reading.clause in clauses, f"{where}: caption, clause"
    )
    snapshot.demand(places >= set(reading.places), f"{where}: figures off the board")
    for figure in reading.figures:
        _check_figure(snapshot, where, figure, clauses)
    for place, path in reading.paths.items():
        snapshot.demand(
            place in reading.places and places >= set(path), f"{where}: path to {place}"
        )
        snapshot.demand(path[-1] == place, f"{where}: the path to {place} ends in {path[-1]}")


def _check_figure(snapshot: Snapshot, where: str, figure: Figure, clauses: Container[str]) -> None:
    """A figure has words, a clause that exists, and rows as wide as its table."""
    snapshot.demand(bool(figure.caption), f"{where}: a figure without a caption")
    if figure.clause:
        snapshot.demand(figure.clause in clauses, f"{where}: {figure.caption}: {figure.clause}")
    for part in figure.parts:
        _check_figure(snapshot, where, part, clauses)
        wide = len(figure.columns)
        snapshot.demand(wide in (0, len(part.parts)), f"{where}: {figure.caption}: its columns")


def check_chances(snapshot: Snapshot) -> None:
    """Every answer of chance has a positive weight, a clause, and can be carried out."""
    if snapshot.decision.kind != Kind.CHANCE:
        return
    rules, state = snapshot.rules, snapshot.state
    chances = unchanged(snapshot, "chances", rules.chances, state)
    clauses = snapshot.book.by_id
    snapshot.demand(chances.clause in clauses, f"chance: clause {chances.clause!r} does not exist")
    snapshot.demand(bool(chances.caption), "chance: no caption")
    snapshot.demand(
        bool(chances.weights) and all(type(w) is int and w > 0 for w in chances.weights),
        f"chance: weights {chances.weights} are not positive integers",
    )
    for outcome in range(len(chances.weights)):
        rules.apply(snapshot.copy(), Step(CHANCE, outcome), EventLog())


def check_events(
    snapshot: Snapshot, events: list[Event], seen: Tally[tuple[int, str]] | None = None
) -> None:
    """Events name clauses, are redacted by their audience, and can be told to each viewer.

    `seen` counts the events of each kind that a viewer knows; of many a sample is put in words.
    """
    seen = Tally() if seen is None else seen
    rules = snapshot.rules
    everybody = sum(1 << side for side in snapshot.sides)
    views: dict[int, tuple[View, ...]] = {}
    for event in events:
        snapshot.demand(event.clause in snapshot.book.by_id, f"{event} names no clause")
        audience = everybody if event.audience == PUBLIC else event.audience & everybody
        for viewer in snapshot.viewers:
            known = rules.redact(event, viewer)
            snapshot.demand(
                known is None or isinstance(known, Event), f"{event} redacted to {known!r}"
            )
            needed = {SPECTATOR: everybody, UMPIRE: 0}.get(viewer, 1 << max(viewer, 0))
            snapshot.demand(
                known is None or audience & needed == needed,
                f"{event} reaches viewer {viewer}, who is not in its audience",
            )
            if known is None:
                continue
            count = seen[viewer, event.kind] = seen[viewer, event.kind] + 1
            if count <= TOLD_EACH or count % TOLD_EVERY == 0:
                if viewer not in views:
                    made = (rules.view, log_views(rules))
                    views[viewer] = tuple(make(snapshot.state, viewer) for make in made)
                view, lighter = views[viewer]
                told, again = (
                    _check_log_entry(snapshot, view, known),
                    rules.describe(known, lighter),
                )
                snapshot.same(told, again, f"entry {event} to {viewer}, from a view for the log")


def _check_log_entry(snapshot: Snapshot, view: View, event: Event) -> LogEntry:
    rules = snapshot.rules
    where = f"entry {event} to {view.viewer}"
    try:
        entry: LogEntry = unchanged(snapshot, "describe", rules.describe, event, view)
    except (KeyError, IndexError, NotImplementedError) as error:
        kind = type(error).__name__
        snapshot.fail(f"{where}: no words for events of kind {event.kind}? {kind}: {error}")
    snapshot.demand(bool(entry.text.strip() and entry.kind), f"{where}: no text or kind")
    snapshot.demand(
        entry.clause == event.clause,
        f"{where}: clause {entry.clause!r}, the event has {event.clause!r}",
    )
    snapshot.demand(type(entry.stops) is bool, f"{where}: stops is {entry.stops!r}")
    if entry.battle is not None:
        check_battle(snapshot, entry.battle, where)
    sides = range(len(rules.sides))
    snapshot.demand(
        entry.side is None or entry.side in sides, f"{where}: no side {entry.side} can do it"
    )
    snapshot.same(entry, rules.describe(event, view), f"{where}, told twice")
    payload(entry)
    return entry


def check_game(system: System, rules: Rules[Any], seed: int, limit: int = STEP_LIMIT) -> int:
    """One random game from start to end: time, chance, events, result. Returns its steps."""
    time = None
    snapshot = None
    seen: Tally[tuple[int, str]] = Tally()
    for snapshot, _, events in random_game(system, rules, seed, limit):
        now = snapshot.decision.time
        snapshot.demand(time is None or now >= time, f"time falls from {time} to {now}")
        time = now
        check_events(snapshot, events, seen)
    if snapshot is None:
        raise AssertionError("a game without a start")
    _check_result(snapshot)
    return snapshot.step


def _check_result(snapshot: Snapshot) -> None:
    result = snapshot.rules.result(snapshot.state)
    if result is None:
        snapshot.fail("the game is over without a result")
    winners = list(result.winners)
    snapshot.demand(
        winners == sorted(set(winners)) and all(side in snapshot.sides for side in winners),
        f"winners {winners} are not sides",
    )
    clauses = snapshot.book.by_id
    snapshot.demand(
        result.clause in clauses and bool(result.reason),
        f"result lacks clause or reason: {result}",
    )
    snapshot.demand(
        len(result.scores) in (0, len(snapshot.sides)) and all(map(math.isfinite, result.scores)),
        f"scores {result.scores} for {len(snapshot.sides)} sides",
    )


def check_saves(system: System, rules: Rules[Any], seed: int, every: int = 1) -> None:
    """A game that is saved and loaded after every step goes on as if it were not.

    `every` saves only one position in so many; all are compared.
    """
    log = EventLog()
    state = rules.start()
    for snapshot, step, _ in random_game(system, rules, seed):
        snapshot.demand(
            digest(state) == digest(snapshot.state), "the digest differs after save and load"
        )
        if step is None:
            return
        if snapshot.step % every == 0:
            state = load_state(rules.start(), save_state(state))
        log.clear()
        rules.apply(state, step, log)


def check_journal(system: System, rules: Rules[Any], seed: int) -> Match:
    """A match's journal, written, read and replayed, gives the same digest after every step.

    Also: its dice can be verified, and a match resumed in its midst goes on alike.
    Returns the match.
    """
    match = play_match(system, rules, seed)
    text = "\n".join(match.journal.lines(rules))
    where = f"{system.name} {rules.scenario.name}, seed {seed}"
    try:
        parsed, twin, _ = parse_journal(text, where)
        verify(parsed, twin, where)
        replay(match.journal, rules, where)
    except InputError as error:
        raise AssertionError(f"{where}: its own journal is refused: {error}") from error
    if parsed.digests != match.journal.digests or parsed.steps != match.journal.steps:
        raise AssertionError(f"{where}: the journal reads otherwise than it was written")
    half = dataclasses.replace(
        match.journal,
        steps=match.journal.steps[: len(match.journal.steps) // 2],
        digests=match.journal.digests[: len(match.journal.steps) // 2],
        secret="",
    )
    resumed = Match.resume(system, rules, half, match.secret)
    resumed.settle()
    taken = len(resumed.journal.steps)
    if resumed.journal.digests != match.journal.digests[:taken]:
        raise AssertionError(f"{where}: a resumed match goes on otherwise")
    return match


def play_match(
    system: System, rules: Rules[Any], seed: int, limit: int = STEP_LIMIT, *, tell: bool = True
) -> Match:
    """A match of random orders, to its end, with a secret that the seed stands for.

    Without `tell` nobody's log is kept, which takes most of the time.
    """
    match = Match(system, rules, secret=secret_from_seed(seed, purpose="conformance"), tell=tell)
    dice = dice_from_seed(seed, purpose="conformance orders")
    match.settle()
    for _ in range(limit):
        step = random_step(rules, match.state, dice)
        if step is None:
            return match
        match.order(step.actor, step.order)
    raise AssertionError(f"{system.name}, seed {seed}: no end within {limit} orders")
