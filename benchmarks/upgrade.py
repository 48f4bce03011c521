"""An upgrade without losing a running match: an earlier version, then this one, on the same data.

python -m benchmarks.upgrade                  # from the last version with tables of version 8
python -m benchmarks.upgrade --postgres       # from the first that knew PostgreSQL

Both are built as wheels and installed in environments of their own. The old one is started, and two
persons, and one against a machine, play; it is stopped in the midst of that; the new one is started
on the same data and the same port, and the same screens come back with the same tokens and play on
to the end. What they see after the upgrade is compared with what they saw before it, and the
finished matches are verified from their files. It needs the repository with its history.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.clients import Message, Screen, Server, new_key, pick_order

from hexfront.core.journal import parse_journal, verify

ROOT = Path(__file__).parents[1]
OLD, OLD_SHARED = "2dfdc4bb", "cbf3e675"
"""The last commit with tables of version 8, and the first that has accounts and PostgreSQL."""
PERSON: Message = {"kind": "person"}
SEATS = ([PERSON, PERSON], [PERSON, {"kind": "machine", "agent": "random"}])
PATIENCE = 60.0


class Lost(AssertionError):
    """The upgrade has lost something."""


def install(folder: Path, source: Path) -> Path:
    """Install a version in an environment of its own; its interpreter.

    What others wrote comes from the environment that runs this.
    """
    quiet = ["--quiet", "--disable-pip-version-check", "--no-deps"]
    wheels = folder / "wheels"
    build = ["wheel", *quiet, "--no-build-isolation", "--wheel-dir", str(wheels), str(source)]
    subprocess.run([sys.executable, "-m", "pip", *build], check=True)
    home = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    paths = sysconfig.get_path("purelib", "venv", {"base": str(home), "platbase": str(home)})
    (Path(paths) / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    python = home / "bin" / "python"
    put = ["--python", str(python), "install", *quiet, "--no-index", *map(str, wheels.iterdir())]
    subprocess.run([sys.executable, "-m", "pip", *put], check=True)
    return python


def checked_out(folder: Path, commit: str) -> Path:
    """The files of a commit."""
    folder.mkdir(parents=True)
    archive = subprocess.run(
        ["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return folder


def ask(host: str, path: str, body: Message) -> bytes:
    """The answer to a request. Errors: `OSError`."""
    request = urllib.request.Request(f"http://{host}{path}", json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        text: bytes = answer.read()
    return text


class Table:
    """A match and its persons' screens."""

    def __init__(self, host: str, seats: list[Message]) -> None:
        body = {"system": "brigade", "scenario": "three-towns", "options": {}, "seats": seats}
        made = json.loads(ask(host, "/api/matches", body))
        self.match: str = made["match"]
        self.tokens: dict[str, str] = made["tokens"]
        self.screens = [Screen(host, int(side), [token]) for side, token in self.tokens.items()]
        self.given = 0

    async def open(self, host: str) -> None:
        for screen in self.screens:
            screen.host = host
            await screen.open(PATIENCE)

    async def close(self) -> None:
        for screen in self.screens:
            await screen.close()

    async def play(self, random: Random, orders: int) -> None:
        """Give so many orders, or play to the end."""
        for _ in range(orders):
            end = time.monotonic() + PATIENCE
            while not any(screen.must_act for screen in self.screens):
                if any(screen.over for screen in self.screens):
                    return
                if time.monotonic() > end:
                    raise Lost(f"match {self.match}: nobody can go on")
                await asyncio.sleep(0.01)
            screen = next(screen for screen in self.screens if screen.must_act)
            before = screen.update
            wanted = pick_order(random, before, 0.3)
            key = new_key()
            heard = asyncio.Event()

            def hear(_: Screen, text: str, __: float, key: str = key, heard: Any = heard) -> None:
                if key in text:
                    heard.set()

            screen.hear = hear
            frame = {"type": "orders", "seat": screen.side, "orders": wanted, "key": key}
            await screen.send(frame)
            await asyncio.wait_for(heard.wait(), PATIENCE)
            self.given += 1
            await asyncio.sleep(0.06)  # a seat may send 20 frames a second

    async def settled(self) -> list[Message]:
        """What the screens show when a person is asked, and nothing comes for a second."""
        shown: list[Message] = []
        end = time.monotonic() + PATIENCE
        while shown != (shown := [screen.update for screen in self.screens]) or not any(
            screen.must_act or screen.over for screen in self.screens
        ):
            if time.monotonic() > end:
                raise Lost(f"match {self.match}: nobody can go on")
            await asyncio.sleep(1.0)
        return shown


