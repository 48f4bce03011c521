"""A mail server and a web server of our own, and a clock that stands still."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_string, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, NamedTuple

from aiosmtpd.controller import Controller

HOME = "https://games.example/"
NOON = 1_800_014_400.0
"""At 12:00 UTC, on some day."""


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


class Mailbox:
    """What a mail server was handed."""

    def __init__(self) -> None:
        self.mails: list[tuple[list[str], str]] = []
        self.refuses = ""

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if self.refuses:
            return self.refuses
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.mails.append((envelope.rcpt_tos, envelope.content.decode()))
        return "250 OK"

    def message(self, number: int = -1) -> EmailMessage:
        found = message_from_string(self.mails[number][1], policy=policy.default)
        assert isinstance(found, EmailMessage)
        return found

    def text(self, number: int = -1) -> str:
        part = self.message(number).get_body(("plain",))
        assert part is not None
        return str(part.get_content())


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@contextmanager
def mail_server(port: int = 0, **settings: Any) -> Iterator[tuple[Mailbox, int]]:
    box, port = Mailbox(), port or free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port, **settings)
    controller.start()
    try:
        yield box, port
    finally:
        controller.stop()


class Call(NamedTuple):
    """A request that a web server got."""

    path: str
    headers: dict[str, str]
    body: bytes


@contextmanager
def web_server(status: int = 204) -> Iterator[tuple[list[Call], str]]:
    got: list[Call] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            got.append(Call(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield got, f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
