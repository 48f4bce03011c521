"""Kills the server again and again while players play: is an order ever lost, doubled or halved?

    python -m benchmarks.kill_test --kills 1000

Scripted players give orders as offered, as words, several in one request, some
of which are refused; take them back; send a request twice; and after a kill
join again and send the last request again, with its key.  After every kill the
store, as the kill left it, is compared with what the players were answered:

- the orders of every seat are those of the requests that were acknowledged, in
  their order, each once, less those that were taken back;
- of the requests that were on their way, each is there wholly or not at all:
  up to an order that the rules refuse;
- steps are numbered without a gap, and whatever a screen has shown is there.

At the end every finished match's file is verified.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.clients import Message, Screen, Server, new_key, pick_order, quantiles
from benchmarks.forked import ForkedServer
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from hexfront.core.contract import Step
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.play.store import FILE_NAME

PERSON: Message = {"kind": "person"}
MACHINE: Message = {"kind": "machine", "agent": "random"}
TABLES: list[tuple[str, dict[str, str], list[Message]]] = [
    ("three-towns", {"sequence": "plotted"}, [PERSON, PERSON]),
    ("three-towns", {"sequence": "igougo"}, [PERSON, PERSON]),
    ("night-on-the-moor", {}, [PERSON, PERSON]),
    ("three-towns", {"sequence": "plotted"}, [PERSON, MACHINE]),
    ("meeting-engagement", {}, [MACHINE, PERSON]),
]
"""Scenario, options and seats of what is played at once."""
PAUSE = 0.055
"""Seconds between the frames of a seat: it may send 20 a second."""
GONE = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)


class Violation(AssertionError):
    """An order was lost, doubled or half applied."""


@dataclass
class Sent:
    """A request of a seat and what became of it."""

    key: str
    kind: str
    orders: list[int] = field(default_factory=list)
    text: str = ""
    answer: Message | None = None
    resent: int = 0

    def frame(self, side: int) -> Message:
        head: Message = {"type": self.kind, "seat": side, "key": self.key}
        if self.kind == "orders":
            return {**head, "orders": self.orders}
        return {**head, "text": self.text} if self.kind == "typed" else head


class Player:
    """A person who plays one seat through all kills, and remembers what he was answered."""

    def __init__(self, game: Game, side: int, token: str, random: Random) -> None:
        self.game = game
        self.side = side
        self.random = random
        self.token = token
        self.sent: list[Sent] = []
        self.shown: list[str] = []
        """What the screen has been told, as texts."""
        self.screen: Screen | None = None
        self._news = asyncio.Event()
        self._first = True
        self._fresh = False
        """Whether the last update is younger than the last order that was carried out."""

    @property
    def waiting(self) -> Sent | None:
        """The request that has no answer yet."""
        return self.sent[-1] if self.sent and self.sent[-1].answer is None else None

    async def play(self, host: str) -> None:
        """Join, send again what was not answered, and play until the server is gone."""
        self.screen = Screen(host, self.side, [self.token])
        self.screen.hear = self._hear
        self._first = True
        try:
            await self.screen.open()
            if self.waiting is not None:
                self.waiting.resent += 1
                await self.screen.send(self.waiting.frame(self.side))
            while not self.screen.closed.is_set():
                await self._once(self.screen)
        except GONE:
            pass
        finally:
            if self.screen.socket is not None:
                self.screen.socket.transport.abort()

    async def _once(self, screen: Screen) -> None:
        self._news.clear()
        if self.waiting is None and not screen.over and (request := self._next(screen.update)):
            self.sent.append(request)
            frame = request.frame(self.side)
            await screen.send(frame)
            if self.random.random() < 0.1:
                request.resent += 1
                await screen.send(frame)
                await asyncio.sleep(PAUSE)
            await asyncio.sleep(PAUSE)
            return
        try:
            await asyncio.wait_for(self._news.wait(), 0.5)
        except TimeoutError:
            return

    def _next(self, update: Message) -> Sent | None:
        undo = update.get("undo")
        if undo and undo["can"] and self.random.random() < 0.15:
            return Sent(new_key(), "undo")
        offers = update["offers"]
        if not offers or not update["view"]["must_act"]:
            return None
        kind = self.random.random()
        if kind < 0.1 and self._fresh:  # After another order the words could mean another way.
            offer = self.random.choice(offers)
            return Sent(new_key(), "typed", list(offer["orders"]), offer["typed"])
        orders = pick_order(self.random, update, 0.15)
        if orders is None:
            return None
        if kind < 0.25:
            # Others after it: some will be refused when their turn comes.
            for offer in self.random.choices(offers, k=3):
                orders += offer["orders"]
        return Sent(new_key(), "orders", orders[:200])

    def _hear(self, screen: Screen, text: str, now: float) -> None:
        self._news.set()
        if text.startswith('{"type":"update"'):
            self._look(json.loads(text))
            return
        message = json.loads(text)
        waiting = self.waiting
        if message["type"] == "error":
            self.game.errors[message["text"][:60]] += 1
            if waiting is not None:  # It says that nothing has changed.
                waiting.answer = {"type": "error", "accepted": 0}
        elif "key" in message:
            sent = next(s for s in reversed(self.sent) if s.key == message["key"])
            self._fresh &= not (message.get("accepted") or message["type"] == "undone")
            if sent.answer is None:
                sent.answer = message
            elif not sent.answer.get("accepted") and message.get("accepted"):
                sent.answer = message  # Refused the first time, it was judged anew.
            elif sent.answer["type"] == "done" and sent.answer != message:
                self.game.fail(f"two answers to one request: {sent.answer}, {message}")

    def _look(self, update: Message) -> None:
        self._fresh = True
        told = [json.dumps(telling) for telling in update["tellings"]]
        if self._first:
            self._first = False
            same = told[: len(self.shown)] == self.shown
            if not same and not self.game.undoing:
                self.game.fail(f"seat {self.side}: something that it was shown is gone")
            self.shown = told
        else:
            kept = update.get("kept", len(self.shown))
            self.shown[kept:] = told


class Game:
    """A match that is played through all kills."""

    def __init__(self, made: Message, table: int, random: Random, errors: Counter[str]) -> None:
        self.id: str = made["match"]
        self.table = table
        self.errors = errors
        self.players = [
            Player(self, int(side), token, Random(random.random()))
            for side, token in made["tokens"].items()
        ]
        self.violations: list[str] = []
        self.undoing = False
        """Whether somebody was taking orders back when the server was killed."""

    @property
    def over(self) -> bool:
        return any(p.screen is not None and p.screen.over for p in self.players)

    def fail(self, what: str) -> None:
        self.violations.append(f"match {self.id}: {what}")


class Copy:
    """The store as a kill left it. A copy: the server's next start shall recover the original."""

    def __init__(self, data: Path) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="hexfront-copy-")
        for path in data.glob(f"{FILE_NAME}*"):
            if not path.name.endswith("-shm"):
                shutil.copy(path, Path(self._folder.name) / path.name)
        self.db = sqlite3.connect(Path(self._folder.name) / FILE_NAME)

    def close(self) -> None:
        self.db.close()
        self._folder.cleanup()

    def steps(self, match: str) -> list[tuple[int, int, int, int]]:
        """Number, actor, order, bundle."""
        query = "SELECT number, actor, order_code, bundle FROM steps WHERE match_id = ?"
        return self.db.execute(f"{query} ORDER BY number", (match,)).fetchall()

    def requests(self, match: str) -> dict[tuple[int, str], int]:
        """How many orders were accepted, by side and key."""
        query = "SELECT side, request_key, accepted FROM requests WHERE match_id = ?"
        return {(side, key): n for side, key, n in self.db.execute(query, (match,))}

    def scenario(self, match: str) -> Any:
        query = "SELECT scenario FROM matches WHERE id = ?"
        return json.loads(self.db.execute(query, (match,)).fetchone()[0])


