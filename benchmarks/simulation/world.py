"""What happens in one simulation, and what must be true of it."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import logging
import secrets
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from benchmarks.simulation.checks import check
from benchmarks.simulation.clocks import (
    BEAT_SECONDS,
    PACES,
    SimulatedClock,
    TrueClocks,
    TrueTime,
)
from benchmarks.simulation.disk import Disk, Truth
from benchmarks.simulation.faults import FAULTS
from benchmarks.simulation.loop import SimulatedLoop
from benchmarks.simulation.network import Line
from benchmarks.simulation.notices import Services, SimulatedNotices, unsent
from benchmarks.simulation.players import Player, Screen
from benchmarks.simulation.scenarios import PERSON, SEATS, SEQUENCES, ford
from benchmarks.simulation.servers import Pipe, Server
from benchmarks.simulation.shared import put_empty_store, shared_system

from hexfront.core.contract import SPECTATOR
from hexfront.core.dice import SECRET_BYTES
from hexfront.people.clocks import create_clocks
from hexfront.people.notices import service
from hexfront.play import live as live_module
from hexfront.play.storage.records import NewTokens, SeatPlan
from hexfront.play.storage.store import Store
from hexfront.server.people import timekeeper
from hexfront.server.tables import gateway, table
from hexfront.server.tables.client import Client

LENGTHS = ((4.0, 1), (4.0, 1), (9.0, 2))
"""Seconds that faults happen, and how many servers share the database."""
TALKING = 0.5
NOTIFIED = 0.4
TIMED = 0.5
"""How likely a match has clocks, where there is one server."""
QUIET = 120.0
"""Seconds after which, without faults, all must be well."""


class World:
    """A server that is killed and started again, its disk, its matches and their players."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.random = Random(seed)
        self.loop = SimulatedLoop(Random(self.random.random()))
        self.disk = Disk(folder, self.loop, Random(self.random.random()))
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.healed = False
        """Whether faults are over, and nobody begins anything."""
        self.ended = False
        self.story = hashlib.sha256()
        """Of all that screens were told: the same for the same seed."""
        self.players: list[Player] = []
        self.screens: list[Screen] = []
        self.slowness = 0.02
        self.clock_set = 1e9
        """What the database's clock says when the simulation begins."""
        self.healed_at = 0.0
        self.seconds, servers = self.random.choice(LENGTHS)
        self.time = TrueTime(self.loop)
        self.servers = [
            Server(number, self.disk, self.time, Random(self.random.random()), alone=servers == 1)
            for number in range(servers)
        ]
        self.services = None
        if self.random.random() < NOTIFIED:
            self.services = Services(self.disk, self.clock, Random(self.random.random()))
            for server in self.servers:
                server.clock = self.clock
        # SQLite says of itself that one process has it, so only there is time kept right.
        self.talks = self.random.random() < TALKING
        """Whether pages chat."""
        self.said: dict[tuple[str, str, int], str] = {}
        """What was heard, by match, room and number."""
        self._timed = servers == 1 and self.random.random() < TIMED

    def fail(self, what: str) -> None:
        """Something is wrong."""
        self.wrong.append(f"{self.loop.now:.3f} s: {what}")

    def call(self, random: Random) -> Line | None:
        """A new line to one of the servers; None where nobody answers."""
        return random.choice(self.servers).call(self.slowness)

    def clock(self) -> float:
        """The time of day."""
        return self.clock_set + self.loop.now

    def _pass_on(self, address: str) -> Line | None:
        """A line from the process that runs now to the one at an address."""
        there = next(server for server in self.servers if server.address == address)
        line = there.call(self.slowness, passed_on=True)
        here = next((s for s in self.servers if s.process is self.loop.current), None)
        if line is not None and here is not None:
            here.note(line)
        return line

    # Its course

    async def run(self) -> None:
        """Play with faults for a while, then without until all is answered and shown."""
        self._make_matches()
        for server in self.servers:
            self._start(server)
        tasks = [asyncio.create_task(screen.run()) for screen in self.screens]
        while self.loop.now < self.seconds:
            await asyncio.sleep(self.random.random() * 0.8)
            await self._fault(self.random.choice(self.servers))
        self.healed, self.healed_at = True, self.loop.now
        self.slowness, self.loop.thread_seconds = 0.02, 0.002
        self.disk.full, self.disk.kill_at_commit = False, 0.0
        for server in self.servers:
            if not server.alive:
                server.kill()
                self._start(server)
        with closing(Store(self.disk.folder)) as store:
            await self._settle(store)
            gc.collect(0)  # whoever has lost an error that nobody has caught tells the loop now
            check(self, store)
        self.ended = True
        for server in self.servers:
            server.kill()
        for task in tasks:
            await task

    def _make_matches(self) -> None:
        system = shared_system("brigade")
        put_empty_store(self.disk.folder)
        store = Store(self.disk.folder)
        for _ in range(self.random.choice((1, 1, 2))):
            plans = SEATS[0] if self._timed else self.random.choice(SEATS)
            seats = [plan._replace(adds=plan is PERSON) for plan in plans]
            scenario = system.scenarios.load(ford(self.random.choice(SEQUENCES)), None, "scenario")
            secret = self.random.randbytes(SECRET_BYTES)
            clocks = self._make_clocks(seats) if self._timed else None
            made = store.create(
                *(system.name, system.version, scenario.document, secret, seats), also=clocks
            )
            for side, token in made.tokens.items():
                if self.services is not None and side >= 0:
                    self._add_channel(store, token)
                kind = Screen if side == SPECTATOR else Player
                for _ in range(1 if side == SPECTATOR or self.random.random() < 0.8 else 2):
                    screen = kind(self, made.match, side, token, Random(self.random.random()))
                    self.screens.append(screen)
                    kind = Screen  # a second page of the same person only looks on
            self.disk.truths[made.match] = Truth()
        store.close()
        self.players = [screen for screen in self.screens if isinstance(screen, Player)]

    def _make_clocks(self, seats: Sequence[SeatPlan]) -> Callable[[Any, NewTokens], None]:
        """What gives a new match clocks, in its transaction."""
        pace = self.random.choice(PACES)
        persons = [side for side, seat in enumerate(seats) if seat.kind == "person"]

        def make(db: Any, made: NewTokens) -> None:
            create_clocks(db, made.match, pace, persons, self.clock())
            seen = partial(self._seen, made.match)
            self.disk.clocks[made.match] = TrueClocks(pace, persons, self.time, seen)

        return make

    def _add_channel(self, store: Store, token: str) -> None:
        """Have the player of a seat told of his turns."""
        notices, seat = SimulatedNotices(store, self.loop, self.clock), store.seat(token)
        assert self.services is not None and seat is not None
        address = self.services.address(seat.match, seat.side)
        notices.channels.keep_seat(seat, None, address)

    def _seen(self, match: str, seat: int) -> float:
        """When somebody looked from a seat last."""
        return max(screen.seen for screen in self.screens if (screen.match, screen.seat) == (match, seat))

    def _start(self, server: Server) -> None:
        self.counts["starts"] += 1
        server.start()

    async def _fault(self, server: Server) -> None:
        """One of the things that happen."""
        if server.process is not None and not server.alive:
            server.kill()
        if server.process is None:
            await asyncio.sleep(self.random.random() * 0.5)
            self._start(server)
            return
        what = self.random.choice(tuple(FAULTS))
        self.counts[what] += 1
        await FAULTS[what](self, server)

    async def _settle(self, store: Store) -> None:
        """Wait until nobody waits for an answer and everybody sees how it stands."""
        latest = self.loop.now + QUIET
        while not self._settled(store):
            if self.loop.now > latest:
                for player in self.players:
                    if player.waiting is not None:
                        self.fail(f"seat {player.seat} waits for the answer to {player.waiting}")
                for screen in self.screens:
                    if not screen.is_shown_all:
                        self.fail(f"seat {screen.seat} is not shown how the match stands")
                    if screen.talk is not None and not screen.talk.has_heard_all(store):
                        self.fail(f"seat {screen.seat} has not heard all, or waits for an answer")
                if count := unsent(store, self.clock()):
                    self.fail(f"{count} notices are not sent")
                return
            await asyncio.sleep(0.1)

    def _settled(self, store: Store) -> bool:
        return (
            all(player.waiting is None for player in self.players)
            and all(screen.is_shown_all for screen in self.screens)
            and all(s.talk is None or s.talk.has_heard_all(store) for s in self.screens)
            and not unsent(store, self.clock())
        )


