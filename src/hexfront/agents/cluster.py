"""Machine opponents that think on a Dask cluster.

A place on the cluster stands for a process here: `RemoteProcess` answers as `WorkerProcess` does.
On the worker it is such a process, with its limits and its confinement, so that an opponent
gives the same orders there as here, with no more rights. Where a worker or the scheduler is lost,
who thought there begins anew elsewhere: at another worker, or in a process of this machine.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from secrets import token_urlsafe
from typing import Any, Final, Protocol

from hexfront import __version__
from hexfront.agents.frames import Answer, Request
from hexfront.agents.worker_process import UNWANTED, ProcessLost, WorkerDied, WorkerProcess
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.extras import how_to_install, need

log = logging.getLogger(__name__)

CONNECT_SECONDS: Final = 10.0
LOOK_SECONDS: Final = 2.0
"""Between two looks whether a worker that thinks is still there."""
GIVEN_UP_SECONDS: Final = 3.0
"""After so long without a connection a scheduler or a worker is lost."""
AGAIN_SECONDS: Final = 30.0
"""Between two tries to reach a scheduler that was lost."""
IDLE_SECONDS: Final = 600.0
"""After so long without a question a process on the cluster ends: its server may be gone."""


class Process(Protocol):
    """Where an opponent thinks; see `WorkerProcess`."""

    answered: bool

    @property
    def id(self) -> int:
        """The number of the process, where it runs."""

    def ask(self, request: Request, unwanted: Callable[[], bool] | None = None) -> Answer:
        """Send a request and wait for its answer. Errors: `WorkerDied`."""

    def stop(self) -> None:
        """Let an opponent that can be stopped answer at once."""

    def kill(self) -> None:
        """End the process at once."""

    def end(self) -> int | None:
        """End the process where it has not; its exit status."""


class Processes(Protocol):
    """Where an opponent's process can be had."""

    def count(self) -> int:
        """How many may think at once."""

    def start(self, memory: int) -> Process:
        """A new one. Errors: `OSError`."""

    def outlived(self, process: Process) -> bool:
        """Whether a process that thinks of nothing should give way to a new one."""

    def close(self) -> None:
        """Need no more of them."""


class LocalProcesses:
    """Processes of this machine; all cores but one, at least one."""

    def __init__(self, count: int | None = None) -> None:
        self._count = count or max(1, (os.cpu_count() or 2) - 1)

    def count(self) -> int:
        """How many may think at once."""
        return self._count

    def start(self, memory: int) -> Process:
        """A new one. Errors: `OSError`."""
        return WorkerProcess(memory)

    def outlived(self, process: Process) -> bool:
        """They stay."""
        return False

    def close(self) -> None:
        """Nothing is left of them."""


