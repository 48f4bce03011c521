"""Figures for Prometheus: seconds, bytes and totals, with no label for a player or a match."""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable
from typing import Any, Final

from fastapi import Request, Response
from prometheus_client import (
    CollectorRegistry,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
    start_http_server,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hexfront.play.storage.database import NotSaved
from hexfront.server.settings import MetricsSettings
from hexfront.server.tables.tables import Tables

BOUNDS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds."""
OUTCOMES: Final = ("done", "refused", "not_saved", "failed")
"""Of a frame with orders: `refused` by the rules, `failed` by a mistake of ours."""


class Metrics:
    """The figures of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.requests = Histogram(
            "hexfront_request_seconds",
            "From a request's arrival to the head of its answer, by route and status.",
            ["method", "route", "status"],
            buckets=BOUNDS,
            registry=self.registry,
        )
        self.orders = Histogram(
            "hexfront_order_seconds",
            "From the arrival of a frame with orders to when all screens have their messages.",
            ["outcome"],
            buckets=BOUNDS,
            registry=self.registry,
        )
        for outcome in OUTCOMES:
            self.orders.labels(outcome)

    def follow(self, tables: Tables) -> None:
        """Tell of the tables of a server, and of its database, whenever somebody asks."""
        pool, store = tables.agent_pool, tables.store
        tables.order_took = lambda outcome, seconds: self.orders.labels(outcome).observe(seconds)
        self._gauge("live_matches", "Matches in memory.", lambda: len(tables))
        self._gauge("sockets", "Open sockets of pages that have joined.", lambda: tables.sockets)
        self._gauge("machines_waiting", "Questions that no machine answers yet.", pool.waiting)
        self._gauge("machines_thinking", "Questions that machines answer now.", pool.thinking)
        self._gauge("draining", "1 where no new matches are taken.", lambda: tables.draining)
        self._gauge("database_up", "1 where the database answers.", lambda: _up(tables) >= 0)
        self._gauge("database_answer_seconds", "How long it took just now.", lambda: _up(tables))
        self._gauge("database_size_bytes", "Its size on disk.", lambda: _size(store))
        membership = tables.membership
        if membership is not None:
            self._gauge("lease_good", "1 while its lease is good.", lambda: membership.lease.good)
            self._gauge(
                "sockets_passed_on",
                "Sockets of matches that other processes serve.",
                lambda: membership.passed_on,
            )

    def _gauge(self, name: str, about: str, value: Any) -> None:
        gauge = Gauge(f"hexfront_{name}", about, registry=self.registry)
        gauge.set_function(lambda: float(value()))

    def serve(self, settings: MetricsSettings) -> Callable[[], None]:
        """Answer on a port of its own; what ends that. Errors: `OSError`."""
        assert settings.port is not None  # noqa: S101  (the caller has looked)
        server, _ = start_http_server(settings.port, settings.host, registry=self.registry)

        def end() -> None:
            server.shutdown()
            server.server_close()

        return end

    async def answer(self, request: Request) -> Response:
        """The figures for who has the token."""
        import asyncio

        token: str = request.app.state.metrics_token
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if not hmac.compare_digest(given.encode(), token.encode()):
            return Response(status_code=404)
        text = await asyncio.to_thread(generate_latest, self.registry)
        return Response(text, media_type=CONTENT_TYPE_LATEST)


def _up(tables: Tables) -> float:
    """How long the database takes to answer; -1 where it does not."""
    began = time.perf_counter()
    try:
        tables.store.read("SELECT 1")
    except NotSaved:
        return -1.0
    return time.perf_counter() - began


def _size(store: Any) -> float:
    try:
        return float(store.backend.size())
    except NotSaved:
        return float("nan")


class MeasuredRequests:
    """Measures each HTTP request."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and note how long it took."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()

        async def note(message: Message) -> None:
            if message["type"] == "http.response.start":
                # The pattern of the route, not the path: that may name a match.
                route = getattr(scope.get("route"), "path", "other")
                status = f"{message['status'] // 100}xx"
                method = scope["method"] if scope["method"] in _METHODS else "other"
                labels = self._metrics.requests.labels(method, route, status)
                labels.observe(time.perf_counter() - began)
            await send(message)

        await self._app(scope, receive, note)


_METHODS: Final = ("GET", "POST", "HEAD", "OPTIONS")