def check(game: Game, copy: Copy, counts: Counter[str]) -> None:
    """Compare what is stored of a match with what its players were answered."""
    steps, requests = copy.steps(game.id), copy.requests(game.id)
    if [step[0] for step in steps] != list(range(1, len(steps) + 1)):
        game.fail("the steps are not numbered without a gap")
    game.undoing = False
    for player in game.players:
        stored = [order for _, actor, order, _ in steps if actor == player.side]
        expected = _expected(game, player, requests, counts)
        if stored != expected:
            game.fail(f"seat {player.side}: stored {stored}, answered {expected}")
            for sent in player.sent:
                accepted = requests.get((player.side, sent.key))
                game.fail(f"{sent.kind} {sent.text} {sent.orders} {sent.answer} {accepted}")
        waiting = player.waiting
        if waiting is not None and waiting.kind == "undo":
            game.undoing = True
        accepted = requests.get((player.side, waiting.key)) if waiting is not None else None
        if waiting is not None and waiting.kind == "orders" and accepted is not None:
            _check_whole(game, player.side, waiting.orders, accepted, steps, copy)


def _expected(
    game: Game, player: Player, requests: dict[tuple[int, str], int], counts: Counter[str]
) -> list[int]:
    """The orders of a seat that must be stored."""
    given: list[list[int]] = []
    for sent in player.sent:
        accepted = requests.get((player.side, sent.key))
        if sent.answer is None:
            counts["in flight, stored" if accepted else "in flight, not stored"] += 1
        elif sent.kind == "undo":
            if sent.answer["type"] == "undone" and not accepted:
                game.fail(f"seat {player.side}: answered {sent.answer}, stored {accepted}")
        elif sent.answer.get("accepted", 0) != (accepted or 0):
            game.fail(f"seat {player.side}: answered {sent.answer}, stored {accepted}")
        if accepted and sent.kind == "undo":
            _take_back(game, player, given, accepted, (sent.answer or {}).get("orders") or [])
        elif accepted:
            given.append(sent.orders[:accepted])
    return [order for orders in given for order in orders]


