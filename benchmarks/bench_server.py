"""How fast orders reach the other screen, with many live matches, and while somebody misbehaves.

    python -m benchmarks.bench_server             # 200 matches, 400 sockets, 80 orders a second
    python -m benchmarks.bench_server --rate 0    # as fast as players can give orders
    python -m benchmarks.bench_server --abuse     # alone, then beside abusers of each kind
    python -m benchmarks.bench_server --postgres --processes 2
    python -m benchmarks.bench_server --full --out full.json   # hours, on a quiet machine

`--full` is what is promised: 1,000 live matches, 2,000 sockets, 100 orders a second for an hour,
first over SQLite, then by two processes over PostgreSQL; `--full sqlite` and `--full postgres` are
one of the two, and `--seconds` makes it shorter. Every minute memory, store, and what the
minute was like are noted (`series`), and `--out` holds what is known so far. Matches that end make
room for new ones.

With several processes the two screens of a match are at different ones, where the match allows:
one of them is passed on to the process that serves the match.

Every match is played by two sockets, in turns and in the open, so that each
order changes what the other screen shows.  Times are from the sending of the
frame to the arrival of the answer, on the clock of the players' process; how
late that process itself is, is measured too (`players_late`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.abuse import KINDS, Abusers
from benchmarks.clients import Made, Screen, Server, make_matches, new_key, pick_order, quantiles
from websockets.exceptions import ConnectionClosed

PATIENCE = 15.0
"""Seconds after which an order counts as never shown."""


JOIN_SECONDS = 300.0
"""That a screen may take to join, on a machine that has much else to do."""

PARTS = {
    "sqlite": ((False, 1),),
    "postgres": ((True, 2),),
    "both": ((False, 1), (True, 2)),
}
"""What `--full` measures: whether over PostgreSQL, and by how many processes."""


class Pair:
    """A match and its two screens; one order at a time is on its way."""

    def __init__(self, hosts: Sequence[str], made: Made) -> None:
        self.made = made
        self.screens = [
            Screen(hosts[side % len(hosts)], side, [made.tokens[side]]) for side in (0, 1)
        ]
        self.sent = 0.0
        self.by = -1
        """Whose order is on its way; -1 when none is."""
        self.key = ""
        self.missing: set[str] = set()

    @property
    def ready(self) -> bool:
        return self.by < 0 and any(screen.must_act for screen in self.screens)

    @property
    def over(self) -> bool:
        return any(screen.over for screen in self.screens)


class Bench:
    """Players of many matches, and what they measured."""

    def __init__(
        self,
        hosts: Sequence[str],
        matches: list[Made],
        rate: float,
        seed: int,
        spare: Sequence[Made] = (),
    ) -> None:
        """`spare`: matches that begin where others end."""
        self.random = Random(seed)
        self.rate = rate
        # Every second match begins at another process, which serves it then.
        turned = [*hosts[1:], *hosts[:1]]
        self._sides = (hosts, turned)
        self._spare = list(reversed(spare))
        self._changing: set[asyncio.Task[None]] = set()
        self.pairs = [Pair(self._sides[n % 2], made) for n, made in enumerate(matches)]
        self.by_screen = {screen: pair for pair in self.pairs for screen in pair.screens}
        self._under_way: set[Pair] = set()
        """Those with an order on its way."""
        self._over: list[Pair] = []
        """Those that have ended, and whose place another may take."""
        self.times: dict[str, list[float]] = {}
        self.counts = dict.fromkeys(
            ("orders", "refused", "errors", "lost", "unseen", "ended", "begun"), 0
        )

    def clear(self) -> None:
        """Forget what was measured."""
        self.times = {"own_done": [], "own_update": [], "other_update": [], "players_late": []}
        self.counts = dict.fromkeys(self.counts, 0)

    def replace_ended(self) -> None:
        """Let new matches begin where others have ended, as long as there are spare ones."""
        waits = [pair for pair in self._over if pair.by >= 0]
        ended = [pair for pair in self._over if pair.by < 0]
        self._over = waits
        for pair in ended[: len(self._spare)]:
            number = self.pairs.index(pair)
            self.counts["ended"] += 1
            new = Pair(self._sides[number % 2], self._spare.pop())
            self.pairs[number] = new
            change = asyncio.create_task(self._change(pair, new))
            self._changing.add(change)
            change.add_done_callback(self._changing.discard)

    async def _change(self, old: Pair, new: Pair) -> None:
        for screen in old.screens:
            del self.by_screen[screen]
            screen.hear = lambda *_: None
            await screen.close()
        for screen in new.screens:
            self.by_screen[screen] = new
            screen.hear = self._hear
            await screen.open(JOIN_SECONDS)
        self.counts["begun"] += 1

    async def open(self) -> float:
        """Let all join; returns the seconds that this took."""
        before = time.perf_counter()
        gate = asyncio.Semaphore(20)

        async def join(screen: Screen) -> None:
            async with gate:
                screen.hear = self._hear
                await screen.open(JOIN_SECONDS)

        await asyncio.gather(*(join(screen) for screen in self.by_screen))
        return time.perf_counter() - before

    async def close(self) -> None:
        await asyncio.gather(*(screen.close() for screen in self.by_screen))

    def _hear(self, screen: Screen, text: str, now: float) -> None:
        pair = self.by_screen[screen]
        late = now - pair.sent
        if screen.over and pair not in self._over and pair in self.pairs:
            self._over.append(pair)
        if pair.by < 0:
            return
        mine = screen.side == pair.by
        if text.startswith('{"type":"update"'):
            self._arrived(pair, "own_update" if mine else "other_update", late)
        elif mine and pair.key in text:
            self._arrived(pair, "own_done", late)
            if '"type":"refused"' in text[:20]:
                self.counts["refused"] += 1
        elif '"type":"error"' in text[:20]:
            self.counts["errors"] += 1

    def _arrived(self, pair: Pair, what: str, late: float) -> None:
        if what not in pair.missing:
            return
        self.times[what].append(late)
        pair.missing.discard(what)
        if not pair.missing:
            self._close_order(pair)

    def _close_order(self, pair: Pair) -> None:
        """The order of a pair has arrived everywhere, or counts as lost."""
        pair.by = -1
        self._under_way.discard(pair)

    async def play(self, seconds: float) -> None:
        """Give orders for so long, from time to time or as fast as they are answered."""
        end = time.perf_counter() + seconds
        next_at = time.perf_counter()
        while (now := time.perf_counter()) < end:
            if self.rate:
                next_at += self.random.expovariate(self.rate)
                await asyncio.sleep(max(0.0, next_at - now))
                self.times["players_late"].append(max(0.0, time.perf_counter() - next_at))
            else:
                await asyncio.sleep(0)
            self._give_up(time.perf_counter())
            self.replace_ended()
            if (pair := self._any_ready()) is not None:
                await self._order(pair)
            elif not self.rate:
                await asyncio.sleep(0.001)
        while self._under_way:
            self._give_up(time.perf_counter())
            await asyncio.sleep(0.01)

    def _give_up(self, now: float) -> None:
        for pair in [pair for pair in self._under_way if now - pair.sent > PATIENCE]:
            seen = "own_done" not in pair.missing
            self.counts["unseen" if seen else "lost"] += 1
            self._close_order(pair)

    def _any_ready(self) -> Pair | None:
        """A pair that can give an order, by chance; the first few tries find one nearly always."""
        for _ in range(20):
            if (pair := self.random.choice(self.pairs)).ready:
                return pair
        ready = [pair for pair in self.pairs if pair.ready]
        return self.random.choice(ready) if ready else None

    async def _order(self, pair: Pair) -> None:
        screen = next(s for s in pair.screens if s.must_act)
        orders = pick_order(self.random, screen.update)
        if orders is None:
            return
        pair.by, pair.key = screen.side, new_key()
        pair.missing = {"own_done", "own_update", "other_update"}
        frame = {"type": "orders", "seat": screen.side, "orders": orders, "key": pair.key}
        self.counts["orders"] += 1
        self._under_way.add(pair)
        try:
            pair.sent = await screen.send(frame)
        except ConnectionClosed:
            self.counts["lost"] += 1
            self._close_order(pair)


def busy_seconds() -> float:
    """CPU time of all processes of the machine so far."""
    fields = Path("/proc/stat").read_text().split("\n")[0].split()[1:]
    user, nice, system, _, _, interrupts, soft = (int(field) for field in fields[:7])
    return (user + nice + system + interrupts + soft) / os.sysconf("SC_CLK_TCK")


async def measure_series(
    servers: Sequence[Server], bench: Bench, seconds: float, each: float, note: Any
) -> list[dict[str, Any]]:
    """Play, and report of every so many seconds; `note` is given what is known so far.

    That is the reports, and times from the first second on.
    """
    found: list[dict[str, Any]] = []
    whole: dict[str, list[float]] = {}
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        part = await measure(servers, bench, min(each, seconds - spent))
        part["from_second"] = round(spent)
        if size := sum(map(_store_mib, {server.data for server in servers})):
            part["store_mib"] = round(size, 1)
        found.append(part)
        for name, values in bench.times.items():
            whole.setdefault(name, []).extend(values)
        note(found, {name: quantiles(values) for name, values in whole.items()})
    return found


def growth(series: Sequence[dict[str, Any]]) -> float:
    """MiB an hour that the memory of all servers grows by, the first sixth left out."""
    late = series[len(series) // 6 :]
    if len(late) < 3:
        return float("nan")
    times = [part["from_second"] / 3600 for part in late]
    memory = [sum(part["server_memory_mib"][1]) for part in late]
    slope, _ = statistics.linear_regression(times, memory)
    return round(slope, 1)


def _store_mib(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.glob("hexfront.sqlite3*")) / (1 << 20)


async def measure(servers: Sequence[Server], bench: Bench, seconds: float) -> dict[str, Any]:
    """Play and report."""
    bench.clear()

    def memory_mib() -> list[int]:
        return [round(server.memory_mib()) for server in servers]

    def cpu_seconds() -> float:
        return sum(server.cpu_seconds() for server in servers)

    memory, wall = memory_mib(), time.perf_counter()
    cpu, own, all_of_it = cpu_seconds(), time.process_time(), busy_seconds()
    await bench.play(seconds)
    wall = time.perf_counter() - wall
    cpu, own = cpu_seconds() - cpu, time.process_time() - own
    others = busy_seconds() - all_of_it - cpu - own
    return {
        "seconds": round(wall, 1),
        "orders_per_second": round(bench.counts["orders"] / wall, 1),
        **bench.counts,
        **{name: quantiles(values) for name, values in bench.times.items() if values},
        "server_cpu": round(cpu / wall, 2),
        "players_cpu": round(own / wall, 2),
        "others_cpu": round(others / wall, 2),
        "server_memory_mib": [memory, memory_mib()],
        "live_matches": sum(not pair.over for pair in bench.pairs),
    }


async def run(args: argparse.Namespace, data: Path, database: str = "") -> dict[str, Any]:
    options = {"sequence": "igougo"}
    where = database or data
    count = args.matches + args.spare + 1
    *matches, theirs = make_matches(where, count, args.scenario, options)
    matches, spare = matches[: args.matches], matches[args.matches :]
    settings = data / "bench.toml"
    settings.write_text(f"connections = {2 * args.matches + 200}\n")
    servers = []
    for number in range(args.processes):
        folder = data / str(number) if database else data
        folder.mkdir(exist_ok=True)
        environment = {"HEXFRONT_DATABASE": database} if database else {}
        servers.append(Server(folder, environment=environment, settings=settings))
    server = servers[0]
    report: dict[str, Any] = {
        "scenario": args.scenario,
        "matches": args.matches,
        "sockets": 2 * args.matches,
        "cores": os.cpu_count(),
        "database": "PostgreSQL" if database else "SQLite",
        "processes": args.processes,
        "start_seconds": [round(each.start(), 2) for each in servers],
    }
    try:
        bench = Bench([each.host for each in servers], matches, args.rate, args.seed, spare)
        bench.clear()
        report["join_seconds"] = round(await bench.open(), 2)
        if args.pid:
            print("server processes", *(each.pid for each in servers), file=sys.stderr)
        await bench.play(args.warm)
        if args.series:

            def note(series: list[dict[str, Any]], whole: dict[str, Any]) -> None:
                report["whole"], report["series"] = whole, series
                report["growth_mib_an_hour"] = growth(series)
                if args.out is not None:
                    args.out.write_text(json.dumps([*args.before, report], indent=2) + "\n")

            await measure_series(servers, bench, args.seconds, args.series, note)
        else:
            report["alone"] = await measure(servers, bench, args.seconds)
        if args.abuse:
            names = args.abuse.split(",")
            for name in names:
                abusers = Abusers(server.host, theirs, name)
                await abusers.start()
                report[f"beside {name}"] = await measure(servers, bench, args.seconds)
                report[f"beside {name}"]["abuse"] = await abusers.stop()
        await bench.close()
    finally:
        for each in servers:
            each.kill(signal.SIGTERM)
        log = "".join(each.log() for each in servers)
        report["server_log_lines"] = len(log.splitlines())
        if log:
            report["server_log"] = log[-2000:]
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--scenario", default="meeting-engagement")
    parser.add_argument("--rate", type=float, default=80, help="orders a second; 0: without pause")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--warm", type=float, default=5, help="seconds before measuring")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--abuse", nargs="?", const=",".join(KINDS), default="")
    parser.add_argument("--pid", action="store_true", help="say the server's process id")
    parser.add_argument("--keep", type=Path, help="a data folder to use and keep")
    parser.add_argument("--postgres", action="store_true", help="over a PostgreSQL of its own")
    parser.add_argument("--processes", type=int, default=1, help="with --postgres: how many serve")
    parser.add_argument("--spare", type=int, default=0, help="matches to begin where others end")
    parser.add_argument("--series", type=float, default=0, help="report of every so many seconds")
    parser.add_argument("--out", type=Path, help="a file for the report, as far as it is known")
    parser.add_argument(
        "--full",
        nargs="?",
        const="both",
        choices=list(PARTS),
        help="all that is promised; see above",
    )
    args = parser.parse_args()
    args.before = []
    if args.full:
        args.matches, args.rate, args.series = 1000, 100.0, 60.0
        args.seconds = 3600.0 if args.seconds == 30 else args.seconds
        # A match has some 100 orders; these are more than are needed.
        args.spare = int(args.seconds * args.rate / 60)
    if args.processes > 1 and not args.postgres:
        parser.error("one process alone serves a file")
    if not args.full:
        print(json.dumps(bench_once(args), indent=2))
        return
    for part in PARTS[args.full]:
        args.postgres, args.processes = part
        args.before.append(bench_once(args))
    text = json.dumps(args.before, indent=2)
    if args.out is not None:
        args.out.write_text(text + "\n")
    print(text)


def bench_once(args: argparse.Namespace) -> dict[str, Any]:
    """Measure over one database."""
    data = args.keep or Path(tempfile.mkdtemp(prefix="hexfront-bench-"))
    data.mkdir(parents=True, exist_ok=True)
    try:
        with ExitStack() as stack:
            database = ""
            if args.postgres:
                from tests.postgresql import postgresql

                database = stack.enter_context(postgresql(durable=True)).database()
            return asyncio.run(run(args, data, database))
    finally:
        if not args.keep:
            shutil.rmtree(data, ignore_errors=True)


if __name__ == "__main__":
    main()
