"""Orders by single keys, as far as they need no screen: which unit flashes, and what keys mean."""

from __future__ import annotations

import pytest

from hexfront.core.contract import Aim, Counter, Kind, Offer, View
from hexfront.core.errors import InputError
from hexfront.tui import unit_keys as keys

LABELS = [f"@{column}{row}" for column in "ABCDE" for row in "ABC"]
NUMBERS = {label: number for number, label in enumerate(LABELS)}


def view(*units: str, title: str = "Round 1") -> View:
    """Units such as `3@CA`; the first sign says whose: `-3@CA` is the enemy's."""
    counters = []
    for unit in units:
        id, _, place = unit.lstrip("-").partition("@")
        side = int(unit.startswith("-"))
        counters.append(
            Counter(id, side, f"@{place}" if place else "", "Armor", "", True, {"range": 3})
        )
    return View(0, 1, Kind.ORDERS, True, title, "", tuple(counters))


UNITS = view("1@AA", "2@AB", "-c1@AC", "3", "4@BA")


@pytest.mark.clause("AGR-44")
def test_keys_go_through_the_own_units_on_the_map_in_their_order() -> None:
    assert [c.id for c in keys.units_in_order(UNITS)] == ["1", "2", "4"]
    assert [keys.next_unit(UNITS, id) for id in ("", "1", "2", "4", "3")] == list("12411")
    assert [keys.next_unit(UNITS, id, -1) for id in ("", "1", "2", "4")] == list("4412")
    assert keys.next_unit(view("-c1@AA"), "1") == ""


@pytest.mark.parametrize(
    ("left", "flashing", "found"),
    [
        (UNITS, "2", "2"),
        (view("1@AA", "4@BA"), "2", "4"),
        (view("1@AA", "2@AB"), "4", "1"),
        (view("4@BA"), "1", "4"),
        (view("-c1@AA"), "1", ""),
        (view("1@AA", "2@AB", "4@BA", title="Round 2"), "2", "1"),
    ],
)
def test_the_next_unit_flashes_where_one_is_lost_and_the_first_in_a_new_turn(
    left: View, flashing: str, found: str
) -> None:
    assert keys.after_loss(UNITS, left, flashing) == found


RECON = Offer((), "recon", "Recon", "C", "2", aim=Aim(100), key="7")
STRIKE = Offer((201,), "strike", "Strike c1", "C", "2", "@AB", key="7")
LAUNCH = Offer((), "launch", "Launch", "C", "4", aim=Aim(300, ("@BA", "@BB")), key="7")
CONTACT = Offer((5,), "contact", "Contact", "C", "1", word="@@", key="7")
REPLACE = Offer((6,), "replacement", "Replacement", "C", "1", "@AA", key="7")
MOVE = Offer((7,), "move", "Move", "C", "1", "@AB", key="4")
END = Offer((0,), "end", "End the turn", "C", key="0")
OFFERS = [RECON, STRIKE, LAUNCH, CONTACT, REPLACE, MOVE, END]


@pytest.mark.clause("AGR-44")
def test_a_key_means_an_order_of_the_unit_that_flashes() -> None:
    assert keys.key_offers(OFFERS, "1", "4") == [MOVE]
    assert keys.key_offers(OFFERS, "2", "4") == []
    assert keys.key_offers(OFFERS, "2", "7") == [RECON, STRIKE]
    assert keys.key_offers(OFFERS, "1", "0") == keys.key_offers(OFFERS, "", "0") == [END]
    assert keys.key_offers(OFFERS, "", "7") == []
    assert keys.asks_for_target("7", [REPLACE])
    assert keys.asks_for_target("1", [LAUNCH])
    assert not keys.asks_for_target("4", [MOVE])
    assert keys.keys_text(OFFERS, "1") == ["4 move @AB", "7 contact @@, replacement @AA", "0 end"]
    assert keys.keys_text(OFFERS, "2") == ["7 recon, strike @AB", "0 end"]


@pytest.mark.clause("AGR-44")
@pytest.mark.parametrize(
    ("text", "offers", "orders"),
    [
        ("@EC", [RECON, STRIKE], [114]),
        (" @ec ", [RECON, STRIKE], [114]),
        ("@AB", [RECON, STRIKE], [201, 101]),
        ("strike @ab", [RECON, STRIKE], [201]),
        ("recon @ab", [RECON, STRIKE], [101]),
        ("@@", [CONTACT, REPLACE], [5]),
        ("@AA", [CONTACT, REPLACE], [6]),
        ("old mill", [CONTACT, REPLACE], None),
        ("Mill", [CONTACT, REPLACE], [6]),
        ("@BB", [LAUNCH], [304]),
    ],
)
def test_targets(text: str, offers: list[Offer], orders: list[int] | None) -> None:
    names = {"@AA": "Mill"}
    if orders is None:
        with pytest.raises(InputError):
            keys.read_target(text, offers, NUMBERS, names)
        return
    found = keys.read_target(text, offers, NUMBERS, names)
    assert [offer.orders for offer in found] == [(order,) for order in orders]
    assert all(offer.aim is None for offer in found)


@pytest.mark.parametrize(
    ("text", "offers", "expected"),
    [
        ("@ZZ", [RECON, STRIKE], "recon: any place such as @AA; strike: @AB"),
        ("@CC", [LAUNCH], "launch: @BA, @BB"),
        ("@@", [LAUNCH], "launch: @BA, @BB"),
        ("@AC", [CONTACT, REPLACE], "contact: @@; replacement: @AA"),
        ("", [CONTACT, REPLACE], "contact: @@; replacement: @AA"),
        ("fly @AA", [RECON], "recon: any place such as @AA"),
    ],
)
def test_a_wrong_target_is_answered_with_what_may_be_typed(
    text: str, offers: list[Offer], expected: str
) -> None:
    with pytest.raises(InputError) as failure:
        keys.read_target(text, offers, NUMBERS, {})
    (problem,) = failure.value.problems
    assert (problem.place, problem.found, problem.expected) == ("target", repr(text), expected)


def test_range_and_strength_of_a_unit_stand_in_its_line() -> None:
    counter = Counter(
        "4", 0, "@HF", "Armor", "", True, {"range": 2, "strength": 3}, ("dug in", "NBC")
    )
    assert keys.unit_text(counter) == "[4] Armor @HF  range 2  strength 3  (dug in, NBC)"


SIDES = [{"title": "West"}, {"title": "East"}]


@pytest.mark.clause("AGR-46")
def test_sectors_are_shown_row_by_row_with_what_is_not_sure() -> None:
    controls = [0, None, 1, 0, 0, 1, None, 1, 1]
    sectors = [{"control": c, "sure": i not in (3, 6)} for i, c in enumerate(controls)]
    rows = keys.sector_cells({"sectors": sectors}, SIDES)
    assert [[mark for _, mark in row] for row in rows] == [
        ["[W]", " . ", "(E)"],
        ["[W?", "[W]", "(E)"],
        [" .?", "(E)", "(E)"],
    ]
    assert [side for side, _ in rows[0]] == [0, -1, 1]
    assert keys.sectors_line({"sectors": sectors}, SIDES).startswith("Sectors: [W]  .  (E) / [W?")
    assert keys.sector_cells({}, SIDES) == []
    assert keys.sectors_line({}, SIDES) == ""
    same = [{"title": "Red East"}, {"title": "Red West"}]
    assert keys.sector_cells({"sectors": sectors}, same)[0][0][1] == "[1]"
