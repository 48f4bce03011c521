"""Connections and bodies that are too slow, too many or too large."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
import uvicorn
from starlette.responses import JSONResponse
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.sync.client import connect

from hexfront.core.contract import SPECTATOR
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store
from hexfront.server.access import connections, strict
from hexfront.server.access.connections import guarded_protocol
from hexfront.server.app import create_app
from hexfront.server.launch import _Server
from hexfront.server.settings import ServerSettings
from tests.effort import calls_of
from tests.server.conftest import House
from tests.waiting import until

CONNECTIONS = 4


class Clock(asyncio.SelectorEventLoop):
    """A loop whose time a test moves on."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead

    def pass_by(self, seconds: float) -> None:
        """From another thread: let time go on by so much at once."""

        def move() -> None:
            self.ahead += seconds

        self.call_soon_threadsafe(move)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def port(
    tmp_path: Path, duel: None, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> Iterator[int]:
    """A server to which loopback is a foreign address, and whose time is the clock's."""
    monkeypatch.setattr(connections, "is_loopback", lambda address: False)
    store = Store(tmp_path / "data")
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        create_app(store), http=guarded_protocol(CONNECTIONS), log_level="critical"
    )
    server = uvicorn.Server(config)

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: clock) as runner:
            runner.run(server.serve([listener]))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join(60)
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


def is_answered(port: int) -> bool:
    with speak(port, "GET /api/notices HTTP/1.1\r\nHost: x\r\n\r\n") as found:
        try:
            return found.recv(65536).startswith(b"HTTP/1.1 200")
        except ConnectionResetError:
            return False


def test_a_head_that_never_ends_is_not_waited_for(port: int, clock: Clock) -> None:
    with speak(port, "GET / HTTP/1.1\r\nHost: x\r\n") as slow, speak(port, "") as silent:
        assert is_answered(port)  # the connections before this one have been seen
        clock.pass_by(connections.HEAD_SECONDS)
        assert closed(slow)
        assert closed(silent)


def test_the_next_head_on_a_connection_has_its_time_too(port: int, clock: Clock) -> None:
    with speak(port, "GET /api/notices HTTP/1.1\r\nHost: x\r\n\r\n") as slow:
        assert slow.recv(4).startswith(b"HTTP")
        slow.sendall(b"GET / HTTP/1.1\r\n")
        assert is_answered(port)
        clock.pass_by(connections.HEAD_SECONDS)
        assert closed(slow)


