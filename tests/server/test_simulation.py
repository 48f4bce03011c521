"""A whole server on simulated clocks, lines and disks: a thousand courses, and planted mistakes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from benchmarks.simulation.__main__ import Part, counts_of, found, joined, run_part, some_seeds
from benchmarks.simulation.bugs import BUGS
from benchmarks.simulation.loop import SimulatedLoop, Stuck
from benchmarks.simulation.world import simulate

from tests.amounts import amount

SOME = 20
"""Seeds in which every kind of world comes."""
AT_ONCE = 100
"""Seeds of a test, so that several processes share them."""


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, amount(1000, 10_000), AT_ONCE))
def test_no_order_is_lost_doubled_or_shown_too_early(first: int) -> None:
    wrong = [each for seed in range(first, first + AT_ONCE) if (each := found(seed)).wrong]
    again = [
        f"python -m benchmarks.simulation --seed {each.seed}: {each.wrong[0]}" for each in wrong
    ]
    assert not again


def test_parts_of_many_seeds_are_summed_up(tmp_path: Path) -> None:
    whole, begun, rest = Part(range(4)), Part(some_seeds("0:3")), Part(some_seeds("3:4"))
    run_part(whole, 1, None, None)
    begun.add(found(0))
    begun.write(tmp_path / "part.json")  # it was broken off here
    begun = Part.of(json.loads((tmp_path / "part.json").read_text()))
    with pytest.raises(ValueError, match="0:3: 1 of 3 seeds are done"):
        joined([begun])
    run_part(begun, 1, None, tmp_path / "part.json")
    run_part(rest, 1, None, None)
    parts = [Part.of(json.loads((tmp_path / "part.json").read_text())), rest]
    assert joined(parts)["counts"] == dict(whole.counts)
    with pytest.raises(ValueError, match="in another part too"):
        joined([*parts, rest])


def test_faults_happen(tmp_path: Path) -> None:
    counts = Counter[str]()
    for seed in range(SOME):
        counts.update(counts_of(simulate(seed, tmp_path)))
    least = {"kills": 4, "carried out": 51, "killed at a commit": 1, "refused by a full disk": 1}
    least |= {"commits": 1, "sent again": 1, "said": 1, "notices": 1, "games of tournaments": 2}
    assert any(what.startswith("lost by") for what in counts)
    assert {what: counts[what] for what in least if counts[what] < least[what]} == {}


def test_a_seed_gives_the_same_story_again() -> None:
    assert found(5) == found(5)
    assert found(5).story != found(6).story


@pytest.mark.parametrize("bug", range(len(BUGS)), ids=list(BUGS))
def test_a_planted_mistake_is_found(bug: int) -> None:
    assert any(found(seed, bug).wrong for seed in range(200))


def test_who_waits_for_ever_is_noticed() -> None:
    from random import Random

    loop = SimulatedLoop(Random(1))

    async def wait() -> None:
        await loop.create_future()

    with pytest.raises(Stuck):
        loop.run_until_complete(wait())
    loop.forget()
