"""Turn notices, with a mail server and a web server of our own."""

from __future__ import annotations

import email
import json
import logging
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from starlette.testclient import TestClient

from hexfront.core.contract import Step
from hexfront.core.errors import InputError
from hexfront.play.storage.records import SeatPlan, SeatRecord
from hexfront.play.storage.store import Store
from hexfront.play.storage.tokens import hash_token
from hexfront.server import notices
from hexfront.server.app import create_app
from hexfront.server.notices import Notices
from hexfront.server.settings import EmailSettings, ServerSettings, load_settings
from hexfront.server.wire.bodies import NewNotice
from tests.server.conftest import Player

HOME = "https://games.example/"


class Mailbox:
    """What a mail server was handed."""

    def __init__(self) -> None:
        self.mails: list[tuple[list[str], str]] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.mails.append((envelope.rcpt_tos, envelope.content.decode()))
        return "250 OK"


@contextmanager
def mail_server(**settings: Any) -> Iterator[tuple[Mailbox, int]]:
    box = Mailbox()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=port, **settings)
    controller.start()
    try:
        yield box, port
    finally:
        controller.stop()


@contextmanager
def web_server(status: int = 204) -> Iterator[tuple[list[dict[str, Any]], str]]:
    got: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            got.append({"path": self.path, **json.loads(body)})
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield got, f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def until(true: Callable[[], object]) -> None:
    for _ in range(1500):
        if true():
            return
        time.sleep(0.01)
    raise AssertionError("never true")


def mailer(port: int, **more: Any) -> ServerSettings:
    email = {"host": "127.0.0.1", "port": port, "security": "none", "sender": "us@games.example"}
    return ServerSettings(email=EmailSettings(**{**email, **more}))


def hooks(*origins: str) -> ServerSettings:
    return ServerSettings(webhooks=list(origins))


@pytest.fixture
def store(tmp_path: Path, duel: None) -> Iterator[Store]:
    store = Store(tmp_path / "data")
    yield store
    store.close()


@contextmanager
def notices_of(store: Store, settings: ServerSettings) -> Iterator[Notices]:
    """Notices of a server; at the end all that wait have been sent."""
    told = Notices(store, settings, HOME)
    yield told
    told.close()


def match(store: Store) -> tuple[str, list[SeatRecord]]:
    seats = [SeatPlan("person"), SeatPlan("person", name="Bob")]
    made = store.create("duel", "1", {"title": "Two sides"}, bytes(32), seats)
    found = [store.seat(made.tokens[side]) for side in (0, 1)]
    return made.match, [seat for seat in found if seat is not None]


def wants(**addresses: str) -> NewNotice:
    return NewNotice(token="t" * 43, **addresses)


def agree(told: Notices, *addresses: str) -> None:
    """Let the owners of addresses say yes, as the page of their e-mail does."""
    for address in addresses:
        told.consents.ask(address)
        told.consents.answer(told.consents.token(address), True)


def pass_turn(store: Store, match_id: str, *must_act: int) -> None:
    number = len(store.load(match_id).steps)
    store.append(match_id, number, [Step(0, 1)], ["aa"], [number + 1], must_act=must_act)


def test_an_absent_player_is_told_once_a_turn_and_not_again_after_a_restart(store: Store) -> None:
    match_id, (red, _) = match(store)
    with mail_server() as (box, port):
        with notices_of(store, mailer(port)) as told:
            agree(told, "red@example.org")
            told.keep(red, wants(email="red@example.org"))
            pass_turn(store, match_id, 0)
            for _ in range(3):
                told.turn(match_id, (0,), set())
            until(lambda: box.mails)
        with notices_of(store, mailer(port)) as told:
            told.turn(match_id, (0,), set())
            pass_turn(store, match_id, 0)
            told.turn(match_id, (0,), set())
        assert len(box.mails) == 1
        with notices_of(store, mailer(port)) as told:
            pass_turn(store, match_id, 1)
            told.turn(match_id, (1,), set())
            pass_turn(store, match_id, 0)
            told.turn(match_id, (0,), set())
            until(lambda: len(box.mails) == 2)
    (to, mail), _ = box.mails
    assert to == ["red@example.org"]
    assert "Subject: Your turn: Two sides" in mail
    assert "From: us@games.example" in mail
    assert HOME in mail
    assert red.match not in mail


