"""The conformance kit: does a rule system keep the contract?

Plain functions that raise `AssertionError` with system, scenario, seed and
step; any test framework can call them.  A third-party system's own tests need
no more than::

    from pathlib import Path

    from hexfront.conformance import check_system
    from my_package import SYSTEM

    TESTS = Path(__file__).parent

    def test_contract() -> None:
        check_system(SYSTEM, golden=TESTS / "golden", tests=TESTS)

The package must be installed, since journals find a system by its entry point.
Golden games are recorded by `python -m hexfront.conformance NAME tests/golden`.

The parts can be called one by one: on a `Snapshot`, or on a whole game.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from hexfront.conformance.bounds import check_bound, check_wavering
from hexfront.conformance.cases import rules_of
from hexfront.conformance.foreign import check_foreign, check_untold
from hexfront.conformance.games import (
    check_chances,
    check_copies,
    check_events,
    check_game,
    check_journal,
    check_overlays,
    check_places,
    check_questions,
    check_saves,
    check_state,
    play_match,
)
from hexfront.conformance.golden import check_golden, make_golden
from hexfront.conformance.knowledge import Pairs
from hexfront.conformance.learners import check_batch
from hexfront.conformance.offers import check_offers, check_typed
from hexfront.conformance.orders import (
    check_choices,
    check_decision,
    check_orders_in_words,
    check_refusals,
)
from hexfront.conformance.parts import check_parts
from hexfront.conformance.secrecy import (
    check_determinized,
    check_revocable,
    check_secrecy,
    check_simultaneous,
    check_truth_drawn,
)
from hexfront.conformance.snapshot import Snapshot
from hexfront.conformance.snapshots import random_game, random_step, snapshots
from hexfront.conformance.studies import check_pickles, check_recorder, check_team
from hexfront.core.rulebook import coverage
from hexfront.core.system import System

__all__ = [
    "Pairs",
    "Snapshot",
    "check_batch",
    "check_bound",
    "check_chances",
    "check_choices",
    "check_copies",
    "check_decision",
    "check_determinized",
    "check_events",
    "check_foreign",
    "check_game",
    "check_golden",
    "check_journal",
    "check_offers",
    "check_orders_in_words",
    "check_overlays",
    "check_parts",
    "check_pickles",
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
    "check_system",
    "check_team",
    "check_truth_drawn",
    "check_typed",
    "check_untold",
    "check_wavering",
    "make_golden",
    "play_match",
    "random_game",
    "random_step",
    "rules_of",
    "snapshots",
]


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
    check_overlays(snapshot)
    check_state(snapshot)
    check_copies(snapshot)
    check_chances(snapshot)
    check_bound(snapshot)


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
    tests: Path | None = None,
    fleeting: Collection[str] = (),
    plans: bool = False,
) -> None:
    """The whole kit over every shipped scenario of a system.

    `seeds` are random games, with `per_game` positions out of each; `pairs` is
    how many pairs of states each scenario's secrecy is checked with; `golden`
    is the folder of golden games; `tests` the folder of the system's own tests,
    of which every clause of the rulebook needs one; `fleeting` the clauses of
    reports that tell what no view keeps (`check_untold`); `plans` whether states
    keep old plans unseen (`check_secrecy`).
    """
    for rules in rules_of(system).values():
        sample = [s for seed in seeds for s in snapshots(system, rules, seed, per_game)]
        for snapshot in sample:
            check_position(snapshot)
        check_secrecy(sample, pairs, fleeting=fleeting, plans=plans)
        for seed in seeds:
            check_game(system, rules, seed)
            check_saves(system, rules, seed)
            check_journal(system, rules, seed)
            check_batch(system, rules, seed)
        check_wavering(system, rules, seeds[0])
        check_recorder(system, rules, seeds[0])
        check_team(system, rules, seeds[0])
        check_pickles(system, rules, seeds[0])
    if golden is not None:
        check_golden(system, golden)
    if tests is not None:
        check_rulebook(system, tests)