def same(before: Any, after: Any, place: str, news: set[str]) -> None:
    """Whether what was shown is shown again; keys that an old version did not have are news.

    Errors: `Lost`.
    """
    if isinstance(before, dict) and isinstance(after, dict):
        news |= {f"{place}/{key}" for key in after.keys() - before.keys()}
        for key, value in before.items():
            if key not in after:
                news.add(f"{place}/{key} is gone")
            else:
                same(value, after[key], f"{place}/{key}", news)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, pair in enumerate(zip(before, after, strict=True)):
            same(*pair, place if place.endswith("*") else f"{place}/*", news)
            del number
    elif before != after:
        raise Lost(f"{place}: {str(before)[:200]} was shown, and then {str(after)[:200]}")


async def rehearse(old: Server, new: Server, seed: int, orders: int) -> Message:
    """Play, upgrade, play on; a report. Errors: `Lost`."""
    random = Random(seed)
    old.start()
    tables = [Table(old.host, seats) for seats in SEATS]
    for table in tables:
        await table.open(old.host)
        await table.play(random, orders)
    shown = []
    for table in tables:
        await table.settled()  # what a machine does later would come as an update of its own
        await table.close()
        await table.open(old.host)  # who comes back is shown the whole log
        shown.append(await table.settled())
    began = time.perf_counter()
    old.kill(signal.SIGTERM)
    for table in tables:
        await table.close()
    new.port = old.port
    started = new.start()
    for table in tables:
        await table.open(new.host)
    away = time.perf_counter() - began
    news: set[str] = set()
    for table, before in zip(tables, shown, strict=True):
        for was, now in zip(before, await table.settled(), strict=True):
            same(was["view"], now["view"], "/view", news)
            same(was["entries"], now["entries"][: len(was["entries"])], "/entries", news)
    given = [table.given for table in tables]
    for table in tables:
        await table.play(random, 10_000)
        await table.close()
    for table in tables:
        token = next(iter(table.tokens.values()))
        data = ask(new.host, "/api/journal", {"token": token})
        verify(*parse_journal(data, f"match {table.match}")[:2])
    return {
        "orders before": given,
        "orders after": [t.given - n for t, n in zip(tables, given, strict=True)],
        "start_seconds": round(started, 1),
        "away_seconds": round(away, 1),
        "new in what is shown": sorted(news),
        "finished matches verified": len(tables),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--old", help="a commit; the last with tables of version 8 by default")
    parser.add_argument("--postgres", action="store_true", help="over a PostgreSQL of its own")
    parser.add_argument("--orders", type=int, default=12, help="of each match before the upgrade")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    commit = args.old or (OLD_SHARED if args.postgres else OLD)
    folder = Path(tempfile.mkdtemp(prefix="hexfront-upgrade-"))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        began = time.perf_counter()
        old = install(folder / "old", checked_out(folder / "old" / "source", commit))
        new = install(folder / "new", ROOT)
        installed = time.perf_counter() - began
        environment = {
            "PYTHONPATH": "",
            "HEXFRONT_COMPILE": "never",
            "XDG_DATA_HOME": str(folder / "home"),
        }
        if args.postgres:
            from tests.postgresql import postgresql

            server = stack.enter_context(postgresql(durable=True))
            environment["HEXFRONT_DATABASE"] = server.database()
        data = folder / "data"
        data.mkdir()
        servers = [Server(data, environment=environment, python=str(one)) for one in (old, new)]
        try:
            report = asyncio.run(rehearse(*servers, args.seed, args.orders))
        finally:
            for each in servers:
                each.close()
            log = servers[0].log()
            if log:
                print(log[-3000:], file=sys.stderr)
    database = "PostgreSQL" if args.postgres else "SQLite"
    head = {"old": commit, "database": database, "install_seconds": round(installed, 1)}
    cpu = sum(os.times()[:4])
    print(json.dumps({**head, **report, "cpu_seconds": round(cpu, 1)}, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
