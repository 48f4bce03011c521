"""Several server processes over one PostgreSQL: a match is served by one, all lead to it."""

from __future__ import annotations

import asyncio
import gc
import json
import secrets
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from unittest.mock import patch
from weakref import ref

import pytest
import uvicorn
from starlette.requests import Request
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from hexfront.core.contract import SPECTATOR
from hexfront.core.journal import parse_journal, verify
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.people import moderation
from hexfront.people.clocks import create_clocks, deadlines
from hexfront.people.paces import paces
from hexfront.play.storage import operating, retention
from hexfront.play.storage.database import NotSaved
from hexfront.play.storage.operating import By
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.retention import Limit, Limits, Retention
from hexfront.play.storage.store import Store
from hexfront.server.access.addresses import KnownNames
from hexfront.server.access.connections import guarded_protocol
from hexfront.server.access.strict import BODY
from hexfront.server.app import create_app
from hexfront.server.peers.forward import COME_BACK, Pipe, pass_request_on
from hexfront.server.settings import ServerSettings
from hexfront.server.tables.gateway import Gateway
from hexfront.server.tables.tables import Banished
from tests.postgresql import PostgreSQL
from tests.waiting import until

SECONDS = 30
PERSONS = [SeatPlan("person"), SeatPlan("person")]


