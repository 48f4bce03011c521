"""The web application: pages, the few HTTP requests, and the WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from fastapi import FastAPI, Request, WebSocket
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from pydantic import BaseModel
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from hexfront.core.contract import SPECTATOR
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import check_model
from hexfront.core.strictjson import Json, parse_json
from hexfront.play.store import NotSaved, SeatKind, Store
from hexfront.server.gateway import Gateway
from hexfront.server.live import LiveMatch
from hexfront.server.matches import NewMatchTokens, catalogue, create_again, create_match
from hexfront.server.messages import (
    MAX_FRAME_BYTES,
    NewMatch,
    OneToken,
    TokenList,
    error_message,
    plain,
)
from hexfront.server.security import Rate, SecurityHeaders, same_origin
from hexfront.server.table import Tables

WEB = Path(__file__).parents[1] / "web"
NEW_MATCHES_A_SECOND = 5
NEW_MATCHES_AT_ONCE = 50
M = TypeVar("M", bound=BaseModel)


class TooMany(HexfrontError):
    """More requests than the server will carry out."""


def create_app(store: Store, hosts: list[str] | None = None) -> FastAPI:
    """The application over a store. `hosts`: the Host headers to answer; all by default."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        # Created here, so that its locks belong to the loop that serves.
        app.state.tables = Tables(store)
        yield

    app = FastAPI(
        title="Hexfront",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        routes=[Mount("/static", GZipMiddleware(StaticFiles(directory=WEB)))],
    )
    app.state.new_matches = Rate(NEW_MATCHES_A_SECOND, NEW_MATCHES_AT_ONCE)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=hosts or ["*"])
    app.add_middleware(SecurityHeaders)
    app.add_exception_handler(HexfrontError, _answer_error)
    for path, endpoint in (("/", _home_page), ("/play", _play_page), ("/api/systems", _systems)):
        app.add_api_route(path, endpoint, methods=["GET"], include_in_schema=path[:5] == "/api/")
    app.add_api_route("/api/matches", _new_match, methods=["POST"], status_code=201)
    app.add_api_route("/api/matches/mine", _my_matches, methods=["POST"])
    app.add_api_route("/api/matches/again", _play_again, methods=["POST"], status_code=201)
    app.add_api_route("/api/journal", _journal, methods=["POST"])
    app.add_api_websocket_route("/api/match", _socket)
    return app


async def _answer_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HexfrontError)  # noqa: S101  (registered for this class)
    status = 503 if isinstance(error, NotSaved) else 429 if isinstance(error, TooMany) else 400
    return JSONResponse(error_message(error), status)


async def _body(request: Request, model: type[M]) -> M:
    """The strictly read body of a request. Errors: `InputError`."""
    if not same_origin(request.headers):
        raise InputError.at("origin", request.headers.get("origin"), "this server's own page")
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > MAX_FRAME_BYTES:
            break
    return check_model(model, parse_json(data, "body", MAX_FRAME_BYTES), "body")


async def _home_page() -> FileResponse:
    """The list of systems and of one's own matches."""
    return FileResponse(WEB / "index.html")


async def _play_page() -> FileResponse:
    """The table. Which match it shows stands in the fragment, which browsers do not send."""
    return FileResponse(WEB / "play.html")


async def _systems() -> JSONResponse:
    """Every system with its scenarios, opponents and options."""
    return JSONResponse(await asyncio.to_thread(catalogue))


async def _new_match(request: Request) -> JSONResponse:
    """Make a match and hand out the tokens of its persons' seats, once."""
    order = await _body(request, NewMatch)
    _count_new_match(request)
    seats: list[tuple[SeatKind, str]] = [(seat.kind, seat.agent) for seat in order.seats]
    tables: Tables = request.app.state.tables
    made = await asyncio.to_thread(
        lambda: create_match(
            tables.store, find_system(order.system), order.scenario, seats, order.options
        )
    )
    return _new_match_answer(made)


async def _play_again(request: Request) -> JSONResponse:
    """Make a match like the one that the tokens of all its persons open.

    Of all, since the answer holds the tokens of the new seats.
    """
    wanted = await _body(request, TokenList)
    tables: Tables = request.app.state.tables
    if not wanted.tokens:
        raise InputError.at("body: /tokens", [], "the tokens of the persons' seats")
    match_id, held = await tables.seats(wanted.tokens)
    record = await asyncio.to_thread(tables.store.load, match_id)
    persons = [seat.side for seat in record.seats if seat.kind == "person"]
    if not set(persons) <= set(held):
        raise InputError.at(
            "body: /tokens",
            f"<tokens of the seats {list(held)}>",
            f"the tokens of all persons' seats: {persons}",
        )
    _count_new_match(request)
    return _new_match_answer(await asyncio.to_thread(create_again, tables.store, record))


def _count_new_match(request: Request) -> None:
    if not request.app.state.new_matches.take():
        raise TooMany(f"at most {NEW_MATCHES_A_SECOND} new matches a second")


def _new_match_answer(made: NewMatchTokens) -> JSONResponse:
    tokens = {str(side): token for side, token in made.tokens.items() if side != SPECTATOR}
    answer: Json = {
        "match": made.match,
        "title": made.title,
        "tokens": tokens,
        "spectator": made.tokens[SPECTATOR],
    }
    return JSONResponse(answer, 201)


async def _my_matches(request: Request) -> JSONResponse:
    """The matches that some tokens open."""
    wanted = await _body(request, TokenList)
    tables: Tables = request.app.state.tables
    return JSONResponse(plain(await asyncio.to_thread(tables.store.summaries, wanted.tokens)))


async def _journal(request: Request) -> PlainTextResponse:
    """The journal of a finished match, for `hexfront verify`."""
    wanted = await _body(request, OneToken)
    tables: Tables = request.app.state.tables
    match_id, _ = await tables.seats([wanted.token])
    text = await tables.find(match_id).read(LiveMatch.journal_file)
    return PlainTextResponse(
        text,
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="hexfront-{match_id}.jsonl"'},
    )


async def _socket(socket: WebSocket) -> None:
    await Gateway(socket, socket.app.state.tables).serve()
