"""What a viewer may know of an Aggressor game (AGR-17), as an allow-list.

A side has its own units, its contacts (AGR-14 to AGR-19), and what both are
told.  While the other side acts, its picture of the enemy stands still
(AGR-39), and every pause of that turn looks alike to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np

from hexfront.core.contract import SPECTATOR, UMPIRE, Counter, Kind, Mark, Track, View
from hexfront.core.documents.strictjson import Json
from hexfront.systems.aggressor.knowledge.symbols import symbol
from hexfront.systems.aggressor.scenario.loader import AggressorScenario
from hexfront.systems.aggressor.scenario.model import TYPE_NAMES
from hexfront.systems.aggressor.scenario.state import (
    BY_SECTORS,
    CARRIED,
    IDENTIFIED,
    NO_TYPE,
    NOBODY,
    SECTORS,
    AggressorState,
    Phase,
    Setting,
    flags,
)

SHOWN_TYPES: Final = (*TYPE_NAMES, "technical")
TITLES: Final = (
    "Airbase",
    "Missile",
    "Artillery",
    "Armor",
    "Infantry",
    "Support",
    "Technical",
)
"""Of the shown types, by their numbers (AGR-6, AGR-7)."""

OPEN_PHASES: Final = (Phase.SET_UP, Phase.BEGINNER, Phase.OVER)
"""Phases that everybody knows of; all others look like the acting side's turn."""
CACHED: Final = 1 << 14
"""Counters and marks that are kept, since most stay as they are from view to view."""


Items = tuple[tuple[str, int], ...]
"""A row by the names of its columns, as a key of what is kept."""


def known_phase(state: AggressorState, viewer: int) -> int:
    """The phase as the viewer may know it (AGR-39, AGR-40)."""
    phase = state.game.phase
    if phase in OPEN_PHASES or viewer in (UMPIRE, state.game.active):
        return phase
    return int(Phase.ACTION)


def known_facts(setting: Setting, state: AggressorState, viewer: int) -> dict[str, Json]:
    """All that the viewer may know, as numbers; nothing else leaves the state."""
    game, army, hexes = state.game, setting.ground.rules.army, setting.ground.rules.hexes
    phase = known_phase(state, viewer)
    dirty = np.flatnonzero(flags(state.contaminated, hexes)).tolist()
    facts: dict[str, Json] = {
        "phase": phase,
        "round": game.round,
        "active": game.active,
        "first": game.first,
        "aggressor": game.aggressor,
        "contaminated": [setting.labels[place] for place in dirty],
        "launched": (game.launched == 1).tolist(),
        "units": [None, None],
        "contacts": [],
        "pending": None,
    }
    if phase == Phase.OVER:
        facts["winner"], facts["reason"] = game.winner, game.reason
    if viewer == SPECTATOR:
        return facts
    for side in range(2):
        if viewer in (side, UMPIRE):
            first = side * army
            facts["units"][side] = [state.units.values(unit) for unit in range(first, first + army)]
    if viewer == UMPIRE:
        facts["sectors"] = [
            {"control": None if c == NOBODY else c, "sure": True}
            for c in (int(state.game.control[k]) for k in range(SECTORS))
        ]
        return facts
    facts["ready"] = game.ready >> viewer & 1
    facts["changes"] = int(game.changes[viewer])
    facts["groups"] = int(game.groups[viewer])
    facts["kills"] = int(game.kills[viewer])
    facts["contacts"] = _contacts(state, viewer, army)
    sure, control = int(game.sure[viewer]), state.known[viewer].tolist()
    facts["sectors"] = [
        {"control": None if control[k] == NOBODY else control[k], "sure": bool(sure >> k & 1)}
        for k in range(SECTORS)
    ]
    watched = flags(state.watched[viewer], hexes).astype(np.uint8)
    facts["watched"] = np.packbits(watched).tobytes().hex()
    if phase not in OPEN_PHASES and viewer == game.active and game.actor != NOBODY:
        facts["pending"] = _pending(state, army, viewer)
    return facts


def _contacts(state: AggressorState, viewer: int, army: int) -> list[list[int]]:
    """Number, place, level, type and hits of each enemy that the viewer knows of, by number."""
    first = (1 - viewer) * army
    seen, foes = state.sightings, slice(first, first + army)
    columns = (
        state.contact_number[foes],
        seen.place[foes],
        seen.level[foes],
        seen.kind[foes],
        seen.hits[foes],
    )
    return sorted(row for row in np.column_stack(columns).tolist() if row[0] > 0)


def _pending(state: AggressorState, army: int, viewer: int) -> dict[str, Json]:
    """The acting side's own order that waits for chance or for its word."""
    game = state.game
    target = game.target
    own = target != NOBODY and target // army == viewer
    return {
        "actor": game.actor - viewer * army,
        "hex": game.target_hex,
        "form": game.form,
        "attempt": game.attempt,
        "pressable": game.pressable,
        "own": target - viewer * army if own else NOBODY,
        "contact": int(state.contact_number[target]) if target != NOBODY and not own else 0,
    }


