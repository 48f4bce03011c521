"""Pairs of matches of Aggressor that differ only in what a witness may not know.

The foe has another army in other places, and does other things that nobody
hears of, each time in another number.  The witness does what follows from what
he was sent, and from dice.  He and a spectator must be sent the same texts,
until an enemy comes in sight.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from benchmarks.fog_party import FogParty

from hexfront.core.contract import SPECTATOR
from hexfront.core.dice import Dice
from hexfront.play import match
from tests.server.secrecy.ears import Ear, demand
from tests.server.secrecy.eavesdropping import Leak, Line, Wire, unhurried
from tests.server.secrecy.fog import FogGame, planted, war

WITNESS, FOE = 0, 1
IN_SIGHT = re.compile(r'"kind":"(seen|blocked|halt|report|end)","places"')
"""From here on the witness may know the difference."""
CREATED = re.compile(r'"created":"[^"]*"')
ROUNDS = 8
DEPTH = 50
"""Hexes at the edge of the map in which the foe stands; where one is taken he tries again."""
SILENT = {"move", "recon", "contact", "replacement"}
"""Kinds of orders of which only their own side hears (AGR-17)."""


class TwinGame(FogGame):
    """Writes down what the witness and the spectator are sent."""

    lines: list[Line]
    answers: list[str]

    def listener(self, line: Line, seats: Sequence[int]) -> Ear:
        if FOE not in seats:
            self.__dict__.setdefault("lines", []).append(line)
        return super().listener(line, seats)

    async def ask(self, seats: Sequence[int], method: str, path: str, body: object) -> str:
        text = await super().ask(seats, method, path, body)
        if FOE not in seats:
            self.__dict__.setdefault("answers", []).append(text)
        return text


class Foe(FogParty):
    """The side whose doings stay unseen."""

    def __init__(self, game: FogGame, random: Random, patience: float) -> None:
        super().__init__(game, random, patience)
        self._mischief = (self._undo, self._bad_orders, self._typed, self._overlay, self._resend)

    async def _anybody(self) -> tuple[int, Ear]:
        return FOE, await self._ear(FOE)

    async def set_up(self) -> None:
        """Another army in each match; ready at the end, perhaps not at once."""
        ear = self.ears[FOE]
        while self._offered(ear, "recall") is None:
            if self.random.random() < 0.3:
                await self.random.choice(self._mischief)()
            await self._act(FOE)
            if self._offered(ear, "recall") is not None and self.random.random() < 0.4:
                await self._give(self._offered(ear, "recall"))
            ear = await self._ear(FOE)

    def _orders(self, ear: Ear) -> list[int]:
        """Units far behind the border, where they are long unseen; then ready."""
        offers = ear.update["offers"]
        deploys = [o for o in offers if o["kind"] == "deploy"]
        if not deploys:
            ready = self._offered(ear, "ready")
            return list((ready or self.random.choice(offers))["orders"])
        aim = self.random.choice(deploys)["aim"]
        return [aim["first"] + self.random.randint(aim["runs"][-1] - DEPTH, aim["runs"][-1])]

    async def turn(self) -> None:
        """Some silent orders, then the end."""
        for _ in range(self.random.randint(0, 5)):
            if self.random.random() < 0.3:
                await self.random.choice(self._mischief)()
            ear = await self._ear(FOE)
            silent = [o for o in ear.update["offers"] if o["kind"] in SILENT]
            if not silent or FOE not in self.game.truth.waiting:
                break
            await self._give(self.random.choice(silent))
        while FOE in self.game.truth.waiting:
            await self._give(self._offered(await self._ear(FOE), "end"))

    def _offered(self, ear: Ear, kind: str) -> Any:
        return next((o for o in ear.update["offers"] if o["kind"] == kind), None)

    async def _give(self, offer: Any) -> None:
        frame = {"type": "orders", "seat": FOE, "orders": self._of(offer), "key": self._key()}
        await (await self._ear(FOE)).say(frame)


class Streams:
    """Chance answers the witness alike in both matches, whatever it has answered the foe."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self.dice = Random(seed)

    def begin(self, who: int, number: int) -> None:
        """From now on chance answers one of the two, for the so-manieth time."""
        self.dice = Random(f"{self._seed} {who} {number}")

    def draw_outcome(self, weights: Sequence[int], dice: Dice) -> int:
        return self.dice.choices(range(len(weights)), weights)[0]


