"""A worker process, in which machine opponents decide: `python -m hexfront.agents.worker`.

Started by `hexfront.agents.agent_pool`, which alone speaks to it.  It sees what
a person in the seat sees, a view and the choices; no state ever comes here.
"""

from __future__ import annotations

import contextlib
import gc
import json
import logging
import operator
import os
import signal
import sys
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, Generic, TypeVar

from hexfront.agents import make_agent
from hexfront.agents.confinement import confine
from hexfront.agents.frames import (
    Answer,
    Question,
    Request,
    Stop,
    WarmUp,
    has_news,
    is_waiting,
    next_request,
    pack_seen,
    send_answer,
    unpack_seen,
)
from hexfront.agents.networks import read_offered
from hexfront.agents.parameters import foreign_factory
from hexfront.agents.thoughts import thought_of
from hexfront.agents.warmup import warm_up, warming
from hexfront.core.agent import Agent, QueueingAgent
from hexfront.core.contract import Rules, View
from hexfront.core.dice import dice_from_secret
from hexfront.core.registry import find_system
from hexfront.core.search.agent import SearchAgent, never
from hexfront.jit import cache_folder, compile_always, use_compiled

log = logging.getLogger(__name__)

MAX_AGENTS = 128
MAX_RULES = 16
MAX_TRACE = 20_000
NICENESS = 10
PONDER_SECONDS = 60.0
"""The most that an opponent thinks on the time of others, after each of its turns."""
K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True)
class Seen:
    """What the opponent is told: satisfies `Position`."""

    rules: Rules[Any]
    side: int
    view: View
    choices: Sequence[int]


class Recent(Generic[K, V]):
    """The values that were used last; older ones are dropped."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._values: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """The value, which is now the one used last."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def put(self, key: K, value: V) -> V:
        """Keep a value."""
        self._values[key] = value
        self._values.move_to_end(key)
        while len(self._values) > self._limit:
            self._values.popitem(last=False)
        return value

    def drop(self, key: K) -> None:
        """Forget a value, where there is one."""
        self._values.pop(key, None)

    def __iter__(self) -> Iterator[K]:
        """All keys, the one used last at the end."""
        return iter(list(self._values))


class AgentRunner:
    """Rules by scenario, and agents by match and side."""

    def __init__(
        self,
        agents: int = MAX_AGENTS,
        rules: int = MAX_RULES,
        stopped: Callable[[], bool] = never,
    ) -> None:
        """`stopped`: whether nobody waits any longer, or the best so far is wanted now."""
        self._agents: Recent[tuple[str, int], tuple[Rules[Any], Agent]] = Recent(agents)
        self._rules: Recent[tuple[str, bytes], Rules[Any]] = Recent(rules)
        self._stopped = stopped
        self._pondering: SearchAgent | None = None
        """Who may think on its opponents' time now."""
        self._nice = False

    def answer(self, request: Request) -> Answer:
        """The answer to any request; whatever goes wrong is an answer too."""
        try:
            self._be_nice()
            if isinstance(request, WarmUp):
                return self._warm_up(request)
            use_compiled()
            return self._explain(request) if request.explain else self._decide(request)
        except MemoryError:
            return Answer(failed="needed more memory than it may have", trace=_trace())
        except BaseException:  # Also an agent that calls sys.exit.
            return Answer(failed="made an error and cannot go on", trace=_trace())

    def ponder(self) -> None:
        """Between two requests: let the opponent that was asked last think on."""
        agent, self._pondering = self._pondering, None
        if agent is None or not agent.ponders:
            return
        try:
            agent.ponder(PONDER_SECONDS)
        except Exception:
            log.exception("an opponent that thought on others' time")

    def _be_nice(self) -> None:
        """Leave the processor to whoever plays."""
        if not self._nice and hasattr(os, "nice"):
            os.nice(NICENESS)
        self._nice = True

    def _warm_up(self, request: WarmUp) -> Answer:
        system = find_system(request.system)
        if request.first_only:
            next(warming(system), None)
        else:
            compile_always()
            # What Numba makes lives to the end of the process, which is near.
            gc.disable()
            warm_up(system)
        return Answer()

    def _explain(self, question: Question) -> Answer:
        """What a new agent would do: it takes the place of none, and remembers nothing."""
        rules, agent = self._seat(question)
        view, choices = unpack_seen(question.seen)
        _limit_cpu(question.cpu_seconds)
        try:
            thought = thought_of(agent, Seen(rules, question.side, view, choices))
        finally:
            _limit_cpu(0)
        checked = self._checked(thought.orders[0], choices)
        return checked if checked.failed else Answer(thought=thought)

    def _decide(self, question: Question) -> Answer:
        for key in self._agents:
            if key[0] in question.forgotten:
                self._agents.drop(key)
        key = (question.match, question.side)
        known = self._agents.get(key)
        if known is None:
            if not question.scenario:
                return Answer(scenario_missing=True)
            known = self._agents.put(key, self._seat(question))
        if not question.seen:
            return Answer()
        rules, agent = known
        view, choices = unpack_seen(question.seen)
        _limit_cpu(question.cpu_seconds)
        queueing = agent if isinstance(agent, QueueingAgent) and not question.foreign else None
        try:
            if queueing is not None and question.given:
                queueing.give_queued(question.given)
            order = agent.decide(Seen(rules, question.side, view, choices))
        except BaseException:
            self._agents.drop(key)
            raise
        finally:
            _limit_cpu(0)
        if isinstance(agent, SearchAgent) and not question.foreign:
            self._pondering = agent
        if question.foreign and not _is_unchanged(view, choices, question.seen):
            return Answer(failed="changed what it was given to see")
        answer = self._checked(order, choices)
        if queueing is None or answer.failed:
            return answer
        return answer._replace(queued=[int(code) for code in queueing.queued()])

    def _seat(self, question: Question) -> tuple[Rules[Any], Agent]:
        rules = self._rules_of(question)
        dice = dice_from_secret(question.secret, question.side)
        if question.foreign:
            return rules, foreign_factory(question.agent)(rules, question.side, dice)
        system = find_system(question.system)
        agent = make_agent(system, question.agent, rules, question.side, dice)
        if isinstance(agent, SearchAgent):
            agent.stopped = self._stopped
        return rules, agent

    def _rules_of(self, question: Question) -> Rules[Any]:
        key = (question.system, blake2b(question.scenario).digest())
        rules = self._rules.get(key)
        if rules is None:
            system = find_system(question.system)
            scenario = system.scenarios.load(json.loads(question.scenario), None, "scenario")
            rules = self._rules.put(key, system.rules(scenario))
        return rules

    def _checked(self, order: object, choices: Sequence[int]) -> Answer:
        try:
            code = operator.index(order)  # type: ignore[arg-type]
        except TypeError:
            code = None
        if code is None or all(code != choice for choice in choices):
            trace = f"decide() returned {order!r:.100}, which is not among the choices"
            return Answer(failed="gave an order that is not open to it", trace=trace)
        return Answer(order=code)


