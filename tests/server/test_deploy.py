"""The recipes in `deploy/`: real proxies before two servers that share a PostgreSQL."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import secrets
import shutil
import socket
import ssl
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from websockets.asyncio.client import connect
from websockets.typing import Origin

from hexfront.server.access.addresses import known_names
from hexfront.server.replays import MAX_FILE
from hexfront.server.settings import MetricsSettings, PeopleSettings, ServerSettings
from tests.postgresql import PostgreSQL
from tests.server.test_processes import SECONDS, Process, new_match
from tests.waiting import until

DEPLOY = Path(__file__).parents[2] / "deploy"
FIGURES = "a-token-for-figures"


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


def trusting() -> ssl.SSLContext:
    """TLS with who has made his certificate himself."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


async def play(site: str, tokens: dict[int, str], seat: int) -> dict[str, Any]:
    """Play a seat to the end; how it ended."""
    url = f"ws{site.removeprefix('http')}/api/match"
    origin, sock = Origin(site), reach(site)
    # In one thread: a connection with TLS cannot be read and written in two at the same time.
    async with connect(
        url, origin=origin, sock=sock, ssl=trusting(), max_size=None, proxy=None
    ) as opened:
        await opened.send(json.dumps({"type": "join", "tokens": [tokens[seat]]}))
        while True:
            async with asyncio.timeout(SECONDS):
                message = json.loads(await opened.recv())
            if message["type"] != "update":
                continue
            if message["result"] is not None:
                return dict(message["result"])
            if message["view"]["must_act"]:
                orders, key = message["offers"][0]["orders"], secrets.token_hex(8)
                given = {"type": "orders", "seat": seat, "orders": orders, "key": key}
                await opened.send(json.dumps(given))


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


def figures(host: str) -> bytes:
    """What a server tells who has the token and asks it itself, on the proxy's machine."""
    request = urllib.request.Request(f"http://{host}/metrics")
    request.add_header("Authorization", f"Bearer {FIGURES}")
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:
        return bytes(answer.read())


forged = count(1)


@pytest.mark.parametrize("proxy", [caddy, nginx])
def test_a_match_is_played_through_the_proxy_and_one_server_may_go(
    postgres: PostgreSQL,
    duel: None,
    tmp_path: Path,
    proxy: Callable[[Path, list[str]], Any],
) -> None:
    if shutil.which(proxy.__name__) is None:
        pytest.skip(f"{proxy.__name__} is not installed; on Debian: apt-get install caddy nginx")
    address = postgres.database()
    settings = ServerSettings(
        address="https://localhost",
        proxies=["127.0.0.1"],
        people=PeopleSettings(new_accounts=1),
        metrics=MetricsSettings(token=FIGURES),
    )
    with ExitStack() as stack:
        processes = []
        for _ in range(2):
            processes.append(Process(address, settings, known_names("127.0.0.1")))
            stack.callback(processes[-1].stop)
        site = stack.enter_context(proxy(tmp_path, [each.host for each in processes]))
        until(lambda: ask(site, "/readyz") == 200)
        assert ask(site, "/metrics") == 404
        for each in processes:
            assert b"hexfront_live_matches 0.0" in figures(each.host)
        _, tokens = new_match(processes[0])

        async def both() -> list[dict[str, Any]]:
            return await asyncio.gather(*(play(site, tokens, seat) for seat in (0, 1)))

        results = asyncio.run(both())
        assert results[0] == results[1]
        largest = send(site, "/api/replays", bytes(MAX_FILE))
        assert largest[0] == 400
        assert b"match file" in largest[1]  # the server has read it
        # Limits are those of who asks, whomever he says that he speaks for.
        asked = [sign_up(site, name, "127.0.0.2") for name in ("Ada", "Boris", "Cyril")]
        assert asked[0] == 201
        assert 429 in asked  # of two processes each makes one account
        assert sign_up(site, "Dora", "127.0.0.3") == 201
        processes[0].stop()
        seats = [{"kind": "person"}, {"kind": "person"}]
        body = {"system": "duel", "scenario": "", "options": {}, "seats": seats}
        until(lambda: ask(site, "/api/matches", body) == 201)
