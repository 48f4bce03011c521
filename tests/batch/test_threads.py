"""Threads that share the work of a call."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest

from hexfront.batch import Batch
from hexfront.batch.threads import Workers
from hexfront.core.errors import InputError
from tests.batch.reference import game_of


def test_an_error_comes_when_all_are_done_and_the_next_call_works() -> None:
    workers, found = Workers(2), list[int]()

    def note(number: int) -> None:
        if number == 1:
            raise ValueError("one")
        found.append(number)

    with pytest.raises(ValueError, match="one"):
        workers.run(note, [(0,), (1,), (2,)])
    assert sorted(found) == [0, 2]
    workers.run(note, [(3,), (4,), (5,)])
    assert sorted(found) == [0, 2, 3, 4, 5]
    workers.close()


def test_a_closed_batch_says_so_and_threads_end_with_their_batch() -> None:
    def workers() -> set[threading.Thread]:
        return {thread for thread in threading.enumerate() if thread.name == "hexfront batch"}

    before = workers()
    batch = Batch(game_of("brigade"), 4, threads=2)
    batch.reset(1)
    batch.reset(2)
    own = workers() - before
    assert len(own) == 1
    batch.close()
    for thread in own:
        thread.join(60)
    with pytest.raises(InputError, match="threads: found <closed>"):
        batch.reset(3)
    dropped = Batch(game_of("brigade"), 4, threads=3)
    own, gone = workers() - before, weakref.ref(dropped)
    assert len(own) == 2
    del dropped
    gc.collect()
    assert gone() is None
    for thread in own:
        thread.join(60)
        assert not thread.is_alive()
