"""Notices of turns, and the services that take them: some fail, and some only seem to.

A notice is sent at least once: who had no answer tries again, a minute later at the soonest. But a
turn has one notice for each channel, and none before the turn was committed.
"""

from __future__ import annotations

import asyncio
import http.client
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Final

from benchmarks.simulation.disk import Disk
from benchmarks.simulation.loop import SimulatedLoop

from hexfront.people.notices import Notices, Outside
from hexfront.people.notices.service import LOOK_SECONDS
from hexfront.people.notices.words import Message
from hexfront.play.storage.database import NotSaved
from hexfront.play.storage.store import Store

HOME: Final = "https://hexfront.example/"
SERVICE: Final = "https://service.example/"
AGAIN_SECONDS: Final = 60.0
"""The same notice is not sent again before."""


class Services:
    """What takes the notices of all seats: `SERVICE` with the match and the seat."""

    def __init__(self, disk: Disk, clock: Callable[[], float], random: Random) -> None:
        """`clock`: the time of day, by which the server waits."""
        self._disk, self._clock, self._random = disk, clock, random
        self._sent: dict[str, float] = {}
        """When each notice came last, by its id."""
        self._turns: Counter[str] = Counter()
        """Of how many turns each address was told."""
        self.wrong: list[str] = []

    @property
    def taken(self) -> int:
        """How many notices have come."""
        return len(self._sent)

    def address(self, match: str, side: int) -> str:
        """Where the player of a side is told."""
        return f"{SERVICE}{match}/{side}"

    def post(self, address: str, message: Message) -> None:
        """Take a notice. Errors: `HTTPException`, also of one that was taken."""
        fate = self._random.random()
        if fate < 0.1:
            raise http.client.HTTPException
        self._take(address, message)
        if fate < 0.2:
            raise http.client.HTTPException

    def _take(self, address: str, message: Message) -> None:
        match, side = address.removeprefix(SERVICE).split("/")
        now = self._clock()
        if now < self._sent.get(message.id, 0.0) + AGAIN_SECONDS:
            self.wrong.append(f"{address} is told the same twice: {message.title}")
        if message.id not in self._sent:
            self._turns[address] += 1
            begun = self._disk.truths[match].turns[int(side)]
            if self._turns[address] > begun:
                self.wrong.append(f"{address} is told of turn {self._turns[address]} of {begun}")
        self._sent[message.id] = now


class SimulatedNotices(Notices):
    """The notices of a process, sent without a thread of its own."""

    def __init__(self, store: Store, loop: SimulatedLoop, clock: Callable[[], float]) -> None:
        super().__init__(store, Outside(webhooks=(SERVICE,)), HOME, clock=clock)
        self._loop = loop
        self._woken = asyncio.Event()

    def start(self) -> None:
        """Begin to send."""
        self._loop.create_task(self._send_for_ever())

    def wake(self) -> None:
        """As the server's own."""
        self._woken.set()

    async def _send_for_ever(self) -> None:
        while True:
            with suppress(NotSaved):
                await asyncio.to_thread(self.send_all)
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._woken.wait()
            self._woken.clear()


def unsent(store: Store, now: float) -> int:
    """How many notices are due that nobody has tried to send."""
    query = "SELECT count(*) FROM notices WHERE ready <= ? AND claimed = 0 AND tries = 0"
    return int(store.read(query, (now,))[0][0])
