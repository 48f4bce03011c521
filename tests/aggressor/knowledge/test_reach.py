"""Reach, offers, the threat overlay and the opponents' ways against a slow search.

The slow search lets the rules carry out every step that they allow, from every
state that a unit can come to.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from hexfront.core.contract import CHANCE, Kind, Step
from hexfront.core.events import EventLog
from hexfront.systems.aggressor.knowledge.packed import pack_view
from hexfront.systems.aggressor.opponents.deeds import mark_bars, search_ways
from hexfront.systems.aggressor.opponents.scene import Scene, make_lore, make_room, new_memory
from hexfront.systems.aggressor.scenario.state import AggressorState
from tests.aggressor.hexes import DIRECTIONS, around, at, beside
from tests.aggressor.positions import EAST, EVERY_HEX, HEXES, ROWS, TYPES, WEST, Game

FULL = {"airbase": 0, "missile": 1, "artillery": 3, "armor": 3, "infantry": 2, "support": 2}
STRENGTHS = {"airbase": 3, "missile": 1, "artillery": 2, "armor": 3, "infantry": 2, "support": 1}


class Stand(NamedTuple):
    """Where a unit can come to, and how it is then."""

    label: str
    range: int
    strength: int
    moved: int
    halted: int


def stands(game: Game, name: str) -> set[Stand]:
    """All that a unit can come to by steps alone; a try without range succeeds."""
    waiting, found = [game.state.copy()], set()
    row = game.row(name)
    while waiting:
        state = waiting.pop()
        here = at(*divmod(int(state.units.place[row]), ROWS))
        holders = state.hexes.holder
        for direction, there in beside(here).items():
            if there not in EVERY_HEX or holders[game.index(there)] >= 0:
                continue
            code = game.code(name, DIRECTIONS.index(direction))
            if game.rules.refuse(state, game.acting, code) is None:
                after = _stepped(game, state, code)
                figures = after.units.values(row)
                stand = Stand(
                    there,
                    figures["range"],
                    figures["strength"],
                    figures["moved"],
                    figures["halted"],
                )
                if stand not in found:
                    found.add(stand)
                    if figures["place"] != HEXES:
                        waiting.append(after)
    return found


def _stepped(game: Game, state: AggressorState, code: int) -> AggressorState:
    after = state.copy()
    game.rules.apply(after, Step(game.acting, code), EventLog())
    while game.rules.decision(after).kind == Kind.CHANCE:
        game.rules.apply(after, Step(CHANCE, 0), EventLog())
    return after


def compare_own(game: Game, name: str) -> None:
    """What is offered, shown as reach and seen by the opponents, for a fresh unit."""
    view, start = game.view(WEST), game.place(name)
    every = stands(game, name)
    places = {stand.label for stand in every} - {start}
    identity = str(game.number[name] + 1)
    offered = [offer for offer in game.offers(WEST, "move") if offer.subject == identity]
    assert sorted(offer.place for offer in offered) == sorted(places)
    assert set(game.rules.read_overlay(view, "reach", identity).places) == places

    sure = places if game.figures(name)[0] else set()
    assert ways_of_opponents(game, name) == {start} | sure
    for offer in offered:
        # The way that is offered loses no step that can be spared, and is the shortest of those.
        most = min((-stand.range, stand.moved) for stand in every if stand.label == offer.place)
        state = game.state.copy()
        for order in offer.orders:
            assert game.rules.refuse(state, WEST, order) is None
            state = _stepped(game, state, order)
        row, units = game.row(name), state.units
        assert (-units.range[row], units.moved[row]) == most


def ways_of_opponents(game: Game, name: str) -> set[str]:
    """Where a unit of West can go as machine players see it: its try without range is no way."""
    setting, packed = game.rules.setting, game.state.copy()
    pack_view(setting.ground, game.state, WEST, packed)
    room, memory = make_room(setting), new_memory(setting, WEST)
    lore = make_lore(setting)
    scene = Scene(
        setting.ground, lore, room.trails, room.desk, memory, packed, WEST, lore.styles[0]
    )
    mark_bars(scene)
    count = search_ways(scene, game.number[name], False)
    return {setting.labels[place] for place in room.trails.reached[:count]}


def compare_threat(game: Game, nbc: set[str], rough: set[str], mobile: bool) -> None:
    """What East is told that West's units, who are fresh and whole, could attack."""
    expected: dict[str, float] = {}
    for name in (name for name in game.number if name[0] == "W"):
        start = Stand(game.place(name), *game.figures(name), 0, 0)
        able = {
            stand.label
            for stand in {start, *stands(game, name)}
            if stand.label not in nbc and (not mobile or _allowance(stand, rough) >= 1)
        }
        for there in {near for label in able for near in around(label, 1)}:
            expected[there] = expected.get(there, 0.0) + 1.0
    assert game.rules.read_overlay(game.view(EAST), "threat", "").places == expected


def _allowance(stand: Stand, rough: set[str]) -> int:
    reach = -(-stand.range // 2) if stand.label in rough else stand.range
    return reach - stand.moved


@pytest.mark.clause("AGR-9", "AGR-12")
def test_a_way_round_a_zone_leads_on_where_the_shorter_way_is_halted() -> None:
    """Over the far side of an enemy; the short way to those hexes ends in its zone."""
    game = Game({"W1": "armor @HH", "E1": "airbase @HG"}, observation=False)
    places = {stand.label for stand in stands(game, "W1")}
    assert {"@GG", "@IG"} <= places
    compare_own(game, "W1")
    compare_threat(game, set(), set(), mobile=False)


@pytest.mark.clause("AGR-9", "AGR-10")
def test_a_way_round_contamination_leads_farther() -> None:
    game = Game({"W1": "armor @HH"}, nbc=["@HI"], observation=False)
    assert "@GK" in {stand.label for stand in stands(game, "W1")}
    compare_own(game, "W1")


@pytest.mark.clause("AGR-20")
def test_nobody_threatens_from_a_contaminated_hex() -> None:
    """It stands amid contamination, and comes out of it nowhere."""
    game = Game({"W1": "armor @HH"}, nbc=["@HH", *around("@HH", 3)], observation=False)
    threatened = game.rules.read_overlay(game.view(EAST), "threat", "").places
    assert threatened.keys().isdisjoint(around("@HH", 4))


@pytest.mark.clause("AGR-9", "AGR-10", "AGR-11", "AGR-12", "AGR-20", "AGR-27")
@pytest.mark.parametrize("seed", range(12))
def test_sampled_positions(seed: int) -> None:
    chance = random.Random(seed)
    whole, mobile = seed % 2 == 0, seed % 4 == 0
    area = sorted(around("@HH", 3))
    rough = {label for label in area if chance.random() < 0.3 and label[1] != "K"}
    starts = chance.sample(area, 7)
    nbc = {label for label in area if chance.random() < 0.15}
    if whole:
        nbc -= set(starts)  # The type of a unit there is not told (AGR-18)
    units = {}
    for number, label in enumerate(starts):
        kind = chance.choice(TYPES)
        name = f"{'WE'[number % 2]}{number}"
        figures = f"{FULL[kind]}/{STRENGTHS[kind]}"
        if not whole and name[0] == "W":
            figures = f"{chance.randint(0, FULL[kind])}/{chance.randint(1, STRENGTHS[kind])}"
        units[name] = f"{kind} {label} {figures}"
    game = Game(units, rough=rough, nbc=nbc, observation=False, mobile_attacks=mobile)
    for name in units:
        if name[0] == "W":
            compare_own(game, name)
    if whole:
        compare_threat(game, nbc, rough, mobile)
