"""`hexfront odds`: exact odds of a fight, as rational numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from hexfront.cli.by_name import OptionsByName
from hexfront.cli.console import columns, say, say_json, say_table
from hexfront.cli.settings import AsJson, Options, ScenarioName, SystemName, choose_scenario
from hexfront.core.errors import InputError

if TYPE_CHECKING:
    from hexfront.core.table.odds import FightOdds, OddsReport

BAR = 20
"""Columns of the bar of a sure thing, or of the likeliest of many."""
OTHER_COLUMNS = 60
"""What stands beside a fraction; those that are too long for the rest are for programs."""
SHORTEST = 15
"""Characters that every fraction may have."""
_EIGHTHS = " ▏▎▍▌▋▊▉"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("odds", cls=OptionsByName)(odds)


def odds(
    system: SystemName,
    attacker: Annotated[
        str, typer.Option(metavar="KEY=N,…", help="What the attacker has; the keys stand below.")
    ] = "",
    defender: Annotated[
        str, typer.Option(metavar="KEY=N,…", help="What the defender has, with the same keys.")
    ] = "",
    scenario: ScenarioName = None,
    option: Options = None,
    json: AsJson = False,
) -> None:
    """Print the exact odds of a fight: chances as fractions, what may be left, how long it takes.

    Nothing is sampled.  What is not said of a side is as the system has it; see its own help.
    """
    from hexfront.core.registry import find_system

    found = find_system(system)
    known = fight_odds(system)
    report = known.answer(choose_scenario(found, scenario, option or []), attacker, defender)
    if json:
        say_json(report.document)
    else:
        _say_report(report)


def fight_odds(name: str) -> FightOdds:
    """What a system knows of odds. Errors: `InputError` where it knows none."""
    from hexfront.core.registry import find_system, system_names

    known = find_system(name).playing.odds
    if known is None:
        able = [other for other in system_names() if find_system(other).playing.odds]
        expected = f"one that has odds of a fight: {', '.join(able) or 'there is none yet'}"
        raise InputError.at("system", name, expected)
    return known


def _say_report(report: OddsReport) -> None:
    say(report.title)
    rows = []
    for side in report.sides:
        for number, share in enumerate(side.shares):
            names = ("", "") if number else (side.name, side.total)
            rows.append([*names, share.amount, share.source, share.clause])
    say_table(["side", "fights with", "of which", "from", "clause"], rows)
    for note in report.notes:
        say(note)
    for course in report.courses:
        say(course.title)
        say_table(course.headings, course.rows, 0)
    rows = [
        [words, percent(chance), fraction(chance), bar(chance, Fraction(1))]
        for words, chance in report.chances
    ]
    rows += [[words, f"{float(mean):.3f}", fraction(mean), ""] for words, mean in report.means]
    if rows:
        say_table(["", "", "exactly", ""], rows, 1, 3)
    for title, chances in report.distributions:
        most = max(chance for _, chance in chances)
        rows = [[label, percent(c), fraction(c), bar(c, most)] for label, c in chances]
        say_table([title, "chance", "exactly", ""], rows, 1, 3)
    if any("…" in fraction(number) for _, number in report.chances + report.means):
        say("--json prints the long fractions.")


def percent(chance: Fraction) -> str:
    """A chance in per cent; what is not sure never looks as if it were.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 10**6)), percent(1 - Fraction(1, 10**6))
    ('33.33 %', '<0.01 %', '>99.99 %')
    """
    if 0 < chance < Fraction(1, 10_000):
        return "<0.01 %"
    if Fraction(9_999, 10_000) < chance < 1:
        return ">99.99 %"
    return f"{100 * float(chance):.2f} %"


def fraction(number: Fraction) -> str:
    """A fraction, if there is room for it."""
    from hexfront.core.table.odds import fraction_text

    text = fraction_text(number)
    room = max(columns() - OTHER_COLUMNS, SHORTEST)
    return text if len(text) <= room else f"… ({len(text) - 1} digits)"


def bar(chance: Fraction, longest: Fraction) -> str:
    """A bar as long as a chance is beside the longest.

    >>> bar(Fraction(1, 8), Fraction(1))
    '██▌'
    """
    eighths = round(chance / longest * BAR * 8)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
