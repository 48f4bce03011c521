"""Persons at screens, who give orders, send them again, and remember what they were told."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.clients import Message, pick_order
from benchmarks.simulation.chat import Talk
from benchmarks.simulation.disk import Entry
from benchmarks.simulation.network import Line, LineCut

from hexfront.core.documents.strictjson import write_json

if TYPE_CHECKING:
    from benchmarks.simulation.world import World

PAUSE = 0.06
"""Seconds between the frames of a seat: it may send 20 a second."""


@dataclass
class Request:
    """What a player asked for, and what became of it."""

    key: str
    kind: str
    orders: list[int] = field(default_factory=list)
    text: str = ""
    way: str = ""
    """What is done with clocks, or how the match is ended."""
    to: int = -1
    sent: float = 0.0
    times: int = 0
    """How often it was sent."""
    answered: float | None = None
    accepted: int = 0
    done: bool = False
    """Whether it was carried out, orders or not."""
    right_at: int | None = None
    """Of a claim that was right when it was made: how often the match had changed by then."""

    def frame(self, side: int) -> Message:
        """What is sent for it."""
        head: Message = {"type": self.kind, "seat": side, "key": self.key}
        if self.kind == "orders":
            return {**head, "orders": self.orders}
        if self.kind == "time":
            return {**head, "way": self.way, "to": self.to}
        if self.kind == "end":
            return {**head, "way": self.way}
        return {**head, "text": self.text} if self.kind == "typed" else head


class Screen:
    """One page that looks at a match from a seat; it comes back whenever its line is cut."""

    def __init__(self, world: World, match: str, seat: int, token: str, random: Random) -> None:
        self.world, self.match, self.seat, self.random = world, match, seat, random
        self.token = token
        self.update: Message | None = None
        """The last one of this line."""
        self.shown: list[Entry] = []
        self.version = -1
        """Of the truth that it has been shown, at least."""
        self._line: Line | None = None
        self._open = False
        """Whether it has joined."""
        self._news = asyncio.Event()
        self.clocks: Message | None = None
        """The last message about them of this line."""
        self._seen = 0.0
        self.talk = Talk(self, f"page {len(world.screens)}") if world.talks else None

    @property
    def seen(self) -> float:
        """When it was at the table last."""
        here = self._open and self._line is not None and not self._line.down.cut
        return self.world.loop.now if here else self._seen

    @property
    def is_shown_all(self) -> bool:
        """Whether it is shown how the match and its clocks stand."""
        disk = self.world.disk
        truth = disk.truths[self.match]
        if self.update is None or (self.update["result"] is not None) != truth.over:
            return False
        if self.match in disk.clocks:
            told = disk.clocks[self.match].shown.get(self.seat, {})
            if self.clocks is None or not self.clocks.items() >= told.items():
                return False
        now = truth.versions[-1].get(self.seat, ()) if truth.versions else ()
        return tuple(self.shown) == now

    async def run(self) -> None:
        """Look on, from line to line, until the world ends."""
        while not self.world.ended:
            line = self.world.call(self.random)
            if line is None:
                await asyncio.sleep(0.05 + 0.2 * self.random.random())
                continue
            self._line, self.update, self._open = line, None, False
            self.clocks = None
            reading = asyncio.create_task(self._read(line))
            try:
                self.send({"type": "join", "tokens": [self.token]})
                while not line.down.cut and not reading.done() and not self.world.ended:
                    await self._once()
            except LineCut:
                pass
            line.cut()
            await reading

    async def _once(self) -> None:
        """Called again and again."""
        talks = self.talk is not None and self._open and not self.world.healed
        if self.talk is not None and talks and self.random.random() < 0.2:
            self.talk.say()
            await asyncio.sleep(PAUSE)
        await self._look_on()

    async def _look_on(self) -> None:
        await self._hear(0.5)

    async def _hear(self, seconds: float) -> None:
        """Wait for news, but not for ever."""
        self._news.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            pass

    def send(self, message: Message) -> None:
        """Send a frame. Errors: `LineCut`."""
        assert self._line is not None
        self._line.send(json.dumps(message))

    async def _read(self, line: Line) -> None:
        try:
            while True:
                self._told(json.loads(await line.receive()))
                self._news.set()
        except LineCut:
            self._seen = self.world.loop.now if self._open else self._seen
            self._open = False
            self._news.set()

    def _told(self, message: Message) -> None:
        if self.talk is not None and self._open:
            self.talk.told(message)
        if message["type"] == "board":
            self._open = True
            if self.talk is not None and self._line is not None and not self._line.up.cut:
                self.talk.joined()
        elif not self._open:
            self.world.fail(f"seat {self.seat} is turned away: {message}")
        elif message["type"] == "update":
            self._look(message)
        elif message["type"] == "clocks" and self.match in self.world.disk.clocks:
            self.clocks = message

    def _look(self, update: Message) -> None:
        """Compare what is shown now with what is on disk, and has been."""
        kept = update.get("kept", len(self.shown)) if self.update is not None else 0
        self.update = update
        entries = [{k: v for k, v in entry.items() if k != "number"} for entry in update["entries"]]
        self.shown[kept:] = [write_json(entry) for entry in entries]
        truth = self.world.disk.truths.get(self.match)
        versions = [] if truth is None else truth.versions
        mine = tuple(self.shown)
        if not mine and not versions:
            return
        for number in range(max(self.version, 0), len(versions)):
            if versions[number].get(self.seat, ()) == mine:
                self.version = number
                return
        self.world.fail(f"seat {self.seat} is shown what is not, and was not, on disk")


class Player(Screen):
    """A person on a side."""

    def __init__(self, world: World, match: str, seat: int, token: str, random: Random) -> None:
        super().__init__(world, match, seat, token, random)
        self.requests: list[Request] = []
        self._comes_back = False
        """Whether it has joined and has done nothing since: others may not be back yet."""
        self._fresh = False
        """Whether the last update is younger than the last order that was carried out."""

    @property
    def waiting(self) -> Request | None:
        """The request that has no answer yet."""
        last = self.requests[-1] if self.requests else None
        return last if last is not None and last.answered is None else None

    def _ask(self, request: Request) -> None:
        if not request.times and request.way in ("claim", "leave"):
            request.right_at = self.world.disk.clocks[self.match].may_claim(self.seat)
        request.sent = request.sent or self.world.loop.now
        request.times += 1
        if self._line is not None and not self._line.up.cut:
            self.send(request.frame(self.seat))

    async def _look_on(self) -> None:
        if self.clocks is not None and not self.world.healed:
            await self._dawdle()
        if self.waiting is None and self.update is not None:
            request = self._next(self.update)
            if request is not None:
                self.requests.append(request)
                self._ask(request)
                await asyncio.sleep(PAUSE)
                if self.random.random() < 0.1:
                    self._ask(request)
                    await asyncio.sleep(PAUSE)
                return
        await self._hear(0.5)

    async def _dawdle(self) -> None:
        """Think for long, or go away for a while."""
        what = self.random.random()
        if what < 0.04:
            assert self._line is not None
            self._line.cut()
        if what < 0.06:
            await asyncio.sleep(2.0 * self.random.random())

    def _next(self, update: Message) -> Request | None:
        key = f"request-{self.seat}-{len(self.requests)}"
        if self.world.cup is not None and update["result"] is None and self.random.random() < 0.2:
            return Request(key, "end", way="resign")  # also in the end, so that it goes on
        if self.world.healed:
            return None
        often = 0.1 if update["view"]["must_act"] and not self._comes_back else 0.3
        self._comes_back = False
        if self.clocks is not None and update["result"] is None and self.random.random() < often:
            return self._use_clock(key, self.clocks)
        undo = update.get("undo")
        if undo and undo["can"] and self.random.random() < 0.15:
            return Request(key, "undo")
        offers = update["offers"]
        if update["result"] is not None or not offers or not update["view"]["must_act"]:
            return None
        if self._fresh and self.random.random() < 0.1:
            offer = self.random.choice(offers)
            return Request(key, "typed", list(offer["orders"]), offer["typed"])
        orders = pick_order(self.random, update, 0.2)
        if orders is None:
            return None
        if self.random.random() < 0.15:
            # Others after it: some will be refused when their turn comes.
            for offer in self.random.choices(offers, k=2):
                orders += offer["orders"]
        return Request(key, "orders", orders[:200])

    def _use_clock(self, key: str, clocks: Message) -> Request:
        """Do something with the clocks, whether it makes sense or not."""
        ways = ["claim", "claim", "claim", "leave", "give"]
        ways += ["go_on"] * (10 if clocks["paused"] else 1)
        ways += ["pause"] * (5 if clocks["wants_pause"] else 1)
        way = self.random.choice(ways)
        others = [one["side"] for one in clocks["sides"] if one["side"] != self.seat]
        return Request(key, "time", way=way, to=self.random.choice(others or [self.seat]))

    def _look(self, update: Message) -> None:
        self._fresh = True
        super()._look(update)

    def _told(self, message: Message) -> None:
        super()._told(message)
        if message["type"] == "board":
            self._comes_back = True
            if self.waiting is not None:
                self._ask(self.waiting)
        elif message["type"] == "clocks":
            if self.random.random() < 0.5 and self._line is not None and not self._line.up.cut:
                self.send({"type": "heard", "number": message["number"]})
        elif message["type"] == "shares":
            for each in message["shares"]:
                if each["side"] == self.seat and not each["added"] and self._line is not None:
                    share: Any = {"type": "share", "seat": self.seat, "share": "5" * 32}
                    if not self._line.up.cut:
                        self.send(share)
        elif message["type"] == "error":
            self._heard_error(message.get("key"))
        elif "key" in message and message["type"] in ("done", "undone", "refused"):
            self._answered(message)

    def _heard_error(self, key: str | None) -> None:
        """Nothing has changed by the request of this key."""
        if self.waiting is not None and self.waiting.key == key:
            self.waiting.answered = self.world.loop.now

    def _answered(self, message: Message) -> None:
        request = next((r for r in self.requests if r.key == message["key"]), None)
        if request is None:
            return  # to what was said
        accepted = len(message["orders"]) if message["type"] == "undone" else message["accepted"]
        self._fresh &= not accepted
        request.done |= message["type"] != "refused"
        if message["type"] == "refused" and request.right_at is not None:
            self._check_refusal(request, message)
        if request.answered is None or (accepted and not request.accepted):
            # Refused the first time, it may have been judged anew when it came again.
            request.answered, request.accepted = self.world.loop.now, accepted
        elif message["type"] == "done" and request.accepted and accepted != request.accepted:
            self.world.fail(f"two answers to request {request.key}: {request}, {message}")

    def _check_refusal(self, request: Request, message: Message) -> None:
        """A claim that was right, and is still right, is not refused."""
        if request.right_at == self.world.disk.clocks[self.match].may_claim(self.seat):
            self.world.fail(f"{request} was right and is refused: {message}")
