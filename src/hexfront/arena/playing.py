"""The games of an arena, block by block, in one process.

Games between opponents in kernels are played by these (`hexfront.batch.playing`). All others are
played step by step: an agent that gives no order that counts forfeits, and the arena goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple

import numpy as np

from hexfront.agents import batch_agent
from hexfront.agents.foreign import AgentFailed, ForeignSeat, Limits
from hexfront.arena.entrants import Entrant
from hexfront.arena.schedule import BlockName, Pairing
from hexfront.arena.standings import Place, forfeited, points, standing
from hexfront.core.agent import Agent, AgentFactory, Position
from hexfront.core.contract import Result, Rules, Step
from hexfront.core.dice import Dice
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import HexfrontError, printable
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.study.tally import column_names
from hexfront.study.games import STEP_LIMIT, GameRunner, Plan, Row
from hexfront.study.workers import Stopped

NOTED_BLOCKS: Final = 4
"""The steps of so many first blocks of a pairing are kept, for journals."""
FORFEITED: Final = "forfeit"
"""Why a game ended."""
MOST_TIMED: Final = 2000
"""Steps of a game in which an agent's time is taken."""


@dataclass(frozen=True)
class ArenaPlan:
    """What all games of an arena share. Plain data, so that any process can play them."""

    system: str
    scenarios: tuple[Json, ...]
    """Whole documents, options inside; blocks have one after another."""
    scenario_names: tuple[str, ...]
    entrants: tuple[Entrant, ...]
    pairings: tuple[Pairing, ...]
    seed: int
    limits: Limits
    """Of agents of others."""
    step_limit: int = STEP_LIMIT
    together: bool = False
    """Whether all agents are in each game: the first pairing's games count for all."""

    @property
    def scenario_hashes(self) -> list[str]:
        """Of each scenario, as a run's metadata have it."""
        return [
            Plan(self.system, scenario, (), self.seed).scenario_hash for scenario in self.scenarios
        ]

    def rules(self, number: int = 0) -> Rules[Any]:
        """The rules of one of the scenarios."""
        system = find_system(self.system)
        return system.rules(system.scenarios.load(self.scenarios[number], None, "scenario"))

    def seats(self, seating: Sequence[int]) -> tuple[str, ...]:
        """The agents of all sides, as they are made."""
        return tuple(self.entrants[agent].agent for agent in seating)

    def names(self, seating: Sequence[int]) -> tuple[str, ...]:
        """The agents of all sides, as they were typed."""
        return tuple(self.entrants[agent].name for agent in seating)


class Played(NamedTuple):
    """One game."""

    row: Row
    steps: bytes
    """Actor and order of each, as pairs of 32-bit integers; empty where they are not kept."""


class PlayedBlock(NamedTuple):
    """The games of a block, one for each seating."""

    name: BlockName
    games: list[Played]
    heard: dict[str, str]
    """What agents of others have printed so far, by name: the first line."""


class Forfeit(HexfrontError):
    """An agent gave no order that counts."""

    def __init__(self, side: int, reason: str) -> None:
        super().__init__(reason)
        self.side, self.reason = side, reason


class Spent(NamedTuple):
    """What an agent has used in a game."""

    orders: int = 0
    turns: int = 0
    seconds: float = 0.0

    def and_also(self, more: Spent) -> Spent:
        """Both together."""
        return Spent(
            self.orders + more.orders, self.turns + more.turns, self.seconds + more.seconds
        )


class WatchedAgent:
    """An agent whose time is taken, and whose mistakes are forfeits."""

    def __init__(self, agent: Agent, side: int, clock: Callable[[], float]) -> None:
        self._agent, self._side, self._clock = agent, side, clock
        self._orders, self._seconds = 0, 0.0
        self._times: set[int] = set()

    def decide(self, position: Position) -> int:
        """One of the choices. Errors: `Forfeit`."""
        began = self._clock()
        try:
            order = self._agent.decide(position)
        except AgentFailed as failed:
            raise Forfeit(self._side, str(failed)) from None
        except Exception as error:
            raise Forfeit(self._side, f"made an error ({_words(error)})") from error
        finally:
            self._seconds += self._clock() - began
        self._orders += 1
        self._times.add(position.view.time)
        if order not in position.choices:
            raise Forfeit(self._side, "gave an order that is not open to it")
        return int(order)

    @property
    def spent(self) -> Spent:
        """What it has used so far; a turn is all that it orders at one time of the game."""
        return Spent(self._orders, len(self._times), self._seconds)


