"""What an arena has found: ratings, pairings, what was decided, and what to beware of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hexfront.arena.budgets import BudgetsFound, budgets_found
from hexfront.arena.intervals import interval, resampled_shares, smoothed_share
from hexfront.arena.playing import Spent
from hexfront.arena.ratings import Rating, circles, rate
from hexfront.arena.sprt import Bounds, strength
from hexfront.arena.tally import MOST_FORFEITS, ArenaTally, ForfeitedGame, score_counts
from hexfront.core.documents.strictjson import Json
from hexfront.core.table.plurals import counted
from hexfront.study.summary import share


@dataclass(frozen=True)
class RatedAgent:
    """An agent, and how strong it is."""

    name: str
    rating: Rating | None
    """None where it has played no game."""
    games: int
    forfeits: int
    spent: Spent

    @property
    def ms_per_turn(self) -> float | None:
        """Milliseconds that it thinks for all orders at one time of the game."""
        return 1000 * self.spent.seconds / self.spent.turns if self.spent.turns else None

    @property
    def ms_per_order(self) -> float | None:
        """Milliseconds that it thinks for an order."""
        return 1000 * self.spent.seconds / self.spent.orders if self.spent.orders else None


@dataclass(frozen=True)
class PairingResult:
    """Two agents against each other."""

    first: str
    second: str
    games: int
    blocks: int
    score: float
    """The first's part of all points."""
    low: float
    high: float
    won: int
    drawn: int
    lost: int
    """Games, as the first had more, as many or fewer points."""
    alone: Mapping[str, dict[str, float]]
    """By agent: of the games with more than two sides in which it sat alone, the part it won."""


@dataclass(frozen=True)
class ScenarioResult:
    """A pairing in the games of one scenario."""

    scenario: str
    first: str
    second: str
    games: int
    score: float
    """The first's part of all points."""
    low: float
    high: float


@dataclass(frozen=True)
class SequentialResult:
    """What a sequential test has found."""

    bounds: Bounds
    ratio: float
    decided: str
    """`stronger`, `no stronger`, or nothing where the games were over before."""
    elo: float
    normalised_elo: float
    counts: Mapping[float, int]
    """Blocks by score."""


@dataclass(frozen=True)
class ArenaResults:
    """All of it."""

    agents: Sequence[RatedAgent]
    """The strongest first."""
    pairings: Sequence[PairingResult]
    scenarios: Sequence[ScenarioResult]
    """Where there are several; otherwise empty."""
    sequential: SequentialResult | None
    refused: Mapping[str, str]
    """Agents that could not take part, and why."""
    withdrawn: Sequence[str]
    forfeits: Sequence[ForfeitedGame]
    warnings: Sequence[str]
    games: int
    digest: str
    budgets: BudgetsFound | None = None
    """What an agent makes of more and more to think, where that was asked."""

    def document(self) -> dict[str, Json]:
        """The results as JSON."""
        return {
            "games": self.games,
            "ratings": {agent.name: _rated(agent) for agent in self.agents},
            "pairings": [_paired(pairing) for pairing in self.pairings],
            "scenarios": [_of_scenario(one) for one in self.scenarios],
            "sprt": None if self.sequential is None else _sequential(self.sequential),
            "refused": dict(self.refused),
            "withdrawn": list(self.withdrawn),
            "forfeits": [
                {"agent": one.agent, "game": one.game, "reason": one.reason}
                for one in self.forfeits
            ],
            "warnings": list(self.warnings),
            "budgets": None if self.budgets is None else self.budgets.document(),
            "digest": self.digest,
        }


def results_of(
    tally: ArenaTally,
    refused: Mapping[str, str],
    heard: Mapping[str, str],
    spent: Mapping[str, Spent],
    anchor: int | None = None,
    budgets: Sequence[str] = (),
) -> ArenaResults:
    """What follows from the games so far.

    `refused`, `heard`: why agents could not take part, and what they have printed, by name;
    `spent`: their times; `anchor`: the agent whose rating is 0, instead of the mean; `budgets`: the
    agents that are one with more and more to think.
    """
    names = tally.names
    places = [place for place, found in enumerate(tally.pairings) if found.games]
    pairs = [tally.pairs[place] for place in places]
    found = [tally.pairings[place] for place in places]
    block = len(tally.pairs[0].seatings)
    resampled = resampled_shares([one.scores for one in found], games=block)
    pairings = []
    for column, (pair, one) in enumerate(zip(pairs, found, strict=True)):
        low, high = interval(resampled[:, column])
        score = sum(one.scores) / len(one.scores)
        pairings.append(
            PairingResult(
                first=names[pair.first],
                second=names[pair.second],
                games=one.games,
                blocks=len(one.scores),
                score=score,
                low=min(low, score),
                high=max(high, score),
                won=one.won,
                drawn=one.games - one.won - one.lost,
                lost=one.lost,
                alone={agent: share(sum(won), len(won)) for agent, won in one.alone.items()},
            )
        )
    rated = _ratings(tally, places, resampled, anchor)
    forfeits = [one.agent for one in tally.forfeits]
    agents = [
        RatedAgent(
            *(name, rated.get(place), tally.games_of[name], forfeits.count(name)),
            spent.get(name, Spent()),
        )
        for place, name in enumerate(names)
    ]
    agents.sort(key=lambda one: -one.rating.rating if one.rating else float("inf"))
    return ArenaResults(
        agents,
        pairings,
        _by_scenario(tally, block),
        _of_test(tally),
        refused,
        [names[place] for place in sorted(tally.withdrawn)],
        tally.forfeits,
        _warnings(tally, pairings, heard),
        tally.games,
        tally.digest,
        _of_budgets(budgets, agents, pairings) if budgets else None,
    )


