"""Games that a server plays for a draft, in a process of their own, one run at a time."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import HexfrontError, InputError

NICENESS: Final = 10
"""The tables of people come first."""
TELL_SECONDS: Final = 0.25


@dataclass
class Run:
    """Games of a draft, as they stand."""

    draft: str
    kind: str
    version: int
    """Of the draft that is played."""
    running: bool = True
    problem: str = ""
    """Why it ended before its time."""
    told: Json = None
    """The last thing that the process said."""


class Runs:
    """The runs of a server. Safe to use from several threads."""

    def __init__(self) -> None:
        self._runs: dict[str, Run] = {}
        self._process: Any = None
        self._busy = ""
        self._lock = threading.Lock()

    def start(
        self,
        draft: str,
        kind: str,
        version: int,
        work: Callable[..., Iterator[Json]],
        given: tuple[Any, ...],
    ) -> Run:
        """Begin a run; an older one of the draft is forgotten.

        Args:
            draft: by its id.
            kind: what the page calls it.
            version: of the draft.
            work: `work(*given)` tells how it stands, again and again; both go to the process.
            given: what it is called with.

        Errors: `InputError` where another draft's run is not over.
        """
        with self._lock:
            if self._process is not None and self._process.is_alive():
                if self._busy != draft:
                    expected = "their end, as one run goes on at a time"
                    raise InputError.at("games", "<those of another draft go on>", expected)
                self._end()
            run = self._runs[draft] = Run(draft, kind, version)
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe(duplex=False)
            self._process = context.Process(target=_work, args=(theirs, work, given), daemon=True)
            self._process.start()
            theirs.close()
            self._busy = draft
            threading.Thread(target=_follow, args=(ours, run), daemon=True).start()
            return run

    def get(self, draft: str) -> Run | None:
        """The last run of a draft."""
        return self._runs.get(draft)

    def stop(self, draft: str) -> None:
        """End the run of a draft; what it has told stays."""
        with self._lock:
            if self._busy == draft:
                self._end()
            run = self._runs.get(draft)
            if run is not None:
                run.running = False

    def forget(self, draft: str) -> None:
        """End the run of a draft and keep nothing of it."""
        self.stop(draft)
        self._runs.pop(draft, None)

    def close(self) -> None:
        """End what runs."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.join()
            self._process = None


def _follow(told: Connection, run: Run) -> None:
    """Take what a process tells until it ends."""
    with suppress(EOFError, OSError):
        while True:
            message = told.recv()
            if "problem" in message:
                run.problem = message["problem"]
            else:
                run.told = message
    run.running = False


def _work(told: Connection, work: Callable[..., Iterator[Json]], given: tuple[Any, ...]) -> None:
    """The process: do the work, and tell it a few times a second."""
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    try:
        last, at = None, 0.0
        for last in work(*given):
            if monotonic() - at > TELL_SECONDS:
                told.send(last)
                at = monotonic()
        told.send(last)
    except HexfrontError as error:
        told.send({"problem": str(error)})
    except BrokenPipeError:
        pass
    finally:
        told.close()
