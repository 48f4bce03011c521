"""Traces by OpenTelemetry: requests, orders, the database, and what opponents think.

A span says what was done and how long it took: routes, not paths; statements, not their values; no
text of an error, since that may repeat what a player typed. Nothing of this module is loaded
where nobody asks for traces.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, cast

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace import (
    Span,
    SpanKind,
    Status,
    StatusCode,
    Tracer,
    get_current_span,
)
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hexfront import __version__
from hexfront.agents.frames import Question
from hexfront.play.storage.backends.face import Backend, Row, Transaction
from hexfront.server.settings import TraceSettings
from hexfront.server.tables.tables import Tables

ERROR: Final = Status(StatusCode.ERROR)
METHODS: Final = ("GET", "POST", "HEAD", "OPTIONS")


class Traces:
    """What traces of one process; close it at the end."""

    def __init__(self, settings: TraceSettings, exporter: SpanExporter | None = None) -> None:
        """`exporter`: where spans go, instead of to the collector of the settings."""
        service: dict[str, str | int] = {
            "service.name": "hexfront",
            "service.version": __version__,
            "process.pid": os.getpid(),
        }
        self._provider = TracerProvider(
            ParentBased(TraceIdRatioBased(settings.share)),
            Resource.create(service),
            shutdown_on_exit=False,
        )
        self._provider.add_span_processor(BatchSpanProcessor(exporter or _collector(settings)))
        self.tracer: Tracer = self._provider.get_tracer("hexfront")

    def follow(self, tables: Tables) -> None:
        """Trace the orders of all tables, their database, and their opponents."""
        tables.ordering = lambda: self.span("order", SpanKind.SERVER)
        tables.agent_pool.asked = self.think
        tables.store.backend = cast(Backend, TracedDatabase(tables.store.backend, self))

    def close(self) -> None:
        """Send what has not been sent."""
        self._provider.shutdown()

    @contextmanager
    def span(
        self, name: str, kind: SpanKind = SpanKind.INTERNAL, **attributes: str
    ) -> Iterator[Span]:
        """Trace what is done within; of an error its class alone."""
        with self.tracer.start_as_current_span(
            name,
            kind=kind,
            attributes={key.replace("__", "."): value for key, value in attributes.items()},
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                yield span
            except BaseException as error:
                _failed(span, error)
                raise

    def think(self, question: Question, future: Future[Any]) -> None:
        """Trace what an opponent thinks, from the asking to the answer."""
        span = self.tracer.start_span(
            "opponent thinks",
            attributes={
                "hexfront.system": question.system,
                "hexfront.opponent": question.agent,
                "hexfront.hint": question.explain,
            },
        )

        def end(done: Future[Any]) -> None:
            if done.cancelled():
                span.set_attribute("hexfront.cancelled", True)
            elif (error := done.exception()) is not None:
                _failed(span, error)
            span.end()

        future.add_done_callback(end)


def _failed(span: Span, error: BaseException) -> None:
    span.set_attribute("error.type", type(error).__name__)
    span.set_status(ERROR)


def _collector(settings: TraceSettings) -> SpanExporter:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    return OTLPSpanExporter(settings.endpoint)


class TracedDatabase:
    """A database whose statements are traced as parts of something that is.

    What the server does by itself, such as renewing its lease, is no part of anything.
    """

    def __init__(self, backend: Backend, traces: Traces) -> None:
        self._backend, self._traces = backend, traces
        self._system = "postgresql" if backend.shared else "sqlite"

    def __getattr__(self, name: str) -> Any:
        return getattr(self._backend, name)

    def read(self, query: str, values: Sequence[object] = ()) -> list[Row]:
        """As the backend's own."""
        if not get_current_span().is_recording():
            return self._backend.read(query, values)
        with self._span("database read", db__query__text=query):
            return self._backend.read(query, values)

    @contextmanager
    def transaction(self, match_id: str | None = None) -> Iterator[Transaction]:
        """As the backend's own; the span ends when it is kept."""
        if not get_current_span().is_recording():
            with self._backend.transaction(match_id) as db:
                yield db
            return
        with (
            self._span("database transaction"),
            self._backend.transaction(match_id) as db,
        ):
            yield db

    def _span(self, name: str, **attributes: str) -> AbstractContextManager[Span]:
        return self._traces.span(name, SpanKind.CLIENT, db__system__name=self._system, **attributes)


class TracedRequests:
    """Traces each HTTP request."""

    def __init__(self, app: ASGIApp, traces: Traces) -> None:
        self._app, self._traces = app, traces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, within a span."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        method = scope["method"] if scope["method"] in METHODS else "other"
        with self._traces.span(method, SpanKind.SERVER, http__request__method=method) as span:

            async def note(message: Message) -> None:
                if message["type"] == "http.response.start":
                    # The pattern of the route, not the path: that may name a match.
                    route = getattr(scope.get("route"), "path", "other")
                    span.update_name(f"{method} {route}")
                    span.set_attribute("http.route", route)
                    span.set_attribute("http.response.status_code", message["status"])
                    if message["status"] >= 500:
                        span.set_status(ERROR)
                await send(message)

            await self._app(scope, receive, note)