def _of_budgets(
    budgets: Sequence[str], agents: Sequence[RatedAgent], pairings: Sequence[PairingResult]
) -> BudgetsFound | None:
    rated = {one.name: one.rating.rating for one in agents if one.rating is not None}
    highs = {(one.first, one.second): one.high for one in pairings}
    return budgets_found(budgets, rated, highs)


def _ratings(
    tally: ArenaTally, places: Sequence[int], resampled: object, anchor: int | None
) -> dict[int, Rating]:
    """By the place of the agent, of those that have played."""
    pairs = [tally.pairs[place] for place in places]
    known = sorted({agent for pair in pairs for agent in (pair.first, pair.second)})
    if not known:
        return {}
    numbers = {agent: number for number, agent in enumerate(known)}
    ratings = rate(
        [(numbers[pair.first], numbers[pair.second]) for pair in pairs],
        [
            smoothed_share(tally.pairings[place].scores, len(tally.pairs[place].seatings))
            for place in places
        ],
        resampled,  # type: ignore[arg-type]
        [tally.pairings[place].games for place in places],
        len(known),
        numbers.get(anchor) if anchor is not None else None,
    )
    return dict(zip(known, ratings, strict=True))


def _by_scenario(tally: ArenaTally, block: int) -> list[ScenarioResult]:
    """What each pairing has come to in each scenario, where there are several."""
    if len(tally.by_scenario) < 2:
        return []
    found = []
    for scenario, every in tally.by_scenario.items():
        shares = resampled_shares(every, games=block)
        for column, (pair, scores) in enumerate(zip(tally.pairs, every, strict=True)):
            if scores:
                score, (low, high) = sum(scores) / len(scores), interval(shares[:, column])
                names = tally.names[pair.first], tally.names[pair.second]
                games = len(scores) * len(pair.seatings)
                limits = min(low, score), max(high, score)
                found.append(ScenarioResult(scenario, *names, games, score, *limits))
    return found


def _of_test(tally: ArenaTally) -> SequentialResult | None:
    if tally.bounds is None or not tally.ratios:
        return None
    pairing = tally.pairings[0]
    counts = score_counts(pairing.scores)
    games = len(tally.pairs[0].seatings)
    both = strength([*counts], [*counts.values()], games)
    return SequentialResult(tally.bounds, tally.ratios[-1], tally.decided, *both, counts)


def _warnings(
    tally: ArenaTally, pairings: Sequence[PairingResult], heard: Mapping[str, str]
) -> list[str]:
    names = list(tally.names)
    beaten = [(names.index(p.first), names.index(p.second)) for p in pairings if p.low > 0.5]
    beaten += [(names.index(p.second), names.index(p.first)) for p in pairings if p.high < 0.5]
    warnings = [
        f"the results go in a circle, which no rating can tell: {names[a]} beats {names[b]}, "
        f"{names[b]} beats {names[c]}, {names[c]} beats {names[a]}"
        for a, b, c in circles(beaten)
    ]
    for pair, one in zip(tally.pairs, tally.pairings, strict=True):
        if len(one.digests) < len(one.scores):
            warnings.append(
                f"{names[pair.first]} against {names[pair.second]}: only {len(one.digests)} of "
                f"{counted(len(one.scores), 'block')} differ; intervals take all for different"
            )
    for place in sorted(tally.withdrawn):
        reason = next(one.reason for one in tally.forfeits if one.agent == names[place])
        warnings.append(
            f"{names[place]} forfeited {MOST_FORFEITS} games one after another and was withdrawn; "
            f"the first since it {reason}"
        )
    for agent, line in heard.items():
        warnings.append(f"{agent} printed what was thrown away, first: {line}")
    return warnings


def _rated(agent: RatedAgent) -> Json:
    rating = agent.rating
    return {
        "rating": None if rating is None else round(rating.rating, 1),
        "low": None if rating is None else round(rating.low, 1),
        "high": None if rating is None else round(rating.high, 1),
        "games": agent.games,
        "ms_per_turn": _rounded(agent.ms_per_turn),
        "ms_per_order": _rounded(agent.ms_per_order),
        "forfeits": agent.forfeits,
    }


def _paired(pairing: PairingResult) -> Json:
    return {
        "a": pairing.first,
        "b": pairing.second,
        "games": pairing.games,
        "score_a": round(pairing.score, 6),
        "low": round(pairing.low, 6),
        "high": round(pairing.high, 6),
        "won_a": pairing.won,
        "drawn": pairing.drawn,
        "lost_a": pairing.lost,
        "won_alone": dict(pairing.alone),
    }


def _of_scenario(one: ScenarioResult) -> Json:
    return {
        "scenario": one.scenario,
        "a": one.first,
        "b": one.second,
        "games": one.games,
        "score_a": round(one.score, 6),
        "low": round(one.low, 6),
        "high": round(one.high, 6),
    }


def _sequential(found: SequentialResult) -> Json:
    return {
        "low": found.bounds.low,
        "high": found.bounds.high,
        "llr": round(found.ratio, 6),
        "stop": round(found.bounds.stop, 6),
        "decided": found.decided or None,
        "elo": round(found.elo, 2),
        "normalised_elo": round(found.normalised_elo, 2),
        "blocks": {f"{value:g}": count for value, count in found.counts.items()},
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
