"""Connections that may not hold the server up: none slower than it should be, few of one address.

The server below us waits for ever for the head of a request and counts nothing;
bodies have their own time, see `strict`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection
from typing import Any, Final

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from hexfront.core.errors import HexfrontError
from hexfront.server.access.addresses import client_of, is_loopback, is_within, limited
from hexfront.server.wire.frames import error_message

HEAD_SECONDS = 10.0
"""For the head of a request, from the opening of the connection or the last answer."""
TRY_LATER: Final = 1013
"""Closes a socket that may come back."""
MANY: Final = HexfrontError("Too many requests and pages of your address at once; close some.")


REQUESTS: Final = 4
"""Times as many requests as sockets: a page asks for much at once, and each is over in a moment."""


class FewAtOnce:
    """Keeps few sockets of one foreign address open and answers few requests of it at once,
    whoever passes them on.

    Behind a proxy all connections are the proxy's, and `guarded_protocol` cannot count whose.
    """

    def __init__(self, app: ASGIApp, per_address: int) -> None:
        """`per_address`: sockets; of requests `REQUESTS` times as many."""
        self._app = app
        self._most = {"websocket": per_address, "http": REQUESTS * per_address}
        self._open: dict[str, Counter[str]] = {kind: Counter() for kind in self._most}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 429; a socket is closed before it opens."""
        kind = scope["type"]
        if kind not in self._most:
            await self._app(scope, receive, send)
            return
        address, now = client_of(HTTPConnection(scope)), self._open[kind]
        if is_loopback(address):
            await self._app(scope, receive, send)
        elif now[address] < self._most[kind]:
            now[address] += 1
            try:
                await self._app(scope, receive, send)
            finally:
                now[address] -= 1
                if not now[address]:
                    del now[address]
        elif kind == "http":
            await JSONResponse(error_message(MANY), 429)(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": TRY_LATER})


def guarded_protocol(per_address: int, proxies: Collection[str] = ()) -> type[H11Protocol]:
    """A protocol that takes at most `per_address` connections of one foreign address at once.

    Proxies, like this machine itself, speak for everybody and are not counted.
    """
    open_now: Counter[str] = Counter()

    class Guarded(_Guarded):
        def admit(self, address: str) -> bool:
            if is_loopback(address) or is_within(address, proxies):
                return True
            address = limited(address)
            if open_now[address] >= per_address:
                return False
            open_now[address] += 1
            self.held = address
            return True

        def release(self) -> None:
            if self.held:
                open_now[self.held] -= 1
                if not open_now[self.held]:
                    del open_now[self.held]
                self.held = ""

    return Guarded


def let_go(transport: Any) -> None:
    """Free what a closed transport of asyncio holds: it calls a method of its own when there is
    something to read, and so would stay in memory until all garbage is looked for.
    """
    getattr(transport, "__dict__", {}).pop("_read_ready_cb", None)


class _Guarded(H11Protocol):
    held = ""
    """The address that the connection is counted for."""
    _timer: asyncio.TimerHandle | None = None

    def admit(self, address: str) -> bool:
        raise NotImplementedError

    def release(self) -> None:
        raise NotImplementedError

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self.admit(self.client[0] if self.client else ""):
            transport.abort()
            return
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self.release()
        super().connection_lost(exc)
        let_go(self.transport)

    def on_response_complete(self) -> None:
        self._await_head()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._stop_timer()
        super().handle_websocket_upgrade(event)
        # The connection stays counted until the socket ends.
        transport = self.transport
        protocol: Any = transport.get_protocol()

        def connection_lost(exc: Exception | None) -> None:
            del protocol.connection_lost  # this one: else it would keep the protocol in memory
            self.release()
            protocol.connection_lost(exc)
            let_go(transport)

        protocol.connection_lost = connection_lost

    def _await_head(self) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _give_up(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.transport.abort()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
