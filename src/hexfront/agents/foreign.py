"""Agents of others, `module:Class`: each in a process of its own, with limits.

Such an agent sees what a person in its seat sees. It cannot print, read files or reach a network
(`hexfront.agents.confinement`), and has so much time and memory; what it does wrong is an
`AgentFailed`, and the next game is played in a new process where the old one is gone.
"""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from hexfront.agents.agent_pool import GIBIBYTE, START_SECONDS
from hexfront.agents.frames import Answer, Question, pack_seen, write_scenario
from hexfront.agents.warmup import is_warm
from hexfront.agents.worker_process import WorkerDied, WorkerProcess
from hexfront.core.agent import Agent, Position
from hexfront.core.contract import Rules
from hexfront.core.dice import Dice
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import HexfrontError, printable
from hexfront.core.registry import find_system

COLD: Final = 10.0
"""How many times as long an order may take while rules run as plain Python."""


class AgentFailed(HexfrontError):
    """An agent gave no order that counts; the text is how a sentence goes on after its name."""


@dataclass(frozen=True)
class Limits:
    """What an agent of somebody else's may use."""

    seconds: float = 10.0
    """For an order, by the clock."""
    memory: int = 2 * GIBIBYTE
    """Bytes."""


class ForeignSeat:
    """An agent of somebody else's on one side, for game after game. Close it at the end."""

    def __init__(self, system: str, scenario: Json, name: str, side: int, limits: Limits) -> None:
        """`name` is `module:Class`; `scenario` the document of all games."""
        self._system, self._name, self._side, self._limits = system, name, side, limits
        self._scenario = write_scenario(scenario)
        self._process: WorkerProcess | None = None
        self._games = 0
        self._heard = b""

    def begin(self, rules: Rules[Any], side: int, dice: Dice) -> Agent:
        """A new agent for a game; the one before is forgotten. As an `AgentFactory`.

        Its dice are keyed by those given. Errors: `AgentFailed`.
        """
        old, new = str(self._games), str(self._games + 1)
        self._games += 1
        secret = dice.key.astype("<u4").tobytes()
        question = Question(new, self._side, self._name, self._system, secret, b"", foreign=True)
        answer = self._ask(
            question._replace(scenario=self._scenario, forgotten=(old,)), START_SECONDS
        )
        if answer.failed:
            raise AgentFailed(_words(answer))
        return _InProcess(partial(self._decide, question))

    @property
    def heard(self) -> str:
        """The first line that it has printed; empty for none."""
        heard = self._heard or (self._process.heard if self._process else b"")
        return printable(heard.decode(errors="replace").strip().partition("\n")[0])

    def close(self) -> None:
        """End its process."""
        if self._process is not None:
            self._process.end()
            self._heard, self._process = self._heard or self._process.heard, None

    def _decide(self, question: Question, position: Position) -> int:
        seconds = self._limits.seconds * (1 if is_warm(find_system(self._system)) else COLD)
        question = question._replace(
            seen=pack_seen(position.view, position.choices), cpu_seconds=math.ceil(seconds)
        )
        answer = self._ask(question, seconds)
        if answer.scenario_missing:
            answer = self._ask(question._replace(scenario=self._scenario), seconds)
        if answer.order is None:
            raise AgentFailed(_words(answer))
        return answer.order

    def _ask(self, question: Question, seconds: float) -> Answer:
        """What its process answers within the time. Errors: `AgentFailed`."""
        if self._process is None:
            try:
                self._process = WorkerProcess(
                    self._limits.memory, [str(Path.cwd())], overheard=True
                )
            except OSError as error:
                raise AgentFailed(f"cannot be started: {error.strerror}") from None
        process, late = self._process, threading.Event()

        def end_it() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(seconds, end_it)
        timer.daemon = True
        timer.start()
        try:
            answer = process.ask(question)
        except WorkerDied as died:
            self._heard, self._process = self._heard or process.heard, None
            if late.is_set() or died.overran:
                raise AgentFailed(f"thought for more than {seconds:g} seconds") from None
            raise AgentFailed("ended its process") from None
        finally:
            timer.cancel()
        if late.is_set():
            self.close()
            raise AgentFailed(f"thought for more than {seconds:g} seconds")
        return answer


@dataclass(frozen=True)
class _InProcess:
    """An agent of one game."""

    _decide: Any

    def decide(self, position: Position) -> int:
        """One of the choices. Errors: `AgentFailed`."""
        return int(self._decide(position))


def _words(answer: Answer) -> str:
    """What went wrong, with the last line of its traceback."""
    last = answer.trace.strip().rpartition("\n")[2]
    return f"{answer.failed} ({printable(last)})" if last else answer.failed
