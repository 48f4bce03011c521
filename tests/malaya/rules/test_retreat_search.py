"""The search for retreats against a slow version that tries every path, MAL-25 to MAL-28."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from hexfront.core.documents.stricttoml import read_document
from hexfront.core.events import EventLog
from hexfront.systems.malaya.rules.battle import RetreatBarred, Retreated, fall_back
from hexfront.systems.malaya.rules.movement import settle
from hexfront.systems.malaya.rules.planes import control_of, take_control
from hexfront.systems.malaya.scenario.loader import DATA, load
from hexfront.systems.malaya.scenario.setting import Setting, compile_setting
from hexfront.systems.malaya.scenario.state import ARMOUR, ATTACKER, DEFENDER, INFANTRY, MalayaState
from tests.malaya.country import Country, Retreat, Troop, hexes_apart, retreat, sources_of
from tests.malaya.small import cw, document, jp

ROWS = COLUMNS = 7
UNITS = 24


def forces(chance: random.Random) -> list[dict[str, Any]]:
    """Units of both sides and arms that are not on the map yet."""
    units = []
    for number in range(UNITS):
        make = jp if number < UNITS // 2 else cw
        arm = chance.choice(("infantry", "infantry", "armour"))
        stacking = chance.choice((1, 2, 2, 3))
        units.append(make(f"u{number}", arrives=9, arm=arm, stacking=stacking))
    return units


def random_country(chance: random.Random) -> dict[str, Any]:
    """A scenario on a random map: any ground, roads, railways, rivers, straits, ferries."""
    labels = [f"{c:02d}{r:02d}" for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)]
    kinds = ("clear", "clear", "jungle", "mountain", "swamp", "sea")
    ground: dict[str, Any] = {
        "format": "hexfront-map/1",
        "name": "any",
        "title": "Any",
        "columns": COLUMNS,
        "rows": ROWS,
        "hex_km": 18.0,
        "hex": {label: {"terrain": chance.choice(kinds)} for label in labels},
        "road": [],
        "edge": [],
    }
    ground["hex"]["0404"]["terrain"] = "clear"
    plain = document() | {"map": ground | {"straits": [], "rail": [], "ferry": [], "river": []}}
    country = Country(plain)
    land = sorted(country.terrain)

    def walk() -> list[str]:
        path = [chance.choice(land)]
        for _ in range(chance.randint(2, 6)):
            on = [label for label in country.around(path[-1]) if label not in path]
            if not on:
                break
            path.append(chance.choice(on))
        return path

    def ways(count: int, **more: str) -> list[dict[str, Any]]:
        paths = [walk() for _ in range(count)]
        return [{"path": path, **more} for path in paths if len(path) > 1]

    sides = [(a, b) for a in land for b in country.around(a) if a < b]
    ground["road"] = [*ways(4), *ways(2, kind="track")]
    ground["rail"] = ways(2)
    ground["ferry"] = ways(1)
    ground["river"] = [{"sides": [list(s)]} for s in chance.sample(sides, len(sides) // 8)]
    ground["straits"] = [list(side) for side in chance.sample(sides, len(sides) // 8)]
    ground["place"] = [
        {"name": name, "hex": label, "kinds": ["town"], "at": [0.0, 0.0]}
        for name, label in zip(
            ("North", "East", "South", "West"), chance.sample(land, 4), strict=True
        )
    ]
    return document(
        *forces(chance),
        map=ground,
        numbers={"blocked": chance.randint(1, 3), "zone_loss": chance.randint(1, 2)},
        controlled=[],
        shipping=None,
        entries=[],
        sources={"japan": ["North", "East"], "commonwealth": ["South", "West"]},
        victory={"place": "South", "values": []},
    )


class Position:
    """Random units and control on a map, and a group that must retreat."""

    def __init__(self, setting: Setting, country: Country, chance: random.Random) -> None:
        self.setting, self.country, self.chance = setting, country, chance
        self.state = setting.start.copy()
        self.troops: list[Troop] = []
        near = chance.choice(setting.labels)
        # All close together, so that they are in each other's way.
        area = [label for label in setting.labels if hexes_apart(label, near) <= 3]
        self.control = {label: chance.randrange(2) for label in setting.labels}
        share = chance.uniform(0.3, 1.0)
        points: Counter[str] = Counter()
        holder: dict[str, int] = {}
        for number, entry in enumerate(setting.units):
            side = int(entry.side == "commonwealth")
            label = chance.choice(area)
            fits = points[label] + entry.stacking <= country.limit
            if chance.random() > share or not fits or holder.get(label, side) != side:
                continue
            points[label] += entry.stacking
            holder[label] = self.control[label] = side
            armour = entry.arm == "armour"
            self.troops.append(Troop(entry.id, side, armour, entry.stacking, label))
            settle(setting.ground, self.state, number, setting.index_of[label])
        for place, label in enumerate(setting.labels):
            take_control(self.state, place, self.control[label])

    def choose(self) -> tuple[list[Troop], str, int] | None:
        """A group in one hex and of one arm, the hex of the battle, and its duty."""
        one = self.chance.choice(self.troops)
        beside = {t.hex for t in self.troops if t.side != one.side}
        fought = [label for label in self.country.around(one.hex) if label in beside]
        group = [t for t in self.troops if (t.hex, t.armour) == (one.hex, one.armour)]
        if self.chance.random() < 0.6 or not fought:
            return group, one.hex, DEFENDER
        some = [t for t in group if t == one or self.chance.random() < 0.5]
        return some, self.chance.choice(fought), ATTACKER


def carry_out(position: Position, group: list[Troop], battle: str, duty: int) -> Retreat:
    """What the rules do with the group; all of it fares alike, and nobody else moves."""
    setting, state = position.setting, position.state
    numbers = {entry.id: number for number, entry in enumerate(setting.units)}
    chosen = [numbers[troop.name] for troop in group]
    before = state.copy()
    state.game.selected = setting.index_of[battle]
    state.units.duty[chosen] = duty
    start = setting.index_of[group[0].hex]
    arm = ARMOUR if group[0].armour else INFANTRY
    log = EventLog()
    fall_back(setting.ground, state, duty, start, arm, log.rows)
    told = log.events()
    assert sorted(event.what.unit for event in told) == sorted(chosen)
    assert set(state.units.pool.nonzero()[0].tolist()) == set(chosen)
    others = [number for number in numbers.values() if number not in chosen]
    assert (state.units.place[others] == before.units.place[others]).all()
    paths = {_hexes(event.what) for event in told if isinstance(event.what, Retreated)}
    if not paths:
        assert {type(event.what) for event in told} == {RetreatBarred}
        assert (state.units.place[chosen] == start).all()
        return Retreat(None, state.game.losses)
    assert {type(event.what) for event in told} == {Retreated} and len(paths) == 1
    path = [place for place in paths.pop() if place >= 0]
    assert (state.units.place[chosen] == path[-1]).all()
    assert all(control_of(state, place) == group[0].side for place in path)
    return Retreat(tuple(setting.labels[place] for place in path), state.game.losses)


def _hexes(retreat: Retreated) -> tuple[int, int, int]:
    return retreat.first, retreat.second, retreat.third


def compare(setting: Setting, country: Country, chance: random.Random, seen: Counter[str]) -> None:
    """One position."""
    position = Position(setting, country, chance)
    found = position.choose() if position.troops else None
    if found is None:
        return
    group, battle, duty = found
    side = group[0].side
    held = [label for label in sources_of(country, side) if position.control[label] == side]
    expected = retreat(country, position.troops, group, held, battle)
    assert carry_out(position, group, battle, duty) == expected
    check_whole(position.state, len(setting.labels))
    path = expected.path
    seen["stays" if path is None else f"{len(path)} hexes"] += 1
    seen["loses"] += path is not None and expected.losses > 0
    seen["attackers"] += duty == ATTACKER
    seen["without a source"] += not held


def check_whole(state: MalayaState, hexes: int) -> None:
    """Nobody is lost by a retreat itself."""
    assert not ((state.units.status > 0) & (state.units.place >= hexes)).any()


@pytest.mark.clause("MAL-25", "MAL-26", "MAL-27", "MAL-28")
def test_random_maps() -> None:
    seen: Counter[str] = Counter()
    for seed in range(60):
        chance = random.Random(seed)
        scenario = random_country(chance)
        setting, country = compile_setting(load(scenario, None, "any")), Country(scenario)
        for _ in range(40):
            compare(setting, country, chance, seen)
    assert min(seen.values()) > 100, seen


@pytest.mark.clause("MAL-25", "MAL-26", "MAL-27", "MAL-28")
def test_the_peninsula() -> None:
    chance = random.Random(1941)
    campaign = read_document(DATA / "scenarios" / "campaign.toml")
    few = {"format": "hexfront-malaya-forces/1", "name": "any", "title": "Any"}
    campaign["forces"] = few | {"units": forces(chance)}
    scenario = load(campaign, None, "campaign")
    setting, country = compile_setting(scenario), Country(scenario.document)
    seen: Counter[str] = Counter()
    for _ in range(1000):
        compare(setting, country, chance, seen)
    assert min(seen["2 hexes"], seen["3 hexes"], seen["stays"], seen["loses"]) > 20, seen