class Viewer:
    """Makes the views of one scenario."""

    def __init__(self, scenario: AggressorScenario, setting: Setting) -> None:
        self._setting = setting
        self._sides = tuple(side.title for side in scenario.file.sides)
        self._off = setting.ground.rules.hexes
        self._rounds = setting.ground.rules.rounds
        self._open = not setting.ground.rules.observation
        self._own = lru_cache(CACHED)(self._own_counter)
        self._foe = lru_cache(CACHED)(self._contact_counter)
        self._mark = lru_cache(CACHED)(_contamination)

    def view(self, state: AggressorState, viewer: int, kind: Kind, time: int, must: bool) -> View:
        """The view of a side, a spectator or the umpire."""
        facts = self.facts(state, viewer)
        phase = facts["phase"]
        if phase not in OPEN_PHASES and viewer not in (UMPIRE, facts["active"]):
            kind = Kind.ORDERS
        return View(
            viewer=viewer,
            time=time,
            kind=kind,
            must_act=must,
            title=self._title(facts),
            prompt=self._prompt(facts, viewer, must),
            counters=tuple(self.counters(facts, viewer)),
            marks=tuple(self._mark(label) for label in facts["contaminated"]),
            tracks=tuple(self._tracks(facts)),
            facts=facts,
        )

    def facts(self, state: AggressorState, viewer: int) -> dict[str, Json]:
        """The facts of the view."""
        return known_facts(self._setting, state, viewer)

    def label(self, place: int) -> str:
        """The letters of a hex; empty off the map (AGR-1)."""
        return self._setting.labels[place] if 0 <= place < self._off else ""

    def side(self, side: int) -> str:
        """The title of a side."""
        return self._sides[side]

    def _title(self, facts: Json) -> str:
        phase = facts["phase"]
        if phase == Phase.OVER:
            return "The game is over"
        if phase == Phase.SET_UP:
            return "Set-up: both sides place their units unseen"
        if phase == Phase.BEGINNER:
            return "Who begins is settled"
        side = self._sides[facts["active"]]
        return f"Round {facts['round']} of {self._rounds}: the turn of {side}"

    def _prompt(self, facts: Json, viewer: int, must: bool) -> str:
        phase = facts["phase"]
        if phase == Phase.OVER:
            return "The log tells how it came about."
        if viewer < 0:
            return ""
        if phase == Phase.SET_UP:
            if must:
                return "Choose your units and place them in your home territory."
            return "Your army stands. The game begins when the other side is ready, too."
        if not must:
            return "Waiting."
        return {
            Phase.PARTISANS: "Do your partisans rise now, in the enemy's home?",
            Phase.PRESS: "Force the defender back and follow, or hold?",
        }.get(phase, "Order your units one after another, in any order; then end the turn.")

    def counters(self, facts: Json, viewer: int) -> Iterator[Counter]:
        """The viewer's own units, and those of the enemy that he knows of, by the facts."""
        dirty = set(facts["contaminated"])
        prefixes = ("w", "e") if viewer == UMPIRE else ("", "")
        acting = facts["active"] if facts["phase"] not in OPEN_PHASES else NOBODY
        for side, rows in enumerate(facts["units"]):
            for number, row in enumerate(rows or (), 1):
                if row["kind"] != NO_TYPE:
                    shown = tuple((row | {"moved": row["moved"] > 0}).items())
                    nuked = self.label(row["place"]) in dirty
                    identity = f"{prefixes[side]}{number}"
                    yield self._own(identity, side, shown, nuked, acting == side)
        for number, place, level, kind, _ in facts["contacts"]:
            nuked = self.label(place) in dirty
            now = self._open or acting == viewer
            yield self._foe(number, 1 - viewer, place, level, kind, nuked, now)

    def _own_counter(
        self, identity: str, side: int, shown: Items, nuked: bool, acting: bool
    ) -> Counter:
        row = dict(shown)
        kind = row["kind"]
        badges = [
            word
            for word, holds in (
                ("eliminated", row["place"] == self._off),
                ("dug in", row["dug"] == 1),
                ("NBC", nuked),
                ("frozen", acting and row["frozen"] == 1),
                ("moved", acting and bool(row["moved"])),
                ("halted", acting and row["halted"] == 1),
                ("attacked", acting and row["attacked"] == 1),
                ("acted", acting and row["special"] == 1),
                ("blocked", acting and row["acted"] > row["attacked"] + row["special"]),
            )
            if holds
        ]
        return Counter(
            identity,
            side,
            self.label(row["place"]),
            TITLES[kind],
            symbol(SHOWN_TYPES[kind], side),
            True,
            {"range": row["range"], "strength": row["strength"]},
            tuple(badges[:1] if row["place"] == self._off else badges),
        )

    def _contact_counter(
        self, number: int, side: int, place: int, level: int, kind: int, nuked: bool, acting: bool
    ) -> Counter:
        if kind != NO_TYPE:
            name, shown = TITLES[kind], SHOWN_TYPES[kind]
        elif nuked:
            name, shown = "Nuked", "nuked"
        else:
            name, shown = "Unidentified", "unidentified"
        level_word = "identified" if level >= IDENTIFIED else "observed"
        badges: tuple[str, ...] = ("identified last turn" if level == CARRIED else level_word,)
        if not acting:
            badges = (*badges, "last seen here")
        known = kind != NO_TYPE
        return Counter(
            f"c{number}", side, self.label(place), name, symbol(shown, side), known, {}, badges
        )

    def _tracks(self, facts: Json) -> Iterator[Track]:
        yield Track("Round", facts["round"], self._rounds)
        aggressor = facts["aggressor"]
        word = "nobody yet" if aggressor == NOBODY else self._sides[aggressor]
        yield Track("Aggressor", float(aggressor), None, word)
        if "groups" in facts:
            yield Track("Partisan groups", facts["groups"])
            yield Track("Kills known", facts["kills"])

    def reason(self, winner: int, reason: int) -> str:
        """Why a game has ended, in words (AGR-50, AGR-51)."""
        if winner == NOBODY:
            return f"the last of {self._rounds} rounds is over: a draw"
        if reason == BY_SECTORS:
            return f"{self._sides[winner]} controls the sectors that it needs"
        return f"{self._sides[1 - winner]} has no unit left"


def _contamination(label: str) -> Mark:
    return Mark("contaminated", "", (label,), "NBC", "AGR-2")
