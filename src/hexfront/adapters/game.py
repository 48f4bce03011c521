"""One game as an environment sees it: orders in, chance settled, results as rewards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from hexfront.adapters.observation import MASK, Mask
from hexfront.core.contract import CHANCE, Decision, Kind, Refusal, Result, Rules, Step, View
from hexfront.core.dice import Dice, draw_outcome
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.pictures.captions import captions


def choose_rules(
    system: str, scenario: str | Path | None, options: Mapping[str, str] | None
) -> Rules[Any]:
    """The rules of a scenario by name or file, with options as typed. Errors: `InputError`."""
    found = find_system(system)
    chosen = load_scenario(found, scenario)
    if options and found.scenarios.with_options is None:
        raise InputError.at("options", dict(options), f"nothing: {system} has no options")
    if options and found.scenarios.with_options is not None:
        chosen = found.scenarios.with_options(chosen, options)
    return found.rules(chosen)


class Game:
    """A state with its rules and dice. Chance answers at once, so only sides ever wait."""

    def __init__(self, rules: Rules[Any], dice: Dice) -> None:
        self.rules = rules
        self.state = rules.start()
        self.steps = 0
        self._dice = dice
        self._log = EventLog()
        self._settle()

    @property
    def decision(self) -> Decision:
        """What the game waits for: orders, or nothing once it is over."""
        return self.rules.decision(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.decision.kind == Kind.OVER

    def view(self, side: int) -> View:
        """What a side may know."""
        return self.rules.view(self.state, side)

    def refuse(self, side: int, order: int) -> Refusal | None:
        """Why an order is not accepted; None where it is."""
        return self.rules.refuse(self.state, side, order)

    def order(self, side: int, order: int) -> None:
        """Carry a legal order out, and every answer of chance that follows."""
        self._carry_out(Step(side, order))
        self.steps += 1
        self._settle()

    def rewards(self) -> list[float]:
        """One number a side, as of `rewards`."""
        return rewards(self.rules.result(self.state), len(self.rules.sides))

    def info(self, side: int, mask: Mask, *, words: bool = True) -> dict[str, Any]:
        """What an environment tells a side beside its observation; all of it the side may know.

        `mask` is that of the side's legal orders. Without `words` there are no texts, figures
        and orders in words, which take as long as many a step.
        """
        info: dict[str, Any] = {
            "side": self.rules.sides[side],
            "to_move": side in self.decision.sides,
            MASK: mask.copy(),
        }
        if words:
            view = self.view(side)
            info |= {"time": view.time, "turn": view.title, "prompt": view.prompt}
            info["figures"] = {track.caption: float(track.value) for track in view.tracks}
            info["legal_actions"] = [
                self.rules.write_order(order) for order in np.flatnonzero(mask).tolist()
            ]
        result = self.rules.result(self.state)
        if result is not None:
            info["winners"] = [self.rules.sides[winner] for winner in result.winners]
            info["reason"] = result.reason
            info["scores"] = dict(zip(self.rules.sides, result.scores, strict=False))
        return info

    def _settle(self) -> None:
        while self.decision.kind == Kind.CHANCE:
            weights = self.rules.chances(self.state).weights
            self._carry_out(Step(CHANCE, draw_outcome(weights, self._dice)))

    def _carry_out(self, step: Step) -> None:
        self._log.clear()
        self.rules.apply(self.state, step, self._log)


def rewards(result: Result | None, sides: int) -> list[float]:
    """One number a side: 1 won, −1 lost, 0 drawn or not over yet.

    Where the rules name no winner, a side's lead in scores over the mean of the others, as a
    share of all scores: from −1 to 1, and in sum 0.
    """
    if result is not None and not result.names_winner and result.scores:
        return _leads(result.scores)
    if result is None or len(result.winners) in (0, sides):
        return [0.0] * sides
    return [1.0 if side in result.winners else -1.0 for side in range(sides)]


def _leads(scores: Sequence[float]) -> list[float]:
    all_, size = sum(scores), sum(map(abs, scores)) * (len(scores) - 1)
    return [(len(scores) * score - all_) / size if size else 0.0 for score in scores]


def describe(view: View) -> str:
    """A view as plain text, for `render_mode="ansi"`."""
    lines = [view.title, view.prompt, *captions(view)]
    for counter in view.counters:
        figures = ", ".join(f"{name} {value}" for name, value in counter.values.items())
        lines.append(f"{counter.place or '-':<8} {counter.name} {figures}".rstrip())
    return "\n".join(lines) + "\n"
