"""An opponent that plays a network's file, with NumPy alone.

It sees what a person in its seat sees: observations are written of a state that is drawn from its
view, and as the tests of all systems hold, these are the same for every state that has this view.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from hexfront.core.agent import AgentFactory, Position
from hexfront.core.batch.game import BatchGame
from hexfront.core.contract import Rules
from hexfront.core.dice import Dice
from hexfront.core.system import System
from hexfront.networks.files import Network, check_network, read_network, weights_of
from hexfront.networks.form import NetworkForm
from hexfront.networks.network import forward
from hexfront.networks.observing import game_of, observe


class NetworkAgent:
    """Gives the order that its network thinks best."""

    def __init__(self, game: BatchGame, form: NetworkForm, weights: Any, dice: Dice) -> None:
        self._game, self._form, self._weights, self._dice = game, form, weights, dice

    def decide(self, position: Position) -> int:
        """One of the choices."""
        choices = position.choices
        if len(choices) == 1:
            return choices[0]
        state = self._game.rules.determinize(position.view, self._dice)
        seen = observe(self._game, state, position.side)
        mask = np.zeros((1, self._game.rules.actions), dtype=np.int8)
        mask[0, list(choices)] = 1
        seen["action_mask"] = mask
        logits, _ = forward(self._form, self._weights, self._form.inputs(seen), np)
        return int(self._form.slots.orders(logits.argmax(axis=1), mask)[0])


class NetworkFactory:
    """Makes agents of a network for game after game; what belongs to a scenario is kept."""

    def __init__(self, system: System, network: Network) -> None:
        scenario = network.notes.get("scenario", "?")
        self.__doc__ = f"A network that has learnt {scenario}, and plays nothing else."
        self._system, self.network = system, network
        self._rules: Rules[Any] | None = None
        self._game: BatchGame | None = None
        self._forms: dict[int, NetworkForm] = {}

    def __call__(self, rules: Rules[Any], side: int, dice: Dice) -> NetworkAgent:
        """A player of one side. Errors: `InputError` where the network is of another scenario."""
        if self._game is None or self._rules is not rules:
            game = game_of(self._system, rules)
            check_network(self.network, self._system, game)
            self._rules, self._game, self._forms = rules, game, {}
        if side not in self._forms:
            self._forms[side] = NetworkForm(self._game, side)
        form = self._forms[side]
        weights = weights_of(self.network, form, rules.sides[side])
        return NetworkAgent(self._game, form, weights, dice)


def network_factory(system: System, path: Path) -> AgentFactory:
    """The opponent that plays a file. Errors: `InputError` where it cannot be read."""
    return NetworkFactory(system, read_network(path))
