"""What an operator sees and does; settings that are wrong; figures and logs without secrets."""

from __future__ import annotations

import hashlib
import io
import json
import logging
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hexfront.core.errors import InputError
from hexfront.play.storage.operating import deeds
from hexfront.play.storage.store import Store
from hexfront.server.app import create_app
from hexfront.server.matches import described
from hexfront.server.operating import logs
from hexfront.server.settings import (
    LogSettings,
    MetricsSettings,
    OperatorSettings,
    ServerSettings,
    load_settings,
)

TOKEN = "an-operators-token-of-this-test"
SETTINGS = ServerSettings(
    operator=OperatorSettings(token_hash=hashlib.sha256(TOKEN.encode()).hexdigest()),
    metrics=MetricsSettings(token="a-token-for-figures"),
)
PERSONS = [{"kind": "person"}, {"kind": "person"}]
OWN = {"Origin": "http://testserver"}


class Site:
    """A server of its own, and what an operator sends."""

    def __init__(self, store: Store, client: TestClient) -> None:
        self.store, self.client = store, client

    def operate(self, what: str, **body: Any) -> Any:
        return self.client.post(f"/api/operator/{what}", json={"operator": TOKEN, **body}).json()

    def new_match(self) -> Any:
        body = {"system": "duel", "scenario": "", "options": {}, "seats": PERSONS}
        return self.client.post("/api/matches", json=body)

    def deeds(self) -> list[tuple[str, str]]:
        return [(deed, about) for _, _, deed, about in deeds(self.store)]


@contextmanager
def served(
    store: Store, settings: ServerSettings, address: str = "192.0.2.7"
) -> Iterator[TestClient]:
    described.cache_clear()
    app = create_app(store, None, settings, inside="http://127.0.0.1:9")
    with TestClient(app, client=(address, 1)) as client:
        yield client
    described.cache_clear()


@pytest.fixture
def site(where: str | Path, duel: None) -> Iterator[Site]:
    store = Store(where)
    with served(store, SETTINGS) as client:
        yield Site(store, client)
    store.close()


def test_only_who_has_the_token_operates(site: Site) -> None:
    assert site.operate("state")["sockets"] == 0
    for wrong in (TOKEN[:-1], TOKEN + "x", TOKEN.upper()):
        answer = site.client.post("/api/operator/state", json={"operator": wrong})
        assert answer.status_code == 400
        assert "the operator's token" in answer.json()["text"]
        assert wrong not in answer.text
    assert site.client.post("/api/operator/state", json={}).status_code == 400
    for _ in range(30):
        answer = site.client.post("/api/operator/state", json={"operator": TOKEN[:-1]})
    assert answer.status_code == 429


def test_without_an_operator_there_is_no_page_of_his(tmp_path: Path, duel: None) -> None:
    store = Store(tmp_path)
    with served(store, ServerSettings()) as client:
        answer = client.post("/api/operator/state", json={"operator": TOKEN})
        assert answer.status_code == 404
        assert client.get("/metrics").status_code == 404
    store.close()


def test_an_operator_sees_matches_and_nothing_of_what_is_played(site: Site) -> None:
    made = site.new_match().json()
    found = site.operate("state")
    (match,) = found["matches"]
    assert (match["match"], match["system"], match["over"]) == (made["match"], "duel", False)
    assert (found["unfinished"], found["finished"]) == (1, 0)
    text = json.dumps(found)
    secrets = [*made["tokens"].values(), made["spectator"], TOKEN]
    assert not any(secret in text for secret in secrets)


def test_a_word_of_the_operator_comes_to_every_page(site: Site) -> None:
    made = site.new_match().json()
    with site.client.websocket_connect("/api/match") as socket:
        socket.send_json({"type": "join", "tokens": [made["tokens"]["0"]]})
        while socket.receive_json()["type"] != "update":
            pass
        site.operate("announce", text="Soup is ready.")
        while (message := socket.receive_json())["type"] != "announcement":
            pass
    assert message["text"] == "Soup is ready."
    for path in ("lobby", "people/me"):
        assert site.client.get(f"/api/{path}").json()["announcement"] == "Soup is ready."
    assert site.deeds() == [("announce", "Soup is ready.")]


