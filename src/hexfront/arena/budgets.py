"""Strength by budget: the same agent with more and more to think must get stronger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from hexfront.agents import agent_factories
from hexfront.agents.levels import agent_of
from hexfront.agents.parameters import parameters_of
from hexfront.arena.entrants import BUDGETS
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.system import System

PLACE: Final = "--budgets"
USUAL_SECONDS: Final = 0.05
"""A turn with the budget 1, where nothing else is said."""


def read_budgets(text: str) -> list[int]:
    """`1,4,16`. Errors: `InputError`."""
    words = text.split(",")
    found = [int(word) for word in words if word.isdecimal() and len(word) <= 6]
    if len(found) != len(words) or len(found) < 2 or not _ascends(found) or found[0] < 1:
        raise InputError.at(PLACE, text, "two or more whole numbers that ascend, such as 1,4,16")
    return found


def _ascends(numbers: Sequence[float]) -> bool:
    return all(one < other for one, other in pairwise(numbers))


def with_budgets(
    system: System, agents: Sequence[str], factors: Sequence[int], seconds: float | None
) -> list[str]:
    """An agent with each of the budgets: its iterations, or its time, times these.

    Errors: `InputError` for several agents, and one that has no budget.
    """
    if len(agents) != 1:
        raise InputError.at("agents", f"<{len(agents)} agents>", f"one, with {PLACE}")
    word, _, more = agent_of(system, agents[0]).partition(":")
    factory = agent_factories(system).get(word)
    known = {} if factory is None else parameters_of(factory)
    parts = [part.partition("=") for part in more.split(",") if part]
    given = {key.strip(): value for key, _, value in parts}
    budget = next((name for name in reversed(BUDGETS) if name in given), BUDGETS[0])
    if budget not in known:
        expected = f"an agent that has a parameter {' or '.join(BUDGETS)}"
        raise InputError.at("agents", agents[0], expected)
    value = given.pop(budget, repr(USUAL_SECONDS if seconds is None else seconds))
    try:
        base = float(value)
    except ValueError:
        raise InputError.at(f"agents: {word}: {budget}", value, "a number") from None
    rest = "".join(f",{key}={other}" for key, other in given.items())
    return [f"{word}:{budget}={_number(base * factor)}{rest}" for factor in factors]


def _number(value: float) -> str:
    """As it is typed: 1600000, 0.2."""
    return str(int(value)) if value.is_integer() else f"{value:g}"


@dataclass(frozen=True)
class BudgetsFound:
    """What an arena of one agent with several budgets has found."""

    agents: Sequence[str]
    """From the smallest budget to the largest."""
    ratings: Sequence[float]
    rises: bool
    """Whether each is rated above the one before."""
    surely: bool
    """Whether each has more than half of the points against the one before, with 95 %."""

    def document(self) -> Json:
        """As JSON."""
        ratings = [round(rating, 1) for rating in self.ratings]
        return {
            "agents": list(self.agents),
            "ratings": list(ratings),
            "rises": self.rises,
            "surely": self.surely,
        }

    def sentence(self) -> str:
        """In words."""
        steps = ", ".join(
            f"{name} {rating - self.ratings[0]:+.0f}"
            for name, rating in zip(self.agents, self.ratings, strict=True)
        )
        if not self.rises:
            return f"Strength by budget, in Elo: {steps}. It does not rise"
        sure = "surely, step by step" if self.surely else "though not surely at every step"
        return f"Strength by budget, in Elo: {steps}. It rises, {sure}"


def budgets_found(
    agents: Sequence[str], rated: Mapping[str, float], highs: Mapping[tuple[str, str], float]
) -> BudgetsFound | None:
    """Whether strength rises with the budget; None where some have not played.

    `agents`: from the smallest budget to the largest; `rated`: ratings by name; `highs`: by pair,
    the upper end of the interval of the first one's part of the points.
    """
    if not set(agents) <= set(rated):
        return None
    ratings = [rated[name] for name in agents]
    surely = all(highs.get(pair, 1.0) < 0.5 for pair in pairwise(agents))
    return BudgetsFound(agents, ratings, _ascends(ratings), surely)
