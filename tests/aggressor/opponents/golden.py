"""Whole games of the opponents as digests of their orders, recorded in `golden_decisions.json`.

    HEXFRONT_COMPILE=always python -m tests.aggressor.opponents.golden      # records them anew

Only for a change that is meant to change what opponents order.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from hexfront.agents import make_agent
from hexfront.core.contract import CHANCE
from hexfront.core.dice import dice_from_seed
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import Seat, play_on
from tests.aggressor.positions import make_rules, scenario_document

FILE: Final = Path(__file__).with_name("golden_decisions.json")
ANEW: Final = 7
"""After so many orders a forgetful agent, such as `commander~`, is made anew."""
GIVEN: Final = [
    {"type": kind, "hex": f"@D{row}"}
    for kind, row in zip(
        ("airbase", "missile", "artillery", "armor", "infantry", "support"), "CEGIKM", strict=True
    )
]
DOCUMENTS: Final[dict[str, dict[str, Any]]] = {
    "one unit": {"size": 1, "rounds": 12},
    "five units": {"size": 5, "rounds": 12},
    "forty units": {"size": 40, "rounds": 5},
    "given army": {"size": 6, "rounds": 20, "armies": {"west": GIVEN}},
    "other units": {
        "size": 12,
        "rounds": 14,
        "types": {"airbase": (2, 3), "armor": (5, 4), "missile": (0, 2), "support": (4, 4)},
        "numbers": {"sectors_to_win": 6, "launch_reach": 12, "contact_base": 90},
    },
}
ALL_CHANGED: Final = {"die": "d12", "mobile_attacks": "true", "observation": "false"} | {
    "decon": "true", "aa_loss": "classic", "rounds": "20",
}  # fmt: skip


class Case(NamedTuple):
    """Games of two agents."""

    scenario: str
    """A shipped one, or one of `DOCUMENTS`."""
    options: tuple[tuple[str, str], ...]
    names: tuple[str, str]
    games: int = 1

    @property
    def name(self) -> str:
        """As it stands in the file."""
        options = ",".join(f"{key}={value}" for key, value in self.options)
        return f"{self.scenario}[{options}] {' : '.join(self.names)}"


def _cases() -> Iterator[Case]:
    pairs = [
        ("commander", "commander"),
        ("greedy", "greedy"),
        ("greedy", "commander"),
        ("commander", "random"),
        ("commander~", "greedy~"),
    ]
    for names in pairs:
        yield Case("standard", (), names, 2)
        yield Case("narrow-front", (), names)
        yield Case("standard", tuple(ALL_CHANGED.items()), names)
    for options in (
        {"mobile_attacks": "true", "rounds": "20"},
        {"decon": "true", "rounds": "20"},
        {"observation": "false", "rounds": "20"},
        {"die": "d8", "aa_loss": "classic", "first": "east", "rounds": "20"},
    ):
        for names in pairs[:3]:
            yield Case("standard", tuple(options.items()), names)
    yield Case("wide-country", (("rounds", "6"),), pairs[2])
    for scenario in DOCUMENTS:
        for names in (pairs[0], pairs[2]):
            yield Case(scenario, (), names)


CASES: Final = tuple(_cases())


class Forgetful:
    """An agent that is made anew every few orders."""

    def __init__(self, rules: Any, name: str, side: int, game: int) -> None:
        self._given = rules, name, side, game
        self._asked = 0

    def decide(self, seat: Seat) -> int:
        """The order of the agent of now."""
        if self._asked % ANEW == 0:
            self._agent = _agent(*self._given, anew=self._asked)
        self._asked += 1
        return self._agent.decide(seat)


def _agent(rules: Any, name: str, side: int, game: int, anew: int = 0) -> Any:
    dice = dice_from_seed(31, game, f"agent-{side}-{anew}")
    return make_agent(find_system("aggressor"), name.rstrip("~"), rules, side, dice)


@cache
def rules_of(scenario: str, options: tuple[tuple[str, str], ...]) -> Any:
    """The rules of a case."""
    if scenario in DOCUMENTS:
        return make_rules(scenario_document(**DOCUMENTS[scenario]))
    system = find_system("aggressor")
    assert system.scenarios.with_options is not None
    loaded = load_scenario(system, scenario)
    return system.rules(system.scenarios.with_options(loaded, dict(options)))


def play(case: Case, game: int) -> str:
    """How many steps a game took, and a digest of all of them."""
    rules = rules_of(case.scenario, case.options)
    agents: list[Any] = [
        (Forgetful if name.endswith("~") else _agent)(rules, name, side, game)
        for side, name in enumerate(case.names)
    ]
    digest, count = hashlib.blake2b(digest_size=8), 0
    for step, _ in play_on(rules, rules.start(), agents, dice_from_seed(31, game)):
        count += step.actor != CHANCE
        digest.update(f"{step.actor}:{step.order};".encode())
    return f"{count}:{digest.hexdigest()}"


def recorded() -> dict[str, list[str]]:
    """What the file has, by the names of cases."""
    found: dict[str, list[str]] = json.loads(FILE.read_text())
    return found


def main() -> None:
    """Play all cases and write the file."""
    lines = [
        f"{json.dumps(case.name)}: {json.dumps([play(case, g) for g in range(case.games)])}"
        for case in CASES
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
