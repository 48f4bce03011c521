"""`hexfront one-battle` and `hexfront validate-battles`: combat held against combat and history."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexfront.cli.console import say, say_json, say_table
from hexfront.cli.files import Force, check_free
from hexfront.cli.settings import AsJson
from hexfront.core.documents.files import write_whole
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.extras import how_to_install
from hexfront.core.table.plurals import counted

if TYPE_CHECKING:
    from hexfront.history.judging import Judged
    from hexfront.history.one_battle import BattleEntry, Fought
    from hexfront.history.scores import Scores

BAR = 24
MOST_ENDINGS = 6


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("one-battle")(one_battle)
    app.command("validate-battles")(validate_battles)


def one_battle(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="The battle, TOML or JSON.")
    ] = None,
    example: Annotated[
        bool, typer.Option("--example", help="Fight the example; with --init only print it.")
    ] = False,
    init: Annotated[bool, typer.Option("--init", help="Print a file to begin with.")] = False,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page with pictures too.")
    ] = None,
    force: Force = False,
    json: AsJson = False,
) -> None:
    """Put one battle into the combat of every system that can fight it, side by side.

    Each system maps people, tanks, guns, ground and posture to its own terms; all that may
    come follows exactly, nothing is sampled.
    """
    from hexfront.history.battle_page import battle_page
    from hexfront.history.one_battle import (
        EXAMPLE,
        battle_document,
        example_battle,
        fight_everywhere,
        read_battle,
    )

    if init:
        say(EXAMPLE.rstrip())
        return
    if (file is None) != example:
        found = "both" if example else "<nothing>"
        raise InputError.at("FILE", found, "the file of a battle, or --example")
    entry = example_battle() if file is None else read_battle(file)
    check_free("--html", [html], force=force)
    fought = fight_everywhere(entry)
    if html is not None:
        write_whole(html, battle_page(entry, fought), "--html")
    if json:
        say_json(battle_document(entry, fought))
    else:
        _say_battle(entry, fought)


def _say_battle(entry: BattleEntry, fought: list[Fought]) -> None:
    from hexfront.history.battle_page import kilometres, percents
    from hexfront.history.one_battle import spread

    say(entry.title)
    engagement = entry.engagement
    if engagement.defender.power > 0:
        say(f"Power {engagement.attacker.power:,.0f} : {engagement.defender.power:,.0f}")
    rows = [
        [
            each.title,
            f"{100 * each.answer.attacker_wins:.0f} %",
            percents(spread(each.answer, "attacker_loss")),
            percents(spread(each.answer, "defender_loss")),
            kilometres(spread(each.answer, "advance")),
        ]
        for each in fought
    ]
    say_table(["system", "attacker wins", "attacker loses", "defender loses", "advance"], rows, 1)
    for each in fought:
        _say_endings(each)


def _say_endings(each: Fought) -> None:
    """What may come in a system, the likeliest first, and how the battle was put."""
    say(each.title)
    say("  " + "; ".join(f"{name}: {value}" for name, value in each.answer.terms))
    if each.answer.ignores:
        say(f"  not known to it: {', '.join(each.answer.ignores)}")
    endings = sorted(each.answer.endings, key=lambda end: -end.chance)
    rows = [
        [end.words, f"{100 * end.chance:.1f} %", "█" * round(BAR * end.chance)]
        for end in endings[:MOST_ENDINGS]
    ]
    if rest := endings[MOST_ENDINGS:]:
        left = sum(end.chance for end in rest)
        words = counted(len(rest), "other")
        rows.append([words, f"{100 * left:.1f} %", "█" * round(BAR * left)])
    say_table(["", "chance", ""], rows, 1, 2)


def validate_battles(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Battles in the form of CDB90, CSV.")
    ],
    json: AsJson = False,
) -> None:
    """Score every model of battles on a file, after fitting it to the battles that come along.

    Nothing is fitted to FILE. Log-loss and Brier are of the chance that the attacker wins,
    casualty_error is the root mean square error of ln(attacker's casualties / defender's), and
    coverage_80 the part of these ratios inside the band for four of five.
    """
    try:
        import sklearn  # noqa: F401
    except ImportError:
        raise HexfrontError(f"models need scikit-learn; {how_to_install('study')}") from None
    from hexfront.history.judging import validate

    battles, judged = validate(file)
    if json:
        say_json(
            {
                "file": str(file),
                "battles": battles,
                "models": {each.model.name: _document(each.scores) for each in judged},
            }
        )
    else:
        _say_scores(battles, judged)


def _document(scores: Scores) -> dict[str, float | int | None]:
    return {
        "log_loss": scores.log_loss,
        "brier": scores.brier,
        "calibration_error": scores.calibration_error,
        "casualty_error": scores.casualty_error,
        "coverage_80": scores.coverage_80,
        "advance_error": scores.advance_error,
        "advance_coverage_80": scores.advance_coverage_80,
        "battles": scores.battles,
        "winners": scores.winners,
        "casualties": scores.casualties,
        "advances": scores.advances,
        "stand_ins": scores.stand_ins,
    }


def _say_scores(battles: int, judged: list[Judged]) -> None:
    def number(value: float | None) -> str:
        return "–" if value is None else f"{value:.3f}"

    say(f"{battles} battles; every model was fitted to the battles that come with Hexfront.")
    names = ["log_loss", "brier", "calibration_error", "casualty_error", "coverage_80"]
    rows = [
        [
            each.model.name,
            *(number(getattr(each.scores, name)) for name in (*names, "advance_error")),
            str(each.scores.battles),
            str(each.scores.stand_ins),
        ]
        for each in judged
    ]
    headings = ["log-loss", "Brier", "calibration", "casualties", "coverage 80 %", "advance km"]
    say_table(["model", *headings, "battles", "stand-ins"], rows, 1)
    say("Stand-ins: battles with an unknown strength, which the base rate answers.")
