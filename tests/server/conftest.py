"""A server over a store of its own, and players who speak its protocol."""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.storage.records import SeatKind, SeatPlan
from hexfront.play.storage.store import Store
from hexfront.server.app import create_app
from hexfront.server.matches import described
from hexfront.server.settings import ServerSettings
from tests.server.wire.fitting import check_fit

T = TypeVar("T")

SHARE = "5" * 32
"""What a player here adds to the dice."""
OWN = {"Origin": "http://testserver"}
SECRET = "five quiet hexes"
PERSONS: list[tuple[SeatKind, str]] = [("person", ""), ("person", "")]


class Player:
    """A joined socket."""

    def __init__(self, socket: WebSocketTestSession, tokens: list[str]) -> None:
        self.socket = socket
        self.raw: list[str] = []
        self.seats: list[int] = []
        self.adds = False
        self.held: dict[str, Any] | None = None
        self.send(type="join", tokens=tokens)

    def send(self, **message: Any) -> None:
        self.socket.send_text(json.dumps(message))

    def take(self) -> dict[str, Any]:
        """The next message; what is due of its share of the dice is added without a word."""
        while True:
            text = self.socket.receive_text()
            self.raw.append(text)
            message: dict[str, Any] = json.loads(text)
            check_fit(message)
            if message["type"] == "board":
                self.seats = message["seats"]
            if message["type"] == "shares":
                due = [
                    each["side"]
                    for each in message["shares"]
                    if not each["added"] and each["side"] in self.seats
                ]
                self.adds = bool(due)
                for side in due:
                    self.send(type="share", seat=side, share=SHARE)
                others = any(not each["added"] for each in message["shares"])
                if not due and others and self.held is not None:
                    # Nothing is drawn before others have come: all stays as it was.
                    return self.held
            elif self.adds and message["type"] == "update":
                self.held = message
            else:
                return message

    def until(self, kind: str) -> dict[str, Any]:
        while (message := self.take())["type"] != kind:
            assert message["type"] != "error", message
        return message

    def orders(self, seat: int, orders: list[int], key: str | None = None) -> str:
        key = key or secrets.token_hex(8)
        self.send(type="orders", seat=seat, orders=orders, key=key)
        return key

    def silent(self) -> bool:
        """Whether nothing has been sent: the answer to a bad frame is the next message."""
        self.socket.send_text("{}")
        return self.take()["type"] == "error"


class House:
    """A store and the application over it, which can be started again."""

    settings: ServerSettings | None = None

    def __init__(self, folder: Path | str) -> None:
        """In a folder, or at the address of a PostgreSQL."""
        self.folder = folder
        self.stack = ExitStack()
        self.start()

    def start(self) -> None:
        self.store = Store(self.folder)
        self.app = create_app(self.store, settings=self.settings)
        self.client = self.stack.enter_context(TestClient(self.app))

    def restart(self) -> None:
        self.stop()
        self.start()

    def stop(self) -> None:
        self.stack.close()
        self.store.close()

    def match(
        self,
        seats: list[tuple[SeatKind, str]] | None = None,
        secret: bytes = bytes(32),
        system: str = "duel",
    ) -> tuple[str, dict[int, str]]:
        rules = find_system(system)
        scenario = load_scenario(rules)
        plans = [SeatPlan(*seat) for seat in seats or PERSONS]
        made = self.store.create(system, rules.version, scenario.document, secret, plans)
        return made.match, made.tokens

    def call(self, function: Callable[..., Awaitable[T]], *args: object) -> T:
        """Call what belongs to the application where it runs: its locks know no other loop."""
        assert self.client.portal is not None
        return self.client.portal.call(function, *args)

    def begin(self, made: dict[str, Any]) -> None:
        """Let every person of a new match add to its dice, so that they are drawn."""
        for token in made["tokens"].values():
            with self.player(token) as player:
                player.until("update")

    @contextmanager
    def player(self, *tokens: str) -> Iterator[Player]:
        with self.client.websocket_connect("/api/match") as socket:
            yield Player(socket, list(tokens))


@pytest.fixture
def house(tmp_path: Path, duel: Callable[..., None]) -> Iterator[House]:
    described.cache_clear()
    house = House(tmp_path / "data")
    yield house
    house.stop()
    described.cache_clear()


class Guest:
    """A browser with cookies of its own."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.client = TestClient(house.app, headers=OWN)
        # The requests go to the loop that serves already: another would have other locks.
        self.client.portal = house.client.portal

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        answer = self.client.post(f"/api/{path}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.client.get(f"/api/{path}")
        assert answer.status_code == status, answer.text
        return answer.json()

    def sign_up(self, name: str) -> Guest:
        assert len(self.post("people/sign-up", 201, name=name, password=SECRET)["codes"]) == 8
        return self


@pytest.fixture
def guest(house: House) -> Iterator[Guest]:
    yield Guest(house)


@pytest.fixture
def anna(house: House) -> Guest:
    return Guest(house).sign_up("Anna")


@pytest.fixture
def berta(house: House) -> Guest:
    return Guest(house).sign_up("Berta")


@pytest.fixture
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """With these dice a duel lasts for four rounds."""
    known = SimpleNamespace(token_bytes=lambda count: bytes([1]) * count)
    monkeypatch.setattr("hexfront.server.matches.secrets", known)
