"""The conformance kit over every registered system, scenario and set of options."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hexfront import conformance
from hexfront.conformance import Snapshot
from hexfront.core.contract import Kind, Rules
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario
from hexfront.core.system import System
from tests.amounts import amount, sampled
from tests.kit import TOLD

TESTS = Path(__file__).parents[1]
SEEDS = range(amount(1, 2))
PER_GAME = amount(5, 8)
OVERLAYS_READ = 3
"""Of so many positions all overlays are made in one: they take longer than all else together."""
PAIRS = amount(6_000, 60_000)
"""Pairs of states over all systems together; with those of Aggressor's own tests at least
10,000 are required."""
BATCH_STEPS = amount(100, 2000)
"""Orders in each row of a batch that is compared with games step by step."""
SAVED_EVERY = amount(8, 1)
"""One position in so many of a game is saved and loaded again."""
OPTIONS_EVERY = 3
"""One set of options in so many is played to its end."""

SYSTEMS = system_names()


@cache
def bound(name: str) -> dict[str, Rules[Any]]:
    return conformance.rules_of(find_system(name))


CASES = [(name, label) for name in SYSTEMS for label in bound(name)]
OPTION_SETS = [case for case in CASES if ":" in case[1]]
SAMPLE = [case for case in CASES if case not in OPTION_SETS] + sampled(OPTION_SETS, OPTIONS_EVERY)

FEW = sampled(SAMPLE, 3)
"""For what depends more on the system than on the scenario."""

every_system = pytest.mark.parametrize("name", SYSTEMS)
every_case = pytest.mark.parametrize(("name", "label"), CASES)
sampled_cases = pytest.mark.parametrize(("name", "label"), SAMPLE)
few_cases = pytest.mark.parametrize(("name", "label"), FEW)


def seeds(label: str) -> range:
    """Which games are played: one of each of the many sets of options of one scenario."""
    return SEEDS[:1] if ":" in label else SEEDS


@cache
def sample(name: str, label: str) -> list[Snapshot]:
    """Positions spread through random games."""
    system, rules = find_system(name), bound(name)[label]
    return [
        s for seed in seeds(label) for s in conformance.snapshots(system, rules, seed, PER_GAME)
    ]


def test_there_are_systems() -> None:
    assert SYSTEMS


CHECKS: list[Callable[[Snapshot], object]] = [
    conformance.check_decision,
    conformance.check_choices,
    conformance.check_refusals,
    conformance.check_orders_in_words,
    conformance.check_offers,
    conformance.check_typed,
    conformance.check_questions,
    conformance.check_places,
    conformance.check_state,
    conformance.check_copies,
    conformance.check_chances,
    conformance.check_bound,
]


@pytest.mark.slow
@sampled_cases
def test_positions(name: str, label: str) -> None:
    """One test a case, so that its games are played once and not once a process."""
    for number, snapshot in enumerate(sample(name, label)):
        for check in CHECKS:
            check(snapshot)
        if number % OVERLAYS_READ == 0:
            conformance.check_overlays(snapshot)


@every_case
def test_secrecy(name: str, label: str, record_property: Callable[[str, object], None]) -> None:
    positions = sample(name, label)
    share = -(-PAIRS // len(CASES))
    pairs = conformance.check_secrecy(positions, share, **TOLD.get(name, {}))
    record_property("secrecy pairs", pairs.compared)
    assert pairs.compared * len(CASES) >= PAIRS
    if any(len(snapshot.decision.sides) > 1 for snapshot in positions):
        assert pairs.different > 0


@pytest.mark.slow
@sampled_cases
def test_whole_games(name: str, label: str) -> None:
    for seed in seeds(label):
        assert conformance.check_game(find_system(name), bound(name)[label], seed) > 0


@few_cases
def test_a_player_who_seeks_cycles_goes_on(name: str, label: str) -> None:
    assert conformance.check_wavering(find_system(name), bound(name)[label], SEEDS[0]) > 0


@pytest.mark.slow
@sampled_cases
def test_batches_play_by_the_rules(name: str, label: str) -> None:
    for seed in seeds(label):
        conformance.check_batch(find_system(name), bound(name)[label], seed, steps=BATCH_STEPS)


@few_cases
def test_saves(name: str, label: str) -> None:
    conformance.check_saves(find_system(name), bound(name)[label], SEEDS[0], SAVED_EVERY)


@sampled_cases
def test_journals(name: str, label: str) -> None:
    match = conformance.check_journal(find_system(name), bound(name)[label], SEEDS[0])
    assert match.decision.kind == Kind.OVER


@sampled_cases
def test_recorders(name: str, label: str) -> None:
    rows = conformance.check_recorder(find_system(name), bound(name)[label], SEEDS[0])
    assert rows > 0 or find_system(name).studying.recorder is None


@sampled_cases
def test_teams(name: str, label: str) -> None:
    steps = conformance.check_team(find_system(name), bound(name)[label], SEEDS[0])
    assert steps > 0 or find_system(name).studying.team is None


@every_system
def test_pickles(name: str) -> None:
    system = find_system(name)
    conformance.check_pickles(system, system.rules(load_scenario(system)), SEEDS[0])


@every_system
def test_options_are_accepted_as_listed(name: str) -> None:
    """The default of each option changes nothing; every other value does."""
    system: System = find_system(name)
    if system.scenarios.with_options is None:
        return
    rules = next(iter(bound(name).values()))
    defaults = {option: values[0] for option, values in system.scenarios.options.items()}
    same = system.scenarios.with_options(rules.scenario, defaults)
    assert same.document == rules.scenario.document
    for option, values in system.scenarios.options.items():
        documents = [
            system.scenarios.with_options(rules.scenario, {option: value}).document
            for value in values
        ]
        assert all(documents.count(document) == 1 for document in documents), option


@every_system
def test_rulebook(name: str) -> None:
    """Every clause has code and a test, for the systems of this checkout."""
    system = find_system(name)
    if not system.folder.is_relative_to(TESTS.parent / "src"):
        pytest.skip("not a system of this checkout")
    conformance.check_rulebook(system, TESTS)


@pytest.mark.slow
@every_system
def test_golden_games(name: str) -> None:
    assert conformance.check_golden(find_system(name), TESTS / "golden" / name)