def _is_unchanged(view: View, choices: Sequence[int], seen: bytes) -> bool:
    """Whether view and choices are as they came, which two readings of `seen` would be."""
    return pack_seen(view, choices) == pack_seen(*unpack_seen(seen))


def _trace() -> str:
    return traceback.format_exc()[-MAX_TRACE:]


def _limit_cpu(seconds: int) -> None:
    """Let the system end this process when it has used so much more; 0 takes that back."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        limit = int(time.process_time()) + 1 + seconds if seconds else hard
        resource.setrlimit(resource.RLIMIT_CPU, (limit, hard))


def _limit_memory(size: int) -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        # Not the address space: libraries reserve much of it that they never use.
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _end_with(life: int) -> None:
    """Let the system end this process when the other end of a pipe closes.

    A thread could not: a kernel that never returns may hold the interpreter.
    """
    import fcntl

    # The whole group, and so what the agent may have started.
    fcntl.fcntl(life, fcntl.F_SETOWN, -os.getpgrp())
    fcntl.fcntl(life, fcntl.F_SETFL, os.O_ASYNC | fcntl.fcntl(life, fcntl.F_GETFL))
    if has_news(life):
        os._exit(1)


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The two standard pipes; what agents read and print goes elsewhere from now on."""
    requests = os.fdopen(os.dup(0), "rb", buffering=0)
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return requests, answers


def _kernel_folders() -> list[Path]:
    """Where compiled kernels are kept, which an opponent's process may add to."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return [cache_folder().parent, *([Path(chosen)] if chosen else [])]


def main(memory: int, life: int) -> None:
    """Answer the parent until it ends."""
    requests, answers = _take_pipes()
    # Ctrl-C is for the parent to handle.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        _end_with(life)
    _limit_memory(memory)
    read_offered()
    for lacking in confine(_kernel_folders()):
        log.info("an opponent's process is not kept from %s", lacking)
    logging.basicConfig(level=logging.WARNING)
    runner = AgentRunner(stopped=partial(is_waiting, requests))
    with contextlib.suppress(BrokenPipeError):
        while (request := next_request(requests)) is not None:
            # What has been answered when the wish to stop comes need not be stopped.
            if not isinstance(request, Stop):
                send_answer(answers, runner.answer(request))
                runner.ponder()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
