"""The sequence of play, options, reinforcements, victory: MAL-1 to MAL-3, MAL-14, MAL-32."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from hexfront.core.contract import Step
from hexfront.core.events import EventLog
from hexfront.core.refusals import words_of
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.rules.legality import (
    GAME_OVER,
    NOT_YOUR_OPTION,
    NOT_YOUR_TURN,
    NOT_YOUR_UNIT,
    TAKEN_ALREADY,
    WRONG_PHASE,
)
from hexfront.systems.malaya.rules.movement import OK
from hexfront.systems.malaya.rules.naval import (
    ENTRY_CLOSED,
    ENTRY_TAKEN,
    NOT_IN_BOX,
    NOT_OFFERED,
    NOT_YOUR_ENTRY,
)
from hexfront.systems.malaya.rules.sequence import open_player_turn
from hexfront.systems.malaya.rules.victory import end_game, victory_points
from hexfront.systems.malaya.scenario.loader import load
from hexfront.systems.malaya.scenario.state import ABROAD, BOXED, COMMONWEALTH, JAPAN, LATER, Phase
from tests.malaya.small import Table, cw, document, jp

OPTIONS = [
    {"name": "trains", "side": "commonwealth", "title": "Trains", "points": 3, "rail": 1},
    {"name": "aces", "side": "commonwealth", "title": "Aces", "points": 2, "air": 1},
    {"name": "ships", "side": "japan", "title": "Ships", "points": 4, "east": 2},
]


def phases(table: Table, count: int) -> list[tuple[int, int, int]]:
    """Turn, side and phase of the next decisions, each of which is ended at once."""
    seen = []
    for _ in range(count):
        seen.append((table.state.game.turn, table.state.game.active, table.state.game.phase))
        table.do(do="done")
    return seen


# The sequence


@pytest.mark.clause("MAL-1", "MAL-2")
def test_two_player_turns_and_their_phases() -> None:
    table = Table(
        jp("a", arrives=1),
        jp("b", box="Indo-China"),
        jp("c", "0601"),
        jp("e", "0201"),
        cw("x", arrives=2),
        cw("y", "0204"),
        cw("z", "0602"),
        turns=2,
        air={"defence": [[1]] * 9},
    )
    table.hold(JAPAN, "0202")
    first = [Phase.REINFORCEMENT, Phase.NAVAL, Phase.MOVEMENT, Phase.RAIL, Phase.COMBAT]
    second = [Phase.NAVAL, Phase.MOVEMENT, Phase.RAIL, Phase.COMBAT]
    seen = phases(table, 9)
    assert seen == [(1, JAPAN, p) for p in first] + [(1, COMMONWEALTH, p) for p in second]
    seen = phases(table, 10)
    assert (2, COMMONWEALTH, Phase.REINFORCEMENT) in seen
    assert table.state.game.phase == Phase.OVER


@pytest.mark.clause("MAL-2")
def test_phases_without_orders_are_passed_over() -> None:
    table = Table(jp("a", "0303"), cw("x", "0307"))
    assert phases(table, 4) == [
        (1, JAPAN, Phase.MOVEMENT),
        (1, COMMONWEALTH, Phase.MOVEMENT),
        (2, JAPAN, Phase.MOVEMENT),
        (2, COMMONWEALTH, Phase.MOVEMENT),
    ]


@pytest.mark.clause("MAL-1")
def test_the_game_ends_after_its_turns() -> None:
    table = Table(jp("a", "0302"), cw("x", "0307"), turns=3)
    assert len(phases(table, 6)) == 6
    assert table.state.game.phase == Phase.OVER
    assert table.choices() == []
    assert table.refusal(do="done") == GAME_OVER


@pytest.mark.clause("MAL-1")
def test_the_days_of_a_turn() -> None:
    scenario = load(document(jp("a", "0302")), None, "small")
    assert scenario.dates(1) == (date(1941, 12, 8), date(1941, 12, 14))
    assert scenario.dates(10) == (date(1942, 2, 9), date(1942, 2, 15))


@pytest.mark.clause("MAL-2")
def test_orders_out_of_turn() -> None:
    table = Table(jp("a", "0302"), cw("x", "0307"))
    assert table.refusal(do="move", unit="x", to="S") == NOT_YOUR_UNIT
    assert table.refusal(do="sail", unit="a", port="Kota") == WRONG_PHASE
    assert table.refusal(do="join", unit="a") == WRONG_PHASE
    assert table.refusal(do="attack", hex="0307") == WRONG_PHASE
    assert table.refusal(do="advance", unit="a") == WRONG_PHASE
    table.state.game.active = COMMONWEALTH
    assert table.refusal(do="move", unit="a", to="S") == NOT_YOUR_UNIT
    table.state.game.phase = Phase.OVER - 1
    assert table.refusal(do="done") == NOT_YOUR_TURN


# Options and optional units


@pytest.mark.clause("MAL-3")
def test_options_are_taken_once_before_the_first_turn() -> None:
    plenty = {"by_turn": [4], "without_airfield": 9, "each_airfield": 1}
    table = Table(jp("a", "0302"), cw("x", "0307"), options=OPTIONS, air={"commonwealth": plenty})
    assert (table.state.game.phase, table.state.game.active) == (Phase.OPTIONS, JAPAN)
    assert table.refusal(do="take", option="trains") == NOT_YOUR_OPTION
    table.do(do="take", option="ships")
    assert table.refusal(do="take", option="ships") == TAKEN_ALREADY
    table.do(do="done")
    assert (table.state.game.phase, table.state.game.active) == (Phase.OPTIONS, COMMONWEALTH)
    table.do(do="take", option="aces").do(do="done")
    assert (table.state.game.turn, table.state.game.phase) == (1, Phase.MOVEMENT)
    assert table.refusal(do="take", option="trains") == WRONG_PHASE
    assert table.state.game.sea_left[0] == 7
    assert victory_points(table.ground, table.state, JAPAN) == -400
    assert victory_points(table.ground, table.state, COMMONWEALTH) == -200
    open_player_turn(table.ground, table.state, COMMONWEALTH, table.log.rows)
    assert (table.state.game.rail_left, table.state.game.air_left[COMMONWEALTH]) == (1, 5)


@pytest.mark.clause("MAL-3")
def test_only_who_has_options_is_asked() -> None:
    table = Table(jp("a", "0302"), cw("x", "0307"), options=OPTIONS[:1])
    assert table.state.game.active == COMMONWEALTH
    table.do(do="done")
    assert (table.state.game.active, table.state.game.phase) == (JAPAN, Phase.MOVEMENT)


@pytest.mark.clause("MAL-3", "MAL-14")
def test_optional_units_are_offered_once_and_come_next_turn() -> None:
    units = [jp("a", "0301"), jp("b", offered=2, points=3), jp("c", offered=2), cw("x", "0307")]
    table = Table(*units)
    assert table.state.game.phase == Phase.MOVEMENT
    assert table.refusal(do="call", unit="b") == WRONG_PHASE
    phases(table, 2)
    assert (table.state.game.turn, table.state.game.phase) == (2, Phase.REINFORCEMENT)
    table.do(do="call", unit="b")
    assert table.refusal(do="call", unit="b") == NOT_OFFERED
    assert table.state.game.called[JAPAN] == 3
    assert victory_points(table.ground, table.state, JAPAN) == -300
    assert table.refusal(do="enter", unit="b", at="0301") == NOT_IN_BOX
    phases(table, 3)
    assert (table.state.game.turn, table.state.game.phase) == (3, Phase.REINFORCEMENT)
    assert table.refusal(do="call", unit="c") == NOT_OFFERED
    table.do(do="enter", unit="b", at="0301")
    assert table.unit("c", "status") == LATER


# Reinforcements


@pytest.mark.clause("MAL-14")
def test_reinforcements_come_in_at_the_entries_of_their_side() -> None:
    units = [jp("a", arrives=1), jp("b", arrives=1), jp("c", arrives=1), cw("x", arrives=1)]
    table = Table(*units, cw("y", "0301"))
    assert table.state.game.phase == Phase.REINFORCEMENT
    assert table.refusal(do="enter", unit="a", at="0308") == NOT_YOUR_ENTRY
    assert table.refusal(do="enter", unit="a", at="0301") == ENTRY_TAKEN
    table.do(do="enter", unit="a", at="0201").do(do="enter", unit="b", at="Indo-China")
    assert (table.where("a"), table.unit("b", "status")) == ("0201", ABROAD)
    table.do(do="done")
    assert table.state.game.phase == Phase.NAVAL
    phases(table, 2)
    if table.state.game.phase != Phase.REINFORCEMENT:
        table.do(do="done")
    assert (table.state.game.active, table.unit("c", "status")) == (COMMONWEALTH, BOXED)
    table.do(do="enter", unit="x", at="0308")
    assert table.where("x") == "0308"


@pytest.mark.clause("MAL-9", "MAL-14")
def test_armour_comes_in_by_road_or_railway_alone() -> None:
    """Elsewhere it could never move again."""
    rules = MalayaRules(load_scenario(find_system("malaya")))  # type: ignore[arg-type]
    state = rules.start()
    rules.apply(state, Step(COMMONWEALTH, 0), EventLog())
    refused = {}
    for entry in rules.setting.entries[2:5]:
        order = rules.read_order({"do": "enter", "unit": "jp-t1", "at": entry})
        refused[entry] = str(rules.refuse(state, JAPAN, order))
    assert refused == {
        "0301": "None",
        "0401": "MAL-9: armour moves along roads and railways alone",
        "Indo-China": "None",
    }


@pytest.mark.clause("MAL-14")
def test_who_is_not_placed_waits() -> None:
    table = Table(jp("a", arrives=1), jp("b", "0302"), cw("x", "0307"))
    phases(table, 3)
    assert (table.state.game.turn, table.state.game.phase) == (2, Phase.REINFORCEMENT)
    assert table.refusal(do="enter", unit="a", at="0301") == OK


@pytest.mark.clause("MAL-14")
def test_an_entry_of_a_set_up_closes() -> None:
    """In the free set-up the first turn is that of the Commonwealth, all over the map."""
    rules = MalayaRules(load_scenario(find_system("malaya"), "free-set-up"))  # type: ignore[arg-type]
    state = rules.start()

    def refused(turn: int, side: int, unit: str, at: str) -> str:
        state.game.turn, state.game.active, state.game.phase = turn, side, Phase.REINFORCEMENT
        state.units.status[:] = BOXED
        hexes = {place.name: place.hex for place in rules.scenario.file.map.place}
        order = rules.read_order({"do": "enter", "unit": unit, "at": hexes.get(at, at)})
        return str(rules.refuse(state, side, order))

    assert refused(1, COMMONWEALTH, "cw-28", "Jitra") == "None"
    closed = f"MAL-14: {words_of('MAL', ENTRY_CLOSED)}"
    assert refused(2, COMMONWEALTH, "cw-28", "Jitra") == closed
    assert refused(2, COMMONWEALTH, "cw-28", "Singapore") == "None"
    assert refused(2, JAPAN, "jp-41", "Singora") == "None"
    assert refused(3, JAPAN, "jp-41", "Singora") == closed
    assert refused(3, JAPAN, "jp-41", "0301") == "None"


@pytest.mark.clause("MAL-14")
def test_ports_off_the_map_have_room_for_all() -> None:
    units = [jp(f"a{n}", arrives=1, stacking=4) for n in range(5)]
    table = Table(*units, cw("x", "0307"))
    for n in range(5):
        table.do(do="enter", unit=f"a{n}", at="Indo-China")
    table.do(do="done")
    assert table.state.game.phase == Phase.NAVAL


# Victory


def ended(fallen: int, *, steps: int = 0, lost: int = 0, held: str = "", **more: Any) -> int:
    """The level of a game that has ended."""
    table = Table(jp("a", "0302"), cw("x", "0308"), **more)
    table.state.game.fallen = fallen
    table.state.game.eliminated[COMMONWEALTH] = steps
    table.state.game.eliminated[JAPAN] = lost
    for label in held.split():
        table.hold(JAPAN, label)
    end_game(table.ground, table.state, table.log.rows)
    return table.state.game.level


@pytest.mark.clause("MAL-32")
@pytest.mark.parametrize(("fallen", "level"), [(1, 2), (2, 2), (3, 1), (4, 0), (0, -1)])
def test_the_turn_decides_the_level(fallen: int, level: int) -> None:
    assert ended(fallen) == level


@pytest.mark.clause("MAL-32")
@pytest.mark.parametrize(
    ("fallen", "steps", "lost", "held", "level"),
    [
        (4, 40, 0, "", 1),  # twenty points ahead
        (4, 39, 0, "", 0),
        (4, 26, 0, "0305 0204", 1),  # 4 + 3 + 13
        (4, 25, 0, "0305 0204", 0),
        (4, 0, 10, "", -1),  # five behind
        (4, 0, 9, "", 0),
        (2, 99, 0, "", 2),  # no better than decisive
        (0, 0, 99, "", -2),
        (0, 40, 0, "", 0),
        (3, 0, 18, "0305", 0),  # 4 less 9
    ],
)
def test_points_shift_the_level(fallen: int, steps: int, lost: int, held: str, level: int) -> None:
    assert ended(fallen, steps=steps, lost=lost, held=held) == level


@pytest.mark.clause("MAL-32", "MAL-3")
def test_points_of_both_sides() -> None:
    table = Table(jp("a", "0302"), cw("x", "0308"))
    table.state.game.eliminated[COMMONWEALTH] = 3
    table.state.game.eliminated[JAPAN] = 5
    table.state.game.called[COMMONWEALTH] = 2
    table.hold(JAPAN, "0305")
    assert victory_points(table.ground, table.state, JAPAN) == 150 + 400
    assert victory_points(table.ground, table.state, COMMONWEALTH) == 250 - 200


@pytest.mark.clause("MAL-32")
def test_japan_wins_by_holding_singapore_when_its_player_turn_ends() -> None:
    table = Table(jp("a", "0307"), cw("x", "0205"))
    table.move("a", "S")
    assert table.state.game.phase == Phase.MOVEMENT
    while table.state.game.phase != Phase.OVER:
        table.do(do="done")
    assert (table.state.game.turn, table.state.game.active) == (1, JAPAN)
    assert (table.state.game.fallen, table.state.game.level) == (1, 2)


@pytest.mark.clause("MAL-32")
def test_all_places_that_decide_must_be_held() -> None:
    more = {"place": "Singapore", "places": ["Lumpur"]}
    table = Table(jp("a", "0307"), cw("x", "0205"), victory=more)
    table.move("a", "S")
    phases(table, 2)
    assert table.state.game.phase != Phase.OVER
    assert table.state.game.fallen == 0
