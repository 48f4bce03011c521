"""An arena as one HTML page that needs nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexfront import __version__
from hexfront.arena.playing import ArenaPlan
from hexfront.arena.report import report, verdict
from hexfront.arena.results import ArenaResults, PairingResult
from hexfront.arena.schedule import Form
from hexfront.arena.tally import ArenaTally
from hexfront.core.contract import Rules
from hexfront.core.registry import find_system
from hexfront.core.table.plurals import counted
from hexfront.pictures.svg import element, escape
from hexfront.study.reports.page import facts_element, plot_element, row, table_element, whole_page
from hexfront.study.reports.plots import COLOURS, NEUTRAL, new_picture, plain_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture


def page(
    plan: ArenaPlan, rules: Rules[Any], form: Form, results: ArenaResults, tally: ArenaTally
) -> str:
    """The whole page."""
    system = find_system(plan.system)
    pictures = [("Ratings", _ratings_picture(results))] if results.games else []
    pictures += [("Points so far", _course_picture(results, tally))] if results.games else []
    if tally.ratios:
        pictures.append(("Log-likelihood ratio", _ratio_picture(tally)))
    parts = [
        *(element("p", escape(f"Beware: {warning}")) for warning in results.warnings),
        element("p", escape(_verdict(results))),
        element("h2", "Results"),
        row((table_element(table) for table in report(results)), "tables"),
        element("h2", "Plots"),
        row(plot_element(name, picture) for name, picture in pictures),
        element("h2", "How it was made"),
        _origin(plan, rules, form, results),
    ]
    title = f"{system.title}: {rules.scenario.title}, {form}"
    return whole_page(title, counted(results.games, "game"), parts)


def _verdict(results: ArenaResults) -> str:
    if results.budgets is not None:
        return results.budgets.sentence()
    if results.sequential is None or not results.pairings:
        return ""
    pairing = results.pairings[0]
    return verdict(results.sequential, pairing.first, pairing.second)


def _ratings_picture(results: ArenaResults) -> Picture:
    """A point for each agent with its interval, the strongest at the top."""
    rated = [(one.name, one.rating) for one in reversed(results.agents) if one.rating is not None]
    picture, (axes,) = new_picture(8, 1.2 + 0.5 * len(rated), (1,))
    for height, (_, rating) in enumerate(rated):
        axes.plot([rating.low, rating.high], [height, height], color=COLOURS[1], linewidth=2)
        axes.plot([rating.rating], [height], "o", color=COLOURS[1])
    axes.set_yticks(range(len(rated)), [plain_text(name) for name, _ in rated])
    axes.set_ylim(-0.6, len(rated) - 0.4)
    axes.set_title("Ratings with 95 % intervals")
    axes.set_xlabel("Elo")
    return picture


def _course_picture(results: ArenaResults, tally: ArenaTally) -> Picture:
    """The points of the first agent of each pairing as the games went on."""
    picture, (axes,) = new_picture(8, 4.5, (1,))
    for number, one in enumerate(results.pairings):
        scores = _scores(one, tally)
        total, course = 0.0, []
        for count, score in enumerate(scores, 1):
            total += score
            course.append(total / count)
        games = [count * one.games / len(scores) for count in range(1, len(scores) + 1)]
        look = "-" if number < len(COLOURS) else "--"
        label = plain_text(f"{one.first} – {one.second}")
        axes.plot(games, course, look, color=COLOURS[number % len(COLOURS)], label=label)
    axes.axhline(0.5, color=NEUTRAL, linewidth=0.8)
    axes.set_ylim(-0.02, 1.02)
    axes.set_title("Points of the first agent so far")
    axes.set_xlabel("games of the pairing")
    axes.legend(frameon=False, fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    return picture


def _scores(pairing: PairingResult, tally: ArenaTally) -> list[float]:
    names = tally.names
    for pair, found in zip(tally.pairs, tally.pairings, strict=True):
        if (names[pair.first], names[pair.second]) == (pairing.first, pairing.second):
            return found.scores
    return []


def _ratio_picture(tally: ArenaTally) -> Picture:
    """The log-likelihood ratio of a sequential test, between the bounds at which it ends."""
    picture, (axes,) = new_picture(8, 4.5, (1,))
    stop = tally.bounds.stop if tally.bounds else 0.0
    games = len(tally.pairs[0].seatings)
    axes.plot([games * n for n in range(1, len(tally.ratios) + 1)], tally.ratios, color=COLOURS[1])
    for bound in (-stop, stop):
        axes.axhline(bound, color=NEUTRAL, linestyle="--")
    axes.set_title("Log-likelihood ratio")
    axes.set_xlabel("games")
    return picture


def _origin(plan: ArenaPlan, rules: Rules[Any], form: Form, results: ArenaResults) -> str:
    """All that is needed to make it again."""
    system = find_system(plan.system)
    facts = {
        "system": f"{system.title} ({system.name})",
        "scenario": f"{rules.scenario.title} ({', '.join(plan.scenario_names)})",
        "scenario hash": ", ".join(plan.scenario_hashes),
        "form": str(form),
        "agents": ", ".join(entrant.agent for entrant in plan.entrants),
        "seed": str(plan.seed),
        "digest of all games": results.digest,
        "rules version": system.version,
        "engine version": __version__,
    }
    return facts_element(facts)
