"""What a viewer may know of an Aggressor game (AGR-17), as an allow-list.

A side has its own units, its contacts (AGR-14 to AGR-19), and what both are
told.  While the other side acts, its picture of the enemy stands still
(AGR-39), and every pause of that turn looks alike to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from hexfront.core.contract import SPECTATOR, UMPIRE, Counter, Kind, Mark, Track, View
from hexfront.core.strictjson import Json
from hexfront.systems.aggressor.knowledge.symbols import symbol
from hexfront.systems.aggressor.scenario.loading import AggressorScenario
from hexfront.systems.aggressor.scenario.model import TYPE_NAMES
from hexfront.systems.aggressor.scenario.state import (
    ACTED,
    ACTION,
    ACTIVE,
    ACTOR,
    AGGRESSOR,
    ARMY,
    ATTACKED,
    ATTEMPT,
    BY_SECTORS,
    CARRIED,
    CHANGES,
    CHOOSING,
    CONTACT,
    CONTAMINATED,
    CONTROL,
    DUG,
    FIRST,
    FORM,
    FROZEN,
    GROUPS,
    HALTED,
    HEXES,
    IDENTIFIED,
    KILLS,
    KNOWN,
    LAUNCHED,
    MOVED,
    NO_TYPE,
    NOBODY,
    OBSERVATION,
    OVER,
    OWN_COLUMNS,
    PHASE,
    PLACE,
    PRESSABLE,
    RANGE,
    READY,
    REASON,
    ROUND,
    ROUNDS,
    SECTORS,
    SEEN,
    SEEN_HITS,
    SET_UP,
    SPECIAL,
    STRENGTH,
    SURE,
    TARGET,
    TARGET_HEX,
    TYPE,
    WATCHED,
    WINNER,
    AggressorState,
    Phase,
    Setting,
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

OPEN_PHASES: Final = (SET_UP, CHOOSING, OVER)
"""Phases that everybody knows of; all others look like the acting side's turn."""
CACHED: Final = 1 << 14
"""Counters and marks that are kept, since most stay as they are from view to view."""


def known_phase(state: AggressorState, viewer: int) -> int:
    """The phase as the viewer may know it (AGR-39, AGR-40)."""
    phase = int(state.game[PHASE])
    if phase in OPEN_PHASES or viewer == UMPIRE or viewer == state.game[ACTIVE]:
        return phase
    return ACTION


def known_facts(setting: Setting, state: AggressorState, viewer: int) -> dict[str, Json]:
    """All that the viewer may know, as numbers; nothing else leaves the state."""
    game, army = state.game.tolist(), int(setting.ground.rules[ARMY])
    phase = known_phase(state, viewer)
    facts: dict[str, Json] = {
        "phase": phase,
        "round": game[ROUND],
        "active": game[ACTIVE],
        "first": game[FIRST],
        "aggressor": game[AGGRESSOR],
        "contaminated": [
            setting.labels[place] for place in np.flatnonzero(state.hexes[:, CONTAMINATED]).tolist()
        ],
        "launched": [game[LAUNCHED] == 1, game[LAUNCHED + 1] == 1],
        "units": [None, None],
        "contacts": [],
        "pending": None,
    }
    if phase == OVER:
        facts["winner"], facts["reason"] = game[WINNER], game[REASON]
    if viewer == SPECTATOR:
        return facts
    for side in range(2):
        if viewer in (side, UMPIRE):
            first = side * army
            facts["units"][side] = state.units[first : first + army, :OWN_COLUMNS].tolist()
    if viewer == UMPIRE:
        facts["sectors"] = [
            {"control": None if c == NOBODY else c, "sure": True}
            for c in (int(state.game[CONTROL + k]) for k in range(SECTORS))
        ]
        return facts
    facts["ready"] = game[READY] >> viewer & 1
    facts["changes"] = game[CHANGES + viewer]
    facts["groups"] = game[GROUPS + viewer]
    facts["kills"] = game[KILLS + viewer]
    facts["contacts"] = _contacts(state, viewer, army)
    first, sure = KNOWN + SECTORS * viewer, game[SURE + viewer]
    facts["sectors"] = [
        {
            "control": None if game[first + k] == NOBODY else game[first + k],
            "sure": bool(sure >> k & 1),
        }
        for k in range(SECTORS)
    ]
    watched = (state.hexes[:-1, WATCHED] >> viewer & 1).astype(np.uint8)
    facts["watched"] = np.packbits(watched).tobytes().hex()
    if phase not in OPEN_PHASES and viewer == game[ACTIVE] and game[ACTOR] != NOBODY:
        facts["pending"] = _pending(state, army, viewer)
    return facts


def _contacts(state: AggressorState, viewer: int, army: int) -> list[list[int]]:
    """Number, place, level, type and hits of each enemy that the viewer knows of, by number."""
    first = (1 - viewer) * army
    rows = state.units[first : first + army, SEEN : SEEN_HITS + 1].tolist()
    return sorted([row[3], row[1], row[0], row[2], row[4]] for row in rows if row[3] > 0)


