"""Clients that go a hundred times beyond the limits, to measure what others feel of it.

A process of its own: `python -m benchmarks.abuse HOST KIND TOKEN`, until its
input ends; then it prints what it did.  It holds a seat of a match of its own.
Frames are sent as bytes that were made before, so that the abuser needs little
of a machine that it shares with the server.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable

from benchmarks.clients import Made, Message

FRAMES_A_SECOND = 2000
"""A hundred times of what a seat may send."""
SOCKETS = 500
"""A hundred times of what a seat may hold."""
TICK = 0.02
CLOSE = 0x88
"""The first byte of the frame that ends a WebSocket."""


def frame(text: bytes) -> bytes:
    """A text frame as a client sends it; the mask is zero."""
    size = len(text)
    if size < 126:
        head = bytes([0x81, 0x80 | size])
    elif size < 1 << 16:
        head = bytes([0x81, 0x80 | 126]) + size.to_bytes(2, "big")
    else:
        head = bytes([0x81, 0x80 | 127]) + size.to_bytes(8, "big")
    return head + bytes(4) + text


class Abuser:
    """One kind of abuse."""

    def __init__(self, host: str, token: str) -> None:
        self.host = host
        self.token = token
        self.counts: Counter[str] = Counter()

    @property
    def join(self) -> bytes:
        return frame(json.dumps({"type": "join", "tokens": [self.token]}).encode())

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection; nothing has been sent."""
        name, _, port = self.host.partition(":")
        self.counts["connections"] += 1
        return await asyncio.open_connection(name, int(port), limit=1 << 24)

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """An open WebSocket. Errors: `OSError`, `EOFError`."""
        reader, writer = await self.connect()
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /api/match HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
        if b" 101 " not in head:
            writer.close()
            raise ConnectionError(head.decode(errors="replace").split("\r\n")[0])
        return reader, writer

    async def again(self, what: Callable[[], Awaitable[None]], sockets: int) -> None:
        """Do something on several connections, again and again."""

        async def one() -> None:
            while True:
                try:
                    await what()
                except (OSError, EOFError, TimeoutError):
                    self.counts["ended by the server"] += 1
                await asyncio.sleep(TICK)

        await asyncio.gather(*(one() for _ in range(sockets)))

    async def pour(self, data: bytes, count: int, join: bool = True, read: bool = True) -> None:
        """Send a frame so many times in every tick, until the socket is closed."""
        reader, writer = await self.open()
        try:
            if join:
                writer.write(self.join)
            while True:
                writer.write(data * count)
                self.counts["frames"] += count
                await asyncio.sleep(TICK)
                if not read:
                    if writer.transport.is_closing():
                        return
                    continue
                while True:
                    try:
                        answer = await asyncio.wait_for(reader.read(1 << 20), 0.001)
                        if not answer or answer[0] == CLOSE or b"too many" in answer:
                            return
                    except TimeoutError:
                        break
        finally:
            writer.transport.abort()

    async def frames(self) -> None:
        """2,000 frames a second of one seat, and back at once when closed."""
        ask = {"type": "overlay", "seat": 0, "name": "threat", "subject": "", "number": 1}
        each = int(FRAMES_A_SECOND * TICK / 5)
        await self.again(lambda: self.pour(frame(json.dumps(ask).encode()), each), 5)

    async def joins(self) -> None:
        """Join, leave, and come back at once."""

        async def visit() -> None:
            reader, writer = await self.open()
            writer.write(self.join)
            await asyncio.wait_for(reader.read(1 << 16), 5)
            writer.transport.abort()

        await self.again(visit, 20)

    async def sizes(self) -> None:
        """Frames of the greatest size and above, of joined sockets and others."""
        full = json.dumps({"type": "typed", "seat": 0, "text": "x" * 65_000, "key": "k" * 8})
        await asyncio.gather(
            self.again(lambda: self.pour(frame(full.encode()), 4), 4),
            self.again(lambda: self.pour(frame(b"[" * 65_000), 4, join=False), 4),
            self.again(lambda: self.pour(frame(b"x" * (1 << 20)), 1, join=False), 4),
        )

    async def deaf(self) -> None:
        """Ask for the whole map as often as may be, and never read it."""
        sit = frame(json.dumps({"type": "sit", "seat": 0}).encode())

        async def ask() -> None:
            reader, writer = await self.open()
            reader._transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(self.join)
            try:
                end = time.monotonic() + 30
                while time.monotonic() < end and not writer.transport.is_closing():
                    writer.write(sit)
                    self.counts["frames"] += 1
                    await asyncio.sleep(0.3)
            finally:
                writer.transport.abort()

        await self.again(ask, 5)

    async def sockets(self) -> None:
        """500 sockets for one seat, and as many that never say anything."""

        async def hold(join: bool) -> None:
            reader, writer = await self.open()
            if join:
                writer.write(self.join)
            try:
                while await reader.read(1 << 16):
                    pass
            finally:
                writer.transport.abort()

        await asyncio.gather(
            self.again(lambda: hold(True), SOCKETS), self.again(lambda: hold(False), SOCKETS)
        )

    async def http(self) -> None:
        """Requests without pause: lists, new matches, guesses of tokens, rubbish, great files."""
        new = {"system": "brigade", "seats": [{"kind": "person"}] * 2}
        guess = {"tokens": ["x" * 43] * 200}
        bodies = [
            ("GET", "/api/systems", b""),
            ("POST", "/api/matches", json.dumps(new).encode()),
            ("POST", "/api/matches/mine", json.dumps(guess).encode()),
            ("POST", "/api/seats/claim", b'{"invite":"' + b"x" * 43 + b'","name":"A"}'),
            ("POST", "/api/journal", b"[" * 60_000),
            ("POST", "/api/replays", b"x" * (1 << 20)),
            ("GET", "/static/js/screens/play.js", b""),
            ("GET", "/" + "a" * 9000, b""),
        ]
        turn = 0

        async def ask() -> None:
            nonlocal turn
            reader, writer = await self.connect()
            try:
                while True:
                    method, path, body = bodies[turn % len(bodies)]
                    turn += 1
                    head = (
                        f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\n"
                        f"Content-Length: {len(body)}\r\n\r\n"
                    )
                    writer.write(head.encode() + body)
                    answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
                    self.counts[f"answers {answer[9:12].decode()}"] += 1
                    size = [
                        x for x in answer.lower().split(b"\r\n") if x[:15] == b"content-length:"
                    ]
                    if not size:
                        return
                    await reader.readexactly(int(size[0][15:]))
            finally:
                writer.transport.abort()

        await self.again(ask, 8)


KINDS = ("frames", "joins", "sizes", "deaf", "sockets", "http")


class Abusers:
    """The process, as seen by the measurement."""

    def __init__(self, host: str, made: Made, kind: str) -> None:
        self._command = [sys.executable, "-m", "benchmarks.abuse", host, kind, made.tokens[0]]
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, wait: float = 2) -> None:
        """Begin; returns after so many seconds, when it is at work."""
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=pipe, stdout=pipe
        )
        await asyncio.sleep(wait)

    async def stop(self, wait: float = 1) -> Message:
        """End it and wait; returns what it did."""
        assert self._process is not None
        answer, _ = await self._process.communicate(b"\n")
        await asyncio.sleep(wait)
        counts: Message = json.loads(answer)
        return counts


async def main(host: str, kind: str, token: str) -> None:
    abuser = Abuser(host, token)
    work = asyncio.create_task(getattr(abuser, kind)())
    began, busy = time.monotonic(), time.process_time()
    await asyncio.to_thread(sys.stdin.readline)
    work.cancel()
    seconds = time.monotonic() - began
    own = {"own_cpu": round((time.process_time() - busy) / seconds, 2)}
    print(json.dumps({"seconds": round(seconds), **own, **abuser.counts}))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
