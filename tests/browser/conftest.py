"""A server in a process of its own and a real Chromium that plays on it."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Route, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

PATIENCE = 60
"""Seconds: a busy machine with an empty kernel cache compiles the first order for long."""

expect.set_options(timeout=PATIENCE * 1000)


def find_chromium(own: str) -> str | None:
    """Playwright's own Chromium or the system's; the one without windows takes half the time."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    candidates = [own, *(shutil.which(name) for name in names)]
    return next((path for path in candidates if path and Path(path).exists()), None)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = find_chromium(playwright.chromium.executable_path)
        if path is None:
            pytest.fail(
                "no Chromium was found; install it with `apt-get install chromium-headless-shell` "
                "or `.venv/bin/python -m playwright install chromium`"
            )
        chromium = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield chromium
        chromium.close()


class Server:
    """A server in a process, which can be killed and come back at the same address."""

    module = "hexfront"
    """What is run."""

    def __init__(
        self, data: Path, environment: Mapping[str, str] | None = None, settings: str = ""
    ) -> None:
        """`settings`: the text of a file of settings."""
        self._data, self._environment = data, environment
        self._settings: list[str] = []
        if settings:
            file = data.parent / "settings.toml"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(settings, encoding="utf-8")
            self._settings = ["--settings", str(file)]
        self.address = ""
        self._port = 0
        self.start()

    def start(self) -> None:
        port = ["--port", str(self._port), "--save", str(self._data)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", self.module, "serve", *port, *self._settings],
            stdout=subprocess.PIPE,
            text=True,
            env=self._environment,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        self.address = line[line.index("http://") :].strip().rstrip("/")
        self._port = int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate(timeout=20)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("browser") / "data")
    yield server
    server.kill()


@pytest.fixture
def address(server: Server) -> str:
    """The address of a running server."""
    return server.address


class Screen:
    """A page, with what a player at it does."""

    def __init__(self, page: Page, address: str, *, touch: bool = False) -> None:
        """`touch`: places are tapped with a finger, and must not be covered."""
        self.page = page
        page.set_default_timeout(PATIENCE * 1000)
        self.touch = touch
        self.address = address
        self.problems: list[str] = []
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.problems.append(str(error)))

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(message.text)

    def wait(self, expression: str) -> None:
        """Wait until an expression is true; Playwright's way needs eval, which the page bans."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            # While a page is being opened there is nothing to ask.
            with contextlib.suppress(PlaywrightError):
                if self.page.evaluate(expression):
                    return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"never true: {expression}")

    def wait_past_playback(self, expression: str) -> None:
        """Wait as `wait` does, and skip what is played back before."""
        self.wait(f"hexfront.state().playing || {expression}")
        self.finish_playback()
        self.wait(f"!hexfront.state().playing && {expression}")

    @contextlib.contextmanager
    def held(self, pattern: str) -> Iterator[None]:
        """Hold the answers of the server at some addresses back until the end of the block."""
        routes: list[Route] = []
        self.page.route(pattern, lambda route: routes.append(route))  # noqa: PLW0108 - Playwright marks it.
        yield
        while routes:
            routes.pop().continue_()
        self.page.unroute(pattern)

    def state(self) -> dict[str, object]:
        found: dict[str, object] = self.page.evaluate("hexfront.state()")
        return found

    def settle(self) -> dict[str, object]:
        """Wait until the page waits for the player; skips play-back."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            state = self.state()
            asks = state["handover"] is not None or state["over"] or state["mustAct"]
            if state["playing"]:
                self.page.evaluate("document.querySelector('[data-testid=skip]')?.click()")
            elif asks and not state["busy"] and state["open"]:
                return state
            self.page.wait_for_timeout(20)
        raise AssertionError(f"the page does not settle: {self.state()}")

    def point_at(self, place: str) -> None:
        """Move the pointer to a place, also while the view is still on its way there."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            point = self.page.evaluate("place => hexfront.placePoint(place)", place)
            self.page.mouse.move(point["x"], point["y"])
            self.rendered()
            if self.state()["cursor"] == place:
                return
        raise AssertionError(f"the pointer never comes to {place}: {self.state()}")

    def click_place(self, place: str) -> None:
        point = self.page.evaluate("place => hexfront.placePoint(place)", place)
        if not self.touch:
            self.page.mouse.click(point["x"], point["y"])
            return
        over = "({ x, y }) => document.elementFromPoint(x, y)?.dataset.testid"
        assert self.page.evaluate(over, point) == "map", f"{place} is covered or off the screen"
        self.page.touchscreen.tap(point["x"], point["y"])

    def choose(self, counter: str) -> bool:
        """Click a counter on the map until it is the chosen one."""
        place = next(
            c["place"] for c in self.page.evaluate("hexfront.counters()") if c["id"] == counter
        )
        self.page.keyboard.press("Escape")
        for _ in range(3):
            self.click_place(place)
            if self.state()["selected"] == counter:
                return True
        return self.state()["selected"] == counter

    def targets(self, kind: str) -> list[str]:
        return [
            target["place"]
            for target in self.page.evaluate("hexfront.targets()")
            if kind in target["kinds"]
        ]

    def go(self, place: str) -> None:
        """Click a marked place, and the first of a menu if there is one."""
        self.click_place(place)
        self.rendered()
        if self.page.get_by_test_id("menu-item").count():
            self.page.get_by_test_id("menu-item").first.click()
        self.settle()

    def rendered(self) -> None:
        """Wait until what has been done is on the screen."""
        self.page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    def press_main(self) -> dict[str, object]:
        self.click_main()
        return self.settle()

    def press_main_soon(self) -> None:
        """Press the main button, and wait only until it has been taken."""
        self.click_main()
        self.wait("!hexfront.state().busy")

    def click_main(self) -> None:
        """Press the main button, and answer what it may ask."""
        self.page.locator(".orders .primary").click()
        if self.state()["asked"]:
            self.page.get_by_test_id("confirm-yes").click()

    def finish_playback(self) -> None:
        """Skip what is played back, whoever is to act."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if not self.state()["playing"]:
                return
            self.page.evaluate("document.querySelector('[data-testid=skip]')?.click()")
            self.page.wait_for_timeout(20)
        raise AssertionError("the play-back does not end")


