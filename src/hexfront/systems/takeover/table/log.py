"""Events in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from hexfront.core.contract import LogEntry, View
from hexfront.core.events import Event
from hexfront.core.rulebook import Rulebook
from hexfront.core.strictjson import Json
from hexfront.systems.takeover.knowledge.assessment import ROLES
from hexfront.systems.takeover.knowledge.view import GOOD_NAMES, GOOD_SIGNS, Viewer
from hexfront.systems.takeover.rules import engagement, estate, takeovers, turn
from hexfront.systems.takeover.rules.pools import (
    AGGRESSOR,
    DEFENDER,
    FACES,
    PAIR,
    PATTERN_NAMES,
    pattern_of,
)
from hexfront.systems.takeover.scenario.loading import Setting, TakeoverScenario
from hexfront.systems.takeover.scenario.state import (
    AGENT,
    NOBODY,
)

Say = Callable[[Event], LogEntry]


class LogWriter:
    """Tells the events of one scenario."""

    def __init__(
        self, scenario: TakeoverScenario, setting: Setting, viewer: Viewer, book: Rulebook
    ) -> None:
        self._scenario, self._setting, self._viewer, self._book = scenario, setting, viewer, book
        self._tellers: dict[int, Say] = {
            estate.PAID: self._paid,
            estate.TITLE_BOUGHT: self._title,
            estate.BOUGHT_GOOD: self._good,
            takeovers.DECLARED: self._declared,
            takeovers.CARD_SPENT: self._card_spent,
            takeovers.POOL_JUDGED: self._pool,
            engagement.ROLLED: self._rolled,
            engagement.ROUND_FOUGHT: self._round,
            engagement.CONQUERED: self._conquered,
            engagement.REPELLED: self._repelled,
            engagement.LEFT_GAME: self._left,
            engagement.LAID_OPEN: self._laid_open,
            turn.TURN_BEGINS: self._turn,
            turn.MOVED: self._moved,
            turn.DREW: self._drew,
            turn.DREW_THIS: self._drew_this,
            turn.PACK_RENEWED: self._renewed,
            turn.GAME_ENDS: self._ends,
        }

    def describe(self, event: Event, view: View) -> LogEntry:
        """An event in words."""
        return self._tellers[event.kind](event)

    def _say(
        self,
        event: Event,
        text: str,
        kind: str,
        territories: tuple[int, ...] = (),
        players: tuple[int, ...] = (),
        details: dict[str, Json] | None = None,
    ) -> LogEntry:
        return LogEntry(
            text=text,
            clause=self._book.id(event.clause),
            kind=kind,
            places=tuple(self._viewer.territories[t] for t in territories),
            subjects=tuple(self._scenario.players[player].name for player in players),
            details=details or {},
        )

    def _name(self, player: int) -> str:
        return self._viewer.titles[player]

    def _land(self, territory: int) -> str:
        return self._viewer.territory_title(territory)

    def _paid(self, event: Event) -> LogEntry:
        player, amount, money = event.arguments[:3]
        text = f"The Administration pays {self._name(player)} {amount}; that makes {money}."
        return self._say(event, text, "paid", (), (player,), {"amount": amount})

    def _title(self, event: Event) -> LogEntry:
        player, territory, price = event.arguments[:3]
        text = f"{self._name(player)} buys {self._land(territory)} for {price}."
        return self._say(event, text, "buy", (territory,), (player,), {"price": price})

    def _good(self, event: Event) -> LogEntry:
        player, good, territory, price = event.arguments[:4]
        text = (
            f"{self._name(player)} buys an {GOOD_NAMES[good]} for {self._land(territory)}, {price}."
        )
        telling = self._say(event, text, "add", (territory,), (player,), {"price": price})
        name = self._viewer.territories[territory]
        owner = f".{self._scenario.players[player].name}" if good == AGENT else ""
        return replace(telling, subjects=(*telling.subjects, f"{name}.{GOOD_SIGNS[good]}{owner}"))

    def _declared(self, event: Event) -> LogEntry:
        player, enemy, origin, target, card = event.arguments
        text = (
            f"{self._name(player)} attacks {self._land(target)} of {self._name(enemy)} "
            f"from {self._land(origin)}{', with a card' if card != NOBODY else ''}."
        )
        return self._say(event, text, "declare", (origin, target), (player, enemy))

    def _card_spent(self, event: Event) -> LogEntry:
        player, card = event.arguments[:2]
        text = f"{self._name(player)} plays a card: {self._viewer.card_title(card)}."
        return self._say(event, text, "card", (), (player,))

    def _pool(self, event: Event) -> LogEntry:
        """Six-sided dice of a side, and what each is for (TKO-4 to TKO-7)."""
        side, total, security, economy, agents = event.arguments
        rules = self._setting.ring.rules
        parts = (
            (int(rules.dice[side]), "to begin with", "TKO-4"),
            (security, "for NS-Units", "TKO-5"),
            (economy, "for economic superiority", "TKO-6"),
            (agents, "for superiority in agents", "TKO-7"),
        )
        terms: list[Json] = [
            {"text": words, "value": dice, "clause": clause}
            for dice, words, clause in parts
            if dice
        ]
        polygon = int(rules.polygon[side])
        text = f"The {ROLES[side]} has the d{polygon} and {total} six-sided "
        text += "die." if total == 1 else "dice."
        details: dict[str, Json] = {
            "side": ROLES[side],
            "polygon": polygon,
            "dice": total,
            "modifiers": terms,
        }
        return self._say(event, text, "pool", (), (), details)

    def _rolled(self, event: Event) -> LogEntry:
        side, shown, code, value = event.arguments[:4]
        ring = self._setting.ring
        faces = engagement.faces_of(code)
        counts = np.bincount(faces, minlength=FACES + 1)[1:]
        pattern = int(pattern_of(shown, len(faces), counts, ring.multipliers))
        words = PATTERN_NAMES[pattern]
        if len(faces) == 1:
            words = "the same as the single die" if pattern == PAIR else "a single die"
        multiplier = int(ring.multipliers[pattern])
        polygon = int(ring.rules.polygon[side])
        text = (
            f"The {ROLES[side]} rolls {shown} on the d{polygon} and "
            f"{', '.join(map(str, faces))}: {words}, {shown} times {multiplier} is {value}."
        )
        details: dict[str, Json] = {
            "side": ROLES[side],
            "polygon": polygon,
            "shows": shown,
            "dice": faces,
            "pattern": PATTERN_NAMES[pattern],
            "multiplier": multiplier,
            "value": value,
        }
        return self._say(event, text, "dice", (), (), details)

    def _round(self, event: Event) -> LogEntry:
        number, winner, left, right = event.arguments[:4]
        text = (
            f"Round {number} goes to the {ROLES[winner]}; the {ROLES[1 - winner]} loses a die. "
            f"{left} against {right} dice are left."
        )
        details: dict[str, Json] = {
            "round": number,
            "winner": ROLES[winner],
            ROLES[AGGRESSOR]: left,
            ROLES[DEFENDER]: right,
        }
        return self._say(event, text, "round", (), (), details)

    def _conquered(self, event: Event) -> LogEntry:
        player, target, enemy = event.arguments[:3]
        text = f"{self._name(player)} takes {self._land(target)} over from {self._name(enemy)}."
        return self._say(event, text, "conquer", (target,), (player, enemy))

    def _repelled(self, event: Event) -> LogEntry:
        player, target, enemy, risked = event.arguments[:4]
        text = f"{self._name(enemy)} holds {self._land(target)} against {self._name(player)}"
        if risked == NOBODY:
            return self._say(event, f"{text}.", "repel", (target,), (player, enemy))
        text += f", and takes {self._land(risked)} over."
        return self._say(event, text, "repel", (target, risked), (player, enemy))

    def _left(self, event: Event) -> LogEntry:
        player = event.arguments[0]
        text = f"{self._name(player)} has lost the last territory, forfeits the money, and is out."
        return self._say(event, text, "out", (), (player,))

    def _laid_open(self, event: Event) -> LogEntry:
        player, card, number = event.arguments[:3]
        often = f", {number} times" if number > 1 else ""
        text = f"{self._name(player)} lays open: {self._viewer.card_title(card)}{often}."
        return self._say(event, text, "open", (), (player,))

    def _turn(self, event: Event) -> LogEntry:
        player, round_ = event.arguments[:2]
        text = f"Round {round_}: {self._name(player)}."
        return self._say(event, text, "turn", (), (player,))

    def _moved(self, event: Event) -> LogEntry:
        player, start, place, first, second = event.arguments
        text = f"{self._name(player)} throws {first} and {second}, and lands on "
        text += f"{self._viewer.space_title(place)}."
        spaces = self._viewer.spaces
        steps = range(first + second + 1)
        path = tuple(spaces[(start + step) % len(spaces)] for step in steps)
        subjects = (self._scenario.players[player].name,)
        details: dict[str, Json] = {"dice": [first, second]}
        return LogEntry(text, self._book.id(event.clause), "move", path, subjects, details)

    def _drew(self, event: Event) -> LogEntry:
        player = event.arguments[0]
        return self._say(event, f"{self._name(player)} draws an OPs card.", "draw", (), (player,))

    def _drew_this(self, event: Event) -> LogEntry:
        player, card = event.arguments[:2]
        text = f"The card is: {self._viewer.card_title(card)}."
        return self._say(event, text, "drawn", (), (player,))

    def _renewed(self, event: Event) -> LogEntry:
        return self._say(event, "The spent cards are shuffled into a new pack.", "pack")

    def _ends(self, event: Event) -> LogEntry:
        round_, bits = event.arguments[:2]
        names = [title for p, title in enumerate(self._viewer.titles) if bits >> p & 1]
        left = round_ <= self._setting.ring.rules.rounds
        how = "All others are out" if left and len(names) == 1 else "The last round is over"
        verb = "share the victory" if len(names) > 1 else "wins"
        players = tuple(p for p in range(len(self._viewer.titles)) if bits >> p & 1)
        return self._say(event, f"{how}: {' and '.join(names)} {verb}.", "end", (), players)