class Play:
    """One of the two matches."""

    def __init__(
        self, wire: Wire, deal: Any, seed: str, other: str, streams: Streams, secret: bytes
    ) -> None:
        self.game = TwinGame(wire, *deal, secret=secret)
        self._seed, self._other, self._streams = seed, other, streams
        self._read: dict[int, int] = {}
        self._number = 0
        self._names = {
            self.game.made.match: "MATCH",
            self.game.truth.commitment: "COMMITMENT",
            **{token: f"TOKEN {seat}" for seat, token in self.game.tokens.items()},
        }

    async def beats(self) -> AsyncIterator[list[str]]:
        """Play; after every beat what witness and spectator were sent."""
        game = self.game
        foe = Foe(game, Random(f"{self._seed} {self._other} foe"), 0.5)
        foe.sides, foe.ears = (FOE,), {FOE: await game.join(FOE)}
        witness = FogParty(game, Random(f"{self._seed} witness"), 0.25)
        witness.sides = (WITNESS,)
        witness.ears = {WITNESS: await game.join(WITNESS), SPECTATOR: await game.join(SPECTATOR)}
        yield self._new()
        self._begin(FOE)
        await foe.set_up()
        yield self._new()
        while not game.truth.over:
            if WITNESS not in game.truth.waiting:
                self._begin(FOE)
                await foe.turn()
                yield self._new()
            for _ in range(2):
                self._begin(WITNESS)
                await witness.random.choice(witness._mischief)()
                yield self._new()
            if WITNESS in game.truth.waiting:
                self._begin(WITNESS)
                await witness._act(WITNESS)
                yield self._new()

    async def leave(self) -> None:
        for ear in list(self.game.ears):
            await ear.hang_up()

    def _begin(self, who: int) -> None:
        self._number += 1
        self._streams.begin(who, self._number)

    def _new(self) -> list[str]:
        """What the two have been sent since."""
        texts = [*self.game.__dict__.get("answers", ())]
        self.game.__dict__["answers"] = []
        for number, line in enumerate(self.game.lines):
            texts += [f"{number}: {text}" for text in line.told[self._read.get(number, 0) :]]
            self._read[number] = len(line.told)
        for random, name in self._names.items():
            texts = [text.replace(random, name) for text in texts]
        return [CREATED.sub('"created":""', text) for text in texts]


async def compare(one: Play, other: Play) -> int:
    """Play two matches side by side; how many texts were the same. Errors: `Leak`."""
    same = 0
    beats = other.beats()
    async for here in one.beats():
        there = await anext(beats, [])
        if any(IN_SIGHT.search(text) for text in (*here, *there)):
            break
        for text, twin in zip(here, there, strict=False):
            if text != twin:
                pairs = zip(text, twin, strict=False)
                at = next((i for i, (a, b) in enumerate(pairs) if a != b), 0)
                around = slice(max(0, at - 80), at + 80)
                raise Leak(f"a witness can tell: {text[around]} against {twin[around]}")
            same += 1
        demand(len(here) == len(there), "a witness can count", (here[-1:], there[-1:]))
    await one.leave()
    await other.leave()
    return same


async def check_fog_twins(folder: Path, seed: int, pairs: int, board: str = "standard") -> int:
    """Some pairs of matches; how many texts were compared. Errors: `Leak`."""
    random = Random(f"fog twins {seed}")
    same = 0
    with unhurried(), planted():
        async with Wire(folder) as wire:
            for number in range(pairs):
                deal = war(random, rounds=ROUNDS, board=board, first=("west", "east")[number % 2])
                secrets = random.randbytes(32), random.randbytes(32)
                streams = Streams(f"{seed} {number}")
                one, other = (
                    Play(wire, deal, f"{seed} {number}", name, streams, secret)
                    for name, secret in zip("ab", secrets, strict=True)
                )
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr(match, "draw_outcome", streams.draw_outcome)
                    same += await compare(one, other)
    return same
