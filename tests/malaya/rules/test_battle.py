"""What a battle costs and where it leads: MAL-24 to MAL-30, by hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hexfront.core.events import Event
from hexfront.systems.malaya.rules.battle import CANNOT_STACK, NO_ATTACKER, Advanced, Retreated
from hexfront.systems.malaya.rules.combat import Eliminated, StepLost
from hexfront.systems.malaya.rules.movement import OK
from hexfront.systems.malaya.scenario.state import (
    BOXED,
    COMMONWEALTH,
    GONE,
    JAPAN,
    NO_DUTY,
    NOBODY,
    Phase,
)
from tests.malaya.fights import way
from tests.malaya.small import Table, cw, jp


def fought(
    label: str, names: str, *units: dict[str, Any], code: str = "0/0R", **changes: Any
) -> Table:
    """A battle of the first turn in which each face gives the same entry of the table."""
    columns = [{"attacker": 1, "defender": 99}]
    changes = {"results": {"columns": columns, "rows": [[code]] * 6}, "shipping": None} | changes
    table = Table(*units, air={"defence": [[1]]}, **changes).go_to(Phase.COMBAT)
    table.state.units.supplied[:] = 1
    return table.fight(label, *names.split(), face=3)


def paths(events: list[Event], table: Table) -> dict[str, list[str]]:
    """The paths of those who retreated."""
    labels = table.setting.labels
    return {
        table.names[event.what.unit]: [labels[place] for place in way(event.what)]
        for event in events
        if isinstance(event.what, Retreated)
    }


# Losses


@pytest.mark.clause("MAL-24")
def test_units_of_two_steps_lose_first_and_chance_draws_among_them() -> None:
    units = [cw("x", "0203", stacking=1), cw("y", "0203", stacking=1), cw("z", "0203", steps=1)]
    table = fought("0203", "a", jp("a", "0303"), *units, code="0/1")
    assert (table.state.game.phase, table.weights()) == (Phase.LOSS, [1, 1])
    table.answer(1)
    assert [table.unit(name, "steps") for name in "xyz"] == [2, 1, 1]
    assert table.state.game.eliminated[COMMONWEALTH] == 1


@pytest.mark.clause("MAL-24")
def test_chance_is_asked_only_where_it_matters() -> None:
    units = [cw("x", "0203", stacking=1), cw("y", "0203", stacking=1), cw("z", "0203", steps=1)]
    table = fought("0203", "a", jp("a", "0303"), *units, code="0/2")
    assert [table.unit(name, "steps") for name in "xyz"] == [1, 1, 1]
    assert table.state.game.phase != Phase.LOSS
    table = fought("0203", "a", jp("a", "0303"), *units, code="0/3")
    assert (table.state.game.phase, table.weights()) == (Phase.LOSS, [1, 1, 1])
    table.answer(2)
    assert [table.unit(name, "status") == GONE for name in "xyz"] == [False, False, True]
    table = fought("0203", "a", jp("a", "0303"), *units, code="0/9")
    assert all(table.unit(name, "status") == GONE for name in "xyz")
    assert table.state.game.eliminated[COMMONWEALTH] == 5


@pytest.mark.clause("MAL-24")
def test_everyone_of_a_class_is_drawn_alike() -> None:
    """All ways in which three units lose two of six steps: first one of three, then of two."""
    units = [cw(name, "0203", stacking=1) for name in "xyz"]
    seen: Counter[tuple[int, ...]] = Counter()
    for first in range(3):
        for second in range(2):
            table = fought("0203", "a", jp("a", "0303"), *units, code="0/2")
            assert table.weights() == [1, 1, 1]
            table.answer(first)
            assert table.weights() == [1, 1]
            table.answer(second)
            seen[tuple(table.unit(name, "steps") for name in "xyz")] += 1
    assert seen == {(1, 1, 2): 2, (1, 2, 1): 2, (2, 1, 1): 2}


@pytest.mark.clause("MAL-24")
def test_the_attacker_loses_before_the_defender() -> None:
    table = fought("0203", "a", jp("a", "0303"), cw("x", "0203"), code="1/2")
    lost = [e.what.unit for e in table.events if isinstance(e.what, StepLost | Eliminated)]
    assert [table.names[number] for number in lost] == ["a", "x", "x"]


# Retreats


@pytest.mark.clause("MAL-25")
def test_two_hexes_toward_supply_by_the_cheapest_way() -> None:
    # The Commonwealth's source is Singapore: down the road, and not through the jungle.
    table = fought("0304", "a", jp("a", "0303"), cw("x", "0304"))
    assert paths(table.events, table) == {"x": ["0305", "0306"]}
    assert (table.control("0305"), table.control("0306")) == (COMMONWEALTH,) * 2


@pytest.mark.clause("MAL-25")
def test_toward_supply_comes_before_cheap() -> None:
    # North along the road would cost a point, the jungle six; but supply is in the south.
    table = fought("0402", "a", jp("a", "0401"), cw("x", "0402"))
    path = paths(table.events, table)["x"]
    assert path[-1] in ("0404", "0304", "0503", "0504")
    assert path == ["0303", "0304"]  # by the road that runs beside


@pytest.mark.clause("MAL-25", "MAL-26")
def test_away_from_supply_only_when_enemies_leave_nothing_else() -> None:
    units = [jp("a", "0305"), jp("b", "0204"), jp("c", "0404"), jp("d", "0203"), jp("e", "0403")]
    table = fought("0304", "a", *units, cw("x", "0304"), numbers={"zone_loss": 0})
    assert paths(table.events, table) == {"x": ["0303", "0302"]}


@pytest.mark.clause("MAL-25")
def test_without_a_source_only_the_cost_counts() -> None:
    table = fought("0304", "a", jp("a", "0204"), jp("z", "0308"), cw("x", "0304"))
    assert paths(table.events, table) == {"x": ["0303", "0302"]}


@pytest.mark.clause("MAL-26")
def test_one_hex_more_from_a_full_one() -> None:
    full = cw("y", "0306", stacking=3)
    table = fought("0304", "a", jp("a", "0303"), cw("x", "0304"), full)
    assert paths(table.events, table) == {"x": ["0305", "0306", "0307"]}


@pytest.mark.clause("MAL-26")
def test_a_path_that_ends_in_a_full_hex_is_out() -> None:
    full = [cw("y", "0306", stacking=3), cw("z", "0307", stacking=4), cw("w", "0207", stacking=4)]
    table = fought("0304", "a", jp("a", "0303"), cw("x", "0304"), *full)
    path = paths(table.events, table)["x"]
    assert path[-1] not in ("0306", "0307", "0207")


@pytest.mark.clause("MAL-26")
def test_infantry_and_armour_go_apart_and_infantry_first() -> None:
    units = [cw("x", "0304", stacking=3), cw("t", "0304", arm="armour", stacking=1)]
    table = fought("0304", "a", jp("a", "0303"), *units)
    assert paths(table.events, table) == {"x": ["0305", "0306"], "t": ["0305", "0306"]}
    units = [cw("t", "0304", arm="armour", stacking=2), cw("x", "0304", stacking=2)]
    table = fought("0304", "a", jp("a", "0303"), *units, cw("y", "0306"))
    # The infantry fills 0306, so that the armour goes on.
    assert paths(table.events, table) == {"x": ["0305", "0306"], "t": ["0305", "0306", "0307"]}
    assert [table.names[e.what.unit] for e in table.events if isinstance(e.what, Retreated)] == [
        "x",
        "t",
    ]


@pytest.mark.clause("MAL-26", "MAL-27")
def test_armour_off_the_road_stays_and_loses_two_steps_together() -> None:
    units = [cw("t", "0404", arm="armour"), cw("u", "0404", arm="armour")]
    table = fought("0404", "a", jp("a", "0304"), *units)
    assert table.state.game.phase != Phase.LOSS  # each loses one of the two
    assert [table.unit(name, "steps") for name in "tu"] == [1, 1]
    assert table.where("t") == table.where("u") == "0404"
    assert [c for k, c in table.kinds() if k == StepLost] == ["MAL-27"] * 2


@pytest.mark.clause("MAL-27")
def test_no_way_back_eliminates_a_unit_alone() -> None:
    table = fought("0408", "a", jp("a", "0308"), cw("x", "0408"))
    assert table.unit("x", "status") == GONE
    assert table.state.game.eliminated[COMMONWEALTH] == 2
    assert table.state.game.phase == Phase.ADVANCE


@pytest.mark.clause("MAL-28")
@pytest.mark.parametrize("friend", ["0301", "0305", "0306"])
def test_a_step_for_each_hex_in_a_zone_whoever_stands_there(friend: str) -> None:
    # 0405 is beside 0305 and 0306; zones come after the cost, which is least along the road.
    units = [jp("a", "0303"), jp("b", "0405"), cw("x", "0304"), cw("y", friend, stacking=1)]
    table = fought("0304", "a", *units)
    assert paths(table.events, table)["x"] == ["0305", "0306"]
    assert table.state.game.eliminated[COMMONWEALTH] == 2
    assert [c for k, c in table.kinds() if k in (StepLost, Eliminated)] == ["MAL-28"] * 2


@pytest.mark.clause("MAL-28")
def test_the_stack_loses_the_steps_together() -> None:
    units = [jp("a", "0303"), jp("b", "0406"), cw("x", "0304"), cw("y", "0304")]
    table = fought("0304", "a", *units)  # 0306 alone is beside 0406
    assert (table.state.game.phase, table.weights()) == (Phase.LOSS, [1, 1])
    table.answer(0)
    assert [table.unit(name, "steps") for name in "xy"] == [1, 2]
    assert (StepLost, "MAL-28") in table.kinds()


@pytest.mark.clause("MAL-25")
def test_attackers_retreat_from_the_battle_too() -> None:
    units = [jp("a", "0303"), jp("b", "0303"), jp("c", "0305"), cw("x", "0304"), cw("y", "0308")]
    table = fought("0304", "a c", *units, code="0/0r")
    told = paths(table.events, table)
    assert told["a"] == ["0302", "0301"]  # toward the north
    assert table.where("b") == "0303"  # took no part
    assert table.where("c")[:2] in ("02", "03", "04")
    assert table.where("x") == "0304"
    assert table.state.game.phase != Phase.ADVANCE


@pytest.mark.clause("MAL-25", "MAL-26")
def test_groups_of_attackers_go_in_the_order_of_their_hexes() -> None:
    units = [
        jp("t", "0303", arm="armour", stacking=1),
        jp("a", "0303"),
        jp("b", "0203"),
        cw("x", "0304"),
    ]
    table = fought("0304", "a b t", *units, code="0/0r")
    gone = [e.what.unit for e in table.events if isinstance(e.what, Retreated)]
    assert [table.names[number] for number in gone] == ["b", "a", "t"]


# Advances


@pytest.mark.clause("MAL-29", "MAL-31")
def test_advances_can_be_taken_back_until_the_battle_is_ended() -> None:
    units = [jp("a", "0303"), jp("b", "0305"), jp("c", "0303", stacking=1), jp("d", "0203")]
    table = fought("0304", "a b c", *units, cw("x", "0304"))
    assert (table.where("x"), table.state.game.phase) != ("0304", Phase.ADVANCE)
    assert table.state.game.phase == Phase.ADVANCE
    assert table.refusal(do="advance", unit="d") == NO_ATTACKER
    table.do(do="advance", unit="a").do(do="advance", unit="b")
    assert table.refusal(do="advance", unit="c") == CANNOT_STACK
    table.do(do="advance", unit="a")
    assert table.refusal(do="advance", unit="c") == OK
    assert table.where("b") == "0305"
    table.do(do="advance", unit="c").do(do="done")
    assert [table.where(name) for name in "abc"] == ["0303", "0304", "0304"]
    assert [e.kind for e in table.events if isinstance(e.what, Advanced)] == ["Advanced"] * 2
    assert table.control("0304") == JAPAN
    assert table.state.units.duty.tolist() == [NO_DUTY] * 5
    assert table.state.game.selected == NOBODY


@pytest.mark.clause("MAL-29")
def test_an_advance_is_free_and_goes_from_zone_to_zone() -> None:
    units = [jp("a", "0304", movement=0), cw("x", "0403"), cw("y", "0504")]
    table = fought("0403", "a", *units, code="0/9")
    table.do(do="advance", unit="a").do(do="done")
    assert table.where("a") == "0403"


@pytest.mark.clause("MAL-29")
def test_nobody_advances_where_somebody_stays() -> None:
    units = [cw("t", "0404", arm="armour"), cw("x", "0404")]
    table = fought("0404", "a", jp("a", "0304"), *units)
    assert table.where("x") != "0404"
    assert (table.unit("t", "status"), table.state.game.phase) == (GONE, Phase.ADVANCE)
    units = [cw("t", "0404", arm="armour"), cw("u", "0404", arm="armour", stacking=1)]
    table = fought("0404", "a", jp("a", "0304"), *units)
    assert table.where("t") == table.where("u") == "0404"
    assert table.state.game.phase != Phase.ADVANCE


@pytest.mark.clause("MAL-29")
def test_who_retreated_does_not_advance() -> None:
    table = fought("0304", "a", jp("a", "0303"), cw("x", "0304"), code="0/9r")
    assert (table.unit("x", "status"), table.where("a")) == (GONE, "0301")
    assert table.state.game.phase != Phase.ADVANCE


# Landings


def landing(code: str, *units: dict[str, Any], **changes: Any) -> Table:
    """A landing at Kuantan in which each face gives the same entry of the table."""
    columns = [{"attacker": 1, "defender": 99}]
    table = Table(
        *units,
        results={"columns": columns, "rows": [[code]] * 6},
        air={"defence": [[1]]},
        shipping=None,
        **changes,
    ).go_to(Phase.NAVAL)
    for unit in units:
        if unit.get("box"):
            table.do(do="land", unit=unit["id"], port="Kuantan")
    while table.state.game.phase != Phase.COMBAT:
        table.do(do="done")
    return table.fight("0705", face=3)


@pytest.mark.clause("MAL-29", "MAL-30")
def test_a_landing_advances_or_goes_back_to_the_box() -> None:
    table = landing("0/9", jp("a", box="Indo-China"), jp("b", box="Indo-China"), cw("x", "0705"))
    assert table.state.game.phase == Phase.ADVANCE
    table.do(do="advance", unit="b").do(do="done")
    assert (table.where("b"), table.control("0705"), table.unit("b", "port")) == (
        "0705",
        JAPAN,
        NOBODY,
    )
    assert (table.unit("a", "status"), table.unit("a", "steps")) == (BOXED, 1)
    assert table.unit("b", "steps") == 2


@pytest.mark.clause("MAL-30")
@pytest.mark.parametrize(
    ("code", "steps", "status"), [("0/1", 1, BOXED), ("1/1r", 0, GONE), ("0/0r", 1, BOXED)]
)
def test_a_landing_that_fails(code: str, steps: int, status: int) -> None:
    table = landing(code, jp("a", box="Indo-China"), cw("x", "0705"))
    assert (table.unit("a", "steps"), table.unit("a", "status")) == (steps, status)
    if status == BOXED:
        table.go_to(Phase.REINFORCEMENT, turn=2)
        table.do(do="enter", unit="a", at="Indo-China")


@pytest.mark.clause("MAL-30")
def test_the_loss_is_data() -> None:
    table = landing("0/0", jp("a", box="Indo-China"), cw("x", "0705"), numbers={"landing_loss": 2})
    assert table.unit("a", "status") == GONE
    table = landing("0/0", jp("a", box="Indo-China"), cw("x", "0705"), numbers={"landing_loss": 0})
    assert (table.unit("a", "status"), table.unit("a", "steps")) == (BOXED, 2)
