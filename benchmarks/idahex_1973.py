# ruff: noqa: E501 (a row of a table is one line)
"""IDAHEX's sample war beside the record of October 1973: `python -m benchmarks.idahex_1973` writes
docs/idahex-1973.md.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from hexfront.core.documents.files import write_whole
from hexfront.core.registry import find_system
from hexfront.core.study.engagement import Ending
from hexfront.data.battles import Battle, load_battles
from hexfront.history.features import engagement_of
from hexfront.history.systems import fight
from hexfront.jit import compile_always

PAGE: Final = Path(__file__).parents[1] / "docs" / "idahex-1973.md"
DAYS: Final = 5
"""How far the shipped scripts go."""
EAST_BANK: Final = (38, 39, 40, 41, 66, 67)
"""Cells behind the barrier named Suez Canal."""
BRIGADES: Final = 39
"""Where two Blue brigades stand at the canal."""
CAMPAIGN: Final = "SUEZ 1973"
ASSAULT: Final = ("SUEZ CANAL ASSAULT, NORTH", "SUEZ CANAL ASSAULT, SOUTH")
BUILD_UP: Final = ("SECOND ARMY BUILDUP", "THIRD ARMY BUILDUP")


class Fight(NamedTuple):
    """An engagement of the sample war."""

    cell: int
    attacker: str
    first: float
    last: float
    people: tuple[float, float]
    """Lost by attackers and defenders."""
    tanks: tuple[float, float]


class War(NamedTuple):
    """What the pages need of the sample war."""

    across: float
    """When the first Red unit entered a cell of the east bank, in days."""
    fights: list[Fight]
    crossed: int
    """How many Red units entered the east bank."""
    divisions: int
    """How many of them are motor rifle divisions."""


def main() -> None:
    """Fight the war, fight the recorded battles, write the page."""
    compile_always()
    war = sample_war()
    battles = [battle for battle in load_battles() if battle.text("CAMPGN") == CAMPAIGN]
    write_whole(PAGE, _page(war, battles), "docs")
    print(PAGE)


def sample_war() -> War:
    """The sample war between the shipped scripts."""
    import polars as pl

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "war.parquet"
        asked = ["run", "idahex", "--red", "script", "--blue", "script", "--quiet"]
        ends = ["--until", str(DAYS), "--out", str(out)]
        subprocess.run([sys.executable, "-m", "hexfront", *asked, *ends], check=True)
        engagements = pl.read_parquet(out.with_suffix(".engagements.parquet"))
        units = pl.read_parquet(out.with_suffix(".events.parquet"))
    crossings = units.filter(
        pl.col("text").str.contains(
            rf" enters ({'|'.join(map(str, EAST_BANK))}) from (2\d|5[56])\.$"
        )
    )
    names = crossings["text"].str.extract(r"^(.*?) enters ").unique().to_list()
    divisions = sum("MOT RIFLE" in name for name in names)
    rows = engagements.sort("time").group_by("cell", "attacker", maintain_order=True)
    return War(
        float(crossings["time"].min()),
        [_fight(key, table) for key, table in rows],
        len(names),
        divisions,
    )


def _standing() -> list[tuple[Any, ...]]:
    """The Blue units that stand at the canal when the sample war opens."""
    from hexfront.core.scenario import load_scenario

    scenario: Any = load_scenario(find_system("idahex"))
    people = int(scenario.setting.design.forces.counts[1, 3])
    return [
        (*unit[:5], unit.stock[people])
        for unit in scenario.setting.units
        if unit.place == BRIGADES and unit.posture >= 10
    ]


def _fight(key: Sequence[Any], table: Any) -> Fight:
    lost = [float(table[f"lost_{what}_{who}"].sum()) for what in ("pers", "tanks") for who in _WHO]
    first, last = float(table["time"].min()), float(table["time"].max())
    return Fight(int(key[0]), str(key[1]), first, last, (lost[0], lost[1]), (lost[2], lost[3]))


_WHO: Final = ("attackers", "defenders")


def _page(war: War, battles: Sequence[Battle]) -> str:
    named = {battle.name: battle for battle in battles}
    early = [named[name] for name in (*ASSAULT, *BUILD_UP)]
    lost = sum(battle.number("CASD") or 0 for battle in early)
    own = sum(battle.number("CASA") or 0 for battle in early)
    assault = [named[name] for name in ASSAULT]
    facing = sum(b.number("STRD") or 0 for b in assault)
    coming = sum(b.number("STRA") or 0 for b in assault)
    first = next(f for f in war.fights if f.cell == BRIGADES)
    counter = [f for f in war.fights if f.attacker == "blue"]
    kantara = named["KANTARA-FIRDAN"]
    repelled = {1: "won", -1: "lost"}.get(kantara.winner or 0, "undecided")
    parts = [_losses(battle)[1] for battle in early]
    standing = sum(int(unit[5]) for unit in _standing())
    return f"""# IDAHEX's sample war and October 1973

`python -m benchmarks.idahex_1973` makes this page anew. The manual's sample war of 1976 lies on the
Suez canal, with units and numbers of its own. It does not claim to be the war of 1973; this page says
where the two are alike and where not. Numbers of the record are those of [the recorded
battles](guides/battles.md) (CDB90, campaign "{CAMPAIGN}"); what comes from elsewhere has its source
behind it. Where no source is named, nothing is said.