def test_a_body_that_never_ends_is_answered(
    port: int, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits, waiting = asyncio.timeout, threading.Event()

    def noted(seconds: float | None) -> asyncio.Timeout:
        if seconds == strict.BODY_SECONDS:
            waiting.set()
        return waits(seconds)

    monkeypatch.setattr(asyncio, "timeout", noted)
    head = "POST /api/matches/mine HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"
    with speak(port, head) as slow:
        assert waiting.wait(60)
        clock.pass_by(strict.BODY_SECONDS)
        answer = slow.recv(65536)
        assert b"400 Bad Request" in answer
        assert b"within 10 seconds" in answer + slow.recv(65536)


def test_one_address_holds_few_connections_and_gets_them_back(port: int) -> None:
    held = [speak(port, "") for _ in range(CONNECTIONS)]
    with speak(port, "GET /api/notices HTTP/1.1\r\nHost: x\r\n\r\n") as refused:
        assert closed(refused)
    for other in held:
        other.close()
    until(lambda: is_answered(port))


def test_who_comes_by_a_proxy_holds_few_sockets_and_gets_them_back(
    tmp_path: Path, duel: None
) -> None:
    settings = ServerSettings(
        proxies=["192.0.2.0/24"], address="https://games.example", connections_per_address=3
    )
    server = _Server(create_app(Store(tmp_path / "data"), settings=settings), "", False, settings)
    server.config.load()
    asking = {"Host": "games.example", "X-Forwarded-For": "2001:db8::7"}
    others = {**asking, "X-Forwarded-For": "203.0.113.8"}
    same = {**asking, "X-Forwarded-For": "2001:db8::9"}  # of the same household
    with (
        TestClient(server.config.loaded_app, client=("192.0.2.1", 1)) as client,
        ExitStack() as held,
    ):
        paths = ("/api/lobby/live", "/api/match", "/api/match")
        opened = [held.enter_context(client.websocket_connect(p, headers=asking)) for p in paths]
        assert client.get("/api/notices", headers=same).status_code == 200
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(paths[0], headers=same):
            pass
        held.enter_context(client.websocket_connect(paths[0], headers=others))
        opened[0].close()

        def is_let_in() -> bool:
            try:
                held.enter_context(client.websocket_connect(paths[0], headers=same))
            except WebSocketDisconnect:
                return False
            return True

        until(is_let_in)


def test_few_requests_of_one_address_are_answered_at_once() -> None:
    async def play() -> list[int]:
        told: list[int] = []
        go_on = asyncio.Event()

        async def slow(scope: Any, receive: Any, send: Any) -> None:
            await go_on.wait()
            await JSONResponse({})(scope, receive, send)

        few = connections.FewAtOnce(slow, per_address=2)

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                told.append(message["status"])

        def ask(address: str) -> asyncio.Task[None]:
            scope = {"type": "http", "headers": [], "client": (address, 1)}
            return asyncio.create_task(few(scope, None, send))  # type: ignore[arg-type]

        most = 2 * connections.REQUESTS
        waiting = [ask("203.0.113.7") for _ in range(most + 1)]
        await waiting[-1]
        assert told == [429]
        waiting += [ask("203.0.113.8"), ask("127.0.0.1")]
        go_on.set()
        await asyncio.gather(*waiting)
        await ask("203.0.113.7")
        return told

    told = asyncio.run(play())
    assert told == [429] + [200] * (len(told) - 1)
    assert len(told) == 2 * connections.REQUESTS + 4


def test_an_open_socket_stays_open_and_stays_counted(port: int, clock: Clock) -> None:
    address = f"ws://127.0.0.1:{port}/api/match"
    with connect(address) as first, connect(address), connect(address):
        with speak(port, "") as silent, speak(port, "") as refused:
            assert closed(refused)
            clock.pass_by(connections.HEAD_SECONDS)
            assert closed(silent)
        first.send("{}")
        assert "error" in str(first.recv(60))
        until(lambda: is_answered(port))  # the place of that connection is free again
        with connect(address), speak(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n") as refused:
            assert closed(refused)
    until(lambda: is_answered(port))
    with connect(address) as again:
        again.send("{}")
        assert "error" in str(again.recv(60))


def test_a_closed_socket_leaves_nothing_in_memory(port: int, tmp_path: Path) -> None:
    """Not even what is found when garbage is looked for: where many are open that is seldom."""

    kinds = (WebSocketsSansIOProtocol, asyncio.Transport)

    def kept() -> list[ref[object]]:
        return [ref(one) for one in gc.get_objects() if issubclass(type(one), kinds)]

    store = Store(tmp_path / "data")
    seats = [SeatPlan("person"), SeatPlan("person")]
    duel = find_system("duel")
    scenario = load_scenario(duel).document
    token = store.create("duel", duel.version, scenario, bytes(32), seats).tokens[0]
    store.close()
    gc.collect()
    before = len(kept())
    gc.disable()
    try:
        with connect(f"ws://127.0.0.1:{port}/api/match") as open_one:
            open_one.send(json.dumps({"type": "join", "tokens": [token]}))
            assert "board" in str(open_one.recv(60))
            served = kept()
            assert len(served) == before + 2
        with speak(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n") as asking:
            assert asking.recv(65536)
            served += kept()
        until(lambda: sum(one() is not None for one in served) == before)
    finally:
        gc.enable()


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
