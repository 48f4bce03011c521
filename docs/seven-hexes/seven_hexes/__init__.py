"""Seven Hexes: a game as small as tic-tac-toe, with a die and a secret."""

from __future__ import annotations

from pathlib import Path

from hexfront.mechanics.plain import plain_system
from seven_hexes.greedy import GreedyAgent
from seven_hexes.rules import SevenRules

SYSTEM = plain_system(
    "seven",
    "Seven Hexes",
    "Two sides fight for seven hexes, two of them mined.",
    sides=("Red", "Blue"),
    folder=Path(__file__).parent,
    rules=SevenRules,
    agents={"greedy": GreedyAgent},
)
