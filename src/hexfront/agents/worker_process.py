"""A worker process, as the server uses it: started, asked, killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO, BinaryIO, Final, cast

from hexfront.agents.confinement import passed_on
from hexfront.agents.frames import Answer, Request, Stop, next_answer, send_request
from hexfront.core.errors import HexfrontError

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
POSIX = os.name == "posix"
UNWANTED: Final = "is not asked any more"
MOST_HEARD: Final = 2000
"""Bytes that are kept of what a process prints."""


class WorkerDied(HexfrontError):
    """The process ended, was ended, or spoke nonsense, and gave no answer."""

    def __init__(self, status: int | None) -> None:
        super().__init__(f"the thinking process ended with status {status}")
        self.status = status
        self.overran = POSIX and status == -signal.SIGXCPU
        """Whether it used more processor time than it may."""


class ProcessLost(WorkerDied):
    """Where the process ran cannot be reached any more: not for what an opponent has done."""


class WorkerProcess:
    """One `python -m hexfront.agents.worker`."""

    def __init__(
        self, memory: int, folders: Sequence[str] = (), *, overheard: bool = False
    ) -> None:
        """Start it, with so many bytes of memory at most. Errors: `OSError`.

        `folders` are where it looks for modules first. What it prints is `overheard`, and goes
        nowhere, or to the standard error of this process.
        """
        # The reading end goes to the child; when this process ends, however it does,
        # the writing end closes, and the system ends the child.
        reading, self._life = os.pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "hexfront.agents.worker", str(memory), str(reading)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if overheard else None,
                env=_environment(folders),
                pass_fds=(reading,) if POSIX else (),
                start_new_session=POSIX,
            )
        except BaseException:
            os.close(self._life)
            raise
        finally:
            os.close(reading)
        self._requests = cast(BinaryIO, self._process.stdin)
        self._answers = cast(BinaryIO, self._process.stdout)
        self._sending = threading.Lock()
        self.answered = False
        """Whether it has shown that it works."""
        self.heard = b""
        """What it has printed first, where it is overheard."""
        if self._process.stderr is not None:
            threading.Thread(target=self._listen, args=(self._process.stderr,), daemon=True).start()

    @property
    def id(self) -> int:
        """The number of the process."""
        return self._process.pid

    def ask(self, request: Request, unwanted: Callable[[], bool] | None = None) -> Answer:
        """Send a request and wait for its answer, without limit: `kill` ends the wait.

        Nothing is sent where the answer is `unwanted`; where it becomes so later, `stop` follows.
        Errors: `WorkerDied`; the process is gone then.
        """
        try:
            with self._sending:
                if unwanted is not None and unwanted():
                    return Answer(failed=UNWANTED)
                send_request(self._requests, request)
            answer = next_answer(self._answers)
        except (OSError, EOFError, ValueError, TypeError):
            raise WorkerDied(self.end()) from None
        self.answered = True
        return answer

    def stop(self) -> None:
        """Let an opponent that can be stopped answer at once. May be called from any thread."""
        with suppress(OSError, ValueError), self._sending:
            send_request(self._requests, Stop())

    def _listen(self, printed: IO[bytes]) -> None:
        with printed, suppress(OSError, ValueError):
            while part := os.read(printed.fileno(), 1 << 16):
                self.heard = (self.heard + part)[:MOST_HEARD]

    def kill(self) -> None:
        """End the process and all that it started, at once. May be called from any thread."""
        if self._process.returncode is not None:
            return  # Another process may have its number by now.
        with suppress(OSError):
            if POSIX:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def end(self) -> int | None:
        """End the process where it has not; its exit status. For the thread that asks it."""
        # Also where it has died already: what it started may be alive.
        self.kill()
        status = self._process.wait()
        for pipe in (self._requests, self._answers):
            with suppress(OSError):
                pipe.close()
        if self._life >= 0:
            os.close(self._life)
            self._life = -1
        return status


def _environment(folders: Sequence[str]) -> dict[str, str]:
    """What an opponent may know of the one here; it finds modules where this process does."""
    path = os.pathsep.join(folder for folder in (*folders, *sys.path) if folder)
    # A process that thinks takes one core, whatever the libraries in it would like.
    return {**passed_on(os.environ), **dict.fromkeys(ONE_THREAD, "1"), "PYTHONPATH": path}
