"""Fuzz of the server: any frame, any request is answered; none breaks it, hangs or piles up.

Frames are read by the sockets of matches alone: those of the lobby and of tournaments only send.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.websockets import WebSocketState

from hexfront.agents.agent_pool import AgentQuery
from hexfront.agents.thoughts import Thought
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.people.clocks import create_clocks
from hexfront.people.paces import paces
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store
from hexfront.server.app import create_app
from hexfront.server.tables import allowances, chat, hints, tables
from hexfront.server.tables.gateway import Gateway
from hexfront.server.wire.frames import (
    FRAMES,
    AskAnswer,
    AskHint,
    Frame,
    Heard,
    Join,
    Share,
    read_frame,
)
from tests.property.mutation import CASES, SEED, damaged, damaged_text, junk, paths
from tests.server.secrecy.eavesdropping import UNHURRIED, LocalAgents, unhurried

PATIENCE = 20.0
"""Seconds after which a frame or a request counts as hung."""
FRAME_CASES, REQUEST_CASES = CASES * 2 // 11, CASES * 3 // 11
GROWTH = 24 << 20
"""Bytes by which the process may grow in the second half of the frames."""

ACCEPTED = 3
"""Frames of each kind that must be answered with no error: else its fuzz hardly begins.

But a socket joins once, and Brigade answers no questions.
"""
SILENT = (AskHint, Heard, Share)
"""Frames that may be right and are answered later, or not at all."""

Record = Callable[[str, object], None]
Answer = dict[str, Any]


class Wire:
    """A socket without a network: the test puts frames in and reads what comes out."""

    client = None

    def __init__(self) -> None:
        self.headers: dict[str, str] = {}
        self.cookies: dict[str, str] = {}
        self.frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.asked = asyncio.Event()
        self.answers: list[str] = []
        self.application_state = WebSocketState.CONNECTED
        self.closed = False

    async def accept(self) -> None:
        """Nothing to shake hands with."""

    async def receive(self) -> dict[str, Any]:
        self.asked.set()
        return await self.frames.get()

    async def send_text(self, text: str) -> None:
        self.answers.append(text)

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        self.closed = True
        self.application_state = WebSocketState.DISCONNECTED
        self.asked.set()


class Line:
    """A gateway at work on a wire."""

    def __init__(self, app: Any) -> None:
        self.wire = Wire()
        self._task = asyncio.create_task(Gateway(self.wire, app.state.tables).serve())  # type: ignore[arg-type]

    async def ask(self, frame: str | bytes) -> list[Answer]:
        """Send a frame and wait until the gateway is ready for the next; what was answered."""
        wire = self.wire
        await asyncio.wait_for(wire.asked.wait(), PATIENCE)
        wire.asked.clear()
        wire.answers.clear()
        kind = "text" if isinstance(frame, str) else "bytes"
        wire.frames.put_nowait({"type": "websocket.receive", kind: frame})
        await asyncio.wait_for(wire.asked.wait(), PATIENCE)
        for _ in range(3):  # the writer's turn
            await asyncio.sleep(0)
        return [json.loads(answer) for answer in wire.answers]

    async def end(self) -> None:
        self.wire.frames.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(self._task, PATIENCE)


class Opponents(LocalAgents):
    """Machines that think at once, and say what they think."""

    def explain(self, query: AgentQuery) -> Future[Thought]:
        thought: Future[Thought] = Future()
        thought.set_result(Thought([self._choose(query.choices)], 7, 50, 0.75, 0.5))
        return thought


def samples(random: Random, offers: list[Answer], number: int) -> list[Answer]:
    """A frame of every kind, as a good client would send it."""
    offer = random.choice(offers or [{"orders": [1], "subject": "1", "place": "0101"}])
    seat = {"seat": random.choice((0, 0, 0, 1, -2, -3))}
    shown = {"seat": 0, "number": number}
    mine, key = {"seat": 0}, {"key": f"fuzz-{number:08}"}
    words = " ".join(str(offer.get(part, "")) for part in ("subject", "kind", "place"))
    begun = words[: random.randrange(len(words) + 1)]
    length = {"log_length": random.randrange(9)}
    keeper = random.choice(("claim", "leave", "give", "pause", "go_on"))
    share = random.choice(({"share": "5" * 32}, {"hash": "5" * 64}))
    ending = random.choice(("resign", "draw", "draw", "decline", "decline", "abandon"))
    overlay = random.choice(({"name": "reach", "subject": "1"}, {"name": "threat"}))
    run = {"order": offer["orders"][0], "until": 3.5, "stops": False}
    return [
        {"type": "join", "tokens": ["x" * 43], **length},
        {"type": "sit", **seat, **length},
        {"type": "orders", **seat, "orders": offer["orders"], **key},
        {"type": "typed", **seat, "text": words, "script": random.random() < 0.5, **key},
        {"type": "undo", **seat, **key},
        {"type": "run", **mine, **random.choice((run, {"order": None})), **key},
        {"type": "end", **mine, "way": ending, **key},
        {"type": "time", **mine, "way": keeper, "to": 1, **key},
        {"type": "prepare", **mine, "lines": random.choice(([], [words], [words] * 3)), **key},
        {"type": "share", **mine, **share},
        {"type": "say", **seat, "text": words or "Hello", **key},
        {"type": "heard", "number": number % 9},
        {"type": "overlay", **shown, **overlay},
        {"type": "ask", **shown, "text": random.choice(("help", "help reach", words))},
        {"type": "complete", **shown, "text": begun, "judge": random.random() < 0.5},
        {"type": "moment", **shown, **length},
        {"type": "time_series", **shown, "since": random.randrange(9)},
        {"type": "hint", **shown},
        {"type": "thoughts", **shown, "since": random.randrange(3)},
        {"type": "thought", **shown, "turn": random.randrange(3)},
    ]


OFTEN = ("orders", "typed")
"""Frames that are sent more often than others, so that matches go on."""
AFTER = ("thoughts", "thought")
"""Those after the end of a match."""


class Guest:
    """A player who sends what nobody should."""

    def __init__(self, app: Any, store: Store) -> None:
        self._app, self._store = app, store
        self._system = find_system("brigade")
        self.line = Line(app)
        self.update: Answer = {}
        self.number = 0
        self.accepted: Counter[type[Frame]] = Counter()
        """Right frames that were answered with no error, by kind."""

    async def sit_down(self, random: Random) -> None:
        """Begin a new match: with a second seat at this screen, clocks, or shares now and then."""
        await self.line.end()
        self.update = {}
        name = random.choice(("three-towns", "meeting-engagement", "night-on-the-moor"))
        document = load_scenario(self._system, name).document
        seats = [SeatPlan("person", adds=random.random() < 0.2), SeatPlan("person")]
        made = self._store.create(
            "brigade", self._system.version, document, random.randbytes(32), seats
        )
        if random.random() < 0.5:
            with self._store.transaction() as db:
                create_clocks(db, made.match, paces()["fast"], (0, 1), time.time())
        self.line = Line(self._app)
        both = random.random() < 0.3
        tokens = [made.tokens[side] for side in ((0, 1) if both else (0,))]
        answers = await self.line.ask(json.dumps({"type": "join", "tokens": tokens}))
        assert answers[0]["type"] == "board", answers
        for answer in answers:
            self.note(answer)
        await self.send(json.dumps({"type": "sit", "seat": 0}))

    def note(self, answer: Answer) -> None:
        """Remember what can be ordered."""
        if answer["type"] == "update":
            self.update = answer

    def sample(self, random: Random) -> Answer:
        """A frame as a good client would send it."""
        self.number += 1
        found = samples(random, self.update.get("offers") or [], self.number)
        often = AFTER if self.update.get("result") else OFTEN
        weights = [4 if sample["type"] in often else 1 for sample in found]
        return random.choices(found, weights)[0]

    async def send(self, frame: str | bytes) -> None:
        """Send a frame; it must be answered."""
        answers, right = await self.line.ask(frame), _read(frame)
        silent = isinstance(right, SILENT)
        assert answers or silent or self.line.wire.closed, f"no answer to {frame!r:.300}"
        for answer in answers:
            text = answer.get("text", "")
            assert "server made an error" not in text, f"{frame!r:.300} broke the server"
            self.note(answer)
        wrong = any(answer["type"] == "error" for answer in answers)
        if right is not None and not wrong and (answers or silent):
            self.accepted[type(right)] += 1


def _read(frame: str | bytes) -> Frame | None:
    """A frame as the server reads it; None where it is none."""
    try:
        return read_frame(frame)
    except InputError:
        return None


def _frame(random: Random, guest: Guest) -> str | bytes:
    """A frame: good, damaged in its values, damaged in its bytes, or junk."""
    sample, kind = guest.sample(random), random.random()
    if kind < 0.08:
        return json.dumps(sample)
    if kind < 0.55:
        return json.dumps(damaged(random, sample, list(paths(sample))))
    if kind < 0.75:
        data = damaged_text(random, json.dumps(sample).encode())
        return data if random.random() < 0.5 else data.decode(errors="replace")
    if kind < 0.9:
        return json.dumps({**sample, random.choice(list(sample)): junk(random)})
    return random.choice((json.dumps(junk(random)), random.randbytes(random.randrange(200))))


def resident() -> int:
    """Bytes of memory that this process holds; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[tuple[Any, Store]]:
    store = Store(folder)
    app = create_app(store)
    async with app.router.lifespan_context(app):
        yield app, store
    store.close()


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No limits of rate, and nothing logged that is an error."""
    monkeypatch.setattr(tables, "ARRIVALS_AT_ONCE", UNHURRIED)
    monkeypatch.setattr(allowances, "TIME_SERIES_A_SECOND", UNHURRIED)
    monkeypatch.setattr(hints, "HINTS_A_MINUTE", UNHURRIED)
    for name in ("LINES_A_SECOND", "LINES_AT_ONCE"):
        monkeypatch.setattr(chat, name, UNHURRIED)
    caplog.set_level(logging.WARNING)
    with unhurried():
        yield
    told = caplog.get_records("call")
    assert not [record.getMessage() for record in told if record.levelno >= logging.ERROR]


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def test_every_kind_of_frame_has_a_sample_that_the_server_can_read() -> None:
    for number in range(100):
        found = samples(Random(number), [], number)
        assert {type(read_frame(json.dumps(sample))) for sample in found} == set(FRAMES)


@pytest.mark.slow
def test_frames(tmp_path: Path, quiet: None, record_property: Record) -> None:
    async def fuzz() -> None:
        async with served(tmp_path) as (app, store):
            app.state.tables.agent_pool = Opponents(Random(SEED).choice)
            guest, middle = Guest(app, store), 0
            await guest.sit_down(Random(SEED))
            for number in range(FRAME_CASES):
                random = Random(f"{SEED}:frame:{number}")
                # After the end there is more to be asked for a while.
                over = guest.update.get("result") and random.random() < 0.04
                if guest.line.wire.closed or over or number % 500 == 499:
                    await guest.sit_down(random)
                await guest.send(_frame(random, guest))
                if number == FRAME_CASES // 2:
                    middle = resident()
            grown = resident() - middle
            await guest.line.end()
            assert grown < GROWTH, f"{FRAME_CASES // 2} frames left {grown >> 20} MiB behind"
            few = {kind for kind in FRAMES if guest.accepted[kind] < ACCEPTED}
            assert few == {Join, AskAnswer}, guest.accepted

    run(fuzz())
    record_property("fuzz cases", FRAME_CASES)


async def request(app: Any, method: str, path: str, body: bytes, headers: Any) -> tuple[int, bytes]:
    """One HTTP request, straight to the application."""
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": path.encode(errors="replace"),
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1"), *headers],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "scheme": "http",
    }
    status, answer, sent = 0, b"", False

    async def receive() -> dict[str, Any]:
        nonlocal sent
        if sent:
            return {"type": "http.disconnect"}
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        nonlocal status, answer
        if message["type"] == "http.response.start":
            status = message["status"]
        else:
            answer += message.get("body", b"")

    await asyncio.wait_for(app(scope, receive, send), PATIENCE)
    return status, answer


def _bodies(tokens: list[str]) -> list[tuple[str, Any]]:
    person, machine = {"kind": "person"}, {"kind": "machine", "agent": "random"}
    return [
        ("/api/matches", {"system": "brigade", "seats": [person, machine]}),
        (
            "/api/matches",
            {
                "system": "brigade",
                "scenario": "iron-few",
                "seats": [person, person],
                "options": {"sequence": "igougo"},
            },
        ),
        ("/api/matches/mine", {"tokens": tokens}),
        ("/api/matches/again", {"tokens": tokens}),
        ("/api/seats/claim", {"invite": "x" * 43, "name": "Somebody"}),
        ("/api/journal", {"token": tokens[0]}),
        ("/api/notices", {"token": tokens[0], "email": "somebody@example.org"}),
        ("/api/replays", {"format": "hexfront-journal/3"}),
    ]


def _odd_path(random: Random) -> str:
    parts = [
        "api",
        "matches",
        "..",
        "%2e%2e",
        "static",
        "",
        "\x00",
        "é" * 50,
        "play",
        "pictures",
        "brigade.svg",
        "brigade",
        "three-towns.svg",
        "{}",
        "a" * 5000,
    ]
    return "/" + "/".join(random.choice(parts) for _ in range(random.randrange(5)))


@pytest.mark.slow
def test_requests(tmp_path: Path, quiet: None, record_property: Record) -> None:
    async def fuzz() -> None:
        async with served(tmp_path) as (app, store):
            system = find_system("brigade")
            document = load_scenario(system).document
            seats = [SeatPlan("person"), SeatPlan("machine", "random")]
            made = store.create("brigade", system.version, document, bytes(32), seats)
            bodies = _bodies([made.tokens[0]])
            seen: set[int] = set()
            for number in range(REQUEST_CASES):
                random = Random(f"{SEED}:request:{number}")
                path, value = random.choice(bodies)
                body = json.dumps(value).encode()
                if random.random() < 0.6:
                    body = json.dumps(damaged(random, value, list(paths(value)))).encode()
                elif random.random() < 0.8:
                    body = damaged_text(random, body)
                if random.random() < 0.1:
                    path = _odd_path(random)
                method = random.choice(("POST", "POST", "POST", "GET", "PUT", "DELETE", "X"))
                kind = random.choice((b"application/json", b"text/plain", b"\xff", b""))
                headers = [(b"content-type", kind)]
                status, answer = await request(app, method, path, body, headers)
                where = f"{method} {path!r:.100} {body!r:.200}: {status} {answer!r:.200}"
                assert 200 <= status < 500 or status == 503, where
                seen.add(status)
            assert {200, 201, 400, 404, 405} <= seen

    run(fuzz())
    record_property("fuzz cases", REQUEST_CASES)