## The first days

| | sample war, shipped scripts | record |
| --- | --- | --- |
| begins | day 0 | 6 October, about 14:05 (MWI) |
| on the east bank | after {24 * war.across:.0f} hours, where nobody stands | both assaults are dated 6 to 7 October, and won |
| who crosses | {war.crossed} units, {war.divisions} of them motor rifle divisions | five infantry divisions (WHN); {coming:,.0f} people in the two assaults |
| who stands there | two brigades of {standing:,} people in one cell | {facing:,.0f} people against the two assaults |
| they lose | {first.people[1]:,.0f} people and {first.tanks[1]:.0f} tanks, days {first.first:g} to {first.last:g} | {lost:,.0f} people in the assaults and build-ups of 6 and 7 October |
| those who come lose | {first.people[0]:,.0f} people and {first.tanks[0]:.0f} tanks there | {own:,.0f} people |
| counterattack of armour | from day {min(f.first for f in counter):g}, {len(counter)} places | 8 October, Kantara-Firdan: {repelled} |

The moves of the sample war are those of scripts that we wrote. That they look like 1973 says nothing
for the model; what the model adds is how long things take and what they cost.

**Reproduced.** The attackers are across within the first day, and armour that stands behind the canal
strikes back on the third. Neither is refused by the model's delays.

**Not reproduced.** Losses. In the sample war the two brigades in cell {BRIGADES} are worn down to nothing in
{first.last - first.first:g} days; the record has the defenders of the first two days lose {100 * min(parts):.0f} to {100 * max(parts):.0f} % of their
people in a battle. The sample's curves of losses by force ratio (IDX-G62 to IDX-G64) take a part of the
force each day for as long as it stands. Surprise is not in the model: only that Blue has not moved.
Nothing after day {DAYS} is scripted, so that the later battles are compared one by one alone.

## The same attrition on each recorded battle

Here the record's people, tanks and guns, posture and ground go into IDAHEX's attrition by the mapping
of [one battle](guides/battles.md), with Red's data for the Egyptian army and Blue's for the Israeli,
*given the duration*. Losses are parts of a side's people; an advance of 15 km is a whole cell, the
most that one engagement of the sample can say.

{_battles_table(battles)}
{_words(battles)}

## Sources

- CDB90, as shipped in `hexfront.data.battles`.
- MWI: Modern War Institute at West Point, *Timeless Lessons from the October 1973 Arab-Israeli War*,
  <https://mwi.westpoint.edu/timeless-lessons-october-1973-arab-israeli-war/>.
- WHN: A. Blumberg in Warfare History Network, <https://warfarehistorynetwork.com/?p=69079>: the
  Second Army with the 2nd, 16th and 18th infantry divisions, the Third with the 7th and 19th.
"""


def _answer(battle: Battle) -> Ending | None:
    """What IDAHEX says with the data of the army that attacked."""
    engagement = engagement_of(battle.known, battle.duration or 1.0)
    if engagement is None:
        return None
    army = "Red" if battle.text("NAMA").startswith("EG") else "Blue"
    endings = fight("idahex", engagement).endings
    return next((end for end in endings if end.words.startswith(f"with {army}")), endings[0])


def _losses(battle: Battle) -> tuple[float, float]:
    return tuple(  # type: ignore[return-value]
        (battle.number(f"CAS{side}") or 0.0) / (battle.number(f"STR{side}") or 1.0) for side in "AD"
    )


def _battles_table(battles: Sequence[Battle]) -> str:
    lines = [
        "| battle | attacker | days | attacker lost | IDAHEX | defender lost | IDAHEX "
        "| km | IDAHEX | winner | IDAHEX |",
        "| --- | --- |" + " ---: |" * 7 + " --- | --- |",
    ]
    for battle in battles:
        end = _answer(battle)
        if end is None:
            continue
        own, other = _losses(battle)
        cells = [
            battle.name.title(),
            battle.text("NAMA"),
            f"{battle.duration or 0:.1f}",
            *(f"{100 * part:.1f} %" for part in (own, end.attacker_loss)),
            *(f"{100 * part:.1f} %" for part in (other, end.defender_loss)),
            *(f"{km or 0:.0f}" for km in (battle.number("KMDA"), end.advance)),
            *(
                {1: "attacker", -1: "defender"}.get(w or 0, "neither")
                for w in (battle.winner, end.winner)
            ),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _words(battles: Sequence[Battle]) -> str:
    """What the table says, counted."""
    pairs = [(battle, end) for battle in battles if (end := _answer(battle)) is not None]
    right = sum(battle.winner == end.winner for battle, end in pairs)
    attackers = sum(battle.winner == 1 for battle, _ in pairs)
    higher = sum(end.attacker_loss > _losses(battle)[0] for battle, end in pairs)
    lower = sum(end.defender_loss < _losses(battle)[1] for battle, end in pairs)
    return (
        f'IDAHEX names the winner of {right} of {len(pairs)} battles; to say "the attacker" each\n'
        f"time is right in {attackers}. It has the attacker lose a larger part of his people than\n"
        f"the record in {higher}, and the defender a smaller one in {lower}."
    )


if __name__ == "__main__":
    main()
