"""How the opponents of Takeover fare against each other, and what their games are like.

    python -m benchmarks.takeover_opponents              # 1000 games a row
    python -m benchmarks.takeover_opponents --games 20 --tables seats course

Wins come with Wilson's 95 % interval; a shared first place is a part of a win.  Milliseconds
are CPU time of a whole game in one kernel call.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Final

from benchmarks.takeover_games import GOODS, KINDS, TURNS, Job, Outcome, play

from hexfront.study.intervals import wilson

TITLES: Final = {
    "seats": "Commander against three greedy, by seat",
    "greedy": "Greedy against three random, by seat",
    "players": "Commander against greedy, by number of players, seats in turn",
    "course": "Four commanders: the course of a game",
}
ROUNDS: Final = (10, 15, 20, 25, 30)
"""For which it is told how often who leads then wins."""

Row = tuple[str, list[tuple[tuple[str, ...], int]], str]
"""Title, seats and number of each game, and the agent whose wins are counted."""


def alone(agent: str, others: str, players: int, seat: int) -> tuple[str, ...]:
    """One agent among others."""
    return tuple(agent if place == seat else others for place in range(players))


def rows(games: int) -> dict[str, list[Row]]:
    """What each table compares."""
    by_seat = [
        (table, agent, others)
        for table, agent, others in (
            ("seats", "commander", "greedy"),
            ("greedy", "greedy", "random"),
        )
    ]
    found: dict[str, list[Row]] = {
        table: [
            (
                f"seat {seat + 1}",
                [(alone(agent, others, 4, seat), game) for game in range(games)],
                agent,
            )
            for seat in range(4)
        ]
        for table, agent, others in by_seat
    }
    found["players"] = [
        (
            f"{players} players",
            [(alone("commander", "greedy", players, n % players), n) for n in range(games)],
            "commander",
        )
        for players in (2, 3, 5, 6)
    ]
    found["course"] = [
        ("four commanders", [(("commander",) * 4, game) for game in range(games)], "commander")
    ]
    return found


def won(outcome: Outcome, agent: str) -> float:
    """The part of a win that falls to an agent."""
    seats = [outcome.seats[winner] for winner in outcome.winners]
    return seats.count(agent) / len(seats) if seats else 0.0


def wins_row(title: str, outcomes: Sequence[Outcome], agent: str) -> str:
    """A row of wins with its interval; chance is one in the number of players."""
    count, wins = len(outcomes), sum(won(outcome, agent) for outcome in outcomes)
    low, high = wilson(int(wins), count)
    share = outcomes[0].seats.count(agent) / len(outcomes[0].seats)
    return (
        f"| {title} | {count} | {wins / count:.0%} | {low:.0%} to {high:.0%} | {share:.0%} "
        f"| {mean(outcomes, conquests):.1f} | {mean(outcomes, someone_out):.0%} "
        f"| {milliseconds(outcomes):.1f} |"
    )


def mean(outcomes: Sequence[Outcome], figure: Callable[[Outcome], float]) -> float:
    """The mean of a figure of games."""
    return sum(map(figure, outcomes)) / len(outcomes)


def milliseconds(outcomes: Sequence[Outcome]) -> float:
    """CPU time of a game."""
    return 1000 * mean(outcomes, lambda game: game.seconds)


def conquests(outcome: Outcome) -> float:
    """Takeovers that were won."""
    return outcome.counts.get("conquests", 0)


def someone_out(outcome: Outcome) -> float:
    """Whether anybody lost his last territory."""
    return float("players out" in outcome.counts)


def course(outcomes: Sequence[Outcome]) -> list[str]:
    """Markdown: what happens in games, and who wins them."""
    count, players = len(outcomes), len(outcomes[0].seats)
    figures = {
        "orders": mean(outcomes, lambda game: game.orders),
        **{
            kind: mean(outcomes, lambda game, kind=kind: game.counts.get(kind, 0))  # type: ignore[misc]
            for kind in (*KINDS.values(), *GOODS)
        },
        "money of a player at the end": mean(outcomes, lambda game: sum(game.money) / players),
        "worth of a player at the end": mean(outcomes, lambda game: sum(game.worth) / players),
        "worth of the first": mean(outcomes, lambda game: max(game.worth)),
        "worth of the second": mean(outcomes, lambda game: sorted(game.worth)[-2]),
        "milliseconds": milliseconds(outcomes),
        "microseconds a turn": 1000
        * milliseconds(outcomes)
        / mean(outcomes, lambda game: game.counts[TURNS]),
    }
    lines = ["| in a game | mean |", "|---|---|"]
    lines += [f"| {title} | {figure:.1f} |" for title, figure in figures.items()]
    lines += ["", "| wins of | share | 95 % interval |", "|---|---|---|"]
    for seat in range(players):
        wins = sum(seat in game.winners for game in outcomes)
        low, high = wilson(wins, count)
        lines.append(f"| seat {seat + 1} | {wins / count:.0%} | {low:.0%} to {high:.0%} |")
    for round_ in ROUNDS:
        lasting = [game for game in outcomes if len(game.leaders) >= round_]
        wins = sum(game.leaders[round_ - 1] in game.winners for game in lasting)
        low, high = wilson(wins, len(lasting))
        share = wins / max(1, len(lasting))
        lines.append(f"| who leads in round {round_} | {share:.0%} | {low:.0%} to {high:.0%} |")
    return lines


def main() -> None:
    """Play, and print all tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, help="of each row")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", default="the-ring")
    parser.add_argument("--tables", nargs="+", default=list(TITLES), choices=list(TITLES))
    chosen = parser.parse_args()
    for table in chosen.tables:
        print(f"\n{TITLES[table]}\n")
        if table != "course":
            print("| | games | wins | 95 % interval | chance | conquests | one out | ms a game |")
            print("|---|---|---|---|---|---|---|---|")
        for title, games, agent in rows(chosen.games)[table]:
            jobs = [Job(chosen.scenario, seats, chosen.seed, game) for seats, game in games]
            outcomes = [play(job) for job in jobs]
            lines = course(outcomes) if table == "course" else [wins_row(title, outcomes, agent)]
            print("\n".join(lines), flush=True)


if __name__ == "__main__":
    main()