def _take_back(
    game: Game, player: Player, given: list[list[int]], count: int, told: list[int]
) -> None:
    """Orders of the last request, and of no other; a second answer does not name them."""
    last = given[-1] if given else []
    if count > len(last) or (told and last[-count:] != told):
        game.fail(f"seat {player.side}: took back {count} orders {told} of {last}")
    del last[-count:]
    if given and not last:
        given.pop()


def _check_whole(
    game: Game,
    side: int,
    orders: list[int],
    accepted: int,
    steps: list[tuple[int, int, int, int]],
    copy: Copy,
) -> None:
    """A request that is stored without its last orders stopped at one that the rules refuse."""
    if accepted == len(orders):
        return
    system = find_system("brigade")
    rules = system.rules(system.load(copy.scenario(game.id), None, "scenario"))
    own = [number for number, actor, _, _ in steps if actor == side]
    state, log = rules.start(), EventLog()
    for number, actor, order, _ in steps:
        if number > own[-1] and actor >= 0:
            break  # Chance answers before the next order is judged; other sides do not.
        log.clear()
        rules.apply(state, Step(actor, order), log)
    if rules.refuse(state, side, orders[accepted]) is None:
        game.fail(f"seat {side}: {accepted} of {len(orders)} orders stored, the next was legal")


