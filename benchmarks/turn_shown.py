"""How long after the end of a turn the other side sees its own turn on the screen.

    python -m benchmarks.turn_shown --turns 200

Two screens of one match of Aggressor on a real server: each side sets up a
suggested army, moves some units, and ends its turn.  Measured is the time from
sending the end of the turn to the arrival of the update that lets the other
side act: apply, observation, view, offers, store, and the way through the
socket.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.clients import Message, Screen, Server, make_matches, new_key, quantiles

PATIENCE = 120.0
"""Seconds; on an empty cache of kernels the first turn waits for them."""


class Player:
    """One seat: its screen, and what it is waiting for."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.answered = asyncio.Event()
        self.acting_at = 0.0
        screen.hear = self._hear

    def _hear(self, screen: Screen, text: str, now: float) -> None:
        if text.startswith('{"type":"update"'):
            if screen.must_act and not self.acting_at:
                self.acting_at = now
            self.answered.set()
        elif text.startswith('{"type":"refused"'):
            raise RuntimeError(text[:300])

    async def give(self, orders: list[int]) -> float:
        """Send orders and wait for the update; gives the time of sending."""
        self.answered.clear()
        frame: Message = {
            "type": "orders",
            "seat": self.screen.side,
            "orders": orders,
            "key": new_key(),
        }
        sent = await self.screen.send(frame)
        async with asyncio.timeout(PATIENCE):
            await self.answered.wait()
        return sent

    def offers(self, *kinds: str) -> list[Message]:
        """The offers of some kinds, those with orders of their own."""
        offers: list[Message] = self.screen.update["offers"]
        return [offer for offer in offers if offer["kind"] in kinds and offer["orders"]]

    async def set_up(self) -> None:
        """A suggested army, and ready."""
        await self.give(self.offers("army")[0]["orders"])
        await self.give(self.offers("ready")[0]["orders"])


async def take_turn(player: Player, other: Player, random: Random, moves: int) -> float | None:
    """Move, then end the turn; gives how long the other waited for its screen, if it did."""
    for _ in range(moves):
        moving = [offer for offer in player.offers("move") if len(offer["orders"]) == 1]
        if not moving or not player.screen.must_act:
            return None
        await player.give(random.choice(moving)["orders"])
    ends = player.offers("end")
    if not ends or not player.screen.must_act:
        return None
    other.acting_at = 0.0
    sent = await player.give(ends[-1]["orders"])
    async with asyncio.timeout(PATIENCE):
        while not other.acting_at and not other.screen.over:
            await asyncio.sleep(0.0005)
    return other.acting_at - sent if other.acting_at else None


async def measure(host: str, tokens: dict[int, str], turns: int, seed: int) -> dict[str, Any]:
    """Play turns of one match."""
    random, waits = Random(seed), list[float]()
    players = [Player(Screen(host, side, [tokens[side]])) for side in (0, 1)]
    for player in players:
        await player.screen.open(60)
    for player in players:
        await player.set_up()
    deadline = time.perf_counter() + PATIENCE
    while not any(player.screen.must_act for player in players):
        if time.perf_counter() > deadline:
            raise TimeoutError("nobody's turn began")
        await asyncio.sleep(0.01)
    for _ in range(turns):
        if any(player.screen.over for player in players):
            break
        actor = next((p for p in players if p.screen.must_act), None)
        if actor is None:
            await asyncio.sleep(0.01)
            continue
        wait = await take_turn(actor, players[1 - actor.screen.side], random, 4)
        if wait is not None:
            waits.append(wait)
    for player in players:
        await player.screen.close()
    return quantiles(waits[4:])


async def run(args: argparse.Namespace, data: Path) -> dict[str, Any]:
    """A match on a server of its own."""
    made = make_matches(data, 1, "standard", system="aggressor")[0]
    server = Server(data)
    try:
        server.start()
        return await measure(server.host, made.tokens, args.turns, args.seed)
    finally:
        server.close()


def main() -> None:
    """Measure and print one line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(run(args, Path(folder)))))


if __name__ == "__main__":
    main()
