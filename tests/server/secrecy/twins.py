"""Pairs of matches that differ only in what a witness may not know.

The witness, and a spectator, must be sent the same texts at the same times.
Times are counted in frames: no clock is read.  Both matches are played side by
side and compared after every frame.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexfront.core.contract import SPECTATOR, UMPIRE
from hexfront.core.dice import Dice, dice_from_secret, draw_outcome
from hexfront.play import match
from tests.server.secrecy.ears import Ear, Game, demand
from tests.server.secrecy.eavesdropping import Company, Leak, Wire, canary_scenario, unhurried

WITNESS, FOE = 0, 1
ROUNDS = 3
"""How often, in one planning, the foe does something and then the witness."""
DEALS = 3
"""Pairs that differ in the deal; they end with the first company that is identified."""
CREATED = re.compile(r'"created":"[^"]*"')
ENDS = {"done", "withdraw", "recall"}

Offer = dict[str, Any]


@dataclass(frozen=True)
class Manner:
    """How the foe behaves in one of the matches, besides what he does in all of them."""

    busy: bool = False
    """Plots what he takes back again, submits and recalls, asks and errs."""
    early: bool = False
    """Plans and submits before the witness does anything."""
    shy: bool = False
    """Goes single hexes: so that the same plan is legal whatever companies he has."""


QUIET = Manner()
BUSY = Manner(busy=True)
EARLY = Manner(early=True)
SHY = Manner(shy=True)


class Foe:
    """The side whose doings stay unseen."""

    def __init__(self, game: Game, ear: Ear, manner: Manner, seed: str) -> None:
        self._game = game
        self._ear = ear
        self._manner = manner
        self._base = Random(f"{seed} plans")
        self._whims = Random(f"{seed} whims")
        self._given = 0
        self.planned = False

    async def _say(self, **frame: Any) -> list[dict[str, Any]]:
        return await self._ear.say({"seat": FOE, "key": f"{self._whims.random():.16f}", **frame})

    async def stir(self) -> None:
        """What the witness may not notice, while both plan."""
        if self._manner.early and not self.planned:
            await self.plan()
        if not self._manner.busy:
            return
        for _ in range(self._whims.randint(1, 4)):
            await self._whim()

    async def _whim(self) -> None:
        draw = self._whims.random()
        if draw < 0.2 and self._given:
            await self._undo()
        elif draw < 0.3:
            told = self._whims.randint(0, self._game.truth.told(FOE))
            await self._ear.say({"type": "moment", "seat": FOE, "log_length": told, "number": 1})
        elif draw < 0.4:
            await self._say(type="typed", text="fall back")
        elif draw < 0.5:
            await self._say(type="orders", orders=[-1])
        else:
            offer = self._whims.choice(self._ear.update["offers"])
            await self._say(type="orders", orders=offer["orders"])
            self._given += 1

    async def _undo(self) -> None:
        (answer, *_) = await self._say(type="undo")
        self._given = 0 if answer["type"] == "refused" else self._given - 1

    async def calm(self) -> None:
        """Take back whatever was done besides."""
        while self._given:
            await self._undo()

    async def plan(self) -> None:
        """The plan that is the same in all matches."""
        self.planned = True
        for _ in range(4):
            if offers := self._open():
                enemies = _places(self._ear, FOE)
                some = self._base.sample(offers, min(6, len(offers)))
                nearest = min(some, key=lambda offer: _way(offer, enemies))
                await self._say(type="orders", orders=nearest["orders"])
        await self._say(type="orders", orders=_done(self._ear)["orders"])

    async def decide(self) -> None:
        """A retreat or an advance."""
        if self._manner.busy:
            await self._say(type="typed", text="fall back")
            reading = {"type": "overlay", "seat": FOE, "name": "threat", "number": 1}
            await self._ear.say(reading)
        offers = self._ear.update["offers"]
        await self._say(type="orders", orders=self._base.choice(offers)["orders"])

    def _open(self) -> list[Offer]:
        offers = [o for o in self._ear.update["offers"] if o["kind"] not in ENDS]
        if self._manner.shy:
            moves = [o for o in offers if o["kind"] == "move" and len(o["orders"]) == 1]
            offers = [o for o in moves if o["cost"] <= 2]
        return sorted(offers, key=lambda o: (int(o["subject"]), o["place"], o["orders"]))


class Witness:
    """The side that is watched: what he does follows from what he was sent, and from dice."""

    def __init__(self, game: Game, ear: Ear, seed: str, guesses: Sequence[str]) -> None:
        self.ear = ear
        self.answers: list[str] = []
        """Of HTTP requests."""
        self._game = game
        self._dice = Random(f"{seed} witness")
        self._guesses = guesses
        self._asks = (
            *(self.read_overlay, self._moment, self._typed, self._bad_orders),
            *(self._garbage, self._resend),
        )
        self._last: dict[str, Any] = {}

    async def _say(self, **frame: Any) -> list[dict[str, Any]]:
        return await self.ear.say({"seat": WITNESS, "key": f"{self._dice.random():.16f}", **frame})

    async def ask(self) -> None:
        await self._dice.choice(self._asks)()

    async def order(self) -> None:
        """An order of the plan: an attack, or the move that ends nearest to an enemy."""
        offers = [o for o in self.ear.update["offers"] if o["kind"] not in ENDS]
        attacks = [o for o in offers if o["kind"] == "attack"]
        if attacks and self._dice.random() < 0.5:
            offers = attacks
        if offers:
            enemies = _places(self.ear, WITNESS)
            self._dice.shuffle(offers)
            await self._give(min(offers, key=lambda offer: _way(offer, enemies))["orders"])

    async def submit(self) -> None:
        await self._give(_done(self.ear)["orders"])

    async def decide(self) -> None:
        await self._give(self._dice.choice(self.ear.update["offers"])["orders"])

    async def _give(self, orders: Sequence[int]) -> None:
        key = f"{self._dice.random():.16f}"
        self._last = {"type": "orders", "seat": WITNESS, "orders": orders, "key": key}
        await self.ear.say(self._last)

    async def scout(self) -> None:
        """Ask what each enemy may do."""
        for counter in self.ear.update["view"]["counters"]:
            if counter["side"] != WITNESS and counter["place"]:
                frame = {"type": "overlay", "seat": WITNESS, "name": "reach", "number": 3}
                await self.ear.say(frame | {"subject": counter["id"]})

    async def read_overlay(self) -> None:
        """Mostly what an enemy may do."""
        overlay = self._dice.choice(("reach", "reach", "zones", "threat", "plans"))
        frame = {"type": "overlay", "seat": WITNESS, "name": overlay, "number": 1}
        if overlay == "reach":
            counters = self.ear.update["view"]["counters"]
            enemies = [c["id"] for c in counters if c["side"] != WITNESS]
            frame["subject"] = self._dice.choice((*enemies, "1", "18"))
        await self.ear.say(frame)

    async def _moment(self) -> None:
        told = self._dice.randint(0, self._game.truth.told(WITNESS) + 1)
        await self.ear.say({"type": "moment", "seat": WITNESS, "log_length": told, "number": 2})

    async def _typed(self) -> None:
        who = str(self._dice.randint(1, 17))
        text = self._dice.choice((f"{who} move 0605", f"{who} attack", "?", ""))
        await self._say(type="typed", text=text)

    async def guess(self) -> None:
        """Type the name of a company that is hidden, or was: it must mean nothing."""
        words = self._dice.choice(("attack {}", "{} move 0504", "{}"))
        await self._say(type="typed", text=words.format(self._dice.choice(self._guesses)))

    async def _bad_orders(self) -> None:
        codes = [self._dice.randrange(self._game.truth.rules.actions) for _ in range(20)]
        refused = [code for code in codes if self._game.truth.refuses(WITNESS, code)]
        await self._say(type="orders", orders=refused[:1] or [-1])

    async def trespass(self) -> None:
        """Try what is open to others, or to all after the end."""
        for seat in (FOE, SPECTATOR, UMPIRE):
            await self.ear.sit(seat)
        token = self._game.tokens[WITNESS]
        for path, body in (("journal", {"token": token}), ("matches/again", {"tokens": [token]})):
            self.answers.append(await self._game.ask([WITNESS], "POST", f"/api/{path}", body))

    async def undo_and_redo(self) -> None:
        for message in await self._say(type="undo"):
            if message["type"] == "undone":
                await self._give(message["orders"])

    async def _resend(self) -> None:
        if self._last:
            await self.ear.say(self._last)

    async def _garbage(self) -> None:
        await self.ear.say('{"type":"plans"}')

    async def mine(self) -> None:
        body = {"tokens": [self._game.tokens[WITNESS]]}
        path = "/api/matches/mine"
        self.answers.append(await self._game.ask([WITNESS], "POST", path, body))

    async def come_back(self) -> None:
        """Drop out and join again."""
        told = self._dice.randint(0, self._game.truth.told(WITNESS))
        await self.ear.hang_up()
        self.ear = await self._game.join(WITNESS, told=told)


def _places(ear: Ear, side: int) -> list[str]:
    counters = ear.update["view"]["counters"]
    return [c["place"] for c in counters if c["side"] != side and c["place"]]


def _way(offer: Offer, enemies: Sequence[str]) -> int:
    here = offer["place"]
    if not here or not enemies:
        return 99
    return min(
        abs(int(here[:2]) - int(there[:2])) + abs(int(here[2:]) - int(there[2:]))
        for there in enemies
    )


def _done(ear: Ear) -> Offer:
    offer: Offer = next(o for o in ear.update["offers"] if o["kind"] == "done")
    return offer


class Play:
    """One of the two matches."""

    def __init__(
        self,
        wire: Wire,
        deal: tuple[dict[str, Any], list[Company]],
        manner: Manner,
        seed: str,
        guesses: Sequence[str],
        secret: bytes,
    ) -> None:
        self.game = Game(wire, *deal, secret=secret)
        self._manner = manner
        self._seed = seed
        self._guesses = guesses
        self._read: dict[Ear, int] = {}
        self._random = {self.game.made.match: "MATCH", self.game.truth.commitment: "COMMITMENT"}
        """What is random in every match, and what stands for it."""

    async def beats(self, turns: int) -> AsyncIterator[list[str]]:
        """Play; after every beat what witness and spectator were sent."""
        game, seed = self.game, self._seed
        foe = Foe(game, await game.join(FOE), self._manner, seed)
        watcher = await game.join(SPECTATOR)
        witness = Witness(game, await game.join(WITNESS), seed, self._guesses)
        dice = Random(f"{seed} beats")
        yield self._new(witness, watcher)
        while not game.truth.over and game.truth.turn <= turns:
            if len(game.truth.waiting) < 2:
                actor: Foe | Witness = foe if game.truth.waiting == (FOE,) else witness
                await witness.ask()
                yield self._new(witness, watcher)
                await actor.decide()
                yield self._new(witness, watcher)
                continue
            foe.planned = False
            for _ in range(ROUNDS):
                await foe.stir()
                yield self._new(witness, watcher)
                actions = (
                    *(witness.undo_and_redo, witness.order, witness.read_overlay, witness.mine),
                    witness.ask,
                )
                for action in actions:
                    await action()
                    yield self._new(witness, watcher)
                if dice.random() < 0.3:
                    await witness.come_back()
                    yield self._new(witness, watcher)
            await foe.calm()
            yield self._new(witness, watcher)
            if not foe.planned:
                await foe.plan()
            yield self._new(witness, watcher)
            for action in (
                witness.mine,
                witness.guess,
                witness.scout,
                witness.trespass,
                witness.submit,
            ):
                await action()
                yield self._new(witness, watcher)
        yield self._new(witness, watcher)
        for ear in list(game.ears):
            await ear.hang_up()

    def _new(self, witness: Witness, watcher: Ear) -> list[str]:
        """What the two have been sent since."""
        texts = [*witness.answers]
        witness.answers.clear()
        for ear in (witness.ear, watcher):
            told = ear.line.told[self._read.get(ear, 0) :]
            self._read[ear] = len(ear.line.told)
            texts += [f"{ear.seats}: {text}" for text in told]
        for random, name in self._random.items():
            texts = [text.replace(random, name) for text in texts]
        return [CREATED.sub('"created":""', text) for text in texts]


async def compare(one: Play, other: Play, turns: int, until: str = "\0") -> int:
    """Play two matches side by side; how many texts were the same. Errors: `Leak`.

    Stops where `until` occurs: from there on the witness may know the difference.
    """
    same = 0
    beats = other.beats(turns)
    async for here in one.beats(turns):
        there = await anext(beats, [])
        for text, twin in zip(here, there, strict=False):
            if until in text and until in twin:
                return same
            if text != twin:
                raise Leak(f"a witness can tell: {_difference(text, twin)}")
            same += 1
        demand(len(here) == len(there), "a witness can count", (here[-1:], there[-1:]))
    return same


def _difference(text: str, twin: str) -> tuple[str, str]:
    pairs = zip(text, twin, strict=False)
    at = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(text), len(twin)))
    return text[max(0, at - 80) : at + 80], twin[max(0, at - 80) : at + 80]


class SameChance:
    """Lets chance answer in a second match as in the first, but for the deal of the foe."""

    def __init__(self, secrets: tuple[bytes, bytes], companies: Sequence[Company]) -> None:
        self._first, self._second = (dice_from_secret(secret).key.tobytes() for secret in secrets)
        self._drawn: dict[bytes, list[int]] = {self._first: [], self._second: []}
        own = sum(company.side == WITNESS for company in companies)
        # One answer a company and side, but for the last; the witness's side is dealt first.
        self._dealt = range(own - 1, len(companies) - 2)

    def draw_outcome(self, weights: Sequence[int], dice: Dice) -> int:
        match = dice.key.tobytes()
        drawn = self._drawn[match]
        outcome = draw_outcome(weights, dice)
        if match == self._second and len(drawn) not in self._dealt:
            outcome = self._drawn[self._first][len(drawn)]
        drawn.append(outcome)
        return outcome


def renamed(
    document: dict[str, Any], companies: Sequence[Company], random: Random
) -> tuple[dict[str, Any], list[Company]]:
    """The same scenario with other names and symbols for the foe's companies."""
    strange, strangers = canary_scenario(random)
    other, found = deepcopy(document), list(companies)
    for i, company in enumerate(companies):
        if company.side == FOE:
            unit = other["units"][i]
            unit["name"], unit["sidc"] = strange["units"][i]["name"], strange["units"][i]["sidc"]
            found[i] = replace(strangers[i], strength=company.strength)
    return other, found


async def check_twins(folder: Path, seed: int, turns: int) -> int:
    """All pairs of one seed; how many texts were compared. Errors: `Leak`."""
    random = Random(f"twins {seed}")
    deal = canary_scenario(random)
    document, companies = deal
    hidden = [company.name for company in companies if company.side == FOE]
    secret, other = random.randbytes(32), random.randbytes(32)
    same = 0
    with unhurried():
        async with Wire(folder) as wire:

            def play(manner: Manner) -> Play:
                return Play(wire, deal, manner, str(seed), hidden, secret)

            same += await compare(play(QUIET), play(BUSY), turns)
            same += await compare(play(EARLY), play(BUSY), turns)
            for number in range(DEALS):
                chance = SameChance((secret, other), companies)
                one = Play(wire, deal, SHY, f"{seed} {number}", hidden, secret)
                strange = renamed(document, companies, random)
                two = Play(wire, strange, SHY, f"{seed} {number}", hidden, other)
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr(match, "draw_outcome", chance.draw_outcome)
                    same += await compare(one, two, turns, until='"kind":"detect"')
                other = random.randbytes(32)
    return same
