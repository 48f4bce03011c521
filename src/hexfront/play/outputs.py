"""What a match gives out as text: what a side gets in print, and the journal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from hexfront.core.contract import Step
from hexfront.core.errors import InputError
from hexfront.core.table.report import Report
from hexfront.play.live import LiveMatch
from hexfront.play.match import Match


def printed(match: Match, viewer: int) -> Iterator[str]:
    """What a viewer gets in print so far, line by line.

    Errors: `InputError` where the system prints nothing for him.
    """
    system, scenario = match.system, match.rules.scenario
    if system.playing.reports is None:
        raise InputError.at("output", system.name, "a system that prints outputs")
    # With rules of its own it may be read while the match goes on.
    report = system.playing.reports(system.rules(scenario), viewer, None)
    return chain(report.head(), _printed(report, tuple(match.journal.steps)))


def _printed(report: Report, steps: Sequence[Step]) -> Iterator[str]:
    for step in steps:
        yield from report.lines(step)


def journal_file(live: LiveMatch) -> str:
    """The journal with the secret of the dice. Errors: `InputError` before the end."""
    if live.locked is not None:
        raise InputError.at("journal", f"<{live.locked}>", "the rules that it was played by")
    if live.match.result is None:
        raise InputError.at("journal", "<a match in progress>", "a match that is over")
    return "".join(line + "\n" for line in live.match.journal.lines(live.match.rules))
