"""This process among the others: it renews its lease, takes matches, hears and sends messages."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final, Protocol

from hexfront.core.documents.strictjson import Json
from hexfront.play.storage.database import NotSaved
from hexfront.play.storage.leases import LEASE_SECONDS, RENEW_SECONDS, Lease
from hexfront.play.storage.store import Store
from hexfront.server.peers.forward import HeldElsewhere, Pipe

log = logging.getLogger(__name__)

PATIENCE: Final = LEASE_SECONDS + 3.0
"""So long is somebody kept waiting whose match a process held that may be gone."""
LOOK_SECONDS: Final = 1.0
"""Messages are looked for as often, also where nobody has woken us."""


class _Tables(Protocol):
    async def drop_all(self) -> None:
        """Serve no match any more: others may."""

    async def resume(self, match_id: str) -> None:
        """Go on with a match in which a machine is to move."""

    async def hand_over(self) -> None:
        """Let others go on, since this process will be stopped."""

    async def hear(self, message: Any) -> None:
        """Do what another process asks for."""


class Membership:
    """What a process does to take part, from `start` to `stop`."""

    def __init__(self, store: Store, address: str) -> None:
        """`address`: where the other processes reach this one. Errors: `NotSaved`."""
        self.lease = Lease(store, address)
        self._store = store
        self._ended = threading.Event()
        self._pipes: defaultdict[str, set[Pipe]] = defaultdict(set)
        self._threads: list[threading.Thread] = []
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, tables: _Tables) -> None:
        """Begin, in the loop that serves."""
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._tables = tables
        # Threads of their own: those of the loop may all be at work on matches.
        for run, name in ((self._renew, "lease"), (self._listen, "listener")):
            thread = threading.Thread(target=run, daemon=True, name=name)
            self._threads.append(thread)
            thread.start()
        self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._look())]

    def stop(self) -> None:
        """End: the matches are free for others at once."""
        self._ended.set()
        for task in self._tasks:
            task.cancel()
        self._threads[0].join(2 * RENEW_SECONDS)
        with suppress(NotSaved):
            self.lease.end()

    async def take(self, match_id: str) -> None:
        """Serve a match here.

        Errors: `HeldElsewhere`, `InputError` where there is no such match, `NotSaved`.
        """
        if self.lease.holds(match_id):
            return
        if address := await asyncio.to_thread(self.lease.take, match_id):
            raise HeldElsewhere(address)

    async def other(self) -> str:
        """The address of another process that takes new matches; "" where there is none."""
        found = await asyncio.to_thread(self.lease.processes)
        here = self.lease.process
        free = [each for each in found if each.alive and not each.draining and each.id != here]
        return min(free, key=lambda each: each.matches).address if free else ""

    async def send(self, match_id: str, message: dict[str, Json]) -> None:
        """Send a message to the process that serves a match, if any does."""
        try:
            holder = await asyncio.to_thread(self.lease.holder, match_id)
            if holder and holder != self.lease.process:
                await asyncio.to_thread(self._send, holder, message)
        except NotSaved as error:
            log.warning("a message to another process was not sent: %s", error)

    async def send_to(self, process: str, message: dict[str, Json]) -> None:
        """Send a message to one process. Errors: `NotSaved`."""
        await asyncio.to_thread(self._send, process, message)

    async def send_all(self, message: dict[str, Json]) -> None:
        """Send a message to every process, this one too. Errors: `NotSaved`."""
        await asyncio.to_thread(self._send, "", message)

    def _send(self, process: str, message: dict[str, Json]) -> None:
        self.lease.send(process, message)
        notify = getattr(self._store.backend, "notify", None)
        if notify is not None:
            with suppress(NotSaved):
                notify()

    def add(self, pipe: Pipe) -> None:
        """Note a socket that is passed on: it is cut when the process there is gone."""
        self._pipes[pipe.address].add(pipe)

    def remove(self, pipe: Pipe) -> None:
        """Forget a socket that was passed on."""
        self._pipes[pipe.address].discard(pipe)

    @property
    def pipes(self) -> list[Pipe]:
        """The sockets that are passed on to other processes."""
        return [pipe for pipes in self._pipes.values() for pipe in pipes]

    @property
    def passed_on(self) -> int:
        """How many sockets are passed on to other processes."""
        return sum(len(pipes) for pipes in self._pipes.values())

    def _renew(self) -> None:
        """Renew the lease until the end. In a thread of its own."""
        while not self._ended.wait(RENEW_SECONDS):
            try:
                if not self.lease.renew():
                    log.warning("this process has lost its lease, and serves no match any more")
                    self._in_loop(self._tables.drop_all())
                    self.lease.begin()
            except NotSaved as error:
                log.warning("the lease was not renewed: %s", error)
            except TimeoutError:
                log.warning("this process is too busy to let its matches go; it tries again")
            except Exception:
                log.exception("the lease was not renewed")

    def _in_loop(self, what: Any) -> None:
        asyncio.run_coroutine_threadsafe(what, self._loop).result(LEASE_SECONDS)

    def _listen(self) -> None:
        """Be woken by others, over a connection of its own. In a thread of its own."""
        listen: Callable[[Callable[[], None]], None] | None
        listen = getattr(self._store.backend, "listen", None)
        while listen is not None and not self._ended.is_set():
            began = time.monotonic()
            try:
                listen(self._wake)
            except Exception as error:
                # Messages are found all the same, only later.
                log.info("nobody wakes this process: %s", type(error).__name__)
            self._ended.wait(max(0.0, LOOK_SECONDS - (time.monotonic() - began)))

    def _wake(self) -> None:
        if not self._ended.is_set():
            self._loop.call_soon_threadsafe(self._woken.set)

    async def _read(self) -> None:
        """Hear what others send, when woken and from time to time."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), LOOK_SECONDS)
            self._woken.clear()
            for message in await _try(partial(asyncio.to_thread, self.lease.messages), []):
                await _try(partial(self._tables.hear, message), None)

    async def _look(self) -> None:
        """Go on with what ended processes have left, and cut what leads to them."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for match_id in await _try(partial(asyncio.to_thread, self.lease.left_behind), []):
                await _try(partial(self._tables.resume, match_id), None)
            if self.lease.draining:
                await _try(self._tables.hand_over, None)
            if any(self._pipes.values()):
                found = await _try(partial(asyncio.to_thread, self.lease.processes), None)
                alive = None if found is None else {each.address for each in found if each.alive}
                for address, pipes in self._pipes.items():
                    for pipe in [] if alive is None or address in alive else list(pipes):
                        pipe.cut()


async def _try(what: Callable[[], Awaitable[Any]], otherwise: Any) -> Any:
    """What something gives; where it fails, which is logged, something else."""
    try:
        return await what()
    except (NotSaved, HeldElsewhere) as error:
        log.warning("among server processes: %s", error)
    except Exception:
        log.exception("among server processes")
    return otherwise
