"""Ask the processor for memory that will be needed soon.

A search of a large map spends most of its time waiting for memory.  A hex that is
queued will soon be expanded, and asking for its row of neighbours at once saves about
a quarter of the whole search.  It changes no result, and does nothing without JIT.
"""

from __future__ import annotations

# Before Numba, because it names the cache folder.
import hexfront.jit  # noqa: F401  # isort: skip

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray


def prefetch_row(table: NDArray[np.int32], row: int) -> None:
    """Start to load a row of a C-contiguous two-dimensional table."""


@intrinsic
def _prefetch(_typing: Any, table: types.Array, row: types.Integer) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        array = context.make_array(kind)(context, builder, arguments[0])
        wide = ir.IntType(64)
        bytes_to_row = builder.mul(
            context.cast(builder, arguments[1], signature.args[1], types.int64),
            builder.extract_value(array.strides, 0),
        )
        address = builder.add(builder.ptrtoint(array.data, wide), bytes_to_row)
        pointer = ir.IntType(8).as_pointer()
        flag = ir.IntType(32)
        call = builder.module.declare_intrinsic(
            "llvm.prefetch", [pointer], ir.FunctionType(ir.VoidType(), [pointer, flag, flag, flag])
        )
        for_reading, keep_near, data = flag(0), flag(3), flag(1)
        builder.call(call, [builder.inttoptr(address, pointer), for_reading, keep_near, data])
        return context.get_dummy_value()

    return types.void(table, row), generate


# Numba compares annotations too, so both functions go without.
@overload(prefetch_row)
def _prefetch_row(table, row):  # type: ignore[no-untyped-def]
    def load(table, row):  # type: ignore[no-untyped-def]
        _prefetch(table, row)  # type: ignore[call-arg]

    return load
