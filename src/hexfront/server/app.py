"""The web application: pages, the HTTP requests, and the WebSocket."""

from __future__ import annotations

import asyncio
import http.client
import logging
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from hexfront.agents.agent_pool import AgentPool
from hexfront.core.documents.mistakes import model_problems
from hexfront.core.errors import HexfrontError, InputError
from hexfront.people.accounts import NotSignedIn
from hexfront.people.forgetting import forget_old
from hexfront.people.notices import Notices
from hexfront.people.timepiece import Timepiece
from hexfront.play.live import LiveMatch
from hexfront.play.storage.database import NotSaved
from hexfront.play.storage.retention import Retention
from hexfront.play.storage.store import Store
from hexfront.server import api
from hexfront.server.access.addresses import KnownNames
from hexfront.server.access.connections import FewAtOnce
from hexfront.server.access.security import KnownHosts, NamedClients, SecurityHeaders
from hexfront.server.access.strict import TooMany, WithoutNul
from hexfront.server.drafts import editing, files, previews, trying
from hexfront.server.operating import health, operator
from hexfront.server.operating.bans import Bans, WithoutBanned
from hexfront.server.operating.logs import LoggedRequests
from hexfront.server.operating.operator import make_operating
from hexfront.server.pages import pictures
from hexfront.server.pages.pages import missing_page, page_routes
from hexfront.server.peers.forward import HeldElsewhere, is_passed_on, pass_request_on
from hexfront.server.peers.membership import Membership
from hexfront.server.people import (
    account_routes,
    chat_routes,
    holiday_routes,
    lobby_routes,
    tournament_routes,
)
from hexfront.server.people.ends import settle, take_up, tell_end
from hexfront.server.people.hub import Hub
from hexfront.server.people.notices import routes as notice_routes
from hexfront.server.people.notices.turn_files import turn_file
from hexfront.server.people.sessions import Banned, People
from hexfront.server.people.timekeeper import Timekeeper
from hexfront.server.people.tournament_director import TournamentDirector
from hexfront.server.settings import ServerSettings
from hexfront.server.tables.gateway import Gateway
from hexfront.server.tables.tables import Tables
from hexfront.server.wire.frames import error_message

if TYPE_CHECKING:
    from hexfront.server.operating.metrics import Metrics
    from hexfront.server.operating.traces import Traces

log = logging.getLogger(__name__)

SWEEP_SECONDS = 3600.0


def create_app(
    store: Store,
    hosts: KnownNames | None = None,
    settings: ServerSettings | None = None,
    home: str = "",
    agent_pool: AgentPool | None = None,
    inside: str = "",
    drafts: editing.Editing | None = None,
    timepiece: Timepiece | None = None,
    traces: Traces | None = None,
    metrics: Metrics | None = None,
) -> FastAPI:
    """The application over a store.

    `hosts`: the names to answer to; all by default. `home`: the address of
    the home page, for turn notices. `agent_pool`: its own by default; it closes
    them at its end. `inside`: where other server processes reach this one, if the
    database can be shared. `drafts`: for the editor; none by default. `timepiece`: the
    time by which clocks of matches go, the database's by default. `traces`: what traces; none
    by default. It is closed at the end. `metrics`: the figures, where the settings want any; its
    own by default. Who starts the server answers on a port of theirs.
    """
    agent_pool = agent_pool or AgentPool()
    bans = Bans()
    settings = settings or ServerSettings()
    wanted = settings.metrics
    if wanted is not None:
        from hexfront.server.operating.metrics import MeasuredRequests, Metrics

        metrics = metrics or Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        # Created here, so that its locks belong to the loop that serves.
        notices = Notices(
            store, settings.outside, home, lambda *turn: turn_file(store, home, *turn)
        )
        membership = Membership(store, inside) if store.backend.shared else None
        clock = timepiece or Timepiece(store)
        tables = app.state.tables = Tables(
            *(store, agent_pool),
            membership=membership,
            now=clock.now,
            chat=settings.people.chat,
        )
        people = app.state.people = People.over(store, tables, settings, notices)
        hub = app.state.hub = Hub(people)
        director = app.state.director = TournamentDirector(people, hub)

        def turn(match_id: str, waiting: Sequence[int], present: Collection[int]) -> None:
            notices.turn(match_id, waiting, present)
            hub.wake()

        def ended(live: LiveMatch) -> None:
            settle(people, live)
            notices.wake()
            director.wake()

        tables.turn = turn
        tables.ended = ended
        tables.agreed = tell_end
        tables.terms = people.terms
        tables.visitor = people.visitor
        tables.banished = hub.banish
        tables.announced = hub.wake
        limits = settings.keep.limits
        retention = Retention(store, limits, datetime.now(UTC).date())
        app.state.services = api.make_services(store, tables, retention)
        app.state.operating = make_operating(settings, tables, people, hub, bans)
        notices.start()
        await _begin_time(clock, membership)
        timekeeper = app.state.timekeeper = Timekeeper(store, tables, clock)
        timekeeping = asyncio.create_task(timekeeper.follow())
        watching = asyncio.create_task(bans.follow(store))
        sweeping = asyncio.create_task(_sweep(tables, retention))
        following = asyncio.create_task(tables.follow_compiling())
        showing = asyncio.create_task(hub.follow())
        directing = asyncio.create_task(director.follow())
        left_over = asyncio.create_task(take_up(people))
        if membership is not None:
            membership.start(tables)
        if metrics is not None:
            metrics.follow(tables)
        if traces is not None:
            traces.follow(tables)
        yield
        if membership is not None:
            await asyncio.to_thread(membership.stop)
        running = (watching, sweeping, following, showing, directing, left_over)
        for task in (timekeeping, *running):
            task.cancel()
        notices.close()
        agent_pool.close()
        if traces is not None:
            await asyncio.to_thread(traces.close)

    app = FastAPI(
        title="Hexfront",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        routes=page_routes(),
    )
    app.add_middleware(WithoutNul)
    if hosts is not None:
        app.add_middleware(KnownHosts, names=hosts)
    if settings.proxies:
        app.add_middleware(NamedClients, proxies=settings.proxies)
    app.add_middleware(FewAtOnce, per_address=settings.connections_per_address)
    app.add_middleware(WithoutBanned, bans=bans)
    app.add_middleware(SecurityHeaders)
    if settings.log.requests:
        app.add_middleware(LoggedRequests)
    if traces is not None:
        from hexfront.server.operating.traces import TracedRequests

        app.add_middleware(TracedRequests, traces=traces)
    app.include_router(health.router)
    app.include_router(operator.router)
    if metrics is not None and wanted is not None:
        app.add_middleware(MeasuredRequests, metrics=metrics)
        if wanted.token:
            app.state.metrics_token = wanted.token
            app.add_api_route("/metrics", metrics.answer, include_in_schema=False)
    app.add_exception_handler(HexfrontError, _answer_error)
    app.add_exception_handler(HeldElsewhere, _pass_on)
    app.add_exception_handler(RequestValidationError, _answer_error)
    app.add_exception_handler(HTTPException, _answer_error)
    app.state.editing = drafts
    app.include_router(api.router)
    for router in (
        editing.router,
        trying.router,
        previews.router,
        files.router,
        files.packs_router,
    ):
        app.include_router(router)
    app.include_router(pictures.router)
    app.include_router(account_routes.router)
    app.include_router(chat_routes.router)
    app.include_router(holiday_routes.router)
    app.include_router(lobby_routes.router)
    app.include_router(notice_routes.router)
    app.include_router(tournament_routes.router)
    app.add_api_websocket_route("/api/match", _socket)
    app.add_api_websocket_route("/api/lobby/live", _lobby_socket)
    app.add_api_websocket_route("/api/tournaments/live", _tournament_socket)
    return app


