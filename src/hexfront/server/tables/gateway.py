"""The WebSocket of a match: frames in, messages out.

A bad frame gets an error message and changes nothing; it ends neither the
socket nor the match. Only too many frames, or none in time, close the socket.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from websockets.exceptions import WebSocketException

from hexfront.core.errors import HexfrontError, InputError
from hexfront.play.storage.database import NotSaved
from hexfront.server.access.addresses import client_of
from hexfront.server.access.security import Rate, same_origin
from hexfront.server.peers.forward import COME_BACK, HeldElsewhere, Pipe, is_passed_on
from hexfront.server.peers.membership import PATIENCE
from hexfront.server.tables.allowances import FRAMES_A_SECOND
from hexfront.server.tables.client import Client
from hexfront.server.tables.table import Table
from hexfront.server.tables.tables import Tables
from hexfront.server.wire.frames import (
    MAX_FRAME_BYTES,
    Frame,
    Heard,
    Join,
    Question,
    Say,
    Share,
    Sit,
    Thinking,
    error_message,
    read_frame,
    write_frame,
)

log = logging.getLogger(__name__)

SECONDS_TO_JOIN = 20.0
MAX_JOIN_BYTES = 4096
"""Of a frame before joining: a stranger's long text is not read."""
LATE_SECONDS = 1.0
"""That a socket beyond the rate of its address waits before it is accepted."""
POLICY_VIOLATION = 1008
TOO_SLOW = 1013
MAX_REASON = 123
"""Bytes that say why a socket is closed (RFC 6455)."""
AGAIN_SECONDS = 0.2
"""Until it is tried again to reach a process that may be gone."""


