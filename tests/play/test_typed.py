"""Orders in words: every offer can be typed, and nothing else is taken for one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.conformance import snapshots
from hexfront.core.contract import Aim, Counter, Offer, View
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.table.aim import aimed
from hexfront.play.typed import read_typed, typed_forms
from tests.amounts import amount
from tests.effort import calls_of

BRIGADE = find_system("brigade")
RULES = BRIGADE.rules(load_scenario(BRIGADE))
POSITIONS = [s for seed in range(3) for s in snapshots(BRIGADE, RULES, seed, amount(4, 10))]


def offered(view: View) -> list[Offer]:
    return list(RULES.offers(view))


def test_every_offer_can_be_typed() -> None:
    typed = 0
    for position in POSITIONS:
        for side in position.sides:
            view = RULES.view(position.state, side)
            offers = offered(view)
            forms = typed_forms(offers)
            assert len(set(forms)) == len(forms)
            for form, offer in zip(forms, offers, strict=True):
                assert read_typed(form, offers, view) == offer
                assert read_typed(f"  {form.upper()} ", offers, view) == offer
                typed += 1
    assert typed > 1000


def test_what_goes_without_saying_may_be_left_out() -> None:
    view = RULES.view(RULES.start(), 0)
    offers = offered(view)
    move = next(offer for offer in offers if offer.kind == "move")
    name = next(counter.name for counter in view.counters if counter.id == move.subject)
    for text in (
        f"{move.subject} {move.place}",
        f"{move.subject} -> {move.place}",
        f"{name} move to {move.place}",
        f"{move.subject} move Somewhere Else",
    ):
        assert read_typed(text, offers, view, {move.place: "Somewhere Else"}) == move
    done = next(offer for offer in offers if not offer.subject)
    assert read_typed(done.caption, offers, view) == done


def test_a_place_that_is_clear_may_be_left_out() -> None:
    view = RULES.view(RULES.start(), 0)
    unit = next(counter for counter in view.counters if counter.place)
    join = Offer((1,), "join", f"{unit.name} attacks", "", unit.id, unit.place)
    away = replace(join, orders=(2,), kind="move", place="0101")
    cancel = Offer((3,), "cancel", "Cancel", "", place="0102")
    first, second = (
        replace(cancel, orders=(number,), kind="attack", place=place)
        for number, place in ((4, "0103"), (5, "0104"))
    )
    offers = [join, away, cancel, first, second]
    assert read_typed(f"{unit.id} join", offers, view) == join
    assert read_typed("cancel", offers, view) == cancel
    for text in (f"{unit.id} move", "attack", unit.id):
        with pytest.raises(InputError):
            read_typed(text, offers, view)


def test_an_attack_with_an_advance_is_told_from_one_without() -> None:
    both = [
        Offer((1,), "attack", "Attack 1-44", "C", "3", "0505"),
        Offer((2,), "attack", "Attack 1-44, then advance", "C", "3", "0505"),
        Offer((3,), "done", "Submit the plan", "C"),
    ]
    assert typed_forms(both) == ["3 attack 0505", "3 attack 0505 then advance", "done"]
    same = [Offer((n,), "attack", "Attack", "C", "3", "0505") for n in range(2)]
    assert typed_forms(same) == ["3 attack 0505 1", "3 attack 0505 2"]


LABELS = [f"@{column}{row}" for column in "ABCDE" for row in "ABC"]
NUMBERS = {label: number for number, label in enumerate(LABELS)}
AIMED = [
    *(
        Offer((), "deploy", f"{word} 3/3", "C", aim=Aim(100 * i, ("@AA", "@AB", "@BC")), word=word)
        for i, word in enumerate(("armor", "airbase"), 1)
    ),
    Offer((), "recon", "Recon", "C", "3", aim=Aim(300), key="7"),
    Offer((), "strike", "Strike", "C", "3", aim=Aim(400, ("@CA",)), key="7"),
    Offer((5,), "contact", "Partisan contact", "C", "3", word="@@", key="7"),
    Offer((6,), "remove", "Remove Armor", "C", "4"),
    Offer((7,), "army", "A balanced army", "C", word="balanced"),
    Offer((8,), "army", "A random army", "C", word="random"),
    Offer((9,), "replacement", "Replacement", "C", "5", "@DA"),
]
ARMY = tuple(
    Counter(id, 0, place, "Armor", "", True) for id, place in zip("345", LABELS[8:], strict=False)
)
MUSTER = replace(RULES.view(RULES.start(), 0), counters=ARMY)


@pytest.mark.parametrize(
    ("text", "order", "place"),
    [
        ("deploy armor @AB", 101, "@AB"),
        ("deploy airbase @ab", 201, "@AB"),
        ("airbase to @BC", 205, "@BC"),
        ("airbase Old Mill", 200, "@AA"),
        ("3 recon @EC", 314, "@EC"),
        ("3 @EC", 314, "@EC"),
        ("3 strike @CA", 406, "@CA"),
        ("3 contact @@", 5, ""),
        ("3 @@", 5, ""),
        ("4 remove", 6, ""),
        ("remove @DA", 6, ""),
        ("army balanced", 7, ""),
        ("random", 8, ""),
        ("5 replacement @DA", 9, "@DA"),
    ],
)
def test_a_place_of_choice_is_typed_after_the_words(text: str, order: int, place: str) -> None:
    found = read_typed(text, AIMED, MUSTER, {"@AA": "Old Mill"}, NUMBERS)
    assert (found.orders, found.place, found.aim) == ((order,), place, None)


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        ("deploy armor @CC", "order: place: found '@CC'", "one of: `@BC`"),
        ("deploy armor", "order: place: found <none>", "one of: `@AA`, `@AB`, `@BC`"),
        ("3 recon @ZZ", "order: place: found '@ZZ'", "a place of the board, as @AA"),
        ("deploy @BC", "order: found", "one of: `deploy armor @BC`, `deploy airbase @BC`"),
        ("3 @CA", "order: found", "one of: `3 recon @CA`, `3 strike @CA`"),
        ("deploy armour @AB", "order: found", "one of: `deploy armor @AB`"),
        ("army", "order: found", "one of: `army balanced`, `army random`"),
    ],
)
def test_a_wrong_place_is_told_with_what_was_expected(text: str, found: str, expected: str) -> None:
    with pytest.raises(InputError) as failure:
        read_typed(text, AIMED, MUSTER, None, NUMBERS)
    assert str(failure.value).startswith(found)
    assert expected in str(failure.value)


def test_reading_does_not_make_an_offer_of_every_place() -> None:
    """On a board of 10,000 places with 200 offers that aim at all of them."""
    numbers = {f"@{i:04}": i for i in range(10_000)}
    units = [str(unit) for unit in range(1, 201)]
    offers = [Offer((), "recon", "Recon", "C", unit, aim=Aim(8)) for unit in units]

    def read() -> None:
        assert read_typed("137 recon @9876", offers, MUSTER, None, numbers).orders == (9884,)
        with pytest.raises(InputError, match="a place of the board"):
            read_typed("137 recon @10000", offers, MUSTER, None, numbers)

    assert calls_of(read) < 500_000


def test_only_where_it_aims_an_offer_becomes_an_order() -> None:
    strike = AIMED[3]
    assert aimed(strike, "@CA", 6).orders == (406,)
    with pytest.raises(ValueError, match="does not aim at '@AA'"):
        aimed(strike, "@AA", 0)
    with pytest.raises(ValueError, match="does not aim"):
        aimed(AIMED[4], "@AA", 0)


def test_other_words_are_answered_with_what_could_be_typed() -> None:
    view = RULES.view(RULES.start(), 0)
    offers = offered(view)
    move = next(offer for offer in offers if offer.kind == "move")
    with pytest.raises(InputError, match=rf"one of: `{move.subject} move ") as failure:
        read_typed(f"{move.subject} move 9999", offers, view)
    assert failure.value.problems[0].found == f"'{move.subject} move 9999'"
    with pytest.raises(InputError, match="there is no order to give now"):
        read_typed("done", [], view)


@settings(max_examples=200)
@given(
    st.one_of(
        st.text(max_size=300),
        st.lists(st.sampled_from(["3", "recon", "deploy", "armor", "@@", *LABELS]), max_size=4).map(
            " ".join
        ),
    )
)
def test_any_text_is_an_offer_or_an_error(text: str) -> None:
    view = RULES.view(RULES.start(), 0)
    offers = offered(view)
    try:
        assert read_typed(text, offers, view) in offers
    except InputError as error:
        assert error.problems[0].place == "order"
    try:
        assert read_typed(text, AIMED, MUSTER, None, NUMBERS).orders
    except InputError as error:
        assert error.problems[0].place in ("order", "order: place")
