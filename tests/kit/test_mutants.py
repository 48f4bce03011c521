"""What the kit must find: mutants of sound systems, each spoiled in one way.

A mutant is a system whose rules are those of a sound one with a few members
replaced.  `MUTANTS` says how each is spoiled and what the kit must say, at
which seed and step.  The sound systems pass the same checks.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import numpy as np
import pytest

from hexfront import conformance
from hexfront.conformance import Snapshot, snapshots
from hexfront.core.contract import UMPIRE
from hexfront.core.dice import dice_from_seed
from hexfront.core.events import AUDIENCE, PUBLIC, EventLog, read_event
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.system import System
from hexfront.systems.takeover.rules import turn as takeover_turn
from hexfront.systems.takeover.scenario.state import Phase
from tests.kit import TOLD
from tests.kit.duel import SYSTEM as DUEL

DOCS = Path(__file__).parents[2] / "docs"

Members = Mapping[str, Any]
Check = Callable[[System], object]


class Mutant(NamedTuple):
    """A way to spoil a system, and how the kit names it."""

    name: str
    system: str
    spoil: Callable[[Any], Members]
    """Members of the rules in the place of those of the class it is given."""
    check: Check
    says: str
    """A part of what the kit must say."""


# --- where the kit looks -------------------------------------------------------------------


@cache
def sound(name: str) -> System:
    """A system that keeps its promises."""
    if name == "duel":
        return DUEL
    if name == "seven":
        with mock.patch.object(sys, "path", [str(DOCS / "seven-hexes"), *sys.path]):
            system: System = importlib.import_module("seven_hexes").SYSTEM
        return system
    return find_system(name)


@cache
def sound_positions(name: str) -> list[Snapshot]:
    """Positions of some random games of the default scenario."""
    rules = sound(name).rules(load_scenario(sound(name)))
    return [s for seed in range(2) for s in snapshots(sound(name), rules, seed, 10)]


def positions(system: System) -> list[Snapshot]:
    """The same positions for a mutant."""
    rules = system.rules(load_scenario(system))
    return [replace(s, system=system, rules=rules) for s in sound_positions(system.name)]


def everywhere(*checks: Callable[[Snapshot], object]) -> Check:
    """Checks at every position."""

    def run(system: System) -> None:
        for snapshot in positions(system):
            for check in checks:
                check(snapshot)

    return run


def secrecy(system: System) -> None:
    """All checks of secrecy."""
    conformance.check_secrecy(positions(system), 400, **TOLD.get(system.name, {}))


def drawing(system: System) -> None:
    """All checks of secrecy where a card is drawn."""
    rules = system.rules(load_scenario(system))
    sample = snapshots(system, rules, 0, 3, lambda s: s.state.game.phase == Phase.DRAWING)
    conformance.check_secrecy(sample[1:], 40)


def games(system: System) -> None:
    """Whole random games."""
    for seed in range(2):
        conformance.check_game(system, system.rules(load_scenario(system)), seed)


def imaginable(system: System) -> None:
    """Whether the truth can be determinized."""
    for snapshot in positions(system):
        twin = system.rules(snapshot.rules.scenario)
        conformance.check_truth_drawn(snapshot, twin, dice_from_seed(snapshot.seed, snapshot.step))


def revocable(system: System) -> None:
    """Whether the first orders, where they can be taken back, teach nothing."""
    rules, twin = (system.rules(load_scenario(system)) for _ in range(2))
    for seed in range(8):
        for snapshot in snapshots(system, rules, seed, 3, lambda s: s.step < 3):
            conformance.check_revocable(snapshot, twin, dice_from_seed(seed, snapshot.step))


offers = everywhere(conformance.check_offers)
questions = everywhere(conformance.check_questions)


# --- ways to spoil -------------------------------------------------------------------------


def members(**found: Any) -> Callable[[Any], Members]:
    """The same members whatever the class."""
    return lambda base: found


def changed(method: str, change: Callable[..., Any]) -> Callable[[Any], Members]:
    """A method whose answer is changed: `change(answer, rules, *arguments)`."""

    def spoil(base: Any) -> Members:
        before = getattr(base, method)
        return {method: lambda self, *given: change(before(self, *given), self, *given)}

    return spoil


def told(kind: str, audience: int) -> Callable[[Any], Members]:
    """Events of a kind have another audience."""

    def spoil(base: Any) -> Members:
        def apply(self: Any, state: Any, step: Any, out: EventLog) -> None:
            before = len(out)
            base.apply(self, state, step, out)
            for row in out.written()[before:]:
                if read_event(row.tolist()).kind == kind:
                    row[AUDIENCE] = audience

        return {"apply": apply}

    return spoil


def fact(name: str, value: Callable[[Any, Any, int], Any]) -> Callable[[Any], Members]:
    """The view has one fact more: `value(rules, state, viewer)`."""
    return changed(
        "view",
        lambda view, rules, state, viewer: replace(
            view, facts={**view.facts, name: value(rules, state, viewer)}
        ),
    )


def all_seen(base: Any) -> Members:
    """Everybody sees the counters that the umpire sees."""

    def view(self: Any, state: Any, viewer: int) -> Any:
        counters = base.view(self, state, UMPIRE).counters
        return replace(base.view(self, state, viewer), counters=counters)

    return {"view": view}


def start_as(form: Callable[[Any], Any]) -> Callable[[Any], Members]:
    """The state has another form."""
    return changed("start", lambda state, rules: form(state))


def seven_imagines(place: Callable[[Any, Any], int]) -> Callable[[Any], Members]:
    """Seven Hexes: an unseen mine lies where `place(state, view)` says."""

    def determinize(state: Any, rules: Any, view: Any, dice: Any) -> Any:
        for side, mine in enumerate(view.facts["mines"]):
            if mine is None and state.game.phase != 0:
                state.mines[side] = place(state, view)
        return state

    return changed("determinize", determinize)


def lowest(state: Any, view: Any) -> int:
    """The first hex where no counter stands; the true mine lies there now and then only."""
    return next((n for n, who in enumerate(state.hexes.entered) if who == 0), 6)


def asked_by_the_hand(base: Any) -> Members:
    """Takeover: the attack phase opens by the cards that the player really holds."""
    seen = takeover_turn.can_attack

    def apply(self: Any, state: Any, step: Any, out: EventLog) -> None:
        by_hand: Any = lambda ring, at, as_seen: seen(ring, at, False)  # noqa: E731
        with mock.patch.object(takeover_turn, "can_attack", by_hand):
            base.apply(self, state, step, out)

    return {"apply": apply}


def with_odds(odds: Mapping[str, Any]) -> Callable[[Any], Members]:
    """Every offer has these odds."""
    return changed("offers", lambda found, rules, view: [replace(o, odds=odds) for o in found])


def with_code(code: str) -> Callable[[Any], Members]:
    """Every counter has this symbol code."""
    return changed(
        "view",
        lambda view, rules, state, viewer: replace(
            view, counters=tuple(replace(c, sidc=code, sign="") for c in view.counters)
        ),
    )


def raises(error: Exception) -> Any:
    """A method that fails."""

    def fail(self: Any, *given: Any) -> Any:
        raise error

    return fail


def silent(*kinds: str) -> Callable[[Any], Members]:
    """`describe` knows no words for some kinds of events."""

    def words(entry: Any, rules: Any, event: Any, view: Any) -> Any:
        return {}[event.kind] if event.kind in kinds else entry

    return changed("describe", words)


def one_kind(base: Any) -> Members:
    """Takeover: hidden cards are all of the first kind."""

    def determinize(self: Any, view: Any, dice: Any) -> Any:
        state = base.determinize(self, view, dice)
        for player, hand in enumerate(view.facts["hands"]):
            if isinstance(hand, int):
                state.pack[:] += state.hands[player]
                state.hands[player] = 0
                state.hands[player, 0] = hand
                state.pack[0] -= hand
        return state

    return {"determinize": determinize}


def all_mines(rules: Any, state: Any, viewer: int) -> Any:
    """Where the mines lie."""
    return state.mines.tolist()


def filled(rules: Any, state: Any, viewer: int) -> Any:
    """How many numbers of the state are not 0."""
    return sum(int(np.count_nonzero(array)) for _, array in state.arrays())


def near_the_mine(base: Any) -> Members:
    """Seven Hexes: the refusal tells of an enemy's mine in the hex."""

    def refuse(self: Any, state: Any, side: int, order: int) -> Any:
        found = base.refuse(self, state, side, order)
        mined = state.mines[1 - side] == order % 7
        return found and replace(found, found="a mine") if mined else found

    return {"refuse": refuse}


