"""Armies kept under a name: counted, checked entry by entry, and set up again in one request."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.core.contract import Step
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.state import digest
from hexfront.play.armies import ArmySetup, ArmyStore, SavedArmy, Unit, for_side, orders_for_army

AGGRESSOR = find_system("aggressor")
RULES = AGGRESSOR.rules(load_scenario(AGGRESSOR))
SETUP = ArmySetup(RULES.board()["army_setup"])
WEST, EAST = 0, 1


def carried_out(orders: list[int], side: int = WEST, state: Any = None) -> Any:
    state = RULES.start() if state is None else state
    for order in orders:
        assert RULES.refuse(state, side, order) is None
        RULES.apply(state, Step(side, order), EventLog())
    return state


def suggested(side: int = WEST, word: str = "balanced") -> list[Unit]:
    """The army of an offer, as it then stands."""
    offers = RULES.offers(RULES.view(RULES.start(), side))
    offer = next(offer for offer in offers if (offer.kind, offer.word) == ("army", word))
    return SETUP.army(RULES.view(carried_out(list(offer.orders), side), side))


ARMY = suggested()
OTHER = suggested(word="random")


@pytest.mark.clause("AGR-53")
def test_an_army_is_kept_and_stands_again_in_its_order(tmp_path: Path) -> None:
    store = ArmyStore(tmp_path, "aggressor")
    assert store.names() == []
    path = store.save("First-One", ARMY, "Standard", "west")
    store.save("other", OTHER, "Standard", "west")
    assert path.is_relative_to(tmp_path)
    assert store.names() == ["first-one", "other"]
    assert store.load("first-one") == SavedArmy("west", ARMY)
    assert store.load("OTHER") == SavedArmy("west", OTHER)
    assert ARMY != OTHER
    state = carried_out(orders_for_army(RULES, RULES.start(), WEST, ARMY, "army"))
    assert SETUP.army(RULES.view(state, WEST)) == ARMY
    # What stands is taken away, also where the army is full and nothing more can be placed.
    orders = orders_for_army(RULES, state, WEST, OTHER, "army")
    state = carried_out(orders, state=state)
    view = RULES.view(state, WEST)
    assert SETUP.army(view) == OTHER
    assert sum(SETUP.counts(view).values()) == SETUP.size == 18
    assert 0 in RULES.choices(state, WEST)


@pytest.mark.clause("AGR-53")
def test_a_file_anywhere_may_be_written_and_read(tmp_path: Path) -> None:
    store = ArmyStore(tmp_path / "data", "aggressor")
    file = tmp_path / "Exported Army.json"
    assert store.save(str(file), ARMY, "Standard", "west") == file
    assert store.load(f" {file} ") == SavedArmy("west", ARMY)
    assert store.names() == []
    with pytest.raises(InputError, match="a file that can be read"):
        store.load(str(tmp_path / "none.json"))


@pytest.mark.clause("AGR-53")
def test_an_army_of_the_other_side_is_mirrored() -> None:
    board = RULES.board()
    assert for_side(SavedArmy("west", ARMY), WEST, board, "army") == ARMY
    mirrored = for_side(SavedArmy("west", ARMY), EAST, board, "army")
    assert [unit.type for unit in mirrored] == [unit.type for unit in ARMY]
    # Columns A to U change places, rows stay.
    assert [f"@{chr(ord('A') + ord('U') - ord(u.hex[1]))}{u.hex[2]}" for u in ARMY] == [
        unit.hex for unit in mirrored
    ]
    state = carried_out(orders_for_army(RULES, RULES.start(), EAST, mirrored, "army"), EAST)
    assert SETUP.army(RULES.view(state, EAST)) == mirrored
    with pytest.raises(InputError, match="army: /side: found 'north', expected one of: west, east"):
        for_side(SavedArmy("north", ARMY), WEST, board, "army")
    lost = for_side(SavedArmy("west", [Unit("armor", "@ZZ")]), EAST, board, "army")
    assert lost == [Unit("armor", "@ZZ")]


def test_planning_an_army_changes_nothing() -> None:
    state = carried_out(orders_for_army(RULES, RULES.start(), EAST, suggested(EAST), "army"), EAST)
    before = digest(state)
    with pytest.raises(InputError):
        orders_for_army(RULES, state, EAST, ARMY, "army")
    orders_for_army(RULES, state, EAST, suggested(EAST, "random"), "army")
    assert digest(state) == before


WRONG: list[tuple[list[Unit], list[str]]] = [
    (ARMY[:17], ["army: /units: found <17 units>, expected 18 units (AGR-53)"]),
    ([], ["army: /units: found <0 units>"]),
    ([*ARMY, Unit("armor", "@AA")], ["found <19 units>"]),
    (
        [ARMY[0]._replace(type="tank"), *ARMY[1:]],
        ["army: /units/0/type: found 'tank', expected one of: airbase, missile,"],
    ),
    (
        [*ARMY[:5], ARMY[5]._replace(hex="@ZZ"), *ARMY[6:]],
        ["army: /units/5/hex: found '@ZZ', expected a place of the board"],
    ),
    (
        [*ARMY[:17], ARMY[17]._replace(hex=ARMY[3].hex)],
        ["/units/17/hex", "a place without /units/3: one unit a place"],
    ),
    (
        [*ARMY[:2], ARMY[2]._replace(hex="@UA"), *ARMY[3:]],
        ["army: /units/2/hex: found '@UA', expected a place of your own, such as @", "(AGR-6)"],
    ),
    ([*ARMY[:2], ARMY[2]._replace(hex="@KA"), *ARMY[3:]], ["/units/2/hex: found '@KA'"]),
]


@pytest.mark.clause("AGR-53", "AGR-6", "AGR-3", "AGR-4")
@pytest.mark.parametrize(("units", "words"), WRONG)
def test_an_army_that_nobody_could_set_up_is_refused(units: list[Unit], words: list[str]) -> None:
    with pytest.raises(InputError) as failure:
        orders_for_army(RULES, RULES.start(), WEST, units, "army")
    assert all(word in str(failure.value) for word in words), failure.value


def test_every_wrong_entry_is_named_at_once() -> None:
    units = [ARMY[0]._replace(type="x", hex="y"), ARMY[1]._replace(hex="z"), *ARMY[2:]]
    with pytest.raises(InputError) as failure:
        orders_for_army(RULES, RULES.start(), WEST, units, "army")
    places = [problem.place for problem in failure.value.problems]
    assert places == ["army: /units/0/type", "army: /units/0/hex", "army: /units/1/hex"]


def test_an_army_is_set_up_only_in_the_set_up() -> None:
    ready = carried_out([*orders_for_army(RULES, RULES.start(), WEST, ARMY, "army"), 0])
    with pytest.raises(InputError, match="no units may be placed now"):
        orders_for_army(RULES, ready, WEST, ARMY, "army")
    brigade = find_system("brigade")
    rules = brigade.rules(load_scenario(brigade))
    with pytest.raises(InputError, match="a game in which armies are set up"):
        orders_for_army(rules, rules.start(), WEST, ARMY, "army")


SAVED = {
    "format": "hexfront-army/1",
    "system": "aggressor",
    "board": "Standard",
    "side": "west",
    "units": [unit._asdict() for unit in ARMY],
}


@pytest.mark.clause("AGR-53")
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": "hexfront-army/2"}, "army kept: /format: found 'hexfront-army/2'"),
        ({"system": "brigade"}, "army kept: /system: found 'brigade', expected 'aggressor'"),
        ({"units": "all"}, "army kept: /units: found 'all'"),
        ({"units": [{"type": "armor"}]}, "army kept: /units/0/hex: found nothing"),
        ({"units": [{"type": 4, "hex": "@AA"}]}, "army kept: /units/0/type: found 4"),
        ({"units": [{"type": "armor", "hex": "@AA", "range": 9}]}, "army kept: /units/0/range"),
        ({"cheat": True}, "army kept: /cheat"),
    ],
)
def test_a_tampered_file_is_refused_with_the_entry(
    tmp_path: Path, changes: dict[str, Any], words: str
) -> None:
    store = ArmyStore(tmp_path, "aggressor")
    path = store.save("kept", ARMY, "Standard", "west")
    assert json.loads(path.read_text("utf-8")) == SAVED
    path.write_text(json.dumps({**SAVED, **changes}))
    with pytest.raises(InputError) as failure:
        store.load("kept")
    assert str(failure.value).startswith(words)


def test_a_file_that_is_no_json_and_names_that_are_none(tmp_path: Path) -> None:
    store = ArmyStore(tmp_path, "aggressor")
    path = store.save("kept", ARMY, "Standard", "west")
    path.write_bytes(b"{\xff")
    with pytest.raises(InputError, match="UTF-8"):
        store.load("kept")
    with pytest.raises(InputError, match="army: found 'kep', expected one of: kept"):
        store.load("kep")
    for name in ("", "../../etc/passwd", "a b", "-x", "x" * 41, "é", "kept!"):
        with pytest.raises(InputError, match="small letters, digits and hyphens"):
            store.load(name)
        with pytest.raises(InputError, match="small letters, digits and hyphens"):
            store.save(name, ARMY, "Standard", "west")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "armies").write_text("a file in the way")
    with pytest.raises(InputError, match="a file that can be written"):
        ArmyStore(tmp_path, "aggressor").save("kept", ARMY, "Standard", "west")


@settings(max_examples=150)
@given(
    st.lists(
        st.builds(
            Unit,
            st.one_of(st.sampled_from(list(SETUP.types)), st.text(max_size=5)),
            st.one_of(st.sampled_from([u.hex for u in ARMY]), st.sampled_from(["@KA", "", "@UO"])),
        ),
        min_size=17,
        max_size=19,
    )
)
def test_any_army_is_planned_or_refused(units: list[Unit]) -> None:
    try:
        orders = orders_for_army(RULES, RULES.start(), WEST, units, "army")
    except InputError as error:
        assert error.problems
        return
    assert SETUP.army(RULES.view(carried_out(orders), WEST)) == units


def test_types_are_known_by_title_name_or_symbol() -> None:
    counter = RULES.view(
        carried_out(orders_for_army(RULES, RULES.start(), 0, ARMY, "a")), 0
    ).counters[0]
    kind = ARMY[0].type
    assert SETUP.type_of(counter) == kind
    assert SETUP.type_of(replace(counter, name=kind)) == kind
    assert SETUP.type_of(replace(counter, name="?")) == kind
    assert SETUP.type_of(replace(counter, name="?", sidc="")) == ""
