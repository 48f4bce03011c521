"""Notices over HTTP: channels of accounts, guests, one click, and turns that are played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from hexfront.core.errors import InputError
from hexfront.people import passwords
from hexfront.play.storage.store import Store
from hexfront.server.app import create_app
from hexfront.server.matches import described
from hexfront.server.settings import EmailSettings, PushSettings, ServerSettings, load_settings
from tests.people.outside import HOME, mail_server, web_server
from tests.people.test_webpush import Browser
from tests.server.conftest import Player
from tests.waiting import until

OWN = {"Origin": "http://testserver"}
SECRET = "five quiet hexes"


def settings_of(port: int = 1, *hooks: str) -> ServerSettings:
    email = EmailSettings(host="127.0.0.1", port=port, security="none", sender="us@games.example")
    push = PushSettings(contact="mailto:us@games.example")
    return ServerSettings(email=email, webhooks=list(hooks), push=push)


@pytest.fixture(autouse=True)
def quick(duel: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(passwords, "hash_password", lambda password: "none that fits")
    described.cache_clear()
    yield
    described.cache_clear()


def test_an_account_sets_tries_and_ends_its_channels(tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    with mail_server() as (mailbox, port), web_server() as (got, origin):
        app = create_app(store, settings=settings_of(port, f"{origin}/"), home=HOME)
        with TestClient(app, headers=OWN) as client:

            def post(path: str, status: int = 200, **body: object) -> dict[str, object]:
                answer = client.post(f"/api/people/{path}", json=body)
                assert answer.status_code == status, answer.text
                found: dict[str, object] = answer.json()
                return found

            assert client.get("/api/people/notices").status_code == 401
            post("sign-up", 201, name="Anna", password=SECRET)
            first = client.get("/api/people/notices").json()
            assert first["email"] and first["webhooks"] == [f"{origin}/"] and first["push_key"]
            post("notices", email="anna@example.org", webhook=f"{origin}/anna")
            keys = {**Browser().keys, "endpoint": "https://fcm.googleapis.com/fcm/send/x"}
            post("notices", browser=keys)
            until(lambda: mailbox.mails)
            found = client.get("/api/people/notices").json()["channels"]
            by_way = {one["way"]: one for one in found}
            assert not by_way["email"]["confirmed"]
            post("notices/change", 400, id=by_way["email"]["id"], do="test")
            token = app.state.people.notices.consents.token("anna@example.org")
            said = {"token": token, "agrees": True}
            assert client.post("/api/mail", json=said).json()["state"] == "agreed"
            changed = {"do": "set", "daily": True, "files": True}
            post("notices/change", id=by_way["email"]["id"], **changed)
            for way in ("email", "webhook"):
                post("notices/change", id=by_way[way]["id"], do="test")
            until(lambda: len(mailbox.mails) == 2 and got)
            assert mailbox.message()["Subject"] == "A test of your notices"
            click = mailbox.message()["List-Unsubscribe"].strip("<>").removeprefix(HOME)
            opened = client.get(f"/{click}", follow_redirects=False)
            assert (opened.status_code, opened.headers["location"]) == (303, f"/mail#{token}")
            answer = client.post(f"/{click}", content=b"List-Unsubscribe=One-Click")
            assert answer.json() == {"address": "anna@example.org", "state": "refused"}
            post("notices/change", id=by_way["webhook"]["id"], do="end")
            left = client.get("/api/people/notices").json()["channels"]
            assert [(one["way"], one["address"]) for one in left] == [("push", "A program")]
            other = {"id": left[0]["id"], "do": "end"}
            client.post("/api/people/sign-out", json={})
            post("sign-up", 201, name="Eve", password=SECRET)
            post("notices/change", 400, **other)  # another's
            for wrong in ({"email": "a@b\r\nBcc: c@d"}, {"webhook": "http://127.0.0.1/x"}):
                post("notices", 400, **wrong)
            post("notices", 400, browser={**keys, "endpoint": "https://127.0.0.1/x"})
    store.close()


def play_round(client: TestClient, token: str) -> None:
    """Lay a card and commit."""
    with client.websocket_connect("/api/match") as socket:
        player = Player(socket, [token])
        update = player.until("update")
        orders = next(o["orders"] for o in update["offers"] if len(o["orders"]) == 2)
        player.orders(update["seat"], orders)
        player.until("done")


def test_an_absent_guest_hears_when_the_other_has_played(tmp_path: Path) -> None:
    """From the home page's request to the post, through a table that is played at."""
    with web_server() as (got, origin):
        store = Store(tmp_path / "data")
        settings = ServerSettings(webhooks=[f"{origin}/"])
        with TestClient(create_app(store, settings=settings, home=HOME)) as client:
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
            ended = client.post("/api/notices", json={"token": blue, "webhook": ""}).json()
            assert ended["webhook"] == ""
        store.close()
    assert [call.path for call in got] == ["/blue"]
    assert not any(token in str(got) for token in (red, blue, made["spectator"]))


