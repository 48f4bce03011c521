"""Whole games of `greedy` as digests; run as a program, it records them anew.

Each case is a scenario with options and a pair of players; the digest is over every step of
its games, those of chance included.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from hexfront.agents.random_agent import RandomAgent
from hexfront.core.agent import Agent
from hexfront.core.dice import dice_from_seed
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import play_on
from hexfront.systems.brigade import SYSTEM
from hexfront.systems.brigade.game import BrigadeRules
from hexfront.systems.brigade.opponents.greedy import GreedyAgent
from hexfront.systems.brigade.scenario.loader import with_options

RECORD: Final = Path(__file__).with_name("golden_decisions.json")
SEED: Final = 17
GAMES: Final = {
    "three-towns": 6,
    "meeting-engagement": 4,
    "iron-few": 3,
    "night-on-the-moor": 2,
    "across-the-drau": 1,
}
"""Games of each case, by scenario."""
OPTIONS: Final[tuple[dict[str, str], ...]] = (
    {},
    {"sequence": "igougo"},
    {"sequence": "plotted"},
    {"sequence": "plotted", "rules": "advanced"},
    {"sequence": "igougo", "rules": "advanced", "by_strength": "true"},
    {"sequence": "igougo", "detection": "true", "deal": "shuffled"},
    {"sequence": "plotted", "by_strength": "true", "detection": "true", "deal": "shuffled"},
)
PLAYERS: Final = (("greedy", "greedy"), ("greedy", "random"), ("random", "greedy"))


class Case(NamedTuple):
    """A scenario, options instead of its own, and who plays the sides."""

    scenario: str
    options: dict[str, str]
    players: tuple[str, str]

    @property
    def name(self) -> str:
        """The case in words."""
        options = " ".join(f"{key}={value}" for key, value in self.options.items())
        return f"{self.scenario} {' '.join(self.players)} {options}".strip()

    def rules(self) -> BrigadeRules:
        """The rules of the scenario with these options."""
        return BrigadeRules(with_options(load_scenario(SYSTEM, self.scenario), self.options))


def cases() -> Iterator[Case]:
    """All cases; against random orders few, as most of what differs is seen among equals."""
    for scenario in GAMES:
        for number, options in enumerate(OPTIONS):
            for players in PLAYERS if number in (0, 1, 4, 6) else PLAYERS[:1]:
                yield Case(scenario, options, players)


def steps_of(rules: BrigadeRules, players: tuple[str, str], game: int) -> list[tuple[int, int]]:
    """Actor and order of each step of a game."""
    agents: list[Agent] = []
    for side, player in enumerate(players):
        dice = dice_from_seed(SEED, game, f"agent:{side}")
        make = GreedyAgent if player == "greedy" else RandomAgent
        agents.append(make(rules, side, dice))
    dice = dice_from_seed(SEED, game)
    return [(step.actor, step.order) for step, _ in play_on(rules, rules.start(), agents, dice)]


def digest_of(steps: list[tuple[int, int]]) -> str:
    """A digest of a game, and how many steps it has."""
    text = " ".join(f"{actor}:{order}" for actor, order in steps)
    return f"{hashlib.blake2b(text.encode(), digest_size=6).hexdigest()} {len(steps)}"


def games_of(case: Case, games: int) -> list[str]:
    """The first games of a case, as digests."""
    rules = case.rules()
    return [digest_of(steps_of(rules, case.players, game)) for game in range(games)]


if __name__ == "__main__":
    record = {case.name: games_of(case, GAMES[case.scenario]) for case in cases()}
    RECORD.write_text(json.dumps(record, indent=1) + "\n")
