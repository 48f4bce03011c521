"""Many matches at once: who is sent how much, what stays in memory, and play beside abusers.

Times are measured by `benchmarks.bench_server`; here only what holds on any machine.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.abuse import KINDS, Abusers
from benchmarks.bench_server import Bench, measure
from benchmarks.clients import Screen, Server, make_matches, new_key, pick_order

ORDERS = 60
PATIENCE = 600
"""Seconds after which something will not come any more."""
OPEN = {"sequence": "igougo"}


async def heard_of_orders(host: str, tokens: list[dict[int, str]]) -> list[Counter[str]]:
    """The messages of each match's three screens for each order, by screen and type."""
    random, found = Random(1), []
    for held in tokens:
        screens = [Screen(host, side, [held[side]]) for side in (0, 1, -2)]
        told: Counter[str] = Counter()

        def hear(screen: Screen, text: str, now: float, told: Counter[str] = told) -> None:
            told[f"{screen.side} {json.loads(text)['type']}"] += 1

        for screen in screens:
            await screen.open()
            screen.hear = hear
        for _ in range(ORDERS // len(tokens)):
            player = next(screen for screen in screens[:2] if screen.must_act)
            orders = pick_order(random, player.update, 0.3)
            frame = {"type": "orders", "seat": player.side, "orders": orders, "key": new_key()}
            told.clear()
            await player.send(frame)
            while sum(told.values()) < 4:
                await asyncio.sleep(0.005)
            mine = {f"{player.side} done": 1}
            found.append(told - Counter(mine))
        for screen in screens:
            await screen.close()
    return found


def test_an_order_in_the_open_is_one_message_to_each_screen(tmp_path: Path) -> None:
    matches = make_matches(tmp_path, 3, "three-towns", OPEN)
    server = Server(tmp_path)
    server.start()
    try:
        tokens = [made.tokens for made in matches]
        found = asyncio.run(asyncio.wait_for(heard_of_orders(server.host, tokens), PATIENCE))
    finally:
        server.close()
    once = Counter({"0 update": 1, "1 update": 1, "-2 update": 1})
    assert found == [once] * ORDERS
    assert server.log() == ""


Report = dict[str, Any]


async def beside_abusers(server: Server, tables: int) -> tuple[list[Report], Report]:
    """Reports of play until there are orders enough, and what the abusers did."""
    *matches, theirs = make_matches(server.data, tables + 1, "three-towns", OPEN)
    server.start()
    bench = Bench([server.host], matches, rate=15, seed=1)
    bench.clear()
    await bench.open()
    abusers = [Abusers(server.host, theirs, kind) for kind in KINDS]
    for abuser in abusers:
        await abuser.start(0.2)
    reports: list[Report] = []
    while sum(report["orders"] for report in reports) <= 20:
        reports.append(await measure([server], bench, 2))
    abuse = {kind: await a.stop(0.1) for kind, a in zip(KINDS, abusers, strict=True)}
    await bench.close()
    return reports, abuse


def test_others_play_on_beside_abusers_of_every_kind(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        reports, abuse = asyncio.run(asyncio.wait_for(beside_abusers(server, 8), PATIENCE))
    finally:
        server.close()
    for report in reports:
        assert report["lost"] == report["unseen"] == report["errors"] == 0, report
    begin = reports[0]["server_memory_mib"][0][0]
    end = reports[-1]["server_memory_mib"][1][0]
    assert end - begin < 200, reports
    for kind, counts in abuse.items():
        assert counts["connections"] > 0, (kind, counts)
    answers = {name for name in abuse["http"] if name.startswith("answers ")}
    assert answers and "answers 500" not in answers, abuse
    assert "Traceback" not in server.log()