def test_nobody_gets_e_mails_before_he_agrees_nor_after_he_refuses(store: Store) -> None:
    """Anybody can type anybody's address: one e-mail of asking, and then silence."""
    match_id, (red, _) = match(store)
    address = "Owner@example.org"
    with mail_server() as (box, port), notices_of(store, mailer(port)) as told:
        assert told.keep(red, wants(email=address)).email_waits
        assert told.keep(red, wants(email=address.lower())).email_waits
        pass_turn(store, match_id, 0)
        told.turn(match_id, (0,), set())
        until(lambda: box.mails)
        link = re.search(
            rf"{HOME}mail#(\S+)", email.message_from_string(box.mails[0][1]).get_payload()
        )
        assert link is not None
        agreed = told.consents.answer(link[1], True)
        assert (agreed.address, agreed.state) == (address.lower(), "agreed")
        assert not told.keep(red, wants()).email_waits
        pass_turn(store, match_id, 1)
        pass_turn(store, match_id, 0)
        told.turn(match_id, (0,), set())
        until(lambda: len(box.mails) == 2)
        assert "Subject: Do you want" in box.mails[0][1]
        assert "Subject: Your turn" in box.mails[1][1]
        assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in box.mails[1][1]
        told.consents.answer(link[1], False)
        assert told.keep(red, wants()).email == ""
        with pytest.raises(InputError, match="has not refused"):
            told.keep(red, wants(email=address))
    assert hash_token(link[1]) in {row[0] for row in store.read("SELECT token_hash FROM mail")}


def test_a_mail_program_ends_the_e_mails_by_one_click(store: Store) -> None:
    _, (red, _) = match(store)
    app = create_app(store, settings=mailer(1), home=HOME)
    with TestClient(app) as client:
        told = app.state.services.notices
        agree(told, "red@example.org")
        told.keep(red, wants(email="red@example.org"))
        path = told.consents.one_click("red@example.org").removeprefix(HOME)
        answer = client.post(f"/{path}", content=b"List-Unsubscribe=One-Click")
        assert answer.json() == {"address": "red@example.org", "state": "refused"}
        assert told.keep(red, wants()).email == ""
        token = told.consents.token("red@example.org")
        assert client.post("/api/mail", json={"token": token}).json()["state"] == "refused"
        assert client.post("/api/mail", json={"token": token, "agrees": True}).status_code == 200
        assert client.post("/api/mail", json={"token": "t" * 43}).status_code == 400


def test_who_looks_at_the_table_is_not_told(store: Store) -> None:
    match_id, (red, blue) = match(store)
    with mail_server() as (box, port):
        with notices_of(store, mailer(port)) as told:
            for seat in (red, blue):
                agree(told, f"side{seat.side}@example.org")
                told.keep(seat, wants(email=f"side{seat.side}@example.org"))
            pass_turn(store, match_id, 0, 1)
            told.turn(match_id, (0, 1), {0})
        assert [to for to, _ in box.mails] == [["side1@example.org"]]


def test_what_another_does_unseen_sends_no_notice(store: Store) -> None:
    """The time of a notice would tell when the other plans."""
    match_id, (red, blue) = match(store)
    with web_server() as (got, origin):
        with notices_of(store, hooks(f"{origin}/")) as told:
            told.keep(blue, wants(webhook=f"{origin}/blue"))
            pass_turn(store, match_id, 0, 1)
            told.turn(match_id, (0, 1), {0, 1})  # Blue sees it begin, and leaves
            told.keep(red, wants(webhook=f"{origin}/red"))  # Red knows it, and asks to be told
            pass_turn(store, match_id, 0, 1)
            told.turn(match_id, (0, 1), set())
        assert got == []
        with notices_of(store, hooks(f"{origin}/")) as told:
            pass_turn(store, match_id, 1)
            pass_turn(store, match_id, 0, 1)
            told.turn(match_id, (0, 1), set())
        assert [call["path"] for call in got] == ["/red"]


