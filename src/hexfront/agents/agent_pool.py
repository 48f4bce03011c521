"""Machine opponents in worker processes, a few at a time.

The server asks; a process answers, fails or is killed, and the server goes on.
An opponent is told what a person in its seat sees: a view and the choices.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any

from hexfront.agents.background_compiler import BackgroundCompiler
from hexfront.agents.cluster import LocalProcesses, Process, Processes
from hexfront.agents.frames import Answer, Question, Request, WarmUp, pack_seen, write_scenario
from hexfront.agents.thoughts import Thought
from hexfront.agents.warmup import is_warm
from hexfront.agents.worker_process import ProcessLost, WorkerDied
from hexfront.core.contract import View
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import HexfrontError
from hexfront.core.registry import find_system

log = logging.getLogger(__name__)

GIBIBYTE = 1 << 30
START_SECONDS = 60.0
"""That a new process has besides."""
WATCH_SECONDS = 0.25
HURRY = 1.0
"""So long before its time is over an opponent that can be stopped is asked for its best so far."""
PATIENCE = 1.0
"""How long a match waits for the process that knows it, seconds, before it takes another."""
MAX_HOMES = 1024
SERVER_ERROR = "cannot go on: the server made an error"
STOPPING = "cannot think: the server is stopping"


class ThinkingFailed(HexfrontError):
    """A machine opponent gave no order; the text is a sentence for players."""


@dataclass(frozen=True)
class AgentQuery:
    """A seat for which an opponent shall think, with all that it is told."""

    match: str
    system: str
    scenario: Json
    """The document of the match's scenario, the same at every query of a match."""
    agent: str
    """The opponent by name, with its parameters."""
    side: int
    secret: bytes
    """Keys the agent's own dice: 32 bytes, never the match's."""
    view: View
    choices: Sequence[int]

    @property
    def head(self) -> tuple[str, int, str, str, bytes]:
        """What a `Question` begins with."""
        return self.match, self.side, self.agent, self.system, self.secret


@dataclass(eq=False)
class Ticket:
    """Something to be done by a process."""

    request: Request
    scenario: Json = None
    future: Future[Any] = field(default_factory=Future)
    """Of orders, or of a thought."""
    limit: float = 0.0
    """Seconds."""

    @property
    def match(self) -> str:
        """The match that it is for; empty for none."""
        return self.request.match if isinstance(self.request, Question) else ""

    def fail(self, reason: str) -> None:
        """Tell who waits why there is no order."""
        name = self.request.agent if isinstance(self.request, Question) else self.request.system
        with suppress(InvalidStateError):
            self.future.set_exception(ThinkingFailed(f"The machine opponent {name} {reason}."))

    def finish(self, answer: Answer) -> None:
        """Tell who waits what was found, or why nothing was."""
        found: Thought | Sequence[int] | None = answer.thought
        if found is None and answer.order is not None:
            found = (answer.order, *answer.queued)
        if found is None:
            self.fail(answer.failed)
            return
        with suppress(InvalidStateError):
            self.future.set_result(found)


class Worker:
    """A thread that talks to one process after another: a dead one is replaced."""

    def __init__(self) -> None:
        self.tickets: SimpleQueue[Ticket | None] = SimpleQueue()
        self.ticket: Ticket | None = None
        """What it works on; None when it is free."""
        self.since = 0.0
        """When it took that; in seconds of the monotonic clock, as all times here."""
        self.process: Process | None = None
        self.deadline = math.inf
        """When its process must have answered."""
        self.hurry = math.inf
        """When its process is asked for the best so far."""
        self.forgotten: set[str] = set()
        """Matches whose agents its process may drop."""

    def take(self, ticket: Ticket) -> None:
        """Begin to work."""
        self.ticket, self.since = ticket, time.monotonic()
        self.tickets.put(ticket)


