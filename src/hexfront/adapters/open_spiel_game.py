"""OpenSpiel: every system as a sequential game with chance nodes and hidden information.

Importing this module registers the game `hexfront`:

    pyspiel.load_game("hexfront(system=brigade,scenario=three-towns,horizon=500)")

Sides that must order at once do so one after another, the lowest first; none sees what the others
have ordered.  What a side observes are the arrays of the other environments
(`hexfront.adapters.spaces`), one after another as numbers, with the mask of legal orders last.  Its
information state is all that it has observed when it had to order, what it ordered then, and
what it observes now: nothing is forgotten.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pyspiel  # type: ignore[import-not-found]
from numpy.typing import NDArray

from hexfront.adapters.spaces import MASK
from hexfront.batch import Batch
from hexfront.batch.checks import whole_number
from hexfront.batch.games import batch_game, choose_rules
from hexfront.blocks import Block
from hexfront.core.batch.rewards import rewards
from hexfront.core.contract import CHANCE, Kind, Step
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system

NAME: Final = "hexfront"
MOST_OUTCOMES: Final = 1 << 16
"""Answers that chance may have at a time."""
MOST_NUMBERS: Final = 1 << 22
"""A game with larger information-state tensors has only the strings."""
_LOST = EventLog(0)
"""Events that nobody reads."""


def _game_type(players: int, tensors: bool) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    zero = kinds.Utility.ZERO_SUM if players == 2 else kinds.Utility.GENERAL_SUM
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Hexfront",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=zero,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=players or 10,
        min_num_players=players or 1,
        provides_information_state_string=True,
        provides_information_state_tensor=tensors,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"system": "", "scenario": "", "options": "", "horizon": 0},
        default_loadable=False,
    )


class Shared:
    """What all states of a game have alike; a copied state has the same one."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        system = find_system(given.get("system", ""))
        options = _options(str(given.get("options", "")))
        self.rules = choose_rules(system.name, given.get("scenario") or None, options)
        self.sides = len(self.rules.sides)
        cut = whole_number("horizon", given.get("horizon", 0), 0, 1 << 31)
        self.horizon = cut or system.learning.horizon
        game = batch_game(system, self.rules)
        self._batch = Batch(game, 1)
        self.shapes = {spec.name: spec.shape for spec in game.spec}
        self.shapes[MASK] = (self.rules.actions,)
        self.size = sum(int(np.prod(shape, dtype=int)) for shape in self.shapes.values())
        self.remembered = self.horizon * (self.size + 1)
        """Numbers of a memory: an order, counted from 1, and what was seen, as often as possible"""
        self.tensors = self.remembered + self.size <= MOST_NUMBERS

    def __deepcopy__(self, memo: Any) -> Shared:
        return self

    def observe(self, state: Block, side: int, actor: int) -> NDArray[np.float32]:
        """(size,) what a side observes: every array, and the legal orders if it is its turn."""
        arrays = [array.ravel() for array in self._batch.look(state, side).values()]
        mask = np.zeros(self.rules.actions, dtype=np.float32)
        if side == actor:
            mask[np.asarray(self.rules.choices(state, side), dtype=np.int64)] = 1
        return np.concatenate([*arrays, mask]).astype(np.float32)


class Memory:
    """What a side has observed and ordered: a chain that many states share."""

    def __init__(
        self, before: Memory | None, seen: NDArray[np.float32] | None, order: int, digest: str
    ) -> None:
        self.before, self.seen, self.order, self.digest = before, seen, order, digest
        self.count: int = before.count + 1 if before else 0

    def __deepcopy__(self, memo: Any) -> Memory:
        return self

    def after(self, seen: NDArray[np.float32], order: int, keep: bool) -> Memory:
        """One observation and order more."""
        text = hashlib.sha256(f"{self.digest} {order} ".encode() + seen.tobytes()).hexdigest()
        return Memory(self, seen if keep else None, order, text[:32])


class HexfrontGame(pyspiel.Game):  # type: ignore[misc]
    """A game of some system, by the parameters of OpenSpiel.

    `system`, `scenario` (by name or file), `options` (as `detection:true;by_strength:true`), and
    `horizon`: orders after which a game ends with 0 for all. Errors: `InputError`.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.shared = Shared(given)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.shared.rules.actions,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=self.shared.sides,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.shared.sides == 2 else None,
            max_game_length=self.shared.horizon,
        )
        kind = _game_type(self.shared.sides, self.shared.tensors)
        super().__init__(kind, info, given)

    def new_initial_state(self) -> HexfrontState:
        """The state in which a game begins."""
        return HexfrontState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> HexfrontObserver:
        """What a side observes, or all that it has; OpenSpiel knows other kinds too."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return HexfrontObserver(self.shared, kind.perfect_recall)


