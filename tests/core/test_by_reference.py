"""Tuples that kernels get by reference: what a kernel reads and writes there, Python does too."""

from __future__ import annotations

import pickle
from typing import Any, NamedTuple

import numpy as np
import pytest

from hexfront import jit
from hexfront.blocks import Float, Int
from hexfront.by_reference import by_reference

pytestmark = pytest.mark.skipif(jit.JIT_DISABLED, reason="nothing is compiled without JIT")


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Machine code, also where tests compile nothing."""
    monkeypatch.delenv(jit.COMPILE, raising=False)
    return jit.compile_now(use_all)


@by_reference
class Tables(NamedTuple):
    """Two arrays of one kind, and one of another."""

    near: Int
    far: Int
    odds: Float


@by_reference
class Other(NamedTuple):
    """Not the same."""

    near: Int


def use_all(tables: Any, row: int, out: Any) -> float:
    """Every way in which kernels use an array of such a tuple."""
    table = tables.near if row > 0 else tables.far
    tables.far[row, -1] += tables.near[-1, row]
    out[0] = len(tables.near) + 10 * tables.near.shape[1] + 100 * table[0, 0]
    line = tables.near[row]
    out[1] = line[-1] + tables.near[row, 1:].sum()
    tables.odds[row] = 0.5 * row
    tables.odds[-1] = 7
    return float(tables.odds[row] + tables.odds[2])


def tables_of() -> Any:
    return Tables(np.arange(6).reshape(2, 3), np.arange(10, 16).reshape(2, 3), np.zeros(3))


def test_a_kernel_reads_and_writes_what_python_does(compiled: Any) -> None:
    for row in range(2):
        both = []
        for function in (use_all, compiled):
            tables, out = tables_of(), np.zeros(2, dtype=np.int64)
            found = function(tables, row, out)
            both.append((found, out.tolist(), [array.tolist() for array in tables]))
        assert both[0] == both[1]


def test_a_tuple_out_of_a_pickle_has_arrays_of_its_own(compiled: Any) -> None:
    tables, out = tables_of(), np.zeros(2, dtype=np.int64)
    compiled(tables, 1, out)
    again = pickle.loads(pickle.dumps(tables))
    compiled(again, 1, out)
    assert (again.far - tables.far).tolist() == [[0, 0, 0], [0, 0, 4]]


def test_machine_code_refuses_a_tuple_of_another_class(compiled: Any) -> None:
    tables, out = tables_of(), np.zeros(2, dtype=np.int64)
    compiled(tables, 1, out)
    entry = jit.entry_of(compiled, (tables, 1, out))
    with pytest.raises(TypeError, match="expected a tuple of type Tables"):
        entry(Other(tables.near), 1, out)
    with pytest.raises(AttributeError):
        entry((1, 2), 1, out)