class KillTest:
    """The run: server, games, kills, checks."""

    def __init__(
        self, server: Server, seed: int, tables: int, longest: float, start_seconds: float
    ) -> None:
        self.random = Random(seed)
        self.server = server
        self.start_seconds = start_seconds
        self.games: list[Game] = []
        self.finished: list[Game] = []
        self.tables = tables
        self.longest = longest
        self.counts: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()
        self.starts: list[float] = []
        self.children: set[int] = set()

    async def run(self, kills: int) -> dict[str, Any]:
        """Play through so many kills. Errors: `Violation`."""
        began = time.perf_counter()
        for number in range(kills):
            await self._life(self.random.random() < 0.1)
            self._check(f"kill {number + 1}")
            if (number + 1) % 50 == 0:
                spent = time.perf_counter() - began
                print(f"{number + 1} kills, {spent:.0f} s, {dict(self.counts)}", file=sys.stderr)
        self._verify()
        requests = [sent for game in self._all() for p in game.players for sent in p.sent]
        return {
            "kills": kills,
            "seconds": round(time.perf_counter() - began),
            "requests": len(requests),
            "acknowledged": sum(sent.answer is not None for sent in requests),
            "taken back": sum(
                s.kind == "undo" and (s.answer or {}).get("type") == "undone" for s in requests
            ),
            "sent again": sum(sent.resent for sent in requests),
            "finished matches verified": len(self.finished),
            **self.counts,
            "errors told": dict(self.errors),
            "start": quantiles(self.starts),
        }

    def _all(self) -> list[Game]:
        return self.games + self.finished

    async def _life(self, early: bool) -> None:
        """Start the server, play, and kill it; `early`: perhaps before it answers."""
        if early and self.server.port:
            starting = asyncio.create_task(asyncio.to_thread(self._try_start))
            await asyncio.sleep(self.random.random() * self.start_seconds)
            self.server.interrupt()
            await starting
        else:
            self.starts.append(await asyncio.to_thread(self.server.start))
            players = [p for game in self.games for p in game.players]
            tasks = [asyncio.create_task(p.play(self.server.host)) for p in players]
            filling = asyncio.create_task(self._fill(tasks))
            if not players:
                await filling
            await asyncio.sleep(self.random.random() * self.longest)
            self._note_children()
            self.server.kill()
            await filling
            await asyncio.gather(*tasks)
        self.server.kill()

    def _try_start(self) -> None:
        try:
            self.server.start()
        except RuntimeError:
            self.counts["killed while starting"] += 1

    async def _fill(self, tasks: list[asyncio.Task[None]]) -> None:
        """Begin matches where tables are free."""
        for game in [game for game in self.games if game.over]:
            self.games.remove(game)
            self.finished.append(game)
        while len(self.games) < self.tables:
            table = next(i for i in range(self.tables) if i not in {g.table for g in self.games})
            scenario, options, seats = TABLES[table % len(TABLES)]
            body = {"system": "brigade", "scenario": scenario, "options": options, "seats": seats}
            try:
                made = await asyncio.to_thread(post, self.server.host, "matches", body)
            except (OSError, HTTPException):
                return  # The server was killed meanwhile.
            self.games.append(Game(json.loads(made), table, self.random, self.errors))
            tasks += [asyncio.create_task(p.play(self.server.host)) for p in self.games[-1].players]

    def _note_children(self) -> None:
        self.children |= children(self.server.pid)

    def _check(self, when: str) -> None:
        copy = Copy(self.server.data)
        try:
            for game in self._all():
                check(game, copy, self.counts)
        finally:
            copy.close()
        violations = [line for game in self._all() for line in game.violations]
        if violations:
            raise Violation(when + ":\n" + "\n".join(violations))
        if "Traceback" in self.server.log():
            raise Violation(f"{when}: the server made an error:\n{self.server.log()[-3000:]}")

    def _verify(self) -> None:
        """Verify the files of all finished matches, as a player would."""
        self.server.start()
        folder = Path(tempfile.mkdtemp(prefix="hexfront-files-"))
        try:
            for game in self.finished:
                file = folder / f"{game.id}.jsonl"
                token = game.players[0].token
                file.write_bytes(post(self.server.host, "journal", {"token": token}))
                command = [sys.executable, "-m", "hexfront", "verify", str(file)]
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                if done.returncode:
                    raise Violation(f"match {game.id}: {done.stdout}{done.stderr}")
        finally:
            shutil.rmtree(folder)
            self.server.kill()
        self.counts["processes left over"] = len(self._left())

    def _left(self, patience: float = 10.0) -> list[int]:
        """Processes that killed servers had started and that still run."""
        end = time.monotonic() + patience
        while left := [pid for pid in self.children if alive(pid)]:
            if time.monotonic() > end:
                break
            time.sleep(0.1)
        return left


def alive(pid: int) -> bool:
    """Whether a process runs."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def children(pid: int) -> set[int]:
    """The processes that a process has started."""
    found: set[int] = set()
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found |= {int(child) for child in path.read_text().split()}
        except OSError:
            continue
    return found


def post(host: str, what: str, body: Message) -> bytes:
    """The answer to a request. Errors: `OSError`."""
    request = urllib.request.Request(f"http://{host}/api/{what}", json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=20) as answer:
        text: bytes = answer.read()
    return text


def run(
    data: Path,
    kills: int,
    seed: int = 1,
    tables: int = len(TABLES),
    longest: float = 2.0,
    forked: bool = True,
) -> Message:
    """A whole run; returns its report. Errors: `Violation`."""
    server = ForkedServer(data) if forked else Server(data)
    try:
        test = KillTest(server, seed, tables, longest, 0.2 if forked else 1.5)
        return asyncio.run(test.run(kills))
    finally:
        server.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=len(TABLES))
    parser.add_argument("--longest", type=float, default=2.0, help="seconds of play before a kill")
    parser.add_argument(
        "--command", action="store_true", help="start `hexfront serve` each time, not a fork"
    )
    args = parser.parse_args()
    data = Path(tempfile.mkdtemp(prefix="hexfront-kill-"))
    print(
        json.dumps(
            run(data, args.kills, args.seed, args.tables, args.longest, not args.command), indent=2
        )
    )
    shutil.rmtree(data)


if __name__ == "__main__":
    main()
