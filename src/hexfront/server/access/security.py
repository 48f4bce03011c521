"""What keeps strangers out: response headers, same-origin checks, rates."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Collection, Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hexfront.core.errors import InputError
from hexfront.server.access.addresses import KnownNames, is_within
from hexfront.server.wire.frames import error_message

HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


FOR_MACHINES: Final = ("/healthz", "/readyz", "/metrics")
"""What proxies and monitors ask by names of their own, and for nobody."""
MAX_RATES = 10_000
MAX_SHOWN = 100
"""Characters of a header that an error repeats."""


class KnownHosts:
    """Answers requests whose Host header names this server, and refuses all others."""

    def __init__(self, app: ASGIApp, names: KnownNames) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 400."""
        if scope["type"] in ("http", "websocket") and scope["path"] not in FOR_MACHINES:
            host = Headers(scope=scope).get("host", "")
            if not self._names.holds(host):
                expected = "a name of this server; its operator adds others to `hosts`"
                error = InputError.at("header Host", host[:MAX_SHOWN], expected)
                await JSONResponse(error_message(error), 400)(scope, receive, send)
                return
        await self._app(scope, receive, send)


class NamedClients:
    """Refuses what a proxy passes on without saying whose it is.

    All players would share one address and its limits.
    """

    def __init__(self, app: ASGIApp, proxies: Collection[str]) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 400. Who stands in the header is the client by now."""
        client = scope.get("client")
        asks_itself = scope.get("path") in FOR_MACHINES
        if client and not asks_itself and is_within(client[0], self._proxies):
            # All who are named are proxies: also who asks on the proxy's own machine.
            found = Headers(scope=scope).get("x-forwarded-for") or "<none>"
            expected = "whom the proxy speaks for, not its own address; see the guide to serving"
            error = InputError.at("header X-Forwarded-For", found, expected)
            await JSONResponse(error_message(error), 400)(scope, receive, send)
            return
        await self._app(scope, receive, send)


class SecurityHeaders:
    """Adds the headers to every HTTP response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and complete its response."""

        async def complete(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                # Also static files: an upgraded server must not meet an old page's modules.
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        await self._app(scope, receive, complete if scope["type"] == "http" else send)


def same_origin(headers: Mapping[str, str]) -> bool:
    """Whether a request comes from this server's own page, or from no page at all.

    Browsers always name the origin of a WebSocket and of a POST; a program
    that is no browser cannot be made to act for its user.
    """
    origin = headers.get("origin")
    if origin is None:
        return True
    return bool(origin != "null" and urlsplit(origin).netloc == headers.get("host"))


class Rate:
    """At most `per_second` things a second, with bursts of `burst`."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._left = burst
        self._at = time.monotonic()

    def take(self, count: float = 1) -> bool:
        """Whether so many more may pass now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < count:
            return False
        self._left -= count
        return True


class Rates:
    """A rate for each of many keys, such as addresses. Safe to use from several threads."""

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        self._rates: OrderedDict[str, Rate] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, key: str) -> bool:
        """Whether one more may pass now for a key."""
        with self._lock:
            rate = self._rates.pop(key, None) or Rate(self._per_second, self._burst)
            self._rates[key] = rate
            if len(self._rates) > MAX_RATES:
                self._rates.popitem(last=False)
            return rate.take()