class Gateway:
    """One socket from its opening to its end."""

    def __init__(self, socket: WebSocket, tables: Tables) -> None:
        self._socket = socket
        self._tables = tables
        self._client: Client | None = None
        self._table: Table | None = None
        self._pipe: Pipe | None = None
        self._rate = Rate(FRAMES_A_SECOND, FRAMES_A_SECOND)

    async def serve(self) -> None:
        """Answer frames until the socket closes."""
        if not same_origin(self._socket.headers):
            await self._socket.close(POLICY_VIOLATION)
            return
        if not self._tables.arrivals.take(client_of(self._socket)):
            # Who comes back at once after every close is slowed; who has a seat still gets in.
            await asyncio.sleep(LATE_SECONDS)
        await self._socket.accept()
        writer: asyncio.Task[None] | None = None
        try:
            while True:
                wait = None if self._client else SECONDS_TO_JOIN
                text = await asyncio.wait_for(self._receive(), wait)
                if not self._rate.take():
                    await self._refuse_rate()
                    return
                await self._answer(text)
                if self._pipe is not None:
                    await self._pass_on(self._pipe)
                    return
                if writer is None and self._client is not None:
                    writer = asyncio.create_task(self._write(self._client))
        except (WebSocketDisconnect, TimeoutError):
            pass
        finally:
            if writer is not None:
                writer.cancel()
            if self._table is not None and self._client is not None:
                await self._table.leave(self._client)
            if self._socket.application_state == WebSocketState.CONNECTED:
                with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                    await self._socket.close()

    async def _receive(self) -> str | bytes:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        data: str | bytes | None = message.get("text")
        if data is None:
            data = message.get("bytes") or b""
        return data

    async def _refuse_rate(self) -> None:
        error = InputError.at(
            "socket", "<too many frames>", f"at most {FRAMES_A_SECOND} frames a second"
        )
        await self._send(write_frame(error_message(error)))
        await self._close(POLICY_VIOLATION)

    async def _answer(self, text: str | bytes) -> None:
        try:
            most = MAX_FRAME_BYTES if self._client else MAX_JOIN_BYTES
            if len(text) > most:
                raise InputError.at("frame", f"<more than {most} bytes>", f"at most {most}")
            await self._carry_out(read_frame(text), text)
        except HexfrontError as error:
            if self._client is None and isinstance(error, NotSaved | HeldElsewhere):
                # The page tries again by itself, and says why meanwhile.
                await self._close(COME_BACK, str(error))
            else:
                await self._say(error, text)
        except Exception:
            log.exception("a frame could not be answered")
            await self._say(HexfrontError("The server made an error; see its log."), text)

    async def _say(self, error: HexfrontError, frame: str | bytes) -> None:
        message = error_message(error, frame)
        if self._client is not None:
            self._client.put(message)
        else:
            await self._send(write_frame(message))

    async def _send(self, text: str) -> None:
        # A socket that is gone is noticed where frames are read.
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self._socket.send_text(text)

    async def _close(self, code: int, why: str = "") -> None:
        kept = why.encode()[:MAX_REASON].decode(errors="ignore")
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self._socket.close(code, kept)

    async def _carry_out(self, frame: Frame, text: str | bytes) -> None:
        if isinstance(frame, Join):
            if self._client is not None:
                raise InputError.at("frame: /type", "<a second join>", "one join a socket")
            match_id, seats = await self._tables.seats(frame.tokens)
            visitor = await asyncio.to_thread(self._tables.visitor, self._socket, match_id, seats)
            if visitor.barred:
                await self._send(write_frame({"type": "banned", "text": visitor.barred}))
                await self._close(POLICY_VIOLATION)
                return
            table = await self._open(match_id, text)
            if table is not None:
                await self._seat(table, Client(seats, visitor), frame.log_length)
            return
        if self._client is None or self._table is None:
            raise InputError.at("frame: /type", frame.type, "join first")
        if isinstance(frame, Sit):
            await self._table.sit(self._client, frame.seat, frame.log_length)
        elif isinstance(frame, Say):
            await self._table.say(self._client, frame)
        elif isinstance(frame, Share):
            await self._table.share(self._client, frame)
        elif isinstance(frame, Heard):
            self._table.heard(self._client, frame.number)
        elif isinstance(frame, Thinking):
            await self._table.think(self._client, frame)
        elif isinstance(frame, Question):
            await self._table.ask(self._client, frame)
        else:
            await self._table.give(self._client, frame)

    async def _open(self, match_id: str, join: str | bytes) -> Table | None:
        """The table of a match; None where the socket is passed on to the process that serves it.

        That one may be gone: then its lease runs out, and the match is taken over.
        Errors: `HeldElsewhere`, `InputError` where there is no such match, `NotSaved`.
        """
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return await self._tables.open(match_id)
            except HeldElsewhere as held:
                if time.monotonic() > end:
                    raise
                pipe = Pipe(self._socket, held.address)
            # What another process has sent here is sent no further: that one sees a state
            # which ends in a moment.
            if not is_passed_on(self._socket):
                with contextlib.suppress(OSError, TimeoutError, WebSocketException):
                    await pipe.open(join if isinstance(join, str) else join.decode())
                    self._pipe = pipe
                    return None
            await asyncio.sleep(AGAIN_SECONDS)

    async def _pass_on(self, pipe: Pipe) -> None:
        """Let another process answer from now on, until either side ends."""
        membership = self._tables.membership
        assert membership is not None  # noqa: S101  (there are others)
        membership.add(pipe)
        try:
            code = await pipe.run()
        finally:
            membership.remove(pipe)
        await self._close(code)

    async def _seat(self, table: Table, client: Client, seen: int | None) -> None:
        try:
            await table.join(client, seen)
        except BaseException:
            await table.leave(client)
            raise
        self._table, self._client = table, client
        # Of a side if it plays one: whoever may watch must not use up its frames.
        self._rate = table.allowances.frames(client.seats[-1])

    async def _write(self, client: Client) -> None:
        while (text := await client.outgoing.get()) is not None:
            await self._send(text)
        await self._close(TOO_SLOW)
