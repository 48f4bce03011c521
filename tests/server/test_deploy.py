"""The recipes in `deploy/`: real proxies before two server processes that share a PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import re
import secrets
import shutil
import socket
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from typer.testing import CliRunner
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from hexfront.cli import app as commands
from hexfront.server.replays import MAX_FILE
from tests.postgresql import PostgreSQL
from tests.waiting import PATIENCE, until

SECONDS = 30
DEPLOY = Path(__file__).parents[2] / "deploy"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def running(command: list[str], folder: Path) -> Iterator[None]:
    """A program, which is ended at the end."""
    environment = os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, env=environment)
        try:
            yield
        finally:
            process.terminate()
            process.wait(SECONDS)


@contextmanager
def caddy(folder: Path, servers: list[str]) -> Iterator[str]:
    """With TLS, by a certificate that it makes itself."""
    port = free_port()
    folder.mkdir(exist_ok=True)
    site = f"https://localhost:{port}"
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    text = text.replace("{$SITE}", site).replace("{$SERVERS}", " ".join(servers))
    ours = (
        "{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
    )
    (folder / "Caddyfile").write_text(ours + text, encoding="utf-8")
    with running(["caddy", "run", "--config", "Caddyfile", "--adapter", "caddyfile"], folder):
        yield site


@contextmanager
def nginx(folder: Path, servers: list[str]) -> Iterator[str]:
    """With TLS, by a certificate that is made here."""
    port = free_port()
    folder.mkdir(exist_ok=True)
    certify(folder)
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for known, server in zip(("127.0.0.1:8001", "127.0.0.1:8002"), servers, strict=True):
        text = text.replace(known, server)
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    text = text.replace("/etc/letsencrypt/live/games.example", str(folder))
    user = "user root; " if os.geteuid() == 0 else ""  # who may write to the folder
    around = (
        f"{user}daemon off; pid {folder}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; client_body_temp_path {folder}/body;"
        f" proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;"
        f" uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n"
    )
    (folder / "nginx.conf").write_text(f"{around}{text}\n}}\n", encoding="utf-8")
    with running(["nginx", "-c", f"{folder}/nginx.conf", "-e", "stderr"], folder):
        yield f"https://localhost:{port}"


def certify(folder: Path) -> None:
    """Make a key and a certificate, as the recipe names them."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now).not_valid_after(now + timedelta(days=1))
    certificate = made.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM)
    (folder / "fullchain.pem").write_bytes(certificate)
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "privkey.pem").write_bytes(private)


def reach(site: str, by: str = "127.0.0.2") -> socket.socket:
    """A connection to a site from another address than the proxy's own; still without TLS."""
    port = int(site.rpartition(":")[2])
    return socket.create_connection(("127.0.0.1", port), SECONDS, (by, 0))


def is_open(site: str) -> bool:
    """Whether somebody listens there already."""
    try:
        reach(site).close()
    except OSError:
        return False
    return True


def trusting() -> ssl.SSLContext:
    """TLS with who has made his certificate himself."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class Seat:
    """A player's page: it adds to the dice, takes what is offered, and comes back by itself."""

    def __init__(self, site: str, token: str, side: int) -> None:
        self.site, self.token, self.side = site, token, side
        self.given = 0
        """Orders that were acknowledged."""
        self.sockets = 0
        self.resigns = False
        self.result: dict[str, Any] | None = None

    async def play(self) -> None:
        """Play until there is a result."""
        url, origin = f"ws{self.site.removeprefix('http')}/api/match", Origin(self.site)
        while self.result is None:
            # In one thread: a connection with TLS cannot be read and written in two at a time.
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                sock = reach(self.site)
                async with connect(
                    url, origin=origin, sock=sock, ssl=trusting(), max_size=None, proxy=None
                ) as opened:
                    self.sockets += 1
                    await self._send(opened, "join", tokens=[self.token])
                    while self.result is None:
                        async with asyncio.timeout(SECONDS):
                            await self._hear(opened, json.loads(await opened.recv()))

    async def _hear(self, opened: ClientConnection, message: dict[str, Any]) -> None:
        seat, key = self.side, secrets.token_hex(8)
        if message["type"] == "shares" and not message["shares"][seat]["added"]:
            await self._send(opened, "share", seat=seat, share="5" * 32)
        elif message["type"] == "done":
            self.given += 1
        elif message["type"] == "update":
            self.result = message["result"]
            if self.result is None and self.resigns:
                await self._send(opened, "end", seat=seat, way="resign", key=key)
            elif self.result is None and message["view"]["must_act"]:
                # The first one may end the turn, and all turns the match.
                orders = message["offers"][:2][-1]["orders"]
                await self._send(opened, "orders", seat=seat, orders=orders, key=key)

    async def _send(self, opened: ClientConnection, kind: str, **message: Any) -> None:
        await opened.send(json.dumps({"type": kind} | message))


