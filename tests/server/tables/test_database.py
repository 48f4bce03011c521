"""A database that is read-only, full, held or gone: orders are refused, and none is lost."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from starlette.websockets import WebSocketDisconnect

from hexfront.play.storage.backends.sqlite import SqliteFile
from tests.postgresql import PostgreSQL
from tests.server.conftest import House, Player

resource = pytest.importorskip("resource", reason="limits of a process are Unix's")
Break = Callable[[House], Iterator[None]]


def read_only(house: House) -> Iterator[None]:
    house.store._db.execute("PRAGMA query_only = ON")
    yield
    house.store._db.execute("PRAGMA query_only = OFF")


def full(_: House) -> Iterator[None]:
    """No file of this process may grow or be written to beyond its first byte."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def held(house: House) -> Iterator[None]:
    """Somebody else writes for longer than anybody waits."""
    house.store._db.execute("PRAGMA busy_timeout = 1")
    other = sqlite3.connect(house.store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.close()


def gone(house: House) -> Iterator[None]:
    backend = house.store.backend
    assert isinstance(backend, SqliteFile)
    backend.connection.close()
    yield
    # It comes back as it would for another process.
    backend.connection = SqliteFile(house.folder).connection


def given(player: Player, orders: list[int], key: str) -> dict[str, object]:
    """What is answered to orders."""
    player.orders(0, orders, key)
    while (message := player.take()).get("key") != key:
        pass
    return message


@pytest.mark.parametrize("broken", [read_only, full, held, gone])
def test_what_cannot_be_kept_is_refused_and_may_be_given_again(house: House, broken: Break) -> None:
    match, tokens = house.match()
    house.begin({"tokens": {side: tokens[side] for side in (0, 1)}})
    with house.player(tokens[0]) as red:
        orders = red.until("update")["offers"][0]["orders"]
        stored = house.store.load(match).steps
        key = secrets.token_hex(8)
        with contextmanager(broken)(house):
            for _ in range(2):
                said = given(red, orders, key)
                assert said["type"] == "error"
                assert str(said["text"]).startswith("Not saved:")
            words = secrets.token_hex(8)
            red.send(type="say", seat=0, text="Is it broken?", key=words)
            while (answer := red.take()).get("key") != words:
                pass
            assert answer["type"] == "error"
            wish = {"system": "duel", "seats": [{"kind": "person"}] * 2, "options": {}}
            assert house.client.post("/api/matches", json=wish).status_code == 503
            if broken is gone:
                with house.client.websocket_connect("/api/match") as socket:
                    socket.send_json({"type": "join", "tokens": [tokens[0]]})
                    with pytest.raises(WebSocketDisconnect) as closed:
                        socket.receive_json()
                assert closed.value.reason.startswith("The server cannot look")
        assert house.store.load(match).steps == stored
        assert given(red, orders, key)["type"] == "done"
    assert [step for step in house.store.load(match).steps[len(stored) :] if step.actor == 0]
    assert house.store.read("SELECT count(*) FROM chat") == [(0,)]


def test_who_plays_is_told_of_a_slow_database(
    postgres: PostgreSQL, duel: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    import psycopg

    monkeypatch.setattr(
        "hexfront.play.storage.backends.postgres.SETTINGS", "SET statement_timeout = 300"
    )
    address, key = postgres.database(), secrets.token_hex(8)
    house = House(address)
    match, tokens = house.match()
    with house.player(tokens[0]) as red:
        orders = red.until("update")["offers"][0]["orders"]
        stored = house.store.load(match).steps
        with psycopg.connect(address) as other:
            other.execute(b"LOCK TABLE steps")
            for _ in range(2):
                said = given(red, orders, key)
                assert said["type"] == "error"
                assert str(said["text"]).startswith("Not saved: the database is too slow.")
        assert house.store.load(match).steps == stored
        assert given(red, orders, key)["type"] == "done"
    assert len(house.store.load(match).steps) > len(stored)
    house.stop()
