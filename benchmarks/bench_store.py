"""How soon a server with many stored matches is ready: a list of one's matches, and a table.

    python benchmarks/bench_store.py [--matches 1000] [--steps 200]

Stores matches of Brigade, half of them played to the given number of steps by
its best opponent, starts `hexfront serve` on them as a user does, and measures
from the start of the process to the answers.
"""

from __future__ import annotations

import argparse
import json
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from websockets.sync.client import connect

from hexfront.agents import best_agent, make_agent
from hexfront.core.contract import Step
from hexfront.core.dice import dice_from_secret
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.match import Match
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store

SYSTEM = "brigade"


def played(length: int, secret: bytes) -> tuple[Sequence[Step], Sequence[str]]:
    """The first steps of a match, with the digests."""
    system = find_system(SYSTEM)
    rules = system.rules(load_scenario(system))
    match = Match(system, rules, secret=secret, tell=False)
    agents = [
        make_agent(system, best_agent(system), rules, side, dice_from_secret(secret, 9 + side))
        for side in range(len(rules.sides))
    ]
    match.settle()
    while match.result is None and len(match.journal.steps) < length:
        side = match.decision.sides[0]
        match.ask(agents[side], side)
    return match.journal.steps, match.journal.digests


def fill(folder: Path, matches: int, length: int) -> tuple[list[str], int]:
    """Store matches; returns a token of each, those with most steps first."""
    system = find_system(SYSTEM)
    scenario = load_scenario(system).document
    store = Store(folder)
    secret = secrets.token_bytes(32)
    steps, digests = played(length, secret)
    seats = [SeatPlan("person"), SeatPlan("machine", best_agent(system))]
    tokens = []
    for number in range(matches):
        made = store.create(SYSTEM, system.version, scenario, secret, seats)
        tokens.append(made.tokens[0])
        if number % 2 == 0:
            bundles = range(1, len(steps) + 1)
            store.append(made.match, 0, steps, digests, bundles, must_act=[0])
    store.close()
    return tokens[0::2] + tokens[1::2], len(steps)


def measure(folder: Path, tokens: list[str]) -> dict[str, float]:
    """Seconds from the start of the server to each of its first answers."""
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "hexfront", "serve", "--port", "0", "--save", str(folder)],
        stdout=subprocess.PIPE,
        text=True,
    )
    found = {}
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = line[line.index("http://") :].strip()
        found["listening"] = time.perf_counter() - begun
        body = json.dumps({"tokens": tokens[:200]}).encode()
        request = urllib.request.Request(f"{address}api/matches/mine", body)
        with urllib.request.urlopen(request) as answer:
            assert len(json.load(answer)) == min(200, len(tokens))
        found["first list of 200 matches"] = time.perf_counter() - begun
        with connect(f"ws{address[4:]}api/match", max_size=None) as socket:
            socket.send(json.dumps({"type": "join", "tokens": tokens[:1]}))
            while json.loads(socket.recv(60))["type"] != "update":
                pass
        found["first view at a table"] = time.perf_counter() - begun
    finally:
        process.terminate()
        process.wait(20)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=200)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tokens, steps = fill(folder, asked.matches, asked.steps)
        size = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
        print(f"{asked.matches} matches, half of them of {steps} steps, {size:.1f} MB")
        for what, seconds in measure(folder, tokens).items():
            print(f"{what}: {seconds:.2f} s after the start of the process")


if __name__ == "__main__":
    main()
