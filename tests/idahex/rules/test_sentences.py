"""Numbers in commands: digit by digit, and the float that they stand for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.systems.idahex.rules.command.drafts import understand
from hexfront.systems.idahex.rules.command.grammar import DECIMALS, INTEGER_DIGITS
from hexfront.systems.idahex.rules.command.sentences import value_of
from hexfront.systems.idahex.scenario import orders as o

pytestmark = pytest.mark.clause("IDX-4.2.1")
BOOK = o.OrderBook(9, (4, 9, 21), 60)
WHOLE = st.text("0123456789", min_size=1, max_size=INTEGER_DIGITS)
FRACTION = st.text("0123456789", max_size=DECIMALS)


@given(WHOLE, st.none() | FRACTION)
def test_a_number_is_kept_as_written_and_is_the_nearest_float(
    whole: str, fraction: str | None
) -> None:
    text = whole if fraction is None else f"{whole}.{fraction}"
    marks = [o.POINT if mark == "." else o.DIGIT + int(mark) for mark in text]
    command = understand(BOOK, [o.TRANSFER, BOOK.cell(3), BOOK.resource(2), *marks])
    assert command.amounts == [(2, text)]
    assert value_of(np.array(command.sentence.amounts[0])) == float(text)
