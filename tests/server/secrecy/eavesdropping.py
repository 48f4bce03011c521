"""What each player of a real server is sent, and whether he may know it.

The application runs in the loop of the test: `Wire` carries frames and requests
to it as a web server would, and `Line` writes down all that one socket is sent.
`Truth` follows the match with rules of its own from what is committed; `Ear`
holds every message against it.
"""

from __future__ import annotations

import asyncio
import json
import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AsyncExitStack, contextmanager
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from hexfront.agents.agent_pool import AgentQuery
from hexfront.core.contract import SPECTATOR, UMPIRE, Step
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.storage.store import Store
from hexfront.server.access.security import Rates
from hexfront.server.app import create_app
from hexfront.server.tables import allowances, gateway
from hexfront.systems.brigade.scenario.state import Phase

SCENARIO = "night-on-the-moor"
PATIENCE = 300
"""Seconds after which a server that does not answer is given up, without those of a pause."""
UNHURRIED = 1e9
"""Frames and requests a second: limits on speed are tested elsewhere."""


class Leak(AssertionError):
    """Somebody was sent what he may not know."""


class Broken(AssertionError):
    """The server or the test itself does not work: nothing is said about leaks."""


# Canaries


@dataclass(frozen=True)
class Company:
    """A company whose every figure is its own, so that any of them gives it away."""

    side: int
    name: str
    number: str
    """The last ten digits of its symbol code."""
    strength: int


NAME = re.compile(r"kanarie-[0-9a-f]{10}")
"""In lower case."""
NUMBER = re.compile(r"9170\d{6}")
STRENGTHS = (range(40, 100), range(10, 40))
"""By side: no two companies have the same."""
STRENGTH = re.compile(r'"strength":(\d+)')


def canary_scenario(random: Random) -> tuple[dict[str, Any], list[Company]]:
    """The shipped scenario with detection and a deal, its companies given unique figures.

    The companies come in the order of the document.
    """
    document = deepcopy(load_scenario(find_system("brigade"), SCENARIO).document)
    sides = [side["name"] for side in document["sides"]]
    # The first side is the stronger, so that the odds differ from one enemy to another.
    strengths = [random.sample(numbers, len(document["units"])) for numbers in STRENGTHS]
    companies = []
    for unit in document["units"]:
        strength = strengths[sides.index(unit["side"])].pop()
        number = f"9170{random.randrange(10**6):06}"
        unit["name"] = f"Kanarie-{random.randrange(16**10):010x}"
        unit["sidc"] = unit["sidc"][:20] + number
        unit["strength"] = strength
        unit["movement"] = random.randint(3, 5)
        companies.append(Company(sides.index(unit["side"]), unit["name"], number, strength))
    return document, companies


def spellings(secret: bytes) -> list[str]:
    """How a secret may be written."""
    plain, safe = b64encode(secret).decode(), urlsafe_b64encode(secret).decode()
    return [secret.hex(), plain.rstrip("="), safe.rstrip("="), str(secret)[2:-1]]


# The wire


