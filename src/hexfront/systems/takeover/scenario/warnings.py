"""What a scenario may say and what leads nowhere all the same: a game that nobody need play."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.core.errors import Problem
from hexfront.systems.takeover.scenario.loader import TakeoverScenario

FARTHEST = 12
"""Spaces of a turn, by two six-sided dice (TKO-16)."""


def scenario_warnings(scenario: TakeoverScenario, place: str) -> Iterator[Problem]:
    """Titles that nobody can pay, a salary that nobody comes to, and cards that nobody can use.

    `place` goes before the pointers.
    """
    yield from _money(scenario, place)
    yield from _cards(scenario, place)


def _money(scenario: TakeoverScenario, place: str) -> Iterator[Problem]:
    file, economy = scenario.file, scenario.file.economy
    paid = _pay_days(scenario)
    if not paid:
        expected = "more of them: nobody reaches the Administration, which pays (TKO-16)"
        yield Problem(f"{place}: /options/rounds", str(file.options.rounds), expected)
    # Without a Title there is neither income nor anything to build on.
    most = economy.start + paid * economy.salary
    cheapest = min(space.price for space in scenario.territories)
    if cheapest > most:
        expected = f"at least {cheapest}, with all salaries: else nobody buys a Title (TKO-16)"
        yield Problem(f"{place}: /economy/start", str(economy.start), expected)


def _pay_days(scenario: TakeoverScenario) -> int:
    """How often a player can reach or pass an Administration at most."""
    ring, rounds = scenario.file.ring, scenario.file.options.rounds
    laps, rest = divmod(rounds * FARTHEST, len(ring))
    spaces = [n or len(ring) for n, s in enumerate(ring) if s.kind == "administration"]
    return sum(laps + (space <= rest) for space in spaces)


def _cards(scenario: TakeoverScenario, place: str) -> Iterator[Problem]:
    file = scenario.file
    drawn = any(space.kind == "card" for space in file.ring)
    if file.cards and not drawn:
        expected = "a space of kind card on the ring: else nobody draws one (TKO-16)"
        yield Problem(f"{place}: /cards", f"<{len(file.cards)} cards>", expected)
    if drawn and not file.cards:
        yield Problem(f"{place}: /cards", "<none>", "cards to draw on the marked spaces (TKO-16)")
    peopled = {space.quadrant for space in scenario.territories}
    for number, card in enumerate(file.cards):
        for key in ("infiltrates", "by_agents_from"):
            if not peopled & set(getattr(card, key)):
                named = ", ".join(getattr(card, key))
                expected = "a quadrant with territories: else the card is of no use (TKO-3)"
                yield Problem(f"{place}: /cards/{number}/{key}", f"<{named}>", expected)