def test_a_notice_holds_no_name_no_token_and_nothing_of_the_position(store: Store) -> None:
    match_id, (_, blue) = match(store)
    with web_server() as (got, origin), notices_of(store, hooks(f"{origin}/")) as told:
        told.keep(blue, wants(webhook=f"{origin}/hook?to=blue"))
        pass_turn(store, match_id, 1)
        told.turn(match_id, (1,), set())
        until(lambda: got)
    text = got[0].pop("text")
    assert got == [{"path": "/hook?to=blue", "title": "Your turn: Two sides", "address": HOME}]
    assert text.startswith("It is your turn in “Two sides”, as")
    assert "Bob" not in text


def test_an_address_can_be_seen_and_ended_by_its_seat(store: Store) -> None:
    match_id, (red, blue) = match(store)
    with web_server() as (got, origin):
        with notices_of(store, hooks(f"{origin}/")) as told:
            told.keep(red, wants(webhook=f"{origin}/red"))
            assert told.keep(red, wants()).webhook == f"{origin}/red"
            assert told.keep(blue, wants()).webhook == ""
            assert told.keep(red, wants(webhook="")).webhook == ""
            pass_turn(store, match_id, 0)
            told.turn(match_id, (0,), set())
        assert got == []


@pytest.mark.parametrize(
    "address",
    [
        "http://169.254.169.254/latest",
        "http://listed.example.evil.example/x",
        "http://listed.example@evil.example/",
        "https://listed.example/",
        "http://listed.example:81/",
        "http://listed.example/club",
        "http://listed.example/other/",
        "http://listed.example/club/../admin",
        "http://listed.example/club/%2E%2e/admin",
        "http://listed.example/club/..\\admin",
        "http://listed.example/ x",
        "http://listed.example/\r\nHost: evil",
        "http://listed.example/#x",
        "//listed.example/",
        "http://[",
        "file:///etc/passwd",
    ],
)
def test_only_listed_hosts_are_called(store: Store, address: str) -> None:
    _, (red, _) = match(store)
    with notices_of(store, hooks("http://listed.example/club/")) as told:
        with pytest.raises(InputError, match="webhook"):
            told.keep(red, wants(webhook=address))
        told.keep(red, wants(webhook="http://listed.example/club/ok?a=b"))


@pytest.mark.parametrize("address", ["x", "a@b@c", "a@b.c\nBcc: d@e.f", "a@b.c,d@e.f", "<a@b.c>"])
def test_only_one_plain_address_gets_mail(store: Store, address: str) -> None:
    _, (red, _) = match(store)
    with notices_of(store, mailer(1)) as told, pytest.raises(InputError, match="email"):
        told.keep(red, wants(email=address))


def test_a_server_without_settings_tells_nobody(store: Store) -> None:
    match_id, (red, _) = match(store)
    with notices_of(store, ServerSettings()) as told:
        assert told.ways.model_dump() == {"email": False, "webhooks": []}
        with pytest.raises(InputError, match="sends no e-mail"):
            told.keep(red, wants(email="a@b.c"))
        told.turn(match_id, (0,), set())


