"""What a side may do while it sets up (AGR-6, AGR-52), as the screen shows it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from hexfront.core.contract import Aim, Offer, View
from hexfront.core.dice import dice_from_secret
from hexfront.core.table.changes import MOST_CHANGES
from hexfront.systems.aggressor.knowledge.view import TITLES
from hexfront.systems.aggressor.rules.orders import DONE, FIRST_DEPLOY, RECALL
from hexfront.systems.aggressor.scenario.armies import Army, arranged_army, random_army
from hexfront.systems.aggressor.scenario.loader import RANDOM, AggressorScenario
from hexfront.systems.aggressor.scenario.model import TYPE_NAMES
from hexfront.systems.aggressor.scenario.state import TYPES, Setting


class ArmySetup:
    """Makes the offers of the set-up of one scenario."""

    def __init__(self, scenario: AggressorScenario, setting: Setting) -> None:
        self._suggestions = scenario.suggestions
        self._labels = setting.labels
        self._ground = setting.ground
        self._hexes = setting.ground.rules.hexes

    def offers(self, view: View, codes: list[int]) -> Iterator[Offer]:
        """Types to place, units to remove, whole armies, and ready."""
        if not codes:
            return
        if codes == [RECALL]:
            yield Offer((RECALL,), "recall", "Change the set-up again", "AGR-52")
            return
        labels, hexes = self._labels, self._hexes
        if codes[0] == DONE:
            yield Offer((DONE,), "ready", "Ready", "AGR-52", key="0")
        for kind in range(TYPES):
            first = FIRST_DEPLOY + kind * hexes
            places = tuple(labels[code - first] for code in codes if first <= code < first + hexes)
            if places:
                full = self._ground.types
                caption = f"{TITLES[kind]} {full.full_range[kind]}/{full.full_strength[kind]}"
                aim = Aim(first, places)
                yield Offer((), "deploy", caption, "AGR-6", aim=aim, word=TYPE_NAMES[kind])
        standing = self._standing(view)
        left = MOST_CHANGES * self._ground.rules.army - view.facts["changes"]
        for number, (kind, place) in enumerate(standing if left else (), 1):
            code = FIRST_DEPLOY + TYPES * hexes + place
            caption = f"Remove {TITLES[kind]} from {labels[place]}"
            yield Offer((code,), "remove", caption, "AGR-52", str(number))
        if len(standing) <= left:
            yield from self._armies(view, standing)

    def _standing(self, view: View) -> Army:
        rows = view.facts["units"][view.viewer]
        return [(row["kind"], row["place"]) for row in rows if row["place"] != self._hexes]

    def _armies(self, view: View, standing: Army) -> Iterator[Offer]:
        """Whole armies at one click; another click gives another arrangement."""
        seed = hashlib.blake2b(repr(standing).encode(), digest_size=32).digest()
        dice = dice_from_secret(seed)
        for mix in self._suggestions:
            army = arranged_army(self._ground, view.viewer, mix.units, dice)
            orders = self._replacing(standing, army)
            yield Offer(orders, "army", mix.title, "AGR-52", word=mix.name)
        army = random_army(self._ground, view.viewer, dice)
        yield Offer(self._replacing(standing, army), "army", "Random", "AGR-52", word=RANDOM)

    def _replacing(self, standing: Army, army: Army) -> tuple[int, ...]:
        """Orders that clear what stands and place an army."""
        hexes = self._hexes
        cleared = [FIRST_DEPLOY + TYPES * hexes + place for _, place in standing]
        placed = [FIRST_DEPLOY + kind * hexes + place for kind, place in army]
        return (*cleared, *placed)
