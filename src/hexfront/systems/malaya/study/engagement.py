"""A battle of history, or of another system, on Malaya's results table (MAL-16 to MAL-29).

The battle is set up on a small piece of land with the tables of the campaign, and its exact
odds are those of the table in a game: losses by steps, retreats and what they cost included.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple, cast

from hexfront.core.documents.strictjson import Json
from hexfront.core.documents.stricttoml import read_document
from hexfront.core.events import NO_LOG
from hexfront.core.study.engagement import (
    SPENT,
    Answer,
    Ending,
    Engagement,
    merged,
    without_fight,
)
from hexfront.systems.malaya.knowledge.odds import HOLDS, BattleOdds, battle_odds, result_text
from hexfront.systems.malaya.rules.combat import odds_column
from hexfront.systems.malaya.rules.orders import ATTACK_WITH, FIRST_AIR, first_hex, unit_order
from hexfront.systems.malaya.rules.sequence import open_player_turn, proceed, set_up
from hexfront.systems.malaya.rules.turn import apply_step
from hexfront.systems.malaya.scenario.loader import DATA, MalayaScenario, load
from hexfront.systems.malaya.scenario.setting import Setting, compile_setting
from hexfront.systems.malaya.scenario.state import (
    COMMONWEALTH,
    FULL,
    JAPAN,
    NOBODY,
    MalayaGround,
    Phase,
)

PEOPLE: Final = 3000
"""Of a regiment or brigade, the counter of the campaign: a round number of ours."""
MOST_ATTACKERS: Final = 4
MOST_DEFENDERS: Final = 2
"""What a hex holds (MAL-7)."""
ATTACK: Final = 8
DEFENCE: Final = 6
"""Factors of a regiment of the campaign (MAL-6)."""
TOTAL: Final = 12
"""Defence factors of the defender together: those of the attacker are whole in every column."""
LARGEST: Final = 10_000
"""Attack factors, at most: far beyond the last column."""
AIR: Final = 2
"""Points of a side that rules the air."""
HEX: Final = 18.0
"""Kilometres, as on the campaign's map."""
IGNORES: Final = ("weather", "guns but for their part in power", "duration: a battle is a week's")
WHERE: Final = "0405"
FROM: Final = ("0404", "0504")


class Set(NamedTuple):
    """What a battle depends on in the system's terms."""

    attackers: int
    defenders: int
    column: int
    """Of the results table, counted from 0; NOBODY where the attack is not allowed."""
    terrain: str
    fort: bool
    armour: bool
    air: int


def fight(engagement: Engagement) -> Answer:
    """All that may come of a battle by the results table."""
    if (nobody := without_fight(engagement)) is not None:
        return nobody
    here = _set(engagement)
    columns = _tables().file.results.columns
    named = "none"
    if here.column != NOBODY:
        named = f"{columns[here.column].attacker}-{columns[here.column].defender}"
    air = {1: "attacker 2 points", -1: "defender's, by its own weights"}.get(here.air, "none")
    terms = (
        ("counters", f"{here.attackers} against {here.defenders}, two steps each"),
        ("factors", f"{_factors(engagement):.1f} against {TOTAL}"),
        ("column", f"{named} (MAL-23)"),
        ("ground", here.terrain + (", a fort (MAL-23)" if here.fort else "")),
        ("armour", "attacks along a road (MAL-23)" if here.armour else "no"),
        ("air", air),
    )
    return Answer(_endings(here), terms, IGNORES)


def _factors(engagement: Engagement) -> float:
    """Attack factors of the attacker, where the defender has `TOTAL` of defence."""
    return TOTAL * engagement.ratio * ATTACK / DEFENCE


def _set(engagement: Engagement) -> Set:
    attackers = max(1, min(MOST_ATTACKERS, round(engagement.attacker.people / PEOPLE)))
    defenders = max(1, min(MOST_DEFENDERS, round(engagement.defender.people / PEOPLE)))
    attack = min(round(FULL * _factors(engagement)), FULL * LARGEST)
    column = int(odds_column(_ground(), attack, FULL * TOTAL))
    covered = engagement.cover == "wooded"
    terrain = "mountain" if engagement.relief == "rugged" else "jungle" if covered else "clear"
    fort = engagement.posture == "fortified" or engagement.urban
    armour = engagement.attacker.tanks > engagement.defender.tanks and terrain == "clear"
    return Set(attackers, defenders, column, terrain, fort, armour, engagement.air)