def test_who_waits_in_the_lobby_hears_that_his_game_has_begun(tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    with web_server() as (got, origin):
        settings = ServerSettings(webhooks=[f"{origin}/"])
        app = create_app(store, settings=settings, home=HOME)
        with TestClient(app, headers=OWN) as client:
            for name in ("Anna", "Berta"):
                account = {"name": name, "password": SECRET}
                assert client.post("/api/people/sign-up", json=account).status_code == 201
                client.post("/api/people/notices", json={"webhook": f"{origin}/{name}"})
                if name == "Anna":
                    client.post("/api/lobby/open", json={"system": "duel", "persons": 2})
                    client.post("/api/people/sign-out", json={})
            (game,) = client.get("/api/lobby").json()["games"]
            assert client.post("/api/lobby/join", json={"game": game["id"]}).json()["began"]
            until(lambda: got)
    store.close()
    assert [call.path for call in got] == ["/Anna"]  # Berta sees it
    assert json.loads(got[0].body)["title"].startswith("Your game has begun: ")


def test_a_password_comes_from_a_file_or_the_environment(tmp_path: Path) -> None:
    path = tmp_path / "server.toml"
    mail = '[email]\nhost = "mail"\nsender = "a@b.c"\n'
    path.write_text(f'address = "https://games.example"\n{mail}')
    found = load_settings(path, {"HEXFRONT_EMAIL_PASSWORD": "p", "HEXFRONT_EMAIL_PORT": "25"})
    assert found.email is not None
    assert (found.email.host, found.email.port, found.email.password) == ("mail", 25, "p")
    assert found.address == "https://games.example"
    (tmp_path / "secret").write_text("from a file\n")
    path.write_text(f'{mail}password_file = "secret"\n')
    found = load_settings(path, {})
    assert found.email is not None
    assert found.email.relay.password == "from a file"
    path.write_text(f'{mail}password_file = "secret"\npassword = "x"\n')
    with pytest.raises(InputError, match="either this or"):
        load_settings(path, {})
    path.write_text(f'connections = 0\n{mail}password_file = "none"\nport = 0\n')
    with pytest.raises(InputError, match="holds the password") as refused:
        load_settings(path, {})
    places = {problem.place.rpartition(": ")[2] for problem in refused.value.problems}
    assert places == {"/email/password_file", "/email/port", "/connections"}
    assert load_settings(None, {}) == ServerSettings()
    with pytest.raises(InputError, match="HEXFRONT_EMAIL"):
        load_settings(None, {"HEXFRONT_EMAIL_PORT": "many"})
    with pytest.raises(InputError, match="TOML"):
        load_settings(tmp_path / "none.toml", {})
    for push in ('contact = "me"', 'contact = "mailto:a@b.c"\nservices = ["https://a.*.b"]'):
        path.write_text(f"[push]\n{push}\n")
        with pytest.raises(InputError, match="push"):
            load_settings(path, {})
