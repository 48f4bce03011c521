"""Jobs that the workers of a Dask cluster do, whose results come in the order of the jobs."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from secrets import token_bytes
from time import monotonic
from typing import Any, Final, TypeVar

from hexfront import __version__
from hexfront.agents.cluster import connect, version
from hexfront.core.errors import HexfrontError, InputError
from hexfront.study.workers import Work, never_stopped

J = TypeVar("J")
R = TypeVar("R")
PLACE: Final = "--cluster"
AHEAD: Final = 4
"""Jobs that are asked for ahead, for each thread of the cluster."""
LOOK_SECONDS: Final = 2.0
"""Between two looks whether there are workers."""
ALONE_SECONDS: Final = 30.0
"""After so long without any worker a cluster is given up."""
GO_ON: Final = "with --out, --resume goes on"
MOST_SETUPS: Final = 4
"""That a worker keeps."""


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """A client of a scheduler. Errors: `InputError`; `HexfrontError` where a library is missing."""
    client = connect(address, PLACE)
    try:
        yield client
    finally:
        client.close()


def cluster_size(address: str) -> int:
    """How many jobs a cluster does at a time. Errors: `InputError`, `HexfrontError`."""
    with _client(address) as client:
        threads = client.nthreads()
        if not threads:
            raise InputError.at(PLACE, address, "a scheduler that has workers")
        try:
            versions = client.run(version)
        except Exception as error:
            raise InputError.at(PLACE, address, f"workers that have hexfront ({error})") from None
        for worker, found_there in versions.items():
            if found_there != __version__:
                found, expected = f"{worker}: hexfront {found_there}", f"hexfront {__version__}"
                raise InputError.at(PLACE, found, expected)
        return sum(threads.values())


def on_cluster(
    jobs: Iterable[J], make: Callable[..., Work[J, R]], given: tuple[Any, ...], address: str
) -> Iterator[tuple[J, R, float]]:
    """Each job with its result and the seconds that it took, as `hexfront.study.workers.in_order`.

    A job whose worker is lost is done by another one. Errors: those of the jobs; `InputError`,
    `HexfrontError`.
    """
    with _client(address) as client:
        size = max(1, sum(client.nthreads().values()))
        setup = client.scatter((token_bytes(16), make, given), broadcast=True, hash=False)
        waiting: deque[tuple[J, Any]] = deque()
        try:
            for job in jobs:
                waiting.append((job, client.submit(_do, setup, job, pure=False)))
                if len(waiting) >= AHEAD * size:
                    yield _first(waiting, client)
            while waiting:
                yield _first(waiting, client)
        finally:
            with suppress(Exception):  # A cluster that has died has nothing to be cancelled.
                client.cancel([future for _, future in waiting], force=True)


def _first(waiting: deque[tuple[J, Any]], client: Any) -> tuple[J, Any, float]:
    """The result of the first job. Errors: `HexfrontError` where the cluster has died."""
    from distributed import CancelledError, KilledWorker, wait

    job, future = waiting.popleft()
    alone = 0.0
    try:
        while not future.done():
            with suppress(TimeoutError), client.as_current():
                wait([future], timeout=LOOK_SECONDS)
                break
            # Without this, jobs would wait for ever for workers that never come.
            alone = 0.0 if client.nthreads() else alone + LOOK_SECONDS
            if alone >= ALONE_SECONDS:
                raise HexfrontError(f"the cluster has no workers any more; {GO_ON}")
        result, seconds = future.result()
    except (KilledWorker, CancelledError, OSError) as error:
        raise HexfrontError(f"the cluster gave a job up ({error}); {GO_ON}") from None
    return job, result, seconds


# In the workers

_setups: OrderedDict[bytes, Work[Any, Any]] = OrderedDict()
_one_at_a_time = threading.Lock()
"""Kernels and what they write on are of one thread of a process."""


def _do(setup: tuple[bytes, Callable[..., Work[Any, Any]], tuple[Any, ...]], job: Any) -> Any:
    """The result, and how many seconds it took."""
    key, make, given = setup
    with _one_at_a_time:
        work = _setups.get(key)
        if work is None:
            work = _setups[key] = make(*given)
            while len(_setups) > MOST_SETUPS:
                _setups.popitem(last=False)
        started = monotonic()
        return work(job, never_stopped), monotonic() - started
