"""Whose a request is: limits by address, proxies, and the names the server answers to."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.types import ASGIApp

from hexfront.core.errors import InputError
from hexfront.play.storage.store import Store
from hexfront.server import api
from hexfront.server.access.addresses import known_names, limited
from hexfront.server.access.security import Rates
from hexfront.server.app import create_app
from hexfront.server.launch import _listen, _Server, serve
from hexfront.server.settings import ServerSettings
from tests.server.conftest import House

NEW = {"system": "duel", "scenario": "pair", "seats": [{"kind": "person"}, {"kind": "person"}]}
PUBLIC = "https://games.example"


@pytest.fixture
def store(tmp_path: Path, duel: None) -> Iterator[Store]:
    store = Store(tmp_path / "data")
    yield store
    store.close()


def from_address(app: ASGIApp, address: str) -> TestClient:
    return TestClient(app, client=(address, 50000))


def test_who_makes_many_matches_does_not_keep_others_from_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = house.app
    app.state.services.new_matches = Rates(0, 3)
    one = from_address(app, "2001:db8:0:1::1")
    answers = [one.post("/api/matches", json=NEW).status_code for _ in range(4)]
    assert answers == [201, 201, 201, 429]
    neighbour, other = (
        from_address(app, "2001:db8:0:1:ffff::2"),
        from_address(app, "2001:db8:0:2::1"),
    )
    assert other.post("/api/matches", json=NEW).status_code == 201
    assert neighbour.post("/api/matches", json=NEW).status_code == 429


def test_addresses_that_limits_count_as_one() -> None:
    assert limited("2001:db8::1") != limited("2001:db8:0:1::1")
    assert limited("fe80::1%eth0") == limited("fe80::2")
    assert limited("testclient") == "testclient"


@pytest.mark.parametrize(
    "name", ["evil.example", "localhost.evil.example", "", "games.example.evil"]
)
def test_a_server_for_everybody_answers_to_its_own_names_alone(store: Store, name: str) -> None:
    """A page of somebody else's cannot read it under a name that points here."""
    names = known_names("0.0.0.0", ["games.example", "*.club.example"])
    app = create_app(store, names)
    with TestClient(app) as client:
        answer = client.get("/", headers={"Host": name})
        assert answer.status_code == 400
        assert "header Host" in answer.json()["text"]
        for own in (
            "localhost:8000",
            "192.0.2.7",
            "[2001:db8::1]:80",
            "GAMES.example",
            "a.club.example",
        ):
            assert client.get("/", headers={"Host": own}).status_code == 200, own


def test_nobody_is_believed_who_says_that_he_speaks_for_another(store: Store) -> None:
    """Half of a setting is refused, and so is a proxy that does not say for whom it speaks."""
    for host in ("127.0.0.1", "::1", "localhost"):
        with pytest.raises(InputError, match=r"settings: /proxies.*127\.0\.0\.1"):
            serve(host, settings=ServerSettings(address=PUBLIC), data=store.path.parent, port=0)
    with pytest.raises(ValueError, match="needs `address`"):
        ServerSettings(proxies=["127.0.0.1"])
    with pytest.raises(ValueError, match="an address such as"):
        ServerSettings(proxies=["proxy.example"], address=PUBLIC)
    settings = ServerSettings(proxies=["192.0.2.0/24"], address=PUBLIC)
    with TestClient(create_app(store, settings=settings), client=("192.0.2.1", 1)) as client:
        answer = client.get("/")
        assert answer.status_code == 400
        assert "X-Forwarded-For" in answer.json()["text"]


def test_forwarded_addresses_are_those_of_known_proxies(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    monkeypatch.setattr(api, "NEW_MATCHES_AT_ONCE", 1)
    monkeypatch.setattr(api, "NEW_MATCHES_A_SECOND", 1e-9)
    forged = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}

    def second_match(settings: ServerSettings) -> int:
        server = _Server(create_app(store, settings=settings), "", False, settings)
        server.config.load()
        with TestClient(server.config.loaded_app, client=("192.0.2.1", 1)) as client:
            hosts = {"Host": "games.example"}
            client.post("/api/matches", json=NEW, headers=forged | hosts)
            other = forged | hosts | {"X-Forwarded-For": "203.0.113.8"}
            return client.post("/api/matches", json=NEW, headers=other).status_code

    assert second_match(ServerSettings()) == 429
    assert second_match(ServerSettings(proxies=["192.0.2.0/24"], address=PUBLIC)) == 201


def test_no_answer_waits_until_its_head_is_acknowledged() -> None:
    """TCP_NODELAY is set on the connections of the listening socket."""

    async def look() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def meet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            sock = writer.get_extra_info("socket")
            found.set_result(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with closing(_listen("127.0.0.1", 0)) as listener:
            server = await asyncio.start_server(meet, sock=listener)
            async with server:
                _, writer = await asyncio.open_connection(*listener.getsockname())
                delay = await found
                writer.close()
        return delay

    assert asyncio.run(look()) != 0
