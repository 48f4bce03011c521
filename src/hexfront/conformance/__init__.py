"""The conformance kit: does a rule system keep the contract?

Plain functions that raise `AssertionError` with system, scenario, seed and
step; any test framework can call them.  A third-party system's own tests need
no more than::

    from hexfront.conformance import check_system
    from my_package import SYSTEM

    def test_contract() -> None:
        check_system(SYSTEM)

The parts can be called one by one: on a `Snapshot`, or on a whole game.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hexfront.conformance.games import (
    check_chances,
    check_copies,
    check_events,
    check_game,
    check_journal,
    check_places,
    check_questions,
    check_saves,
    check_state,
    check_surveys,
    play_match,
)
from hexfront.conformance.golden import check_golden
from hexfront.conformance.offers import check_offers, check_typed
from hexfront.conformance.orders import (
    check_choices,
    check_decision,
    check_orders_in_words,
    check_refusals,
)
from hexfront.conformance.secrecy import (
    Pairs,
    check_imagined,
    check_revocable,
    check_secrecy,
    check_simultaneous,
    check_untold,
)
from hexfront.conformance.snapshots import Snapshot, random_game, random_step, snapshots
from hexfront.conformance.studies import check_recorder, check_team
from hexfront.core.contract import Rules
from hexfront.core.errors import InputError
from hexfront.core.rulebook import coverage
from hexfront.core.scenario import load_scenario, scenario_names
from hexfront.core.system import System

__all__ = [
    "Pairs",
    "Snapshot",
    "check_chances",
    "check_choices",
    "check_copies",
    "check_decision",
    "check_events",
    "check_game",
    "check_golden",
    "check_imagined",
    "check_journal",
    "check_offers",
    "check_orders_in_words",
    "check_places",
    "check_position",
    "check_questions",
    "check_recorder",
    "check_refusals",
    "check_revocable",
    "check_rulebook",
    "check_saves",
    "check_secrecy",
    "check_simultaneous",
    "check_state",
    "check_surveys",
    "check_system",
    "check_team",
    "check_typed",
    "check_untold",
    "play_match",
    "random_game",
    "random_step",
    "rules_of",
    "snapshots",
]


def rules_of(system: System, most: int = 32) -> dict[str, Rules[Any]]:
    """The rules that a system must keep the contract with, by a name for each.

    Every shipped scenario, and the default scenario with every combination of
    options; where there are more than `most` of those, with each option alone.
    Combinations that the scenario does not allow are left out.
    """
    if bool(system.options) != (system.with_options is not None):
        raise AssertionError(f"{system.name}: `options` and `with_options` need each other")
    found = {name: system.rules(load_scenario(system, name)) for name in scenario_names(system)}
    if system.with_options is not None:
        default = load_scenario(system)
        for changes in _changes(system, most):
            with contextlib.suppress(InputError):
                label = ",".join(f"{name}={value}" for name, value in changes.items())
                scenario = system.with_options(default, changes)
                found[f"{default.name}:{label}"] = system.rules(scenario)
    return found


def _changes(system: System, most: int) -> list[dict[str, str]]:
    names = list(system.options)
    combinations = [
        {name: value for name, value in zip(names, values, strict=True) if value != default[name]}
        for default in [{name: system.options[name][0] for name in names}]
        for values in itertools.product(*system.options.values())
    ]
    if len(combinations) > most:
        combinations = [changes for changes in combinations if len(changes) == 1]
    return [changes for changes in combinations if changes]


def check_position(snapshot: Snapshot) -> None:
    """Everything that can be checked at one position, except secrecy."""
    check_decision(snapshot)
    check_choices(snapshot)
    check_refusals(snapshot)
    check_orders_in_words(snapshot)
    check_offers(snapshot)
    check_typed(snapshot)
    check_questions(snapshot)
    check_places(snapshot)
    check_surveys(snapshot)
    check_state(snapshot)
    check_copies(snapshot)
    check_chances(snapshot)


def check_rulebook(system: System, tests: Path) -> None:
    """Every clause of the rulebook has code that cites it and a test marked with it."""
    bare = [
        f"{entry.clause.id} (no {'code' if not entry.code else 'test'})"
        for entry in coverage(system.folder, tests)
        if not (entry.code and entry.tests)
    ]
    if bare:
        raise AssertionError(f"{system.name}: clauses without code or test: {', '.join(bare)}")


def check_system(
    system: System,
    *,
    seeds: Sequence[int] = range(4),
    per_game: int = 8,
    pairs: int = 500,
    golden: Path | None = None,
) -> None:
    """The whole kit over every shipped scenario of a system.

    `seeds` are random games, with `per_game` positions out of each; `pairs` is
    how many pairs of states each scenario's secrecy is checked with; `golden`
    is the folder of golden games.
    """
    for rules in rules_of(system).values():
        sample = [s for seed in seeds for s in snapshots(system, rules, seed, per_game)]
        for snapshot in sample:
            check_position(snapshot)
        check_secrecy(sample, pairs)
        for seed in seeds:
            check_game(system, rules, seed)
            check_saves(system, rules, seed)
            check_journal(system, rules, seed)
        check_recorder(system, rules, seeds[0])
        check_team(system, rules, seeds[0])
    if golden is not None:
        check_golden(system, golden)
