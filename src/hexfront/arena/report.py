"""The results of an arena as tables for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexfront.arena.results import (
    ArenaResults,
    PairingResult,
    RatedAgent,
    ScenarioResult,
    SequentialResult,
)
from hexfront.arena.sprt import Bounds, expected_games
from hexfront.core.table.plurals import counted
from hexfront.study.reports.report import Table


def report(results: ArenaResults) -> Iterator[Table]:
    """Ratings, the crosstable where there are more than two agents, pairings, forfeits."""
    yield ratings_table(results.agents)
    if len(results.agents) > 2:
        yield crosstable(results)
    yield pairings_table(results.pairings)
    if results.scenarios:
        yield scenarios_table(results.scenarios)
    if results.sequential is not None:
        yield blocks_table(results.sequential)
    if results.refused or results.forfeits:
        yield forfeits_table(results)


def ratings_table(agents: Sequence[RatedAgent]) -> Table:
    """The strongest first."""
    rows = []
    for agent in agents:
        rating = agent.rating
        figures = ("–", "") if rating is None else (
            f"{rating.rating:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}",
        )  # fmt: skip
        times = [_ms(agent.ms_per_turn), _ms(agent.ms_per_order)]
        rows.append([agent.name, *figures, str(agent.games), *times, str(agent.forfeits)])
    heads = ["agent", "rating (Elo)", "95 % interval", "games", "ms a turn", "ms an order"]
    return Table("", [*heads, "forfeited"], rows)


def crosstable(results: ArenaResults) -> Table:
    """The part of the points that each agent has against each other."""
    names = [agent.name for agent in results.agents]
    cells: dict[tuple[str, str], str] = {}
    for pairing in results.pairings:
        cells[pairing.first, pairing.second] = f"{pairing.score:.1%}"
        cells[pairing.second, pairing.first] = f"{1 - pairing.score:.1%}"
    rows = [
        [name, *("" if other == name else cells.get((name, other), "–") for other in names)]
        for name in names
    ]
    return Table("Points of the agent of the row against that of the column", ["", *names], rows)


def pairings_table(pairings: Sequence[PairingResult]) -> Table:
    """Each pairing, from the side of its first agent."""
    rows = []
    for one in pairings:
        counts = f"{one.won} – {one.drawn} – {one.lost}"
        alone = ", ".join(
            f"{agent} {won['rate']:.1%} ({won['low']:.1%} to {won['high']:.1%})"
            for agent, won in one.alone.items()
        )
        interval = f"{one.low:.1%} to {one.high:.1%}"
        names = f"{one.first} – {one.second}"
        rows.append([names, str(one.games), counts, f"{one.score:.1%}", interval, alone])
    heads = ["pairing", "games", "won – drawn – lost", "points", "95 % interval", "won alone"]
    if not any(one.alone for one in pairings):
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    return Table("Pairings, as the first agent has it", heads, rows)


def scenarios_table(found: Sequence[ScenarioResult]) -> Table:
    """Each pairing in each scenario, from the side of its first agent."""
    rows = [
        [
            one.scenario,
            f"{one.first} – {one.second}",
            str(one.games),
            f"{one.score:.1%}",
            f"{one.low:.1%} to {one.high:.1%}",
        ]
        for one in found
    ]
    heads = ["scenario", "pairing", "games", "points", "95 % interval"]
    return Table("By scenario", heads, rows, 2)


def blocks_table(found: SequentialResult) -> Table:
    """How many blocks had each score."""
    heads = [f"{value:g}" for value in found.counts]
    rows = [[str(count) for count in found.counts.values()]]
    return Table("Blocks of games with the same dice, by the first agent's points", heads, rows, 0)


def forfeits_table(results: ArenaResults) -> Table:
    """Who could not play, and who forfeited what for which reasons."""
    rows = [[agent, "refused", reason] for agent, reason in results.refused.items()]
    reasons: dict[tuple[str, str], list[int]] = {}
    for one in results.forfeits:
        reasons.setdefault((one.agent, one.reason), []).append(one.game)
    for (agent, reason), games in reasons.items():
        rows.append([agent, f"{counted(len(games), 'game')}, first {games[0]}", reason])
    return Table("Forfeits", ["agent", "games", "why"], rows, 99)


def verdict(found: SequentialResult, first: str, second: str) -> str:
    """What a sequential test has found, in a sentence."""
    said = {
        "stronger": f"{first} is stronger than {second}: normalised Elo {found.bounds.high:g} is "
        f"more likely than {found.bounds.low:g}",
        "no stronger": f"{first} is not stronger than {second} by that much: normalised Elo "
        f"{found.bounds.low:g} is more likely than {found.bounds.high:g}",
    }.get(found.decided, "not decided")
    return (
        f"{said}. LLR {found.ratio:.2f}, bounds ±{found.bounds.stop:.2f}; "
        f"Elo {found.elo:+.1f}, normalised {found.normalised_elo:+.1f}"
    )


def forecast(bounds: Bounds) -> str:
    """What is said before a sequential test begins."""
    expected = expected_games(bounds)
    return (
        f"Sequential test between {bounds.low:g} and {bounds.high:g} normalised Elo, wrong in 5 of "
        f"100 at each: about {expected.at_bound:.0f} games where the truth is a bound, "
        f"{expected.between:.0f} between them"
    )


def _ms(value: float | None) -> str:
    return "–" if value is None else f"{value:.3g}"
