"""How fast orders are searched for: trials of the opponent `search`, a CPU-second on one core."""

from __future__ import annotations

from statistics import median
from time import process_time
from typing import Any, Final

from hexfront.core.contract import CHANCE, Kind, Rules, Step
from hexfront.core.dice import dice_from_seed, draw_outcome
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import EventLog
from hexfront.core.study.self_play import Seat
from hexfront.core.system import System

SEED: Final = 1
ROUNDS: Final = 7


def measure_search(system: System, rules: Rules[Any]) -> dict[str, Json]:
    """`search_iterations_per_second`: a state drawn from the view and random orders to the end.

    From the first order of the game on, or as the opponent says in `measured`; None for a system
    without such an opponent.
    """
    make: Any = system.playing.agents.get("search")
    if make is None:
        return {"search_iterations_per_second": None}
    state, dice, log = rules.start(), dice_from_seed(SEED), EventLog()
    while (decision := rules.decision(state)).kind == Kind.CHANCE:
        rules.apply(state, Step(CHANCE, draw_outcome(rules.chances(state).weights, dice)), log)
    side = decision.sides[0]
    seat = Seat(rules, side, state)
    speeds = []
    for number in range(ROUNDS + 1):
        agent = make(rules, side, dice_from_seed(SEED, number), **make.measured)
        started = process_time()
        agent.plan(seat)
        speeds.append(agent.trials / (process_time() - started))
    # The first loads the kernels.
    return {"search_iterations_per_second": round(median(speeds[1:]))}
