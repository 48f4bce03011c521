"""What keeps strangers out: response headers, same-origin checks, rates."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


MAX_RATES = 10_000


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


def allowed_hosts(host: str) -> list[str]:
    """The Host headers to answer: on a loopback address only its own names.

    Otherwise a foreign page could reach the server under a name of its own
    that points to 127.0.0.1.
    """
    if host in {"127.0.0.1", "localhost", "::1"}:
        return ["127.0.0.1", "localhost", "[::1]"]
    return ["*"]


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