class AgentPool:
    """A few processes in which machine opponents think. Safe for threads; close it at the end.

    At most `processes` orders are thought about at once (all cores but one, at
    least one), each for at most `seconds`, in at most `memory` bytes. While the
    kernels of a system run as plain Python, the limit is `cold_seconds`. `where` may
    be a cluster (`hexfront.agents.cluster`), which says itself how many think at once.
    """

    def __init__(
        self,
        processes: int | None = None,
        seconds: float = 30.0,
        cold_seconds: float = 300.0,
        memory: int = 2 * GIBIBYTE,
        where: Processes | None = None,
    ) -> None:
        self._where = where or LocalProcesses(processes)
        self._seconds, self._cold_seconds = seconds, cold_seconds
        self._memory = memory
        self.asked: Callable[[Question, Future[Any]], None] = lambda *_: None
        """Is told of each question as it is asked, and of where its answer will be."""
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._workers: list[Worker] = []
        self._threads: list[threading.Thread] = []
        self._waiting: deque[Ticket] = deque()
        self._homes: OrderedDict[str, Worker] = OrderedDict()
        self._compiling: BackgroundCompiler | None = None

    def __enter__(self) -> AgentPool:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def processes(self) -> int:
        """How many may think at once."""
        return self._where.count()

    # For callers

    def submit(self, query: AgentQuery, given: int = 0) -> Future[Sequence[int]]:
        """Ask an opponent for an order; blocks nobody. Who cancels the future stops the thinking.

        After the first order stand those that the opponent has queued to follow it: they may be
        given as long as each is legal. `given`: so many of those queued at the last answer for
        this side have been. Orders for one match are thought about one after another, in the
        order asked. The future's error is `ThinkingFailed`.
        """
        return self._ask(query, Question(*query.head, b"", given=given))

    def explain(self, query: AgentQuery) -> Future[Thought]:
        """Ask what a new opponent would do in a seat, and why; as `submit`.

        It may be a person's seat, and nothing of it is kept for the next question.
        """
        scenario = write_scenario(query.scenario)
        return self._ask(query, Question(*query.head, b"", scenario=scenario, explain=True))

    def _ask(self, query: AgentQuery, question: Question) -> Future[Any]:
        """Let a question wait for a process."""
        ticket = Ticket(question, query.scenario)
        self.asked(question, ticket.future)
        try:
            ticket.request = question._replace(seen=pack_seen(query.view, query.choices))
        except Exception:
            log.exception("a view of %s that cannot be sent", query.system)
            ticket.fail(SERVER_ERROR)
            return ticket.future
        with self._lock:
            if self._closed.is_set():
                ticket.fail(STOPPING)
            else:
                self._waiting.append(ticket)
                self._dispatch()
        ticket.future.add_done_callback(lambda future: self._stop(ticket, future.cancelled()))
        return ticket.future

    def warm(self, systems: Sequence[str], *, load: bool = False) -> None:
        """Compile in a process of its own what is not compiled yet; returns at once.

        No order waits for that. With `load`, a process that thinks loads the
        systems, so that the first order does not wait for it.
        """
        with self._lock:
            if self._closed.is_set() or self._compiling is not None:
                return
            self._compiling = BackgroundCompiler(systems)
            if load:
                self._waiting += [Ticket(WarmUp(name, first_only=True)) for name in systems]
                self._dispatch()

    @property
    def compiling(self) -> tuple[str, ...]:
        """The systems that run as plain Python and are compiled, or will be."""
        return () if self._compiling is None else self._compiling.left

    def forget(self, match_id: str) -> None:
        """The match is over: its agents are dropped."""
        with self._lock:
            home = self._homes.pop(match_id, None)
            if home is not None:
                home.forgotten.add(match_id)

    def close(self) -> None:
        """End all processes. Who waits gets `ThinkingFailed`."""
        with self._lock:
            self._closed.set()
            tickets = [*self._waiting, *(w.ticket for w in self._workers if w.ticket)]
            self._waiting.clear()
            for worker in self._workers:
                worker.tickets.put(None)
                if worker.process is not None:
                    worker.process.kill()
            threads = list(self._threads)
        if self._compiling is not None:
            self._compiling.close()
        for ticket in tickets:
            ticket.fail(STOPPING)
        for thread in threads:
            thread.join(5)
        self._where.close()

    @property
    def process_ids(self) -> list[int]:
        """The numbers of the processes that live on this machine."""
        with self._lock:
            return [w.process.id for w in self._workers if w.process is not None and w.process.id]

    def waiting(self) -> int:
        """How many questions no machine answers yet."""
        return len(self._waiting)

    def thinking(self) -> int:
        """How many questions machines answer now."""
        with self._lock:
            return sum(worker.ticket is not None for worker in self._workers)

    # Who works on what; all under the lock

    def _dispatch(self) -> None:
        """Give waiting tickets to free workers, the oldest first."""
        thinking = {w.ticket.match for w in self._workers if w.ticket is not None} - {""}
        passed = set(thinking)
        for ticket in list(self._waiting):
            if ticket.future.done():  # Nobody waits for it any more.
                self._waiting.remove(ticket)
                continue
            if len(thinking) >= self.processes:
                break
            worker = None if ticket.match in passed else self._worker_for(ticket)
            passed.add(ticket.match)
            if worker is not None:
                self._waiting.remove(ticket)
                thinking.add(ticket.match)
                if ticket.match:
                    self._settle_at(worker, ticket.match)
                worker.take(ticket)

    def _worker_for(self, ticket: Ticket) -> Worker | None:
        """A free worker: the one that knows the match, unless that is long busy."""
        home = self._homes.get(ticket.match)
        if home is not None and home.ticket is None:
            return home
        if home is not None and time.monotonic() - home.since < PATIENCE:
            return None
        free = [worker for worker in self._workers if worker.ticket is None]
        if free:
            homes = list(self._homes.values())
            return min(free, key=homes.count)
        return self._new_worker() if len(self._workers) < self.processes else None

    def _settle_at(self, worker: Worker, match: str) -> None:
        """Note which worker has the agents of a match; another that had them drops them."""
        home = self._homes.get(match)
        if home is not None and home is not worker:
            home.forgotten.add(match)
        self._homes[match] = worker
        self._homes.move_to_end(match)
        if len(self._homes) > MAX_HOMES:
            self._homes.popitem(last=False)

    def _new_worker(self) -> Worker:
        if not self._threads:
            self._start_thread(self._watch)
        worker = Worker()
        self._workers.append(worker)
        self._start_thread(self._work, worker)
        return worker

    def _start_thread(self, target: object, *arguments: Worker) -> None:
        thread = threading.Thread(
            target=target,  # type: ignore[arg-type]
            args=arguments,
            name="hexfront-thinking",
            daemon=True,
        )
        self._threads.append(thread)
        thread.start()

    def _stop(self, ticket: Ticket, cancelled: bool) -> None:
        """Nobody waits for an order any longer: stop who thinks of it."""
        with self._lock:
            for worker in self._workers:
                if cancelled and worker.ticket is ticket and worker.process is not None:
                    worker.process.stop()

    # In threads

    def _watch(self) -> None:
        """Kill what takes too long, and let matches move away from busy workers."""
        while not self._closed.wait(WATCH_SECONDS):
            late = []
            with self._lock:
                for worker in self._workers:
                    if worker.process is None:
                        continue
                    if time.monotonic() > worker.hurry:
                        worker.hurry = math.inf
                        worker.process.stop()
                    if time.monotonic() > worker.deadline:
                        worker.deadline = math.inf
                        worker.process.kill()
                        late.append(worker.ticket)
                self._dispatch()
            for ticket in late:
                # Now, not when the process is gone: nobody waits for one that will not die.
                if ticket is not None:
                    ticket.fail(_too_long(ticket))

    def _work(self, worker: Worker) -> None:
        """The life of a worker's thread."""
        with suppress(OSError):
            self._process_of(worker)
        while (ticket := worker.tickets.get()) is not None:
            answer = self._carry_out(worker, ticket)
            with self._lock:
                worker.ticket = None
                self._dispatch()
            if answer.trace:
                log.error("%s: %s", ticket.request[:4], answer.trace)
            ticket.finish(answer)
        if worker.process is not None:
            worker.process.end()

    def _carry_out(self, worker: Worker, ticket: Ticket) -> Answer:
        """Ask the process; where it dies, ask a new one, once; where it is lost, another one."""
        deaths = 0
        try:
            while deaths < 2:
                try:
                    return self._ask_worker(worker, ticket)
                except WorkerDied as died:
                    if self._closed.is_set():
                        return Answer(failed=STOPPING)
                    deaths += not isinstance(died, ProcessLost)
                    log.warning("%s: %s", ticket.request[:4], died)
                    if died.overran:
                        return Answer(failed=_too_long(ticket))
                    if ticket.future.done():
                        break
            return Answer(failed="ended twice while it thought")
        except OSError:
            log.exception("a thinking process could not be started")
            return Answer(failed="cannot think: no process could be started for it")
        except Exception:
            log.exception("%s", ticket.request[:4])
            return Answer(failed=SERVER_ERROR)

    def _ask_worker(self, worker: Worker, ticket: Ticket) -> Answer:
        request = ticket.request
        warm = isinstance(request, Question) and _is_warm(request.system)
        ticket.limit = self._seconds if warm else self._cold_seconds
        if isinstance(request, WarmUp):
            return self._ask_process(worker, ticket, request)
        with self._lock:
            forgotten = tuple(worker.forgotten)
            worker.forgotten.clear()
        request = request._replace(forgotten=forgotten, cpu_seconds=math.ceil(ticket.limit))
        answer = self._ask_process(worker, ticket, request)
        if answer.scenario_missing:
            request = request._replace(scenario=write_scenario(ticket.scenario))
            answer = self._ask_process(worker, ticket, request)
        return answer

    def _ask_process(self, worker: Worker, ticket: Ticket, request: Request) -> Answer:
        """The answer of the worker's process. Errors: `WorkerDied`, `OSError`."""
        process = self._process_of(worker)
        with self._lock:
            worker.deadline = time.monotonic() + ticket.limit
            if not process.answered:
                worker.deadline += START_SECONDS
            worker.hurry = worker.deadline - HURRY
        try:
            return process.ask(request, ticket.future.cancelled)
        except WorkerDied:
            with self._lock:
                worker.process = None
            raise
        finally:
            with self._lock:
                worker.deadline = worker.hurry = math.inf

    def _process_of(self, worker: Worker) -> Process:
        """The worker's process; a new one where there is none. Errors: `OSError`."""
        if worker.process is not None and self._where.outlived(worker.process):
            worker.process.end()
            worker.process = None
        if worker.process is not None:
            return worker.process
        process = self._where.start(self._memory)
        with self._lock:
            worker.process = process
            if self._closed.is_set():
                process.kill()
        return process


def _is_warm(name: str) -> bool:
    """Whether nothing of a system must be compiled; True where there is no such system."""
    try:
        return is_warm(find_system(name))
    except HexfrontError:
        return True  # The process that looks for it says what is wrong.


def _too_long(ticket: Ticket) -> str:
    return f"thought for more than {ticket.limit:g} seconds"
