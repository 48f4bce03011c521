"""Full matches of random players over the real server, with canaries in every hidden field.

    python -m benchmarks.canary                   # 1,000 matches
    python -m benchmarks.canary --matches 20
    python -m benchmarks.canary --system aggressor --scenario narrow-front
    python -m benchmarks.canary --system aggressor --rounds 8

Two persons and a spectator (or two persons at one screen, or a person and a
machine) play a scenario with detection and a shuffled deal, whose companies have names,
symbol codes and strengths of their own.  They drop out and come back, take
back, ask, look into the past, and send what they should not.  Every message is
held against what its reader may know at that moment (`tests/server/ears.py`).
In Aggressor each unit is a canary by name, symbol and strength
(`tests/server/fog.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from tests.server.secrecy.ears import Ear, Game
from tests.server.secrecy.eavesdropping import (
    Broken,
    Leak,
    LocalAgents,
    Wire,
    canary_scenario,
    unhurried,
)

from hexfront.core.contract import SPECTATOR, UMPIRE
from hexfront.play.storage.records import SeatPlan

MISCHIEF = 0.45
"""How often somebody does something else before an order is given."""
GARBAGE = (
    *("", "{}", "[]", "null", "\x00", '{"type":"orders"}', '{"type":"join","type":"join"}'),
    *('{"type":"sit","seat":1e9}', '{"type":"sit","seat":NaN}', "[" * 2000, '{"type":"umpire"}'),
    '{"type":"typed","seat":0,"text":"' + "x" * 300 + '","key":"12345678"}',
)
OVERLAYS = ("reach", "zones", "threat", "reach", "plans", "")


class Party:
    """The players of one match, who act at random."""

    def __init__(self, game: Game, random: Random) -> None:
        self.game = game
        self.random = random
        self.ears: dict[int, Ear] = {}
        """Who looks for each seat; the same for both sides where they share a screen."""
        self.sides = (0, 1)
        """That persons play."""
        self.canaries = 3 * len(game.companies)
        """How many are planted: names, symbols and strengths."""
        self._last: dict[str, Any] = {}
        self._mischief = (
            *(self._drop, self._undo, self._resend, self._bad_orders, self._typed, self._overlay),
            *(self._overlay, self._moment, self._moment, self._sit, self._garbage, self._request),
            *(self._other_seat, self._second_page),
        )

    async def sit_down(self, shared: bool) -> None:
        """Claim what invites there are, and join."""
        for side, invite in self.game.made.invites.items():
            body = {"invite": invite, "name": f"Player {side}"}
            text = await self.game.ask([side], "POST", "/api/seats/claim", body)
            token = json.loads(text.rpartition("\n")[2])["token"]
            self.game.tokens[side] = token
            self.game.secrets.append(token)
        self.sides = tuple(side for side in (0, 1) if side in self.game.tokens)
        if shared:
            self.ears = dict.fromkeys(self.sides, await self.game.join(*self.sides))
        else:
            self.ears = {side: await self.game.join(side) for side in self.sides}
        self.ears[SPECTATOR] = await self.game.join(SPECTATOR)

    async def play(self) -> None:
        """Play to the end."""
        while not self.game.truth.over:
            if self.random.random() < MISCHIEF:
                await self.random.choice(self._mischief)()
            else:
                waiting = [side for side in self.sides if side in self.game.truth.waiting]
                await self._act(self.random.choice(waiting))

    async def _ear(self, seat: int) -> Ear:
        """The ear of a seat, looking from it."""
        ear = self.ears[seat]
        if ear.viewer != seat:
            await ear.sit(seat)
        return ear

    async def _anybody(self) -> tuple[int, Ear]:
        seat = self.random.choice((*self.sides, SPECTATOR))
        return seat, await self._ear(seat)

    async def _act(self, side: int) -> None:
        ear = await self._ear(side)
        orders = list(self._choose(ear)["orders"])
        self._last = {"type": "orders", "seat": side, "orders": orders, "key": self._key()}
        await ear.say(self._last)

    def _choose(self, ear: Ear) -> dict[str, Any]:
        """An offer: attacks, moves towards the enemy, and sometimes an end."""
        offers, side = ear.update["offers"], ear.viewer
        counters = ear.update["view"]["counters"]
        enemies = [c["place"] for c in counters if c["side"] != side and c["place"]]
        few = self.random.sample(offers, min(len(offers), 8))
        attacks = [o for o in offers if o["kind"] == "attack"]
        done = [o for o in offers if o["kind"] == "done"]
        moves = [o for o in few if o["kind"] == "move"]
        draw = self.random.random()
        if done and draw < 0.2:
            return done[0]
        if attacks and draw < 0.5:
            return self.random.choice(attacks)
        if moves and enemies and draw < 0.9:
            return min(moves, key=lambda o: min(_apart(o["place"], place) for place in enemies))
        return self.random.choice(few)

    def _key(self) -> str:
        return self.random.randbytes(8).hex()

    # What players do besides

    async def _drop(self) -> None:
        """Lose the connection, and come back with or without a memory of what was shown."""
        ear = self.random.choice(list(self.ears.values()))
        await ear.hang_up()
        told = None
        if ear.viewer is not None and self.random.random() < 0.7:
            told = self.random.randint(0, self.game.truth.told(ear.viewer) + 2)
        again = await self.game.join(*ear.seats, told=told)
        self.ears = {seat: again if old is ear else old for seat, old in self.ears.items()}

    async def _undo(self) -> None:
        side = self.random.choice(self.sides)
        ear = await self._ear(side)
        await ear.say({"type": "undo", "seat": side, "key": self._key()})

    async def _resend(self) -> None:
        if self._last:
            await self.ears[self._last["seat"]].say(self._last)

    async def _bad_orders(self) -> None:
        side = self.random.choice(self.sides)
        ear = await self._ear(side)
        codes = [self.random.randint(-2, self.game.truth.rules.actions + 2) for _ in range(3)]
        refused = self.game.truth.refuses(side, codes[0])
        await ear.say(
            {
                "type": "orders",
                "seat": side,
                "orders": codes if refused else [-1],
                "key": self._key(),
            }
        )

    async def _typed(self) -> None:
        seat, ear = await self._anybody()
        words = ["attack", "xyzzy", "move 0504", "?", "12", "1 move", "recall"]
        if offers := ear.update["offers"]:
            offer = self.random.choice(offers)
            who = self.random.choice((offer["subject"], str(self.random.randrange(20))))
            words += [f"{who} {offer['kind']} {offer['place']}"] * 5
        text = self.random.choice(words)
        await ear.say({"type": "typed", "seat": seat, "text": text, "key": self._key()})

    async def _overlay(self) -> None:
        seat, ear = await self._anybody()
        frame: dict[str, Any] = {"type": "overlay", "seat": seat, "number": 1}
        frame["name"] = self.random.choice(OVERLAYS)
        if frame["name"] == "reach" or self.random.random() < 0.1:
            frame["subject"] = str(self.random.randint(0, 18))
        await ear.say(frame)

    async def _moment(self) -> None:
        seat, ear = await self._anybody()
        told = self.random.randint(0, self.game.truth.told(seat) + 1)
        await ear.say({"type": "moment", "seat": seat, "log_length": told, "number": 2})

    async def _sit(self) -> None:
        _, ear = await self._anybody()
        for seat in (0, 1, SPECTATOR, UMPIRE, self.random.choice((-1, 2, -4, 10**12))):
            await ear.sit(seat)

    async def _garbage(self) -> None:
        _, ear = await self._anybody()
        await ear.say(self.random.choice(GARBAGE))

    async def _other_seat(self) -> None:
        """Ask and order for a seat that is not shown here, or not held."""
        _, ear = await self._anybody()
        seat = self.random.choice([s for s in (0, 1, SPECTATOR, UMPIRE) if s != ear.viewer])
        held = seat in ear.seats and seat >= 0
        order = {"type": "orders", "seat": seat, "orders": [-1], "key": self._key()}
        typed = {"type": "typed", "seat": seat, "text": "done it", "key": self._key()}
        undo = {"type": "undo", "seat": seat, "key": self._key()}
        reading = {"type": "overlay", "seat": seat, "name": "zones", "number": 3}
        moment = {"type": "moment", "seat": seat, "log_length": 1, "number": 4}
        frame = self.random.choice((order, typed, reading, moment, *([] if held else [undo])))
        answers = await ear.say(frame)
        if any(message["type"] in {"overlay", "moment", "done", "undone"} for message in answers):
            raise Leak(f"an answer to another seat: {frame}")

    async def _second_page(self) -> None:
        seat = self.random.choice((*self.sides, SPECTATOR))
        page = await self.game.join(seat)
        await page.hang_up()

    async def _request(self) -> None:
        seat = self.random.choice((*self.sides, SPECTATOR))
        token = self.game.tokens[seat]
        method, path, body = self.random.choice(
            (
                ("POST", "/api/matches/mine", {"tokens": [token]}),
                ("POST", "/api/journal", {"token": token}),
                ("POST", "/api/matches/again", {"tokens": [token]}),
                ("POST", "/api/notices", {"token": token, "email": "player@example.org"}),
                ("POST", "/api/seats/claim", {"invite": token, "name": "Somebody"}),
                ("GET", "/api/notices", None),
                ("POST", "/api/replays", {"journal": token}),
            )
        )
        await self.game.ask([seat], method, path, body)

    async def look_back(self) -> None:
        """After the end: everybody's eyes, the past, the journal, the rematch."""
        for ear in set(self.ears.values()):
            answers = await ear.sit(UMPIRE)
            seen = self.game.named(json.dumps(answers, separators=(",", ":")))
            if seen != set(self.game.companies):
                raise Broken(
                    f"the umpire's view names {len(seen)} companies: canaries are not seen"
                )
            for seat in (0, 1, SPECTATOR, UMPIRE):
                await ear.sit(seat, self.random.randint(0, self.game.truth.told(seat)))
                told = self.random.randint(0, self.game.truth.told(seat))
                await ear.say({"type": "moment", "seat": seat, "log_length": told, "number": 5})
        for side in self.sides:
            body: dict[str, Any] = {"tokens": [self.game.tokens[side]]}
            text = await self.game.ask([], "POST", "/api/matches/again", body)
            self.game.secrets += json.loads(text.rpartition("\n")[2])["tokens"].values()
        file = await self.game.ask(
            [], "POST", "/api/journal", {"token": self.game.tokens[SPECTATOR]}
        )
        if self.game.truth.secret.hex() not in file:
            raise Broken("the journal of a finished match holds no secret")


