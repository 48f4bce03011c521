"""One game of a study: a row of figures that follows from the plan and the game's number."""

from __future__ import annotations

import hashlib
import re
from collections import Counter as Tally
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from hexfront import __version__
from hexfront.agents import make_agent
from hexfront.core.contract import CHANCE, UMPIRE, Agent, Kind, Rules, Step, System, View
from hexfront.core.dice import dice_from_seed
from hexfront.core.errors import HexfrontError
from hexfront.core.events import EventLog
from hexfront.core.journal import draw_outcome
from hexfront.core.registry import find_system
from hexfront.core.state import digest
from hexfront.core.strictjson import Json, write_json
from hexfront.play.match import Seat

Row: TypeAlias = dict[str, Any]
"""The figures of one game by column; `columns` names them."""

DRAW = "draw"
STEP_LIMIT = 1_000_000


class GameFailed(HexfrontError):
    """A game of a study that could not be played to its end."""


@dataclass(frozen=True)
class Plan:
    """What all games of a study share. Plain data, so that any process can work on it."""

    system: str
    scenario: Json
    """The whole document of the scenario, its options inside."""
    seats: tuple[str, ...]
    """The name of the agent of each side."""
    seed: int
    step_limit: int = STEP_LIMIT

    @cached_property
    def scenario_hash(self) -> str:
        """128 bits of BLAKE2b over the scenario's canonical JSON, as 32 hex digits."""
        text = write_json(self.scenario).encode()
        return hashlib.blake2b(text, digest_size=16).hexdigest()


def column_names(sides: Sequence[str]) -> list[str]:
    """The sides as ends of column names: lower case, letters, digits and `_`, each once."""
    names: list[str] = []
    for number, side in enumerate(sides, 1):
        name = re.sub(r"\W+", "_", side.lower()).strip("_") or "side"
        names.append(f"{name}_{number}" if name in names else name)
    return names


class GameRunner:
    """Plays the games of one plan in this process."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.system: System = find_system(plan.system)
        self.rules: Rules[Any] = self.system.rules(
            self.system.load(plan.scenario, None, "scenario")
        )
        self._columns = column_names(self.rules.sides)
        self._log = EventLog()
        self._at_start = _on_board(self.rules.view(self.rules.start(), UMPIRE))

    def play(self, game: int) -> Row:
        """The row of one game; it depends on the plan and the number alone.

        Errors: `GameFailed` naming seed and game.
        """
        try:
            state, steps = self.play_out(game)
            return self._row(game, state, steps)
        except Exception as error:
            error.add_note(f"in {self._name(game)}")
            raise

    def play_out(self, game: int, watch: Callable[[Step], None] | None = None) -> tuple[Any, int]:
        """Play one game to its end: the last state and the number of steps.

        Sides that decide at the same time act in their order, each from its own view.
        """
        plan, rules, log = self.plan, self.rules, self._log
        agents = [
            make_agent(
                self.system, name, rules, side, dice_from_seed(plan.seed, game, f"agent-{side}")
            )
            for side, name in enumerate(plan.seats)
        ]
        dice = dice_from_seed(plan.seed, game)
        state = rules.start()
        steps = 0
        while (decision := rules.decision(state)).kind != Kind.OVER:
            if steps == plan.step_limit:
                raise GameFailed(f"{self._name(game)}: not over after {steps} steps")
            if decision.kind == Kind.CHANCE:
                step = Step(CHANCE, draw_outcome(rules.chances(state).weights, dice))
            else:
                side = min(decision.sides)
                step = Step(side, self._ask(agents[side], side, state, game))
            log.clear()
            rules.apply(state, step, log)
            steps += 1
            if watch is not None:
                watch(step)
        return state, steps

    def _ask(self, agent: Agent, side: int, state: Any, game: int) -> int:
        seat = Seat(self.rules, side, state)
        order = agent.decide(seat)
        if order not in seat.choices:
            raise GameFailed(
                f"{self._name(game)}: agent {self.plan.seats[side]!r} of {self.rules.sides[side]} "
                f"gave order {order!r}, which is none of its {len(seat.choices)} choices"
            )
        return int(order)

    def _name(self, game: int) -> str:
        return f"seed {self.plan.seed}, game {game}"

    def _row(self, game: int, state: Any, steps: int) -> Row:
        rules, plan = self.rules, self.plan
        result = rules.result(state)
        if result is None:
            raise GameFailed(f"{self._name(game)}: over, but the rules give no result")
        at_end = _on_board(rules.view(state, UMPIRE))
        row: Row = {
            "game": game,
            "seed": plan.seed,
            "system": plan.system,
            "scenario": rules.scenario.name,
            "scenario_hash": plan.scenario_hash,
            "engine_version": __version__,
            "rules_version": self.system.version,
            "winner": "+".join(rules.sides[side] for side in result.winners) or DRAW,
            "clause": result.clause,
            "reason": result.reason,
            "steps": steps,
            "end_time": rules.decision(state).time,
            "digest": digest(state),
        }
        for side, column in enumerate(self._columns):
            row[f"seat_{column}"] = plan.seats[side]
            row[f"score_{column}"] = float(result.scores[side]) if result.scores else None
            row[f"losses_{column}"] = self._at_start[side] - at_end[side]
        return row


def _on_board(view: View) -> Tally[int]:
    """Counters that have a place, by side."""
    return Tally(counter.side for counter in view.counters if counter.place)
