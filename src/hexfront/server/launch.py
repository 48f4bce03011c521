"""Starting the server: port, data folder, the match that stands ready, the browser."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import sys
import threading
import webbrowser
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import uvicorn
from starlette.types import ASGIApp

from hexfront.agents.agent_pool import AgentPool
from hexfront.agents.cluster import ClusterProcesses
from hexfront.core.errors import InputError
from hexfront.core.packs import data_folder
from hexfront.core.registry import system_names
from hexfront.editor.drafts import DraftStore
from hexfront.play.storage.store import Store
from hexfront.server.access.addresses import is_loopback, known_names
from hexfront.server.access.connections import guarded_protocol
from hexfront.server.app import create_app
from hexfront.server.drafts.editing import Editing
from hexfront.server.garbage import GarbageCollection
from hexfront.server.matches import ReadyMatch, catalogue, create_ready
from hexfront.server.operating.logs import error_output
from hexfront.server.operating.memory import use_one_heap
from hexfront.server.operating.open_files import make_room_for
from hexfront.server.pages.pages import bundle_files
from hexfront.server.settings import LOCAL, MetricsSettings, ServerSettings, check_together
from hexfront.server.wire.frames import MAX_FRAME_BYTES

if TYPE_CHECKING:
    from hexfront.server.operating.metrics import Metrics

__all__ = ["ReadyMatch", "serve"]

MAX_HEAD_BYTES = 16 * 1024


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | None = None,
    open_browser: bool = True,
    ready: ReadyMatch | None = None,
    settings: ServerSettings | None = None,
) -> None:
    """Serve until interrupted. Port 0 takes any free port.

    Prints the address; with `ready` makes a match and prints the addresses of its
    persons' seats. Errors: `InputError` for a port that cannot be used, a data
    folder that cannot be written, and a match that cannot be made.
    """
    settings = settings or ServerSettings()
    use_one_heap()
    with ExitStack() as stack:
        # Before the database is opened, which may have something to say.
        log_config = stack.enter_context(error_output(settings.log))
        listener, store, metrics = _prepare(stack, host, port, data or data_folder(), settings)
        agent_pool = stack.enter_context(AgentPool(where=_thinking(settings)))
        agent_pool.warm([ready.system] if ready else system_names(), load=ready is not None)
        threading.Thread(target=bundle_files, daemon=True).start()
        home = f"http://{_shown_host(host)}:{listener.getsockname()[1]}"
        address = f"{home}/"
        if ready is None:
            # The home page asks for it first, and the first time takes about a second.
            threading.Thread(target=catalogue, daemon=True).start()
        else:
            made = create_ready(store, ready)
            persons = sorted(side for side in made.tokens if side >= 0)
            address, *others = [f"{home}/play#{made.tokens[side]}" for side in persons]
            for other in others:
                print(f"Another person's seat: {other}", flush=True)
        named = [urlsplit(settings.address).hostname or ""] if settings.address else []
        hosts = known_names(host, [*settings.hosts, *named])
        public = f"{settings.address or home}/"
        drafts = Editing(
            DraftStore(data or data_folder()), is_owners(host, settings), settings.drafts
        )
        stack.callback(drafts.close)
        inside = settings.inside or home
        traces = None
        if settings.traces is not None:
            from hexfront.server.operating.traces import Traces

            traces = Traces(settings.traces)
        app = create_app(
            *(store, hosts, settings, public, agent_pool, inside, drafts),
            traces=traces,
            metrics=metrics,
        )
        _Server(app, address, open_browser, settings, log_config).run(sockets=[listener])


class _Prepared(NamedTuple):
    """What a server needs."""

    listener: socket.socket
    store: Store
    metrics: Metrics | None
    """None where nobody wants figures."""


def _prepare(
    stack: ExitStack, host: str, port: int, data: Path, settings: ServerSettings
) -> _Prepared:
    """Open what a server needs. Errors: `InputError` with everything that is wrong."""
    problems = check_together(settings, host)
    listener = store = metrics = None
    try:
        listener = stack.enter_context(_listen(host, port))
    except InputError as error:
        problems += error.problems
    try:
        metrics = _figures(stack, settings.metrics)
    except InputError as error:
        problems += error.problems
    try:
        store = Store(settings.database or data)
        stack.callback(store.close)
    except InputError as error:
        problems += error.problems
    if problems or listener is None or store is None:
        raise InputError(problems)
    return _Prepared(listener, store, metrics)


def _figures(stack: ExitStack, wanted: MetricsSettings | None) -> Metrics | None:
    """The figures of this process, on a port of their own where one is wanted.

    None where nobody wants them, or their package is missing. Errors: `InputError`.
    """
    if wanted is None or find_spec("prometheus_client") is None:
        return None
    from hexfront.server.operating.metrics import Metrics

    metrics = Metrics()
    if wanted.port is not None:
        try:
            stack.callback(metrics.serve(wanted))
        except OSError as error:
            raise InputError.at(
                f"settings: /metrics/port {wanted.port} on {wanted.host}",
                _why_not(error, wanted.port),
                "a free port; servers with the same settings can have a `token` in its place",
            ) from None
    return metrics


def _thinking(settings: ServerSettings) -> ClusterProcesses | None:
    """Where opponents think; None for processes here."""
    return None if settings.opponents == LOCAL else ClusterProcesses(settings.opponents)


def is_owners(host: str, settings: ServerSettings) -> bool:
    """Whether whoever reaches a server owns it: from this machine alone, and by no other name.

    A proxy or a tunnel before it would let others in.
    """
    return is_loopback(host) and not (settings.address or settings.proxies or settings.hosts)


def _listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise InputError.at("port", port, "0 to 65535; 0 takes any free port")
    if not host:
        # The socket would take it for every address of the machine.
        raise InputError.at("host", host, "an address of this machine, such as 127.0.0.1")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sets TCP_NODELAY only where the protocol is named; without it the body of an
    # answer waits 40 ms until the other side has acknowledged the head.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        # Listen at once: a bound port alone can still be taken by another server.
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise InputError.at(
            f"port {port} on {host}", _why_not(error, port), "a free port; 0 takes any free one"
        ) from None
    return listener


def _why_not(error: OSError, port: int) -> str:
    """Why nobody can listen at a port."""
    if error.errno == errno.EADDRINUSE:
        return f"<port {port} is in use>"
    return f"<{error.strerror or error}>"


def _shown_host(host: str) -> str:
    if host in {"0.0.0.0", "::"}:  # noqa: S104  (a comparison, not a binding)
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


class _Server(uvicorn.Server):
    """Says where it is once it answers."""

    def __init__(
        self,
        app: ASGIApp,
        address: str,
        open_browser: bool,
        settings: ServerSettings,
        log_config: dict[str, Any] | None = None,
    ) -> None:
        make_room_for(settings.connections)
        super().__init__(
            uvicorn.Config(
                app,
                log_config=log_config,
                log_level="warning" if log_config else None,
                access_log=False,
                server_header=False,
                ws_max_size=MAX_FRAME_BYTES,
                ws_per_message_deflate=False,
                # Without proxies nobody is believed who says that he speaks for another.
                proxy_headers=bool(settings.proxies),
                forwarded_allow_ips=settings.proxies or [],
                http=guarded_protocol(settings.connections_per_address, settings.proxies or ()),
                limit_concurrency=settings.connections,
                h11_max_incomplete_event_size=MAX_HEAD_BYTES,
                timeout_graceful_shutdown=2,
            )
        )
        self._address = address
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then print and open the address."""
        await super().startup(sockets)
        self._collecting = asyncio.create_task(GarbageCollection().follow())
        print(f"Hexfront is ready: {self._address}\nStop it with Ctrl+C.", flush=True)
        if self._open_browser and _has_screen():
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()


def _has_screen() -> bool:
    """Whether a browser can open: without a screen a text browser would take the terminal."""
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
