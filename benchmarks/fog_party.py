"""Players of Aggressor for `benchmarks.canary`, who act at random under the fog."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.canary import Party, play_matches, seat_plans
from tests.server.secrecy.ears import Ear
from tests.server.secrecy.eavesdropping import LocalAgents, Wire
from tests.server.secrecy.fog import FogGame, planted, war

OVERLAYS = ("reach", "observation", "sight", "air", "watch", "threat", "")
OF_COUNTER = OVERLAYS[:4]
HASTES = (0.12, 0.2, 0.35, 0.6)
"""How often a player of a whole game ends his turn instead of ordering another unit."""


class FogParty(Party):
    """Two persons and a spectator."""

    game: FogGame

    def __init__(self, game: FogGame, random: Random, patience: float = 0.12) -> None:
        super().__init__(game, random)
        self._patience = patience
        """How often somebody ends his turn instead of ordering another unit."""

    async def _act(self, side: int) -> None:
        ear = await self._ear(side)
        self._last = {
            "type": "orders",
            "seat": side,
            "orders": self._orders(ear),
            "key": self._key(),
        }
        await ear.say(self._last)

    def _orders(self, ear: Ear) -> list[int]:
        """Marches to the enemy's home, fights, and now and then anything else."""
        offers, random = ear.update["offers"], self.random
        ends = [o for o in offers if o["kind"] in ("end", "ready", "hold", "recall")]
        armies = [o for o in offers if o["kind"] == "army"]
        fights = [o for o in offers if o["kind"] in ("attack", "fire", "strike")]
        forward = ("5", "6") if ear.viewer == 0 else ("1", "2")
        marches = [o for o in offers if o["kind"] == "move" and o.get("key") in forward]
        ready = any(o["kind"] == "ready" for o in offers)
        draw = random.random()
        if ends and draw < (0.7 if ready else self._patience):
            return list(ends[0]["orders"])
        if armies and draw < 0.9:
            return list(random.choice(armies)["orders"])
        for chance, some in ((0.5, fights), (0.9, marches)):
            if some and draw < chance:
                return list(random.choice(some)["orders"])
        return self._of(random.choice(offers))

    def _of(self, offer: dict[str, Any]) -> list[int]:
        """The orders of an offer, its place chosen where it is aimed."""
        aim = offer.get("aim")
        if aim is None:
            return list(offer["orders"])
        if aim["runs"] is None:
            return [aim["first"] + self.random.randrange(len(self.game.truth.rules.setting.labels))]
        runs = list(zip(aim["runs"][::2], aim["runs"][1::2], strict=True))
        return [aim["first"] + self.random.randint(*self.random.choice(runs))]

    async def _typed(self) -> None:
        seat, ear = await self._anybody()
        labels = self.game.truth.rules.setting.labels
        place = self.random.choice(labels)
        unit = self.random.randint(0, 19)
        words = ("xyzzy", "end?", f"{unit} attack {place}", f"{unit} @@", f"c{unit}", f"{unit} 7")
        text = self.random.choice((*words, f"{unit} move {place}", f"{unit} launch {place}"))
        if any(o["kind"] == "contact" for o in ear.update["offers"]) and text.endswith("@@"):
            text = "?"
        frame = {"type": "typed", "seat": seat, "text": text, "key": self._key()}
        await ear.say(frame)

    async def _overlay(self) -> None:
        seat, ear = await self._anybody()
        overlay = self.random.choice(OVERLAYS)
        frame: dict[str, Any] = {"type": "overlay", "seat": seat, "number": 1, "name": overlay}
        if overlay in OF_COUNTER or self.random.random() < 0.1:
            ids = [counter["id"] for counter in ear.update["view"]["counters"]]
            frame["subject"] = self.random.choice((*ids, *ids, "c1", "0", "w1"))
        await ear.say(frame)


class Hasty(FogParty):
    """Players who seek a decision, each in a haste of his own."""

    def __init__(self, game: FogGame, random: Random) -> None:
        super().__init__(game, random)
        self._haste = [random.choice(HASTES) for _ in range(2)]
        """By side, how often he ends his turn instead of ordering another unit."""

    def _orders(self, ear: Ear) -> list[int]:
        """Whole marches through the enemy's country, and fights; now and then anything else."""
        assert ear.viewer is not None
        offers, random = ear.update["offers"], self.random
        self._patience = self._haste[ear.viewer]
        marches = [o for o in offers if o["kind"] == "move" and len(o["orders"]) > 1]
        if not marches or random.random() < 0.4:
            return super()._orders(ear)
        furthest = max if ear.viewer == 0 else min
        some = random.sample(marches, min(len(marches), 6))
        return list(furthest(some, key=lambda offer: offer["place"][:2])["orders"])


async def play_fog(
    folder: Path,
    matches: int,
    seed: int,
    rounds: int | None = None,
    scenario: str | None = None,
    say: bool = False,
) -> Counter[str]:
    """Play matches to the end, or to the last of so many rounds. Errors: `Leak`, `Broken`.

    Most whole games are played by those who seek a decision.
    """

    def start(wire: Wire, random: Random, number: int) -> Party:
        marked = number % 2 == 1
        document, units = war(
            random,
            rounds=rounds,
            scenario=scenario,
            marked=marked,
            # Without fog there is less to hide: one match in ten.
            observation=number % 10 != 7,
            decon=random.random() < 0.5,
            first=random.choice(("random", "west", "east")),
        )
        wire.think(LocalAgents(lambda orders: _hasty(orders, random)))
        game = FogGame(wire, document, units, seat_plans(random, number), random.randbytes(32))
        patient = rounds is not None or number % 5 == 2
        party = FogParty(game, random) if patient else Hasty(game, random)
        party.canaries = (2 + marked) * len(units)
        return party

    with planted():
        return await play_matches(folder, matches, seed, say, start)


def _hasty(orders: Any, random: Random) -> int:
    """An order of a machine that ends most of its turns early."""
    return orders[0] if random.random() < 0.15 else random.choice(orders)
