"""Connections and bodies that are too slow, too many or too large."""

from __future__ import annotations

import asyncio
import itertools
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.testclient import TestClient
from websockets.sync.client import connect

from hexfront.core.contract import SPECTATOR
from hexfront.play.records import SeatPlan
from hexfront.play.store import Store
from hexfront.server.access import connections, strict
from hexfront.server.access.connections import guarded_protocol
from hexfront.server.app import create_app
from tests.effort import calls_of
from tests.server.conftest import House

CONNECTIONS = 4


@pytest.fixture
def port(tmp_path: Path, duel: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server whose limits are short, and to which loopback is a foreign address."""
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.4)
    monkeypatch.setattr(connections, "is_loopback", lambda address: False)
    monkeypatch.setattr(strict.read_body, "__defaults__", (0.4,))
    store = Store(tmp_path / "data")
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        create_app(store), http=guarded_protocol(CONNECTIONS), log_level="critical"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join(10)
    store.close()


def speak(port: int, text: str) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", port), timeout=60)
    found.sendall(text.encode())
    return found


def closed(found: socket.socket) -> bool:
    """Whether the server ends the connection within the time of the socket."""
    try:
        while found.recv(65536):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


def takes_a_line(found: socket.socket) -> bool:
    """Send one more line of a head; whether the server still takes it."""
    try:
        found.sendall(b"X: y\r\n")
    except (ConnectionResetError, BrokenPipeError):
        return False
    return True


def is_answered(port: int) -> bool:
    with speak(port, "GET /api/notices HTTP/1.1\r\nHost: x\r\n\r\n") as found:
        try:
            return found.recv(65536).startswith(b"HTTP/1.1 200")
        except ConnectionResetError:
            return False


def until(condition: Callable[[], bool]) -> None:
    """Ask again and again; a test that hangs is ended by pytest."""
    while not condition():
        time.sleep(0.01)


def test_a_head_that_never_ends_is_not_waited_for(port: int) -> None:
    with speak(port, "GET / HTTP/1.1\r\nHost: x\r\n") as slow:
        lines = itertools.count()
        until(lambda: next(lines) == 2000 or not takes_a_line(slow))
        assert next(lines) < 2000
    with speak(port, "") as silent:
        assert closed(silent)


def test_the_next_head_on_a_connection_has_its_time_too(port: int) -> None:
    with speak(port, "GET /api/notices HTTP/1.1\r\nHost: x\r\n\r\n") as slow:
        assert slow.recv(4).startswith(b"HTTP")
        slow.sendall(b"GET / HTTP/1.1\r\n")
        assert closed(slow)


def test_a_body_that_never_ends_is_answered(port: int) -> None:
    head = "POST /api/matches/mine HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"
    with speak(port, head) as slow:
        answer = slow.recv(65536)
        assert b"400 Bad Request" in answer
        assert b"within 0.4 seconds" in answer + slow.recv(65536)


def test_one_address_holds_few_connections_and_gets_them_back(port: int) -> None:
    held = [speak(port, "") for _ in range(CONNECTIONS)]
    with speak(port, "GET /api/notices HTTP/1.1\r\nHost: x\r\n\r\n") as refused:
        assert closed(refused)
    for other in held:
        other.close()
    until(lambda: is_answered(port))


def test_an_open_socket_stays_open_and_stays_counted(port: int) -> None:
    address = f"ws://127.0.0.1:{port}/api/match"
    with connect(address) as first, connect(address), connect(address):
        with speak(port, "") as silent:
            assert closed(silent)  # the time for a head has passed since
        first.send("{}")
        assert "error" in str(first.recv(60))
        until(lambda: is_answered(port))  # the place of that connection is free again
        with connect(address), speak(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n") as refused:
            assert closed(refused)
    until(lambda: is_answered(port))
    with connect(address) as again:
        again.send("{}")
        assert "error" in str(again.recv(60))


def test_a_thousand_stored_matches_stand_ready_at_once(tmp_path: Path, duel: None) -> None:
    store = Store(tmp_path / "data")
    seats = [SeatPlan("person"), SeatPlan("machine", "random")]
    tokens = [
        store.create("duel", "1", {"title": "A duel"}, bytes(32), seats).tokens[0]
        for _ in range(1000)
    ]
    store.close()

    def open_and_look() -> None:
        again = Store(tmp_path / "data")
        with TestClient(create_app(again)) as client:
            body: dict[str, Any] = {"tokens": tokens[:200]}
            assert len(client.post("/api/matches/mine", json=body).json()) == 200
        assert SPECTATOR not in again.summaries(tokens[:1])[0].sides
        again.close()

    # No match is played again: that alone would be some hundred calls each.
    assert calls_of(open_and_look) < 200_000


def test_who_leaves_in_the_middle_of_a_body_is_no_error_of_the_server(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """It would be logged with a traceback if it came through to the server below."""
    parts = iter([{"type": "http.request", "body": b"{", "more_body": True}])

    async def receive() -> Any:
        return next(parts, {"type": "http.disconnect"})

    async def send(message: Any) -> None:
        pass

    scope = {
        **{"type": "http", "method": "POST", "path": "/api/matches/mine", "query_string": b""},
        **{"headers": [(b"host", b"x")], "client": ("192.0.2.1", 1), "http_version": "1.1"},
        **{"scheme": "http", "server": ("x", 80), "root_path": "", "app": house.app},
    }
    asyncio.run(house.app(scope, receive, send))
    assert caplog.records == []