def make_match(
    address: str, *seats: str, system: str = "brigade", scenario: str = ""
) -> dict[str, Any]:
    """A match of the default scenario or another; a seat is `person` or the name of a machine."""
    chosen = [
        {"kind": "person"} if s == "person" else {"kind": "machine", "agent": s} for s in seats
    ]
    body = json.dumps({"system": system, "scenario": scenario, "seats": chosen}).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{address}/api/matches", body, headers)
    with urllib.request.urlopen(request) as answer:
        made: dict[str, Any] = json.loads(answer.read())
    return made


Open = Callable[..., Screen]
Serve = Callable[..., Server]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts a server of a test's own, with an environment and the text of settings."""
    servers: list[Server] = []

    def serve_one(environment: Mapping[str, str] | None = None, settings: str = "") -> Server:
        servers.append(Server(tmp_path / f"server-{len(servers)}" / "data", environment, settings))
        return servers[-1]

    yield serve_one
    for server in servers:
        server.kill()


@pytest.fixture
def open_screen(browser: Browser, address: str, serve: Serve) -> Iterator[Open]:
    """Opens a page in a context of its own; at the end none may have noted an error.

    It asks for `serve` so that pages are closed before the servers of a test are gone.
    """
    screens: list[Screen] = []

    def open_one(path: str, address: str = address, **settings: Any) -> Screen:
        settings.setdefault("viewport", {"width": 1280, "height": 720})
        settings.setdefault("reduced_motion", "reduce")
        touch = bool(settings.get("has_touch"))
        screen = Screen(browser.new_context(**settings).new_page(), address, touch=touch)
        screens.append(screen)
        screen.page.goto(address + path)
        return screen

    yield open_one
    for screen in screens:
        assert screen.problems == []
        screen.page.context.close()


@pytest.fixture
def screen(browser: Browser, address: str) -> Iterator[Screen]:
    # Without motion a click finds a place where it was a moment ago.
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    screen = Screen(context.new_page(), address)
    yield screen
    assert screen.problems == []
    context.close()