def spares_mines(base: Any) -> Members:
    """Seven Hexes: a side may not enter a hex with an enemy's mine."""

    def choices(self: Any, state: Any, side: int) -> list[int]:
        found = base.choices(self, state, side)
        return [code for code in found if code < 7 or state.mines[1 - side] != code % 7]

    return {"choices": choices}


def fewer_offers(base: Any) -> Members:
    """One of several offers is missing, with all that lead on from it."""

    def offers(self: Any, view: Any) -> Any:
        found = list(base.offers(self, view))
        first = {offer.orders[0] for offer in found if offer.orders}
        gone = max(first) if len(first) > 1 else None
        return [offer for offer in found if not offer.orders or offer.orders[0] != gone]

    return {"offers": offers}


def no_buttons(base: Any) -> Members:
    """Only what points at a place is offered."""
    return {"offers": lambda self, view: [o for o in base.offers(self, view) if o.place]}


def forgets(base: Any) -> Members:
    """Nothing is irrevocable."""
    return {"irrevocable": lambda self, event, side: None}


def without(name: str) -> Callable[[Any], Members]:
    """The rules lack a member."""

    def spoil(base: Any) -> Members:
        def lacking(self: Any, wanted: str) -> Any:
            if wanted == name:
                raise AttributeError(wanted)
            return object.__getattribute__(self, wanted)

        return {"__getattribute__": lacking}

    return spoil