@cache
def _endings(here: Set) -> tuple[Ending, ...]:
    """What may come."""
    if here.column == NOBODY:
        words = "the odds are below the lowest column: the attack is not allowed"
        return (Ending(1.0, -1, 0.0, 0.0, words, 0.0),)
    odds = _odds(compile_setting(load(_document(here), None, "engagement")), here)
    own, other = 2 * here.attackers, 2 * here.defenders
    endings = []
    for result, chance in odds.results.items():
        winner = -1 if result.fate == HOLDS else 1
        losses = SPENT * min(1.0, result.attacker / own), SPENT * min(1.0, result.defender / other)
        advance = HEX if winner > 0 else 0.0
        endings.append(Ending(float(chance), winner, *losses, result_text(result), advance))
    return merged(endings)


def _odds(setting: Setting, here: Set) -> BattleOdds:
    """The odds of the battle."""
    ground, state = setting.ground, setting.start.copy()
    set_up(ground, state, NO_LOG)
    open_player_turn(ground, state, JAPAN, NO_LOG)
    proceed(ground, state, Phase.COMBAT, NO_LOG)
    state.units.supplied[:] = 1
    state.game.air_left[JAPAN] = AIR if here.air > 0 else 0
    state.game.air_left[COMMONWEALTH] = ground.rules.most_air if here.air < 0 else 0
    apply_step(ground, state, JAPAN, first_hex(ground) + setting.index_of[WHERE], NO_LOG)
    for unit in range(here.attackers):
        apply_step(ground, state, JAPAN, int(unit_order(ground, unit, ATTACK_WITH)), NO_LOG)
    if here.air > 0:
        apply_step(ground, state, JAPAN, FIRST_AIR + AIR, NO_LOG)
    return battle_odds(ground, state)


@cache
def _tables() -> MalayaScenario:
    """The first game, whose tables are the campaign's."""
    path = DATA / "scenarios" / "first-game.toml"
    return load(read_document(path), path.parent, str(path))


@cache
def _ground() -> MalayaGround:
    return compile_setting(_tables()).ground


def _document(here: Set) -> Json:
    """The first game's scenario with another map and other forces."""
    document = cast(dict[str, Json], _tables().document)
    column = _tables().file.results.columns[here.column]
    factors = TOTAL * column.attacker // column.defender
    arms = ["armour" if here.armour and n == 0 else "infantry" for n in range(here.attackers)]
    units = [
        _unit(f"a{n}", "japan", arm, FROM[n // 2], (factors + n) // here.attackers, DEFENCE)
        for n, arm in enumerate(arms)
    ]
    defence = TOTAL // here.defenders
    units += [
        _unit(f"d{n}", "commonwealth", "infantry", WHERE, ATTACK, defence)
        for n in range(here.defenders)
    ]
    forces: dict[str, Any] = {
        "format": "hexfront-malaya-forces/1",
        "name": "engagement",
        "title": "Engagement",
        "units": units,
    }
    return document | {"map": _map(here), "forces": forces}


def _unit(name: str, side: str, arm: str, start: str, attack: int, defence: int) -> dict[str, Any]:
    return {
        **{"id": name, "name": name, "side": side, "nationality": "any", "formation": "any"},
        **{"size": "regiment", "arm": arm, "attack": attack, "defence": defence},
        **{"movement": 7, "stacking": 2, "steps": 2, "start": start},
    }


def _map(here: Set) -> dict[str, Any]:
    """Seven columns of nine hexes, a road down the middle and along the attackers' way in."""
    labels = [f"{column:02d}{row:02d}" for column in range(1, 8) for row in range(1, 10)]
    places = {"Singora": "0401", "Hat Yai": "0402", "Alor Star": "0408", "Butterworth": "0409"}
    marked = [
        {"name": name, "hex": label, "kinds": ["town"], "at": [0.0, 0.0]}
        for name, label in places.items()
    ]
    if here.fort:
        marked.append({"name": "The fort", "hex": WHERE, "kinds": ["fort"], "at": [0.0, 0.0]})
    return {
        **{"format": "hexfront-map/1", "name": "engagement", "title": "Engagement"},
        **{"columns": 7, "rows": 9, "hex_km": HEX},
        "hex": {
            label: {"terrain": here.terrain if label == WHERE else "clear"} for label in labels
        },
        "road": [{"path": [f"04{row:02d}" for row in range(1, 10)]}],
        "place": marked,
        "edge": [{"name": "north", "hexes": ["0401"]}],
    }
