"""What requests may not hold, whichever of them it is."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from hexfront.play.storage.store import Store
from hexfront.server.app import create_app


@pytest.fixture
def client(where: str | Path) -> Iterator[TestClient]:
    store = Store(where)
    with TestClient(create_app(store, inside="http://127.0.0.1:9")) as client:
        yield client
    store.close()


def test_addresses_with_nul_are_refused_in_words(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    for place, address in (
        ("query", "/api/people/player?name=machine:%00"),
        ("query", "/api/people/ratings?system=a%00b"),
        ("query", "/api/tournaments?%00"),
        ("path", "/api/drafts/a%00b"),
        ("path", "/static/%00"),
        ("path", "/%00"),
    ):
        answer = client.get(address)
        assert answer.status_code == 400
        (problem,) = answer.json()["problems"]
        assert (problem["place"], problem["found"]) == (place, "<the character U+0000>")
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        client.websocket_connect("/api/tournaments/live?tournament=%00"),
    ):
        pass
    assert denied.value.status_code == 400
    assert "U+0000" not in client.get("/api/people/player?name=machine:%2500").text
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
