"""What is read strictly of requests: addresses without NUL, and bodies from our own pages, in time,
within a size.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import HexfrontError, InputError
from hexfront.server.access.security import same_origin
from hexfront.server.wire.bodies import ErrorAnswer
from hexfront.server.wire.frames import (
    MAX_FRAME_BYTES,
    NUL_FOUND,
    NUL_WANTED,
    error_message,
    parse_request,
)

BODY_SECONDS = 10.0
BODY: Final = "hexfront.body"
"""Under this name a request's scope holds its body: another process may have to answer it."""


class TooMany(HexfrontError):
    """More requests than the server will carry out."""


class WithoutNul:
    """Refuses addresses with the character U+0000, which PostgreSQL cannot look up."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 400."""
        if scope["type"] in ("http", "websocket"):
            query = scope.get("query_string", b"")
            in_path = "\0" in scope["path"]
            if in_path or b"%00" in query or b"\0" in query:
                error = InputError.at("path" if in_path else "query", NUL_FOUND, NUL_WANTED)
                await JSONResponse(error_message(error), 400)(scope, receive, send)
                return
        await self._app(scope, receive, send)


async def read_body(request: Request, limit: int, seconds: float = BODY_SECONDS) -> bytes:
    """The body of a request of our own page. Errors: `InputError`."""
    if not same_origin(request.headers):
        raise InputError.at("origin", request.headers.get("origin"), "this server's own page")
    data = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                data += chunk
                if len(data) > limit:
                    raise InputError.at("body", f"<more than {limit} bytes>", f"at most {limit}")
    except ClientDisconnect:
        # Nobody is left to read the answer; it is no error of the server's.
        raise InputError.at("body", "<a part of it>", "all of it") from None
    except TimeoutError:
        raise InputError.at("body", "<a part of it>", f"all within {seconds:g} seconds") from None
    return bytes(data)


class _StrictRequest(Request):
    """A request whose body has been read and parsed."""

    def __init__(self, request: Request, data: bytes, limit: int) -> None:
        # A body is JSON whatever its sender says: the check of the origin keeps forms out.
        kept = [pair for pair in request.scope["headers"] if pair[0] != b"content-type"]
        headers = [*kept, (b"content-type", b"application/json")]
        super().__init__({**request.scope, "headers": headers}, request.receive)
        self._data = data
        self._document: Json = parse_request(data, "body", limit)

    async def body(self) -> bytes:
        return self._data

    async def json(self) -> Json:
        return self._document


class StrictRoute(APIRoute):
    """A route whose JSON body is held to the size of a frame and read by the strict parser."""

    limit = MAX_FRAME_BYTES
    """Bytes of a body."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler of requests; errors of the body are `InputError`."""
        answer = super().get_route_handler()
        if self.body_field is None:
            return answer

        async def handle(request: Request) -> Response:
            data = await read_body(request, self.limit)
            request.scope[BODY] = data
            # Parsing a large one would keep everybody else waiting.
            parsed = _StrictRequest
            if len(data) > MAX_FRAME_BYTES:
                return await answer(await asyncio.to_thread(parsed, request, data, self.limit))
            return await answer(parsed(request, data, self.limit))

        return handle


def strict_router(prefix: str, route: type[StrictRoute] = StrictRoute) -> APIRouter:
    """A router of such routes, which says what errors look like."""
    return APIRouter(
        prefix=prefix,
        route_class=route,
        responses={"4XX": {"model": ErrorAnswer}, "503": {"model": ErrorAnswer}},
    )
