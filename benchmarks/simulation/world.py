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
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from benchmarks.simulation.disk import Disk, Truth
from benchmarks.simulation.loop import SimulatedLoop
from benchmarks.simulation.network import Line
from benchmarks.simulation.players import Player, Screen
from benchmarks.simulation.scenarios import PERSON, SEATS, SEQUENCES, ford
from benchmarks.simulation.servers import Pipe, Server
from benchmarks.simulation.shared import put_empty_store, shared_system

from hexfront.core.contract import SPECTATOR
from hexfront.core.dice import SECRET_BYTES
from hexfront.play import live as live_module
from hexfront.play.live import LiveMatch
from hexfront.play.storage.leases import LEASE_SECONDS
from hexfront.play.storage.store import Store
from hexfront.server.tables import gateway
from hexfront.server.tables.client import Client

LENGTHS = ((4.0, 1), (4.0, 1), (9.0, 2))
"""Seconds that faults happen, and how many servers share the database."""
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
        self._slowness = 0.02
        self._clock = 1e9
        """What the database's clock says when the simulation begins."""
        self._seconds, servers = self.random.choice(LENGTHS)
        self._servers = [
            Server(number, self.disk, Random(self.random.random()), alone=servers == 1)
            for number in range(servers)
        ]

    def fail(self, what: str) -> None:
        """Something is wrong."""
        self.wrong.append(f"{self.loop.now:.3f} s: {what}")

    def call(self, random: Random) -> Line | None:
        """A new line to one of the servers; None where nobody answers."""
        return random.choice(self._servers).call(self._slowness)

    def clock(self) -> float:
        """The time of day."""
        return self._clock + self.loop.now

    def _pass_on(self, address: str) -> Line | None:
        """A line from the process that runs now to the one at an address."""
        there = next(server for server in self._servers if server.address == address)
        line = there.call(self._slowness, passed_on=True)
        here = next((s for s in self._servers if s.process is self.loop.current), None)
        if line is not None and here is not None:
            here.note(line)
        return line

    # Its course

    async def run(self) -> None:
        """Play with faults for a while, then without until all is answered and shown."""
        self._make_matches()
        for server in self._servers:
            self._start(server)
        tasks = [asyncio.create_task(screen.run()) for screen in self.screens]
        while self.loop.now < self._seconds:
            await asyncio.sleep(self.random.random() * 0.8)
            await self._fault(self.random.choice(self._servers))
        self.healed = True
        self._slowness, self.loop.thread_seconds = 0.02, 0.002
        self.disk.full, self.disk.kill_at_commit = False, 0.0
        for server in self._servers:
            if not server.alive:
                server.kill()
                self._start(server)
        await self._settle()
        gc.collect(0)  # whoever has lost an error that nobody has caught tells the loop now
        self._check()
        self.ended = True
        for server in self._servers:
            server.kill()
        for task in tasks:
            await task

    def _make_matches(self) -> None:
        system = shared_system("brigade")
        put_empty_store(self.disk.folder)
        store = Store(self.disk.folder)
        for _ in range(self.random.choice((1, 1, 2))):
            seats = [plan._replace(adds=plan is PERSON) for plan in self.random.choice(SEATS)]
            scenario = system.scenarios.load(ford(self.random.choice(SEQUENCES)), None, "scenario")
            secret = self.random.randbytes(SECRET_BYTES)
            made = store.create(system.name, system.version, scenario.document, secret, seats)
            for side, token in made.tokens.items():
                kind = Screen if side == SPECTATOR else Player
                for _ in range(1 if side == SPECTATOR or self.random.random() < 0.8 else 2):
                    screen = kind(self, made.match, side, token, Random(self.random.random()))
                    self.screens.append(screen)
                    kind = Screen  # a second page of the same person only looks on
            self.disk.truths[made.match] = Truth()
        store.close()
        self.players = [screen for screen in self.screens if isinstance(screen, Player)]

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

    async def _killed(self, server: Server) -> None:
        server.kill()

    async def _cut(self, server: Server) -> None:
        server.cut(0.4)

    async def _slow_lines(self, server: Server) -> None:
        self._slowness = self.random.choice((0.001, 0.02, 0.3, 2.0))
        server.change_speed(self._slowness)

    async def _slow_disk(self, server: Server) -> None:
        self.loop.thread_seconds = self.random.choice((0.0001, 0.002, 0.1, 1.5))

    async def _full_disk(self, server: Server) -> None:
        self.disk.full = True
        await asyncio.sleep(self.random.random())
        self.disk.full = False

    async def _kill_at_commit(self, server: Server) -> None:
        self.disk.kill_at_commit = self.random.choice((0.0, 0.05, 0.3))

    async def _pause(self, server: Server) -> None:
        assert server.process is not None
        server.process.pause = self.loop.now + self.random.random() * self._seconds

    async def _stall(self, server: Server) -> None:
        """A process stands still in the middle of its work, so long that another takes over."""
        process, self.loop.thread_seconds = server.process, 1.5
        await asyncio.sleep(0.3)
        if process is None or len(self._servers) == 1:
            return
        process.pause = self.loop.now + LEASE_SECONDS + 1 + 2 * self.random.random()
        server.cut(1.0)
        await asyncio.sleep(LEASE_SECONDS)
        self.loop.thread_seconds = 0.3

    async def _clock_jump(self, server: Server) -> None:
        self._clock += self.random.choice((-5.0, -0.5, 0.5, 5.0))

    async def _settle(self) -> None:
        """Wait until nobody waits for an answer and everybody sees how it stands."""
        latest = self.loop.now + QUIET
        while not self._settled():
            if self.loop.now > latest:
                for player in self.players:
                    if player.waiting is not None:
                        self.fail(f"seat {player.seat} waits for the answer to {player.waiting}")
                for screen in self.screens:
                    if not self._is_shown_all(screen):
                        self.fail(f"seat {screen.seat} is not shown how the match stands")
                return
            await asyncio.sleep(0.1)

    def _settled(self) -> bool:
        return all(p.waiting is None for p in self.players) and all(
            self._is_shown_all(screen) for screen in self.screens
        )

    def _is_shown_all(self, screen: Screen) -> bool:
        versions = self.disk.truths[screen.match].versions
        now = versions[-1].get(screen.seat, ()) if versions else ()
        return screen.update is not None and tuple(screen.shown) == now

    # What must be true

    def _check(self) -> None:
        self.wrong += self.disk.wrong
        self.wrong += self.loop.errors
        for match, truth in self.disk.truths.items():
            self._check_disk(match, truth)
            for player in self.players:
                if player.match == match:
                    self._check_requests(player, truth)
        for screen in self.screens:
            self.story.update(repr((screen.seat, screen.shown)).encode())

    def _check_disk(self, match: str, truth: Truth) -> None:
        """The file holds what was committed, and its journal can be played again."""
        store = Store(self.disk.folder)
        try:
            rows = store.read(
                "SELECT number, actor, order_code FROM steps WHERE match_id = ? ORDER BY number",
                (match,),
            )
            if rows != [(number, *step) for number, step in enumerate(truth.steps, 1)]:
                self.fail(f"match {match}: the file does not hold what was committed")
            live = LiveMatch(store, store.load(match))
            for screen in self.screens:
                if screen.match == match and screen.update is not None:
                    view = live.match.view(screen.seat)
                    if screen.update["view"]["must_act"] != view.must_act:
                        self.fail(f"seat {screen.seat} does not know whose turn it is")
        finally:
            store.close()

    def _check_requests(self, player: Player, truth: Truth) -> None:
        """What was answered is on disk, once, and was put there between question and answer."""
        mine = {key for side, key in truth.requests if side == player.seat}
        if unknown := mine - {request.key for request in player.requests}:
            self.fail(f"seat {player.seat} never asked for {sorted(unknown)}")
        for request in player.requests:
            committed = truth.requests.get((player.seat, request.key))
            stored = 0 if committed is None else committed.accepted
            # What came twice may have been carried out the second time, and its answer lost; of
            # an undo that comes again it is not said what it took back.
            if stored != request.accepted and (request.accepted or request.times == 1):
                self.fail(f"answered {request}, on disk {committed}")
            if committed is None or request.answered is None or not request.accepted:
                continue
            if not request.sent <= committed.time <= request.answered:
                self.fail(f"{request} was committed at {committed.time}")
            if request.kind == "orders" and committed.orders != tuple(
                request.orders[: committed.accepted]
            ):
                self.fail(f"{request}: on disk are {committed.orders}")


FAULTS: dict[str, Callable[[World, Server], Any]] = {
    "kills": World._killed,
    "cuts": World._cut,
    "changes of the lines' speed": World._slow_lines,
    "changes of the disk's speed": World._slow_disk,
    "full disks": World._full_disk,
    "kills around commits": World._kill_at_commit,
    "pauses": World._pause,
    "stalls": World._stall,
    "jumps of the clock": World._clock_jump,
}


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