def test_a_redirect_is_not_followed_and_a_failure_is_tried_once_more(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    later: list[threading.Timer] = []

    class Kept(threading.Timer):
        def __init__(self, seconds: float, function: Any, arguments: Any) -> None:
            super().__init__(0, function, arguments)
            later.append(self)

    monkeypatch.setattr(threading, "Timer", Kept)
    match_id, (red, _) = match(store)
    with web_server(302) as (got, origin), caplog.at_level(logging.WARNING):
        with notices_of(store, hooks(f"{origin}/")) as told:
            told.keep(red, wants(webhook=f"{origin}/secret-path"))
            pass_turn(store, match_id, 0)
            told.turn(match_id, (0,), set())
            until(lambda: len(got) == 2)
        assert len(later) == 1  # what would try once more would be a second
        assert [call["path"] for call in got] == ["/secret-path"] * 2
    assert "was not sent" in caplog.text
    assert "secret-path" not in caplog.text


def test_a_wrong_password_is_logged_without_it(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    def check(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        assert isinstance(data, LoginPassword)
        return AuthResult(success=data.password == b"right", handled=False)

    match_id, (red, _) = match(store)
    with mail_server(authenticator=check, auth_require_tls=False) as (box, port):
        settings = mailer(port, user="us", password="wrong-password")
        with notices_of(store, settings) as told, caplog.at_level(logging.WARNING):
            agree(told, "red@example.org")
            told.keep(red, wants(email="red@example.org"))
            pass_turn(store, match_id, 0)
            told.turn(match_id, (0,), set())
            until(lambda: "was not sent" in caplog.text)
        assert "wrong-password" not in caplog.text
        assert "red@example.org" not in caplog.text
        with notices_of(store, mailer(port, user="us", password="right")) as told:
            pass_turn(store, match_id, 1)
            pass_turn(store, match_id, 0)
            told.turn(match_id, (0,), set())
            until(lambda: box.mails)


def test_one_address_gets_few_notices_in_an_hour(store: Store) -> None:
    match_id, (red, _) = match(store)
    with web_server() as (got, origin):
        with notices_of(store, hooks(f"{origin}/")) as told:
            told.keep(red, wants(webhook=f"{origin}/red"))
            for _ in range(notices.NOTICES_AN_HOUR + 10):
                pass_turn(store, match_id, 1)
                pass_turn(store, match_id, 0)
                told.turn(match_id, (0,), set())
        assert len(got) == notices.NOTICES_AN_HOUR


def test_the_environment_completes_the_file(tmp_path: Path) -> None:
    path = tmp_path / "server.toml"
    path.write_text('address = "https://games.example"\n[email]\nhost = "mail"\nsender = "a@b.c"\n')
    found = load_settings(path, {"HEXFRONT_EMAIL_PASSWORD": "p", "HEXFRONT_EMAIL_PORT": "25"})
    assert found.email is not None
    assert (found.email.host, found.email.port, found.email.password) == ("mail", 25, "p")
    assert found.address == "https://games.example"
    assert load_settings(None, {}) == ServerSettings()
    with pytest.raises(InputError, match="HEXFRONT_EMAIL"):
        load_settings(None, {"HEXFRONT_EMAIL_PORT": "many"})
    with pytest.raises(InputError, match="TOML"):
        load_settings(tmp_path / "none.toml", {})


def play_round(client: TestClient, token: str) -> None:
    """Lay a card and commit."""
    with client.websocket_connect("/api/match") as socket:
        player = Player(socket, [token])
        update = player.until("update")
        orders = next(o["orders"] for o in update["offers"] if len(o["orders"]) == 2)
        player.orders(update["seat"], orders)
        player.until("done")


def test_an_absent_player_hears_when_the_other_has_played(tmp_path: Path, duel: None) -> None:
    """From the home page's request to the post, through a table that is played at."""
    with web_server() as (got, origin):
        store = Store(tmp_path / "data")
        app = create_app(store, settings=hooks(f"{origin}/"), home=HOME)
        with TestClient(app) as client:
            assert client.get("/api/notices").json() == {"email": False, "webhooks": [f"{origin}/"]}
            seats = [{"kind": "person"}, {"kind": "person", "name": "Bob"}]
            made = client.post("/api/matches", json={"system": "duel", "seats": seats}).json()
            red, blue = made["tokens"]["0"], made["tokens"]["1"]
            wanted = {"token": blue, "webhook": f"{origin}/blue"}
            assert client.post("/api/notices", json=wanted).json()["webhook"] == f"{origin}/blue"
            for token, refused in ((made["spectator"], "player"), ("x" * 43, "unknown")):
                answer = client.post("/api/notices", json={**wanted, "token": token})
                assert answer.status_code == 400
                assert refused in answer.text
            with client.websocket_connect("/api/match") as socket:
                Player(socket, [red]).until("update")  # adds to the dice, which wait for it
            play_round(client, blue)
            play_round(client, red)
            until(lambda: got)
            for _ in range(2):
                with client.websocket_connect("/api/match") as socket:
                    Player(socket, [red]).until("update")
        store.close()
    assert [call["path"] for call in got] == ["/blue"]
    assert not any(token in str(got) for token in (red, blue, made["spectator"]))
