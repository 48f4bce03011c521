"""Behaviour as digests: run as a program, it prints them for the lane that the environment sets."""

from __future__ import annotations

import hashlib
import json

from hexfront.core.contract import CHANCE, Kind, Step
from hexfront.core.dice import dice_from_seed, draw
from hexfront.core.events import EventLog
from hexfront.core.scenario import load_scenario, scenario_names
from hexfront.core.state import digest
from hexfront.jit import is_interpreted
from hexfront.systems.brigade import SYSTEM
from hexfront.systems.brigade.game import BrigadeRules
from hexfront.systems.brigade.scenario.loader import with_options

PLAYOUTS = 3
STEPS = 150


def step_by_step(rules: BrigadeRules, seed: int) -> str:
    """A digest of states, choices and events through the first steps of a random game."""
    running = hashlib.blake2b(digest_size=8)
    state, dice, log = rules.start(), dice_from_seed(seed, purpose="lane"), EventLog()
    for _ in range(STEPS):
        decision = rules.decision(state)
        if decision.kind == Kind.OVER:
            break
        if decision.kind == Kind.CHANCE:
            step = Step(CHANCE, int(draw(dice, len(rules.chances(state).weights))))
        else:
            side = decision.sides[-1]
            choices = rules.choices(state, side)
            running.update(repr(choices).encode())
            step = Step(side, choices[int(draw(dice, len(choices)))])
        log.clear()
        rules.apply(state, step, log)
        running.update(f"{step}{log.events()}{digest(state)}".encode())
    return running.hexdigest()


def behaviour() -> dict[str, list[str]]:
    """For every shipped scenario and sequence of play: playouts, and one game step by step."""
    found = {}
    for name in scenario_names(SYSTEM):
        for sequence in ("plotted", "igougo"):
            scenario = with_options(load_scenario(SYSTEM, name), {"sequence": sequence})
            rules = BrigadeRules(scenario)
            report = SYSTEM.studying.playouts(rules, PLAYOUTS, 7)
            found[f"{name} {sequence}"] = [str(report), step_by_step(rules, 7)]
    return found


if __name__ == "__main__":
    print(
        json.dumps({"jit": not is_interpreted(BrigadeRules.__module__), "behaviour": behaviour()})
    )
