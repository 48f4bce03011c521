"""Orders in words: every offer can be typed, and nothing else is taken for one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.conformance import snapshots
from hexfront.core.contract import Offer, View
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.typed import read_typed, typed_forms

BRIGADE = find_system("brigade")
RULES = BRIGADE.rules(load_scenario(BRIGADE))
POSITIONS = [s for seed in range(3) for s in snapshots(BRIGADE, RULES, seed, 10)]


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


def test_an_attack_with_an_advance_is_told_from_one_without() -> None:
    both = [
        Offer((1,), "attack", "Attack 1-44", "C", "3", "0505"),
        Offer((2,), "attack", "Attack 1-44, then advance", "C", "3", "0505"),
        Offer((3,), "done", "Submit the plan", "C"),
    ]
    assert typed_forms(both) == ["3 attack 0505", "3 attack 0505 then advance", "done"]
    same = [Offer((n,), "attack", "Attack", "C", "3", "0505") for n in range(2)]
    assert typed_forms(same) == ["3 attack 0505 1", "3 attack 0505 2"]


def test_other_words_are_answered_with_what_could_be_typed() -> None:
    view = RULES.view(RULES.start(), 0)
    offers = offered(view)
    move = next(offer for offer in offers if offer.kind == "move")
    with pytest.raises(InputError, match=rf"one of: `{move.subject} move ") as failure:
        read_typed(f"{move.subject} move 9999", offers, view)
    assert failure.value.problems[0].found == f"'{move.subject} move 9999'"
    with pytest.raises(InputError, match="there is no order to give now"):
        read_typed("done", [], view)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_an_offer_or_an_error(text: str) -> None:
    view = RULES.view(RULES.start(), 0)
    offers = offered(view)
    try:
        assert read_typed(text, offers, view) in offers
    except InputError as error:
        assert error.problems[0].place == "order"
