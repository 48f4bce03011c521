"""Whole games at random: choices are what is legal, nobody is stuck, and the state stays whole."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import pytest

from hexfront.core.documents.stricttoml import read_document
from hexfront.systems.malaya.rules.legality import order_refusal
from hexfront.systems.malaya.rules.orders import DONE, count_actions
from hexfront.systems.malaya.rules.planes import points_in
from hexfront.systems.malaya.rules.turn import apply_step, chance_weight
from hexfront.systems.malaya.scenario.loader import DATA, load
from hexfront.systems.malaya.scenario.setting import Setting, compile_setting
from hexfront.systems.malaya.scenario.state import (
    ABROAD,
    BOXED,
    CHANCE_PHASES,
    GONE,
    LANDING,
    LATER,
    NOBODY,
    ON_MAP,
    SIDES,
    Phase,
    flags,
)
from tests.malaya.country import Country, Troop
from tests.malaya.small import Table, compiled, cw, document, jp

OPTIONS = [
    {"name": "trains", "side": "commonwealth", "title": "Trains", "points": 3, "rail": 1},
    {"name": "ships", "side": "japan", "title": "Ships", "points": 4, "east": 2},
]
UNITS = [
    jp("j0", "0301"),
    jp("j1", "0301"),
    jp("j2", "0701", attack=9),
    jp("tank", "0601", arm="armour", attack=6, defence=4, movement=10, stacking=1),
    jp("j3", box="Indo-China"),
    jp("j4", box="Indo-China"),
    jp("j5", box="Burma", attack=5, stacking=1),
    jp("j6", arrives=2),
    jp("j7", offered=1, points=3),
    cw("c0", "0302", attack=3, defence=4, movement=6, stacking=1),
    cw("c1", "0304", attack=3, defence=4, movement=6, stacking=1),
    cw("c2", "0702", attack=3, defence=3, movement=6, stacking=1),
    cw("c3", "0204", attack=3, defence=1, movement=6, stacking=1, steps=1),
    cw("c4", "0308", attack=4, defence=4, movement=6, stacking=2),
    cw("c5", "0705", attack=1, defence=0, movement=6, stacking=1, steps=1),
    cw("guns", "0306", arm="armour", attack=4, defence=2, movement=8, stacking=1),
    cw("c6", box="India", stacking=2),
    cw("c7", arrives=2, stacking=2),
    cw("c8", offered=2, points=2),
]
CHANGES: dict[str, Any] = {"options": OPTIONS, "interception": {"last_turn": 2, "faces": 3}}


class World(NamedTuple):
    """A scenario to play, and what is known of it without the engine."""

    setting: Setting
    country: Country
    options: list[dict[str, Any]]

    def table(self) -> Table:
        """A game that begins."""
        return Table(setting=self.setting, options=self.options)


SMALL = World(compiled(*UNITS, **CHANGES), Country(document(*UNITS, **CHANGES)), OPTIONS)


def check(table: Table, country: Country, seen: Counter[str]) -> None:
    """What holds at every decision, made anew from the rows of the units."""
    ground, state = table.ground, table.state
    game, units = state.game, state.units
    count = len(table.setting.labels)
    points, standing = np.zeros((count + 1, SIDES), int), np.zeros((count + 1, SIDES), int)
    troops, lost = [], [0, 0]
    for number, entry in enumerate(table.setting.units):
        side = int(entry.side == "commonwealth")
        on_map = units.status[number] == ON_MAP
        assert (units.place[number] < count) == on_map
        assert (units.steps[number] == 0) == (units.status[number] == GONE)
        assert 0 <= units.steps[number] <= ground.units.full_steps[number]
        lost[side] += ground.units.full_steps[number] - units.steps[number]
        if units.status[number] in (ABROAD, LANDING):
            assert units.port[number] != NOBODY
        assert units.status[number] != LANDING or side == game.active
        if units.status[number] in (LATER, BOXED, GONE):
            assert units.advances[number] == 0
        assert units.pool[number] == 0 or game.phase == Phase.LOSS
        assert game.selected != NOBODY or units.duty[number] == 0
        assert game.phase == Phase.ADVANCE or units.advances[number] == 0
        if game.phase not in (Phase.MOVEMENT, Phase.SHIPPING):
            assert not state.paths[number].any() and units.went[number] == 0
        assert not state.paths[number, -1] >> 3 * units.went[number]
        assert 0 <= units.spent[number] <= ground.units.movement[number]
        if on_map:
            points[units.place[number], side] += ground.units.stack[number]
            standing[units.place[number], side] += 1
            label = table.setting.labels[units.place[number]]
            troops.append(Troop(entry.id, side, entry.arm == "armour", entry.stacking, label))
    for side in range(SIDES):
        found = [points_in(ground, state, place, side) for place in range(count)]
        assert found == points[:count, side].tolist()
        assert (flags(state.standing[side], count + 1) == (standing[:, side] > 0)).all()
    assert not (standing.min(axis=1) > 0).any(), "two sides in one hex"
    assert lost == game.eliminated.tolist()
    for side in range(SIDES):
        zone = country.zone(troops, side)
        marked = {
            table.setting.labels[place] for place in np.flatnonzero(flags(state.zones[side], count))
        }
        assert marked == zone
        assert (flags(state.control, count + 1)[standing[:, side] > 0] == side).all()
    # While units march, come in and entrain, a hex may hold too much; never after.
    if game.phase in (Phase.NAVAL, Phase.COMBAT, Phase.ADVANCE) or game.phase > Phase.ADVANCE:
        assert points.max() <= country.limit
    assert points[:, 1 - game.active].max() <= country.limit
    assert not state.net.any() and not state.fresh.any() and not state.supply.any()
    assert min(*game.air_left, game.rail_left, *game.sea_left) >= 0
    assert game.sea_left[0] <= ground.sides.sea_capacity[game.active, 0] + 2
    assert (game.losses > 0) == (game.phase == Phase.LOSS)
    if game.phase not in (Phase.LOSS, Phase.COMBAT, Phase.ADVANCE, Phase.DEFENCE, Phase.DIE):
        assert game.selected == NOBODY and game.stage == 0
    seen[f"phase {game.phase}"] += 1


def play(world: World, seed: int, seen: Counter[str], *, compare: bool) -> None:
    """One game."""
    chance, table = random.Random(seed), world.table()
    # Ends of phases are rarer than moves, or nothing would happen; more often from seed to seed.
    patience = chance.choice((0.1, 0.5, 1.0))
    steps = 0
    while table.state.game.phase != Phase.OVER:
        check(table, world.country, seen)
        steps += 1
        assert steps < 5000
        table.log.clear()
        if table.state.game.phase in CHANCE_PHASES:
            weights = table.weights()
            assert table.codes() == []
            answer = chance.choices(range(len(weights)), weights)[0]
            apply_step(table.ground, table.state, -1, answer, table.log.rows)
            continue
        codes, side = table.codes(), table.state.game.active
        assert codes, table.state.game.phase
        if compare:
            every = range(count_actions(table.ground))
            legal = [c for c in every if order_refusal(table.ground, table.state, side, c) == 0]
            assert codes == legal
            assert not any(
                order_refusal(table.ground, table.state, 1 - side, code) == 0 for code in every
            )
        for code in codes:
            assert table.words.read(table.words.write(code)) == code
        if codes[0] == DONE and len(codes) > 1 and chance.random() > patience:
            codes = codes[1:]
        apply_step(table.ground, table.state, side, chance.choice(codes), table.log.rows)
        table.log.written()
    assert table.state.game.turn <= table.ground.rules.turns
    assert table.codes() == []
    seen["games"] += 1


@pytest.mark.clause("MAL-2", "MAL-7", "MAL-10", "MAL-11")
def test_the_state_stays_whole() -> None:
    seen: Counter[str] = Counter()
    for seed in range(16):
        play(SMALL, seed, seen, compare=False)
    phases = {
        f"phase {phase}"
        for phase in (Phase.DEFENCE, Phase.DIE, Phase.LOSS, Phase.SHIPPING, Phase.INTERCEPTION)
    }
    assert phases <= set(seen), seen
    assert {
        f"phase {p}"
        for p in (Phase.REINFORCEMENT, Phase.NAVAL, Phase.MOVEMENT, Phase.COMBAT, Phase.ADVANCE)
    } <= set(seen)


@pytest.mark.clause("MAL-1", "MAL-16")
def test_a_game_of_the_campaign() -> None:
    scenario = load(read_document(DATA / "scenarios" / "campaign.toml"), DATA, "campaign")
    file = scenario.document
    assert isinstance(file, dict)
    world = World(compile_setting(scenario), Country(file), file["options"])
    seen: Counter[str] = Counter()
    play(world, 1942, seen, compare=False)
    assert seen[f"phase {Phase.COMBAT}"] > 0


@pytest.mark.clause("MAL-2", "MAL-31")
def test_choices_are_exactly_what_is_legal() -> None:
    seen: Counter[str] = Counter()
    for seed in range(100, 102):
        play(SMALL, seed, seen, compare=True)
    assert seen["games"] == 2


def test_unknown_orders_are_refused() -> None:
    table = SMALL.table()
    for code in (-1, count_actions(table.ground), 10**9):
        assert order_refusal(table.ground, table.state, table.state.game.active, code) != 0


def test_a_chance_that_there_is_not_has_no_weight() -> None:
    table = SMALL.table()
    table.state.game.phase = Phase.DIE
    assert [int(chance_weight(table.ground, table.state, n)) for n in (5, 6)] == [1, NOBODY]