class HexfrontState(pyspiel.State):  # type: ignore[misc]
    """A state; it is copied by OpenSpiel, with `shared` and the memories held in common."""

    def __init__(self, game: HexfrontGame) -> None:
        super().__init__(game)
        self.shared = game.shared
        self.block: Block = self.shared.rules.start()
        self.given = 0
        """Orders of all sides."""
        begin = Memory(None, None, 0, "")
        self.memories = [begin] * self.shared.sides
        self._find_actor()

    def current_player(self) -> int:
        """The side that must order, chance, or the end."""
        return self.actor

    def _find_actor(self) -> None:
        decision = self.shared.rules.decision(self.block)
        cut = self.given >= self.shared.horizon
        if decision.kind == Kind.OVER or (cut and decision.kind == Kind.ORDERS):
            self.actor = int(pyspiel.PlayerId.TERMINAL)
        elif decision.kind == Kind.CHANCE:
            self.actor = int(pyspiel.PlayerId.CHANCE)
        else:
            self.actor = min(decision.sides)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(int(order) for order in self.shared.rules.choices(self.block, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every answer that chance may give, and how likely it is."""
        weights = self.shared.rules.chances(self.block).weights
        whole = sum(weights)
        return [(number, weight / whole) for number, weight in enumerate(weights) if weight]

    def _apply_action(self, action: int) -> None:
        rules, actor = self.shared.rules, self.actor
        if actor >= 0:
            seen = self.shared.observe(self.block, actor, actor)
            self.memories[actor] = self.memories[actor].after(seen, action, self.shared.tensors)
            self.given += 1
        rules.apply(self.block, Step(max(actor, CHANCE), int(action)), _LOST)
        self._find_actor()

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"{self.shared.rules.chances(self.block).caption}: {action}"
        return json.dumps(self.shared.rules.write_order(action))

    def is_terminal(self) -> bool:
        """Whether the game is over, or was cut off."""
        return self.actor == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """The reward of each side; 0 before the end."""
        return rewards(self.shared.rules.result(self.block), self.shared.sides)

    def __str__(self) -> str:
        past = " ".join(map(str, self.history()))
        return f"{self.shared.rules.scenario.name}: {past}"


class HexfrontObserver:
    """One side's observation, or its information state, as OpenSpiel's `PyObserver` wants it."""

    def __init__(self, shared: Shared, recalls: bool) -> None:
        self._shared, self._recalls = shared, recalls
        kept = shared.remembered if recalls else 0
        self.tensor = np.zeros(kept + shared.size if not recalls or shared.tensors else 0, "f4")
        self.dict: dict[str, NDArray[np.float32]] = {}
        """The parts of `tensor`, by name."""
        if len(self.tensor):
            if recalls:
                self.dict["memory"] = self.tensor[:kept].reshape(shared.horizon, shared.size + 1)
            for name, shape in shared.shapes.items():
                size = int(np.prod(shape, dtype=int))
                self.dict[name] = self.tensor[kept : kept + size].reshape(shape)
                kept += size

    def set_from(self, state: HexfrontState, player: int) -> None:
        """Write what a side observes in a state."""
        shared, memory = self._shared, state.memories[player]
        if not len(self.tensor):
            return
        self.tensor[-shared.size :] = shared.observe(state.block, player, state.actor)
        if self._recalls:
            rows = self.dict["memory"]
            rows[memory.count :] = 0.0
            while memory.before is not None:
                row = rows[memory.count - 1]
                row[0], row[1:] = memory.order + 1, memory.seen
                memory = memory.before

    def string_from(self, state: HexfrontState, player: int) -> str:
        """The same in few letters: equal for what a side cannot tell apart."""
        seen = self._shared.observe(state.block, player, state.actor)
        now = hashlib.sha256(seen.tobytes()).hexdigest()[:32]
        if not self._recalls:
            return f"{player} {now}"
        memory = state.memories[player]
        return f"{player} after {memory.count} orders {memory.digest} {now}"


def _options(typed: str) -> dict[str, str]:
    """Options as a parameter has them. Errors: `InputError`."""
    pairs = [pair.partition(":") for pair in typed.split(";") if pair]
    if not all(colon for _, colon, _ in pairs):
        raise InputError.at("options", typed, "such as detection:true;by_strength:true")
    return {name: value for name, _, value in pairs}


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(_game_type(0, True), HexfrontGame)
