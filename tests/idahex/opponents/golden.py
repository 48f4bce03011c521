"""Wars whose words are kept: what the opponents say must not change unnoticed.

`python -m tests.idahex.opponents.golden` records them anew, on purpose.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from hexfront.agents import make_agent
from hexfront.core.contract import Kind, Step
from hexfront.core.dice import Dice, dice_from_seed, draw
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import Seat
from hexfront.systems.idahex import SYSTEM
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.loader import IdahexScenario, with_options

FILE: Final = Path(__file__).with_name("golden_decisions.json")
SEED: Final = 11
WAYWARD: Final = 15
"""A seat that ends on `*` says one word of so many at random, and goes on from there."""
SPREAD: Final = 0.7
"""How much more or less than planned units hold when a war begins; in war 0 just that."""
CASES: Final[dict[str, dict[str, str]]] = {
    "sinai": {"until": "12"},
    "sinai, as printed": {"until": "5", "as_printed": "true"},
}
GAMES: Final = 16
SEATS: Final = (
    ("commander", "commander"),
    ("greedy", "greedy"),
    ("commander", "greedy"),
    ("greedy", "commander"),
    ("commander", "random"),
    ("random", "greedy"),
    ("commander*", "commander*"),
    ("greedy*", "greedy*"),
)


class Played(NamedTuple):
    """A war between opponents."""

    words: list[int]
    """What the sides said, one after the other."""

    @property
    def print(self) -> str:
        """How many words, and a digest of them."""
        text = ",".join(map(str, self.words))
        digest = hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
        return f"{len(self.words)}:{digest}"


@cache
def rules_of(case: str) -> IdahexRules:
    """The scenario of a case."""
    scenario = load_scenario(SYSTEM, "sinai")
    assert isinstance(scenario, IdahexScenario)
    return IdahexRules(with_options(scenario, CASES[case]))


def start(rules: IdahexRules, game: int) -> s.State:
    """The beginning of a war."""
    state = rules.start()
    if game > 0:
        luck = np.random.default_rng(game)
        state.stock[:] *= luck.uniform(1 - SPREAD, 1 + SPREAD, state.stock.shape)
    return state


def play(rules: IdahexRules, seats: tuple[str, str], game: int) -> Played:
    """A war to its end."""
    return Played([step.order for step in steps_of(rules, seats, game)])


def steps_of(rules: IdahexRules, seats: tuple[str, str], game: int) -> Iterator[Step]:
    """The steps of a war, whims from dice of their own."""
    system = find_system("idahex")
    agents = [
        make_agent(
            system, name.rstrip("*"), rules, side, dice_from_seed(SEED, game, f"side-{side}")
        )
        for side, name in enumerate(seats)
    ]
    whims, log, state = dice_from_seed(SEED, game, "whims"), EventLog(), start(rules, game)
    while (decision := rules.decision(state)).kind != Kind.OVER:
        side = min(decision.sides)
        seat = Seat(rules, side, state)
        order = int(agents[side].decide(seat))
        assert order in seat.choices
        if seats[side].endswith("*") and whim(whims):
            order = seat.choices[int(draw(whims, len(seat.choices)))]
        step = Step(side, order)
        log.clear()
        rules.apply(state, step, log)
        yield step


def whim(whims: Dice) -> bool:
    """Whether a wayward seat follows a whim now."""
    return int(draw(whims, WAYWARD)) == 0


def record() -> dict[str, dict[str, list[str]]]:
    """All wars: for each case and pair of seats, the number of words and their digest."""
    return {
        case: {
            "-".join(seats): [play(rules_of(case), seats, game).print for game in range(GAMES)]
            for seats in SEATS
        }
        for case in CASES
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(record(), indent=1) + "\n", encoding="utf-8")
