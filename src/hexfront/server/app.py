"""The web application: pages, the HTTP requests, and the WebSocket."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from hexfront.agents.agent_pool import AgentPool
from hexfront.core.documents.mistakes import model_problems
from hexfront.core.errors import HexfrontError, InputError
from hexfront.play.database import NotSaved
from hexfront.play.retention import Retention
from hexfront.play.store import Store
from hexfront.server import api, draft_files, editing, trying
from hexfront.server.access.addresses import KnownNames
from hexfront.server.access.security import KnownHosts, NamedClients, SecurityHeaders
from hexfront.server.access.strict import TooMany
from hexfront.server.notices import Notices
from hexfront.server.pages import pictures
from hexfront.server.pages.pages import page_routes
from hexfront.server.settings import ServerSettings
from hexfront.server.tables.gateway import Gateway
from hexfront.server.tables.table import Tables
from hexfront.server.wire.frames import error_message

log = logging.getLogger(__name__)

SWEEP_SECONDS = 3600.0


def create_app(
    store: Store,
    hosts: KnownNames | None = None,
    settings: ServerSettings | None = None,
    home: str = "",
    agent_pool: AgentPool | None = None,
    drafts: editing.Editing | None = None,
) -> FastAPI:
    """The application over a store.

    `hosts`: the names to answer to; all by default. `home`: the address of
    the home page, for turn notices. `agent_pool`: its own by default; it closes
    them at its end. `drafts`: for the editor; none by default.
    """
    agent_pool = agent_pool or AgentPool()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        # Created here, so that its locks belong to the loop that serves.
        notices = Notices(store, settings or ServerSettings(), home)
        tables = app.state.tables = Tables(store, agent_pool, turn=notices.turn)
        limits = (settings or ServerSettings()).keep.limits
        retention = Retention(store, limits, datetime.now(UTC).date())
        app.state.services = api.make_services(store, tables, notices, retention)
        sweeping = asyncio.create_task(_sweep(tables, retention))
        following = asyncio.create_task(tables.follow_compiling())
        yield
        sweeping.cancel()
        following.cancel()
        notices.close()
        agent_pool.close()

    app = FastAPI(
        title="Hexfront",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        routes=page_routes(),
    )
    if hosts is not None:
        app.add_middleware(KnownHosts, names=hosts)
    if settings and settings.proxies:
        app.add_middleware(NamedClients, proxies=settings.proxies)
    app.add_middleware(SecurityHeaders)
    app.add_exception_handler(HexfrontError, _answer_error)
    app.add_exception_handler(RequestValidationError, _answer_error)
    app.add_exception_handler(HTTPException, _answer_error)
    app.state.editing = drafts
    app.include_router(api.router)
    for router in (editing.router, trying.router, draft_files.router, draft_files.packs_router):
        app.include_router(router)
    app.include_router(pictures.router)
    app.add_api_websocket_route("/api/match", _socket)
    return app


async def _sweep(tables: Tables, retention: Retention) -> None:
    """Delete what the operator's limits do not keep, at the start and from time to time."""
    while True:
        try:
            await tables.sweep(retention, datetime.now(UTC).date())
        except NotSaved as error:
            log.warning("old matches were not deleted: %s", error)
        await asyncio.sleep(SWEEP_SECONDS)


async def _answer_error(request: Request, error: Exception) -> Response:
    status, headers = 400, None
    if isinstance(error, HTTPException):
        status, headers = error.status_code, error.headers
        error = InputError.at(request.url.path, f"<{error.detail}>", "another request")
    elif isinstance(error, RequestValidationError):
        error = InputError(model_problems(error.errors(), "request"))
    elif isinstance(error, NotSaved | TooMany):
        status = 503 if isinstance(error, NotSaved) else 429
    assert isinstance(error, HexfrontError)  # noqa: S101  (registered for these classes)
    return JSONResponse(error_message(error), status, headers)


async def _socket(socket: WebSocket) -> None:
    await Gateway(socket, socket.app.state.tables).serve()
