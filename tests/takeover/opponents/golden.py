"""Whole games of the machine opponents, kept as digests of their orders.

python -m tests.takeover.opponents.golden    # plays all anew: only when opponents shall change
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Final, NamedTuple

from hexfront.agents import make_agent
from hexfront.core.contract import CHANCE
from hexfront.core.dice import dice_from_seed
from hexfront.core.study.self_play import play_on
from hexfront.systems.takeover import SYSTEM
from tests.takeover.games import rules_of

FILE: Final = Path(__file__).with_name("golden_decisions.json")
CHANGES: Final[dict[str, dict[str, Any]]] = {
    "": {},
    "rich": {"economy": {"start": 2500, "purchases": 6}},
    "cheap": {
        "economy": {"ns_unit": 30, "level": 50, "agent": 15, "r_unit": 10},
        "pools": {"aggressor_dice": 2},
    },
}
"""Scenarios: the shipped ring with other numbers."""
MIXES: Final = (
    ("CCCC", 12, True, ""),
    ("CGCG", 30, True, ""),
    ("GGGG", 30, True, ""),
    ("CC", 30, True, ""),
    ("GC", 30, True, ""),
    ("CGR", 30, True, ""),
    ("CCGRC", 12, True, ""),
    ("GCRGCC", 12, True, ""),
    ("CRRR", 20, True, ""),
    ("CGCG", 20, False, ""),
    ("CCG", 12, False, ""),
    ("CGGC", 12, True, "rich"),
    ("CCGG", 15, True, "cheap"),
    ("RGR", 30, True, ""),
    ("CCCC", 30, True, ""),
    ("GGCCGG", 12, True, "rich"),
)
"""Seats by first letters, rounds, whether the aggressor risks anything, and the scenario."""
NAMES: Final = {"C": "commander", "G": "greedy", "R": "random"}
GAMES: Final = 5
"""Of each."""
SEED: Final = 7


class Played(NamedTuple):
    """What came of a game."""

    orders: int
    """Of all players."""
    digest: str
    """Over all steps, those of chance too."""


def play(seats: str, rounds: int, risks: bool, scenario: str, game: int) -> Played:
    """Play a game of machine opponents."""
    options = {"players": len(seats), "rounds": rounds, "aggressor_risks": risks}
    rules = rules_of(options=options, **CHANGES[scenario])
    agents = [
        make_agent(SYSTEM, NAMES[seat], rules, side, dice_from_seed(SEED, game, f"agent-{side}"))
        for side, seat in enumerate(seats)
    ]
    steps = [
        (step.actor, step.order)
        for step, _ in play_on(rules, rules.start(), agents, dice_from_seed(SEED, game))
    ]
    return written(steps)


def written(steps: list[tuple[int, int]]) -> Played:
    """A game by its steps."""
    orders = sum(actor != CHANCE for actor, _ in steps)
    return Played(orders, hashlib.blake2b(repr(steps).encode(), digest_size=8).hexdigest())


def save(games: list[list[Played]]) -> None:
    """Write the file: a row for each mix, an entry for each game."""
    rows = [json.dumps([list(game) for game in row]) for row in games]
    FILE.write_text("[\n" + ",\n".join(rows) + "\n]\n")


def kept() -> list[list[Played]]:
    """The games of the file."""
    return [[Played(*game) for game in row] for row in json.loads(FILE.read_text())]


if __name__ == "__main__":
    save([[play(*mix, game) for game in range(GAMES)] for mix in MIXES])