def changed_sides(base: Any) -> Members:
    """There are no sides."""
    return {"sides": property(lambda self: (), lambda self, value: None)}


def changed_actions(base: Any) -> Members:
    """There are no order codes."""
    return {"actions": property(lambda self: 0, lambda self, value: None)}


def dict_of(state: Any) -> Any:
    """A state that is a dict."""
    return dict(state.arrays())


def listed(state: Any) -> Any:
    """A state that is a list of numbers."""
    return state.words.tolist()


def nameless(rules: Any) -> Any:
    """A board of places without ids."""
    return {"places": [{"name": name} for name in rules.sides]}


TRUTH = "the true state is none of the"
ODD = {"taken": "1/2", "repelled": "2/3"}
TENTHS = {"0": 0.6, "1": 0.5}

# Kinds of events

MUTANTS = [
    # What others' steps tell
    Mutant("hidden move told to all", "aggressor", told("Moved", PUBLIC), secrecy, "but is told"),
    Mutant("hiding told to all", "seven", told("MineHidden", PUBLIC), secrecy, "is told"),
    Mutant("commitment told to all", "duel", told("Committed", PUBLIC), secrecy, "is told"),
    Mutant("drawn card told to all", "takeover", told("CardSeen", PUBLIC), drawing, "but is told"),
    Mutant("dealt card told to all", "duel", told("Dealt", PUBLIC), secrecy, "but is told"),
    Mutant(
        "seen but not told", "seven", told("HexTaken", 0), secrecy, "is told the same, but sees"
    ),
    Mutant("asked by the hand", "takeover", asked_by_the_hand, secrecy, "is told the same of"),
    # What can be determinized
    Mutant("mine always in the lowest hex", "seven", seven_imagines(lowest), secrecy, TRUTH),
    Mutant("no mine determinized", "seven", seven_imagines(lambda *_: -1), secrecy, TRUTH),
    Mutant(
        "spent mine determinized", "seven", seven_imagines(lambda *_: -2), secrecy, "another view"
    ),
    Mutant("other cards determinized", "takeover", one_kind, imaginable, TRUTH),
    # What is seen
    Mutant("mines in the view", "seven", fact("all", all_mines), secrecy, "another view"),
    Mutant("cards in the view", "takeover", all_seen, secrecy, "another view"),
    Mutant("enemies in the view", "aggressor", all_seen, secrecy, "another view"),
    Mutant("plans in the view", "brigade", fact("size", filled), secrecy, "sees it"),
    Mutant("size of the state in the view", "idahex", fact("size", filled), secrecy, "view"),
    Mutant("a turn lost over a mine", "seven", near_the_mine, secrecy, "refused by"),
    Mutant("choices without mines", "seven", spares_mines, secrecy, "another view, choices"),
    Mutant("taking back after both have hidden", "seven", forgets, revocable, "but learns from it"),
    # What is offered
    Mutant("choice without an offer", "seven", fewer_offers, offers, "no offer covers"),
    Mutant("card without an offer", "duel", fewer_offers, offers, "no offer covers"),
    Mutant("order without an offer", "brigade", no_buttons, offers, "no offer covers"),
    Mutant("unit without offers", "aggressor", fewer_offers, offers, "no offer covers"),
    Mutant("odds above 1", "seven", with_odds({"outcome": ODD}), offers, "add to 7/6"),
    Mutant("decimals above 1", "brigade", with_odds({"loss": TENTHS}), offers, "add to"),
    Mutant("negative odds", "duel", with_odds({"outcome": {"a": "-1/2"}}), offers, "add to -1/2"),
    Mutant("chance above 1", "takeover", with_odds({"chance": 1.25}), offers, "chance 1.25"),
    Mutant("chance that is none", "duel", with_odds({"chance": "often"}), offers, "'often'"),
    # What has another form than the contract says
    Mutant("symbol code of 16 digits", "seven", with_code("1" * 16), questions, "symbol code"),
    Mutant("symbol code of letters", "brigade", with_code("SFGPUCI----D---"), questions, "symbol"),
    Mutant("neither code nor sign", "takeover", with_code(""), questions, "symbol code ''"),
    Mutant("state as a dict", "duel", start_as(dict_of), games, "of type dict, not a Block"),
    Mutant("state as a tuple", "seven", start_as(tuple), games, "of type tuple, not a Block"),
    Mutant("state as a list", "duel", start_as(listed), games, "of type list, not a Block"),
    Mutant(
        "no words for an event", "seven", silent("HexTaken"), games, "no words for events of kind"
    ),
    Mutant("board without places", "seven", members(board=lambda s: {}), games, "no list `places`"),
    Mutant("places without ids", "duel", members(board=nameless), games, "place 0 has no `id`"),
    Mutant("no board at all", "duel", without("board"), games, "lacks board of the contract"),
    Mutant("no sides", "duel", changed_sides, games, "not a tuple of names"),
    Mutant("no order codes", "duel", changed_actions, games, "not a positive int"),
]


def spoiled(mutant: Mutant) -> System:
    """The system with the mutant's members in its rules."""
    system = sound(mutant.system)
    base: Any = system.rules
    rules = type("Spoiled", (base,), dict(mutant.spoil(base)))
    return replace(system, rules=rules)


@pytest.mark.parametrize(
    "mutant",
    [
        pytest.param(
            mutant,
            id=mutant.name.replace(" ", "-"),
            marks=[pytest.mark.plain] if mutant.spoil is asked_by_the_hand else [],
        )
        for mutant in MUTANTS
    ],
)
def test_the_kit_names_what_is_wrong(mutant: Mutant) -> None:
    with pytest.raises(AssertionError, match=re.escape(mutant.says)) as failure:
        mutant.check(spoiled(mutant))
    assert re.search(rf"{mutant.system} [\w-]+, seed \d+, step \d+", str(failure.value))
