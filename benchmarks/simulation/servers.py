"""Server processes on one database, as the simulation starts, pauses and kills them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from benchmarks.simulation.clocks import SimulatedTimepiece, TrueTime
from benchmarks.simulation.cup import Cup
from benchmarks.simulation.disk import Disk, SimulatedStore
from benchmarks.simulation.loop import Killed, Process, SimulatedLoop
from benchmarks.simulation.network import Line, LineCut, ServerSocket
from benchmarks.simulation.notices import SimulatedNotices
from starlette.websockets import WebSocketDisconnect

from hexfront.play.storage.database import NotSaved
from hexfront.play.storage.leases import RENEW_SECONDS
from hexfront.server.peers.forward import COME_BACK
from hexfront.server.peers.membership import Membership
from hexfront.server.people.timekeeper import Timekeeper
from hexfront.server.tables.gateway import Gateway
from hexfront.server.tables.tables import Tables

Call = Callable[[str], Line | None]
"""(address of a process) -> a line to it that was passed on, or None where nobody answers."""

NO_NOTICES: Final = SimpleNamespace(wake=lambda: None)


class Thinkers:
    """What the server knows of `AgentPool`: machines that think for a while, and pick anything."""

    compiling: frozenset[str] = frozenset()

    def __init__(self, loop: SimulatedLoop, random: Random) -> None:
        self._loop, self._random = loop, random

    def submit_ahead(self, *question: Any) -> Future[Sequence[int]]:
        """Some legal order, and others after it that may not be legal then."""
        choices: Sequence[int] = question[7]
        orders = [self._random.choice(choices) for _ in range(self._random.choice((1, 1, 3)))]
        future: Future[Sequence[int]] = Future()

        def finish() -> None:
            if not future.cancelled():
                future.set_result(orders)

        self._loop.call_later(self._random.random() * 0.3, finish)
        return future

    def forget(self, match: str) -> None:
        """It remembers none."""


class SimulatedMembership(Membership):
    """Takes part without threads of its own."""

    def start(self, tables: Any) -> None:
        """Begin."""
        self._woken = asyncio.Event()
        self._tables = tables
        for run in (self._keep_renewing(), self._read(), self._look()):
            self._tasks.append(asyncio.create_task(run))

    async def _keep_renewing(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            with suppress(NotSaved):
                if not await asyncio.to_thread(self.lease.renew):
                    await self._tables.drop_all()
                    await asyncio.to_thread(self.lease.begin)


class Pipe:
    """What the server knows of `forward.Pipe`, over a simulated line."""

    call: Call
    """Set by the world."""

    def __init__(self, socket: ServerSocket, address: str) -> None:
        self.address = address
        self._socket = socket
        self._line: Line | None = None

    async def open(self, join: str) -> None:
        """Connect and join there. Errors: `OSError`."""
        self._line = type(self).call(self.address)
        if self._line is None:
            raise ConnectionRefusedError
        self._line.send(join)

    async def run(self) -> int:
        """Pass frames on until either side ends."""
        line = self._line
        assert line is not None
        tasks = [asyncio.create_task(self._there(line)), asyncio.create_task(self._back(line))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            line.cut()
        return COME_BACK

    def cut(self) -> None:
        """End it at once."""
        if self._line is not None:
            self._line.cut()

    async def _there(self, line: Line) -> None:
        with suppress(LineCut):
            while (message := await self._socket.receive())["type"] != "websocket.disconnect":
                line.send(message["text"])

    async def _back(self, line: Line) -> None:
        with suppress(LineCut, WebSocketDisconnect):
            while True:
                await self._socket.send_text(await line.receive())


class Server:
    """One process after another at one address."""

    def __init__(
        self, number: int, disk: Disk, time: TrueTime, random: Random, *, alone: bool
    ) -> None:
        self.address = f"http://server-{number}"
        self.process: Process | None = None
        self._disk, self._random, self._alone = disk, random, alone
        self._time = time
        self.clock: Callable[[], float] | None = None
        """By which notices are sent; None where there are none."""
        self.cup: Cup | None = None
        self._lines: list[Line] = []
        self._store: SimulatedStore | None = None
        self._tables: Any = None

    @property
    def alive(self) -> bool:
        """Whether it answers; one that was killed at a commit may not have been found yet."""
        return self.process is not None and self.process.alive

    def start(self) -> None:
        """Start a process; it may be killed at once, or find that it cannot write."""
        self.process = Process(self.address, self._disk.loop.now)
        self._store = SimulatedStore(self._disk)
        try:
            self._start(self._store)
        except (Killed, NotSaved):
            self.kill()

    def _start(self, store: SimulatedStore) -> None:
        loop = self._disk.loop
        assert self.process is not None
        with loop.process(self.process):
            membership = None
            if not self._alone:
                membership = SimulatedMembership(store, self.address)
                store.lease = membership.lease
            pool: Any = Thinkers(loop, Random(self._random.random()))
            self._tables = Tables(store, pool, membership=membership)
            if membership is not None:
                membership.start(self._tables)
            if self._disk.clocks:
                self._keep_time(store, self._tables)
            notices = None
            if self.clock is not None:
                notices = SimulatedNotices(store, loop, self.clock)
                self._tables.turn = notices.turn
                notices.start()
            if self.cup is not None:
                for run in self.cup.direct(store, self._tables, notices or NO_NOTICES):
                    loop.create_task(run)

    def _keep_time(self, store: SimulatedStore, tables: Tables) -> None:
        """Follow the clocks of the matches, as the application does when it starts."""
        assert self.process is not None
        timepiece = SimulatedTimepiece(store, self._time, self.process)
        tables.now = timepiece.now
        with suppress(NotSaved):
            timepiece.begin()
        self._disk.loop.create_task(Timekeeper(store, tables, timepiece).follow())

    def kill(self) -> None:
        """Kill the process; who is connected hears of it."""
        if self.process is None or self._store is None:
            return
        self.process.kill(self._disk.loop.now)
        self.process = None
        self.cut(1.0)
        self._lines.clear()
        self._store.close()

    def call(self, slowness: float, *, passed_on: bool = False) -> Line | None:
        """A new line to it; None where nobody answers."""
        if not self.alive or self.process is None:
            return None
        loop = self._disk.loop
        line = Line(loop, Random(self._random.random()), slowness)
        self._lines.append(line)
        app = SimpleNamespace(state=SimpleNamespace(tables=self._tables))
        with loop.process(self.process):
            socket: Any = ServerSocket(line, app, passed_on=passed_on)
            loop.create_task(Gateway(socket, self._tables).serve())
        return line

    def note(self, line: Line) -> None:
        """A line from here to another process ends with this one."""
        self._lines.append(line)

    def cut(self, part: float) -> None:
        """Cut some of the lines."""
        for line in self._lines:
            if self._random.random() < part:
                line.cut()

    def change_speed(self, slowness: float) -> None:
        """Make the lines as slow as that."""
        for line in self._lines:
            line.up.slowness = line.down.slowness = slowness
