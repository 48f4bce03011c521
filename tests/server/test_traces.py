"""Traces: what they hold, and what they never do."""

from __future__ import annotations

import json
import secrets
from contextlib import nullcontext
from pathlib import Path

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from starlette.testclient import TestClient

from hexfront.core.errors import InputError
from hexfront.play.storage.backends.sqlite import SqliteFile
from hexfront.play.storage.store import Store
from hexfront.server import settings as server_settings
from hexfront.server.app import create_app
from hexfront.server.matches import described
from hexfront.server.operating.traces import Traces
from hexfront.server.settings import ServerSettings, TraceSettings, check_together, load_settings
from tests.server.conftest import Player

COLLECTOR = "http://127.0.0.1:9/v1/traces"


def said(span: ReadableSpan) -> str:
    """All that leaves of a span."""
    return json.dumps([span.name, dict(span.attributes or {}), span.status.description]) + str(
        [(event.name, event.attributes) for event in span.events]
    )


def test_requests_orders_database_and_opponents_are_traced_without_a_secret(
    tmp_path: Path, duel: None
) -> None:
    described.cache_clear()
    store, exporter = Store(tmp_path), InMemorySpanExporter()
    traces = Traces(TraceSettings(endpoint=COLLECTOR), exporter)
    app = create_app(store, inside="http://127.0.0.1:9", traces=traces)
    seats = [{"kind": "person", "name": "Ada Player"}, {"kind": "machine", "agent": "random"}]
    key = secrets.token_hex(8)
    with TestClient(app) as client:
        body = {"system": "duel", "scenario": "", "options": {}, "seats": seats}
        made = client.post("/api/matches", json=body).json()
        assert client.get(f"/api/nothing/{key}?token={key}").status_code == 404
        with client.websocket_connect("/api/match") as socket:
            player = Player(socket, [made["tokens"]["0"]])
            update = player.until("update")
            while not app.state.tables.agent_pool.process_ids:
                if update["view"]["must_act"]:
                    player.orders(0, update["offers"][0]["orders"], key)
                    key = secrets.token_hex(8)
                update = player.until("update")
            player.send(type="typed", seat=0, text="a secret plan", key=key[1:])
            while player.take().get("key") != key[1:]:
                pass
    store.close()
    described.cache_clear()
    spans = exporter.get_finished_spans()
    by_name: dict[str, list[ReadableSpan]] = {}
    for span in spans:
        by_name.setdefault(span.name, []).append(span)
    assert {"POST /api/matches", "GET other", "order", "database read"} <= set(by_name)
    (lost,) = by_name["GET other"]
    assert (lost.attributes or {})["http.response.status_code"] == 404

    ids = {span.context.span_id: span for span in spans}
    above = {
        ids[span.parent.span_id].name
        for span in by_name["database transaction"]
        if span.parent is not None
    }
    assert {"POST /api/matches", "order"} <= above
    kinds = {(span.attributes or {}).get("error.type") for span in by_name["order"]}
    assert kinds == {None, "InputError"}
    (thought, *_) = by_name["opponent thinks"]
    assert (thought.attributes or {})["hexfront.opponent"] == "random"
    assert thought.parent is None or thought.parent.span_id in ids

    text = "\n".join(map(said, spans))
    hidden = [made["match"], *made["tokens"].values(), made["spectator"], key, "Ada", "plan"]
    assert [each for each in hidden if each in text] == []


def test_without_traces_nothing_stands_between(tmp_path: Path) -> None:
    store = Store(tmp_path)
    app = create_app(store)
    with TestClient(app):
        assert app.state.tables.ordering is nullcontext
        assert type(store.backend) is SqliteFile
        assert "Traced" not in str(app.user_middleware)
    store.close()


@pytest.mark.parametrize(
    "endpoint", ["collector:4318", "http://me:secret@collector/v1/traces", "http://collector/"]
)
def test_wrong_traces_are_refused(tmp_path: Path, endpoint: str) -> None:
    file = tmp_path / "server.toml"
    file.write_text(f'[traces]\nendpoint = "{endpoint}"\nshare = 2.0\n')
    with pytest.raises(InputError) as caught:
        load_settings(file, {})
    assert "secret" not in str(caught.value)
    assert {p.place.rpartition("/")[2] for p in caught.value.problems} == {"endpoint", "share"}


def test_traces_need_their_package(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = ServerSettings(traces=TraceSettings(endpoint=COLLECTOR))
    assert check_together(settings, "127.0.0.1") == []
    monkeypatch.setattr(server_settings, "_installed", lambda package: False)
    (problem,) = check_together(settings, "127.0.0.1")
    assert "hexfront[telemetry]" in problem.expected
