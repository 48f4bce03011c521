"""The duel with offers that leave the place to the player, with words and with keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from hexfront.core.contract import Aim, Offer, Rules, Step, View
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import EventLog
from tests.kit.duel import PLAN, SYSTEM, DuelRules

WORDS: Final = ("one", "two", "three")


class AimedRules(DuelRules):
    """One offer a card, wherever it may be laid."""

    def offers(self, view: View) -> Sequence[Offer]:
        """A card of the own hand (DUE-2): which one is a word and a key, against whom an aim."""
        side = view.viewer
        if side < 0 or view.facts["clock"][0] != PLAN or view.facts["lives"][side] <= 0:
            return []
        alive = [s for s, lives in enumerate(view.facts["lives"]) if lives > 0 and s != side]
        codes = self._open_orders(
            view.facts["hands"][str(side)],
            view.facts["plan"][0],
            view.facts["committed"],
            alive,
            view.facts["taken back"],
        )
        names = tuple(self.sides[target] for target in alive)
        offers = []
        for card in dict.fromkeys(c // self.count for c in codes if c < self.take_back):
            aim = Aim(card * self.count, names)
            caption, me, key = f"Lay {card + 1}", f"side-{side}", "7" if card else "1"
            offers.append(
                Offer((), "lay", caption, "DUE-2", me, aim=aim, word=WORDS[card], key=key)
            )
        if self.commit in codes:
            offers.append(Offer((self.commit,), "commit", "Commit", "DUE-2", key="0"))
        if self.take_back in codes:
            offers.append(Offer((self.take_back,), "back", "Take back", "DUE-2"))
        return offers

    def board(self) -> Json:
        """Keys go through the own counters in their order."""
        return {**super().board(), "cycle": True}


def setup_of(rules: Rules[Any], steps: Sequence[Step]) -> Json:
    """The same duel, as long as it lasted."""
    state, log = rules.start(), EventLog()
    for step in steps:
        rules.apply(state, step, log)
    rounds = int(state.clock[1])
    return {**rules.scenario.document, "rounds": rounds, "title": f"Again, {rounds} rounds"}


AIMED: Any = replace(
    SYSTEM,
    name="aimed",
    title="Aimed duel",
    rules=AimedRules,
    scenarios=replace(SYSTEM.scenarios, from_setup=setup_of),
)
