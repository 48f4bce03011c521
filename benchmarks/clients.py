"""A server process, and scripted players who speak its protocol: shared by the measurements."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from hexfront.core.contract import SPECTATOR
from hexfront.core.registry import find_system
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store
from hexfront.server.matches import create_match

Message = dict[str, Any]


class Server:
    """`hexfront serve` as a process, over a data folder that outlives it."""

    def __init__(
        self,
        data: Path,
        port: int = 0,
        environment: dict[str, str] | None = None,
        python: str = sys.executable,
        settings: Path | None = None,
    ):
        self.data = data
        self._settings = [] if settings is None else ["--settings", str(settings)]
        self.python = python
        self.port = port
        self.errors = (data / "server.log").open("ab")
        self._environment = {**os.environ, **(environment or {})}
        self.process: subprocess.Popen[bytes] | None = None
        self.pid = 0

    def start(self) -> float:
        """Start it and wait until it answers; returns the seconds that this took."""
        before = time.perf_counter()
        command = ["-m", "hexfront", "serve", "--port", str(self.port), "--save", str(self.data)]
        command += self._settings
        self.process = subprocess.Popen(
            [self.python, *command],
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=self.errors,
        )
        self.pid = self.process.pid
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        if "http://" not in line:
            raise RuntimeError(f"the server did not start; see {self.errors.name}")
        self.port = int(line.strip().rstrip("/").rpartition(":")[2])
        return time.perf_counter() - before

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it and wait for that."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(30)
        if self.process is not None and self.process.stdout is not None:
            self.process.stdout.close()

    def interrupt(self) -> None:
        """Kill it from another thread than the one that starts it."""
        if self.process is not None:
            self.process.kill()

    def close(self) -> None:
        """End it, and whatever it needs."""
        self.kill()

    def log(self) -> str:
        """What it has written to its error output."""
        return Path(self.errors.name).read_text(errors="replace")

    def cpu_seconds(self) -> float:
        """CPU time of the process so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mib(self) -> float:
        """Resident memory now."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise RuntimeError("no VmRSS")


@dataclass(frozen=True)
class Made:
    """A stored match: its id, and tokens by side."""

    match: str
    tokens: dict[int, str]

    @property
    def watcher(self) -> str:
        return self.tokens[SPECTATOR]


def make_matches(
    data: Path | str,
    count: int,
    scenario: str,
    options: dict[str, str] | None = None,
    seats: Sequence[SeatPlan] = (SeatPlan("person"), SeatPlan("person")),
    system: str = "brigade",
) -> list[Made]:
    """Matches stored before a server opens the folder; over HTTP only a few a second are made."""
    store = Store(data)
    try:
        rules = find_system(system)
        found = [create_match(store, rules, scenario, seats, options or {}) for _ in range(count)]
    finally:
        store.close()
    return [Made(made.match, made.tokens) for made, _ in found]


class Screen:
    """One socket of a seat. Keeps the last update as text; it is read when it is needed."""

    def __init__(self, host: str, side: int, tokens: list[str]) -> None:
        self.host = host
        self.side = side
        self.tokens = tokens
        self.hear: Callable[[Screen, str, float], None] = lambda *_: None
        """Called for every message: the screen, the text, the time of its arrival."""
        self.closed = asyncio.Event()
        self.socket: ClientConnection | None = None
        self.must_act = False
        """Whether the last update waits for this seat."""
        self.over = False
        """Whether the last update holds a result."""
        self._update = ""
        self._reader: asyncio.Task[None] | None = None

    async def open(self, patience: float = 30.0) -> None:
        """Join and wait for the first update. Errors: `TimeoutError`, `OSError`."""
        self.closed.clear()
        self._update, self.must_act, self.over = "", False, False
        address = f"ws://{self.host}/api/match"
        self.socket = await connect(
            address, max_size=None, compression=None, ping_interval=None, close_timeout=1
        )
        self._reader = asyncio.create_task(self._read(self.socket))
        await self.send({"type": "join", "tokens": self.tokens})
        async with asyncio.timeout(patience):
            while not self._update:
                if self.closed.is_set():
                    code, reason = self.socket.close_code, self.socket.close_reason
                    raise ConnectionResetError(f"closed while joining: {code} {reason}")
                await asyncio.sleep(0.005)

    async def close(self) -> None:
        """Leave."""
        if self.socket is not None:
            await self.socket.close()
        if self._reader is not None:
            await self._reader

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                now = time.perf_counter()
                assert isinstance(text, str)
                if text.startswith('{"type":"update"'):
                    self._update = text
                    self.over = '"result":null' not in text
                    self.must_act = not self.over and '"must_act":true' in text
                elif text.startswith('{"type":"shares"'):
                    await self._share(json.loads(text)["shares"])
                self.hear(self, text, now)
        except (ConnectionClosed, OSError):
            pass
        finally:
            self.closed.set()

    async def _share(self, shares: list[Message]) -> None:
        """Add what is due of this seat to the dice."""
        for each in shares:
            if each["side"] == self.side and not each["added"]:
                await self.send({"type": "share", "seat": self.side, "share": "5" * 32})

    async def send(self, message: Message) -> float:
        """Send a frame; returns when. Errors: `ConnectionClosed`."""
        assert self.socket is not None
        text = json.dumps(message)
        now = time.perf_counter()
        await self.socket.send(text)
        return now

    @property
    def update(self) -> Message:
        """The last update."""
        message: Message = json.loads(self._update)
        return message


def new_key() -> str:
    """A fresh idempotency key."""
    return secrets.token_hex(8)


def pick_order(random: Random, update: Message, end: float = 0.08) -> list[int] | None:
    """The codes of an offer, such as a player gives: mostly moves, and in the end `done`.

    `end`: the chance that he has done enough, where he may say so.
    """
    offers = update["offers"]
    ends = [offer for offer in offers if offer["kind"] == "done"]
    others = [o for o in offers if o["kind"] not in {"done", "withdraw", "recall"}]
    if ends and (not others or random.random() < end):
        others = ends
    if not others:
        others = offers
    orders: list[int] | None = list(random.choice(others)["orders"]) if others else None
    return orders


def quantiles(values: Sequence[float]) -> dict[str, float]:
    """Count, median, 99th percentile and greatest, of seconds, in milliseconds."""
    if not values:
        return {"count": 0}
    ordered = sorted(values)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in (0.5, 0.99)]
    return {
        "count": len(ordered),
        "median_ms": round(1000 * at[0], 1),
        "p99_ms": round(1000 * at[1], 1),
        "max_ms": round(1000 * ordered[-1], 1),
    }
