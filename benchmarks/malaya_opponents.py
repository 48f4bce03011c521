"""How the opponents of Malaya fare against each other, and how long they think.

    python -m benchmarks.malaya_opponents                # 100 games a pairing
    python -m benchmarks.malaya_opponents --games 20 --workers 2

A game in which a place does not fall counts as one more than the last turn in the mean
turns of its fall.  Intervals are Wilson's, 95 %.  Thinking is CPU time of one process,
summed over all orders of a player-turn.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable

from benchmarks.aggressor_opponents import times
from benchmarks.malaya_games import Job, Outcome, play_all

from hexfront.study.intervals import wilson

GOAL, CITY = "Singapore", "Kuala Lumpur"
AGENTS = ("commander", "greedy", "random")


def table(outcomes: Iterable[Outcome]) -> list[str]:
    """Markdown: a row for each pairing."""
    played: dict[tuple[str, str], list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        played[outcome.seats].append(outcome)
    lines = [
        f"| Japan | Commonwealth | games | {GOAL} falls | 95 % interval | mean turn "
        f"| {CITY} falls | mean turn | Japan wins | draws | steps lost: Japan | Commonwealth |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for (japan, commonwealth), games in played.items():
        count = len(games)
        taken = sum(GOAL in game.fallen for game in games)
        low, high = wilson(taken, count)
        city = sum(CITY in game.fallen for game in games)
        won = sum(game.level > 0 for game in games)
        drawn = sum(game.level == 0 for game in games)
        lost = [sum(game.lost[side] for game in games) / count for side in (0, 1)]
        lines.append(
            f"| {japan} | {commonwealth} | {count} | {taken / count:.0%} | {low:.0%} to {high:.0%} "
            f"| {mean_turn(games, GOAL):.2f} | {city / count:.0%} | {mean_turn(games, CITY):.2f} "
            f"| {won / count:.0%} | {drawn / count:.0%} | {lost[0]:.1f} | {lost[1]:.1f} |"
        )
    return lines


def mean_turn(games: list[Outcome], place: str) -> float:
    """The mean turn in which a place falls; one after the last where it does not."""
    return sum(game.fallen.get(place, game.turns + 1) for game in games) / len(games)


def main() -> None:
    """Play, and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="of each pairing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--scenario", default="campaign")
    parser.add_argument("--agents", nargs="+", default=list(AGENTS))
    chosen = parser.parse_args()
    jobs = [
        Job(chosen.scenario, (GOAL, CITY), (japan, commonwealth), chosen.seed, game)
        for japan in chosen.agents
        for commonwealth in chosen.agents
        for game in range(chosen.games)
    ]
    outcomes = play_all(jobs, chosen.workers)
    print("\n".join([*table(outcomes), "", *times(outcomes)]))


if __name__ == "__main__":
    main()
