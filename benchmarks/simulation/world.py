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
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from benchmarks.simulation.checks import check
from benchmarks.simulation.clocks import BEAT_SECONDS, FLAG_SECONDS, SimulatedClock, TrueTime
from benchmarks.simulation.cup import Cup
from benchmarks.simulation.disk import Disk
from benchmarks.simulation.faults import FAULTS
from benchmarks.simulation.loop import SimulatedLoop
from benchmarks.simulation.making import make_cup, make_matches
from benchmarks.simulation.network import Line
from benchmarks.simulation.notices import Services, unsent
from benchmarks.simulation.players import Player, Screen
from benchmarks.simulation.servers import Pipe, Server
from benchmarks.simulation.shared import put_empty_store, shared_system

from hexfront.core.contract import SPECTATOR
from hexfront.people.notices import service
from hexfront.play import live as live_module
from hexfront.play.storage.store import Store
from hexfront.server.people import timekeeper, tournament_director
from hexfront.server.tables import gateway, table

LENGTHS = ((4.0, 1), (4.0, 1), (9.0, 2))
"""Seconds that faults happen, and how many servers share the database."""
COMPETING = 0.15
"""How likely all matches are those of a tournament."""
TALKING = 0.5
"""How likely pages chat."""
NOTIFIED = 0.4
"""How likely players are told of their turns, but for those of a tournament."""
TIMED = 0.6
"""How likely matches have clocks, where there is one server and no tournament."""
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
        self.screens: list[Screen] = []
        self._pages: list[asyncio.Task[None]] = []
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
        self.services: Services | None = None
        """What takes the notices of turns, where there are some."""
        if self.random.random() < NOTIFIED:
            self.services = Services(self.disk, self.clock, Random(self.random.random()))
            for server in self.servers:
                server.clock = self.clock
        self.talks = self.random.random() < TALKING
        self.said: dict[tuple[str, str, int], str] = {}
        """What was heard, by match, room and number."""
        self.cup: Cup | None = None
        # SQLite says of itself that one process has it, so only there is time kept right.
        self.timed = servers == 1 and self.random.random() < TIMED

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
        put_empty_store(self.disk.folder)
        with closing(Store(self.disk.folder)) as store:  # by which the world looks from outside
            if self.random.random() < COMPETING:
                self.cup = make_cup(self, store)
                self._pages.append(asyncio.create_task(self._follow_cup(self.cup, store)))
            else:
                make_matches(self, store)
            for server in self.servers:
                self._start(server)
            while self.loop.now < self.seconds:
                await asyncio.sleep(self.random.random() * 0.8)
                await self._fault(self.random.choice(self.servers))
            self._heal()
            await self._settle(store)
            gc.collect(0)  # whoever has lost an error that nobody has caught tells the loop now
            check(self, store)
            self.ended = True
            for server in self.servers:
                server.kill()
            for task in self._pages:
                await task

    def open_pages(self, match: str, tokens: Mapping[int, str]) -> None:
        """Let players and others look at a match; some have a second page that only looks on."""
        for side, token in tokens.items():
            kind = Screen if side == SPECTATOR else Player
            for _ in range(1 if side == SPECTATOR or self.random.random() < 0.8 else 2):
                screen = kind(self, match, side, token, Random(self.random.random()))
                self.screens.append(screen)
                self._pages.append(asyncio.create_task(screen.run()))
                kind = Screen

    @property
    def players(self) -> list[Player]:
        """The screens that give orders."""
        return [screen for screen in self.screens if isinstance(screen, Player)]

    def seen(self, match: str, seat: int) -> float:
        """When somebody looked from a seat last."""
        here = [screen for screen in self.screens if (screen.match, screen.seat) == (match, seat)]
        return max(screen.seen for screen in here)

    def create_match(self, *about: Any, **more: Any) -> Any:
        """In place of the server's, where it opens a game of the tournament."""
        assert self.cup is not None
        return self.cup.create_match(*about, **more)

    async def _follow_cup(self, cup: Cup, store: Store) -> None:
        """Send players to the matches of a tournament as they are opened."""
        while not self.ended:
            for match in cup.look(store):
                self.open_pages(match, cup.tokens[match])
            await asyncio.sleep(0.2)

    def _heal(self) -> None:
        """End all faults, and start again whatever is down."""
        self.healed, self.healed_at = True, self.loop.now
        self.slowness, self.loop.thread_seconds = 0.02, 0.002
        self.disk.full, self.disk.kill_at_commit = False, 0.0
        for server in self.servers:
            if not server.alive:
                server.kill()
                self._start(server)

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
            self.loop.now > self.healed_at + (FLAG_SECONDS if self.disk.clocks else 0.0)
            and (self.cup is None or self.cup.over)
            and all(player.waiting is None for player in self.players)
            and all(screen.is_shown_all for screen in self.screens)
            and all(s.talk is None or s.talk.has_heard_all(store) for s in self.screens)
            and not unsent(store, self.clock())
        )


@contextmanager
def _seeded(world: World) -> Iterator[None]:
    """Clock and secrets as the seed says, for the server's own code."""
    random = Random(world.random.random())
    changes: list[tuple[Any, str, Any]] = [
        (time, "monotonic", lambda: world.loop.now),
        (time, "time", world.clock),
        (secrets, "token_bytes", random.randbytes),
        (secrets, "token_urlsafe", lambda size: random.randbytes(size).hex()),
        (gateway, "Pipe", Pipe),
        (Pipe, "call", world._pass_on),
        (live_module, "find_system", shared_system),
        (table, "MatchClock", SimulatedClock),
        (SimulatedClock, "truths", world.disk.clocks),
        (timekeeper, "BEAT_SECONDS", BEAT_SECONDS),
        (tournament_director, "find_system", shared_system),
        (tournament_director, "create_match", world.create_match),
    ]
    if world.services is not None:
        changes.append((service, "post_webhook", world.services.post))
    with ExitStack() as stack:
        for place, name, own in changes:
            stack.enter_context(patch.object(place, name, own, create=True))
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