def test_a_server_that_drains_takes_no_new_matches(site: Site) -> None:
    (process,) = site.operate("state")["processes"]
    made = site.new_match().json()
    site.operate("drain", process=process["process"], draining=True)
    membership = site.client.app.state.tables.membership  # type: ignore[attr-defined]
    if membership is not None:
        membership.lease.renew()
    assert site.client.get("/readyz").status_code == 503
    refused = site.new_match()
    assert refused.status_code == 503
    assert "started again" in refused.json()["text"]
    assert "started again" in site.client.get("/api/lobby").json()["announcement"]
    wanted = {"system": "duel", "persons": 1}
    opened = site.client.post("/api/lobby/open", json=wanted)
    assert opened.status_code == 503, "nor from the lobby"
    with site.client.websocket_connect("/api/match") as socket:  # others go on
        socket.send_json({"type": "join", "tokens": [made["tokens"]["0"]]})
        while socket.receive_json()["type"] != "update":
            pass
    site.operate("drain", process=process["process"], draining=False)
    if membership is not None:
        membership.lease.renew()
    assert site.new_match().status_code == 201
    assert [deed for deed, _ in site.deeds()] == ["end drain", "drain"]
    assert "process" in site.operate("drain", process="nobody", draining=True)["text"]


def test_who_is_banned_is_not_answered(site: Site) -> None:
    other = TestClient(site.client.app, client=("203.0.113.9", 1))
    assert other.get("/healthz").status_code == 200
    token = site.new_match().json()["tokens"]["0"]
    other.portal = site.client.portal
    with other.websocket_connect("/api/match") as socket:
        socket.send_json({"type": "join", "tokens": [token]})
        while socket.receive_json()["type"] != "update":
            pass
        site.operate("ban", network="203.0.113.0/24", reason="Spam", banned=True)
        while (message := socket.receive_json())["type"] != "banned":
            pass
        assert "does not answer your address" in message["text"]
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    assert other.get("/healthz").status_code == 403
    with pytest.raises(WebSocketDisconnect), other.websocket_connect("/api/match"):
        pass
    assert site.client.get("/healthz").status_code == 200
    mistakes = [
        {"network": "192.0.2.0/24", "banned": True},  # the operator's own
        {"network": "nobody", "banned": True},
        {"network": "198.51.100.1", "banned": False},
    ]
    for mistake in mistakes:
        assert "problems" in site.operate("ban", **mistake)
    site.operate("ban", network="203.0.113.0/24", banned=False)
    assert other.get("/healthz").status_code == 200
    assert site.deeds() == [("lift ban", "203.0.113.0/24"), ("ban", "203.0.113.0/24 Spam")]


def test_an_operator_does_not_ban_himself_over_ipv6_either(where: str | Path, duel: None) -> None:
    store = Store(where)
    with served(store, SETTINGS, "2001:db8:0:1::7") as client:
        site = Site(store, client)
        other = TestClient(client.app, client=("2001:db8:0:1::9", 1))
        token = site.new_match().json()["tokens"]["0"]
        for own in ("2001:db8:0:1::/64", "2001:db8::/32", "2001:db8:0:1::7"):
            answer = site.operate("ban", network=own, banned=True)
            assert "not your own address" in answer["text"], own
        assert client.get("/healthz").status_code == 200
        other.portal = client.portal
        with (
            other.websocket_connect("/api/match") as socket,
            other.websocket_connect("/api/lobby/live", headers=OWN) as lobby,
        ):
            socket.send_json({"type": "join", "tokens": [token]})
            while socket.receive_json()["type"] != "update":
                pass
            lobby.receive_json()
            site.operate("ban", network="2001:db8:0:1::8/125", reason="Spam", banned=True)
            while socket.receive_json()["type"] != "banned":
                pass
            with pytest.raises(WebSocketDisconnect):
                while True:
                    lobby.receive_json()
        assert other.get("/healthz").status_code == 403
        assert client.get("/healthz").status_code == 200
        assert [done[1:3] for done in deeds(store)] == [("2001:db8:0:1::7", "ban")]
    store.close()


def test_who_is_banned_is_so_whichever_way_his_address_is_written(site: Site) -> None:
    site.operate("ban", network="::ffff:203.0.113.0/120", banned=True)
    for address, status in (("203.0.113.9", 403), ("::ffff:203.0.113.9", 403), ("::1", 200)):
        other = TestClient(site.client.app, client=(address, 1))
        assert other.get("/healthz").status_code == status, address


