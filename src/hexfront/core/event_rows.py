"""How kernels write events: `note`, for Python a function, for Numba a row of stores."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin
from numpy.typing import NDArray

from hexfront.core.events import FIELDS, has_kind, kind_of


def note(out: NDArray[np.int64], audience: int, what: Any) -> None:
    """Append an event to a log's rows; what does not fit is counted, and not kept.

    Row 0 holds the count in its first place.
    """
    kind = kind_of(type(what))
    values = [int(getattr(what, name)) for name in kind.fields]
    values += [0] * (FIELDS - len(values))
    _write(out, kind.code, kind.clause or int(what.clause), audience, *values)


def _write(
    rows: NDArray[np.int64],
    kind: int,
    clause: int,
    audience: int,
    a: int,
    b: int,
    c: int,
    d: int,
    e: int,
) -> None:
    count = rows[0, 0] + 1
    if rows.shape[0] > 1:
        rows[0, 0] = count
        if count < rows.shape[0]:
            rows[count, 0] = kind
            rows[count, 1] = clause
            rows[count, 2] = audience
            rows[count, 3] = a
            rows[count, 4] = b
            rows[count, 5] = c
            rows[count, 6] = d
            rows[count, 7] = e


@infer_global(note)
class _Note(AbstractTemplate):
    """`note` in kernels: the class of the event is known while compiling."""

    def generic(self, arguments: Any, keywords: Any) -> Any:
        rows, _, what = arguments
        if has_kind(getattr(what, "instance_class", None)):
            return signature(types.none, rows, types.int64, what)
        return None


@lower_builtin(note, types.Array, types.Integer, types.BaseNamedTuple)
def _lower_note(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    rows, audience, what = arguments
    given = sig.args[2]
    kind = kind_of(given.instance_class)
    values = cgutils.unpack_tuple(builder, what, len(given))
    numbers = {
        name: context.cast(builder, value, value_type, types.int64)
        for name, value, value_type in zip(given.fields, values, given.types, strict=True)
    }

    def constant(value: int) -> Any:
        return context.get_constant(types.int64, value)

    clause = numbers["clause"] if "clause" in numbers else constant(kind.clause)
    fields = [numbers[name] for name in kind.fields]
    fields += [constant(0)] * (FIELDS - len(fields))
    inner = signature(types.none, sig.args[0], *[types.int64] * 8)
    row = (rows, constant(kind.code), clause, audience, *fields)
    context.compile_internal(builder, _write, inner, row)
    return context.get_dummy_value()