async def play_past(seats: tuple[Seat, Seat], stop: Callable[[], None]) -> None:
    """Play a match of two, in the midst of which something stops."""

    async def conduct() -> None:
        await given(seats, 4)
        await asyncio.to_thread(stop)
        before = sum(seat.given for seat in seats)
        await given(seats, before + 4)
        seats[0].resigns = True

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(conduct(), *(seat.play() for seat in seats))


async def given(seats: Iterable[Seat], count: int) -> None:
    """Wait until so many orders have been acknowledged."""
    while sum(seat.given for seat in seats) < count:
        await asyncio.sleep(0.01)


def send(site: str, path: str, data: bytes | None, by: str = "127.0.0.2") -> tuple[int, bytes]:
    """An answer to who says that he speaks for another; 0 where there is none."""
    connection = http.client.HTTPConnection("localhost", int(site.rpartition(":")[2]))
    try:
        connection.sock = trusting().wrap_socket(reach(site, by), server_hostname="localhost")
        headers = {"X-Forwarded-For": f"192.0.2.{next(forged)}"}
        headers |= {} if data is None else {"Origin": site}
        connection.request("GET" if data is None else "POST", path, data, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, http.client.HTTPException):
        return 0, b""
    finally:
        connection.close()


def ask(site: str, path: str, body: dict[str, Any] | None = None, by: str = "127.0.0.2") -> int:
    """The status of an answer; 0 where there is none."""
    return send(site, path, None if body is None else json.dumps(body).encode(), by)[0]


def sign_up(site: str, name: str, by: str) -> int:
    body = {"name": name, "password": "five quiet hexes"}
    return ask(site, "/api/people/sign-up", body, by)


def figures(host: str, token: str) -> bytes:
    """What a server tells who has the token and asks it itself, on the proxy's machine."""
    request = urllib.request.Request(f"http://{host}/metrics")
    request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:
        return bytes(answer.read())


forged = count(1)
PERSON = {"kind": "person"}
NEW = {"system": "brigade", "scenario": "", "options": {}, "seats": [PERSON, PERSON]}


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
def test_nginx_answers_so_many_requests_of_one_client_and_others_still(tmp_path: Path) -> None:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    found = re.search(r"limit_conn \w+ (\d+);", text)
    assert found is not None
    most, secure = int(found[1]), trusting()
    with ExitStack() as stack:
        # A server that takes every request and never answers.
        server = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=2 * most))
        host = f"127.0.0.1:{server.getsockname()[1]}"
        site = stack.enter_context(nginx(tmp_path, [host, host]))

        def ask_for_a_page(by: str) -> ssl.SSLSocket:
            made = secure.wrap_socket(reach(site, by), server_hostname="localhost")
            stack.enter_context(made).sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return made

        def arrives() -> None:
            stack.enter_context(server.accept()[0])

        server.settimeout(SECONDS)
        until(lambda: is_open(site))
        for _ in range(most):
            ask_for_a_page("127.0.0.2")
            arrives()
        assert ask_for_a_page("127.0.0.2").recv(12) == b"HTTP/1.1 429"
        ask_for_a_page("127.0.0.3")
        arrives()


def operator_token() -> tuple[str, str]:
    """A token, and its hash for the settings, as the guide makes them."""
    said = CliRunner().invoke(commands, ["operator-token"]).output
    token, token_hash = re.findall(r"[\w-]{43,64}", said)
    return token, token_hash


def container_arguments() -> list[str]:
    """What `hexfront` is started with in the container."""
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    found = re.search(r"^ENTRYPOINT (.*)\nCMD (.*)$", text, re.MULTILINE)
    assert found is not None and json.loads(found[1]) == ["hexfront"]
    return [str(argument) for argument in json.loads(found[2])]