def test_accounts_are_found_by_a_part_of_their_name(site: Site) -> None:
    for name in ("Anna", "Ännchen", "Max_Power"):
        body = {"name": name, "password": "five quiet hexes"}
        assert site.client.post("/api/people/sign-up", json=body, headers=OWN).status_code == 201
    for part, names in (
        ("", ["Anna", "Max_Power", "Ännchen"]),
        ("änn", ["Anna", "Ännchen"]),
        ("POW", ["Max_Power"]),
        ("_", ["Max_Power"]),
        ("%", []),
    ):
        found = site.operate("accounts", name=part)
        assert sorted(one["name"] for one in found["accounts"]) == names, part
        assert (found["every"], found["found"]) == (3, len(names))


def test_a_ban_outlives_a_restart(site: Site, where: str | Path) -> None:
    site.operate("ban", network="203.0.113.9", banned=True)
    store = Store(where)
    with served(store, SETTINGS, "203.0.113.9") as client:
        bans = client.app.state.operating.bans  # type: ignore[attr-defined]
        bans.look(store)
        assert client.get("/").status_code == 403
    store.close()


def figures(site: Site) -> str:
    answer = site.client.get("/metrics", headers={"Authorization": "Bearer a-token-for-figures"})
    assert answer.status_code == 200
    return answer.text


def add_share(site: Site, token: str, side: int) -> None:
    """Add to the dice, as a page does when it opens."""
    with site.client.websocket_connect("/api/match") as socket:
        socket.send_json({"type": "join", "tokens": [token]})
        socket.send_json({"type": "share", "seat": side, "share": "5" * 32})
        while True:
            message = socket.receive_json()
            if message["type"] == "shares" and message["shares"][side]["added"]:
                return


def test_figures_name_no_player_and_no_match(site: Site) -> None:
    made = site.new_match().json()
    for side in (0, 1):
        add_share(site, made["tokens"][str(side)], side)
    with site.client.websocket_connect("/api/match") as socket:
        socket.send_json({"type": "join", "tokens": [made["tokens"]["0"]]})
        while not (update := socket.receive_json()).get("offers"):
            pass
        for key, orders, answer in (
            ("key-0001", [999999], "refused"),
            ("key-0002", update["offers"][0]["orders"], "done"),
        ):
            socket.send_json({"type": "orders", "seat": 0, "orders": orders, "key": key})
            while socket.receive_json()["type"] != answer:
                pass
        text = figures(site)
    site.client.get(f"/api/{made['match']}")
    for line in (
        "hexfront_live_matches 1.0",
        "hexfront_sockets 1.0",
        "hexfront_database_up 1.0",
        'hexfront_order_seconds_count{outcome="done"} 1.0',
        'hexfront_order_seconds_count{outcome="refused"} 1.0',
        'hexfront_order_seconds_count{outcome="not_saved"} 0.0',
        'hexfront_request_seconds_count{method="POST",route="/api/matches",status="2xx"} 1.0',
    ):
        assert line in text, text
    assert made["match"] not in figures(site)
    assert site.client.get("/metrics").status_code == 404


def test_logs_hold_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.StringIO()
    monkeypatch.setattr("sys.stderr", written)
    token = "x" * 43
    with logs.error_output(LogSettings(format="json", level="info", requests=True)):
        logging.getLogger("hexfront.test").info(
            "seat %s at postgresql://me:hunter2@db/x", token, extra={"fields": {"seconds": 1}}
        )
        try:
            raise ValueError(f"token {token}")
        except ValueError:
            logging.getLogger("hexfront.test").exception("failed")
    first, second = map(json.loads, written.getvalue().splitlines())
    assert first["message"] == "seat … at postgresql://…@db/x"
    assert (first["level"], first["seconds"]) == ("info", 1)
    assert "ValueError: token …" in second["exception"]
    assert token not in written.getvalue()


LOGGING = """
import logging, sys
from pathlib import Path
from hexfront.server import launch
from hexfront.server.settings import LogSettings, ServerSettings

def prepare(*about, really=launch._prepare):
    logging.getLogger("hexfront.test").debug("a detail")
    logging.getLogger("hexfront.test").warning("seat %s at postgresql://me:hunter2@db/x", "x" * 43)
    return really(*about)

def run(server, sockets):
    try:
        raise ValueError("token " + "x" * 43)
    except ValueError:
        logging.getLogger("uvicorn.error").exception("failed")

launch._prepare, launch._Server.run = prepare, run
settings = ServerSettings(log=LogSettings(**{log}))
launch.serve(port=0, data=Path(sys.argv[1]), open_browser=False, settings=settings)
"""


