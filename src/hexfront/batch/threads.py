"""Threads that wait for their share of a call, and start on it in a few microseconds."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from hexfront.core.errors import InputError


class Workers:
    """Threads of one owner, which calls them from one thread at a time."""

    def __init__(self, count: int) -> None:
        self._workers = [_Worker() for _ in range(count)]
        for worker in self._workers:
            worker.start()

    def run(self, function: Callable[..., Any], work: Sequence[tuple[Any, ...]]) -> None:
        """Call a function with each of these arguments: the first here, a worker each the others.

        Errors: `InputError` once they have been closed; what the function raises, when all are
        done.
        """
        if len(self._workers) < len(work) - 1:
            raise InputError.at("threads", "<closed>", "a batch that is not closed")
        others = list(zip(self._workers, work[1:], strict=True))
        for worker, arguments in others:
            worker.begin(function, arguments)
        try:
            function(*work[0])
        finally:
            errors = [worker.end() for worker, _ in others]
        for error in errors:
            if error is not None:
                raise error

    def close(self) -> None:
        """End the threads."""
        for worker in self._workers:
            worker.begin(None, ())
        self._workers = []


class _Worker(threading.Thread):
    """Two locks are the quickest way there and back that Python has."""

    def __init__(self) -> None:
        super().__init__(daemon=True, name="hexfront batch")
        self._begun, self._ended = threading.Lock(), threading.Lock()
        self._begun.acquire()
        self._ended.acquire()
        self._function: Callable[..., Any] | None = None
        self._arguments: tuple[Any, ...] = ()
        self._error: BaseException | None = None

    def begin(self, function: Callable[..., Any] | None, arguments: tuple[Any, ...]) -> None:
        """Call a function; None ends the thread."""
        self._function, self._arguments = function, arguments
        self._begun.release()

    def end(self) -> BaseException | None:
        """Wait until the call is over; what it raised."""
        self._ended.acquire()
        error, self._error = self._error, None
        return error

    def run(self) -> None:
        """Wait for calls."""
        while True:
            self._begun.acquire()
            if self._function is None:
                return
            try:
                self._function(*self._arguments)
            except BaseException as error:
                self._error = error
            self._function, self._arguments = None, ()
            self._ended.release()