class Wire:
    """A server over a folder of its own, without a network between."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = Store(folder)
        self.app = create_app(self.store)
        self.lines: list[Line] = []
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Wire:
        await self._stack.enter_async_context(self.app.router.lifespan_context(self.app))
        services = self.app.state.services
        services.new_matches = Rates(UNHURRIED, UNHURRIED)
        services.claims = Rates(UNHURRIED, UNHURRIED)
        for name in self.app.state.people.rates:
            self.app.state.people.rates[name] = Rates(UNHURRIED, UNHURRIED)
        return self

    def think(self, agents: LocalAgents) -> None:
        """Let machines think in this process, at once."""
        self.app.state.tables.agent_pool = agents

    @property
    def thinks(self) -> bool:
        """Whether a machine is at work on some table."""
        return any(one._machines.busy for one in self.app.state.tables._tables.values())

    async def __aexit__(self, *error: object) -> None:
        for line in list(self.lines):
            await line.hang_up()
        await self._stack.aclose()
        self.store.close()

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, str]:
        """A request and its answer: the status, and head and body as text."""
        data = b"" if body is None else json.dumps(body).encode()
        parts: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": data, "more_body": False}

        async def send(message: Any) -> None:
            parts.append(message)

        await patiently(asyncio.create_task(self.app(_scope("http", path, method), receive, send)))
        head = b"\n".join(b": ".join(pair) for pair in parts[0]["headers"])
        text = b"".join(part.get("body", b"") for part in parts[1:])
        return parts[0]["status"], (head + b"\n\n" + text).decode()

    async def dial(self) -> Line:
        """Open a socket."""
        line = Line(self)
        await line.settle()
        return line


async def patiently(task: asyncio.Task[Any]) -> None:
    """Wait for a task. Errors: `Broken` where it takes too long; what the task raises.

    Seconds are waited for one by one: a pause of the whole process, however
    long, ends no more than one of them.
    """
    for _ in range(PATIENCE):
        await asyncio.wait({task}, timeout=1.0)
        if task.done():
            await task
            return
    task.cancel()
    raise Broken(f"no answer for {PATIENCE} seconds")


def _scope(kind: str, path: str, method: str = "GET") -> dict[str, Any]:
    scope = {
        "type": kind,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"hexfront.test")],
        "client": ("192.0.2.1", 1),
        "server": ("hexfront.test", 80),
        "root_path": "",
        "http_version": "1.1",
    }
    return scope | ({"method": method, "scheme": "http"} if kind == "http" else {"scheme": "ws"})


class Line:
    """One socket; `told` is every text that it was sent."""

    def __init__(self, wire: Wire) -> None:
        self.told: list[str] = []
        self._wire = wire
        self._frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._frames.put_nowait({"type": "websocket.connect"})
        self._hungry = asyncio.Event()
        scope = _scope("websocket", "/api/match") | {"subprotocols": []}
        self._task = asyncio.create_task(wire.app(scope, self._receive, self._send))
        wire.lines.append(self)

    @property
    def closed(self) -> bool:
        return self._task.done()

    async def _receive(self) -> dict[str, Any]:
        if self._frames.empty():
            self._hungry.set()
        return await self._frames.get()

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.told.append(message["text"])

    async def say(self, frame: object) -> None:
        """Send a frame (text as it is) and wait until everybody has what follows from it."""
        text = frame if isinstance(frame, str) else json.dumps(frame)
        self._hungry.clear()
        self._frames.put_nowait({"type": "websocket.receive", "text": text})
        await self.settle()

    async def settle(self) -> None:
        """Wait until the server waits for the next frame, and what it said has been sent."""
        await patiently(asyncio.create_task(self._asks_for_more()))
        # The writers of the sockets have been woken; each needs a turn or two of the loop.
        for _ in range(4):
            await asyncio.sleep(0)

    async def _asks_for_more(self) -> None:
        """Wait until the server waits for the next frame, or has closed the socket."""
        waiting = asyncio.create_task(self._hungry.wait())
        await asyncio.wait({waiting, self._task}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        while self._wire.thinks:
            await asyncio.sleep(0.0005)

    async def hang_up(self) -> None:
        """Close the socket."""
        if self in self._wire.lines:
            self._wire.lines.remove(self)
        self._frames.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await patiently(self._task)


@contextmanager
def unhurried() -> Iterator[None]:
    """Frames as fast as they come."""
    rates = {module: module.FRAMES_A_SECOND for module in (allowances, gateway)}
    for module in rates:
        module.FRAMES_A_SECOND = UNHURRIED  # type: ignore[attr-defined]
    orders, allowances.ORDERS_A_SECOND = allowances.ORDERS_A_SECOND, int(UNHURRIED)
    try:
        yield
    finally:
        allowances.ORDERS_A_SECOND = orders
        for module, rate in rates.items():
            module.FRAMES_A_SECOND = rate  # type: ignore[attr-defined]


class LocalAgents:
    """Machine opponents in this process: `choose` an order code of a list."""

    compiling = ()

    def __init__(self, choose: Callable[[Sequence[int]], int]) -> None:
        self._choose = choose

    def submit(self, query: AgentQuery, given: int) -> Future[list[int]]:
        orders: Future[list[int]] = Future()
        orders.set_result([self._choose(query.choices)])
        return orders

    def forget(self, match_id: str) -> None:
        """Nothing is kept."""


# The truth


@dataclass(frozen=True)
class Moment:
    """What stood after a step: what each viewer may know, and how much he had been told."""

    companies: tuple[int, ...]
    """By counter, its company as an entry of the scenario."""
    identified: frozenset[int]
    """Counters that an enemy has been next to."""
    told: tuple[int, ...]
    """By viewer: -2 and -3 count from the end."""
    dealt: bool


class Truth:
    """What really happens in a match, by rules that the server does not share."""

    def __init__(self, store: Store, match_id: str, companies: Sequence[Company]) -> None:
        record = store.load(match_id)
        self.secret = record.secret
        self.commitment = record.journal().commitment
        self._store = store
        self._match = match_id
        self._everything = companies
        system = find_system(record.system)
        self.rules: Any = system.rules(
            system.scenarios.load(record.scenario, None, "canary scenario")
        )
        self._state = self.rules.start()
        self._log = EventLog()
        self.steps: list[Step] = []
        self.moments = [self._moment((0,) * 5)]
        self.identified: set[str] = set()
        """Names of companies that their enemies have come to know."""
        self.follow()

    @property
    def over(self) -> bool:
        return int(self._state.game.phase) == Phase.OVER

    @property
    def turn(self) -> int:
        return int(self._state.game.turn)

    @property
    def ended(self) -> str:
        """How the match ended: by which clause, and whether as a draw."""
        result = self.rules.result(self._state)
        return result.clause if result.winners else f"{result.clause}, a draw"

    @property
    def waiting(self) -> tuple[int, ...]:
        """The sides that must act."""
        return tuple(self.rules.decision(self._state).sides)

    @property
    def now(self) -> Moment:
        return self.moments[-1]

    def follow(self) -> None:
        """Take in what has been committed, or taken back, since."""
        rows = self._store.read(
            "SELECT actor, order_code FROM steps WHERE match_id = ? ORDER BY number",
            (self._match,),
        )
        if rows[: len(self.steps)] != self.steps:
            self._state = self.rules.start()
            self.steps, self.moments = [], self.moments[:1]
        for step in [Step(*row) for row in rows[len(self.steps) :]]:
            self._log.clear()
            self.rules.apply(self._state, step, self._log)
            told = list(self.now.told)
            for event in self._log.events():
                for viewer in (0, 1, SPECTATOR, UMPIRE):
                    told[viewer] += viewer == UMPIRE or event.audience == -1
                for side in range(2):
                    told[side] += event.audience > 0 and event.audience >> side & 1
            self.steps.append(step)
            self.moments.append(self._moment(tuple(told)))
        self._learn()

    def _learn(self) -> None:
        """Note what has come to light."""
        self.identified |= {self._company(unit).name for unit in self.now.identified}

    def refuses(self, side: int, order: int) -> bool:
        """Whether an order of a side is refused now."""
        return self.rules.refuse(self._state, side, order) is not None

    def _moment(self, told: tuple[int, ...]) -> Moment:
        units, entries = self._state.units, self.rules.setting.companies
        return Moment(
            tuple(entries[company] for company in units.company.tolist()),
            frozenset(unit for unit, known in enumerate(units.known.tolist()) if known),
            told,
            int(self._state.game.phase) != Phase.DEAL,
        )

    def _company(self, unit: int) -> Company:
        return self._everything[self.now.companies[unit]]

    def told(self, viewer: int) -> int:
        """How much a viewer has been told."""
        return self.now.told[viewer]

    def may_know(self, viewer: int, moment: Moment | None = None) -> set[str]:
        """The names of the companies that a viewer may know."""
        if viewer == UMPIRE:
            return {company.name for company in self._everything}
        if moment is None:
            own = {company.name for company in self._everything if company.side == viewer}
            return own | self.identified
        entries = [moment.companies[unit] for unit in moment.identified]
        known = {self._everything[entry] for entry in entries}
        known |= {c for c in self._everything if c.side == viewer and moment.dealt}
        return {company.name for company in known}

    def when_told(self, viewer: int, told: int) -> Moment:
        """The moment from which on a viewer had been told so much."""
        return next(moment for moment in self.moments if moment.told[viewer] >= told)
