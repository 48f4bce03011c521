"""Kills the server again and again while players play: is an order ever lost, doubled or halved?

    python -m benchmarks.kill_test --kills 1000
    python -m benchmarks.kill_test --kills 1000 --postgres   # two processes, one of which is killed

Scripted players give orders as offered, as words, several in one request, some
of which are refused; take them back; send a request twice; and after a kill
join again and send the last request again, with its key.  After every kill the
store, as the kill left it, is compared with what the players were answered:

- the orders of every seat are those of the requests that were acknowledged, in
  their order, each once, less those that were taken back;
- of the requests that were on their way, each is there wholly or not at all:
  up to an order that the rules refuse;
- a request that was refused is not there, unless it was sent more than once and a copy of it has no
  answer: nothing is kept of what is refused, so a copy that arrives later is judged anew, and may
  then be carried out, wholly and once (`late copies carried out`);
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
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from http.client import HTTPException
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.clients import Message, Server, quantiles
from benchmarks.forked import ForkedServer
from benchmarks.kill_players import Game, Player, Sent

from hexfront.core.contract import Step
from hexfront.core.events import EventLog
from hexfront.core.journal import parse_journal, verify
from hexfront.core.registry import find_system
from hexfront.core.table.plurals import counted
from hexfront.play.storage.database import FILE_NAME

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


BY_COMMAND = 10
"""Of so many files the command `hexfront verify` is asked; of all the function that it calls."""


class Violation(AssertionError):
    """An order was lost, doubled or half applied."""


class Rows:
    """What the store holds of matches at one moment."""

    def query(self, query: str, match: str) -> list[Any]:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def steps(self, match: str) -> list[tuple[int, int, int, int]]:
        """Number, actor, order, bundle."""
        return self.query(
            "SELECT number, actor, order_code, bundle FROM steps WHERE match_id = ?"
            " ORDER BY number",
            match,
        )

    def requests(self, match: str) -> dict[tuple[int, str], int]:
        """How many orders were accepted, by side and key."""
        query = (
            "SELECT side, request_key, accepted FROM requests WHERE match_id = ? AND accepted >= 0"
        )
        return {(side, key): n for side, key, n in self.query(query, match)}

    def scenario(self, match: str) -> Any:
        return json.loads(self.query("SELECT scenario FROM matches WHERE id = ?", match)[0][0])


class Copy(Rows):
    """The file as a kill left it. A copy: the server's next start shall recover the original."""

    def __init__(self, data: Path) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="hexfront-copy-")
        for path in data.glob(f"{FILE_NAME}*"):
            if not path.name.endswith("-shm"):
                shutil.copy(path, Path(self._folder.name) / path.name)
        self.db = sqlite3.connect(Path(self._folder.name) / FILE_NAME)

    def close(self) -> None:
        self.db.close()
        self._folder.cleanup()

    def query(self, query: str, match: str) -> list[Any]:
        return self.db.execute(query, (match,)).fetchall()


class Snapshot(Rows):
    """PostgreSQL as it is, while another process may still be writing."""

    def __init__(self, address: str) -> None:
        import psycopg

        self.db = psycopg.connect(address, cursor_factory=psycopg.RawCursor)
        self.db.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ

    def close(self) -> None:
        self.db.close()

    def query(self, query: str, match: str) -> list[Any]:
        return self.db.execute(query.replace("?", "$1").encode(), [match]).fetchall()


def check(game: Game, copy: Rows, counts: Counter[str]) -> None:
    """Compare what is stored of a match with what its players were answered."""
    steps, requests = copy.steps(game.id), copy.requests(game.id)
    if [step[0] for step in steps] != list(range(1, len(steps) + 1)):
        game.fail("the steps are not numbered without a gap")
    game.undoing = False
    for player in game.players:
        stored = [order for _, actor, order, _ in steps if actor == player.side]
        _compare_answers(game, player, requests, counts)
        if not any(stored == given for given in _may_be(player, requests)):
            game.fail(f"seat {player.side}: stored {stored}")
            for sent in player.sent:
                accepted = requests.get((player.side, sent.key))
                game.fail(
                    f"{sent.kind} {sent.text} {sent.orders} {sent.answer} {accepted},"
                    f" sent again {sent.resent} times, answered {sent.heard} times"
                )
        waiting = player.waiting
        if waiting is not None and waiting.kind == "undo":
            game.undoing = True
        accepted = requests.get((player.side, waiting.key)) if waiting is not None else None
        if waiting is not None and waiting.kind == "orders" and accepted is not None:
            _check_whole(game, player.side, waiting.orders, accepted, steps, copy)


def _compare_answers(
    game: Game, player: Player, requests: dict[tuple[int, str], int], counts: Counter[str]
) -> None:
    """Hold what is stored of each request against its answer."""
    for sent in player.sent:
        accepted = requests.get((player.side, sent.key))
        if sent.answer is None:
            counts["in flight, stored" if accepted else "in flight, not stored"] += 1
        elif sent.kind == "undo":
            if sent.answer["type"] == "undone" and not accepted:
                game.fail(f"seat {player.side}: answered {sent.answer}, stored {accepted}")
        elif _late(sent, accepted):
            counts["late copies carried out"] += 1
        elif sent.answer.get("accepted", 0) != (accepted or 0):
            game.fail(
                f"seat {player.side}: answered {sent.answer}, stored {accepted},"
                f" sent again {sent.resent} times, answered {sent.heard} times"
            )