def _apart(one: str, other: str) -> int:
    return abs(int(one[:2]) - int(other[:2])) + abs(int(one[2:]) - int(other[2:]))


Start = Callable[[Wire, Random, int], Party]
"""Makes a match of a number."""


class _Log(logging.Handler):
    """Keeps what the server writes into its log."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


async def play_matches(
    folder: Path,
    matches: int,
    seed: int,
    say: bool = False,
    start: Start | None = None,
) -> Counter[str]:
    """Play matches to the end; what was counted. Errors: `Leak`, `Broken`."""
    counts: Counter[str] = Counter()
    log = _Log()
    logging.getLogger().addHandler(log)
    try:
        with unhurried():
            async with Wire(folder) as wire:
                for number in range(matches):
                    random = Random(f"{seed} {number}")
                    await _play_match(wire, random, number, counts, log, start or start_brigade)
                    if say and (number + 1) % 50 == 0:
                        print(number + 1, dict(counts), flush=True)
    finally:
        logging.getLogger().removeHandler(log)
    return counts


def start_brigade(wire: Wire, random: Random, number: int) -> Party:
    """A match of Brigade; every sixth against a machine."""
    document, companies = canary_scenario(random)
    plans = seat_plans(random, number)
    if number % 6 == 4:
        wire.think(LocalAgents(lambda orders: min(random.sample(orders, min(4, len(orders))))))
    return Party(Game(wire, document, companies, plans, random.randbytes(32)), random)


def seat_plans(random: Random, number: int) -> list[SeatPlan]:
    """Two persons, one of them perhaps invited, or a person and a machine."""
    plans = [SeatPlan("person"), SeatPlan("person", invited=random.random() < 0.5)]
    if number % 6 == 4:
        plans[number // 6 % 2] = SeatPlan("machine", "random")
    return plans


async def _play_match(
    wire: Wire, random: Random, number: int, counts: Counter[str], log: _Log, start: Start
) -> None:
    party = start(wire, random, number)
    game = party.game
    try:
        await party.sit_down(shared=number % 6 == 5)
        await party.play()
        await party.look_back()
        for line in log.lines:
            game.hold_secrets(line)
    except Exception as error:
        error.add_note(f"match {number}, step {len(game.truth.steps)}")
        raise
    for ear in list(game.ears):
        await ear.hang_up()
    log.lines.clear()
    counts += game.counts
    counts["matches"] += 1
    counts["steps"] += len(game.truth.steps)
    counts["canaries"] += party.canaries + len(game.secrets)
    counts["identified"] += len(game.truth.identified)
    counts[f"ended by {game.truth.ended}"] += 1


async def _play_aggressor(folder: Path, args: argparse.Namespace) -> Counter[str]:
    from benchmarks.fog_party import play_fog

    return await play_fog(folder, args.matches, args.seed, args.rounds, args.scenario, say=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--system", choices=("brigade", "aggressor"), default="brigade")
    parser.add_argument("--scenario", help="of Aggressor; by default the standard one")
    parser.add_argument("--rounds", type=int, help="of Aggressor, in place of the scenario's own")
    args = parser.parse_args()
    before, cpu = time.perf_counter(), time.process_time()
    with tempfile.TemporaryDirectory(prefix="kanarie-folder-") as folder:
        if args.system == "brigade":
            play = play_matches(Path(folder), args.matches, args.seed, say=True)
        else:
            play = _play_aggressor(Path(folder), args)
        counts = asyncio.run(play)
    report = dict(counts) | {
        "seconds": round(time.perf_counter() - before, 1),
        "cpu_seconds": round(time.process_time() - cpu, 1),
        "leaks": 0,
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
