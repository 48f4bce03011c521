"""Connections that may not hold the server up: none slower than it should be, few of one address.

The server below us waits for ever for the head of a request and counts nothing;
bodies have their own time, see `strict`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from hexfront.server.access.addresses import is_loopback, is_within, limited

HEAD_SECONDS = 10.0
"""For the head of a request, from the opening of the connection or the last answer."""


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

    def on_response_complete(self) -> None:
        self._await_head()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._stop_timer()
        super().handle_websocket_upgrade(event)
        # The connection stays counted until the socket ends.
        protocol: Any = self.transport.get_protocol()

        def connection_lost(exc: Exception | None) -> None:
            del protocol.connection_lost  # this one: else it would keep the protocol in memory
            self.release()
            protocol.connection_lost(exc)

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
