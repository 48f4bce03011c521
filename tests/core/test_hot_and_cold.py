"""Parts run as plain Python, and go over to their machine code between two calls."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from numba import int64, typeof
from numba.core.registry import CPUDispatcher

from hexfront import jit

pytestmark = pytest.mark.skipif(jit.JIT_DISABLED, reason="nothing is compiled without JIT")

RULES = """
import numpy as np
from hexfront.blocks import Block, Int, Rows, direct, rows
from hexfront.jit import inline_kernel, kernel, outlined_kernel

class Units(Rows):
    strength: Int

class State(Block):
    units: Units = rows("units")

@inline_kernel
def half(number):
    return number // 2

@outlined_kernel
def lose(units, unit):
    units.strength[unit] = half(units.strength[unit])

@kernel
def hit(state, unit):
    # Given rows, which machine code gets from kernels alone.
    lose(state.units, unit)
    return again(state.units, unit)

@kernel
def again(units, unit):
    lose(units, unit)
    return units.strength[unit]

@kernel
def look(state, unit):
    return state.units.strength[unit]

class Rules:
    hit = direct(hit)
"""


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """Rules of a package of their own that nobody has compiled."""
    (tmp_path / "rules_in_two_forms.py").write_text(RULES)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("HEXFRONT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv(jit.COMPILE)
    jit._folder_of.cache_clear()
    yield importlib.import_module("rules_in_two_forms")
    del sys.modules["rules_in_two_forms"]
    jit._use(part())
    jit._in_use.discard(part())
    jit._folder_of.cache_clear()


def part() -> str:
    return jit.part_of("rules_in_two_forms")


def state_of(rules: Any) -> Any:
    state = rules.State.new(units=2)
    state.units.strength[:] = 41
    return state


def test_a_part_is_python_until_its_code_is_there(rules: Any) -> None:
    jit.use_compiled()
    assert not jit.is_ready(rules.__name__)
    state = state_of(rules)
    assert (rules.hit(state, 1), rules.Rules().hit(state, 0)) == (10, 10)
    assert not rules.hit.signatures
    jit.compiled_mark(part()).touch()
    assert jit.is_ready(rules.__name__)
    assert rules.hit(state, 1) == 2
    assert not rules.hit.signatures
    jit.use_compiled()
    assert (rules.hit(state, 1), rules.Rules().hit(state, 0)) == (0, 2)
    assert len(rules.hit.signatures) == 1
    assert rules.Rules.hit is rules.hit.overloads[rules.hit.signatures[0]].entry_point


def test_of_a_part_that_is_half_compiled_what_is_there_is_used(rules: Any) -> None:
    state = state_of(rules)
    rules.hit.compile((typeof(state), int64))
    jit.use_compiled()
    assert rules.hit(state, 0) == 10
    jit.half_compiled_mark(part()).write_bytes(b"1")
    jit.use_compiled()
    assert not jit.is_ready(rules.__name__)
    assert [type(kernel) is CPUDispatcher for kernel in (rules.hit, rules.look)] == [True, False]
    assert rules.hit(state, 0) == 2


def test_a_call_under_way_stays_python_to_its_end(
    rules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what it has yet to call: a machine's kernel would not know the rows it is given."""
    begun, go_on = threading.Event(), threading.Event()
    found: list[int] = []

    class Slow(rules.Units):  # type: ignore[misc, name-defined]
        @property
        def strength(self) -> Any:
            begun.set()
            go_on.wait()
            return self.words[..., 0]

    state = state_of(rules)
    state.__dict__["units"] = Slow(state.units.words)
    thread = threading.Thread(target=lambda: found.append(rules.hit(state, 0)))
    thread.start()
    begun.wait()
    jit.compiled_mark(part()).touch()
    jit.use_compiled()
    go_on.set()
    thread.join()
    assert found == [10]
    assert not rules.again.signatures


def test_a_part_that_is_compiled_is_taken_from_the_disk_at_once(
    rules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    jit.compiled_mark(part()).touch()
    # As in a new process.
    monkeypatch.delitem(jit._waiting, part())
    del sys.modules[rules.__name__]
    again = importlib.import_module(rules.__name__)
    assert again.hit(state_of(again), 0) == 10
    assert len(again.hit.signatures) == 1


@pytest.mark.parametrize("wanted", ["always", "never"])
def test_either_can_be_forced(rules: Any, wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(jit.COMPILE, wanted)
    del sys.modules[rules.__name__]
    forced = importlib.import_module(rules.__name__)
    assert forced.hit(state_of(forced), 0) == 10
    assert len(getattr(forced.hit, "signatures", ())) == (wanted == "always")
    assert jit.is_ready(rules.__name__) == (wanted == "never")


@pytest.mark.parametrize("compiled", [False, True])
def test_what_is_ready_can_be_used_alone(
    rules: Any, compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(jit.COMPILE, "ready")
    if compiled:
        jit.compiled_mark(part()).touch()
    monkeypatch.delitem(jit._waiting, part())
    del sys.modules[rules.__name__]
    taken = importlib.import_module(rules.__name__)
    assert jit.is_ready(rules.__name__)
    assert taken.hit(state_of(taken), 0) == 10
    assert len(getattr(taken.hit, "signatures", ())) == compiled


def test_what_wants_all_compiled_need_not_wait(rules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rules.hit(state_of(rules), 0) == 10
    jit.compile_always()
    assert rules.hit(state_of(rules), 0) == 10
    assert len(rules.hit.signatures) == 1
