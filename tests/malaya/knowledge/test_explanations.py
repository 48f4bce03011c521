"""Why a retreat went as it did, told after it: MAL-25 to MAL-28."""

from __future__ import annotations

import pytest

from hexfront.systems.malaya.knowledge.explanations import Retreat, retreats_after
from hexfront.systems.malaya.rules.battle import RetreatBarred, Retreated
from tests.malaya.fights import way
from tests.malaya.rules.test_battle import fought
from tests.malaya.small import Table, cw, jp


def explained(table: Table, name: str) -> list[tuple[list[str], Retreat]]:
    """Every path of a unit's retreat in the last battle, as labels, with what is told of it."""
    unit = table.number(name)
    event = next(
        e
        for e in table.events
        if isinstance(e.what, Retreated | RetreatBarred) and e.what.unit == unit
    )
    path = tuple(way(event.what)) if isinstance(event.what, Retreated) else ()
    found = retreats_after(table.ground, table.state, unit, event.what.here, path)
    return [([table.setting.labels[place] for place in r.hexes], r) for r in found]


@pytest.mark.clause("MAL-27")
def test_who_cannot_retreat_is_told_why() -> None:
    table = fought("0404", "a", jp("a", "0304"), cw("t", "0404", arm="armour"))
    found = explained(table, "t")
    assert found and not any(retreat.taken for _, retreat in found)
    whys = {path[0]: retreat.why for path, retreat in found}
    assert whys.pop("0304") == "an enemy holds {}"
    assert set(whys.values()) == {"the group cannot enter {}"}
    # Also of a unit that this eliminates.
    table = fought("0408", "a", jp("a", "0308"), cw("x", "0408"))
    assert not any(retreat.taken for _, retreat in explained(table, "x"))


@pytest.mark.clause("MAL-26")
def test_a_way_that_ends_is_told_too() -> None:
    # Behind 0301 and 0201 the map ends; the first is one hex away, the second two.
    units = [jp("a", "0304"), cw("x", "0303"), cw("y", "0201", stacking=4)]
    found = explained(fought("0303", "a", *units), "x")
    whys = {tuple(path): retreat.why for path, retreat in found}
    assert whys["0302", "0201"] == "{} has no room, and no land leads on from it"
    found = explained(fought("0302", "a", jp("a", "0303"), cw("x", "0302")), "x")
    whys = {tuple(path): retreat.why for path, retreat in found}
    assert whys["0301",] == "no land leads on from {}"


@pytest.mark.clause("MAL-25", "MAL-28")
def test_who_was_lost_on_the_way_counts_for_the_room_that_was_needed() -> None:
    # Beside y there is no room for both, so they went on; then zones cost one of them its steps.
    units = [jp("a", "0303"), jp("b", "0405", movement=0), cw("x", "0304", steps=1)]
    units += [cw("z", "0304", stacking=1, steps=1), cw("y", "0306", stacking=2)]
    table = fought("0304", "a", *units, code="0/0R")
    found = explained(table, "x" if table.where("x") else "z")
    assert [path for path, retreat in found if retreat.taken] == [["0305", "0306", "0307"]]


@pytest.mark.clause("MAL-25", "MAL-26")
def test_who_came_in_a_battle_before_took_room() -> None:
    """Two stacks retreat the same way in one phase: the second passes the first."""
    units = [jp("a", "0303"), jp("b", "0404"), cw("x", "0304"), cw("z", "0305", stacking=3)]
    table = fought("0304", "a", *units)
    assert explained(table, "x")[0][0] == ["0305", "0306"]
    table.do(do="done").fight("0305", "b", face=6)
    assert [path for path, retreat in explained(table, "z") if retreat.taken] == [["0306", "0307"]]


@pytest.mark.clause("MAL-25")
def test_a_path_that_ends_with_its_second_hex_goes_before_one_that_needs_a_third() -> None:
    """Both lead as near to supply and cost the same over two hexes; the longer has the lower
    numbers."""
    units = [jp("a", "0504"), cw("x", "0505"), cw("y", "0507", stacking=3)]
    found = explained(fought("0505", "a", *units), "x")
    assert [path for path, retreat in found if retreat.taken] == [["0506", "0606"]]
    whys = {tuple(path): retreat.why for path, retreat in found}
    assert whys["0506", "0507", "0407"] == "it needs a third hex"
