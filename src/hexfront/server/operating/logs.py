"""What is written to the error output: as text or JSON, and never with a secret."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from datetime import UTC, datetime
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.config import LOGGING_CONFIG
from uvicorn.logging import DefaultFormatter

from hexfront.core.errors import printable
from hexfront.server.settings import LogSettings

requests_log = logging.getLogger("hexfront.requests")

# An address with a password, and whatever looks like the token of a seat.
_SECRETS: Final = re.compile(r"(?<=//)[^/@\s]+@|(?<![\w-])[\w-]{43}(?![\w-])")


def without_secrets(text: str) -> str:
    """A text without passwords in addresses and without tokens.

    >>> without_secrets("postgresql://me:secret@db.example/x is gone")
    'postgresql://…@db.example/x is gone'
    """
    return _SECRETS.sub(lambda found: "…@" if found[0].endswith("@") else "…", text)


class TextLines(logging.Formatter):
    """A line of text for each record."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The record as text."""
        return without_secrets(super().format(record))


class Messages(logging.Formatter):
    """The message of each record alone, as Python writes it where nobody has set anything up."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as text."""
        return without_secrets(super().format(record))


class UvicornLines(DefaultFormatter):
    """A line for each record, as uvicorn writes its own."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as text."""
        return without_secrets(super().format(record))


class JsonLines(logging.Formatter):
    """An object of one line for each record."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON: time, level, logger, message, and what else it has."""
        entry: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        entry |= getattr(record, "fields", {})
        if record.exc_info:
            entry["exception"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)


@contextmanager
def error_output(settings: LogSettings) -> Iterator[dict[str, Any] | None]:
    """Let everything go to the error output as the settings say, until the end.

    Where they say nothing, warnings and errors come as Python and uvicorn write them by
    themselves, but for secrets. Gives what uvicorn is to set up for lines of its own; None where
    they are like all others.
    """
    root, plain = logging.getLogger(), settings == LogSettings()
    before = root.handlers[:], root.level, requests_log.level
    handler = logging.StreamHandler(sys.stderr)
    if plain:
        handler.setFormatter(Messages())
        handler.setLevel(logging.WARNING)
    else:
        handler.setFormatter(JsonLines() if settings.format == "json" else TextLines())
    root.handlers[:] = [handler]
    root.setLevel(settings.level.upper())
    # Requests are asked for by themselves.
    requests_log.setLevel(logging.INFO if settings.requests else logging.ERROR)
    try:
        yield _of_uvicorn() if plain else None
    finally:
        root.handlers[:] = before[0]
        root.setLevel(before[1])
        requests_log.setLevel(before[2])


def _of_uvicorn() -> dict[str, Any]:
    """uvicorn's own settings of its lines, but for secrets."""
    config = deepcopy(LOGGING_CONFIG)
    config["formatters"]["default"]["()"] = UvicornLines
    return config


class LoggedRequests:
    """Logs each request: never its query, in which a token may stand."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and log how it was answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, note)
        finally:
            client = scope.get("client")
            fields = {
                "method": scope["method"],
                "path": printable(without_secrets(scope["path"])),
                "status": status,
                "seconds": round(time.perf_counter() - began, 4),
                "client": client[0] if client else "",
            }
            text = "{method} {path} {status} {seconds} s {client}".format(**fields)
            requests_log.info("%s", text, extra={"fields": fields})
