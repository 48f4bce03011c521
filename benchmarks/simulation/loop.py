"""An event loop whose time is a number and whose order is drawn.

Of all that is due at a moment any may come first.  A call in a thread waits, is carried out at
once, and its result waits again before it is told.  What belongs to a killed process never runs on.
"""

from __future__ import annotations

import asyncio
import heapq
from asyncio import events
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


class Killed(BaseException):
    """The process in which this is raised is no more."""


class Stuck(AssertionError):
    """Somebody waits, and nothing is due any more; or it never ends."""


class Process:
    """What is killed together."""

    def __init__(self, name: str, began: float) -> None:
        self.name = name
        self.began = began
        self.ended: float | None = None
        self.pause = 0.0
        """Until then nothing of it runs: its machine stands still."""

    @property
    def alive(self) -> bool:
        """Whether it has not been killed."""
        return self.ended is None

    def kill(self, now: float) -> None:
        """End it, if it has not ended yet."""
        self.ended = now if self.ended is None else self.ended


_PROCESS: ContextVar[Process | None] = ContextVar("process", default=None)


class SimulatedLoop(asyncio.AbstractEventLoop):
    """Runs one simulation. `random` draws the order and how long threads take."""

    MOST_CALLS = 400_000

    def __init__(self, random: Random) -> None:
        self.random = random
        self.now = 0.0
        self.errors: list[str] = []
        """What nobody has caught."""
        self.thread_seconds = 0.002
        """That a call in a thread waits at most, before it and after it."""
        self._due: list[events.Handle] = []
        self._later: list[tuple[float, int, events.Handle]] = []
        self._count = 0
        self._asleep: set[asyncio.Task[Any]] = set()

    # What runs

    def run_until_complete(self, future: Coroutine[Any, Any, T]) -> T:  # type: ignore[override]
        """Run until it is done. Errors: `Stuck`."""
        events._set_running_loop(self)
        try:
            task = self.create_task(future)
            for _ in range(self.MOST_CALLS):
                if task.done():
                    return task.result()
                self._once()
            raise Stuck(f"no end after {self.MOST_CALLS} calls")
        finally:
            events._set_running_loop(None)

    def _once(self) -> None:
        if not self._due:
            if not self._later:
                raise Stuck("somebody waits for what never comes")
            self.now = max(self.now, self._later[0][0])
        while self._later and self._later[0][0] <= self.now:
            self._due.append(heapq.heappop(self._later)[2])
        # The last one takes its place: the list is in no order that anybody may rely on.
        chosen = self.random.randrange(len(self._due))
        self._due[chosen], self._due[-1] = self._due[-1], self._due[chosen]
        handle = self._due.pop()
        if handle.cancelled():
            return
        process = handle._context.get(_PROCESS)  # type: ignore[attr-defined]
        if process is not None:
            if not process.alive:
                return
            if process.pause > self.now:
                self._at(process.pause, handle)
                return
        handle._run()

    @contextmanager
    def process(self, process: Process) -> Iterator[None]:
        """What is begun within belongs to a process."""
        mark = _PROCESS.set(process)
        try:
            yield
        finally:
            _PROCESS.reset(mark)

    @property
    def current(self) -> Process | None:
        """The process to which belongs what runs now."""
        return _PROCESS.get()

    # What asyncio asks of a loop

    def time(self) -> float:
        """Seconds since the simulation began."""
        return self.now

    def get_debug(self) -> bool:
        """No."""
        return False

    def is_running(self) -> bool:
        """It is asked only while it runs."""
        return True

    def is_closed(self) -> bool:
        """It is never closed."""
        return False

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> events.Handle:
        """Have it called at this moment, before or after what else is due."""
        handle = events.Handle(callback, args, self, context)
        self._due.append(handle)
        return handle

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> events.TimerHandle:
        """Have it called so many seconds from now."""
        return self.call_at(self.now + delay, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> events.TimerHandle:
        """Have it called at a time."""
        handle = events.TimerHandle(when, callback, args, self, context)
        self._at(when, handle)
        return handle

    def _at(self, when: float, handle: events.Handle) -> None:
        self._count += 1
        heapq.heappush(self._later, (when, self._count, handle))

    def _timer_handle_cancelled(self, handle: events.TimerHandle) -> None:
        """A cancelled call is passed over when it is due."""

    def create_future(self) -> asyncio.Future[Any]:
        """A future of this loop."""
        return asyncio.Future(loop=self)

    def create_task(  # type: ignore[override]
        self,
        coro: Coroutine[Any, Any, T],
        *,
        name: str | None = None,
        context: Context | None = None,
    ) -> asyncio.Task[T]:
        """A task of this loop; of a killed process too it is kept, since its end would run code."""
        task = asyncio.Task(coro, loop=self, name=name, context=context)
        self._asleep.add(task)
        task.add_done_callback(self._asleep.discard)
        return task

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        """Call it as a thread would: at some time, and its end is told at a later one."""
        future = self.create_future()
        process = self.current

        def tell(result: T | None, error: BaseException | None) -> None:
            if future.cancelled():
                return
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(result)

        def work() -> None:
            result, error = None, None
            try:
                result = func(*args)
            except Killed:
                assert process is not None
                process.kill(self.now)
                return
            except BaseException as raised:
                error = raised
            self.call_later(self._thread_time(), tell, result, error)

        self.call_later(self._thread_time(), work)
        return future

    def _thread_time(self) -> float:
        return self.random.random() ** 4 * self.thread_seconds

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Note an error that nobody has caught."""
        self.errors.append(f"{context.get('message')}: {context.get('exception')!r}")

    default_exception_handler = call_exception_handler

    def forget(self) -> None:
        """End what still waits; its last lines are told to nobody."""
        events._set_running_loop(self)
        for task in list(self._asleep):
            while True:
                try:
                    task.get_coro().close()  # type: ignore[union-attr]
                    break
                except RuntimeError:  # its last lines wait for something: end them too
                    continue
            task._log_destroy_pending = False  # type: ignore[attr-defined]
        events._set_running_loop(None)
        self._due.clear()
        self._later.clear()