class Process:
    """A server of its own, with a store of its own, in a thread: another process in all else."""

    def __init__(
        self,
        address: str,
        settings: ServerSettings | None = None,
        names: KnownNames | None = None,
    ) -> None:
        self.store = Store(address)
        self.invites: dict[str, str] = {}
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.host = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.app = create_app(self.store, names, settings, inside=f"http://{self.host}")
        proxies = settings.proxies if settings else None
        config = uvicorn.Config(
            self.app,
            http=guarded_protocol(100, proxies or ()),
            log_level="error",
            timeout_graceful_shutdown=1,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=proxies or [],
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([self.listener],))
        self.thread.start()
        until(lambda: self.server.started)

    @property
    def lease(self) -> Any:
        return self.app.state.tables.membership.lease

    def stop(self) -> None:
        if self.thread.is_alive():
            self.server.should_exit = True
            self.thread.join(SECONDS)
            self.store.close()

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return json.loads(self.file(path, body))

    def file(self, path: str, body: dict[str, Any]) -> bytes:
        request = urllib.request.Request(
            f"http://{self.host}/api/{path}", json.dumps(body).encode()
        )
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            data: bytes = answer.read()
        return data

    def get(self, path: str) -> Any:
        try:
            with urllib.request.urlopen(f"http://{self.host}{path}", timeout=SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return json.load(error)

    def sign_up(self, name: str) -> str:
        """Make an account; the cookie of its session."""
        body = json.dumps({"name": name, "password": "five quiet hexes"}).encode()
        own = {"Origin": f"http://{self.host}"}
        request = urllib.request.Request(f"http://{self.host}/api/people/sign-up", body, own)
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return str(answer.headers["set-cookie"]).partition(";")[0]

    @contextmanager
    def player(self, *tokens: str, cookie: str = "") -> Iterator[Player]:
        known = {"Cookie": cookie} if cookie else {}
        where = f"ws://{self.host}/api/match"
        with connect(where, max_size=None, additional_headers=known) as opened:
            yield Player(opened, tokens)


class Player:
    """A joined socket."""

    def __init__(self, opened: ClientConnection, tokens: tuple[str, ...]) -> None:
        self.socket = opened
        self.send(type="join", tokens=tokens)

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def until(self, *kinds: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(SECONDS))
            if message["type"] in kinds:
                return message

    def play(self, seat: int) -> dict[str, Any]:
        """Play to the end; how it ended."""
        while True:
            update = self.until("update")
            if update["result"] is not None:
                result: dict[str, Any] = update["result"]
                return result
            if update["view"]["must_act"]:
                orders = update["offers"][0]["orders"]
                self.send(type="orders", seat=seat, orders=orders, key=secrets.token_hex(8))


@pytest.fixture
def two(postgres: PostgreSQL, duel: Callable[..., None]) -> Iterator[tuple[Process, Process]]:
    address = postgres.database()
    first = Process(address)
    second = Process(address)
    yield first, second
    second.stop()
    first.stop()


def new_match(process: Process, seats: list[SeatPlan] = PERSONS) -> tuple[str, dict[int, str]]:
    system = find_system("duel")
    scenario = load_scenario(system).document
    made = process.store.create(system.name, system.version, scenario, bytes(32), seats)
    process.invites[made.match] = next(iter(made.invites.values()), "")
    return made.match, made.tokens


def holder(two: tuple[Process, Process], match: str) -> tuple[Process, Process]:
    """Who serves a match, and who does not."""
    first, second = two
    assert first.lease.holds(match) != second.lease.holds(match)
    return (first, second) if first.lease.holds(match) else (second, first)


def test_a_page_that_was_passed_on_leaves_nothing_in_memory(two: tuple[Process, Process]) -> None:
    """Not even what is found when garbage is looked for: where many are open that is seldom."""
    match, tokens = new_match(two[0])
    with two[0].player(tokens[0]) as player:
        player.until("update")
    _, other = holder(two, match)
    kinds = (Pipe, Gateway, asyncio.Transport)

    def kept() -> list[ref[object]]:
        return [ref(one) for one in gc.get_objects() if issubclass(type(one), kinds)]

    gc.collect()
    gc.disable()
    try:
        before = {id(one()) for one in kept()}
        with other.player(tokens[1]) as player:
            player.until("update")
            served = [one for one in kept() if id(one()) not in before]
            assert {type(one()).__name__ for one in served} >= {"Pipe", "Gateway"}
        until(lambda: not any(one() is not None for one in served))
    finally:
        gc.enable()


def test_a_match_that_is_lost_while_a_page_comes_is_not_shown_by_who_serves_it_no_more(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, tokens = new_match(two[0])
    tables = two[0].app.state.tables
    take = tables.membership.take

    async def take_and_lose(match_id: str) -> None:
        await take(match_id)
        two[0].lease.forget(match_id)

    with monkeypatch.context() as patches:
        patches.setattr(tables.membership, "take", take_and_lose)
        with two[0].player(tokens[0]) as early, pytest.raises(ConnectionClosed) as closed:
            early.until("board")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == COME_BACK
    with two[0].player(tokens[0]) as player:
        assert player.until("update")["view"]["must_act"]
        assert two[0].lease.holds(match)


def test_players_at_two_processes_play_one_match(two: tuple[Process, Process]) -> None:
    match, tokens = new_match(two[0])
    with two[0].player(tokens[0]) as here, two[1].player(tokens[1]) as there:
        with ThreadPoolExecutor() as pool:
            results = list(pool.map(Player.play, (here, there), (0, 1)))
        assert results[0] == results[1]
        _, other = holder(two, match)
        assert other.app.state.tables.membership.passed_on == 1
    files = [process.file("journal", {"token": tokens[0]}) for process in two]
    assert files[0] == files[1]
    journal, secret, _ = parse_journal(files[0], "journal")
    verify(journal, secret)
    for process in two:
        stored = process.store.load(match)
        assert stored.over and list(stored.digests) == list(journal.digests)


def test_a_match_goes_on_elsewhere_when_a_lease_runs_out(two: tuple[Process, Process]) -> None:
    match, tokens = new_match(two[0])
    with two[0].player(tokens[0]) as here, two[1].player(tokens[1]) as there:
        here.until("update")
        there.until("update")
        held, other = holder(two, match)
        before = held.lease.process
        with other.store.transaction() as db:
            db.execute("UPDATE processes SET expires = 0 WHERE id = ?", (before,))
        for player in (here, there):  # each by the way that leads to the process which held it
            with pytest.raises(ConnectionClosed):
                while True:
                    player.until("nothing")
    until(lambda: held.lease.process != before and held.lease.good)
    with other.player(tokens[0]) as here:
        here.until("board")  # it serves the match before anybody comes to the other
        with held.player(tokens[1]) as there, ThreadPoolExecutor() as pool:
            results = list(pool.map(Player.play, (here, there), (0, 1)))
        assert results[0] == results[1]
        assert holder(two, match) == (other, held)
    assert held.store.read("SELECT fence FROM holders WHERE match_id = ?", (match,)) == [(2,)]


def test_a_clock_runs_out_although_its_process_is_gone(two: tuple[Process, Process]) -> None:
    match, tokens = new_match(two[0])
    with two[0].store.transaction() as db:
        create_clocks(db, match, paces()["quick"], (0, 1), time.time())
    with two[0].player(tokens[0]) as here:
        here.until("clocks")
    known = deadlines(two[0].store)
    assert [(one.side, one.allowed) for one in known] == [(0, 600), (1, 600)]
    held, other = holder(two, match)
    with other.store.transaction() as db:
        db.execute("UPDATE processes SET expires = 0 WHERE id = ?", (held.lease.process,))
    until(lambda: not held.lease.holds(match))
    with other.player(tokens[1]) as there:
        there.until("clocks")
        assert deadlines(other.store) == known
    # Nobody is there: one process lets go of it, the time is over, another one ends it.
    other.lease.let_go(match)
    with held.store.transaction(match) as db:
        db.execute("UPDATE side_clocks SET began = began - 700 WHERE match_id = ?", (match,))
    until(lambda: held.store.load(match).over)
    assert held.store.read("SELECT way FROM endings WHERE match_id = ?", (match,)) == [("time",)]


def test_a_process_that_drains_hands_its_matches_over(two: tuple[Process, Process]) -> None:
    first, second = two
    match, tokens = new_match(first)
    with first.player(tokens[0]) as player:
        player.until("update")
        assert operating.drain(second.store, By("192.0.2.1"), first.lease.process, True)
        with pytest.raises(ConnectionClosed):
            player.until("nothing")
    with first.player(tokens[0]) as player:  # still by way of it
        player.until("update")
    assert holder(two, match) == (second, first)
    seats = [{"kind": "person"}, {"kind": "person"}]
    body = {"system": "duel", "scenario": "", "options": {}, "seats": seats}
    assert second.lease.holds(first.post("matches", body)["match"])
    assert first.get("/readyz")["reasons"] == ["this process is about to be stopped"]


def test_what_others_do_elsewhere_is_told_at_the_table(two: tuple[Process, Process]) -> None:
    first, second = two
    seats = [SeatPlan("person"), SeatPlan("person", invited=True)]
    match, tokens = new_match(first, seats)
    invite = first.invites[match]
    with first.player(tokens[0]) as player:
        player.until("update")
        claimed = second.post("seats/claim", {"invite": invite, "name": "Ada"})
        assert player.until("seated")["person"] == "Ada"
        second.post("matches/delete", {"tokens": [claimed["token"]]})
        assert player.until("deletion")["sides"] == [1]
        assert second.post("matches/delete", {"tokens": [tokens[0]]})["deleted"]
        player.until("deleted")
    until(lambda: not second.store.read("SELECT 1 FROM matches WHERE id = ?", (match,)))


def test_what_another_process_has_deleted_stops_no_sweep(two: tuple[Process, Process]) -> None:
    first, second = two
    gone, left = (new_match(first)[0] for _ in range(2))
    limits = Limits(unfinished=Limit(days=30))
    today = datetime.now(UTC).date() + timedelta(365)
    kept = Retention(second.store, limits, datetime.now(UTC).date())
    listed = kept.expired(today)
    assert sorted(listed) == sorted([gone, left])
    assert retention.delete(first.store, gone)
    tables = second.app.state.tables
    with patch.object(kept, "expired", lambda _: listed):
        swept = asyncio.run_coroutine_threadsafe(tables.sweep(kept, today), tables.membership._loop)
        swept.result(SECONDS)
    assert second.store.read("SELECT id FROM matches") == []


def test_the_end_of_a_process_lets_the_other_go_on_at_once(
    postgres: PostgreSQL, duel: None
) -> None:
    address = postgres.database()
    first, second = Process(address), Process(address)
    match, tokens = new_match(first)
    with first.player(tokens[0]) as player:
        player.until("update")
    first.stop()
    assert second.lease.holder(match) == ""
    with second.player(tokens[0]) as player:
        player.until("update")
    assert second.lease.holds(match)
    assert second.get("/readyz") == {"status": "ready"}
    second.stop()


def test_a_process_whose_database_does_not_answer_is_not_ready(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> None:
        raise NotSaved("gone")

    monkeypatch.setattr(two[0].store, "read", gone)
    assert two[0].get("/healthz") == {"status": "ok"}
    assert two[0].get("/readyz")["reasons"] == ["the database does not answer"]
    assert two[1].get("/readyz") == {"status": "ready"}


def test_words_and_bans_pass_between_processes(two: tuple[Process, Process]) -> None:
    match, tokens = new_match(two[0])
    with two[0].player(tokens[0]) as here:
        here.until("update")
        holding, other = holder(two, match)
        cookie = other.sign_up("Anna")
        with (
            other.player(tokens[SPECTATOR], cookie=cookie) as anna,
            other.player(tokens[SPECTATOR]) as guest,
        ):
            anna.until("update")
            guest.until("update")
            anna.send(type="say", seat=SPECTATOR, text="Who leads?", key="key-00000001")
            (line,) = guest.until("chat")["lines"]
            assert (line["text"], line["name"], line["account"]) == ("Who leads?", "Anna", True)
            by = By("192.0.2.1")
            account = moderation.ban(holding.store, by, "Anna", "Spam")
            asked = asyncio.run_coroutine_threadsafe(
                # At the process that does not serve the match, as an operator may.
                other.app.state.tables.banish(Banished(account, "", "Spam")),
                other.app.state.tables.membership._loop,
            )
            asked.result(SECONDS)
            assert anna.until("banned")["text"] == "Spam"
            with pytest.raises(ConnectionClosed):
                anna.until("nothing")
    assert other.store.read("SELECT count(*), max(account) FROM chat") == [(1, account)]


def test_a_request_that_is_passed_on_says_who_asks() -> None:
    heard: list[tuple[str, dict[str, str], bytes]] = []

    class Listener(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            heard.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(200)
            self.send_header("Set-Cookie", "hexfront=other")
            self.end_headers()

    server = HTTPServer(("127.0.0.1", 0), Listener)
    thread = threading.Thread(target=server.handle_request)
    thread.start()
    said = {
        "host": "club.example",
        "origin": "https://club.example",
        "cookie": "hexfront=secret",
        "draft-token": "draft",
        "sec-fetch-site": "same-origin",
        "x-forwarded-for": "198.51.100.1",
        "connection": "keep-alive",
    }
    scope = {
        "type": "http",
        "method": "POST",
        "scheme": "https",
        "path": "/api/matches",
        "query_string": b"a=1",
        "server": ("club.example", 443),
        "client": ("203.0.113.9", 1),
        "headers": [(name.encode(), value.encode()) for name, value in said.items()],
        BODY: b"{}",
    }
    address = f"http://127.0.0.1:{server.server_port}"
    answer = asyncio.run(pass_request_on(Request(scope), address))
    thread.join(SECONDS)
    server.server_close()
    ((path, headers, body),) = heard
    assert (path, body) == ("/api/matches?a=1", b"{}")
    who = ("host", "origin", "cookie", "draft-token", "sec-fetch-site")
    assert {name: headers[name] for name in who} == {name: said[name] for name in who}
    assert headers["x-forwarded-for"] == "203.0.113.9", "and not what it says of itself"
    assert "set-cookie" not in answer.headers
