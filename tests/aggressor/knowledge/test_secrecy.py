"""What a side gets depends on what it may know: 10,000 pairs and more, and planted leaks.

`python -m benchmarks.noninterference` compares a million.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from hexfront.core.contract import SPECTATOR
from hexfront.core.dice import dice_from_seed
from hexfront.core.state import digest
from tests.aggressor.leaks import LEAKS
from tests.aggressor.pairs import Case, Leak, examine
from tests.aggressor.worlds import (
    BOARDS,
    EVERYTHING,
    OPTIONS,
    ORDER,
    STANCE,
    TYPES,
    WEAR,
    advance,
    bound,
    disguise,
)
from tests.amounts import amount, sampled

PAIRS = amount(10_000, 100_000)
"""At least 10,000 are required of Aggressor alone."""
AT_ONCE = 40
"""Hypothesis is asked for so many cases at a time."""

cases = st.builds(
    Case,
    seed=st.integers(0, 2**32 - 1),
    board=st.sampled_from((0, 1, 1, 2, 3)),
    options=st.integers(0, len(OPTIONS) - 1),
    steps=st.sampled_from((0, 10, 40, 100, 200, 400)),
    side=st.integers(0, 1),
    what=st.one_of(st.just(EVERYTHING), st.integers(1, EVERYTHING)),
    acts=st.integers(10, 40),
    whole=st.sampled_from((0.25, 0.5)),
)


@pytest.mark.slow
def test_no_side_can_tell_pairs_apart(
    record_property: Callable[[str, object], None],
) -> None:
    counts: Counter[str] = Counter()

    @settings(
        max_examples=AT_ONCE,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def compare(case: Case) -> None:
        counts.update(examine(case))

    while counts["pairs"] < PAIRS:
        compare()
    record_property("secrecy pairs", counts["pairs"])
    # Orders were taken back, the enemy acted unheard, and in some worlds he was found.
    assert min(counts["undone"], counts["silences"], counts["parted"]) > PAIRS // 500


def fixed(number: int) -> Case:
    """One of a row of cases that come to all phases of the game."""
    random = Random(f"planted {number}")
    return Case(
        random.getrandbits(32),
        board=random.choice((0, 1, 1)),
        options=0 if number % 3 else random.randrange(len(OPTIONS)),
        steps=(0, 40, 100, 200)[number % 4],
        side=number // 4 % 2,
        # Units that stay where they are, but are others, are found in both worlds alike.
        what=(EVERYTHING, ORDER | TYPES | WEAR | STANCE)[number // 8 % 2],
        acts=30,
    )


FOUND_BY = {
    "contact_told_with_its_true_type": 29,
    "choices_without_steps_that_are_blocked": 18,
}
"""The case to begin with where the first ones find nothing."""


@pytest.fixture
def own_rules() -> Iterator[None]:
    """Rules made for one test: they keep hold of methods, planted or not."""
    bound.cache_clear()
    yield
    bound.cache_clear()


@pytest.mark.parametrize("name", sampled([*LEAKS], 4))
@pytest.mark.usefixtures("own_rules")
def test_planted_leak_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[name](monkeypatch)
    with pytest.raises(Leak):
        for number in (FOUND_BY.get(name, 0), *range(80)):
            examine(fixed(number))


@pytest.mark.parametrize("board", range(len(BOARDS)))
def test_disguises_change_what_is_hidden_and_nothing_else(board: int) -> None:
    """Each part of a disguise on its own makes other states, and the same view."""
    changed: Counter[int] = Counter()
    for seed in range(amount(15, 30)):
        random = Random(seed)
        rules = bound(board, 0)
        start = rules.start()
        state = advance(rules, start, 40 + 20 * seed, random, dice_from_seed(seed))
        for bit in range(EVERYTHING.bit_length()):
            for side in range(2):
                other = disguise(rules, state, side, 1 << bit, random)
                changed[bit] += digest(other) != digest(state)
                for viewer in (side, SPECTATOR):
                    assert rules.view(other, viewer) == rules.view(state, viewer)
                assert list(rules.choices(other, side)) == list(rules.choices(state, side))
    assert all(changed[bit] > 3 for bit in range(EVERYTHING.bit_length())), changed
