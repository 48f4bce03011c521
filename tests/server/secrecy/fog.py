"""Matches of Aggressor held against what may be known: canaries, the truth, and ears.

Each unit of each side has a name, digits in its symbol and, in every other
match, a strength of its own.  They are planted where its owner is shown it:
in his counters, in what he is told, in the state itself.  Nothing of them may
reach his enemy or a spectator before the end, for what those know of a unit is
never more than a contact: a number, a place, perhaps a type.
"""

from __future__ import annotations

import re
from collections import Counter as CountOf
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np
import pytest

from hexfront.core.contract import SPECTATOR, UMPIRE, Counter, View
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.storage.store import Store
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.knowledge.symbols import symbol
from hexfront.systems.aggressor.knowledge.view import TITLES, Viewer
from hexfront.systems.aggressor.scenario import state as s
from hexfront.systems.aggressor.table.log import LogWriter
from tests.server.secrecy.ears import _COUNTER, _VIEW, Ear, Game, demand
from tests.server.secrecy.eavesdropping import NAME, NUMBER, Company, Line, Truth

MARK = re.compile(r"3(?<![\w.-]3)[0-2]\d{3}(?!\w)")
"""A strength that is a canary: unit, and the steps that it may lose.

It begins with a digit, which is soon searched for, and looks back from there. A strength has 16
bits, and these are above all codes of orders.
"""
FIRST_MARK = 30_000
STEPS = 75
OPEN = (s.Phase.SET_UP, s.Phase.BEGINNER, s.Phase.OVER)


def war(
    random: Random,
    *,
    rounds: int | None = None,
    scenario: str | None = None,
    board: str = "standard",
    marked: bool = False,
    **options: Any,
) -> tuple[dict[str, Any], list[Company]]:
    """A scenario, and the canaries of its units: those of each side in the order of its rows.

    `rounds`: None for as many as the scenario has.
    """
    document: dict[str, Any] = deepcopy(load_scenario(find_system("aggressor"), scenario).document)
    if rounds is not None:
        options["rounds"] = rounds
    document["title"] = f"War w{random.randrange(16**8):08x}{' marked' if marked else ''}"
    document["options"] = {**document.get("options", {}), **options}
    if board != "standard":
        document["terrain"] = board
        document = load_scenario_document(document)
    return document, canaries(document["title"], document["army_size"])


def load_scenario_document(document: dict[str, Any]) -> dict[str, Any]:
    """The document with its map inside."""
    whole: dict[str, Any] = find_system("aggressor").scenarios.load(document, None, "war").document
    return whole


def canaries(title: str, army: int) -> list[Company]:
    """Two armies of canaries, by the title of a scenario."""
    random = Random(title)
    blocks = random.sample(range(2 * army), 2 * army)
    numbers = random.sample(range(10**6), 2 * army)
    return [
        Company(
            unit // army,
            f"Kanarie-{random.randrange(16**10):010x}",
            f"9170{numbers[unit]:06}",
            FIRST_MARK + block * STEPS + STEPS - 1,
        )
        for unit, block in enumerate(blocks)
    ]