def _pending(state: AggressorState, army: int, viewer: int) -> dict[str, Json]:
    """The acting side's own order that waits for chance or for its word."""
    game, units = state.game, state.units
    target = int(game[TARGET])
    own = target != NOBODY and target // army == viewer
    return {
        "actor": int(game[ACTOR]) - viewer * army,
        "hex": int(game[TARGET_HEX]),
        "form": int(game[FORM]),
        "attempt": int(game[ATTEMPT]),
        "pressable": int(game[PRESSABLE]),
        "own": target - viewer * army if own else NOBODY,
        "contact": int(units[target, CONTACT]) if target != NOBODY and not own else 0,
    }


class Viewer:
    """Makes the views of one scenario."""

    def __init__(self, scenario: AggressorScenario, setting: Setting) -> None:
        self._setting = setting
        self._sides = tuple(side.title for side in scenario.file.sides)
        self._off = int(setting.ground.rules[HEXES])
        self._rounds = int(setting.ground.rules[ROUNDS])
        self._open = not setting.ground.rules[OBSERVATION]
        self._own = lru_cache(CACHED)(self._own_counter)
        self._foe = lru_cache(CACHED)(self._contact_counter)
        self._mark = lru_cache(CACHED)(_contamination)

    def view(self, state: AggressorState, viewer: int, kind: Kind, time: int, must: bool) -> View:
        """The view of a side, a spectator or the umpire."""
        facts = known_facts(self._setting, state, viewer)
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
            counters=tuple(self._counters(facts, viewer)),
            marks=tuple(self._mark(label) for label in facts["contaminated"]),
            tracks=tuple(self._tracks(facts)),
            facts=facts,
        )

    def label(self, place: int) -> str:
        """The letters of a hex; empty off the map (AGR-1)."""
        return self._setting.labels[place] if 0 <= place < self._off else ""

    def side(self, side: int) -> str:
        """The title of a side."""
        return self._sides[side]

    def _title(self, facts: Json) -> str:
        phase = facts["phase"]
        if phase == OVER:
            return "The game is over"
        if phase == SET_UP:
            return "Set-up: both sides place their units unseen"
        if phase == CHOOSING:
            return "Who begins is settled"
        side = self._sides[facts["active"]]
        return f"Round {facts['round']} of {self._rounds}: the turn of {side}"

    def _prompt(self, facts: Json, viewer: int, must: bool) -> str:
        phase = facts["phase"]
        if phase == OVER:
            return "The log tells how it came about."
        if viewer < 0:
            return ""
        if phase == SET_UP:
            if must:
                return "Choose your units and place them in your home territory."
            return "Your army stands. The game begins when the other side is ready, too."
        if not must:
            return "Waiting."
        return {
            Phase.PARTISANS: "Do your partisans rise now, in the enemy's home?",
            Phase.PRESS: "Force the defender back and follow, or hold?",
        }.get(phase, "Order your units one after another, in any order; then end the turn.")

    def _counters(self, facts: Json, viewer: int) -> Iterator[Counter]:
        dirty = set(facts["contaminated"])
        prefixes = ("w", "e") if viewer == UMPIRE else ("", "")
        acting = facts["active"] if facts["phase"] not in OPEN_PHASES else NOBODY
        for side, rows in enumerate(facts["units"]):
            for number, row in enumerate(rows or (), 1):
                if row[TYPE] != NO_TYPE:
                    shown = (*row[:MOVED], *row[ATTACKED:OWN_COLUMNS], row[MOVED] > 0)
                    nuked = self.label(row[PLACE]) in dirty
                    identity = f"{prefixes[side]}{number}"
                    yield self._own(identity, side, shown, nuked, acting == side)
        for number, place, level, kind, _ in facts["contacts"]:
            nuked = self.label(place) in dirty
            now = self._open or acting == viewer
            yield self._foe(number, 1 - viewer, place, level, kind, nuked, now)

    def _own_counter(
        self, identity: str, side: int, row: Sequence[int], nuked: bool, acting: bool
    ) -> Counter:
        kind = row[TYPE]
        left_out = ATTACKED - MOVED
        after = {column: row[column - left_out] for column in range(ATTACKED, OWN_COLUMNS)}
        badges = [
            word
            for word, holds in (
                ("eliminated", row[PLACE] == self._off),
                ("dug in", after[DUG] == 1),
                ("NBC", nuked),
                ("frozen", acting and after[FROZEN] == 1),
                ("moved", acting and bool(row[-1])),
                ("halted", acting and after[HALTED] == 1),
                ("attacked", acting and after[ATTACKED] == 1),
                ("acted", acting and after[SPECIAL] == 1),
                ("blocked", acting and after[ACTED] > after[ATTACKED] + after[SPECIAL]),
            )
            if holds
        ]
        return Counter(
            identity,
            side,
            self.label(row[PLACE]),
            TITLES[kind],
            symbol(SHOWN_TYPES[kind], side),
            True,
            {"range": row[RANGE], "strength": row[STRENGTH]},
            tuple(badges[:1] if row[PLACE] == self._off else badges),
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
