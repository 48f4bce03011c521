"""Legal orders as bits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hexfront.core.batch.legal import place_of_one


@given(st.sets(st.integers(0, 31), min_size=1))
def test_the_nth_bit_of_a_word_is_where_it_is(places: set[int]) -> None:
    word = sum(1 << place for place in places)
    found = getattr(place_of_one, "py_func", place_of_one)
    assert [found(word, number) for number in range(len(places))] == sorted(places)
