"""Events in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from hexfront.core.battles import BattlePart
from hexfront.core.contract import LogEntry, View
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import Event
from hexfront.core.table import log
from hexfront.systems.takeover.knowledge.assessment import ROLES, pool_text
from hexfront.systems.takeover.knowledge.facts import visible_state
from hexfront.systems.takeover.knowledge.forecast import odds_of, pools_of
from hexfront.systems.takeover.knowledge.odds import Pool
from hexfront.systems.takeover.knowledge.view import GOOD_NAMES, GOOD_SIGNS, Viewer
from hexfront.systems.takeover.rules.engagement import (
    CardsLaidOpen,
    Conquered,
    Repelled,
    Rolled,
    RoundFought,
    faces_of,
)
from hexfront.systems.takeover.rules.estate import GoodBought
from hexfront.systems.takeover.rules.pools import FACES, PAIR, PATTERN_NAMES, pattern_of
from hexfront.systems.takeover.rules.takeovers import Declared, PoolJudged
from hexfront.systems.takeover.rules.turn import GameEnds, Moved
from hexfront.systems.takeover.scenario.loader import Setting, TakeoverScenario
from hexfront.systems.takeover.scenario.state import AGENT, NOBODY


class LogWriter(log.LogWriter):
    """Describes the events of one scenario."""

    topics: ClassVar[Mapping[str, str]] = {
        "battles": "declare pool dice round conquer repel",
        "moves": "move",
        "cards": "card draw drawn pack open",
        "purchases": "buy add paid",
    }
    headings = "turn"
    major = "declare conquer repel out end"
    minor = "paid pack pool"

    def __init__(self, scenario: TakeoverScenario, setting: Setting, viewer: Viewer) -> None:
        self._scenario, self._setting, self._viewer = scenario, setting, viewer

    def name(self, field: str, value: int, view: View) -> str:
        """The names of players, territories, cards and goods."""
        match field:
            case "player" | "enemy":
                return self._viewer.titles[value]
            case "territory" | "origin" | "target" | "risked":
                return self._viewer.territory_title(value)
            case "card":
                return self._viewer.card_title(value)
            case "good":
                return GOOD_NAMES[value]
        return str(value)

    def label(self, field: str, value: int, view: View) -> str:
        """The short names of players and territories."""
        if value == NOBODY:
            return ""
        if field in ("player", "enemy"):
            return self._scenario.players[value].name
        return self._viewer.territories[value]

    def _good(self, event: Event, view: View) -> LogEntry:
        bought: GoodBought = event.what
        player = self.label("player", bought.player, view)
        owner = f".{player}" if bought.good == AGENT else ""
        stock = f"{self.label('territory', bought.territory, view)}.{GOOD_SIGNS[bought.good]}"
        return self.entry(event, view, subjects=(player, stock + owner))

    def _declared(self, event: Event, view: View) -> LogEntry:
        what: Declared = event.what
        text = (
            f"{self.name('player', what.player, view)} attacks "
            f"{self.name('target', what.target, view)} of {self.name('enemy', what.enemy, view)} "
            f"from {self.name('origin', what.origin, view)}"
            f"{', with a card' if what.card != NOBODY else ''}."
        )
        ring, state = self._setting.ring, visible_state(self._setting, view.facts)
        won = odds_of(ring, pools_of(ring, state, what.origin, what.target))
        part: BattlePart = {
            "begins": True,
            "attackers": [self.name("player", what.player, view)],
            "defenders": [self.name("enemy", what.enemy, view)],
            "sides": [what.player, what.enemy],
            "place": self.name("target", what.target, view),
            "chances": [
                {"text": "held", "chance": float(1 - won.engagement_win), "value": 0},
                {"text": "taken over", "chance": float(won.engagement_win), "value": 1},
            ],
        }
        return self.entry(event, view, text, battle=part)

    def _pool(self, event: Event, view: View) -> LogEntry:
        """Six-sided dice of a role, and what each is for (TKO-4 to TKO-7)."""
        pool: PoolJudged = event.what
        rules = self._setting.ring.rules
        parts = (
            (int(rules.dice[pool.role]), "to begin with", "TKO-4"),
            (pool.security, "for NS-Units", "TKO-5"),
            (pool.economy, "for economic superiority", "TKO-6"),
            (pool.agents, "for superiority in agents", "TKO-7"),
        )
        terms: list[Json] = [
            {"text": words, "value": dice, "clause": clause}
            for dice, words, clause in parts
            if dice
        ]
        polygon = int(rules.polygon[pool.role])
        text = f"The {ROLES[pool.role]} has the d{polygon} and {pool.dice} six-sided "
        text += "die." if pool.dice == 1 else "dice."
        details: dict[str, Json] = {
            "side": ROLES[pool.role],
            "polygon": polygon,
            "dice": pool.dice,
            "modifiers": terms,
        }
        dice = pool_text(Pool(polygon, pool.dice))
        part: BattlePart = {
            "terms": [
                {"caption": f"Dice of the {ROLES[pool.role]}", "value": dice, "clause": "TKO-4"}
            ]
        }
        return self.entry(event, view, text, details=details, battle=part)

    def _rolled(self, event: Event, view: View) -> LogEntry:
        roll: Rolled = event.what
        ring = self._setting.ring
        faces = faces_of(roll.faces)
        counts = np.bincount(faces, minlength=FACES + 1)[1:]
        pattern = int(pattern_of(roll.polygon, len(faces), counts, ring.multipliers))
        words = PATTERN_NAMES[pattern]
        if len(faces) == 1:
            words = "the same as the single die" if pattern == PAIR else "a single die"
        multiplier = int(ring.multipliers[pattern])
        polygon = int(ring.rules.polygon[roll.role])
        text = (
            f"The {ROLES[roll.role]} rolls {roll.polygon} on the d{polygon} and "
            f"{', '.join(map(str, faces))}: {words}, "
            f"{roll.polygon} times {multiplier} is {roll.value}."
        )
        details: dict[str, Json] = {
            "side": ROLES[roll.role],
            "polygon": polygon,
            "shows": roll.polygon,
            "dice": faces,
            "pattern": PATTERN_NAMES[pattern],
            "multiplier": multiplier,
            "value": roll.value,
        }
        return self.entry(event, view, text, details=details, battle={})

    def _round(self, event: Event, view: View) -> LogEntry:
        fought: RoundFought = event.what
        winner, loser = ROLES[fought.winner], ROLES[1 - fought.winner]
        text = (
            f"Round {fought.number} goes to the {winner}; the {loser} loses a die. "
            f"{fought.aggressor} against {fought.defender} dice are left."
        )
        details: dict[str, Json] = {
            "round": fought.number,
            "winner": winner,
            "aggressor": fought.aggressor,
            "defender": fought.defender,
        }
        return self.entry(event, view, text, details=details, battle={})

    def _conquered(self, event: Event, view: View) -> LogEntry:
        return self.entry(event, view, battle={"came": 1, "result": "taken over", "ends": True})

    def _repelled(self, event: Event, view: View) -> LogEntry:
        what: Repelled = event.what
        text = (
            f"{self.name('enemy', what.enemy, view)} holds "
            f"{self.name('target', what.target, view)} against "
            f"{self.name('player', what.player, view)}"
        )
        part: BattlePart = {"came": 0, "result": "held", "ends": True}
        if what.risked == NOBODY:
            return self.entry(event, view, f"{text}.", battle=part)
        risked = self.name("risked", what.risked, view)
        return self.entry(event, view, f"{text}, and takes {risked} over.", battle=part)

    def _laid_open(self, event: Event, view: View) -> LogEntry:
        what: CardsLaidOpen = event.what
        often = f", {what.number} times" if what.number > 1 else ""
        card = self.name("card", what.card, view)
        text = f"{self.name('player', what.player, view)} lays open: {card}{often}."
        return self.entry(event, view, text)

    def _moved(self, event: Event, view: View) -> LogEntry:
        move: Moved = event.what
        text = (
            f"{self.name('player', move.player, view)} throws {move.first} and {move.second}, "
            f"and lands on {self._viewer.space_title(move.end)}."
        )
        spaces = self._viewer.spaces
        steps = range(move.first + move.second + 1)
        return self.entry(
            event,
            view,
            text,
            places=[spaces[(move.start + step) % len(spaces)] for step in steps],
            subjects=[self.label("player", move.player, view)],
            details={"dice": [move.first, move.second]},
        )

    def _ends(self, event: Event, view: View) -> LogEntry:
        end: GameEnds = event.what
        players = [p for p in range(len(self._viewer.titles)) if end.winners >> p & 1]
        names = [self._viewer.titles[player] for player in players]
        left = end.round <= self._setting.ring.rules.rounds
        how = "All others are out" if left and len(names) == 1 else "The last round is over"
        verb = "share the victory" if len(names) > 1 else "wins"
        text = f"{how}: {' and '.join(names)} {verb}."
        subjects = [self.label("player", player, view) for player in players]
        return self.entry(event, view, text, subjects=subjects)

    methods: ClassVar[Mapping[type[Any], log.Describe]] = {
        GoodBought: _good,
        Declared: _declared,
        PoolJudged: _pool,
        Rolled: _rolled,
        RoundFought: _round,
        Conquered: _conquered,
        Repelled: _repelled,
        CardsLaidOpen: _laid_open,
        Moved: _moved,
        GameEnds: _ends,
    }
