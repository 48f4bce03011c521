"""Servers that start at once: forked from a process that has everything loaded already.

A process of its own, `python -m benchmarks.forked FOLDER`, told a port by a
line of its input whenever a server shall start.  What is forked runs the same
`serve` as the command, and dies of SIGKILL in the same way; only imports and
the loading of kernels are done beforehand.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

from benchmarks.clients import Server


class ForkedServer(Server):
    """As `Server`, but it starts in a few hundredths of a second."""

    def __init__(self, data: Path, environment: dict[str, str] | None = None) -> None:
        super().__init__(data, environment=environment)
        self.pid = 0
        self._heard = b""
        self._said: list[str] = []
        self._parent = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.forked", str(data)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            env=self._environment,
        )
        self._line()  # It is loaded.

    @property
    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        assert self._parent.stdin is not None and self._parent.stdout is not None
        return self._parent.stdin, self._parent.stdout

    def _line(self, patience: float = 300.0) -> str:
        """What the parent, or the server, says next."""
        pipe = self._pipes[1]
        while b"\n" not in self._heard:
            if not select.select([pipe], [], [], patience)[0]:
                raise RuntimeError(f"nothing heard after {self._said[-8:]}, {self._heard!r}")
            more = os.read(pipe.fileno(), 4096)
            if not more:
                raise RuntimeError(f"the parent of the servers has ended; see {self.errors.name}")
            self._heard += more
        line, _, self._heard = self._heard.partition(b"\n")
        self._said.append(line.decode())
        return self._said[-1]

    def start(self) -> float:
        before = time.perf_counter()
        self._pipes[0].write(b"%d\n" % self.port)
        self._pipes[0].flush()
        self.pid = int(self._line())
        while "http://" not in (line := self._line()):
            if line == "ended":
                self.pid = 0
                raise RuntimeError(f"the server did not start; see {self.errors.name}")
        self.port = int(line.rstrip("/").rpartition(":")[2])
        return time.perf_counter() - before

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        if self.pid:
            self._send(how)
            while self._line() != "ended":
                pass
            self.pid = 0

    def interrupt(self) -> None:
        """Kill it from another thread than the one that starts it."""
        if self.pid:
            self._send(signal.SIGKILL)

    def _send(self, how: signal.Signals) -> None:
        # An interruption may have ended it already, just when it had started.
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, how)

    def close(self) -> None:
        """End the parent too."""
        self.kill()
        self._pipes[0].close()
        try:
            self._parent.wait(60)
        except subprocess.TimeoutExpired:  # a busy machine
            self._parent.kill()
            self._parent.wait(30)
        self._pipes[1].close()


def main(data: Path) -> None:
    """Fork a server for each port read, one after another."""
    from hexfront.conformance import play_match
    from hexfront.core.registry import find_system
    from hexfront.core.scenario import load_scenario, scenario_names
    from hexfront.server.launch import serve
    from hexfront.server.matches import catalogue
    from hexfront.server.settings import load_settings

    settings = load_settings(None)
    catalogue()
    system = find_system("brigade")
    for name in scenario_names(system):
        match = play_match(system, system.rules(load_scenario(system, name)), 1, tell=False)
        for side in (0, 1):
            match.rules.offers(match.rules.view(match.rules.start(), side))
    print("loaded", flush=True)
    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            print(os.getpid(), flush=True)
            try:
                serve(port=int(line), data=data, open_browser=False, settings=settings)
            finally:
                os._exit(1)
        os.waitpid(pid, 0)
        # On a line of its own, also where the server was killed in the midst of one.
        print("\nended", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