class Server:
    """A process of its own, with the container's command line and `server.toml`."""

    def __init__(self, folder: Path, settings: str, environment: Mapping[str, str]) -> None:
        folder.mkdir()
        (folder / "server.toml").write_text(settings, encoding="utf-8")
        here = {
            "0.0.0.0": "127.0.0.1",
            "/data": str(folder / "data"),
            "/etc/hexfront/server.toml": str(folder / "server.toml"),
        }
        arguments = container_arguments()
        assert set(here) <= set(arguments)
        here_too = [here.get(argument, argument) for argument in arguments]
        self.log = folder / "log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "hexfront", *here_too, "--port", "0"],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | environment,
            )

    @cached_property
    def host(self) -> str:
        """Where it listens, once it answers."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, self.log.read_text(encoding="utf-8")
        return line.partition("http://")[2].strip().rstrip("/")

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=SECONDS)


def settings_here() -> str:
    """`server.toml` as an operator changes it; and for the test, few accounts of an address."""
    text = (DEPLOY / "server.toml").read_text(encoding="utf-8")
    for theirs, ours in (
        ('"https://games.example"', '"https://localhost"'),
        ('["172.30.77.128/25"]', '["127.0.0.1"]'),
    ):
        assert theirs in text
        text = text.replace(theirs, ours)
    return f"{text}\n[people]\nnew_accounts = 1\n"


@pytest.mark.slow
def test_a_match_is_played_through_the_proxies_past_the_kill_of_a_server(
    postgres: PostgreSQL, tmp_path: Path
) -> None:
    proxies = [one for one in (caddy, nginx) if shutil.which(one.__name__)]
    if not proxies:
        pytest.skip("no proxy is installed; on Debian: apt-get install caddy nginx")
    token, token_hash = operator_token()
    environment = {
        "HEXFRONT_DATABASE": postgres.database(),
        "HEXFRONT_OPERATOR_HASH": token_hash,
        "HEXFRONT_METRICS_TOKEN": secrets.token_hex(16),
    }
    with ExitStack() as stack:
        servers = []
        for name in ("one", "two"):
            servers.append(Server(tmp_path / name, settings_here(), environment))
            stack.callback(servers[-1].kill)
        hosts = [server.host for server in servers]
        sites = [stack.enter_context(one(tmp_path / one.__name__, hosts)) for one in proxies]
        for number, site in enumerate(sites):
            until(lambda site=site: ask(site, "/readyz") == 200)
            look_through(site, number)
        for host in hosts:
            told = figures(host, environment["HEXFRONT_METRICS_TOKEN"])
            assert b"hexfront_live_matches 0.0" in told
        status, made = send(sites[0], "/api/matches", json.dumps(NEW).encode())
        assert status == 201
        tokens = json.loads(made)["tokens"]
        # A player comes through each.
        seats = Seat(sites[0], tokens["0"], 0), Seat(sites[-1], tokens["1"], 1)

        def kill_who_serves_it() -> None:
            wanted = json.dumps({"operator": token}).encode()
            state = json.loads(send(sites[0], "/api/operator/state", wanted)[1])
            (match,) = state["matches"]
            addresses = {one["process"]: one["address"] for one in state["processes"]}
            host = addresses[match["process"]].removeprefix("http://")
            servers[hosts.index(host)].kill()

        asyncio.run(play_past(seats, kill_who_serves_it))
        assert seats[0].result == seats[1].result
        assert seats[0].result is not None
        assert seats[0].result["winners"] == [1]
        assert all(seat.sockets > 1 for seat in seats)
        for site in sites:
            until(lambda site=site: ask(site, "/api/matches", NEW) == 201)
        for server in servers:
            written = server.log.read_text(encoding="utf-8")
            assert all(json.loads(line)["level"] for line in written.splitlines())
            assert not any(secret in written for secret in (token, *environment.values()))


def look_through(site: str, number: int) -> None:
    """What a proxy, the first or another, passes on and what it does not."""
    assert ask(site, "/metrics") == 404
    largest = send(site, "/api/replays", bytes(MAX_FILE))
    assert largest[0] == 400
    assert b"match file" in largest[1]  # the server has read it
    # Limits are those of who asks, whomever he says that he speaks for.
    one, other = f"127.0.{number}.2", f"127.0.{number}.3"
    asked = [sign_up(site, f"{name} {number}", one) for name in ("Ada", "Boris", "Cyril")]
    assert asked[0] == 201
    assert 429 in asked  # of two processes each makes one account
    assert sign_up(site, f"Dora {number}", other) == 201


def test_images_of_others_are_named_by_version_and_digest() -> None:
    files = [(DEPLOY / name).read_text(encoding="utf-8") for name in ("Dockerfile", "compose.yaml")]
    named = re.findall(r"^(?:FROM| +image:) (\S+)", "\n".join(files), re.MULTILINE)
    others = [one for one in named if one not in {"base", "hexfront"}]
    assert {one.partition(":")[0] for one in others} == {"python", "caddy", "postgres"}
    for one in others:
        assert re.fullmatch(r"\w+:\d+(\.\d+)+-[\w-]+@sha256:[0-9a-f]{64}", one), one
