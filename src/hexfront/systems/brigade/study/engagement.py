"""A battle of history, or of another system, on Brigade's results table (BRG-2, BRG-23, BRG-24).

The battle is one defender's, attacked by the strength option: the column is attack over
defence strength, rounded down.  A unit that is eliminated has lost what `SPENT` says.
"""

from __future__ import annotations

from functools import cache
from typing import Final, cast

from hexfront.core.documents.strictjson import Json
from hexfront.core.documents.stricttoml import read_document
from hexfront.core.study.engagement import (
    SPENT,
    Answer,
    Ending,
    Engagement,
    merged,
    without_fight,
)
from hexfront.systems.brigade.knowledge.odds import RESULT_WORDS, battle_distribution
from hexfront.systems.brigade.scenario.loader import load
from hexfront.systems.brigade.scenario.state import FOLDER, BrigadeGround, compile_setting

DEFENCE: Final = 20
"""Strength of the defender's counter, so large that a ratio is hardly rounded."""
STRONGEST: Final = 99 * DEFENCE
OUTCOMES: Final = {
    "DE": (1, 0.0, SPENT),
    "DR": (1, 0.0, 0.0),
    "EX": (0, SPENT, SPENT),
    "-": (0, 0.0, 0.0),
    "AR": (-1, 0.0, 0.0),
    "AE": (-1, SPENT, 0.0),
}
"""Winner and losses by code (BRG-24)."""
IGNORES: Final = ("posture", "weather", "air", "duration")


def fight(engagement: Engagement) -> Answer:
    """All that may come of a battle by the results table."""
    if (nobody := without_fight(engagement)) is not None:
        return nobody
    kind = "hill" if engagement.relief == "rugged" else "clear"
    kind = "town" if engagement.urban else kind
    ground, places = _country()
    strength = max(1, min(STRONGEST, round(DEFENCE * engagement.ratio)))
    results, columns = battle_distribution(ground, [strength], [DEFENCE], places[kind])
    endings = []
    for code, chance in results.items():
        winner, own, other = OUTCOMES[code]
        endings.append(Ending(float(chance), winner, own, other, RESULT_WORDS[code]))
    terms = (
        ("force ratio", f"strength {strength} against {DEFENCE}"),
        ("column", ", ".join(map(str, columns))),
        ("ground", f"{kind} (BRG-2)"),
    )
    return Answer(merged(endings), terms, IGNORES)


@cache
def _country() -> tuple[BrigadeGround, dict[str, int]]:
    """The ground of a shipped map that has hills and a town, and a hex of each kind."""
    path = FOLDER / "data" / "scenarios" / "iron-few.json"
    document = cast(dict[str, Json], read_document(path))
    scenario = load(document | {"options": {"by_strength": True}}, path.parent, str(path))
    setting = compile_setting(scenario)
    places = {entry.terrain: setting.index_of[entry.hex] for entry in scenario.terrain.hexes}
    return setting.ground, places