class BlockPlayer:
    """Plays blocks of an arena. Close it at the end."""

    def __init__(self, plan: ArenaPlan, rules: Rules[Any] | None = None) -> None:
        """`rules` are those of the plan's first scenario, where they are at hand."""
        self.plan = plan
        self._rules: dict[int, Rules[Any]] = {0: rules or plan.rules()}
        self._columns = column_names(self._rules[0].sides)
        self._runners: dict[tuple[int, tuple[int, ...]], GameRunner] = {}
        self._foreign: dict[tuple[str, int, int], ForeignSeat] = {}
        self._watched: dict[int, WatchedAgent] = {}

    def __call__(self, names: Sequence[BlockName], stopped: Stopped) -> list[PlayedBlock]:
        """Some blocks; those that nobody wants any more are left out."""
        found: list[PlayedBlock] = []
        for name in names:
            games = []
            for seating in self.plan.pairings[name.pairing].seatings:
                if stopped():
                    return found
                games.append(self.play(name, seating))
            seats = self._foreign.items()
            heard = {agent: seat.heard for (agent, *_), seat in seats if seat.heard}
            found.append(PlayedBlock(name, games, heard))
        return found

    def play(self, name: BlockName, seating: tuple[int, ...]) -> Played:
        """One game. Errors: `GameFailed`."""
        runner = self._runner(seating, name.number)
        rules = runner.rules
        steps: list[Step] = []
        self._watched.clear()
        forfeit = None
        try:
            state, count = runner.play_out(name.number, steps.append)
        except Forfeit as failed:
            forfeit, count = failed, len(steps)
            state = _state_after(rules, steps)
        sides = len(rules.sides)
        if forfeit is None:
            result = runner.result(name.number, state)
            places = standing(result, sides)
        else:
            others = tuple(side for side in range(sides) if side != forfeit.side)
            result, places = Result(others, "", FORFEITED), forfeited(forfeit.side, sides)
        row = runner.row(name.number, state, count, result)
        row |= self._arena_columns(name, seating, places)
        row |= {
            "forfeit": None if forfeit is None else rules.sides[forfeit.side],
            "forfeit_reason": None if forfeit is None else forfeit.reason,
        }
        noted = name.number < NOTED_BLOCKS or forfeit is not None
        return Played(row, np.array(steps, dtype=np.int32).tobytes() if noted else b"")

    def spent(self, side: int) -> Spent | None:
        """What the agent of a side has used in the last game; None where kernels played it."""
        watched = self._watched.get(side)
        return None if watched is None else watched.spent

    def time_agent(self, agent: int, seconds: float) -> Spent:
        """What an agent uses, asked as at a table, in games that begin within so long."""
        pairing = next(p for p in self.plan.pairings if agent in (p.first, p.second))
        total, number, began = Spent(), 0, perf_counter()
        while number == 0 or perf_counter() - began < seconds:
            seating = pairing.seatings[number % len(pairing.seatings)]
            self._watched.clear()
            with suppress(Forfeit):
                self._runner(seating, number).play_out(number, together=False, most=MOST_TIMED)
            for side in (side for side, one in enumerate(seating) if one == agent):
                spent = self.spent(side)
                if spent is not None:
                    total = total.and_also(spent)
            number += 1
        return total

    def close(self) -> None:
        """End the processes of agents of others."""
        for seat in self._foreign.values():
            seat.close()

    def _runner(self, seating: tuple[int, ...], number: int) -> GameRunner:
        """Of the scenario that the dice of this number have."""
        plan = self.plan
        which = number % len(plan.scenarios)
        if (which, seating) not in self._runners:
            rules = self._rules[which] = self._rules.get(which) or plan.rules(which)
            game_plan = Plan(
                plan.system, plan.scenarios[which], plan.seats(seating), plan.seed, plan.step_limit
            )
            makers = [
                self._maker(plan.entrants[agent], side, which) for side, agent in enumerate(seating)
            ]
            self._runners[which, seating] = GameRunner(game_plan, rules, makers)
        return self._runners[which, seating]

    def _maker(self, entrant: Entrant, side: int, which: int) -> AgentFactory:
        """What makes the agent of a side for each game."""
        if not entrant.foreign:
            factory = batch_agent(find_system(self.plan.system), entrant.agent)
            return partial(self._make, factory, process_time)
        key = entrant.agent, side, which
        if key not in self._foreign:
            plan = self.plan
            self._foreign[key] = ForeignSeat(
                plan.system, plan.scenarios[which], entrant.agent, side, plan.limits
            )
        return partial(self._make, self._foreign[key].begin, perf_counter)

    def _make(
        self,
        factory: AgentFactory,
        clock: Callable[[], float],
        rules: Rules[Any],
        side: int,
        dice: Dice,
    ) -> Agent:
        try:
            agent = factory(rules, side, dice)
        except AgentFailed as failed:
            raise Forfeit(side, str(failed)) from None
        except Exception as error:
            raise Forfeit(side, f"made an error ({_words(error)})") from error
        self._watched[side] = WatchedAgent(agent, side, clock)
        return self._watched[side]

    def _arena_columns(
        self, name: BlockName, seating: Sequence[int], places: Sequence[Place]
    ) -> Row:
        """What a row has besides those of `hexfront run`."""
        plan = self.plan
        row: Row = {"dice": name.number, "first": None, "second": None, "points": None}
        if not plan.together:
            pairing = plan.pairings[name.pairing]
            row["first"] = plan.entrants[pairing.first].name
            row["second"] = plan.entrants[pairing.second].name
            row["points"] = points(places, seating, pairing.first)
        for side, column in enumerate(self._columns):
            spent = self.spent(side)
            row[f"seat_{column}"] = plan.entrants[seating[side]].name
            row[f"orders_{column}"] = None if spent is None else spent.orders
            row[f"turns_{column}"] = None if spent is None else spent.turns
            row[f"ms_{column}"] = None if spent is None else 1000 * spent.seconds
        return row


def _state_after(rules: Rules[Any], steps: Sequence[Step]) -> Any:
    state, log = rules.start(), EventLog()
    for step in steps:
        log.clear()
        rules.apply(state, step, log)
    return state


def read_steps(kept: bytes) -> list[Step]:
    """The steps of a game as `Played` has them."""
    pairs = np.frombuffer(kept, dtype=np.int32).reshape(-1, 2).tolist()
    return [Step(actor, order) for actor, order in pairs]


def _words(error: Exception) -> str:
    return printable(f"{type(error).__name__}: {error}".partition("\n")[0].removesuffix(": "))
