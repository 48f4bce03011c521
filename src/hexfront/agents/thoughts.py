"""What an opponent would do, and why: its orders, and what it expects of them."""

from __future__ import annotations

import inspect
from typing import NamedTuple

from hexfront.core.agent import Agent, AgentFactory, Position
from hexfront.core.search.agent import SearchAgent
from hexfront.core.system import System


class Thought(NamedTuple):
    """What an agent would order. Plain data, as it goes between processes."""

    orders: list[int]
    """One after another, as far as the agent plans."""
    plans: int = 0
    """How many it has compared; 0 where it does not compare plans."""
    trials: int = 0
    """How often it has tried these."""
    best: float | None = None
    """What the plan is expected to win, from 0 to 1: on average of its trials."""
    following: float | None = None
    """The same of the next best plan; None where there is none."""


def thought_of(agent: Agent, position: Position) -> Thought:
    """Ask an agent; it sees what it always sees. Errors: whatever the agent raises."""
    if len(position.choices) < 2:
        return Thought([int(position.choices[0])], 1)
    if not isinstance(agent, SearchAgent):
        return Thought([int(agent.decide(position))])
    orders = agent.plan(position)
    tried = [(mean, plan) for plan, trials, mean in agent.worth if trials]
    others = [mean for mean, plan in tried if plan != orders]
    best = next((mean for mean, plan in tried if plan == orders), None)
    return Thought(orders, len(tried), agent.trials, best, max(others, default=None))


def estimator(system: System) -> str | None:
    """The opponent of a system that tells how likely it is to win; None where there is none."""
    for name, factory in system.playing.agents.items():
        if isinstance(factory, type) and issubclass(factory, SearchAgent):
            return name
    return None


def in_words(thought: Thought, factory: AgentFactory, known: str = "you know") -> str:
    """Why, in a sentence or two; `known` says who knew what the agent saw."""
    if thought.best is None and thought.plans:
        return "There is nothing else to order."
    maker = getattr(factory, "func", factory)
    if thought.best is None and isinstance(maker, type) and issubclass(maker, SearchAgent):
        return "Its first idea, without any trial: its rules still run as plain Python."
    if thought.best is None:
        how = (inspect.getdoc(maker) or "").partition("\n")[0]
        return how or "It follows its rules of thumb."
    text = (
        f"Of {thought.plans} plans, tried {thought.trials} times on positions that fit what "
        f"{known}, this one promises most: {thought.best:.0%} of what can be won"
    )
    if thought.plans < 2 or thought.following is None:
        return f"{text}."
    return f"{text}; the best of the others {thought.following:.0%}."
