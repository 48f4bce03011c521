"""Secrecy of the whole server, and that its checkers find what leaks.

`benchmarks/canary.py` is the long form.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from benchmarks.canary import play_matches

from hexfront.play.storage.records import SeatPlan
from tests.amounts import amount, sampled
from tests.server.secrecy.ears import Game
from tests.server.secrecy.eavesdropping import Leak, LocalAgents, Wire, canary_scenario
from tests.server.secrecy.planted import LEAKS
from tests.server.secrecy.twins import check_twins

MATCHES = amount(4, 10)


async def listen_in(folder: Path) -> None:
    """The checkers that planted leaks must not get past. Errors: `Leak`."""
    texts = await check_twins(folder / "kanarie-twins", seed=2, turns=2)
    assert texts > 100
    counts = await play_matches(folder / "kanarie-matches", matches=2, seed=3)
    assert counts["identified"] > 5


def test_checkers_pass_on_the_real_code(tmp_path: Path) -> None:
    asyncio.run(listen_in(tmp_path))


@pytest.mark.parametrize("name", sampled([*LEAKS], 4))
def test_planted_leak_is_caught(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[name](monkeypatch)
    with pytest.raises(Leak):
        asyncio.run(listen_in(tmp_path))


def test_refused_order_of_a_machine_tells_nothing_of_its_plan(tmp_path: Path) -> None:
    async def play() -> list[str]:
        document, companies = canary_scenario(Random(1))
        seats = (SeatPlan("person"), SeatPlan("machine", "random"))
        async with Wire(tmp_path) as wire:
            wire.think(LocalAgents(lambda orders: 1))  # to take back a plan that is not submitted
            game = Game(wire, document, companies, seats)
            line = await wire.dial()
            await line.say({"type": "join", "tokens": [game.tokens[0]]})
            done = {"type": "orders", "seat": 0, "orders": [0], "key": "12345678"}
            await line.say(done)
            return [text for text in line.told if text.startswith('{"type":"error"')]

    (error,) = asyncio.run(play())
    assert "opponent random: gave an order that is not legal" in error
    assert "BRG" not in error
    assert "submitted" not in error


def test_no_canary_in_full_matches(tmp_path: Path) -> None:
    counts = asyncio.run(play_matches(tmp_path / "kanarie-folder", MATCHES, seed=1))
    assert counts["matches"] == MATCHES
    # Something was hidden, came to light, and was seen: else nothing was examined.
    assert counts["identified"] > 5 * MATCHES
    assert counts["sightings"] > 500 * MATCHES
