"""The server as a process: its port, its data folder, and what a kill leaves."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection, connect

from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.storage.store import Store
from hexfront.server.launch import ReadyMatch, serve
from hexfront.server.matches import create_ready

ROOT = Path(__file__).parents[2]
NEW = {"system": "duel", "scenario": "pair", "seats": [{"kind": "person"}, {"kind": "person"}]}


class Process:
    """A server started as a user starts it."""

    def __init__(self, data: Path, port: int = 0, *more: str) -> None:
        site = next(path for path in sys.path if "site-duel" in path)
        paths = [site, str(ROOT), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "hexfront", "serve"),
                *("--port", str(port), "--save", str(data), *more),
            ],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def address(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, self.end()
        return line[line.index("http://") :].strip().rstrip("/")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def end(self) -> str:
        try:
            return self.process.communicate(timeout=20)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.communicate()[1]


@pytest.fixture
def start(tmp_path: Path, duel: None) -> Iterator[Callable[..., Process]]:
    running = []

    def begin(port: int = 0, *more: str) -> Process:
        running.append(Process(tmp_path / "data", port, *more))
        return running[-1]

    yield begin
    for process in running:
        process.process.kill()
        process.process.communicate()


def socket_of(address: str) -> connect:
    return connect(address.replace("http", "ws") + "/api/match")


@contextmanager
def joined(address: str, token: str) -> Iterator[tuple[ClientConnection, dict[str, Any]]]:
    with socket_of(address) as player:
        player.send(json.dumps({"type": "join", "tokens": [token]}))
        board = json.loads(player.recv(10))
        assert board["type"] == "board", board
        while not (update := json.loads(player.recv(10))).get("offers"):
            pass  # who has added to the dice, and how it stood before the first one
        yield player, update


def add_share(address: str, token: str, seat: int) -> None:
    """Add to the dice, as a page does when it opens; the first die waits for all."""
    with socket_of(address) as player:
        player.send(json.dumps({"type": "join", "tokens": [token]}))
        player.send(json.dumps({"type": "share", "seat": seat, "share": "5" * 32}))
        while True:
            message = json.loads(player.recv(10))
            if message["type"] == "shares" and message["shares"][seat]["added"]:
                return


def test_no_acknowledged_order_is_lost_or_doubled_by_a_kill(
    start: Callable[..., Process],
) -> None:
    server = start()
    address = server.address()
    request = urllib.request.Request(f"{address}/api/matches", json.dumps(NEW).encode())
    with urllib.request.urlopen(request) as answer:
        tokens = json.load(answer)["tokens"]
    for seat in (0, 1):
        add_share(address, tokens[str(seat)], seat)
    token = tokens["0"]
    acknowledged = 0
    for round_number in range(3):
        with joined(address, token) as (player, first):
            update = first
            counted = len([t for t in update["entries"] if t["clause"] == "DUE-2"])
            assert counted == acknowledged
            for _ in range(round_number + 1):
                mine = [o["orders"][:1] for o in update["offers"] if o["caption"] != "Commit"]
                key = secrets.token_hex(8)
                frame = {"type": "orders", "seat": 0, "orders": mine[0], "key": key}
                player.send(json.dumps(frame))
                assert json.loads(player.recv(10)) == {"type": "done", "key": key, "accepted": 1}
                acknowledged += 1
                update = json.loads(player.recv(10))
            server.kill()
        server = start()
        address = server.address()
        with joined(address, token) as (player, _):
            player.send(json.dumps(frame))
            assert json.loads(player.recv(10))["accepted"] == 1


def test_a_frame_over_the_limit_is_not_read(start: Callable[..., Process]) -> None:
    address = start().address()
    with socket_of(address) as player:
        player.send("x" * 70_000)
        with pytest.raises(ConnectionClosedError, match="1009"):
            player.recv(10)


def test_a_port_in_use_is_named_in_words(start: Callable[..., Process]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        server = start(port)
        errors = server.end()
    assert f"port {port} is in use" in errors
    assert "Traceback" not in errors
    assert server.process.returncode == 2


def test_figures_may_have_a_port_of_their_own(
    start: Callable[..., Process], tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = tmp_path / "server.toml"
    settings.write_text(f"[metrics]\nport = {port}\n")
    start(0, "--config", str(settings)).address()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        assert b"hexfront_live_matches 0.0" in answer.read()
    second = start(0, "--config", str(settings))
    errors = second.end()
    assert f"/metrics/port {port} on 127.0.0.1: found <port {port} is in use>" in errors
    assert "Traceback" not in errors
    assert second.process.returncode == 2


def test_wrong_ports_and_folders_are_input_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="0 to 65535"):
        serve(port=70_000, data=tmp_path)
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(InputError, match="folder that can be written"):
        serve(port=0, data=blocked / "data", open_browser=False)
    with pytest.raises(InputError, match="host: found ''"):
        serve(host="", port=0, data=blocked / "data")


FILES = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (100, {most}))
from hexfront.server.operating.open_files import make_room_for
make_room_for(connections=500)
print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such limit")
@pytest.mark.parametrize(
    ("most", "allowed", "told"), [(1500, 1256, ""), (1000, 1000, "needs 1256 for the 500 conn")]
)
def test_a_server_may_open_a_file_for_every_connection_it_takes(
    most: int, allowed: int, told: str
) -> None:
    program = [sys.executable, "-c", FILES.format(most=most)]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    assert int(done.stdout) == allowed
    assert told in done.stderr
    assert bool(told) == bool(done.stderr)


@pytest.mark.parametrize(
    ("ready", "place"),
    [
        (ReadyMatch("duel", players=["person"]), "seats"),
        (ReadyMatch("duel", players=["person", "deep"]), "agent"),
        (ReadyMatch("chess"), "system"),
        (ReadyMatch("duel", scenario="none"), "scenario"),
    ],
)
def test_a_ready_match_that_cannot_be_is_an_input_error(
    tmp_path: Path, duel: None, ready: ReadyMatch, place: str
) -> None:
    with pytest.raises(InputError, match=place):
        serve(port=0, data=tmp_path, open_browser=False, ready=ready)


@pytest.mark.parametrize(
    ("system", "option", "value"),
    [("brigade", "rules", "advanced"), ("idahex", "as_printed", "true"), ("malaya", "turns", "5")],
)
def test_a_ready_match_has_the_options_that_were_typed(
    tmp_path: Path, system: str, option: str, value: str
) -> None:
    found = find_system(system)
    assert found.scenarios.with_options is not None
    wanted = found.scenarios.with_options(load_scenario(found), {option: value})
    store = Store(tmp_path)
    made = create_ready(store, ReadyMatch(system, options={option: value}))
    assert store.load(made.match).scenario == wanted.document


def test_persons_and_opponents_of_a_ready_match_sit_where_they_were_put(tmp_path: Path) -> None:
    store = Store(tmp_path)
    players = ("random", "person", "random", "person")
    made = create_ready(store, ReadyMatch("takeover", players=players))
    assert {side for side in made.tokens if side >= 0} == {1, 3}
    seats = [seat for seat in store.load(made.match).seats if seat.side >= 0]
    assert [seat.agent or seat.kind for seat in sorted(seats, key=lambda s: s.side)] == [*players]
    with pytest.raises(InputError, match="4 seats"):
        create_ready(store, ReadyMatch("takeover", players=("person", "random")))
