"""Lines between screens and the server: late, slow, and cut at any moment.

A WebSocket keeps the order of its messages and loses none while it stands.  So a line that is cut
loses what is on its way, in both directions; who was at its end is told later, or never.
"""

from __future__ import annotations

import asyncio
from collections import deque
from random import Random
from typing import Any

from benchmarks.simulation.loop import SimulatedLoop
from starlette.datastructures import Headers
from starlette.websockets import WebSocketDisconnect, WebSocketState

from hexfront.server.peers.forward import PASSED_ON


class LineCut(ConnectionError):
    """The line is no more."""


class Direction:
    """Messages one way, in their order, each some time after it was sent."""

    def __init__(self, loop: SimulatedLoop, random: Random, slowness: float) -> None:
        self._loop, self._random, self.slowness = loop, random, slowness
        self._arrived: asyncio.Queue[str | None] = asyncio.Queue()
        self._on_the_way: deque[str | None] = deque()
        self.cut = False

    def send(self, text: str | None) -> None:
        """Put a message on its way; None is the end."""
        if self.cut:
            return
        self._on_the_way.append(text)
        self._loop.call_later(self._random.random() * self.slowness, self._arrive)

    def _arrive(self) -> None:
        """One more arrives: the first that was sent, whichever was quick."""
        text = self._on_the_way.popleft()
        if not self.cut:
            self._arrived.put_nowait(text)

    def break_off(self) -> None:
        """Lose what is on its way; whoever listens hears of the end."""
        if not self.cut:
            self.cut = True
            self._arrived.put_nowait(None)

    async def receive(self) -> str | None:
        """The next message; None at the end."""
        return await self._arrived.get()


class Line:
    """A WebSocket, seen from the screen."""

    def __init__(self, loop: SimulatedLoop, random: Random, slowness: float) -> None:
        self.up = Direction(loop, random, slowness)
        self.down = Direction(loop, random, slowness)

    def cut(self) -> None:
        """Break it; both ends hear of it."""
        self.up.break_off()
        self.down.break_off()

    def send(self, text: str) -> None:
        """Send a frame. Errors: `LineCut`."""
        if self.up.cut:
            raise LineCut
        self.up.send(text)

    async def receive(self) -> str:
        """The next message. Errors: `LineCut`."""
        text = await self.down.receive()
        if text is None:
            raise LineCut
        return text


class ServerSocket:
    """The same line as the server's code sees it: what it uses of Starlette's `WebSocket`."""

    def __init__(self, line: Line, app: Any, *, passed_on: bool = False) -> None:
        self._line = line
        self.app = app
        self.client = None
        self.headers = Headers({"host": "server"} | ({PASSED_ON: "1"} if passed_on else {}))
        self.application_state = WebSocketState.CONNECTING

    async def accept(self) -> None:
        """Answer the call."""
        self.application_state = WebSocketState.CONNECTED

    async def receive(self) -> dict[str, Any]:
        """The next frame, or that the line is gone."""
        text = await self._line.up.receive()
        if text is None:
            return {"type": "websocket.disconnect", "code": 1006}
        return {"type": "websocket.receive", "text": text}

    async def send_text(self, text: str) -> None:
        """Send a message. Errors: `WebSocketDisconnect`."""
        if self._line.down.cut:
            raise WebSocketDisconnect(1006)
        self._line.down.send(text)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """End it."""
        self.application_state = WebSocketState.DISCONNECTED
        self._line.down.send(None)