async def _begin_time(clock: Timepiece, membership: Membership | None) -> None:
    """Let nobody pay for the time in which no server ran."""
    try:
        await asyncio.to_thread(clock.begin, membership.lease.process if membership else "")
    except NotSaved as error:
        log.warning("clocks have gone on while no server ran: %s", error)


async def _sweep(tables: Tables, retention: Retention) -> None:
    """Delete what the operator's limits do not keep, and what is kept of people for a time only;
    at the start and from time to time.
    """
    while True:
        try:
            await tables.sweep(retention, datetime.now(UTC).date())
            await asyncio.to_thread(forget_old, tables.store)
        except NotSaved as error:
            log.warning("what is old was not deleted: %s", error)
        except Exception:
            log.exception("what is old was not deleted")
        await asyncio.sleep(SWEEP_SECONDS)


async def _answer_error(request: Request, error: Exception) -> Response:
    status, headers = 400, None
    if isinstance(error, HTTPException):
        if error.status_code == 404 and (page := missing_page(request)) is not None:
            return page
        status, headers = error.status_code, error.headers
        error = InputError.at(request.url.path, f"<{error.detail}>", "another request")
    elif isinstance(error, RequestValidationError):
        error = InputError(model_problems(error.errors(), "request"))
    elif isinstance(error, NotSignedIn):
        status = 401
    elif isinstance(error, Banned):
        status = 403
    elif isinstance(error, NotSaved | TooMany):
        status = 503 if isinstance(error, NotSaved) else 429
    assert isinstance(error, HexfrontError)  # noqa: S101  (registered for these classes)
    return JSONResponse(error_message(error), status, headers)


async def _pass_on(request: Request, error: Exception) -> Response:
    """Let the process answer that serves the match."""
    assert isinstance(error, HeldElsewhere)  # noqa: S101  (registered for this class)
    if not is_passed_on(request):
        try:
            return await pass_request_on(request, error.address)
        except (OSError, http.client.HTTPException):
            pass  # It may be gone; then its matches are taken over in a moment.
    return JSONResponse(error_message(error), 503, {"Retry-After": "3"})


async def _lobby_socket(socket: WebSocket) -> None:
    await socket.app.state.hub.serve(socket)


async def _tournament_socket(socket: WebSocket) -> None:
    await socket.app.state.hub.serve(socket, socket.query_params.get("tournament", "?"))


async def _socket(socket: WebSocket) -> None:
    await Gateway(socket, socket.app.state.tables).serve()