def _late(sent: Sent, accepted: int | None) -> bool:
    """Whether a copy of a request was carried out after another one had been refused."""
    refused = sent.answer is not None and not sent.answer.get("accepted")
    return sent.kind != "undo" and refused and sent.underway and bool(accepted)


def _may_be(player: Player, requests: dict[tuple[int, str], int]) -> Iterator[list[int]]:
    """The orders of a seat that may be stored: a late copy may have come after other requests."""
    late = [s for s in player.sent if _late(s, requests.get((player.side, s.key)))]
    places = [range(player.sent.index(sent), len(player.sent)) for sent in late]
    for chosen in product(*places):
        course = [sent for sent in player.sent if sent not in late]
        for sent, place in sorted(zip(late, chosen, strict=True), key=lambda pair: pair[1]):
            course.insert(place, sent)
        given = _given(course, player.side, requests)
        if given is not None:
            yield given


def _given(
    course: Sequence[Sent], side: int, requests: dict[tuple[int, str], int]
) -> list[int] | None:
    """The orders that follow from requests one after another; None where that cannot be.

    Orders of the last request are taken back, and of no other; a second answer names none.
    """
    given: list[list[int]] = []
    for sent in course:
        accepted = requests.get((side, sent.key))
        if accepted and sent.kind == "undo":
            told = (sent.answer or {}).get("orders") or []
            last = given[-1] if given else []
            if accepted > len(last) or (told and last[-accepted:] != told):
                return None
            del last[-accepted:]
            if given and not last:
                given.pop()
        elif accepted:
            given.append(sent.orders[:accepted])
    return [order for orders in given for order in orders]


