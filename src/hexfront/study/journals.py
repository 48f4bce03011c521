"""The journal of one game of a study, for replay, checks and printed outputs."""

from __future__ import annotations

from hexfront.core.contract import Step
from hexfront.core.events import EventLog
from hexfront.core.journal import Journal
from hexfront.core.state import digest
from hexfront.study.games import GameRunner, Plan


def journal_of(plan: Plan, game: int) -> Journal:
    """Play one game of a plan and note every step. Errors: `GameFailed`.

    Its dice follow from a seed that everybody may know, so that nobody vouches
    for them.
    """
    runner = GameRunner(plan)
    rules, steps = runner.rules, list[Step]()
    runner.play_out(game, steps.append)
    journal = Journal(
        runner.system.name, runner.system.version, rules.scenario.document, list(plan.seats)
    )
    state, log = rules.start(), EventLog()
    for step in steps:
        log.clear()
        rules.apply(state, step, log)
        journal.steps.append(step)
        journal.digests.append(digest(state))
    return journal
