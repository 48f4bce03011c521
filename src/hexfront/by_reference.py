"""NamedTuples that kernels get by reference.

Numba passes a tuple as all of its words: of an array, nine or more.  Where a
design and a state hold a hundred arrays, each kernel would have a thousand
parameters, and to compile it would take seconds.  A class marked with
`by_reference` is passed as one address instead; inside a kernel its fields are
read as before.  Such a tuple cannot be made in a kernel, or returned from one.
"""

from __future__ import annotations

import hashlib
import pickle
from functools import cache
from typing import Any, TypeVar

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import impl_ret_borrowed
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

C = TypeVar("C", bound=type)


class Reference(types.Type):
    """The address of a record with the fields of a NamedTuple."""

    def __init__(self, name: str, fields: tuple[tuple[str, types.Type], ...]) -> None:
        self.fields = fields
        # A name of all fields would be thousands of letters in each symbol.
        listed = ", ".join(f"{field}: {kind}" for field, kind in fields)
        digest = hashlib.sha256(listed.encode()).hexdigest()[:8]
        self.class_name = name
        super().__init__(name=f"{name}.{digest}")

    def __reduce__(self) -> Any:
        """In machine code on the disk the fields are one piece, which is read once a process."""
        return _read_reference, (self.class_name, pickle.dumps(self.fields))

    def index(self, field: str) -> int:
        """The place of a field."""
        return [name for name, _ in self.fields].index(field)


@cache
def _read_reference(name: str, fields: bytes) -> Reference:
    return Reference(name, pickle.loads(fields))


@register_model(Reference)
class _ReferenceModel(models.OpaqueModel):
    """A pointer."""


@infer_getattr
class _ReferenceFields(AttributeTemplate):
    key = Reference

    def generic_resolve(self, reference: Any, attribute: Any) -> Any:  # type: ignore[override]
        return dict(reference.fields).get(attribute)


def _record(context: Any, reference: Reference) -> ir.LiteralStructType:
    return ir.LiteralStructType([context.get_value_type(kind) for _, kind in reference.fields])


@lower_getattr_generic(Reference)
def _read_field(
    context: Any, builder: Any, reference: Reference, value: Any, attribute: str
) -> Any:
    place = reference.index(attribute)
    record = builder.bitcast(value, _record(context, reference).as_pointer())
    address = cgutils.gep_inbounds(builder, record, 0, place)
    loaded = _load(builder, address, address.type.pointee)
    return impl_ret_borrowed(context, builder, reference.fields[place][1], loaded)


def _load(builder: Any, address: Any, kind: ir.Type) -> Any:
    """Load word by word, told never to change, so that LLVM keeps what it has loaded."""
    if not isinstance(kind, ir.Aggregate):
        word = builder.load(address)
        word.set_metadata("invariant.load", builder.module.add_metadata([]))
        return word
    whole = ir.Constant(kind, ir.Undefined)
    for place, part in enumerate(kind.elements if hasattr(kind, "elements") else []):
        inner = cgutils.gep_inbounds(builder, address, 0, place)
        whole = builder.insert_value(whole, _load(builder, inner, part), place)
    return whole


@unbox(Reference)
def _take(reference: Reference, value: Any, c: Any) -> NativeValue:
    """Write the record on the stack of whoever calls the kernel."""
    record = cgutils.alloca_once(c.builder, _record(c.context, reference))
    failed = cgutils.false_bit
    cleanups = []
    for place, (_, kind) in enumerate(reference.fields):
        native = c.unbox(kind, c.pyapi.tuple_getitem(value, place))
        c.builder.store(native.value, cgutils.gep_inbounds(c.builder, record, 0, place))
        failed = c.builder.or_(failed, native.is_error)
        if native.cleanup is not None:
            cleanups.append(native.cleanup)

    def cleanup() -> None:
        for undo in cleanups:
            undo()

    address = c.builder.bitcast(record, cgutils.voidptr_t)
    return NativeValue(address, is_error=failed, cleanup=cleanup)


def by_reference(cls: C) -> C:
    """Let kernels get the NamedTuples of a class by reference."""
    name = cls.__name__

    def typeof(value: Any, context: Any) -> Reference:
        kinds = [typeof_impl(part, context) for part in value]
        return Reference(name, tuple(zip(cls._fields, kinds, strict=True)))  # type: ignore[attr-defined]

    typeof_impl.register(cls)(typeof)
    return cls
