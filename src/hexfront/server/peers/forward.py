"""Requests and sockets of a match that another process serves are passed on to it."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from hexfront.core.errors import HexfrontError
from hexfront.server.access.addresses import address_of
from hexfront.server.access.connections import let_go
from hexfront.server.access.strict import BODY
from hexfront.server.wire.frames import write_frame

PASSED_ON: Final = "x-hexfront-passed-on"
"""A header that another process has added: what it passes on is passed on no further."""
COME_BACK: Final = 1012
"""Closes a socket whose page shall open another."""
CONNECT_SECONDS: Final = 2.0
ANSWER_SECONDS: Final = 60.0
WHO: Final = ("cookie", "draft-token")
"""Headers that say who asks: a session, and what opens a draft."""
_KEPT: Final = (*WHO, "origin", "sec-fetch-site", "content-type", "accept", "user-agent")
"""All that any answer is made from; the other process answers as if it had been asked itself."""
_ANSWERED: Final = ("content-type", "content-disposition", "cache-control", "retry-after")


class HeldElsewhere(HexfrontError):
    """Another process serves this match."""

    def __init__(self, address: str) -> None:
        super().__init__("Another server process serves this match now. Try again in a moment.")
        self.address = address


def is_passed_on(connection: HTTPConnection) -> bool:
    """Whether another process has passed this on."""
    return PASSED_ON in connection.headers


def _headers(connection: HTTPConnection) -> dict[str, str]:
    return {
        PASSED_ON: "1",
        "X-Forwarded-For": address_of(connection),
        "X-Forwarded-Proto": connection.url.scheme,
    }


def _kept(connection: HTTPConnection, names: Iterable[str]) -> dict[str, str]:
    return {name: connection.headers[name] for name in names if name in connection.headers}


async def pass_request_on(request: Request, address: str) -> Response:
    """The answer of another process to a request. Errors: `OSError`, `HTTPException` of http."""
    body: bytes = request.scope.get(BODY, b"")
    headers = _kept(request, _KEPT) | _headers(request) | {"Host": request.headers.get("host", "")}
    query = f"?{request.url.query}" if request.url.query else ""
    status, found, data = await asyncio.to_thread(
        _ask, address, request.method, request.url.path + query, headers, body
    )
    kept = {name: value for name, value in found.items() if name.lower() in _ANSWERED}
    return Response(data, status, kept)


def _ask(
    address: str, method: str, path: str, headers: Mapping[str, str], body: bytes
) -> tuple[int, dict[str, str], bytes]:
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(
        parts.hostname or "", parts.port, timeout=ANSWER_SECONDS
    )
    try:
        connection.request(method, path, body, dict(headers))
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


class Pipe:
    """A socket whose frames go to the process that serves its match, and come from there."""

    def __init__(self, socket: WebSocket, address: str) -> None:
        self.address = address
        self._socket = socket
        self._peer: ClientConnection | None = None

    async def open(self, join: str) -> None:
        """Connect and join there. Errors: `OSError`, `TimeoutError`, `WebSocketException`."""
        parts = urlsplit(self.address)
        name = self._socket.headers.get("host", parts.netloc)
        # To the address of the process, by the name that the page has used.
        self._peer = await connect(
            f"ws://{name}{self._socket.url.path}",
            host=parts.hostname,
            port=parts.port,
            additional_headers=_headers(self._socket) | _kept(self._socket, WHO),
            max_size=None,
            compression=None,
            proxy=None,
            open_timeout=CONNECT_SECONDS,
            close_timeout=1,
        )
        await self._peer.send(join)

    async def run(self) -> int:
        """Pass frames on until either side ends; the code by which it is to be closed."""
        peer = self._peer
        assert peer is not None  # noqa: S101  (it is open)
        tasks = [
            asyncio.create_task(self._there(peer)),
            asyncio.create_task(self._back(peer)),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            with contextlib.suppress(WebSocketException, OSError):
                await peer.close()
            let_go(peer.transport)
        code = peer.close_code
        # 1005 and 1006 say that nobody has closed it.
        return code if code is not None and code not in (1005, 1006) else COME_BACK

    @property
    def client(self) -> str:
        """The address of whose it is."""
        return address_of(self._socket)

    async def banish(self, text: str) -> None:
        """Tell the page that the operator does not want it, and end."""
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self._socket.send_text(write_frame({"type": "banned", "text": text}))
        self.cut()

    def cut(self) -> None:
        """End it at once: the process that it leads to is gone."""
        if self._peer is not None:
            self._peer.transport.abort()

    async def _there(self, peer: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed, OSError, WebSocketDisconnect):
            while (message := await self._socket.receive())["type"] != "websocket.disconnect":
                data = message.get("text")
                await peer.send(data if data is not None else message.get("bytes") or b"")

    async def _back(self, peer: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed, OSError, WebSocketDisconnect, RuntimeError):
            async for text in peer:
                assert isinstance(text, str)  # noqa: S101  (we send no other)
                await self._socket.send_text(text)
