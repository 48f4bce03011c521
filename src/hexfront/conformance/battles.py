"""What log entries say of battles, as far as it can be checked without knowing the system."""

from __future__ import annotations

from math import isclose

from hexfront.conformance.snapshot import Snapshot
from hexfront.core.battles import BattlePart


def check_battle(snapshot: Snapshot, part: BattlePart, where: str) -> None:
    """Odds add up, what came is among them, and both sides are sides of the game."""
    chances = part.get("chances")
    if chances is not None:
        total = sum(one["chance"] for one in chances)
        snapshot.demand(
            isclose(total, 1) and all(0 <= one["chance"] <= 1 for one in chances),
            f"{where}: the chances {[one['chance'] for one in chances]} add up to {total}, not 1",
        )
        values = [one["value"] for one in chances]
        snapshot.demand(
            values == sorted(values), f"{where}: the chances are not in the order of their values"
        )
        came = part.get("came", 0)
        snapshot.demand(0 <= came < len(chances), f"{where}: {came} of {len(chances)} chances came")
    for side in part.get("sides", ()):
        snapshot.demand(
            -1 <= side < len(snapshot.rules.sides), f"{where}: no side {side} is in the battle"
        )
    words = [*part.get("attackers", ()), *part.get("defenders", ())]
    snapshot.demand(all(words), f"{where}: somebody in the battle has no name")
