"""One game as an environment sees it: orders in, chance settled, results as rewards."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np

from hexfront.adapters.spaces import MASK, Mask, Observation
from hexfront.batch import Batch
from hexfront.batch.games import choose_rules
from hexfront.core.batch.rewards import rewards
from hexfront.core.contract import Decision, Kind, Refusal, View
from hexfront.core.errors import InputError
from hexfront.pictures.captions import captions

__all__ = ["Game", "choose_rules", "describe", "order_code", "rewards"]


class Game:
    """The one game of a batch of one."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.rules = batch.game.rules
        self._action = np.zeros(1, dtype=np.int64)

    @property
    def state(self) -> Any:
        """A copy of the whole state; a new one takes its place."""
        return self.batch.state(0)

    @state.setter
    def state(self, state: Any) -> None:
        self.batch.put_state(0, state)

    @property
    def steps(self) -> int:
        """Orders that were given."""
        return int(self.batch.steps[0])

    @property
    def decision(self) -> Decision:
        """What the game waits for: orders, or nothing once it is over."""
        return self.rules.decision(self.state)

    @property
    def to_move(self) -> int:
        """The side that must order; after the end the one that ordered last."""
        return int(self.batch.to_move[0])

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

    def order(self, order: int, *, counts: bool = True) -> None:
        """Carry an order of the side that must act out, and all that follows.

        `counts`: whether it is one of `steps`.
        """
        self._action[0] = order
        self.batch.step(self._action, counts=counts)

    def rewards(self) -> list[float]:
        """One number a side, as of `rewards`."""
        return rewards(self.rules.result(self.state), len(self.rules.sides))

    def observe(self, side: int) -> Observation:
        """New arrays: what the side sees now, and its mask, empty where it need not act."""
        seen = {name: array[0] for name, array in self.batch.observe(side).items()}
        mask = self.batch.mask[0].copy()
        if side != self.to_move:
            mask[:] = 0
        return seen | {MASK: mask}

    def info(self, side: int, mask: Mask, *, words: bool = True) -> dict[str, Any]:
        """What an environment tells a side beside its observation; all of it the side may know.

        `mask` is that of the side's legal orders. Without `words` there are no texts, figures
        and orders in words, which take as long as many a step.
        """
        ended = bool(self.batch.ended[0])
        info: dict[str, Any] = {
            "side": self.rules.sides[side],
            "to_move": not ended and self.to_move == side,
            "steps": self.steps,
            MASK: mask,
        }
        if words:
            view = self.view(side)
            info |= {"time": view.time, "turn": view.title, "prompt": view.prompt}
            info["figures"] = {track.caption: float(track.value) for track in view.tracks}
            legal = [] if ended else np.flatnonzero(mask).tolist()
            info["legal_actions"] = [self.rules.write_order(order) for order in legal]
        result = self.rules.result(self.state) if ended else None
        if result is not None:
            info["winners"] = [self.rules.sides[winner] for winner in result.winners]
            info["reason"] = result.reason
            info["scores"] = dict(zip(self.rules.sides, result.scores, strict=False))
        return info


def order_code(place: str, action: Any) -> int:
    """An action as a number. Errors: `InputError` for what is no whole number."""
    try:
        order = index(action)
    except TypeError:
        raise InputError.at(place, repr(action), "a whole number") from None
    if abs(order) >= 1 << 63:
        raise InputError.at(place, order, "the number of an order")
    return order


def describe(view: View) -> str:
    """A view as plain text, for `render_mode="ansi"`."""
    lines = [view.title, view.prompt, *captions(view)]
    for counter in view.counters:
        figures = ", ".join(f"{name} {value}" for name, value in counter.values.items())
        lines.append(f"{counter.place or '-':<8} {counter.name} {figures}".rstrip())
    return "\n".join(lines) + "\n"
