"""Typed orders that are not open: which clause forbids them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexfront.core.contract import Refusal, View
from hexfront.core.table.language import OffersLanguage, numbers_by_words
from hexfront.systems.takeover.knowledge.facts import visible_state
from hexfront.systems.takeover.rules.orders import BUY, DONE, GOODS_WORDS
from hexfront.systems.takeover.scenario.loader import BoundRules

_PLAIN: Final = {"done": DONE, "buy": BUY}


class TakeoverLanguage(OffersLanguage):
    """Reads what the offers do not hold, to say which clause forbids it."""

    def __init__(self, rules: BoundRules) -> None:
        self._rules = rules
        scenario = rules.scenario
        self._territories = [space.name for space in scenario.territories]
        self._cards = [card.name for card in scenario.file.cards]
        self._lands = numbers_by_words((s.name, s.title) for s in scenario.territories)
        self._packs = numbers_by_words((c.name, c.title) for c in scenario.file.cards)

    def refusal(self, view: View, words: Sequence[str]) -> Refusal | None:
        """The clause that forbids what the words mean."""
        order = self._order(list(words))
        if order is None:
            return None
        state = visible_state(self._rules.setting, view.facts)
        return self._rules.refuse(state, view.viewer, order)

    def _order(self, words: list[str]) -> int | None:
        """The order that words mean, open or not; None where they mean none."""
        if len(words) == 1 and words[0] in _PLAIN:
            return _PLAIN[words[0]]
        verb, rest = (words[0] if words else ""), words[1:]
        if verb == "add" and rest and rest[0] in GOODS_WORDS:
            land = self._lands.get(" ".join(rest[1:]))
            if land is None:
                return None
            document = {"do": "add", "what": rest[0], "to": self._territories[land]}
            return self._rules.read_order(document)
        return self._attack(rest) if verb == "attack" else None

    def _attack(self, words: list[str]) -> int | None:
        """The attack that words such as `mill-row from lantern-quay with e-from-w` mean."""
        goal, _, rest = " ".join(words).partition(" from ")
        origin, _, card = rest.partition(" with ")
        target, start = self._lands.get(goal), self._lands.get(origin)
        if target is None or start is None or (card and card not in self._packs):
            return None
        document = {
            "do": "attack",
            "territory": self._territories[target],
            "from": self._territories[start],
        }
        if card:
            document["card"] = self._cards[self._packs[card]]
        return self._rules.read_order(document)
