"""When a server looks for garbage."""

from __future__ import annotations

from hexfront.server.garbage import (
    ALL_LOOKS,
    OLDER_LOOKS,
    QUIET_LOOKS,
    TRIM_LOOKS,
    GarbageCollection,
)


class Process:
    """A process that uses so much of its processor between two looks."""

    def __init__(self) -> None:
        self.used = 0.0
        self.looked: list[int] = []
        self.trims = 0
        self.collection = GarbageCollection(self.looked.append, lambda: self.used, self._trim)

    def _trim(self) -> None:
        self.trims += 1

    def goes_on(self, looks: int, share: float) -> list[int]:
        """The generations that were looked at."""
        before = len(self.looked)
        for _ in range(looks):
            self.used += share
            self.collection.look()
        return self.looked[before:]


def test_all_is_looked_at_when_nothing_is_to_do_and_once() -> None:
    process = Process()
    assert 2 not in process.goes_on(100, 0.5)
    assert process.goes_on(QUIET_LOOKS, 0.0)[-1] == 2
    assert 2 not in process.goes_on(100, 0.0), "there is nothing new"
    process.goes_on(1, 0.5)
    assert process.goes_on(QUIET_LOOKS, 0.0)[-1] == 2


def test_under_load_it_looks_in_small_pieces_and_seldom_at_all() -> None:
    looked = Process().goes_on(ALL_LOOKS, 0.5)
    assert looked.count(2) == 1
    assert looked[: 2 * OLDER_LOOKS] == ([0] * (OLDER_LOOKS - 1) + [1]) * 2


def test_freed_memory_is_given_back_each_minute() -> None:
    process = Process()
    process.goes_on(3 * TRIM_LOOKS, 0.5)
    assert process.trims == 3
