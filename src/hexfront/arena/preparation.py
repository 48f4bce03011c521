"""From what somebody asks for to an arena that can begin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hexfront.agents.foreign import Limits
from hexfront.arena.arena import ArenaJob
from hexfront.arena.budgets import with_budgets
from hexfront.arena.entrants import Entrant, check_entrants, read_entrants
from hexfront.arena.playing import ArenaPlan
from hexfront.arena.schedule import Form, blocks_for, pairings
from hexfront.arena.sprt import Bounds, expected_games
from hexfront.core.contract import Rules, Scenario
from hexfront.core.errors import HexfrontError, InputError, Problem
from hexfront.core.extras import how_to_install
from hexfront.core.system import System
from hexfront.study.cluster import cluster_size

USUAL_GAMES: Final = 200
TEST_FACTOR: Final = 10
"""A sequential test plays at most so many times the games that it is expected to take."""


@dataclass(frozen=True)
class Wishes:
    """What somebody asks for."""

    agents: list[str]
    bounds: Bounds | None = None
    """Of a sequential test."""
    gauntlet: bool = False
    together: bool = False
    """All in each game."""
    games: int | None = None
    """Of each pairing."""
    seconds: float | None = None
    """What an agent may think."""
    anchor: str | None = None
    """Whose rating is 0; without one the mean of all is."""
    seed: int = 1
    workers: int = 1
    cluster: str | None = None
    """Address of a Dask scheduler."""
    out: Path | None = None
    resume: bool = False
    budgets: Sequence[int] = ()
    """So many times what it has to think its one agent plays itself, where that is asked."""

    @property
    def form(self) -> Form:
        """Who plays whom. Errors: `InputError` for two forms at once."""
        asked = {
            "--gauntlet": Form.GAUNTLET if self.gauntlet else None,
            "--sprt": Form.SPRT if self.bounds is not None else None,
            "--together": Form.TOGETHER if self.together else None,
        }
        forms = {option: form for option, form in asked.items() if form is not None}
        if len(forms) > 1:
            first, *others = forms
            raise InputError.at(first, f"<with {' and '.join(others)}>", f"one of the {len(forms)}")
        return next(iter(forms.values()), Form.ROUND_ROBIN)


def prepare(system: System, scenarios: Sequence[Scenario], wishes: Wishes) -> ArenaJob:
    """An arena that can begin: its agents can be made, and those that cannot are refused.

    `scenarios`: that of the first block, of the second, and so on, round and round.
    Errors: `InputError`; `HexfrontError` where a library is missing.
    """
    _check_library()
    form = wishes.form
    every = [system.rules(scenario) for scenario in scenarios]
    rules: Rules[Any] = every[0]
    _check_scenarios(every)
    agents = wishes.agents
    if wishes.budgets:
        agents = with_budgets(system, agents, wishes.budgets, wishes.seconds)
    entrants = read_entrants(system, agents, wishes.seconds)
    if form == Form.SPRT and len(entrants) != 2:
        raise InputError.at("agents", f"<{len(entrants)} agents>", "two, with --sprt")
    if wishes.anchor is not None and wishes.anchor not in agents:
        raise InputError.at("--anchor", wishes.anchor, f"one of: {', '.join(agents)}")
    limits = Limits() if wishes.seconds is None else Limits(wishes.seconds)
    refused: dict[str, str] = {}
    for each in every:
        refused |= check_entrants(system, each, entrants, limits)
    left = [one for one in entrants if one.name not in refused]
    if len(left) < 2:
        expected = "at least two agents that can play"
        raise InputError(
            [Problem(f"agent {name}", reason, expected) for name, reason in refused.items()]
        )
    pairs = pairings(len(left), len(rules.sides), form)
    games = wishes.games or _usual_games(system, wishes.bounds)
    return ArenaJob(
        plan=ArenaPlan(
            system=system.name,
            scenarios=tuple(scenario.document for scenario in scenarios),
            scenario_names=tuple(scenario.name for scenario in scenarios),
            entrants=tuple(left),
            pairings=tuple(pairs),
            seed=wishes.seed,
            limits=limits,
            together=form == Form.TOGETHER,
        ),
        rules=rules,
        form=form,
        # As many of each scenario.
        blocks=-(-blocks_for(games, pairs[0]) // len(every)) * len(every),
        bounds=wishes.bounds,
        workers=wishes.workers if wishes.cluster is None else cluster_size(wishes.cluster),
        cluster=wishes.cluster,
        out=wishes.out,
        resume=wishes.resume,
        anchor=_place(left, wishes.anchor),
        budgets=agents if wishes.budgets else (),
        refused=refused,
    )


def _check_scenarios(every: Sequence[Rules[Any]]) -> None:
    """Errors: `InputError` for scenarios that are not played by the same sides, or named twice."""
    names = [rules.scenario.name for rules in every]
    for number, rules in enumerate(every):
        if names[number] in names[:number]:
            raise InputError.at("--scenario", names[number], "each scenario once")
        if rules.sides != every[0].sides:
            found = f"{names[number]}: {', '.join(rules.sides)}"
            raise InputError.at("--scenario", found, f"the sides {', '.join(every[0].sides)}")


def _usual_games(system: System, bounds: Bounds | None) -> int:
    """Without chance one block says all, unless an agent rolls dice."""
    if bounds is not None:
        return round(TEST_FACTOR * expected_games(bounds).between)
    return USUAL_GAMES if system.studying.chance else 1


def _place(entrants: list[Entrant], name: str | None) -> int | None:
    return next((place for place, one in enumerate(entrants) if one.name == name), None)


def _check_library() -> None:
    try:
        import scipy  # noqa: F401
    except ImportError:
        raise HexfrontError(f"an arena needs scipy; {how_to_install('study')}") from None