@contextmanager
def _seeded(world: World) -> Iterator[None]:
    """Clock, secrets and order of clients as the seed says, for the server's own code."""
    random, numbers = Random(world.random.random()), count()

    class NumberedClient(Client):
        """A set of these is gone through in the same order every time."""

        def __init__(self, *seats: Any) -> None:
            super().__init__(*seats)
            self._number = next(numbers)

        def __hash__(self) -> int:
            return self._number

    with ExitStack() as stack:
        stack.enter_context(patch.object(time, "monotonic", lambda: world.loop.now))
        stack.enter_context(patch.object(secrets, "token_bytes", random.randbytes))
        stack.enter_context(
            patch.object(secrets, "token_urlsafe", lambda size: random.randbytes(size).hex())
        )
        stack.enter_context(patch.object(time, "time", world.clock))
        stack.enter_context(patch.object(gateway, "Client", NumberedClient))
        stack.enter_context(patch.object(table, "MatchClock", SimulatedClock))
        stack.enter_context(
            patch.object(SimulatedClock, "truths", world.disk.clocks, create=True)
        )
        if world.services is not None:
            stack.enter_context(patch.object(service, "post_webhook", world.services.post))
        stack.enter_context(patch.object(timekeeper, "BEAT_SECONDS", BEAT_SECONDS))
        stack.enter_context(patch.object(live_module, "find_system", shared_system))
        stack.enter_context(patch.object(gateway, "Pipe", Pipe))
        stack.enter_context(patch.object(Pipe, "call", world._pass_on, create=True))
        yield


def simulate(seed: int, folder: Path | None = None) -> World:
    """One simulation, with all that it has found wrong in `wrong`."""
    place = Path(tempfile.mkdtemp(prefix="hexfront-simulation-", dir=folder))
    world = World(seed, place)
    logging.disable(logging.CRITICAL)
    gc.disable()  # a world is small, and garbage is looked for when it ends
    try:
        with _seeded(world):
            world.loop.run_until_complete(world.run())
            world.loop.forget()
    finally:
        gc.enable()
        logging.disable(logging.NOTSET)
        shutil.rmtree(place)
    return world
