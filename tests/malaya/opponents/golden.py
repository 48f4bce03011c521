"""Games whose orders are kept: what the opponents decided must not change unnoticed.

`python -m tests.malaya.opponents.golden` records them anew, on purpose.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from hexfront.agents import make_agent
from hexfront.core.contract import CHANCE, Kind, Step
from hexfront.core.dice import Dice, dice_from_seed, draw, draw_outcome
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import Seat
from hexfront.jit import compile_always
from hexfront.systems.malaya import SYSTEM as MALAYA
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.scenario.loader import MalayaScenario, load, with_options
from tests.malaya.small import cw, document, jp

FILE: Final = Path(__file__).with_name("golden_decisions.json")
SEED: Final = 11
WAYWARD: Final = 6
"""A seat that ends on `*` gives one order of so many at random, and goes on from there."""

ARMIES: Final = (
    jp("j1", "0301"),
    jp("j2", "0301"),
    jp("j3", "0401"),
    jp("j4", box="Indo-China"),
    jp("jr", arrives=2),
    jp("tank", "0201", arm="armour", stacking=1),
    cw("c1", "0302"),
    cw("c2", "0305"),
    cw("c3", "0308"),
    cw("c4", "0705", steps=1, stacking=1),
    cw("cr", arrives=2),
)
MORE: Final = (
    *ARMIES,
    jp("j5", box="Indo-China", attack=5),
    jp("j6", box="Burma"),
    jp("call", offered=1, points=2),
    cw("c5", "0306", defence=3, stacking=1),
    cw("c6", "0206", attack=3, defence=5),
    cw("guns", "0207", arm="armour", stacking=1),
)
SMALL: Final[dict[str, tuple[tuple[dict[str, Any], ...], dict[str, Any]]]] = {
    "small": (ARMIES, {}),
    "small, six turns": (MORE, {"turns": 6}),
    "small, Force Z": (
        MORE,
        {"turns": 6, "interception": {"last_turn": 4, "faces": 3, "steps": 2}},
    ),
}
CAMPAIGN: Final[dict[str, dict[str, str]]] = {
    "campaign": {},
    "campaign, short": {"turns": "5", "interception": "3"},
    "campaign, crowded": {"turns": "7", "stacking": "6", "supply_reach": "5"},
}
SEATS: Final = (
    ("commander", "commander"),
    ("greedy", "greedy"),
    ("commander", "greedy"),
    ("greedy", "commander"),
    ("commander", "random"),
    ("random", "commander"),
    ("random", "greedy"),
    ("commander*", "commander*"),
    ("greedy*", "greedy*"),
)


class Played(NamedTuple):
    """A game of opponents."""

    orders: list[int]
    """What the sides ordered, one after the other."""

    @property
    def print(self) -> str:
        """A digest of the orders."""
        text = ",".join(map(str, self.orders))
        return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


def rules_of(case: str) -> MalayaRules:
    """The scenario of a case."""
    if case in SMALL:
        units, changes = SMALL[case]
        return MalayaRules(load(document(*units, **changes), None, "small"))
    scenario = load_scenario(MALAYA, "campaign")
    assert isinstance(scenario, MalayaScenario)
    return MalayaRules(with_options(scenario, CAMPAIGN[case]))


def play(rules: MalayaRules, seats: tuple[str, str], game: int) -> Played:
    """A game to its end."""
    return Played([step.order for step in steps_of(rules, seats, game) if step.actor != CHANCE])


def steps_of(rules: MalayaRules, seats: tuple[str, str], game: int) -> Iterator[Step]:
    """The steps of a game, chance and whims from dice of their own."""
    system = find_system("malaya")
    agents = [
        make_agent(
            system, name.rstrip("*"), rules, side, dice_from_seed(SEED, game, f"side-{side}")
        )
        for side, name in enumerate(seats)
    ]
    whims = dice_from_seed(SEED, game, "whims")
    dice, log, state = dice_from_seed(SEED, game), EventLog(), rules.start()
    while (decision := rules.decision(state)).kind != Kind.OVER:
        if decision.kind == Kind.CHANCE:
            step = Step(CHANCE, draw_outcome(rules.chances(state).weights, dice))
        else:
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


def cases() -> Iterator[tuple[str, tuple[str, str], int]]:
    """Each scenario with each pair of seats, and how many games are kept."""
    for case in SMALL:
        for seats in SEATS:
            yield case, seats, 20
    for case in CAMPAIGN:
        for seats in SEATS:
            yield case, seats, 3


def record() -> dict[str, dict[str, list[str]]]:
    """All games: for each case and pair of seats, the number of orders and their digest."""
    found: dict[str, dict[str, list[str]]] = {}
    for case, seats, games in cases():
        rules = rules_of(case)
        played = [play(rules, seats, game) for game in range(games)]
        row = [f"{len(each.orders)}:{each.print}" for each in played]
        found.setdefault(case, {})["-".join(seats)] = row
    return found


if __name__ == "__main__":
    compile_always()
    FILE.write_text(json.dumps(record(), indent=1) + "\n", encoding="utf-8")