@pytest.mark.parametrize(
    ("log", "first", "second"),
    [
        ({}, "seat … at postgresql://…@db/x", "ERROR:    failed"),
        ({"level": "info"}, "WARNING hexfront.test: seat … at postgresql://…@db/x", "failed"),
        ({"format": "json"}, '"message": "seat … at postgresql://…@db/x"}', '"message": "failed"'),
    ],
)
def test_a_server_writes_no_secret_however_it_logs(
    log: dict[str, str], first: str, second: str, tmp_path: Path
) -> None:
    program = [sys.executable, "-c", LOGGING.format(log=log), str(tmp_path)]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    lines = done.stderr.splitlines()
    assert lines[0].endswith(first)
    assert log or lines[0] == first  # as Python and uvicorn write it by themselves
    assert second in lines[1]
    assert done.stderr.count("failed") == 1
    assert "ValueError: token …" in done.stderr
    assert "hunter2" not in done.stderr
    assert "x" * 43 not in done.stderr
    assert "a detail" not in done.stderr


def test_requests_are_logged_at_any_level(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.StringIO()
    monkeypatch.setattr("sys.stderr", written)
    with logs.error_output(LogSettings(requests=True)):
        logs.requests_log.info("GET / 200")
        logging.getLogger("hexfront.test").info("no warning")
    assert written.getvalue().endswith("INFO hexfront.requests: GET / 200\n")
    assert "no warning" not in written.getvalue()


def test_a_requested_path_is_one_line_of_the_log(
    where: str | Path, duel: None, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(where)
    caplog.set_level(logging.INFO, "hexfront.requests")
    with served(store, ServerSettings(log=LogSettings(requests=True))) as client:
        client.get("/x%0AERROR%20all%20is%20lost")
    store.close()
    said = [record.getMessage() for record in caplog.records if record.name == "hexfront.requests"]
    assert any(line.startswith(r"GET /x\nERROR all is lost 404") for line in said)
    assert not any("\n" in line for line in said)


def test_all_that_is_wrong_with_settings_is_said_at_once(tmp_path: Path) -> None:
    path = tmp_path / "server.toml"
    path.write_text(
        'database = "mysql://me:hunter2@db/x"\nconnections = 0\n'
        '[operator]\ntoken_hash = "hunter3"\n'
        '[metrics]\n[log]\nformat = "xml"\n[email]\nport = 99999\n'
    )
    with pytest.raises(InputError) as refused:
        load_settings(path, {"HEXFRONT_INSIDE": "ftp://x"})
    places = {problem.place.rpartition(": ")[2] for problem in refused.value.problems}
    assert places >= {
        *("/database", "/connections", "/operator/token_hash", "/metrics", "/log/format"),
        *("/email/port", "/email/host", "/email/sender", "/inside"),
    }
    assert "hunter" not in str(refused.value)


def test_secrets_may_come_from_the_environment(tmp_path: Path) -> None:
    path = tmp_path / "server.toml"
    path.write_text("[metrics]\nport = 9000\n")
    found = load_settings(
        path,
        {
            "HEXFRONT_DATABASE": "postgresql://me@db/x",
            "HEXFRONT_OPERATOR_HASH": "0" * 64,
            "HEXFRONT_METRICS_TOKEN": "a-token-for-figures",
        },
    )
    assert found.database == "postgresql://me@db/x"
    assert found.operator == OperatorSettings(token_hash="0" * 64)
    assert found.metrics == MetricsSettings(port=9000, token="a-token-for-figures")


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_what_a_server_needs_is_looked_at_as_a_whole(
    tmp_path: Path, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hexfront.server import launch

    (tmp_path / "file").write_text("")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        settings = ServerSettings(
            address="https://games.example",
            database="postgresql://me:hunter2@127.0.0.1:1/x",
            metrics=MetricsSettings(port=port),
        )
        with pytest.raises(InputError) as refused:
            launch.serve(host, 99999, tmp_path, False, None, settings)
    found = [problem.place for problem in refused.value.problems]
    first = "settings: /inside" if host == "0.0.0.0" else "settings: /proxies"
    figures = f"settings: /metrics/port {port} on 127.0.0.1"
    assert found == [first, "port", figures, "database postgresql://127.0.0.1:1/x"]
    assert f"{figures}: found <port {port} is in use>" in str(refused.value)
    assert "hunter2" not in str(refused.value)