@contextmanager
def planted() -> Iterator[None]:
    """Show owners the canaries of their units, and put them into marked states."""
    patch = pytest.MonkeyPatch()
    real_init, real_counter = Viewer.__init__, Viewer._own_counter
    real_name, real_apply = LogWriter._unit, AggressorRules.apply

    def init(self: Any, scenario: Any, setting: Any) -> None:
        self._canaries = canaries(scenario.title, scenario.file.army_size)
        real_init(self, scenario, setting)

    def counter(self: Any, identity: str, side: int, *more: Any) -> Counter:
        shown = real_counter(self, identity, side, *more)
        number = int(identity.lstrip("we")) - 1 + side * len(self._canaries) // 2
        canary = self._canaries[number]
        return replace(shown, name=canary.name, sidc=shown.sidc[:20] + canary.number)

    def name(self: Any, unit: int, view: View) -> str:
        known = real_name(self, unit, view)
        own = view.facts["units"][unit // self._army] is not None
        return f"{known} {self._viewer._canaries[unit].name}" if own else known

    def apply(self: Any, state: Any, step: Any, out: Any) -> None:
        setting_up = state.game.phase == s.Phase.SET_UP
        real_apply(self, state, step, out)
        if setting_up and self.scenario.title.endswith("marked"):
            for unit, canary in enumerate(self._viewer._canaries):
                if state.units.kind[unit] != s.NO_TYPE:
                    state.units.strength[unit] = canary.strength

    patch.setattr(Viewer, "__init__", init)
    patch.setattr(Viewer, "_own_counter", counter)
    patch.setattr(LogWriter, "_unit", name)
    patch.setattr(AggressorRules, "apply", apply)
    try:
        yield
    finally:
        patch.undo()


@dataclass(frozen=True)
class FogMoment:
    """What stood after a step."""

    told: tuple[int, ...]
    """By viewer, how much he had been told: -2 and -3 count from the end."""
    contacts: tuple[dict[str, tuple[str, str]], ...]
    """By side: place and name of each enemy that it knows of, by the contact's id."""
    dirty: frozenset[str]
    """Contaminated hexes."""


class FogTruth(Truth):
    """What really happens in a match of Aggressor."""

    def __init__(self, store: Store, match_id: str, companies: Sequence[Company]) -> None:
        self._own = {
            viewer: {c.name for c in companies if c.side == viewer or viewer == UMPIRE}
            for viewer in (0, 1, SPECTATOR, UMPIRE)
        }
        self._orders: CountOf[int] = CountOf()
        """How many steps of each actor are known."""
        super().__init__(store, match_id, companies)

    def follow(self) -> None:
        super().follow()
        self._orders = CountOf(step.actor for step in self.steps)

    def _moment(self, told: tuple[int, ...]) -> Any:
        state, army = self._state, self.rules.army
        labels = (*self.rules.setting.labels, "")
        marked = np.flatnonzero(s.flags(state.contaminated, len(self.rules.setting.labels)))
        dirty = [labels[place] for place in marked.tolist()]
        contacts = []
        for side in range(2):
            first = (1 - side) * army
            rows = state.sightings.words[first : first + army].tolist()
            numbers = state.contact_number[first : first + army].tolist()
            known = {}
            for (level, place, kind, *_), number in zip(rows, numbers, strict=True):
                if level:
                    hidden = "Nuked" if labels[place] in dirty else "Unidentified"
                    shown = hidden if kind == s.NO_TYPE else TITLES[kind]
                    known[f"c{number}"] = labels[place], shown
            contacts.append(known)
        return FogMoment(told, tuple(contacts), frozenset(dirty))

    def _learn(self) -> None:
        self.identified |= {
            f"{side} {contact}" for side in range(2) for contact in self.now.contacts[side]
        }

    @property
    def over(self) -> bool:
        return int(self._state.game.phase) == s.Phase.OVER

    @property
    def turn(self) -> int:
        return int(self._state.game.round)

    @property
    def setting_up(self) -> bool:
        return int(self._state.game.phase) == s.Phase.SET_UP

    def may_know(self, viewer: int, moment: Any = None) -> set[str]:
        """The canaries of the viewer's own units; never any of an enemy's."""
        return self._own[viewer]

    def pulse(self, viewer: int) -> object:
        """What changes where something has changed for a viewer."""
        return self.told(viewer), viewer in self.waiting, self._orders[viewer], self.over


class FogGame(Game):
    """A match of Aggressor on a wire."""

    TRUTH = FogTruth
    truth: FogTruth

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._by_mark = {
            canary.strength // STEPS: canary.name for canary in self.companies.values()
        }

    def listener(self, line: Line, seats: Sequence[int]) -> Ear:
        return FogEar(self, line, seats)

    def named(self, text: str) -> set[str]:
        """The canaries that stand in a text: names, digits of symbols, strengths."""
        found = {name.capitalize() for name in NAME.findall(text.lower())}
        numbers = self._by_number.keys() & set(NUMBER.findall(text))
        found |= {self._by_number[number] for number in numbers}
        return found | {self._by_mark.get(int(mark) // STEPS, "?") for mark in MARK.findall(text)}


class FogEar(Ear):
    """A listener who knows what an enemy may look like."""

    game: FogGame

    def _knowledge(self) -> object:
        if self.viewer is None:
            return None
        return self.viewer, self.game.truth.pulse(self.viewer)

    def _view(self, view: dict[str, Any], moment: Any) -> None:
        """Own units as they stand; of enemies the contacts, and nothing that tells more."""
        viewer, truth = view["viewer"], self.game.truth
        more = {"facts"} if viewer != SPECTATOR else set()
        demand(set(view) - more == _VIEW, "members of a view", set(view) ^ _VIEW)
        demand(not view["gauges"] and not view["owners"], "gauges or owners", view)
        demand(set(view.get("facts", ())) <= {"sectors"}, "facts", view.get("facts"))
        demand(viewer == self.viewer, "another's view", viewer)
        counters = view["counters"]
        for counter in counters:
            demand(set(counter) == _COUNTER, "new members of a counter", set(counter) ^ _COUNTER)
        for mark in view["marks"]:
            demand((mark["kind"], mark["subject"]) == ("contaminated", ""), "a mark", mark)
        if viewer == SPECTATOR:
            demand(not counters, "counters of a spectator", counters)
        elif viewer >= 0:
            own = [c["id"] for c in counters if c["side"] == viewer]
            demand(own == [str(i + 1) for i in range(len(own))], "the order of units", own)
            demand(
                [c["id"] for c in counters[: len(own)]] == own, "the order of counters", counters
            )
            self._contacts(counters[len(own) :], truth.now if moment is None else moment)
        if moment is not None:
            shown = {place for mark in view["marks"] for place in mark["places"]}
            demand(shown == moment.dirty, "contamination of another time", shown)

    def _contacts(self, counters: Sequence[dict[str, Any]], moment: FogMoment) -> None:
        assert self.viewer is not None
        known = moment.contacts[self.viewer]
        numbers = [int(counter["id"][1:]) for counter in counters]
        demand(numbers == sorted(numbers), "the order of contacts", numbers)
        # While a machine acts, several updates come at once; only the last is of now.
        if not self.game.machines:
            demand({c["id"] for c in counters} == set(known), "other contacts", known)
        for counter in counters:
            demand(not counter["values"] and len(counter["sidc"]) == 20, "a contact", counter)
            demand(counter["known"] == (counter["name"] in TITLES), "a contact", counter)
            shape = symbol(counter["name"].lower(), counter["side"])
            demand(counter["sidc"] == shape, "the symbol of a contact", counter)
            if counter["id"] in known and not self.game.machines:
                shown = counter["place"], counter["name"]
                demand(shown == known[counter["id"]], "a contact", (shown, known))
