"""Jobs that worker processes do, whose results come in the order of the jobs."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for_futures
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait
from os import _exit
from time import monotonic
from typing import Any, TypeAlias, TypeVar

from hexfront.core.errors import HexfrontError

J = TypeVar("J")
R = TypeVar("R")
Stopped: TypeAlias = Callable[[], bool]
"""Whether nobody wants the result of a job any more, which may then be left half done."""
Work: TypeAlias = Callable[[J, Stopped], R]


def in_order(
    jobs: Iterable[J], make: Callable[..., Work[J, R]], given: tuple[Any, ...], workers: int = 1
) -> Iterator[tuple[J, R, float]]:
    """Each job with its result and the seconds that it took.

    `make(*given)` gives what does the jobs: once here, or once in each of more workers, to which
    it goes as a pickle.  Those are processes that import the caller's main module anew, so a
    script must guard its start with `if __name__ == "__main__"`.  Jobs are asked for no sooner
    than they are needed, a few for each worker ahead.
    Errors: those of the jobs; `HexfrontError` where a worker died.
    """
    if workers > 1:
        yield from _in_processes(jobs, make, given, workers)
        return
    work = make(*given)
    for job in jobs:
        started = monotonic()
        result = work(job, never_stopped)
        yield job, result, monotonic() - started


def never_stopped() -> bool:
    """Every result is wanted."""
    return False


_work: Work[Any, Any]
"""What does the jobs of a worker process."""
_stop: Any
"""Set when the parent wants no more of them."""


def _start_worker(make: Callable[..., Work[Any, Any]], given: tuple[Any, ...], stop: Any) -> None:
    global _work, _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to handle.
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _stop = stop
    _work = make(*given)


def _end_with_parent() -> None:
    """A parent that was killed cannot tell its workers to end."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        _exit(1)


def _do(job: Any) -> tuple[Any, float]:
    """The result, and how many seconds it took."""
    started = monotonic()
    result = _work(job, lambda: bool(_stop.value))
    return result, monotonic() - started


def _in_processes(
    jobs: Iterable[J], make: Callable[..., Work[J, R]], given: tuple[Any, ...], workers: int
) -> Iterator[tuple[J, R, float]]:
    context = multiprocessing.get_context("spawn")
    stop = context.RawValue("b", 0)  # Without a lock: nobody can die while holding it.
    with _held_interrupts() as check:
        pool = ProcessPoolExecutor(workers, context, _start_worker, (make, given, stop))
        waiting: deque[tuple[J, Future[tuple[R, float]]]] = deque()

        def first() -> tuple[J, R, float]:
            job, future = waiting.popleft()
            result, seconds = _result(future, check)
            return job, result, seconds

        try:
            for job in jobs:
                with _no_interrupts_for_children():
                    waiting.append((job, pool.submit(_do, job)))
                if len(waiting) >= 4 * workers:
                    yield first()
            while waiting:
                yield first()
        except BrokenProcessPool:
            raise HexfrontError("a worker process died; with --out, --resume goes on") from None
        finally:
            stop.value = 1
            pool.shutdown(wait=True, cancel_futures=True)


def _result(future: Future[tuple[R, float]], check: Callable[[], None]) -> tuple[R, float]:
    while not future.done():
        check()
        wait_for_futures([future], timeout=0.1)
    check()
    return future.result()


@contextmanager
def _held_interrupts() -> Iterator[Callable[[], None]]:
    """Make Ctrl-C raise only in the function that this gives, and at the end.

    A `KeyboardInterrupt` in the midst of the pool's own work, or a second one
    while it is shut down, can leave it waiting for ever.
    """
    pressed = False

    def hold(*_: object) -> None:
        nonlocal pressed
        pressed = True

    def check() -> None:
        if pressed:
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield check
        return
    before = signal.signal(signal.SIGINT, hold)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)
    check()


@contextmanager
def _no_interrupts_for_children() -> Iterator[None]:
    """A process started here never gets Ctrl-C, not even while it imports: masks are inherited."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
