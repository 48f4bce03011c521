"""Games step by step through `Rules`: what a row of a batch must be equal to."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from hexfront.agents import RandomAgent
from hexfront.batch.games import batch_game
from hexfront.core.batch.game import BatchGame
from hexfront.core.batch.rewards import rewards
from hexfront.core.contract import CHANCE, Kind, Rules, Step
from hexfront.core.dice import Dice, dice_from_secret, draw_outcome, secret_from_seed
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import Seat
from hexfront.core.system import System
from tests.kit.duel import SYSTEM as DUEL


def system_of(name: str) -> System:
    return DUEL if name == "duel" else find_system(name)


@cache
def game_of(name: str, scenario: str | None = None) -> BatchGame:
    """A scenario ready for batches; the duel has no kernels."""
    system = system_of(name)
    return batch_game(system, system.rules(load_scenario(system, scenario)))


@dataclass
class Reference:
    """The games of one row, of which some sides are played at random by the machine."""

    rules: Rules[Any]
    secret: bytes
    machine: tuple[int, ...] = ()
    number: int = -1
    state: Any = None
    agents: dict[int, RandomAgent] = field(default_factory=dict)
    dice: Dice | None = None
    side: int = 0
    """That must order; after the end the one that ordered last."""

    def begin(self) -> None:
        """The next game of the row."""
        self.number += 1
        self.dice = dice_from_secret(self.secret, self.number)
        for side in self.machine:
            own = secret_from_seed(int.from_bytes(self.secret, "little"), 0, f"opponent {side}")
            dice = dice_from_secret(own, self.number)
            self.agents[side] = RandomAgent(self.rules, side, dice)
        self.state = self.rules.start()
        self._go_on()

    def order(self, order: int) -> None:
        """Carry an order out, and what chance and the machine do after it."""
        self.rules.apply(self.state, Step(self.side, order), EventLog())
        self._go_on()

    @property
    def over(self) -> bool:
        return self.rules.decision(self.state).kind == Kind.OVER

    @property
    def choices(self) -> list[int]:
        return list(self.rules.choices(self.state, self.side))

    @property
    def mask(self) -> np.ndarray:
        mask = np.full(self.rules.actions, int(self.over), dtype=np.int8)
        if not self.over:
            mask[self.choices] = 1
        return mask

    @property
    def rewards(self) -> list[float]:
        return rewards(self.rules.result(self.state), len(self.rules.sides))

    def _go_on(self) -> None:
        log = EventLog()
        while (decision := self.rules.decision(self.state)).kind != Kind.OVER:
            if decision.kind == Kind.CHANCE:
                assert self.dice is not None
                weights = self.rules.chances(self.state).weights
                step = Step(CHANCE, draw_outcome(weights, self.dice))
            elif min(decision.sides) in self.machine:
                side = min(decision.sides)
                step = Step(side, self.agents[side].decide(Seat(self.rules, side, self.state)))
            else:
                self.side = min(decision.sides)
                return
            self.rules.apply(self.state, step, log)