def connect(address: str, place: str) -> Any:
    """A client of a Dask scheduler. `place` is that of errors.

    Errors: `InputError` where none answers; `HexfrontError` where a library is missing.
    """
    try:
        from distributed import Client
    except ImportError:
        needs = f"{place} needs Dask's distributed; {how_to_install('cluster')}"
        raise HexfrontError(needs) from None
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        return Client(address, timeout=f"{CONNECT_SECONDS}s", set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        expected = f"a Dask scheduler that answers, such as tcp://host:8786 ({error})"
        raise InputError.at(place, address, expected) from None


def version() -> str:
    """Of the Hexfront where this runs."""
    return __version__


class ClusterProcesses:
    """Processes on the workers of a cluster; on this machine while there are none."""

    def __init__(self, address: str) -> None:
        """The cluster need not answer yet: what thinks here meanwhile gives way to it later.

        Errors: `HexfrontError` where a library is missing.
        """
        need("distributed", "cluster")
        import dask

        # A scheduler that is gone is given up before somebody has waited for his opponent for long.
        dask.config.set({"distributed.comm.timeouts.connect": f"{GIVEN_UP_SECONDS}s"})
        self._address = address
        self._here = LocalProcesses()
        self._lock = threading.Lock()
        self._client: Any = None
        self._tried = -AGAIN_SECONDS
        self._threads: dict[str, int] = {}
        self._taken = Counter[str]()
        self._looking = threading.Event()
        self._closed = False
        self._look()

    def count(self) -> int:
        """As many as the cluster has threads; as here, where it has none."""
        self._look_again()
        return sum(self._threads.values()) or self._here.count()

    def start(self, memory: int) -> Process:
        """A place at the worker that has the most room; a process here where there is none."""
        with self._lock:
            room = {worker: n - self._taken[worker] for worker, n in self._threads.items()}
            worker = max(room, key=room.__getitem__, default=None)
            if worker is None or self._client is None:
                return self._here.start(memory)
            self._taken[worker] += 1
        return RemoteProcess(self, self._client, worker, memory)

    def outlived(self, process: Process) -> bool:
        """Whether it runs here though the cluster is there again."""
        self._look_again()
        return bool(self._threads) and not isinstance(process, RemoteProcess)

    def lost(self, worker: str, error: object) -> None:
        """A place at a worker is lost; which workers there are now is found out later."""
        with self._lock:
            known = self._threads.pop(worker, None) is not None
            left = len(self._threads)
        log.warning("%s: the worker %s is lost (%s)", self._address, worker, error)
        if known and not left:
            log.warning("%s: there are no workers; opponents think here", self._address)

    def left(self, worker: str) -> None:
        """One place at a worker is free again."""
        with self._lock:
            self._taken[worker] -= 1

    def close(self) -> None:
        """Let go of the cluster."""
        self._closed = True
        with self._lock:
            client, self._client = self._client, None
            self._threads = {}
        _close(client)

    def _look_again(self) -> None:
        """Look after the cluster from time to time, in a thread: nobody waits for that."""
        if time.monotonic() - self._tried > AGAIN_SECONDS and not self._looking.is_set():
            threading.Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        """See which workers there are; connect where nothing is connected."""
        if self._closed or self._looking.is_set():
            return
        self._looking.set()
        self._tried = time.monotonic()
        client = self._client
        try:
            if client is None:
                client = connect(self._address, "opponents")
            found = {str(worker): int(n) for worker, n in client.nthreads().items()}
            versions = client.run(version, on_error="ignore") if found else {}
            wrong = {v for v in versions.values() if v != __version__}
            if wrong:
                log.warning("workers of %s have another version: %s", self._address, sorted(wrong))
            threads = {w: n for w, n in found.items() if versions.get(w) == __version__}
        except (Exception, asyncio.CancelledError) as error:
            # Whatever a client says that loses its scheduler in the midst of this.
            log.info("the cluster %s: %s", self._address, error)
            threads = {}
            _close(client)
            client = None
        finally:
            self._looking.clear()
        with self._lock:
            before, self._threads, self._client = self._threads, threads, client
        if self._closed:
            self.close()
        elif threads and not before:
            log.warning("%s: opponents think on %d workers", self._address, len(threads))
        elif before and not threads:
            log.warning("%s: there are no workers; opponents think here", self._address)


def _close(client: Any) -> None:
    if client is not None:
        with suppress(Exception, asyncio.CancelledError):  # What has died need not be closed.
            client.close(timeout=1)


class RemoteProcess:
    """A process that a worker of a cluster has started for this one."""

    def __init__(self, processes: ClusterProcesses, client: Any, worker: str, memory: int) -> None:
        self._processes, self._client, self._worker = processes, client, worker
        self._memory, self._name = memory, token_urlsafe(9)
        self._asked: Future[Any] | None = None
        self._ended = False
        self.answered = False

    @property
    def id(self) -> int:
        """None of this machine."""
        return 0

    def ask(self, request: Request, unwanted: Callable[[], bool] | None = None) -> Answer:
        """As `WorkerProcess.ask`. Errors: `WorkerDied`, also where the worker is lost."""
        if unwanted is not None and unwanted():
            return Answer(failed=UNWANTED)
        self._asked = future = Future[Any]()
        run = (think, self._name, self._memory, request)
        threading.Thread(target=self._run, args=(future, run), daemon=True).start()
        found = self._wait_for(future)
        if isinstance(found, Answer):
            self.answered = True
            return found
        self.end()
        if isinstance(found, BaseException):
            self._processes.lost(self._worker, type(found).__name__)
            raise ProcessLost(None)
        raise WorkerDied(found)

    def _wait_for(self, future: Future[Any]) -> Any:
        """What comes of a call; an error where the worker has left the cluster meanwhile."""
        while True:
            try:
                return future.result(LOOK_SECONDS)
            except TimeoutError:
                # The scheduler may try for long to reach a worker that has just died.
                if not self._there():
                    return ConnectionError("it has left the cluster")

    def _there(self) -> bool:
        try:
            return self._worker in self._client.nthreads()
        except (Exception, asyncio.CancelledError):
            return False  # The scheduler is lost.

    def _run(self, future: Future[Any], call: tuple[Any, ...]) -> None:
        """Call on the worker; what comes of it is the answer, an exit status, or an error."""
        found: Any
        try:
            if not self._there():
                raise ConnectionError("it has left the cluster")
            found = self._client.run(*call, workers=[self._worker])[self._worker]
        except BaseException as error:  # Also what a lost connection cancels.
            found = error
        with suppress(InvalidStateError):
            future.set_result(found)

    def stop(self) -> None:
        """As `WorkerProcess.stop`."""
        self._tell(stop)

    def kill(self) -> None:
        """As `WorkerProcess.kill`; nobody waits for a worker that does not hear of it."""
        self._tell(end)
        if self._asked is not None:
            with suppress(InvalidStateError):
                self._asked.set_result(None)

    def end(self) -> int | None:
        """As `WorkerProcess.end`, without its status."""
        if not self._ended:
            self._ended = True
            self._tell(end)
            self._processes.left(self._worker)
        return None

    def _tell(self, what: Callable[[str], Any]) -> None:
        """Call on the worker, and wait for nothing."""

        def run() -> None:
            with suppress(Exception, asyncio.CancelledError):  # It is gone, and so is what ran.
                self._client.run(what, self._name, workers=[self._worker])

        threading.Thread(target=run, daemon=True).start()


# On the workers of the cluster, whose loop calls these


class Place:
    """A process of this worker."""

    def __init__(self, process: WorkerProcess) -> None:
        self.process = process
        self.busy = False
        self.asked = 0.0
        """When it was asked last."""


_places: dict[str, Place] = {}


async def think(name: str, memory: int, request: Request) -> Answer | int | None:
    """The answer of a process of this worker, which is started if need be.

    Its exit status where it died.
    """
    place = _places.get(name) or Place(await asyncio.to_thread(WorkerProcess, memory))
    _places[name] = place
    place.busy, place.asked = True, time.monotonic()
    try:
        return await asyncio.to_thread(place.process.ask, request)
    except WorkerDied as died:
        _places.pop(name, None)
        return died.status
    finally:
        place.busy = False
        asyncio.get_running_loop().call_later(IDLE_SECONDS, _end_idle, name)


def _end_idle(name: str) -> None:
    place = _places.get(name)
    if place is not None and not place.busy and time.monotonic() - place.asked >= IDLE_SECONDS:
        end(name)


def stop(name: str) -> None:
    """Let who thinks there answer at once."""
    if name in _places:
        _places[name].process.stop()


def end(name: str) -> None:
    """End a process; who waits for it hears of its death."""
    place = _places.pop(name, None)
    if place is not None and place.busy:
        place.process.kill()
    elif place is not None:
        place.process.end()
