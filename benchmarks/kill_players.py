"""Persons who play on through kills of the server, and remember what they were answered."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from benchmarks.clients import Message, Screen, new_key, pick_order
from websockets.exceptions import ConnectionClosed, InvalidHandshake

PAUSE = 0.055
"""Seconds between the frames of a seat: it may send 20 a second."""
GONE = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)


@dataclass
class Sent:
    """A request of a seat and what became of it."""

    key: str
    kind: str
    orders: list[int] = field(default_factory=list)
    text: str = ""
    answer: Message | None = None
    resent: int = 0
    heard: int = 0
    """How many of its copies have been answered."""

    @property
    def underway(self) -> bool:
        """Whether a copy of it may still arrive, or have arrived without an answer."""
        return self.heard <= self.resent

    def frame(self, side: int) -> Message:
        head: Message = {"type": self.kind, "seat": side, "key": self.key}
        if self.kind == "orders":
            return {**head, "orders": self.orders}
        return {**head, "text": self.text} if self.kind == "typed" else head


class Player:
    """A person who plays one seat through all kills, and remembers what he was answered."""

    def __init__(self, game: Game, side: int, token: str, random: Random) -> None:
        self.game = game
        self.side = side
        self.random = random
        self.token = token
        self.sent: list[Sent] = []
        self.shown: list[str] = []
        """What the screen has been told, as texts."""
        self.screen: Screen | None = None
        self.over = False
        """Whether it has seen the end of the match."""
        self.there = False
        """Whether it plays now, and no server has gone from it."""
        self._news = asyncio.Event()
        self._first = True
        self._again = False
        """Whether the last request must be sent again: an error left open what became of it."""
        self._fresh = False
        """Whether the last update is younger than the last order that was carried out."""

    @property
    def waiting(self) -> Sent | None:
        """The request that has no answer yet."""
        return self.sent[-1] if self.sent and self.sent[-1].answer is None else None

    async def play(self, host: str) -> None:
        """Join, send again what was not answered, and play until the server is gone."""
        self.screen = Screen(host, self.side, [self.token])
        self.screen.hear = self._hear
        self._first = self.there = True
        try:
            await self.screen.open()
            if self.waiting is not None:
                self.waiting.resent += 1
                await self.screen.send(self.waiting.frame(self.side))
            while not self.screen.closed.is_set():
                await self._once(self.screen)
        except GONE:
            pass
        finally:
            self.there = False
            if self.screen.socket is not None:
                self.screen.socket.transport.abort()

    async def _once(self, screen: Screen) -> None:
        self._news.clear()
        if self._again and self.waiting is not None:
            self._again = False
            self.waiting.resent += 1
            await screen.send(self.waiting.frame(self.side))
            await asyncio.sleep(PAUSE)
            return
        if self.waiting is None and not screen.over and (request := self._next(screen.update)):
            self.sent.append(request)
            frame = request.frame(self.side)
            await screen.send(frame)
            if self.random.random() < 0.1:
                request.resent += 1
                await screen.send(frame)
                await asyncio.sleep(PAUSE)
            await asyncio.sleep(PAUSE)
            return
        try:
            await asyncio.wait_for(self._news.wait(), 0.5)
        except TimeoutError:
            return

    def _next(self, update: Message) -> Sent | None:
        undo = update.get("undo")
        if undo and undo["can"] and self.random.random() < 0.15:
            return Sent(new_key(), "undo")
        offers = update["offers"]
        if not offers or not update["view"]["must_act"]:
            return None
        kind = self.random.random()
        if kind < 0.1 and self._fresh:  # After another order the words could mean another way.
            offer = self.random.choice(offers)
            return Sent(new_key(), "typed", list(offer["orders"]), offer["typed"])
        orders = pick_order(self.random, update, 0.15)
        if orders is None:
            return None
        if kind < 0.25:
            # Others after it: some will be refused when their turn comes.
            for offer in self.random.choices(offers, k=3):
                orders += offer["orders"]
        return Sent(new_key(), "orders", orders[:200])

    def _hear(self, screen: Screen, text: str, now: float) -> None:
        self._news.set()
        if text.startswith('{"type":"update"'):
            self._look(json.loads(text))
            return
        message = json.loads(text)
        waiting = self.waiting
        if message["type"] == "error":
            self.game.errors[message["text"][:60]] += 1
            if waiting is None or message.get("key") != waiting.key:
                return  # It is about something else.
            waiting.heard += 1
            if waiting.resent:
                self._again = True  # It says nothing of the first time.
            else:  # It says that nothing has changed.
                waiting.answer = {"type": "error", "accepted": 0}
        elif "key" in message:
            sent = next(s for s in reversed(self.sent) if s.key == message["key"])
            sent.heard += 1
            if message["type"] == "undone":
                self.game.cut = {player.side for player in self.game.players}
            self._fresh &= not (message.get("accepted") or message["type"] == "undone")
            if sent.answer is None:
                sent.answer = message
            elif not sent.answer.get("accepted") and message.get("accepted"):
                sent.answer = message  # Refused the first time, it was judged anew.
            elif sent.answer["type"] == "done" and sent.answer != message:
                self.game.fail(f"two answers to one request: {sent.answer}, {message}")

    def _look(self, update: Message) -> None:
        self._fresh = True
        self.over = update["result"] is not None
        told = [json.dumps(entry) for entry in update["entries"]]
        if self._first:
            self._first = False
            same = told[: len(self.shown)] == self.shown
            if not same and not self.game.undoing and self.side not in self.game.cut:
                self.game.fail(f"seat {self.side}: something that it was shown is gone")
            self.shown = told
            self.game.cut.discard(self.side)
        else:
            if "kept" in update:
                self.game.cut.discard(self.side)
            kept = update.get("kept", len(self.shown))
            self.shown[kept:] = told


class Game:
    """A match that is played through all kills."""

    def __init__(self, made: Message, table: int, random: Random, errors: Counter[str]) -> None:
        self.id: str = made["match"]
        self.table = table
        self.errors = errors
        self.players = [
            Player(self, int(side), token, Random(random.random()))
            for side, token in made["tokens"].items()
        ]
        self.violations: list[str] = []
        self.undoing = False
        """Whether somebody was taking orders back when the server was killed."""
        self.cut: set[int] = set()
        """Seats that may not have been shown yet that orders were taken back."""

    @property
    def over(self) -> bool:
        return any(player.over for player in self.players)

    def fail(self, what: str) -> None:
        self.violations.append(f"match {self.id}: {what}")
