"""When Kuala Lumpur and Singapore fall in machine games, beside history.

    python -m benchmarks.malaya_pace --games 1000 --workers 2 --plot docs/images/malaya-pace.png

`commander` plays both sides.  Kuala Lumpur fell on 11 January 1942, in the fifth week, and
Singapore on 15 February, in the tenth.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from benchmarks.malaya_games import Job, Outcome, play_all

HISTORY = {
    "Kuala Lumpur": (5, "11 January 1942"),
    "Singapore": (10, "15 February 1942"),
}


def histogram(outcomes: list[Outcome], place: str) -> Counter[int]:
    """Games by the turn in which a place fell; 0 for those in which it did not."""
    return Counter(outcome.fallen.get(place, 0) for outcome in outcomes)


def plot(outcomes: list[Outcome], file: Path) -> None:
    """One histogram a place, with what history has marked."""
    from matplotlib import pyplot as plt

    turns = outcomes[0].turns
    figure, axes = plt.subplots(len(HISTORY), 1, figsize=(7, 6), sharex=True, layout="constrained")
    labels = [*map(str, range(1, turns + 1)), "not"]
    for axis, (place, (week, day)) in zip(axes, HISTORY.items(), strict=True):
        found = histogram(outcomes, place)
        shares = [100 * found[turn % (turns + 1)] / len(outcomes) for turn in range(1, turns + 2)]
        colours = ["#8aa0b4" if turn != week else "#b3382c" for turn in range(1, turns + 2)]
        axis.bar(range(1, turns + 2), shares, color=colours, width=0.85)
        axis.axvline(week, color="#b3382c", linestyle="--", linewidth=1)
        axis.set_ylim(0, 1.25 * max(shares))
        axis.annotate(
            f"history: {day}",
            (week, 1),
            xycoords=("data", "axes fraction"),
            xytext=(-4, -12),
            textcoords="offset points",
            horizontalalignment="right",
            color="#b3382c",
        )
        axis.set_title(f"{place} falls", loc="left")
        axis.set_ylabel("% of games")
        axis.spines[["top", "right"]].set_visible(False)
    axes[-1].set_xticks(range(1, turns + 2), labels)
    axes[-1].set_xlabel(f"week, of {len(outcomes)} games of commander against commander")
    figure.savefig(file, dpi=110)


def main() -> None:
    """Play, print the histograms, and draw them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--scenario", default="campaign")
    parser.add_argument("--plot", type=Path)
    chosen = parser.parse_args()
    seats = ("commander", "commander")
    jobs = [
        Job(chosen.scenario, tuple(HISTORY), seats, chosen.seed, game)
        for game in range(chosen.games)
    ]
    outcomes = play_all(jobs, chosen.workers)
    for place, (week, day) in HISTORY.items():
        found = histogram(outcomes, place)
        print(f"{place}, in history in week {week} ({day}); games by week, 0 for never:")
        print("  " + ", ".join(f"{turn}: {found[turn]}" for turn in sorted(found)))
    if chosen.plot is not None:
        plot(outcomes, chosen.plot)


if __name__ == "__main__":
    main()
