"""What small systems declare, and what follows from it."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.blocks import Block, Int, Record, Rows, array, rows
from hexfront.core.contract import SPECTATOR, UMPIRE
from hexfront.core.dice import dice_from_seed
from hexfront.core.errors import InputError
from hexfront.mechanics.plain import UNKNOWN, Order, OrderKind, OrderTable, Secret
from hexfront.mechanics.plain.secrets import facts_of, fill_in, hide, read_facts

ORDERS = OrderTable(
    OrderKind("wait", "TST-1", "Wait"),
    OrderKind("sail", "TST-2", "{subject} to {place}", ("A", "B"), ("one", "two")),
)


def test_codes_follow_the_table() -> None:
    assert len(ORDERS) == 5
    assert ORDERS.order(0) == Order("wait")
    assert ORDERS.order(3) == Order("sail", 1, 0)
    assert [ORDERS.code(ORDERS.order(code)) for code in range(5)] == list(range(5))
    assert [ORDERS.read(ORDERS.write(code)) for code in range(5)] == list(range(5))


def test_orders_are_written_with_what_they_have() -> None:
    assert ORDERS.write(0) == {"do": "wait"}
    assert ORDERS.write(4) == {"do": "sail", "subject": "two", "place": "B"}


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (None, "an object"),
        ({"do": "fly"}, "wait, sail"),
        ({"do": "sail", "subject": "one"}, "place"),
        ({"do": "sail", "subject": "one", "place": "C"}, "one of: A, B"),
        ({"do": "sail", "subject": 1, "place": "A"}, "one of: one, two"),
        ({"do": "wait", "place": "A"}, "the keys"),
    ],
)
def test_a_wrong_order_is_told(document: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        ORDERS.read(document)


def test_offers_have_words() -> None:
    offer = ORDERS.offer(4)
    assert (offer.orders, offer.kind, offer.caption) == ((4,), "sail", "two to B")
    assert (offer.clause, offer.subject, offer.place) == ("TST-2", "two", "B")


def test_no_order_stands_twice() -> None:
    with pytest.raises(ValueError, match="the same"):
        OrderTable(OrderKind("sail", "TST-1", "", ("A", "A")))


class Course(Record):
    turn: int


class Ships(Rows):
    place: Int
    seen: Int


class State(Block):
    course: Course
    mines: Int = array(2)
    ships: Ships = rows(3)


SECRETS = (
    Secret("mines", lambda state, side: [4, 5]),
    Secret(
        "ships.place",
        lambda state, ship: [place for place in range(3) if place not in state.ships.place],
        owner=lambda ship: ship % 2,
        is_open=lambda state, ship: bool(state.ships.seen[ship]),
    ),
)


def made_state() -> State:
    state = State.new()
    state.course.turn = 7
    state.mines[:] = 4, 5
    state.ships.place[:] = 2, 1, 0
    state.ships.seen[1] = 1
    return state


def test_what_a_viewer_may_not_know_is_blotted_out() -> None:
    state = made_state()
    places = {v: hide(state, SECRETS, v).ships.place.tolist() for v in (0, 1, SPECTATOR, UMPIRE)}
    assert places == {
        0: [2, 1, 0],
        1: [UNKNOWN, 1, UNKNOWN],
        SPECTATOR: [UNKNOWN, 1, UNKNOWN],
        UMPIRE: [2, 1, 0],
    }
    assert hide(state, SECRETS, 0).mines.tolist() == [4, UNKNOWN]
    assert state == made_state()


def test_facts_are_the_whole_of_what_is_known() -> None:
    known = hide(made_state(), SECRETS, 1)
    facts = facts_of(known)
    assert facts["ships.place"] == [None, 1, None]
    assert facts["course"] == [7]
    assert read_facts(facts, State.new()) == known


def test_the_rest_is_drawn_from_what_it_may_be() -> None:
    known = hide(made_state(), SECRETS, 1)
    start = State.new()
    start.ships.place[:] = -1
    dice = dice_from_seed(3)
    filled = [fill_in(known, SECRETS, start, dice) for _ in range(60)]
    assert {tuple(state.ships.place.tolist()) for state in filled} == {(2, 1, 0), (0, 1, 2)}
    assert {tuple(state.mines.tolist()) for state in filled} == {(4, 5), (5, 5)}
    assert all(hide(state, SECRETS, 1) == known for state in filled)