def _check_whole(
    game: Game,
    side: int,
    orders: list[int],
    accepted: int,
    steps: list[tuple[int, int, int, int]],
    copy: Rows,
) -> None:
    """A request that is stored without its last orders stopped at one that the rules refuse."""
    if accepted == len(orders):
        return
    system = find_system("brigade")
    rules = system.rules(system.scenarios.load(copy.scenario(game.id), None, "scenario"))
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
        self,
        servers: Sequence[Server],
        seed: int,
        tables: int,
        longest: float,
        start_seconds: float,
        least: int = 0,
        database: str = "",
    ) -> None:
        self.random = Random(seed)
        self.servers = servers
        self.victim = servers[0]
        """Which is killed next, or was last."""
        self.database = database
        self.start_seconds = start_seconds
        self.games: list[Game] = []
        self.finished: list[Game] = []
        self.tables = tables
        self.longest = longest
        self.least = least
        self.counts: Counter[str] = Counter()
        self.errors: Counter[str] = Counter()
        self.starts: list[float] = []
        self.children: set[int] = set()
        self.answered = 0
        self.early = 0.1
        """How often it is killed while it starts."""

    async def run(self, kills: int) -> dict[str, Any]:
        """Play through so many kills. Errors: `Violation`."""
        began = time.perf_counter()
        for number in range(kills):
            await self._life(self.random.random() < self.early)
            self._check(f"kill {number + 1}", not number % 50 or number == kills - 1)
            if (number + 1) % 50 == 0:
                spent, before = time.perf_counter() - began, self.answered
                self.answered = self._acknowledged()
                print(
                    f"{counted(number + 1, 'kill')}, {spent:.0f} s, {self.answered} answered, "
                    f"{len(self.finished)} finished, {dict(self.counts)}",
                    file=sys.stderr,
                )
                if self.answered == before:
                    raise Violation("nobody plays any more")
        self._verify()
        requests = self._requests()
        return {
            "kills": kills,
            "seconds": round(time.perf_counter() - began),
            "requests": len(requests),
            "acknowledged": self._acknowledged(),
            "taken back": sum(
                s.kind == "undo" and (s.answer or {}).get("type") == "undone" for s in requests
            ),
            "sent again": sum(sent.resent for sent in requests),
            "finished matches verified": len(self.finished),
            **self.counts,
            "errors told": dict(self.errors),
            "start": quantiles(self.starts),
        }

    def _requests(self) -> list[Sent]:
        return [sent for game in self._all() for p in game.players for sent in p.sent]

    def _acknowledged(self) -> int:
        return sum(sent.answer is not None for sent in self._requests())

    def _all(self) -> list[Game]:
        return self.games + self.finished

    async def _life(self, early: bool) -> None:
        """Start the server, play, and kill it; `early`: perhaps before it answers."""
        if early and self.victim.port:
            starting = asyncio.create_task(asyncio.to_thread(self._try_start))
            await asyncio.sleep(self.random.random() * self.start_seconds)
            self.victim.interrupt()
            await starting
        else:
            for server in self.servers:
                if not server.pid or server is self.victim:
                    self.starts.append(await asyncio.to_thread(server.start))
            self.victim = self.random.choice(self.servers)
            players = [p for game in self.games for p in game.players]
            tasks = [asyncio.create_task(p.play(self._host())) for p in players]
            filling = asyncio.create_task(self._fill(tasks))
            if not players:
                await filling
            before = self._acknowledged()
            await asyncio.sleep(self.random.random() * self.longest)
            due = before + self.least
            while self._acknowledged() < due and self._somebody_plays():
                await asyncio.sleep(0.005)
            self._note_children()
            self.victim.kill()
            await filling
            # Those at another process leave as suddenly, so that the store can be looked at.
            waiting = set(tasks)
            while waiting:
                for task in waiting if len(self.servers) > 1 else ():
                    task.cancel()  # again: the end of a wait may swallow it
                _, waiting = await asyncio.wait(waiting, timeout=1)
            for task in tasks:
                if not task.cancelled() and (error := task.exception()) is not None:
                    raise error
        self.victim.kill()

    def _host(self) -> str:
        return self.random.choice(self.servers).host

    def _try_start(self) -> None:
        try:
            self.victim.start()
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
                made = await asyncio.to_thread(post, self._host(), "matches", body)
            except (OSError, HTTPException):
                return  # The server was killed meanwhile.
            self.games.append(Game(json.loads(made), table, self.random, self.errors))
            players = self.games[-1].players
            tasks += [asyncio.create_task(p.play(self._host())) for p in players]

    def _somebody_plays(self) -> bool:
        """Whether a match goes on in which a player is still there."""
        return any(p.there for game in self.games if not game.over for p in game.players)

    def _note_children(self) -> None:
        self.children |= children(self.victim.pid)

    def _check(self, when: str, all_of_them: bool) -> None:
        copy = Snapshot(self.database) if self.database else Copy(self.servers[0].data)
        try:
            for game in self._all() if all_of_them else self.games:
                check(game, copy, self.counts)
        finally:
            copy.close()
        violations = [line for game in self._all() for line in game.violations]
        if violations:
            raise Violation("\n".join([f"{when}: {dict(self.errors)}", *violations]))
        for server in self.servers:
            if "Traceback" in server.log():
                raise Violation(f"{when}: the server made an error:\n{server.log()[-3000:]}")

    def _verify(self) -> None:
        """Verify the files of all finished matches, as a player would."""
        for server in self.servers:
            if server is self.victim or not server.pid:
                server.start()
        folder = Path(tempfile.mkdtemp(prefix="hexfront-files-"))
        try:
            for number, game in enumerate(self.finished):
                data = post(self._host(), "journal", {"token": game.players[0].token})
                verify(*parse_journal(data, f"match {game.id}")[:2])
                if number < BY_COMMAND:
                    file = folder / f"{game.id}.jsonl"
                    file.write_bytes(data)
                    command = [sys.executable, "-m", "hexfront", "verify", str(file)]
                    done = subprocess.run(command, capture_output=True, text=True, check=False)
                    if done.returncode:
                        raise Violation(f"match {game.id}: {done.stdout}{done.stderr}")
        finally:
            shutil.rmtree(folder)
            for server in self.servers:
                server.kill()
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
    least: int = 0,
    database: str = "",
) -> Message:
    """A whole run; returns its report. Errors: `Violation`.

    Each server lives for some time up to `longest` seconds, and until `least` requests more
    have been answered. With a `database` in PostgreSQL there are two servers.
    """
    servers: list[Server] = []
    for number in range(2 if database else 1):
        folder = data / str(number) if database else data
        folder.mkdir(parents=True, exist_ok=True)
        environment = {"HEXFRONT_DATABASE": database} if database else {}
        servers.append((ForkedServer if forked else Server)(folder, environment=environment))
    try:
        start = 0.2 if forked else 1.5
        test = KillTest(servers, seed, tables, longest, start, least, database)
        return asyncio.run(test.run(kills))
    finally:
        for server in servers:
            server.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=len(TABLES))
    parser.add_argument("--longest", type=float, default=2.0, help="seconds of play before a kill")
    parser.add_argument(
        "--least", type=int, default=0, help="answers that there must be before each kill"
    )
    parser.add_argument(
        "--command", action="store_true", help="start `hexfront serve` each time, not a fork"
    )
    parser.add_argument(
        "--postgres", action="store_true", help="two servers over a PostgreSQL of their own"
    )
    args = parser.parse_args()
    data = Path(tempfile.mkdtemp(prefix="hexfront-kill-"))
    with ExitStack() as stack:
        database = ""
        if args.postgres:
            from tests.postgresql import postgresql

            database = stack.enter_context(postgresql(durable=True)).database()
        report = run(
            data,
            args.kills,
            args.seed,
            args.tables,
            args.longest,
            not args.command,
            args.least,
            database,
        )
    print(json.dumps(report, indent=2))
    shutil.rmtree(data)


if __name__ == "__main__":
    main()
