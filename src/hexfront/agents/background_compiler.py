"""Compiling beside the process that plays: it runs rules as plain Python until they are done."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence

from hexfront.agents.frames import WarmUp
from hexfront.agents.warmup import note_failure
from hexfront.agents.worker_process import WorkerDied, WorkerProcess
from hexfront.core.registry import find_system
from hexfront.jit import is_ready, use_compiled

log = logging.getLogger(__name__)

MEMORY = 2 << 30
PLAIN_WORDS = "plain Python for now; compiling beside it"
"""What people are told meanwhile."""


class BackgroundCompiler:
    """Compiles systems in a process of low priority, one after the other, and has them used.

    What cannot be compiled goes on as plain Python. Close it at the end; what is half
    compiled then is gone on with the next time.
    """

    def __init__(self, systems: Sequence[str]) -> None:
        """Begin with those that are not compiled yet. Errors: as of `find_system`."""
        self._left = [name for name in systems if not is_ready(find_system(name).rules.__module__)]
        self._lock = threading.Lock()
        self._closed = False
        self._process: WorkerProcess | None = None
        self._thread = threading.Thread(
            target=self._compile, name="hexfront-compiling", daemon=True
        )
        if self._left:
            self._thread.start()

    def __enter__(self) -> BackgroundCompiler:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def left(self) -> tuple[str, ...]:
        """The systems that are still to be compiled; the first is now."""
        return tuple(self._left)

    def join(self) -> None:
        """Wait until all is done."""
        if self._thread.is_alive():
            self._thread.join()

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.kill()
        self.join()

    def _compile(self) -> None:
        while self._left and not self._closed:
            failed = self._compile_one(self._left[0])
            if failed and not self._closed:
                log.warning("%s stays plain Python: %s", self._left[0], failed)
                note_failure(find_system(self._left[0]), failed)
            use_compiled()
            del self._left[0]

    def _compile_one(self, name: str) -> str:
        """Compile a system; what went wrong, or nothing."""
        try:
            with self._lock:
                if self._closed:
                    return ""
                self._process = WorkerProcess(MEMORY)
            answer = self._process.ask(WarmUp(name))
            self._process.end()
        except (OSError, WorkerDied) as error:
            return str(error)
        return answer.trace.strip().rpartition("\n")[2] or answer.failed
